"""The promises of all backends behind gVisor: `pytest tests/sandbox/docker/gvisor_conformance.py`, or `make probes`."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Mapping
from typing import ClassVar

import pytest

from sandgate.model import Language, Limits
from sandgate.sandbox.docker.backend import DockerBackend
from sandgate.sandbox.remote.speech import TYPESCRIPT
from tests.sandbox.conformance import Conformance
from tests.sandbox.pairs import Pairs, written
from tests.sandbox.typescript.conformance import LIMITS, VALUES, TypeScriptConformance
from tests.sandbox.typescript.place import needs_deno

from .daemon import Daemon
from .test_gvisor import anyio_backend, backend, daemon

__all__ = [
    "TestGvisor",
    "TestGvisorPairs",
    "TestGvisorTypeScript",
    "TestGvisorTypeScriptPairs",
    "anyio_backend",
    "backend",
    "daemon",
]
pytestmark = pytest.mark.anyio


class TestGvisor(Conformance):
    """Its backend is the one that was imported."""


class TestGvisorPairs(Pairs):
    """The example programs."""


class _InTypeScript:
    """Its backend speaks the other language."""

    @pytest.fixture(scope="class")
    async def backend(self, daemon: Daemon, tmp_path_factory: pytest.TempPathFactory) -> AsyncGenerator[DockerBackend]:
        folder = tmp_path_factory.mktemp("wrappers")
        folder.chmod(0o755)
        wrappers = await written(folder)
        backend = DockerBackend(wrappers["typescript"], socket=daemon.socket, runtime="runsc", speech=TYPESCRIPT)
        yield backend
        await backend.close()


@needs_deno
class TestGvisorTypeScript(_InTypeScript, TypeScriptConformance):
    """The same promises; but gVisor knows no `RLIMIT_DATA`, so who takes too much is ended, and not refused."""

    values: ClassVar[Mapping[str, object]] = VALUES


@needs_deno
class TestGvisorTypeScriptPairs(_InTypeScript, Pairs):
    """The example programs."""

    language: ClassVar[Language] = "typescript"
    limits: ClassVar[Limits] = LIMITS
