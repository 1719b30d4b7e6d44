"""`python -m benchmarks.tokens --data DIR [--write PAGE]`: what tasks cost in tokens, with and without Sandgate."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

import anyio

from sandgate.catalog import captured
from sandgate.catalog.search import meaning
from sandgate.errors import first_cause
from sandgate.model import Listing

from .figures import Figures
from .page import page
from .recording import recorded
from .scenarios import scenarios
from .scenes import played
from .stage import knowing
from .tasks import TOOLS, TRACES, Task, ToolId, listings, singles, traced

DEMO, PUBLIC, SINGLE = "tasks of the demo", "public tasks", "single calls"


def say(what: str) -> None:
    print(f"measuring {what} …", file=sys.stderr)


async def measured(data: Path) -> Figures:
    others, own = captured(data / "catalogue"), listings(data)
    say("the demo's tasks on their servers")
    shown, servers = await scenarios()
    say("the programs of the public tasks")
    public, used_before = await recorded(traced(data), data)
    (demo,) = await played({DEMO: shown}, servers, others, say)
    sets: Mapping[str, Sequence[Task]] = {PUBLIC: public, SINGLE: singles(public)}
    tasks, single = await played(sets, own, others, say)
    return Figures(
        demo=demo,
        demo_names=[task.id for task in shown],
        public=tasks,
        single=single,
        captured=others,
        used_before=used_before,
        fresh=await definitions(own, used_before),
        openings={surface: await opening(surface) for surface in ("full", "minimal")},
        meanings=meaning.is_installed(),
    )


async def definitions(own: Mapping[str, Listing], wanted: Mapping[ToolId, str]) -> dict[ToolId, str]:
    async with knowing(own) as gate:
        return {tool: await gate.ask("get_tool_definition", {"tool": gate.path(tool)}) for tool in wanted}


async def opening(surface: str) -> int:
    async with knowing({}, "minimal" if surface == "minimal" else "full") as gate:
        return await gate.opening()


def is_complete(data: Path | None) -> bool:
    if data is None or not all((data / "tasks" / name).is_file() for name in (TRACES, TOOLS)):
        return False
    return any((data / "catalogue").glob("*.json"))


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.tokens", description=__doc__)
    parser.add_argument("--data", type=Path, metavar="DIR", help="a folder with tasks/ and catalogue/")
    parser.add_argument("--write", type=Path, metavar="PAGE", help="write the page as well")
    arguments = parser.parse_args()
    if not is_complete(arguments.data):
        sys.exit(
            "Name a folder with public tasks and captured servers: make bench-tokens DATA=DIR "
            f"(it has catalogue/*.json, tasks/{TRACES} and tasks/{TOOLS})"
        )
    started = time.perf_counter()
    try:
        made = page(anyio.run(measured, arguments.data.resolve()))
    except BaseExceptionGroup as group:  # what went wrong stands under the contexts of every open client
        raise first_cause(group) from None
    print(made)
    if arguments.write:
        arguments.write.write_text(made, encoding="utf-8")
    print(f"({time.perf_counter() - started:.0f} s)", file=sys.stderr)


if __name__ == "__main__":
    main()
