"""While a program runs: what a client sees of it, and what a client's change of mind does to it."""

from __future__ import annotations

import os

import anyio
import pytest
from mcp import Client

from sandgate.server.replies import META

from .gate import MARK, execute, said
from .processes import Watched, below
from .standing import Standing

pytestmark = pytest.mark.anyio
ODD_BYTES = "import os\nos.write(1, bytes(range(256)) * 50 + b'\\xf0\\x9f')"


def asleep(nap: str) -> str:
    """A program that waits for a tool."""
    return f"""
{MARK}
import asyncio
from servers.unruly import sleep, wait_for
nap = asyncio.create_task(sleep(seconds=3600, name="{nap}"))
await wait_for(event="{nap} begun")
print("asleep")
await nap
"""


def marked() -> list[int]:
    """The processes of programs that have marked themselves, of any gateway of ours."""
    return below(os.getpid(), "sg-marked: ")


async def abandoned(client: Client, code: str) -> list[int]:
    """Run a program until it prints, look, and give up on it. What was seen."""
    seen: list[int] = []
    with anyio.CancelScope() as scope:

        async def printed(progress: float, total: float | None, message: str | None) -> None:
            del progress, total, message
            seen.extend(marked())
            scope.cancel()

        await client.call_tool("execute_code", {"code": code}, progress_callback=printed)
    return seen


@pytest.mark.promise("run.progress")
async def test_printed_lines_arrive_before_the_program_has_ended(client: Client, name: str) -> None:
    code = f"""
from servers.unruly import sleep, wait_for
print("half way")
await wait_for(event="{name} begun")
return "done"
"""
    seen: list[str] = []
    answers: list[str] = []

    async with anyio.create_task_group() as tasks:

        async def printed(progress: float, total: float | None, message: str | None) -> None:
            del progress, total
            seen.append(message or "")
            tasks.start_soon(execute, client, f"await call_mcp_tool('unruly.sleep', dict(seconds=0, name='{name}'))")

        answers.append(said(await client.call_tool("execute_code", {"code": code}, progress_callback=printed)))

    assert seen == ["half way"]
    assert answers == ["half way\nresult: done"]


@pytest.mark.promise("run.progress")
@pytest.mark.promise("run.cancel")
@pytest.mark.promise("run.cancel-reaches-server")
async def test_cancelling_ends_the_program_and_tells_the_server(any_client: Client, name: str) -> None:
    processes = await abandoned(any_client, asleep(name))
    with Watched(processes) as run:
        await run.gone()
    answer = await execute(
        any_client, f"return await call_mcp_tool('unruly.wait_for', {{'event': '{name} cancelled'}})"
    )

    assert processes  # and so progress had come while the program ran
    assert answer == f"{name} cancelled"


@pytest.mark.promise("run.cancel")
async def test_cancelling_also_ends_what_the_program_started(client: Client) -> None:
    code = f"""
{MARK}
import os, time
if os.fork() == 0:
    os.setsid()
    time.sleep(3600)
print("started")
time.sleep(3600)
"""
    processes = await abandoned(client, code)
    with Watched(processes) as run:
        await run.gone()
    answer = await execute(client, "return 1 + 1")

    assert len(processes) == 2
    assert answer == "2"


@pytest.mark.promise("run.long-line")
async def test_odd_output_does_not_harm_the_conversation(any_client: Client, standing: Standing) -> None:
    odd = ["print('x' * 5_000_000)", "print('\\x00\\ufffe\\n' * 1000)", "print('\\r\\x1b[2J' * 99)", ODD_BYTES]

    async def printed(progress: float, total: float | None, message: str | None) -> None:
        del progress, total, message

    for code in odd:
        await any_client.call_tool("execute_code", {"code": code}, progress_callback=printed)
    answer = await execute(any_client, "return 'still here'")

    assert answer == "still here"
    assert "Traceback" not in standing.gate.log


async def test_a_client_is_told_beside_the_answer_what_it_cost_and_what_stayed(client: Client) -> None:
    code = "rows = await call_mcp_tool('unruly.echo', {'value': ['a row'] * 500})\nreturn len(rows)"

    facts = ((await client.call_tool("execute_code", {"code": code})).meta or {})[META]

    assert (facts["status"], facts["calls"]) == ("ok", {"ok": 1})
    assert facts["tokens"]["read"] < 10 < facts["tokens"]["written"] < 100
    assert facts["tokens"]["stayed"] >= 1000
