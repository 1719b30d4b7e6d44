"""Tables in a text: comma, semicolon, tab or bar between the cells, names in the first line; rows of HTML."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from ..naming.keys import read_key
from ..secrets.sealed import may_be_sealed, sealed_parts
from .aligned import aligned
from .cells import Cell, Row
from .delimiters import bare, cells_of
from .enclosed import enclosed
from .headers import are_names, may_be_names, name_machines
from .lettered import lettered
from .lined import lined, parted
from .queries import queried
from .spaced import spaced
from .stacked import stacked
from .unsigned import unsigned
from .wikitext import wikitext

_RULE = re.compile(r"(?:[\s|:+=\-]+|\s*\\(?:hline|toprule|midrule|bottomrule)\s*)$")
_RULED = re.compile(
    r"[ \t|\r]*+\n[ \t]*+(?:\|?(?:[ \t]*+:?-{2,}+:?[ \t]*+\|)+[ \t]*+(?::?-{2,}+:?)?|-{2,}+(?:\+-{2,}+)+)"
    r"[ \t]*+\r?(?:\n|\Z)"
)
"""The line below a header, as Markdown and databases draw it: what stands above it are names, whatever they are."""
_RULE_BETWEEN = re.compile(r"[ \t]*[|+][\-+]{3,400}[|+][ \t\r]*\n")
_LINE = re.compile(r"[^\n]+")
_PAIRED = re.compile(
    r"^(?:\| ?)?(?P<key>[^\W\d][\w.\-/#()]{0,30}(?: [\w.\-/#()&]{1,30}){0,4}) *+[|\t] *+"
    r"(?P<value>[^|\t\n ](?:[^|\t\n]{0,299}?(?<! ))?|(?<= )) *+\|?\r?$",
    re.M,
)
"""A name and a value, with one bar or tab between them."""
_PARAMETER = re.compile(
    r"^/(?:[\w.\-]{1,60}/){0,8}(?P<key>[A-Za-z][\w.\-]{1,60})\t+(?:Secure)?String(?:List)?\t+"
    r"(?P<value>[^\t\n\0]{1,400}?)[ \t\r]*$",
    re.M,
)
"""`/app/prod/db_password`, its type and its value, as the store of parameters of AWS lists them."""
_STORED = re.compile(
    r"^(?:[\w.\-]{1,60}/){1,8}(?P<key>[A-Za-z][\w.\-]{1,60}):(?P<value>(?=[^\s:/])[^\n\0]{3,400}?)[ \t\r]*$", re.M
)
"""`apps/shop/db/password:…`, as Consul lists what it keeps."""
_SETTINGS = re.compile(
    r"^(?P<frame>\|?) {0,2}(?P<before>(?:(?:[a-z]{2,20}_|app)?id {0,30}[|,\t] {0,2})?)"
    r"(?:name|key|setting|variable|parameter|option|macro|k|[a-z]{2,20}_(?:name|key)|configkey)"
    r" {0,60}(?P<mark>[|,\t]) {0,2}(?:config|[a-z]{2,20}_)?value\b[^\n]{0,200}(?:\n[ |:\-+]{3,200})?$",
    re.M | re.I,
)
"""`name|value`, `option_id | option_name | option_value`."""
_COOKIES = re.compile(
    r"^[^\s|]{1,100}\|(?P<key>[\w.\-]{2,60})\|(?P<value>[^|\n\0]{8,4000})\|/[^\n]{0,200}$"
    r"|^\S{1,100}\t(?:TRUE|FALSE)\t/[^\t\n]{0,100}\t(?:TRUE|FALSE)\t\d{1,20}\t(?P<name>[\w.\-]{2,60})"
    r"\t(?P<cookie>[^\t\n\0]{8,4000})$",
    re.M,
)
"""A host, a name, a value and a path, as browsers keep cookies; and `cookies.txt`, as programs do."""
_ROW_BEGINS, _ROW_ENDS = re.compile(r"<tr\b[^<>]{0,200}>", re.I), re.compile(r"</tr>", re.I)
_MARKED_CELL = re.compile(
    r"<t[dh]\b[^<>]{0,200}>(?:\s|<(?!/?t[dhr]\b)[^<>]{0,200}>){0,20}(?P<cell>[^<>]{0,2000})", re.I
)
_HEADING = re.compile(r"<th\b", re.I)
_QUOTED = re.compile(r'"[^"]*"')
_PLAIN_NAME = re.compile(r"[a-z]+(?:_[a-z\d]+)*|[A-Z][a-z]+")
_PROGRAM_NAME = re.compile(r"[A-Za-z][A-Za-z\d]*(?:[_.\-][A-Za-z\d]+)+")
_TYPE = re.compile(
    r"(?:var)?char|text|str(?:ing)?|u?int(?:8|16|32|64|128)?|(?:big|small|tiny|huge)int|integer|float(?:32|64)?|double"
    r"|decimal\(\d{1,2},\d{1,2}\)|bool(?:ean)?|date|time|timestamp(?: with time zone)?|datetime|uuid|blob|json|object",
    re.I,
)
"""What some programs show below the name of a column."""
_RARE = ("::", "^", "~", "&")
"""What stands between cells in LaTeX, and where data holds every other sign."""
_PAIR = 2
_MOST_LINES = 40
_DRAWN = str.maketrans(
    {**dict.fromkeys("│┃║", "|"), **dict.fromkeys("─━═", "-"), **dict.fromkeys("┼╋╬├┤┬┴┌┐└┘┝┥╪╞╡", "+")}
)
"""Lines that are drawn with signs of their own, as terminals show tables."""


def tables(text: str) -> Iterator[Row]:
    if not text.isascii() and any(line in text for line in "│┃║"):
        text = text.translate(_DRAWN)
    if "\n" in text:
        upright = list(_upright(text)) if "|" in text or "\t" in text else []
        yield from _cookies(text) if "|/" in text or "\t/" in text else ()
        yield from _shown_once(text) if "|" in text else ()
        yield from _stored(text) if "/" in text and ":" in text else ()
        upright = (list(_parameters(text)) if "String\t" in text else []) or upright
        yield from upright
        lines = list(lined(text))
        yield from lines
        yield from aligned(text)
        known = [(row[0].start, row[-1].end) for row in lines]
        yield from (row for row in spaced(text) if not any(start <= row[0].start < end for start, end in known))
        yield from unsigned(text)
        yield from _settings(text) if "value" in text or "VALUE" in text or "Value" in text else ()
        yield from stacked(text)
        yield from lettered(text) if "A=" in text else ()
        if "{|" in text:
            yield from wikitext(text)
        yield from _delimited(text, [(row[0].start, row[-1].end) for row in reversed(upright)])
    yield from parted(text)
    yield from queried(text)
    if "</tr>" in text or "</TR>" in text:
        yield from _marked_up(text)


def _settings(text: str) -> Iterator[Row]:
    """Rows that name their own values, below `key|value|updated_at`. Only names of secrets: others are too plain."""
    for header in _SETTINGS.finditer(text):
        mark, place = header["mark"], header.end()
        marks = header.group().partition("\n")[0].count(mark)  # a line below it may have them too
        while (line := _LINE.match(text, place + 1)) and line.group().count(mark) == marks:
            cells = cells_of(*_inside(text, *line.span(), framed=header["frame"] != ""), text, mark)
            first = header["before"].count(mark)
            if len(cells) > first + 1 and read_key(name := text[slice(*cells[first])]).kind == "SECRET":
                yield [Cell(name, *bare(text, *cells[first + 1]), True)]
            place = line.end()


def _parameters(text: str) -> Iterator[Row]:
    """Rows without a header: the last word of a path names the value."""
    for found in _PARAMETER.finditer(text):
        yield [Cell(found["key"], *found.span("value"), True)]


def _stored(text: str) -> Iterator[Row]:
    """At least two lines of paths with their values; the last word of a path names a secret."""
    lines = list(_STORED.finditer(text))
    for line in lines if len(lines) > 1 else ():
        if read_key(line["key"]).kind == "SECRET":
            yield [Cell(line["key"], *line.span("value"), True)]


def _cookies(text: str) -> Iterator[Row]:
    """Rows without a header, too. Behind a dot may stand which server gave it out: `JSESSIONID.5e0c1f7a`."""
    for found in _COOKIES.finditer(text):
        key, value = ("key", "value") if found["key"] else ("name", "cookie")
        name = found[key] if read_key(found[key]).kind else found[key].partition(".")[0]
        if read_key(name).kind == "SECRET":
            yield [Cell(name, *found.span(value), True)]


def _shown_once(text: str) -> Iterator[Row]:
    """A box around a key that a service shows once: what stands beside its `value` tells that it is one."""
    lines = list(_PAIRED.finditer(text))
    fields = {line["key"]: line["value"] for line in lines}
    if len(lines) < _MOST_LINES and may_be_sealed(fields):
        parts = sealed_parts(fields)
        yield from ([Cell("secret", *line.span("value"), True)] for line in lines if line["key"] in parts)


def _marked_up(text: str) -> Iterator[Row]:
    """Tables of HTML; a row of another length, of headings or of names begins another one.

    Below headings that are marked as such, what reads like a name is a value: `qa.admin`.
    """
    header: list[str] = []
    marked = False
    lines = list(_marked_lines(text))
    if upright := _names_first(text, lines):
        yield upright
        return
    for heading, cells in lines:
        if heading:
            header = []
        if not header:
            yield from _settings_of_a_page(text, cells)
        names = [text[start:end] for start, end in cells]
        if not header or len(cells) != len(header) or (not marked and are_names(names)):
            header, marked = names if are_names(names) else [], heading
        else:
            yield [Cell(key, *place, True) for key, place in zip(header, cells, strict=True)]


def _settings_of_a_page(text: str, cells: list[tuple[int, int]]) -> Iterator[Row]:
    """`<td>3</td><td>smtp_password</td><td>…</td>` without headings: a name as programs have it, and its value."""
    for name, value in pairwise(cells):
        key = text[slice(*name)]
        if _PROGRAM_NAME.fullmatch(key) and read_key(key).kind == "SECRET" and value[0] < value[1]:
            yield [Cell(key, *value, True)]


def _marked_lines(text: str) -> Iterator[tuple[bool, list[tuple[int, int]]]]:
    for row in enclosed(text, _ROW_BEGINS, _ROW_ENDS):
        cells = [bare(text, *cell.span("cell")) for cell in _MARKED_CELL.finditer(text, *row)]
        yield bool(_HEADING.search(text, *row)), cells


def _names_first(text: str, lines: list[tuple[bool, list[tuple[int, int]]]]) -> Row:
    """`<td>Phone</td><td>…</td>` in each row: names to the left of their values."""
    if len(lines) < 2 or any(len(cells) != 2 for _, cells in lines):
        return []
    row = [Cell(text[slice(*cells[0])].rstrip(" :"), *cells[1], True) for _, cells in lines]
    values = [text[cell.start : cell.end] for cell in row]
    return row if _promised(row) > 1 and not any(read_key(value).kind for value in values) else []


def _upright(text: str) -> Iterator[Row]:
    """Tables whose names stand below each other, as databases show one row: `full_name | Jane Roe`."""
    row: Row = []
    end = -1
    for line in _PAIRED.finditer(text):
        if line.start() > end + 1 and not _RULE_BETWEEN.fullmatch(text, end + 1, line.start()):
            if _promised(row) > 1:
                yield row
            row = []
        end = line.end()
        row.append(Cell(line["key"], *bare(text, *line.span("value")), True))
    if _promised(row) > 1:
        yield row


def _promised(row: Row) -> int:
    return sum(bool(read_key(cell.key).kind) for cell in row)


def _delimited(text: str, known: list[tuple[int, int]]) -> Iterator[Row]:
    """Lines with as many cells as the header above them. One with another number is passed over; one cell ends it.

    `known` are parts that were read in another way, the last one first.
    """
    header: list[str] = []
    mark = ""
    framed = False
    place = 0
    rare = [each for each in _RARE if each in text]
    while line := _LINE.search(text, place):
        while known and known[-1][1] <= line.start():
            known.pop()
        if known and known[-1][0] <= line.end():
            header, place = [], known[-1][1]
            continue
        place = _end_of_row(text, *line.span()) if header else line.end()
        start, end = _inside(text, line.start(), place, framed=framed)
        if header and _RULE.match(text, start, end):
            continue
        cells = cells_of(start, end, text, mark) if header else []
        if cells and all(_TYPE.fullmatch(text, *cell) for cell in cells):
            continue
        if _fits(header, cells, mark) and not _begins_another(text, line.start(), start, end):
            yield [Cell(key, *place, True) for key, place in zip(header, cells, strict=False)]
            continue
        names, between = _header(text, *_inside(text, line.start(), place, framed=True), rare)
        if len(names) == _PAIR and _goes_on(text, line.start(), between):
            continue
        if names or len(cells) < 2:
            header, mark, framed = names, between, text.startswith("|", start)


def _fits(header: list[str], cells: list[tuple[int, int]], mark: str) -> bool:
    """Sheets leave out the empty cells that end a row; a tab stands nowhere but between cells."""
    return len(cells) == len(header) > 0 or (mark == "\t" and _PAIR < len(cells) < len(header))


def _goes_on(text: str, start: int, mark: str) -> bool:
    """Whether the line above has two cells as well: then both are a name and its value."""
    above = text[text.rfind("\n", 0, max(0, start - 1)) + 1 : max(0, start - 1)]
    return above.count(mark) == 1 and bool(above.replace(mark, "").strip(" -+:\r"))


def _begins_another(text: str, line: int, start: int, end: int) -> bool:
    """Whether a line of names below an empty one is the header of another table, with as many columns."""
    apart = text[line - 2 : line] == "\n\n" or text[line - 3 : line] == "\n\r\n"
    return apart and bool(_header(text, start, end)[0])


def _end_of_row(text: str, start: int, end: int) -> int:
    """Where a row ends: a cell in quotes may hold some lines."""
    quotes, last = text.count('"', start, end), end
    for _ in range(_MOST_LINES):
        if quotes % 2 == 0:
            return last
        following = text.find("\n", last + 1)
        following = len(text) if following < 0 else following
        quotes += text.count('"', last, following)
        last = following
    return end


def _inside(text: str, start: int, end: int, *, framed: bool) -> tuple[int, int]:
    """Without the bars that some tables have around them: one at each end, for the first cell may be empty."""
    while start < end and text[start] in " \r":
        start += 1
    while end > start and text[end - 1] in " \r\\":  # LaTeX ends a row with two of them
        end -= 1
    if not framed or text[start : start + 1] != "|":
        return start, end
    return start + 1, max(start + 1, end - (text[end - 1] == "|"))


def _header(text: str, start: int, end: int, rare: Sequence[str] = ()) -> tuple[list[str], str]:
    """The names in a line, if all its cells are names and at least one promises something."""
    if end - start > 4000:
        return [], ""
    for mark in rare:
        if text.count(mark, start, end) > 1:
            names = [name.strip() for name in text[start:end].split(mark)]
            if are_names(names):
                return names, mark
    if text.startswith("|", start) and text.count("||", start, end) > 1:
        names = [name.strip() for name in text[start:end].strip("|").split("||")]  # of a wiki
        return (names, "|") if are_names(names) else ([], "")
    for mark in "\t|;,":
        if text.count(mark, start, end):
            names = [text[a:b] for a, b in cells_of(start, end, text, mark)]
            if mark == "," and not _is_table(text, start, end, names):
                return [], ""
            if mark == "\t" and len({name.endswith(":") for name in names if name}) > 1:
                return [], ""  # `Account Name:` and its value
            ruled = mark == "|" and _RULED.match(text, end) and may_be_names(names)
            if ruled or are_names(names) or name_machines(names):
                return names, mark
    return [], ""


def _is_table(text: str, start: int, end: int, names: list[str]) -> bool:
    """Prose and code have a blank after a comma; a table that has it too shows itself by plain names and a next row."""
    if start > 1 and text[start - 1] == " ":
        return False
    if ", " not in _QUOTED.sub("", text[start:end]):
        return True
    following = _LINE.match(text, end + 1 + text.startswith("\r", end))
    row = cells_of(*_inside(text, *following.span(), framed=False), text, ",") if following else []
    return len(names) > 2 and len(row) == len(names) and all(map(_PLAIN_NAME.fullmatch, names))
