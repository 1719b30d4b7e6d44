"""What tests of programs in Monty share: whether they can run here, wrappers, one process for many programs."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import anyio
import pytest

from sandgate.catalog.wrappers.tree import ServerTools, write_tree
from sandgate.model import JsonObject, Limits, Outcome, Program, Tool
from sandgate.sandbox import bridge
from sandgate.sandbox.bridge import Line
from sandgate.sandbox.clock import Clock
from sandgate.sandbox.guest import client
from sandgate.sandbox.monty.availability import availability
from sandgate.sandbox.protocol import Answer, Backend, Listeners, Request

from .. import conformance

found = availability()
needs_monty = pytest.mark.skipif(not found.usable, reason=f"nothing about Monty was tested: {found.message}")
ISSUE: JsonObject = {
    "type": "object",
    "properties": {"title": {"type": "string"}, "body": {"type": "string"}, "class": {"type": "string"}},
    "required": ["title"],
}
LIMITS = Limits(time_seconds=20, cpu_seconds=30, memory_mb=128)


def wrappers(folder: Path) -> Path:
    """Wrappers of a server `bug-tracker` with two tools, and of another that is never spoken of."""
    tools = (
        Tool(server="bug-tracker", name="create-issue", input_schema=ISSUE),
        Tool(server="bug-tracker", name="list_issues", input_schema={"type": "object", "properties": {}}),
    )
    other = Tool(server="weather", name="forecast", input_schema={"type": "object", "properties": {}})
    servers = [ServerTools(name="bug-tracker", tools=tools), ServerTools(name="weather", tools=(other,))]
    write_tree(folder, servers, Path(client.__file__).read_text(encoding="utf-8"))
    return folder / "servers"


async def in_one_session(
    backend: Backend,
    programs: Iterable[str],
    tool: conformance.Tool = conformance.echo,
    limits: Limits = LIMITS,
    inputs: JsonObject | None = None,
) -> list[Outcome]:
    """One process for all of them: starting one takes longer than they do."""

    async def on_request(request: Request, _: Clock) -> Answer:
        return await tool(request)

    worker = await backend.spawn(limits)
    line = Line(worker, limits)
    outcomes: list[Outcome] = []
    with anyio.fail_after(60):
        for code in programs:
            program = Program(code=code, limits=limits, inputs=inputs)
            outcomes.append(await bridge.run_on(line, program, Listeners(on_request), None, stays=True))
    await worker.end()
    await worker.forget()
    return outcomes
