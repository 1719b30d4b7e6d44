"""Rows that queries of databases carry or give: `INSERT`, `COPY`, and what stands below a `SELECT`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from ..naming.keys import read_key, words_of
from ..words import words
from .cells import Cell, Row
from .delimiters import bare, cells_of

_TABLE = r"(?P<table>(?:\[[^\]\n]{1,80}\]|[^\s(\[]){1,200})"
_INSERT = re.compile(
    rf"INSERT\s+(?:IGNORE\s+)?(?:INTO\s+)?{_TABLE}\s*(?:\((?P<columns>[^()]{{1,2000}})\)\s*)?"
    r"(?:OVERRIDING\s+\w+\s+VALUE\s+)?VALUES\s*(?=\()",
    re.I,
)
_COPY = re.compile(rf"COPY\s+{_TABLE}\s*\((?P<columns>[^()]{{1,2000}})\)\s+FROM\s+stdin\b[^\n]{{0,100}}")
"""How Postgres writes what it holds: rows follow until a line with a dot."""
_CREATE = re.compile(rf"CREATE\s+TABLE\s+(?:IF\s+NOT\s+EXISTS\s+)?{_TABLE}\s*(?=\()", re.I)
_DECLARED = re.compile(
    r"\s*(?!(?:PRIMARY|UNIQUE|FOREIGN|FULLTEXT|SPATIAL|KEY|INDEX|CONSTRAINT|CHECK)\b)[`\"\[]?(?P<name>\w{1,64})", re.I
)
_TUPLES = tuple(
    (
        re.compile(rf"\((?P<cells>(?:{quoted}|[^'\"()]++|{nested})*)\)\s*,?\s*"),
        re.compile(rf"\s*+(?P<cell>(?:{quoted}|[^'\"(),]++|{nested})*)(?:,|\Z)"),
    )
    for text in (r"'[^']*+'", r"'[^'\\]*+(?:\\.[^'\\]*+)*'")
    for quoted in (rf"{text}|\"[^\"]*+\"",)
    for nested in (rf"\((?:{quoted}|[^'\"()]++|\((?:{quoted}|[^'\"()]++)*\))*\)",)
)
"""A row and its cells; and the same as MySQL writes it, where a backslash stands before a quote in a text."""
_LITERAL = re.compile(
    r"(?:\w{1,20}\s*\(\s*)?(?:\w{1,12}\s?)?'(?P<text>.*?)'(?:::\w[\w ]*|\s+AS\s+[^()']{1,30}\)|\s*,.*\)|\s*\))?"
)
"""`N'Roe'`, `CAST(N'1980-04-16' AS Date)`, `'Roe'::text`."""
_HOLDS = words("key value code")
"""Columns that are named after their table: the `key` in a table of tokens."""
_OF_SECRETS = re.compile(r"\boauth2? .{0,30}(?:client|application|app)s?$")
_MIXED = re.compile(r"(?=[^a-z]*[a-z])(?=[^A-Z]*[A-Z])[\w\-+/=]{20,}")
_BY_A_MACHINE = "key value"
"""What is called so only where a machine wrote it."""
_SELECT = re.compile(
    r"\bselect\s++(?:distinct\s++)?(?P<columns>[\w.,\"`][\w.,\s\"`]{2,799}?)(?<!\s)\s++from\s[^\n]*", re.I
)
_LINE = re.compile(r"[^\n]+")
_ALIAS = re.compile(r"(?<!\s)\s++(?:as\s++)?(?=\w+$)", re.I)
_NAMES, _VALUES = words("k key name setting option parameter config_key"), words("v val value config_value")
"""Columns of settings: each row has a name of its own."""
_PATH = re.compile(r"\w{1,60}(?:/\w{1,60}){1,8}")
_MOST_ROWS = 500
_BEFORE_ROWS = 6
"""Lines between a query and what it gives: the rest of it, names of columns, a rule."""


def queried(text: str) -> Iterator[Row]:
    if "FROM stdin" in text:
        yield from _copied(text)
    if "VALUES" in text or "values" in text:
        yield from _inserted(text)
    if "\n" in text and ("select " in text or "SELECT " in text):
        yield from _selected(text)


def _selected(text: str) -> Iterator[Row]:
    """Rows with as many cells as the query asks for, and no header of their own: `psql -t` gives such."""
    read = 0
    for found in _SELECT.finditer(text):
        if found.start() < read:
            continue  # what stands in a row is no query that has rows of its own
        columns = [_column(name) for name in found["columns"].split(",")]
        if len(columns) < 2 or not any(read_key(name).kind for name in columns):
            continue
        place, before = found.end(), 0
        for _ in range(_MOST_ROWS):
            line = _LINE.match(text, place + 1)
            cells = _cells_below(text, *line.span()) if line else []
            if line is None or (len(cells) != len(columns) and before >= _BEFORE_ROWS):
                break
            place = line.end()
            if len(cells) == len(columns) and [text[slice(*where)].strip() for where in cells] == columns:
                before += 1  # their names
            elif len(cells) == len(columns):
                before, read = _BEFORE_ROWS, place
                yield [Cell(key, *where, True) for key, where in zip(columns, cells, strict=True)]
            else:
                before += 1


def _cells_below(text: str, start: int, end: int) -> list[tuple[int, int]]:
    for mark in "|\t":
        if text.count(mark, start, end):
            return cells_of(start, end, text, mark)
    return []


def _column(name: str) -> str:
    """`u.full_name AS owner` is called `owner`."""
    return _ALIAS.split(name.strip(' \t\n"`'))[-1].rpartition(".")[2].strip('"`')


def _copied(text: str) -> Iterator[Row]:
    place = 0
    while found := _COPY.search(text, place):
        columns = _named(found["table"], found["columns"].split(","))
        place = found.end()
        while (line := _LINE.match(text, place + 1)) and not line.group().startswith("\\."):
            cells = cells_of(*line.span(), text, "\t")
            if len(cells) == len(columns):
                yield [Cell(key, *where, True) for key, where in zip(columns, cells, strict=True)]
            place = line.end()


def _inserted(text: str) -> Iterator[Row]:
    made = dict(_made(text))
    for found in _INSERT.finditer(text):
        names = found["columns"].split(",") if found["columns"] else made.get(_bare(found["table"]), [])
        columns = _named(found["table"], names)
        place = found.end()
        while (read := _tuple(text, place, len(columns))) and read[1] > place:
            cells, place = read
            if len(cells) == len(columns) == 2 and columns[0] in _NAMES and columns[1] in _VALUES:
                yield [Cell(text[slice(*cells[0])], *cells[1], True)]
            elif columns and len(cells) == len(columns):
                yield [Cell(key, *where, True) for key, where in zip(columns, cells, strict=True)]
            elif not columns and (named := _by_paths(text, cells)):
                yield from named
            elif not columns and _holds_secrets(found["table"]):
                yield from ([Cell(_BY_A_MACHINE, *where, True)] for where in cells if _MIXED.fullmatch(text, *where))


def _by_paths(text: str, cells: list[tuple[int, int]]) -> list[Row]:
    """`'system/smtp/password','…'`: a path names the value behind it."""
    return [
        [Cell(text[slice(*name)], *value, True)]
        for name, value in pairwise(cells)
        if _PATH.fullmatch(text, *name) and read_key(text[slice(*name)]).kind == "SECRET"
    ]


def _made(text: str) -> Iterator[tuple[str, list[str]]]:
    """The names of the columns of each table that the text makes."""
    for found in _CREATE.finditer(text):
        read = _tuple(text, found.end(), 0)
        lines = (_DECLARED.match(text, *place) for place in (read[0] if read else ()))
        yield _bare(found["table"]), [line["name"] for line in lines if line]


def _tuple(text: str, place: int, count: int) -> tuple[list[tuple[int, int]], int] | None:
    """Where the cells of a row stand, and where it ends: as many as there are columns, if it can be read so."""
    read: tuple[list[tuple[int, int]], int] | None = None
    for row, cell in _TUPLES:
        if found := row.match(text, place):
            cells = [_literal(text, *each.span("cell")) for each in cell.finditer(text, *found.span("cells"))]
            cells.pop()  # nothing, behind the last one
            read = cells, found.end()
            if len(cells) == count or not count:
                return read
    return read


def _literal(text: str, start: int, end: int) -> tuple[int, int]:
    start, end = bare(text, start, end)
    found = _LITERAL.fullmatch(text, start, end)
    return found.span("text") if found else (start, end)


def _named(table: str, columns: list[str]) -> list[str]:
    """The names of columns; those that say nothing are called after their table."""
    names = [name.strip(" \t\r\n\"'`[]") for name in columns]
    thing = words_of(_bare(table)).removesuffix("s")
    if read_key(thing).kind == "SECRET" and not {"key", "value"}.issubset(names):
        names = [thing if name.lower() in _HOLDS else name for name in names]
    if thing.endswith("session"):
        names = ["session id" if name.lower() == "id" else name for name in names]
    if read_key(f"{thing} code").kind == "SECRET":
        names = [f"{thing} code" if name.lower() == "code" else name for name in names]
    return names


def _bare(table: str) -> str:
    """`[dbo].[Patient]` and `public.patient` without what holds them."""
    return table.rpartition(".")[2].strip("\"'`[];").lower()


def _holds_secrets(table: str) -> bool:
    thing = words_of(_bare(table))
    return read_key(thing.removesuffix("s")).kind == "SECRET" or bool(_OF_SECRETS.search(thing))
