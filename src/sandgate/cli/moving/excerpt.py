"""A piece of somebody's settings file, as they wrote it: an entry with the comments that are about it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Excerpt:
    """Kept so that what is put back looks as it did, not only means the same."""

    above: str = ""
    """Whole lines of comments."""
    text: str
    beside: str = ""
    """A comment behind it, on its last line."""
