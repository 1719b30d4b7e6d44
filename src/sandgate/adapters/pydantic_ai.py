"""Sandgate for Pydantic AI: one toolset, with its instructions."""

from __future__ import annotations

import base64
from typing import Any

from .frameworks import framework
from .toolbox import Reply, Toolbox, schema


def toolset(box: Toolbox, *, id: str = "sandgate") -> Any:
    """For `Agent(toolsets=[...])`. The agent is given our instructions with it.

    A tool that fails is a failed result which the model reads; it does not use up the agent's retries.
    """
    sets, defined = framework("pydantic_ai.toolsets", "pydantic-ai"), framework("pydantic_ai.tools", "pydantic-ai")
    core = framework("pydantic_core", "pydantic-ai")
    abstract: Any = sets.AbstractToolset
    any_arguments = core.SchemaValidator(schema=core.core_schema.any_schema())  # the toolbox checks them

    class Sandgate(abstract):
        """The tools of a toolbox."""

        @property
        def id(self) -> str:
            return id

        async def get_instructions(self, ctx: Any) -> str:
            del ctx
            return box.instructions

        async def get_tools(self, ctx: Any) -> dict[str, Any]:
            del ctx
            return {
                name: sets.ToolsetTool(
                    toolset=self,
                    tool_def=defined.ToolDefinition(
                        name=name, description=tool.description, parameters_json_schema=schema(tool)
                    ),
                    max_retries=1,
                    args_validator=any_arguments,
                )
                for name, tool in box.tools.items()
            }

        async def call_tool(self, name: str, tool_args: dict[str, Any], ctx: Any, tool: Any) -> Any:
            del ctx, tool
            return _returned(await box.call(name, tool_args))

    return Sandgate()


def _returned(reply: Reply) -> Any:
    if not reply.ok:
        raise framework("pydantic_ai", "pydantic-ai").ToolFailed(reply.text)
    if not reply.media:
        return reply.text
    binary = framework("pydantic_ai", "pydantic-ai").BinaryContent
    shown = [binary(data=base64.b64decode(media.data), media_type=media.mime_type) for media in reply.media]
    return [reply.text, *shown]
