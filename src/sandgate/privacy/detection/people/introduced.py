"""Names right behind the part that somebody plays, with no sign between them, as in logs: `cardholder Jane Roe`; and
before what somebody did for the reader, as mails begin: `Jane Roe sent you a document`.

The words are those of records and not of letters, and the given name has to be one that is nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..kinds import Span
from .names import is_full_name, is_known_name

_PARTS = (
    "cardholder", "payer", "payee", "beneficiary", "claimant", "policyholder", "account holder", "applicant",
    "borrower", "patient", "passenger", "plátce", "příjemce", "odbiorca", "płatnik", "Empfänger", "Auftraggeber",
    "Kontoinhaber", "titulaire", "bénéficiaire", "beneficiario", "ordenante", "intestatario", "begunstigde",
    "rekeninghouder", "betalare", "mottagare", "ago by",
)  # fmt: skip
_NAME = re.compile(r" (?P<name>[^\W\d_a-z][^\W\d_]{1,40}(?:[ \-][^\W\d_a-z][\w'’\-]{1,40}){1,3})(?=[,;.)\s]|\Z)")

_TO_YOU = re.compile(
    r" (?:has |have |just )?(?:sent|shared|invited|assigned|mentioned|added|asked|requested|granted|transferred)\b"
    r"(?= you\b|[^\n.]{1,60} (?:with|to) you\b)"
)
_AT_THE_BEGINNING = re.compile(
    r"(?:^|[\n\0])[ \t>]{0,4}(?:Subject: )?(?P<name>[^\W\d_a-z][^\W\d_]{1,40}(?:[ \-][^\W\d_a-z][\w'’\-]{1,40}){1,3})\Z"
)
_BACK = 140


def introduced(text: str) -> Iterator[Span]:
    for part in _PARTS:
        place = text.find(part)
        while place >= 0:
            end = place + len(part)
            found = _NAME.match(text, end) if not place or not text[place - 1].isalnum() else None
            if found and is_known_name(found["name"]) and is_full_name(found["name"]):
                yield Span(found.start("name"), found.end("name"), "PERSON")
            place = text.find(part, end)
    for done in _TO_YOU.finditer(text) if " you" in text else ():
        found = _AT_THE_BEGINNING.search(text, max(0, done.start() - _BACK), done.start())
        if found and is_known_name(found["name"]) and is_full_name(found["name"]):
            yield Span(*found.span("name"), "PERSON")
