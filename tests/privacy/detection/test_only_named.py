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
    ["SOCIAL_AUTH_GITLAB_KEY", "SOCIAL_AUTH_AZUREAD_OAUTH2_KEY", "SHOPIFY_API_KEY", "PUSHER_APP_KEY", "integratorKey"],
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


@pytest.mark.parametrize("name", ["externalSessionId", "Acct-Session-Id", "ssm_session_id", "terminalSessionId"])
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
