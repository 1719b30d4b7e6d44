"""The folders of skills on disk: written in one step, read without trust, summed up in a digest."""

from __future__ import annotations

import fcntl
import hashlib
import os
import re
import shutil
import stat
import tempfile
from collections.abc import Generator, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

from sandgate.errors import SandgateError

Files = Mapping[str, bytes]
"""A folder in memory: content by path, `/` between folders."""
MOST_FILES = 64
STAGE = ".stage-"
_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
_FILE = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
_NAME = re.compile(r"[A-Za-z0-9_-][A-Za-z0-9_.-]{0,99}")


class NotASkill(SandgateError):
    """A folder holds what no skill has: a link, a device, a strange name, too much."""


def digest_of(files: Files) -> str:
    """`sha256:` and the hash of what `sha256sum` prints for all files of the folder, in the order of their paths."""
    lines = [f"{hashlib.sha256(files[path]).hexdigest()}  {path}\n" for path in sorted(files)]
    return f"sha256:{hashlib.sha256(''.join(lines).encode()).hexdigest()}"


def read_folder(folder: Path, most_kb: int) -> dict[str, bytes]:
    """All files of a folder and of the folders in it. Somebody else may have made it, and may be changing it now.

    Raises NotASkill, or OSError where it cannot be read.
    """
    found: dict[str, bytes] = {}
    descriptor = os.open(folder, _FOLDER)
    try:
        for path, content in _contents(descriptor, "", most_kb * 1024):
            found[path] = content
            if len(found) > MOST_FILES or sum(map(len, found.values())) > most_kb * 1024:
                raise NotASkill(f"{folder} holds more than {MOST_FILES} files or {most_kb:,} kB")
    finally:
        os.close(descriptor)
    return found


def _contents(folder: int, prefix: str, most: int) -> Iterator[tuple[str, bytes]]:
    with os.scandir(folder) as entries:
        for entry in entries:
            path = prefix + entry.name
            if not _NAME.fullmatch(entry.name):
                raise NotASkill(f"{path[:200]!r} is not a name for a file of a skill")
            if entry.is_dir(follow_symlinks=False) and not prefix:  # no skill has folders in folders
                inner = os.open(entry.name, _FOLDER, dir_fd=folder)
                try:
                    yield from _contents(inner, f"{path}/", most)
                finally:
                    os.close(inner)
            else:
                yield path, read_file(folder, entry.name, path, most)


def read_file(folder: int | None, name: str, path: str, most: int) -> bytes:
    """A plain file of at most so many bytes; `path` is what it is called in a message. Raises NotASkill."""
    try:
        descriptor = os.open(name, _FILE, dir_fd=folder)
    except FileNotFoundError as error:
        raise NotASkill(f"there is no {path}") from error
    except OSError as error:  # a link
        raise NotASkill(f"{path} is not a plain file: {error.strerror}") from error
    with os.fdopen(descriptor, "rb") as opened:
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode):
            raise NotASkill(f"{path} is not a plain file")
        content = opened.read(most + 1)
    if len(content) > most:
        raise NotASkill(f"{path} is larger than {most // 1024:,} kB")
    return content


@contextmanager
def staged(parent: Path) -> Generator[Path]:
    """A folder beside what it will become part of; gone afterwards if it was not moved."""
    stage = Path(tempfile.mkdtemp(prefix=STAGE, dir=parent))
    try:
        yield stage
    finally:
        shutil.rmtree(stage, ignore_errors=True)


def write_folder(folder: Path, files: Files) -> None:
    """Into a new folder that nobody looks into yet."""
    for path, content in files.items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        write(file, content)


def write(file: Path, content: bytes) -> None:
    with file.open("wb") as opened:
        opened.write(content)
        opened.flush()
        os.fsync(opened.fileno())


def replace(file: Path, content: bytes, stage: Path, mode: int = 0o600) -> None:
    """In one step: whoever looks sees the old file or the new one. `stage` is a folder of the same disk."""
    written = stage / f"{os.getpid()}.{file.name}"
    write(written, content)
    written.chmod(mode)
    written.replace(file)


@contextmanager
def locked(file: Path) -> Generator[None]:
    """Alone among all processes and threads that use this lock."""
    descriptor = os.open(file, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)


def discard(path: Path) -> None:
    with suppress(FileNotFoundError):
        shutil.rmtree(path) if path.is_dir() and not path.is_symlink() else path.unlink()
