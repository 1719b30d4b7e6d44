"""What is known of a skill besides its files: its versions, where each came from, and why it is trusted or not."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from typing import Any, Literal, cast, get_args

from sandgate.model import Language

State = Literal["draft", "trusted"]
ENDINGS: dict[Language, str] = {"python": ".py", "typescript": ".ts"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Input:
    """One parameter of a skill."""

    name: str
    type: str = ""
    """As the code writes it."""
    default: str | None = None
    """As the code writes it; None where it must be given."""
    description: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """What a version says and what its code tells."""

    description: str
    signature: str
    inputs: tuple[Input, ...] = ()
    tools: tuple[str, ...] = ()
    """As `server.tool`."""
    skills: tuple[str, ...] = ()
    """Skills that it imports."""
    imports: tuple[str, ...] = ()
    """Modules that it imports besides."""
    tags: tuple[str, ...] = ()
    examples: tuple[str, ...] = ()
    language: Language = "python"

    @property
    def ending(self) -> str:
        """Of its files."""
        return ENDINGS[self.language]


@dataclass(frozen=True, slots=True, kw_only=True)
class Origin:
    """Where a version came from: a run of ours, or the folder or index of somebody else."""

    run: str = ""
    index: str = ""
    commit: str = ""
    """Of an index that is a git repository."""
    version: int = 0
    """What the index calls it."""
    digest: str = ""
    """Of the folder as it was taken from there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Version:
    """One immutable folder, and what happened with it since."""

    number: int
    digest: str
    at: float
    facts: Facts
    origin: Origin = Origin()
    ran: bool = False
    """Whether it has run successfully."""
    failing: bool = False
    """Whether its examples failed when they were last run."""
    approved_by: str = ""
    withdrawn: bool = False
    """Whether somebody went back to a version before it. Only a person can bring it back."""
    trusted: bool = False

    @property
    def state(self) -> State:
        return "trusted" if self.trusted else "draft"


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """Something somebody did."""

    at: float
    what: Literal["saved", "trusted", "approved", "reverted", "removed"]
    version: int
    by: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """All that is known of one skill. Written whole, so it is the old or the new."""

    name: str
    versions: tuple[Version, ...]
    current: int = 0
    """The version that programs import; 0 is none."""
    removed: bool = False
    events: tuple[Event, ...] = field(default=())

    @property
    def latest(self) -> Version:
        return self.versions[-1]

    def version(self, number: int) -> Version | None:
        return next((version for version in self.versions if version.number == number), None)


def to_json(record: Record) -> bytes:
    return json.dumps(asdict(record), indent=1).encode()


def from_json(content: bytes) -> Record:
    """Raises ValueError, TypeError or KeyError for what we did not write."""
    data: Any = json.loads(content)
    versions = tuple(_version(one) for one in data["versions"])
    events = tuple(Event(**one) for one in data["events"])
    record = Record(
        name=_text(data["name"]),
        versions=versions,
        current=int(data["current"]),
        removed=data["removed"] is True,
        events=events,
    )
    if not versions or (record.current and not record.version(record.current)):
        raise ValueError("it has no version")
    return record


def _version(data: dict[str, Any]) -> Version:
    facts = cast("dict[str, Any]", data["facts"])
    names = ("tools", "skills", "imports", "tags", "examples")
    lists = {name: tuple(map(_text, facts[name])) for name in names}
    inputs = tuple(Input(**one) for one in facts["inputs"])
    language: Any = facts.get("language", "python")  # those that were saved before there was another
    if language not in get_args(Language):
        raise ValueError("a skill is written in Python or TypeScript")
    description, signature = _text(facts["description"]), _text(facts["signature"])
    told = Facts(description=description, signature=signature, inputs=inputs, language=language, **lists)
    rest = {key: value for key, value in data.items() if key not in ("facts", "origin")}
    version = Version(facts=told, origin=Origin(**data["origin"]), **rest)
    if not isinstance(cast("object", version.number), int):
        raise TypeError("a version is a number")
    return version


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{value!r} is not text")
    return value
