"""Ids, sums and names that stand where a secret could: what is right before them says what they are."""

from __future__ import annotations

import pytest

from .reading import found, walked

HEX = "5b0e71c94d2fa86390be17d4c85a2f6e"
MADE = "Rw8tZk2NvQ5xLc9JhB3mYd7PfS1gUa4EoTi6KqXzVn0"
UUID = "2d9b6c04-71fe-4a83-b5d0-9e3c18a7f642"


def secrets(text: str) -> list[str]:
    return [value for kind, value in found(text) if kind == "SECRET"]


@pytest.mark.parametrize(
    "name",
    [
        "SOCIAL_AUTH_GITLAB_KEY",
        "SOCIAL_AUTH_AZUREAD_OAUTH2_KEY",
        "SHOPIFY_API_KEY",
        "PUSHER_APP_KEY",
        "integratorKey",
        "DOCUSIGN_INTEGRATION_KEY",
    ],
)
def test_what_only_names_a_client_stays_beside_its_secret(name: str) -> None:
    secret = "PLUM_API_SECRET"
    assert secrets(f"{name}={HEX}\n{secret}={MADE}\n") == [MADE]
    assert secrets(f'{name} = "{HEX}"\n{secret} = "{MADE}"\n') == [MADE]
    assert walked({name: UUID, secret: MADE}) == {name: UUID, secret: "<SECRET>"}


@pytest.mark.parametrize("name", ["SOCIAL_AUTH_GITLAB_SECRET", "SHOPIFY_API_SECRET", "PLUM_API_KEY", "PUSHER_SECRET"])
def test_what_opens_something_is_hidden_under_names_like_those(name: str) -> None:
    assert secrets(f"{name}={HEX}\n") == [HEX]


@pytest.mark.parametrize("client", ["Ov23liW8tZk2NvQ5xLc9", "Iv23ctW8tZk2NvQ5xLc9", "Iv1.5b0e71c94d2fa863"])
def test_the_client_of_an_app_at_github_stays_whatever_its_field_is_called(client: str) -> None:
    assert secrets(f'OAUTH_KEY = "{client}"\nGITHUB_CLIENT_SECRET = "{HEX}{HEX[:8]}"') == [HEX + HEX[:8]]
    assert secrets(f"our key at GitHub is {client}") == []


@pytest.mark.parametrize(
    "name", ["externalSessionId", "rootSessionId", "Acct-Session-Id", "ssm_session_id", "terminalSessionId"]
)
def test_a_session_that_others_count_is_no_login(name: str) -> None:
    assert walked({name: MADE[:25]}) == {name: MADE[:25]}
    assert walked({"webSessionId": MADE[:25]}) == {"webSessionId": "<SECRET>"}


@pytest.mark.parametrize(
    "lines",
    [
        "=== RUN   TestMaskToken\n--- PASS: TestMaskToken (0.00s)\n",
        "    --- PASS: TestHashPassword/cost_10 (0.09s)\n",
        "PASS: check-login2/Plum_7\nFAIL: check-logout\n",
        "SKIP: pears3\nPASS: gcc.dg/plum-47.c\n",
        "PASS: plum_Hash2\nPASS: plum_Hash3\n",
    ],
)
def test_a_test_that_passed_is_no_password(lines: str) -> None:
    assert found(lines) == []


def test_a_password_behind_the_same_word_is_one() -> None:
    assert secrets("USER: app\nPASS: Plum_4711\n\nUSER: web\nPASS: Pear_4712\n") == ["Plum_4711", "Pear_4712"]


def test_what_follows_the_word_token_inside_another_is_judged_with_it() -> None:
    assert secrets("password: TestMaskToken (0.00s)") == []
    assert secrets(f"Authorization: Token {HEX}") == [HEX]


@pytest.mark.parametrize(
    "line",
    [
        'rotate_test.go:20: got key id "{}", want "{}"',
        "secret hash is {}, expected {}",
        "token fingerprint {} != {}",
        "api key checksum: {}, but got {}",
        "expected key id '{}' to equal '{}'",
        "token id: {}, received: {}",
        "old key id {} replaced by {}",
        "signing key id {} -> {}",
    ],
)
def test_what_an_id_is_compared_with_is_an_id(line: str) -> None:
    assert secrets(line.format(HEX[:16], HEX[16:])) == []


def test_a_token_that_is_compared_is_one() -> None:
    assert secrets(f'got token "{HEX[:16]}", want "{HEX[16:]}"') == [HEX[:16], HEX[16:]]
    assert secrets(f'secret id "{HEX[:16]}", want "{HEX[16:]}"')[-1:] == [HEX[16:]]


