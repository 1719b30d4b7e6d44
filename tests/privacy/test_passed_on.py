"""A text that a tool returned and a program sends on reaches the next tool as it was; a program can read it, too."""

from __future__ import annotations

import ast
import csv
import io
import json
import re
import sqlite3
import time
from contextlib import closing
from typing import Any
from urllib.parse import quote
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandgate.privacy.detection import Detector
from sandgate.privacy.guard import Guard
from sandgate.privacy.vault import Vault

from .test_round_trip import hidden, restored

DETECTOR = Detector()
NAMES = st.sampled_from(
    [
        "Jane Roe",
        'Jane "Jo" Roe',
        "Roe, Jane",
        "Renée Roe",
        "Jane Roe\nPhD",
        "Jane\\Roe Smith",
        "[EMAIL_1]",
        "Ann O'Roe",
    ]
)
FIELDS = ("id", "full_name", "email", "phone", "password")
PEOPLE = st.lists(
    st.fixed_dictionaries(
        {
            "id": st.integers(0, 99),
            "full_name": NAMES,
            "email": st.sampled_from(["jane@example.org", "o'roe@example.org"]),
            "phone": st.sampled_from(["+1 415 555 0132", 14155550132]),
            "password": st.sampled_from(["Tr0ub4dor&3", 'q"x\\9Zk!w', "two\nL1nes!x"]),
        }
    ),
    min_size=2,
    max_size=4,
)


def as_table(people: list[dict[str, Any]], delimiter: str, quoting: Any) -> str:
    written = io.StringIO()
    table = csv.writer(written, delimiter=delimiter, quoting=quoting)
    table.writerows([FIELDS, *([one[field] for field in FIELDS] for one in people)])
    return written.getvalue()


def passed_on(text: str, guard: Guard | None = None) -> str:
    guard = guard or Guard(DETECTOR, Vault())
    return str(restored(guard, hidden(guard, {"type": "value", "value": text})))


@settings(max_examples=60, deadline=None)
@given(PEOPLE, st.sampled_from(",;\t"), st.sampled_from([csv.QUOTE_MINIMAL, csv.QUOTE_ALL]))
def test_a_table_that_is_passed_on_is_as_it_was(people: list[dict[str, Any]], delimiter: str, quoting: Any) -> None:
    text = as_table(people, delimiter, quoting)

    assert passed_on(text) == text


@settings(max_examples=60, deadline=None)
@given(PEOPLE, st.sampled_from(",;\t"))
def test_a_table_that_a_program_made_is_passed_on_as_it_is_when_it_comes_again(
    people: list[dict[str, Any]], delimiter: str
) -> None:
    guard = Guard(DETECTOR, Vault())
    rows = hidden(guard, {"type": "value", "value": [{**one, "phone": str(one["phone"])} for one in people]})
    text = str(restored(guard, as_table(rows, delimiter, csv.QUOTE_MINIMAL)))

    again = hidden(guard, {"type": "value", "value": text})

    assert again == as_table(rows, delimiter, csv.QUOTE_MINIMAL)
    assert restored(guard, again) == text


@settings(max_examples=60, deadline=None)
@given(PEOPLE, st.booleans())
def test_json_lines_that_are_passed_on_say_what_they_said(people: list[dict[str, Any]], ascii: bool) -> None:
    text = "".join(json.dumps(one, ensure_ascii=ascii) + "\n" for one in people)

    assert list(map(json.loads, passed_on(text).splitlines())) == people


@settings(max_examples=60, deadline=None)
@given(PEOPLE, st.booleans())
def test_json_inside_json_that_is_passed_on_says_what_it_said(people: list[dict[str, Any]], ascii: bool) -> None:
    inner = json.dumps({"people": people, "more": json.dumps(people, ensure_ascii=ascii)}, ensure_ascii=ascii)
    text = json.dumps({"body": inner, "n": 1}, ensure_ascii=ascii)

    body = json.loads(json.loads(passed_on(text))["body"])

    assert (body["people"], json.loads(body["more"])) == (people, people)


