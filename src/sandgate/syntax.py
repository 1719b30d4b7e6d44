"""Read a program's text as Python, for all who look at programs before they run."""

from __future__ import annotations

import ast
import threading
import warnings

_READING = threading.Lock()
"""Python 3.11 counts the depth of a tree in one place for all threads: two at once and both fail (gh-106905)."""


def parse(code: str) -> ast.Module:
    """Raises what Python says against it: SyntaxError, ValueError, RecursionError or MemoryError."""
    with _READING, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # "\\d" is a warning, and whoever runs the gateway is not to read it
        return ast.parse(code.removeprefix("\ufeff"), "program.py")
