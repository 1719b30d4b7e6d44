"""Workers that wait ready, so that an execution costs a message and not a start. Each serves one program."""

from __future__ import annotations

import logging
import os
from collections import deque
from collections.abc import Awaitable, Callable

import anyio

from sandgate.errors import SandboxError
from sandgate.model import Limits
from sandgate.ownership import Owner
from sandgate.promptly import lock

from .protocol import Backend, Worker

log = logging.getLogger("sandgate.sandbox")
CLOSE_SECONDS = 5.0
PAUSE_SECONDS = 0.01
CALM_SECONDS = 30.0
"""How long nothing must be asked of the pool until it shrinks again."""
MOST_LEAVING = os.cpu_count() or 1
"""Workers whose memory the kernel takes back behind their answers. More would take the processors from whoever runs."""


class Spares(Owner):
    """A few ready workers of one backend, made behind the requests that take them.

    One more is kept each time somebody had to wait for one, up to `most`; after a calm moment it is `least` again.
    """

    def __init__(self, stand: Callable[[], Awaitable[Backend]], limits: Limits, least: int, most: int = 0) -> None:
        self._stand, self._limits = stand, limits
        self._least, self._most = least, max(least, most if least else 0)
        self._wanted = least
        self._taken = 0.0
        self._leaving = 0
        self._ready: deque[Worker] = deque()
        self._filling = lock()

    def prepare(self) -> None:
        """Have workers ready before the first is asked for."""
        if self._wanted:
            self.tasks.start_soon(self._fill)

    async def closing(self) -> None:
        self._wanted = 0
        self.tasks.cancel_scope.cancel()
        with anyio.move_on_after(CLOSE_SECONDS):
            async with self._filling:  # whoever fills may be about to add one more
                while self._ready:
                    await _dispose(self._ready.popleft())

    async def take(self, limits: Limits) -> Worker:
        """A worker that is alive: a ready one, else a new one. Raises SandboxError where no walls can be put up."""
        if limits != self._limits:
            return await self._made(limits)
        worker = await self._living()
        if worker is None:
            self._wanted = min(self._wanted + 1, self._most)
            worker = await self._made(limits)
        self._taken = anyio.current_time()
        if not self._ready:
            self.prepare()  # else when the program is done: making one now would take the processor from it
        return worker

    async def forget(self, worker: Worker) -> None:
        """Let go of one that has ended, and have another ready: behind the answer of its program, unless others are
        leaving already.
        """
        if self._leaving < MOST_LEAVING:
            self._leaving += 1
            self.tasks.start_soon(self._leave, worker)
        else:
            await _dispose(worker)
            self.prepare()

    async def _leave(self, worker: Worker) -> None:
        try:
            if self._leaving == 1:
                await anyio.sleep(PAUSE_SECONDS)  # its answer goes first
        finally:
            await _dispose(worker)
            self._leaving -= 1
        await self._fill()

    async def _made(self, limits: Limits) -> Worker:
        try:
            return await (await self._stand()).spawn(limits)
        except OSError as error:  # no process or descriptor left
            raise SandboxError(f"no sandbox could be made: {error}") from error

    async def _living(self) -> Worker | None:
        while self._ready:
            worker = self._ready.popleft()  # before anything is awaited: others take as well
            if worker.alive:
                return worker
            await _dispose(worker)  # it died while it waited: never handed out
        return None

    async def _fill(self) -> None:
        if self._filling.locked():
            return
        async with self._filling:
            try:
                while len(self._ready) < self._wanted:
                    self._ready.append(await self._made(self._limits))
            except SandboxError as error:
                log.debug("no spare could be made: %s", error)  # the next request will hear it as its own error
        if self._wanted > self._least:
            await self._calm_down()

    async def _calm_down(self) -> None:
        """Give back what a busy moment wanted, once it is over."""
        while (busy := self._taken + CALM_SECONDS - anyio.current_time()) > 0:
            await anyio.sleep(busy)
            if self._filling.locked():
                return  # whoever fills will also wait for calm
        self._wanted = self._least
        while len(self._ready) > self._wanted:
            await _dispose(self._ready.pop())


async def _dispose(worker: Worker) -> None:
    with anyio.CancelScope(shield=True):  # it is nobody else's by now
        await worker.end()
        await worker.forget()
