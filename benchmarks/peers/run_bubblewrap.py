"""bubblewrap: a new namespace and a new system Python for every program, never as root."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

from speaking import leave, speak

BWRAP, PYTHON, NOBODY = "/usr/bin/bwrap", "/usr/bin/python3", 65534
LINKS = [
    part
    for name in ("bin", "lib", "lib64")
    if Path(f"/{name}").is_symlink()
    for part in ("--symlink", f"usr/{name}", f"/{name}")
]
WALLS = [
    *(BWRAP, "--unshare-all", "--die-with-parent", "--new-session", "--clearenv", "--cap-drop", "ALL"),
    *("--ro-bind", "/usr", "/usr", *LINKS, "--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp"),
    *("--remount-ro", "/proc", "--remount-ro", "/"),
]


def main() -> None:
    for program in (BWRAP, PYTHON):
        if not Path(program).exists():
            leave(f"there is no {program}")
    said = subprocess.run([BWRAP, "--version"], capture_output=True, text=True, check=True).stdout
    speak(said.split()[-1], run)


def run(job: dict[str, Any]) -> object:
    # Started by root, its inside would be the host's root.
    user = NOBODY if os.getuid() == 0 else None
    command = [*WALLS, PYTHON, "-I", "-c", job["script"]]
    done = subprocess.run(command, capture_output=True, text=True, user=user, group=user, env={}, check=False, cwd="/")
    if done.returncode:
        raise RuntimeError(done.stderr.strip())
    return json.loads(done.stdout)


if __name__ == "__main__":
    main()
