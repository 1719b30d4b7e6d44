"""Calls of a model's message, answered side by side in their order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, cast

import anyio

from .toolbox import Reply, Toolbox


class Asked(NamedTuple):
    """One call, as the model wrote it."""

    id: str
    name: str
    arguments: Mapping[str, Any] | str | None


async def answered(box: Toolbox, asked: Sequence[Asked]) -> list[tuple[str, Reply]]:
    """Each call's id and reply, without those of tools that are not the toolbox's."""
    ours = [call for call in asked if call.name in box.tools]
    replies: dict[int, Reply] = {}

    async def answer(number: int, call: Asked) -> None:
        replies[number] = await box.call(call.name, call.arguments)

    async with anyio.create_task_group() as tasks:
        for number, call in enumerate(ours):
            tasks.start_soon(answer, number, call)
    return [(call.id, replies[number]) for number, call in enumerate(ours)]


def part(of: Any, name: str) -> Any:
    """A part of something that is a dictionary or an object of an SDK; None if it has none."""
    return cast("Mapping[str, Any]", of).get(name) if isinstance(of, Mapping) else getattr(of, name, None)
