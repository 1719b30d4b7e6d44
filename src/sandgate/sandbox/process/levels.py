"""Which walls stand on this machine: the strongest level whose self-test passes, and never one below what was asked."""

from __future__ import annotations

import logging
import os
import stat
from collections.abc import Callable
from pathlib import Path
from typing import get_args

import anyio

from ...errors import SandboxError
from ...model import Level
from . import landlock
from .backend import ProcessBackend
from .selftest import failing

log = logging.getLogger("sandgate.sandbox")
LEVELS: tuple[Level, ...] = get_args(Level)
SCOPES_SINCE = 6
LOWER = {
    "full": 'or accept walls that bubblewrap puts up: install it and set sandbox.minimum_level = "bwrap"',
    "bwrap": 'or accept walls without namespaces: set sandbox.minimum_level = "lite"',
    "lite": "or run Sandgate on another machine",
}


async def strongest(make: Callable[..., ProcessBackend], minimum: Level) -> ProcessBackend:
    """A backend, made by `make(level=…)`, that has passed its self-test.

    Raises SandboxError with the reason of each level where none may be used.
    """
    reasons: list[str] = []
    for level in LEVELS[: LEVELS.index(minimum) + 1]:
        backend = make(level=level)
        stands = False
        try:
            reason = await why_not(backend)
            stands = not reason
        finally:
            if not stands:
                with anyio.CancelScope(shield=True):
                    await backend.close()
        if stands:
            if reasons:
                log.warning("programs run at level %s. %s", level, " ".join(reasons))
            return backend
        reasons.append(f"Level {level}: {reason}.")
    told = " ".join(reasons)
    raise SandboxError(f"no sandbox of level {minimum} or better stands here. {told} Cure: {_cure(minimum)}")


async def why_not(backend: ProcessBackend) -> str:
    """Why this level cannot be used on this machine; empty if it can."""
    if backend.level == "lite" and landlock.version() < SCOPES_SINCE:
        return f"it needs Landlock {SCOPES_SINCE} (Linux 6.12), this kernel has {landlock.version()}"
    try:
        open_walls = await failing(backend, backend.level)
    except SandboxError as error:
        closed = _closed_to_others(backend.python) if backend.level != "full" else None
        if closed is None:
            return str(error)
        return (
            f"its programs run as another user than root, who may not enter {closed}, where Python is: install "
            f"Sandgate with a Python that everybody may read, such as /usr/bin/python3"
        )
    return f"its self-test failed: {', '.join(open_walls)}" if open_walls else ""


def _closed_to_others(python: str) -> Path | None:
    """The folder above an interpreter that only root may enter, where root started us and there is one."""
    above = Path(python).resolve().parents if os.geteuid() == 0 else ()
    return next((folder for folder in above if not folder.stat().st_mode & stat.S_IXOTH), None)


def _cure(minimum: Level) -> str:
    return f"remove the first reason, {LOWER[minimum]}"
