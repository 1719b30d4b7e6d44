"""Every limit ends the run that reaches it, with a sentence that names it, its value and how to raise it."""

from __future__ import annotations

import sys
import time
from collections.abc import AsyncGenerator
from dataclasses import fields

import anyio
import pytest

from sandgate.model import Limits, Program
from sandgate.sandbox import bridge
from sandgate.sandbox.clock import Clock
from sandgate.sandbox.limits import EXCEEDED, limit_reached
from sandgate.sandbox.process.backend import ProcessBackend
from sandgate.sandbox.protocol import Answer, Listeners, Request

from .conformance import run, value

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.skipif(sys.platform != "linux", reason="the process sandbox is made of Linux namespaces"),
]

TREE = "import os, time\nprint('started', flush=True)\nfor _ in range(3):\n    os.fork()\n"
WRITE = "for number in range(100):\n    with open(f'{}/{{number}}', 'wb') as file:\n        file.write(bytes({}))\n"
SEND = "import os, time\nbody = {}\nos.write(3, len(body).to_bytes(4, 'big') + body)\ntime.sleep(20)\n"
ASK_AND_SLEEP = """
import os, time
for number in range(4):
    body = b'{"type":"call","id":%d,"tool":"a.b","arguments":{}}' % number
    os.write(3, len(body).to_bytes(4, 'big') + body)
time.sleep(20)
"""
REACHED = {
    "time_seconds": ("while True: pass", Limits(time_seconds=0.5)),
    "tool_seconds": ("await call_mcp_tool('s.slow')", Limits(tool_seconds=0.5)),
    "cpu_seconds": ("while True: pass", Limits(cpu_seconds=1)),
    "cpu_seconds of a tree": (TREE + "while True: pass", Limits(cpu_seconds=1)),
    "memory_mb": ("x = []\nwhile True: x.append(bytearray(2**22))", Limits(memory_mb=64)),
    "memory_mb of a tree": (TREE + "x = bytearray(30 * 2**20)\ntime.sleep(20)", Limits(memory_mb=64)),
    "disk_mb": (WRITE.format("/tmp", 2**20), Limits(disk_mb=4)),
    "file_mb": (WRITE.format("/tmp", 2 * 2**20), Limits(file_mb=1)),
    "workspace_mb": (WRITE.format("workspace", 2**20), Limits(workspace_mb=4)),
    "workspace_files": (WRITE.format("workspace", 1), Limits(workspace_files=20)),
    "processes": ("import os, time\nwhile True:\n    if os.fork() == 0: time.sleep(20)", Limits(processes=8)),
    "processes as threads": (
        "import threading, time\nwhile True: threading.Thread(target=time.sleep, args=(20,)).start()",
        Limits(processes=8),
    ),
    "open_files": ("x = []\nwhile True: x.append(open('/dev/null'))", Limits(open_files=32)),
    "message_mb": (SEND.format("b'x' * (2 * 2**20)"), Limits(message_mb=1)),
    "tool_result_mb": ("await call_mcp_tool('s.large')", Limits(tool_result_mb=1)),
    "calls": ("for _ in range(5): await call_mcp_tool('s.quick')", Limits(calls=3)),
    "concurrent_calls": (ASK_AND_SLEEP.replace("a.b", "s.slow"), Limits(concurrent_calls=1)),
    "unread_seconds": (ASK_AND_SLEEP.replace("a.b", "s.large"), Limits(unread_seconds=0.5)),
}


@pytest.fixture(scope="module")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="module")
async def walls(anyio_backend: str) -> AsyncGenerator[ProcessBackend]:
    backend = ProcessBackend()
    yield backend
    await backend.close()


async def tool(request: Request) -> Answer:
    match getattr(request, "tool", ""):
        case "s.slow":
            await anyio.sleep_forever()
            raise AssertionError
        case "s.large":
            return value("x" * 4_000_000)
        case _:
            return value(None)


@pytest.mark.parametrize("name", REACHED)
async def test_a_limit_that_is_reached_is_named_with_its_value_and_its_cure(walls: ProcessBackend, name: str) -> None:
    code, limits = REACHED[name]
    limit = name.split()[0]

    outcome = await run(walls, "print('before', flush=True)\n" + code, tool, limits)

    assert not outcome.ok
    assert outcome.fault is not None
    assert f"(limits.{limit})" in outcome.fault.message
    assert f"raise limits.{limit} in sandgate.toml" in outcome.fault.message
    assert format(getattr(limits, limit), "g") in outcome.fault.message
    assert outcome.output.startswith("before")  # what it had printed is kept


@pytest.mark.parametrize(
    ("limit", "status"), [("time_seconds", "timeout"), ("cpu_seconds", "timeout"), ("memory_mb of a tree", "memory")]
)
async def test_running_out_of_time_or_memory_has_a_status_of_its_own(
    walls: ProcessBackend, limit: str, status: str
) -> None:
    code, limits = REACHED[limit]

    outcome = await run(walls, code, tool, limits)

    assert outcome.status == status


async def test_a_message_nested_too_deep_ends_the_run(walls: ProcessBackend) -> None:
    deep = 'b\'{"type":"call","id":1,"tool":"a.b","arguments":{"x":\' + b\'[\' * 80 + b\']\' * 80 + b\'}}\''

    outcome = await run(walls, SEND.format(deep))

    assert outcome.fault is not None
    assert "nested more than 72 levels deep" in outcome.fault.message


async def test_the_time_a_person_takes_is_not_the_programs(walls: ProcessBackend) -> None:
    async def ask(_: Request, clock: Clock) -> Answer:
        with clock.asking():
            await anyio.sleep(2)
        return value("yes")

    limits = Limits(time_seconds=1, tool_seconds=1)
    worker = await walls.spawn(limits)
    outcome = await bridge.run(worker, Program(code="await call_mcp_tool('s.t')", limits=limits), Listeners(ask))

    assert outcome.value == "yes"


async def test_who_asks_faster_than_anybody_could_answer_is_ended_and_not_slowed_down(walls: ProcessBackend) -> None:
    async def busy(_: Request) -> Answer:
        time.sleep(0.01)  # noqa: ASYNC251 - work that lets nobody else go on
        return value("late")

    outcome = await run(walls, ASK_AND_SLEEP.replace("4", "10**4", 1), busy)

    assert outcome.status == "killed"
    assert outcome.fault
    assert "limits.concurrent_calls" in outcome.fault.message


async def test_the_time_a_tool_takes_is_not_the_programs_own(walls: ProcessBackend) -> None:
    async def slow(_: Request) -> Answer:
        await anyio.sleep(1.5)
        return value("late")

    outcome = await run(walls, "await call_mcp_tool('s.t')", slow, Limits(time_seconds=1))

    assert outcome.value == "late"


def test_every_limit_has_its_sentence() -> None:
    kept_elsewhere = {"output_kb"}  # the run goes on: what is printed beyond it is counted

    assert {field.name for field in fields(Limits)} - kept_elsewhere == set(EXCEEDED)
    for name in EXCEEDED:
        assert f"raise limits.{name} in sandgate.toml" in limit_reached(name, Limits())
