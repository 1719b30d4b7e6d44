from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from sandgate.cli import machines, walls
from sandgate.errors import SandboxError
from sandgate.model import Limits
from sandgate.sandbox.monty import availability
from sandgate.sandbox.monty import selftest as monty_selftest
from sandgate.sandbox.process.backend import ProcessBackend
from sandgate.sandbox.typescript import runtime
from sandgate.sandbox.typescript import selftest as typescript_selftest

from .person import MISSING, Person


def named(said: Any, name: str) -> dict[str, Any]:
    return next(check for check in said.json["checks"] if check["name"] == name)


async def no_walls(backend: ProcessBackend, limits: Limits) -> None:
    raise SandboxError("no sandbox could be made: unshare; allow namespaces. Nothing was run without walls")


def kernel(folder: Path, **values: str) -> Path:
    for name, value in values.items():
        file = folder / "sys" / name.replace("__", "/")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"{value}\n")
    return folder


def test_each_check_has_a_line_and_a_health(person: Person) -> None:
    said = person.types("doctor")

    names = {row[1] for row in said.rows}
    assert {"python", "platform", "config", "servers", "state", "sandbox", "tokenizer", "npx", "uvx", "git"} <= names
    assert {row[0] for row in said.rows} <= {"ok", "info", "warn", "fail"}


def test_a_program_is_really_run_behind_walls_and_each_backend_is_attacked_and_timed(person: Person) -> None:
    said = person.types("doctor", "--json")

    sandbox = named(said, "sandbox")
    if sandbox["health"] == "fail":
        pytest.skip(f"this machine lets nobody put up walls: {sandbox['message']}")
    assert sandbox["message"].startswith("1 + 1 ran behind walls of process/")
    told = [named(said, name) for name in ("level full", "level bwrap", "level lite", "monty", "typescript")]
    standing = [one["message"] for one in told if one["health"] == "ok"]
    assert standing
    assert all(re.search(r"stands: \d+ attacks on it failed; one is ready in \d+ ms", one) for one in standing), told


def test_a_sandbox_that_cannot_be_made_fails_with_reason_and_cure(
    person: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ProcessBackend, "spawn", no_walls)

    said = person.types("doctor", "--json")

    assert said.code == 1
    assert said.json["ok"] is False
    sandbox = named(said, "sandbox")
    assert "Level full: no sandbox could be made: unshare; allow namespaces" in sandbox["message"]
    assert 'set sandbox.minimum_level = "lite"' in sandbox["cure"]


def test_a_broken_configuration_fails_and_the_rest_is_still_checked(person: Person) -> None:
    person.write("sandgate.toml", "surface = ")

    said = person.types("doctor", "--json")

    assert said.code == 1
    assert named(said, "config")["health"] == "fail"
    assert "sandgate.toml: line 1" in named(said, "config")["message"]
    assert named(said, "tokenizer")["health"] == "ok"


