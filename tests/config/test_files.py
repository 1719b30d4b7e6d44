"""Files that are named, files that are broken, and what each gets."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest

from sandgate.errors import ConfigError

from .world import World


def test_a_json_file_can_be_the_settings_file(world: World) -> None:
    world.environ |= {"A": "1", "B": "2"}
    entry = {"command": "npx", "args": ["${A}", "${env:B}", "${C:-3}"]}
    file = world.write("servers.json", {"mcpServers": {"a": entry}})

    (server,) = world.load(file).servers

    assert (server.args, server.client) == (("1", "2", "3"), "sandgate")


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.json", {"mcpServers": {"a": {"command": "npx"}}}),
        ("a.json", {"servers": {"a": {"command": "npx"}}}),
        ("a.json", {"context_servers": {"a": {"command": {"path": "npx"}}}}),
        ("a.toml", '[mcp_servers.a]\ncommand = "npx"'),
        ("a.yaml", "extensions: {a: {type: stdio, cmd: npx}}"),
    ],
)
def test_a_named_file_may_have_the_form_of_any_client(world: World, name: str, content: Any) -> None:
    world.write(name, content)
    world.write("sandgate.toml", f'[import]\nfiles = ["{name}"]')

    assert (world.server("a").command, world.server("a").client) == ("npx", "file")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ('{"mcpServers": {\n  "a": {"command" "npx"}\n}}', "^bad.json: line 2 near `\"a\"`: expecting ':' delimiter$"),
        ('{"mcpServers": {"a": {}, "a": {}}}', r"^bad\.json: mcpServers\.a is there twice; remove or rename one$"),
        ('{"mcpServers": {"a": {"env": {"K": "1", "K": "2"}}}}', r"^bad\.json: mcpServers\.a\.env\.K is there twice"),
        ('{"mcpServers": {}, "mcpServers": {}}', r"^bad\.json: mcpServers is there twice; remove one$"),
        ('{"mcpServers": {"a": {"command": 5}}}', r"^bad\.json: mcpServers\.a\.command must be text, got 5$"),
        ('{"mcpServers": ["a"]}', r"^bad\.json: mcpServers must be a table, got a list$"),
        ("[]", r"^bad\.json: must hold an object with named parts, got a list$"),
        ('{"mcpServer": {}}', r"^bad\.json: holds no servers; they are looked for under mcpServers, "),
        (f'{{"mcpServers": {"1" * 5000}}}', r"^bad\.json: holds a value that cannot be read$"),
        ("[" * 100_000, r"^bad\.json: is nested too deeply to be read$"),
    ],
)
def test_a_mistake_in_a_named_file_is_an_error(world: World, content: str, message: str) -> None:
    world.write("bad.json", content)
    world.write("sandgate.toml", '[import]\nfiles = ["bad.json"]')

    with pytest.raises(ConfigError, match=message):
        world.load()


def test_a_named_file_that_is_not_there_is_an_error(world: World) -> None:
    world.write("sandgate.toml", '[import]\nfiles = ["~/gone.json"]')

    with pytest.raises(ConfigError, match=r"^~/gone\.json: there is no such file$"):
        world.load()


def test_a_broken_client_file_is_listed_and_the_others_are_used(world: World) -> None:
    world.write(".mcp.json", '{"mcpServers": {\n\n"a": "s3cret" "b"}}')
    world.write(".cursor/mcp.json", '{"mcpServers": {"a": {}, "a": {}}}')
    world.write("~/.codex/config.toml", 'token = "s3cret\n')
    world.write("~/.config/goose/config.yaml", "extensions:\n  a: [\n")
    world.write("~/.config/zed/settings.json", {"context_servers": {"fine": {"command": "npx"}}})

    config = world.load()

    broken = [(found.client, found.state) for found in config.found if found.name == "(file)"]
    assert broken == [
        ("claude-code", "incomplete"),
        ("cursor", "incomplete"),
        ("codex", "incomplete"),
        ("goose", "incomplete"),
    ]
    assert config.found[0].reason == ".mcp.json: line 3 near `\"a\"`: expecting ',' delimiter"
    assert config.found[2].reason.startswith("~/.codex/config.toml: line 1 near `token`: ")
    assert not any("s3cret" in found.reason for found in config.found)
    assert [server.name for server in config.servers] == ["fine"]


def test_a_broken_file_that_is_looked_at_twice_is_listed_once(world: World) -> None:
    world.write("~/.claude.json", "{")

    assert [found.name for found in world.load().found] == ["(file)"]


def test_when_the_list_of_disabled_servers_cannot_be_read_none_of_them_is_used(world: World) -> None:
    world.write(".mcp.json", {"mcpServers": {"a": {"command": "npx"}}})
    world.write(".claude/settings.json", "{")

    (found,) = world.load().found

    assert (found.name, found.state) == ("(file)", "incomplete")
    assert found.reason.startswith(".claude/settings.json: line 1")


def test_keys_written_twice_where_we_do_not_look_are_no_concern_of_ours(world: World) -> None:
    world.write("~/.config/zed/settings.json", '{"x": 1, "x": 2, "context_servers": {"a": {"command": "npx"}}}')

    assert world.server("a").command == "npx"


def test_a_byte_order_mark_and_an_empty_file_are_tolerated(world: World) -> None:
    world.write(".mcp.json", '\ufeff{"mcpServers": {"a": {"command": "npx"}}}')
    world.write(".cursor/mcp.json", "\n")

    assert [found.name for found in world.load().found] == ["a"]


def test_a_folder_in_the_place_of_a_file_is_listed(world: World) -> None:
    (world.project / ".mcp.json").mkdir()

    found = world.found("(file)")

    assert found.reason.startswith(".mcp.json: cannot be read: ")


def test_a_link_that_leads_to_itself_is_listed(world: World) -> None:
    (world.project / ".mcp.json").symlink_to(".mcp.json")

    assert world.found("(file)").reason.startswith(".mcp.json: cannot be read: ")


def test_a_secret_beside_a_syntax_error_is_not_shown(world: World) -> None:
    world.write(".mcp.json", '{"mcpServers": {"a": {"args": [\n"sk-s3cret:1" "x"]}}}')

    assert world.found("(file)").reason == ".mcp.json: line 2: expecting ',' delimiter"


def test_reading_settings_imports_neither_yaml_nor_the_protocol() -> None:
    code = (
        "import sys, tempfile, pathlib, sandgate.config\n"
        "with tempfile.TemporaryDirectory() as name:\n"
        "    sandgate.config.load(cwd=pathlib.Path(name), home=pathlib.Path(name), environ={})\n"
        "print(sorted({'yaml', 'mcp', 'anyio', 'pydantic'} & set(sys.modules)))"
    )

    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert result.stdout.strip() == "[]"
