"""Phone numbers as people write them at home, whichever region was chosen: forms and places few other numbers have."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..checksums import digits_of
from ..kinds import Span
from .numbers import EXTENSION, LOOSE, counts_things, length_abroad, looks_dialled, near_a_phone_word

_ABROAD = re.compile(
    r"00(?<![\w.\-+/:]00)[1-9]\d{0,2}(?:[ .\-/]{1,2}(?:\(\d{1,4}\) ?)?\d{1,12}){1,7}" + EXTENSION + r"(?!\w|[\-/]\d)"
)
# Five pairs as in France, three groups with dashes as in Japan, three with blanks as in Britain and Australia, two
# pairs at the end as in Belgium and Switzerland, a dash before the extension as in Germany. Bytes and columns of a
# table stand in longer rows: no digits may stand beside them.
_AT_HOME = re.compile(
    r"0(?<![\w.\-+/:,]0)(?<!\d 0)(?<!\W[0-9A-Fa-f]{2} 0)"
    r"(?:[1-9](?P<gap>[ .\-])\d\d(?:(?P=gap)\d\d){3}(?!(?P=gap)[0-9A-Fa-f]{2}\b)"
    r"|[1-9]\d{0,2}-\d{3,4}-\d{4}|[1-9]\d{1,3} \d{3,4} \d{3,4}"
    r"|(?P<other>[1-9]\d{0,2} \d{2,3} \d\d \d\d|[1-9]\d\d\.\d{2,3}\.\d\d\.\d\d|[1-9]\d{1,4} \d{2,6}-\d{1,5})"
    r"|(?<=0)[1-9]\d{0,3}[ \-/]\d{6,8})(?!\w|[.\-/:,]\d| \d)"
)
# A nine of nine digits in four groups as in Spain; a dash and pairs behind it as in Sweden.
_PAIRED = re.compile(
    r"[06-9](?<![\w.\-+/:,#].)(?<!\d .)(?:(?<=[6-9])\d\d(?P<gap>[ .\-])\d\d(?P=gap)\d\d(?P=gap)\d\d"
    r"|(?<=0)[1-9]\d{0,2}-\d{2,3} \d{2,3} \d\d)(?!\w|[.\-/:,]\d| \d)"
)
_BRACKETED = re.compile(
    r"\((?<![\w)].)(?:0\d{1,4}\) ?\d{6,8}|0\d{1,4}\)[ \-]?\d{2,5}(?:[ \-]\d{2,4}){1,3}|0\d{2,4}\) ?\d{5}"
    r"|\d{3,5}\)[ \-]?\d{2,3}-\d\d-\d\d)(?!\w|[.\-/]\d)",
)
_SLASHED = re.compile(
    r"0(?<![\w.\-+/:,]0)(?<!\d 0)[1-9]\d{1,4} ?/ ?\d{2,8}(?:[ \-]\d{1,5}){0,4}(?!\w|[.\-/:,]\d| \d| ?/)"
)
"""`0221 / 716088`, as Germany and its neighbours write: fewer digits are a file or a page."""
_MOST_DIGITS = 11
_GERMAN_MOBILES = ("015", "016", "017")
_FEW_DIGITS = 8
_LINKED = re.compile(
    r"tel:[^\"'<>\n]{3,40}[\"'][^<>\n]{0,200}>(?:\s{0,8}<[^<>\n]{0,100}>){0,2}\s{0,20}"
    rf"(?P<value>{LOOSE.pattern})\s{{0,20}}(?=<)"
)
"""`<a href="tel:…">020 7946 0100</a>`: what is shown where a number can be dialled."""
_SIGNED = re.compile(rf"[.:](?<=[TMPFCDO].)(?<![^\s|>*\0]..) ?(?P<value>{LOOSE.pattern})(?=[ \t]*(?:[|,;·•\r\n\0]|\Z))")
_TITLED = re.compile(
    r"[BCDEFHKMOPTUW](?<![^\n|,·•\0 \t].)(?:(?<=[TMPFCDO])|(?:ffice|irect|esk|ork|ome|ain|üro|rivat|ienstlich|ureau"
    r"|omicile|ijo|ficina|rabajo|asa|fficio|antoor|erk|scritório)(?: (?:line|phone|no\.?|number))?[.:]?)[ \t]{1,4}"
    rf"(?P<value>{LOOSE.pattern})(?=[ \t]*(?:[|,;·•\r\n\0]|\Z))"
)
"""`Office: 030 12345` or `M 0171 2345`; what stands before it is looked at afterwards."""
_BEFORE_A_TITLE = re.compile(r"(?:^|[\n|,·•\0])[ \t>*]{0,4}\Z")
_LINE = re.compile(r"[\d(](?<![^\n|\0 \t].)[\d ()./\-]{7,18}\d(?=[ \t]*(?:[|\r\n\0]|\Z))")
"""A number that is all of a line, or of a part of it between bars."""
_BRACKETED_CONTACT = re.compile(
    rf";{{6}}(?:, (?P<value>{LOOSE.pattern})(?=\))| [/·•] (?P<other>{LOOSE.pattern})(?=[ \t]*(?:[|/·•\r\n\0]|\Z)))"
)
# Anchored on the sign beside a mailbox: numbers are many, and they are read backwards from there.
_BEFORE_A_MAILBOX = re.compile(r"[,; ](?<=\d.)(?:(?<=[,;])|[–\-/·•|(])[ \t]?;{6}")
_UP_TO_THERE = re.compile(rf"(?<![\w.+])(?P<value>{LOOSE.pattern})\Z")
_BEHIND_A_MAILBOX = re.compile(
    rf"[, ](?<=;{{6}}.)(?:(?<=,)|[–\-/·•|]) (?P<value>{LOOSE.pattern})(?=[ \t]*(?:[\r\n\0]|\Z))"
)
"""`Jane Roe – 600 100 200, jane@example.org`, and the other way round, as lists of people are written."""
_LONGEST_GROUP = 10
"""`3 471100000000`: an account, as clouds number them, behind another number."""
_LISTED = re.compile(
    r"^[ \t*•\-–]{0,4}[^\W\d_a-z][\w'’.\-]{0,20}(?: [^\W\d_][\w'’.\-]{0,20}){1,3}(?:,| [–\-/|:]|:) "
    rf"(?:;{{6,}}|(?P<value>{LOOSE.pattern}))(?=[ \t]*(?:[,;(–\r\n\0]|-|\Z))",
    re.M,
)
"""A line of a list of people: a name and a number, which may have been found already."""
_CLOSING = re.compile(
    r"(?:regards|wishes|sincerely|cheers|thanks|thank you|groet(?:en)?|gr(?:ü|u)(?:ß|ss)en?|cordialement|salutations"
    r"|saludos?|atentamente|saluti|atenciosamente|cumprimentos|pozdrawiam|pozdravem|hälsningar|hilsen|mvh|terveisin"
    r"|saygılarımla|üdvözlettel)[^\n]{0,30}\n(?:[^\n]{0,60}\n){1,5}[ \t]*\Z",
    re.I,
)
_LAST_LINE = re.compile(r"[\d(](?<=\n.)[\d ()./\-]{7,18}\d(?=\s*\Z|[ \t]*\r?\n\s*\n)")
_LETTER = 400
_NEXT_TO_IT = re.compile(r";{6}[ \t]*[|\n][ \t]*\Z|\A[ \t]*(?:\||\r?\n)[ \t]*;{6}")
_TIME = re.compile(r"1[4-8]\d{8}")
_SIGNATURE = re.compile(r";{6}|(?<![^\s|>*\0])[EW][.:] ?\S")
"""Another line of a signature: a mailbox, or what was found already and is hidden behind semicolons."""
_NEXT_LINES = 90
_LONGEST_NUMBER = 40
_LONGEST_LINE = 400
_MOST_BARS = 3
"""Between parts of a signature."""


def dialled(text: str) -> Iterator[Span]:
    for found in _AT_HOME.finditer(text):
        digits = digits_of(found.group())
        usual = len(digits) in (10, _MOST_DIGITS) or (len(digits) == _MOST_DIGITS + 1 and digits[:3] in _GERMAN_MOBILES)
        usual = usual or (found["other"] is not None and _FEW_DIGITS < len(digits) < _MOST_DIGITS + 2)
        if usual and not counts_things(text, found.start()):
            yield Span(found.start(), found.end(), "PHONE")
    for found in _PAIRED.finditer(text):
        if not counts_things(text, found.start()):
            yield Span(found.start(), found.end(), "PHONE")
    for found in _SLASHED.finditer(text) if "/" in text else ():
        if _FEW_DIGITS < len(digits_of(found.group())) < _MOST_DIGITS + 3 and not counts_things(text, found.start()):
            yield Span(found.start(), found.end(), "PHONE")
    if "(" in text:
        yield from (Span(found.start(), found.end(), "PHONE") for found in _BRACKETED.finditer(text))


def linked(text: str) -> Iterator[Span]:
    for found in _LINKED.finditer(text) if "tel:" in text else ():
        if looks_dialled(found["value"], at_least=6):
            yield Span(found.start("value"), found.end("value"), "PHONE")


def signed(text: str) -> Iterator[Span]:
    """`M: 0504-874 20`, `M 0504-874 20` or `Office: 0504-874 20` near `E: jane@example.org`, as letters end."""
    titled = (
        each for each in _TITLED.finditer(text) if _BEFORE_A_TITLE.search(text, max(0, each.start() - 5), each.start())
    )
    for found in (*_SIGNED.finditer(text), *titled):
        start, end = found.span("value")
        near = text[max(0, start - _NEXT_LINES) : start] + "\n" + text[end : end + _NEXT_LINES]
        dialled = looks_dialled(found["value"], at_least=7) and not _TIME.fullmatch(found["value"])
        if dialled and _SIGNATURE.search(near):
            yield Span(start, end, "PHONE")


def beside_a_mailbox(text: str) -> Iterator[Span]:
    """`Jane Roe (jane@example.org, 04564 91005)`, `jane@example.org / 04564 91005`."""
    for found in _BRACKETED_CONTACT.finditer(text) if ";;;;;;" in text else ():
        group = "value" if found["value"] else "other"
        value = found[group]
        decimal = value.replace(".", "", 1).isdigit() and "." in value
        sure = group == "value" or value[0] in "0(+"
        if sure and looks_dialled(value, at_least=8) and not decimal and not _TIME.fullmatch(value):
            yield Span(*found.span(group), "PHONE")


def in_a_list(text: str) -> Iterator[Span]:
    """Beside a mailbox on its line: digits in groups, or with a zero first."""
    if ";;;;;;" not in text:
        return
    ends = (found.start() for found in _BEFORE_A_MAILBOX.finditer(text))
    before = (_UP_TO_THERE.search(text, max(0, end - _LONGEST_NUMBER), end) for end in ends)
    for found in (*before, *_BEHIND_A_MAILBOX.finditer(text)):
        value = found["value"] if found else ""
        grouped = " " in value or "-" in value or (value[:1] == "0" and len(digits_of(value)) > _FEW_DIGITS)
        if found and text[found.start() - 2 : found.start()] == ": ":
            grouped = grouped or len(digits_of(value)) > _FEW_DIGITS
        counted = found is not None and counts_things(text, found.start("value"))
        wrong = counted or value[:2] in ("19", "20") or _TIME.fullmatch(value)
        wrong = wrong or max(map(len, value.split()), default=0) > _LONGEST_GROUP
        if found and grouped and not wrong and looks_dialled(value, at_least=8):
            yield Span(*found.span("value"), "PHONE")


def beside_names(text: str) -> Iterator[Span]:
    """`Jane Roe – 40 10 20 30` below `John Doe – +1 801-555-0146`: what one line of a list holds, the others do."""
    lines = list(_LISTED.finditer(text)) if ";;;;;;" in text else []
    if len(lines) > 1 and any(line["value"] is None for line in lines):
        for line in lines:
            value = line["value"] or ""
            counted = counts_things(text, line.start("value"))  # `Meeting ID: …`
            if " " in value and looks_dialled(value, at_least=8) and not counted:
                yield Span(*line.span("value"), "PHONE")


def below_a_name(text: str) -> Iterator[Span]:
    """The last line of a letter, below its greeting and the name of the one who wrote it."""
    for found in _LAST_LINE.finditer(text):
        dialled = 8 <= len(digits_of(found.group())) <= _MOST_DIGITS + 2 and looks_dialled(found.group())
        if dialled and _CLOSING.search(text, max(0, found.start() - _LETTER), found.start()):
            yield Span(found.start(), found.end(), "PHONE")


def below_a_mailbox(text: str) -> Iterator[Span]:
    """A number on a line of its own, next to one that holds nothing but what was found already: heads of letters."""
    for found in _LINE.finditer(text) if ";;;;;;" in text else ():
        before, after = text[max(0, found.start() - 12) : found.start()], text[found.end() : found.end() + 12]
        near = _NEXT_TO_IT.search(before) or _NEXT_TO_IT.search(after)
        barred = near is not None and "|" in near.group()
        dialled = 9 <= len(digits_of(found.group())) <= _MOST_DIGITS + 2 and looks_dialled(found.group())
        if near and dialled and (barred or found.group()[0] in "0(") and not _in_a_table(text, *found.span()):
            yield Span(found.start(), found.end(), "PHONE")


def _in_a_table(text: str, start: int, end: int) -> bool:
    """Whether there are many bars on its line, or some on the lines above and below."""
    first, last = max(0, start - _LONGEST_LINE), end + _LONGEST_LINE
    above = max(first - 1, text.rfind("\n", first, start))
    below = text.find("\n", end, last)
    below = last if below < 0 else below
    near = text[max(0, above - _NEXT_LINES) : max(0, above)] + text[below : below + _NEXT_LINES]
    return text.count("|", above + 1, below) > _MOST_BARS or any(line in near for line in ("|", "-+", "=+"))


def out_of_a_country(text: str) -> Iterator[Span]:
    """Two zeros in the place of the plus."""
    for found in _ABROAD.finditer(text) if "00" in text else ():
        length = length_abroad("+" + found.group()[2:], sure=not near_a_phone_word(text, found.start()))
        if length and not counts_things(text, found.start()):
            yield Span(found.start(), found.start() + length + 1, "PHONE")
