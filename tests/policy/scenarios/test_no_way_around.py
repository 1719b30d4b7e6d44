"""No way leads to a tool past its rule, by whatever name, road or timing a program tries."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator
from pathlib import Path

import anyio
import mcp.types as wire
import pytest

from sandgate.policy.rules import Counts, Rule, Rules
from tests.scenarios.gate import said

from .conftest import Seat
from .office import Office, Person, execute, worked, yes

pytestmark = pytest.mark.anyio
RULES = (
    {"tools": ["clerk.delete_*"], "action": "deny", "reason": "Leads are never deleted."},
    {"tools": ["clerk.archive-lead"], "action": "deny"},
    {"tools": ["clerk.hidden_query"], "action": "deny"},
    {"tools": ["north.east-office.delete_*", "north_east_office.archive_lead"], "action": "deny"},
    {"tools": ["clerk.read_resource", "north_east_office.read_resource"], "action": "deny"},
    {"tools": ["clerk.order"], "action": "deny", "when": {"items.amount": "> 100"}},
    {"tools": ["clerk.sign_*"], "action": "ask"},
)
NAMES = ("clerk", "north.east-office")


@pytest.fixture(scope="module")
async def guarded(tmp_path_factory: pytest.TempPathFactory) -> AsyncGenerator[Seat]:
    """A client of a gateway with every kind of rule, in front of two clerks, one with a difficult name."""
    office = Office(tmp_path_factory.mktemp("guarded"), {"policy.readonly_tool": True}, RULES, NAMES)
    person = Person()
    async with office.client("auto", person) as client:
        worked(await execute(client, "import servers.clerk, servers.north_east_office\n1"))
        yield Seat(office, client, person)


@pytest.fixture
def seat(guarded: Seat) -> Seat:
    guarded.office.clear()
    guarded.person.forget()
    return guarded


CALLS = [
    "import importlib\nawait getattr(importlib.import_module('servers.' + 'clerk'), 'delete' + '_lead')(id=1)",
    "import servers.clerk\nawait vars(servers.clerk).get('delete_lead', servers.clerk.delete_lead)(id=1)",
    "from servers.clerk import *\nawait delete_lead(id=1)",
    "from servers.clerk import read_lead\nread_lead.id = 'clerk.delete_lead'\nawait read_lead(id=1)",
    "from servers.clerk import delete_lead as read_lead\nawait read_lead({'id': 1})",
    "from servers.clerk import delete_lead\nimport asyncio\nawait asyncio.create_task(delete_lead(id=1))",
    "from servers.clerk import delete_lead\nasync with approvals.batch('x'):\n    await delete_lead(id=1)",
    "from servers.clerk import archive_lead\nawait archive_lead(id=1)",
    "from servers.clerk import hidden_query\nawait hidden_query(sql='select 1')",
    "from servers.north_east_office import delete_lead\nawait delete_lead(id=1)",
    "from servers.clerk import order\nawait order(items=[{'amount': 1}, {'amount': 500}])",
    *(
        f"await call_mcp_tool({name!r}, {{'id': 1}})"
        for name in (
            "clerk.archive-lead",
            "clerk/archive-lead",
            "mcp__clerk__archive-lead",
            "mcp__clerk__archive_lead",
            "servers.clerk.archive_lead",
            "north.east-office.delete_lead",
            "north_east_office.delete_lead",
            "north_east_office/delete_lead",
            "mcp__north.east-office__delete_lead",
            "mcp__north_east_office__delete_lead",
            "servers.north_east_office.delete_lead",
            "servers.north.east-office.delete_lead",
            "north.east-office.archive-lead",
            "mcp__north.east-office__archive-lead",
        )
    ),
    *(
        f"await call_mcp_tool({name!r}, {{'sql': 'select 1'}})"
        for name in ("clerk.hidden.query", "clerk.hidden_query", "mcp__clerk__hidden.query", "clerk/hidden.query")
    ),
]


@pytest.mark.parametrize("code", CALLS)
async def test_a_denied_tool_is_denied_under_every_name_it_has(seat: Seat, code: str) -> None:
    result = await execute(seat.client, code)

    assert "Denied: " in said(result)
    assert "is denied by rule" in said(result)
    assert seat.office.reached == []


@pytest.mark.parametrize(
    "name",
    [
        "Clerk.delete_lead",
        "clerk.Delete_Lead",
        "CLERK.DELETE_LEAD",
        " clerk.delete_lead",
        "clerk.delete_lead ",
        "clerk.delete_lead\u200b",
        "clerk.\uff44elete_lead",
        "clerk..delete_lead",
        "clerk//delete_lead",
        "clerk.delete-lead",
        "servers.servers.clerk.delete_lead",
        "clerk.delete_lead\x00",
        "clerk.read_lead/../delete_lead",
        "north.east_office.delete_lead",
        "sandgate.execute_code",
        "sandgate.clerk.delete_lead",
        "*.delete_lead",
        "",
    ],
)
async def test_a_name_that_is_almost_that_of_a_tool_leads_nowhere(seat: Seat, name: str) -> None:
    result = await execute(seat.client, f"await call_mcp_tool({name!r}, {{'id': 1}})")

    assert result.is_error
    assert seat.office.reached == []


@pytest.mark.parametrize("expression", ["servers['clerk']['delete_lead']", "servers.clerk['delete_lead']"])
async def test_servers_are_no_dictionaries(seat: Seat, expression: str) -> None:
    result = await execute(seat.client, f"import servers, servers.clerk\nawait {expression}(id=1)")

    assert "is not subscriptable" in said(result)
    assert seat.office.reached == []


async def test_what_is_announced_is_held_against_the_rules_too(seat: Seat) -> None:
    code = """
