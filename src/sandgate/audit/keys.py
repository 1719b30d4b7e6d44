"""The key that signs where the audit begins and ends: made once, for its owner alone."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from .database import Unusable

KEY_BYTES = 32


def key_at(file: Path) -> bytes:
    """The key in a file, made if there is none. Raises SandgateError."""
    try:
        if not file.exists():
            _make(file)
        return _read(file)
    except OSError as error:
        raise Unusable(str(file), str(error.strerror), f"its key cannot be used: {error.strerror}") from error


def key_if_any(file: Path) -> bytes | None:
    """The key in a file, where there is one. Raises SandgateError where it is there and cannot be read."""
    return key_at(file) if file.exists() else None


def _make(file: Path) -> None:
    file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    stage = file.with_suffix(f".{os.getpid()}")
    with os.fdopen(os.open(stage, os.O_CREAT | os.O_TRUNC | os.O_WRONLY | os.O_NOFOLLOW, 0o600), "wb") as opened:
        opened.write(os.urandom(KEY_BYTES))
        opened.flush()
        os.fsync(opened.fileno())  # rows that it signs must not outlive it
    with suppress(FileExistsError):  # another gateway was first: its key counts
        os.link(stage, file)
    stage.unlink()


def _read(file: Path) -> bytes:
    if file.stat().st_mode & 0o077:  # a copy or a restored backup may have come with other permissions
        file.chmod(0o600)
    key = file.read_bytes()
    if len(key) != KEY_BYTES:
        what = f"is not a key of {KEY_BYTES} bytes; restore the one that signed the audit"
        raise Unusable(str(file), f"it {what}", f"{file.name} {what}")
    return key
