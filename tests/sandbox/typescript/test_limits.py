"""Every limit holds for TypeScript programs too, and is told by its name; who breaks the channel's rules is ended."""

from __future__ import annotations

import os
import signal
from collections.abc import AsyncGenerator
from pathlib import Path

import anyio
import pytest

from sandgate.model import Limits, Program
from sandgate.sandbox import bridge
from sandgate.sandbox.clock import Clock
from sandgate.sandbox.protocol import Answer, Backend, Listeners, Request
from sandgate.sandbox.typescript.backend import TypeScriptBackend

from ..conformance import run, value
from .place import in_one_session, needs_deno

pytestmark = [pytest.mark.anyio, needs_deno]
SMALL = Limits(
    time_seconds=15, memory_mb=96, disk_mb=8, file_mb=4, workspace_mb=4, workspace_files=50, processes=8, open_files=32
)


@pytest.fixture(scope="module")
async def backend() -> AsyncGenerator[TypeScriptBackend]:
    backend = TypeScriptBackend()
    yield backend
    await backend.close()


@pytest.mark.parametrize(
    "code",
    [
        "const held = []\nwhile (true) held.push(new Array(1000).fill(Math.random()))",
        "const held = []\nwhile (true) held.push(new Uint8Array(10_000_000).fill(1))",
        "const memory = new WebAssembly.Memory({ initial: 1 })\nwhile (true) { memory.grow(160)\n"
        "  new Uint8Array(memory.buffer).fill(1) }",
        "let text = 'x'\nconst held = []\nwhile (true) { text += text + 'y'\n  held.push(text.split('')) }",
    ],
    ids=["objects", "buffers", "wasm", "strings"],
)
async def test_memory_is_limited_whatever_it_is_taken_as(backend: Backend, code: str) -> None:
    outcome = await run(backend, code, limits=SMALL)

    assert outcome.status in ("memory", "error")
    assert outcome.fault is not None
    assert "96 MB of memory (limits.memory_mb)" in outcome.fault.message or "WebAssembly" in outcome.fault.message
    assert outcome.duration_seconds < 12


async def test_one_huge_buffer_is_refused_and_the_program_can_say_so(backend: Backend) -> None:
    code = "try { new Uint8Array(4_000_000_000).fill(1) } catch (e) { return [e.name, 1 + 1] }"

    outcome = await run(backend, code, limits=SMALL)

    assert outcome.value == ["RangeError", 2]


async def test_one_huge_text_is_told_as_a_want_of_memory(backend: Backend) -> None:
    outcome = await run(backend, "return 'x'.repeat(500_000_000)", limits=Limits(memory_mb=256))

    assert outcome.status == "memory"


async def test_a_program_that_runs_too_long_is_ended(backend: Backend) -> None:
    outcome = await run(backend, "console.log('started')\nwhile (true) {}", limits=Limits(time_seconds=0.5))

    assert outcome.status == "timeout"
    assert outcome.fault is not None
    assert "the program ran longer than 0.5 s of its own time (limits.time_seconds)" in outcome.fault.message
    assert outcome.output == "started\n"


async def test_processor_time_is_limited(backend: Backend) -> None:
    outcome = await run(backend, "while (true) {}", limits=Limits(time_seconds=15, cpu_seconds=1))

    assert outcome.status == "timeout"
    assert outcome.fault is not None
    assert "limits.cpu_seconds" in outcome.fault.message


async def test_a_flood_of_output_is_cut_and_counted(backend: Backend) -> None:
    outcome = await run(backend, "console.log('x'.repeat(300_000))\n'done'", limits=Limits(output_kb=10))

    assert outcome.value == "done"
    assert len(outcome.output) < 11_000
    assert "289,761 bytes more were printed" in outcome.output


async def test_too_many_calls_are_refused_and_the_program_told(backend: Backend) -> None:
    outcome = await run(backend, "while (true) await callMcpTool('s.t')", limits=Limits(calls=3))

    assert outcome.fault is not None
    assert "more than 3 calls" in outcome.fault.message
    assert [call.status for call in outcome.calls] == ["ok", "ok", "ok", "error"]


async def test_arguments_over_the_limit_are_an_error_the_program_can_catch(backend: Backend) -> None:
    code = "try { await callMcpTool('s.t', { x: 'y'.repeat(3_000_000) }) } catch (e) { return e.message }"

    outcome = await run(backend, code, limits=Limits(message_mb=2))

    assert "more than the 2 MB a call may carry" in str(outcome.value)


@pytest.mark.parametrize(
    ("code", "limit"),
    [
        ("Deno.writeFileSync('/tmp/x', new Uint8Array(5_000_000))", "file_mb"),
        ("for (let i = 0; i < 9; i++) Deno.writeFileSync(`/tmp/${i}`, new Uint8Array(3_000_000))", "disk_mb"),
        ("for (let i = 0; i < 9; i++) Deno.writeFileSync(`workspace/${i}`, new Uint8Array(3_000_000))", "workspace_mb"),
        ("const held = []\nwhile (true) held.push(Deno.openSync('guest/main.ts'))", "open_files"),
    ],
)
async def test_files_are_limited_and_the_limit_is_named(backend: Backend, code: str, limit: str) -> None:
    outcome = await run(backend, code, limits=SMALL)

    assert outcome.status == "error"
    assert outcome.fault is not None
    assert f"(limits.{limit})" in outcome.fault.message


