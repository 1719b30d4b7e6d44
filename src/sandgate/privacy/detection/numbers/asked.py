"""Answers that the question on the line above explains, as calls are written down: `Your date of birth?`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from ..checksums import digits_of
from ..kinds import Span
from ..labels import DATE
from ..phones.numbers import LOOSE, counts_things, looks_dialled

_ANSWER = re.compile(
    r"(?<=[?.:])[ \t\"'”*]{0,4}\r?\n\s{0,4}(?:> ?)?(?:[*_]{0,2}[\[(]?(?:\d{1,4}[./\-]\d{1,2}[./\-]\d{1,4},? )?"
    r"\d\d?:\d\d(?::\d\d)?(?: ?[AaPp][Mm])?[\])]?[*_]{0,2}[ \-–]{0,3})?"
    r"(?:[*_]{0,2}[^\n:?\d\0]{1,40}(?: \([^()\n\0]{1,20}\))?[*_]{0,2} ?:[*_]{0,2}[ \t]{1,3})?(?P<said>[^\n\0]{4,120})"
)
"""The line below a question, without the time and the one who speaks."""
_TOLD = re.compile(
    r"please (?:\w+ (?:or|and) )?(?:enter|tell|say|type|provide|confirm|give|state|key|verify|share)\b|\bplease$", re.I
)
_LONGEST_QUESTION = 160
_SOON = 40
"""Characters in front of what was asked for: `Sure, it's …`."""
_SHORTEST_PHONE = 7
_FEWEST_DIGITS = 3
_DECIMAL = re.compile(r"\d+[./]\d+")


def _is_a_phone(value: str) -> bool:
    return _has_digits(value) and looks_dialled(value, at_least=_SHORTEST_PHONE) and not _DECIMAL.fullmatch(value)


def _has_digits(value: str) -> bool:
    return len(digits_of(value)) > _FEWEST_DIGITS


class _Question(NamedTuple):
    form: re.Pattern[str]
    value: re.Pattern[str]
    kind: str
    check: Callable[[str], bool] = _has_digits


_QUESTIONS = (
    _Question(
        re.compile(
            r"date of birth|birth ?da(?:y|te)|\bdob\b|\bborn\b|geburtsdatum|geboren|date de naissance"
            r"|fecha de nacimiento|data di nascita|data de nascimento|geboortedatum",
            re.I,
        ),
        re.compile(rf"(?<!\w)(?:{DATE})(?!\w|[\-/]\d)", re.I),
        "BIRTHDAY",
    ),
    _Question(
        re.compile(r"social(?: security)?(?: number)?$|social security|\bssn\b", re.I),
        re.compile(r"(?<![\w\-])\d{3}[ .\-]?\d{2}[ .\-]?\d{4}(?![\w\-])"),
        "SSN",
    ),
    _Question(
        re.compile(
            r"phone|mobile|\bcell\b|whatsapp|(?:contact|callback|new|reach|call|your|his|her) (?:\w+ ){0,3}number"
            r"|number (?:\w+ ){0,4}(?:call|reach)|telefonnummer|handynummer|numéro de (?:téléphone|portable)"
            r"|número de teléfono|numero di telefono|telefoonnummer|welche[rn]? nummer|quel numéro|qué número"
            r"|che numero|welk nummer|jaki(?:m)? numer",
            re.I,
        ),
        re.compile(rf"(?<![\w.\-])(?:{LOOSE.pattern})(?!\w|[\-/]\d)"),
        "PHONE",
        _is_a_phone,
    ),
)
_OF_SOMETHING_ELSE = re.compile(
    r"\b(?:(?<!on the )(?<!on this )(?<!on your )order"
    r"|tracking|card|account|invoice|(?<!in )case|reference|ticket|policy|booking|serial|model|version|flight"
    r"|iban)\b",
    re.I,
)


def asked(text: str) -> Iterator[Span]:
    for answer in _ANSWER.finditer(text) if "?" in text or "lease" in text else ():
        question = _question(text, answer.start())
        if text[answer.start() - 1] != "?" and not _TOLD.search(question):
            continue
        for each in _QUESTIONS:
            if each.form.search(question) and not _OF_SOMETHING_ELSE.search(question):
                yield from _answered(text, answer.start("said"), answer.end("said"), each)
                break


def _question(text: str, end: int) -> str:
    """The sentence that ends there."""
    begin = max(text.rfind(sign, max(0, end - _LONGEST_QUESTION), end - 1) for sign in ("\n", "\0", ". ", "? ", "! "))
    return text[max(begin + 1, end - _LONGEST_QUESTION) : end - 1]


def _answered(text: str, start: int, end: int, question: _Question) -> Iterator[Span]:
    found = question.value.search(text, start, end)
    if found is None or found.start() - start > _SOON or counts_things(text, found.start()):
        return
    if question.check(found.group()):
        yield Span(found.start(), found.end(), question.kind)
