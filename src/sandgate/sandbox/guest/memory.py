"""Memory that a program with a large result will want, taken while its worker waits.

A page that is touched for the first time costs the kernel two microseconds, and ten thousand rows touch two thousand of
them: a tenth of the time from the question to the answer. Whoever comes before all is taken takes the rest himself.
"""

from __future__ import annotations

import asyncio
import ctypes
import pathlib
import resource
from collections.abc import Callable, Iterator
from contextlib import suppress

AFTER_SECONDS, BETWEEN_SECONDS = 0.2, 0.002
"""Where programs come one after another nobody has time for this; a program that comes waits for one step at most, a
millisecond."""
TRIM_THRESHOLD, MMAP_THRESHOLD = -1, -3
"""What `mallopt` calls them."""
LARGE = 8 << 20
"""Bytes up to which a text comes from the heap, where its memory can be waiting, and not from a mapping of its own."""
TEXTS = 3 << 20
"""For a result as it arrives, and as the text that is parsed."""
ROOM = 128 << 20
OBJECTS, ARENAS = 2_400, 5
"""So many small objects fill one of the interpreter's arenas."""


class Beforehand:
    """Takes it step by step, until it is told to stop. The first step is to rehearse what most programs do."""

    def __init__(self, rehearse: Callable[[], object]) -> None:
        self._loop, self._steps = asyncio.get_running_loop(), _steps(rehearse)
        self._next = self._loop.call_later(AFTER_SECONDS, self._step)

    def _step(self) -> None:
        with suppress(MemoryError):  # a program may have less than this
            if next(self._steps, None):
                self._next = self._loop.call_later(BETWEEN_SECONDS, self._step)

    def stop(self) -> None:
        self._next.cancel()


_kept: list[bytes] = []
"""One object in each arena: one that is empty is given back."""


def _has_room() -> bool:
    """Whether a program may have so much that it does not miss this: what it cannot use counts for it as well."""
    limit, _ = resource.getrlimit(resource.RLIMIT_AS)
    try:
        pages = int(pathlib.Path("/proc/self/statm").read_bytes().split()[0])
    except OSError:
        return False
    return limit == resource.RLIM_INFINITY or limit - pages * resource.getpagesize() > ROOM


def _steps(rehearse: Callable[[], object]) -> Iterator[bool]:
    rehearse()
    yield True
    if not _has_room():
        return
    libc = ctypes.CDLL(None)
    if hasattr(libc, "mallopt"):  # glibc has it, and others need not
        libc.mallopt(MMAP_THRESHOLD, LARGE)
        libc.mallopt(TRIM_THRESHOLD, 2 * LARGE)
        bytearray(TEXTS)
        yield True
    held: list[bytes] = []
    for _ in range(ARENAS):  # all at once: what is free again would be taken again
        held += [bytes(400) for _ in range(OBJECTS)]
        yield True
    _kept.extend(held[:: OBJECTS // 2])
