"""The promises of all backends behind gVisor: `pytest tests/sandbox/docker/gvisor_conformance.py`, or `make probes`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

import pytest

from tests.sandbox.conformance import Conformance
from tests.sandbox.typescript.conformance import VALUES, TypeScriptConformance
from tests.sandbox.typescript.place import needs_deno

from .test_gvisor import InTypeScript, anyio_backend, backend, daemon

__all__ = ["TestGvisor", "TestGvisorTypeScript", "anyio_backend", "backend", "daemon"]
pytestmark = pytest.mark.anyio


class TestGvisor(Conformance):
    """Its backend is the one that was imported."""


@needs_deno
class TestGvisorTypeScript(InTypeScript, TypeScriptConformance):
    """The same promises; but gVisor knows no `RLIMIT_DATA`, so who takes too much is ended, and not refused."""

    values: ClassVar[Mapping[str, object]] = VALUES
