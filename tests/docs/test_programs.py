"""Every program on a page and in the examples runs, on the demo servers and in the real sandbox."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import AsyncGenerator
from dataclasses import replace
from pathlib import Path

import pytest

import sandgate
from sandgate.demo.stage import SERVERS, demo_config
from sandgate.gateway import Gateway
from sandgate.model import Outcome, ServerSpec
from sandgate.sandbox.guest.main import NAMES
from sandgate.sandbox.typescript.backend import installed

from .pages import DOCS, EXAMPLES, PAGES, ROOT, Block, blocks, runs, shown_after

PROGRAMS = [block for page in (ROOT / "README.md", *DOCS) for block in blocks(page, "python")]
IN_TYPESCRIPT = [
    block
    for page in DOCS
    for block in blocks(page, "ts")
    if set(re.findall(r'from "(?:servers|skills)/(\w+)"', block.text)) <= set(SERVERS)
]
"""Those of the demo servers; others show what a reader's own would look like."""
RUNS = {words[-1]: said for words, said in runs() if words[0] == "sandgate"}
ALBUM = ServerSpec(name="album", command=sys.executable, args=(str(Path(__file__).with_name("album.py")),))
ELSEWHERE = [
    ServerSpec(name=name, command=sys.executable, args=(str(Path(__file__).with_name("elsewhere.py")), name))
    for name in ("google_drive", "salesforce")
]


@pytest.fixture(scope="module")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="module")
async def gate(anyio_backend: str, tmp_path_factory: pytest.TempPathFactory) -> AsyncGenerator[Gateway, None]:
    config = demo_config(tmp_path_factory.mktemp("state"))
    async with sandgate.open(replace(config, servers=(*config.servers, ALBUM, *ELSEWHERE))) as gateway:
        yield gateway


@pytest.mark.anyio
@pytest.mark.parametrize("program", PROGRAMS, ids=str)
async def test_a_program_on_a_page_runs(gate: Gateway, program: Block) -> None:
    outcome = await gate.run_code(program.text)

    assert outcome.ok, outcome.text
    assert outcome.notes == ()
    assert outcome.text != "(no output and no value)" or "assert" in program.text
    assert [line for line in shown_after(program).splitlines() if line not in outcome.output] == []


@pytest.mark.anyio
@pytest.mark.skipif(installed() is None, reason="Deno is not installed: pip install '.[typescript]'")
@pytest.mark.parametrize("program", IN_TYPESCRIPT, ids=str)
async def test_a_program_in_typescript_on_a_page_runs(gate: Gateway, program: Block) -> None:
    outcome = await gate.run_code(program.text, language="typescript")

    assert outcome.ok, outcome.text
    assert outcome.output


@pytest.mark.anyio
@pytest.mark.parametrize("name", RUNS)
async def test_an_example_prints_what_its_page_says(gate: Gateway, name: str) -> None:
    outcome = await gate.run_code((EXAMPLES / name).read_text(encoding="utf-8"))

    *said, tokens = RUNS[name].splitlines(keepends=True)
    assert printed(outcome) == "".join(said), outcome.text
    assert about(f"tokens: {outcome.tokens}\n", outcome) == about(tokens, outcome)


def about(tokens: str, outcome: Outcome) -> str:
    """A note that names a session of chance has a token more or less each time."""
    return re.sub(r"\d+ read", "some read", tokens) if outcome.notes else tokens


def printed(outcome: Outcome) -> str:
    """What `sandgate run` would print of it."""
    value = outcome.value if isinstance(outcome.value, str) else json.dumps(outcome.value, indent=2)
    return outcome.output + (f"{value}\n" if outcome.has_value else "")


def test_what_a_program_prints_is_looked_for_below_it() -> None:
    followed = [str(program) for program in PROGRAMS if shown_after(program)]

    assert any("finding-tools" in place for place in followed)


def test_the_page_of_programs_has_every_name_that_needs_no_import() -> None:
    page = (ROOT / "docs" / "guides" / "writing-programs.md").read_text(encoding="utf-8")

    assert [name for name in NAMES if f"`{name}`" not in page] == []


def test_a_block_that_shows_a_file_is_that_file() -> None:
    shown = [block for page in PAGES for block in blocks(page) if "file=" in block.info]

    different = [str(block) for block in shown if (ROOT / block.info.partition("file=")[2]).read_text() != block.text]

    assert shown
    assert different == []


def test_python_on_a_page_says_how_it_is_tested() -> None:
    known = ("python", "python host", "python signature", "python file=examples/library.py")

    pages = (ROOT / "README.md", *DOCS)
    unknown = [str(it) for page in pages for it in blocks(page) if it.info.startswith("py") and it.info not in known]

    assert unknown == []
