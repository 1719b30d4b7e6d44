"""The `mcpCodeExecution` block: its limits are in effect, and what is not in effect is said."""

from __future__ import annotations

from typing import Any

import pytest

from sandgate.errors import ConfigError
from sandgate.model import Limits

from .world import World

SEED: dict[str, Any] = {
    "enabled": True,
    "sandboxMode": "docker",
    "securityLevel": "high",
    "maxExecutionTime": 45000,
    "piiTokenization": True,
    "auditLogging": True,
    "resourceLimits": {"memory": "256MB", "cpu": "1 core", "disk": "2GB"},
}


def test_the_limits_of_a_block_are_in_effect(world: World) -> None:
    file = world.write("sandgate.json", {"mcpCodeExecution": SEED})

    config = world.load(file)

    assert config.limits == Limits(time_seconds=45.0, memory_mb=256, disk_mb=2048)


def test_walls_and_tokens_of_a_block_are_in_effect_where_sandgate_toml_says_nothing(world: World) -> None:
    world.write(".mcp.json", {"mcpCodeExecution": SEED})

    alone = world.load()
    world.write("sandgate.toml", '[sandbox]\nbackend = "process"\nspares = 1\n[privacy]\nmode = "output"')
    below = world.load()

    assert (alone.sandbox.backend, alone.privacy.mode) == ("docker", "tokens")
    assert (below.sandbox.backend, below.sandbox.spares, below.privacy.mode) == ("process", 1, "output")


def test_what_a_block_asks_for_in_vain_is_said(world: World) -> None:
    file = world.write("sandgate.json", {"mcpCodeExecution": {**SEED, "enabled": False, "auditLogging": False}})

    notices = world.load(file).notices

    keys = ["enabled", "securityLevel", "auditLogging", "resourceLimits.cpu"]
    assert [notice.partition(" is not in effect: ")[0] for notice in notices] == [
        f"sandgate.json: mcpCodeExecution.{key}" for key in keys
    ]


def test_a_block_that_asks_for_nothing_in_vain_has_no_notices(world: World) -> None:
    block = {"enabled": True, "sandboxMode": "process", "piiTokenization": False, "auditLogging": True}
    file = world.write("sandgate.json", {"mcpCodeExecution": block})

    assert world.load(file).notices == ()


def test_a_block_in_a_clients_file_counts_below_sandgate_toml(world: World) -> None:
    world.write("~/.claude.json", {"mcpCodeExecution": {"maxExecutionTime": 1000, "resourceLimits": {"memory": "1g"}}})
    world.write("sandgate.toml", "[limits]\ntime_seconds = 7")

    assert world.load().limits == Limits(time_seconds=7.0, memory_mb=1024)


def test_of_two_blocks_the_projects_counts_and_the_other_is_said(world: World) -> None:
    world.write("~/.claude.json", {"mcpCodeExecution": {"maxExecutionTime": 1000}})
    world.write(".mcp.json", {"mcpCodeExecution": {"maxExecutionTime": 2000}})

    config = world.load()

    assert config.limits.time_seconds == 2.0
    assert config.notices == ("~/.claude.json: mcpCodeExecution is not in effect: the one in .mcp.json comes first",)


@pytest.mark.parametrize(
    ("block", "message"),
    [
        ({"maxExecutiontime": 1}, "mcpCodeExecution.maxExecutiontime is not an option; did you mean maxExecutionTime?"),
        (
            {"resourceLimits": {"mem": "1GB"}},
            "mcpCodeExecution.resourceLimits.mem is not an option; did you mean memory",
        ),
        ({"maxExecutionTime": "30s"}, 'mcpCodeExecution.maxExecutionTime must be a number, got "30s"'),
        ({"sandboxMode": "none"}, 'mcpCodeExecution.sandboxMode must be one of process, docker, vm, got "none"'),
        ({"resourceLimits": {"memory": "lots"}}, "mcpCodeExecution.resourceLimits.memory must be a size such as"),
        ({"resourceLimits": {"memory": 512}}, "mcpCodeExecution.resourceLimits.memory must be a size such as"),
        ({"resourceLimits": {"disk": "1KB"}}, "mcpCodeExecution.resourceLimits.disk must be a size such as"),
        ([], "mcpCodeExecution must be a table, got a list"),
    ],
)
def test_a_mistake_in_a_block_is_an_error_wherever_it_stands(world: World, block: Any, message: str) -> None:
    world.write(".mcp.json", {"mcpCodeExecution": block})

    with pytest.raises(ConfigError) as caught:
        world.load()

    assert str(caught.value).startswith(f".mcp.json: {message}")
