"""What a client sees of us before anything is called, and what it costs."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator

import mcp.types as wire
import pytest
from mcp import Client

from sandgate.output import count

from .gate import Entry, Gate, Mode, execute, said, unruly
from .standing import Standing, standing_at

pytestmark = pytest.mark.anyio
BOTH_ERAS = pytest.mark.parametrize("mode", ["auto", "legacy"])


async def listed(client: Client) -> list[wire.Tool]:
    return (await client.list_tools()).tools


def cost(tools: list[wire.Tool]) -> int:
    """Tokens of a tool list in the JSON that goes over the wire."""
    sent = [tool.model_dump(mode="json", by_alias=True, exclude_none=True) for tool in tools]
    return count(json.dumps({"tools": sent}, ensure_ascii=False, separators=(",", ":")))


@pytest.fixture(scope="module")
def servers() -> dict[str, Entry]:
    """None: what is seen is ours."""
    return {}


@pytest.fixture(scope="module")
async def minimal(tmp_path_factory: pytest.TempPathFactory) -> AsyncGenerator[Standing]:
    folder = tmp_path_factory.mktemp("minimal")
    gate = Gate(folder, folder / "state")
    gate.configure({"steady": unruly()}, {"surface": "minimal"})
    async with standing_at(gate) as found:
        yield found


@pytest.mark.promise("surface.instructions")
@BOTH_ERAS
async def test_the_instructions_name_the_tools_and_cost_little(standing: Standing, mode: Mode) -> None:
    async with standing.client(mode) as client:
        instructions = client.instructions or ""

    assert count(instructions) < 250
    assert all(word in instructions for word in ("search_tools", "get_tool_definition", "execute_code", "await"))


@pytest.mark.promise("surface.full")
@BOTH_ERAS
async def test_the_whole_tool_list_stays_within_its_budget(standing: Standing, mode: Mode) -> None:
    async with standing.client(mode) as client:
        tools = await listed(client)

    assert {"execute_code", "search_tools", "get_tool_definition", "get_execution_stats"} <= {t.name for t in tools}
    assert cost(tools) < 1500


@pytest.mark.promise("surface.minimal")
@BOTH_ERAS
async def test_the_minimal_surface_lists_three_tools_within_its_budget(minimal: Standing, mode: Mode) -> None:
    async with minimal.client(mode) as client:
        tools = await listed(client)

    assert {tool.name for tool in tools} == {"execute_code", "search_tools", "get_tool_definition"}
    assert cost(tools) < 450


@pytest.mark.promise("surface.minimal")
async def test_what_the_minimal_surface_hides_is_reachable_from_code(minimal: Standing) -> None:
    code = (
        "print((await get_execution_stats())['servers'])\n"
        "print(await search_tools(query='give back what was given', server='steady', limit=1))"
    )

    async with minimal.client() as client:
        answer = await execute(client, code)

    assert answer.splitlines()[:2] == ["1", "steady.echo: Give back what was given"]


@pytest.mark.promise("surface.prefix")
async def test_a_prefix_is_put_before_every_name_here_and_in_the_instructions_and_the_tools_still_work(
    fresh_gate: Gate,
) -> None:
    fresh_gate.configure({}, {"prefix": "sg_"})

    async with fresh_gate.client() as client:
        instructions = client.instructions or ""
        names = [tool.name for tool in await listed(client)]
        result = await client.call_tool("sg_execute_code", {"code": "return 6 * 7"})

    assert all(name.startswith("sg_") for name in names)
    assert said(result) == "42"
    assert "sg_search_tools" in instructions
    assert "sg_execute_code" in instructions


@pytest.mark.promise("surface.at-once")
@BOTH_ERAS
async def test_search_definition_and_execute_ask_to_be_loaded_at_once(standing: Standing, mode: Mode) -> None:
    async with standing.client(mode) as client:
        tools = await listed(client)

    at_once = {tool.name for tool in tools if (tool.meta or {}).get("anthropic/alwaysLoad") is True}
    assert at_once == {"execute_code", "search_tools", "get_tool_definition"}


@pytest.mark.promise("surface.hints")
@BOTH_ERAS
async def test_only_programs_and_what_is_kept_for_them_can_change_things(standing: Standing, mode: Mode) -> None:
    async with standing.client(mode) as client:
        hints = {tool.name: tool.annotations for tool in await listed(client)}

    reading = {name for name, hint in hints.items() if hint and hint.read_only_hint is True}
    changing = {name for name, hint in hints.items() if hint and hint.destructive_hint is True}
    assert reading >= {"search_tools", "get_tool_definition", "get_execution_stats"}
    assert changing == {"execute_code", "write_workspace_file", "save_skill"}
