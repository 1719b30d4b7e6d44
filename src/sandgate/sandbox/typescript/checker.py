"""Reads programs before they run: their type errors, and what they touch. One Deno language server, behind the same
walls, reads all of them.

It is advice, not a wall: what takes too long, or a server that has died, lets the program run unchecked. Nothing of a
program is executed here.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import ClassVar, NamedTuple

import anyio
import anyio.to_thread

from ...model import Fault, JsonObject, Limits
from ..process import root
from ..protocol import Backend
from .backend import TypeScriptBackend
from .language_server import LanguageServer
from .watching import Change, Tree

log = logging.getLogger("sandgate.sandbox")
LIMITS = Limits(memory_mb=1536, cpu_seconds=3600, disk_mb=64, workspace_mb=1, open_files=1024)
"""Half a gigabyte of it is room for code of the linter's own, which is never made."""
START_SECONDS = 30.0
"""The first program waits for the compiler to read its own library, unless `start` was called before."""
PATIENCE_SECONDS = 5.0
PROGRAMS_PER_SERVER = 500
"""It remembers what it has read."""
SHOWN = 5
ERROR, COMPILER = 1, "deno-ts"
"""What others say is about modules that cannot be loaded here, like those of a workspace, which only a run has."""
WITH_VALUE = re.compile(r"return(?=\s*[^\s;}/])")
"""A `return` that is not alone on its line; a comment behind it is taken for nothing."""
IGNORED = frozenset((1108, 2571, 18046))
"""`return` outside a function, which programs may; and uses of `unknown`, which is all that is known of many
results."""
UNKNOWN = "type 'unknown'"
NOT_THERE, MISSING = "no-local", re.compile(rf"{root.HOME}[^/]*/(servers|skills)/(\w+)")
NO_TOOL = re.compile(r"^Module '\"servers/(\w+)\"' has no exported member '(\w+)'\.$")
MOST_NAMED = 8
PYTHON = re.compile(
    r"^[ \t]*(?:(?:def|elif|except|for|if|while|with)\b[^{\n]*:|from [\w.]+ import \w+|import [\w.]+)[ \t]*$",
    re.MULTILINE,
)
LOOKED_AT = 20_000
"""Characters of a program that are looked through for another language."""
IS_PYTHON = "This looks like Python: set language to python, or write `const x = 1`, `for (const x of y) {`."
OUTLINE, CUT = "sandgate/outline", "\n# cut"
"""What `guest/outline.ts` reports, and how it says that something is missing."""


class Checked(NamedTuple):
    """What was found out about a program. Nothing, where nobody could look in time."""

    fault: Fault | None = None
    outline: str = ""
    """What it touches, said in Python: imports, calls, loops and literals."""


class CheckerBackend(TypeScriptBackend):
    """Its workers are language servers."""

    checking: ClassVar[bool] = True


class Checker:
    """Programs in, the first few of their type errors and their outline out. Reads one at a time."""

    def __init__(self, backend: Backend, servers: Path, skills: Path | None = None) -> None:
        """`backend` makes language servers that see `servers`, the wrappers which programs import, and `skills`."""
        self._backend, self._servers = backend, servers
        self._trees = {"servers": Tree(servers)} | ({"skills": Tree(skills)} if skills else {})
        self._server: LanguageServer | None = None
        self._turn = anyio.Lock()

    async def start(self) -> None:
        """Have the server read what every program needs, so that the first check takes no longer than others."""
        await self.check("1")

    async def check(self, code: str, patience_seconds: float | None = None) -> Checked:
        """What would fail, with its lines, and what it touches. Raises SandboxError without walls."""
        async with self._turn:
            answered = False
            if patience_seconds is None:
                patience_seconds = PATIENCE_SECONDS if self._server else START_SECONDS
            try:
                with anyio.move_on_after(patience_seconds):
                    changes = await anyio.to_thread.run_sync(self._changes)
                    checked = await _read(await self._standing(changes), code, self._servers)
                    answered = True
                    return checked
            except (anyio.EndOfStream, anyio.BrokenResourceError, anyio.ClosedResourceError, ValueError) as error:
                log.debug("a program was not checked: %s", error)
            finally:
                if not answered:  # it may be in the middle of anything
                    await self._end()
            log.debug("a program was not checked within %s s", patience_seconds)
            return Checked()

    async def close(self) -> None:
        with anyio.CancelScope(shield=True):
            await self._end()
            await self._backend.close()

    def _changes(self) -> list[Change]:
        return [Change(f"{name}/{path}", kind) for name, tree in self._trees.items() for path, kind in tree.changes()]

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


