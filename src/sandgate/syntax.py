"""Read a program's text as Python, for all who look at programs before they run."""

from __future__ import annotations

import ast
import threading
import warnings
from functools import lru_cache

_READING = threading.Lock()
"""Python 3.11 counts the depth of a tree in one place for all threads: two at once and both fail (gh-106905)."""
_LONG = 64 * 1024
"""Characters. A tree takes a hundred times the memory of its text, and is held until others have taken its place."""


def parse(code: str) -> ast.Module:
    """The tree, which all who look at one program share and nobody changes: to read takes most of their time.

    Raises what Python says against it: SyntaxError, ValueError, RecursionError or MemoryError.
    """
    return _read(code) if len(code) > _LONG else _shared(code)


def _read(code: str) -> ast.Module:
    with _READING, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # "\\d" is a warning, and whoever runs the gateway is not to read it
        return ast.parse(code.removeprefix("\ufeff"), "program.py")


_shared = lru_cache(2)(_read)
