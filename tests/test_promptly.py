"""Descriptors as streams, and places that are taken without a wait: what blocks waits, what does not does not."""

from __future__ import annotations

import os
import socket
from collections import deque
from contextlib import suppress

import anyio
import anyio.lowlevel
import pytest

from sandgate.promptly import CHUNK, MOST_HELD, Descriptor, Places

pytestmark = pytest.mark.anyio
MORE_THAN_FITS = bytes(range(256)) * 16_384


def both_ends() -> tuple[Descriptor, Descriptor]:
    one, other = socket.socketpair()
    return Descriptor(one.detach()), Descriptor(other.detach())


async def received(stream: Descriptor, size: int) -> bytes:
    found = b""
    with anyio.fail_after(30):
        while len(found) < size:
            found += await stream.receive()
    return found


async def test_what_does_not_fit_at_once_arrives_whole() -> None:
    ours, theirs = both_ends()
    found = b""

    async with theirs, ours, anyio.create_task_group() as tasks:
        tasks.start_soon(ours.send, MORE_THAN_FITS)
        found = await received(theirs, len(MORE_THAN_FITS))

    assert found == MORE_THAN_FITS


async def test_parts_are_sent_in_order_however_many_and_what_does_not_fit_is_left() -> None:
    ours, theirs = both_ends()
    parts = [str(n).encode() for n in range(3_000)] + [b"", MORE_THAN_FITS, b"end"]
    left, found = deque(map(memoryview, parts)), b""

    async with theirs, ours, anyio.create_task_group() as tasks:

        async def send() -> None:
            while left:
                ours.send_what_fits(left)
                await ours.writable()

        tasks.start_soon(send)
        found = await received(theirs, sum(map(len, parts)))

    assert found == b"".join(parts)


async def test_what_fits_is_sent_without_a_turn_of_the_loop() -> None:
    ours, theirs = both_ends()
    others: list[str] = []

    async with theirs, ours, anyio.create_task_group() as tasks:
        tasks.start_soon(_append, others)
        await ours.send(b"short")
        assert others == []

    assert others == ["ran"]


async def _append(others: list[str]) -> None:
    others.append("ran")


async def test_somebody_who_sends_without_end_does_not_keep_the_loop() -> None:
    ours, theirs = both_ends()
    others: list[str] = []

    async with theirs, ours, anyio.create_task_group() as tasks:
        await ours.send(b"x" * 10_000)
        tasks.start_soon(_append, others)
        await theirs.receive(1)
        await theirs.receive(1)
        assert others == ["ran"]


async def test_what_nobody_waits_for_is_told_of_once() -> None:
    ours, theirs = both_ends()
    told: list[str] = []

    async with theirs, ours:
        await theirs.send(b"first")
        assert await ours.receive() == b"first"
        ours.when_nobody_waits(lambda: told.append("more"))
        for _ in range(2):
            await theirs.send(b"more")
            for _ in range(3):  # turns in which the loop takes it
                await anyio.lowlevel.checkpoint()
        assert told == ["more"]
        assert await ours.receive() == b"more"
        ours.when_nobody_waits(lambda: told.append("already there"))
        assert told == ["more", "already there"]
        ours.when_nobody_waits(None)
    assert told == ["more", "already there"]


@pytest.mark.parametrize("whose", ["ours", "theirs"])
async def test_an_end_that_nobody_waits_for_is_told_of_too(whose: str) -> None:
    ours, theirs = both_ends()
    told = anyio.Event()

    async with theirs, ours:
        await theirs.send(b"first")
        assert await ours.receive() == b"first"
        ours.when_nobody_waits(told.set)
        await (ours if whose == "ours" else theirs).aclose()
        with anyio.fail_after(5):
            await told.wait()


async def test_the_end_of_the_other_side_is_the_end_of_the_stream() -> None:
    ours, theirs = both_ends()
    await theirs.aclose()

    with pytest.raises(anyio.EndOfStream):
        await ours.receive()
    with pytest.raises(anyio.BrokenResourceError):
        await ours.send(b"anybody there?")
    await ours.aclose()


async def test_what_was_sent_before_the_end_is_received_before_the_end() -> None:
    ours, theirs = both_ends()
    await theirs.send(b"last words")
    await theirs.aclose()

    async with ours:
        assert await ours.receive(4) == b"last"
        assert await ours.receive() == b" words"
        for _ in range(2):
            with pytest.raises(anyio.EndOfStream):
                await ours.receive()


async def test_no_more_is_taken_than_somebody_asks_for() -> None:
    ours, theirs = both_ends()
    sent = held = 0

    async def flood() -> None:
        nonlocal sent
        while True:
            await theirs.send(bytes(CHUNK))
            sent += CHUNK

    async with theirs, ours, anyio.create_task_group() as tasks:
        tasks.start_soon(flood)
        await ours.receive(1)
        await anyio.wait_all_tasks_blocked()
        held = sent
        await received(ours, held)
        tasks.cancel_scope.cancel()

    assert held < 2 * MOST_HELD * CHUNK + 2**20  # and what the kernel holds


async def test_what_is_handed_on_comes_in_its_order_with_its_end_unless_it_is_paused() -> None:
    ours, theirs = both_ends()
    send, heard = anyio.create_memory_object_stream[bytes](10)

    with anyio.fail_after(30):
        async with ours, send, heard:
            ours.hand_on(send.send_nowait)
            await theirs.send(b"one")
            assert await heard.receive() == b"one"
            ours.pause()
            await theirs.send(b"two")
            await anyio.wait_all_tasks_blocked()
            assert not heard.statistics().current_buffer_used
            ours.go_on()
            assert await heard.receive() == b"two"
            await theirs.aclose()
            assert await heard.receive() == b""


async def test_closing_wakes_whoever_receives() -> None:
    ours, theirs = both_ends()
    ended: list[str] = []

    async def wait() -> None:
        with pytest.raises(anyio.ClosedResourceError):
            await ours.receive()
        ended.append("woken")

    async with theirs:
        with anyio.fail_after(30):
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(wait)
                await anyio.wait_all_tasks_blocked()
                await ours.aclose()

    assert ended == ["woken"]


async def test_a_closed_one_touches_no_descriptor_that_has_its_number_now() -> None:
    ours, theirs = both_ends()
    await ours.aclose()
    await ours.aclose()
    reader, writer = os.pipe()  # the lowest free numbers, and so the number that was just closed

    with pytest.raises(anyio.ClosedResourceError):
        await ours.send(b"to nobody")
    with pytest.raises(anyio.ClosedResourceError):
        await ours.receive()

    os.set_blocking(reader, False)
    with pytest.raises(BlockingIOError):
        os.read(reader, 1)
    os.close(reader)
    os.close(writer)
    await theirs.aclose()


async def test_a_taken_place_is_waited_for_and_given_back_whatever_happens() -> None:
    turns, inside, most = Places(2), 0, 0

    async def visit() -> None:
        nonlocal inside, most
        with suppress(ValueError):
            async with turns:
                inside += 1
                most = max(most, inside)
                await anyio.lowlevel.checkpoint()
                inside -= 1
                raise ValueError("inside")

    async with anyio.create_task_group() as tasks:
        for _ in range(10):
            tasks.start_soon(visit)

    assert most == 2
    turns.acquire_nowait()
    turns.acquire_nowait()
    assert turns.locked()
