"""Thousands of executions in a row: what the sandbox holds, and how long each takes, at the start and at the end."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from functools import partial

from sandgate.sandbox.box import Sandbox

from .leftovers import Process
from .programs import Kind
from .quiet import Size, size
from .storm import run

TENTHS = 10
KINDS = (
    Kind("adds", "1 + 1", ("ok",), "2"),
    Kind("calls", "await call_mcp_tool('s.echo', {'n': 1})", ("ok",), "{'n': 1}"),
    Kind("prints", "for n in range(100):\n    print(n)", ("ok",), "99"),
    Kind("writes", "open('workspace/x', 'w').write('x' * 1000)", ("ok",), "1000"),
)


@dataclass(slots=True)
class Course:
    """How a long row went, tenth by tenth."""

    sizes: list[Size] = field(default_factory=list[Size])
    """After each tenth."""
    seconds: list[list[float]] = field(default_factory=list[list[float]])
    mistakes: list[str] = field(default_factory=list[str])

    @property
    def slowed(self) -> float:
        """The median of the last tenth against the first's."""
        return statistics.median(self.seconds[-1]) / statistics.median(self.seconds[0])

    def grown(self, part: str) -> float:
        """By how much more the gateway or a zygote holds at the end than after the first tenth."""
        return getattr(self.sizes[-1], part) - getattr(self.sizes[0], part)


async def row(
    box: Sandbox, runs: int, spares: int, progress: Callable[[Course], None], apart: Collection[Process] = ()
) -> Course:
    course = Course()
    for _ in range(TENTHS):
        course.seconds.append([])
        for number in range(runs // TENTHS):
            kind = KINDS[number % len(KINDS)]
            outcome, seconds = await run(box, kind)
            course.seconds[-1].append(seconds)
            if mistake := kind.mistake(outcome):
                course.mistakes.append(mistake)
        earlier = course.sizes[0] if course.sizes else None
        course.sizes.append(await size(spares, partial(run, box, KINDS[0]), apart, earlier))
        progress(course)
    return course
