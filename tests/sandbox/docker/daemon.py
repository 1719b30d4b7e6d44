"""A container engine of the tests' own, in a folder of its own, gone afterwards."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

START_SECONDS = 40
STOP_SECONDS = 20
LONGEST_WORD = 4096
LAST_LINES = 3
LEFT = ("docker.sock", "pid", "told", "exec/containerd/containerd.pid")
"""What a killed one leaves. A process of that number may be there still, as long as nobody has reaped it."""


class Unavailable(Exception):
    """Why no engine can be had here."""


class Daemon:
    """`dockerd` without networks, in a mount namespace of its own: what it mounts goes with it."""

    def __init__(self, folder: Path, *, gvisor: bool = False) -> None:
        """With `gvisor` it has the runtime `runsc` as well."""
        self._folder, self._gvisor = folder, gvisor
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def socket(self) -> str:
        return str(self._folder / "docker.sock")

    def start(self) -> None:
        """Raises Unavailable."""
        for name in LEFT:
            (self._folder / name).unlink(missing_ok=True)
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as told, (self._folder / "log").open("wb") as log:
            told.bind(str(self._folder / "told"))
            told.settimeout(START_SECONDS)
            environment = {**os.environ, "NOTIFY_SOCKET": str(self._folder / "told")}
            self._process = subprocess.Popen(self._command(), stdout=log, stderr=log, env=environment)
            self._await_word(told)

    def _await_word(self, told: socket.socket) -> None:
        try:
            while b"READY=1" not in told.recv(LONGEST_WORD):
                pass
        except TimeoutError:
            said = (self._folder / "log").read_text(encoding="utf-8", errors="replace").splitlines()[-LAST_LINES:]
            self.stop()
            raise Unavailable(f"dockerd was not ready after {START_SECONDS} s: {' / '.join(said)}") from None

    def _command(self) -> list[str]:
        places = {"data-root": "data", "exec-root": "exec", "pidfile": "pid"}
        named = [f"--{option}={self._folder / name}" for option, name in places.items()]
        networks = ["--iptables=false", "--ip6tables=false", "--bridge=none"]
        runtimes = [f"--add-runtime=runsc={self._without_network()}"] if self._gvisor else []
        return ["unshare", "--mount", "dockerd", *networks, *named, *runtimes, f"--host=unix://{self.socket}"]

    def _without_network(self) -> Path:
        """An engine without bridges gives `runsc` the machine's own network, which it refuses to have."""
        script = self._folder / "runsc"
        script.write_text('#!/bin/sh\nexec runsc --network=none "$@"\n', encoding="utf-8")
        script.chmod(0o755)
        return script

    def kill(self) -> None:
        """As a crash would."""
        assert self._process
        self._process.kill()
        self._process.wait()

    def stop(self) -> None:
        if self._process and self._process.poll() is None:
            self._process.terminate()
            try:
                self._process.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:
                self.kill()


@contextmanager
def own_daemon(*, gvisor: bool = False) -> Generator[Daemon]:
    """Raises Unavailable."""
    if os.name != "posix" or os.geteuid() != 0:
        raise Unavailable("dockerd must be started by root")
    for program in ("dockerd", "containerd", "runc", "unshare"):
        if shutil.which(program) is None:
            raise Unavailable(f"{program} is not installed: apt install docker.io")
    if gvisor and shutil.which("runsc") is None:
        raise Unavailable("runsc is not installed: apt install runsc")
    with TemporaryDirectory(prefix="sandgate-engine-", ignore_cleanup_errors=True) as folder:
        daemon = Daemon(Path(folder), gvisor=gvisor)
        try:
            daemon.start()
            yield daemon
        finally:
            daemon.stop()
