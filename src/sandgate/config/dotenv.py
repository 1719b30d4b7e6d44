"""Files of `NAME=value` lines, as editors read them for a server's `envFile`."""

from __future__ import annotations

import re

_LINE = re.compile(
    r"""
    ^[^\S\n]*(?:export[^\S\n]+)?
    (?P<name>[A-Za-z_][\w.]*)[^\S\n]*=[^\S\n]*
    (?:'(?P<single>[^']*)'|"(?P<double>(?:[^"\\]|\\.)*)"|(?P<plain>[^\n]*))
    """,
    re.MULTILINE | re.VERBOSE | re.DOTALL,
)
_ESCAPES = {"n": "\n", "r": "\r", "t": "\t"}


def parse_dotenv(text: str) -> dict[str, str]:
    """The variables of a file. Quotes may span lines; a `#` after a blank starts a comment; the last one counts."""
    return {found["name"]: _value(found) for found in _LINE.finditer(text)}


def _value(found: re.Match[str]) -> str:
    if found["single"] is not None:
        return found["single"]
    if found["double"] is not None:
        return re.sub(r"\\(.)", lambda escape: _ESCAPES.get(escape[1], escape[1]), found["double"], flags=re.DOTALL)
    return re.sub(r"(^|\s)#.*", "", found["plain"]).strip()
