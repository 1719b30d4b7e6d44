"""Which of several entries with one name is used, and what the others are told."""

from __future__ import annotations

import pytest

from sandgate.config.itself import is_itself
from sandgate.config.options import HttpOptions, ServerOptions

from .world import World


def states(world: World) -> list[tuple[str, str, str]]:
    return [(found.client, found.name, found.state) for found in world.load().found]


def test_ours_comes_before_named_files_the_project_and_the_user(world: World) -> None:
    world.write("sandgate.toml", '[import]\nfiles = ["more.json"]\n[servers.a]\ncommand = "ours"')
    world.write("more.json", {"mcpServers": {"a": {"command": "named"}, "b": {"command": "named"}}})
    world.write(".cursor/mcp.json", {"mcpServers": {"b": {"command": "project"}, "c": {"command": "project"}}})
    world.write("~/.claude.json", {"mcpServers": {"c": {"command": "user"}, "d": {"command": "user"}}})

    servers = {server.name: server.command for server in world.load().servers}

    assert servers == {"a": "ours", "b": "named", "c": "project", "d": "user"}


def test_of_two_clients_the_first_in_the_table_wins(world: World) -> None:
    world.write(".cursor/mcp.json", {"mcpServers": {"a": {"command": "cursor"}}})
    world.write(".mcp.json", {"mcpServers": {"a": {"command": "claude"}}})

    assert states(world) == [("claude-code", "a", "ready"), ("cursor", "a", "shadowed")]


def test_a_shadowed_entry_is_told_which_file_and_to_rename(world: World) -> None:
    world.write(".mcp.json", {"mcpServers": {"a": {"command": "one"}}})
    world.write("~/.cursor/mcp.json", {"mcpServers": {"a": {"command": "two"}}})

    shadowed = world.load().found[1]

    assert shadowed.reason == ".mcp.json has another server named a and comes first; rename one to use both"
    assert shadowed.source == str(world.home / ".cursor/mcp.json")


def test_the_same_server_elsewhere_is_a_duplicate_whatever_its_time_limit(world: World) -> None:
    world.write(".mcp.json", {"mcpServers": {"a": {"command": "npx", "args": ["x"], "timeout": 1000}}})
    world.write("~/.cursor/mcp.json", {"mcpServers": {"a": {"command": "npx", "args": ["x"]}}})

    duplicate = world.load().found[1]

    assert (duplicate.state, duplicate.reason) == ("duplicate", "the same server is in .mcp.json")
    assert len(world.load().servers) == 1


def test_an_entry_that_cannot_be_used_does_not_take_the_name(world: World) -> None:
    world.write(".mcp.json", {"mcpServers": {"a": {"command": "one", "env": {"K": "${GONE}"}}}})
    world.write(".cursor/mcp.json", {"mcpServers": {"a": {"command": "two", "disabled": True}}})
    world.write("~/.cursor/mcp.json", {"mcpServers": {"a": {"command": "three"}}})

    assert [found.state for found in world.load().found] == ["incomplete", "disabled", "ready"]


def test_disabling_a_name_in_sandgate_toml_switches_off_the_imported_server(world: World) -> None:
    world.write("sandgate.toml", "[servers.a]\ndisabled = true")
    world.write(".mcp.json", {"mcpServers": {"a": {"command": "npx"}}})

    imported = world.load().found[1]

    assert (imported.state, imported.reason) == ("disabled", "disabled in sandgate.toml")
    assert world.load().servers == ()


def test_an_incomplete_entry_of_sandgate_toml_is_not_replaced_by_another(world: World) -> None:
    world.write("sandgate.toml", '[servers.a]\ncommand = "${GONE}"')
    world.write(".mcp.json", {"mcpServers": {"a": {"command": "npx"}}})

    assert [found.state for found in world.load().found] == ["incomplete", "shadowed"]


