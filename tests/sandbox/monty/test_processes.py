"""Limits, crashes and hostile programs: whatever a program does ends its own process, and nothing is left of it."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path
from typing import Any

import anyio
import pytest

from sandgate.errors import SandboxError
from sandgate.model import Limits, Outcome, Program
from sandgate.sandbox import bridge
from sandgate.sandbox.box import Sandbox
from sandgate.sandbox.clock import Clock
from sandgate.sandbox.monty import availability
from sandgate.sandbox.monty import backend as monty
from sandgate.sandbox.monty.backend import MontyBackend
from sandgate.sandbox.protocol import Answer, Backend, Listeners, Request

from ..conformance import run, value
from ..stress.leftovers import has_been_killed
from .place import needs_monty

pytestmark = pytest.mark.anyio


@pytest.fixture
def backend(tmp_path: Path) -> MontyBackend:
    return MontyBackend(place=tmp_path / "place")


async def _nothing(_: Request, _clock: Clock) -> Answer:
    return value(None)


def processes_of(group: int) -> list[int]:
    """Those of a process group that still do something, by Linux's own list."""
    found: list[int] = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, _, of = path.read_text().rpartition(")")[2].split()[:3]
        except OSError:
            continue
        if int(of) == group and state != "Z" and not has_been_killed(int(path.parent.name)):
            found.append(int(path.parent.name))
    return found


on_linux = pytest.mark.skipif(sys.platform != "linux", reason="processes are looked up in /proc")


@needs_monty
@pytest.mark.parametrize(
    ("code", "limits", "status", "said"),
    [
        (
            "while True: pass",
            Limits(cpu_seconds=0.3),
            "timeout",
            "more than 0.3 s of processor time (limits.cpu_seconds)",
        ),
        ("import time\ntime.sleep(60)", Limits(time_seconds=0.3), "timeout", "0.3 s of its own time"),
        ("x = []\nwhile True: x.append('a' * 100_000)", Limits(memory_mb=64), "memory", "more than 64 MB of memory"),
        ("10 ** 10 ** 10", Limits(memory_mb=64), "memory", "(limits.memory_mb)"),
        (
            "for n in range(99): open(f'workspace/{n}', 'w').write('x' * 100_000)",
            Limits(workspace_mb=1),
            "error",
            "the workspace may hold 1 MB and is full (limits.workspace_mb)",
        ),
        ("for n in range(99): open(f'workspace/{n}', 'w')", Limits(workspace_files=9), "error", "may hold 9 files"),
        ("import os\nos.makedirs('workspace/' + 'a/' * 99)", Limits(workspace_files=9), "error", "may hold 9 files"),
        (
            "with open('workspace/a', 'w') as f:\n    for n in range(99): f.write('x' * 100_000)",
            Limits(file_mb=1),
            "error",
            "a file of more than 1 MB (limits.file_mb)",
        ),
    ],
)
async def test_each_limit_says_which_it_is(
    backend: MontyBackend, code: str, limits: Limits, status: str, said: str
) -> None:
    outcome = await run(backend, code, limits=limits)

    assert outcome.fault is not None
    assert (outcome.status, said in outcome.fault.message) == (status, True), outcome.fault.message


@needs_monty
async def test_rewriting_a_file_does_not_fill_the_workspace(backend: MontyBackend) -> None:
    code = "for n in range(20):\n    with open('workspace/a', 'w') as f: f.write('x' * 500_000)\nn"

    outcome = await run(backend, code, limits=Limits(workspace_mb=1))

    assert outcome.value == 19


@needs_monty
async def test_a_program_has_no_way_to_the_machine(backend: MontyBackend) -> None:
    wanted = ["os.kill", "os._exit", "os.write", "os.fork", "os.system", "os.symlink", "os.pipe", "os.execv"]
    code = "import os, sys\n[hasattr(os, name) for name in {names}] + [dict(os.environ)]"

    outcome = await run(backend, code.format(names=[name.partition(".")[2] for name in wanted]))

    assert outcome.value == [False] * len(wanted) + [{}]


@needs_monty
@pytest.mark.parametrize(
    "code",
    [
        "x = []\nfor _ in range(40): x = [x, x]\nx",
        "x = []\nfor _ in range(40): x = [x, x]\nawait call_mcp_tool('a.b', {'x': x})",
    ],
)
async def test_a_value_that_grows_when_it_is_written_out_ends_the_program_only(
    backend: MontyBackend, code: str
) -> None:
    outcome = await run(backend, code, limits=Limits(time_seconds=1, memory_mb=64))

    assert outcome.status in ("timeout", "memory", "error", "killed")
    assert outcome.calls == ()


@needs_monty
async def test_levels_without_end_are_cut(backend: MontyBackend) -> None:
    outcome = await run(backend, "x = []\nfor _ in range(50_000): x = [x]\nx")

    assert outcome.status in ("ok", "error")


