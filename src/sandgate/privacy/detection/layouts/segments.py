"""Messages whose parts are told by their places: HL7 of hospitals, X12 and EDIFACT of trade, bookings of airlines."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator

from ..checksums import digits_of
from ..kinds import Span
from ..numbers.payments import is_card
from ..people.names import has_a_legal_form
from ..phones.numbers import looks_dialled

_DAY = re.compile(r"(?:19|20)\d{6}(?:\d{4,6})?|\d{4}-\d\d-\d\d|\d\d[A-Z]{3}\d\d(?:\d\d)?")
_NINE = re.compile(r"\d{3}-?\d\d-?\d{4}")
_PAPER = re.compile(r"(?=(?:[A-Z]*\d){2})[A-Z0-9]{6,12}")
_WORDS = re.compile(r"[^\W\d_][^\d|*+~\n]{1,80}")
_PERSON_HL7 = re.compile(r"(?:\d{1,12}\^)?(?P<name>[^\W\d_][\w'’.\- ]*\^[^\W\d_][\w'’.\-\^ ]*?)(?=\^*(?:&|~|\Z))")
_HL7: dict[str, dict[int, str]] = {
    "PID": {
        3: "NATIONAL_ID", 5: "PERSON", 6: "PERSON", 7: "BIRTHDAY", 9: "PERSON", 11: "ADDRESS", 13: "PHONE",
        14: "PHONE", 18: "SSN", 19: "SSN", 20: "LICENCE", 21: "PERSON",
    },
    "NK1": {2: "PERSON", 4: "ADDRESS", 5: "PHONE", 6: "PHONE", 13: "COMPANY", 16: "BIRTHDAY", 37: "SSN"},
    "GT1": {3: "PERSON", 4: "PERSON", 5: "ADDRESS", 6: "PHONE", 7: "PHONE", 8: "BIRTHDAY", 12: "SSN", 16: "COMPANY"},
    "IN1": {3: "COMPANY", 4: "COMPANY", 5: "ADDRESS", 7: "PHONE", 11: "COMPANY", 16: "PERSON", 18: "BIRTHDAY",
            19: "ADDRESS", 36: "NATIONAL_ID"},
    "PV1": {7: "PERSON", 8: "PERSON", 9: "PERSON", 17: "PERSON"},
    "ORC": {12: "PERSON", 14: "PHONE"},
    "OBR": {16: "PERSON", 17: "PHONE"},
}  # fmt: skip
"""What stands in which part of a segment, as the standard counts them."""
_SEGMENT = re.compile(r"(?:^|[\n\r\0\x0b])(?P<name>PID|NK1|GT1|IN1|PV1|ORC|OBR)\|(?P<rest>[^\n\r\0]{1,4000})")
_TRADE = re.compile(r"(?:^|[~\n\r\0])[ \t]{0,4}(?P<name>NM1|N1|N3|N4|REF|DMG|PER)\*(?P<rest>[^~\n\r\0]{1,400})")
_SOCIALS = ("SY", "34")
"""How X12 says that a social security number follows."""
_EDIFACT = re.compile(r"(?:^|['\n\r\0])(?P<name>NAD|CTA|COM)\+(?P<rest>[^'\n\r\0]{1,400})")
_DOCS = re.compile(r"\bDOCS\b[^\n/\0]{0,20}/(?P<rest>[A-Z]{1,2}/[^\s\0][^\n\0]{10,120})")
_PASSENGER = re.compile(
    r"\b\d{1,2}\.(?:I/)?\d?(?P<name>[A-Z][A-Z\-]{1,30}/[A-Z][A-Z ]{1,30}?) ?(?:MR|MRS|MS|MSTR|MISS|CHD|INF)\b"
)
_PAID = re.compile(r"\bCC[A-Z]{2}(?P<card>\d{13,19})(?=/|\s|\Z)")


def segments(text: str) -> Iterator[Span]:
    if "PID|" in text or "NK1|" in text or "GT1|" in text or "IN1|" in text:
        yield from _of_hospitals(text)
    if "NM1*" in text or "REF*" in text or "N1*" in text:
        yield from _of_trade(text)
    if "NAD+" in text or "CTA+" in text:
        yield from _of_ports(text)
    if "DOCS" in text or "FP CC" in text:
        yield from _of_airlines(text)


def _parts(rest: str, start: int, sign: str) -> list[tuple[int, str]]:
    """Each part of a segment, and where it stands; the name of the segment is the first one."""
    parts = [(start, "")]
    for part in rest.split(sign):
        parts.append((start, part))
        start += len(part) + 1
    return parts


def _of_hospitals(text: str) -> Iterator[Span]:
    for found in _SEGMENT.finditer(text):
        parts = _parts(found["rest"], found.start("rest"), "|")
        for place, kind in _HL7[found["name"]].items():
            if place < len(parts) and parts[place][1].strip("^~& "):
                yield from _field(*parts[place], kind)


def _field(start: int, value: str, kind: str) -> Iterator[Span]:
    if kind == "PERSON":
        name = _PERSON_HL7.match(value)
        if name:
            yield Span(start + name.start("name"), start + name.end("name"), kind)
        return
    if kind == "COMPANY":
        if has_a_legal_form(value) or (" " in value and _WORDS.fullmatch(value)):
            yield Span(start, start + len(value), kind)
        return
    form = {"BIRTHDAY": _DAY, "SSN": _NINE, "LICENCE": re.compile(r"[A-Z0-9\-]{6,20}")}.get(kind)
    told = {
        "PHONE": lambda: looks_dialled(value.split("^")[0]),
        "ADDRESS": lambda: any(map(str.isalpha, value)) and len(value) > 5,
        "NATIONAL_ID": lambda: any(map(str.isdigit, value)),
    }
    first = value.split("^")[0].rstrip() if kind != "ADDRESS" else value.rstrip("^")
    if form.fullmatch(first) if form else told[kind]():
        yield Span(start, start + len(first), kind)


def _of_trade(text: str) -> Iterator[Span]:
    for found in _TRADE.finditer(text):
        parts = _parts(found["rest"], found.start("rest"), "*")
        name = found["name"]
        if name == "NM1" and len(parts) > 3:
            kind = "PERSON" if parts[2][1] == "1" else "COMPANY"
            yield from (_whole(*part, kind) for part in parts[3:6] if _WORDS.fullmatch(part[1]))
        elif name in ("N1", "PER") and len(parts) > 2 and _WORDS.fullmatch(parts[2][1]):
            firm = name == "N1" and not parts[2][1].isupper()
            yield _whole(*parts[2], "COMPANY" if firm or has_a_legal_form(parts[2][1]) else "PERSON")
        elif name == "N3":
            yield from (_whole(*part, "ADDRESS") for part in parts[1:3] if len(part[1]) > 3)
        elif name == "N4" and len(parts) > 3 and parts[3][1][:1].isdigit():
            yield Span(parts[1][0], parts[3][0] + len(parts[3][1]), "ADDRESS")
        elif name == "DMG" and len(parts) > 2 and _DAY.fullmatch(parts[2][1]):
            yield _whole(*parts[2], "BIRTHDAY")
        for (_, code), part in itertools.pairwise(parts):
            if code in _SOCIALS and _NINE.fullmatch(part[1]):
                yield _whole(*part, "SSN")
            elif name == "PER" and code in ("TE", "HP", "WP", "CP", "FX") and looks_dialled(part[1], at_least=7):
                yield _whole(*part, "PHONE")


def _of_ports(text: str) -> Iterator[Span]:
    for found in _EDIFACT.finditer(text):
        parts = _parts(found["rest"], found.start("rest"), "+")
        if found["name"] == "NAD":
            for part in parts[4:5]:
                if _WORDS.match(part[1]):
                    yield _whole(*part, "COMPANY")
            yield from (
                _whole(*part, "ADDRESS") for part in parts[5:7] if _WORDS.match(part[1]) or part[1][:1].isdigit()
            )
        elif found["name"] == "CTA" and len(parts) > 2 and ":" in parts[2][1]:
            code, _, name = parts[2][1].partition(":")
            if _WORDS.fullmatch(name):
                yield _whole(parts[2][0] + len(code) + 1, name, "PERSON")
        elif found["name"] == "COM" and parts[1][1].endswith((":TE", ":FX", ":AL")):
            number = parts[1][1][:-3]
            if looks_dialled(number, at_least=7):
                yield _whole(parts[1][0], number, "PHONE")


def _of_airlines(text: str) -> Iterator[Span]:
    for found in _DOCS.finditer(text):
        yield from _travel_document(_parts(found["rest"], found.start("rest"), "/")[1:])
    for found in _PASSENGER.finditer(text):
        yield Span(found.start("name"), found.end("name"), "PERSON")
    for found in _PAID.finditer(text):
        if is_card(digits_of(found["card"])):
            yield Span(found.start("card"), found.end("card"), "CARD")


def _travel_document(parts: list[tuple[int, str]]) -> Iterator[Span]:
    """Its number, the first day as that of birth, and behind the days the name."""
    number = day = False
    for start, raw in parts:
        part = raw.strip()
        if not number and _PAPER.fullmatch(part) and not _DAY.fullmatch(part):
            number = True
            yield Span(start, start + len(part), "PASSPORT")
        elif _DAY.fullmatch(part):
            if not day:
                yield Span(start, start + len(part), "BIRTHDAY")
            day = True
        elif day and len(part) > 1 and _WORDS.fullmatch(part) and part[0].isupper():
            yield Span(start, start + len(part), "PERSON")


def _whole(start: int, value: str, kind: str) -> Span:
    return Span(start, start + len(value), kind)
