"""What can be said of containers without an engine: the profile, who is an orphan, and a container that lies."""

from __future__ import annotations

import os
from collections.abc import AsyncGenerator
from contextlib import suppress
from pathlib import Path
from typing import Any

import anyio
import pytest

from sandgate.cli import containers
from sandgate.errors import SandboxError
from sandgate.model import Limits
from sandgate.sandbox.docker import orphans, profile
from sandgate.sandbox.docker.container import Terms, described
from sandgate.sandbox.docker.engine import socket_of
from sandgate.sandbox.process import syscalls
from sandgate.sandbox.remote import contents, packets
from sandgate.sandbox.remote.folder import RemoteFolder
from sandgate.sandbox.remote.wire import MOST_HEARD, Channel, Wire

from .liar import Liar, failure, lied_to

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize(("machine", "column"), [("x86_64", 0), ("aarch64", 1)])
def test_the_profile_is_the_table_and_what_starting_needs(machine: str, column: int) -> None:
    told = profile.profile(machine)

    names = {name for rule in told["syscalls"] for name in rule["names"] if rule["action"] == profile.ALLOW}
    table = {
        name for group in syscalls.ALLOWED for name, numbers in group.numbers.items() if numbers[column] is not None
    }
    with_conditions = {"clone", "fcntl", "ioctl", "prlimit64", "socketpair"}
    assert names == table | with_conditions | {*profile.STARTING, *profile.WALLING}
    assert all(rule.get("args") for rule in told["syscalls"] if with_conditions & {*rule["names"]})
    assert len(told["architectures"]) == 1


def test_no_two_containers_have_one_user() -> None:
    users = {described(Terms(image="x", labels={}), Limits())["User"] for _ in range(50)}

    assert len(users) == 50


def test_gvisor_is_used_where_it_is_configured() -> None:
    told = described(Terms(image="x", labels={}, runtime="runsc"), Limits())

    assert told["HostConfig"]["Runtime"] == "runsc"
    assert "Runtime" not in described(Terms(image="x", labels={}), Limits())["HostConfig"]


def listed(gateway: str, state: str = "running", created: int = 0) -> dict[str, Any]:
    return {"Labels": {orphans.GATEWAY_LABEL: gateway}, "State": state, "Created": created}


ELSEWHERE = "another-boot/1 7 100"


@pytest.mark.parametrize(
    ("container", "orphan"),
    [
        (listed(orphans.me()), False),
        (listed(orphans.me(), "created"), False),
        (listed(f"{orphans.me()}9"), True),
        (listed(orphans.me().replace(f" {os.getpid()} ", " 4194999 ")), True),
        (listed(ELSEWHERE, "running"), False),
        (listed(ELSEWHERE, "exited"), True),
        (listed(ELSEWHERE, "created", created=10_000 - 5), False),
        (listed("", "running"), False),
    ],
)
def test_an_orphan_is_one_whose_gateway_is_known_to_be_gone(container: dict[str, Any], *, orphan: bool) -> None:
    assert orphans.is_orphan(container, now=10_000) is orphan


def test_the_engine_is_where_the_environment_says() -> None:
    assert socket_of({"DOCKER_HOST": "unix:///x/y.sock"}) == "/x/y.sock"
    assert socket_of({"DOCKER_HOST": "tcp://1.2.3.4:2375"}).endswith("docker.sock")


def test_the_doctor_says_why_there_are_no_containers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DOCKER_HOST", "unix:///nowhere.sock")

    check = containers.docker(None)

    assert check.health == "info"
    assert "no container engine answers at /nowhere.sock: No such file or directory" in check.message


def test_what_runs_inside_is_in_the_image_and_nothing_more(tmp_path: Path) -> None:
    contents.put_code(tmp_path, "docker", compiled=False)

    names = {str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*.py")}

    assert "code/sandgate/sandbox/docker/inside.py" in names
    assert not [name for name in names if "bridge" in name or "engine" in name or "gateway" in name]


@pytest.fixture
async def both() -> AsyncGenerator[tuple[Wire, Liar]]:
    async with lied_to() as ends:
        yield ends


async def test_a_container_that_goes_ends_the_channel(both: tuple[Wire, Liar]) -> None:
    wire, liar = both
    await liar.says(packets.CHANNEL, b"last")
    liar.goes()
    channel = Channel(wire)

    with anyio.fail_after(5):
        assert await channel.receive() == b"last"
        with pytest.raises(anyio.EndOfStream):
            await channel.receive()
        with pytest.raises(SandboxError, match="went away"):
            await wire.ask({"do": "entries"})


@pytest.mark.parametrize(
    ("kind", "body"),
    [(77, b""), (packets.ANSWER, b"nobody asked"), (packets.ENDED, b"no JSON"), (packets.ENDED, b"\xff")],
)
async def test_a_container_that_says_what_ours_never_would_is_lost(
    both: tuple[Wire, Liar], kind: int, body: bytes
) -> None:
    wire, liar = both
    await liar.says(kind, body)

    with anyio.fail_after(5), pytest.raises(anyio.EndOfStream):
        await Channel(wire).receive()

    assert "spoke in an unknown way" in wire.lost
    assert not wire.alive


async def test_what_nobody_listens_to_does_not_pile_up(both: tuple[Wire, Liar]) -> None:
    wire, liar = both

    async def flood() -> None:
        with suppress(BrokenPipeError, ConnectionResetError):  # nobody hears it any more
            for _ in range(2 * MOST_HEARD // 2**20):
                await liar.says(packets.CHANNEL, bytes(2**20))

    with anyio.move_on_after(10):
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(flood)
            with pytest.raises(SandboxError):
                await wire.ask({"do": "entries"})
            wire.close()
            tasks.cancel_scope.cancel()

    assert len(wire.heard) <= MOST_HEARD + packets.LARGEST


@pytest.mark.parametrize(
    "told",
    [
        [["a", "file", 1, [1]]] * 20,
        [["a", "door", 1, [1]]],
        [["a", "file", "1", [1]]],
        [["a", "file", 1, ["x"]]],
        {"a": 1},
        "abc",
    ],
    ids=["too many", "unknown kind", "no size", "no stamp", "no list", "a text"],
)
async def test_a_workspace_that_cannot_be_is_refused(both: tuple[Wire, Liar], told: object) -> None:
    folder = RemoteFolder(both[0], most=10)

    caught = await failure(both[1], {"value": told}, lambda: [*folder.entries()])

    assert isinstance(caught, SandboxError)
    assert "the container tells" in str(caught)


async def test_a_failure_in_the_workspace_is_the_failure_it_was(both: tuple[Wire, Liar]) -> None:
    folder = RemoteFolder(both[0], most=10)

    caught = await failure(both[1], {"errno": 2, "error": "No such file"}, lambda: folder.make("x"))

    assert isinstance(caught, FileNotFoundError)


def test_only_where_deno_runs_may_our_first_process_set_limits_of_another() -> None:
    rules = {watching: str(profile.profile("x86_64", watching=watching)["syscalls"]) for watching in (False, True)}

    unconditional = "{'names': ['prlimit64'], 'action': 'SCMP_ACT_ALLOW', 'args': []}"
    assert (unconditional in rules[False], unconditional in rules[True]) == (False, True)
