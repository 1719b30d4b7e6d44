"""The promises of all backends in virtual machines: `pytest tests/sandbox/vm/vm_conformance.py`, or `make probes`."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from sandgate.sandbox.vm.backend import VmBackend
from tests.sandbox.conformance import Conformance
from tests.sandbox.pairs import Pairs, written

from .test_machines import backend

__all__ = ["TestVm", "TestVmPairs", "backend"]
pytestmark = pytest.mark.anyio


class TestVm(Conformance):
    """Its backend is the one that was imported."""


class TestVmPairs(Pairs):
    """The example programs, with the demo servers' wrappers."""

    @pytest.fixture(scope="class")
    async def backend(self, images: Path, tmp_path_factory: pytest.TempPathFactory) -> AsyncGenerator[VmBackend]:
        wrappers = await written(tmp_path_factory.mktemp("wrappers"))
        backend = VmBackend(images, wrappers["python"])
        yield backend
        await backend.close()
