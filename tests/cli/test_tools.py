from __future__ import annotations

import pytest

from .person import MISSING, TRACKER, Person, tool


def test_a_tool_is_shown_as_a_program_would_call_it(person: Person) -> None:
    folder = person.has_captured(desk=[tool("create-ticket", "Open a ticket.", title="string")])

    said = person.types("tools", "show", "desk.create-ticket", "--catalogue", folder)

    assert said.code == 0
    assert "from servers.desk import create_ticket" in said.out
    assert "inputSchema" not in said.out


def test_the_schemas_are_shown_when_asked_for(person: Person) -> None:
    folder = person.has_captured(desk=[tool("create", "Open a ticket.", title="string")])

    said = person.types("tools", "show", "create", "--schema", "--catalogue", folder)

    assert '"inputSchema": {' in said.out
    assert '"outputSchema": null' in said.out


def test_json_has_everything_the_server_said(person: Person) -> None:
    described = {**tool("create", "Open a ticket.", title="string"), "annotations": {"title": "New ticket"}}
    folder = person.has_captured(desk=[described])

    shown = person.types("tools", "show", "desk.create", "--json", "--catalogue", folder).json

    assert "async def create" in shown.pop("definition")
    assert shown == {
        "tool": "desk.create",
        "server": "desk",
        "name": "create",
        "title": "New ticket",
        "description": "Open a ticket.",
        "inputSchema": described["inputSchema"],
        "outputSchema": None,
        "observed": None,
        "annotations": {"title": "New ticket"},
    }


def test_an_unknown_tool_is_answered_with_the_nearest(person: Person) -> None:
    folder = person.has_captured(desk=[tool("create_ticket")])

    said = person.types("tools", "show", "desk.create_tickets", "--json", "--catalogue", folder)

    assert (said.code, said.out) == (2, "")
    assert "nearest: desk.create_ticket" in said.err


def test_a_name_that_is_like_no_other_is_answered_in_the_words_of_the_command_line(person: Person) -> None:
    folder = person.has_captured(desk=[tool("create_ticket")])

    said = person.types("tools", "show", "zzz", "--catalogue", folder)

    assert said.err == "sandgate: there is no tool 'zzz'; `sandgate search` finds tools by what they do\n"


@pytest.mark.parametrize("words", [["catalogue", "zzz"], ["search", "x", "--server", "zzz"]])
def test_a_server_that_is_like_no_other_is_answered_with_all_of_them(person: Person, words: list[str]) -> None:
    folder = person.has_captured(desk=[tool("create_ticket")], mail=[tool("send")])

    said = person.types(*words, "--catalogue", folder)

    assert said.err == "sandgate: there is no server 'zzz'; the servers are: desk, mail\n"


def test_only_the_server_of_the_tool_is_asked(person: Person) -> None:
    person.has_servers(tracker=TRACKER, broken=MISSING)

    said = person.types("tools", "show", "tracker.create_issue")

    assert said.code == 0
    assert "from servers.tracker import create_issue" in said.out
    assert said.err == ""


def test_a_folder_without_captured_tools_is_an_error(person: Person) -> None:
    said = person.types("tools", "show", "x", "--catalogue", person.project)

    assert said.code == 2
    assert "holds no *.json files" in said.err
