"""One gateway for all adapters: the demo tracker behind it, and a rule that asks before issues are created."""

from __future__ import annotations

import sys
from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

import sandgate
from sandgate.adapters import Toolbox
from sandgate.config import CatalogueOptions, Config, PolicyOptions, PrivacyOptions, RuleOptions
from sandgate.gateway import Gateway
from sandgate.model import Limits, ServerSpec


@pytest.fixture(scope="module")
def anyio_backend() -> str:
    return "asyncio"


def settings(state: Path) -> Config:
    return Config(
        state_dir=state,
        servers=(ServerSpec(name="tracker", command=sys.executable, args=("-m", "sandgate.demo.servers.tracker")),),
        limits=Limits(time_seconds=20),
        catalogue=CatalogueOptions(wait_seconds=30),
        policy=PolicyOptions(rules=(RuleOptions(tools=("tracker.create_*",), action="ask"),)),
        privacy=PrivacyOptions(mode="off"),
    )


@pytest.fixture(scope="module")
async def gate(anyio_backend: str, tmp_path_factory: pytest.TempPathFactory) -> AsyncGenerator[Gateway, None]:
    async with sandgate.open(settings(tmp_path_factory.mktemp("state"))) as gateway:
        yield gateway


@pytest.fixture
async def box(gate: Gateway) -> AsyncGenerator[Toolbox, None]:
    async with Toolbox(gate) as opened:
        yield opened
