"""A gateway that is about to end: programs that will not go by themselves run in it, and spares wait.

Started by `test_clean_end.py` with a level, an interpreter for programs, a mark for their processes and a temporary
folder. It says `ready`, and then does what the next line on its standard input says.
"""

from __future__ import annotations

import sys
import tempfile
from typing import cast

import anyio
from anyio.abc import TaskStatus

from sandgate.model import Level, Limits, Outcome, Program
from sandgate.sandbox.box import Sandbox
from sandgate.sandbox.clock import Clock
from sandgate.sandbox.process.backend import ProcessBackend
from sandgate.sandbox.protocol import Answer, Listeners, Request

LIMITS = Limits(time_seconds=600, processes=16)
NAMED = "import ctypes\nctypes.CDLL(None).prctl(15, b'MARK')\n"
STUBBORN = """
import os, signal, time
for number in range(1, 65):
    try:
        signal.signal(number, signal.SIG_IGN)
    except (OSError, ValueError):
        pass
"""
DAEMON = """
reading, writing = os.pipe()
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        os.write(writing, b'x')
        os.closerange(0, 64)
        time.sleep(600)
    os._exit(0)
os.read(reading, 1)
"""
PROGRAMS = (
    "import time\nprint('ready', flush=True)\ntime.sleep(600)",
    STUBBORN + "print('ready', flush=True)\nwhile True:\n    time.sleep(1)",
    STUBBORN + DAEMON + "print('ready', flush=True)\ntime.sleep(600)",
    "import threading, time\nthreading.Thread(target=time.sleep, args=(600,)).start()\n"
    "print('ready', flush=True)\nawait call_mcp_tool('s.never')",
)


class Doomed:
    def __init__(self, level: Level, python: str | None, mark: str) -> None:
        self._level: Level = level
        self._python, self._named = python, NAMED.replace("MARK", mark)
        self.ended: list[Outcome] = []

    async def stand(self) -> ProcessBackend:
        return ProcessBackend(level=self._level, python=self._python)

    async def live(self) -> None:
        async with Sandbox(self.stand, LIMITS, 2) as box, anyio.create_task_group() as running:
            for code in PROGRAMS:
                await running.start(self._run, box, code)
            print("ready", flush=True)
            await anyio.wait_readable(sys.stdin)
            await self._obey(box, sys.stdin.readline())
            running.cancel_scope.cancel()

    async def _obey(self, box: Sandbox, order: str) -> None:
        match order.strip():
            case "leave":
                return
            case "fail":
                raise RuntimeError("a mistake of the gateway's own")
            case "go on":
                await self._outlive(box)
            case _:
                raise AssertionError(order)

    async def _outlive(self, box: Sandbox) -> None:
        """All programs have ended through no fault of ours; the next one runs."""
        while len(self.ended) < len(PROGRAMS):  # noqa: ASYNC110 - this is no test, and ends with it
            await anyio.sleep(0.01)
        print(*sorted({outcome.status for outcome in self.ended}), flush=True)
        outcome = await box.run(Program(code="'went on'", limits=LIMITS), Listeners(_never))
        print(outcome.value or outcome.fault, flush=True)

    async def _run(self, box: Sandbox, code: str, *, task_status: TaskStatus[None]) -> None:
        async def on_output(_: str) -> None:
            task_status.started()

        self.ended.append(await box.run(Program(code=self._named + code, limits=LIMITS), Listeners(_never, on_output)))


async def _never(request: Request, _: Clock) -> Answer:
    await anyio.sleep_forever()
    raise AssertionError(request)


def main() -> None:
    level, python, mark, folder = sys.argv[1:]
    tempfile.tempdir = folder
    anyio.run(Doomed(cast("Level", level), python or None, mark).live)


if __name__ == "__main__":
    main()
