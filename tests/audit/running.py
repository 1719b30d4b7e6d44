"""A gateway's part in the audit, as a process: `python -m tests.audit.running FOLDER URL SPOOLS PROGRAMS CALLS`.

It says each thing when the one who asked would have heard of it: a call when its answer reaches the program, an
execution when its outcome reaches the client.
"""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path

import anyio

from sandgate.audit import Answered, Called, Journal
from sandgate.audit.database import Database, Lite
from sandgate.audit.keys import key_at
from sandgate.audit.settings import Store
from sandgate.model import Program
from sandgate.policy.run import Run

from .shelf import ADA, entry

AT_ONCE = 4


def say(what: str, id: str, number: int = 0) -> None:
    print(what, id, number, flush=True)


async def one(journal: Journal, calls: int) -> None:
    run = Run()
    await journal.started(run, Program(code="1 + 1"), ADA)
    say("started", run.id)
    for number in range(1, calls + 1):
        call = journal.called(run, Called(server="a", tool="b", arguments={"n": number}))
        await call.wait()
        journal.answered(run, call, Answered(outcome="ok"))
        say("call", run.id, call.number)
    await journal.record(entry(run))
    say("ended", run.id)


async def several(journal: Journal, programs: int, calls: int) -> None:
    for _ in range(programs):
        await one(journal, calls)


async def main(folder: Path, url: str, spools: str, programs: int, calls: int) -> None:
    def opened() -> Database:
        if not url:
            return Lite(folder / "journal.db")
        from sandgate.audit.postgres import Great

        return Great(url)

    key = partial(key_at, folder / "audit.key")
    journal = Journal(Store(open=opened, key=key, spools=Path(spools) if spools else None))
    async with anyio.create_task_group() as tasks:
        for _ in range(AT_ONCE):
            tasks.start_soon(several, journal, programs // AT_ONCE, calls)
    await journal.close()


if __name__ == "__main__":
    place, address, spooled, how_many, each = sys.argv[1:]
    anyio.run(main, Path(place), address, spooled, int(how_many), int(each))
