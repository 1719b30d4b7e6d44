"""Logins that people pass on, a name and a plain word: `username: ann password: crickets`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..kinds import Span
from ..words import words
from .marked import is_placeholder

# A name and a password side by side: then a plain word may be one, if it is not the name of a type or a variable.
_LOGIN = re.compile(
    r"(?<![\w.])(?:(?:user(?:name)?|login|u): ?[\"']?(?P<user>[\w@.\-;]{2,60})[\"']?,? "
    r"(?:password|passwd|pass|pwd|pw|p): ?[\"']?"
    r"|(?:user(?:name)?|login) is (?P<name>[\w@.\-;]{2,60}),? (?:and )?(?:the )?"
    r"(?:password|passwd|pass|pwd|pw)(?: is|:)? "
    r"|(?:user(?:name)?|login)[ \t]+(?P<other>[\w@.\-;]{2,60}),?\s{1,8}"
    r"(?:password|passwd|pass|pwd|pw)[ \t]+(?=\S{0,64}\d))"
    r"(?P<value>[^\s,;:\"'()<>{}\[\]\0]{4,64})(?![\w(\[.])",
    re.I,
)
# A line that is nothing else: `login snoop pw biggreenhat`, as people pass logins on. It is looked for by its middle.
_MIDDLE = re.compile(r"[Pp](?<=[ \t].)(?:ass(?:[Ww]or|w)?d?|wd|w)[ \t]+\S")
_BARE_LOGIN = re.compile(
    r"[ \t>*\-]*(?:machine[ \t]+\S{1,100}[ \t]+)?"
    r"(?:user(?:name)?|login)[ \t]+(?P<user>[\w@.\-]{2,40})(?P<name>)(?P<other>),?[ \t]+"
    r"(?:password|passwd|pass|pwd|pw)[ \t]+"
    r"(?P<value>[^\s,;:\"'()<>{}\[\]\0]{4,64})[ \t]*(?=[\r\n\0]|\Z)",
    re.I,
)
_FIRST = ("user", "User", "USER", "ogin", "OGIN", "u: ", "U: ")
"""What a login cannot do without: looked for first, because that is fast."""
_MEMBER = re.compile(r"[a-z_]\w*(?:\.[A-Za-z_]\w*)+$")
_LONGEST_LINE = 200
_TYPES = words("""
    str string text bytes none null true false password passwd pass secret optional required the your any
    and or plus with field fields incorrect invalid missing wrong expired authentication prompt only
""")


def logins_in_words(text: str) -> Iterator[Span]:
    if not any(word in text for word in _FIRST):
        return
    for found in (*_LOGIN.finditer(text), *_bare_logins(text)):
        user = next(filter(None, (found["user"], found["name"], found["other"])))
        plain = {user.lower(), found["value"].lower()} & _TYPES or _MEMBER.match(found["value"])
        if not plain and not is_placeholder(found["value"]):
            yield Span(found.start("value"), found.end("value"), "SECRET")


def _bare_logins(text: str) -> Iterator[re.Match[str]]:
    for middle in _MIDDLE.finditer(text):
        nearest = max(0, middle.start() - _LONGEST_LINE)
        line = max(text.rfind("\n", nearest, middle.start()), text.rfind("\0", nearest, middle.start())) + 1
        found = _BARE_LOGIN.match(text, line) if line or not nearest else None
        if found:
            yield found
