"""Values with nothing between them, `…0132ada@example.com`: neither ends where the rules of its kind let it end."""

from __future__ import annotations

import re
from bisect import bisect
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import accumulate

from ..kinds import Span

_ROUNDS = 4
_LINE_ENDS = re.compile(r"[\n\0]")


def with_glued(text: str, spans: list[Span], find: Callable[[str], Iterable[Span]]) -> list[Span]:
    """The spans, and what `find` sees in their lines once they are taken out, where something touches them."""
    found = spans
    for _ in range(_ROUNDS):
        lines = _lines(text, [span for span in found if _is_touched(text, span)])
        found = list(_found_between(text, lines, spans, find)) if lines else []
        if not found:
            break
        spans = sorted([*spans, *found])
    return spans


def _is_touched(text: str, span: Span) -> bool:
    before, after = text[max(0, span.start - 2) : span.start], text[span.end : span.end + 1]
    return after.isalnum() or after == "+" or (before[-1:].isalnum() and before[0] != "\\")


def _lines(text: str, spans: Sequence[Span]) -> list[tuple[int, int]]:
    """Where the lines begin and end that the spans begin in."""
    if not spans:
        return []
    ends = [-1, *(end.start() for end in _LINE_ENDS.finditer(text)), len(text)]
    numbers = sorted({bisect(ends, span.start) for span in spans})
    return [(ends[number - 1] + 1, ends[number]) for number in numbers]


def _found_between(
    text: str, lines: Sequence[tuple[int, int]], spans: Sequence[Span], find: Callable[[str], Iterable[Span]]
) -> Iterator[Span]:
    """All lines are read as one text: that costs less than each for itself."""
    starts = [0, *accumulate(end - start + 1 for start, end in lines)]
    for one in find("".join(_emptied(text, start, end, spans) + "\0" for start, end in lines)):
        line = bisect(starts, one.start) - 1
        by = lines[line][0] - starts[line]
        yield Span(one.start + by, min(one.end + by, lines[line][1]), one.kind)


def _emptied(text: str, start: int, end: int, spans: Sequence[Span]) -> str:
    """A line without what was found in it, but as long."""
    parts: list[str] = []
    place = start
    for span in spans[max(0, bisect(spans, (start,)) - 1) : bisect(spans, (end,))]:
        if span.end > place:
            begin, until = max(span.start, place), min(span.end, end)
            parts += (text[place:begin], "\0" * (until - begin))
            place = until
    parts.append(text[place:end])
    return "".join(parts)
