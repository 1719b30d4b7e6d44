"""A Podman of the tests' own, in a folder of its own, gone afterwards."""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from .daemon import LAST_LINES, START_SECONDS, STOP_SECONDS, Unavailable


@contextmanager
def own_podman() -> Generator[str]:
    """Its socket. Raises Unavailable."""
    if os.name != "posix" or os.geteuid() != 0:
        raise Unavailable("it is tried as root")
    for program in ("podman", "runc", "conmon", "unshare"):
        if shutil.which(program) is None:
            raise Unavailable(f"{program} is not installed: apt install podman runc")
    with TemporaryDirectory(prefix="sandgate-podman-", ignore_cleanup_errors=True) as folder:
        with (Path(folder) / "log").open("wb") as log:
            process = subprocess.Popen(_command(Path(folder)), stdout=log, stderr=log)
        try:
            yield _awaited(Path(folder), process)
        finally:
            process.terminate()
            process.wait(STOP_SECONDS)
            _await_those_who_clear_up(folder)


def _command(folder: Path) -> list[str]:
    """In a mount namespace of its own, as an engine that is not this machine's."""
    places = ["--root", f"{folder}/root", "--runroot", f"{folder}/run", "--tmpdir", f"{folder}/tmp"]
    words = ["podman", "--runtime", "runc", "--cgroup-manager", "cgroupfs", *places]
    return ["unshare", "--mount", *words, "system", "service", "--time", "0", f"unix://{folder}/podman.sock"]


def _awaited(folder: Path, process: subprocess.Popen[bytes]) -> str:
    deadline = time.monotonic() + START_SECONDS
    while not (folder / "podman.sock").exists():
        if process.poll() is not None or time.monotonic() > deadline:
            said = (folder / "log").read_text(encoding="utf-8", errors="replace").splitlines()[-LAST_LINES:]
            raise Unavailable(f"podman was not ready: {' / '.join(said)}")
        time.sleep(0.05)
    return f"{folder}/podman.sock"


def _await_those_who_clear_up(folder: str) -> None:
    """Podman has each container cleared up by a process of its own, which would make the folder again."""
    deadline = time.monotonic() + STOP_SECONDS
    while any(folder.encode() in _words(entry) for entry in Path("/proc").glob("[0-9]*")):
        if time.monotonic() > deadline:
            return
        time.sleep(0.05)


def _words(process: Path) -> bytes:
    try:
        return (process / "cmdline").read_bytes()
    except OSError:  # gone meanwhile
        return b""
