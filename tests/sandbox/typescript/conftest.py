"""One loop for the tests of a module, so that they can share what starts slowly."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="module")
def anyio_backend() -> str:
    return "asyncio"
