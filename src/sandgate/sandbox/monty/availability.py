"""Whether Monty can be used here, and what would make it so."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import metadata
from importlib.util import find_spec

from ... import extras

PACKAGE = "pydantic-monty"
OLDEST = (1, 4)
"""The first whose modules can have dots in their names."""
COMMAND = extras.command("monty")


@dataclass(frozen=True, slots=True)
class Availability:
    usable: bool
    message: str
    """Its version, or why it cannot be used."""
    command: str = ""
    """What would make it usable."""


def availability() -> Availability:
    """Looks at what is installed, and starts nothing."""
    if find_spec("pydantic_monty") is None:
        return Availability(False, f"{PACKAGE} is not installed", COMMAND)
    try:
        version = metadata.version("pydantic-monty-client")
    except metadata.PackageNotFoundError:
        return Availability(False, f"{PACKAGE} is there, but not as an installed package", COMMAND)
    if _parts(version) < OLDEST:
        oldest = ".".join(map(str, OLDEST))
        return Availability(False, f"{PACKAGE} {version} is too old: {oldest} is needed", COMMAND)
    return Availability(True, f"Monty {version}: a subset of Python, and no walls of the kernel around it")


def _parts(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split(".")[:2] if part.isdigit())
