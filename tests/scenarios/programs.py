"""Requests of a client about programs and files, and the few words of their answers that tests look for."""

from __future__ import annotations

import re
from typing import Any

import anyio
import mcp.types as wire
from mcp import Client

from .gate import Gate, said


async def call(client: Client, tool: str, /, **arguments: Any) -> wire.CallToolResult:
    result = await client.call_tool(tool, arguments)
    assert isinstance(result, wire.CallToolResult)
    return result


async def done(client: Client, tool: str, /, **arguments: Any) -> str:
    """What a call that must end well answers."""
    result = await call(client, tool, **arguments)
    assert not result.is_error, said(result)
    return said(result)


async def run(client: Client, code: str, /, **more: Any) -> str:
    """What a program that must end well answers."""
    return await done(client, "execute_code", code=code, **more)


async def failing(client: Client, code: str, /, **more: Any) -> str:
    """What a program that must not end well answers."""
    result = await call(client, "execute_code", code=code, **more)
    assert result.is_error, said(result)
    return said(result)


def valued(answer: str) -> str:
    """The value in an answer that also has notes."""
    return next(line.removeprefix("result: ") for line in answer.splitlines() if line.startswith("result: "))


def id_of(answer: str) -> str:
    found = re.search(r'get_execution\(id="([^"]+)"\)', answer)
    assert found, answer
    return found[1]


async def until_marked(gate: Gate) -> list[int]:
    """The processes of a program that has marked itself. It does so without telling us."""
    with anyio.fail_after(20):
        while not (found := gate.runs()):  # noqa: ASYNC110 - another process's work
            await anyio.sleep(0.01)
    return found
