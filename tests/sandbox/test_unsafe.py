"""The bridge and the guest without walls: what fails here is not the fault of the walls."""

from __future__ import annotations

import pytest

from sandgate.sandbox.unsafe import UnsafeBackend

from .conformance import Conformance


class TestUnsafe(Conformance):
    @pytest.fixture
    def backend(self) -> UnsafeBackend:
        return UnsafeBackend()
