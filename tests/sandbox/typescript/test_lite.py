"""TypeScript behind walls without namespaces: it keeps the same promises there, with or without Deno's own."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from pathlib import Path
from tempfile import gettempdir

import anyio
import pytest

from sandgate.model import Limits
from sandgate.sandbox.process.backend import ProcessBackend
from sandgate.sandbox.process.levels import why_not
from sandgate.sandbox.protocol import Backend
from sandgate.sandbox.typescript.backend import TypeScriptBackend

from ..conformance import run
from ..test_levels import readable_python
from .conformance import FullConformance, got_through
from .place import ALL_PERMITTED, launcher_with, needs_deno
from .probes import EVERYWHERE

pytestmark = [pytest.mark.anyio, needs_deno]


@pytest.fixture(scope="module")
async def stands() -> None:
    python = ProcessBackend(level="lite", python=readable_python())
    reason = await why_not(python)
    await python.close()
    if reason:
        pytest.skip(f"level lite does not stand on this machine: {reason}")


@pytest.fixture(scope="module")
async def backend(stands: None) -> AsyncGenerator[Backend]:
    backend = TypeScriptBackend(level="lite", python=readable_python())
    yield backend
    await backend.close()


class TestLite(FullConformance):
    """Its backend is the fixture above."""


async def test_the_kernel_alone_holds_back_what_programs_try(
    stands: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    launcher_with(monkeypatch, tmp_path, ALL_PERMITTED)
    backend = TypeScriptBackend(level="lite", python=readable_python())

    found = await got_through(backend, EVERYWHERE)
    await backend.close()

    assert found == {}


async def test_files_are_limited_as_far_as_can_be_seen_and_gone_afterwards(backend: Backend) -> None:
    flood = "for (let i = 0; ; i++) { Deno.writeFileSync(`workspace/${i}`, new Uint8Array(1_000_000)) }"

    outcome = await run(backend, flood, limits=Limits(time_seconds=15, disk_mb=16))
    place = await run(backend, "Deno.cwd()")
    left = await anyio.Path(str(place.value)).exists()

    assert outcome.fault is not None
    assert "(limits.disk_mb)" in outcome.fault.message
    assert str(place.value).startswith(f"{gettempdir()}/sandgate-")
    assert not left
