"""Tokens for personal data mean something in one session only: what may hold them does not go into another.

`[EMAIL_1]` is somebody else's address there, and a mail would go to the wrong person.
"""

from __future__ import annotations

from sandgate.config import Config
from sandgate.errors import Denied


def modes(config: Config) -> set[str]:
    """How personal data is hidden, by any rule."""
    return {config.privacy.mode, *(rule.mode for rule in config.privacy.rules if rule.mode)}


def check_value(config: Config, before: tuple[str, str | None], after: tuple[str, str | None]) -> None:
    """Whether a value may go from one task to another, each given as id and session. Raises Denied."""
    if modes(config) == {"off"} or (before[1] is not None and before[1] == after[1]):
        return
    why = "personal data is hidden, and its tokens mean something in one session only"
    raise Denied(f"task {after[0]!r} comes after {before[0]!r}: {why}. Give both the same session")


def check_files(config: Config) -> None:
    """Whether files may go from one session to another. Raises Denied."""
    if "tokens" in modes(config):
        why = "programs see tokens for personal data, which mean something in one session only"
        raise Denied(f"files are not handed over: {why}. Give both agents the same session")
