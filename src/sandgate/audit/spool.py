"""What was said and is not in the database yet: a file of this process's own, which outlives it if it is killed.

A write into a file takes ten microseconds, and what is in it survives the end of the process. A transaction takes a
hundred times as long when a program has just run, so it follows behind, with many entries at once.
"""

from __future__ import annotations

import fcntl
import os
import secrets
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from operator import itemgetter
from pathlib import Path
from zlib import crc32

import orjson

from sandgate.errors import SandgateError

from .database import Unusable
from .events import Lost, Who, content_of
from .ledger import Batch, Ledger

LARGE = 1 << 20
"""Bytes. From here on the file is begun anew as soon as all of it is in the database."""
LARGEST = 1 << 26
LONGEST_ENTRY = 1 << 16


class Spool:
    """Entries are added by one thread. Another says how far they are in the database."""

    def __init__(self, folder: Path) -> None:
        self.name = secrets.token_hex(8)
        self.path = folder / f"audit-{self.name}.spool"
        self._file = os.open(self.path, os.O_CREAT | os.O_EXCL | os.O_RDWR | os.O_NOFOLLOW, 0o600)
        fcntl.flock(self._file, fcntl.LOCK_EX)  # as long as it is held, we live
        self._end, self._last = 0, 0
        self.done = 0
        """The last entry that is in the database."""

    def add(self, batch: Batch) -> int | None:
        """The number of the entry; None where it does not fit in here and must be waited for."""
        if not self.fill(number := self._last + 1, batch):
            return None
        self._last = number
        return number

    def reserve(self) -> int:
        """The number of an entry that is still to be filled. In the file it may stand behind those that follow it."""
        self._last += 1
        return self._last

    def fill(self, number: int, batch: Batch) -> bool:
        """Whether it fits."""
        if (line := _line(number, batch)) is None or self._end + len(line) > LARGEST:
            return False
        try:
            if self._end > LARGE and self.done == self._last:
                os.ftruncate(self._file, 0)
                self._end = 0
            if os.pwrite(self._file, line, self._end) < len(line):
                return False  # the disk is full; what comes next is written over it
        except OSError:
            return False
        self._end += len(line)
        return True

    def close(self) -> None:
        """Whatever is not in the database stays in the file, for whoever comes next."""
        if self.done == self._last:
            with suppress(OSError):
                self.path.unlink()
        os.close(self._file)


def recover(folder: Path, ledger: Ledger) -> int:
    """Put into the database what gateways have left behind that were killed. How many entries it were."""
    return sum(_recovered(path, ledger) for path in sorted(folder.glob("audit-*.spool")))


def left_behind(folder: Path) -> bool:
    """Whether there is something that nobody alive takes care of."""
    return any(_adopted(path, lambda _: True) for path in folder.glob("audit-*.spool"))


def _recovered(path: Path, ledger: Ledger) -> int:
    name = path.stem.removeprefix("audit-")

    def adopt(file: int) -> int:
        done = ledger.spooled(name)
        entries = sorted((entry for entry in _entries(file) if entry[0] > done), key=itemgetter(0))
        _append(ledger, name, entries)
        path.unlink()
        ledger.forget(name)
        return len(entries)

    return _adopted(path, adopt)


def _append(ledger: Ledger, name: str, entries: list[tuple[int, Batch]]) -> None:
    """One that the database will never take is counted as lost, and takes no other with it."""
    if not entries:
        return
    last = entries[-1][0]
    try:
        ledger.append([batch for _, batch in entries], (name, last))
    except Unusable:
        raise
    except SandgateError as error:
        if len(entries) > 1:
            for entry in entries:
                _append(ledger, name, [entry])
            return
        event = Lost(count=len(entries[0][1].contents), since=time.time(), reason=str(error))
        ledger.append([Batch([content_of(event, Who(), time.time())])], (name, last))


def _adopted(path: Path, adopt: Callable[[int], int]) -> int:
    """Do something with a file whose owner is dead, and that nobody else has taken."""
    try:
        file = os.open(path, os.O_RDWR | os.O_NOFOLLOW)
    except OSError:
        return 0
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        if os.fstat(file).st_ino != path.stat().st_ino:
            return 0
        return adopt(file)
    except (BlockingIOError, FileNotFoundError):
        return 0
    finally:
        os.close(file)


def _line(number: int, batch: Batch) -> bytes | None:
    if any(map(callable, batch.contents)):
        return None
    try:
        entry = orjson.dumps([batch.contents, batch.statements])
    except (TypeError, ValueError):  # long numbers and half characters
        return None
    if len(entry) > LONGEST_ENTRY:
        return None
    return b"%d %08x %s\n" % (number, crc32(entry), entry)


def _entries(file: int) -> Iterator[tuple[int, Batch]]:
    """Whole entries; one that was being written when its gateway died was not answered for."""
    with open(file, "rb", closefd=False) as lines:
        for line in lines:
            number, _, rest = line.partition(b" ")
            checksum, _, entry = rest.partition(b" ")
            entry = entry.removesuffix(b"\n")
            if not line.endswith(b"\n") or checksum != b"%08x" % crc32(entry):
                return
            contents, statements = orjson.loads(entry)
            yield int(number), Batch(contents, [(table, rows) for table, rows in statements])
