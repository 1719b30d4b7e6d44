"""Packages in the zygote: where they are found, which it imports before a program comes, what forking asks of them."""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Iterable
from contextlib import suppress

NO_THREADS = {
    "OPENBLAS_NUM_THREADS": "1",
    "OMP_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
    "JE_ARROW_MALLOC_CONF": "background_thread:false",  # pandas imports pyarrow where it is installed
}
"""What keeps native libraries from starting threads: none lives on in a forked child, and each reserves memory that
counts for the program."""


def add_packages(folder: str) -> None:
    """Let modules be found there, after the standard library."""
    sys.path.append(folder)
    for name, value in NO_THREADS.items():
        _tell_libraries(name, value)


def preload(modules: Iterable[str]) -> None:
    """Raises ImportError, also where forking would no longer be safe."""
    before = set(os.environ)
    for module in modules:
        try:
            importlib.import_module(module)
        except Exception as error:  # a package may raise anything while it is imported
            raise ImportError(f"sandbox.preload: {module} cannot be imported: {error}") from error
        if len([*os.scandir("/proc/self/task")]) > 1:
            raise ImportError(f"sandbox.preload: {module} starts threads when imported, which no fork survives")
    for name in set(os.environ) - before:  # sklearn sets some for its libraries
        _tell_libraries(name, os.environ.pop(name))


def rehearse_import() -> None:
    """Import a tool and forget it: that leaves what importing takes in memory, and tools as they are when a program
    asks for them.
    """
    before = {*sys.modules}
    with suppress(Exception):  # there may be none, or one that is being written at this moment
        server = importlib.import_module("servers").__all__[0]
        tool = importlib.import_module(f"servers.{server}").__all__[0]
        importlib.import_module(f"servers.{server}.{tool}")
    for name in {*sys.modules} - before:
        del sys.modules[name]
    importlib.invalidate_caches()


def reseed() -> None:
    """Give this run random numbers of its own: numpy's generator would go on as in every other run of the zygote."""
    if (numpy_random := sys.modules.get("numpy.random")) is not None:
        numpy_random.seed()


def _tell_libraries(name: str, value: str) -> None:
    """Set a variable for native code alone: a program's environment is the same with and without packages."""
    os.putenv(name, value)
