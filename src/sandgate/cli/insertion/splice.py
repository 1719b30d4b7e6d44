"""The smallest change to a text: one stretch of it becomes another."""

from __future__ import annotations

from typing import NamedTuple


class Splice(NamedTuple):
    start: int
    end: int
    new: str
    shown: str
    """The part of `new` that a person is shown: the entry. The rest may be text of the file, and hold secrets."""

    def on(self, text: str) -> str:
        return text[: self.start] + self.new + text[self.end :]
