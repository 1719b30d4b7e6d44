"""Which gateways are alive: each holds a locked file as long as its process lives, however that ends."""

from __future__ import annotations

import fcntl
import os
import secrets
from contextlib import suppress
from pathlib import Path

MOST_TRIES = 100


class Owners:
    """Gateways that share a folder. Everything raises OSError where the disk does not obey."""

    def __init__(self, folder: Path) -> None:
        self._folder, self._lock = folder, -1
        self.own = secrets.token_hex(8)

    def begin(self) -> None:
        """Say that this one lives. Nothing may be written in its name before."""
        if self._lock >= 0:
            return
        self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        for _ in range(MOST_TRIES):
            lock = os.open(self._folder / self.own, os.O_CREAT | os.O_RDWR | os.O_NOFOLLOW, 0o600)
            fcntl.flock(lock, fcntl.LOCK_EX)
            with suppress(FileNotFoundError):
                if os.path.samestat(os.fstat(lock), (self._folder / self.own).stat()):
                    self._lock = lock
                    return
            os.close(lock)  # somebody swept it away before it was locked
        raise FileNotFoundError(f"{self._folder / self.own} is deleted again and again")

    def end(self) -> None:
        if self._lock >= 0:
            (self._folder / self.own).unlink(missing_ok=True)
            os.close(self._lock)
            self._lock = -1

    def lives(self, owner: str) -> bool:
        if owner == self.own:
            return True
        try:
            lock = os.open(self._folder / owner, os.O_RDWR | os.O_NOFOLLOW)
        except FileNotFoundError:
            return False
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
        finally:
            os.close(lock)
        return False

    def sweep(self) -> None:
        """Remove what the dead have left."""
        with suppress(FileNotFoundError):
            for path in [*self._folder.iterdir()]:
                if not self.lives(path.name):
                    path.unlink(missing_ok=True)
