"""The promises of TypeScript programs in virtual machines: `make probes` tries them."""

from __future__ import annotations

from typing import ClassVar

import pytest

from sandgate.model import Language, Limits
from tests.sandbox.pairs import Pairs
from tests.sandbox.typescript.conformance import TypeScriptConformance
from tests.sandbox.typescript.place import needs_deno

from .test_typescript import USUAL, backend, servers

__all__ = ["TestVmTypeScript", "TestVmTypeScriptPairs", "backend", "servers"]
pytestmark = [pytest.mark.anyio, needs_deno]


class TestVmTypeScript(TypeScriptConformance):
    """Its backend is the one that was imported."""


class TestVmTypeScriptPairs(Pairs):
    """The example programs."""

    language: ClassVar[Language] = "typescript"
    limits: ClassVar[Limits] = USUAL
