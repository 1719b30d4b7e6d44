"""The self-test of TypeScript's walls: a program that reaches for what none may have, and what it got."""

from __future__ import annotations

import json
from functools import partial
from typing import Any, cast

from ... import extras
from ...errors import SandboxError
from ...model import Limits, Program
from .. import bridge
from ..clock import Clock
from ..protocol import Answer, Listeners, Request
from ..trying import Attacks, Tried
from .backend import TypeScriptBackend

LIMITS = Limits(time_seconds=20, memory_mb=256, disk_mb=8, workspace_mb=8, processes=16)
ATTACKS = {
    "a file of the host cannot be read": "Deno.readTextFileSync('/etc/passwd')",
    "folders of the host cannot be listed": "[...Deno.readDirSync('/etc')]",
    "the memory of processes cannot be read": "Deno.openSync('/proc/self/mem')",
    "the environment cannot be read": "Deno.readTextFileSync('/proc/self/environ') || Deno.env.toObject()",
    "the root cannot be written": "Deno.writeTextFileSync('/x', 'x')",
    "our own code cannot be written": "Deno.writeTextFileSync(new URL(Deno.mainModule), '')",
    "no connection": "await Deno.connect({ hostname: '127.0.0.1', port: 9 })",
    "no connection of Node's": (
        "const net = await import('node:net')\n"
        "await new Promise((made, refused) => net.connect(9, '127.0.0.1').on('connect', made).on('error', refused))"
    ),
    "no page": "await fetch('http://127.0.0.1:9/')",
    "nothing that listens": "Deno.listen({ port: 0 })",
    "no other program": "new Deno.Command('/bin/sh').outputSync()",
    "no native library": "Deno.dlopen('libc.so.6', {})",
    "no code from elsewhere": "await import('https://127.0.0.1:9/x.js')",
    "no signal to others": "Deno.kill(1, 'SIGTERM')",
    "no other user": "Deno.chownSync('workspace', 0, 0)",
    "no thread": "new Worker('data:text/javascript,', { type: 'module' })",
    "the machine cannot be asked about": "Deno.hostname()",
}
PROGRAM = """
const got: string[] = []
const tries: [string, () => Promise<unknown>][] = [%s]
Deno.writeTextFileSync('workspace/x', 'x')
for (const [name, reach] of tries) {
  try { await reach(); got.push(name) } catch { /* as it must be */ }
}
return got
"""


async def tried(backend: TypeScriptBackend) -> Tried:
    """Also where there is no Deno: then it says so. The backend is closed."""
    attacks = Attacks(
        failing=partial(failing, backend),
        number=len(ATTACKS),
        limits=LIMITS,
        cure=extras.command("typescript"),
    )
    return await attacks.tried(backend)


async def failing(backend: TypeScriptBackend) -> list[str]:
    """What it got. Raises SandboxError where the program did not run at all."""
    tries = ", ".join(f"[{json.dumps(name)}, async () => {{ {code} }}]" for name, code in ATTACKS.items())
    program = Program(code=PROGRAM % tries, limits=LIMITS)
    outcome = await bridge.run(await backend.spawn(LIMITS), program, Listeners(_no_tools))
    if not isinstance(outcome.value, list):
        said = outcome.fault.message if outcome.fault else "it returned nothing"
        raise SandboxError(f"the self-test of TypeScript did not run: {said}")
    return [str(name) for name in cast("list[Any]", outcome.value)]


async def _no_tools(request: Request, _: Clock) -> Answer:
    raise SandboxError(f"there are no tools here: {request}")
