"""Containers that a gateway left when it was killed together with what would have ended them: found and removed.

A container ends by itself when its gateway goes, because its connection closes. What stays is one that was never
started, or whose engine was killed as well.
"""

from __future__ import annotations

import os
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

from .container import LABEL
from .engine import Engine, EngineRefused, label_filter

GATEWAY_LABEL = f"{LABEL}.gateway"
YOUNG_SECONDS = 120.0
"""One that is not running may have just been made, by a gateway that we cannot see."""


def me() -> str:
    """This process: where it can be seen from, its number there and when it began, which no other has together."""
    return " ".join((_view(), str(os.getpid()), _began(os.getpid())))


async def remove(engine: Engine) -> int:
    """How many were removed. Those of gateways that live, or that cannot be seen from here, are left alone."""
    found = await engine.ask("GET", "/containers/json", all=True, filters=label_filter(**{LABEL: ""}))
    orphans = [one["Id"] for one in found if is_orphan(one, time.time())]
    for container in orphans:
        with suppress(EngineRefused):  # somebody else was faster
            await engine.ask("DELETE", f"/containers/{container}", force=True, v=True)
    return len(orphans)


def is_orphan(container: Any, now: float) -> bool:
    """Whether nobody will ever talk to it again."""
    view, _, process = str(container["Labels"].get(GATEWAY_LABEL, "")).partition(" ")
    if view == _view():
        pid, _, began = process.partition(" ")
        return not pid.isdigit() or _began(int(pid)) != began
    return container["State"] != "running" and now - container["Created"] > YOUNG_SECONDS


def _view() -> str:
    """The boot and the namespace that process numbers are of."""
    boot = Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
    return f"{boot}/{Path('/proc/self/ns/pid').stat().st_ino}"


def _began(pid: int) -> str:
    """When a process began, in ticks since the boot; empty where there is none."""
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()[19]
    except (OSError, IndexError):
        return ""
