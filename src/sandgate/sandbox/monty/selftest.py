"""The self-test of Monty: programs that reach for what it must not have, each of which must fail."""

from __future__ import annotations

from functools import partial

import anyio

from ...errors import SandboxError
from ...model import Limits, Outcome, Program
from .. import bridge
from ..bridge import Line
from ..clock import Clock
from ..protocol import Answer, Listeners, Request
from ..trying import Attacks, Tried
from .availability import COMMAND
from .backend import MontyBackend

LIMITS = Limits(time_seconds=10, memory_mb=128)
ATTACKS = {
    "a file of the host cannot be read": "open('/etc/passwd').read()",
    "a file cannot be reached by dots": "open('workspace/../../../etc/passwd').read()",
    "folders of the host cannot be listed": "import os\nos.listdir('/')",
    "the root cannot be written": "open('/x', 'w').write('x')",
    "there is no socket": "import socket\nsocket.socket()",
    "there is no other program": "import subprocess\nsubprocess.run(['id'])",
    "there is no native code": "import ctypes\nctypes.CDLL(None)",
    "there is no way to Python's own objects": "().__class__.__base__.__subclasses__()",
    "memory is limited": "x = [0] * 10**10",
}


async def tried() -> Tried:
    backend = MontyBackend()
    attacks = Attacks(failing=partial(failing, backend), number=len(ATTACKS), limits=LIMITS, cure=COMMAND)
    return await attacks.tried(backend)


async def failing(backend: MontyBackend) -> list[str]:
    """What got through. Raises SandboxError where nothing could be tried."""
    worker = await backend.spawn(LIMITS)
    line = Line(worker, LIMITS)

    async def ran(code: str) -> Outcome:
        return await bridge.run_on(line, Program(code=code, limits=LIMITS), Listeners(_no_tools), None, stays=True)

    try:
        found = [name for name, code in ATTACKS.items() if (await ran(code)).ok]
        if (calculated := await ran("1 + 1")).value != 2:  # where nothing runs, no attack gets through either
            raise SandboxError(f"a program did not run: {calculated.fault}")
        return found
    finally:
        with anyio.CancelScope(shield=True):
            await worker.end()
            await worker.forget()


async def _no_tools(request: Request, _: Clock) -> Answer:
    raise SandboxError(f"there are no tools here: {request}")
