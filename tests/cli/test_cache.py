"""What is kept can be looked at and forgotten."""

from __future__ import annotations

import sqlite3
import time

import pytest

from sandgate.cache.shelf import Shelf

from .person import Person


def keep(person: Person, *results: tuple[str, str, bytes]) -> None:
    shelf = Shelf(person.state / "sandgate" / "cache", 1)
    for number, (server, tool, sealed) in enumerate(results):
        generation, now = shelf.generation(server), time.time()
        shelf.put(bytes([number]), server, tool, sealed, asked_at=now, seconds=60, generation=generation)
    shelf.close()


def test_nothing_is_kept_at_first_and_looking_makes_no_file(person: Person) -> None:
    shown, cleared = person.types("cache", "show"), person.types("cache", "clear")

    assert (shown.code, cleared.code) == (0, 0)
    assert shown.out.startswith("Nothing is kept.\nThe settings keep nothing: see [cache]")
    assert cleared.out == "Nothing was kept.\n"
    assert not (person.state / "sandgate" / "cache").exists()


def test_results_are_counted_by_tool_and_not_shown(person: Person) -> None:
    config = person.write("sandgate.toml", "[cache]\nread_only = true\n")
    keep(person, ("crm", "get_lead", b"secret"), ("crm", "get_lead", b"secret"), ("wiki", "read", b"secrets"))

    table = person.types("cache", "show", "--config", config)
    report = person.types("cache", "show", "--json", "--config", config).json

    assert [row[:4] for row in table.rows[:2]] == [["crm", "get_lead", "2", "12"], ["wiki", "read", "1", "7"]]
    assert "of 256 MB, sealed in " in table.out
    assert "secret" not in table.out
    assert report["enabled"] is True
    assert [(row["tool"], row["results"], row["bytes"]) for row in report["tools"]] == [
        ("get_lead", 2, 12),
        ("read", 1, 7),
    ]


def test_one_server_or_all_can_be_forgotten(person: Person) -> None:
    keep(person, ("crm", "get", b"a"), ("crm", "list", b"b"), ("wiki", "read", b"c"), ("docs", "read", b"d"))

    one, left = person.types("cache", "clear", "crm"), person.types("cache", "show")
    rest, nothing = person.types("cache", "clear"), person.types("cache", "show")

    assert one.out == "2 results of crm forgotten.\n"
    assert [row[0] for row in left.rows[:2]] == ["docs", "wiki"]
    assert rest.out == "2 results forgotten.\n"
    assert nothing.out.startswith("Nothing is kept.")


def test_a_server_that_nobody_has_is_refused_with_those_that_are_there(person: Person) -> None:
    config = person.write("sandgate.toml", '[servers.docs]\ncommand = "docs"\n')
    keep(person, ("crm", "get", b"a"))

    unknown = person.types("cache", "clear", "nosuch", "--config", config)
    unused = person.types("cache", "clear", "docs", "--config", config)

    assert (unknown.code, unknown.out) == (2, "")
    assert "there is no server 'nosuch'; the servers are: crm, docs" in unknown.err
    assert (unused.code, unused.out) == (0, "0 results of docs forgotten.\n")


def test_a_file_that_is_no_database_is_named_and_can_be_cleared_away(person: Person) -> None:
    keep(person, ("crm", "get", b"a"))
    (person.state / "sandgate" / "cache" / "results.db").write_bytes(b"this is no database at all" * 100)

    shown, cleared, after = (person.types("cache", action) for action in ("show", "clear", "show"))

    assert shown.code == 2
    assert "results.db cannot be used: file is not a database; `sandgate cache clear` makes a new one" in shown.err
    assert cleared.code == 0
    assert cleared.out.startswith("The file could not be read (file is not a database) and is gone")
    assert after.out.startswith("Nothing is kept.")


def test_a_database_that_somebody_holds_is_not_cleared_away(person: Person) -> None:
    keep(person, ("crm", "get", b"a"))
    holder = sqlite3.connect(person.state / "sandgate" / "cache" / "results.db", isolation_level=None)
    holder.execute("begin immediate")

    held = person.types("cache", "clear")
    holder.execute("commit")
    holder.close()

    assert held.code == 2
    assert "database is locked; nothing was forgotten" in held.err
    assert person.types("cache", "clear").out == "1 result forgotten.\n"


def test_nobody_is_told_to_clear_a_cache_that_only_cannot_be_opened(person: Person) -> None:
    (person.state / "sandgate" / "cache" / "results.db").mkdir(parents=True)

    shown = person.types("cache", "show")

    assert shown.code == 2
    assert shown.err.endswith("unable to open database file; another program holds it, or this user may not read it\n")


@pytest.mark.parametrize("words", [(), ("empty",), ("clear", "a", "b")])
def test_a_wrong_command_line_is_refused(person: Person, words: tuple[str, ...]) -> None:
    with pytest.raises(SystemExit) as left:
        person.types("cache", *words)

    assert left.value.code == 2
