"""Messages that the page on troubleshooting quotes are messages of the code."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache

import pytest

from .pages import ROOT, blocks

PAGE = ROOT / "docs" / "guides" / "troubleshooting.md"
SOURCE = ROOT / "src" / "sandgate"
QUOTES = [line for block in blocks(PAGE, "text") for line in block.text.splitlines() if line.strip()]
LEAST = 8
"""Characters that a piece of a message must have: shorter ones are in every second line."""
VALUE = "\0"


def texts(node: ast.AST) -> Iterator[str]:
    """The strings of a module, with a mark where a value is put in."""
    for child in ast.iter_child_nodes(node):
        match child:
            case ast.JoinedStr(values=parts):
                yield "".join(str(part.value) if isinstance(part, ast.Constant) else VALUE for part in parts)
            case ast.Constant(value=str(text)):
                yield re.sub(r"\{:?,?\}", VALUE, text)
            case _:
                yield from texts(child)


@cache
def clauses() -> tuple[re.Pattern[str], ...]:
    """Each clause of each message in the code, as a pattern for the lines it makes."""
    found: set[str] = set()
    for file in SOURCE.rglob("*.py"):
        for text in texts(ast.parse(file.read_text(encoding="utf-8"))):
            found |= set(re.split(r"(?<=[.;]) |\n", text))
    long = [clause for clause in found if len(clause.replace(VALUE, "").strip()) >= LEAST]
    return tuple(re.compile(".+?".join(map(re.escape, clause.split(VALUE)))) for clause in long)


@pytest.mark.parametrize("quote", QUOTES)
def test_a_quoted_message_is_one_that_the_code_has(quote: str) -> None:
    assert any(clause.search(quote) for clause in clauses())


def test_a_message_that_the_code_has_not_would_be_noticed() -> None:
    assert not any(clause.search("the gateway has run out of coffee and sleeps") for clause in clauses())
