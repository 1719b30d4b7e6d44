"""Show what has run so far, on this machine and by this user. No server is started."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from contextlib import closing
from dataclasses import asdict, dataclass, field
from typing import Any

from sandgate.accounting import in_all
from sandgate.audit import Statistics, Totals
from sandgate.audit.pricing import Price, price_of
from sandgate.audit.settings import opened_for_reading
from sandgate.audit.statistics import Ends, statistics
from sandgate.audit.summaries import TOTALS, tokens_counted, totals_of
from sandgate.config import Config
from sandgate.model import JsonObject

from .display import Cell, say, say_json, say_table, short
from .known import remembered
from .options import add_config, add_json, config_of

MOST_TOOLS = 20
"""Tools that are shown; `--json` has all."""
ALL = 1_000_000


@dataclass(frozen=True, slots=True)
class Known:
    """What the journal has."""

    totals: Totals = field(default_factory=lambda: Totals(**dict.fromkeys(Totals.__dataclass_fields__, 0)))
    statistics: Statistics = field(default_factory=Statistics)
    tokens: JsonObject = field(default_factory=dict[str, Any])


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_json(parser)
    add_config(parser)


def run(arguments: argparse.Namespace) -> int:
    config = config_of(arguments)
    journal, price = config.state_dir / "journal.db", price_of(config)
    known, catalogue = _read(config), remembered(config)
    servers, tools = len(catalogue.servers), len(catalogue.tools)
    if arguments.json:
        report = {"totals": asdict(known.totals), "servers": servers, "tools": tools, "limits": asdict(config.limits)}
        report |= {"statistics": known.statistics.as_json(ALL), "tokens": known.tokens, **_cost(known, price)}
        say_json({**report, "journal": str(journal)})
        return 0
    say_table(["", "So far"], _rows(known, servers, tools))
    if not known.totals.executions:
        say('Nothing has run yet: try `sandgate run -c "1 + 1"`')
        return 0
    _say_statistics(known.statistics)
    _say_tokens(known.tokens, price)
    say(f"Kept in {short(journal)}", "dim")
    return 0


def _read(config: Config) -> Known:
    """Nothing is made where nothing has run."""
    if (database := opened_for_reading(config)) is None:
        return Known()
    with closing(database), database.reading():
        (row,) = database.execute(TOTALS)
        return Known(totals_of(row), statistics(database), in_all(tokens_counted(database, "")))


def _cost(known: Known, price: Price | None) -> JsonObject:
    if price is None or not known.tokens:
        return {}
    account = known.tokens["in_all"]
    costs = {name: price.of(account[name]) for name in account if name != "by_kind"}
    return {"cost": {"currency": price.currency, "per_million_tokens": price.per_million, **costs}}


def _say_statistics(known: Statistics) -> None:
    headers = ["Durations in seconds", "Ended", "Mean", "p50", "p95", "Longest", "How they ended"]
    kinds = {"programs": known.executions, "calls": known.calls}
    say_table(headers, [_durations(name, ends) for name, ends in kinds.items()], right=range(1, 6))
    if known.tools:
        rows: list[list[Cell]] = [
            [use.tool, f"{use.calls:,}", f"{use.mean_seconds:.3f}", f"{use.bytes:,}", _counts(use.errors)]
            for use in known.tools[:MOST_TOOLS]
        ]
        say_table(["Tool", "Calls", "Mean seconds", "Bytes", "Errors"], rows, right=range(1, 4))
    if len(known.tools) > MOST_TOOLS:
        say(f"… and {len(known.tools) - MOST_TOOLS:,} tools more; --json has them", "dim")


def _durations(name: str, ends: Ends) -> list[Cell]:
    times = (ends.mean_seconds, ends.p50_seconds, ends.p95_seconds, ends.longest_seconds)
    return [(name, "bold"), f"{ends.count:,}", *(f"{seconds:,.3f}" for seconds in times), _counts(ends.outcomes)]


def _counts(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{count:,} {name}" for name, count in counts.items())


def _say_tokens(tokens: JsonObject, price: Price | None) -> None:
    account = tokens["in_all"]
    kinds = {
        "in the model's context": account["in_context"],
        "stayed out of it": account["stayed_out"],
        "… of a client with tool search": account["stayed_out_of_client_with_tool_search"],
    }
    costs = {name: [price.told(count)] if price else [] for name, count in kinds.items()}
    rows: list[list[Cell]] = [[(name, "bold"), f"{count:,}", *costs[name]] for name, count in kinds.items()]
    say_table(["Tokens", "In all sessions", *(["Cost"] if price else [])], rows, right=[1, *([2] if price else [])])
    for line in [*tokens["assumptions"], *([price.says] if price else [])]:
        say(line, "dim")


def _rows(known: Known, servers: int, tools: int) -> list[list[Cell]]:
    totals, calls = known.totals, known.statistics.calls
    values: dict[str, Any] = {
        "programs run": f"{totals.executions:,}",
        "… that succeeded": f"{totals.succeeded:,}",
        "… not ended": f"{known.statistics.unfinished:,}",
        "tool calls": f"{calls.count:,}",
        "… that failed": f"{calls.count - calls.outcomes.get('ok', 0):,}",
        "seconds": f"{totals.seconds:,.1f}",
        "largest memory, MB": f"{totals.memory_peak_mb:,.0f}",
        "bytes from tools": f"{sum(use.bytes for use in known.statistics.tools):,}",
        "tokens the model wrote": f"{totals.tokens_in:,}",
        "tokens the model read": f"{totals.tokens_out:,}",
        "servers ready": f"{servers:,}",
        "tools remembered": f"{tools:,}",
    }
    return [[(name, "bold"), value] for name, value in values.items()]
