"""The promises of TypeScript programs in virtual machines: `make probes` tries them."""

from __future__ import annotations

import pytest

from tests.sandbox.typescript.conformance import TypeScriptConformance
from tests.sandbox.typescript.place import needs_deno

from .test_typescript import backend, servers

__all__ = ["TestVmTypeScript", "backend", "servers"]
pytestmark = [pytest.mark.anyio, needs_deno]


class TestVmTypeScript(TypeScriptConformance):
    """Its backend is the one that was imported."""
