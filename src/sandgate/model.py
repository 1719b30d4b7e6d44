"""The nouns every part shares: a server offers tools, a program makes calls and yields an outcome."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal, TypeAlias, cast, get_args

from .errors import BadArguments

BRIEF = 1000
Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"
JsonObject: TypeAlias = dict[str, Any]
"""A JSON object as it came over a wire: its inside is not known, so it is narrowed where it is used."""


@dataclass(frozen=True, slots=True)
class Unread:
    """A long text that is probably a JSON document. Nobody has looked: whoever needs what is in it does."""

    text: str


Transport = Literal["stdio", "http", "sse"]
Era = Literal["auto", "legacy"]
Language = Literal["python", "typescript"]
LANGUAGES: tuple[Language, ...] = get_args(Language)
Level = Literal["full", "bwrap", "lite"]
"""How strong the walls of the process sandbox are, strongest first."""
Wall = Literal["process", "docker", "vm", "monty"]
"""What puts up the walls around a program."""
Risk = Literal["low", "medium", "high", "critical"]
RISKS: tuple[Risk, ...] = get_args(Risk)
Status = Literal["ok", "error", "timeout", "memory", "killed", "blocked"]
"""`blocked`: it was looked at and not let in; nothing of it has run."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerSpec:
    """One downstream server as it was configured. Variables are expanded; nothing has been started."""

    name: str
    transport: Transport = "stdio"
    command: str = ""
    args: tuple[str, ...] = ()
    env: Mapping[str, str] = field(default_factory=dict[str, str], repr=False)
    cwd: str | None = None
    url: str = ""
    headers: Mapping[str, str] = field(default_factory=dict[str, str], repr=False)
    oauth_client_id: str | None = None
    oauth_client_secret: str | None = field(default=None, repr=False)
    oauth_scope: str | None = None
    timeout_seconds: float = 60.0
    start_timeout_seconds: float = 60.0
    concurrency: int = 16
    only_tools: frozenset[str] | None = None
    hidden_tools: frozenset[str] = frozenset()
    source: str = ""
    """The file it came from."""
    client: str = ""
    """Whose file that is: `sandgate`, `claude-code`, `cursor`, …"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Observed:
    """What a tool's results looked like, where somebody looked: types and names of fields, never a value."""

    schema: JsonObject
    calls: int
    """How many results were looked at."""
    last_day: str = ""
    """When the last one was: `2026-01-31`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tool:
    """One tool of one server, as the server described it."""

    server: str
    name: str
    title: str = ""
    description: str = ""
    input_schema: JsonObject = field(default_factory=dict[str, Any])
    output_schema: JsonObject | None = None
    annotations: JsonObject = field(default_factory=dict[str, Any])
    observed: Observed | None = None
    """What its results looked like; the server did not say this."""

    def __hash__(self) -> int:
        """Schemas have none; what is told apart by them only is rare."""
        return hash((self.server, self.name, self.description))

    @property
    def read_only(self) -> bool:
        return self.annotations.get("readOnlyHint") is True

    @property
    def parameters(self) -> JsonObject:
        """Schemas by parameter name; empty where the schema is not of that form."""
        properties = self.input_schema.get("properties")
        return cast("JsonObject", properties) if isinstance(properties, dict) else {}

    @property
    def required(self) -> tuple[str, ...]:
        names = self.input_schema.get("required")
        return tuple(str(name) for name in cast("list[object]", names)) if isinstance(names, list) else ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Listing:
    """What a server said about itself when it was asked."""

    tools: tuple[Tool, ...]
    title: str = ""
    instructions: str = ""
    version: str = ""
    era: Era = "auto"
    """How to greet it next time: servers on early SDKs die of the newest greeting."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What one program may use. Each has its own message when it is reached."""

    time_seconds: float = 30.0
    """Its own time: not while a tool works for it, and not while a person decides."""
    tool_seconds: float = 300.0
    """All the time in which tools work for it."""
    cpu_seconds: float = 60.0
    memory_mb: int = 512
    disk_mb: int = 1024
    """What it may keep in its temporary folder."""
    file_mb: int = 1024
    workspace_mb: int = 256
    workspace_files: int = 10_000
    processes: int = 64
    open_files: int = 256
    output_kb: int = 1024
    """Printed output kept; what the model sees of it is shaped to the budget in tokens."""
    message_mb: int = 16
    """The largest call or value the program may send out."""
    tool_result_mb: int = 32
    """The largest answer of a tool that is handed to the program."""
    calls: int = 10_000
    concurrent_calls: int = 100
    unread_seconds: float = 30.0
    """How long an answer may wait until the program reads it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Program:
    """Code an agent wants to run."""

    code: str
    language: Language = "python"
    limits: Limits = field(default_factory=Limits)
    inputs: JsonObject | None = field(default=None, repr=False)
    """What its code finds in the variable `inputs`; None where there is no such variable."""
    security_level: Risk | None = None
    """It is to be run as if it were at least so risky."""

    def __post_init__(self) -> None:
        checked_language(self.language)


def checked_language(name: str) -> Language:
    """Raises BadArguments for a language that no program can be in."""
    for language in LANGUAGES:
        if language == name:
            return language
    raise BadArguments(f"language must be one of {', '.join(LANGUAGES)}; got {name[:40]!r}")


OWN = "sandgate."
"""What the names of our own tools begin with, where programs call them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """One tool call a program makes. `tool` is the name the program used; the catalogue says which tool it is."""

    tool: str
    arguments: JsonObject
    batch: str = ""
    """What the program says this and other calls are together: a person may decide about them as one."""
    fresh: bool = False
    """Whether its server must be asked, whatever is kept of earlier calls."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CallRecord:
    """What became of a call."""

    tool: str
    status: Literal["ok", "error", "unfinished"]
    duration_seconds: float = 0.0
    result_bytes: int = 0
    error: str = ""
    cached: bool = False
    """Whether the answer was there already and nobody was asked."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """Why a program did not end well, in words for the model."""

    type: str
    message: str
    traceback: str = ""
    """Only the program's own lines."""


