"""TypeScript as the gateway sees it: beside each sandbox of Python's one as strong, and a look at the types before."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from contextlib import AsyncExitStack
from types import TracebackType
from typing import Self

import anyio

from ...model import Wall
from .checker import Checked, Checker
from .crossing import Bilingual


class TypeScript:
    """Sandboxes for TypeScript, by their walls. Nothing is started before the first program comes."""

    def __init__(self, boxes: Mapping[Wall, Bilingual], look: Callable[[], Awaitable[Checker]]) -> None:
        """`look` makes the checker, which reads programs before anybody knows where they will run."""
        self.boxes, self._look = boxes, look
        self._checker: Checker | None = None
        self._looking, self._opened = anyio.Lock(), AsyncExitStack()

    async def __aenter__(self) -> Self:
        for box in self.boxes.values():
            await self._opened.enter_async_context(box)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            await self._opened.__aexit__(kind, error, trace)
        finally:
            with anyio.CancelScope(shield=True):
                if self._checker:
                    await self._checker.close()

    async def check(self, code: str) -> Checked:
        """What would fail by its types, and what it touches. Raises SandboxError where TypeScript cannot run here."""
        async with self._looking:
            if self._checker is None:
                self._checker = await self._look()
        return await self._checker.check(code)


def acquainted(python: Bilingual, typescript: Bilingual) -> Bilingual:
    """The second, once programs of each can call the skills of the other."""
    typescript.reach(python, "python")
    python.reach(typescript, "typescript")
    return typescript
