"""The promises of all backends in virtual machines: `pytest tests/sandbox/vm/vm_conformance.py`, or `make probes`."""

from __future__ import annotations

import pytest

from tests.sandbox.conformance import Conformance
from tests.sandbox.typescript.conformance import TypeScriptConformance
from tests.sandbox.typescript.place import needs_deno

from .test_machines import backend
from .test_typescript import backend as typescript_backend
from .test_typescript import servers

__all__ = ["TestVm", "TestVmTypeScript", "backend", "servers", "typescript_backend"]
pytestmark = pytest.mark.anyio


class TestVm(Conformance):
    """Its backend is the first that was imported."""


@needs_deno
class TestVmTypeScript(TypeScriptConformance):
    backend = typescript_backend
