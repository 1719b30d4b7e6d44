"""Sandgate's tools for agent loops that are not MCP clients.

    async with sandgate.open() as gate, Toolbox(gate) as box:
        tools = anthropic.tools(box)                       # or openai, langchain, pydantic_ai, smolagents
        results = await anthropic.results(box, reply.content)

`anthropic` and `openai` are plain dictionaries and need nothing; the others need their framework when they are used.
"""

from __future__ import annotations

from .toolbox import Reply, Toolbox

__all__ = ["Reply", "Toolbox"]