def test_a_project_that_is_the_home_folder_is_read_once(world: World) -> None:
    world.project = world.home
    world.write("~/.cursor/mcp.json", {"mcpServers": {"a": {"command": "npx"}}})

    assert states(world) == [("cursor", "a", "ready")]


def test_a_file_that_is_named_and_found_is_read_once(world: World) -> None:
    world.write("sandgate.toml", '[import]\nfiles = [".mcp.json"]')
    world.write(".mcp.json", {"mcpServers": {"a": {"command": "npx"}}})

    assert states(world) == [("file", "a", "ready")]


@pytest.mark.parametrize(
    "line",
    [
        "sandgate serve",
        "/opt/venv/bin/sandgate serve",
        "C:\\tools\\sandgate.exe serve",
        "uvx sandgate serve",
        "uvx sandgate@latest serve",
        "uvx sandgate[all]==1.0 serve",
        "uvx --python 3.12 --from git+https://example.com/x sandgate serve",
        "uvx --with=extra sandgate",
        "uv run sandgate serve",
        "uv --directory /srv/sandgate run sandgate",
        "uv run --project /srv python -m sandgate serve",
        "uv tool run sandgate",
        "pipx run sandgate serve",
        "pipx run --spec sandgate==1 sandgate",
        "python3.12 -m sandgate serve",
        "python -X dev /opt/bin/sandgate",
        "env KEY=1 sandgate serve",
        "cmd /c uvx sandgate",
    ],
)
def test_sandgate_knows_itself_behind_runners(line: str) -> None:
    command, *args = line.split(" ")

    assert is_itself(ServerOptions(command=command, args=tuple(args)), HttpOptions())


def test_sandgate_knows_itself_in_the_line_of_a_shell() -> None:
    options = ServerOptions(command="bash", args=("-lc", "exec sandgate serve --config 'a b'"))

    assert is_itself(options, HttpOptions())


@pytest.mark.parametrize(
    "line",
    [
        "uvx mcp-server-git --repository sandgate",
        "uvx --from sandgate-friends other",
        "npx -y sandgate-viewer",
        "python -m other sandgate",
        "python server.py sandgate",
        "uv --directory /srv/sandgate run other",
        "cat sandgate",
        "sandgate demo --serve drive",
        "bash -c",
    ],
)
def test_a_server_that_only_mentions_sandgate_is_not_itself(line: str) -> None:
    command, *args = line.split(" ")

    assert not is_itself(ServerOptions(command=command, args=tuple(args)), HttpOptions())


@pytest.mark.parametrize(
    ("url", "host", "itself"),
    [
        ("http://localhost:8700/mcp", "127.0.0.1", True),
        ("http://127.0.0.1:8700/mcp", "0.0.0.0", True),
        ("http://[::1]:8700/mcp", "localhost", True),
        ("http://gate.example.com:8700/mcp", "gate.example.com", True),
        ("http://other.example.com:8700/mcp", "127.0.0.1", False),
        ("http://localhost:8701/mcp", "127.0.0.1", False),
        ("http://localhost:port/mcp", "127.0.0.1", False),
    ],
)
def test_sandgate_knows_its_own_address(url: str, host: str, itself: bool) -> None:
    assert is_itself(ServerOptions(url=url), HttpOptions(host=host)) is itself


def test_sandgate_in_a_clients_file_is_listed_but_never_a_server(world: World) -> None:
    world.write(".mcp.json", {"mcpServers": {"gate": {"command": "sandgate", "args": ["serve", "${GONE}"]}}})
    world.write(".cursor/mcp.json", {"mcpServers": {"here": {"url": "http://localhost:8700/mcp"}}})

    assert states(world) == [("claude-code", "gate", "self"), ("cursor", "here", "self")]
    assert world.load().servers == ()


def test_our_own_address_is_the_one_in_the_settings(world: World) -> None:
    world.write("sandgate.toml", "[http]\nport = 9999")
    world.write(".mcp.json", {"mcpServers": {"here": {"type": "http", "url": "http://localhost:9999/mcp"}}})

    assert world.found("here").state == "self"
