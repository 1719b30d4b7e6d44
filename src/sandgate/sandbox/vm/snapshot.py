"""A machine as it was when it waited for its first order: its memory and its state, as files and as sealed memory.

Every run begins in a copy of it. The copy is made page by page as the run writes, and the seal keeps a QEMU that was
taken over from changing what the others begin with.
"""

from __future__ import annotations

import fcntl
import json
import os
import shutil
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, TypeVar

from ...errors import SandboxError
from .qemu import Accelerator

Found = TypeVar("Found")
RAM, STATE, ABOUT, CURRENT = "ram", "state", "about.json", "current"
BUILD = "run `sandgate sandbox build --vm`"
MISSING = f"there is no image for virtual machines: {BUILD}"
NO_WRITES = fcntl.F_SEAL_SEAL | fcntl.F_SEAL_SHRINK | fcntl.F_SEAL_GROW | fcntl.F_SEAL_WRITE


@dataclass(frozen=True, slots=True, kw_only=True)
class About:
    """What a snapshot is of: it fits nothing else."""

    code: str
    """The key of our own sources in it."""
    python: str
    qemu: str
    accelerator: Accelerator
    room_mb: int
    """The memory that limits may need."""
    memory_mb: int
    """What a machine has: room, and packages."""
    packages: str
    """What the packages for programs were, as a key; empty where there are none."""
    preload: tuple[str, ...]
    deno: str = ""
    """Which Deno is in it; empty where Python is spoken."""
    begun: str = ""
    """The key of the order that it has begun; empty where it waits for its first."""


@dataclass(slots=True)
class Snapshot:
    about: About
    ram: int
    state: int

    @classmethod
    def load(cls, folder: Path) -> Snapshot:
        """The one that was last built there. Raises SandboxError, with what to do, where there is none."""
        return _read(folder, cls._loaded)

    @classmethod
    def _loaded(cls, place: Path) -> Snapshot:
        found = _told(place)
        ram = _sealed(place / RAM)
        try:
            return cls(found, ram, _sealed(place / STATE))
        except OSError:
            os.close(ram)
            raise

    def opened_state(self) -> int:
        """The state from its beginning; others read it as well."""
        return os.open(f"/proc/self/fd/{self.state}", os.O_RDONLY | os.O_CLOEXEC)

    def close(self) -> None:
        for descriptor in (self.ram, self.state):
            os.close(descriptor)


def about(folder: Path) -> About:
    """What was last built there. Raises SandboxError, with what to do, where there is nothing."""
    return _read(folder, _told)


def _read(folder: Path, read: Callable[[Path], Found]) -> Found:
    try:
        try:
            return read(folder / (folder / CURRENT).read_text(encoding="utf-8").strip())
        except FileNotFoundError:  # another may just have taken its place
            return read(folder / (folder / CURRENT).read_text(encoding="utf-8").strip())
    except FileNotFoundError as error:
        raise SandboxError(MISSING) from error
    except (OSError, ValueError, TypeError, KeyError) as error:
        raise SandboxError(f"the image for virtual machines cannot be read: {error}; {BUILD} again") from error


def _told(place: Path) -> About:
    found: dict[str, Any] = json.loads((place / ABOUT).read_text(encoding="utf-8"))
    found["preload"] = tuple(found["preload"])
    return About(**found)


def keep(folder: Path, key: str, about: About, ram: int, state: int) -> None:
    """Write a snapshot down, make it the current one, and remove those before it. Whole or not at all."""
    with _alone(folder):
        for left in folder.glob("*.part"):  # by one that was killed
            shutil.rmtree(left, ignore_errors=True)
        try:
            stage = _staged(folder / f"{key}.part", about, ram, state)
            shutil.rmtree(folder / key, ignore_errors=True)
            stage.rename(folder / key)
        except OSError as error:
            shutil.rmtree(folder / f"{key}.part", ignore_errors=True)
            raise SandboxError(
                f"the image for virtual machines cannot be kept in {folder}: {error.strerror}"
            ) from error
        _make_current(folder, key)


def keep_current(folder: Path, key: str) -> bool:
    """Whether there is such a snapshot. It is the current one then."""
    with _alone(folder):
        if (folder / key / ABOUT).is_file():
            _make_current(folder, key)
            return True
    return False


@contextmanager
def _alone(folder: Path) -> Generator[None]:
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _staged(stage: Path, about: About, ram: int, state: int) -> Path:
    stage.mkdir(parents=True)
    for descriptor, name in ((ram, RAM), (state, STATE)):
        with (stage / name).open("xb") as target:
            copy(descriptor, target.fileno())
            os.fsync(target.fileno())
    (stage / ABOUT).write_text(json.dumps(asdict(about)), encoding="utf-8")
    return stage


def _make_current(folder: Path, key: str) -> None:
    written = folder / f"{CURRENT}.new"
    written.write_text(key, encoding="utf-8")
    written.replace(folder / CURRENT)
    for other in folder.iterdir():
        if other.name != key and (other / ABOUT).is_file():
            shutil.rmtree(other, ignore_errors=True)


def memory(name: str, size: int = 0) -> int:
    """A file in memory alone, which can be sealed."""
    descriptor = os.memfd_create(name, os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING)
    os.ftruncate(descriptor, size)
    return descriptor


def copy(source: int, target: int) -> None:
    """Only what is there: a machine's memory is mostly holes, and stays so."""
    os.ftruncate(target, os.fstat(source).st_size)
    for begin, end in _pieces(source):
        os.lseek(target, begin, os.SEEK_SET)
        while begin < end:
            copied = os.sendfile(target, source, begin, end - begin)
            if not copied:
                raise OSError("a file became shorter while it was read")
            begin += copied


def _pieces(source: int) -> Iterator[tuple[int, int]]:
    end = 0
    with suppress(OSError):  # there is no more
        while True:
            begin = os.lseek(source, end, os.SEEK_DATA)
            end = os.lseek(source, begin, os.SEEK_HOLE)
            yield begin, end


def _sealed(file: Path) -> int:
    descriptor = memory(file.name)
    source = os.open(file, os.O_RDONLY | os.O_CLOEXEC)
    try:
        copy(source, descriptor)
    except OSError:
        os.close(descriptor)
        raise
    finally:
        os.close(source)
    seal(descriptor)
    return descriptor


def seal(descriptor: int) -> None:
    fcntl.fcntl(descriptor, fcntl.F_ADD_SEALS, NO_WRITES)
