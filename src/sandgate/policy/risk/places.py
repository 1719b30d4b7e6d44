"""Arguments that point somewhere: files, folders and addresses."""

from __future__ import annotations

from typing import Any

from sandgate.policy.risk.http import is_url, weigh_url
from sandgate.policy.risk.levels import Weighed, about
from sandgate.policy.risk.paths import looks_like_path, weigh_path
from sandgate.policy.risk.words import parts, wordset

_PATHS = wordset(
    "path paths file files filename filepath directory dir folder source destination dest target src output location"
    " cwd root uri pattern glob"
)
_TO = wordset("destination dest output target save")


def weigh_place(field: str, key: str, value: Any, changes: bool, removes: bool) -> Weighed | None:
    if isinstance(value, list):
        return _first(field, key, value[:20], changes, removes)  # pyright: ignore[reportUnknownArgumentType] - narrowed below
    if not isinstance(value, str) or not value:
        return None
    if is_url(value):
        weighed = weigh_url(value)
        return about(f"`{field}` is", weighed) if weighed else None
    words = parts(key)
    if _PATHS.isdisjoint(words) or not looks_like_path(value):
        return None
    writes = changes and (not {"source", "src"} & set(words) or removes)
    weighed = weigh_path(value, writes or not _TO.isdisjoint(words), removes)
    return about(f"`{field}` is", weighed) if weighed else None


def _first(field: str, key: str, values: list[Any], changes: bool, removes: bool) -> Weighed | None:
    found = (weigh_place(field, key, value, changes, removes) for value in values if isinstance(value, str))
    return next((weighed for weighed in found if weighed), None)
