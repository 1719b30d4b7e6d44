"""Programs for these tests, many to a file: each begins with a line `### its title`."""

from __future__ import annotations

from pathlib import Path

FOLDER = Path(__file__).parent


def programs(name: str) -> dict[str, str]:
    """Programs of a file by title."""
    _, *parts = ("\n" + (FOLDER / name).read_text(encoding="utf-8")).split("\n### ")
    return {title: code for title, _, code in (part.partition("\n") for part in parts)}