@dataclass(frozen=True, slots=True)
class Media:
    """A picture, a sound or a document that a program shows."""

    mime_type: str
    data: str = field(repr=False)
    """Its bytes, as base64."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tokens:
    """What a program cost a model, and what the model did not have to read."""

    written: int = 0
    """Of its code."""
    read: int = 0
    """Of the text that the model is given."""
    stayed: int = 0
    """Of what tools returned to it."""

    def __str__(self) -> str:
        return f"{self.written:,} written, {self.read:,} read, {self.stayed:,} stayed in the sandbox"


NO_TOKENS = Tokens()


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """How a program ended. There is none for a program that nobody could start: that is an exception."""

    status: Status
    value: Json = None
    has_value: bool = False
    output: str = ""
    """What it printed, both streams in the order they were read."""
    fault: Fault | None = None
    notes: tuple[str, ...] = ()
    media: tuple[Media, ...] = ()
    calls: tuple[CallRecord, ...] = ()
    duration_seconds: float = 0.0
    memory_peak_mb: float = 0.0
    sandbox: str = ""
    """The walls it ran behind and their level: `process/full`."""
    sandbox_why: str = ""
    """Why those, where there was a choice."""
    id: str = ""
    text: str = ""
    """All of this in the few words the model is given."""
    tokens: Tokens = NO_TOKENS
    """What it cost, and what it saved."""

    def noting(self, *notes: str | None) -> Outcome:
        """With more that the reader should know; None is nothing."""
        return replace(self, notes=(*self.notes, *(note for note in notes if note)))

    @property
    def brief(self) -> bool:
        """Whether all it says is a line or two."""
        said = len(self.value) if isinstance(self.value, str) else 0
        return said + len(self.output) < BRIEF and not self.fault and not isinstance(self.value, list | dict)

    @property
    def ok(self) -> bool:
        return self.status == "ok"
