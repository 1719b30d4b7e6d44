from __future__ import annotations

import sys
from dataclasses import replace

import pytest

from sandgate.catalog import Store
from sandgate.config import load
from sandgate.model import Listing, Tool

from .person import MISSING, TRACKER, Person

BROKEN_ADDRESS = "http://someone:hunter2@127.0.0.1:1/mcp?key=hunter2"


def remember(person: Person, *tools: Tool) -> None:
    (spec,) = load().servers
    Store(person.state / "sandgate" / "catalogue").save(spec, Listing(tools=tools))


def test_every_entry_is_listed_with_its_file_and_state(person: Person) -> None:
    person.has_servers(desk={"command": "npx", "args": ["-y", "desk-mcp"]})
    person.write("~/.cursor/mcp.json", {"mcpServers": {"desk": {"command": "other"}, "off": {"disabled": True}}})

    rows = person.types("servers").rows

    file = str(person.project / ".mcp.json")
    assert rows[0] == ["desk", "ready", "", "", "claude-code", file, "stdio", "npx -y desk-mcp", ""]
    assert rows[1][:6] == ["desk", "shadowed", "", "", "cursor", "~/.cursor/mcp.json"]
    assert "rename one to use both" in rows[1][-1]
    assert rows[2][:2] == ["off", "disabled"]


def test_json_has_the_same_keys_for_every_entry(person: Person) -> None:
    file = person.has_servers(desk={"type": "http", "url": "https://desk.example/mcp"}, off={"disabled": True})

    told = person.types("servers", "--json").json

    assert told["config"] is None
    assert told["notices"] == []
    assert told["servers"][0] == {
        "name": "desk",
        "client": "claude-code",
        "source": str(file),
        "state": "ready",
        "reason": "",
        "transport": "http",
        "target": "https://desk.example/mcp",
        "tools": None,
        "listed_at": None,
        "changes": [],
    }
    assert told["servers"][1].keys() == told["servers"][0].keys()
    assert told["servers"][1]["transport"] is None


@pytest.mark.parametrize("mode", [[], ["--json"]])
def test_no_secret_of_a_file_is_shown(person: Person, mode: list[str]) -> None:
    person.has_servers(
        local={"command": "desk", "args": ["--api-key", "hunter2"], "env": {"TOKEN": "hunter2"}},
        remote={"type": "http", "url": BROKEN_ADDRESS, "headers": {"Authorization": "hunter2"}},
    )

    said = person.types("servers", *mode)

    assert "127.0.0.1:1/mcp" in said.out
    assert "hunter2" not in said.out + said.err


def test_an_error_that_quotes_an_address_does_not_quote_its_secrets(person: Person) -> None:
    person.has_servers(remote={"type": "http", "url": BROKEN_ADDRESS})

    said = person.types("servers", "--check")

    assert said.code == 1
    assert "cannot be reached at http://127.0.0.1:1: " in said.out
    assert "hunter2" not in said.out + said.err


def test_remembered_tools_are_counted_without_starting_anything(person: Person) -> None:
    person.has_servers(desk=MISSING)
    remember(person, Tool(server="desk", name="a"), Tool(server="desk", name="b"))

    (desk,) = person.types("servers", "--json").json["servers"]

    assert desk["tools"] == 2
    assert desk["listed_at"].endswith("+00:00")


def test_a_tool_that_changed_after_it_was_seen_is_told(person: Person) -> None:
    person.has_servers(desk=MISSING)
    tool = Tool(server="desk", name="send", description="Send a letter")
    remember(person, tool)
    remember(person, replace(tool, description="Send a letter, and a copy to me"), Tool(server="desk", name="spy"))

    (row,) = person.types("servers").rows
    (desk,) = person.types("servers", "--json").json["servers"]

    assert row[-1] == "2 tools changed since first seen: send (description), spy (added)"
    assert [(change["tool"], change["kind"]) for change in desk["changes"]] == [
        ("send", "description"),
        ("spy", "added"),
    ]


def test_check_starts_each_server_and_says_how_it_went(person: Person) -> None:
    person.has_servers(tracker=TRACKER, broken=MISSING, off={"command": "x", "disabled": True})

    said = person.types("servers", "--check", "--json")

    assert said.code == 1
    tracker, broken, off = said.json["servers"]
    assert (tracker["check"]["ok"], tracker["check"]["tools"], tracker["tools"]) == (True, 19, 19)
    assert tracker["check"]["seconds"] > 0
    assert broken["check"]["ok"] is False
    assert "no-such-program-anywhere" in broken["check"]["error"]
    assert off["check"] is None


def test_a_state_folder_that_cannot_be_made_is_one_line_on_stderr(person: Person) -> None:
    person.has_servers(desk=MISSING)
    person.state.write_text("a file where the folder should be")

    said = person.types("servers", "--check")

    assert (said.code, said.out) == (2, "")
    assert "`sandgate doctor` says more" in said.err


def test_check_is_0_when_all_is_well(person: Person) -> None:
    person.has_servers(tracker=TRACKER)

    said = person.types("servers", "--check")

    assert said.code == 0
    assert said.rows[0][2].startswith("ok in ")


def test_where_nothing_was_found_the_files_and_the_next_step_are_named(person: Person) -> None:
    person.write("~/.cursor/mcp.json", "{}")

    said = person.types("servers")

    assert said.code == 0
    assert ["cursor", "~/.cursor/mcp.json", "is there, without servers"] in said.rows
    assert ["goose", "~/.config/goose/config.yaml", "not there"] in said.rows
    assert "Write a server into sandgate.toml" in said.out


def test_nothing_found_is_an_empty_list_for_programs(person: Person) -> None:
    assert person.types("servers", "--json").json == {"servers": [], "config": None, "notices": []}


def test_notices_of_the_configuration_are_shown(person: Person) -> None:
    block = {"mcpCodeExecution": {"enabled": True, "securityLevel": "high"}}
    person.write(".mcp.json", {"mcpServers": {"desk": MISSING}, **block})
    notices = load().notices

    said = person.types("servers")
    told = person.types("servers", "--json").json

    assert notices
    assert all(f"sandgate: {notice}" in said.err for notice in notices)
    assert told["notices"] == list(notices)


def test_a_mistake_in_the_configuration_is_one_line_on_stderr(person: Person) -> None:
    person.write("sandgate.toml", "surfac = 'full'")

    said = person.types("servers", "--json")

    assert (said.code, said.out) == (2, "")
    assert "surface" in said.err


def test_a_terminal_sees_why_an_entry_is_not_used_below_the_table(person: Person) -> None:
    person.has_servers(desk=MISSING, off={"disabled": True})

    said = person.types_at_a_terminal("servers")

    assert "Found in" in said.out
    assert "\x1b[32mready" in said.out
    assert "disabled in .mcp.json" in said.out


def test_no_colour_is_used_where_it_is_not_wanted(person: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    person.has_servers(desk=MISSING)
    monkeypatch.setenv("NO_COLOR", "1")

    said = person.types_at_a_terminal("servers")

    assert "ready" in said.out
    assert "\x1b[32m" not in said.out


def test_a_progress_bar_is_for_people_only(person: Person) -> None:
    person.has_servers(broken={"command": sys.executable, "args": ["-c", "raise SystemExit(3)"]})

    piped = person.types("servers", "--check")
    seen = person.types_at_a_terminal("servers", "--check")

    assert piped.err == ""
    assert "Asking 1 server" in seen.err
