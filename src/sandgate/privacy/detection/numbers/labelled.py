"""Values that only a word before or after them explains: numbers of documents, birthdays, national phone numbers."""

from __future__ import annotations

import re
from bisect import bisect
from collections.abc import Iterator
from functools import lru_cache

from ..kinds import Span
from ..labels import DATE, Label
from ..phones.calls import CALLS, is_phone
from ..phones.numbers import LOOSE, counts_things
from ..words import vocabulary
from .papers import PAPERS

_LABELS = (*PAPERS, *CALLS)
_NUMBER = LOOSE.pattern
_AFTER = re.compile(
    r"(?<![\w\-])(?<![A-Za-z]/)(?P<value>[+(\d][\d ()./\-]{4,24}\d(?: ?x ?\d{1,6})?)"
    r"(?P<gap> ?-? ?| (?:telefonisch |jederzeit |gerne? |immer |auch |altijd |zu |te ){1,2}| \("
    r"|,? (?:that['’]s|that is|it['’]s|is) (?:my|our|the|his|her|their) )\Z"
)
_DONE_TO = re.compile(r" (?:deleted|merged|created|updated|archived|assigned|closed|removed|added)\b")
"""Behind `contact 595187217`: what happened to a record."""
_AND_ANOTHER = re.compile(
    r"(?:,| or| and| oder| und| ou| o| of| lub| eller| /),?"
    r"(?: (?:(?:my|his|her|our) [^\W\d_]{2,20}|[^\W\d_a-z][\w'’\-]{1,20})(?: [^\W\d_a-z][\w'’\-]{1,20})?"
    r"(?: \([^()\n\0]{1,30}\))? (?:on|at|unter|op|au|al|pod))? "
    rf"(?P<value>{_NUMBER})(?!\w|[\-/]\d)"
)
_SOME_DIGITS = re.compile(r"[0-9](?:[^\w\n]{0,3}\d){3,40}")
# Written without blanks between words, so that no word begins or ends.
_EASTERN = re.compile(
    r"(?:手机|手機|电话|電話|携帯|전화|휴대|연락|拨打|撥打|致电|联系|聯絡|連絡)[^\d\n\0+(]{0,8}"
    rf"(?P<value>{_NUMBER})(?![A-Za-z0-9_]|[\-/]\d)"
)
_FISCAL = re.compile(r"(?<!\w)[A-Z]{6}\d{2}[A-EHLMPRST]\d{2}[A-Z]\d{3}[A-Z](?!\w)")
"""The number of a taxpayer of Italy: its digits stand apart."""
_MIXED = tuple(
    (stem[1:], stem, label)
    for label in PAPERS
    for stem in label.stems
    if stem in ("passport", "passaport", "pasaporte", "passeport", "reisepass", "patente", "führerschein", "rijbewijs")
)
"""Documents whose numbers may have few digits together; looked for without their first letter, small or not."""
_MINUTES = re.compile(r":\d\d(?!\d)")
_WINDOW = 80
_LONG = 4000
_ENDS_A_TAG = re.compile(r"</[\w:.\-]{0,20}$")
_WORDS_AFTER = (
    "office", "fax", "mobile", "cell", "home", "work", "landline", "erreichbar", "erreichen", "bereikbaar", "bereiken",
    "joignable", "number",
)  # fmt: skip
_CALLED = re.compile(
    r"[A-Za-z\d][@/_]\Z|\b(?:[A-Z]{1,4}|sha|rev|git|commit|build|run|job|pr|tag|release|main|master|dev|prod)-\Z"
    r"|\bID\b\W{0,3}\Z"
)
"""`hotline chat CH-1861555`, `phone conference ID: …`: the number belongs to that."""
_IN_A_PATH = re.compile(r"/[\w\-]+/\Z")
_BIRTHDAY_AFTER = re.compile(
    rf"(?P<value>{DATE}) (?:(?:is|was) (?:my|his|her|their) (?:birthday|dob|date of birth)"
    r"|(?:in [^\W\d_]{2,30} )?geboren)",
    re.I,
)


def labelled(text: str) -> Iterator[Span]:
    if not text.isascii():
        for found in _EASTERN.finditer(text):
            if is_phone(found["value"]):
                yield Span(found.start("value"), found.end("value"), "PHONE")
    for found in _FISCAL.finditer(text) if "iscal" in text else ():
        yield Span(found.start(), found.end(), "NATIONAL_ID")
    for rest, stem, label in _MIXED:
        for place in _occurrences(text, rest):
            yield from _behind(text, place - 1, stem, label)
    near = _Neighbourhoods(text)
    if not near.text:
        return
    plain = near.text.isascii()
    for label in _LABELS:
        for stem in label.plain_stems if plain else label.stems:
            for place in near.places(stem):
                yield from _behind(text, place, stem, label)
    for word in _WORDS_AFTER:
        for place in near.places(word):
            yield from _before(text, place, word)
    for word in ("birth", "dob", "geboren"):
        for place in near.places(word):
            found = _BIRTHDAY_AFTER.search(text, max(0, place - 60), place + 20)
            if found:
                yield Span(found.start("value"), found.end("value"), "BIRTHDAY")


