"""Sections about what programs reach: servers and tools, personal data, the network."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence

from sandgate.audit.events import UNFINISHED

from .gathering import Gathered, Tally
from .nouns import Cell, Section, Table
from .rare import Sums
from .sections import how_many, largest_first, rounded, section


def tools(found: Gathered) -> Section:
    tables = [
        _used("servers", "Servers", "server", found.calls, lambda one: one.server),
        _used("tools", "Tools", "tool", found.calls, lambda one: f"{one.server}.{one.tool}"),
    ]
    says = "What programs called, commands and resources included. Bytes are what came back to the program."
    figures: dict[str, Cell] = {name: len(table.rows) for name, table in zip(("servers", "tools"), tables, strict=True)}
    return section("tools", "Servers and tools used", says, {"calls": how_many(found.calls), **figures}, tables)


def _used(id: str, title: str, what: str, calls: Sequence[Tally], name_of: Callable[[Tally], str]) -> Table:
    groups: dict[str, list[Tally]] = defaultdict(list)
    for one in calls:
        groups[name_of(one)].append(one)
    rows: list[list[Cell]] = []
    for name, own in groups.items():
        count, seconds = how_many(own), sum(one.seconds for one in own)
        ends: Counter[str] = Counter()
        for one in own:
            ends[one.outcome if one.outcome in ("ok", "denied", UNFINISHED) else "failed"] += one.count
        counts = [ends[outcome] for outcome in ("ok", "failed", "denied", UNFINISHED)]
        rows.append([name, count, *counts, rounded(seconds / count), sum(one.bytes for one in own)])
    columns = [what, "calls", "ok", "failed", "denied", UNFINISHED, "mean seconds", "bytes"]
    return Table(id=id, title=title, columns=columns, rows=sorted(rows, key=largest_first), chart="bars")


def personal_data(found: Gathered) -> Section:
    kinds: dict[str, Counter[str]] = defaultdict(Counter)
    servers: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for (data, server, way), count in found.rare.crossed.items():
        kinds[data][way] += count
        servers[server, data][way] += count
    tables = [
        Table(
            id="by_kind",
            title="By kind",
            columns=["kind", "values", "hidden", "sent to tools"],
            rows=sorted(([kind, *_ways(ways)] for kind, ways in kinds.items()), key=largest_first),
            chart="bars",
        ),
        Table(
            id="by_server",
            title="By server and kind",
            columns=["server", "kind", "values", "hidden", "sent to tools"],
            rows=sorted(
                ([*name, *_ways(ways)] for name, ways in servers.items()), key=lambda row: (str(row[0]), str(row[1]))
            ),
        ),
    ]
    says = "How many personal values of which kind were hidden from programs and the model, and how many were put back "
    says += (
        "where a program sent them to a tool. Values themselves are never in the audit. Where protection is off for a "
    )
    says += "tool, nothing is counted."
    return section("personal_data", "Personal data handled", says, {"values": sum(found.rare.crossed.values())}, tables)


def _ways(ways: Counter[str]) -> list[int]:
    return [sum(ways.values()), ways["hidden"], ways["restored"]]


def network(found: Gathered) -> Section:
    places = sorted(found.rare.places.items(), key=lambda item: -item[1].count)
    table = Table(
        id="connections",
        title="By host",
        columns=["host", "port", "verdict", "connections", "bytes sent", "bytes received"],
        rows=[[*place, sums.count, sums.sent, sums.received] for place, sums in places],
        empty="No program asked for the network.",
    )
    sums: list[Sums] = [sums for _, sums in places]
    figures: dict[str, Cell] = {
        "connections": sum(one.count for one in sums),
        "bytes sent": sum(one.sent for one in sums),
        "bytes received": sum(one.received for one in sums),
    }
    says = "What programs asked of the network by themselves. What servers connect to is not seen here."
    return section("network", "Network connections", says, figures, [table])
