"""One literal file per client: what is taken from it, and how."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import pytest

from sandgate.config.clients import CLIENTS
from sandgate.config.options import ClientName

from .world import World


def test_the_table_has_every_client_that_can_be_chosen() -> None:
    assert [client.name for client in CLIENTS] == list(get_args(ClientName))


def test_claude_code_keeps_servers_for_the_project_the_user_and_the_user_in_a_project(world: World) -> None:
    world.environ["KEY"] = "k1"
    world.write(".mcp.json", {"mcpServers": {"one": {"command": "npx", "args": ["${KEY}"], "env": {"K": "${NO:-d}"}}}})
    world.write(
        "~/.claude.json",
        {
            "mcpServers": {"two": {"type": "http", "url": "https://a.example", "headers": {"X": "${KEY}"}}},
            "projects": {
                str(world.project): {"mcpServers": {"three": {"type": "sse", "url": "https://b.example"}}},
                "/elsewhere": {"mcpServers": {"four": {"command": "no"}}},
            },
        },
    )

    one, two, three = world.server("one"), world.server("two"), world.server("three")

    assert (one.transport, one.args, one.env) == ("stdio", ("k1",), {"K": "d"})
    assert (two.transport, two.url, two.headers) == ("http", "https://a.example", {"X": "k1"})
    assert three.transport == "sse"
    assert [found.name for found in world.load().found] == ["three", "one", "two"]
    assert {found.client for found in world.load().found} == {"claude-code"}


def test_claude_code_reads_its_user_file_where_its_variable_says(world: World) -> None:
    world.environ["CLAUDE_CONFIG_DIR"] = str(world.home / "elsewhere")
    world.write("~/elsewhere/.claude.json", {"mcpServers": {"a": {"command": "npx"}}})

    assert world.server("a").command == "npx"


def test_claude_code_gives_a_time_in_milliseconds_and_a_login(world: World) -> None:
    entry = {"type": "http", "url": "https://a.example", "timeout": 1500, "oauth": {"clientId": "me"}}
    world.write(".mcp.json", {"mcpServers": {"a": entry}})

    server = world.server("a")

    assert (server.timeout_seconds, server.oauth_client_id) == (1.5, "me")


@pytest.mark.parametrize(
    ("file", "content"),
    [
        (".claude/settings.json", {"disabledMcpjsonServers": ["a"]}),
        (".claude/settings.local.json", {"disabledMcpjsonServers": ["a"]}),
        ("~/.claude/settings.json", {"disabledMcpjsonServers": ["a"]}),
        ("~/.claude.json", {"projects": {"PROJECT": {"disabledMcpServers": ["a"]}}}),
        ("~/.claude.json", {"projects": {"PROJECT": {"disabledMcpjsonServers": ["a"]}}}),
    ],
)
def test_a_server_switched_off_in_the_settings_of_claude_code_is_disabled(
    world: World, file: str, content: dict[str, dict[str, object]]
) -> None:
    if "projects" in content:
        content = {"projects": {str(world.project): content["projects"]["PROJECT"]}}
    world.write(".mcp.json", {"mcpServers": {"a": {"command": "npx"}, "b": {"command": "npx"}}})
    world.write(file, content)

    assert world.found("a").state == "disabled"
    assert world.found("b").state == "ready"


def test_headers_that_a_command_would_make_are_not_silently_missing(world: World) -> None:
    entry = {"type": "http", "url": "https://a.example", "headersHelper": "get-token.sh"}
    world.write(".mcp.json", {"mcpServers": {"a": entry}})

    found = world.found("a")

    assert found.state == "incomplete"
    assert "headersHelper" in found.reason


def test_a_placeholder_for_the_servers_own_variable_is_left_to_the_server(world: World) -> None:
    args = ["mcp-remote", "https://a.example", "--header", "Authorization: ${AUTH}"]
    world.write(".mcp.json", {"mcpServers": {"a": {"command": "npx", "args": args, "env": {"AUTH": "Bearer x"}}}})

    assert world.server("a").args == tuple(args)


def test_a_variable_that_is_not_set_is_not_taken_for_the_servers_own_in_its_env(world: World) -> None:
    world.write(".mcp.json", {"mcpServers": {"a": {"command": "npx", "env": {"AUTH": "${AUTH}"}}}})

    assert world.found("a").state == "incomplete"


@pytest.mark.parametrize(
    ("platform", "file"),
    [
        ("linux", "~/.config/Claude/claude_desktop_config.json"),
        ("darwin", "~/Library/Application Support/Claude/claude_desktop_config.json"),
        ("win32", "~/AppData/Roaming/Claude/claude_desktop_config.json"),
    ],
)
def test_claude_desktop_is_found_on_every_system_and_has_no_variables(world: World, platform: str, file: str) -> None:
    world.platform = platform
    world.write(file, {"mcpServers": {"a": {"command": "npx", "args": ["${X}"]}}})

    server = world.server("a")

    assert (server.client, server.args) == ("claude-desktop", ("${X}",))


def test_windows_programs_are_looked_for_where_appdata_says(world: World, tmp_path: Path) -> None:
    world.platform = "win32"
    world.environ["APPDATA"] = str(world.home / "roaming")
    world.write("~/roaming/Code/User/mcp.json", {"servers": {"a": {"command": "npx"}}})
    world.write("~/roaming/Zed/settings.json", {"context_servers": {"b": {"command": "npx"}}})
    world.write("~/roaming/Block/goose/config/config.yaml", "extensions: {c: {type: stdio, cmd: npx}}")

    assert [found.name for found in world.load().found] == ["a", "b", "c"]


def test_cursor_fills_in_its_variables_and_reads_an_env_file(world: World) -> None:
    world.environ["KEY"] = "k1"
    world.write("local.env", 'TOKEN="from file"\nKEY=from file\n')
    world.write(
        ".cursor/mcp.json",
        {
            "mcpServers": {
                "a": {
                    "command": "${workspaceFolder}${/}run",
                    "args": ["${userHome}", "${workspaceFolderBasename}"],
                    "env": {"KEY": "${env:KEY}"},
                    "envFile": "${workspaceFolder}/local.env",
                }
            }
        },
    )
    world.write("~/.cursor/mcp.json", {"mcpServers": {"b": {"url": "https://b.example", "headers": {"X": "1"}}}})

    a, b = world.server("a"), world.server("b")

    assert a.command == f"{world.project}/run"
    assert a.args == (str(world.home), "project")
    assert a.env == {"TOKEN": "from file", "KEY": "k1"}
    assert (b.transport, b.headers) == ("http", {"X": "1"})


def test_an_env_file_is_looked_for_in_the_workspace(world: World) -> None:
    world.write("keys/.env", "A=1")
    world.write("~/.cursor/mcp.json", {"mcpServers": {"a": {"command": "npx", "envFile": "keys/.env"}}})

    assert world.server("a").env == {"A": "1"}


def test_vs_code_has_comments_servers_and_inputs(world: World) -> None:
    world.write(
        ".vscode/mcp.json",
        """
        {
            // typed in by a person
            "inputs": [{"type": "promptString", "id": "key", "description": "API key", "password": true,}],
            "servers": {
                "asks": {"type": "stdio", "command": "npx", "env": {"KEY": "${input:key}"}},
                /* "off": {}, */
                "plain": {"command": "npx", "args": ["http://x", "/* no comment */",], "env": {"N": null}},
            },
        }
        """,
    )

    asks, plain = world.found("asks"), world.server("plain")

    assert asks.state == "incomplete"
    assert "input key" in asks.reason
    assert "sandgate.toml" in asks.reason
    assert (plain.args, plain.env) == (("http://x", "/* no comment */"), {})


@pytest.mark.parametrize(
    ("platform", "file"),
    [
        ("linux", "~/.config/Code/User/mcp.json"),
        ("darwin", "~/Library/Application Support/Code/User/mcp.json"),
        ("win32", "~/AppData/Roaming/Code/User/mcp.json"),
    ],
)
def test_vs_code_has_a_user_file_on_every_system(world: World, platform: str, file: str) -> None:
    world.platform = platform
    world.write(file, {"servers": {"a": {"type": "http", "url": "https://a.example"}}})

    assert world.server("a").client == "vscode"


def test_codex_names_variables_instead_of_writing_them(world: World) -> None:
    world.environ |= {"TOKEN": "t1", "PASSED": "p1", "HEADER": "h1"}
    world.write(
        "~/.codex/config.toml",
        """
        model = "gpt"
        [mcp_servers.local]
        command = "npx"
        args = ["${LITERAL}"]
        cwd = "/srv"
        env = { A = "1" }
        env_vars = ["PASSED", { name = "UNSET_IS_FINE", source = "local" }]
        startup_timeout_sec = 20
        tool_timeout_sec = 30.5
        enabled_tools = ["read"]
        disabled_tools = ["write"]
        [mcp_servers.remote]
        url = "https://r.example"
        bearer_token_env_var = "TOKEN"
        http_headers = { X = "1" }
        env_http_headers = { Y = "HEADER" }
        scopes = ["a", "b"]
        [mcp_servers.off]
        command = "npx"
        enabled = false
        [mcp_servers.lacks]
        url = "https://l.example"
        bearer_token_env_var = "GONE"
        """,
    )

    local, remote = world.server("local"), world.server("remote")

    assert (local.args, local.cwd, local.env) == (("${LITERAL}",), "/srv", {"PASSED": "p1", "A": "1"})
    assert (local.start_timeout_seconds, local.timeout_seconds) == (20.0, 30.5)
    assert (local.only_tools, local.hidden_tools) == (frozenset({"read"}), frozenset({"write"}))
    assert remote.headers == {"X": "1", "Y": "h1", "Authorization": "Bearer t1"}
    assert remote.oauth_scope == "a b"
    assert world.found("off").state == "disabled"
    assert world.found("lacks").state == "incomplete"
    assert "GONE" in world.found("lacks").reason


def test_a_secret_in_the_place_of_a_variables_name_is_not_shown(world: World) -> None:
    world.write("~/.codex/config.toml", '[mcp_servers.a]\nurl = "https://a.example"\nbearer_token_env_var = "s3cret"')

    found = world.found("a")

    assert found.state == "incomplete"
    assert found.reason.startswith("bearer_token_env_var must be the name of a variable")
    assert "s3cret" not in found.reason


def test_codex_is_looked_for_where_its_variable_says_and_in_the_project(world: World) -> None:
    world.environ["CODEX_HOME"] = str(world.home / "elsewhere")
    world.write("~/elsewhere/config.toml", '[mcp_servers.a]\ncommand = "npx"')
    world.write(".codex/config.toml", '[mcp_servers.b]\ncommand = "npx"')

    assert [found.name for found in world.load().found] == ["b", "a"]


def test_gemini_tells_transports_by_the_name_of_the_address(world: World) -> None:
    world.environ["KEY"] = "k1"
    world.write(
        ".gemini/settings.json",
        """
        {
            "theme": "dark", // comments are allowed
            "mcp": {"excluded": ["off"]},
            "mcpServers": {
                "sse": {"url": "https://s.example", "timeout": 2500},
                "http": {"httpUrl": "https://h.example", "headers": {"X": "$KEY"}},
                "typed": {"url": "https://t.example", "type": "http"},
                "local": {"command": "npx", "env": {"K": "${KEY}"}, "includeTools": ["a"], "excludeTools": ["b"]},
                "off": {"command": "npx"}
            }
        }
        """,
    )

    sse, http, local = world.server("sse"), world.server("http"), world.server("local")

    assert (sse.transport, sse.timeout_seconds) == ("sse", 2.5)
    assert (http.transport, http.url, http.headers) == ("http", "https://h.example", {"X": "k1"})
    assert world.server("typed").transport == "http"
    assert (local.env, local.only_tools, local.hidden_tools) == ({"K": "k1"}, frozenset({"a"}), frozenset({"b"}))
    assert world.found("off").state == "disabled"


def test_windsurf_is_found_under_both_of_its_names(world: World) -> None:
    world.environ["KEY"] = "k1"
    remote = {"serverUrl": "https://w.example", "headers": {"X": "${env:KEY}"}}
    world.write("~/.codeium/windsurf/mcp_config.json", {"mcpServers": {"old": remote}})
    world.write("~/.config/devin/mcp_config.json", {"mcpServers": {"new": {"url": "https://d.example"}}})
    world.write(".devin/mcp_config.json", {"mcpServers": {"off": {"command": "npx", "disabled": True}}})

    assert (world.server("old").url, world.server("old").headers) == ("https://w.example", {"X": "k1"})
    assert world.server("new").client == "windsurf"
    assert world.found("off").state == "disabled"


def test_zed_has_an_older_and_a_newer_shape(world: World) -> None:
    world.write(
        "~/.config/zed/settings.json",
        """
        // Zed settings
        {
            "context_servers": {
                "new": {"source": "custom", "command": "npx", "args": ["a"], "env": {"K": "1"}},
                "old": {"command": {"path": "npx", "args": ["b"], "env": {"K": "2"}}, "settings": {}},
                "remote": {"url": "https://z.example"},
                "off": {"command": "npx", "enabled": false},
                "extension": {"settings": {}},
            }
        }
        """,
    )

    new, old = world.server("new"), world.server("old")

    assert (new.command, new.args, new.env) == ("npx", ("a",), {"K": "1"})
    assert (old.command, old.args, old.env) == ("npx", ("b",), {"K": "2"})
    assert world.server("remote").transport == "http"
    assert world.found("off").state == "disabled"
    assert world.found("extension").state == "incomplete"


def test_goose_has_yaml_and_leaves_out_what_is_built_in(world: World) -> None:
    world.environ["SET"] = "s1"
    world.write(
        "~/.config/goose/config.yaml",
        """
