"""Command lines on the pages are ones that the real parsers take."""

from __future__ import annotations

import re
import shlex

import pytest

from sandgate.cli.main import COMMANDS, parser_of
from sandgate.config import CLIENT_NAMES

from .pages import PAGES, ROOT, blocks, prose

SHELLS = ("sh", "bash", "console", "")
LINES = [
    pytest.param(line.strip().removeprefix("$ "), id=f"{block}: {line.strip()}")
    for page in PAGES
    for block in blocks(page, *SHELLS)
    for line in block.text.splitlines()
    if line.strip().removeprefix("$ ").startswith("sandgate ")
]
START = ROOT / "docs" / "start.md"


@pytest.mark.parametrize("line", LINES)
def test_a_command_line_on_a_page_is_understood(line: str) -> None:
    _, name, *arguments = shlex.split(line, comments=True)

    parsed = parser_of(name).parse_args(arguments)  # leaves with SystemExit if it is wrong

    assert name in COMMANDS
    assert parsed


def test_commands_within_sentences_exist() -> None:
    said = {name for page in PAGES for name in re.findall(r"`sandgate ([a-z]+)[^`\n]*`", prose(page))}

    assert said <= set(COMMANDS)
    assert len(LINES) > 10


def test_what_sentences_say_of_commands_is_understood(capsys: pytest.CaptureFixture[str]) -> None:
    written = [page for page in PAGES if page.parent.name != "reference" and page.name != "CHANGELOG.md"]
    said = {line for page in written for line in re.findall(r"`sandgate ([^`\n]+)`", prose(page))}

    wrong = [line for line in sorted(said) if not understood(line, capsys)]

    assert wrong == []
    assert len(said) > 30


def understood(line: str, capsys: pytest.CaptureFixture[str]) -> bool:
    """A sentence may leave out what a command needs, but not name what it does not know."""
    name, *arguments = shlex.split(line)
    try:
        parser_of(name).parse_args(arguments)
    except SystemExit:
        said = capsys.readouterr().err
        return "required" in said or "expected one argument" in said
    return True


def test_the_first_page_has_a_line_for_every_client() -> None:
    lines = re.findall(r"`sandgate (init [^`]+)`", prose(START))

    told = {parser_of("init").parse_args(line.split()[1:]).client for line in lines if "--write" in line}

    assert told == set(CLIENT_NAMES)
