"""What the system refused a command, as a sentence: which file, why, and what would be right."""

from __future__ import annotations

import errno
from pathlib import Path

OWN = "make it yours with chown, or name another: state_dir in sandgate.toml is where Sandgate keeps its own files"


def sentence(error: OSError) -> str:
    """`[Errno 13] Permission denied` says neither who is meant nor what to do."""
    if not isinstance(error.filename, str):
        return f"{error.strerror or error}; `sandgate doctor` says what works on this machine"
    return f"{error.filename}: {_why(error, Path(error.filename))}"


def _why(error: OSError, path: Path) -> str:
    match error.errno:
        case errno.ENOENT:
            missing = [folder for folder in path.parents if not folder.exists()]
            return f"there is no folder {missing[-1]}" if missing else "there is no such file"
        case errno.EACCES | errno.EPERM:
            return f"this user may not read or write it; {OWN}"
        case errno.EISDIR:
            return "it is a folder; name a file"
        case errno.ENOTDIR | errno.EEXIST:
            return "there is a file where a folder should be; name another place, or move it away"
        case errno.ENOSPC:
            return "the disk is full; make room"
        case errno.EROFS:
            return "the disk can only be read; name another place"
        case _:
            return f"{error.strerror}; name another place"
