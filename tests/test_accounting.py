"""Tokens that entered the context and tokens that stayed out, against a count by hand."""

from __future__ import annotations

import json
import sys
from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

import sandgate
from sandgate.config import CatalogueOptions, Config, SandboxOptions
from sandgate.gateway import Gateway
from sandgate.model import JsonObject, ServerSpec
from sandgate.output import count

pytestmark = pytest.mark.anyio
LEDGER = str(Path(__file__).parent / "policy" / "ledger.py")
CODE = "from servers.ledger import read_lead\nawait read_lead(id=1)"


@pytest.fixture
async def gateway(tmp_path: Path) -> AsyncGenerator[Gateway]:
    settings = Config(
        state_dir=tmp_path / "state",
        servers=(ServerSpec(name="ledger", command=sys.executable, args=(LEDGER, str(tmp_path / "calls"))),),
        sandbox=SandboxOptions(spares=0),
        catalogue=CatalogueOptions(wait_seconds=30),
    )
    async with sandgate.open(settings) as gateway:
        yield gateway


async def test_a_session_is_charged_for_what_the_model_read_and_wrote(gateway: Gateway) -> None:
    outcomes = [await gateway.run_code(CODE, session="mine") for _ in range(2)]
    await gateway.accounts.looked_up("mine", "how it is called")

    told = (await gateway.accounts.told("mine"))["this_session"]

    answers = sum(count(outcome.text) for outcome in outcomes)
    assert told["in_context"] == 2 * count(CODE) + answers + count("how it is called")


async def test_what_tools_returned_and_all_definitions_stayed_out_the_latter_once(gateway: Gateway) -> None:
    for _ in range(3):
        await gateway.run_code(CODE, session="mine")

    told = (await gateway.accounts.told("mine"))["this_session"]

    tools = gateway.discovery.catalogue.tools
    shown = {
        tool.name: {"name": tool.name, "description": tool.description, "inputSchema": tool.input_schema}
        for tool in tools
    }
    costs = {name: count(json.dumps(one, separators=(",", ":"), ensure_ascii=False)) for name, one in shown.items()}
    assert told["by_kind"]["results"] == 3 * count("read_lead done")
    assert told["stayed_out"] == 3 * count("read_lead done") + sum(costs.values())
    assert told["stayed_out_of_client_with_tool_search"] == 3 * count("read_lead done") + costs["read_lead"]


async def test_accounts_of_sessions_are_apart_and_add_up(gateway: Gateway) -> None:
    await gateway.run_code("1 + 1", session="mine")
    await gateway.run_code("print('other')", session="other")

    mine, other = [(await gateway.accounts.told(name))["this_session"] for name in ("mine", "other")]
    told = await gateway.accounts.told("mine")

    assert mine["in_context"] == count("1 + 1") + count("2")
    assert told["in_all"]["in_context"] == mine["in_context"] + other["in_context"]
    assert told["sessions"] == 2


async def test_the_numbers_outlive_the_gateway(tmp_path: Path) -> None:
    settings = Config(state_dir=tmp_path, sandbox=SandboxOptions(spares=0))
    async with sandgate.open(settings) as first:
        await first.run_code("1 + 1", session="mine")
    async with sandgate.open(settings) as second:
        told = (await second.accounts.told("mine"))["this_session"]

    assert told["in_context"] == count("1 + 1") + count("2")


async def test_many_results_and_long_ones_are_all_counted(gateway: Gateway) -> None:
    text = "so many words " * 6_000
    blocks: list[JsonObject] = [{"type": "value", "value": text}]
    few: list[JsonObject] = [{"type": "value", "value": "few words"}]
    for _ in range(600):
        gateway.accounts.arrived("a run", few, len("few words"))
    gateway.accounts.arrived("a run", blocks, len(text))

    counts = await gateway.accounts.settled("a run", "mine", [], [])

    assert counts == {"results": 600 * count("few words") + count(text)}


async def test_what_a_program_asks_of_sandgate_itself_is_no_call_of_a_tool(gateway: Gateway) -> None:
    outcome = await gateway.run_code(f"await search_tools('lead')\n{CODE}")
    assert outcome.ok, outcome.text

    stats = await gateway.stats()

    assert (stats["totals"]["calls"], stats["statistics"]["calls"]["count"]) == (1, 1)
