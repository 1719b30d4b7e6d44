"""The promises of all backends in virtual machines: `pytest tests/sandbox/vm/vm_conformance.py`, or `make probes`."""

from __future__ import annotations

import pytest

from tests.sandbox.conformance import Conformance

from .test_machines import backend

__all__ = ["TestVm", "backend"]
pytestmark = pytest.mark.anyio


class TestVm(Conformance):
    """Its backend is the one that was imported."""
