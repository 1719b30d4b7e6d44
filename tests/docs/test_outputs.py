"""What a page says that a command prints is what it prints; the skill of the first page can be taken and run."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import sys
from pathlib import Path

import pytest

from tests.warm import warm

from .pages import EXAMPLES, PAGES, ROOT, Block, blocks, shown_after

DEMO = "--config examples/sandgate.toml"
COMMANDS = [block for page in PAGES for block in blocks(page, "sh") if DEMO in block.text and shown_after(block)]
START = ROOT / "docs" / "start.md"


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the examples in it, as a checkout has."""
    folder = tmp_path_factory.mktemp("checkout")
    shutil.copytree(EXAMPLES, folder / "examples", ignore=shutil.ignore_patterns(".*", "__pycache__"))
    return folder


def typed(words: list[str], folder: Path) -> str:
    """What somebody reads who types a command in that folder, with nothing of their own."""
    variables = {"PATH": "/usr/bin:/bin", "HOME": str(folder)}
    ended = warm().run(["-m", "sandgate", *words], variables, folder)
    assert ended.returncode == 0, ended.stderr
    return ended.stdout + ended.stderr


def told(text: str) -> list[str]:
    """The words of each line, however wide the columns and the lines are; a pipe has no heading."""
    return re.sub(r"^Tool +What it does\n", "", text).split()


@pytest.mark.parametrize("block", COMMANDS, ids=str)
def test_a_command_on_the_demo_servers_prints_what_the_page_says(checkout: Path, block: Block) -> None:
    _, *words = shlex.split(block.text)

    assert told(typed(words, checkout)) == told(shown_after(block))


def test_there_are_such_commands() -> None:
    assert {block.page.name for block in COMMANDS} == {"README.md", "finding-tools.md"}


def test_the_skill_of_the_first_page_is_taken_and_runs(tmp_path: Path) -> None:
    document, code = [block.text for block in blocks(START, "text") if re.search("count.lines", block.text)]
    (tmp_path / "count-lines").mkdir()
    (tmp_path / "count-lines" / "SKILL.md").write_text(document, encoding="utf-8")
    (tmp_path / "count-lines" / "count_lines.py").write_text(code, encoding="utf-8")
    server = f'[servers.files]\ncommand = "{sys.executable}"\nargs = ["{ROOT}/tests/docs/elsewhere.py", "files"]\n'
    (tmp_path / "sandgate.toml").write_text(server, encoding="utf-8")

    typed(["skills", "import", "./count-lines", "--yes"], tmp_path)
    ran = typed(["skills", "run", "count_lines", "--args", json.dumps({"path": "/srv/documents/list.txt"})], tmp_path)

    assert ran.splitlines()[0] == "3"
