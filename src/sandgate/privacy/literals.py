"""Texts between the quotes of a statement of SQL, or of what Python prints: what they mean, how others are written."""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence
from dataclasses import dataclass

from .detection import Span

_STATEMENT = re.compile(
    r"(?:\s|--[^\n]*+\n|/\*(?:(?!\*/).)*+\*/)*+(?:EXPLAIN\s+(?:ANALYZE\s+)?)?"
    r"(?:SELECT\b.*?\bFROM\b|(?:INSERT|REPLACE|MERGE)\s+(?:OR\s+\w+\s+)?INTO\b|UPDATE\b[^;']*?\bSET\b|DELETE\s+FROM\b"
    r"|WITH\s[^;']*?\bAS\s*(?:(?:NOT\s+)?MATERIALIZED\s*)?\()",
    re.IGNORECASE | re.DOTALL,
)
_CONDITION = re.compile(
    r"\s*(?:WHERE\s+)?[(\s]*+(?:NOT\s+)?(?:\w+\()?[\w.\"`]+\)?\s*+"
    r"(?:=|<>|!=|[<>]=?|(?:NOT\s+)?(?:I?LIKE|IN|BETWEEN)\b)\s*+\(?\s*+'[^\n]*+\s*",
    re.IGNORECASE,
)
"""What some tools take by itself: `full_name = 'Roe' AND …`. In lines that follow each other it would be settings."""
_IN_STATEMENT = re.compile(
    r"--[^\n]*+|/\*(?:(?!\*/).)*+|\$(\w*+)\$(?:(?!\$\1\$).)*+\$?|\"[^\"]*+\"|`[^`]*+`|\bE'(?:[^'\\]|\\.|'')*+'"
    r"|'(?P<text>(?:[^']|'')*+)'|(?P<open>')",
    re.IGNORECASE | re.DOTALL,
)
"""A text with escapes of its own, `E'…'`, is none of ours."""
_TEXT = r"'(?:[^'\\\n]|\\.)*+'|\"(?:[^\"\\\n]|\\.)*+\""
_PRINTED = re.compile(rf"\s*+(?!\[[A-Za-z_]+[0-9]+\])[\[{{(](?:{_TEXT}|[\s\[\](){{}},:]|[\w.+\-]++)*+(?<=[\]}})\s])")
_IN_PRINTED = re.compile(rf"{_TEXT}|[\[{{()\]}}]")
_BRACKETS = dict.fromkeys("[{(", 1) | dict.fromkeys("]})", -1)


@dataclass(frozen=True, slots=True)
class Literal:
    """A text, where it stands with its quotes."""

    start: int
    end: int
    raw: str
    quote: str
    in_sql: bool

    @property
    def text(self) -> str:
        """What it means. Raises ValueError where it ends within an escape."""
        return _meant(self.raw, self.quote, in_sql=self.in_sql)

    @property
    def is_escaped(self) -> bool:
        return ("''" if self.in_sql else "\\") in self.raw

    def moved(self, spans: Sequence[Span]) -> list[Span]:
        """Spans of the whole as they lie in what this means. Raises ValueError where an escape would be cut."""
        found, raw, meant = list[Span](), self.start + 1, 0
        for start, end, kind in spans:
            first = meant + len(self._meant(raw, start))
            meant, raw = first + len(self._meant(start, end)), end
            found.append(Span(first, meant, kind))
        return found

    def escaped(self, text: str) -> str:
        """Another text as it stands between these quotes."""
        if self.in_sql:
            return text.replace("'", "''")
        single = repr(f'"{text}')[2:-1]  # a text with such a sign is what Python puts between single quotes
        return single if self.quote == "'" else single.replace("\\'", "'").replace('"', '\\"')

    def written(self, text: str) -> str:
        return f"{self.quote}{self.escaped(text)}{self.quote}"

    def _meant(self, start: int, end: int) -> str:
        """A part of it."""
        first = self.start + 1
        return _meant(self.raw[start - first : end - first], self.quote, in_sql=self.in_sql)


def literals_of(text: str) -> list[Literal]:
    """Those of a whole text that is SQL, or what Python prints of a list, an object or a row; none of others."""
    if _STATEMENT.match(text) or _CONDITION.fullmatch(text):
        return _of_statement(text)
    return _of_printed(text) if _PRINTED.fullmatch(text) else []


def _of_statement(text: str) -> list[Literal]:
    found = list(_IN_STATEMENT.finditer(text))
    if any(match["open"] for match in found):  # words, with an apostrophe
        return []
    return [Literal(*match.span(), match["text"], "'", True) for match in found if match["text"] is not None]


def _of_printed(text: str) -> list[Literal]:
    found, depth = list[Literal](), 0
    for match in _IN_PRINTED.finditer(text):
        if match[0] in _BRACKETS:
            depth += _BRACKETS[match[0]]
            if not depth and text[match.end() :].strip():  # several of them: lines of JSON, or words
                return []
        else:
            found.append(Literal(*match.span(), match[0][1:-1], match[0][0], False))
    return list(filter(_is_ours, found))


def _is_ours(literal: Literal) -> bool:
    """Whether we would write it the same."""
    try:
        return not literal.is_escaped or literal.escaped(literal.text) == literal.raw
    except ValueError:
        return False


def _meant(raw: str, quote: str, *, in_sql: bool) -> str:
    if in_sql:
        if raw.replace("''", "").endswith("'"):
            raise ValueError("half of an escape")
        return raw.replace("''", "'")
    if "\\" not in raw:
        return raw
    try:
        return str(ast.literal_eval(f"{quote}{raw}{quote}"))
    except SyntaxError as error:
        raise ValueError("half of an escape") from error
