"""A first process that a program has taken over, as gVisor lets it: whatever it says, the gateway is safe from it."""

from __future__ import annotations

from collections.abc import AsyncGenerator

import anyio
import anyio.to_thread
import pytest

from sandgate.errors import SandboxError
from sandgate.sandbox.remote import packets, wire
from sandgate.sandbox.remote.folder import RemoteFolder
from sandgate.sandbox.remote.wire import Channel, Wire
from tests.sandbox.docker.liar import Liar, failure, lied_to

pytestmark = pytest.mark.anyio
DEEP = b"[" * 100_000 + b"]" * 100_000


@pytest.fixture
async def both() -> AsyncGenerator[tuple[Wire, Liar]]:
    async with lied_to() as ends:
        yield ends


async def test_a_report_that_nests_without_end_is_no_report(both: tuple[Wire, Liar]) -> None:
    heard, liar = both
    await liar.says(packets.ENDED, DEEP)

    with anyio.fail_after(5), pytest.raises(anyio.EndOfStream):
        await Channel(heard).receive()

    assert "spoke in an unknown way" in heard.lost


async def test_an_answer_that_nests_without_end_is_no_answer(both: tuple[Wire, Liar]) -> None:
    heard, liar = both

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(liar.says_when_asked, packets.ANSWER, b'{"value":' + DEEP + b"}\n")
        with anyio.fail_after(5), pytest.raises(SandboxError, match="answered with something else"):
            await heard.ask({"do": "entries"})


@pytest.mark.parametrize("size", [-1, -(2**70)])
async def test_a_file_smaller_than_nothing_is_not_read_to_an_end_that_never_comes(
    both: tuple[Wire, Liar], size: int
) -> None:
    folder = RemoteFolder(both[0], most=10)

    caught = await failure(both[1], {"value": [["x", "file", size, [1]]]}, lambda: [*folder.entries()])

    assert "tells of its workspace in an unknown way" in str(caught)


async def test_answers_that_come_one_by_one_and_late_take_only_so_long_together(
    both: tuple[Wire, Liar], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wire, "ASKING_SECONDS", 0.3)
    heard, liar = both
    folder = RemoteFolder(heard, most=1000)
    caught: list[SandboxError] = []

    async def answer() -> None:
        for number in range(1000):
            await liar.answers_when_asked({"value": [[str(number), "file", 1, [1]]]}, late_seconds=0.05)

    def look() -> None:
        try:
            list(folder.entries())
        except SandboxError as error:
            caught.append(error)

    with anyio.fail_after(5):
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(answer)
            await anyio.to_thread.run_sync(look)
            tasks.cancel_scope.cancel()

    assert "did not answer" in str(caught)
    assert not heard.alive
