"""Counts and durations in memory, and their text for Prometheus. Few lines of them: names come from servers."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Protocol

BOUNDS = (0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 30.0, 60.0, 120.0, 300.0)
"""Seconds; those that the conventions give for MCP."""
MOST_SERIES = 1_000
"""Of one measure. A server may have ten thousand tools; those that come later are counted as one."""
LONGEST_LABEL = 100
OTHER = "(other)"
Labels = tuple[tuple[str, str], ...]


class Instrument(Protocol):
    """Where a measure goes besides: a counter or a histogram of OpenTelemetry's."""

    def put(self, value: float, attributes: Mapping[str, str]) -> None: ...


@dataclass(slots=True)
class Series:
    count: int = 0
    sum: float = 0.0
    buckets: list[int] = field(default_factory=lambda: [0] * (len(BOUNDS) + 1))


@dataclass(slots=True)
class Measure:
    """One thing that is measured. A `timed` one is a histogram of seconds, any other only goes up."""

    name: str
    """With dots, as the conventions write it."""
    about: str
    timed: bool = False
    unit: str = ""
    instrument: Instrument | None = None
    series: dict[Labels, Series] = field(default_factory=dict[Labels, Series])
    _given: dict[Labels, Labels] = field(default_factory=dict[Labels, Labels])
    """Labels as they were given, and what they are called."""

    def add(self, value: float, **labels: str) -> None:
        """Labels are named with `__` for a dot; what is empty is left out."""
        given = tuple(labels.items())
        if (known := self._given.get(given)) is None:
            known = self._named(given)
        series = self.series[known]
        series.count += 1
        series.sum += value
        if self.timed:
            series.buckets[bisect_left(BOUNDS, value)] += 1
        if self.instrument:
            self.instrument.put(value, dict(known))

    def _named(self, given: Labels) -> Labels:
        known = tuple((name.replace("__", "."), text[:LONGEST_LABEL]) for name, text in given if text)
        if known not in self.series and len(self.series) >= MOST_SERIES:
            known = tuple((name, OTHER) for name, _ in known)
        self.series.setdefault(known, Series())
        if len(self._given) < MOST_SERIES:
            self._given[given] = known
        return known

    @property
    def title(self) -> str:
        """Its name for Prometheus, which has no dots and says the unit."""
        return self.name.replace(".", "_") + ("_seconds" if self.timed else "_total")

    def lines(self) -> Iterator[str]:
        yield f"# HELP {self.title} {self.about}"
        yield f"# TYPE {self.title} {'histogram' if self.timed else 'counter'}"
        for labels, series in self.series.items():
            yield from (
                self._timed(labels, series) if self.timed else [f"{self.title}{_text(labels)} {_number(series.sum)}"]
            )

    def _timed(self, labels: Labels, series: Series) -> Iterator[str]:
        so_far = 0
        for bound, count in zip((*map(str, BOUNDS), "+Inf"), series.buckets, strict=True):
            so_far += count
            yield f"{self.title}_bucket{_text((*labels, ('le', bound)))} {so_far}"
        yield f"{self.title}_sum{_text(labels)} {_number(series.sum)}"
        yield f"{self.title}_count{_text(labels)} {series.count}"


def _text(labels: Labels) -> str:
    pairs = ",".join(f'{name.replace(".", "_")}="{_escaped(value)}"' for name, value in labels)
    return f"{{{pairs}}}" if pairs else ""


def _escaped(value: str) -> str:
    """A server may name a tool so that it would end its line and begin another."""
    shown = value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return shown.encode("utf-8", "replace").decode().replace("\r", "")


def _number(value: float) -> str:
    return str(int(value)) if value == int(value) else repr(value)
