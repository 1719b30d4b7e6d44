"""What need not wait does not: bytes that fit, a place that is free. To ask the loop first costs a quick call a tenth.

The streams and locks of anyio give way to others each time, also when there is nothing to wait for, unless told not to.
Here only what waits does; whatever receives from outside waits each time, so that nobody can keep the loop for himself.
"""

from __future__ import annotations

import os
from contextlib import suppress

import anyio
from anyio.abc import ByteStream

CHUNK = 64 * 1024


class Descriptor(ByteStream):
    """Our end of a socket or of a pipe, which it owns. Each way is used by one at a time."""

    def __init__(self, number: int) -> None:
        os.set_blocking(number, False)
        self._number = number

    async def receive(self, max_bytes: int = CHUNK) -> bytes:
        while True:
            await self.readable()
            with suppress(anyio.WouldBlock):
                return self.receive_nowait(max_bytes)

    async def readable(self) -> None:
        """Wait until there is something to receive, or the end."""
        try:
            await anyio.wait_readable(self._open())
        except OSError as error:
            raise self._gone() from error

    def receive_nowait(self, max_bytes: int = CHUNK) -> bytes:
        """What has arrived. Raises WouldBlock where that is nothing, EndOfStream where nothing more will."""
        try:
            chunk = os.read(self._open(), max_bytes)
        except BlockingIOError as error:
            raise anyio.WouldBlock from error
        except OSError as error:
            raise self._gone() from error
        if not chunk:
            raise anyio.EndOfStream
        return chunk

    async def send(self, item: bytes | memoryview) -> None:
        """Raises ClosedResourceError where we have closed it, BrokenResourceError where the other side has."""
        while item := self.send_nowait(item):
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

    async def send_eof(self) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        if self._number >= 0:
            number, self._number = self._number, -1
            anyio.notify_closing(number)
            os.close(number)

    def _open(self) -> int:
        if self._number < 0:
            raise anyio.ClosedResourceError
        return self._number

    def _gone(self) -> anyio.BrokenResourceError | anyio.ClosedResourceError:
        return anyio.ClosedResourceError() if self._number < 0 else anyio.BrokenResourceError()


def lock() -> anyio.Lock:
    """One that whoever finds it free has at once."""
    return anyio.Lock(fast_acquire=True)


def places(number: int) -> anyio.Semaphore:
    """So many, each of which whoever finds it free has at once."""
    return anyio.Semaphore(number, fast_acquire=True)
