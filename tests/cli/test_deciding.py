from __future__ import annotations

import os
import sys
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import cast

import anyio
import pytest

from sandgate.cli.deciding import Deciding
from sandgate.gateway import Gateway
from sandgate.policy.approval import Answer, Question
from sandgate.policy.board import Board

from .person import Person, Terminal

pytestmark = pytest.mark.anyio

FIRST = Question(id="q1", run="r", tool="crm.update_lead", calls=({"id": 1},), by="rule 1")
SECOND = Question(id="q2", run="r", tool="crm.delete_lead", calls=({"id": 2},), by="rule 2")


@dataclass
class Desk:
    """Stands in for a gateway: what is asked, and what was answered."""

    questions: list[Question] = field(default_factory=lambda: [FIRST, SECOND])
    answers: dict[str, Answer] = field(default_factory=dict[str, Answer])
    changed: anyio.Event = field(default_factory=anyio.Event)

    def answer(self, question: str, decision: Answer) -> bool:
        self.answers[question] = decision
        self.questions = [one for one in self.questions if one.id != question]
        self.changed.set()
        self.changed = anyio.Event()
        return True

    async def settled(self, question: str) -> None:
        while any(one.id == question for one in self.questions):
            await self.changed.wait()


@dataclass(frozen=True)
class Seat:
    """Where a person sits: what they type, and what they read."""

    keys: int
    screen: Terminal

    def types(self, *lines: str) -> None:
        os.write(self.keys, "".join(f"{line}\n" for line in lines).encode())


@contextmanager
def seated(*lines: str) -> Generator[Seat]:
    """A person who has typed these lines. No fixture: pytest puts its own streams back before a test begins."""
    ours, theirs = os.openpty()
    seat = Seat(ours, Terminal())
    with os.fdopen(theirs, encoding="utf-8") as keyboard, pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "stdin", keyboard)
        patch.setattr(sys, "stderr", seat.screen)
        seat.types(*lines)
        yield seat
    os.close(ours)


async def test_whoever_started_a_program_is_asked_one_question_after_another() -> None:
    desk = Desk()

    with seated("y", "n", "not this one") as seat, anyio.fail_after(30):
        async with Deciding(cast("Gateway", desk), 300) as deciding:
            deciding.asked(FIRST)
            deciding.asked(SECOND)
            await desk.settled("q1")
            await desk.settled("q2")

    assert [desk.answers["q1"].decision, desk.answers["q2"].decision] == ["once", "deny"]
    assert desk.answers["q2"].reason == "not this one"
    assert seat.screen.getvalue().index("crm.update_lead") < seat.screen.getvalue().index("crm.delete_lead")


async def test_who_skips_a_question_may_decide_it_elsewhere_and_is_asked_the_next() -> None:
    desk = Desk()

    with seated("s", "r") as seat, anyio.fail_after(30):
        async with Deciding(cast("Gateway", desk), 300) as deciding:
            deciding.asked(FIRST)
            deciding.asked(SECOND)
            await desk.settled("q2")

    assert {id: answer.decision for id, answer in desk.answers.items()} == {"q2": "run"}
    assert "sandgate approvals" in seat.screen.getvalue()


async def test_who_mistypes_is_asked_again() -> None:
    desk = Desk()

    with seated("zz", "", "y") as seat, anyio.fail_after(30):
        async with Deciding(cast("Gateway", desk), 300) as deciding:
            deciding.asked(FIRST)
            await desk.settled("q1")

    assert desk.answers["q1"].decision == "once"
    assert "another terminal" not in seat.screen.getvalue()


async def test_who_mistypes_in_the_other_terminal_is_asked_again_as_well(person: Person) -> None:
    ours, theirs = os.openpty()
    os.write(ours, b"zz\ny\n")
    command = [sys.executable, "-m", "sandgate", "approvals"]

    async with await anyio.open_process(command, stdin=theirs, stdout=None, stderr=None) as terminal:
        try:
            with anyio.fail_after(30):
                answer = await Board(person.state / "sandgate" / "approvals").ask(FIRST)
        finally:
            terminal.terminate()
    os.close(ours)
    os.close(theirs)

    assert answer is not None
    assert answer.decision == "once"


async def test_a_question_that_is_decided_elsewhere_is_no_longer_asked_here() -> None:
    desk = Desk()

    with seated() as seat, anyio.fail_after(30):
        async with Deciding(cast("Gateway", desk), 300) as deciding:
            deciding.asked(FIRST)
            deciding.asked(SECOND)
            await anyio.wait_all_tasks_blocked()
            desk.answer("q1", Answer(decision="once", by="somebody else"))
            seat.types("a")
            await desk.settled("q2")

    assert (desk.answers["q1"].by, desk.answers["q2"].decision) == ("somebody else", "always")


async def test_without_a_terminal_it_is_said_where_to_decide(capsys: pytest.CaptureFixture[str]) -> None:
    async with Deciding(cast("Gateway", Desk()), 300) as deciding:
        deciding.asked(FIRST)

    assert "crm.update_lead" in (said := capsys.readouterr().err)
    assert "Decide in another terminal: sandgate approvals (after 300 seconds, silence means no)" in said
