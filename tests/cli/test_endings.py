"""How commands end when the reader leaves, or the system refuses them something."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from sandgate.cli.failing import sentence

from .person import Person, tool

FULL = Path("/dev/full")


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


@pytest.mark.skipif(not FULL.exists(), reason="this system has no device that is always full")
@pytest.mark.parametrize("words", [("kinds",), ("scan", "letter"), ("protect", "letter"), ("restore", "letter")])
def test_what_cannot_be_written_is_said_once(person: Person, words: tuple[str, ...]) -> None:
    person.write("letter", "[EMAIL_9]")

    with FULL.open("w") as full:
        line = [sys.executable, "-m", "sandgate", "pii", *words]
        ended = subprocess.run(line, stdout=full, stderr=subprocess.PIPE, text=True, cwd=person.project, check=False)

    assert ended.returncode == 2
    assert ended.stderr.count("No space left on device") == 1
    assert "Traceback" not in ended.stderr


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("run gone.py", "gone.py: there is no such file"),
        ("policy check gone.py", "gone.py: there is no such file"),
        ("pii protect gone.txt", "gone.txt: there is no such file"),
        ("run folder", "folder: it is a folder; name a file"),
        ("run gone/program.py", "gone/program.py: there is no folder gone"),
        ("run sandgate.toml/program.py", "there is a file where a folder should be"),
        ("audit export --output gone/deep/rows.jsonl", "gone/deep/rows.jsonl: there is no folder gone"),
        ("audit report --output gone/report.html", "gone/report.html: there is no folder gone"),
        ("workspace list", "state/workspaces: there is a file where a folder should be"),
        ("stats --config folder", "folder: is a folder; name the file in it"),
        ("stats --config sandgate.toml/x", "sandgate.toml/x: there is no such file"),
    ],
)
def test_what_the_system_refuses_is_told_in_words_with_the_file_and_what_would_be_right(
    person: Person, line: str, said: str
) -> None:
    person.write("sandgate.toml", 'state_dir = "state"\n')
    person.write("state/workspaces", "a file where the folder should be")
    (person.project / "folder").mkdir()

    told = person.types(*line.split())

    assert told.code == 2
    assert said in told.err
    assert "Errno" not in told.err


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (PermissionError(13, "Permission denied", "/root/st"), "/root/st: this user may not read or write it; make it"),
        (OSError(28, "No space left on device", "/x"), "/x: the disk is full; make room"),
        (OSError(30, "Read-only file system", "/x"), "/x: the disk can only be read; name another place"),
        (OSError(36, "File name too long", "/x"), "/x: File name too long; name another place"),
        (OSError(24, "Too many open files"), "Too many open files; `sandgate doctor` says"),
    ],
)
def test_a_refusal_names_its_cure(error: OSError, said: str) -> None:
    assert sentence(error).startswith(said)
