"""Columns of a table: what some of their values are, the others are too."""

from __future__ import annotations

import pytest

from .reading import found, walked

SURE = "sk_live_4eC39HqLyjWDarjtT1zdp7dc"
HEX = "5e0c1f7a93b24d68b1a7c2e94f0d3865"
KEY = "sA0mV15SumMbkJm8k7HsivmrrlHTZmIsEu6vgheZ"
UUID = "9e4635bc-28dc-45d3-8546-2b30115d9a7b"


def table(name: str, *values: str) -> str:
    lines = [f"| Service {place} | `{value}` | ops |" for place, value in enumerate(values)]
    return "\n".join([f"| Service | {name} | Owner |", "|---|---|---|", *lines])


def test_a_column_with_a_key_in_it_holds_keys() -> None:
    assert found(table("Key", SURE, HEX, UUID)) == [("SECRET", value) for value in (SURE, HEX, UUID)]


def test_words_in_it_stay() -> None:
    assert found(table("Key", SURE, "see the safe", "none")) == [("SECRET", SURE)]


def test_a_column_of_values_has_to_be_full_of_them() -> None:
    assert found(table("Value", SURE, HEX, UUID)) == [("SECRET", SURE)]
    assert found(table("Key", HEX, UUID)) == []


def test_a_column_of_keys_may_have_no_form_but_theirs() -> None:
    keys = ("k3Jd9sLq0Zx7Vb2NmQ8wT5", HEX)

    assert found(table("Key", *keys)) == [("SECRET", key) for key in keys]


def test_rows_may_name_their_own_values() -> None:
    rows = f"key|value|updated_at\nsite_name|Fernhill|2025-12-27\nshop_api_key|{UUID}|2025-11-18\n"

    assert found(rows) == [("SECRET", UUID)]


@pytest.mark.parametrize(
    "text",
    [
        "| Host | Login |\n|---|---|\n| app-1 | svc_app / Plum4711! |",
        "<tr><th>IP</th><th>Email</th><th>Login</th></tr>\n<tr><td>-</td><td>-</td><td>svc_app / Plum4711!</td></tr>",
    ],
)
def test_what_lets_somebody_in_stands_behind_who_they_are(text: str) -> None:
    assert found(text) == [("SECRET", "Plum4711!")]


def test_a_secret_behind_an_account_may_have_a_slash_in_it() -> None:
    secret = "2pCNgrXThSKF7H/lJ2tBpK9hcakJzfyhZNs5k7ai"
    assert ("SECRET", secret) in found(f"| Host | Login |\n|---|---|\n| store | OBOSY0NRT3TC / {secret} |")


def test_codes_are_kept_where_a_line_beside_their_table_says_so() -> None:
    table = "Account\t#\tCode\nops@example.com\t1\t82708-47f53\nops@example.com\t2\t93735-71200\n"

    assert ("SECRET", "82708-47f53") not in found(table)
    assert found(table + "\nPlum backup codes, saved 21 Sep\n")[1::2] == [
        ("SECRET", "82708-47f53"),
        ("SECRET", "93735-71200"),
    ]


def test_codes_of_another_table_below_such_a_line_stay() -> None:
    assert found("# Backup codes\n\n| Code | Meaning |\n|---|---|\n| 4041 | not found |\n| E1023 | denied |\n") == []


def test_a_code_that_lasts_for_some_hours_lets_guests_in() -> None:
    vouchers = "Code,Created,Duration,Quota,Used\n79868-03244,2025-07-30 19:37,7 d,1,0\n"

    assert found(vouchers) == [("SECRET", "79868-03244")]
    assert found(vouchers.replace("Quota", "Price")) == []
    assert walked([{"code": "4861409510", "duration": 480, "quota": 1, "used": 0}]) == [
        {"code": "<SECRET>", "duration": 480, "quota": 1, "used": 0}
    ]


def test_the_id_of_a_session_is_what_a_browser_shows() -> None:
    session = {"id": KEY, "user_id": 7, "user_agent": "curl/8.5.0", "payload": "e30=", "last_activity": 1762250578}

    assert walked(session)["id"] == "<SECRET>"
    assert walked(session | {"last_activity": None, "payload": "e30="})["id"] == "<SECRET>"
    assert walked({"id": KEY, "user_agent": "curl/8.5.0", "payload": "e30="})["id"] == KEY


def test_what_is_only_a_key_and_its_user_is_a_token() -> None:
    table = f" key | created | user_id\n-----+---------+---------\n {HEX}4ac1be06 | 2025-09-28 07:02:15 | 444\n"

    assert found(table) == [("SECRET", f"{HEX}4ac1be06")]
    assert walked({"key": HEX, "created": "2025-09-28", "user": 7})["key"] == "<SECRET>"
    assert walked({"key": HEX, "created": "2025-09-28", "user": 7, "size": 4})["key"] == HEX


def test_a_manager_of_passwords_names_sites() -> None:
    kept = "name,url,username,password,phone_number\nDropbox,https://drop.example,ops,Plum4711!,\nJane Roe,,,,\n"

    assert found(kept) == [("SECRET", "Plum4711!"), ("PERSON", "Jane Roe")]


def test_beside_the_end_of_a_key_stands_only_its_sum() -> None:
    table = f"consumer_key,consumer_secret,truncated_key\n{HEX}{HEX},cs_{HEX}4ac1be06,0f793fa\n"

    assert found(table) == [("SECRET", f"cs_{HEX}4ac1be06")]
    assert len(found(table.replace("truncated_key", "note"))) == 2


def test_keys_without_capitals_are_found_below_a_line_that_calls_them_so() -> None:
    hex = "3ddbfbe561c48a04c49e3c14d32ef62e"
    table = f"{{}}\n\n| Name | Key | Key ID |\n|---|---|---|\n| plum | {hex} | p-1 |\n| pear | {hex[::-1]} | p-2 |\n"
    assert found(table.format("Plumwatch API Keys")) == [("SECRET", hex), ("SECRET", hex[::-1])]
    assert found(table.format("Files in the cache")) == []


def test_the_keys_of_findings_and_tasks_number_them() -> None:
    rows = "key,rule,severity\nAYx2kQ9bT3mZ7fLpW1cd,java:S1192,MAJOR\nAYx2kQ9bT3mZ7fLpW1ce,java:S1192,MINOR"

    assert found(rows) == []
    assert found(rows.replace("rule,severity", "service,comment")) != []
