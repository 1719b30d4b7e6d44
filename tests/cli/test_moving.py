from __future__ import annotations

import errno
import json
import os
import re
import signal
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

from sandgate.cli.moving.written import one_at_a_time
from sandgate.config import load

from .person import Person

PARSE: dict[str, Any] = {".json": json.loads, ".toml": tomllib.loads, ".yaml": yaml.safe_load}
GITHUB = {"command": "github-server", "args": ["--stdio"], "env": {"TOKEN": "hunter2"}}
NOTES = {"url": "https://notes.example/mcp"}
FILES: dict[str, tuple[str, str, str]] = {
    "claude-code": (
        "~/.claude.json",
        "mcpServers",
        json.dumps({"numStartups": 3, "mcpServers": {"github": GITHUB, "notes": {"type": "http", **NOTES}}}, indent=2),
    ),
    "claude-desktop": (
        "~/.config/Claude/claude_desktop_config.json",
        "mcpServers",
        json.dumps({"mcpServers": {"github": GITHUB}, "globalShortcut": ""}),
    ),
    "cursor": ("~/.cursor/mcp.json", "mcpServers", json.dumps({"mcpServers": {"github": GITHUB, "notes": NOTES}})),
    "vscode": (
        "~/.config/Code/User/mcp.json",
        "servers",
        """{
\t"inputs": [],
\t// what I work with
\t"servers": {
\t\t// needs a token
\t\t"github": {"command": "github-server", "args": ["--stdio"]}, // the big one
\t\t"notes": {
\t\t\t"type": "http",
\t\t\t"url": "https://notes.example/mcp", // slow
\t\t},
\t},
}
""",
    ),
    "codex": (
        "~/.codex/config.toml",
        "mcp_servers",
        """model = "o"

# needs a token
[mcp_servers.github]
command = "github-server"
args = ["--stdio"]

[mcp_servers.github.env]
TOKEN = "hunter2"

# mine
[profiles.x]
model = "p"

[mcp_servers.notes]
url = "https://notes.example/mcp"
""",
    ),
    "gemini": (
        "~/.gemini/settings.json",
        "mcpServers",
        json.dumps({"theme": "x", "mcpServers": {"github": GITHUB}}, indent=4),
    ),
    "windsurf": ("~/.codeium/windsurf/mcp_config.json", "mcpServers", json.dumps({"mcpServers": {"github": GITHUB}})),
    "zed": (
        "~/.config/zed/settings.json",
        "context_servers",
        '// Zed\n{\n  "context_servers": {"github": {"command": "github-server"}},\n  "vim_mode": true,\n}\n',
    ),
    "goose": (
        "~/.config/goose/config.yaml",
        "extensions",
        """GOOSE_MODEL: m
extensions:
  developer:
    type: builtin
    enabled: true
  # needs a token
  github:
    type: stdio
    cmd: github-server
    args:
    - --stdio
    enabled: true
    envs:
      TOKEN: hunter2
other: 1
""",
    ),
}
CURSOR = FILES["cursor"][0]


