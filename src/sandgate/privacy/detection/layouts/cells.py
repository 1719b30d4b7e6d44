"""Named values that stand in a text, row by row, and which of them are personal."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from html import unescape
from typing import NamedTuple
from urllib.parse import unquote_plus

from ..fields.columns import lists_things
from ..fields.locations import names_a_road
from ..fields.paired import paired
from ..fields.promises import Promises
from ..kinds import Span
from ..naming.keys import MEASURE, MESSAGE, NOT_OF_A_MACHINE, OPAQUE, VERSION, Field, is_city, read_key, words_of
from ..naming.roles import is_said_abroad
from ..numbers.identities import allowed_for_a_nino
from ..people.names import (
    given_first,
    has_a_legal_form,
    is_company,
    is_embossed,
    is_full_name,
    is_given,
    is_known_name,
    is_name,
    is_part_of_a_name,
    is_single_name,
    is_uncased,
    is_written_name,
    joins_families,
)
from ..phones.numbers import end_of_number
from ..secrets.marked import is_provider_key
from ..secrets.written import is_written_secret
from ..words import phrases

_BREAK = re.compile(
    r"\s*(?:[,;|·•]\s| / (?=[^\W\d_][\w ]{1,24}(?:: | \d))"
    r"| ?(?:様|さん|殿|님|씨)(?=[\s(,、。]|$)| [(<]|\s[\-–]\s|\t| {2,}|\. |\)|[\"'] "
    r"| at (?=\+\d|\(\d|0\d\d|\d{3}[ .\-]\d{3}|[\w.+\-]{1,40}@))"
)
_TOKEN = re.compile(r"[^\s,;|]+")
_SCHEME = re.compile(r"(?:Bearer|Basic|Token|Digest)\s+", re.I)
_CODE_AFTER = frozenset("([{.")
_SENTENCE = re.compile(r"(?:(?<=\d)|(?<=[^\W\d_]{4}))\.\s+(?=[^\W\d_a-z])")
"""Where a sentence ends behind an address, and not an abbreviation in it."""
_NEXT_NAME = re.compile(r" \| \*{0,2}[^\W\d_][\w '’\-]{1,30}:|(?: \| [^\n|]{1,80}){0,8}\r?(?:\n|\Z)")
"""Another name with its value follows behind a bar, or parts that end the line; a command goes on in another way."""
_QUOTES = "\"'`"
_LAST_SIGNS = re.compile(r"[.*,:;]{0,4}")
_MOST_SIGNS = 5
_STOP = re.compile(r"\.(?:[\s\"'*)\],;|<]|$)")
_DATED = re.compile(r",? \(?(?:\d{1,2}[./]\d{1,2}[./]\d{2,4}|\d{4}-\d\d-\d\d)(?!\d)")
"""`author: Jane, 12/10/2024`: when somebody did what the name of the field tells."""
_CLASS = re.compile(r"(?:^|[ .\]/])[A-Z]+[a-z\d]*[A-Z]\w*$")
_SETTING_NAME = re.compile(
    r"\**(?:[A-Za-z\d]+[_\-][\w\-]+|[A-Za-z][a-z]+[A-Z]\w+|\w+\*+|build|version|batch|invoice|sha|uuid)\**"
)
_SETTING = re.compile(r"(?:^|[\n\0])[ \t]*[\w.\-]{1,40}[ \t]*=[ \t]*\Z")
"""`password = …`, alone on its line."""
_TITLE = re.compile(r"(?:Dr|Mr|Mrs|Ms|Mx|Herr|Frau|Mme|Sra)\.? ")
_DOUBTED = ("login", "role", "known", "variant", "letter")
"""Forms of names that are found in prose only where a given name begins them."""


_CAPITALS = re.compile(
    r"[^\W\d_a-z][\w'’]+(?:-[^\W\d_a-z][\w'’]+|,? (?:and|und|et|y|e|&) [^\W\d_a-z][\w'’\-]+"
    r"|, [^\W\d_a-z][\w'’\-]+| (?:(?:van|von|de|der|den|of|du|di|da) )?(?:&|[^\W\d_a-z])[\w'’.\-]*){1,5}"
)
_ROAD = (
    r"(?:(?:[a-z]{2,3}\.|chemin|rue|avenue|via|viale|calle|avenida|rua|ulica|aleja|aleje|plac|osiedle|skwer|strada) )?"
)
_BEGINS_WITH_A_ROAD = re.compile(
    r"(?:chemin|rue|avenue|boulevard|place|quai|allée|impasse|via|viale|calle|avenida|rua|ulica|aleja|aleje"
    r"|plac|osiedle|skwer|strada|ul\.) (?:d[eu] |de la |des |di |do |da )?[^\W\d_a-z]"
)
_WRITTEN_ADDRESS = re.compile(
    rf"(?=[^()\[\]{{}}=\"]{{8,200}}$)"
    rf"(?:\d{{1,6}}(?:[/\-]\d{{1,4}})?\w?,? .*[A-Z].*|{_ROAD}[^\W\d_a-z](?:.*\b\d.*,.*|.*,.*\b\d.*"
    r"|[^\W\d_][^\d,:;]{4,50} \d{1,5}(?: ?[a-zA-Z]|[/\-]\d{1,4})?(?:,? {1,2}[^\W\d_]{1,12}\.? ?\d{1,5}[a-zA-Z]?){0,4}))"
    r"|(?:〒?\d{3}-?\d{4} )?[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af][^()\[\]{}=\"]{3,80}"
)


_ATTRIBUTE = re.compile(r"<[\w:.\-]{1,40} (?:[\w:.\-]{1,40}=\"[^\"<>]{0,60}\" ){0,2}[nN]ame=\"\Z")
_LONGEST_TAG = 240
_OF_SOMEONE = frozenset({"EMAIL", "PHONE", "BIRTHDAY", "PASSPORT", "NATIONAL_ID"})
_LINE_NAME = re.compile(
    r"(?:^|[\n\0]|(?P<part>[·|•] ))[ \t>*\-•]{0,4}[^\W\d_a-z][\w '’/\-]{2,40}\*{0,2} ?:\*{0,2}[ \t]{1,20}\Z"
)
"""`Traveller: ` at the beginning of a line, or of a part of it."""
_REACHED_AT = r"\+?\(?\d[\d ()./\-]{5,24}|<?[\w.+\-]{1,64}@"
_WITH_A_NUMBER = re.compile(rf"[^\n():]{{3,60}} \((?:{_REACHED_AT}|(?:ID: )?[A-Z](?=[A-Z]*\d)[A-Z\d]{{7,12}}\))")
"""Whoever has one: `Jane Roe (030 123456)`, `Jane Roe (jane@example.org)`, `Jane Roe (U024BE7LH)`."""
_BEFORE_A_NUMBER = re.compile(rf"(?P<name>[^\n,;()<>@|]{{3,60}}?)(?:, ?| [–\-] | ?[(<])(?:{_REACHED_AT})")
_HOME_NUMBER = re.compile(r"(?!\d{3}-\d\d-\d{4}$)(?:\+\d|0[1-9]|\(0)(?:[ ()./\-]{0,2}\d){7,12}")
_REACHED = re.compile(r"(?!\d{1,4}[./\-]\d{1,2}[./\-]\d|1[4-8]\d{8}\b)[+(]?\d(?:[ ()./\-]{0,2}\d){8,13}(?!\w)")
_CAMEL = re.compile(r"[a-z]+[A-Z]\w*")
_LONGEST_KEY = 60
_NO_SECRETS = (MEASURE, MESSAGE, OPAQUE, VERSION)
_OF_SOME_KIND = frozenset({"number", "value", "Number", "Value", "identifier", "code", "Code", "key"})
"""Columns whose values others explain: `passport,X1234567` below `type,number`."""
_ACCOUNTS = frozenset(
    phrases("""
    username, user name, user, userid, user id, login, login name, login id, account, benutzer, benutzername, usuario,
    utente, identifiant, utilisateur, gebruikersnaam, uzytkownik, логин, 用户名
