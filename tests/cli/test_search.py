from __future__ import annotations

from .person import MISSING, TRACKER, Person, tool

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
