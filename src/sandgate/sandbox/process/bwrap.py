"""Walls put up by the system's bubblewrap, where it alone may make namespaces: the command for a zygote in them.

Ubuntu's AppArmor rule names `/usr/bin/bwrap` and nothing else. Each is made for one run and serves no other.
"""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path

from ...errors import SandboxError
from ...model import Limits
from . import root

BWRAP = "/usr/bin/bwrap"
"""Never looked up on PATH: a program could plant one in a folder that stands there."""
SANDBOX = Path(__file__).parent.parent
CODE = "/code/sandgate"
NEEDED = ("__init__.py", "sandbox/__init__.py", "sandbox/guest", "sandbox/process")
"""The zygote's own source. Landlock keeps it from programs."""
NOBODY = 65_534
ASKED = "import json, sys, sysconfig; print(json.dumps([sysconfig.get_path(n) for n in ('stdlib', 'platstdlib')]))"


def command(python: str, folders: Mapping[str, str], limits: Limits) -> list[str]:
    """Raises SandboxError where bubblewrap is not installed."""
    if not os.path.exists(BWRAP):
        raise SandboxError("no sandbox could be made: bubblewrap is missing; apt install bubblewrap")
    return [BWRAP, *_arguments(os.path.realpath(python), folders, limits), f"{CODE}/sandbox/process/launch.py"]


def user() -> int | None:
    """As whom it must be started: run by root it maps root to root, and then the host's /proc/sys can be written."""
    return NOBODY if os.getuid() == 0 else None


def _arguments(python: str, folders: Mapping[str, str], limits: Limits) -> Iterator[str]:
    yield from ("--unshare-all", "--die-with-parent", "--new-session", "--as-pid-1", "--clearenv")
    yield from ("--cap-drop", "ALL", "--hostname", "sandgate")
    yield from _shown(root.LIBRARIES)
    for library in _libraries(python):
        yield from _shown([library])
        if os.path.isdir(others := f"{library}/site-packages"):
            yield from ("--tmpfs", others, "--remount-ro", others)
    yield from _shown([python, root.ZONES])
    for device in root.DEVICES:
        yield from ("--dev-bind", f"/dev/{device}", f"/dev/{device}")
    for path, size_mb in (
        (root.TEMPORARY, limits.disk_mb),
        (root.SHARED_MEMORY, root.SHARED_MEMORY_MB),
        (root.WORKSPACE, limits.workspace_mb),
    ):
        yield from ("--perms", "0777", "--size", str(size_mb * 2**20), "--tmpfs", path)
    for name, path in folders.items():
        yield from ("--ro-bind", path, f"{root.HOME}/{name}")
    for name in NEEDED:
        yield from ("--ro-bind", str(SANDBOX.parent / name), f"{CODE}/{name}")
    yield from ("--proc", "/proc", "--remount-ro", "/proc", "--remount-ro", "/", "--chdir", root.HOME)
    yield from (python, "-I", "-S", "-B")


def _shown(paths: Iterable[str]) -> Iterator[str]:
    for path in paths:
        if os.path.islink(path):
            yield from ("--symlink", os.readlink(path), path)
        elif os.path.exists(path):
            yield from ("--ro-bind", path, path)


@cache
def _libraries(python: str) -> tuple[str, ...]:
    """Where this interpreter's standard library lies."""
    asked = subprocess.run([python, "-I", "-S", "-c", ASKED], capture_output=True, text=True, check=True, env={})
    return tuple(dict.fromkeys(json.loads(asked.stdout)))
