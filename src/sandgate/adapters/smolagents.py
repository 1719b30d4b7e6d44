"""Sandgate for smolagents: a `Tool` for each of our tools. Its agents are not async: run them in a thread."""

from __future__ import annotations

from typing import Any

from sandgate.errors import SandgateError
from sandgate.server.surface import OwnTool

from .frameworks import framework
from .toolbox import Toolbox


def tools(box: Toolbox) -> list[Any]:
    """For `ToolCallingAgent(tools=...)` or `CodeAgent(tools=...)`; `box.instructions` belongs into `instructions=`.

    Run the agent with `await anyio.to_thread.run_sync(agent.run, task)`. A tool that fails raises, which the agent
    tells its model. Pictures that a program shows are left out: these tools return text.
    """
    base: Any = framework("smolagents", "smolagents").Tool

    class Sandgate(base):
        """One of our tools."""

        skip_forward_signature_validation = True  # its parameters are in `inputs`
        output_type = "string"

        def __init__(self, name: str, tool: OwnTool) -> None:
            self.name, self.description, self.inputs = name, tool.description, _inputs(tool)
            base.__init__(self)

        def forward(self, **arguments: Any) -> str:
            reply = box.call_from_thread(self.name, arguments)
            if not reply.ok:
                raise SandgateError(reply.text)
            return reply.text

    return [Sandgate(name, tool) for name, tool in box.tools.items()]


def _inputs(tool: OwnTool) -> dict[str, dict[str, Any]]:
    """Each parameter with a type and a description, which smolagents insists on."""
    return {
        name: {
            **schema,
            "type": schema.get("type", "string"),
            "description": schema.get("description", name),
            **({} if name in tool.required else {"nullable": True}),
        }
        for name, schema in tool.properties.items()
    }