@settings(max_examples=60, deadline=None)
@given(PEOPLE)
def test_a_table_in_a_document_that_is_passed_on_is_as_it_was(people: list[dict[str, Any]]) -> None:
    guard = Guard(DETECTOR, Vault())
    document = {"table": as_table(people, ",", csv.QUOTE_MINIMAL), "lines": "\n".join(map(json.dumps, people))}

    seen = hidden(guard, {"type": "value", "value": document})
    sent = restored(guard, seen)

    assert sent["table"] == document["table"]
    assert list(map(json.loads, sent["lines"].split("\n"))) == people


@settings(max_examples=40, deadline=None)
@given(PEOPLE)
def test_a_program_can_read_json_lines_and_tables_and_send_a_value_of_them(people: list[dict[str, Any]]) -> None:
    guard = Guard(DETECTOR, Vault())
    lines = hidden(guard, {"type": "value", "value": "".join(json.dumps(one) + "\n" for one in people)})
    table = hidden(guard, {"type": "value", "value": as_table(people, ",", csv.QUOTE_MINIMAL)})

    rows = [json.loads(line) for line in lines.splitlines()]
    cells = list(csv.reader(io.StringIO(table, newline="")))[1:]

    assert restored(guard, rows) == people
    assert [restored(guard, row[1]) for row in cells] == [one["full_name"] for one in people]


@settings(max_examples=60, deadline=None)
@given(PEOPLE)
def test_rows_that_a_server_prints_as_python_can_be_read_and_are_passed_on(people: list[dict[str, Any]]) -> None:
    guard = Guard(DETECTOR, Vault())

    text = hidden(guard, {"type": "value", "value": repr(people)})

    assert restored(guard, text) == repr(people)
    assert ast.literal_eval(text) == hidden(guard, {"type": "value", "value": people})
    assert restored(guard, ast.literal_eval(text)) == people
    assert ast.literal_eval(str(restored(guard, repr(ast.literal_eval(text))))) == people


def as_insert(people: list[dict[str, Any]]) -> str:
    """As programs write it that have no parameters: with the quotes of texts doubled."""
    rows = [", ".join("'" + str(one[key]).replace("'", "''") + "'" for key in people[0]) for one in people]
    return f"INSERT INTO people ({', '.join(people[0])}) VALUES\n{','.join(f'({row})' for row in rows)}"


@settings(max_examples=60, deadline=None)
@given(PEOPLE)
def test_a_value_with_quotes_is_one_text_in_the_statement_that_a_program_writes(people: list[dict[str, Any]]) -> None:
    guard = Guard(DETECTOR, Vault())
    rows = hidden(guard, {"type": "value", "value": people})
    rows = [{**row, "note": json.dumps({"of": row["full_name"]})} for row in rows]

    statement = str(restored(guard, as_insert(rows)))

    with closing(sqlite3.connect(":memory:")) as database:
        database.execute(f"CREATE TABLE people ({', '.join(rows[0])})")
        database.execute(statement)
        stored = database.execute("SELECT full_name, email, password, note FROM people").fetchall()
    assert [row[:3] for row in stored] == [(one["full_name"], one["email"], one["password"]) for one in people]
    assert [json.loads(row[3]) for row in stored] == [{"of": one["full_name"]} for one in people]


@settings(max_examples=60, deadline=None)
@given(PEOPLE, st.booleans())
def test_a_statement_that_is_passed_on_is_as_it_was(people: list[dict[str, Any]], inside: bool) -> None:
    text = as_insert(people)
    text = json.dumps({"content": text}) if inside else text

    assert passed_on(text) == text


