from __future__ import annotations

import json
import sys
import tomllib
from pathlib import Path

import pytest
import yaml

from sandgate.config import load

from .person import Person

CLIENTS = {
    "claude-code": "~/.claude.json",
    "claude-desktop": "~/.config/Claude/claude_desktop_config.json",
    "cursor": "~/.cursor/mcp.json",
    "vscode": "~/.config/Code/User/mcp.json",
    "codex": "~/.codex/config.toml",
    "gemini": "~/.gemini/settings.json",
    "windsurf": "~/.config/devin/mcp_config.json",
    "zed": "~/.config/zed/settings.json",
    "goose": "~/.config/goose/config.yaml",
}
THEIRS = {"command": "other", "env": {"TOKEN": "hunter2"}}


@pytest.fixture(autouse=True)
def installed(person: Person, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A `sandgate` on the PATH."""
    program = person.write("~/bin/sandgate", "#!/bin/sh\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(program.parent))
    return program


@pytest.mark.parametrize(("client", "file"), CLIENTS.items())
def test_without_write_the_entry_and_its_file_are_printed_and_nothing_is_made(
    person: Person, client: str, file: str
) -> None:
    said = person.types("init", client)

    assert said.code == 0
    assert f" keeps this in {file}:" in said.out
    assert "sandgate" in said.out.split("\n\n")[1]
    assert not (person.home / file[2:]).exists()


@pytest.mark.parametrize(("client", "file"), CLIENTS.items())
def test_what_is_written_is_an_entry_that_sandgate_knows_as_itself(person: Person, client: str, file: str) -> None:
    said = person.types("init", client, "--write")

    assert said.code == 0
    (found,) = load().found
    assert (found.name, found.client, found.state) == ("sandgate", client, "self")
    assert found.source == str(person.home / file[2:])


@pytest.mark.parametrize("client", CLIENTS)
def test_writing_twice_changes_nothing_the_second_time(person: Person, client: str) -> None:
    person.types("init", client, "--write")
    file = person.home / CLIENTS[client][2:]
    before = file.read_bytes()

    said = person.types("init", client, "--write", "--json")

    assert said.json["result"] == "unchanged"
    assert file.read_bytes() == before
    assert list(file.parent.glob("*.bak")) == []


def test_a_client_at_a_desktop_gets_the_full_path_and_one_in_a_shell_the_name(person: Person, installed: Path) -> None:
    at_desktop = person.types("init", "cursor", "--json").json["entry"]
    in_shell = person.types("init", "codex", "--json").json["entry"]

    assert at_desktop == {"command": str(installed), "args": ["serve"]}
    assert in_shell == {"command": "sandgate", "args": ["serve"]}


def test_where_it_is_not_on_the_path_python_starts_it(person: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(person.project))

    entry = person.types("init", "gemini", "--json").json["entry"]

    assert entry == {"command": sys.executable, "args": ["-m", "sandgate", "serve"]}


@pytest.mark.parametrize(
    ("client", "options", "command"),
    [
        ("claude-code", [], "claude mcp add --scope user sandgate -- sandgate serve"),
        ("claude-code", ["--project"], "claude mcp add --scope project sandgate -- sandgate serve"),
        ("codex", ["--name", "gate"], "codex mcp add gate -- sandgate serve"),
        ("zed", [], None),
    ],
)
def test_the_clients_own_command_is_told_where_there_is_one(
    person: Person, client: str, options: list[str], command: str | None
) -> None:
    assert person.types("init", client, *options, "--json").json["command"] == command


@pytest.mark.parametrize(("client", "file"), [("claude-code", ".mcp.json"), ("vscode", ".vscode/mcp.json")])
def test_project_writes_the_file_of_this_folder(person: Person, client: str, file: str) -> None:
    person.types("init", client, "--project", "--write")

    assert (person.project / file).is_file()
    assert [path.name for path in person.home.iterdir()] == ["bin"]


def test_a_dry_run_says_why_nothing_changes(person: Person) -> None:
    before = person.types("init", "cursor", "--dry-run")
    person.types("init", "cursor", "--write")
    after = person.types("init", "cursor", "--dry-run")

    assert before.out.endswith("Nothing was changed; --write in place of --dry-run does it.\n")
    assert after.out == "~/.cursor/mcp.json has it already; nothing was changed\n"


def test_a_client_without_projects_says_so(person: Person) -> None:
    said = person.types("init", "claude-desktop", "--project")

    assert said.code == 2
    assert "leave out --project" in said.err


def test_the_old_home_of_windsurf_is_used_where_it_is_the_one_in_use(person: Person) -> None:
    person.write("~/.codeium/windsurf/mcp_config.json", {"mcpServers": {}})

    told = person.types("init", "windsurf", "--json").json

    assert told["file"] == str(person.home / ".codeium/windsurf/mcp_config.json")


def test_everything_else_in_the_file_stays_and_a_copy_of_it_is_kept(person: Person) -> None:
    file = person.write("~/.cursor/mcp.json", {"mcpServers": {"theirs": THEIRS}, "more": [1]})
    before = file.read_bytes()

    told = person.types("init", "cursor", "--write", "--json").json

    now = json.loads(file.read_text())
    assert now.pop("more") == [1]
    assert list(now["mcpServers"]) == ["theirs", "sandgate"]
    assert now["mcpServers"]["theirs"] == THEIRS
    assert told["result"] == "written"
    assert Path(told["backup"]).read_bytes() == before
    assert Path(told["backup"]).parent == file.parent


@pytest.mark.parametrize("layout", [None, 2])
def test_only_the_added_lines_are_shown(person: Person, layout: int | None) -> None:
    person.write("~/.cursor/mcp.json", json.dumps({"mcpServers": {"theirs": THEIRS}}, indent=layout))

    said = person.types("init", "cursor", "--write")

    assert '"sandgate": {' in said.out
    assert all(line.startswith("+ ") for line in said.out.splitlines()[1:-2])
    assert "hunter2" not in said.out + said.err


def test_another_entry_of_that_name_is_not_overwritten(person: Person) -> None:
    file = person.write("~/.cursor/mcp.json", {"mcpServers": {"sandgate": THEIRS}})
    before = file.read_bytes()

    said = person.types("init", "cursor", "--write")

    assert said.code == 2
    assert "already has another entry named sandgate" in said.err
    assert "hunter2" not in said.out + said.err
    assert file.read_bytes() == before


@pytest.mark.parametrize(
    ("client", "text"),
    [
        ("cursor", '{"mcpServers": {"a": {}, "sandgate": {"command": "old"}, "b": {}}}'),
        ("codex", '[mcp_servers.sandgate]\ncommand = "old"\n[mcp_servers.sandgate.env]\nA = "1"\n\n[other]\nx = 1\n'),
        ("goose", "extensions:\n  sandgate:\n    cmd: old\n    args:\n    - x\n\n  b:\n    enabled: false\nother: 1\n"),
    ],
)
def test_force_replaces_it_and_nothing_else(person: Person, client: str, text: str) -> None:
    file = person.write(CLIENTS[client], text)

    told = person.types("init", client, "--write", "--force", "--json").json

    now = file.read_text()
    assert told["result"] == "replaced"
    assert "old" not in now
    read = {".json": json.loads, ".toml": tomllib.loads, ".yaml": yaml.safe_load}[file.suffix](now)
    before = {".json": json.loads, ".toml": tomllib.loads, ".yaml": yaml.safe_load}[file.suffix](text)
    (section,) = told["section"]
    before[section]["sandgate"] = told["entry"]
    assert read == before


def test_an_entry_that_says_more_than_ours_is_left_as_it_is(person: Person) -> None:
    entry = person.types("init", "gemini", "--json").json["entry"]
    file = person.write("~/.gemini/settings.json", {"mcpServers": {"sandgate": {**entry, "timeout": 90000}}})
    before = file.read_bytes()

    told = person.types("init", "gemini", "--write", "--json").json

    assert told["result"] == "unchanged"
    assert file.read_bytes() == before


@pytest.mark.parametrize(
    ("client", "text"),
    [
        ("codex", 'mcp_servers = { theirs = { command = "x" } }\n'),
        ("goose", "extensions: {theirs: {type: builtin}}\n"),
    ],
)
def test_a_file_that_cannot_be_changed_safely_is_left_and_the_entry_is_given_to_paste(
    person: Person, client: str, text: str
) -> None:
    file = person.write(CLIENTS[client], text)

    said = person.types("init", client, "--write")

    assert said.code == 2
    assert "paste the entry yourself" in said.err
    assert "sandgate" in said.err.split("\n\n")[1]
    assert file.read_text() == text
    assert list(file.parent.glob("*.bak")) == []


@pytest.mark.parametrize("how", ["--write", "--move"])
def test_a_file_that_somebody_has_made_read_only_is_left(person: Person, how: str) -> None:
    file = person.write("~/.cursor/mcp.json", {"mcpServers": {"theirs": {"command": "x"}}})
    file.chmod(0o444)
    before = file.read_bytes()

    said = person.types("init", "cursor", how)

    assert said.code == 2
    assert "is read-only; let it be written first (chmod u+w)" in said.err
    assert [path.name for path in file.parent.iterdir()] == ["mcp.json"]
    assert file.read_bytes() == before


@pytest.mark.parametrize("text", ['{"mcpServers": ', '{"mcpServers": []}', "[]"])
def test_a_file_with_a_mistake_is_left_as_it_is(person: Person, text: str) -> None:
    file = person.write("~/.cursor/mcp.json", text)

    said = person.types("init", "cursor", "--write")

    assert said.code == 2
    assert file.read_text() == text


def test_the_file_keeps_its_mode_and_a_link_stays_a_link(person: Person) -> None:
    real = person.write("~/dotfiles/mcp.json", "{}")
    real.chmod(0o600)
    link = person.home / ".cursor" / "mcp.json"
    link.parent.mkdir()
    link.symlink_to(real)

    person.types("init", "cursor", "--write")

    assert link.is_symlink()
    assert "sandgate" in real.read_text()
    assert real.stat().st_mode & 0o777 == 0o600


def test_a_name_that_no_client_would_take_is_refused(person: Person) -> None:
    said = person.types("init", "codex", "--name", "a.b c")

    assert said.code == 2
    assert "--name may hold only" in said.err
