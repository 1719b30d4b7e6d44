"""A Python that has imported Sandgate: scripts that are forked from it begin at once, a second of imports later.

`python warm.py` forks one for each line it reads, and says its exit code. It imports nothing that a script would not.
"""

from __future__ import annotations

import json
import os
import runpy
import signal
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

SECONDS = 120
IMPORTED = ("sandgate.app", "sandgate.adapters.blocking", "sandgate.tasks", "mcp.client.stdio")


class Warm:
    """Use as a context. It runs one script at a time."""

    def __enter__(self) -> Warm:
        words = [sys.executable, __file__]
        self._process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        return self

    def __exit__(self, *_: object) -> None:
        self._process.communicate(timeout=SECONDS)

    def run(self, script: Path, environ: Mapping[str, str]) -> subprocess.CompletedProcess[str]:
        """As `python script` in its folder would, with these variables and no others."""
        with tempfile.TemporaryFile("w+") as out, tempfile.TemporaryFile("w+") as err:
            files = [f"/proc/{os.getpid()}/fd/{file.fileno()}" for file in (out, err)]
            order = {"script": script.name, "folder": str(script.parent), "environ": dict(environ), "files": files}
            assert self._process.stdin
            assert self._process.stdout
            print(json.dumps(order), file=self._process.stdin, flush=True)
            code = int(self._process.stdout.readline())
            for file in (out, err):
                file.seek(0)
            return subprocess.CompletedProcess([script.name], code, out.read(), err.read())


def main() -> None:
    for module in IMPORTED:
        __import__(module)
    for line in sys.stdin:
        child = os.fork()
        if not child:
            return become(json.loads(line))
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
    return None


def become(order: dict[str, Any]) -> None:
    signal.alarm(SECONDS)
    os.environ.clear()
    os.environ.update(order["environ"])
    os.chdir(order["folder"])
    for number, path in enumerate(("/dev/null", *order["files"])):
        file = os.open(path, os.O_RDWR)
        os.dup2(file, number)
        os.close(file)
    sys.argv, sys.path[0] = [order["script"]], order["folder"]
    runpy.run_path(order["script"], run_name="__main__")


if __name__ == "__main__":
    main()
