"""Cards of contacts and entries of calendars, as programs exchange them: `FN:Jane Roe`, `ATTENDEE;CN=Jane Roe:…`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..kinds import Span
from ..phones.numbers import looks_dialled
from .enclosed import enclosed

_KINDS = {
    "N": "PERSON",
    "FN": "PERSON",
    "NICKNAME": "PERSON",
    "ORG": "COMPANY",
    "ADR": "ADDRESS",
    "LABEL": "ADDRESS",
    "BDAY": "BIRTHDAY",
    "TEL": "PHONE",
}
_BEGINS, _ENDS = re.compile(r"BEGIN:VCARD\b"), re.compile(r"END:VCARD\b")
_LINE = re.compile(
    r"^(?:[\w\-]{1,20}\.)?(?P<what>N|FN|NICKNAME|ORG|ADR|LABEL|BDAY|TEL)(?:;[^:\r\n]{0,200})?:"
    r"(?:tel:)?[;, ]*+(?P<value>[^\r\n;, ](?:[^\r\n]{0,399}?[^\r\n;, ])?)[;, ]*+$",
    re.M | re.I,
)
_INVITED = re.compile(r"^(?:ATTENDEE|ORGANIZER);[^:\r\n]{0,200}?\bCN=\"?(?P<value>[^\":;\r\n]{1,100})", re.M)
_WHERE = re.compile(r"^LOCATION(?:;[^:\r\n]{0,200})?:(?P<value>[^\r\n]{8,300})", re.M)


def vcards(text: str) -> Iterator[Span]:
    if "BEGIN:VCARD" in text:
        for card in enclosed(text, _BEGINS, _ENDS):
            for found in _LINE.finditer(text, *card):
                kind = _KINDS[found["what"].upper()]
                if kind != "PHONE" or looks_dialled(found["value"]):
                    yield Span(found.start("value"), found.end("value"), kind)
    if "BEGIN:VEVENT" in text:
        for found in _WHERE.finditer(text):
            if "\\," in found["value"] and any(map(str.isdigit, found["value"])):  # a room has no comma
                yield Span(found.start("value"), found.end("value"), "ADDRESS")
    if "CN=" in text:
        for found in _INVITED.finditer(text):
            if "@" not in found["value"]:
                yield Span(found.start("value"), found.end("value"), "PERSON")
