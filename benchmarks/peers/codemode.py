"""Programs through MCP: ours and FastMCP's CodeMode, called by the same client, beside direct calls of a tool."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path

import anyio
from mcp import Client, StdioServerParameters

from ..boxes import ENVIRONMENT
from ..calls import PAUSE_SECONDS
from ..report import Contest, Peer
from ..stage import DOWNSTREAM, Stage, text
from ..timing import Act, Work, in_turn

SCRIPT = Path(__file__).with_name("serve_codemode.py")
ASK = """
from importlib.metadata import version
import pydantic_monty, fastmcp.experimental.transforms.code_mode
print(version("fastmcp"))
"""
CALLS = 200
TITLE = "A program through MCP over stdio, asked by the same client; divided by the same calls made directly."
OURS, THEIRS, DIRECT = "sandgate", "fastmcp", "direct"
KINDS = {
    OURS: "`execute_code`, in front of the server that has the tool",
    THEIRS: "CodeMode's `execute`, in front of the same server with one connection held open",
    DIRECT: "the yardstick: the client calls the server's tool itself",
}
PROGRAMS = ("`1 + 1`", f"{CALLS} calls")


async def through_mcp(stage: Stage, environment: Path) -> Contest:
    clients: dict[str, Client] = {OURS: stage.through}
    version = await installed(environment)
    if version is None:
        return await contest(stage, clients, "")
    quiet = {**ENVIRONMENT, "FASTMCP_LOG_ENABLED": "false"}
    arguments = [str(SCRIPT), DOWNSTREAM.command, *DOWNSTREAM.args]
    server = StdioServerParameters(command=str(environment / "bin" / "python"), args=arguments, env=quiet)
    async with Client(server) as client:
        return await contest(stage, clients | {THEIRS: client}, version)


async def installed(environment: Path) -> str | None:
    python = environment / "bin" / "python"
    if not await anyio.Path(python).exists():
        return None
    answer = await anyio.run_process([str(python), "-c", ASK], check=False)
    return answer.stdout.decode().strip() if answer.returncode == 0 else None


async def contest(stage: Stage, clients: Mapping[str, Client], version: str) -> Contest:
    times = [
        await in_turn(paused(summing(stage, clients)), rounds=30),
        await in_turn(paused(calling(stage, clients)), rounds=5),
    ]
    versions = {THEIRS: version}
    peers = [Peer(name, versions.get(name, ""), KINDS[name], tuple(each[name] for each in times)) for name in times[0]]
    if THEIRS not in clients:
        peers.append(Peer(THEIRS, "", "not measured: it is not installed", ()))
    return Contest(TITLE, PROGRAMS, DIRECT, tuple(peers))


def summing(stage: Stage, clients: Mapping[str, Client]) -> dict[str, Act]:
    async def direct() -> None:
        assert text(await stage.direct.call_tool("add", {"a": 1, "b": 1})) == "2"

    codes = {OURS: "1 + 1", THEIRS: "return 1 + 1"}
    acts: dict[str, Act] = {DIRECT: direct}
    return acts | {name: partial(asked, name, client, codes[name], "2") for name, client in clients.items()}


def calling(stage: Stage, clients: Mapping[str, Client]) -> dict[str, Act]:
    async def direct() -> None:
        for n in range(CALLS):
            assert text(await stage.direct.call_tool("add", {"a": n, "b": 1})) == str(n + 1)

    loop = f"for n in range({CALLS}):\n    last = await "
    codes = {
        OURS: f"from servers.bench import add\n{loop}add(a=n, b=1)\nlast",
        THEIRS: f"{loop}call_tool('add', {{'a': n, 'b': 1}})\nreturn last",
    }
    acts: dict[str, Act] = {DIRECT: direct}
    return acts | {name: partial(asked, name, client, codes[name], str(CALLS)) for name, client in clients.items()}


async def asked(name: str, client: Client, code: str, answer: str) -> None:
    tool = "execute_code" if name == OURS else "execute"
    said = text(await client.call_tool(tool, {"code": code}))
    assert said.strip('"') == answer, said


def paused(acts: Mapping[str, Act]) -> dict[str, Work]:
    async def pause() -> None:
        await anyio.sleep(PAUSE_SECONDS)

    return {name: Work(act, settle=pause) for name, act in acts.items()}
