"""Every background task has an owner: it starts inside the owner's context and has ended when that context is left."""

from __future__ import annotations

from types import TracebackType
from typing import Self

import anyio
from anyio.abc import TaskGroup

from .errors import first_cause


class Owner:
    """Something that owns tasks. What its user raises leaves as it was raised, not in the group a task group makes."""

    tasks: TaskGroup

    async def __aenter__(self) -> Self:
        self.tasks = await anyio.create_task_group().__aenter__()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with anyio.CancelScope(shield=True):
            await self.closing()
        self.tasks.cancel_scope.cancel()
        try:
            await self.tasks.__aexit__(kind, error, trace)
        except BaseExceptionGroup as group:
            if error is None or first_cause(group) is not first_cause(error):
                raise

    async def closing(self) -> None:
        """What must happen before the tasks are ended. It cannot be cancelled, so it must bound itself."""