""")
)
_SIGNS = frozenset({"title", "position", "job title", "signature", "signed"})
"""What stands below a name where somebody signs."""


class Cell(NamedTuple):
    """A value and its name. `sure` where the writing shows where the value ends: quotes, tags, columns."""

    key: str
    start: int
    end: int
    sure: bool


Row = list[Cell]


def personal(text: str, rows: Iterable[Row], promises: Promises, *, in_prose: bool = False) -> Iterator[Span]:
    """In prose and in code a bare `name` is mostly that of a thing."""
    rows = list(rows)
    listed: set[tuple[str, ...]] = set() if in_prose else _lists_of_things(text, rows, promises)
    for row in rows:
        if not any(promises.speaks(cell.key) or (cell.sure and cell.key in _OF_SOME_KIND) for cell in row):
            continue
        keys = tuple(cell.key for cell in row)
        shape = promises.shape(keys, "listed" if keys in listed else "")
        fields = shape.fields
        if shape.pair and not in_prose:
            fields = paired([text[cell.start : cell.end] for cell in row], fields, shape.pair)
        signs = in_prose and not _SIGNS.isdisjoint(cell.key.lower() for cell in row)
        for cell, field in zip(row, fields, strict=True):
            if field.kind:
                wary = in_prose and field.form == "named" and not signs
                wary = wary or (in_prose and field.form == "called" and _is_an_attribute(text, cell))
                form, _, other = field.form.partition("/")  # of what stands first in its name
                if in_prose and other == "reached" and (number := _REACHED.match(text, *_trimmed(text, *cell[1:3]))):
                    yield Span(number.start(), number.end(), "PHONE")
                    continue
                promised = field
                if in_prose and not (cell.sure and other):
                    promised = field._replace(form="maybe" if wary else form)
                if in_prose and other == "someone" and text[cell.start : cell.end].strip()[:1].isalpha():
                    promised = field._replace(kind="PERSON", form=other)  # `Caller: Jane Roe`
                if field.kind == "COMPANY" and in_prose and _tells_of_someone(fields):
                    promised = field._replace(form="known company")
                if in_prose and promised.form in _DOUBTED and _is_of_a_form(text, cell, promised.form, fields):
                    promised = field._replace(form="someone")
                yield from _judged(text, cell, promised, promises, prose=in_prose)


def _is_an_attribute(text: str, cell: Cell) -> bool:
    """`<add name="Reporting" …>`: what elements are called, though somebody stands near them."""
    return bool(_ATTRIBUTE.search(text, max(0, cell.start - _LONGEST_TAG), cell.start))


def _lists_of_things(text: str, rows: Sequence[Row], promises: Promises) -> set[tuple[str, ...]]:
    """The headers below which bare names are mostly nobody's."""
    tables: dict[tuple[str, ...], list[Row]] = {}
    for row in rows:
        tables.setdefault(tuple(cell.key for cell in row), []).append(row)
    found: set[tuple[str, ...]] = set()
    for keys, below in tables.items():
        places = [place for place, field in enumerate(promises.shape(keys, "").fields) if field.form == "named"]
        if places and lists_things(text[row[places[0]].start : row[places[0]].end].strip(_QUOTES) for row in below):
            found.add(keys)
    return found


