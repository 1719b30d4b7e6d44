"""Every option Sandgate has, with its default and one sentence about it. How files are read is not here."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import Field, dataclass, field, fields
from pathlib import Path
from typing import Any, Literal

from sandgate.model import Limits, ServerSpec

from .describing import about
from .privacy import PrivacyOptions, PrivacyRuleOptions, RecogniserOptions
from .programs import (
    LIMIT_DOCS,
    CommandOptions,
    NetworkOptions,
    OutputOptions,
    SandboxOptions,
    SessionOptions,
    SkillOptions,
)
from .records import AccountingOptions, AuditOptions, CacheOptions, CacheRuleOptions, LogOptions, TelemetryOptions
from .rules import AlertOptions, PolicyOptions, RuleOptions, ValidationOptions
from .servers import CLIENT_NAMES, CatalogueOptions, ClientName, Found, HttpOptions, ImportOptions, ServerOptions, State

__all__ = [
    "CLIENT_NAMES",
    "LIMIT_DOCS",
    "AccountingOptions",
    "AlertOptions",
    "AuditOptions",
    "CacheOptions",
    "CacheRuleOptions",
    "CatalogueOptions",
    "ClientName",
    "CommandOptions",
    "Config",
    "Found",
    "HttpOptions",
    "ImportOptions",
    "LogOptions",
    "NetworkOptions",
    "OutputOptions",
    "PolicyOptions",
    "PrivacyOptions",
    "PrivacyRuleOptions",
    "RecogniserOptions",
    "RuleOptions",
    "SandboxOptions",
    "ServerOptions",
    "SessionOptions",
    "SkillOptions",
    "State",
    "TelemetryOptions",
    "ValidationOptions",
    "config_tables",
    "config_values",
    "default_state_dir",
    "key_of",
]


def default_state_dir(environ: Mapping[str, str], home: Path) -> Path:
    given = Path(environ.get("XDG_STATE_HOME", ""))
    return (given if given.is_absolute() else home / ".local" / "state") / "sandgate"


def _state_dir() -> Path:
    return default_state_dir(os.environ, Path.home())


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """Everything that was decided before the first request. `load` makes it; nothing changes it."""

    surface: Literal["full", "minimal"] = field(
        default="full",
        metadata=about("Which tools the model gets: all of them, or only search, definition and execute."),
    )
    prefix: str = field(default="", metadata=about("Text put before the names of Sandgate's own tools."))
    state_dir: Path = field(
        default_factory=_state_dir,
        metadata=about(
            "The folder where the catalogue, logins and statistics are kept.",
            default="$XDG_STATE_HOME/sandgate, else ~/.local/state/sandgate",
        ),
    )
    limits: Limits = field(default_factory=Limits, metadata=about("What one program may use."))
    output: OutputOptions = field(
        default_factory=OutputOptions, metadata=about("What the model sees of a program's answer.")
    )
    sandbox: SandboxOptions = field(default_factory=SandboxOptions, metadata=about("Where programs run."))
    sessions: SessionOptions = field(
        default_factory=SessionOptions, metadata=about("What stays between the programs of a session.")
    )
    skills: SkillOptions = field(
        default_factory=SkillOptions, metadata=about("Programs that are kept for others to import.")
    )
    http: HttpOptions = field(
        default_factory=HttpOptions, metadata=about("Serving over HTTP; nothing here matters for stdio.")
    )
    network: NetworkOptions = field(
        default_factory=NetworkOptions,
        metadata=about("What programs may reach: nothing, or some hosts through a proxy of Sandgate's own."),
    )
    commands: CommandOptions = field(
        default_factory=CommandOptions,
        metadata=about("Which programs of this machine a program may run, behind its own walls: none unless listed."),
    )
    policy: PolicyOptions = field(default_factory=PolicyOptions, metadata=about("Which calls programs may make."))
    validation: ValidationOptions = field(
        default_factory=ValidationOptions, metadata=about("What is said about a program before it runs.")
    )
    privacy: PrivacyOptions = field(
        default_factory=PrivacyOptions, metadata=about("Personal data: away from the model, real at the tools.")
    )
    cache: CacheOptions = field(
        default_factory=CacheOptions,
        metadata=about("Results of tools that only read, kept for a while; nothing is unless this says so."),
    )
    alerts: AlertOptions = field(default_factory=AlertOptions, metadata=about("Who is told when something is refused."))
    audit: AuditOptions = field(
        default_factory=AuditOptions, metadata=about("What is written down of programs and calls, and where.")
    )
    accounting: AccountingOptions = field(
        default_factory=AccountingOptions, metadata=about("What tokens cost, where somebody wants to know.")
    )
    telemetry: TelemetryOptions = field(
        default_factory=TelemetryOptions, metadata=about("What others may watch: traces and metrics.")
    )
    log: LogOptions = field(default_factory=LogOptions, metadata=about("The log, which is on standard error."))
    catalogue: CatalogueOptions = field(
        default_factory=CatalogueOptions, metadata=about("The remembered tools of all servers.")
    )
    import_: ImportOptions = field(
        default_factory=ImportOptions, metadata=about("Servers taken over from the files of MCP clients.")
    )

    servers: tuple[ServerSpec, ...] = field(default=(), repr=False)
    """The servers that can be used; no two have the same name."""
    found: tuple[Found, ...] = ()
    """Every entry that was seen, strongest file first."""
    notices: tuple[str, ...] = ()
    """What was asked for and is not in effect."""
    source: Path | None = None
    """The settings file that was read."""


def key_of(option: Field[Any]) -> str:
    """A field's key in sandgate.toml; `import` is a word of Python's and so has a tail in the code."""
    return option.name.rstrip("_")


def config_values() -> list[str]:
    """The keys of sandgate.toml that are no tables."""
    return [key_of(item) for item in fields(Config) if "doc" in item.metadata and key_of(item) not in config_tables()]


def config_tables() -> dict[str, type]:
    """The tables of sandgate.toml and their options, but for `servers`, which is a table of tables."""
    return {key_of(item): item.default_factory for item in fields(Config) if isinstance(item.default_factory, type)}
