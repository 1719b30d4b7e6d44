"""Observed shapes on disk: one file per server, with the types of its tools' results and never a value of one."""

from __future__ import annotations

import fcntl
import json
import re
import time
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sandgate.model import Observed, ServerSpec

from ..kept import read_kept
from ..store import key_of, replace
from .observed import is_shape, merge

LOCK_SECONDS = 2.0
LARGEST_MB = 64
MOST_CALLS = 10**12
_DAY = re.compile(r"\d{4}-\d\d-\d\d")


class Observations:
    """A folder of files named like those of the catalogue. Several processes may add to one file at once."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def load(self, spec: ServerSpec) -> dict[str, Observed]:
        """What is remembered, by tool; what is damaged is not."""
        try:
            tools: dict[str, Any] = json.loads(read_kept(self._file(spec), LARGEST_MB))["tools"]
            return {name: _observed(entry) for name, entry in tools.items() if _is_sound(entry)}
        except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
            return {}

    def add(self, spec: ServerSpec, news: Mapping[str, Observed]) -> dict[str, Observed]:
        """Merge what was seen since the last time into what anybody has seen; all of it. Raises OSError."""
        self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        with self._alone():
            known = self.load(spec)
            for name, new in news.items():
                known[name] = together(known.get(name), new)
            tools = {name: {"schema": o.schema, "calls": o.calls, "last_day": o.last_day} for name, o in known.items()}
            content = json.dumps({"server": spec.name, "tools": tools}, ensure_ascii=False)
            replace(self._file(spec), content.encode("utf-8", "replace"))
        return known

    def _file(self, spec: ServerSpec) -> Path:
        return self._folder / f"{key_of(spec)}.json"

    @contextmanager
    def _alone(self) -> Generator[None]:
        """Hold the folder's lock. Raises TimeoutError, an OSError, if somebody else does not let go of it."""
        with (self._folder / ".lock").open("w") as lock:
            deadline = time.monotonic() + LOCK_SECONDS
            while True:
                try:
                    fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                    break
                except BlockingIOError:
                    if time.monotonic() > deadline:
                        raise TimeoutError(f"{self._folder} is locked") from None
                    time.sleep(0.01)
            yield


def together(old: Observed | None, new: Observed) -> Observed:
    if old is None:
        return new
    day = max(old.last_day, new.last_day)
    return Observed(schema=merge(old.schema, new.schema), calls=old.calls + new.calls, last_day=day)


def _observed(entry: Mapping[str, Any]) -> Observed:
    return Observed(schema=entry["schema"], calls=entry["calls"], last_day=entry["last_day"])


def _is_sound(entry: object) -> bool:
    match entry:
        case {"schema": object() as schema, "calls": int(calls), "last_day": str(day)}:
            return 0 < calls < MOST_CALLS and bool(_DAY.fullmatch(day)) and schema != {} and is_shape(schema)
        case _:
            return False
