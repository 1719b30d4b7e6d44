from __future__ import annotations

import re
from typing import Any

import pytest

from sandgate.cli import weighing

from .person import MISSING, TRACKER, Person, tool

TYPED = {"type": "object", "properties": {"id": {"type": "integer"}}}
SEND: dict[str, Any] = {**tool("send", "Send a letter."), "outputSchema": TYPED}
DESK = [
    tool("create-ticket", "Open a ticket. " * 30, title="string"),
    tool("send", "Send a ticket."),
    {"name": "ping"},
]


def test_the_overview_has_the_largest_server_first_and_the_totals_last(person: Person) -> None:
    folder = person.has_captured(mail=[SEND], desk=DESK)
    person.has_servers(broken=MISSING)

    said = person.types("catalogue", "--catalogue", folder)

    assert (said.code, said.err) == (0, "")
    assert [(row[0], row[1], row[-1]) for row in said.rows] == [
        ("desk", "3", "3"),
        ("mail", "1", "0"),
        ("all", "4", "3"),
    ]
    desk, mail, everything = ([int(cell.replace(",", "")) for cell in row[2:6]] for row in said.rows)
    assert everything == [one + other for one, other in zip(desk, mail, strict=True)]


def test_a_server_shows_its_tools_with_what_each_lacks(person: Person) -> None:
    folder = person.has_captured(mail=[SEND], desk=DESK)

    said = person.types("catalogue", "desk", "--catalogue", folder)

    assert [(row[0], row[-1]) for row in said.rows] == [
        ("create_ticket", "parameter descriptions, output schema"),
        ("send", "output schema"),
        ("ping", "input schema, description, output schema"),
        ("all", ""),
    ]


def test_sizes_are_those_of_the_texts_that_are_shown(person: Person) -> None:
    folder = person.has_captured(desk=[tool("send", "Send a ticket.")])

    report = person.types("catalogue", "--json", "--catalogue", folder).json
    shown = person.types("search", "send", "--detail", "full", "--json", "--catalogue", folder).json

    (sizes,) = [it["tokens"] for it in report["catalogue"]]
    assert sizes["name"] < sizes["description"] < sizes["json"]
    assert sizes["full"] == weighing.count(shown["results"][0]["definition"])
    assert report["tokens"] == report["servers"][0]["tokens"] == sizes


def test_problems_are_what_is_missing_what_collides_and_what_was_renamed(person: Person) -> None:
    folder = person.has_captured(mail=[SEND], desk=DESK, **{"my-lab": [SEND]})

    said = person.types("catalogue", "--problems", "--catalogue", folder)

    assert said.out.splitlines() == [
        "No input schema: 1",
        "desk\t1\tping",
        "No description: 1",
        "desk\t1\tping",
        "Parameters without a description: 1",
        "desk\t1\tcreate-ticket",
        "No output schema: 3",
        "desk\t3\tcreate-ticket, send and 1 more",
        "Same name on several servers: 3",
        "send\t3\tdesk, mail and 1 more",
        "Another name in Python: 2",
        "desk\t1\tcreate-ticket is create_ticket",
        "my-lab\t1\tmy-lab is my_lab",
    ]


def test_the_problems_of_one_server_are_shown_to_the_last(person: Person) -> None:
    folder = person.has_captured(mail=[SEND], desk=DESK)

    said = person.types("catalogue", "desk", "--problems", "--catalogue", folder)

    assert "desk\t3\tcreate-ticket, send, ping" in said.out
    assert "send\t2\tdesk, mail" in said.out


def test_a_catalogue_without_problems_says_so(person: Person) -> None:
    folder = person.has_captured(mail=[SEND])

    said = person.types("catalogue", "--problems", "--catalogue", folder)

    assert said.out == "Nothing is missing, no names collide\n"


def test_json_names_every_problem(person: Person) -> None:
    folder = person.has_captured(mail=[SEND], desk=DESK)

    report = person.types("catalogue", "--problems", "--json", "--catalogue", folder).json

    assert report["tools"] == 4
    assert [it["tool"] for it in report["catalogue"]] == ["desk.create_ticket", "desk.send", "desk.ping"]
    assert report["missing"] == {
        "input schema": 1, "description": 1, "parameter descriptions": 1, "output schema": 3
    }  # fmt: skip
    assert report["collisions"] == {"send": ["desk", "mail"]}
    assert report["renamed"] == {"desk": {"create-ticket": "create_ticket"}}
    assert report["unavailable"] == {}


def test_hostile_tools_are_weighed_and_cannot_steer_the_terminal(person: Person) -> None:
    folder = person.has_captured(desk=[tool("paint\x1b[31m\n", "half \ud800 of it", **{"": "string"})])

    said = person.types("catalogue", "desk", "--catalogue", folder)
    problems = person.types("catalogue", "--problems", "--catalogue", folder)

    assert (said.code, problems.code) == (0, 0)
    assert "\x1b" not in said.out + problems.out
    assert len(said.rows) == 2


def test_an_unknown_server_is_answered_with_the_nearest(person: Person) -> None:
    said = person.types("catalogue", "dsk", "--catalogue", person.has_captured(desk=DESK))

    assert (said.code, said.out) == (2, "")
    assert "there is no server 'dsk'; nearest: desk" in said.err


def test_configured_servers_are_asked_and_one_that_fails_makes_the_exit_code_1(person: Person) -> None:
    person.has_servers(tracker=TRACKER, broken=MISSING)

    said = person.types("catalogue", "--json")

    assert said.code == 1
    assert [server["server"] for server in said.json["servers"]] == ["tracker"]
    assert list(said.json["unavailable"]) == ["broken"]


def test_the_overview_fits_a_terminal_of_80_columns(person: Person) -> None:
    folder = person.has_captured(**{"a-server-with-a-name": DESK * 900, "b": [SEND]})

    said = person.types_at_a_terminal("catalogue", "--catalogue", folder)

    table = [re.sub(r"\x1b\[[\d;]*m", "", line).rstrip() for line in said.out.splitlines()[:-1]]
    assert [line.split()[0] for line in table] == ["Server", "a-server-with-a-name", "b", "all"]
    assert max(map(len, table)) <= 80


def test_a_person_who_waits_sees_a_bar(person: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = person.has_captured(desk=DESK)

    monkeypatch.setattr(weighing, "PATIENCE_SECONDS", 600)
    quick = person.types_at_a_terminal("catalogue", "--catalogue", folder)
    monkeypatch.setattr(weighing, "PATIENCE_SECONDS", 0)
    slow = person.types_at_a_terminal("catalogue", "--catalogue", folder)

    assert "Counting" not in quick.err
    assert "Counting" in slow.err
