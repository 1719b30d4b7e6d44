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
    "rekeninghouder", "betalare", "mottagare", "ago by", "Started by user",
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
_CAPITALS = r"[^\W\d_a-z][\w'’.\-]{0,40}(?: (?:[^\W\d_a-z][\w'’.\-]{0,40}|van|von|de|der|da|di|le|la)){1,4}"
_BLAMED = re.compile(
    rf"(?:^|\n)\^?[0-9a-f]{{7,40}} (?:[^\s()]{{1,200}} {{1,80}})?\((?P<name>{_CAPITALS}) {{1,80}}\d{{4}}-\d\d-\d\d"
    r" \d\d:\d\d:\d\d [+\-]\d{4} "
)
"""`7e4537d2 (Jane Roe 2026-01-26 14:25:08 +0200 40)`, as git tells who wrote a line."""
_SIGNED_UP = re.compile(
    r"(?:\bfull-name \"|(?:^|\n)(?:author|assignees?|reviewers?|owner):[ \t]{1,4}[\w.\-]{2,39} \()"
    rf"(?P<name>{_CAPITALS})[\")]"
)
"""`full-name "Jane Roe"`, `author: jroe (Jane Roe)`."""
_NOBODY = frozenset({"Not Committed Yet", "External file"})


def introduced(text: str) -> Iterator[Span]:
    for part in _PARTS:
        place = text.find(part)
        while place >= 0:
            end = place + len(part)
            found = _NAME.match(text, end) if not place or not text[place - 1].isalnum() else None
            if found and is_known_name(found["name"]) and is_full_name(found["name"]):
                yield Span(found.start("name"), found.end("name"), "PERSON")
            place = text.find(part, end)
    forms = [(each, _SIGNED_UP) for each in ('full-name "', "author:", "assignee", "reviewer", "owner:")]
    forms += [(" +0", _BLAMED), (" -0", _BLAMED)]
    for form in dict.fromkeys(form for hint, form in forms if hint in text):
        for found in form.finditer(text):
            if found["name"] not in _NOBODY and is_full_name(found["name"]):
                yield Span(*found.span("name"), "PERSON")
    for done in _TO_YOU.finditer(text) if " you" in text else ():
        found = _AT_THE_BEGINNING.search(text, max(0, done.start() - _BACK), done.start())
        if found and is_known_name(found["name"]) and is_full_name(found["name"]):
            yield Span(*found.span("name"), "PERSON")
