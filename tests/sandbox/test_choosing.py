"""A program gets the sandbox that the settings name for its risk, or none."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

import pytest

from sandgate.config import Config, SandboxOptions
from sandgate.errors import SandboxError, SandgateError
from sandgate.model import Limits, Program, Risk, Wall
from sandgate.sandbox.box import Backend, Clock, Listeners, Request, Sandbox
from sandgate.sandbox.choosing import Choice, Sandboxes
from sandgate.sandbox.protocol import Answer
from sandgate.sandbox.settings import sandboxes_of
from sandgate.sandbox.typescript.box import TypeScript
from sandgate.sandbox.typescript.checker import Checker
from sandgate.sandbox.typescript.crossing import Bilingual
from sandgate.sandbox.unsafe import UnsafeBackend

pytestmark = pytest.mark.anyio
TABLE: dict[Risk, Wall] = {"low": "process", "medium": "process", "high": "docker", "critical": "vm"}
ALL_IN_ONE: dict[Risk, Wall] = dict.fromkeys(TABLE, "process")


async def nobody(_: Request, _clock: Clock) -> Answer:
    raise SandgateError("no calls here")


async def standing(wall: Wall) -> Backend:
    if wall == "vm":
        raise SandboxError("there is no image: `sandgate sandbox build --vm`")
    backend = UnsafeBackend()
    backend.name = wall
    return backend


@asynccontextmanager
async def sandboxes(by_risk: dict[Risk, Wall]) -> AsyncGenerator[Sandboxes]:
    boxes = dict[Wall, Sandbox]()
    for wall in by_risk.values():
        boxes[wall] = Sandbox(partial(standing, wall), Limits(), eager=False)
    async with Sandboxes(boxes, by_risk) as made:
        yield made


async def ran(choice: Choice, code: str, session: str) -> object:
    async with choice.box.claimed(session):
        outcome = await choice.box.run(Program(code=code), Listeners(nobody), session=session)
    return outcome.value


@pytest.mark.parametrize(("risk", "wall"), [("low", "process"), ("medium", "process"), ("high", "docker")])
async def test_the_risk_of_a_program_says_where_it_runs(risk: Risk, wall: Wall) -> None:
    async with sandboxes(TABLE) as made:
        choice = await made.chosen(Program(code="1"), risk)

        assert choice.box.name == wall
        assert choice.why == f"{wall}: its risk is {risk}"


async def test_only_walls_that_are_not_the_usual_ones_are_worth_a_note() -> None:
    async with sandboxes(TABLE) as made:
        usual = await made.chosen(Program(code="1"), "medium")
        other = await made.chosen(Program(code="1"), "high")

        assert usual.notes == ()
        assert other.notes == ("ran in docker: its risk is high",)


async def test_a_caller_may_ask_for_stronger_walls_and_not_for_weaker_ones() -> None:
    async with sandboxes(TABLE) as made:
        raised = await made.chosen(Program(code="1", security_level="high"), "low")
        lowered = await made.chosen(Program(code="1", security_level="low"), "high")

        assert (raised.box.name, raised.why) == ("docker", "docker: security_level high was asked for")
        assert (lowered.box.name, lowered.why) == ("docker", "docker: its risk is high")


async def test_no_level_leads_to_weaker_walls_whatever_the_settings_say_of_it() -> None:
    async with sandboxes({**TABLE, "medium": "docker", "high": "process"}) as made:
        choice = await made.chosen(Program(code="1", security_level="high"), "medium")

        assert (choice.box.name, choice.why) == ("docker", "docker: its risk is medium")


async def test_walls_that_are_not_to_be_had_are_not_replaced_by_others() -> None:
    async with sandboxes(TABLE) as made:
        with pytest.raises(SandboxError) as caught:
            await made.chosen(Program(code="1"), "critical")

    assert str(caught.value) == (
        "this program needs vm: its risk is critical. That is not to be had: "
        "there is no image: `sandgate sandbox build --vm`"
    )


async def test_where_there_is_but_one_sandbox_a_level_that_cannot_be_raised_is_refused() -> None:
    async with sandboxes(ALL_IN_ONE) as made:
        choice = await made.chosen(Program(code="1"), "critical")
        with pytest.raises(SandgateError, match="here every program runs in process"):
            await made.chosen(Program(code="1", security_level="high"), "low")

        assert (choice.box.name, choice.why) == ("process", "")


async def test_a_session_stays_behind_stronger_walls_once_it_is_there() -> None:
    async with sandboxes(TABLE) as made:
        first = await made.chosen(Program(code="1"), "high", "s")
        await ran(first, "kept = 41", "s")
        second = await made.chosen(Program(code="1"), "low", "s")

        assert second.why == "docker: its session is there"
        assert await ran(second, "kept + 1", "s") == 42


async def test_a_session_that_must_move_to_stronger_walls_is_told_what_it_left() -> None:
    async with sandboxes(TABLE) as made:
        await ran(await made.chosen(Program(code="1"), "low", "s"), "kept = 41", "s")
        moved = await made.chosen(Program(code="1"), "high", "s")

    assert "variables of session 's' are in process and were not here" in moved.notes


async def look() -> Checker:
    raise SandboxError("nobody looks here")


@asynccontextmanager
async def bilingual(by_risk: dict[Risk, Wall]) -> AsyncGenerator[Sandboxes]:
    """With a sandbox for TypeScript beside each, but where there can be none. It is told by its name."""
    boxes, spoken = dict[Wall, Sandbox](), dict[Wall, Bilingual]()
    for wall in by_risk.values():
        boxes[wall] = Bilingual(partial(standing, wall), Limits(), eager=False)
        if wall != "monty":
            spoken[wall] = Bilingual(partial(standing, wall), Limits(), eager=False)
    async with Sandboxes(boxes, by_risk, TypeScript(spoken, look)) as made:
        yield made


@pytest.mark.parametrize(("risk", "wall"), [("low", "process"), ("high", "docker")])
async def test_typescript_runs_where_its_risk_says_beside_python(risk: Risk, wall: Wall) -> None:
    async with bilingual(TABLE) as made:
        choice = await made.chosen(Program(code="1", language="typescript"), risk)
        python = await made.chosen(Program(code="1"), risk)

        assert made.typescript
        assert choice.box is made.typescript.boxes[wall]
        assert choice.box is not python.box
        assert (choice.why, choice.notes) == (python.why, python.notes)


async def test_a_session_in_typescript_stays_behind_stronger_walls_too() -> None:
    async with bilingual(TABLE) as made:
        first = await made.chosen(Program(code="1", language="typescript"), "high", "s")
        await ran(first, "kept = 41", "s")
        second = await made.chosen(Program(code="1", language="typescript"), "low", "s")

        assert second.box is first.box
        assert second.why == "docker: its session is there"
        assert made.sessions == ["s"]


async def test_typescript_is_refused_where_only_python_can_be() -> None:
    by_risk: dict[Risk, Wall] = {**TABLE, "high": "monty"}
    async with bilingual(by_risk) as made:
        with pytest.raises(SandgateError) as caught:
            await made.chosen(Program(code="1", language="typescript"), "high")

    assert str(caught.value) == (
        "there is no TypeScript in monty, where this program must run (monty: its risk is high); write it in Python"
    )


async def test_typescript_that_is_not_installed_is_refused_with_the_cure() -> None:
    async with sandboxes(TABLE) as made:
        with pytest.raises(SandgateError, match=r"pip install '\.\[typescript\]'"):
            await made.chosen(Program(code="1", language="typescript"), "high")


async def test_each_wall_of_the_settings_has_its_typescript(tmp_path: Path) -> None:
    shown = {"servers": tmp_path / "servers", "skills": tmp_path / "skills"}
    config = Config(state_dir=tmp_path, sandbox=SandboxOptions(backend="auto"))

    made = sandboxes_of(config, shown, None, None, tmp_path / "typescript" / "servers")

    assert made.typescript
    assert set(made.typescript.boxes) == {"process", "docker", "vm"}
