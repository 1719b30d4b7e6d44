"""What is told about each request: the record for the log, and the alert for a person."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, TypeAlias

from .refusals import Rule, Verdict

AlertKind = Literal["denied", "new_host", "much_out", "silenced"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Connection:
    """One request or tunnel, from its first byte to its last."""

    kind: Literal["tunnel", "http", "unknown"] = "unknown"
    host: str = ""
    port: int = 0
    address: str = ""
    """What was connected to; empty if nothing was."""
    bytes_out: int = 0
    """To the far side."""
    bytes_in: int = 0
    verdict: Verdict = "allowed"
    rule: Rule | None = None
    """What ended it; None if it ran to its end."""
    reason: str = ""
    """For one that was allowed: the entry of the allow-list."""
    seconds: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Alert:
    """Something a person may want to see."""

    kind: AlertKind
    message: str
    connection: Connection


OnConnection: TypeAlias = Callable[[Connection], None]
OnAlert: TypeAlias = Callable[[Alert], None]