@pytest.mark.parametrize(
    "written", ["GET /orders?email={}&x=1 HTTP/1.1", '{{"url": "https://crm.example/?q={}"}}', "a,b\n{},2\n3,4"]
)
def test_a_value_that_is_quoted_in_an_address_is_the_same_value(written: str) -> None:
    guard = Guard(DETECTOR, Vault())
    row = hidden(guard, {"type": "value", "value": {"email": "jane@example.org"}})
    text = written.format("jane%40example.org")

    seen = hidden(guard, {"type": "value", "value": text})

    assert seen == written.format(quote(row["email"], safe=""))
    assert restored(guard, seen) == text


def test_what_is_quoted_twice_or_in_another_way_comes_back_as_it_was() -> None:
    for text in (
        "?email=jane%2540example.org",
        "?email=jane%40example.org+x",
        "?name=Jane+Roe&email=j%2fo@example.org",
    ):
        assert passed_on(text) == text


@pytest.mark.parametrize(
    "condition",
    [
        "full_name = '{}'",
        "WHERE (lower(p.full_name) = '{}' AND id > 5)",
        "full_name IN ('x', '{}')",
        "name LIKE '%{}%'",
    ],
)
def test_a_value_with_a_quote_is_one_text_in_a_condition_by_itself(condition: str) -> None:
    guard = Guard(DETECTOR, Vault())
    name = hidden(guard, {"type": "value", "value": {"full_name": "Ann O'Roe"}})["full_name"]

    assert restored(guard, condition.format(name)) == condition.format("Ann O''Roe")


def as_markup(people: list[dict[str, Any]]) -> str:
    root = ElementTree.Element("people")
    for one in people:
        person = ElementTree.SubElement(root, "person", full_name=one["full_name"])
        for field in ("full_name", "email", "company"):
            ElementTree.SubElement(person, field).text = one[field]
    return ElementTree.tostring(root, encoding="unicode")


@settings(max_examples=60, deadline=None)
@given(PEOPLE, st.sampled_from(["Roe & Sons Ltd", "Roe <Sons> Ltd", "Roe Ltd"]), st.booleans())
def test_xml_that_a_program_makes_of_tokens_can_be_read_and_is_passed_on(
    people: list[dict[str, Any]], company: str, inside: bool
) -> None:
    guard, people = Guard(DETECTOR, Vault()), [{**one, "company": company} for one in people]
    rows = hidden(guard, {"type": "value", "value": people})

    text = str(restored(guard, as_markup(rows)))
    again = json.dumps({"content": text}) if inside else text

    assert text == as_markup(people)
    assert restored(guard, hidden(guard, {"type": "value", "value": again})) == again
    assert restored(guard, hidden(guard, {"type": "value", "value": {"content": text}})) == {"content": text}


def test_a_value_with_an_entity_in_xml_has_the_token_of_the_value() -> None:
    guard = Guard(DETECTOR, Vault())
    row = hidden(guard, {"type": "value", "value": {"full_name": "Ann O'Roe", "company": "Roe & Sons Ltd"}})
    text = "<person><full_name>Ann O&#39;Roe</full_name><company>Roe &amp; Sons Ltd</company></person>"

    seen = hidden(guard, {"type": "value", "value": text})

    assert [one.text for one in ElementTree.fromstring(seen)] == [row["full_name"], row["company"]]
    assert restored(guard, seen) == text
    assert restored(guard, f"{row['company']} <{row['full_name']}>") == "Roe & Sons Ltd <Ann O'Roe>"


def test_words_that_begin_like_a_statement_are_no_sql() -> None:
    guard = Guard(DETECTOR, Vault())
    name = hidden(guard, {"type": "value", "value": {"full_name": "Ann O'Roe"}})["full_name"]

    for text in ("Select those from '{}', don't ask", "owner = '{}'\nteam = 'x'", "'{}' = owner", "is '{}' in?"):
        assert restored(guard, text.format(name)) == text.format("Ann O'Roe")


@pytest.mark.parametrize("many", ["/*", "$a$ $b", "'", '"', "\\'", "--", "E'", "'',", "[", "['\\n',"])
@pytest.mark.parametrize("before", ["SELECT 1 FROM x ", "['", "[", "a = '"])
def test_a_text_with_many_quotes_is_read_in_time(before: str, many: str) -> None:
    guard = Guard(DETECTOR, Vault())
    started = time.process_time()

    assert passed_on(before + many * 20_000 + " jane@example.org", guard).endswith("jane@example.org")

    assert time.process_time() - started < 5


