"""`python -m benchmarks.finding --data DIR [--write PAGE]`: quality, speed and tokens of finding tools."""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from sandgate.catalog import Catalogue, Together, captured, first_sentence
from sandgate.catalog.search import index_of, making, meaning
from sandgate.model import Tool
from sandgate.output import count

from .. import machine
from ..report import Figure
from ..timing import percentile
from ..tokens import sizes
from .data import REAL, Query, Set, sets
from .quality import Quality, halves, history, measured, numbered, recommending
from .rivals import Bm25, Substring

LOADED = """
import sys, time
from pathlib import Path
from sandgate.catalog import Catalogue, captured
listings = captured(Path(sys.argv[1]))
catalogue = Catalogue(listings, listings, Path(sys.argv[2]))
started = time.perf_counter()
catalogue.index()
loaded = time.perf_counter() - started
catalogue.search("create an issue")
status = Path("/proc/self/status").read_text()
print(loaded, int(status.split("VmRSS:")[1].split()[0]) / 1024)
"""
PAGE = """\
# Finding tools

Written by `make bench-finding DATA=DIR WRITE=1`; no figure here is typed. Measured on {date}: {machine}.

The sets are public and not ours; they are read from a folder that is given. Recall is the part of the tools a query
needs that stands among the first 1, 5 or 10; nDCG looks at their order among the first 5. `words` is a plain
installation, `words and meanings` one with `sandgate[semantic]`. BM25 splits names as ours does.

## Natural language

{language}

## By the words of a name

{keywords}

## Tasks that need several tools

Half of the tasks of each set are history, the other half is asked for. Recall at 5.

{tasks}

## Speed and size

{figures}

{meanings}
"""
Table = list[list[str]]


def quality(given: Sequence[Set]) -> Table:
    rows: Table = [["set", "tools", "queries", "search", "recall@1", "@5", "@10", "nDCG@5"]]
    totals: dict[str, list[Quality]] = {}
    for one in given:
        for name, found in _searches(one):
            totals.setdefault(name, []).append(found)
            rows.append([one.name, f"{len(one.tools):,}", f"{len(one.queries):,}", name, *_numbers([found])])
    rows += [["**all, each set alike**", "", "", name, *_numbers(found)] for name, found in totals.items()]
    return rows


def _searches(given: Set) -> Iterator[tuple[str, Quality]]:
    if meaning.is_installed():
        yield "words and meanings", measured(numbered(index_of(given.tools, {})), given.queries)
    yield "words", measured(numbered(_words_alone(given.tools)), given.queries)
    for rival in (Bm25(given.tools), Substring(given.tools)):
        yield rival.name, measured(rival.search, given.queries)


def _words_alone(tools: Sequence[Tool]) -> making.Index:
    return making._made(tools, {}, None)  # pyright: ignore[reportPrivateUsage] - what a plain installation has


def _numbers(found: Sequence[Quality]) -> list[str]:
    means = [sum(one.recall[most] for one in found) / len(found) for most in (1, 5, 10)]
    return [*(f"{100 * mean:.1f}" for mean in means), f"{100 * sum(one.ndcg for one in found) / len(found):.1f}"]


def tasks(given: Sequence[Set]) -> Table:
    rows: Table = [["set", "history", "tasks", "search", "recommend", "recommend, with history"]]
    for one in given:
        done, asked = halves(one)
        if len(asked) < 20:
            continue
        index = index_of(one.tools, {})
        ways = (
            numbered(index),
            recommending(index, Together()),
            recommending(index, history(one.tools, done)),
        )
        recalls = [f"{100 * measured(way, asked).recall[5]:.1f}" for way in ways]
        rows.append([one.name, f"{len(done)}", f"{len(asked)}", *recalls])
    return rows


