"""How a gateway ends: whatever ends it, nothing that it started is left."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from subprocess import PIPE
from typing import Any

import anyio
import pytest
from anyio.abc import Process
from anyio.streams.buffered import BufferedByteReceiveStream
from mcp import MCPError

from .gate import PATIENCE_SECONDS, Gate, unruly
from .processes import Watched, below

pytestmark = pytest.mark.anyio
BUSY = """
import asyncio, os, time
from servers.unruly import sleep, wait_for
if os.fork() == 0:
    os.setsid()
    time.sleep(3600)
nap = asyncio.create_task(sleep(seconds=3600, name="nap"))
await wait_for(event="nap begun")
print("busy")
await nap
"""
HELLO: dict[str, Any] = {
    "protocolVersion": "2025-06-18",
    "capabilities": {},
    "clientInfo": {"name": "by hand", "version": "1"},
}


class ByHand:
    """The client's end of the pipes, held by the test itself: the SDK's client would kill a gateway that lingers."""

    def __init__(self, process: Process) -> None:
        assert process.stdout
        self.process, self._lines = process, BufferedByteReceiveStream(process.stdout)

    async def send(self, **message: object) -> None:
        await self.send_line(json.dumps({"jsonrpc": "2.0", **message}))

    async def send_line(self, line: str) -> None:
        assert self.process.stdin
        await self.process.stdin.send(line.encode() + b"\n")

    async def receive(self) -> dict[str, Any]:
        return json.loads(await self._lines.receive_until(b"\n", 2**20))

    async def greet(self) -> None:
        await self.send(id=1, method="initialize", params=HELLO)
        await self.receive()
        await self.send(method="notifications/initialized")

    async def hang_up(self) -> None:
        assert self.process.stdin
        await self.process.stdin.aclose()


@pytest.fixture
def gate(gate: Gate) -> Gate:
    """Begun as a person's is: a process that belongs to nobody but its client."""
    gate.cold = True
    return gate


@asynccontextmanager
async def by_hand(gate: Gate) -> AsyncGenerator[ByHand, None]:
    with (gate.folder / "stderr").open("a") as errors:
        process = await anyio.open_process(
            gate.command("serve"), stdin=PIPE, stdout=PIPE, stderr=errors, env=gate.variables(), start_new_session=True
        )
    try:
        with anyio.fail_after(PATIENCE_SECONDS):
            yield ByHand(process)
    finally:
        with suppress(ProcessLookupError):
            process.kill()
        with anyio.CancelScope(shield=True):
            await process.aclose()


async def made_busy(client: ByHand) -> list[int]:
    """A program runs, with a process of its own and a call under way. All processes of the gateway."""
    await client.greet()
    call = {"name": "execute_code", "arguments": {"code": BUSY}, "_meta": {"progressToken": "p"}}
    await client.send(id=2, method="tools/call", params=call)
    message = await client.receive()
    assert message.get("params", {}).get("message") == "busy", message
    return below(client.process.pid)


@pytest.mark.promise("end.disconnect")
@pytest.mark.parametrize("flags", [[], ["--stubborn"]], ids=["", "a server deaf to closed pipes"])
async def test_a_client_that_goes_in_the_middle_of_a_run_leaves_nothing_behind(gate: Gate, flags: list[str]) -> None:
    gate.configure({"unruly": unruly(*flags)})

    async with by_hand(gate) as client:
        started = await made_busy(client)
        with Watched([client.process.pid, *started]) as all_of_them:
            await client.hang_up()
            await all_of_them.gone()
        code = await client.process.wait()

    assert len(started) >= 5  # launcher, pid 1 of the run, program, its child, downstream server
    assert code == 0
    assert "Traceback" not in gate.log


@pytest.mark.promise("end.signal")
@pytest.mark.parametrize("name", ["SIGTERM", "SIGINT", "SIGHUP"])
async def test_a_signal_ends_the_gateway_with_all_it_started(gate: Gate, name: str) -> None:
    gate.configure({"unruly": unruly("--stubborn")})

    async with by_hand(gate) as client:
        started = await made_busy(client)
        with Watched([client.process.pid, *started]) as all_of_them:
            os.kill(client.process.pid, signal.Signals[name])
            await all_of_them.gone()

    assert "Traceback" not in gate.log


@pytest.mark.promise("end.signal")
async def test_a_signal_ends_a_gateway_that_serves_over_http(gate: Gate) -> None:
    started: list[int] = []
    busy = anyio.Event()

    async with gate.client(way="http") as client:
        pid = gate.pid()
        async with anyio.create_task_group() as tasks:

            async def printed(progress: float, total: float | None, message: str | None) -> None:
                del progress, total, message
                started.extend(below(pid))
                busy.set()

            async def run() -> None:
                with suppress(MCPError):  # the connection is lost, as it must be
                    await client.call_tool("execute_code", {"code": BUSY}, progress_callback=printed)

            tasks.start_soon(run)
            await busy.wait()
            with Watched([pid, *started]) as all_of_them:
                os.kill(pid, signal.SIGTERM)
                await all_of_them.gone()
            tasks.cancel_scope.cancel()

    assert len(started) >= 5
    assert "Traceback" not in gate.log


@pytest.mark.promise("end.signal")
@pytest.mark.parametrize("shell", [[], ["sh", "-c", 'trap "" INT; exec "$@"', "sh"]], ids=["", "in the background"])
async def test_a_command_that_is_told_to_end_leaves_its_program_on_record_as_cancelled(
    gate: Gate, shell: list[str]
) -> None:
    gate.configure({"unruly": unruly()})

    with anyio.fail_after(PATIENCE_SECONDS):
        async with await anyio.open_process([*shell, *gate.command("run", "-c", BUSY)], env=gate.variables()) as run:
            assert run.stdout
            await run.stdout.receive()
            with Watched([run.pid, *below(run.pid)]) as all_of_them:
                run.terminate()
                await all_of_them.gone()

    last = json.loads(gate.sandgate("audit", "list", "--limit", "1", "--json").stdout)
    assert run.returncode == 128 + signal.SIGTERM
    assert [(row["kind"], row["outcome"]) for row in last] == [("ended", "cancelled")]


@pytest.mark.promise("end.kill")
async def test_a_killed_gateway_leaves_nothing_behind(gate: Gate) -> None:
    gate.configure({"unruly": unruly("--stubborn")})

    async with by_hand(gate) as client:
        started = await made_busy(client)
        with Watched(started) as all_of_them:
            client.process.kill()
            await all_of_them.gone()

    assert len(started) >= 5


@pytest.mark.promise("bad.request")
async def test_lines_that_are_no_requests_do_not_end_the_conversation(gate: Gate) -> None:
    async with by_hand(gate) as client:
        await client.greet()
        for line in ("this is not JSON", "[]", '"text"', "{}", "\xff\x00"):
            await client.send_line(line)
        await client.send(id=7, method="no/such/method")
        await client.send(id=8, method="tools/call", params={"name": 5})
        await client.send(id=9, method="tools/call", params={"name": "execute_code", "arguments": "x"})
        await client.send(id=10, method="tools/list")
        answers: dict[object, dict[str, Any]] = {}
        while not {7, 8, 9, 10} <= answers.keys():
            answer = await client.receive()
            answers[answer.get("id")] = answer

    assert all("error" in answers[number] for number in (7, 8, 9))
    assert answers[10]["result"]["tools"]