@pytest.fixture(autouse=True)
def installed(person: Person, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A `sandgate` on the PATH."""
    program = person.write("~/bin/sandgate", "#!/bin/sh\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{program.parent}{os.pathsep}{os.environ['PATH']}")
    return program


def servers(file: Path, section: str) -> dict[str, Any]:
    text = file.read_text()
    if file.suffix == ".json":
        text = "\n".join(line.split(" // ")[0] for line in text.splitlines() if not line.strip().startswith("//"))
        return yaml.safe_load(text.replace("\t", "  "))[section]  # YAML takes idle commas
    return PARSE[file.suffix](text)[section]


def squeezed(text: str) -> str:
    """Without blanks and commas, which may stand elsewhere."""
    return re.sub(r"[\s,]", "", text)


@pytest.mark.parametrize("client", FILES)
def test_moving_leaves_sandgate_alone_in_the_file_and_sandgate_finds_what_was_there(
    person: Person, client: str
) -> None:
    name, section, text = FILES[client]
    file = person.write(name, text)
    before = {found.name: found.spec for found in load().found if found.state == "ready" and found.spec}

    said = person.types("init", client, "--move")

    assert said.code == 0, said.err
    now = set(servers(file, section))
    assert "sandgate" in now
    assert not now & {"github", "notes"}
    after = {found.name: found.spec for found in load().found if found.state == "ready" and found.spec}
    assert before
    assert set(after) == set(before)
    assert all((after[key].command, after[key].env) == (before[key].command, before[key].env) for key in before)
    assert "hunter2" not in said.out + said.err


@pytest.mark.parametrize("client", FILES)
def test_uninstall_makes_an_untouched_file_what_it_was_to_the_last_byte(person: Person, client: str) -> None:
    name, _, text = FILES[client]
    file = person.write(name, text)
    person.types("init", client, "--move")

    said = person.types("uninstall", client)

    assert said.code == 0, said.out
    assert "what it was before" in said.out
    assert file.read_text() == text
    assert not (person.home / ".config/sandgate/moved" / f"{client}.json").exists()


@pytest.mark.parametrize("client", FILES)
def test_uninstall_merges_what_it_moved_into_a_file_that_was_edited_since(person: Person, client: str) -> None:
    name, section, text = FILES[client]
    file = person.write(name, text)
    expected = servers(file, section)
    person.types("init", client, "--move")
    edited = {".json": "{edited}\n", ".toml": "# mine too\n{edited}", ".yaml": "{edited}more: 2\n"}[file.suffix]
    file.write_text(edited.replace("{edited}", file.read_text()))

    said = person.types("uninstall", client)

    assert said.code == 0, said.out
    assert servers(file, section) == expected
    assert [line for line in text.splitlines() if "needs a token" in line] == [
        line for line in file.read_text().splitlines() if "needs a token" in line
    ]


@pytest.mark.parametrize("client", FILES)
def test_uninstall_after_a_plain_init_takes_out_the_entry_and_nothing_else(person: Person, client: str) -> None:
    name, _, text = FILES[client]
    file = person.write(name, text)
    person.types("init", client, "--write")
    (person.state / "sandgate" / "clients.json").unlink()  # as if it had been written by hand

    said = person.types("uninstall", client, "--json")

    assert said.json[0]["taken_out"] == ["sandgate"]
    assert squeezed(file.read_text()) == squeezed(text)


def test_a_file_that_init_made_is_gone_after_uninstall(person: Person) -> None:
    person.types("init", "cursor", "--write")

    said = person.types("uninstall")

    assert "was not there before" in said.out
    assert not (person.home / ".cursor/mcp.json").exists()


def test_without_a_client_every_one_that_has_sandgate_is_cleaned(person: Person) -> None:
    for client, (name, _, text) in FILES.items():
        person.write(name, text)
        person.types("init", client, "--move")

    told = person.types("uninstall", "--json").json

    assert {one["client"] for one in told} == set(FILES)
    assert all(person.home.joinpath(name[2:]).read_text() == text for name, _, text in FILES.values())
    assert not any(found.state == "self" for found in load().found)


def test_where_there_is_nothing_of_sandgate_uninstall_says_so_and_writes_nothing(person: Person) -> None:
    file = person.write(CURSOR, FILES["cursor"][2])

    said = person.types("uninstall", "cursor")

    assert said.code == 0
    assert "nothing of Sandgate" in said.out
    assert file.read_text() == FILES["cursor"][2]


def test_a_dry_run_shows_names_and_changes_nothing(person: Person) -> None:
    file = person.write(CURSOR, FILES["cursor"][2])

    moving = person.types("init", "cursor", "--move", "--dry-run")
    person.types("init", "cursor", "--move")
    moved = file.read_bytes()
    back = person.types("uninstall", "--dry-run")

    assert "- github" in moving.out
    assert "+ github" in back.out
    assert "hunter2" not in moving.out + back.out
    assert file.read_bytes() == moved


def test_an_entry_that_sandgate_could_not_run_stays_with_the_reason(person: Person) -> None:
    inputs = {"command": "x", "env": {"KEY": "${input:key}"}}
    file = person.write(
        "~/.config/Code/User/mcp.json", {"servers": {"asks": inputs, "off": {**GITHUB, "disabled": True}}}
    )

    told = person.types("init", "vscode", "--move", "--json").json

    assert {one["name"] for one in told["stays"]} == {"asks", "off"}
    assert told["moved"] == []
    assert set(json.loads(file.read_text())["servers"]) == {"asks", "off", "sandgate"}


def test_nothing_is_moved_to_where_another_server_of_its_name_comes_first(
    person: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(person.home)  # here the files of the user are those of the project: before what was moved
    file = person.write("~/.cursor/mcp.json", {"mcpServers": {"github": {"command": "another"}}})
    person.write("~/.codex/config.toml", FILES["codex"][2])
    before = file.read_bytes()

    said = person.types("init", "cursor", "--move")

    assert said.code == 2
    assert "nothing was changed: github would not be found behind Sandgate: .codex/config.toml has another" in said.err
    assert file.read_bytes() == before
    assert [one.state for one in load().found if one.name == "github"] == ["ready", "shadowed"]


def test_a_name_that_is_taken_by_now_is_not_overwritten_and_what_was_moved_is_kept(person: Person) -> None:
    file = person.write(CURSOR, FILES["cursor"][2])
    person.types("init", "cursor", "--move")
    entry = json.loads(file.read_text())["mcpServers"]["sandgate"]
    file.write_text(json.dumps({"mcpServers": {"sandgate": entry, "github": {"command": "another"}}}))

    said = person.types("uninstall", "cursor")

    assert said.code == 1
    assert "has another github now" in said.out
    assert set(json.loads(file.read_text())["mcpServers"]) == {"github", "notes"}
    kept = json.loads((person.home / ".config/sandgate/moved/cursor.json").read_text())
    assert kept["servers"] == {"github": GITHUB}


def test_what_stayed_behind_comes_back_once_there_is_room(person: Person) -> None:
    test_a_name_that_is_taken_by_now_is_not_overwritten_and_what_was_moved_is_kept(person)
    file = person.write(CURSOR, {"mcpServers": {}})

    said = person.types("uninstall", "cursor")

    assert said.code == 0
    assert json.loads(file.read_text()) == {"mcpServers": {"github": GITHUB}}


def test_an_entry_that_was_changed_behind_sandgate_comes_back_as_it_is_now(person: Person) -> None:
    file = person.write(CURSOR, FILES["cursor"][2])
    person.types("init", "cursor", "--move")
    store = person.home / ".config/sandgate/moved/cursor.json"
    kept = json.loads(store.read_text())
    kept["servers"]["github"]["env"]["TOKEN"] = "new"
    kept["servers"]["mine"] = {"command": "mine"}
    store.write_text(json.dumps(kept))

    person.types("uninstall", "cursor")

    assert json.loads(file.read_text())["mcpServers"]["github"]["env"] == {"TOKEN": "new"}
    assert json.loads(store.read_text())["servers"] == {"mine": {"command": "mine"}}


def test_what_is_kept_can_be_read_by_nobody_else(person: Person) -> None:
    person.write(CURSOR, FILES["cursor"][2])

    person.types("init", "cursor", "--move")

    store = person.home / ".config/sandgate/moved/cursor.json"
    assert store.stat().st_mode & 0o777 == 0o600
    assert store.parent.stat().st_mode & 0o777 == 0o700


def test_servers_of_a_project_are_found_in_that_project_only(person: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    file = person.has_servers(github=GITHUB)
    person.write("~/.claude.json", {"projects": {str(person.project): {"mcpServers": {"local": NOTES}}}})

    told = person.types("init", "claude-code", "--project", "--move", "--json").json

    assert {one["name"] for one in told["moved"]} == {"github", "local"}
    assert set(json.loads(file.read_text())["mcpServers"]) == {"sandgate"}
    assert {found.name for found in load().found if found.state == "ready"} == {"github", "local"}
    monkeypatch.chdir(person.home)
    assert [found for found in load().found if found.state == "ready"] == []


def test_undoing_a_project_leaves_what_was_done_for_the_user(person: Person) -> None:
    local = {"projects": {str(person.project): {"mcpServers": {"local": NOTES}}}}
    file = person.write("~/.claude.json", {"mcpServers": {"github": GITHUB}, **local})
    person.types("init", "claude-code", "--move")
    person.types("init", "claude-code", "--project", "--move")

    person.types("uninstall", "claude-code", "--project")

    now = json.loads(file.read_text())
    assert now["projects"] == local["projects"]
    assert set(now["mcpServers"]) == {"sandgate"}


def test_folders_whose_servers_are_still_moved_are_named(person: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    person.has_servers(github=GITHUB)
    person.types("init", "claude-code", "--project", "--move")
    monkeypatch.chdir(person.home)

    said = person.types("uninstall", "claude-code")

    assert f"Servers of {person.project} are still moved" in said.out


def test_moving_again_takes_what_was_added_since(person: Person) -> None:
    file = person.write(CURSOR, FILES["cursor"][2])
    person.types("init", "cursor", "--move")
    now = json.loads(file.read_text())
    now["mcpServers"] |= {"third": {"command": "third"}, "github": {"command": "another"}}
    file.write_text(json.dumps(now))

    told = person.types("init", "cursor", "--move", "--json").json

    assert [one["name"] for one in told["moved"]] == ["third"]
    assert "was moved before" in told["stays"][0]["reason"]
    assert set(json.loads(file.read_text())["mcpServers"]) == {"sandgate", "github"}


def test_settings_that_would_hide_what_is_moved_are_named_first(person: Person) -> None:
    file = person.write(CURSOR, FILES["cursor"][2])
    person.write("sandgate.toml", '[import]\nclients = ["zed"]\n')

    said = person.types("init", "cursor", "--move")

    assert said.code == 2
    assert "import.clients without cursor" in said.err
    assert file.read_text() == FILES["cursor"][2]


@pytest.mark.parametrize("text", ['{"mcpServers": ', '{"mcpServers": []}'])
def test_a_file_that_is_broken_by_now_is_left_and_what_was_moved_is_kept(person: Person, text: str) -> None:
    file = person.write(CURSOR, FILES["cursor"][2])
    person.types("init", "cursor", "--move")
    file.write_text(text)

    said = person.types("uninstall", "cursor")

    assert said.code == 1
    assert "not done: github" in said.out
    assert file.read_text() == text
    assert (person.home / ".config/sandgate/moved/cursor.json").exists()


def test_a_ledger_with_a_mistake_stops_everything(person: Person) -> None:
    file = person.write(CURSOR, FILES["cursor"][2])
    person.write("~/.config/sandgate/moved/cursor.json", {"moved": [{"name": "x"}]})

    said = person.types("init", "cursor", "--move")

    assert said.code == 2
    assert "Sandgate did not write" in said.err
    assert file.read_text() == FILES["cursor"][2]


def test_two_commands_at_once_do_not_mix(person: Person) -> None:
    file = person.write(CURSOR, FILES["cursor"][2])

    with one_at_a_time():
        said = person.types("init", "cursor", "--move")

    assert said.code == 2
    assert "is at work" in said.err
    assert file.read_text() == FILES["cursor"][2]


def test_a_full_disk_leaves_everything_as_it_was(person: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    file = person.write(CURSOR, FILES["cursor"][2])

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    said = person.types("init", "cursor", "--move")

    assert said.code == 2
    assert "No space left" in said.err
    assert file.read_text() == FILES["cursor"][2]
    assert [path.name for path in file.parent.iterdir()] == ["mcp.json"]
    assert list((person.home / ".config/sandgate/moved").iterdir()) == []


KILLED = """
import os, signal, sys
from pathlib import Path
from sandgate.cli import main

steps = int(sys.argv.pop(1))
def counting(real):
    def step(*given, **named):
        global steps
        steps -= 1
        if steps < 0:
            os.kill(os.getpid(), signal.SIGKILL)
        return real(*given, **named)
    return step

os.fsync, Path.replace, Path.unlink = counting(os.fsync), counting(Path.replace), counting(Path.unlink)
Path.chmod = counting(Path.chmod)
sys.exit(main.main(sys.argv[1:]))
"""


def killed_after(steps: int, person: Person, *words: str) -> bool:
    """Run a command that is killed at its nth touch of the disk; whether it was."""
    command = [sys.executable, "-c", KILLED, str(steps), *words]
    ended = subprocess.run(command, cwd=person.project, capture_output=True, timeout=60, check=False)
    assert ended.returncode in (0, -signal.SIGKILL), ended.stderr
    return ended.returncode != 0


def test_killed_at_any_moment_every_server_is_still_there_and_uninstall_brings_it_back(person: Person) -> None:
    for steps in range(40):
        file = person.write(CURSOR, FILES["cursor"][2])
        moving = killed_after(steps, person, "init", "cursor", "--move")
        reached = {found.name for found in load().found if found.state == "ready"}
        returning = killed_after(steps, person, "uninstall", "cursor")
        still = {found.name for found in load().found if found.state == "ready"}

        said = person.types("uninstall", "cursor")

        assert reached == still == {"github", "notes"}
        assert said.code == 0
        assert json.loads(file.read_text())["mcpServers"] == {"github": GITHUB, "notes": NOTES}
        if not moving and not returning:
            assert steps > 8  # else it was never killed
            return
    raise AssertionError("it never ran to its end")