from servers.clerk import delete_lead, read_lead
async with approvals.batch("tidy up", delete_lead, [{"id": 1}]):
    await delete_lead(id=1)
"""

    result = await execute(seat.client, code)

    assert "Denied: clerk.delete_lead is denied by rule 1" in said(result)
    assert seat.person.asked == []
    assert seat.office.reached == []


async def test_what_was_announced_covers_that_very_call_once(seat: Seat) -> None:
    seat.person.says(yes(), wire.ElicitResult(action="decline"))
    code = """
from servers.clerk import sign_03
async def ended(**arguments):
    try:
        return await sign_03(**arguments)
    except Denied:
        return "denied"
async with approvals.batch("sign", sign_03, [{"id": 1}, {"id": 2}]):
    pass
[await ended(id=1), await ended(id=1), await ended(id=3), await ended(id=2)]
"""

    result = await execute(seat.client, code)

    assert json.loads(worked(result)) == ["sign_03 done", "denied", "denied", "sign_03 done"]
    assert len(seat.person.asked) == 3
    assert [call[1]["id"] for call in seat.office.reached] == [1, 2]


async def test_our_own_tools_show_nothing_of_what_is_denied_to_code_either(seat: Seat) -> None:
    code = """
found = [await call_mcp_tool("sandgate.search_tools", {"query": q}) for q in ("delete a lead", "", "sql", "archive")]
found += [await call_mcp_tool("sandgate.search_tools", {"query": "delete", "server": "clerk", "detail": "full"})]
found += [await call_mcp_tool("sandgate.search_tools", {"query": "put away and delete leads", "recommend": True})]
"\\n".join(map(str, found))
"""

    result = await execute(seat.client, code)

    assert "clerk.read_lead" in worked(result) or "clerk.update_lead" in worked(result)
    assert not any(name in said(result) for name in ("delete_lead", "clerk.hidden_query", "clerk.archive_lead"))
    assert seat.office.reached == []


@pytest.mark.parametrize("module", ["clerk", "north_east_office"])
async def test_a_link_is_not_read_past_the_rule_about_resources(seat: Seat, module: str) -> None:
    result = await execute(seat.client, f"from servers.{module} import link\nawait (await link()).read()")

    assert "Denied: " in said(result)
    assert seat.office.reached == []


@pytest.mark.parametrize("server", ["clerk", "Clerk", "servers.clerk", "north.east-office", "north_east_office"])
async def test_a_link_that_was_made_by_hand_is_not_read_past_the_rule_either(seat: Seat, server: str) -> None:
    code = f"""