def _tells_of_someone(fields: Iterable[Field]) -> bool:
    """Whether a paragraph names a mailbox and a phone as well, as forms do that somebody filled in."""
    return {"EMAIL", "PHONE"} <= {field.kind for field in fields}


def _is_of_a_form(text: str, cell: Cell, form: str, fields: Iterable[Field]) -> bool:
    """Whether a line begins with its name, and more is told of whoever plays that part: below it, or in brackets.

    No program says in other languages who plays it. `From:` and `To:` stand before places as well.
    """
    line = _LINE_NAME.search(text, max(0, cell.start - _LONGEST_KEY), cell.start)
    if not line:
        return False
    if form in ("role", "known") and not line["part"] and any(field.kind in _OF_SOMEONE for field in fields):
        return True
    abroad = form == "role" and any(map(is_said_abroad, words_of(cell.key).split()))
    return abroad or bool(_WITH_A_NUMBER.match(text, cell.start, cell.end))


def numbers_of_machines(text: str, rows: Iterable[Row], spans: Iterable[Span]) -> Iterator[Span]:
    """The spans that are whole cells of columns such as `id` or `version`, and so not what they look like."""
    rows, spans = list(rows), list(spans)
    kinds = {(cell.start, cell.end): NOT_OF_A_MACHINE.get(read_key(cell.key).form) for row in rows for cell in row}
    if any(span.kind == "SECRET" for span in spans):
        named = (place for row in rows for place in (*_accounts(row), *_identified(text, row)))
        kinds |= {place: ("SECRET",) for place in named if not is_provider_key(text[slice(*place)].strip())}
    return (span for span in spans if span.kind in (kinds.get((span.start, span.end)) or ()))


def _identified(text: str, row: Row) -> Iterator[tuple[int, int]]:
    """Whole cells below the name of an id or of a sum: whatever their neighbours speak of, that is what they are."""
    for cell in row:
        if read_key(cell.key).form in _NO_SECRETS:
            yield cell.start + text.startswith("-", cell.start), cell.end


def _accounts(row: Row) -> Iterator[tuple[int, int]]:
    """Who logs in, beside the column of passwords: what looks like one there is not."""
    accounts = [cell for cell in row if words_of(cell.key) in _ACCOUNTS]
    if accounts and any(read_key(cell.key).kind == "SECRET" for cell in row):
        yield from ((cell.start, cell.end) for cell in accounts)


