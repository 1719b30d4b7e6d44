"""Questions to a person about calls: like calls are asked as one, the first answer counts, silence means no."""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, Protocol, cast, get_args

import anyio

from sandgate.model import JsonObject
from sandgate.ownership import Owner

from .risk import Risk, highest

Decision = Literal["once", "run", "session", "always", "deny"]
DECISIONS: tuple[Decision, ...] = get_args(Decision)
GATHER_SECONDS, LONGEST_GATHERING_SECONDS = 0.05, 1.0
"""How long a question waits for like calls before it is asked."""
MOST_SHOWN = 50
LONGEST_CELL = 60
LONGEST_BATCH = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What a person is asked: may this tool be called with these arguments."""

    id: str
    run: str
    tool: str
    calls: tuple[JsonObject, ...]
    """The arguments of each, exactly as they will be sent."""
    by: str
    """The rule that asks."""
    batch: str = ""
    """What the program says these calls are."""
    risk: Risk = "low"
    """Of the riskiest of the calls."""
    reasons: tuple[str, ...] = ()
    open_ended: bool = False
    """Whether the program may make more such calls of this batch without asking again."""

    @property
    def text(self) -> str:
        """The question in words, with the real arguments."""
        many = len(self.calls)
        times = "" if many == 1 else f" {many} times"
        said = f' The program calls this "{_visible(self.batch, LONGEST_BATCH)}".' if self.batch else ""
        lines = [f"Allow {self.tool}{times}?{said}", f"- {self.risk} risk", *(f"- {reason}" for reason in self.reasons)]
        lines += _table(self.calls)
        if self.open_ended:
            lines.append("Yes also covers further calls of this tool in this batch, of no higher risk: not known yet.")
        return "\n".join([*lines, f"(asked by {self.by})"])


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What the person decided, who that was, and through what."""

    decision: Decision
    by: str = ""
    through: str = ""
    reason: str = ""
    seconds: float = 0.0


OnQuestion = Callable[[Question], None]


class Way(Protocol):
    """A way to a person. It is told of each question and may answer; it is told when nobody needs to any more."""

    async def ask(self, question: Question) -> Answer | None:
        """Wait for an answer, as long as it takes. None where this way cannot reach anybody."""
        ...


@dataclass(slots=True)
class Pending:
    """A question that waits, and the calls that wait for its answer."""

    run: str
    tool: str
    by: str
    batch: str
    risk: Risk
    reasons: dict[str, None]
    on_question: OnQuestion
    open_ended: bool
    calls: list[JsonObject] = field(default_factory=list[JsonObject])
    waiting: int = 0
    question: Question | None = None
    answer: Answer | None = None
    answered: anyio.Event = field(default_factory=anyio.Event)


