"""Columns of a table that hold anything, until some of their values say what: the others that look so are too.

`| Service | Key |` where most are secrets; a column `to` in which some are numbers with a plus.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from ..kinds import Span
from ..naming.keys import read_key
from ..phones.numbers import looks_dialled
from ..secrets.looks import look_of
from ..secrets.marked import is_uuid
from ..secrets.providers import is_public
from ..secrets.spares import announces_spares
from ..secrets.values import secret_test
from ..words import words
from .cells import Cell, Row

_CALLED = re.compile(r"(?:api )?(?:keys?|values?|credentials?|tokens?|secrets?|access)", re.I)
_LOGIN = re.compile(r"log-?ins?|credentials?|access|accounts?|zugang|user ?/ ?pass(?:word)?", re.I)
_PAIR = re.compile(r"`?[\w.@\-]{2,40}`?(?: [/:] `?(?P<apart>[^\s`]{6,64})| ?[/:] ?(?P<password>[^\s/`]{6,64}))`?")
_NUMBER = re.compile(r"0x[0-9a-f]{64}")
_MIXED = re.compile(r"(?=[^a-z]*[a-z])(?=[^A-Z]*[A-Z])(?=[^\d]*\d)[\w\-+/=]{20,}")
"""As keys are, and hashes and numbers of records are not."""
_ID = re.compile(
    r"(?i:(?:[a-z\d]+[_\-./])+(?:ids?|tag|version|uuid|guid|sid|url|uri|arn|sha|commit|revision|digest|etag|checksum|fingerprint))"
    r"|[a-z]+(?:[A-Z][a-z]+)*(?:Id|Uuid|Sid|Url|Arn|Sha|Commit|Revision|Digest|Etag|Checksum|Fingerprint)"
)
_HEADING = re.compile(
    r"^[^\n]{0,40}\b(?:api|app(?:lication)?|access|secret|service|deploy|admin)[ \-](?:keys?|tokens?)\b[^\n]{0,20}\Z",
    re.I | re.M,
)
"""Above a table of which a column is called `Key`."""
_MOST_OTHERS = 3
"""Of as many values one has to be sure."""
_QUOTES = "`\"' *"
_OF_FINDINGS = words("rule severity component issue issuetype summary assignee milestone")
"""What a table of things to be done has: its `Key` numbers them."""
_CODES = re.compile(r"(?:voucher )?codes?|vouchers?|c[oó]digos?|codici|codice", re.I)
_PIN = re.compile(r"(?:[A-Za-z\-]{2,16}-)?(?:PIN|Pin|PUK|TAN)(?:[ -]?(?:[Cc]ode|Nr\.?|number))?:? ?(?P<value>\d{4,8})")
_NEAR = 320
"""Characters from a table to the line that says what it lists."""
_SHORTEST = 6
_GROUPS = re.compile(r"[A-Za-z0-9]{3,64}(?:[ \-][A-Za-z0-9]{3,12}){0,5}")
_is_kept = secret_test("recovery")


def alike(text: str, rows: Sequence[Row], found: Iterable[Span]) -> Iterator[Span]:
    columns: dict[tuple[str, int], list[Cell]] = {}
    for row in rows:
        for place, cell in enumerate(row):
            if _CALLED.fullmatch(cell.key.strip()) and not _is_a_finding(row):
                columns.setdefault((cell.key, place), []).append(cell)
    if not columns:
        return
    secrets = [span for span in found if span.kind == "SECRET"]
    identified = {cell for row in rows for cell in _identified(text, row)}
    for (name, _), cells in columns.items():
        places = [_bare(text, cell) for cell in cells]
        known = [any(span.start < end and span.end > start for span in secrets) for start, end in places]
        values = [text[start:end] for start, end in places]
        if _holds_secrets(name, values, sum(known)) or (
            all(map(_is_made, values)) and _HEADING.search(text, 0, _begins(text, cells[0].start))
        ):
            for (start, end), is_known in zip(places, known, strict=True):
                covered = text.startswith("***", end)  # `pat-na1-********`
                if not is_known and not covered and (start, end) not in identified and _is_made(text[start:end]):
                    yield Span(start, end, "SECRET")


def _begins(text: str, place: int) -> int:
    """Where the paragraph begins in which a table stands."""
    return max(0, text.rfind("\n\n", 0, place))


def dialled_alike(text: str, rows: Sequence[Row], found: Iterable[Span]) -> Iterator[Span]:
    """Numbers as they are dialled at home, in a column with some that can be dialled from anywhere."""
    phones = {(span.start, span.end) for span in found if span.kind == "PHONE"}
    columns: dict[tuple[str, int], list[tuple[int, int]]] = {}
    for row in rows if phones else ():
        for place, cell in enumerate(row):
            if cell.end > cell.start:
                columns.setdefault((cell.key, place), []).append(_bare(text, cell))
    for places in columns.values():
        if _MOST_OTHERS * len(phones.intersection(places)) >= len(places):
            others = (place for place in places if place not in phones)
            yield from (Span(*place, "PHONE") for place in others if looks_dialled(text[slice(*place)], at_least=8))


def without_a_name(text: str, rows: Sequence[Row]) -> Iterator[Span]:
    """Secrets in columns whose names do not call them so."""
    yield from _logins(text, rows)
    yield from _pins(text, rows)
    yield from _spare(text, rows)


def _logins(text: str, rows: Sequence[Row]) -> Iterator[Span]:
    """`svc_app / Plum4711!` in a column of logins: who, and what lets them in."""
    for row in rows:
        for cell in row:
            pair = _PAIR.fullmatch(text, cell.start, cell.end) if _LOGIN.fullmatch(cell.key.strip()) else None
            group = "apart" if pair and pair["apart"] else "password"
            if pair and look_of(pair[group]) in ("mixed", "signed", "generated"):
                yield Span(*pair.span(group), "SECRET")


def _pins(text: str, rows: Sequence[Row]) -> Iterator[Span]:
    """`PIN 4711` in a cell beside a password; elsewhere it may be a part of a machine."""
    for row in rows:
        found = [pin for cell in row if (pin := _PIN.fullmatch(text, cell.start, cell.end))]
        if found and any(read_key(cell.key).kind == "SECRET" for cell in row):
            yield from (Span(*pin.span("value"), "SECRET") for pin in found)


def _spare(text: str, rows: Sequence[Row]) -> Iterator[Span]:
    """A column of codes, each as long as the others, above or below a line that calls them backup codes."""
    cells = [cell for row in rows for cell in row if _CODES.fullmatch(cell.key.strip()) and cell.end > cell.start]
    if not cells:
        return
    codes = [text[cell.start : cell.end] for cell in cells]
    alike = len(set(map(len, codes))) == 1 and len(codes[0]) >= _SHORTEST and all(map(_GROUPS.fullmatch, codes))
    alike = alike and 2 * sum(map(bool, map(_is_kept, codes))) > len(codes)  # some have no digit by chance
    first, last = min(cell.start for cell in cells), max(cell.end for cell in cells)
    if alike and (announces_spares(text, max(0, first - _NEAR), first) or announces_spares(text, last, last + _NEAR)):
        yield from (Span(*cell[1:3], "SECRET") for cell in cells)


def _holds_secrets(name: str, values: Sequence[str], known: int) -> bool:
    if read_key(name).kind == "SECRET" or 2 * known >= len(values):
        return True
    if "alue" in name.lower():
        return False
    return known > 0 or (all(map(_is_made, values)) and any(map(_MIXED.fullmatch, values)))


def _identified(text: str, row: Row) -> Iterator[tuple[int, int]]:
    """The values of a row in which another cell says that it is an id: `| measurement_id | … |`."""
    if any(_ID.fullmatch(text, *_bare(text, cell)) for cell in row):
        yield from (_bare(text, cell) for cell in row)


def _is_a_finding(row: Row) -> bool:
    return len(_OF_FINDINGS.intersection(cell.key.strip().lower() for cell in row)) > 1


def _bare(text: str, cell: Cell) -> tuple[int, int]:
    start, end = cell.start, cell.end
    while start < end and text[start] in _QUOTES:
        start += 1
    while end > start and text[end - 1] in _QUOTES:
        end -= 1
    return start, end


def _is_made(value: str) -> bool:
    made = is_uuid(value) or _NUMBER.fullmatch(value) or look_of(value) in ("generated", "mixed", "signed")
    return " " not in value and bool(made) and not is_public(value)
