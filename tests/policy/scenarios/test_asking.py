"""A person at a real client decides what a real gateway may send, in both eras of the protocol."""

from __future__ import annotations

import json
import sqlite3
from typing import Any

import anyio
import mcp.types as wire
import pytest

from tests.scenarios.gate import said

from .conftest import Seat
from .office import execute, no, worked, yes

pytestmark = pytest.mark.anyio
FIFTY = [["clerk.update_lead", {"id": number, "status": f"s{number}"}] for number in range(50)]


async def test_a_yes_lets_the_call_through_and_the_program_goes_on_where_it_stood(seat: Seat) -> None:
    code = """
import os, tempfile
from servers.clerk import delete_lead, update_lead
def counting():
    yield from range(100)
numbers, pid, kept = counting(), os.getpid(), object()
before, scratch = (next(numbers), id(kept)), tempfile.TemporaryFile()
scratch.write(b"kept")
first = await update_lead(id=1, status="won")
second = await delete_lead(id=2)
scratch.seek(0)
[first, second, next(numbers) == before[0] + 1, id(kept) == before[1], pid == os.getpid(), scratch.read().decode()]
"""

    result = await execute(seat.client, code)

    assert json.loads(worked(result)) == ["update_lead done", "delete_lead done", True, True, True, "kept"]
    assert [message.splitlines()[0] for message in seat.person.asked] == [
        "Allow clerk.update_lead?",
        "Allow clerk.delete_lead?",
    ]
    assert seat.office.reached == [
        ["clerk.update_lead", {"id": 1, "status": "won"}],
        ["clerk.delete_lead", {"id": 2}],
    ]


async def test_a_no_with_its_reason_can_be_caught_and_only_that_call_is_lost(seat: Seat) -> None:
    seat.person.says(no("not on a Friday"), yes())
    code = """
from servers.clerk import delete_lead, read_lead, update_lead
told = []
try:
    await delete_lead(id=1)
except Denied as refused:
    told = [str(refused), refused.tool, isinstance(refused, ToolError)]
[*told, await update_lead(id=2), await read_lead(id=3)]
"""

    result = await execute(seat.client, code)

    assert json.loads(worked(result)) == [
        "clerk.delete_lead was denied by the person: not on a Friday",
        "clerk.delete_lead",
        True,
        "update_lead done",
        "read_lead done",
    ]
    assert [call[0] for call in seat.office.reached] == ["clerk.update_lead", "clerk.read_lead"]


async def test_a_no_that_nobody_catches_ends_the_program_and_is_on_record(seat: Seat) -> None:
    seat.person.says(no("never"))

    result = await execute(seat.client, "from servers.clerk import delete_lead\nawait delete_lead(id=1)")

    assert result.is_error
    assert "Denied: clerk.delete_lead was denied by the person: never" in said(result)
    assert seat.office.reached == []
    with sqlite3.connect(seat.office.board.parent / "journal.db") as journal:
        last = journal.execute(
            "select tool, decision, person, through, reason from approvals order by rowid desc limit 1"
        ).fetchone()
    assert last == ("clerk.delete_lead", "deny", "the person", "elicitation", "never")


async def test_a_yes_for_the_run_holds_for_that_tool_and_that_run_alone(seat: Seat) -> None:
    seat.person.says(yes("run"))
    code = """
from servers.clerk import delete_lead, update_lead
for number in range(3):
    await update_lead(id=number)
await delete_lead(id=9)
"""

    worked(await execute(seat.client, code))
    once = [message.splitlines()[0] for message in seat.person.asked]
    worked(await execute(seat.client, code))

    assert once == ["Allow clerk.update_lead?", "Allow clerk.delete_lead?"]
    assert len(seat.person.asked) == 4
    assert len(seat.office.reached) == 8


async def test_a_yes_for_the_session_holds_for_this_client_and_no_other(seat: Seat, other: Seat) -> None:
    seat.person.says(yes("session"))
    form = "sign_13" if seat.client.protocol_version == "2026-07-28" else "sign_14"
    code = f"from servers.clerk import {form}\nawait {form}(id=1)"

    for _ in range(2):
        worked(await execute(seat.client, code))
    worked(await execute(other.client, code))

    assert (len(seat.person.asked), len(other.person.asked)) == (1, 1)
    assert len(seat.office.reached) == 3


async def test_always_is_written_down_for_every_gateway_until_it_is_forgotten(seat: Seat, other: Seat) -> None:
    code = "from servers.clerk import sign_01\nawait sign_01(id=7)"
    seat.person.says(yes("always"))

    worked(await execute(seat.client, code))
    worked(await execute(other.client, code))
    asked_elsewhere = len(other.person.asked)
    listed = json.loads(await seat.office.types("approvals", "allowed", "--json"))
    await seat.office.types("approvals", "allowed", "--forget", "clerk.sign_01")
    worked(await execute(other.client, code))

    assert asked_elsewhere == 0
    assert listed == ["clerk.sign_01"]
    assert (len(seat.person.asked), len(other.person.asked)) == (1, 1)
    assert json.loads(await seat.office.types("approvals", "allowed", "--json")) == []
    assert len(seat.office.reached) == 3


