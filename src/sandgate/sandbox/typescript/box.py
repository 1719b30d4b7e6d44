"""TypeScript as the gateway sees it: a sandbox like Python's, and a look at the types before a program runs."""

from __future__ import annotations

from pathlib import Path
from types import TracebackType
from typing import Self

import anyio

from ...model import Level, Limits
from ..box import Backend, Sandbox, Staying
from .backend import TypeScriptBackend
from .checker import Checked, Checker
from .crossing import Bilingual


class TypeScript:
    """Behind walls as strong as Python's. Nothing is started before the first program comes."""

    def __init__(
        self, python: Sandbox, servers: Path, skills: Path, limits: Limits, most: int, staying: Staying
    ) -> None:
        self._python, self._servers, self._skills = python, servers, skills
        self._checker: Checker | None = None
        self.sandbox = Bilingual(self._stand, limits, 1, most, staying, eager=False)
        self.sandbox.reach(python, "python")
        if isinstance(python, Bilingual):
            python.reach(self.sandbox, "typescript")

    async def __aenter__(self) -> Self:
        await self.sandbox.__aenter__()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            await self.sandbox.__aexit__(kind, error, trace)
        finally:
            with anyio.CancelScope(shield=True):
                if self._checker:
                    await self._checker.close()

    async def check(self, code: str) -> Checked:
        """What would fail by its types, and what it touches. Raises SandboxError where TypeScript cannot run here."""
        await self.sandbox.ready()
        assert self._checker
        return await self._checker.check(code)

    async def _stand(self) -> Backend:
        level: Level = getattr(await self._python.ready(), "level", "full")
        self._checker = Checker(self._servers, self._skills, level=level)
        return TypeScriptBackend(self._servers, skills=self._skills, level=level)
