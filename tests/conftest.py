"""What all tests share."""

from __future__ import annotations

from collections.abc import AsyncGenerator

import pytest

from sandgate.sandbox.process.backend import ProcessBackend


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
async def walls() -> AsyncGenerator[ProcessBackend]:
    """The process sandbox, ended after the test."""
    backend = ProcessBackend()
    yield backend
    await backend.close()
