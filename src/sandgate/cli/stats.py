"""Show what has run so far, on this machine and by this user. No server is started."""

from __future__ import annotations

import argparse
from dataclasses import asdict
from typing import Any

from sandgate.audit import Journal, Totals
from sandgate.config import Config
from sandgate.model import JsonObject

from .display import Cell, say, say_json, say_table, short
from .known import remembered
from .options import add_config, add_json, config_of


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_json(parser)
    add_config(parser)


def run(arguments: argparse.Namespace) -> int:
    config = config_of(arguments)
    journal = config.state_dir / "journal.db"
    totals, tokens = _read(config)
    catalogue = remembered(config)
    servers, tools = len(catalogue.servers), len(catalogue.tools)
    if arguments.json:
        report = {"totals": asdict(totals), "servers": servers, "tools": tools, "limits": asdict(config.limits)}
        say_json({**report, "tokens": tokens, "journal": str(journal)})
        return 0
    say_table(["", "So far"], _rows(totals, servers, tools))
    if totals.executions:
        _say_tokens(tokens)
    if not totals.executions:
        say('Nothing has run yet: try `sandgate run -c "1 + 1"`')
    else:
        say(f"Kept in {short(journal)}", "dim")
    return 0


def _read(config: Config) -> tuple[Totals, JsonObject]:
    """The totals and the account of tokens; nothing is made where nothing has run."""
    if not config.audit.url and not (config.state_dir / "journal.db").exists():
        return Totals(**dict.fromkeys(Totals.__dataclass_fields__, 0)), {}
    import anyio

    from sandgate.accounting import Accounts
    from sandgate.audit.settings import store_of

    async def read() -> tuple[Totals, JsonObject]:
        opened = Journal(store_of(config))
        accounts = Accounts(opened, {})
        try:
            return await opened.totals(), await accounts.told(None)
        finally:
            await accounts.close()
            await opened.close()

    return anyio.run(read)


def _say_tokens(tokens: JsonObject) -> None:
    account = tokens["in_all"]
    kinds: dict[str, str] = {
        "in the model's context": f"{account['in_context']:,}",
        "stayed out of it": f"{account['stayed_out']:,}",
        "… of a client with tool search": f"{account['stayed_out_of_client_with_tool_search']:,}",
    }
    say_table(["Tokens", "In all sessions"], [[(name, "bold"), value] for name, value in kinds.items()])
    for line in tokens["assumptions"]:
        say(line, "dim")


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
