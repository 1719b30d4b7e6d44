"""Docker: a new hardened container for every program."""

from __future__ import annotations

import json
import subprocess
from typing import Any

from speaking import leave, speak

IMAGE = "python:3.11-slim"
RUN = [
    *("docker", "run", "--rm", "--network", "none", "--read-only", "--cap-drop", "ALL", "--user", "65534"),
    *("--security-opt", "no-new-privileges", "--pids-limit", "64", "--memory", "512m", IMAGE),
]


def main() -> None:
    version = asked("docker", "version", "--format", "{{.Server.Version}}")
    if version is None:
        leave("no Docker daemon answers")
    if asked("docker", "image", "inspect", IMAGE) is None:
        leave(f"its image is missing: docker pull {IMAGE}")
    speak(version or "", run)


def asked(*command: str) -> str | None:
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=20, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout.strip() if done.returncode == 0 else None


def run(job: dict[str, Any]) -> object:
    done = subprocess.run([*RUN, "python", "-I", "-c", job["script"]], capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(done.stderr.strip())
    return json.loads(done.stdout)


if __name__ == "__main__":
    main()
