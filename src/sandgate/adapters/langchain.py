"""Sandgate for LangChain and LangGraph: a `StructuredTool` for each of our tools."""

from __future__ import annotations

from typing import Any

from sandgate.server.surface import OwnTool

from .frameworks import framework
from .toolbox import Reply, Toolbox, schema

KINDS = {"image": "image", "audio": "audio"}


def tools(box: Toolbox) -> list[Any]:
    """For `model.bind_tools`, `ToolNode` or an agent; `box.instructions` belongs into the system message.

    A tool that fails is a ToolMessage with `status="error"`. They work with `ainvoke`, and with `invoke` from a thread.
    """
    core = framework("langchain_core.tools", "langchain")
    return [_tool(core, box, name, tool) for name, tool in box.tools.items()]


def _tool(core: Any, box: Toolbox, name: str, tool: OwnTool) -> Any:
    async def call(**arguments: Any) -> Any:
        return _content(await box.call(name, arguments), core.ToolException)

    def call_from_thread(**arguments: Any) -> Any:
        return _content(box.call_from_thread(name, arguments), core.ToolException)

    return core.StructuredTool(
        name=name,
        description=tool.description,
        args_schema=schema(tool),
        coroutine=call,
        func=call_from_thread,
        handle_tool_error=True,
    )


def _content(reply: Reply, failed: type[Exception]) -> str | list[dict[str, str]]:
    if not reply.ok:
        raise failed(reply.text)
    if not reply.media:
        return reply.text
    shown: list[dict[str, str]] = []
    for media in reply.media:
        kind = KINDS.get(media.mime_type.partition("/")[0], "file")
        shown.append({"type": kind, "base64": media.data, "mime_type": media.mime_type})
    return [{"type": "text", "text": reply.text}, *shown]
