"""A table in TOML with the tables inside it: taken out with its comments, and put back at the end."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ..insertion.toml import key_text
from .excerpt import Excerpt

_HEADING = re.compile(r"\s*\[\[?\s*(?P<name>[^\n]*?)\s*\]\]?\s*(?:#[^\n]*)?$")


def take(text: str, keys: Sequence[str], name: str) -> tuple[str, Excerpt]:
    """The text without the entry, and the entry. Raises ValueError."""
    heading = ".".join(key_text(key) for key in (*keys, name))
    lines = text.splitlines(keepends=True)
    own = [span for title, span in _tables(lines) if title == heading or title.startswith(f"{heading}.")]
    if not own:
        raise ValueError(f"there is no table {heading}")
    taken = "".join(line for span in own for line in lines[span.start : span.stop])
    numbers = {number for span in own for number in span}
    left = "".join(line for number, line in enumerate(lines) if number not in numbers)
    return left, Excerpt(text=taken.rstrip("\n") + "\n")


def give_back(text: str, keys: Sequence[str], name: str, excerpt: Excerpt) -> str:
    """The text with the table below everything else."""
    del keys, name  # they are in its headings
    blank = "" if not text.strip() else "\n" if text.endswith("\n") else "\n\n"
    return text + blank + excerpt.text


def _tables(lines: list[str]) -> Iterator[tuple[str, range]]:
    """Each table's name and its lines: from the comments right above it to its last value and the blanks below."""
    heads = [(number, found["name"]) for number, line in enumerate(lines) if (found := _HEADING.match(line))]
    ends = [*(number for number, _ in heads[1:]), len(lines)]
    for (number, title), end in zip(heads, ends, strict=True):
        start = number
        while start and lines[start - 1].lstrip().startswith("#"):
            start -= 1
        yield title, range(start, _last(lines, number, end))


def _last(lines: list[str], start: int, end: int) -> int:
    """Comments below a table's last value may be about what comes next: they stay."""
    last = max(number for number in range(start, end) if _says_something(lines[number]))
    while last + 1 < end and not lines[last + 1].strip():
        last += 1
    return last + 1


def _says_something(line: str) -> bool:
    return bool(line.strip()) and not line.lstrip().startswith("#")
