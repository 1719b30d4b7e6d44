"""Reading what we keep on disk. A folder can be damaged, or somebody else may have put things into it."""

from __future__ import annotations

import os
import stat
from pathlib import Path


def read_kept(file: Path, most_mb: int) -> bytes:
    """A whole file. Raises OSError for what is none: a pipe would be waited for, a device read without end."""
    with os.fdopen(os.open(file, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC), "rb") as opened:
        status = os.fstat(opened.fileno())
        if not stat.S_ISREG(status.st_mode) or status.st_size > most_mb * 2**20:
            raise OSError(f"{file} is not what was kept")
        return opened.read()
