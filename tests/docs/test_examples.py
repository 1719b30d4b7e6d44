"""The examples as a person runs them, and the library's snippets. Programs are also in `test_programs.py`, faster."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from .pages import EXAMPLES, PAGES, Block, blocks, runs

RUNS = {words[-1]: (words, said) for words, said in runs()}
SNIPPETS = [block for page in PAGES for block in blocks(page, "python host")]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the examples, so that what they keep on disk is not kept in the repository."""
    ignored = shutil.ignore_patterns(".*", "__pycache__")
    return Path(shutil.copytree(EXAMPLES, tmp_path_factory.mktemp("examples") / "examples", ignore=ignored))


def run(words: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    """Start a program as a person would who has made Sandgate's environment the active one."""
    programs = Path(sys.executable).parent
    environ = {"PATH": f"{programs}{os.pathsep}{os.environ['PATH']}", "HOME": str(folder)}
    return subprocess.run(words, cwd=folder, env=environ, capture_output=True, text=True, timeout=60, check=False)


@pytest.mark.parametrize("name", ["basic.py", "library.py"])
def test_the_command_on_the_page_prints_what_the_page_says(folder: Path, name: str) -> None:
    words, said = RUNS[name]

    ended = run(words, folder)

    assert (ended.stdout, ended.stderr, ended.returncode) == (said, "", 0)


@pytest.mark.parametrize("snippet", SNIPPETS, ids=str)
def test_a_snippet_for_the_library_runs(folder: Path, snippet: Block) -> None:
    ended = run([sys.executable, "-c", snippet.text], folder)

    assert (ended.stderr, ended.returncode) == ("", 0)
    assert ended.stdout


def test_every_example_is_on_the_page() -> None:
    assert set(RUNS) == {file.name for file in EXAMPLES.glob("*.py")}