def test_a_sentence_at_the_end_of_a_cell_does_not_take_the_cells_behind_it() -> None:
    row = "Summary,Key,Number,Type,Status\nLogin fails: password with umlaut,PLUM-18,276376,Bug,In Progress\n"
    assert secrets(row) == []
    assert secrets("the password is Umlaut18,Harbor") == ["Umlaut18,Harbor"]
    assert secrets("passwords: Plum4711,Pear4712,Fig4713,Kiwi4714") != []


@pytest.mark.parametrize(
    "text",
    [
        f"  asset auth-token.{HEX[:20]}.js 497 KiB [emitted]",
        f"dist/assets/password.{HEX[:8]}.css  2.1 kB",
        "arn:aws:secretsmanager:eu-west-1:703988837859:secret:staging/db-password-RxD3QX",
        "arn:aws:secretsmanager:eu-west-1:703988837859:secret:password-RxD3QX",
        f"image: registry.example/password-service:{HEX}",
        f"docker push registry.example/plums/auth-token:{HEX}",
    ],
)
def test_the_rest_of_a_name_in_which_a_secret_is_mentioned_stays(text: str) -> None:
    assert secrets(text) == []


def test_a_password_behind_a_blank_is_no_rest_of_a_name() -> None:
    assert secrets("the db-password RxD3QX") == ["RxD3QX"]
    assert secrets("the auth-token " + HEX[:20]) == [HEX[:20]]
    assert secrets(f"the auth-token: {HEX}") == [HEX]
    assert secrets(f"auth-token:{HEX}") == [HEX]


@pytest.mark.parametrize("name", ["UID", "X-PLUM-UID", "Message-ID", "cid", "sip"])
def test_what_a_host_calls_something_is_no_login(name: str) -> None:
    assert secrets(f"{name}:rny0390e23lb6cwfbfxt9bsevb@plumhost\n") == []
    assert secrets("admin:rny0390e23lb6cwfbfxt9bsevb@plumhost\n") == ["rny0390e23lb6cwfbfxt9bsevb"]


@pytest.mark.parametrize(
    "line", ["Restoring cache {}=", "Found a cache from build 4711 at {}=", "Cache saved with key: {}", "cache_key={}"]
)
def test_the_key_of_a_cache_is_a_sum(line: str) -> None:
    assert secrets(line.format(f"v3-deps-{MADE}")) == []


def test_a_key_with_a_prefix_is_one_elsewhere() -> None:
    assert secrets(f"Restoring plums with acme_{MADE}") == [f"acme_{MADE}"]
    assert secrets(f"the cached token: acme_{MADE}") == [f"acme_{MADE}"]


@pytest.mark.parametrize(
    "form", ["$argon2id$v=19$m=65536,t=3,p=4$<salt>$<hash>", "$argon2id$v=19$m=65536,t=3,p=4$salt$hash"]
)
def test_how_a_password_is_hashed_is_no_hash_of_one(form: str) -> None:
    assert secrets(f"Hash format: `{form}`.") == []


@pytest.mark.parametrize(
    "kept",
    [
        f"$argon2id$v=19$m=65536,t=3,p=4$c29tZXNhbHRwbHVt${MADE}",
        f"$2b$12${MADE}Lw8tZk2NvQ",
        f"$1$plumsalt${MADE[:22]}",
        f"$6$rounds=5000$pl.um/salt${MADE}{MADE}",
        f"$scrypt$ln=16,r=8,p=1$c29tZXNhbHQ${MADE}",
    ],
)
def test_a_hash_of_a_password_is_hidden(kept: str) -> None:
    assert secrets(f"it is kept as {kept} there") == [kept]


@pytest.mark.parametrize(
    "value", ["not-a-real-password", "not_a_real_secret_1", "not-the-actual-token", "this-is-not-real"]
)
def test_what_says_of_itself_that_it_is_not_real_stays(value: str) -> None:
    assert secrets(f'password = "{value}"  # nosec') == []


@pytest.mark.parametrize("value", ["wrong-password", "invalid_token", "fake-api-key", "incorrect password"])
def test_what_is_wrong_on_purpose_stays(value: str) -> None:
    assert secrets(f'"password": "{value}"') == []


def test_a_phrase_that_begins_alike_is_a_password() -> None:
    assert secrets('password = "wrong-turn-winter-plum7"') == ["wrong-turn-winter-plum7"]
    assert secrets('password = "not-really-winter-plum7"') == ["not-really-winter-plum7"]
