"""Secrets whose place says what they are: a block that is called after them, a list of logins, a header."""

from __future__ import annotations

import pytest

from .reading import found

UUID = "3f0c1d7e-8a52-4b6f-9e21-70d4c5b8a916"
KEY = "q7RkP2zVn9XbT4mWs8LdH3cFy6Jg1TaE"


@pytest.mark.parametrize(
    "text",
    [
        f'acl {{\n  enabled = true\n  tokens {{\n    # of this node\n    agent = "{UUID}"\n  }}\n}}\n',
        f'acl = {{\n  tokens = {{\n    default = "{UUID}"\n  }}\n}}\n',
        f"[auth.tokens]\nplum = {UUID}\n",
        f'[secrets]\n\n"plum" = "{UUID}"\n',
        f'partner_api_keys = {{\n  plum = "{UUID}", # until May\n}}\n',
        f"accessKeys: {{\n  plum: '{UUID}',\n}}\n",
    ],
)
def test_what_stands_in_a_block_of_secrets_is_one(text: str) -> None:
    assert found(text) == [("SECRET", UUID)]


@pytest.mark.parametrize(
    "text",
    [
        f'tokens {{\n  node_id = "{UUID}"\n  ttl = "72h"\n  primary = "#1a2b3c4d"\n}}\n',
        f'tokens {{\n  enabled = true\n}}\nnode = "{UUID}"\n',
        f"[secrets]\nbackend = vault\n\n[node]\nplum = {UUID}\n",
        f'public_tokens {{\n  plum = "{UUID}"\n}}\n',
        f'nodes {{\n  plum = "{UUID}"\n}}\n',
        f"tokens {{\n  nodeId = '{UUID}'\n}}\n",
    ],
)
def test_what_names_something_or_stands_outside_of_the_block_is_none(text: str) -> None:
    assert found(text) == []


def test_a_list_of_accounts_and_passwords_is_hidden_line_by_line() -> None:
    text = f'; who may enter\n"plum" "{KEY}"\n"plum_ro" "orchard-gate-lamp"\n"stats" ""\n'

    assert found(text) == [("SECRET", KEY), ("SECRET", "orchard-gate-lamp")]


@pytest.mark.parametrize(
    "text",
    [
        f'"build_id" "{KEY}"\n"plum" "{UUID}"\n',
        '"plum" "orchard-gate-lamp"\n"name" "Plum 2"\n',
        f'echo "plum" "{KEY}"\n',
    ],
)
def test_two_words_in_quotes_are_no_login(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize(
    "text",
    [
        f"http-request deny unless {{ req.hdr(X-Plum-Auth) -m str {KEY} }}",
        f"use_backend plum if {{ hdr(x-plum-token) -i {KEY} }}",
        f"http-request deny if !{{ hdr(X-Origin-Verify) -m str {KEY} }}",
        f"RewriteCond %{{HTTP:X-Plum-Auth}} !={KEY}",
    ],
)
def test_what_a_server_wants_to_see_in_a_header_is_a_secret(text: str) -> None:
    assert found(text) == [("SECRET", KEY)]


def test_what_a_server_wants_to_see_in_another_header_stays() -> None:
    assert found(f"http-request deny unless {{ req.hdr(X-Request-Id) -m str {KEY} }}") == []
