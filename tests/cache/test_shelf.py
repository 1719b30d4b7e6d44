"""The database: limited in size, shared by processes, and whole whatever happens."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import time
from multiprocessing import get_context
from pathlib import Path

import pytest

from sandgate.cache.shelf import EVERY_SERVER, Shelf

KB = 1024
WRITER = """
import sys, time
from pathlib import Path
from sandgate.cache.shelf import Shelf
shelf, server = Shelf(Path(sys.argv[1]), 8), sys.argv[2]
for number in range(10**9):
    key = bytes([number % 7])
    shelf.put(key, server, "get", key * 300_000, asked_at=time.time(), seconds=60, generation=shelf.generation(server))
    if number % 5 == 4:
        shelf.write_begins("other", time.time_ns())
        shelf.forget(server)
    if number == 20:
        print("busy", flush=True)
"""


def put(shelf: Shelf, key: bytes, sealed: bytes = b"sealed", *, server: str = "crm", seconds: float = 60) -> None:
    generation = shelf.generation(server)
    shelf.put(key, server, "get", sealed, asked_at=time.time(), seconds=seconds, generation=generation)


def kept(shelf: Shelf, *keys: bytes) -> list[bytes]:
    return [key for key in keys if shelf.find(key, 60) is not None]


def test_what_was_not_used_for_longest_goes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    now = [1_800_000_000.0]
    monkeypatch.setattr("sandgate.cache.shelf.time.time", lambda: now[0])
    shelf = Shelf(tmp_path, 1)
    keys = [bytes([number]) for number in range(4)]
    for key in keys:
        put(shelf, key, bytes(230 * KB))
        now[0] += 11
    used = kept(shelf, keys[0])
    now[0] += 1

    put(shelf, b"new", bytes(230 * KB))

    assert used == [keys[0]]
    assert kept(shelf, *keys, b"new") == [keys[0], keys[2], keys[3], b"new"]


def test_the_file_stays_within_its_size(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path, 1)

    for number in range(200):
        put(shelf, str(number).encode(), os.urandom(40 * KB))
    shelf.close()

    assert (tmp_path / "results.db").stat().st_size <= 1.05 * 2**20
    assert sum(row.results for row in Shelf(tmp_path, 1).rows()) > 15


def test_a_size_that_holds_nothing_keeps_the_last_at_most(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path, 0.001)

    put(shelf, b"a", b"x")
    put(shelf, b"b", b"x")

    assert kept(shelf, b"a", b"b") == [b"b"]


def test_one_result_takes_a_quarter_of_the_space_at_most(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path, 1)

    assert shelf.takes(256 * KB)
    assert not shelf.takes(256 * KB + 1)


def test_what_is_over_is_gone_from_the_database(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path, 1)
    put(shelf, b"old", seconds=-1)

    put(shelf, b"new")

    with sqlite3.connect(tmp_path / "results.db") as database:
        assert database.execute("select key from results").fetchall() == [(b"new",)]
        assert database.execute("select count(*) from contents").fetchone() == (1,)


def test_forgetting_says_how_much_there_was(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path, 1)
    for key, server in ((b"a", "crm"), (b"b", "crm"), (b"c", "wiki"), (b"d", "docs")):
        put(shelf, key, server=server)

    assert shelf.forget("crm") == 2
    assert shelf.forget("crm") == 0
    assert shelf.forget(EVERY_SERVER) == 2
    assert shelf.rows() == []


@pytest.mark.parametrize("forgotten", ["crm", EVERY_SERVER])
def test_a_read_that_began_before_the_forgetting_is_not_kept(tmp_path: Path, forgotten: str) -> None:
    shelf = Shelf(tmp_path, 1)
    generation = shelf.generation("crm")

    shelf.forget(forgotten)
    shelf.put(b"a", "crm", "get", b"old", asked_at=time.time(), seconds=60, generation=generation)

    assert kept(shelf, b"a") == []


def test_a_full_disk_loses_nothing_that_was_there(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path, 8)
    put(shelf, b"a")
    with shelf._database.opened() as database:  # pyright: ignore[reportPrivateUsage] - there is no small disk at hand
        (pages,) = database.execute("pragma page_count").fetchone()
        database.execute(f"pragma max_page_count = {pages}")

    with pytest.raises(sqlite3.OperationalError, match="full"):
        put(shelf, b"b", bytes(100 * KB))

    assert kept(shelf, b"a", b"b") == [b"a"]


def test_a_gateway_that_is_killed_while_it_writes_tears_nothing(tmp_path: Path) -> None:
    for number in range(5):
        command = [sys.executable, "-c", WRITER, str(tmp_path), f"s{number}"]
        with subprocess.Popen(command, stdout=subprocess.PIPE) as writer:
            assert writer.stdout
            said = writer.stdout.readline()
            writer.kill()

        assert said == b"busy\n"
        assert_whole(tmp_path)


def assert_whole(folder: Path) -> None:
    shelf = Shelf(folder, 8)
    for number in range(7):
        found = shelf.find(bytes([number]), 60)
        assert found is None or found == bytes([number]) * 300_000
    with shelf._database.opened() as database:  # pyright: ignore[reportPrivateUsage] - what nobody else asks
        assert database.execute("pragma integrity_check").fetchone() == ("ok",)
        orphans = "select count(*) from contents where result not in (select id from results)"
        assert database.execute(orphans).fetchone() == (0,)
    put(shelf, b"after", server="nobody's")
    assert kept(shelf, b"after") == [b"after"]
    shelf.close()


def busy(folder: str, number: int) -> None:
    """In another process: puts and forgets as fast as it can."""
    shelf = Shelf(Path(folder), 1)
    for turn in range(40):
        put(shelf, f"{number}-{turn}".encode(), os.urandom(30 * KB), server=f"s{number}")
        if turn % 10 == 9:
            shelf.write_begins(f"s{number}", number * 1000 + turn)
            shelf.write_ended(f"s{number}", number * 1000 + turn)
    put(shelf, f"{number}".encode(), b"last", server=f"s{number}")


def test_several_gateways_share_it(tmp_path: Path) -> None:
    processes = [get_context("fork").Process(target=busy, args=(str(tmp_path), number)) for number in range(4)]
    for process in processes:
        process.start()
    for process in processes:
        process.join(30)

    assert [process.exitcode for process in processes] == [0, 0, 0, 0]
    shelf = Shelf(tmp_path, 1)
    assert kept(shelf, *(f"{number}".encode() for number in range(4))) == [b"0", b"1", b"2", b"3"]
