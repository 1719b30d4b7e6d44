"""Workers wait ready, serve once, and are never handed out dead."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import anyio
import anyio.lowlevel
import pytest

from sandgate.errors import SandboxError
from sandgate.model import Limits
from sandgate.sandbox.protocol import Backend
from sandgate.sandbox.spares import Spares
from sandgate.sandbox.unsafe import UnsafeBackend, UnsafeWorker

pytestmark = pytest.mark.anyio


class Counting(UnsafeBackend):
    """A backend that counts what it makes, and fails when told to."""

    name = "counting"

    def __init__(self) -> None:
        self.made: list[UnsafeWorker] = []
        self.refuses = False

    async def spawn(self, limits: Limits) -> UnsafeWorker:
        if self.refuses:
            raise SandboxError("no walls today")
        worker = await super().spawn(limits)
        self.made.append(worker)
        return worker

    async def has_made(self, count: int) -> None:
        with anyio.fail_after(20):
            while len(self.made) < count:  # noqa: ASYNC110 - spares are made behind everyone's back
                await anyio.sleep(0.001)


class Slow(Counting):
    """A backend that cannot be stopped while it makes a worker."""

    def __init__(self) -> None:
        super().__init__()
        self.making = anyio.Event()

    async def spawn(self, limits: Limits) -> UnsafeWorker:
        self.making.set()
        with anyio.CancelScope(shield=True):
            return await super().spawn(limits)
        raise AssertionError("a shield swallows nothing")


@asynccontextmanager
async def spares(backend: Backend, wanted: int) -> AsyncGenerator[Spares, None]:
    async def stand() -> Backend:
        return backend

    async with Spares(stand, Limits(), wanted) as ready:
        ready.prepare()
        yield ready


async def test_a_worker_is_ready_before_it_is_asked_for_and_replaced_when_taken() -> None:
    backend = Counting()
    async with spares(backend, 1) as ready:
        await backend.has_made(1)
        taken = await ready.take(Limits())
        await backend.has_made(2)

        assert taken is backend.made[0]
        await taken.end()
        await taken.forget()
        await taken.output.aclose()

    assert [worker.alive for worker in backend.made] == [False, False]


async def test_a_spare_that_died_is_never_handed_out() -> None:
    backend = Counting()
    async with spares(backend, 1) as ready:
        await backend.has_made(1)
        backend.made[0].process.kill()
        await backend.made[0].process.wait()
        taken = await ready.take(Limits())

        assert taken.alive
        await taken.end()
        await taken.forget()
        await taken.output.aclose()


async def test_without_spares_a_worker_is_made_when_asked() -> None:
    backend = Counting()
    async with spares(backend, 0) as ready:
        await anyio.lowlevel.checkpoint()
        before = len(backend.made)
        taken = await ready.take(Limits())
        await taken.end()
        await taken.forget()
        await taken.output.aclose()

    assert (before, len(backend.made)) == (0, 1)


async def test_walls_that_cannot_be_put_up_are_an_error_of_the_one_who_asks() -> None:
    backend = Counting()
    backend.refuses = True
    async with spares(backend, 2) as ready:
        await anyio.lowlevel.checkpoint()
        with pytest.raises(SandboxError, match="no walls today"):
            await ready.take(Limits())


async def test_a_program_with_limits_of_its_own_gets_a_worker_made_for_them() -> None:
    backend = Counting()
    async with spares(backend, 1) as ready:
        await backend.has_made(1)
        taken = await ready.take(Limits(memory_mb=64))

        assert taken is backend.made[1]
        await taken.end()
        await taken.forget()
        await taken.output.aclose()


async def test_a_spare_that_is_being_made_at_the_end_is_ended_as_well() -> None:
    backend = Slow()
    async with spares(backend, 1):
        await backend.making.wait()

    assert [worker.alive for worker in backend.made] == [False]


async def test_only_a_few_workers_leave_behind_their_answers_and_who_has_more_waits_for_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("sandgate.sandbox.spares.MOST_LEAVING", 1)
    backend = Counting()
    async with spares(backend, 0) as ready:
        first, second = [await ready.take(Limits()) for _ in range(2)]

        await ready.forget(first)
        behind = first.alive
        await ready.forget(second)
        waited = not second.alive

    assert (behind, waited) == (True, True)
    assert not first.alive
