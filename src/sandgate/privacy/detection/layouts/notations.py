"""Names and values as programs and pages write them: dumps of objects, parts of a form, flags, labels in tags."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape

from ..naming.keys import read_key
from .cells import Cell
from .dumps import CLOSED, DUMPS, KEY, VALUE, WORDS, Notation

_NOTATIONS: tuple[Notation, ...] = (
    # `["name"]=> string(8) "Jane Roe"`, as PHP dumps an array
    (
        ') "',
        re.compile(rf"\[\"{KEY}\"(?::\w{{1,12}})?\]=>\s{{1,20}}string\(\d{{1,5}}\) \"{VALUE}\""),
        True,
    ),
    # `[name] => Jane Roe`
    ("] =>", re.compile(rf"^[ \t]{{0,40}}\[{KEY}\] => (?P<value>[^\n\0(]{{1,300}}?)[ \t\r]*$", re.M), True),
    # `:name=>"Jane Roe"`, `Name:"Jane Roe"`, of Ruby and Go
    ('=>"', re.compile(rf":{KEY}=>\"{VALUE}\""), True),
    # `full_name -> Jane Roe`
    (" -> ", re.compile(rf"^[ \t]{{0,20}}{KEY} -> (?P<value>[^\n\0(){{}}\[\]]{{2,200}}?)[ \t\r]*$", re.M), False),
    # parts of a form that was sent
    (
        "form-data",
        re.compile(
            rf"form-data; name=\"{KEY}\"\r?\n(?:[\w\-]{{1,40}}: [^\n]{{0,80}}\n){{0,2}}\r?\n"
            r"(?P<value>[^\r\n\0]{1,300})"
        ),
        True,
    ),
    # `-F 'full_name=Jane Roe'`
    (" -F ", re.compile(rf"-F [\"']{KEY}=(?P<value>[^\"'\n\0@]{{1,300}})[\"']"), True),
    (" -d ", re.compile(rf"-d [\"']{KEY}=(?P<value>[^\"'&\n\0]{{1,300}})[\"']"), True),
    # `--full-name "Jane Roe"`
    (" --", re.compile(rf"--(?<=\s--){KEY}[ =](?P<mark>[\"'])(?P<value>[^\"'\n\0$]{{2,300}})(?P=mark)"), True),
    # `('name', 'Jane Roe')`, as Python lists pairs
    ("', '", re.compile(rf"\((?<!\w\()'{KEY}', '(?P<value>[^'\n\0]{{1,300}})'\)"), True),
    # `* Name – Jane Roe`, `Full name = Jane Roe`
    (" – ", re.compile(rf"^[ \t]{{0,8}}[*•\-] {WORDS} – (?P<value>[^\n\0]{{2,200}}?)[ \t\r]*$", re.M), False),
    (
        " = ",
        re.compile(
            r"^(?P<key>[A-Z][\w'’]{1,20}(?: [\w'’]{1,20}){1,3}) = (?P<value>[^\n\0=(){}]{2,200}?)[ \t\r]*$", re.M
        ),
        False,
    ),
    # `- textbox "Full name" [ref=e9]: Jane Roe`, as a browser that is driven by a program tells what a page shows
    (
        "[ref=",
        re.compile(
            rf"- (?:textbox|combobox|searchbox|spinbutton|listbox|cell|option)(?: \"| {{3}}){WORDS}(?:\"| {{2}})"
            r"(?: \[[\w=\-]{1,30}\]){1,6}: (?P<value>[^\n\0]{1,300}?)(?=[ \t\r]*$|  +- )",
            re.M,
        ),
        True,
    ),
    *DUMPS,
)
_WEAK = frozenset({"", "known", "mentioned", "variant", "login"})
"""Words that begin any line of a page."""
_IN_TAGS = re.compile(
    r">\s{0,10}(?P<key>[^\W\d_][^<>\0\n:]{1,40}?)\s{0,4}:?\s{0,4}</(?:span|div|label|b|strong|p|em|h\d)>:?\s{0,20}"
    r"(?:<(?!/?(?:tr|table|ul|ol)\b)[^<>\0]{0,120}>\s{0,20}){0,3}(?P<value>[^<>\0\s][^<>\0\n]{1,200}?)\s{0,20}(?=<|\Z)"
)
"""`<span class="label">Name</span><span>Jane Roe</span>`, `<b>Name:</b> Jane Roe<br>`."""
# Anchored on the sign: names are everywhere, and they are read backwards from there.
_SIGNED: tuple[tuple[str, re.Pattern[str]], ...] = (
    (':"', re.compile(r":\"(?P<value>[^\n\0\"]{1,300})\"")),
    ("=", re.compile(r"=(?P<value>[^\W\d_a-z][\w.'’&\-]*(?:,? [\w.'’&\-]+){1,6}?)(?=, [A-Za-z]\w{1,40}=|[)}\]])")),
)
"""`Name:"Jane Roe"` of Go, and `Customer(name=Jane Roe, plan=gold)`, as Java shows an object."""
_BEFORE_A_SIGN = re.compile(r"(?:^|(?<!\$)[({ ,])(?P<key>[A-Za-z]\w{1,40})\Z")
_LONGEST_KEY = 42
_LONGEST_COLUMN = 50
_IN_BRACES: tuple[tuple[str, re.Pattern[str]], ...] = (
    (
        ":",
        re.compile(
            r":(?<=[A-Za-z]:)(?P<value>[^\s:{}\"'\[\]/,][^:{}\n\0\"]{0,200}?)(?= [A-Z][A-Za-z]{1,30}:[^\s/]|\})"
        ),
    ),
    (
        " = ",
        re.compile(r" = (?P<value>[^\s,{}\"'=()\[\]][^{}\"'=()\n\0]{0,200}?)(?=, [A-Z]\w{1,40} = | \})"),
    ),
)
"""`{FullName:Jane Roe Phone:…}` of Go and `Customer { FullName = Jane Roe, Phone = … }` of C#: no quotes."""
_SQL = ("WHERE ", " SET ", " WHEN ", "where ", " set ")
_COMPARED = re.compile(r"[\"`\]] ?(?:=|<>|!=) ?'(?P<value>(?:[^'\n\0]|''){1,300})'")
_COLUMN = re.compile(r"[\"`\[](?P<key>[A-Za-z_][\w .\-]{1,48})\Z")
"""`SET "full name"='Jane Roe'`, `WHERE c.[full name] <> 'Jane Roe'`: columns in quotes."""
_FEWEST = 3
_CODE = re.compile(r"[:=]|\bself\b")


