"""Modules in the workspace are made from their source, every time: what stands beside it is not to be trusted.

A run could leave a `.pyc` there that pretends to be of a harmless source, and the next run of the session would run it.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping
from importlib.machinery import SOURCE_SUFFIXES, FileFinder, SourceFileLoader
from types import MappingProxyType, ModuleType
from typing import Any, NoReturn


class Fresh(SourceFileLoader):
    """Reads no cache and writes none. What it makes knows the names that a program is given."""

    names: Mapping[str, Any] = MappingProxyType({})

    def exec_module(self, module: ModuleType) -> None:
        module.__dict__.update(self.names)
        super().exec_module(module)

    def path_stats(self, path: Any) -> NoReturn:
        raise OSError("the source alone counts")


def only_sources_in(folder: str, names: Mapping[str, Any] | None = None) -> None:
    """From here on, nothing in this folder is imported but sources; each with `names` in it."""
    folder = os.path.realpath(folder)
    loader = type("Given", (Fresh,), {"names": names or {}})
    finder = FileFinder.path_hook((loader, SOURCE_SUFFIXES))

    def find(path: str) -> Any:
        at = os.path.realpath(path)  # it may be said in many ways, `.` among them
        if at == folder or at.startswith(folder + "/"):
            return finder(at)
        raise ImportError("not ours")

    hooks: list[Callable[[str], Any]] = sys.path_hooks
    hooks.insert(0, find)
    sys.path_importer_cache.clear()
