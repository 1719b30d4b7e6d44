"""Writes docs/reference/surface.md from the server itself: `python -m sandgate.server.reference > FILE`."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Literal

import anyio
import mcp.types as wire
from mcp import Client

from sandgate.errors import SandgateError
from sandgate.gateway import Gateway
from sandgate.output import count
from sandgate.output.tokens import NAME

from .endpoint import Endpoint
from .surface import TOOLS

_INTRODUCTION = f"""\
# The surface

Written by `python -m sandgate.server.reference > docs/reference/surface.md`; do not edit it by hand.

What a client is told before anything is called: the instructions, and the tools of `tools/list`. Tokens are counted
with `{NAME}` from the JSON that goes over the wire.

`surface = "minimal"` in `sandgate.toml` lists fewer tools; the others are still functions that a program can call.
`prefix = "sg_"` puts that text before every name, here and in the instructions.
"""


def reference() -> str:
    """The page, in Markdown."""
    instructions, full = anyio.run(_greeting, "full")
    _, minimal = anyio.run(_greeting, "minimal")
    told = f"## Instructions\n\n{count(instructions)} tokens.\n\n```text\n{instructions}\n```\n"
    heads = ["| tool | tokens | `full` | `minimal` |", "|---|---:|---|---|"]
    names = {tool.name for tool in minimal}
    rows = [
        f"| `{it.name}` | {count(_json(_sent(it)))} | listed | {'listed' if it.name in names else ''} |" for it in full
    ]
    _, every = anyio.run(_greeting, "full", [tool.name for tool in TOOLS])
    own = {tool.name: tool for tool in TOOLS if tool.setting}
    rows += [
        f"| `{it.name}` | {count(_json(_sent(it)))} | with `{own[it.name].setting}` "
        f"| {'the same' if own[it.name].minimal else ''} |"
        for it in every
        if it.name in own
    ]
    total = f"| the whole list | | {_cost(full)} tokens | {_cost(minimal)} tokens |"
    table = "\n".join(["## Tools\n", *heads, *rows, total, ""])
    return "\n".join([_INTRODUCTION, told, table, *map(_section, every)])


async def _greeting(surface: Literal["full", "minimal"], chosen: Sequence[str] = ()) -> tuple[str, list[wire.Tool]]:
    """What a client gets from us, asked over MCP."""
    async with Client(Endpoint(_closed, surface, chosen=chosen).server) as client:
        return client.instructions or "", (await client.list_tools()).tools


async def _closed() -> Gateway:
    raise SandgateError("nothing is called for a page")


def _cost(tools: list[wire.Tool]) -> int:
    return count(_json({"tools": list(map(_sent, tools))}))


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _sent(tool: wire.Tool) -> dict[str, object]:
    return tool.model_dump(mode="json", by_alias=True, exclude_none=True)


def _section(tool: wire.Tool) -> str:
    return f"### `{tool.name}`\n\n```json\n{json.dumps(_sent(tool), indent=2)}\n```\n"


if __name__ == "__main__":
    print(reference(), end="")
