"""The level of the walls, as users meet it: in every result, and as a refusal where it is below what was asked for."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from mcp import Client

from .gate import Gate, unruly
from .test_bad_input import refused

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.skipif(sys.platform != "linux", reason="the process sandbox is made of Linux namespaces"),
]
WITHOUT_NAMESPACES = ("unshare", "-Ur", "sh", "-c", 'echo 0 > /proc/sys/user/max_user_namespaces && exec "$@"', "sh")
"""Starts a command in a place where no further user namespace can be made, as in many containers."""
REASON = "no sandbox of level bwrap or better stands here. Level full: no sandbox could be made"
CURE = 'set sandbox.minimum_level = "lite"'


class Cramped(Gate):
    def command(self, *arguments: str) -> list[str]:
        return [*WITHOUT_NAMESPACES, *super().command(*arguments)]


@pytest.fixture
def cramped(tmp_path: Path) -> Cramped:
    probe = subprocess.run([*WITHOUT_NAMESPACES, "true"], capture_output=True, text=True, check=False)
    if probe.returncode:
        pytest.skip(f"this machine cannot be made to refuse namespaces: {probe.stderr.strip()}")
    gate = Cramped(tmp_path, tmp_path / "state", cold=True)
    gate.configure({"unruly": unruly()})
    return gate


async def level_of(client: Client) -> str:
    result = await client.call_tool("execute_code", {"code": "1 + 1"})
    meta: dict[str, Any] = dict(result.meta or {})
    return meta["sandgate/execution"]["sandbox"]


@pytest.mark.promise("walls.level")
async def test_every_result_says_how_strong_its_walls_were(gate: Gate) -> None:
    gate.configure({"unruly": unruly()})

    async with gate.client() as client:
        level = await level_of(client)
        stats = await client.call_tool("get_execution_stats", {})

    assert level in ("process/full", "process/bwrap")
    assert f'"sandbox": "{level}"' in str(stats.content)


@pytest.mark.promise("walls.minimum")
async def test_below_the_minimum_every_request_is_answered_with_the_reason_and_the_cure(cramped: Cramped) -> None:
    async with cramped.client() as client:
        answer = await refused(client, "execute_code", code="1 + 1")

    assert REASON in answer
    assert CURE in answer


@pytest.mark.promise("walls.minimum")
@pytest.mark.parametrize("arguments", [("run", "-c", "1 + 1"), ("serve", "--http", "--port", "8799")])
def test_below_the_minimum_a_command_does_not_start(cramped: Cramped, arguments: tuple[str, ...]) -> None:
    ended = cramped.sandgate(*arguments)

    assert ended.returncode == 2
    assert ended.stdout == ""
    assert REASON in ended.stderr
    assert CURE in ended.stderr


@pytest.mark.promise("walls.minimum")
async def test_a_lower_level_that_was_accepted_is_used_and_said(cramped: Cramped) -> None:
    cramped.configure({"unruly": unruly()}, {"sandbox.minimum_level": "lite"})

    async with cramped.client() as client:
        level = await level_of(client)

    assert level == "process/lite"
    assert "programs run at level lite. Level full: no sandbox could be made" in cramped.log