@needs_monty
@on_linux
async def test_a_process_that_is_killed_is_told_and_takes_monty_with_it(backend: MontyBackend) -> None:
    worker = await backend.spawn(Limits())
    group = worker.process.pid

    async def tool(_: Request, _clock: Clock) -> Answer:
        os.kill(group, signal.SIGKILL)
        await anyio.sleep_forever()
        raise AssertionError

    with anyio.fail_after(30):
        outcome = await bridge.run(worker, Program(code="await call_mcp_tool('s.t')"), Listeners(tool))

    assert outcome.status == "killed"
    assert outcome.fault is not None
    assert "SIGKILL" in outcome.fault.message
    assert [call.status for call in outcome.calls] == ["unfinished"]
    assert processes_of(group) == []


@needs_monty
@on_linux
async def test_a_monty_that_is_killed_is_told(backend: MontyBackend) -> None:
    worker = await backend.spawn(Limits())
    group = worker.process.pid
    inner = next(pid for pid in processes_of(group) if pid != group)
    os.kill(inner, signal.SIGKILL)

    with anyio.fail_after(30):
        outcome = await bridge.run(worker, Program(code="1 + 1"), Listeners(_nothing))

    assert outcome.status == "killed"
    assert outcome.fault is not None
    assert outcome.fault.message == "the sandbox was lost while the program ran: Monty's own process crashed"
    assert processes_of(group) == []


@needs_monty
@on_linux
async def test_nothing_runs_on_when_the_gateway_is_gone(backend: MontyBackend) -> None:
    worker = await backend.spawn(Limits())
    await worker.channel.send(bridge.encode(_endless()))
    group = worker.process.pid

    await worker.channel.aclose()  # as the end of the gateway's process does
    left = [group]
    with anyio.move_on_after(30):
        while left := processes_of(group):  # noqa: ASYNC110 - they end on their own
            await anyio.sleep(0.01)

    assert left == []
    await worker.end()
    await worker.forget()


def _endless() -> dict[str, object]:
    return {"code": "while True: pass", "message_mb": 1, "concurrent_calls": 1, "session": False, "keeps": False}


@needs_monty
async def test_nothing_is_left_on_disk_by_a_run_or_by_a_gateway_that_was_killed(tmp_path: Path) -> None:
    place = tmp_path / "place"
    gone = place / f"{2**22 + 1}-0123"  # beyond every process number
    (gone / "workspace").mkdir(parents=True)
    (place / f"{os.getpid()}-4567" / "workspace").mkdir(parents=True)

    await run(MontyBackend(place=place), "open('workspace/a', 'w').write('x')")

    assert [path.name for path in place.iterdir()] == [f"{os.getpid()}-4567"]


@needs_monty
async def test_a_place_that_leads_elsewhere_is_not_used(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "place").symlink_to(tmp_path / "elsewhere")

    with pytest.raises(SandboxError, match="was made by somebody else"):
        await MontyBackend(place=tmp_path / "place").spawn(Limits())


@needs_monty
async def test_the_sandbox_runs_it_like_any_other_backend(backend: MontyBackend) -> None:
    async def stand() -> Backend:
        return backend

    with anyio.fail_after(60):
        async with Sandbox(stand, Limits(), spares=1) as sandbox:
            alone = await sandbox.run(Program(code="1 + 1"), Listeners(_nothing))
            outcomes: list[Outcome] = []
            for code in ("x = 41", "x + 1"):
                async with sandbox.claimed("s"):
                    outcomes.append(await sandbox.run(Program(code=code), Listeners(_nothing), session="s"))

    assert (alone.value, alone.sandbox) == (2, "monty")
    assert outcomes[1].value == 42


async def test_without_the_package_the_way_to_it_is_said(
    backend: MontyBackend, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(_: str) -> None:
        return None

    monkeypatch.setattr(availability, "find_spec", missing)

    with pytest.raises(SandboxError, match=r"pydantic-monty is not installed: pip install '\.\[monty\]'"):
        await backend.spawn(Limits())


@needs_monty
async def test_an_old_version_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    def version(_: str) -> str:
        return "0.0.17"

    monkeypatch.setattr(availability.metadata, "version", version)

    found = availability.availability()

    assert (found.usable, found.command) == (False, "pip install '.[monty]' in Sandgate's checkout")


@needs_monty
async def test_a_start_that_fails_says_why_and_leaves_nothing(
    backend: MontyBackend, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(monty, "GUEST", "raise SystemExit(3)")

    with pytest.raises(SandboxError, match="ended before it was ready"):
        await backend.spawn(Limits())

    assert list((tmp_path / "place").iterdir()) == []


@needs_monty
def test_a_failure_of_ours_is_an_exit_code_and_prints_nothing(capfd: pytest.CaptureFixture[str]) -> None:
    from sandgate.sandbox.monty.inside import exits, main

    class Broken:
        def next(self) -> dict[str, object]:
            return _endless()

        def send(self, _: bytes) -> None: ...

        def run(self, _: dict[str, object]) -> None:
            raise RuntimeError("a mistake of ours")

    broken: Any = Broken()
    code = main.served(broken, broken, "")

    assert code == exits.CRASHED
    assert capfd.readouterr() == ("", "")
