"""The audit for other programs: JSON Lines, CSV for a spreadsheet, and events in OCSF for security tools."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from typing import Literal, Protocol

from .ocsf import ocsf_of
from .reading import Record

Format = Literal["jsonl", "csv", "ocsf"]
CELLS = ("kind", "execution", "number", "user", "session", "client", "server", "tool", "risk", "outcome", "seconds")
FORMULA = ("=", "+", "-", "@", "\t", "\r")


class Sink(Protocol):
    def write(self, text: str, /) -> object: ...


def export(records: Iterable[Record], form: Format, out: Sink) -> int:
    """Write rows one by one; how many it were."""
    return _WAYS[form](records, out)


def when(at: float) -> str:
    """A time as people and programs read it: UTC, to the millisecond."""
    return datetime.fromtimestamp(at, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def as_json(record: Record) -> dict[str, object]:
    return {"seq": record.seq, "hash": record.hash, "time": when(record.content["at"]), **record.content}


def _lines(records: Iterable[Record], out: Sink, form: Callable[[Record], object] = as_json) -> int:
    count = 0
    for record in records:
        out.write(json.dumps(form(record), separators=(",", ":")) + "\n")
        count += 1
    return count


def _csv(records: Iterable[Record], out: Sink) -> int:
    table = csv.writer(out, lineterminator="\n")
    table.writerow(["seq", "time", *CELLS, "hash", "content"])
    count = 0
    for record in records:
        known = {**record.content, "outcome": record.outcome}
        cells = [_cell(known.get(name, "")) for name in CELLS]
        at = when(record.content["at"])
        table.writerow([record.seq, at, *cells, record.hash, _cell(json.dumps(record.content))])
        count += 1
    return count


def _cell(value: object) -> object:
    """A program may name things so that a spreadsheet takes them for formulas."""
    return f"'{value}" if isinstance(value, str) and value.startswith(FORMULA) else value


def _ocsf(records: Iterable[Record], out: Sink) -> int:
    return _lines(records, out, ocsf_of)


_WAYS: dict[Format, Callable[[Iterable[Record], Sink], int]] = {"jsonl": _lines, "csv": _csv, "ocsf": _ocsf}