def figures(data: Path, queries: Sequence[Query]) -> Iterator[Figure]:
    listings = captured(data / "catalogue")
    with tempfile.TemporaryDirectory() as folder:
        catalogue = Catalogue(listings, listings, Path(folder))
        started = time.perf_counter()
        catalogue.index()
        built = time.perf_counter() - started
        searched: list[float] = []
        for query in queries:
            started = time.perf_counter()
            assert isinstance(catalogue.search(query.text), list)
            searched.append(time.perf_counter() - started)
        said = subprocess.run(
            [sys.executable, "-c", LOADED, str(data / "catalogue"), folder], check=True, capture_output=True, text=True
        )
        loaded, memory = map(float, said.stdout.split())
    yield Figure(
        name=f"a search among {len(catalogue.tools):,} tools",
        value=f"p50 {1000 * percentile(searched, 50):.1f} ms, p95 {1000 * percentile(searched, 95):.1f} ms",
        meaning="After loading. The goal is a p95 below 20 ms.",
    )
    yield Figure(
        name="the index",
        value=f"built in {built:.1f} s, taken from disk in {1000 * loaded:.0f} ms by a fresh process",
        meaning="The goals are 10 s and 150 ms. Vectors and tokenizer are loaded in that time as well.",
    )
    yield Figure(
        name="memory of a process with it",
        value=f"{memory:.0f} MB",
        meaning="With the whole catalogue and its schemas.",
    )
    yield from sizes(listings)
    yield _per_task(catalogue, queries)


def _per_task(catalogue: Catalogue, queries: Sequence[Query]) -> Figure:
    whole = sum(count(json.dumps(_wire(tool), separators=(",", ":"), ensure_ascii=False)) for tool in catalogue.tools)
    costs: list[int] = []
    for query in queries:
        found = catalogue.search(query.text)[:10]
        lines = [f"{catalogue.path(tool)}: {first_sentence(tool.description, 120)}" for tool in found]
        wanted = next((tool for tool in found if catalogue.tools.index(tool) in query.wanted[0]), None)
        costs.append(count("\n".join(lines)) + (count(catalogue.definition(wanted)) if wanted else 0))
    mean = sum(costs) / len(costs)
    return Figure(
        name="a task: search and one definition, against listing all",
        value=f"{mean:,.0f} against {whole:,} tokens, 1 : {whole / mean:,.0f}",
        meaning=f"Mean of {len(costs)} queries over {REAL}: ten lines of results and the definition of the right tool.",
    )


def _wire(tool: Tool) -> dict[str, object]:
    parts = {"name": tool.name, "title": tool.title, "description": tool.description, "inputSchema": tool.input_schema}
    more = {"outputSchema": tool.output_schema, "annotations": tool.annotations}
    return {key: value for key, value in {**parts, **more}.items() if value}


def markdown(rows: Table) -> str:
    lines = [f"| {' | '.join(row)} |" for row in rows]
    return "\n".join([lines[0], "|" + "---|" * len(rows[0]), *lines[1:]])


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.finding", description=__doc__)
    parser.add_argument("--data", type=Path, metavar="DIR", help="a folder with tools/ and catalogue/")
    parser.add_argument("--write", type=Path, metavar="PAGE", help="write the page as well")
    arguments = parser.parse_args()
    if not arguments.data or not (arguments.data / "tools").is_dir():
        sys.exit(
            "Name a folder with public tool retrieval data: make bench-finding DATA=DIR (it has tools/*/queries.jsonl)"
        )
    given = list(sets(arguments.data))
    real = next(one for one in given if one.name == REAL)
    found = list(figures(arguments.data, real.queries))
    page = PAGE.format(
        date=machine.today(),
        machine=machine.described(),
        language=markdown(quality(given)),
        keywords=markdown(quality([one.by_name() for one in given])),
        tasks=markdown(tasks(given)),
        figures=markdown([["what", "measured"], *([one.name, one.value] for one in found)]),
        meanings="\n".join(f"- {one.name}: {one.meaning}" for one in found),
    )
    print(page)
    if arguments.write:
        arguments.write.write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main()
