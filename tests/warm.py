"""A Python that has imported Sandgate: what is forked from it begins at once, a second of imports later.

`python warm.py` forks for each order that comes over its socket, as `order` writes one: the variables, the folder and
the files are those of whoever orders. It imports nothing that a gateway would not.
"""

from __future__ import annotations

import ctypes
import os
import runpy
import select
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

if __name__ == "__main__":
    sys.path.pop(0)  # our neighbours here are no modules of anybody's
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.sprout import order, outcome, received

if TYPE_CHECKING:
    from tests.sprout import Order

SECONDS = 120
PR_SET_PDEATHSIG = 1
SPROUT = str(Path(__file__).with_name("sprout.py"))
IMPORTED = (
    "sandgate.app",
    "sandgate.cli.main",
    "sandgate.server",
    "sandgate.adapters.blocking",
    "sandgate.tasks",
    "mcp.client.stdio",
)


class Warm:
    """It lives as long as the Python that has started it."""

    def __init__(self) -> None:
        self.address = f"\0sandgate-tests-{os.urandom(8).hex()}"
        with socket.socket(socket.AF_UNIX) as listener:
            listener.bind(self.address)
            listener.listen(64)
            number = listener.fileno()
            words = [sys.executable, __file__, str(number)]
            self._process = subprocess.Popen(words, stdin=subprocess.PIPE, pass_fds=[number])

    def python(self, name: str = "sg-sprout") -> list[str]:
        """What begins a command as `python` does. Its process is called so: it has no command line of its own."""
        return [sys.executable, "-I", "-S", SPROUT, self.address[1:], name]

    def run(self, words: Sequence[str], environ: Mapping[str, str], folder: Path) -> subprocess.CompletedProcess[str]:
        """As `python words…` in a folder would, with these variables and no others."""
        with (
            Path(os.devnull).open() as nothing,
            tempfile.TemporaryFile("w+") as out,
            tempfile.TemporaryFile("w+") as err,
            order(self.address, words, environ, folder, [nothing, out, err]) as ordered,
        ):
            ordered.settimeout(SECONDS)  # leaving ends it
            code = outcome(ordered)
            for file in (out, err):
                file.seek(0)
            return subprocess.CompletedProcess(words, code, out.read(), err.read())


@cache
def warm() -> Warm:
    """The one of these tests."""
    return Warm()


def main() -> None:
    for module in IMPORTED:
        __import__(module)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody asks how a keeper has ended
    with socket.socket(fileno=int(sys.argv[1])) as listener:
        while True:
            ready, _, _ = select.select([0, listener], [], [])
            if 0 in ready:  # whoever has started us has ended
                return None
            ordered, _ = listener.accept()
            if not os.fork():
                listener.close()
                return keep(ordered)
            ordered.close()


def keep(ordered: socket.socket) -> None:
    """Have an order carried out; pass on signals, and say how it ended. Where nobody listens any more, it is killed."""
    end_with_parent()
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    wanted, files = received(ordered)
    child = os.fork()
    if not child:
        ordered.close()
        return become(wanted, files)
    for number in (0, *files):
        os.close(number)
    ended = os.pidfd_open(child)
    while ended not in select.select([ended, ordered], [], [])[0]:
        said = ordered.recv(1)
        os.kill(child, said[0] if said else signal.SIGKILL)
        if not said:
            break
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    with suppress(OSError):
        ordered.sendall(f"{code}\n".encode())
    os._exit(0)


def end_with_parent() -> None:
    """Nobody else would: tests may be killed."""
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def become(wanted: Order, files: list[int]) -> None:
    end_with_parent()
    os.environ.clear()
    os.environ.update(wanted["environ"])
    os.chdir(wanted["folder"])
    for number, file in enumerate(files):
        os.dup2(file, number)
        os.close(file)
    Path("/proc/self/comm").write_text(wanted["name"], encoding="utf-8")
    sys.argv = wanted["words"]
    sys.path[0] = wanted["folder"]
    run: Any = runpy.run_path
    if sys.argv[0] == "-m":
        run = runpy.run_module
        del sys.argv[0]
    run(sys.argv[0], run_name="__main__")


if __name__ == "__main__":
    main()
