"""Frameworks that are imported only when somebody uses them."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from sandgate import extras
from sandgate.errors import SandgateError


def framework(module: str, extra: str) -> Any:
    """The module. Raises SandgateError with what to install."""
    try:
        return import_module(module)
    except ImportError as error:
        raise SandgateError(f"{module} cannot be imported ({error}): {extras.command(extra)}") from error
