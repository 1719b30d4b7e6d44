"""The half of a peer that is measured: jobs come in as lines of JSON, seconds and the value go out. Runs as a script.

Standard library only: what imports it lives in another environment than we do.
"""

from __future__ import annotations

import importlib
import json
import sys
import time
from collections.abc import Callable
from typing import Any

Run = Callable[[dict[str, Any]], object]
"""Runs a job once: `code` ends with an expression, `script` prints it instead."""


def speak(version: str, run: Run) -> None:
    """Say hello, then do jobs until the other side goes."""
    say({"version": version})
    for line in sys.stdin:
        job = json.loads(line)
        started = time.perf_counter()
        try:
            value = run(job)
            say({"seconds": time.perf_counter() - started, "value": value})
        except Exception as error:  # noqa: BLE001 - a peer may fail in any way, and its reason is the result
            say({"error": f"{type(error).__name__}: {error}"})


def say(message: dict[str, Any]) -> None:
    print(json.dumps(message), flush=True)


def package(name: str) -> Any:
    """A module that may not be there; then that is all this peer says."""
    try:
        return importlib.import_module(name)
    except ImportError as error:
        leave(f"it is not installed ({error})")


def leave(reason: str) -> Any:
    say({"error": reason})
    sys.exit(0)
