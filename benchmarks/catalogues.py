"""A call's cost as the catalogue grows, and the making of its wrappers."""

from __future__ import annotations

import time
from collections.abc import Mapping
from functools import partial
from pathlib import Path

import sandgate
from sandgate.catalog import Store, captured
from sandgate.catalog.wrappers.tree import ServerTools, render_tree
from sandgate.config import load
from sandgate.gateway import Gateway
from sandgate.model import Listing, Tool

from .report import Comparison, Figure, Row
from .stage import Stage, value_of
from .timing import Work, in_turn

SERVERS, TOOLS_EACH, CALLS = 40, 100, 50
GROWN = Row(
    name="{calls} calls, {tools:,} tools in the catalogue",
    against="the same calls with {few}",
    meaning="The same program on two gateways; a call should cost the same however many tools there are.",
    goal=1.1,
)
CODE = f"from servers.bench import add\nfor n in range({CALLS}):\n    last = await add(a=n, b=1)\nlast"


async def grown(stage: Stage, listings: Mapping[str, Listing]) -> Comparison:
    config = stage.config.with_name("grown.toml")
    config.write_text(configured(stage.config, listings), encoding="utf-8")
    remember(config, listings)
    async with sandgate.open(config) as many:
        works = {"many": Work(partial(called, many)), "few": Work(partial(called, stage.gateway))}
        times = await in_turn(works, rounds=12)
        tools, few = (len(gateway.discovery.catalogue.tools) for gateway in (many, stage.gateway))
    row = Row(
        name=GROWN.name.format(calls=CALLS, tools=tools),
        against=GROWN.against.format(few=few),
        meaning=GROWN.meaning,
        goal=GROWN.goal,
    )
    return Comparison(row, times["many"], times["few"])


async def called(gateway: Gateway) -> None:
    assert await value_of(gateway, CODE) == str(CALLS)


def configured(small: Path, listings: Mapping[str, Listing]) -> str:
    """The small configuration and a server for each listing. None of them is ever started."""
    own = small.read_text(encoding="utf-8").replace("/state", "/grown")
    return own + "".join(f'[servers."{name}"]\ncommand = "sleep"\nargs = ["60"]\n' for name in listings)


def remember(config: Path, listings: Mapping[str, Listing]) -> None:
    """As if each of these servers had been asked before."""
    loaded = load(config)
    store = Store(loaded.state_dir / "catalogue")
    for spec in loaded.servers:
        if spec.name in listings:
            store.save(spec, listings[spec.name])


def invented() -> dict[str, Listing]:
    """Tools of ordinary size where no captured ones are at hand."""
    return {f"server{number}": Listing(tools=tuple(tools_of(f"server{number}"))) for number in range(SERVERS)}


def tools_of(server: str) -> list[Tool]:
    schema = {
        "type": "object",
        "properties": {"query": {"type": "string"}, "limit": {"type": "integer"}, "tags": {"type": "array"}},
        "required": ["query"],
    }
    said = "Find the records that match a query, newest first."
    return [Tool(server=server, name=f"find_{n}", description=said, input_schema=schema) for n in range(TOOLS_EACH)]


def wrappers(listings: Mapping[str, Listing]) -> Figure:
    started = time.perf_counter()
    servers = [
        ServerTools(name=name, title=listing.title, instructions=listing.instructions, tools=listing.tools)
        for name, listing in listings.items()
    ]
    files = render_tree(servers, "")
    seconds = time.perf_counter() - started
    tools = sum(len(listing.tools) for listing in listings.values())
    assert len(files) >= tools
    return Figure(
        name=f"wrappers for {tools:,} tools of {len(listings)} servers",
        value=f"{seconds:.1f} s, {1000 * seconds / tools:.2f} ms a tool",
        meaning="Typed Python written for every tool; done once, again only for servers whose tools have changed.",
    )


def listings_of(data: Path | None) -> dict[str, Listing]:
    return captured(data / "catalogue") if data else invented()
