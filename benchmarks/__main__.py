"""`python -m benchmarks [--data DIR] [--peers VENV] [--write PAGE]`: every figure is of work that was really done."""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

import anyio

from sandgate.errors import first_cause
from sandgate.model import Level
from sandgate.sandbox.process.backend import ProcessBackend
from sandgate.sandbox.process.levels import strongest

from . import machine, peers
from .audit import million, overhead
from .backends import backends
from .calls import calls
from .catalogues import grown, listings_of, wrappers
from .executions import about_the_yardstick, executions, loop
from .memory import memory
from .report import Figure, Report, page, terminal
from .stage import stage
from .throughput import throughput
from .validation import rates


def say(what: str) -> None:
    print(f"measuring {what} …", file=sys.stderr)


async def measure(data: Path | None, environment: Path | None) -> Report:
    report = Report(machine.today(), machine.described())
    notes = [machine.about_neighbours(), about_the_yardstick(), about_the_tools(data)]
    level, walls = await standing()
    say("programs from the library")
    report.comparisons += [*await executions(level), await loop(level)]
    listings = listings_of(data)
    async with stage() as scene:
        say("programs that call tools, and programs through MCP")
        report.comparisons += await calls(scene)
        say("what the audit costs")
        compared, added = await overhead(scene)
        report.comparisons, report.figures = [*report.comparisons, *compared], [*report.figures, *added]
        say("a larger catalogue")
        report.comparisons.append(await grown(scene, listings))
        say("throughput and memory")
        report.figures += [*await throughput(level), *await memory(level, scene.config)]
        if environment:
            say("peers")
            report.contests += await peers.measured(level, scene, environment)
    say("every backend")
    report.figures += await backends(level)
    say("an audit of a million rows")
    report.figures += [*million(), walls, wrappers(listings)]
    say("programs looked at before they run")
    report.validation += rates(data)
    report.notes += filter(None, notes)
    return report


async def standing() -> tuple[Level, Figure]:
    """The strongest walls that stand here, which are then measured."""
    started = time.perf_counter()
    backend = await strongest(ProcessBackend, "lite")
    seconds = time.perf_counter() - started
    await backend.close()
    meaning = "The strongest level whose self-test passes on this machine; all programs above ran at it."
    return backend.level, Figure(name=f"walls of level {backend.level}", value=f"{seconds:.1f} s", meaning=meaning)


def about_the_tools(data: Path | None) -> str:
    return "" if data else "The larger catalogue is invented: name a folder of captured ones with DATA=DIR."


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--data", type=Path, metavar="DIR", help="a folder with catalogue/*.json and attacks/*.jsonl")
    parser.add_argument("--peers", type=Path, metavar="VENV", help="an environment with benchmarks/peers.txt installed")
    parser.add_argument("--write", type=Path, metavar="PAGE", help="write the page as well")
    arguments = parser.parse_args()
    started = time.perf_counter()
    try:
        report = anyio.run(measure, arguments.data, arguments.peers)
    except BaseExceptionGroup as group:  # what went wrong stands under the contexts of every open client
        raise first_cause(group) from None
    print(terminal(report))
    if arguments.write:
        arguments.write.write_text(page(report), encoding="utf-8")
    print(f"({time.perf_counter() - started:.0f} s)", file=sys.stderr)


if __name__ == "__main__":
    main()
