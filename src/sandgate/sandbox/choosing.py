"""Which sandbox a program gets: the one that the settings name for its risk, and never a weaker one."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import AsyncExitStack
from dataclasses import dataclass
from types import TracebackType
from typing import Self

from ..errors import SandboxError, SandgateError
from ..model import Language, Program, Risk, Wall
from .box import Sandbox
from .typescript.backend import MISSING
from .typescript.box import TypeScript

STRENGTH: tuple[Wall, ...] = ("monty", "process", "docker", "vm")
FIXED = 'security_level chooses among sandboxes where sandbox.backend = "auto"; here every program runs in {}'


@dataclass(frozen=True, slots=True)
class Choice:
    """A sandbox for one program, and why it is this one; empty where there is but one."""

    box: Sandbox
    why: str = ""
    notes: tuple[str, ...] = ()
    """What is worth telling of it."""


class Sandboxes:
    """All that programs of a gateway may run in. Use as a context: only the usual one has workers from the start."""

    def __init__(
        self, boxes: Mapping[Wall, Sandbox], by_risk: Mapping[Risk, Wall], typescript: TypeScript | None = None
    ) -> None:
        self._boxes, self._by_risk, self.typescript = boxes, by_risk, typescript
        self._opened = AsyncExitStack()

    async def __aenter__(self) -> Self:
        for box in (*self._boxes.values(), self.typescript):  # Python's close last: the others call them
            if box:
                await self._opened.enter_async_context(box)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._opened.__aexit__(kind, error, trace)

    async def ready(self) -> None:
        """Wait until the programs of least risk can run. Raises SandboxError where that cannot be."""
        await self._usual.ready()

    @property
    def _usual(self) -> Sandbox:
        return self._boxes[self._by_risk["low"]]

    @property
    def name(self) -> str:
        """What puts up the usual walls, and how strong they are."""
        return self._usual.name

    @property
    def sessions(self) -> list[str]:
        """Those whose variables are kept."""
        return sorted({name for box in self._all for name in box.sessions.names})

    @property
    def _all(self) -> list[Sandbox]:
        return [*self._boxes.values(), *(self.typescript.boxes.values() if self.typescript else ())]

    async def chosen(self, program: Program, risk: Risk, session: str | None = None) -> Choice:
        """Where a program runs; the walls stand. Raises SandgateError where those that it needs are not to be had.

        `session` is the one whose variables it shares: it stays behind stronger walls, once it is there.
        """
        wall, why = self._demanded(program, risk)
        boxes = self._speaking(program.language)
        if wall not in boxes:
            raise SandgateError(f"there is no TypeScript in {wall}, where this program must run{_said(why)}")
        holding: list[Wall] = [one for one, box in boxes.items() if session in box.sessions.names]
        strongest: Wall = next(one for one in reversed(STRENGTH) if one == wall or one in holding)
        if strongest != wall:
            return await self._standing(strongest, boxes[strongest], f"{strongest}: its session is there")
        left = [f"variables of session {session!r} are in {one} and were not here" for one in holding if one != wall]
        return await self._standing(wall, boxes[wall], why, *left)

    def _speaking(self, language: Language) -> Mapping[Wall, Sandbox]:
        if language == "python":
            return self._boxes
        if self.typescript is None:
            raise SandgateError(MISSING)
        return self.typescript.boxes

    def _demanded(self, program: Program, risk: Risk) -> tuple[Wall, str]:
        asked = program.security_level
        if len(self._boxes) == 1:
            (only,) = self._boxes
            if asked:
                raise SandgateError(FIXED.format(only))
            return only, ""
        own = self._by_risk[risk]
        wanted = self._by_risk[asked] if asked else own
        if STRENGTH.index(wanted) > STRENGTH.index(own):
            return wanted, f"{wanted}: security_level {asked} was asked for"
        return own, f"{own}: its risk is {risk}"

    async def _standing(self, wall: Wall, box: Sandbox, why: str, *notes: str) -> Choice:
        try:
            await box.ready()
        except SandboxError as error:
            if not why:
                raise
            raise SandboxError(f"this program needs {why}. That is not to be had: {error}") from error
        ran = [f"ran in {why}"] if why and wall != self._by_risk["low"] else []
        return Choice(box, why, (*ran, *notes))


def _said(why: str) -> str:
    return f" ({why}); write it in Python" if why else "; write it in Python"
