"""Many objects of one shape, column by column: what a column promises is asked once, and each of its values once."""

from __future__ import annotations

from collections.abc import Sequence
from operator import itemgetter
from typing import Any, cast

FEWEST = 32
"""Below, gathering columns costs more than it saves."""
_PLAIN = {int, float, bool, type(None)}


def columns_of(values: Sequence[Any]) -> dict[str, list[Any]] | None:
    """What stands under each key, where these are many objects that all have the same keys."""
    if len(values) < FEWEST or set(map(type, values)) != {dict}:
        return None
    keys = list(cast("dict[str, Any]", values[0]))
    if not keys or set(map(len, values)) != {len(keys)}:
        return None
    try:
        return {key: list(map(itemgetter(key), values)) for key in keys}
    except KeyError:
        return None


def is_plain(column: Sequence[Any], most: float) -> bool:
    """Whether a column holds numbers that nobody need look at."""
    kinds = set(map(type, column))
    if not kinds <= _PLAIN:
        return False
    numbers = [value for value in column if value is not None] if type(None) in kinds else column
    return not numbers or max(numbers) <= most


def texts(column: Sequence[Any]) -> dict[str, Any] | None:
    """The different texts of a column, with room for what becomes of them; None where something else stands in it."""
    return dict.fromkeys(column) if set(map(type, column)) == {str} else None
