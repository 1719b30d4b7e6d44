"""Columns of versions in lists that are set with blanks, as managers of packages print them.

A version of four parts reads like an address of a machine; the name above its column tells which of the two it is.
"""

from __future__ import annotations

import re
from bisect import bisect

_NAME = re.compile(
    r"(?:(?<=  )|(?<=[\n\0])|\A)(?:(?:Installed|Current|Latest|Available|New|Old) )?"
    r"(?:[Vv]ersion|VERSION|Latest|LATEST|Wanted|WANTED)(?=  |[ \t]*\r?\n)"
)
_EMPTY = re.compile(r"\n\r?\n")
_HINTS = ("ersion  ", "ersion\n", "VERSION", "Latest", "LATEST", "Wanted", "WANTED")


class VersionColumns:
    """Where such names stand in a text: it is looked for once, and only where something reads like an address."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._names: dict[int, list[int]] | None = None
        self._whole: dict[int, int] = {}

    def above(self, place: int) -> bool:
        """Whether what begins here stands below one of them, with no empty line between."""
        if self._names is None:
            self._names = self._found()
        names = self._names.get(self._column(place), []) if self._names else []
        nearest = bisect(names, place)
        return nearest > 0 and self._reaches(names[nearest - 1], place)

    def _reaches(self, name: int, place: int) -> bool:
        """Each part is looked at once: a list may be long."""
        known = self._whole.get(name, name)
        over = _EMPTY.search(self._text, known, max(known, place))
        if not over:
            self._whole[name] = max(known, place - 2)
        return not over

    def _found(self) -> dict[int, list[int]]:
        names: dict[int, list[int]] = {}
        if any(hint in self._text for hint in _HINTS):
            for found in _NAME.finditer(self._text):
                names.setdefault(self._column(found.start()), []).append(found.start())
        return names

    def _column(self, place: int) -> int:
        return place - max(self._text.rfind("\n", 0, place), self._text.rfind("\0", 0, place)) - 1
