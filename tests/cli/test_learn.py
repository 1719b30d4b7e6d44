"""One call on purpose: `sandgate tools learn`."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from sandgate.audit import os_user
from tests.wordless import CANARY

from .person import Person, Terminal

LAB = {"command": sys.executable, "args": [str(Path(__file__).parents[1] / "wordless.py")]}


@pytest.fixture
def at_the_lab(person: Person) -> Person:
    person.has_servers(lab=LAB)
    return person


def test_one_call_teaches_what_a_tool_returns(at_the_lab: Person) -> None:
    learned = at_the_lab.types("tools", "learn", "lab.list_rows", "--args", '{"count": 3}')
    shown = at_the_lab.types("tools", "show", "lab.list_rows")
    described = at_the_lab.types("tools", "show", "lab.list_rows", "--json").json

    assert (learned.code, learned.err) == (0, "")
    assert "observed in 1 call, not promised" in learned.out
    assert "total: int" in learned.out
    assert shown.out == learned.out
    assert described["observed"]["calls"] == 1
    assert {*described["observed"]["schema"]["properties"]} == {"rows", "total"}
    assert CANARY not in learned.out + str(described)


def test_json_has_what_was_learned(at_the_lab: Person) -> None:
    learned = at_the_lab.types("tools", "learn", "list_rows", "--json").json

    assert (learned["tool"], learned["observed"]["calls"]) == ("lab.list_rows", 1)


def test_the_call_is_on_record_as_that_of_whoever_typed_it(at_the_lab: Person) -> None:
    at_the_lab.types("tools", "learn", "list_rows")

    assert [row[3] for row in at_the_lab.types("audit", "list", "--kind", "answer").rows] == [os_user()]


def test_what_came_back_is_counted_though_it_was_read_into_values(at_the_lab: Person) -> None:
    at_the_lab.types("tools", "learn", "list_rows", "--args", '{"count": 0}')

    (answer,) = at_the_lab.types("audit", "list", "--kind", "answer", "--json").json

    assert answer["bytes"] == len('{"rows":[],"total":0}')


def test_a_tool_that_may_change_something_is_not_called_unasked(at_the_lab: Person) -> None:
    words = ("tools", "learn", "lab.add_row", "--args", '{"name": "x"}')

    refused, agreed = at_the_lab.types(*words), at_the_lab.types(*words, "--yes")

    assert (refused.code, refused.out) == (2, "")
    assert "lab.add_row is not marked as read-only and is really called; add --yes" in refused.err
    assert agreed.code == 0
    assert "observed in 1 call" in agreed.out


@pytest.mark.parametrize(("answer", "code"), [("y\n", 0), ("n\n", 2), ("", 2)])
def test_a_person_at_a_terminal_is_asked(
    at_the_lab: Person, monkeypatch: pytest.MonkeyPatch, answer: str, code: int
) -> None:
    monkeypatch.setattr(sys, "stdin", Terminal(answer))

    said = at_the_lab.types("tools", "learn", "lab.add_row", "--args", '{"name": "x"}')

    assert said.code == code
    assert "is really called. Call it? [y/N]" in said.err
    assert ("observed in 1 call" in said.out) == (code == 0)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["lab.list_rows", "--args", "{count: 3}"], "--args is not JSON"),
        (["lab.list_rows", "--args", "[3]"], "--args must be a JSON object"),
        (["lab.list_rows", "--args", '{"cuont": 3}'], "did you mean 'count'?"),
        (["lab.list_row"], "nearest: lab.list_rows"),
        (["lab.add_row", "--yes", "--args", '{"name": "bad"}'], "no row can be called so"),
    ],
)
def test_a_call_that_fails_is_one_clear_error(at_the_lab: Person, words: list[str], message: str) -> None:
    said = at_the_lab.types("tools", "learn", *words)

    assert (said.code, said.out) == (2, "")
    assert message in said.err
    assert "Traceback" not in said.err


def test_a_tool_that_needs_no_learning_says_so(at_the_lab: Person) -> None:
    said = at_the_lab.types("tools", "learn", "lab.count_rows")

    assert said.code == 0
    assert "nothing was learned: the server says itself what this tool returns" in said.err


def test_what_is_switched_off_is_not_learned(at_the_lab: Person) -> None:
    at_the_lab.write("sandgate.toml", "[catalogue]\nlearn = false\n")

    said = at_the_lab.types("tools", "learn", "lab.list_rows")

    assert said.code == 2
    assert "`learn` under [catalogue] is false" in said.err
