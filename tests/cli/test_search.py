from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest

from .person import MISSING, TRACKER, Person, Said, tool

QUERY = '{"id": 1, "query": "close ticket"}'
DESK = [
    tool("create_ticket", "Open a ticket. It is given a number.", title="string"),
    tool("close_ticket", "Close a ticket."),
    tool("list-people", "Everybody who can be given a ticket."),
]


def test_captured_tools_are_found_with_no_server_started(person: Person) -> None:
    folder = person.has_captured(desk=DESK, mail=[tool("send", "Send a letter")])
    person.has_servers(broken=MISSING)

    said = person.types("search", "create", "ticket", "--catalogue", folder)

    assert said.code == 0
    assert said.rows[0] == ["desk.create_ticket", "Open a ticket."]
    assert "mail.send" not in said.out
    assert said.err == ""


@pytest.mark.parametrize("command", ["search", "recommend"])
def test_a_tool_that_no_program_may_call_is_not_found(person: Person, command: str) -> None:
    folder = person.has_captured(desk=DESK)
    words = (command, "close", "ticket", "--catalogue", folder, "--json")
    before = person.types(*words).out
    person.write("sandgate.toml", '[[policy.rules]]\ntools = ["desk.close_*"]\naction = "deny"\n')

    found, asked = person.types(*words), person.types("search", "--queries", person.write("q", QUERY), *words[-3:-1])

    assert "desk.close_ticket" in before
    assert "desk.create_ticket" in found.out
    assert "close_ticket" not in found.out + asked.out


def test_json_has_the_import_line_and_says_how_many_more_there_are(person: Person) -> None:
    folder = person.has_captured(desk=DESK)

    found = person.types("search", "ticket people", "--catalogue", folder, "--limit", 1, "--json").json

    assert found == {
        "query": "ticket people",
        "results": [
            {
                "tool": "desk.list_people",
                "server": "desk",
                "name": "list-people",
                "description": "Everybody who can be given a ticket.",
                "import": "from servers.desk import list_people",
            }
        ],
        "more": 2,
        "unavailable": {},
    }


def test_full_detail_adds_the_definition(person: Person) -> None:
    folder = person.has_captured(desk=DESK)

    found = person.types("search", "create", "--catalogue", folder, "--detail", "full", "--json").json
    text = person.types("search", "create", "--catalogue", folder, "--detail", "full").out

    assert "async def create_ticket" in found["results"][0]["definition"]
    assert "async def create_ticket" in text


def test_names_alone_are_one_to_a_line(person: Person) -> None:
    folder = person.has_captured(desk=DESK)

    said = person.types("search", "", "--catalogue", folder, "--detail", "name")

    assert said.out.splitlines() == ["desk.create_ticket", "desk.close_ticket", "desk.list_people"]


def test_no_words_list_all_tools_however_many_there_are(person: Person) -> None:
    folder = person.has_captured(desk=[tool(f"t{number}") for number in range(14)])

    said = person.types("search", "", "--catalogue", folder, "--detail", "name")
    some = person.types("search", "", "--catalogue", folder, "--detail", "name", "--limit", 3)

    assert (len(said.rows), said.err) == (14, "")
    assert (len(some.rows), some.err) == (3, "sandgate: 11 more\n")


def test_only_the_named_server_is_searched(person: Person) -> None:
    folder = person.has_captured(desk=DESK, mail=[tool("send_ticket", "Send a ticket")])

    said = person.types("search", "ticket", "--server", "mail", "--catalogue", folder, "--detail", "name")

    assert said.out == "mail.send_ticket\n"


def test_an_unknown_server_is_an_error_on_stderr_even_with_json(person: Person) -> None:
    folder = person.has_captured(desk=DESK)

    said = person.types("search", "x", "--server", "dsk", "--catalogue", folder, "--json")

    assert said.code == 2
    assert said.out == ""
    assert "there is no server 'dsk'; nearest: desk" in said.err


def test_no_fit_is_said_on_stderr(person: Person) -> None:
    folder = person.has_captured(desk=DESK)

    said = person.types("search", "zebra", "--catalogue", folder)

    assert (said.code, said.out) == (0, "")
    assert "no tool fits 'zebra'" in said.err


def test_a_description_cannot_steer_the_terminal_or_add_lines(person: Person) -> None:
    folder = person.has_captured(desk=[tool("paint", "Paint \x1b[31mred\x1b]0;title\x07\tand\nmore")])

    said = person.types("search", "paint", "--catalogue", folder)

    assert "\x1b" not in said.out
    assert "\x07" not in said.out
    assert len(said.rows) == 1
    assert len(said.rows[0]) == 2


def test_a_long_description_is_in_no_pipe_wrapped(person: Person) -> None:
    sentence = "word " * 30
    folder = person.has_captured(desk=[tool("t", sentence)])

    said = person.types("search", "word", "--catalogue", folder)

    assert said.rows == [["desk.t", sentence.strip()]]


def test_servers_that_were_never_asked_are_asked_and_then_remembered(person: Person) -> None:
    person.has_servers(tracker=TRACKER)

    first = person.types("search", "create issue", "--detail", "name", "--limit", 1)
    person.has_servers(tracker=TRACKER, broken=MISSING)
    second = person.types("search", "create issue", "--server", "tracker", "--detail", "name", "--limit", 1)

    assert first.out == "tracker.create_issue\n"
    assert second.out == "tracker.create_issue\n"
    assert "broken" not in second.err