import dataclasses
from servers.clerk import link
await dataclasses.replace(await link(), server={server!r}, uri="clerk://secret").read()
"""

    result = await execute(seat.client, code)

    assert result.is_error
    assert seat.office.reached == []


@pytest.mark.parametrize(
    "arguments",
    [
        {"data": {"amount": 500}},
        {"data": {"amount": "500"}},
        {"data": {"amount": [1, 500]}},
        {"data": [{"amount": 1}, {"amount": 500}]},
        {"data": [[{"amount": 500}]]},
        {"data.amount": 500},
    ],
)
def test_a_condition_finds_its_argument_however_it_is_wrapped(arguments: dict[str, object]) -> None:
    """A condition that finds nothing does not hold, and a rule that does not hold denies nothing."""
    rule = Rule(tools=("shop.order",), action="deny", when={"data.amount": "> 100"})
    rules = Rules([rule], "execute_full")

    verdict = rules.decide(["shop.order"], arguments, changes=lambda: True, counts=Counts())

    assert verdict.action == "deny"


@pytest.mark.parametrize(
    "code",
    [
        "from servers.clerk import update_lead\nawait update_lead(id=1)",
        "from servers.clerk import sign_02\nawait sign_02(id=1)",
        "from servers.north_east_office import delete_lead\nawait delete_lead(id=1)",
        "await call_mcp_tool('mcp__clerk__update_lead', {'id': 1})",
        "from servers.clerk import update_lead\nasync with approvals.batch('x', update_lead, [{'id': 1}]):\n"
        "    await update_lead(id=1)",
        "from servers.clerk import read_lead\nread_lead.id = 'clerk.update_lead'\nawait read_lead(id=1)",
    ],
)
async def test_the_tool_for_looking_changes_nothing_whatever_the_rules_allow(seat: Seat, code: str) -> None:
    result = await execute(seat.client, code, "execute_code_readonly")

    assert "Denied: " in said(result)
    assert seat.person.asked == []
    assert seat.office.reached == []


async def test_the_tool_for_looking_changes_nothing_that_was_allowed_for_always(seat: Seat) -> None:
    seat.person.says(yes("always"))
    code = "from servers.clerk import sign_04\nawait sign_04(id=1)"

    worked(await execute(seat.client, code))
    looked = await execute(seat.client, code, "execute_code_readonly")

    assert "changes something, and this program may only look" in said(looked)
    assert len(seat.office.reached) == 1


async def test_a_tool_that_is_renamed_while_it_is_asked_about_is_not_called_by_its_new_name(seat: Seat) -> None:
    """The yes was for the old name. Whoever renames its tools does not carry the yes over."""
    first = anyio.Event()

    async def decide(message: str) -> wire.ElicitResult:
        if not message.startswith("Allow clerk.sign_11?"):
            return wire.ElicitResult(action="decline")
        with anyio.fail_after(10):
            while ["clerk.read_lead", {"id": 77}] not in seat.office.reached:  # noqa: ASYNC110 - in another process
                await anyio.sleep(0.02)
        first.set()
        return yes("run")

    seat.person.decide = decide
    code = """
import asyncio
from servers.clerk import read_lead, rename, sign_11
async def ended(call):
    try:
        return await call
    except ToolError as error:
        return type(error).__name__
waiting = asyncio.ensure_future(ended(sign_11(id=1)))
await asyncio.sleep(0.2)
await rename(old="sign_11", new="sign_99")
await read_lead(id=77)
first, second = await waiting, "ToolError"
while second == "ToolError":  # until the new name is known here
    second = await ended(call_mcp_tool("clerk.sign_99", {"id": 2}))
[first, second]
"""

    result = await execute(seat.client, code)

    assert first.is_set()
    assert json.loads(worked(result)) == ["ToolError", "Denied"]
    assert seat.office.reached == [["clerk.read_lead", {"id": 77}]]


async def test_the_command_line_waits_for_the_same_person(tmp_path: Path) -> None:
    office = Office(tmp_path)
    code = "from servers.clerk import update_lead\nawait update_lead(id=1)"
    said: list[str] = []

    async def run() -> None:
        said.append(await office.fails("run", "-c", code))

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(run)
        (question,) = await office.posted()
        await office.types("approvals", "decide", question, "deny", "--reason", "not now")

    assert "Denied: clerk.update_lead was denied by" in said[0]
    assert "not now" in said[0]
    assert office.reached == []
