"""Keys that a page or a program shows once and says so: `Copy it now, you won't be able to see it again.`

What is shown has no name of its own there: it stands in a box, on a line or behind the sort of the element.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..kinds import Span
from ..naming.keys import read_key
from .fitting import is_hash
from .looks import is_generated, look_of
from .marked import is_of_all_sorts, is_placeholder
from .nearby import Word

_HINTS = ("again", "once", "now", "later", "einmal", "affich", "ready", "enerated", "reated")
_ONCE = re.compile(
    r"(?:n['’]t|not|never|no longer) (?:be )?(?:able to )?"
    r"(?:see|view|show|shown|display|displayed|visible|retrieve|retrieved|access)\b"
    r"[^\n.]{0,24}\b(?:again|later|anymore)\b"
    r"|(?:shown|displayed|visible|see it|see this|shows? (?:it|this)) (?:to you )?(?:only |just )?"
    r"(?:this )?once\b|\bonly be (?:shown|displayed) once\b"
    r"|\b[Cc]opy (?:it|this|them|the|your)(?: \w+){0,3} now\b|\bonly time (?:it|this|you|we)\b"
    r"|nur (?:dieses )?(?:eine )?[Mm]al angezeigt|nur einmal (?:angezeigt|sichtbar)|plus (?:jamais )?affichée?"
)
_MADE = re.compile(
    r"\b(?:[Kk]ey|[Tt]oken|[Ss]ecret)s? (?:(?:is|are) ready|(?:(?:was|were|has been|have been|successfully) ){0,2}"
    r"(?:re)?(?:generated|created|issued))\b"
)
"""`Token generated`: what stands alone below it, unless it may be a sum."""
_SECRET = re.compile(r"key|token|secret|passw|credential|schlüssel|clé|jeton", re.I)
_VALUE = re.compile(r"(?<![\w+/=.\-])[A-Za-z0-9][\w\-+/.~]{19,300}={0,2}(?![\w+/=])")
_ALONE_BEFORE = re.compile(r"(?:^|[\n│|║])[ \t\"'`>]*\Z")
_ALONE_BEHIND = re.compile(r"[ \t\"'`]*(?:$|[\r\n│|║])")
_ELEMENTS = re.compile(
    r"^[ \t]*(?:- |uid=\S{1,12} )(?:[A-Za-z]{2,16})(?: \[ref=\w+\])?:? "
    r"\"?(?P<name>[A-Z][A-Za-z ]{2,40})\"?(?: \[ref=\w+\])?:?[ \t]*\n"
    r"[ \t]*(?:- |uid=\S{1,12} )(?:[A-Za-z]{2,16})(?: \[ref=\w+\])?:? "
    r"\"?(?P<value>[\w\-+/.~]{16,300}={0,2})(?=[\"\s]|\Z)",
    re.M,
)
"""Two elements of a page as a browser lists them, what the second holds and before it what that is called."""
_ABOVE, _BELOW = 240, 320


def once(text: str) -> Iterator[Span]:
    for found in _ELEMENTS.finditer(text) if "- " in text or "uid=" in text else ():
        if read_key(found["name"]).kind == "SECRET" and is_generated(found["value"]):
            yield Span(*found.span("value"), "SECRET")
    if not any(hint in text for hint in _HINTS):
        return
    for said in _ONCE.finditer(text):
        start, end = max(0, said.start() - _ABOVE), min(len(text), said.end() + _BELOW)
        if _SECRET.search(text, start, end):
            yield from _shown(text, start, end)
    for said in _MADE.finditer(text):
        for span in _shown(text, said.end(), min(len(text), said.end() + _ABOVE)):
            alone = _ALONE_BEFORE.search(text[said.end() : span.start]) and _ALONE_BEHIND.match(text, span.end)
            if alone and is_of_all_sorts(text[span.start : span.end]):
                yield span


def _shown(text: str, start: int, end: int) -> Iterator[Span]:
    for found in _VALUE.finditer(text, start, end):
        value = found.group().rstrip(".")
        word = Word(found.start(), found.start() + len(value), look_of(value))
        mixed = any(map(str.isdigit, value)) and any(map(str.isalpha, value)) and "." not in value
        if mixed and is_generated(value) and not is_placeholder(value) and not is_hash(text, word):
            yield Span(word.start, word.end, "SECRET")