async def test_threads_cannot_be_made_without_end(backend: Backend) -> None:
    code = (
        "const body = new Blob(['setInterval(() => {}, 1000)'], { type: 'text/javascript' })\n"
        "for (let i = 0; i < 500; i++) new Worker(URL.createObjectURL(body), { type: 'module' })\n"
        "await new Promise((resolve) => setTimeout(resolve, 3000))\n'all of them'"
    )

    outcome = await run(backend, code, limits=SMALL)

    assert outcome.status != "ok"


THREADS = (
    "new Worker('data:text/javascript,1', { type: 'module' })",
    "import { Worker } from 'node:worker_threads'\nnew Worker('1', { eval: true })",
    "import * as threads from 'node:worker_threads'\nnew threads.Worker('1', { eval: true })",
    "import threads from 'node:worker_threads'\nnew threads.Worker('1', { eval: true })",
    "const { Worker } = await import('node:worker_threads')\nnew Worker('1', { eval: true })",
)


async def test_a_program_that_makes_a_thread_is_told_what_to_do_instead(backend: Backend) -> None:
    outcomes = await in_one_session(backend, THREADS)

    assert [one.fault and one.fault.message for one in outcomes] == [
        "There are no worker threads here: calls run side by side with Promise.all."
    ] * len(THREADS)


async def test_what_else_comes_with_threads_can_be_imported(backend: Backend) -> None:
    outcome = await run(
        backend,
        "import { isMainThread, MessageChannel } from 'node:worker_threads'\n"
        "const { port1, port2 } = new MessageChannel()\nport1.close()\nport2.close()\nisMainThread",
    )

    assert outcome.value is True


async def test_a_process_that_is_killed_is_told_with_its_signal(backend: TypeScriptBackend) -> None:
    async def kill(_: Request, _clock: Clock) -> Answer:
        os.kill(_runtime(worker.handle), signal.SIGKILL)
        await anyio.sleep_forever()
        raise AssertionError

    with anyio.fail_after(20):
        worker = await backend.spawn(Limits())
        outcome = await bridge.run(worker, Program(code="await callMcpTool('s.t')"), Listeners(kill))

    assert outcome.status == "killed"
    assert outcome.fault is not None
    assert "SIGKILL" in outcome.fault.message
    assert [call.status for call in outcome.calls] == ["unfinished"]


def _runtime(handle: int) -> int:
    """The process that the first one of a run, which this is a descriptor of, has started."""
    lines = Path(f"/proc/self/fdinfo/{handle}").read_text(encoding="ascii").splitlines()
    first = next(line.split()[1] for line in lines if line.startswith("Pid:"))
    return int(Path(f"/proc/{first}/task/{first}/children").read_text(encoding="ascii").split()[0])


FORGE = (
    "import net from 'node:net'\nconst channel = new net.Socket({ fd: 0 })\n"
    "const frame = (message: unknown) => { const body = new TextEncoder().encode(JSON.stringify(message))\n"
    "  return new Uint8Array([0, 0, body.length >> 8, body.length & 255, ...body]) }\n"
)


@pytest.mark.parametrize(
    ("sent", "reason"),
    [
        ("new Uint8Array([255, 255, 255, 255])", "4,294,967,295 bytes"),
        ("new Uint8Array([0, 0, 0, 3, 97, 98, 99])", "not JSON"),
        ("new Uint8Array([0, 0, 0, 2, 91, 93])", "not an object"),
        ("frame({ type: 'ready' })", "unknown form"),
        ("frame({ type: 'run', code: '1' })", "unknown form"),
        ("frame({ type: 'call', id: '1', tool: 's.t', arguments: {} })", "unknown form"),
    ],
)
async def test_a_program_that_breaks_the_channels_rules_is_ended(backend: Backend, sent: str, reason: str) -> None:
    code = f"{FORGE}channel.write({sent})\nawait new Promise(() => {{}})"

    outcome = await run(backend, code, limits=Limits(time_seconds=10))

    assert outcome.status == "killed"
    assert outcome.fault is not None
    assert reason in outcome.fault.message


async def test_a_forged_call_is_a_call_like_any_other(backend: Backend) -> None:
    asked: list[Request] = []

    async def tool(request: Request) -> Answer:
        asked.append(request)
        return value(None)

    call = "{ type: 'call', id: 1, tool: 's.t', arguments: {}, approved: true, user: 'admin', limits: { calls: 1e9 } }"
    code = f"{FORGE}channel.write(frame({call}))\nawait new Promise((resolve) => setTimeout(resolve, 300))"
    outcome = await run(backend, code, tool)

    assert [(one.tool, one.status) for one in outcome.calls] == [("s.t", "ok")]
    assert len(asked) == 1


async def test_answers_that_are_never_read_end_the_program(backend: Backend) -> None:
    async def tool(_: Request) -> Answer:
        return value("x" * 4_000_000)

    code = (
        "for (let i = 0; i < 50; i++) callMcpTool('s.t')\n"
        "setTimeout(() => { while (true) {} })\nawait new Promise(() => {})"
    )
    outcome = await run(backend, code, tool, Limits(unread_seconds=1))

    assert outcome.status == "killed"
    assert outcome.fault is not None
    assert "limits.unread_seconds" in outcome.fault.message
