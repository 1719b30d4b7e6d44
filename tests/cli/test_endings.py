"""How commands end when the reader leaves."""

from __future__ import annotations

import subprocess
import sys

import pytest

from .person import Person, tool


def into_a_reader_that_leaves(*words: object, lines: int = 1) -> tuple[int, str]:
    """`sandgate … | head -1`: how it ended, and what it said on standard error."""
    line = [sys.executable, "-m", "sandgate", *map(str, words)]
    with subprocess.Popen(line, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as command:
        assert command.stdout
        assert command.stderr
        for _ in range(lines):
            command.stdout.readline()
        command.stdout.close()
        said = command.stderr.read()
    return command.returncode, said


def test_a_reader_that_leaves_a_program_early_is_no_error(person: Person) -> None:
    code = "for number in range(200_000): print(number)"

    assert into_a_reader_that_leaves("run", "-c", code) == (141, "")


@pytest.mark.parametrize("more", [(), ("--json",)])
def test_a_reader_that_leaves_a_list_early_is_no_error(person: Person, more: tuple[str, ...]) -> None:
    captured = person.has_captured(desk=[tool(f"tool_{number}", "words " * 20) for number in range(3000)])

    ended = into_a_reader_that_leaves("search", "tool", "--limit", "3000", "--catalogue", captured, *more)

    assert ended == (141, "")


def test_a_reader_that_was_never_there_is_no_error(person: Person) -> None:
    assert into_a_reader_that_leaves("--help", lines=0) in [(0, ""), (141, "")]
