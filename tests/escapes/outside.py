"""The world outside the walls that probes reach for: a file, sockets, a process, all open to everybody and harmless."""

from __future__ import annotations

import os
import secrets
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Generator
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path

import sandgate

from .dialects import PYTHON, Dialect

READER = "import sys; sys.stdin.read()"
SECRET_PATTERN = "CAN[A]RY-[A-Z]{3,9}-[0-9a-f]{16}"
"""What every secret out here looks like. It does not match itself: a probe would find it in its own memory."""


@dataclass(frozen=True, kw_only=True)
class Outside:
    """What there is to be reached, as probes are told of it."""

    outside_folder: str
    outside_file: str
    outside_pid: int
    outside_tcp: int
    outside_tcp6: int
    outside_udp: int
    outside_stream: str
    outside_datagram: str
    outside_abstract: str
    outside_abstract_datagram: str
    host_paths: tuple[str, ...]
    """Names of the host that a program has no business to know."""
    secret_pattern: str

    def program(self, code: str, mark: str, dialect: Dialect = PYTHON) -> str:
        """A probe with all that it needs, ready to run."""
        return dialect.program(code, mark, asdict(self))


@contextmanager
def outside() -> Generator[Outside]:
    """A world of its own, gone afterwards. Its secrets are in this process while it lasts."""
    with ExitStack() as stack:
        folder = Path(tempfile.mkdtemp(prefix="sandgate-outside-"))
        stack.callback(shutil.rmtree, folder, ignore_errors=True)
        folder.chmod(0o755)
        (folder / "servers").mkdir()
        (folder / "servers" / "README.md").write_text("one line per server", encoding="utf-8")
        (folder / "secret.txt").write_text(f"{_secret('FILE')}\n", encoding="utf-8")
        _keep_secrets_here(stack, folder / "secret.txt")
        yield Outside(
            outside_folder=str(folder),
            outside_file=str(folder / "secret.txt"),
            outside_pid=_process(stack),
            outside_tcp=_port(stack, socket.AF_INET, socket.SOCK_STREAM),
            outside_tcp6=_port(stack, socket.AF_INET6, socket.SOCK_STREAM) if socket.has_ipv6 else 0,
            outside_udp=_port(stack, socket.AF_INET, socket.SOCK_DGRAM),
            outside_stream=_named(stack, str(folder / "stream"), socket.SOCK_STREAM),
            outside_datagram=_named(stack, str(folder / "datagram"), socket.SOCK_DGRAM),
            outside_abstract=_named(stack, f"\0{folder.name}", socket.SOCK_STREAM),
            outside_abstract_datagram=_named(stack, f"\0{folder.name}-datagram", socket.SOCK_DGRAM),
            host_paths=(str(folder), str(Path(sandgate.__file__).parent.parent)),
            secret_pattern=SECRET_PATTERN,
        )


def _secret(place: str) -> str:
    return f"CANARY-{place}-{secrets.token_hex(8)}"


def _keep_secrets_here(stack: ExitStack, file: Path) -> None:
    """In the environment, in an open file and in a socket: each inherited by whatever is started carelessly."""
    os.environ["SANDGATE_PROBE_SECRET"] = _secret("ENV")
    stack.callback(os.environ.pop, "SANDGATE_PROBE_SECRET", None)
    descriptor = os.open(file, os.O_RDONLY)
    stack.callback(os.close, descriptor)
    ours, theirs = socket.socketpair()
    stack.enter_context(ours)
    stack.enter_context(theirs)
    ours.sendall(_secret("SOCKET").encode() * 4)
    for number in (descriptor, theirs.fileno()):
        os.set_inheritable(number, True)


def _process(stack: ExitStack) -> int:
    """A bystander with a secret in its environment and another in its arguments, in a session that has a number."""
    process = subprocess.Popen(
        [sys.executable, "-S", "-c", READER, _secret("ARGV")],
        stdin=subprocess.PIPE,
        env={"TOKEN": _secret("OTHER")},
        start_new_session=True,  # ours may be that of a process outside our namespace, which counts as none
    )
    stack.callback(process.wait)
    if process.stdin:
        stack.callback(process.stdin.close)
    return process.pid


def _port(stack: ExitStack, family: socket.AddressFamily, kind: socket.SocketKind) -> int:
    listening = stack.enter_context(socket.socket(family, kind))
    listening.bind(("::1" if family == socket.AF_INET6 else "127.0.0.1", 0))
    if kind == socket.SOCK_STREAM:
        listening.listen()
    return int(listening.getsockname()[1])


def _named(stack: ExitStack, name: str, kind: socket.SocketKind) -> str:
    listening = stack.enter_context(socket.socket(socket.AF_UNIX, kind))
    listening.bind(name)
    if kind == socket.SOCK_STREAM:
        listening.listen()
    if not name.startswith("\0"):
        Path(name).chmod(0o777)
    return name
