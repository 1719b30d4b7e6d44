"""The gateway among others: servers that change, variables that are not theirs, a second gateway beside it."""

from __future__ import annotations

import json

import anyio
import pytest
from mcp import Client

from .gate import Gate, execute, said, unruly

pytestmark = pytest.mark.anyio


async def found(client: Client, tool: str) -> None:
    """Until a tool is in the catalogue: the announcement travels from server to gateway on its own."""
    with anyio.fail_after(30):
        while f"unruly.{tool}" not in said(await client.call_tool("search_tools", {"query": tool})):
            continue


@pytest.mark.promise("hub.list-changed")
@pytest.mark.parametrize("flags", [[], ["--legacy"]], ids=["2026-07-28", "2025-11-25"])
async def test_a_tool_that_a_server_announces_is_there_at_once(fresh_gate: Gate, flags: list[str]) -> None:
    fresh_gate.configure({"unruly": unruly(*flags)})
    async with fresh_gate.client() as client:
        await client.call_tool("search_tools", {"query": ""})

    async with fresh_gate.client() as client:  # it knows the server by now, so that `grow` is the first thing it asks
        era = await execute(
            client, "from servers.unruly import era, grow\nawait grow(name='late_bloomer')\nreturn await era()"
        )
        await found(client, "late_bloomer")
        defined = said(await client.call_tool("get_tool_definition", {"tool": "unruly.late_bloomer"}))
        answer = await execute(client, "from servers.unruly import late_bloomer\nreturn await late_bloomer()")

    assert era == ("2025-11-25" if flags else "2026-07-28")
    assert "async def late_bloomer" in defined
    assert answer == "I am late_bloomer"


@pytest.mark.promise("hub.environment")
async def test_a_server_is_given_its_own_variables_and_no_secret_of_the_gateway(fresh_gate: Gate) -> None:
    fresh_gate.environment = {"AWS_SECRET_ACCESS_KEY": "hidden", "SANDGATE_TEST_SECRET": "hidden", "LANG": "C.UTF-8"}
    fresh_gate.configure({"unruly": unruly(**{"env.TOKEN": "given"})})

    async with fresh_gate.client() as client:
        variables = json.loads(
            await execute(client, "import json\nfrom servers.unruly import environment\nreturn await environment()")
        )
        inside = await execute(client, "import os\nreturn sorted(os.environ.values())")

    assert variables["TOKEN"] == "given"
    assert variables["LANG"] == "C.UTF-8"
    assert "PATH" in variables
    assert "hidden" not in variables.values()
    assert "SANDGATE_TEST_SECRET" not in variables
    assert "hidden" not in inside


@pytest.mark.promise("state.shared")
async def test_two_gateways_work_side_by_side_on_one_state_folder(fresh_gate: Gate) -> None:
    fresh_gate.configure({"unruly": unruly(), "steady": unruly()})
    code = "from servers.unruly import echo\nreturn [await echo(value={'n': n}) for n in range(20)]"

    async with fresh_gate.client() as first, fresh_gate.client("legacy") as second:
        answers: list[str] = []

        async def run(client: Client) -> None:
            for _ in range(3):
                answers.append(await execute(client, code))

        async with anyio.create_task_group() as tasks:
            tasks.start_soon(run, first)
            tasks.start_soon(run, second)
        totals = {"executions": 0}
        with anyio.fail_after(20):  # what another gateway has written is seen a moment later
            while totals["executions"] < 6:
                totals = json.loads(said(await first.call_tool("get_execution_stats", {})))["totals"]

    assert [json.loads(answer) for answer in answers] == [[{"n": n} for n in range(20)]] * 6
    assert totals["executions"] == 6
    assert totals["calls"] == 120


@pytest.mark.promise("state.shared")
async def test_a_second_gateway_knows_tools_without_starting_their_servers(fresh_gate: Gate) -> None:
    fresh_gate.configure({"unruly": unruly()})
    async with fresh_gate.client() as client:
        await execute(client, "from servers.unruly import pid\nawait pid()")

    async with fresh_gate.client() as client:
        overview = said(await client.call_tool("search_tools", {"query": ""}))
        started = fresh_gate.servers()

    assert overview.startswith("unruly (11 tools)")
    assert started == []
