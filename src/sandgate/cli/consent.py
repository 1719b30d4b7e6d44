"""A person at a terminal says yes or no. Who leaves without a word has said no."""

from __future__ import annotations

import sys

from sandgate.errors import ConfigError


def agreed(question: str, otherwise: str) -> bool:
    """Raises ConfigError where there is no terminal; `otherwise` is what to do then."""
    if not sys.stdin.isatty():
        raise ConfigError(f"there is no terminal to ask in; {otherwise}")
    return typed(f"{question} [y/N] ").lower() in ("y", "yes")


def typed(question: str) -> str:
    """What a person types, empty where they close the terminal's input."""
    try:
        return input(question).strip()
    except EOFError:
        print()
        return ""
