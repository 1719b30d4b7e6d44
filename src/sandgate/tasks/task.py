"""The nouns: a task is a program with a name, for an agent; it has a status, and in the end a result."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from sandgate.errors import BadArguments
from sandgate.model import Json, JsonObject, Language, Limits, Outcome, checked_language
from sandgate.workspace.names import session_of

Status = Literal["pending", "running", "done", "failed", "skipped", "cancelled", "expired", "interrupted"]
"""`skipped`: a task before it was not done. `expired`: its deadline passed. `interrupted`: Sandgate was killed."""
LONGEST_NAME = 200
LONGEST_REASON = 1000


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """A program to be run for an agent, when its turn has come."""

    id: str
    """Names it among the tasks that have not ended."""
    code: str
    language: Language = "python"
    description: str = ""
    required_tools: Sequence[str] = ()
    """Servers (`github`) and tools (`github.create_issue`) without which nothing is run."""
    inputs: JsonObject = field(default_factory=dict[str, Any])
    """What its code finds in the variable `inputs`."""
    after: Sequence[str] = ()
    """Tasks that must be done before. Their values are in `inputs` as well, by their ids."""
    agent: str = ""
    """Whom it is for. Agents take turns, however many tasks each has."""
    session: str | None = None
    priority: int = 0
    """Higher comes first, among the tasks of one agent."""
    deadline_seconds: float | None = None
    """From when it is submitted: until then it has ended, or it is ended."""
    retries: int = 0
    """How often it is run again where it failed and cannot have changed anything."""
    retry_seconds: float = 1.0
    """How long it waits before that."""
    read_only: bool = False
    limits: Limits | None = None
    """Those of the settings where it has none of its own."""
    status: Status = "pending"
    """As it was when this was made; `Tasks.status` says what it is now."""

    def check(self) -> None:
        """Raises BadArguments with what would be right."""
        for what, name in (("id", self.id), ("agent", self.agent)):
            if len(name) > LONGEST_NAME or not name.isprintable():
                raise BadArguments(f"the {what} of a task is a text of at most {LONGEST_NAME} characters on one line")
        checked_language(self.language)
        if not self.id:
            raise BadArguments("a task needs an id")
        for what, names in (("after", self.after), ("required_tools", self.required_tools)):
            if isinstance(names, str):
                raise BadArguments(f"{what} of task {self.id!r} is a list: write [{names[:LONGEST_NAME]!r}]")
        if self.session is not None:
            session_of(self.session)
        if both := sorted(set(self.after) & set(self.inputs)):
            raise BadArguments(f"task {self.id!r}: inputs has {', '.join(both)}, and so has after; name them apart")
        if self.retries < 0 or self.retry_seconds < 0 or (self.deadline_seconds or 0) < 0:
            raise BadArguments(f"task {self.id!r}: retries, retry_seconds and deadline_seconds are not below 0")
        try:
            json.dumps(self.inputs, allow_nan=False)
        except (TypeError, ValueError, RecursionError) as error:
            raise BadArguments(f"the inputs of task {self.id!r} are no JSON: {error}") from error


@dataclass(frozen=True, slots=True, kw_only=True)
class Stats:
    """What a task used, its last run where it was run again."""

    duration_seconds: float = 0.0
    tokens_in: int = 0
    """Of its code."""
    tokens_out: int = 0
    """Of the text that a model is given."""
    memory_mb: float = 0.0
    calls: int = 0
    tools_called: tuple[str, ...] = ()
    """Each once, in the order of their first calls."""
    attempts: int = 0


NO_STATS = Stats()


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """How a task ended."""

    id: str
    status: Status
    session: str | None = None
    data: Json = None
    """The value of its program."""
    output: str = ""
    """What it printed."""
    text: str = ""
    """All of it in the few words that a model is given."""
    reason: str = ""
    """Why it is not done; or a word about what went wrong beside it."""
    stats: Stats = NO_STATS
    outcome: Outcome | None = None
    """None where no program came to its end."""

    @property
    def ok(self) -> bool:
        return self.status == "done"


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """How a task stands, as it is written down: no code, no inputs, no values."""

    id: str
    status: Status
    reason: str = ""
    agent: str = ""
    session: str = ""
    description: str = ""
    submitted_at: float = 0.0
    started_at: float | None = None
    ended_at: float | None = None
    stats: Stats = NO_STATS
