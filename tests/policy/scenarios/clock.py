"""The clock in real time: `python -m tests.policy.scenarios.clock` lets a program with 5 s wait 60 s for a person.

The suite proves the same with a twentieth of it. This takes a minute, so nobody should have to wait for it in between.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

import anyio
import mcp.types as wire

from tests.scenarios.gate import Mode, said

from .office import Office, Person, yes

LIMIT_SECONDS = 5
WAIT_SECONDS = 60
CODE = """
import time
from servers.clerk import update_lead
started = time.monotonic()
await update_lead(id=1)
waited = time.monotonic() - started
print(f"{waited:.0f} s later:", "alive")
"""
WRONG = """
import time
time.sleep(60)
"""


async def waits(office: Office, era: Mode) -> bool:
    """Whether a program outlives a wait of a minute, and one that is idle by itself does not."""
    person = Person()

    async def slow(_: str) -> wire.ElicitResult:
        await anyio.sleep(WAIT_SECONDS)
        return yes()

    person.decide = slow
    async with office.client(era, person) as client:
        started = time.monotonic()
        asked = await client.call_tool("execute_code", {"code": CODE})
        took = time.monotonic() - started
        idle = await client.call_tool("execute_code", {"code": WRONG})
    print(f"{era}: limits.time_seconds {LIMIT_SECONDS}, asked for {took:.1f} s: {said(asked)}")
    print(f"{era}: the same limit, nobody asked: {said(idle)}")
    return not asked.is_error and idle.is_error is True


async def main() -> int:
    settings = {"limits.time_seconds": LIMIT_SECONDS, "limits.tool_seconds": LIMIT_SECONDS}
    with TemporaryDirectory() as folder:
        office = Office(Path(folder), settings)
        kept: dict[Mode, bool] = {}
        async with anyio.create_task_group() as tasks:

            async def one(era: Mode) -> None:
                kept[era] = await waits(office, era)

            tasks.start_soon(one, "auto")
            tasks.start_soon(one, "legacy")
    return 0 if all(kept.values()) else 1


if __name__ == "__main__":
    sys.exit(anyio.run(main))
