"""Each client's own way to write variables, and files of variables."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandgate.config.dotenv import parse_dotenv
from sandgate.config.surroundings import Surroundings
from sandgate.config.variables import CLAUDE, DOLLAR, EDITOR, EITHER, SANDGATE, Filling, Syntax


def fill(syntax: Syntax | None, text: str, *, platform: str = "linux") -> tuple[str, list[str]]:
    around = Surroundings(
        cwd=Path("/work/shop"), home=Path("/home/ann"), environ={"KEY": "k1", "EMPTY": ""}, platform=platform
    )
    filling = Filling(syntax, around)
    return filling.text(text), filling.missing


@pytest.mark.parametrize(
    ("syntax", "text", "expected"),
    [
        (SANDGATE, "a ${KEY} b", "a k1 b"),
        (SANDGATE, "${GONE:-it's here}", "it's here"),
        (SANDGATE, "${GONE:-}", ""),
        (SANDGATE, "${EMPTY:-full}", "full"),
        (SANDGATE, "${EMPTY}", ""),
        (SANDGATE, "$${KEY} costs $5", "${KEY} costs $5"),
        (SANDGATE, "$KEY ${env:KEY}", "$KEY ${env:KEY}"),
        (CLAUDE, "${KEY}${GONE:-x}", "k1x"),
        (CLAUDE, "$KEY", "$KEY"),
        (CLAUDE, "${CLAUDE_PROJECT_DIR}/db", "/work/shop/db"),
        (EDITOR, "${env:KEY} $KEY", "k1 $KEY"),
        (EDITOR, "${userHome}${/}${workspaceFolderBasename}", "/home/ann/shop"),
        (EDITOR, "${workspaceFolder}${pathSeparator}x", "/work/shop/x"),
        (EDITOR, "${a.b}", "${a.b}"),
        (DOLLAR, "$KEY-${KEY}-${GONE:-d}", "k1-k1-d"),
        (DOLLAR, "costs $5", "costs $5"),
        (EITHER, "${KEY} ${env:KEY} ${GONE:-d} ${userHome}", "k1 k1 d /home/ann"),
        (None, "${KEY} $KEY ${env:KEY}", "${KEY} $KEY ${env:KEY}"),
    ],
)
def test_variables_are_filled_in_the_way_of_the_client(syntax: Syntax | None, text: str, expected: str) -> None:
    assert fill(syntax, text) == (expected, [])


def test_the_path_separator_is_that_of_the_system() -> None:
    assert fill(EDITOR, "a${/}b", platform="win32") == ("a\\b", [])


@pytest.mark.parametrize(
    ("syntax", "text", "missing"),
    [
        (SANDGATE, "${GONE}", "the variable GONE is not set"),
        (CLAUDE, "${GONE}", "the variable GONE is not set"),
        (CLAUDE, "${KEY:-${GONE}}", "the default of KEY holds another variable"),
        (EDITOR, "${env:GONE}", "the variable GONE is not set"),
        (EDITOR, "${KEY}", "an environment variable is ${env:KEY}"),
        (EDITOR, "${input:api-key}", "it needs the input api-key"),
        (EDITOR, "${config:editor.font}", "${config:…} can only be filled in by the editor"),
        (DOLLAR, "$GONE", "the variable GONE is not set"),
        (EITHER, "${GONE}", "the variable GONE is not set"),
    ],
)
def test_a_variable_without_a_value_is_named(syntax: Syntax, text: str, missing: str) -> None:
    filled, reasons = fill(syntax, text)

    assert len(reasons) == 1
    assert missing in reasons[0]
    assert "$" not in filled


def test_a_file_of_variables_has_quotes_comments_and_export() -> None:
    text = "\n".join(
        [
            "# a comment",
            "PLAIN=one two # and a comment",
            "export EXPORTED = yes",
            "HASH=a#b",
            "EMPTY=",
            "SINGLE='as # it\\n is'",
            'DOUBLE="say \\"hi\\"\\nbye" # comment',
            'LONG="first',
            'second"',
            "URL=https://example.com/?a=b",
            "not a line",
            "AGAIN=1",
            "AGAIN=2",
        ]
    )

    assert parse_dotenv(text) == {
        "PLAIN": "one two",
        "EXPORTED": "yes",
        "HASH": "a#b",
        "EMPTY": "",
        "SINGLE": "as # it\\n is",
        "DOUBLE": 'say "hi"\nbye',
        "LONG": "first\nsecond",
        "URL": "https://example.com/?a=b",
        "AGAIN": "2",
    }


def test_a_file_of_variables_with_windows_line_ends_has_clean_values() -> None:
    assert parse_dotenv("A=1\r\nB=2\r\n") == {"A": "1", "B": "2"}
