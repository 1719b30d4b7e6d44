"""What need not wait does not: bytes that fit, a place that is free. To ask the loop first costs a quick call a tenth.

The streams and locks of anyio give way to others each time, also when there is nothing to wait for, unless told not to.
Here only what waits does; whatever comes from outside is taken by the loop, a piece in each of its turns, so that
nobody can keep it for himself. This is the one place that speaks to the loop itself: anyio would have it forget after
each piece whom it listens to.
"""

from __future__ import annotations

import asyncio
import os
from collections import deque
from collections.abc import Callable
from itertools import islice

import anyio
from anyio.abc import ByteStream

CHUNK = 64 * 1024
MOST_HELD = 4
"""Pieces that are taken before anybody asks for them. Whoever sends more waits."""


MOST_AT_ONCE = 1024
"""Parts that the kernel takes in one call."""


class Descriptor(ByteStream):
    """Our end of a socket or of a pipe, which it owns. Each way is used by one at a time."""

    def __init__(self, number: int) -> None:
        os.set_blocking(number, False)
        self._number = number
        self._loop: asyncio.AbstractEventLoop | None = None
        """Who listens for us, while he does."""
        self._held: deque[bytes] = deque()
        """What has come and nobody has received yet. Nothing is the end."""
        self._broken = False
        self._waiting: asyncio.Future[None] | None = None
        self._on_chunk: Callable[[bytes], None] | None = None
        self._otherwise: Callable[[], object] | None = None

    async def receive(self, max_bytes: int = CHUNK) -> bytes:
        while True:
            await self.readable()
            try:
                return self.receive_nowait(max_bytes)
            except anyio.WouldBlock:  # whoever else looked has it
                continue

    async def readable(self) -> None:
        """Wait until there is something to receive, or the end."""
        self._open()
        if self._held:
            return
        self._listen()
        self._waiting = asyncio.get_running_loop().create_future()
        try:
            await self._waiting
        finally:
            self._waiting = None

    def receive_nowait(self, max_bytes: int = CHUNK) -> bytes:
        """What has arrived. Raises WouldBlock where that is nothing, EndOfStream where nothing more will."""
        self._open()
        if not self._held:
            self._held.append(self._read())
        chunk = self._held[0]
        if not chunk:
            raise self._gone() if self._broken else anyio.EndOfStream
        if len(chunk) > max_bytes:
            self._held[0] = chunk[max_bytes:]
            return chunk[:max_bytes]
        return self._held.popleft()

    def when_nobody_waits(self, act: Callable[[], object] | None) -> None:
        """Have something done once, as soon as something has come that nobody waits for, or nothing will any more."""
        self._otherwise = act
        if self._held:
            self._unawaited()

    def _unawaited(self) -> None:
        act, self._otherwise = self._otherwise, None
        if act:
            act()

    def hand_on(self, on_chunk: Callable[[bytes], None]) -> None:
        """Instead of being received, what arrives is handed on from here, in the turn of the loop it arrives in; its
        end is handed on as nothing.
        """
        self._on_chunk = on_chunk
        self.go_on()

    def go_on(self) -> None:
        """After a `pause`."""
        if not (self._number < 0 or self._broken):
            self._listen()

    def pause(self) -> None:
        """Have whoever sends wait."""
        if self._loop:
            self._loop.remove_reader(self._number)
            self._loop = None

    def _listen(self) -> None:
        if self._loop is None:
            self._loop = asyncio.get_running_loop()
            try:
                self._loop.add_reader(self._number, self._arrives)
            except OSError as error:  # what no loop can wait for, such as a file
                self._loop = None
                raise self._gone() from error

    def _arrives(self) -> None:
        try:
            chunk = self._read()
        except anyio.WouldBlock:
            return
        if not chunk:
            self.pause()
        if self._on_chunk:
            self._on_chunk(chunk)
            return
        self._held.append(chunk)
        if len(self._held) >= MOST_HELD:
            self.pause()
        if self._waiting is None:
            self._unawaited()
        elif not self._waiting.done():
            self._waiting.set_result(None)

    def _read(self) -> bytes:
        """A piece, or nothing at the end. Raises WouldBlock where there is nothing yet."""
        try:
            return os.read(self._number, CHUNK)
        except BlockingIOError as error:
            raise anyio.WouldBlock from error
        except OSError:
            self._broken = True
            return b""

    async def send(self, item: bytes | memoryview) -> None:
        """Raises ClosedResourceError where we have closed it, BrokenResourceError where the other side has."""
        while item := self.send_nowait(item):
            await self.writable()

    async def writable(self) -> None:
        """Wait until something fits."""
        try:
            await anyio.wait_writable(self._open())
        except OSError as error:
            raise self._gone() from error

    def send_nowait(self, item: bytes | memoryview) -> memoryview:
        """Send what fits. The rest, which is empty where all of it did."""
        whole = memoryview(item)
        try:
            return whole[os.write(self._open(), whole) :]
        except BlockingIOError:
            return whole
        except OSError as error:
            raise self._gone() from error

    def send_what_fits(self, parts: deque[memoryview]) -> None:
        """All at once, so that whoever reads is woken for all of it; what does not fit is left in there."""
        try:
            sent = os.writev(self._open(), [*islice(parts, MOST_AT_ONCE)])
        except BlockingIOError:
            return
        except OSError as error:
            raise self._gone() from error
        while parts and sent >= len(parts[0]):
            sent -= len(parts.popleft())
        if parts:
            parts[0] = parts[0][sent:]

    async def send_eof(self) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        if self._number >= 0:
            self.pause()
            if self._waiting and not self._waiting.done():
                self._waiting.set_exception(anyio.ClosedResourceError())
            number, self._number = self._number, -1
            anyio.notify_closing(number)
            os.close(number)
            self._unawaited()

    def _open(self) -> int:
        if self._number < 0:
            raise anyio.ClosedResourceError
        return self._number

    def _gone(self) -> anyio.BrokenResourceError | anyio.ClosedResourceError:
        return anyio.ClosedResourceError() if self._number < 0 else anyio.BrokenResourceError()


