"""The tasks of `sandgate demo` as they were really done on its servers, with direct calls and with programs."""

from __future__ import annotations

from dataclasses import dataclass, field

import mcp.types as wire
from mcp import Client

from sandgate.demo.agents import Coder, Direct
from sandgate.demo.compare import Side, differences
from sandgate.demo.counting import Transcript
from sandgate.demo.scenarios import SCENARIOS, Scenario
from sandgate.demo.stage import Stage, set_stage
from sandgate.model import JsonObject, Listing, Tool

from .counting import Message
from .tasks import Step, Task, ToolId, each_once


@dataclass
class Remembering(Transcript):
    """A transcript that keeps the messages."""

    kept: list[Message] = field(default_factory=list[Message])
    tools: list[ToolId] = field(default_factory=list[ToolId])

    def call(self, name: str, arguments: JsonObject, result: wire.CallToolResult) -> str:
        text = Transcript.call(self, name, arguments, result)
        server, _, tool = name.rpartition(".")
        self.kept.append(Message("call" if server else "program", tool, arguments, text))
        self.tools.append((server, tool))
        return text


async def scenarios() -> tuple[list[Task], dict[str, Listing]]:
    """Raises AssertionError where the two ways did not do the same."""
    async with set_stage() as stage:
        tasks = [await _done(scenario, stage) for scenario in SCENARIOS]
        return tasks, {server: await _listing(server, client) for server, client in stage.direct.items()}


async def _listing(server: str, client: Client) -> Listing:
    """As the server says it: what a client without Sandgate is sent."""
    tools = tuple(
        Tool(
            server=server,
            name=tool.name,
            description=tool.description or "",
            input_schema=tool.input_schema,
            output_schema=tool.output_schema,
        )
        for tool in (await client.list_tools()).tools
    )
    return Listing(tools=tools, instructions=client.instructions or "")


async def _done(scenario: Scenario, stage: Stage) -> Task:
    agent, coder = Direct(stage.direct), Coder(stage.coder)
    agent.transcript, coder.transcript = by_hand, by_program = Remembering(), Remembering()
    direct, coded = Side(by_hand), Side(by_program)
    direct.answers.append(await scenario.by_hand(agent))
    direct.facts = await scenario.proof(stage.ask_direct)
    coded.answers += [await coder.run(program) for program in scenario.programs]
    coded.facts = await scenario.proof(stage.ask_behind)
    problems = differences(scenario, direct, coded)
    assert not problems, problems
    imported: list[ToolId] = [_tool(path) for path in scenario.tools]
    step = Step(
        scenario.task,
        tuple(by_hand.kept),
        each_once(by_hand.tools),
        each_once(imported),
        {"as shipped": tuple(by_program.kept)},
    )
    return Task(scenario.title, tuple(stage.direct), (step,))


def _tool(path: str) -> ToolId:
    server, _, name = path.partition(".")
    return server, name
