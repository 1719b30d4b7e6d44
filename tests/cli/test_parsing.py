from __future__ import annotations

import pytest

from .person import Person


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("serch a file", "did you mean search?"),
        ("init clade-code", "did you mean claude-code?"),
        ("tasks lst", "did you mean list?"),
        ("tasks list --status dne", "did you mean done?"),
        ("run --confg x.toml program.py", "did you mean --config?"),
        ("audit list --lmit=3", "did you mean --limit?"),
        ("init", "CLIENT is one of claude-code, claude-desktop, cursor"),
        ("", "doctor     check what works on this machine"),
        ("skills", "import    take a skill from a folder"),
    ],
)
def test_a_wrong_command_line_is_told_what_would_be_right(
    person: Person, capfd: pytest.CaptureFixture[str], line: str, said: str
) -> None:
    with pytest.raises(SystemExit) as left:
        person.types(*line.split())

    assert left.value.code == 2
    assert said in capfd.readouterr().err


def test_a_word_that_is_like_no_other_is_not_guessed(person: Person, capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        person.types("run", "--zzz", "program.py")

    assert capfd.readouterr().err.endswith("unrecognized arguments: --zzz\n")
