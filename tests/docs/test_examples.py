"""The examples as a person runs them, and the library's snippets. Programs are also in `test_programs.py`, faster."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.warm import SECONDS, warm

from .pages import EXAMPLES, PAGES, Block, blocks, runs, shown_after

RUNS = {words[-1]: (words, said) for words, said in runs()}
TYPED = ["basic.py", "library.py"]
DEMO = ["many_agents.py", "skills.py", "privacy.py", "typescript.py"]
PROGRAMS = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
FETCHING = {
    "real_files.py": [
        "npx",
        "-y",
        "--package",
        "@modelcontextprotocol/server-filesystem@2026.8.31",
        "node",
        "--version",
    ],
    "real_git.py": ["uvx", "mcp-server-git@2026.10.19", "--help"],
    "real_sqlite.py": ["uvx", "--with", "mcp<2", "mcp-server-sqlite@2025.4.25", "--help"],
}
"""What brings the server of an example onto this machine."""
SNIPPETS = [block for page in PAGES for block in blocks(page, "python host")]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the examples, so that what they keep on disk is not kept in the repository."""
    ignored = shutil.ignore_patterns(".*", "__pycache__")
    return Path(shutil.copytree(EXAMPLES, tmp_path_factory.mktemp("examples") / "examples", ignore=ignored))


def variables(folder: Path) -> dict[str, str]:
    """Those of a person who has made Sandgate's environment the active one."""
    return {"PATH": PROGRAMS, "HOME": str(folder)}


def fetch(words: list[str]) -> None:
    """Have a package fetched, or skip the test with the reason why it cannot be had."""
    try:
        environ = {**os.environ, "PATH": PROGRAMS}
        done = subprocess.run(words, env=environ, capture_output=True, text=True, timeout=SECONDS, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        pytest.skip(f"no package registry: {error}")
    if done.returncode:
        pytest.skip(f"no package registry: `{' '.join(words)}` failed: {done.stderr.strip()[:200]}")


@pytest.mark.parametrize("name", TYPED)
def test_the_command_on_the_page_prints_what_the_page_says(folder: Path, name: str) -> None:
    words, said = RUNS[name]

    ended = subprocess.run(
        words, cwd=folder, env=variables(folder), capture_output=True, text=True, timeout=SECONDS, check=False
    )

    assert (ended.stdout, ended.stderr, ended.returncode) == (said, "", 0)


@pytest.mark.parametrize("name", DEMO)
def test_an_example_prints_what_the_page_says(folder: Path, name: str) -> None:
    words, said = RUNS[name]

    ended = warm().run([name], variables(folder), folder)

    assert words == ["python", name]
    assert (ended.stdout, ended.stderr, ended.returncode) == (said, "", 0)


def test_the_example_with_a_person_prints_what_the_page_says(folder: Path) -> None:
    words, said = RUNS["approval.py"]

    ended = warm().run(["approval.py"], variables(folder), folder)

    assert words == ["python", "approval.py"]
    assert (ended.stdout, ended.returncode) == (said, 0)
    assert ended.stderr.startswith("call_denied: crm.delete_record is denied by rule 1")


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("real_git.py", "This example needs git, which was not found.\n"),
        ("real_files.py", "Install Node.js, which brings npx.\n"),
    ],
)
def test_an_example_whose_programs_are_not_here_says_so_in_a_sentence(folder: Path, name: str, said: str) -> None:
    ended = warm().run([name], {**variables(folder), "PATH": str(folder / "nowhere")}, folder)

    assert (ended.stdout, ended.returncode) == ("", 1)
    assert ended.stderr.endswith(said)
    assert "Traceback" not in ended.stderr


@pytest.mark.registry
@pytest.mark.parametrize("name", FETCHING)
def test_an_example_with_a_server_of_others_prints_what_the_page_says(folder: Path, name: str) -> None:
    words, said = RUNS[name]

    # Where package managers keep what they have fetched, and what they need to know of this network.
    ended = warm().run([name], {**os.environ, **variables(folder), "HOME": os.environ["HOME"]}, folder)
    if ended.returncode:
        fetch(FETCHING[name])  # the reason may be that there is nothing to be had

    assert words == ["python", name]
    assert (without_paths_counted(ended.stdout), ended.returncode) == (without_paths_counted(said), 0), ended.stderr


def without_paths_counted(printed: str) -> str:
    """What servers return names folders and times of this very run, so its tokens are never the same."""
    return re.sub(r"[\d,]+(?= stayed in the sandbox)", "some", printed)


@pytest.mark.parametrize("snippet", SNIPPETS, ids=str)
def test_a_snippet_for_the_library_runs(folder: Path, snippet: Block) -> None:
    (folder / "snippet").write_text(snippet.text, encoding="utf-8")

    ended = warm().run(["snippet"], variables(folder), folder)

    assert (ended.stderr, ended.returncode) == ("", 0)
    assert ended.stdout == shown_after(snippet) if shown_after(snippet) else ended.stdout
    assert not re.search("^(error|failed|False)", ended.stdout, re.MULTILINE)


def test_every_example_is_on_the_page() -> None:
    assert set(RUNS) == {file.name for file in EXAMPLES.glob("*.py")}