@pytest.mark.parametrize("announced", [True, False], ids=["announced", "side by side"])
async def test_fifty_like_calls_are_one_question_and_all_of_them_are_sent_as_shown(seat: Seat, announced: bool) -> None:
    calls = "await asyncio.gather(*(update_lead(id=n, status=f's{n}') for n in range(50)))"
    wrapped = f"async with approvals.batch('close 50 leads'):\n    done = {calls}" if announced else f"done = {calls}"
    code = f"import asyncio\nfrom servers.clerk import update_lead\n{wrapped}\nlen(done)"

    result = await execute(seat.client, code)

    assert worked(result) == "50"
    (question,) = seat.person.asked
    first, *lines = question.splitlines()
    assert first.startswith("Allow clerk.update_lead 50 times?")
    assert ("close 50 leads" in first) is announced
    shown = [line.partition(". ")[2] for line in lines if line.partition(". ")[0].isdecimal()]
    assert shown == [f'id={number}, status="s{number}"' for number in range(len(shown))]
    assert len(shown) == 50 or (len(shown) >= 10 and f"… and {50 - len(shown)} more" in lines)
    assert sorted(seat.office.reached, key=lambda call: call[1]["id"]) == FIFTY


async def test_one_no_is_a_no_to_all_fifty(seat: Seat) -> None:
    seat.person.says(no("too many"))
    code = """
import asyncio
from servers.clerk import update_lead
calls = (update_lead(id=n) for n in range(50))
ended = await asyncio.gather(*calls, return_exceptions=True)
sorted({str(one) for one in ended})
"""

    result = await execute(seat.client, code)

    assert json.loads(worked(result)) == ["clerk.update_lead was denied by the person: too many"]
    assert len(seat.person.asked) == 1
    assert seat.office.reached == []


async def test_two_programs_that_ask_at_once_each_get_their_own_answer(seat: Seat) -> None:
    both, ended = anyio.Event(), dict[str, wire.CallToolResult]()

    async def decide(message: str) -> wire.ElicitResult:
        if len(seat.person.asked) == 2:
            both.set()
        await both.wait()
        return yes() if 'status="wanted"' in message else no("unwanted")

    async def one(status: str) -> None:
        code = f"from servers.clerk import update_lead\nmine = '{status}'\n[await update_lead(id=1, status=mine), mine]"
        ended[status] = await execute(seat.client, code)

    seat.person.decide = decide
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(one, "unwanted")
        tasks.start_soon(one, "wanted")

    assert json.loads(worked(ended["wanted"])) == ["update_lead done", "wanted"]
    assert "denied by the person: unwanted" in said(ended["unwanted"])
    assert seat.office.reached == [["clerk.update_lead", {"id": 1, "status": "wanted"}]]


async def test_what_a_program_changes_after_it_has_asked_is_not_sent(seat: Seat) -> None:
    code = """
import asyncio
from servers.clerk import update_lead
inner = {"note": "harmless", "tags": ["a"]}
arguments = {"id": 1, "status": "won", "data": inner}
call = asyncio.ensure_future(update_lead(arguments))
while not inner.get("seen"):
    await asyncio.sleep(0.01)
    arguments["status"], inner["note"], inner["seen"] = "stolen", "harmful", True
    inner["tags"].append("b")
await call
"""
    sent: dict[str, Any] = {"id": 1, "status": "won", "data": {"note": "harmless", "tags": ["a"]}}

    worked(await execute(seat.client, code))

    (question,) = seat.person.asked
    assert '1. id=1, status="won", data={"note": "harmless", "tags": ["a"]}' in question.splitlines()
    assert seat.office.reached == [["clerk.update_lead", sent]]


async def test_a_dozen_tools_that_ask_at_once_do_not_wear_the_client_out(seat: Seat) -> None:
    """Clients give up after ten rounds of questions, so those that are open together must be asked together."""
    code = """
import asyncio, servers.clerk
tools = [getattr(servers.clerk, f"sign_{number:02}") for number in range(1, 13)]
len(await asyncio.gather(*(tool(id=1) for tool in tools)))
"""

    result = await execute(seat.client, code)

    assert worked(result) == "12"
    assert len(seat.person.asked) == 12
    assert len(seat.office.reached) == 12


async def test_a_yes_in_a_terminal_counts_while_the_clients_own_dialog_is_still_open(seat: Seat) -> None:
    dismissed = anyio.Event()

    async def undecided(_: str) -> wire.ElicitResult:
        await dismissed.wait()
        return no("too late")

    ended: list[wire.CallToolResult] = []

    async def run() -> None:
        ended.append(await execute(seat.client, "from servers.clerk import update_lead\nawait update_lead(id=1)"))

    seat.person.decide = undecided
    with anyio.fail_after(10):
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(run)
            (question,) = await seat.office.posted(1, "clerk.update_lead")
            await seat.office.types("approvals", "decide", question, "once")
            await seat.office.posted(0, "clerk.update_lead")
            if seat.client.protocol_version == "2026-07-28":
                dismissed.set()  # here the client asks by itself and comes back when it has an answer, however late

    assert worked(ended[0]) == "update_lead done"
    assert len(seat.office.reached) == 1


@pytest.mark.parametrize("content", [{"decision": ["once"]}, {"decision": "sure"}, {"decision": None}, {"decision": 1}])
async def test_an_answer_of_another_form_is_a_no(seat: Seat, content: dict[str, object]) -> None:
    seat.person.says(wire.ElicitResult.model_construct(action="accept", content=content))

    result = await execute(seat.client, "from servers.clerk import archive_lead\nawait archive_lead(id=1)")

    assert result.is_error
    assert "clerk.archive_lead was denied" in said(result)
    assert seat.office.reached == []
