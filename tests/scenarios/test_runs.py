"""While a program runs: what a client sees of it, and what a client's change of mind does to it."""

from __future__ import annotations

from collections.abc import Callable

import anyio
import pytest
from mcp import Client

from .gate import MARK, Gate, Mode, Way, execute, said
from .processes import Watched

pytestmark = pytest.mark.anyio
EVERY_COMBINATION = pytest.mark.parametrize(
    ("mode", "way"), [("auto", "stdio"), ("legacy", "stdio"), ("auto", "http"), ("legacy", "http")]
)
ODD_BYTES = "import os\nos.write(1, bytes(range(256)) * 50 + b'\\xf0\\x9f')"
ASLEEP = f"""
{MARK}
import asyncio
from servers.unruly import sleep, wait_for
nap = asyncio.create_task(sleep(seconds=3600, name="nap"))
await wait_for(event="nap begun")
print("asleep")
await nap
"""


async def abandoned(client: Client, code: str, see: Callable[[], list[int]]) -> list[int]:
    """Run a program until it prints, look, and give up on it. What was seen."""
    seen: list[int] = []
    with anyio.CancelScope() as scope:

        async def printed(progress: float, total: float | None, message: str | None) -> None:
            del progress, total, message
            seen.extend(see())
            scope.cancel()

        await client.call_tool("execute_code", {"code": code}, progress_callback=printed)
    return seen


@pytest.mark.promise("run.progress")
async def test_printed_lines_arrive_before_the_program_has_ended(gate: Gate) -> None:
    code = """
from servers.unruly import sleep, wait_for
print("half way")
await wait_for(event="seen begun")
return "done"
"""
    seen: list[str] = []
    answers: list[str] = []

    async with gate.client() as client:

        async def printed(progress: float, total: float | None, message: str | None) -> None:
            del progress, total
            seen.append(message or "")
            tasks.start_soon(execute, client, "from servers.unruly import sleep\nawait sleep(seconds=0, name='seen')")

        async with anyio.create_task_group() as tasks:
            answers.append(said(await client.call_tool("execute_code", {"code": code}, progress_callback=printed)))

    assert seen == ["half way"]
    assert answers == ["half way\nresult: done"]


@pytest.mark.promise("run.progress")
@pytest.mark.promise("run.cancel")
@pytest.mark.promise("run.cancel-reaches-server")
@EVERY_COMBINATION
async def test_cancelling_ends_the_program_and_tells_the_server(gate: Gate, mode: Mode, way: Way) -> None:
    async with gate.client(mode, way) as client:
        processes = await abandoned(client, ASLEEP, gate.runs)
        with Watched(processes) as run:
            await run.gone()
        answer = await execute(
            client, "from servers.unruly import wait_for\nreturn await wait_for(event='nap cancelled')"
        )

    assert processes  # and so progress had come while the program ran
    assert answer == "nap cancelled"


@pytest.mark.promise("run.cancel")
async def test_cancelling_also_ends_what_the_program_started(gate: Gate) -> None:
    code = f"""
{MARK}
import os, time
if os.fork() == 0:
    os.setsid()
    time.sleep(3600)
print("started")
time.sleep(3600)
"""
    async with gate.client() as client:
        processes = await abandoned(client, code, gate.runs)
        with Watched(processes) as run:
            await run.gone()
        answer = await execute(client, "return 1 + 1")

    assert len(processes) == 2
    assert answer == "2"


@pytest.mark.promise("run.long-line")
async def test_odd_output_does_not_harm_the_conversation(gate: Gate) -> None:
    odd = ["print('x' * 5_000_000)", "print('\\x00\\ufffe\\n' * 1000)", "print('\\r\\x1b[2J' * 99)", ODD_BYTES]

    async with gate.client() as client:

        async def printed(progress: float, total: float | None, message: str | None) -> None:
            del progress, total, message

        for code in odd:
            await client.call_tool("execute_code", {"code": code}, progress_callback=printed)
        answer = await execute(client, "return 'still here'")

    assert answer == "still here"
    assert "Traceback" not in gate.log