def named_numbers(text: str, rows: Iterable[Row]) -> Iterator[tuple[tuple[int, int], tuple[str, ...]]]:
    """Where numbers of machines stand in running text, and what they are not: `build="10.2.14.93"`.

    Words before a colon may be a sentence, `reach me at: …`, so there only a name that no sentence has counts.
    """
    for row in rows:
        for cell in row:
            if cell.sure or _SETTING_NAME.fullmatch(cell.key):
                form = read_key(cell.key).form
                if form in (MEASURE, VERSION):
                    yield _trimmed(text, cell.start, cell.end), NOT_OF_A_MACHINE[form]


def _judged(text: str, cell: Cell, field: Field, promises: Promises, *, prose: bool) -> Iterator[Span]:
    words = field.kind not in ("PERSON", "COMPANY")
    over = _SENTENCE.search(text, cell.start, cell.end) if field.kind == "ADDRESS" and not cell.sure else None
    cell = cell._replace(end=over.start()) if over else cell
    for start, until in _ends(text, cell, words=words, parts=field.kind != "SECRET"):
        end = until
        if field.kind == "PHONE" and not cell.sure:
            end = end_of_number(text, start, start + len(text[start:end].rstrip(" /-–(")))
        value = text[start:end]
        if field.kind == "SECRET" and text.startswith("***", end) and text[start - 1 : start] != "*":
            return  # `pat-na1-********`: what is left of one that is covered
        if field.kind == "PERSON" and not cell.sure and ("+" in value or "%20" in value):
            value = unquote_plus(value)  # of a form that was sent
        if field.kind in ("PERSON", "COMPANY", "ADDRESS"):
            value = _as_meant(value)
        plain = value.isascii() and value.islower()
        if field.kind == "PERSON" and plain and (read_key(value).kind or (prose and cell.key == "name")):
            return  # `name="email"` names a field, `name = "left-pad"` a package
        if prose and cell.key.lower() == "name" and _CAMEL.fullmatch(value):
            return  # `<a name="getErrorHandler">`
        if prose and field.kind == "PERSON" and _HOME_NUMBER.fullmatch(value):
            yield Span(start, end, "PHONE")  # `the plumber: 020 7946 0100`
            return
        kind = promises.judge(field, value) if cell.sure or _allowed(text, cell.key, field, value, end) else ""
        if kind:
            scheme = _SCHEME.match(value) if kind == "SECRET" else None
            start -= _begins_with_a_star(text, cell, start) if kind == "SECRET" else 0
            end = _with_its_signs(text, cell, start, end) if kind == "SECRET" else end
            yield Span(start + (scheme.end() if scheme else 0), end, kind)
            return


def _as_meant(value: str) -> str:
    """Without the signs that pages and databases write for others."""
    value = unescape(value) if "&" in value and ";" in value else value
    return value.replace("\\'", "'").replace("''", "'") if "'" in value else value


def _begins_with_a_star(text: str, cell: Cell, start: int) -> bool:
    """Right behind a quote it is of the secret, and of no bold letters."""
    return (
        cell.sure
        and text[start - 1 : start] == "*"
        and text[start - 2 : start - 1] in _QUOTES
        and start - 1 == cell.start
    )


def _with_its_signs(text: str, cell: Cell, start: int, end: int) -> int:
    """Where a secret ends, which may end with a stop: behind all that is in its quotes, or given to a setting."""
    mark = text[start - 1 : start]
    closed = text.find(mark, end, end + _MOST_SIGNS) if mark in _QUOTES and mark else -1
    if closed >= 0:
        return closed if _LAST_SIGNS.fullmatch(text, end, closed) else end
    given = cell.sure or _SETTING_NAME.fullmatch(cell.key.replace(".", "_"))
    given = given or _SETTING.search(text, max(0, start - _LONGEST_KEY), start)
    return cell.end if given and _LAST_SIGNS.fullmatch(text, end, cell.end) else end


