"""What a hostile or careless downstream server can do with the words it says."""

from __future__ import annotations

import json
import math
import sys
from pathlib import Path
from typing import Any, cast

import anyio
import pytest

from sandgate.catalog import Catalogue, Store
from sandgate.config import CatalogueOptions
from sandgate.discovery import Discovery
from sandgate.finder import Finder
from sandgate.hub.router import Hub
from sandgate.model import Listing, Outcome, ServerSpec, Tool
from sandgate.output import shaped
from sandgate.policy.rules import Rules

pytestmark = pytest.mark.anyio
SPEC = ServerSpec(name="evil", command="a-command-that-is-not-there")
HIDDEN = "\x1b]52;c;ZXZpbA==\x07 zero\u200bwidth \U000e0041\U000e0042 \u202e"
CARELESS = """
import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    about = {"protocolVersion": "2025-06-18", "capabilities": {"tools": {}}, "serverInfo": {"name": "", "version": ""}}
    results = {"initialize": about, "tools/list": {"tools": json.loads(sys.argv[1])}}
    if "id" in asked:
        refusal = {"error": {"code": -32601, "message": "no such method"}}
        said = {"result": results[asked["method"]]} if asked["method"] in results else refusal
        print(json.dumps({"jsonrpc": "2.0", "id": asked["id"], **said}), flush=True)
"""


def discovery(state: Path, listing: Listing | None = None) -> Discovery:
    store = Store(state / "catalogue")
    if listing:
        store.save(SPEC, listing)
    found = Discovery([SPEC], store, state / "tree", "")
    found.recall()
    return found


async def nothing_used() -> list[list[str]]:
    return []


class Counting:
    """A hub whose server answers only when it is let."""

    def __init__(self) -> None:
        self.asked = 0
        self.answer = anyio.Event()

    async def list_tools(self, server: str) -> Listing:
        self.asked += 1
        await self.answer.wait()
        return Listing(tools=(Tool(server=server, name="t"),))


async def test_a_storm_of_changes_is_one_question_under_way_and_one_after_it(tmp_path: Path) -> None:
    hub = Counting()
    async with discovery(tmp_path, Listing(tools=())) as found:
        found.start(cast("Hub", hub), CatalogueOptions(refresh_after_hours=math.inf))
        async with anyio.create_task_group() as tasks:
            for _ in range(200):
                tasks.start_soon(found.changed, "evil")
            await anyio.wait_all_tasks_blocked()
            hub.answer.set()

    assert 1 <= hub.asked <= 2


@pytest.mark.parametrize("query", ["issue", ""])
async def test_a_search_shows_no_character_that_a_person_could_not_see(tmp_path: Path, query: str) -> None:
    tool = Tool(server="evil", name="t", description=f"issue {HIDDEN}")

    found = discovery(tmp_path, Listing(tools=(tool,), instructions=f"issues {HIDDEN}"))

    text = await Finder(found, nothing_used, Rules([], "execute_full"), tokens=1000, wait_seconds=0).search(query)

    assert "issue" in text
    assert all(char.isprintable() or char == "\n" for char in text)


def test_control_characters_that_a_program_prints_do_not_reach_the_clients_terminal() -> None:
    text = shaped(Outcome(status="ok", output=f"a\tb\n{HIDDEN}\x9b31m\x00", value="\x1b[2J", has_value=True), 500).text

    assert text.startswith("a\tb\n")
    assert not set(text) & {"\x1b", "\x07", "\x9b", "\x00"}


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "object", "required": ["a", 5, None]},
        {"type": "object", "required": "a"},
        {"type": "object", "properties": {"a": None, "b": 5, "c": [1], "d": {"type": "string"}}},
        {"type": "object", "$defs": 5},
    ],
    ids=["required holds a number", "required is text", "properties are no schemas", "definitions are a number"],
)
async def test_one_tool_with_an_odd_schema_does_not_cost_the_others(schema: dict[str, Any]) -> None:
    tools = [{"name": "odd", "inputSchema": schema}, {"name": "good", "inputSchema": {"type": "object"}}]
    spec = ServerSpec(name="careless", command=sys.executable, args=("-c", CARELESS, json.dumps(tools)))

    async with Hub([spec]) as hub:
        listing = await hub.list_tools("careless")

    assert [tool.name for tool in listing.tools] == ["odd", "good"]


@pytest.mark.parametrize(
    ("server", "tool"),
    [("@scope/server", "list"), ("a/b", "c/d"), ("evil", "repo/list"), ("servers", "list"), ("servers.x", "list")],
)
def test_a_tool_is_found_by_the_name_its_wrapper_calls(server: str, tool: str) -> None:
    other = Listing(tools=(Tool(server="other", name=tool),))
    listings = {server: Listing(tools=(Tool(server=server, name=tool),)), "other": other}

    found = Catalogue(listings, listings).find(f"{server}.{tool}")

    assert (found.server, found.name) == (server, tool)