@pytest.mark.parametrize("value", ['Acme "Rocket" Inc', "back\\slash Pw9!x", "12 Main Street\nApt 4"])
def test_a_value_with_signs_that_json_escapes_is_known_again(value: str) -> None:
    guard = Guard(DETECTOR, Vault())
    row = hidden(guard, {"type": "value", "value": {"company_name": value}})
    restored(guard, row)

    seen = hidden(guard, {"type": "value", "value": {"note": f"for {value}", "list": [value]}})

    assert value not in str([*seen.values()])
    assert value not in guard.text(f"for {value}")


@pytest.mark.parametrize(
    "text", ["id,password\n1,{}\n2,{}\n", "password: [{}]", "| secret |\n|---|\n| {} |\n", '{{"token": ["{}"]}}']
)
def test_a_token_stays_whole_where_a_program_writes_it(text: str) -> None:
    guard = Guard(DETECTOR, Vault())
    token = hidden(guard, {"type": "value", "value": {"password": "Tr0ub4dor&3"}})["password"]
    written = text.replace("{}", token).replace("{{", "{").replace("}}", "}")

    assert guard.text(written) == written


PATIENT = {"full_name": 'Ann "Nan" Lee', "card": 4111111111111111, "n": 3}
AMONG_WORDS = [
    "Result: {}",
    "Here it is:\n```json\n{}\n```\nBye, see [1] and {{code}}.",
    "{} and {}",
    "- {}\n- {}\n",
    "[1] list: [{}, {}]",
]


@pytest.mark.parametrize("words", AMONG_WORDS)
@pytest.mark.parametrize("indent", [None, 2])
@pytest.mark.parametrize("inside", [False, True])
def test_json_among_words_can_be_read_and_comes_back_as_it_was(words: str, indent: int | None, *, inside: bool) -> None:
    guard = Guard(DETECTOR, Vault())
    text = words.replace("{}", json.dumps(PATIENT, indent=indent))
    text = json.dumps({"text": text}) if inside else text

    seen = hidden(guard, {"type": "value", "value": text})
    read = json.loads(seen)["text"] if inside else seen
    documents = [json.loads(part) for part in re.findall(r'\{\s*"[^{}]*\}', read)]

    assert documents == [{"full_name": "[PERSON_1]", "card": "[CARD_1]", "n": 3}] * words.count("{}")
    assert restored(guard, seen) == text


@pytest.mark.parametrize("words", AMONG_WORDS)
def test_json_that_a_program_writes_among_words_can_be_read(words: str) -> None:
    guard = Guard(DETECTOR, Vault())
    row = hidden(guard, {"type": "value", "value": PATIENT})

    sent = restored(guard, words.replace("{}", json.dumps(row)))

    assert sent == words.replace("{}", json.dumps(PATIENT))


def test_a_text_in_a_document_may_hold_json_among_words() -> None:
    guard = Guard(DETECTOR, Vault())
    document = {"note": f"Result: {json.dumps(PATIENT)}"}

    seen = hidden(guard, {"type": "value", "value": document})

    assert json.loads(seen["note"].removeprefix("Result: ")) == {"full_name": "[PERSON_1]", "card": "[CARD_1]", "n": 3}
    assert restored(guard, seen) == document


@pytest.mark.parametrize("text", ['{"a": [1, ' * 50_000, '{"a":1} ["x", ' * 50_000, '["ada@example.com", ' * 20_000])
def test_a_text_with_many_braces_is_read_in_time(text: str) -> None:
    guard = Guard(DETECTOR, Vault())
    started = time.process_time()

    guard.vault.text(f"{text} {guard.vault.token('EMAIL', 'ada@example.com')}")

    assert time.process_time() - started < 2
