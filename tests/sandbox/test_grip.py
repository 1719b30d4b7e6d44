"""When a program's outcome is told nothing of it goes on, though the kernel may not have taken back yet what it had."""

from __future__ import annotations

import sys
from collections.abc import AsyncGenerator
from dataclasses import dataclass

import anyio
import pytest

from sandgate.model import Limits, Outcome, Program
from sandgate.sandbox import bridge
from sandgate.sandbox.box import Answer, Clock, Listeners, Request
from sandgate.sandbox.process.backend import ProcessBackend
from sandgate.sandbox.process.grip import Grip
from sandgate.sandbox.process.worker import ProcessWorker
from sandgate.sandbox.protocol import Worker

from .stress.leftovers import descendants, process

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.skipif(sys.platform != "linux", reason="the process sandbox is made of Linux namespaces"),
]
STANDS, GONE = "T", "ZX"
A_THREAD = """
import threading
threading.Thread(target=lambda: [n for n in iter(int, 1)], daemon=True).start()
"over"
"""
A_CHILD = """
import os, time
if os.fork() == 0:
    while True:
        pass
"over"
"""
AN_ORPHAN = """
import os
if os.fork() == 0:
    if os.fork() == 0:
        while True:
            pass
    os._exit(0)
os.wait()
"over"
"""
GOES_ON = """
import json, os, struct
last = json.dumps({"type": "done", "status": "ok", "value": "over", "has_value": True, "notes": []}).encode()
os.write(3, struct.pack(">I", len(last)) + last)
while True:
    pass
"""


@dataclass(slots=True)
class Told:
    """An outcome, and the run as it stood when that was told, before anything of it was taken back."""

    worker: ProcessWorker
    first: int
    outcome: Outcome

    async def states(self) -> set[str]:
        """Of all its processes but the first. A signal takes a moment to arrive on another processor."""
        states = {"R"}
        with anyio.move_on_after(5):
            while states - {STANDS, *GONE}:
                await anyio.sleep(0.001)
                states = {one.state for one in descendants(self.first)}
        return states


@pytest.fixture
async def backend(tmp_path_factory: pytest.TempPathFactory) -> AsyncGenerator[ProcessBackend]:
    backend = ProcessBackend(tmp_path_factory.mktemp("servers"))
    yield backend
    await backend.close()


async def told(backend: ProcessBackend, code: str) -> Told:
    async def unasked(_request: Request, _clock: Clock) -> Answer:
        raise AssertionError("nothing is asked")

    async def later(_worker: Worker) -> None: ...

    limits = Limits()
    worker = await backend.spawn(limits)
    program = Program(code=code, limits=limits)
    return Told(worker, worker.pid, await bridge.run(worker, program, Listeners(unasked), None, later))


async def test_a_program_that_is_over_stands_still_until_it_is_forgotten(backend: ProcessBackend) -> None:
    found = await told(backend, "1 + 1")

    states = await found.states()
    await found.worker.forget()

    assert found.outcome.value == 2
    assert states == {STANDS}
    assert process(found.first) is None


@pytest.mark.parametrize("code", [A_THREAD, A_CHILD, AN_ORPHAN, GOES_ON])
async def test_what_a_program_left_running_does_not_go_on_when_its_outcome_is_told(
    backend: ProcessBackend, code: str
) -> None:
    found = await told(backend, code)

    states = await found.states()
    await found.worker.forget()

    assert found.outcome.value == "over"
    assert states <= {STANDS, *GONE}


async def test_nobody_has_a_grip_on_a_process_that_has_no_child_or_is_not_there() -> None:
    async with await anyio.open_process(["sleep", "60"]) as sleeping:
        found = Grip.on(sleeping.pid)
        sleeping.kill()

    assert found is None
    assert Grip.on(2**22 + 1) is None
