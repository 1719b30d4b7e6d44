"""`python sprout.py ADDRESS NAME WORDS…`: as `python WORDS…`, a script or a module, but forked.

From the Python at ADDRESS, which `warm.py` keeps warm. The process is called NAME: its command line is not its own.
"""

from __future__ import annotations

import json
import os
import signal
import socket
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:  # `typing` would take longer than all the rest
    from collections.abc import Mapping, Sequence
    from pathlib import Path
    from typing import IO, TypedDict

    class Order(TypedDict):
        words: list[str]
        name: str
        folder: str
        environ: dict[str, str]


def order(
    address: str,
    words: Sequence[str],
    environ: Mapping[str, str],
    folder: Path | str,
    files: Sequence[IO[str] | int],
    name: str = "sg-sprout",
) -> socket.socket:
    """Have a script or a module run, with these files as its first three."""
    wanted = {"words": list(words), "name": name, "folder": str(folder), "environ": dict(environ)}
    connected = socket.socket(socket.AF_UNIX)
    connected.connect(address)
    line = json.dumps(wanted).encode() + b"\n"
    sent = socket.send_fds(connected, [line], [file if isinstance(file, int) else file.fileno() for file in files])
    connected.sendall(line[sent:])
    return connected


def received(ordered: socket.socket) -> tuple[Order, list[int]]:
    """The order, and its files."""
    line, files = b"", list[int]()
    while not line.endswith(b"\n"):
        more, numbers, _, _ = socket.recv_fds(ordered, 1 << 20, 3)
        if not more:
            raise EOFError("whoever orders went in the middle of it")
        line, files = line + more, files + numbers
    return json.loads(line), files


def outcome(ordered: socket.socket) -> int:
    """How it ended, as `subprocess` says it."""
    return int(ordered.makefile().readline() or -signal.SIGKILL)


def main() -> None:
    address, name, *words = sys.argv[1:]
    with order("\0" + address, words, os.environ, os.getcwd(), [0, 1, 2], name) as ordered:  # noqa: PTH109
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(number, lambda number, _: ordered.sendall(bytes([number])))
        nothing = os.open(os.devnull, os.O_RDWR)
        for number in range(3):  # its files are not ours: they are closed when it closes them
            os.dup2(nothing, number)
        code = outcome(ordered)
    if code < 0:
        if -code != signal.SIGKILL:
            signal.signal(-code, signal.SIG_DFL)
        os.kill(os.getpid(), -code)
    sys.exit(code)


if __name__ == "__main__":
    main()