def test_a_server_that_cannot_start_is_named_and_the_others_answer(person: Person) -> None:
    person.has_servers(tracker=TRACKER, broken=MISSING)

    said = person.types("search", "create issue", "--json")

    assert said.code == 0
    assert said.json["results"][0]["tool"] == "tracker.create_issue"
    assert "no-such-program-anywhere" in said.json["unavailable"]["broken"]
    assert "sandgate: server 'broken' cannot start" in said.err


def test_without_any_server_the_next_step_is_said(person: Person) -> None:
    said = person.types("search", "anything")

    assert said.code == 2
    assert "`sandgate servers` says where Sandgate looked" in said.err


def test_a_terminal_gets_a_table_with_colour(person: Person) -> None:
    folder = person.has_captured(desk=DESK)

    said = person.types_at_a_terminal("search", "create", "--catalogue", folder)

    assert "What it does" in said.out
    assert "\x1b[36mdesk.create_ticket\x1b[0m" in said.out


def test_filters_narrow_what_is_found(person: Person) -> None:
    read = {**tool("read_mail", "Read mail of the inbox"), "annotations": {"readOnlyHint": True}}
    typed = {**tool("send_mail", "Send mail to people"), "outputSchema": {"type": "object"}}
    folder = person.has_captured(post=[read, typed], disk=[tool("read_file", "Read a file of a folder")])
    found = ("search", "", "--detail", "name", "--catalogue", folder)

    assert person.types(*found, "--read-only").out == "post.read_mail\n"
    assert person.types(*found, "--has-output-schema").out == "post.send_mail\n"
    assert person.types(*found, "--category", "files").out == "disk.read_file\n"
    assert "there is no category 'fils'" in person.types(*found, "--category", "fils").err


def written(person: Person, *lines: Any) -> Path:
    """A file of queries: text as it is, anything else as JSON."""
    return person.write("q.jsonl", "".join(f"{it if isinstance(it, str) else json.dumps(it)}\n" for it in lines))


def answers(said: Said) -> list[Any]:
    return [json.loads(line) for line in said.out.splitlines()]


def test_many_queries_are_answered_in_order_from_one_start(person: Person) -> None:
    folder = person.has_captured(desk=DESK, mail=[tool("send", "Send a letter")])
    file = written(person, {"id": "b", "query": "people"}, "", {"id": 1, "query": "send letter", "more": []})

    said = person.types("search", "--queries", file, "--catalogue", folder, "--limit", 1, "--json")

    assert said.code == 0
    assert answers(said) == [
        {"id": "b", "tools": [{"server": "desk", "name": "list_people", "original_name": "list-people"}]},
        {"id": 1, "tools": [{"server": "mail", "name": "send", "original_name": "send"}]},
    ]


def test_an_empty_query_has_no_tools_and_any_scalar_is_an_id(person: Person) -> None:
    folder = person.has_captured(desk=DESK)
    ids = ["", "é\ud800", 0, -1.5, True, None]

    said = person.types(
        "search", "--queries", written(person, *({"id": it, "query": " "} for it in ids)), "--catalogue", folder
    )

    assert answers(said) == [{"id": it, "tools": []} for it in ids]


@pytest.mark.parametrize(
    "bad",
    [
        "{",
        "[]",
        '"ticket"',
        '{"id": 1}',
        '{"query": "ticket"}',
        '{"id": [1], "query": "ticket"}',
        '{"id": NaN, "query": "x"}',
        '{"id": 1, "query": 2}',
        "[" * 100_000,
    ],
    ids=lambda bad: bad[:30],
)
def test_a_bad_line_is_named_and_the_answers_before_it_stay(person: Person, bad: str) -> None:
    folder = person.has_captured(desk=DESK)
    file = written(person, {"id": 1, "query": "people"}, "", bad, {"id": 2, "query": "people"})

    said = person.types("search", "--queries", file, "--catalogue", folder)

    assert said.code == 2
    assert [answer["id"] for answer in answers(said)] == [1]
    assert "q.jsonl, line 3" in said.err


def test_queries_are_read_from_standard_input_and_only_the_named_server_is_searched(
    person: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = person.has_captured(desk=DESK, mail=[tool("send_ticket", "Send a ticket")])
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b'{"id": 1, "query": "ticket"}')))

    said = person.types("search", "--queries", "-", "--server", "mail", "--catalogue", folder, "--json")

    (answer,) = answers(said)
    assert [found["name"] for found in answer["tools"]] == ["send_ticket"]


def test_configured_servers_answer_many_queries_too(person: Person) -> None:
    person.has_servers(tracker=TRACKER)

    said = person.types("search", "--queries", written(person, {"id": 1, "query": "create issue"}), "--limit", 1)

    assert answers(said)[0]["tools"] == [{"server": "tracker", "name": "create_issue", "original_name": "create_issue"}]


@pytest.mark.parametrize("words", [(), ("ticket", "--queries", "q.jsonl")])
def test_either_words_or_a_file_of_queries_must_be_given(person: Person, words: tuple[str, ...]) -> None:
    said = person.types("search", *words, "--catalogue", person.has_captured(desk=DESK))

    assert said.code == 2
    assert "either the words to look for or --queries FILE" in said.err


def test_a_file_of_queries_that_is_not_there_is_an_error(person: Person) -> None:
    said = person.types("search", "--queries", "none.jsonl", "--catalogue", person.has_captured(desk=DESK))

    assert (said.code, said.out) == (2, "")
    assert "none.jsonl: there is no such file" in said.err
