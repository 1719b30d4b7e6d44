"""Somebody else's file on disk: read, replaced in one step, copied aside; and the text that is in its bytes."""

from __future__ import annotations

import os
import tempfile
import time
from pathlib import Path

from sandgate.errors import ConfigError

BOM = b"\xef\xbb\xbf"


def read(file: Path) -> bytes | None:
    """None if there is no file. Raises ConfigError where it cannot be read."""
    try:
        return file.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise ConfigError(f"cannot read {file}: {error.strerror or error}") from error


def replace(file: Path, content: bytes, mode: int) -> None:
    """Whoever looks, and whenever the machine stops, sees the old content or the new one. Raises OSError."""
    file.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=file.parent, prefix=f".{file.name}.")
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())  # else a crash may leave the new name with none of its content
        Path(name).chmod(mode)
        Path(name).replace(file)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
    _sync_folder(file.parent)


def copy_aside(file: Path, content: bytes) -> Path:
    """A copy beside the file, with its mode. Raises OSError."""
    stem = f"{file.name}.{time.strftime('%Y%m%d-%H%M%S')}"
    names = [f"{stem}.bak", *(f"{stem}-{number}.bak" for number in range(1, 100))]
    backup = next(path for name in names if not (path := file.with_name(name)).exists())
    replace(backup, content, mode_of(file))
    return backup


def mode_of(file: Path, default: int = 0o644) -> int:
    try:
        return file.stat().st_mode & 0o777
    except FileNotFoundError:
        return default


def is_read_only(file: Path) -> bool:
    """Whether somebody has said that nobody is to write it. Its folder would let us replace it all the same."""
    return file.exists() and not mode_of(file) & 0o222


def decoded(content: bytes, file: Path) -> str:
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise ConfigError(f"{file} is not UTF-8 text; save it as UTF-8") from None
    return text.replace("\r\n", "\n") if _is_windows(content) else text


def encoded(text: str, like: bytes) -> bytes:
    """The text with the line ends and the byte-order mark the file had."""
    content = text.replace("\n", "\r\n").encode() if _is_windows(like) else text.encode()
    return BOM + content if like.startswith(BOM) else content


def _is_windows(content: bytes) -> bool:
    return 0 < content.count(b"\r\n") == content.count(b"\n")


def _sync_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
