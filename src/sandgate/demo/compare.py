"""Run each scenario both ways, count both from their messages, and check that both did the same."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from sandgate.errors import SandgateError, first_cause
from sandgate.sandbox.box import Backend

from .agents import Coder, Direct, Failed
from .counting import Transcript
from .proofs import Facts
from .scenarios import Scenario
from .stage import Stage, set_stage


@dataclass(slots=True)
class Side:
    """How one agent did."""

    transcript: Transcript
    seconds: float = 0.0
    """Spent in tools and programs. The model's own time is in neither side."""
    answers: list[str] = field(default_factory=list[str])
    """What each program answered; the last one is the answer to the task."""
    facts: Facts = field(default_factory=Facts)
    failure: str = ""

    @property
    def answer(self) -> str:
        return self.answers[-1] if self.answers else ""


@dataclass(frozen=True, slots=True)
class Comparison:
    """One scenario, without and with code execution."""

    scenario: Scenario
    direct: Side
    coded: Side

    @property
    def problems(self) -> list[str]:
        """What differs from what must be: none, or the figures of this scenario mean nothing."""
        return differences(self.scenario, self.direct, self.coded)


def saved_percent(without: int, with_: int) -> float:
    """Negative where code costs more."""
    return 100 * (1 - with_ / without) if without else 0.0


async def compare(
    scenarios: Sequence[Scenario],
    on_step: Callable[[str], None],
    on_done: Callable[[Comparison], None],
    backend: Backend | None = None,
) -> list[Comparison]:
    """Every scenario both ways. Raises SandgateError if the sandbox or a server cannot start."""
    done: list[Comparison] = []
    try:
        on_step("starting the demo servers")
        async with set_stage(backend) as stage:
            for scenario in scenarios:
                on_step(f"{scenario.title}: one call after another")
                direct = await by_hand(scenario, stage)
                on_step(f"{scenario.title}: with a program")
                coded = await by_program(scenario, stage)
                done.append(Comparison(scenario, direct, coded))
                on_done(done[-1])
            on_step("stopping the demo servers")
    except BaseExceptionGroup as group:
        raise meant_for_people(group) or group from None
    return done


async def by_hand(scenario: Scenario, stage: Stage) -> Side:
    agent = Direct(stage.direct)
    side = Side(agent.transcript)
    try:
        await agent.meet()
        side.answers.append(await scenario.by_hand(agent))
        side.facts = await scenario.proof(stage.ask_direct)
    except Failed as error:
        side.failure = str(error)
    side.seconds = agent.seconds
    return side


async def by_program(scenario: Scenario, stage: Stage) -> Side:
    agent = Coder(stage.coder)
    side = Side(agent.transcript)
    try:
        await agent.meet()
        for query in scenario.searches:
            await agent.search(query)
        for tool in scenario.tools:
            await agent.define(tool)
        for program in scenario.programs:
            side.answers.append(await agent.run(program))
        side.facts = await scenario.proof(stage.ask_behind)
    except Failed as error:
        side.failure = str(error)
    side.seconds = agent.seconds
    return side


def differences(scenario: Scenario, direct: Side, coded: Side) -> list[str]:
    found = [f"{name}: {side.failure}" for name, side in (("without", direct), ("with", coded)) if side.failure]
    if found:
        return found
    for name, side in (("without", direct), ("with", coded)):
        for fact, wanted in scenario.expected.items():
            if side.facts.get(fact) != wanted:
                found.append(f"{name}: {fact} should be {wanted}, is {side.facts.get(fact)}")
        if scenario.says not in side.answer:
            found.append(f"{name}: the answer should say {scenario.says!r}, it is {side.answer!r}")
    if direct.answer != coded.answer:
        found.append(f"the answers differ:\nwithout: {direct.answer}\nwith:    {coded.answer}")
    for fact in direct.facts.keys() | coded.facts.keys():
        if direct.facts.get(fact) != coded.facts.get(fact):
            found.append(f"{fact} differs:\nwithout: {direct.facts.get(fact)}\nwith:    {coded.facts.get(fact)}")
    return found


def meant_for_people(group: BaseExceptionGroup[BaseException]) -> SandgateError | BrokenPipeError | None:
    """What the command line has words for, inside the groups that task groups wrap around it."""
    known = group.subgroup((SandgateError, BrokenPipeError))  # the latter: `sandgate demo | head`
    found = first_cause(known) if known else None
    return found if isinstance(found, SandgateError | BrokenPipeError) else None
