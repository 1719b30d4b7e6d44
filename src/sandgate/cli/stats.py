"""Show what has run so far, on this machine and by this user. No server is started."""

from __future__ import annotations

import argparse
from dataclasses import asdict
from pathlib import Path
from typing import Any

from sandgate.audit import Journal, Totals

from .display import Cell, say, say_json, say_table, short
from .known import remembered
from .options import add_config, add_json, config_of


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_json(parser)
    add_config(parser)


def run(arguments: argparse.Namespace) -> int:
    config = config_of(arguments)
    journal = config.state_dir / "journal.db"
    totals, catalogue = _totals(journal), remembered(config)
    servers, tools = len(catalogue.servers), len(catalogue.tools)
    if arguments.json:
        report = {"totals": asdict(totals), "servers": servers, "tools": tools, "limits": asdict(config.limits)}
        say_json({**report, "journal": str(journal)})
        return 0
    say_table(["", "So far"], _rows(totals, servers, tools))
    if not totals.executions:
        say('Nothing has run yet: try `sandgate run -c "1 + 1"`')
    else:
        say(f"Kept in {short(journal)}", "dim")
    return 0


def _totals(journal: Path) -> Totals:
    if not journal.exists():
        return Totals(**dict.fromkeys(Totals.__dataclass_fields__, 0))
    import anyio

    async def read() -> Totals:
        opened = Journal(journal)
        try:
            return await opened.totals()
        finally:
            await opened.close()

    return anyio.run(read)


def _rows(totals: Totals, servers: int, tools: int) -> list[list[Cell]]:
    values: dict[str, Any] = {
        "programs run": f"{totals.executions:,}",
        "… that succeeded": f"{totals.succeeded:,}",
        "tool calls": f"{totals.calls:,}",
        "… that failed": f"{totals.failed_calls:,}",
        "seconds": f"{totals.seconds:,.1f}",
        "largest memory, MB": f"{totals.memory_peak_mb:,.0f}",
        "bytes from tools": f"{totals.bytes_from_tools:,}",
        "tokens the model wrote": f"{totals.tokens_in:,}",
        "tokens the model read": f"{totals.tokens_out:,}",
        "servers ready": f"{servers:,}",
        "tools remembered": f"{tools:,}",
    }
    return [[(name, "bold"), value] for name, value in values.items()]
