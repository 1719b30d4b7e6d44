"""What real results look like is learned while programs run, shown to the next, and never holds a value."""

from __future__ import annotations

import re
import sys
from dataclasses import replace
from pathlib import Path

import anyio
import pytest

import sandgate
from sandgate.config import CatalogueOptions, Config
from sandgate.gateway import Gateway
from sandgate.model import Call, ServerSpec

from .wordless import CANARY

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.skipif(sys.platform != "linux", reason="the process sandbox is made of Linux namespaces"),
]
SERVER = ServerSpec(name="lab", command=sys.executable, args=(str(Path(__file__).with_name("wordless.py")),))
FIRST = "from servers.lab import list_rows\nfound = await list_rows(count={count})\nlen(found['rows'])"
SECOND = "[await get_tool_definition('lab.list_rows'), open('servers/lab/list_rows.py').read()]"


def config(state: Path, **options: bool) -> Config:
    return Config(state_dir=state, servers=(SERVER,), catalogue=CatalogueOptions(wait_seconds=30, **options))


async def definition(gate: Gateway, name: str = "lab.list_rows") -> str:
    await gate.learning.settle()
    return gate.discovery.catalogue.definition(await gate.discovery.tool(name))


def module(state: Path) -> str:
    (file,) = state.glob("trees/*/servers/lab/list_rows.py")
    return file.read_text(encoding="utf-8")


def place_of_package(state: Path) -> int:
    (folder,) = state.glob("trees/*/servers/lab")
    return folder.stat().st_ino


def files_with(state: Path, *texts: str) -> list[Path]:
    files = [path for path in state.rglob("*") if path.is_file()]
    assert any(path.parent.name == "observed" for path in files)
    return [path for path in files if any(text.encode() in path.read_bytes() for text in texts)]


async def test_the_next_program_reads_the_fields_that_the_first_one_got(tmp_path: Path) -> None:
    with anyio.fail_after(60):
        async with sandgate.open(config(tmp_path)) as gate:
            before = await definition(gate)
            first = await gate.run_code(FIRST.format(count=5))
            await gate.learning.settle()
            second = await gate.run_code(SECOND)
        async with sandgate.open(config(tmp_path)) as gate:
            third = await gate.run_code(SECOND)

    texts = [str(second.value), *map(str, third.value if isinstance(third.value, list) else [])]
    assert first.value == 5
    assert "observed" not in before
    assert len(texts) == 3
    for text in texts:
        assert "observed in 1 call, not promised" in text
        assert "class Row" in text
        assert re.search(r"status: (Required\[)?str \| None", text)
        assert re.search(r"note: (NotRequired\[)?str", text)
        assert "accounts: dict[str, " in text


@pytest.mark.parametrize("count", [3, 3000])
async def test_no_value_and_no_address_is_written_anywhere(tmp_path: Path, count: int) -> None:
    with anyio.fail_after(60):
        async with sandgate.open(config(tmp_path)) as gate:
            outcome = await gate.run_code(FIRST.format(count=count))
            text = await definition(gate)

    assert outcome.value == count
    assert re.search(r"status: (Required\[)?str \| None", text)
    assert files_with(tmp_path, CANARY, "@example") == []


async def test_a_package_stays_in_its_place_while_its_wrappers_are_rewritten(tmp_path: Path) -> None:
    with anyio.fail_after(60):
        async with sandgate.open(config(tmp_path)) as gate:
            await gate.run_code(FIRST.format(count=1))
            before = place_of_package(tmp_path)

    assert "class Row" in module(tmp_path)
    assert place_of_package(tmp_path) == before, "a program that is importing would have found no package"


async def test_a_tool_whose_server_says_what_it_returns_is_not_learned(tmp_path: Path) -> None:
    with anyio.fail_after(60):
        async with sandgate.open(config(tmp_path)) as gate:
            await gate.call_tool(Call(tool="lab.count_rows", arguments={}))
            text = await definition(gate, "lab.count_rows")

    assert "-> int:" in text
    assert "observed" not in text
    assert not (tmp_path / "observed").exists()


async def test_what_is_switched_off_neither_learns_nor_shows(tmp_path: Path) -> None:
    with anyio.fail_after(60):
        async with sandgate.open(config(tmp_path)) as gate:
            await gate.call_tool(Call(tool="lab.list_rows", arguments={}))
        on = module(tmp_path)
        (tmp_path / "observed").rename(tmp_path / "elsewhere")
        async with sandgate.open(config(tmp_path, learn=False)) as gate:
            await gate.call_tool(Call(tool="lab.list_rows", arguments={}))
            text = await definition(gate)
            await gate.run_code("1")

    assert "observed in 1 call" in on
    assert "observed" not in text + module(tmp_path)
    assert not (tmp_path / "observed").exists()


async def test_a_memory_that_cannot_be_written_costs_no_call(tmp_path: Path) -> None:
    (tmp_path / "observed").write_text("in the way", encoding="utf-8")

    with anyio.fail_after(60):
        async with sandgate.open(config(tmp_path)) as gate:
            outcome = await gate.run_code(FIRST.format(count=2))
            text = await definition(gate)

    assert outcome.value == 2
    assert "observed in 1 call" in text


async def test_two_gateways_learn_together(tmp_path: Path) -> None:
    settings = config(tmp_path)
    rare = replace(settings, catalogue=replace(settings.catalogue, refresh_after_hours=1e9))

    with anyio.fail_after(60):
        async with sandgate.open(settings) as one, sandgate.open(rare) as other:
            await one.call_tool(Call(tool="lab.list_rows", arguments={"count": 0}))
            await other.call_tool(Call(tool="lab.list_rows", arguments={"count": 2}))
        async with sandgate.open(rare) as third:
            text = await definition(third)

    assert "observed in 2 calls" in text
    assert "rows: list[Row" in text
