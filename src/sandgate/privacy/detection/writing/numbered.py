"""Texts whose lines are numbered, as tools show files: the numbers are no part of the text."""

from __future__ import annotations

import re

_FIRST = re.compile(r"^(?:[ \t]{0,8}\d{1,6}(?:→|: | ?[|│] )|[ \t]{1,8}\d{1,6}\t)", re.M)
"""`   24→`, a number and a tab as `cat -n` has it, `24: `, `24 | `."""
_FEWEST = 2
_FEWEST_BEFORE_COLONS = 4
"""`1: …` also stands in lists and in YAML."""


def unnumbered(text: str) -> str:
    """The same text, as long as before, with blanks in the place of numbers that count lines."""
    first = _FIRST.search(text)
    if first is None:
        return text
    parts: list[str] = []
    place = 0
    run: list[re.Match[str]] = []
    for found in _FIRST.finditer(text, first.start()):
        if run and not _follows(text, run[-1], found):
            place = _blanked(text, place, run, parts)
            run = []
        run.append(found)
    place = _blanked(text, place, run, parts)
    return "".join((*parts, text[place:])) if parts else text


def is_numbered(text: str) -> bool:
    return unnumbered(text) is not text


def _number(found: re.Match[str]) -> int:
    return int(found.group().strip(" \t→:|│"))


def _follows(text: str, before: re.Match[str], found: re.Match[str]) -> bool:
    """The next line, with the next number in the same form."""
    counted = _number(found) == _number(before) + 1 and found.group()[-1] == before.group()[-1]
    return counted and text.count("\n", before.end(), found.start()) == 1


def _is_of_a_table(text: str, first: re.Match[str]) -> bool:
    """Whether the numbers are a column, below the names of all columns or a rule."""
    above = text[: first.start()].rstrip("\r\n").rpartition("\n")[2]
    return first.group()[-2] in "|│" and any(sign in above for sign in ("|", "│", "--", "──"))


def _blanked(text: str, place: int, run: list[re.Match[str]], parts: list[str]) -> int:
    """Adds what stands up to the end of these numbers; where that is, if they count lines."""
    if len(run) < (_FEWEST_BEFORE_COLONS if ":" in run[0].group() else _FEWEST) or _is_of_a_table(text, run[0]):
        return place
    for number in run:
        parts += (text[place : number.start()], " " * len(number.group()))
        place = number.end()
    return place
