"""Every program on a page and in the examples runs, on the demo servers and in the real sandbox."""

from __future__ import annotations

import json
import sys
from collections.abc import AsyncGenerator
from dataclasses import replace
from pathlib import Path

import pytest

import sandgate
from sandgate.demo.stage import demo_config
from sandgate.gateway import Gateway
from sandgate.model import Outcome, ServerSpec

from .pages import DOCS, EXAMPLES, PAGES, ROOT, Block, blocks, runs

PROGRAMS = [block for page in DOCS for block in blocks(page, "python")]
RUNS = {words[-1]: said for words, said in runs() if words[0] == "sandgate"}
ALBUM = ServerSpec(name="album", command=sys.executable, args=(str(Path(__file__).with_name("album.py")),))


@pytest.fixture(scope="module")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="module")
async def gate(anyio_backend: str, tmp_path_factory: pytest.TempPathFactory) -> AsyncGenerator[Gateway, None]:
    config = demo_config(tmp_path_factory.mktemp("state"))
    async with sandgate.open(replace(config, servers=(*config.servers, ALBUM))) as gateway:
        yield gateway


@pytest.mark.anyio
@pytest.mark.parametrize("program", PROGRAMS, ids=str)
async def test_a_program_on_a_page_runs(gate: Gateway, program: Block) -> None:
    outcome = await gate.run_code(program.text)

    assert outcome.ok, outcome.text
    assert outcome.notes == ()
    assert outcome.text != "(no output and no value)" or "assert" in program.text


@pytest.mark.anyio
@pytest.mark.parametrize("name", RUNS)
async def test_an_example_prints_what_its_page_says(gate: Gateway, name: str) -> None:
    outcome = await gate.run_code((EXAMPLES / name).read_text(encoding="utf-8"))

    assert printed(outcome) == RUNS[name], outcome.text


def printed(outcome: Outcome) -> str:
    """What `sandgate run` would print of it."""
    value = outcome.value if isinstance(outcome.value, str) else json.dumps(outcome.value, indent=2)
    return outcome.output + (f"{value}\n" if outcome.has_value else "")


def test_a_block_that_shows_a_file_is_that_file() -> None:
    shown = [block for page in PAGES for block in blocks(page) if "file=" in block.info]

    different = [str(block) for block in shown if (ROOT / block.info.partition("file=")[2]).read_text() != block.text]

    assert shown
    assert different == []


def test_python_on_a_page_says_how_it_is_tested() -> None:
    known = ("python", "python host", "python file=examples/library.py")

    unknown = [str(it) for page in DOCS for it in blocks(page) if it.info.startswith("py") and it.info not in known]

    assert unknown == []