def noted(text: str) -> Iterator[Cell]:
    for hint, form, sure in _NOTATIONS:
        if hint in text:
            for found in form.finditer(text):
                key = found["key"]
                yield Cell(unescape(key) if "&" in key else key, *found.span("value"), sure)
    if "</" in text:
        for found in _IN_TAGS.finditer(text):
            if read_key(found["key"]).form not in _WEAK:
                yield Cell(found["key"], *found.span("value"), False)
    yield from _closed(text)
    if any(word in text for word in _SQL):
        yield from _compared(text)
    for hint, form in (*_SIGNED, *_IN_BRACES) if "{" in text else _SIGNED:
        for found in form.finditer(text) if hint in text else ():
            name = _BEFORE_A_SIGN.search(text, max(0, found.start() - _LONGEST_KEY), found.start())
            if name:
                yield Cell(name["key"], *found.span("value"), True)


def _compared(text: str) -> Iterator[Cell]:
    for found in _COMPARED.finditer(text):
        column = _COLUMN.search(text, max(0, found.start() - _LONGEST_COLUMN), found.start())
        if column:
            yield Cell(column["key"], *found.span("value"), True)


def _closed(text: str) -> Iterator[Cell]:
    """At least three on one line that promise something, each another one."""
    for hint, form in CLOSED:
        lines: dict[int, list[Cell]] = {}
        for found in form.finditer(text) if text.count(hint) >= _FEWEST else ():
            if read_key(found["key"]).kind and not _CODE.search(found["value"]):
                line = text.rfind("\n", 0, found.start())
                lines.setdefault(line, []).append(Cell(found["key"], *found.span("value"), True))
        for cells in lines.values():
            if len({cell.key for cell in cells}) >= _FEWEST:
                yield from cells
