"""The machine a run was made on, in the words that make its figures comparable."""

from __future__ import annotations

import os
import platform
from datetime import UTC, datetime
from pathlib import Path


def today() -> str:
    return datetime.now(UTC).strftime("%Y-%m-%d")


def described() -> str:
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    load = os.getloadavg()[0]
    return (
        f"{len(os.sched_getaffinity(0))} cores ({processor()}), {memory:.0f} GB, "
        f"{platform.system()} {platform.release()} on {platform.machine()}, Python {platform.python_version()}, "
        f"{'root' if os.getuid() == 0 else 'an ordinary user'}, load {load:.1f} before the run"
    )


def about_neighbours() -> str:
    """A word about a machine that did other work too."""
    load, cores = os.getloadavg()[0], len(os.sched_getaffinity(0))
    if load <= cores:
        return ""
    return (
        f"The machine was busy: {load:.1f} processes wanted its {cores} cores before the run. "
        f"Work that passes through more processes then waits more often, so the ratios are worse than on a calm one."
    )


def processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return "unknown"
    return next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), "unknown")
