"""TypeScript at every level of walls: the same promises, and at the lower ones the kernel's walls alone."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Generator
from pathlib import Path
from tempfile import TemporaryDirectory, gettempdir
from typing import cast

import anyio
import pytest

from sandgate.model import Level, Limits
from sandgate.sandbox.process.backend import ProcessBackend
from sandgate.sandbox.process.levels import LEVELS, why_not
from sandgate.sandbox.protocol import Backend
from sandgate.sandbox.typescript.backend import TypeScriptBackend

from ..conformance import run
from ..test_levels import readable_python
from .conformance import TypeScriptConformance, got_through
from .place import ALL_PERMITTED, code_with, launcher_with, needs_deno
from .probes import EVERYWHERE

pytestmark = [pytest.mark.anyio, needs_deno]


@pytest.fixture(scope="module", params=LEVELS)
async def level(request: pytest.FixtureRequest) -> Level:
    """Each, if it stands here."""
    level = cast("Level", request.param)
    python = ProcessBackend(level=level, python=_python(level))
    reason = await why_not(python)
    await python.close()
    if reason:
        pytest.skip(f"level {level} does not stand on this machine: {reason}")
    return level


def _python(level: Level) -> str | None:
    return None if level == "full" else readable_python()


@pytest.fixture(scope="module")
async def backend(level: Level) -> AsyncGenerator[Backend]:
    backend = TypeScriptBackend(level=level, python=_python(level))
    yield backend
    await backend.close()


@pytest.fixture
def folder() -> Generator[Path]:
    """Pytest's own are shut to the user that root starts bubblewrap as."""
    with TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        yield Path(folder)


class TestLevels(TypeScriptConformance):
    """Its backend is the fixture above."""


async def test_the_kernel_alone_holds_back_what_programs_try(
    level: Level, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if level == "full":
        pytest.skip("test_walls.py tries these there")
    (code_with if level == "bwrap" else launcher_with)(monkeypatch, folder, ALL_PERMITTED)
    backend = TypeScriptBackend(level=level, python=_python(level))

    found = await got_through(backend, EVERYWHERE)
    permitted = await run(backend, "Deno.env.get('LANG')")
    await backend.close()

    assert found == {}
    assert permitted.value == "C.UTF-8"


async def test_files_are_limited_as_far_as_can_be_seen_and_gone_afterwards(level: Level, backend: Backend) -> None:
    if level != "lite":
        pytest.skip("only where a run lives in a folder of the host")
    flood = "for (let i = 0; ; i++) { Deno.writeFileSync(`workspace/${i}`, new Uint8Array(1_000_000)) }"

    outcome = await run(backend, flood, limits=Limits(time_seconds=15, disk_mb=16))
    place = await run(backend, "Deno.cwd()")
    left = await anyio.Path(str(place.value)).exists()

    assert outcome.fault is not None
    assert "(limits.disk_mb)" in outcome.fault.message
    assert str(place.value).startswith(f"{gettempdir()}/sandgate-")
    assert not left
