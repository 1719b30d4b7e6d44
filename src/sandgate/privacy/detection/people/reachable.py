"""Names behind a label and before a number: `References: Jane Roe, +1 …`, `Front desk: Jane Roe, ext. 12`.

Whatever the label says, who is given with a number to be called at is somebody. The given name has to be a known one,
unless the label asks for people.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..kinds import Span
from ..naming.keys import read_key
from .names import is_full_name, is_known_name

_NUMBER = re.compile(
    r",(?= (?:;{8}|(?!\d{4}[\-/.]\d|\d{1,2}[./]\d{1,2}[./]\d{4})[+(]{0,2}\d[\d ()./\-]{6}"
    r"|(?:ext|Ext|extension|x|tel|Tel|phone|Phone|ph|mobile|Mobile|cell|Cell|Durchwahl|DW|poste|int)\b\.?:? ?[+(;\d]))"
)
"""What is certain was taken out before: semicolons stand in its place."""
_LABELLED = re.compile(
    r"(?:^|[\n\0])[ \t>*•\-]{0,4}(?P<label>[^\W\d_][\w '’/&()\-]{1,40})\*{0,2}:\*{0,2}[ \t]{1,20}"
    r"(?P<name>[^\W\d_a-z][\w'’\-]+(?: (?:[^\W\d_a-z][\w'’.\-]*|van|von|de|der|di|da|la|le)){1,4})\Z"
)
_VOUCHES = re.compile(r"references?|referees?|referenzen|références|referencias|referenze", re.I)
_PLAIN = re.compile(r", (?P<number>0[1-9]\d{8,9})(?![\w/\-])")
"""A number at home without signs between its digits, which is told by whom it reaches."""
_BACK = 120


def reachable(text: str) -> Iterator[Span]:
    if ":" not in text:
        return
    for number in _NUMBER.finditer(text):
        found = _LABELLED.search(text, max(0, number.start() - _BACK), number.start())
        if found and (is_known_name(found["name"]) or _is_asked_for(found["label"], found["name"])):
            yield Span(*found.span("name"), "PERSON")
            if plain := _PLAIN.match(text, number.start()):
                yield Span(*plain.span("number"), "PHONE")


def _is_asked_for(label: str, name: str) -> bool:
    people = _VOUCHES.fullmatch(label) or read_key(label).kind == "PERSON"
    return bool(people) and is_full_name(name)
