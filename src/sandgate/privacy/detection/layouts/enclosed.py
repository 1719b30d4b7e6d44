"""What stands between a mark that opens and one that closes: `<tr>…</tr>`, `BEGIN:VCARD…END:VCARD`."""

from __future__ import annotations

import re
from collections.abc import Iterator

_LONGEST = 20_000


def enclosed(text: str, opening: re.Pattern[str], closing: re.Pattern[str]) -> Iterator[tuple[int, int]]:
    """Where each begins behind its first mark, and where it ends before the next that closes.

    A text may open a thousand and close none, so what closes is looked for once, not from each beginning.
    """
    place, closed = 0, closing.search(text)
    while opened := opening.search(text, place):
        place = opened.end()
        while closed and closed.start() <= place:
            closed = closing.search(text, place + 1)
        if closed is None:
            return
        if closed.start() - place <= _LONGEST:
            yield place, closed.start()
            place = closed.end()
