"""Phone numbers that come again, bare, in a text or document that said elsewhere that they are some.

`"from": "2125550188"` and `"recording": "…/2125550188-1749.wav"`: who reads the second knows the first.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..kinds import Span

_FEWEST_DIGITS = 9
"""Shorter ones are the numbers of other things as well."""
_MOST = 50


def repeated(text: str, numbers: Iterable[str], known: Iterable[Span]) -> Iterator[Span]:
    """Each further place where one of these numbers stands by itself, apart from what is `known`."""
    wanted = {number for number in numbers if len(number) >= _FEWEST_DIGITS and number.isdigit()}
    if not wanted or len(wanted) > _MOST:
        return
    taken = {span.start for span in known}
    for number in wanted:
        place = text.find(number)
        while place >= 0:
            end = place + len(number)
            apart = not (text[place - 1 : place].isalnum() or text[end : end + 1].isalnum())
            if apart and place not in taken:
                yield Span(place, end, "PHONE")
            place = text.find(number, end)
