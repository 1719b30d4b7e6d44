"""Finds type errors before a program runs: one Deno language server, behind the same walls, for all programs.

It is advice, not a wall: what takes too long, or a server that has died, lets the program run unchecked. Nothing of a
program is executed here.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

import anyio
import anyio.to_thread

from ...model import Fault, JsonObject, Level, Limits
from .backend import TypeScriptBackend
from .language_server import LanguageServer
from .watching import Change, Tree

log = logging.getLogger("sandgate.sandbox")
LIMITS = Limits(memory_mb=1024, cpu_seconds=3600, disk_mb=64, workspace_mb=1, open_files=1024)
START_SECONDS = 30.0
"""The first program waits for the compiler to read its own library, unless `start` was called before."""
PATIENCE_SECONDS = 5.0
PROGRAMS_PER_SERVER = 500
"""It remembers what it has read."""
SHOWN = 5
ERROR, COMPILER = 1, "deno-ts"
"""What others say is about modules that cannot be loaded here, like those of a workspace, which only a run has."""
IGNORED = frozenset((1108, 2571, 18046))
"""`return` outside a function, which programs may; and uses of `unknown`, which is all that is known of many
results."""
UNKNOWN = "type 'unknown'"
RESPELLED = re.compile(r"no exported member named '(\w+)'\. Did you mean '(\w+)'\?")
"""A tool may be imported as `createIssue` as well: the guest finds it by either name."""


class CheckerBackend(TypeScriptBackend):
    """Its workers are language servers."""

    checking: ClassVar[bool] = True


class Checker:
    """Programs in, the first few of their type errors out. Checks one at a time."""

    def __init__(
        self, servers: Path, *, level: Level = "full", deno: str | None = None, python: str | None = None
    ) -> None:
        """`servers` holds the wrappers that programs import."""
        self._backend = CheckerBackend(servers, level=level, deno=deno, python=python)
        self._tree = Tree(servers)
        self._server: LanguageServer | None = None
        self._turn = anyio.Lock()

    async def start(self) -> None:
        """Have the server read what every program needs, so that the first check takes no longer than others."""
        await self.check("1", START_SECONDS)

    async def check(self, code: str, patience_seconds: float = PATIENCE_SECONDS) -> Fault | None:
        """What would fail, with its lines; None where nothing is known to. Raises SandboxError without walls."""
        async with self._turn:
            answered = False
            try:
                with anyio.move_on_after(patience_seconds):
                    changes = await anyio.to_thread.run_sync(self._tree.changes)
                    found = await (await self._standing(changes)).diagnostics(code)
                    answered = True
                    return _fault(code, found)
            except (anyio.EndOfStream, anyio.BrokenResourceError, anyio.ClosedResourceError, ValueError) as error:
                log.debug("a program was not checked: %s", error)
            finally:
                if not answered:  # it may be in the middle of anything
                    await self._end()
            log.debug("a program was not checked within %s s", patience_seconds)
            return None

    async def close(self) -> None:
        with anyio.CancelScope(shield=True):
            await self._end()
            await self._backend.close()

    async def _standing(self, changes: Sequence[Change]) -> LanguageServer:
        if self._server and (not self._server.worker.alive or self._server.checked >= PROGRAMS_PER_SERVER):
            await self._end()
        if self._server is None:
            worker = await self._backend.spawn(LIMITS)
            worker.begin()
            self._server = LanguageServer(worker)
            await self._server.greet()
        elif changes:
            await self._server.forget(changes)
        return self._server

    async def _end(self) -> None:
        server, self._server = self._server, None
        if server:
            with anyio.CancelScope(shield=True):
                await server.worker.end()
                await server.worker.forget()


def _fault(code: str, found: list[JsonObject]) -> Fault | None:
    errors = [one for one in found if _is_error(one)]
    if not errors:
        return None
    errors.sort(key=_line)
    lines = code.split("\n")
    first = errors[0]
    more = f" and {len(errors) - 1} more" if len(errors) > 1 else ""
    places = (
        f'  File "program.ts", line {_line(one)}\n    {"".join(lines[_line(one) - 1 : _line(one)]).strip()}\n'
        f"    {str(one.get('message'))[:500]}"
        for one in errors[:SHOWN]
    )
    message = f"{str(first.get('message'))[:2000]} (line {_line(first)}){more}"
    return Fault(type="TypeCheckError", message=message, traceback="\n".join(places))


def _is_error(one: JsonObject) -> bool:
    if one.get("severity") != ERROR or one.get("source") != COMPILER or one.get("code") in IGNORED:
        return False
    message = str(one.get("message"))
    respelled = RESPELLED.search(message)
    return UNKNOWN not in message and not (respelled and _snake(respelled[1]) == respelled[2])


def _snake(name: str) -> str:
    return re.sub(r"[A-Z]+", lambda letters: f"_{letters[0].lower()}", name)


def _line(one: JsonObject) -> int:
    match one:
        case {"range": {"start": {"line": int(line)}}}:
            return line + 1
        case _:
            return 0
