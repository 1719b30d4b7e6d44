"""A program that waits for a person: for how long, and who may come back for it."""

from __future__ import annotations

from collections.abc import AsyncGenerator

import anyio
import mcp.types as wire
import pytest
from mcp import Client

from tests.scenarios.gate import Mode, said

from .conftest import ERAS
from .office import Office, Person, execute, facts, resume, worked, yes

pytestmark = pytest.mark.anyio
UPDATE = "from servers.clerk import update_lead\nawait update_lead(id=1, status='won')"


@pytest.fixture(scope="module")
async def counter(tmp_path_factory: pytest.TempPathFactory) -> AsyncGenerator[tuple[Office, str]]:
    """A gateway over HTTP, where nobody waits for a person for long."""
    office = Office(tmp_path_factory.mktemp("counter"), {"policy.approval_seconds": 1})
    async with office.gate.http(patience=None) as url:
        yield office, url


@pytest.fixture(scope="module")
async def patient(tmp_path_factory: pytest.TempPathFactory) -> AsyncGenerator[tuple[Office, str]]:
    """A gateway over HTTP, where a person may take their time."""
    office = Office(tmp_path_factory.mktemp("patient"))
    async with office.gate.http(patience=None) as url:
        yield office, url


@pytest.mark.parametrize("era", ERAS)
async def test_one_client_can_go_on_with_what_another_has_parked_if_it_knows_the_id(
    patient: tuple[Office, str], era: Mode
) -> None:
    """The id is twelve random bytes that only the first client was told: whoever has it was given it."""
    office, url = patient
    office.clear()

    async with Client(url, mode=era) as first, Client(url, mode=era) as second:
        asked = facts(await execute(first, UPDATE))
        guessed = await resume(second, asked["resume"][:-1] + ("a" if asked["resume"][-1] != "a" else "b"))
        await office.types("approvals", "decide", asked["questions"][0], "once")
        ended = await resume(second, asked["resume"])
        again = await resume(first, asked["resume"])

    assert "is known here: it has ended, was given up" in said(guessed)
    assert worked(ended) == "update_lead done"
    assert "is known here: it has ended, was given up" in said(again)
    assert office.reached == [["clerk.update_lead", {"id": 1, "status": "won"}]]


async def test_two_requests_that_come_back_for_one_program_are_both_answered(patient: tuple[Office, str]) -> None:
    office, url = patient
    ended: list[str] = []

    async with Client(url) as client:
        asked = facts(await execute(client, UPDATE))

        async def come_back() -> None:
            ended.append(said(await resume(client, asked["resume"])))

        with anyio.fail_after(10):
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(come_back)
                tasks.start_soon(come_back)
                await office.types("approvals", "decide", asked["questions"][0], "once")

    assert ended == ["update_lead done", "update_lead done"]


@pytest.mark.parametrize("era", ERAS)
async def test_a_client_that_cannot_ask_hears_of_the_silence_when_it_comes_back(
    counter: tuple[Office, str], era: Mode
) -> None:
    office, url = counter
    office.clear()
    code = """
from servers.clerk import read_lead, update_lead
try:
    await update_lead(id=1)
except Denied as silence:
    print(silence)
await read_lead(id=2)
"""

    async with Client(url, mode=era) as client:
        asked = facts(await execute(client, code))
        late = await resume(client, asked["resume"])

    assert "was denied by a person: nobody answered within 1 s (policy.approval_seconds)" in worked(late)
    assert office.reached == [["clerk.read_lead", {"id": 2}]]
    assert "no question" in await office.fails("approvals", "decide", asked["questions"][0], "once")


async def test_a_dialog_that_nobody_answers_does_not_hold_the_request_up(counter: tuple[Office, str]) -> None:
    office, url = counter
    office.clear()
    person = Person()

    async def silent(_: str) -> wire.ElicitResult:
        await anyio.sleep_forever()
        raise AssertionError("nobody comes back from there")

    person.decide = silent
    async with Client(url, mode="legacy", elicitation_callback=person.elicit) as client:
        with anyio.fail_after(10):
            result = await execute(client, UPDATE)

    assert len(person.asked) == 1
    assert "nobody answered within 1 s" in said(result)
    assert office.reached == []


async def test_a_yes_that_comes_after_the_time_is_over_changes_nothing(counter: tuple[Office, str]) -> None:
    office, url = counter
    office.clear()
    person = Person()

    async def late(_: str) -> wire.ElicitResult:
        await office.posted(0)
        return yes("always")

    person.decide = late
    async with Client(url, elicitation_callback=person.elicit) as client:
        result = await execute(client, UPDATE)

    assert "nobody answered within 1 s" in said(result)
    assert office.reached == []
    assert not (office.board / "always.json").exists()