def _ends(text: str, cell: Cell, *, words: bool, parts: bool) -> Iterator[tuple[int, int]]:
    """All of the value; where nothing shows its end, also the first part of it and, if `words`, its first word.

    The first word of a line that is no name as a whole is no name either. Without `parts` the word comes first: the
    signs between parts may stand in a password.
    """
    if cell.sure and _has_doubled_quotes(text, cell):
        yield cell.start, cell.end
        return
    start, end = _trimmed(text, cell.start, cell.end)
    if start == end or (cell.sure and text[start - 1 : start] == "<" and text[end : end + 1] == ">"):
        return  # `<value>` stands where a value shall stand
    yield start, end
    if cell.sure:
        reached = _BEFORE_A_NUMBER.match(text, start, end)
        if reached:  # `Jane Roe, 030 123456` in a cell
            yield start, reached.end("name")
        return
    title = _TITLE.match(text, start, end)  # the stop in `Dr. Roe (…)` ends nothing
    part = _BREAK.search(text, title.end() if title else start, end)
    if part and not words and part.group().strip() == "," and " " not in text[start : part.start()]:
        more = _BREAK.search(text, part.end(), end)  # `Roe, Jane, born in …`
        if more and is_given(text[part.end() : more.start()]):
            yield _trimmed(text, start, more.start())
    word = _TOKEN.match(text, start, end) if words else None
    shorter = (part.start() if part else end, word.end() if word else end)
    for until in shorter if parts else reversed(shorter):
        if start < until < end:
            yield _trimmed(text, start, until)


def _has_doubled_quotes(text: str, cell: Cell) -> bool:
    """Whether it stands in quotes and writes its own twice: then those are of the value, also at its ends."""
    closed = text[cell.start - 1 : cell.start] == '"' == text[cell.end : cell.end + 1]
    return closed and text.find('""', cell.start, cell.end) >= 0


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    while start < end and text[start] in " \t\"'`*<":
        start += 1
    while end > start and text[end - 1] in " \t\"'`*.,;:>\r\\":
        end -= 1
    return start, end


def _allowed(text: str, key: str, field: Field, value: str, end: int) -> bool:
    """Without quotes a word after a colon may be prose, and one after an equals sign may be code."""
    follows = text[end : end + 1]
    if field.kind in ("PERSON", "COMPANY"):
        written = (
            _is_written_company(key, field, value) if field.kind == "COMPANY" else _is_written_name(key, field, value)
        )
        goes_on = follows in _CODE_AFTER and not _STOP.match(text, end)
        piped = text.startswith(" |", end) and not _NEXT_NAME.match(text, end)
        written = written or (is_single_name(value) and is_given(value) and bool(_DATED.match(text, end)))
        return written and not goes_on and not piped and not text.startswith(" =", end)
    if field.form == "host" and value.isdigit():
        return True
    if field.form in ("code", "drawn", "access"):
        return len(value) > 3 or key.lower().startswith("cv")
    if field.kind == "SECRET":
        return is_written_secret(text, key, field.form, value, end)
    if field.form == "nino":
        return allowed_for_a_nino(value[:2])
    if field.form in ("address", "street"):
        road = (value[0].isupper() or _BEGINS_WITH_A_ROAD.match(value)) and "=" not in value and names_a_road(value)
        return (
            bool(road)
            or bool(_WRITTEN_ADDRESS.fullmatch(value))
            or (is_city(key) and value[0].isupper() and is_name(value))
        )
    if field.form == "postcode":
        return value.upper() == value or ", " in value  # `Exampleton, 44712`
    return field.form != "email"  # found by its form, wherever it stands


def _is_written_name(key: str, field: Field, value: str) -> bool:
    """A log names the class that speaks, `ActivityManager: Skipping`, or the part: `Client: Connected`."""
    if has_a_legal_form(value) or ("/" in value and is_embossed(value, key)):
        return True
    if _TITLE.match(value) and is_full_name(value):
        return True
    if field.form in ("party", "name", "called", "someone", "holder") and is_company(value) and value[:1].isupper():
        return True
    if field.form not in ("someone", *_DOUBTED):
        part = is_part_of_a_name(value) if field.form in ("name", "called") else joins_families(value)
        return is_written_name(given_first(value)) or part
    if _CLASS.search(key):
        return is_known_name(given_first(value))
    if field.form in _DOUBTED:
        turned = given_first(value)
        return is_given(turned) and is_full_name(turned)
    single = is_single_name(value) and is_given(value)
    return single or is_uncased(value) or is_full_name(given_first(value))


def _is_written_company(key: str, field: Field, value: str) -> bool:
    """With its form behind it, or some words that all have capitals: `Lane-Lloyd`, `Baker, Hobbs and Howard`."""
    if field.form == "firm":
        return is_company(value) or (" " in value and joins_families(value))
    single = is_single_name(value) and (field.form == "known company" or _SETTING_NAME.fullmatch(key))
    return bool(single) or is_company(value) or bool(_CAPITALS.fullmatch(value))