extensions:
  developer: {type: builtin, enabled: true, name: developer}
  local: {type: stdio, enabled: true, cmd: npx, args: [-y, x], envs: {A: 1, B: on}, env_keys: [SET], timeout: 300}
  remote: {type: streamable_http, enabled: true, uri: "https://g.example", headers: {X: "${SET}"}, timeout: null}
  stream: {type: sse, enabled: true, uri: "https://s.example"}
  off: {type: stdio, enabled: false, cmd: npx}
  secret: {type: stdio, enabled: true, cmd: npx, env_keys: [IN_KEYRING]}
""",
    )

    local, remote = world.server("local"), world.server("remote")

    assert (local.command, local.args, local.env) == ("npx", ("-y", "x"), {"A": "1", "B": "on", "SET": "s1"})
    assert local.timeout_seconds == 300.0
    assert (remote.transport, remote.url, remote.headers) == ("http", "https://g.example", {"X": "s1"})
    assert world.server("stream").transport == "sse"
    assert world.found("off").state == "disabled"
    assert "IN_KEYRING" in world.found("secret").reason
    assert "developer" not in [found.name for found in world.load().found]


@pytest.mark.parametrize(
    ("given", "transport"),
    [
        ("http", "http"),
        ("streamable-http", "http"),
        ("streamableHttp", "http"),
        ("streamable_http", "http"),
        ("sse", "sse"),
    ],
)
def test_every_spelling_of_a_transport_is_understood(world: World, given: str, transport: str) -> None:
    world.write(".mcp.json", {"mcpServers": {"a": {"type": given, "url": "https://a.example"}}})

    assert world.server("a").transport == transport


def test_a_type_that_is_not_supported_is_named(world: World) -> None:
    world.write(".mcp.json", {"mcpServers": {"a": {"type": "ws", "url": "wss://a.example"}}})

    found = world.found("a")

    assert (found.state, found.reason) == (
        "incomplete",
        "servers of type ws are not supported; use stdio, http or sse",
    )


def test_an_entry_whose_values_do_not_fit_is_listed_without_its_secrets(world: World) -> None:
    world.write(
        ".mcp.json",
        {
            "mcpServers": {
                "args": {"command": "npx", "args": "--key s3cret"},
                "env": {"command": "npx", "env": {"KEY": ["s3cret"]}},
                "time": {"command": "npx", "timeout": "soon"},
                "text": "s3cret",
                "fine": {"command": "npx"},
            }
        },
    )

    reasons = {found.name: found.reason for found in world.load().found}

    assert reasons == {
        "args": ".mcp.json: args.args must be a list of text, got text",
        "env": ".mcp.json: env.env.KEY must be text, got a list",
        "time": '.mcp.json: time.timeout must be a number, got "soon"',
        "text": ".mcp.json: text must be a table, got text",
        "fine": "",
    }


def test_only_the_chosen_clients_are_read(world: World) -> None:
    world.write(".mcp.json", {"mcpServers": {"a": {"command": "npx"}}})
    world.write(".cursor/mcp.json", {"mcpServers": {"b": {"command": "npx"}}})
    world.write("sandgate.toml", '[import]\nclients = ["cursor"]')

    assert [found.name for found in world.load().found] == ["b"]


def test_the_projects_files_can_be_left_out(world: World) -> None:
    world.write(".mcp.json", {"mcpServers": {"a": {"command": "npx"}}})
    world.write("~/.cursor/mcp.json", {"mcpServers": {"b": {"command": "npx"}}})
    world.write("~/.claude.json", {"projects": {str(world.project): {"mcpServers": {"c": {"command": "npx"}}}}})
    world.write("sandgate.toml", "[import]\nproject = false")

    assert [found.name for found in world.load().found] == ["b"]
