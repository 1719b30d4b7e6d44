"""Walls made of kernel namespaces, one fresh process per program. The host's half of `launch.py`."""

from __future__ import annotations

import errno
import math
import sys
from contextlib import suppress
from pathlib import Path

import anyio

from ...errors import SandboxError
from ...model import JsonObject, Limits
from ..protocol import Exit, FrameReader, encode
from ..spawning import Started, start

START_SECONDS = 30.0
SPARE_SECONDS = 2
"""CPU time beyond the wall time: the wall time is the limit a program should meet first."""
LAST_WORDS = 4096
SIGNALLED = 128
"""The launcher reports a signal as this plus its number."""
LAUNCHER = Path(__file__).with_name("launch.py")
CURES = {
    errno.EPERM: (
        "this kernel or container does not let Sandgate make namespaces. On Ubuntu 24.04 and newer allow them with "
        "`sysctl kernel.apparmor_restrict_unprivileged_userns=0` or an AppArmor profile for Python; in a container add "
        "a seccomp profile that permits unshare and mount"
    ),
    errno.ENOSPC: "no more user namespaces may be made: raise `sysctl user.max_user_namespaces`",
    errno.EINVAL: "this kernel lacks a namespace that Sandgate needs (Linux 5.12 or newer)",
}


class ProcessWorker(Started):
    """A launcher that has been told its orders and waits for a program."""

    async def end(self, grace_seconds: float = 0.0) -> Exit:
        """The launcher kills pid 1 of the run, or dies and the kernel does; with pid 1 goes everything else."""
        code = await self.kill(grace_seconds)
        return Exit(signal=code - SIGNALLED) if code > SIGNALLED else Exit(code=code)


class ProcessBackend:
    """Full CPython in its own user, mount, pid, network, ipc, uts and cgroup namespaces."""

    name = "process"

    def __init__(self, servers: Path | None = None) -> None:
        self._servers = servers

    async def spawn(self, limits: Limits) -> ProcessWorker:
        if sys.platform != "linux":
            raise SandboxError("the process sandbox needs Linux; this version has no other")
        base: str = getattr(sys, "_base_executable", sys.executable)
        # An empty environment: an API key in ours would be readable in the run's /proc.
        worker = await start(ProcessWorker, [base, "-I", "-S", "-B", str(LAUNCHER)], env={})
        try:
            await worker.channel.send(encode(self._orders(limits)))
            await _ready(worker)
        except BaseException:
            with anyio.CancelScope(shield=True):
                await worker.end()
                await worker.output.aclose()
            raise
        return worker

    def _orders(self, limits: Limits) -> JsonObject:
        servers = str(self._servers.resolve()) if self._servers else None
        sizes = {"memory_mb": limits.memory_mb, "disk_mb": limits.disk_mb, "processes": limits.processes}
        return {"servers": servers, "cpu_seconds": math.ceil(limits.time_seconds) + SPARE_SECONDS, **sizes}


async def _ready(worker: ProcessWorker) -> None:
    """Wait until the walls stand. Raises SandboxError with the kernel's reason and the cure."""
    try:
        with anyio.fail_after(START_SECONDS):
            frame = await FrameReader(worker.channel, 64 * 1024).next()
    except TimeoutError as error:
        raise SandboxError(f"the sandbox was not ready after {START_SECONDS:g} s") from error
    except anyio.EndOfStream as error:
        said = b""
        with suppress(anyio.EndOfStream), anyio.move_on_after(1):
            while len(said) < LAST_WORDS:
                said += await worker.output.receive()
        raise SandboxError(f"the sandbox ended before it was ready. {said.decode('utf-8', 'replace')}") from error
    if frame.get("type") != "ready":
        cure = CURES.get(frame.get("errno") or 0, "see `sandgate doctor`")
        raise SandboxError(f"no sandbox could be made: {frame.get('reason')}; {cure}. Nothing was run without walls")
