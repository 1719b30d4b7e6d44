"""Passwords beside the account or the key that they belong to: `jane@example.org / …`, `jane@example.org:…`.

What was found is not read a second time: semicolons stand in its place.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..kinds import Span
from .looks import is_generated, look_of
from .marked import is_of_all_sorts
from .nearby import word_at

_SAID = re.compile(r"[^\s\0]{1,400}+(?![^\s\0])")
"""What is longer is no password, and would be read again behind each of its colons."""
_ACCOUNT = re.compile(r"\b(?:user|login|account|log in|sign in)\b", re.I)
_LABELLED = re.compile(
    r"^[ \t>*\-•]{0,6}[^\W\d_][\w ()\-]{1,30}:[ \t]{1,4}"
    r"`?(?:admin|root|guest|demo|test|user|readonly|viewer|support|operator|[a-z][a-z\d]{1,20}(?:[_.\-][a-z\d]{1,20}){1,4})`?"
    r" / (?P<value>[^\s\0]{8,64})(?=[ \t]*(?:\r?$|[(,]))",
    re.M,
)
"""`Read only: plum_ro / …`: an account, and what lets it in, on a line of their own."""
_NAMES = (
    r"admin(?:istrator)?|root|guest|demo|dev|test|qa|stage|staging|preview|prod|user|readonly|viewer|support|operator"
    r"|[a-z][a-z\d]{1,20}(?:[_.\-][a-z\d]{1,20}){1,4}"
)
_CELL = re.compile(rf"\|[ \t]*`?(?:{_NAMES})`? / (?P<value>[^\s|\0]{{8,64}})(?=[ \t]*\|)")
_HEADED = re.compile(
    r"\|[^|\n]{0,30}\b(?:auth|log-?ins?|credentials?|accounts?|access|zugang|accès|acceso)\b[^|\n]{0,30}\|", re.I
)
"""`| dev / … |` in a table with a column for what lets in."""
_AT_MACHINES = (" admin", " root", " user ", " support ", " operator ", " guest ")
_AT_A_MACHINE = re.compile(
    r"(?:;{4}(?::\d{2,5})?|https?://[^\s\0]{3,100})/?[ \t]{1,8}(?:admin(?:istrator)?|root|user|support|operator|guest)"
    r"[ \t]{1,8}(?P<value>[^\s\0]{6,64})[ \t]*(?=\r?\n|\Z)"
)
"""`http://192.0.2.7  admin …`: where, who, and what lets them in, on one line of a note."""
_ROBOT = re.compile(r"(?:: {1,2}|[`\"'])[A-Za-z][\w.$+\-]{2,60}[`\"']? / (?P<value>[`\"']?[\w+/\-]{20,200}={0,2})")
"""`harbor: robot$ci+pull / …`: an account of a machine, and what only a machine wrote."""
_LISTED = re.compile(
    r"(?:^|(?<=\n))\"(?P<name>[A-Za-z_][\w.@\-]{0,62})\" \"(?P<value>[^\"\s]{6,200})\"[ \t\r]*(?=\n[\";#\s]|\n?\Z)"
)
"""`"plum_ro" "…"`, as PgBouncer and others that stand before a database list who may enter."""
_NAMES_OF_NO_ONE = re.compile(
    r"(?:.*[_.\-])?(?:id|guid|uuid|key|sha\d*|hash|digest|checksum|version|build|manifest)", re.I
)
_CHOSEN = re.compile(r"(?=[A-Za-z]*[a-z][A-Z])[A-Za-z]{8,24}\d")
"""`plumRiver7`: a name in code elsewhere."""
_OF_A_DESK = re.compile(
    r";/token[`\"']?(?::| and | with | / |, | \+ | [–\-] )[`\"']?(?P<value>[A-Za-z\d]{32,64})(?![\w\-])"
)
"""`jane@example.org/token` and the key, as Zendesk lets programs in."""
_PORT = re.compile(r"\d{1,5}(?!\w)")
"""Behind an address of a machine."""
_BACK = 200
_LOOKS = ("signed", "phrase", "generated", "mixed")


def beside_accounts(text: str) -> Iterator[Span]:
    for sign in ("; / ", "; + ", ";:"):
        place = text.find(sign)
        while place >= 0:
            place += len(sign)
            chunk = _SAID.match(text, place)
            word = word_at(text, place, chunk.end(), chunk.end()) if chunk else None
            if word and (word.look in _LOOKS or _CHOSEN.fullmatch(text, *word[:2])) and not _PORT.match(text, place):
                yield Span(word.start, word.end, "SECRET")
            place = text.find(sign, place)
    yield from _behind_a_blank(text)
    for found in _OF_A_DESK.finditer(text) if ";/token" in text else ():
        if is_generated(found["value"]):
            yield Span(*found.span("value"), "SECRET")
    for found in _LABELLED.finditer(text) if " / " in text else ():
        word = word_at(text, found.start("value"), found.end("value"), found.end("value"))
        cased = all(any(map(sort, found["value"])) for sort in (str.isupper, str.islower, str.isdigit))
        if word.look in ("signed", "generated") or (word.look == "mixed" and cased):
            yield Span(word.start, word.end, "SECRET")
    yield from _in_cells(text)
    for found in _AT_A_MACHINE.finditer(text) if any(name in text for name in _AT_MACHINES) else ():
        word = word_at(text, *found.span("value"), found.end("value"))
        if word.look in _LOOKS and word.end == found.end("value"):
            yield Span(word.start, word.end, "SECRET")
    for found in _ROBOT.finditer(text) if " / " in text else ():
        word = word_at(text, *found.span("value"), found.end("value"))
        if is_of_all_sorts(text[word.start : word.end]):
            yield Span(word.start, word.end, "SECRET")
    yield from _in_a_list(text)


def _in_cells(text: str) -> Iterator[Span]:
    if " / " not in text or "|" not in text or not _HEADED.search(text):
        return
    for found in _CELL.finditer(text):
        word = word_at(text, found.start("value"), found.end("value"), found.end("value"))
        cased = all(any(map(sort, found["value"])) for sort in (str.isupper, str.islower, str.isdigit))
        if word.look in ("signed", "generated") or (word.look in ("mixed", "phrase") and cased):
            yield Span(word.start, word.end, "SECRET")


def _in_a_list(text: str) -> Iterator[Span]:
    """Where one is surely a password, what looks a little like one is one too."""
    listed = list(_LISTED.finditer(text)) if '" "' in text else []
    listed = [found for found in listed if not _NAMES_OF_NO_ONE.fullmatch(found["name"])]
    looks = [look_of(found["value"]) for found in listed]
    if "signed" in looks or "generated" in looks:
        yield from (
            Span(*found.span("value"), "SECRET") for found, look in zip(listed, looks, strict=True) if look in _LOOKS
        )


def _behind_a_blank(text: str) -> Iterator[Span]:
    """The same where only a blank stands between them, and the line ends behind."""
    place = text.find(";; ")
    while place >= 0:
        chunk = _SAID.match(text, place + 3)
        flag = text.startswith("-", place + 3)
        if chunk and not flag and text[chunk.end() : chunk.end() + 1] in ("", "\n", "\r", "\0"):
            word = word_at(text, *chunk.span(), chunk.end())
            tested = word.look == "mixed" and _ACCOUNT.search(text, max(0, place - _BACK), place)
            if (word.look == "signed" or tested) and word.end == chunk.end():
                yield Span(word.start, word.end, "SECRET")
        place = text.find(";; ", place + 3)
