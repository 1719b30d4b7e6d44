"""Every level keeps the same promises. The strongest that stands is used, never in silence, never below the minimum."""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import AsyncGenerator
from functools import partial
from pathlib import Path

import pytest

from sandgate.errors import SandboxError
from sandgate.model import Level, Limits
from sandgate.sandbox.process import backend as process
from sandgate.sandbox.process.backend import ProcessBackend
from sandgate.sandbox.process.levels import LEVELS, strongest, why_not
from sandgate.sandbox.process.selftest import failing, tried_at
from sandgate.sandbox.protocol import Backend

from .conformance import Conformance, run

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.skipif(sys.platform != "linux", reason="the process sandbox is made of Linux namespaces"),
]


def readable_python() -> str | None:
    """An interpreter that the user of a run can read at any level; None for our own."""
    hidden = os.getuid() == 0 and any(not folder.stat().st_mode & 0o005 for folder in Path(os.__file__).parents)
    return "/usr/bin/python3.11" if hidden else None


@pytest.fixture(scope="module")
def anyio_backend() -> str:
    return "asyncio"


async def standing(level: Level) -> AsyncGenerator[Backend]:
    """This level, if it stands here."""
    backend = ProcessBackend(level=level, python=None if level == "full" else readable_python())
    try:
        if reason := await why_not(backend):
            pytest.skip(f"level {level} does not stand on this machine: {reason}")
        yield backend
    finally:
        await backend.close()


@pytest.fixture(scope="module")
async def bwrap(anyio_backend: str) -> AsyncGenerator[Backend]:
    async for backend in standing("bwrap"):
        yield backend


@pytest.fixture(scope="module")
async def lite(anyio_backend: str) -> AsyncGenerator[Backend]:
    async for backend in standing("lite"):
        yield backend


class TestBwrap(Conformance):
    @pytest.fixture
    def backend(self, bwrap: Backend) -> Backend:
        return bwrap


class TestLite(Conformance):
    @pytest.fixture
    def backend(self, lite: Backend) -> Backend:
        return lite


def launcher_with(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, change: str) -> None:
    """Start zygotes whose code was changed, as a kernel that refuses or a fault of ours would."""
    source = process.LAUNCHER.read_text(encoding="utf-8").replace(
        "os.path.abspath(__file__)", repr(str(process.LAUNCHER))
    )
    changed = tmp_path / "launch.py"
    changed.write_text(source.replace("\nCONTROL = 3\n", f"\n{change}\nCONTROL = 3\n"), encoding="utf-8")
    monkeypatch.setattr(process, "LAUNCHER", changed)


@pytest.mark.parametrize(
    ("level", "change", "noticed"),
    [
        ("full", "run.seccomp.install = lambda **_: None", "no internet socket"),
        ("full", "run.limit = lambda _: None", "no core file"),
        ("lite", "run.landlock.restrict = lambda *_: None", "a file of the host cannot be read"),
    ],
    ids=["no seccomp", "no rlimits", "no Landlock"],
)
async def test_the_self_test_notices_a_wall_that_is_missing(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, level: Level, change: str, noticed: str
) -> None:
    launcher_with(monkeypatch, tmp_path, change)
    backend = ProcessBackend(level=level, python=None if level == "full" else readable_python())

    found = await failing(backend, level)

    assert noticed in found
    await backend.close()


def test_the_self_test_has_about_25_attacks_at_every_level() -> None:
    assert all(len(tried_at(level)) >= 25 for level in LEVELS)


REFUSE = """
def _refuse(*_):
    raise PermissionError(1, "unshare: Operation not permitted")

kernel.unshare = _refuse
"""


async def test_where_namespaces_are_refused_the_next_level_is_used_and_said(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    launcher_with(monkeypatch, tmp_path, REFUSE)
    with caplog.at_level(logging.WARNING, "sandgate.sandbox"):
        try:
            backend = await strongest(partial(ProcessBackend, python=readable_python()), "lite")
        except SandboxError as error:
            pytest.skip(f"no lower level stands on this machine: {error}")

    assert backend.level in ("bwrap", "lite")
    assert "Level full: no sandbox could be made: [Errno 1] unshare: Operation not permitted" in caplog.text
    assert (await run(backend, "1 + 1")).value == 2
    await backend.close()


async def test_below_the_minimum_nothing_runs_and_the_cure_is_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    launcher_with(monkeypatch, tmp_path, REFUSE)

    with pytest.raises(SandboxError) as caught:
        await strongest(ProcessBackend, "full")

    assert "no sandbox of level full or better stands here" in str(caught.value)
    assert "apparmor_restrict_unprivileged_userns" in str(caught.value)
    assert 'sandbox.minimum_level = "bwrap"' in str(caught.value)


async def test_a_run_of_a_lower_level_has_the_same_limits_of_its_tree(lite: Backend) -> None:
    tree = "import os, time\nfor _ in range(3):\n    os.fork()\nx = bytearray(30 * 2**20)\ntime.sleep(20)"

    outcome = await run(lite, tree, limits=Limits(memory_mb=64))

    assert outcome.status == "memory"


@pytest.mark.skipif(os.getuid() != 0, reason="only root's programs run as somebody else at these levels")
@pytest.mark.skipif(readable_python() is None, reason="everybody may read this Python, so that these levels stand")
@pytest.mark.parametrize("level", ["bwrap", "lite"])
async def test_says_that_another_user_may_not_read_the_python(level: Level, tmp_path: Path) -> None:
    closed = tmp_path / "closed"
    closed.mkdir(mode=0o700)
    python = closed / "python3"
    python.write_text(f'#!/bin/sh\nexec {sys.executable} "$@"\n', encoding="utf-8")
    python.chmod(0o755)

    backend = ProcessBackend(level=level, python=str(python))

    reason = await why_not(backend)
    await backend.close()

    above = (closed, *closed.parents)  # pytest's own folder may be root's alone as well
    assert any(f"may not enter {folder}," in reason for folder in above)
    assert "install Sandgate with a Python that everybody may read" in reason
