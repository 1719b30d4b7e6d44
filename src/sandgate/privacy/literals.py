"""Texts between the quotes of a statement of SQL, or of what Python prints: what they mean, how others are written."""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence
from dataclasses import dataclass

from .detection import Span

_COMMENT = r"--[^\n]*+|/\*[^*]*+(?:\*(?!/)[^*]*+)*"
_STATEMENT = re.compile(
    rf"\s*+(?:(?:{_COMMENT})(?:\*/|\n)\s*+)*(?:EXPLAIN\s+(?:ANALYZE\s+)?)?"
    r"(?:SELECT\b.*?\bFROM\b|(?:INSERT|REPLACE|MERGE)\s+(?:OR\s+\w+\s+)?INTO\b|UPDATE\b[^;']*?\bSET\b|DELETE\s+FROM\b"
    r"|WITH\s[^;']*?\bAS\s*(?:(?:NOT\s+)?MATERIALIZED\s*)?\()",
    re.IGNORECASE | re.DOTALL,
)
_CONDITION = re.compile(
    r"\s*+(?:WHERE\s+)?[(\s]*+(?:NOT\s+)?(?:\w+\()?[\w.\"`]+\)?\s*+"
    r"(?:=|<>|!=|[<>]=?|(?:NOT\s+)?(?:I?LIKE|IN|BETWEEN)\b)\s*+\(?\s*+'[^\n]*+\s*",
    re.IGNORECASE,
)
"""What some tools take by itself: `full_name = 'Roe' AND …`. In lines that follow each other it would be settings."""
_IN_STATEMENT = re.compile(
    rf"{_COMMENT}|\$(\w*+)\$.*?(?:\$\1\$|\Z)|\"[^\"]*+\"|`[^`]*+`|\bE'[^'\\]*+(?:(?:\\.|'')[^'\\]*+)*'"
    r"|'(?P<text>[^']*+(?:''[^']*+)*)'|(?P<odd>')",
    re.IGNORECASE | re.DOTALL,
)
"""A text with escapes of its own, `E'…'`, is none of ours."""
_OPENING = re.compile(r"\s*+(?!\[[A-Za-z_]+[0-9]+\])[\[{(]")
_IN_PRINTED = re.compile(
    r"(?P<text>'[^'\\\n]*+(?:\\.[^'\\\n]*+)*'|\"[^\"\\\n]*+(?:\\.[^\"\\\n]*+)*\")"
    r"|(?P<bracket>[\[\](){}])|[\s,:\w.+\-]++|(?P<odd>.)"
)
_DEEPER = dict.fromkeys("[{(", 1) | dict.fromkeys("]})", -1)


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
    return _of_printed(text) if _OPENING.match(text) else []


def _of_statement(text: str) -> list[Literal]:
    found = list[Literal]()
    for match in _IN_STATEMENT.finditer(text):
        if match["odd"]:  # words, with an apostrophe
            return []
        if match["text"] is not None:
            found.append(Literal(*match.span(), match["text"], "'", True))
    return found


def _of_printed(text: str) -> list[Literal]:
    found, depth = list[Literal](), 0
    for match in _IN_PRINTED.finditer(text):
        if match["odd"]:
            return []
        if match["bracket"]:
            depth += _DEEPER[match[0]]
            if not depth and text[match.end() :].strip():  # several of them: lines of JSON, or words
                return []
        elif match["text"]:
            found.append(Literal(*match.span(), match[0][1:-1], match[0][0], False))
    return [] if depth else list(filter(_is_ours, found))


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