def test_a_program_that_a_server_needs_and_that_is_missing_fails(
    person: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    person.has_servers(desk={"command": "uvx", "args": ["desk"]})
    monkeypatch.setenv("PATH", str(person.home))

    said = person.types("doctor", "--json")

    assert said.code == 1
    assert named(said, "uvx")["message"] == "not found, but needed by desk"
    assert "pip install uv" in named(said, "uvx")["cure"]
    assert named(said, "git")["health"] == "info"


def test_an_incomplete_server_is_a_warning(person: Person) -> None:
    person.has_servers(desk={"command": "${NOT_SET_ANYWHERE}"}, other=MISSING)

    said = person.types("doctor", "--json")

    assert named(said, "servers")["health"] == "warn"
    assert "1 incomplete" in named(said, "servers")["message"]


def test_a_state_folder_that_cannot_be_written_fails(person: Person) -> None:
    person.state.write_text("a file where the folder should be")

    said = person.types("doctor", "--json")

    assert said.code == 1
    assert named(said, "state")["health"] == "fail"


def test_a_state_folder_that_cannot_even_be_looked_for_fails_and_the_rest_is_still_checked(person: Person) -> None:
    person.write("sandgate.toml", f'state_dir = "/{"long" * 100}/st"\n[sandbox]\npackages = ["numpy"]\n')

    said = person.types("doctor", "--json")

    assert said.code == 1
    assert named(said, "state")["health"] == "fail"
    assert "cannot be written: File name too long" in named(said, "state")["message"]
    assert named(said, "packages")["health"] == "fail"
    assert named(said, "tokenizer")["health"] == "ok"


def test_a_check_leaves_nothing_behind(person: Person) -> None:
    person.types("doctor")

    assert not person.state.exists()


def test_kernel_switches_that_forbid_namespaces_are_named_with_the_cure(tmp_path: Path) -> None:
    proc = kernel(tmp_path, user__max_user_namespaces="0", kernel__apparmor_restrict_unprivileged_userns="1")

    check = walls.namespaces(proc, is_root=False)

    assert check.health == "warn"
    assert "user.max_user_namespaces=0" in check.message
    assert "sysctl -w user.max_user_namespaces=" in check.cure
    assert "AppArmor profile" in check.cure


def test_switches_that_allow_namespaces_are_well(tmp_path: Path) -> None:
    proc = kernel(tmp_path, user__max_user_namespaces="9000", kernel__unprivileged_userns_clone="1")

    assert walls.namespaces(proc, is_root=False).health == "ok"
    assert walls.namespaces(kernel(tmp_path, user__max_user_namespaces="0"), is_root=True).health == "info"


def test_a_kernel_with_landlock_has_it_in_use(tmp_path: Path) -> None:
    landlock, cgroups = walls.features(tmp_path, landlock=7)

    assert (landlock.health, landlock.message) == ("ok", "version 7, in use")
    assert cgroups.message.startswith("not available")


def test_a_kernel_without_landlock_is_a_warning_that_says_what_still_holds(tmp_path: Path) -> None:
    landlock, _ = walls.features(tmp_path, landlock=0)

    assert landlock.health == "warn"
    assert "the mounts hold alone" in landlock.message


def test_a_program_that_fails_in_the_sandbox_is_a_failure_of_the_sandbox() -> None:
    check = walls.sandbox(Limits(time_seconds=0.000001))

    assert check.health == "fail"


def test_a_terminal_gets_a_verdict_at_the_end(person: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ProcessBackend, "spawn", no_walls)

    said = person.types_at_a_terminal("doctor")

    assert "\x1b[31mfail" in said.out
    assert "Something that is needed does not work" in said.out


def _nowhere(_: str) -> None:
    return None


def test_a_backend_that_does_not_stand_comes_with_the_command_that_brings_it(
    person: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DOCKER_HOST", "unix:///nowhere.sock")
    monkeypatch.setattr(runtime, "installed", lambda: None)
    monkeypatch.setattr(availability, "find_spec", _nowhere)

    said = person.types("doctor", "--json")

    assert named(said, "docker")["cure"] == "apt install docker.io"
    assert ".[monty]" in named(said, "monty")["cure"]
    assert ".[typescript]" in named(said, "typescript")["cure"]


def test_where_deno_is_missing_the_doctor_says_that_node_is_not_enough(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    node = tmp_path / "node"
    node.write_text("#!/bin/sh\n")
    node.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(runtime, "installed", lambda: None)

    check = machines.typescript(None)

    assert check.health == "info"
    assert "Node is here, and cannot take its place" in check.message


def test_an_attack_that_gets_through_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(monty_selftest, "ATTACKS", {"nothing can be added": "1 + 1"})
    monkeypatch.setattr(typescript_selftest, "ATTACKS", {"nothing can be added": "1 + 1"})

    checks = [machines.monty(), machines.typescript("full")]

    told = [check for check in checks if "cannot be used" not in check.message]
    if not told:
        pytest.skip("neither Monty nor Deno is here")
    assert {(check.health, check.message.partition(";")[0]) for check in told} == {
        ("warn", "its self-test failed: nothing can be added")
    }
