"""The promises of all backends with Podman: `pytest tests/sandbox/docker/podman_conformance.py`, or `make probes`."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from typing import ClassVar

import pytest

from sandgate.model import Language
from sandgate.sandbox.docker.backend import DockerBackend
from sandgate.sandbox.remote.speech import TYPESCRIPT
from tests.sandbox.conformance import Conformance
from tests.sandbox.pairs import Pairs, written
from tests.sandbox.typescript.conformance import TypeScriptConformance
from tests.sandbox.typescript.place import needs_deno

from .test_podman import anyio_backend, backend, podman

__all__ = [
    "TestPodman",
    "TestPodmanPairs",
    "TestPodmanTypeScript",
    "TestPodmanTypeScriptPairs",
    "anyio_backend",
    "backend",
    "podman",
]
pytestmark = pytest.mark.anyio


class TestPodman(Conformance):
    """Its backend is the one that was imported."""


class TestPodmanPairs(Pairs):
    """The example programs."""


class _InTypeScript:
    """Its backend speaks the other language."""

    @pytest.fixture(scope="class")
    async def backend(self, podman: str, tmp_path_factory: pytest.TempPathFactory) -> AsyncGenerator[DockerBackend]:
        folder = tmp_path_factory.mktemp("wrappers")
        folder.chmod(0o755)
        wrappers = await written(folder)
        backend = DockerBackend(wrappers["typescript"], socket=podman, speech=TYPESCRIPT)
        yield backend
        await backend.close()


@needs_deno
class TestPodmanTypeScript(_InTypeScript, TypeScriptConformance):
    """The same promises."""


@needs_deno
class TestPodmanTypeScriptPairs(_InTypeScript, Pairs):
    """The example programs."""

    language: ClassVar[Language] = "typescript"
