"""Do five tasks with and without code execution on built-in servers, and compare the tokens."""

from __future__ import annotations

import argparse
import json
import sys
import time
from importlib import import_module
from typing import TYPE_CHECKING

import anyio

from .options import add_json

if TYPE_CHECKING:
    from rich.console import Console

    from sandgate.demo.compare import Comparison
    from sandgate.demo.show import Audience

SERVERS = ("chat", "crm", "drive", "tracker")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--serve", choices=SERVERS, metavar="NAME", help=f"be one of its servers, over stdio: {', '.join(SERVERS)}"
    )
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    if arguments.serve:  # without what a comparison needs: it takes as long as the server itself to load
        import_module(f"sandgate.demo.servers.{arguments.serve}").build().run()
        return 0
    return _compare(arguments)


def _compare(arguments: argparse.Namespace) -> int:
    """0 only if every scenario did on the servers what it should."""
    from rich.console import Console

    from sandgate.demo.report import as_json
    from sandgate.demo.show import Lines, Terminal

    started = time.perf_counter()
    on_terminal = sys.stdout.isatty() and not arguments.json
    console = Console(stderr=not on_terminal)
    audience = None if arguments.json else Terminal(console) if on_terminal else Lines()
    if audience:
        audience.begin()
    comparisons = _watched(console, audience)
    seconds = time.perf_counter() - started
    if audience:
        audience.end(comparisons, seconds)
    else:
        print(json.dumps(as_json(comparisons, seconds), ensure_ascii=False, indent=2))
    wrong = [each.scenario.title for each in comparisons if each.problems]
    if wrong:
        print(f"sandgate: wrong results in: {', '.join(wrong)}", file=sys.stderr)
    return 1 if wrong else 0


def _watched(console: Console, audience: Audience | None) -> list[Comparison]:
    """Run the scenarios with a live line that says what is being done, where there is a terminal to show it."""
    from sandgate.demo.compare import compare
    from sandgate.demo.scenarios import SCENARIOS

    with console.status("starting", spinner="dots") as status:

        def step(doing: str) -> None:
            status.update(f"{doing} …")

        def done(comparison: Comparison) -> None:
            if audience:
                audience.show(comparison)

        return anyio.run(lambda: compare(SCENARIOS, step, done))
