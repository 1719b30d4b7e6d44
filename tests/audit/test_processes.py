"""Several gateways write one chain, and one that is killed has written everything that anybody heard of."""

from __future__ import annotations

import random
import subprocess
from typing import IO

import pytest

from tests.warm import warm

from .shelf import Shelf

KILLS = 6


def gateway(shelf: Shelf, programs: int, calls: int) -> subprocess.Popen[str]:
    command = [*warm().python(), "-m", "tests.audit.running", shelf.folder, shelf.url, shelf.spools or ""]
    return subprocess.Popen([*command, str(programs), str(calls)], stdout=subprocess.PIPE, text=True)


def heard(stream: IO[str] | None, lines: int | None = None) -> set[tuple[str, str, int]]:
    """What was said: so many lines, or all."""
    assert stream
    said: set[tuple[str, str, int]] = set()
    for number, line in enumerate(stream, 1):
        what, id, call = line.split() if line.endswith("\n") else ("", "", "0")
        said.add((what, id, int(call)))
        if number == lines:
            break
    return said - {("", "", 0)}


def test_several_processes_write_one_chain(any_shelf: Shelf) -> None:
    shelf = any_shelf
    processes = [gateway(shelf, 20, 3) for _ in range(3)]

    ends = [process.communicate(timeout=60)[0].count("ended") for process in processes]

    found = shelf.verified()
    assert ends == [20, 20, 20]
    assert (found.problems, found.rows) == ([], 60 * (1 + 3 * 2 + 1))


@pytest.mark.parametrize("seed", range(KILLS))
def test_a_killed_gateway_has_written_what_was_heard_of(any_shelf: Shelf, seed: int) -> None:
    """Six kills, at random points of some two hundred executions, on each database."""
    shelf = any_shelf
    chance = random.Random(seed)
    process = gateway(shelf, 40, 3)
    said = heard(process.stdout, chance.randint(1, 40 * 5))

    process.kill()
    said |= heard(process.stdout)
    process.wait(timeout=10)
    assert process.stdout
    process.stdout.close()

    shelf.recovered()
    rows = shelf.rows()
    written = {(row.kind, row.content["execution"], row.content.get("number", 0)) for row in rows}
    assert said
    assert said - written == set()
    assert shelf.verified().problems == []
    ended = {id for kind, id, _ in written if kind == "ended"}
    unfinished = {row.content["execution"] for row in shelf.rows(every=False, kind=["started"], outcome=["unfinished"])}
    assert unfinished == {id for kind, id, _ in written if kind == "started"} - ended


def test_after_a_kill_the_next_gateway_goes_on_with_the_chain(any_shelf: Shelf) -> None:
    shelf = any_shelf
    process = gateway(shelf, 400, 1)
    heard(process.stdout, 10)
    process.kill()
    process.communicate()

    ends = gateway(shelf, 8, 1).communicate(timeout=60)[0].count("ended")

    assert ends == 8
    assert shelf.verified().ok
