"""What is kept, counted and watched."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from .describing import about


@dataclass(frozen=True, slots=True, kw_only=True)
class CacheRuleOptions:
    """The keys of one `[[cache.rules]]`."""

    tools: tuple[str, ...] = field(
        default=(), metadata=about("Which tools: patterns of `server.tool`, where `*` stands for anything.")
    )
    seconds: float = field(
        default=300.0, metadata=about("How long their results are kept; 0 is not at all.", at_least=0)
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class CacheOptions:
    read_only: bool = field(
        default=False,
        metadata=about("Whether the results of every tool are kept whose server says that it only reads."),
    )
    tools: tuple[str, ...] = field(
        default=(),
        metadata=about(
            "Further tools that only read: patterns of `server.tool`. A call that looks like a change is never kept."
        ),
    )
    seconds: float = field(default=300.0, metadata=about("How long a result is kept."))
    size_mb: int = field(default=256, metadata=about("How much is kept; what was not used for longest goes first."))
    rules: tuple[CacheRuleOptions, ...] = field(
        default=(),
        metadata=about("What is kept for another time, as tables `[[cache.rules]]`; the first that fits decides."),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditOptions:
    url: str | None = field(
        default=None,
        repr=False,
        metadata=about(
            "The PostgreSQL database that gateways of several machines write to, such as "
            "`postgresql://audit@db/sandgate`; if not set, `journal.db` in `state_dir` is used.",
            secret=True,
        ),
    )
    key_file: str = field(
        default="audit.key",
        metadata=about(
            "The key that signs both ends of the audit, from `state_dir` on; gateways with one database need the same."
        ),
    )
    when_unwritable: Literal["refuse", "warn"] = field(
        default="refuse",
        metadata=about(
            "What happens where the audit cannot be written: nothing runs, or programs run and the log and their "
            "notes say so."
        ),
    )
    synchronous: Literal["normal", "full"] = field(
        default="normal",
        metadata=about(
            "For `journal.db`: with `normal` a killed gateway loses nothing and a machine without power its last rows; "
            "`full` waits for the disk each time."
        ),
    )
    code: Literal["full", "hash"] = field(
        default="full",
        metadata=about("What is kept of a program: its text with tokens for personal data, or its hash."),
    )
    arguments: Literal["protected", "hashed", "full"] = field(
        default="protected",
        metadata=about(
            "What is kept of the arguments of calls: as programs see them, with tokens for personal data; hashes under "
            "the key; or as servers get them, with the personal data."
        ),
    )
    keep_days: float | None = field(
        default=None, metadata=about("After how many days rows are removed, behind a signed anchor; if not set, never.")
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class AccountingOptions:
    price_per_million_tokens: float | None = field(
        default=None,
        metadata=about(
            "What a million tokens cost, for `sandgate stats` and `sandgate audit report`; if not set, none is shown."
        ),
    )
    currency: str = field(default="", metadata=about("The currency of that price, such as `EUR`."))


@dataclass(frozen=True, slots=True, kw_only=True)
class TelemetryOptions:
    endpoint: str | None = field(
        default=None,
        metadata=about(
            "The OTLP collector that traces and metrics are sent to, such as `http://127.0.0.1:4318`; if not set, "
            "nothing is sent. Needs the extra `telemetry`."
        ),
    )
    headers: Mapping[str, str] = field(
        default_factory=dict[str, str],
        repr=False,
        metadata=about("What is sent along with it, such as `authorization`.", secret=True),
    )
    every_seconds: float = field(default=60.0, metadata=about("How often metrics are sent."))
    prometheus: bool = field(
        default=True,
        metadata=about("Whether `/metrics` is there when serving over HTTP, behind `http.token` as all else."),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class LogOptions:
    format: Literal["text", "json"] = field(
        default="text", metadata=about("How the log on standard error is written: lines for people, or JSON.")
    )
    level: Literal["debug", "info", "warning", "error"] = field(
        default="warning", metadata=about("The least that is logged.")
    )
