"""Sandgate's own tools, called from code with arguments nobody would send."""

from __future__ import annotations

import sys
from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

import sandgate
from sandgate.catalog import Store
from sandgate.config import CatalogueOptions, Config
from sandgate.gateway import Gateway
from sandgate.model import Listing, ServerSpec, Tool

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.skipif(sys.platform != "linux", reason="the process sandbox is made of Linux namespaces"),
]
SPEC = ServerSpec(name="tracker", command="a-command-that-is-not-there")


@pytest.fixture(scope="module")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="module")
async def gate(tmp_path_factory: pytest.TempPathFactory) -> AsyncGenerator[Gateway, None]:
    state: Path = tmp_path_factory.mktemp("state")
    tools = tuple(Tool(server="tracker", name=f"create_issue_{n}", description="Create an issue") for n in range(3))
    Store(state / "catalogue").save(SPEC, Listing(tools=tools))
    async with sandgate.open(
        Config(state_dir=state, servers=(SPEC,), catalogue=CatalogueOptions(wait_seconds=0))
    ) as gateway:
        yield gateway


@pytest.mark.parametrize(
    "arguments",
    [
        "limit='x'",
        "limit=1.5",
        "limit=None",
        "limit=-1",
        "limit=True",
        "detail=[]",
        "detail=7",
        "server=7",
        "server={'a': 1}",
    ],
)
async def test_an_argument_of_the_wrong_kind_is_a_tool_error_of_the_program(gate: Gateway, arguments: str) -> None:
    outcome = await gate.run_code(f"await search_tools('issue', {arguments})")

    assert outcome.fault is not None
    assert outcome.fault.type == "ToolError"


async def test_a_query_longer_than_any_question_is_refused(gate: Gateway) -> None:
    """Unknown words are compared with every known one, on the loop: 3,000 words of it held the gateway for 4 s."""
    outcome = await gate.run_code("await search_tools(' '.join(f'crwate{n}' for n in range(2_000)))")

    assert outcome.fault is not None
    assert outcome.fault.type == "ToolError"
    assert len(outcome.fault.message) < 1_000


async def test_an_unknown_name_of_megabytes_is_not_repeated_in_the_error(gate: Gateway) -> None:
    outcome = await gate.run_code("await get_tool_definition('tracker.' + 'a' * 1_000_000)")

    assert outcome.fault is not None
    assert len(outcome.fault.message) < 1_000
