"""What is called or written like a secret and opens nothing: cursors, sums, records of name servers, calls in code."""

from __future__ import annotations

import pytest

from .reading import found, walked

HEX = "7d1f0c93b2a84e65d90f3c1a7b62e8547d1f0c93b2a84e65d90f3c1a7b62e854"
MADE = "Lsx2RAnHcT98QdBS9FaPsezONkI6L0muQ4vWyE7bJ"
BYTES = "pQ7vJ2mXc9Lr4TzKd0WnYb6HsFgA1eUoRi8kVjNqMx3Bt5SyPwGhDl+CfZa/EuIo7pQ7vJ2mXc9Lr4TzKd0WnY=="
SSH = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAILsx2RAnHcT98QdBS9FaPsezONkI6L0muQ4vWyE7bJkd"
UUID = "6f0c2b1e-94a7-4d35-8e0b-2c7f51a9d384"


def secrets(text: str) -> list[str]:
    return [value for kind, value in found(text) if kind == "SECRET"]


@pytest.mark.parametrize(
    "name",
    ["nextPageToken", "NextToken", "pagination_token", "$skiptoken", "$deltatoken", "pagetoken", "continuationToken"],
)
def test_where_a_list_goes_on_is_no_secret(name: str) -> None:
    assert walked({name: MADE}) == {name: MADE}
    assert secrets(f"GET /v1/plums?{name}={MADE}&limit=10") == []


def test_a_sentence_about_the_next_page_tells_no_secret() -> None:
    assert secrets(f"There is more, use the page token {MADE} for it.") == []
    assert secrets(f"aws s3api list-objects --starting-token {MADE}") == []
    assert secrets(f"There is more, next page token: {MADE}") == []
    assert secrets(f"For the page of plums, the token is {MADE}") == [MADE]


@pytest.mark.parametrize(
    "name", ["hashed_secret", "token_digest", "tokenHash", "api_key_hash", "refresh_token_sha256", "hashed_token"]
)
def test_the_sum_of_a_token_is_no_secret(name: str) -> None:
    assert walked({name: HEX}) == {name: HEX}
    assert secrets(f'{name}="{HEX}"') == []
    assert secrets(f'WHERE "t"."{name}" = $1  [["{name}", "{HEX}"], ["LIMIT", 1]]') == []


@pytest.mark.parametrize("name", ["password_hash", "hashed_password", "encrypted_token", "hash_secret"])
def test_the_sum_of_a_password_and_what_sums_are_made_with_are_secrets(name: str) -> None:
    assert walked({name: HEX}) == {name: "<SECRET>"}


def test_what_stands_in_for_a_card_is_called_by_a_number_of_a_record() -> None:
    assert found(f"| TXN | PAN_TOKEN | AMOUNT |\n|---|---|---|\n| 81 | {UUID} | 705.31 |\n") == []
    assert walked({"payment_token": UUID, "api_token": UUID}) == {"payment_token": UUID, "api_token": "<SECRET>"}


@pytest.mark.parametrize(
    "record",
    [
        f"example.org.\t3600\tIN\tDNSKEY\t257 3 13 {BYTES}",
        f"example.org. 300 IN RRSIG A 13 2 300 20310401000000 20310301000000 34505 example.org. {BYTES}",
        f'{{"type": 48, "data": "256 3 13 {BYTES}"}}',
        f'"signature": "{BYTES}"',
    ],
)
def test_keys_of_zones_and_signatures_stay_readable(record: str) -> None:
    assert found(record) == []


def test_a_key_of_as_many_bytes_is_a_secret_elsewhere() -> None:
    assert secrets(f"the account of plums: {BYTES}") == [BYTES]


def test_a_public_key_of_ssh_is_no_secret_whatever_its_field_is_called() -> None:
    for name in ("ssh_key", "deploy_key", "SSH_DEPLOY_KEY"):
        assert walked({name: f"{SSH} jane"}) == {name: f"{SSH} jane"}
    assert found(f'{{"key": "ssh-keys", "value": "jane:{SSH} jane\\njoe:{SSH} joe"}}') == []
    assert secrets(f'deploy_key = "{SSH} jane"\ndeploy_token = "{MADE}"') == [MADE]
