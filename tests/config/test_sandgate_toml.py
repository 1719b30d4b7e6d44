"""What sandgate.toml may say, where it is looked for, and what a mistake in it gets."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandgate.config import Config
from sandgate.errors import ConfigError
from sandgate.model import Limits

from .world import World


def test_without_any_file_everything_has_its_default(world: World) -> None:
    config = world.load()

    assert config == Config(state_dir=world.home / ".local/state/sandgate")
    assert config.limits == Limits()


def test_the_state_folder_follows_xdg(world: World, tmp_path: Path) -> None:
    world.environ["XDG_STATE_HOME"] = str(tmp_path / "state")

    assert world.load().state_dir == tmp_path / "state" / "sandgate"


def test_values_arrive_where_they_were_set(world: World) -> None:
    world.environ["GATE_TOKEN"] = "t0ken"
    world.write(
        "sandgate.toml",
        """
        surface = "minimal"
        prefix = "gate_"
        state_dir = "state"
        [limits]
        time_seconds = 5
        [output]
        tokens = 100
        [sandbox]
        concurrent_runs = 2
        [http]
        host = "0.0.0.0"
        port = 9000
        token = "${GATE_TOKEN}"
        allowed_hosts = ["gate.example.com"]
        [catalogue]
        wait_seconds = 0
        [import]
        clients = ["cursor"]
        project = false
        """,
    )

    config = world.load()

    assert (config.surface, config.prefix, config.state_dir) == ("minimal", "gate_", world.project / "state")
    assert config.limits == Limits(time_seconds=5.0)
    assert (config.output.tokens, config.sandbox.concurrent_runs, config.catalogue.wait_seconds) == (100, 2, 0.0)
    assert (config.http.host, config.http.port, config.http.token) == ("0.0.0.0", 9000, "t0ken")
    assert config.http.allowed_hosts == ("gate.example.com",)
    assert (config.import_.clients, config.import_.project) == (("cursor",), False)


def test_a_named_file_comes_before_the_variable_the_project_and_the_user(world: World) -> None:
    named = world.write("named.toml", 'prefix = "named"')
    world.environ["SANDGATE_CONFIG"] = str(world.write("variable.toml", 'prefix = "variable"'))
    project = world.write("sandgate.toml", 'prefix = "project"')
    world.write("~/.config/sandgate/sandgate.toml", 'prefix = "user"')

    assert world.load(named).prefix == "named"
    assert world.load().prefix == "variable"
    del world.environ["SANDGATE_CONFIG"]
    assert world.load().prefix == "project"
    project.unlink()
    assert world.load().prefix == "user"


def test_a_named_file_that_is_not_there_is_an_error(world: World) -> None:
    with pytest.raises(ConfigError, match=r"^gone\.toml: there is no such file$"):
        world.load(Path("gone.toml"))


def test_a_file_named_by_the_variable_that_is_not_there_is_an_error(world: World) -> None:
    world.environ["SANDGATE_CONFIG"] = "~/gone.toml"

    with pytest.raises(ConfigError, match=r"^~/gone\.toml \(from SANDGATE_CONFIG\): there is no such file$"):
        world.load()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('[limits]\ntime_seconds = "30s"', 'sandgate.toml: limits.time_seconds must be a number, got "30s"'),
        ("[limits]\ntime_seconds = nan", "sandgate.toml: limits.time_seconds must be a number, got nan"),
        ("[limits]\ntime_seconds = inf", "sandgate.toml: limits.time_seconds must be at most 1000000000, got inf"),
        (f"[limits]\ncalls = 1{'0' * 400}", "sandgate.toml: limits.calls must be at most 1000000000, got a number"),
        ("[limits]\nmemory_mb = 1.5", "sandgate.toml: limits.memory_mb must be a whole number, got 1.5"),
        ("[limits]\nmemory_mb = true", "sandgate.toml: limits.memory_mb must be a whole number, got true"),
        ("[limits]\ncalls = 0", "sandgate.toml: limits.calls must be more than 0, got 0"),
        ("[catalogue]\nwait_seconds = -1", "sandgate.toml: catalogue.wait_seconds must be at least 0, got -1"),
        ("[http]\nport = 70000", "sandgate.toml: http.port must be at most 65535, got 70000"),
        ("[http]\ntoken = 123456", "sandgate.toml: http.token must be text, got a number"),
        ('[import]\nproject = "no"', 'sandgate.toml: import.project must be true or false, got "no"'),
        ('[import]\nfiles = "a.json"', "sandgate.toml: import.files must be a list of text, got text"),
        ("limits = 3", "sandgate.toml: limits must be a table, got a number"),
        ('surface = "tiny"', 'sandgate.toml: surface must be one of full, minimal, got "tiny"'),
        (
            '[sandbox]\nbackend = "unsafe"',
            'sandgate.toml: sandbox.backend must be one of process, docker, vm, monty, auto, got "unsafe"',
        ),
        ("[servers]\nfiles = 1", "sandgate.toml: servers.files must be a table, got a number"),
        ('[servers.a]\nargs = "--key=s3cret"', "sandgate.toml: servers.a.args must be a list of text, got text"),
        ('[servers.a]\nargs = [["s3cret"]]', "sandgate.toml: servers.a.args (number 1) must be text, got a list"),
        (
            '[[privacy.rules]]\nmode = "tokn"',
            'sandgate.toml: privacy.rules (number 1).mode must be one of tokens, output, off, got "tokn"',
        ),
        (
            '[[policy.rules]]\ntools = ["a.*"]\n[[policy.rules]]\ntools = ["b.*"]\naction = "limit"',
            "sandgate.toml: policy.rules (number 2) limits nothing: give per_run or per_minute",
        ),
        ('[servers.a.env]\nKEY = ["s3cret"]', "sandgate.toml: servers.a.env.KEY must be text, got a list"),
        ("[servers.a]\nconcurrency = 0", "sandgate.toml: servers.a.concurrency must be more than 0, got 0"),
    ],
)
def test_a_value_that_does_not_fit_is_named_with_what_would(world: World, text: str, message: str) -> None:
    world.write("sandgate.toml", text)

    with pytest.raises(ConfigError) as caught:
        world.load()

    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[limit]\n", "sandgate.toml: limit is not an option; did you mean limits?"),
        ("[limits]\ntime_second = 1", "sandgate.toml: limits.time_second is not an option; did you mean time_seconds?"),
        ('[servers.a]\ncomand = "x"', "sandgate.toml: servers.a.comand is not an option; did you mean command?"),
        ("[output]\nzzz = 1", "sandgate.toml: output.zzz is not an option; there are: tokens"),
        ("found = []", "sandgate.toml: found is not an option;"),
    ],
)
def test_an_unknown_key_is_an_error_that_names_the_nearest(world: World, text: str, message: str) -> None:
    world.write("sandgate.toml", text)

    with pytest.raises(ConfigError) as caught:
        world.load()

    assert str(caught.value).startswith(message)


def test_an_unknown_client_is_an_error_that_lists_the_known(world: World) -> None:
    world.write("sandgate.toml", '[import]\nclients = ["vs-code"]')

    with pytest.raises(
        ConfigError, match=r'import\.clients \(number 1\) must be one of claude-code, .*, goose, got "vs-code"'
    ):
        world.load()


def test_a_prefix_that_no_tool_name_may_have_is_an_error(world: World) -> None:
    world.write("sandgate.toml", 'prefix = "my gate "')

    with pytest.raises(ConfigError, match="prefix may hold only letters, digits, _ and -"):
        world.load()


def test_a_syntax_error_names_file_line_and_key(world: World) -> None:
    world.write("sandgate.toml", '[http]\nport = 8700\ntoken = "s3cret\n')

    with pytest.raises(ConfigError) as caught:
        world.load()

    assert str(caught.value).startswith("sandgate.toml: line 3 near `token`: ")
    assert "s3cret" not in str(caught.value)


def test_a_missing_equals_sign_names_the_key(world: World) -> None:
    world.write("sandgate.toml", "[limits]\ntime_seconds 30\n")

    with pytest.raises(ConfigError, match=r"^sandgate\.toml: line 2 near `time_seconds`: expected '=' after a key"):
        world.load()


def test_a_key_set_twice_is_an_error_with_its_line(world: World) -> None:
    world.write("sandgate.toml", 'prefix = "a"\nprefix = "b"\n')

    with pytest.raises(ConfigError, match=r"^sandgate.toml: line 2 near `prefix`: cannot overwrite a value$"):
        world.load()


def test_a_syntax_error_at_the_end_of_the_file_has_the_last_line(world: World) -> None:
    world.write("sandgate.toml", "prefix = ")

    with pytest.raises(ConfigError, match="line 1"):
        world.load()


def test_a_file_that_is_not_utf8_is_an_error(world: World) -> None:
    (world.project / "sandgate.toml").write_bytes(b'prefix = "\xff"')

    with pytest.raises(ConfigError, match=r"sandgate\.toml: is not UTF-8 text; save it as UTF-8"):
        world.load()


def test_an_unset_variable_outside_of_servers_is_an_error(world: World) -> None:
    world.write("sandgate.toml", '[http]\ntoken = "${NOWHERE}"')

    with pytest.raises(ConfigError, match=r"sandgate\.toml: http\.token: the variable NOWHERE is not set"):
        world.load()


def test_a_server_takes_all_its_keys(world: World) -> None:
    world.write("secrets.env", "A=file\nB=file\n")
    world.write(
        "sandgate.toml",
        """
        [servers.files]
        command = "npx"
        args = ["-y", "server"]
        env = { A = "own", PORT = 80, DEBUG = true }
        env_file = "secrets.env"
        cwd = "~/work"
        timeout_seconds = 3
        start_timeout_seconds = 4
        concurrency = 5
        only_tools = ["read"]
        hidden_tools = ["write"]
        """,
    )

    server = world.server("files")

    assert (server.transport, server.command, server.args) == ("stdio", "npx", ("-y", "server"))
    assert server.env == {"A": "own", "B": "file", "PORT": "80", "DEBUG": "true"}
    assert server.cwd == str(world.home / "work")
    assert (server.timeout_seconds, server.start_timeout_seconds, server.concurrency) == (3.0, 4.0, 5)
    assert (server.only_tools, server.hidden_tools) == (frozenset({"read"}), frozenset({"write"}))
    assert (server.client, server.source) == ("sandgate", str(world.project / "sandgate.toml"))


def test_a_remote_server_keeps_headers_and_login(world: World) -> None:
    world.environ["SECRET"] = "shh"
    world.write(
        "sandgate.toml",
        """
        [servers.tickets]
        url = "https://tickets.example.com/mcp"
        headers = { X-Key = "${SECRET}" }
        oauth_client_id = "me"
        oauth_client_secret = "${SECRET}"
        oauth_scope = "read write"
        """,
    )

    server = world.server("tickets")

    assert (server.transport, server.url) == ("http", "https://tickets.example.com/mcp")
    assert server.headers == {"X-Key": "shh"}
    assert (server.oauth_client_id, server.oauth_client_secret, server.oauth_scope) == ("me", "shh", "read write")


@pytest.mark.parametrize(
    ("entry", "transport"),
    [
        ('url = "https://example.com/mcp"', "http"),
        ('url = "https://example.com/sse"', "sse"),
        ('url = "https://example.com/sse/?key=1"', "sse"),
        ('url = "https://example.com/sse"\ntransport = "http"', "http"),
        ('url = "https://example.com"\ncommand = "npx"\ntransport = "stdio"', "stdio"),
    ],
)
def test_the_transport_is_told_from_the_entry(world: World, entry: str, transport: str) -> None:
    world.write("sandgate.toml", f"[servers.a]\n{entry}")

    assert world.server("a").transport == transport


@pytest.mark.parametrize(
    ("entry", "reason"),
    [
        ("", "neither a command nor a url"),
        ('url = "https://example.com"\ncommand = "npx"', "both a command and a url"),
        ('url = "https://example.com"\ntransport = "stdio"', "has no command"),
        ('command = "npx"\ntransport = "sse"', "has no url"),
        ('url = "unix:///run/mcp.sock"', "http:// or https://"),
        ('url = "http://["', "http:// or https://"),
        ('command = "npx"\nenv_file = "gone.env"', "gone.env is not there"),
        (
            'command = "npx"\nenv = { A = "${ONE}", B = "${TWO}" }',
            "ONE is not set; set it before starting Sandgate; the",
        ),
        ('command = "npx"\nenv = { A = "${ONE}", B = "${TWO}" }', "TWO is not set"),
    ],
)
def test_a_server_that_lacks_something_is_listed_with_what_to_do(world: World, entry: str, reason: str) -> None:
    world.write("sandgate.toml", f"[servers.a]\n{entry}")

    found = world.found("a")

    assert (found.state, found.spec) == ("incomplete", None)
    assert reason in found.reason
    assert world.load().servers == ()


def test_neither_token_nor_secrets_of_servers_are_in_the_representation_of_config(world: World) -> None:
    world.write(
        "sandgate.toml",
        """
        [http]
        token = "s3cret"
        [servers.a]
        command = "npx"
        env = { KEY = "s3cret" }
        """,
    )

    config = world.load()

    assert config.servers[0].env == {"KEY": "s3cret"}
    assert "s3cret" not in repr(config)
