"""What `sandgate doctor` says about the packages of programs: whether they are built, and can be preloaded."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from sandgate.config import Config
from sandgate.errors import SandgateError
from sandgate.sandbox.packages import Environment, required

from .checks import Check
from .display import plural


def packages(config: Config) -> Iterator[Check]:
    """Nothing where programs have the standard library only."""
    try:
        folder = required(config)
        environment = Environment.of(config)
        lock = environment.lock if environment else None
    except SandgateError as error:
        reason, _, cure = str(error).partition("; ")
        yield Check(name="packages", health="fail", message=reason, cure=cure)
        return
    if lock:
        told = ", ".join(f"{pin.name} {pin.version}" for pin in lock.here)
        yield Check(name="packages", health="ok", message=f"{plural(len(lock.here), 'package')} built: {told}")
    if config.sandbox.preload:
        yield _preloaded(config, folder)


def _preloaded(config: Config, folder: Path | None) -> Check:
    """Put up a sandbox with all that is to be preloaded. Where none stands at all, another check says so."""
    import anyio

    from sandgate.sandbox.process.backend import ProcessBackend
    from sandgate.sandbox.process.levels import strongest

    async def stand() -> None:
        make = partial(ProcessBackend, packages=folder, preload=config.sandbox.preload)
        await (await strongest(make, config.sandbox.minimum_level)).close()

    try:
        anyio.run(stand)
    except SandgateError as error:
        if found := re.search("sandbox.preload: [^;]+", str(error)):
            cure = "leave it out of sandbox.preload, or add its package to sandbox.packages: `sandgate sandbox build`"
            return Check(name="preload", health="fail", message=found[0], cure=cure)
        return Check(name="preload", health="info", message=f"not tried: {error}")
    return Check(name="preload", health="ok", message=f"{', '.join(config.sandbox.preload)} imported before programs")
