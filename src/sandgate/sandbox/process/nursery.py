"""A zygote in use: whose runs live, and when it must make room for a younger one."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Self

from .cgroups import Cgroups
from .zygote import Zygote

RUNS_PER_ZYGOTE = 500
ZYGOTE_SECONDS = 900.0
"""All children of a zygote have its hash seed and its addresses, so none lives long enough for guessing them to pay."""


@dataclass(slots=True)
class Nursery:
    """A zygote and how many of its runs have not ended. It goes when it is old and the last of them has."""

    zygote: Zygote
    born: float
    cgroups: Cgroups | None
    alone: bool
    """Whether it was made for one run."""
    living: int = 0
    retired: bool = False

    @property
    def fresh(self) -> bool:
        """Whether it may go on."""
        young = self.zygote.runs < RUNS_PER_ZYGOTE and time.monotonic() - self.born < ZYGOTE_SECONDS
        return self.zygote.alive and young

    def joined(self) -> Self:
        """One more run of it."""
        self.living += 1
        self.zygote.runs += 1
        return self

    async def retire(self) -> None:
        self.retired = True
        if not self.living:
            await self.end()

    async def left(self) -> None:
        """One of its runs has ended."""
        self.living -= 1
        if (self.retired or self.alone) and not self.living:
            await self.end()

    async def end(self) -> None:
        await self.zygote.end()
        if self.cgroups:
            self.cgroups.remove()
