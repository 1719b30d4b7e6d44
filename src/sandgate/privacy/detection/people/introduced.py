"""Names right behind the part that somebody plays, with no sign between them, as in logs: `cardholder Jane Roe`.

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
    "rekeninghouder", "betalare", "mottagare",
)  # fmt: skip
_NAME = re.compile(r" (?P<name>[^\W\d_a-z][^\W\d_]{1,40}(?:[ \-][^\W\d_a-z][\w'’\-]{1,40}){1,3})(?=[,;.)\s]|\Z)")


def introduced(text: str) -> Iterator[Span]:
    for part in _PARTS:
        place = text.find(part)
        while place >= 0:
            end = place + len(part)
            found = _NAME.match(text, end) if not place or not text[place - 1].isalnum() else None
            if found and is_known_name(found["name"]) and is_full_name(found["name"]):
                yield Span(found.start("name"), found.end("name"), "PERSON")
            place = text.find(part, end)
