"""Results of tasks that have ended, for those that come after them: the newest, and not more than memory bears."""

from __future__ import annotations

from collections.abc import Callable

from sandgate.model import Json

from .task import Result

MOST_RESULTS = 1000
MOST_CHARACTERS = 256 * 2**20


class Kept:
    """The oldest make room."""

    def __init__(self, most: int = MOST_RESULTS, characters: int = MOST_CHARACTERS) -> None:
        self._most, self._characters = most, characters
        self._results: dict[str, tuple[Result, int]] = {}
        self._held = 0

    def __contains__(self, id: object) -> bool:
        return id in self._results

    def get(self, id: str) -> Result | None:
        found = self._results.get(id)
        return found[0] if found else None

    def put(self, result: Result) -> None:
        self._drop(result.id)
        size = len(result.output) + len(result.text) + size_of(result.data)
        self._results[result.id] = result, size
        self._held += size
        while len(self._results) > self._most or (self._held > self._characters and len(self._results) > 1):
            self._drop(next(iter(self._results)))

    def _drop(self, id: str) -> None:
        if found := self._results.pop(id, None):
            self._held -= found[1]


def size_of(value: Json) -> int:
    """About how many characters a value has."""
    waiting: list[Json] = [value]
    size = 0
    add: Callable[[Json], None] = waiting.append
    while waiting:
        match waiting.pop():
            case str(text):
                size += len(text)
            case list(members):
                size += 8 * len(members)
                waiting += members
            case dict(members):
                for key, member in members.items():
                    size += len(key)
                    add(member)
            case _:
                size += 8
    return size
