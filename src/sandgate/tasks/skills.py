"""Skills from the library: saved, found, and run with arguments as tasks."""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from functools import partial

import anyio.to_thread

from sandgate.crafting import Crafting
from sandgate.model import JsonObject
from sandgate.skills import Skill

from .task import Result, Task

CALL = "__called = {name}(**inputs)\nreturn await __called if hasattr(__called, '__await__') else __called\n"


class SkillRuns:
    """What `gate.tasks.skills` does."""

    def __init__(self, crafting: Crafting, execute: Callable[[Task], Awaitable[Result]]) -> None:
        self._crafting, self._store, self._execute = crafting, crafting.store, execute

    async def save(
        self, name: str, code: str, description: str = "", tags: Sequence[str] = (), *, replace: bool = False
    ) -> Skill:
        """A draft; once it has run without error, programs can import it. Raises BadArguments, or Denied."""
        await self._crafting.save(name, code, description, ",".join(tags), replace=replace)
        return (await anyio.to_thread.run_sync(self._store.versions, name))[-1]

    async def search(self, query: str = "") -> list[Skill]:
        """Those that fit, best first; all of them without a query."""
        return await anyio.to_thread.run_sync(self._store.search, query)

    async def run(
        self, name: str, arguments: JsonObject | None = None, *, version: int | None = None, task: Task | None = None
    ) -> Result:
        """Call a skill, trusted or not; `task` gives agent, session and the like. Raises BadArguments."""
        loaded = await anyio.to_thread.run_sync(self._store.load, name, version)
        skill = loaded.skill
        code = f"{loaded.code}\n{CALL.format(name=skill.name)}"
        settings = task or Task(id=f"skill-{skill.name}-{secrets.token_hex(4)}", code="")
        inputs = arguments if arguments is not None else settings.inputs
        result = await self._execute(replace(settings, code=code, inputs=inputs))
        if result.outcome:
            note = partial(self._store.ran, skill.name, skill.version, result.ok, tests=False)
            await anyio.to_thread.run_sync(note)
        return result
