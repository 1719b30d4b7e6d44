"""Skills of the other language: called from a program, each runs as a program of its own on the caller's behalf.

What it asks of the gateway is asked as the caller's, so that policy, privacy and the record know no difference. It sees
the caller's files, and what it writes the caller finds.
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field, replace
from keyword import iskeyword
from weakref import WeakValueDictionary

import anyio
import anyio.to_thread

from ...errors import CallFailed, Denied, UnknownTool
from ...model import Call, JsonObject, Language, Outcome, Program
from ...promptly import Places, lock
from ..box import Sandbox
from ..clock import Clock
from ..folder import Entry, Files, Folder
from ..protocol import Answer, Listeners, OnNetwork, Request

CALLED = "sandgate.skills."
"""How the name of a call of a skill begins."""
PROGRAMS: dict[Language, str] = {
    "python": (
        "from skills.{name} import {name}\n_called = {name}(**inputs)\n"
        "return await _called if hasattr(_called, '__await__') else _called"
    ),
    "typescript": 'import {{ {name} }} from "skills/{name}";\nreturn await {name}(...inputs.args);',
}
LONGEST_NAME = 64
DEEPEST = 4
"""Each takes a sandbox as long as the next one runs: two that call each other would take all there are."""


class Shared:
    """The files of a program, and the folder they are in now."""

    def __init__(self, files: Files) -> None:
        self._files = files
        self.folder: Folder | None = None

    @property
    def read_only(self) -> bool:
        return self._files.read_only

    async def load(self, folder: Folder) -> None:
        self.folder = folder
        await self._files.load(folder)

    async def save(self, folder: Folder) -> tuple[str, ...]:
        return await self._files.save(folder)


class Lent:
    """The files of a program while a skill that it called has them: copied there, and what it changed copied back."""

    def __init__(self, folder: Folder, *, read_only: bool) -> None:
        self._folder, self.read_only = folder, read_only
        self._before: dict[str, Entry] = {}

    async def load(self, folder: Folder) -> None:
        await anyio.to_thread.run_sync(self._load, folder)

    async def save(self, folder: Folder) -> tuple[str, ...]:
        await anyio.to_thread.run_sync(self._save, folder)
        return ()

    def _load(self, folder: Folder) -> None:
        for entry in list(self._folder.entries()):
            _copy(entry, self._folder, folder)
        self._before = {entry.path: entry for entry in folder.entries()}

    def _save(self, folder: Folder) -> None:
        after = {entry.path: entry for entry in folder.entries()}
        for path in sorted(self._before.keys() - after.keys(), reverse=True):
            with suppress(OSError):
                self._folder.remove(path)
        for path, entry in after.items():
            if self._before.get(path) != entry:
                _copy(entry, folder, self._folder)


def _copy(entry: Entry, source: Folder, target: Folder) -> None:
    """The program goes on meanwhile: what cannot be read or written now stays behind."""
    with suppress(OSError):
        if entry.kind == "folder":
            target.make(entry.path)
        elif entry.kind == "file":
            with source.open(entry.path) as content:
                target.write(entry.path, content)


class Both(Clock):
    """While a person decides about a call of a skill, the clock of its caller stands as well."""

    def __init__(self, own: Clock, callers: Clock) -> None:  # pyright: ignore[reportMissingSuperCall] - it has no time of its own
        self._own, self._callers = own, callers

    @contextmanager
    def asking(self) -> Generator[None]:
        with self._own.asking(), self._callers.asking():
            yield


@dataclass(slots=True)
class Crossing:
    """The skills that one program calls: one after the other, since each takes a sandbox."""

    box: Bilingual
    language: Language
    """Of the skills."""
    depth: int
    """How many of these the program itself was called through."""
    program: Program
    heard: Listeners
    shared: Shared | None
    on_network: OnNetwork | None
    _turn: Places = field(default_factory=lock)

    async def answer(self, request: Request, clock: Clock) -> Answer:
        if not isinstance(request, Call) or not request.tool.startswith(CALLED):
            return await self.heard.request(request, clock)
        name = request.tool.removeprefix(CALLED)
        if not _is_name(name):
            raise UnknownTool("that is not the name of a skill; the list of skills has those that are there")
        if self.depth >= DEEPEST:
            raise CallFailed(f"{name}: skills can call skills of the other language {DEEPEST} deep at most")
        async with self._turn:
            told = _told(name, await self._run(name, request.arguments, clock))
        in_typescript = self.program.language == "typescript"
        return Answer([{"type": "skill", **told} if in_typescript else {"type": "value", "value": told}])

    async def _run(self, name: str, arguments: JsonObject, clock: Clock) -> Outcome:
        async def asked(request: Request, own: Clock) -> Answer:
            return await self.heard.request(request, Both(own, clock))

        code = PROGRAMS[self.language].format(name=name)
        program = Program(code=code, language=self.language, limits=self.program.limits, inputs=arguments)
        folder = self.shared.folder if self.shared else None
        files = Lent(folder, read_only=self.shared.read_only) if self.shared and folder else None
        return await self.box.run(program, Listeners(asked), files, self.on_network, depth=self.depth + 1)


def _is_name(name: str) -> bool:
    """Of a skill: it becomes a word of a program."""
    plain = name.isidentifier() and name.isascii() and len(name) <= LONGEST_NAME
    return plain and not name.startswith("_") and not iskeyword(name)


def _told(name: str, outcome: Outcome) -> JsonObject:
    """What a skill came to, for its caller. Raises what went wrong."""
    if outcome.fault:
        if outcome.fault.type == "Denied":
            raise Denied(outcome.fault.message)
        raise CallFailed(f"{name}: {outcome.fault.type}: {outcome.fault.message}")
    printed = outcome.output + "".join(f"{name}: {note}\n" for note in outcome.notes)
    return {
        "value": outcome.value,
        "printed": printed,
        "media": [asdict(one) for one in outcome.media],
    }


class Bilingual(Sandbox):
    """A sandbox whose programs can call the skills of another language, which run in another."""

    _other: tuple[Bilingual, Language] | None = None

    def reach(self, box: Bilingual, language: Language) -> None:
        """Say where those skills run, before the first program. Without it there are none."""
        self._other = box, language
        self._kept: WeakValueDictionary[str, Shared] = WeakValueDictionary()

    async def run(
        self,
        program: Program,
        heard: Listeners,
        files: Files | None = None,
        on_network: OnNetwork | None = None,
        session: str | None = None,
        *,
        depth: int = 0,
    ) -> Outcome:
        """`depth` is how many skills of another language it was called through."""
        if self._other is None:
            return await super().run(program, heard, files, on_network, session)
        shared = Shared(files) if files else None
        if session and shared:  # a session has the files of its first program, as long as it lives
            shared = self._kept.setdefault(session, shared)
        crossing = Crossing(*self._other, depth, program, heard, shared, on_network)
        return await super().run(program, replace(heard, request=crossing.answer), shared, on_network, session)
