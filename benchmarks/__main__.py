"""`python -m benchmarks [--data DIR]`: every figure is asserted to be of work that was really done."""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import anyio
import mcp.types as wire
from mcp import Client, StdioServerParameters

import sandgate
from sandgate.catalog import captured
from sandgate.catalog.tree import ServerTools, render_tree
from sandgate.gateway import Gateway

from .timing import HEADER, Comparison, compare

TOML = """
state_dir = "{state}"
[import]
clients = []
[servers.bench]
command = "{python}"
args = ["-m", "benchmarks.downstream"]
concurrency = 64
"""
# Without compiled bytecode an import costs up to three times as much, which is not what users see.
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
DOWNSTREAM = StdioServerParameters(command=sys.executable, args=["-m", "benchmarks.downstream"], env=ENVIRONMENT)


def text(result: wire.CallToolResult) -> str:
    block = result.content[0]
    assert isinstance(block, wire.TextContent)
    assert not result.is_error, block.text
    return block.text


@asynccontextmanager
async def stage() -> AsyncGenerator[tuple[Gateway, Client, Client, Path], None]:
    """Our gateway as a library, our gateway as an MCP server, and the same server called directly."""
    with tempfile.TemporaryDirectory() as folder:
        config = Path(folder) / "sandgate.toml"
        config.write_text(TOML.format(state=f"{folder}/state", python=sys.executable), encoding="utf-8")
        serve = ["-m", "sandgate", "serve", "--config", str(config)]
        async with AsyncExitStack() as stack:
            gate = await stack.enter_async_context(sandgate.open(config))
            ours = StdioServerParameters(command=sys.executable, args=serve, env=ENVIRONMENT)
            through = await stack.enter_async_context(Client(ours))
            direct = await stack.enter_async_context(Client(DOWNSTREAM))
            yield gate, through, direct, config


async def measure(data: Path | None) -> list[Comparison]:
    async with stage() as (gate, through, direct, config):
        found = [
            await startup(config),
            await one_execution(gate),
            await one_execution_through_mcp(through, direct),
            await many_calls(gate, direct),
            await calls_side_by_side(gate, direct),
            await many_rows(gate, direct),
        ]
    if data:
        generation(data / "catalogue")
    else:
        print("(wrapper generation was not measured: name a folder of captured catalogues with DATA=DIR)")
    return found


async def startup(config: Path) -> Comparison:
    """From nothing to the answer of tools/list, with 20 servers configured."""
    crowded = config.with_name("crowded.toml")
    others = "".join(f'[servers.s{n}]\ncommand = "sleep"\nargs = ["60"]\n' for n in range(19))
    await anyio.Path(crowded).write_text(await anyio.Path(config).read_text("utf-8") + others, "utf-8")

    async def listed(*arguments: str) -> float:
        parameters = StdioServerParameters(command=sys.executable, args=list(arguments), env=ENVIRONMENT)
        started = time.perf_counter()
        async with Client(parameters, mode="legacy") as client:
            await client.list_tools()
            return time.perf_counter() - started

    return await compare(
        "start to tools/list, 20 servers configured",
        lambda: listed("-m", "sandgate", "serve", "--config", str(crowded)),
        lambda: listed("-m", "benchmarks.empty"),
        "an empty MCP server",
    )


async def one_execution(gate: Gateway) -> Comparison:
    async def ours() -> None:
        assert (await gate.run_code("1 + 1")).value == 2

    async def theirs() -> None:
        answer = await anyio.run_process([sys.executable, "-I", "-c", "print(1 + 1)"], env=ENVIRONMENT)
        assert answer.stdout == b"2\n"

    return await compare("1 + 1 from the library", ours, theirs, "python -I -c", rounds=15)


async def one_execution_through_mcp(through: Client, direct: Client) -> Comparison:
    async def ours() -> None:
        code = "from servers.bench import add\nawait add(a=1, b=2)"
        assert text(await through.call_tool("execute_code", {"code": code})) == "3"

    async def theirs() -> None:
        assert text(await direct.call_tool("add", {"a": 1, "b": 2})) == "3"

    return await compare("one execution with one call, through MCP", ours, theirs, "one direct call", rounds=15)


async def many_calls(gate: Gateway, direct: Client) -> Comparison:
    async def ours() -> None:
        code = "from servers.bench import add\nfor n in range(200):\n    last = await add(a=n, b=1)\nlast"
        assert (await gate.run_code(code)).value == "200"

    async def theirs() -> None:
        answers = [text(await direct.call_tool("add", {"a": n, "b": 1})) for n in range(200)]
        assert answers[-1] == "200"

    return await compare("200 calls one after another", ours, theirs, "200 direct calls", rounds=5)


async def calls_side_by_side(gate: Gateway, direct: Client) -> Comparison:
    async def ours() -> None:
        code = (
            "import asyncio\nfrom servers.bench import wait\n"
            "len(await asyncio.gather(*(wait(milliseconds=100) for _ in range(50))))"
        )
        assert (await gate.run_code(code)).value == 50

    async def theirs() -> None:
        answers: list[str] = []

        async def call() -> None:
            answers.append(text(await direct.call_tool("wait", {"milliseconds": 100})))

        async with anyio.create_task_group() as tasks:
            for _ in range(50):
                tasks.start_soon(call)
        assert len(answers) == 50

    return await compare("50 calls of 100 ms side by side", ours, theirs, "50 direct calls side by side")


async def many_rows(gate: Gateway, direct: Client) -> Comparison:
    async def ours() -> None:
        code = "from servers.bench import rows\nlen([r for r in await rows(count=10_000) if r['status'] == 'pending'])"
        assert (await gate.run_code(code)).value == 1250

    async def theirs() -> None:
        assert len(text(await direct.call_tool("rows", {"count": 10_000}))) > 1_000_000

    return await compare("10,000 rows fetched and filtered", ours, theirs, "one direct call for the rows")


def generation(folder: Path) -> None:
    listings = captured(folder)
    started = time.perf_counter()
    servers = [
        ServerTools(name=name, title=listing.title, instructions=listing.instructions, tools=listing.tools)
        for name, listing in listings.items()
    ]
    files = render_tree(servers, "")
    seconds = time.perf_counter() - started
    tools = sum(len(listing.tools) for listing in listings.values())
    assert len(files) >= tools
    each = 1000 * seconds / tools
    print(f"wrappers for {tools:,} tools of {len(listings)} servers: {seconds:.1f} s, {each:.2f} ms a tool")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, metavar="DIR", help="a folder with catalogue/*.json")
    arguments = parser.parse_args()
    found = anyio.run(measure, arguments.data)
    print(HEADER)
    for comparison in found:
        print(comparison)


if __name__ == "__main__":
    main()
