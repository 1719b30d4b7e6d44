"""XML, and HTML that is as strict: what a part of it means, and how a value is written there."""

from __future__ import annotations

import re
from html import unescape
from xml.parsers import expat
from xml.sax.saxutils import escape

_OTHERWISE_READ = re.compile(r"<!\[CDATA\[|<!ENTITY|<(?:script|style)\b", re.IGNORECASE)
"""What is read there has other escapes, or would have us write a text of any length."""
_IN_ATTRIBUTE = {'"': "&quot;", "\n": "&#10;", "\r": "&#13;", "\t": "&#09;"}


def is_markup(text: str) -> bool:
    """Whether it is a document or an element that can be read to its end."""
    stripped = text.strip()
    if stripped[:1] != "<" or stripped[-1:] != ">" or _OTHERWISE_READ.search(text):
        return False
    try:
        expat.ParserCreate().Parse(stripped.encode("utf-8", "replace"), True)
    except expat.ExpatError:
        return False
    return True


def meant_in_markup(raw: str) -> str:
    return unescape(raw) if "&" in raw else raw


def written_in_markup(text: str, place: int, value: str) -> str:
    """A value as it is written at a place of a document: in a tag it is an attribute."""
    in_tag = text.rfind("<", 0, place) > text.rfind(">", 0, place)
    return escape(value, _IN_ATTRIBUTE if in_tag else {})
