"""One request while it is served: what is known of it so far."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from .names import Target
from .records import Connection
from .refusals import Refused


@dataclass(slots=True)
class Exchange:
    """Filled in step by step; `record` is what is written down."""

    number: int
    """Which of the run's requests it is, from 1."""
    kind: Literal["tunnel", "http", "unknown"] = "unknown"
    host: str = ""
    port: int = 0
    address: str = ""
    bytes_out: int = 0
    bytes_in: int = 0
    permitted_by: str = ""
    """The entry of the allow-list that let it through."""
    refusal: Refused | None = None
    answered: bool = False
    """Whether the program has got the head of an answer: nothing can be said in HTTP after that."""
    quiet: bool = False
    """It ended before it began: a connection kept open after a request, and not used again."""

    def about(self, target: Target) -> None:
        self.kind = "tunnel" if target.is_tunnel else "http"
        self.host, self.port = target.host.text, target.port

    def refused(self, refusal: Refused) -> None:
        self.refusal = refusal

    def record(self, seconds: float = 0.0) -> Connection:
        refusal = self.refusal
        return Connection(
            kind=self.kind,
            host=self.host,
            port=self.port,
            address=self.address,
            bytes_out=self.bytes_out,
            bytes_in=self.bytes_in,
            verdict=refusal.verdict if refusal else "allowed" if self.permitted_by else "failed",
            rule=refusal.rule if refusal else None,
            reason=refusal.reason if refusal else self.permitted_by,
            seconds=seconds,
        )