def next_turn(act: Callable[[], object]) -> None:
    """Have something done as soon as whoever is at it has to wait."""
    asyncio.get_running_loop().call_soon(act)


def later(seconds: float, act: Callable[[], object]) -> None:
    asyncio.get_running_loop().call_later(seconds, act)


class Awaited:
    """Something that one waits for, and not for ever. anyio's event and its scope with a deadline do more, and cost a
    quick call twenty microseconds.
    """

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._future: asyncio.Future[None] = self._loop.create_future()

    def happened(self) -> None:
        if not self._future.done():
            self._future.set_result(None)

    async def within(self, seconds: float) -> None:
        """Raises TimeoutError where it does not happen."""
        timer = self._loop.call_later(seconds, self._late)
        try:
            await self._future
        finally:
            timer.cancel()

    def _late(self) -> None:
        if not self._future.done():
            self._future.set_exception(TimeoutError())


class Places:
    """So many, each of which whoever finds it free has at once.

    Nor is it asked then whether he was cancelled: that looks at every scope around him, and takes as long as a lookup
    of a tool. He hears of it where he waits.
    """

    __slots__ = ("_semaphore",)

    def __init__(self, number: int) -> None:
        self._semaphore = anyio.Semaphore(number, fast_acquire=True)

    def locked(self) -> bool:
        return not self._semaphore.value

    async def acquire(self) -> None:
        if self._semaphore.value:
            self._semaphore.acquire_nowait()
        else:
            await self._semaphore.acquire()

    def acquire_nowait(self) -> None:
        """Raises WouldBlock where none is free."""
        self._semaphore.acquire_nowait()

    def release(self) -> None:
        self._semaphore.release()

    async def __aenter__(self) -> None:
        await self.acquire()

    async def __aexit__(self, *_: object) -> None:
        self.release()


def lock() -> Places:
    """A single place."""
    return Places(1)