def _occurrences(text: str, word: str) -> Iterator[int]:
    place = text.find(word, 1)
    while place > 0:
        yield place
        place = text.find(word, place + len(word))


@lru_cache(maxsize=1024)  # of labels, never of what was read
def _longest_part(label: str) -> str:
    return max(label.split(), key=len)


class _Neighbourhoods:
    """What stands around numbers, in lower case: a label elsewhere announces nothing."""

    def __init__(self, text: str) -> None:
        self._starts: list[int] = []
        self._offsets: list[int] = []
        parts: list[str] = []
        reached = length = 0
        for found in _SOME_DIGITS.finditer(text):
            start, end = max(reached, found.start() - _WINDOW), found.end() + _WINDOW // 4
            start = max(start, text.rfind("\0", start, found.start()) + 1)  # no label reaches into another text
            over = text.find("\0", found.end(), end)
            end = over if over > 0 else end
            if end > start:
                part = text[start:end]
                parts.append(part)
                self._starts.append(start)
                self._offsets.append(length)
                length += len(part)
                reached = end
        whole = "".join(parts)
        lowered = whole.replace("İ", "I").lower()  # it would become two
        self.text = lowered if len(lowered) == len(whole) else whole
        self._different = vocabulary(self.text) if len(whole) > _LONG else self.text

    def places(self, word: str) -> Iterator[int]:
        """Where a word stands in the text, near a number.

        There are hundreds of words, and a long text says few different ones: most are ruled out by looking at those.
        """
        if _longest_part(word) not in self._different:
            return
        found = self.text.find(word)
        while found >= 0:
            window = bisect(self._offsets, found) - 1
            yield self._starts[window] + found - self._offsets[window]
            found = self.text.find(word, found + len(word))


def _behind(text: str, place: int, stem: str, label: Label) -> Iterator[Span]:
    if place and text[place - 1].isalpha() and len(stem) < 5:
        return
    if text[place - 1 : place] == "-" and text[place + len(stem) : place + len(stem) + 1] == "-":
        return  # `JS-PASSPORT-1804291` is what something is called
    if stem == "otp" and text.startswith("OTP-", place):
        return  # `OTP-3006`, as `PROJ-482`
    if stem == "info" and text.startswith("INFO", place):
        return  # the level of a line of a log
    if _ENDS_A_TAG.search(text, max(0, place - 24), place):
        return  # what stands behind `</phone>` is something else
    for start in (place, max(0, place - 5), max(0, place - 9)):  # "telephone", "tax id", "bank account" hold their stem
        found = label.form.match(text, start, place + 110)
        if found and not (found["value"].isdigit() and _DONE_TO.match(text, found.end("value"))):
            kind = label.check(found["value"])
            if _MINUTES.match(text, found.end("value")):
                return  # `ordered by phone 29/09 14:12`
            if kind == "PHONE" and counts_things(text, found.start("value")):
                return  # `call me about order 4711 0815`
            if _is_a_name(text, place, found.start("value"), kind):
                return
            if kind:
                opened = found["value"][0] == "(" and ")" not in found["value"]  # of what it stands in
                yield Span(found.start("value") + opened, found.end("value"), kind)
            if kind == "PHONE":
                yield from _also(text, found.end("value"))
            return


def _is_a_name(text: str, place: int, start: int, kind: str) -> bool:
    """Whether the number is a part of what something is called: `…/mobile-app/runs/4711081500`."""
    if text[start - 1] == " " and not text.endswith(("ID ", "ID: "), 0, start):
        return False
    path = _IN_A_PATH.search(text, place, start) and not text.startswith("tel", place)
    return bool(path or (kind == "PHONE" and _CALLED.search(text, place, start)))


def _also(text: str, end: int) -> Iterator[Span]:
    """`… or 089 123456`: another number after one that was announced."""
    while found := _AND_ANOTHER.match(text, end):
        if not is_phone(found["value"]):
            return
        end = found.end("value")
        yield Span(found.start("value"), end, "PHONE")


def _before(text: str, place: int, word: str) -> Iterator[Span]:
    end = place + len(word)
    if text[end : end + 1].isalnum() or not place or text[place - 1].isalnum():
        return
    found = _AFTER.search(text, max(0, place - 50), place)
    bare = found is not None and found["value"].isdigit() and len(found["value"]) < 10  # mostly something else's number
    if word == "number" and found and ("i" not in found["gap"] or text.startswith(" of ", end)):
        return  # `that's the number`, and not the number of something
    if found and not bare and is_phone(found["value"]):
        yield Span(found.start("value"), found.end("value"), "PHONE")