async def _read(server: LanguageServer, code: str, servers: Path) -> Checked:
    found = await server.diagnostics(code)
    outline = _outline(found)
    if (thrown := _thrown(code, found)) != code:
        found = await server.diagnostics(thrown)
    worded = await anyio.to_thread.run_sync(lambda: [_worded(one, servers) for one in found])  # it may look at files
    fault = _fault(code, worded)
    if (
        outline.endswith(CUT) and not fault
    ):  # Deno's parser gives up a list at an empty statement; its formatter has none
        outline = _outline(await server.diagnostics(await server.formatted(code)))
    return Checked(fault, outline)


def _thrown(code: str, found: list[JsonObject]) -> str:
    """With what it returns thrown instead, where it may not return by TypeScript's rules: there nothing is checked."""
    lines = code.split("\n")
    for one in found:
        match one:
            case {"code": 1108, "range": {"start": {"line": int(line), "character": int(column)}}}:
                lines[line : line + 1] = [_with_throw(text, column) for text in lines[line : line + 1]]
            case _:
                continue
    return "\n".join(lines)


def _with_throw(text: str, column: int) -> str:
    """Columns count as JavaScript counts."""
    before = text.encode("utf-16-le")[: 2 * column].decode("utf-16-le", "ignore")
    found = WITH_VALUE.match(text, len(before))
    return f"{before}throw {text[found.end() :]}" if found else text


def _outline(found: list[JsonObject]) -> str:
    return next((str(one.get("message")) for one in found if one.get("code") == OUTLINE), "")


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
    hint = f". {IS_PYTHON}" if PYTHON.search(code[:LOOKED_AT]) else ""
    message = f"{str(first.get('message'))[:2000]} (line {_line(first)}){more}{hint}"
    return Fault(type="TypeCheckError", message=message, traceback="\n".join(places))


def _worded(one: JsonObject, servers: Path) -> JsonObject:
    """A skill, a server or a tool that is not there, as an error with what would be right."""
    said = str(one.get("message"))
    if one.get("code") == NOT_THERE and (missing := MISSING.search(said)):
        return {**one, "source": COMPILER, "message": _not_there(missing[1], missing[2], servers)}
    if no_tool := NO_TOOL.search(said):
        return {**one, "message": f"{said} {_instead(servers / no_tool[1], no_tool[2])}"}
    return one


def _not_there(kind: str, name: str, servers: Path) -> str:
    if kind == "skills":
        return f"there is no skill {name!r} that programs can import. The list of skills has those that are there."
    there = sorted(folder.name for folder in servers.iterdir() if folder.is_dir())
    return f"there is no server {name!r}. {_nearest(name, there, 'There are')}"


def _instead(server: Path, tool: str) -> str:
    there = sorted(file.stem for file in server.glob("*.ts") if file.stem != "index")
    return _nearest(tool, there, "It has")


def _nearest(name: str, there: list[str], all_of_them: str) -> str:
    near = get_close_matches(name, there, n=3)
    more = f" and {len(there) - MOST_NAMED} more" if len(there) > MOST_NAMED else ""
    return f"Nearest: {', '.join(near)}." if near else f"{all_of_them} {', '.join(there[:MOST_NAMED])}{more}."


def _is_error(one: JsonObject) -> bool:
    if one.get("severity") != ERROR or one.get("source") != COMPILER or one.get("code") in IGNORED:
        return False
    return UNKNOWN not in str(one.get("message"))


def _line(one: JsonObject) -> int:
    match one:
        case {"range": {"start": {"line": int(line)}}}:
            return line + 1
        case _:
            return 0
