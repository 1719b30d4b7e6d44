"""Five programs, each in Python and in TypeScript, which give the same answers behind whatever walls.

Who tests a backend takes `Pairs` as one more class of tests, with a fixture `backend` over the wrappers of `written`.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import ClassVar

import anyio
import pytest
from mcp import Client
from mcp.server import MCPServer

from sandgate.app import client_source
from sandgate.catalog import unwrapped
from sandgate.catalog.wrappers.language import PYTHON
from sandgate.catalog.wrappers.tree import ServerTools, write_tree
from sandgate.catalog.wrappers.typescript import TYPESCRIPT
from sandgate.catalog.wrappers.typescript import client_source as typescript_client
from sandgate.demo.servers import crm, drive, tracker
from sandgate.errors import CallFailed
from sandgate.hub.results import blocks_of
from sandgate.model import Call, Language, Limits, Outcome, Program, Tool
from sandgate.sandbox import bridge
from sandgate.sandbox.clock import Clock
from sandgate.sandbox.protocol import Answer, Backend, Listeners, Request

PROGRAMS = Path(__file__).parents[1] / "data" / "pairs"
SERVERS: dict[str, Callable[[], MCPServer]] = {"crm": crm.build, "drive": drive.build, "tracker": tracker.build}
LIMITS = Limits(time_seconds=30)
ENDINGS: dict[Language, str] = {"python": "py", "typescript": "ts"}
ANSWERS: dict[str, tuple[object, str]] = {
    "a_file_between": ({"first": "ORD-00001", "items": 614}, "130 orders kept\n"),
    "known_bugs": (
        [
            ["high", "BUG-01: Total not updated after the delivery country changes"],
            ["medium", 'BUG-12: Tax line for the United States says "VAT"'],
        ],
        "12 issues opened\n",
    ),
    "late_orders": (
        {
            "worth": {"USD": 28347917, "SGD": 31736143, "BRL": 28630440, "EUR": 24148465},
            "oldest": [["ORD-00320", "2026-01-01"], ["ORD-05996", "2026-01-01"], ["ORD-06188", "2026-01-01"]],
        },
        "935 of 10000 orders are late\n",
    ),
    "side_by_side": ({"saved": 150, "fewer": 150}, ""),
    "what_fails": ([True, "tracker.get_issue", "ToolError"], "there is no such issue\n"),
}
"""The value and what is printed."""


class Demo:
    """The demo servers, in this process."""

    def __init__(self, clients: dict[str, Client], tools: dict[str, Tool]) -> None:
        self._clients, self._tools = clients, tools

    async def answer(self, request: Request, _clock: Clock) -> Answer:
        assert isinstance(request, Call)
        server, _, name = request.tool.partition(".")
        tool = self._tools.get(request.tool)
        if tool is None:
            raise CallFailed(f"there is no tool {request.tool!r}")
        result = await self._clients[server].call_tool(name, request.arguments)
        wrapped = tool.output_schema is None or unwrapped(tool.output_schema) is not None
        return Answer(blocks_of(result, server, wrapped=wrapped))


async def tools_of(name: str, client: Client) -> list[Tool]:
    return [
        Tool(server=name, name=one.name, input_schema=one.input_schema, output_schema=one.output_schema)
        for one in (await client.list_tools()).tools
    ]


@asynccontextmanager
async def demo() -> AsyncGenerator[Demo]:
    """Fresh ones: some programs change what is in them."""
    async with AsyncExitStack() as stack:
        clients = {name: await stack.enter_async_context(Client(build())) for name, build in SERVERS.items()}
        tools = [tool for name, client in clients.items() for tool in await tools_of(name, client)]
        yield Demo(clients, {f"{tool.server}.{tool.name}": tool for tool in tools})


async def written(folder: Path) -> dict[Language, Path]:
    """The wrappers of the demo servers. Every user must be able to read the folder."""
    servers: list[ServerTools] = []
    for name, build in SERVERS.items():
        async with Client(build()) as client:
            servers.append(ServerTools(name=name, tools=tuple(await tools_of(name, client))))
    write_tree(folder / "python", servers, client_source(), language=PYTHON)
    write_tree(folder / "typescript", servers, typescript_client(), language=TYPESCRIPT)
    return {"python": folder / "python" / "servers", "typescript": folder / "typescript" / "servers"}


async def answered(backend: Backend, name: str, language: Language = "python", limits: Limits = LIMITS) -> Outcome:
    code = (PROGRAMS / f"{name}.{ENDINGS[language]}").read_text(encoding="utf-8")
    program = Program(code=code, language=language, limits=limits)
    async with demo() as servers:
        with anyio.fail_after(60):
            worker = await backend.spawn(program.limits)
            return await bridge.run(worker, program, Listeners(servers.answer))


@pytest.mark.anyio
class Pairs:
    """In one language, behind the walls of the fixture `backend`."""

    language: ClassVar[Language] = "python"
    limits: ClassVar[Limits] = LIMITS

    @pytest.mark.parametrize("name", sorted(ANSWERS))
    async def test_an_example_gives_the_answer_that_it_gives_everywhere(self, backend: Backend, name: str) -> None:
        outcome = await answered(backend, name, self.language, self.limits)

        assert outcome.status == "ok", outcome.fault
        assert (outcome.value, outcome.output) == ANSWERS[name]
