"""The servers as clients start them: a process of their own, in both eras of the protocol."""

from __future__ import annotations

import sys

import anyio
import pytest
from mcp import Client, StdioServerParameters

from .asking import words

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize(("mode", "version"), [("auto", "2026-07-28"), ("legacy", "2025-11-25")])
async def test_a_server_process_speaks_both_eras(mode: str, version: str) -> None:
    command = StdioServerParameters(command=sys.executable, args=["-m", "sandgate.demo.servers.tracker"])

    with anyio.fail_after(30):
        async with Client(command, mode=mode) as client:
            spoken = client.protocol_version
            offered = await client.list_tools()
            made = await client.call_tool("create_issue", {"project": "SHOP", "title": "Zebra"})
            unknown = await client.call_tool("get_issue", {"issue_id": "SHOP-999"})

    assert spoken == version
    assert len(offered.tools) == 19
    assert made.structured_content is not None
    assert made.structured_content["id"] == "SHOP-61"
    assert unknown.is_error
    assert "Issue 'SHOP-999' not found" in words(unknown)