class Desk(Owner):
    """Where questions lie until they are answered. Use as a context: on leaving, all of them are denied."""

    def __init__(self, ways: Sequence[Way] = (), patience_seconds: float = 300.0) -> None:
        self._ways, self._patience = ways, patience_seconds
        self._gathering: dict[tuple[str, str, str], Pending] = {}
        self._open: dict[str, Pending] = {}

    async def closing(self) -> None:
        for pending in [*self._gathering.values(), *self._open.values()]:
            _settle(pending, Answer(decision="deny", reason="Sandgate is closing"))

    async def ask(
        self,
        run: str,
        tool: str,
        calls: Sequence[JsonObject],
        by: str,
        *,
        risk: Risk = "low",
        reasons: tuple[str, ...] = (),
        batch: str = "",
        open_ended: bool = False,
        on_question: OnQuestion = lambda _: None,
    ) -> Answer:
        """The answer for these calls. Those of one run to one tool that come together are one question."""
        pending = self._gathering.get((run, tool, batch))
        if pending is None:
            pending = self._gathering[run, tool, batch] = Pending(
                run, tool, by, batch, risk, {}, on_question, open_ended
            )
            self.tasks.start_soon(self._put, pending)
        pending.calls += json.loads(json.dumps(calls))  # frozen: what is asked about is what is sent
        pending.risk = highest((pending.risk, risk))
        pending.reasons |= dict.fromkeys(reasons)
        pending.waiting += 1
        try:
            await pending.answered.wait()
        finally:
            pending.waiting -= 1
            if not pending.waiting:  # the program has ended: nobody need decide any more
                _settle(pending, Answer(decision="deny", reason="nobody waits for it any more"))
        assert pending.answer
        return pending.answer

    def answer(self, id: str, answer: Answer) -> bool:
        """Decide an open question. False where there is none: it was decided, or nobody asked it."""
        pending = self._open.get(id)
        return pending is not None and _settle(pending, answer)

    async def settled(self, id: str) -> None:
        """Wait until a question is decided, by whomever; at once where it is not asked."""
        if pending := self._open.get(id):
            await pending.answered.wait()

    @property
    def open(self) -> list[Question]:
        waiting = (pending for pending in self._open.values() if not pending.answered.is_set())
        return [pending.question for pending in waiting if pending.question]

    async def _put(self, pending: Pending) -> None:
        """Put a question to all ways at once, and take the first answer."""
        await _gathered(pending)
        del self._gathering[pending.run, pending.tool, pending.batch]
        if pending.answered.is_set():
            return
        asked = time.monotonic()
        question = pending.question = Question(
            id=secrets.token_hex(6),
            run=pending.run,
            tool=pending.tool,
            calls=tuple(pending.calls),
            by=pending.by,
            batch=pending.batch,
            risk=pending.risk,
            reasons=tuple(pending.reasons),
            open_ended=pending.open_ended,
        )
        self._open[question.id] = pending
        try:
            pending.on_question(question)
            async with anyio.create_task_group() as asking:
                for way in self._ways:
                    asking.start_soon(self._through, way, pending, question)
                with anyio.move_on_after(self._patience):
                    await pending.answered.wait()
                silence = f"nobody answered within {self._patience:g} s (policy.approval_seconds)"
                _settle(pending, Answer(decision="deny", reason=silence, seconds=time.monotonic() - asked))
                asking.cancel_scope.cancel()
        finally:
            del self._open[question.id]

    async def _through(self, way: Way, pending: Pending, question: Question) -> None:
        if answer := await way.ask(question):
            _settle(pending, answer)


async def _gathered(pending: Pending) -> None:
    """Wait as long as more calls come: on a busy machine fifty that were made at once do not arrive at once."""
    calls = -1
    with anyio.move_on_after(LONGEST_GATHERING_SECONDS):
        while calls < len(pending.calls):
            calls = len(pending.calls)
            await anyio.sleep(GATHER_SECONDS)


def _settle(pending: Pending, answer: Answer) -> bool:
    if pending.answered.is_set():
        return False
    pending.answer = answer
    pending.answered.set()
    return True


def _table(calls: Sequence[JsonObject]) -> list[str]:
    """One line for each call. What is the same in all of them is said once."""
    same = {name: value for name, value in calls[0].items() if all(_has(call, name, value) for call in calls)}
    if len(calls) == 1 or not same:
        same = {}
    lines = [f"in all: {_shown(same)}"] if same else []
    for number, call in enumerate(calls[:MOST_SHOWN], 1):
        lines.append(f"{number}. {_shown({name: value for name, value in call.items() if name not in same})}")
    return [*lines, f"… and {len(calls) - MOST_SHOWN} more"] if len(calls) > MOST_SHOWN else lines


def hidden(question: Question, hide: Callable[[str], str]) -> str:
    """Its text for who may not read all of it. What is cut would be known by nothing, so it is hidden before."""
    calls = tuple(cast("JsonObject", _hidden(call, hide)) for call in question.calls)
    return hide(replace(question, calls=calls, batch=hide(question.batch)).text)


def _hidden(value: Any, hide: Callable[[str], str]) -> Any:
    match value:
        case str():
            return hide(value)
        case list():
            return [_hidden(one, hide) for one in cast("list[Any]", value)]
        case dict():
            return {hide(name): _hidden(one, hide) for name, one in cast("dict[str, Any]", value).items()}
        case _:
            return value


def _has(call: JsonObject, name: str, value: object) -> bool:
    return name in call and json.dumps(call[name]) == json.dumps(value)


def _shown(arguments: JsonObject) -> str:
    return ", ".join(f"{_visible(name)}={_cell(value)}" for name, value in arguments.items()) or "no arguments"


def _cell(value: object) -> str:
    return _visible(json.dumps(value, ensure_ascii=False))


def _visible(text: str, longest: int = LONGEST_CELL) -> str:
    """On one line, with nothing in it that a terminal obeys: programs choose these words."""
    visible = "".join(char if char.isprintable() else "�" for char in text[: longest + 1])
    return visible if len(visible) <= longest else f"{visible[: longest - 1]}…"
