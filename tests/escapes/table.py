"""The table of the pages on security: every probe behind all walls that stand here, tried by `make probes`.

With names of columns, such as `vm docker`, those are tried anew and the others stay as they were. The results are kept
in `results.json`; a test holds the page to them.
"""

from __future__ import annotations

import json
import os
import platform
import sys
from collections import defaultdict
from collections.abc import Collection
from pathlib import Path
from typing import TypeAlias

import anyio

from sandgate.sandbox.process import cgroups

from .columns import COLUMNS, Column, Missing
from .outside import outside
from .probes import GROUPS

ROOT = Path(__file__).parents[2]
PAGES = (ROOT / "SECURITY.md", ROOT / "docs" / "sandboxes.md")
RESULTS = Path(__file__).with_name("results.json")
BEGIN, END = "<!-- Written by `make probes`, never by hand. -->\n", "<!-- Here ends what `make probes` wrote. -->\n"
BLOCKED, UNEXPLAINED = "blocked", "a defect: its test fails"
UNSAYABLE = "blocked, as its language has no words for it"
HELD = frozenset((BLOCKED, UNSAYABLE))
NOT_RUN, NONE, ALL = "not run", "–", "all"

Verdicts: TypeAlias = dict[str, str]
"""Of each probe, by id: that it was blocked, or why it was not."""
Columns: TypeAlias = "dict[str, Verdicts | None]"
Results: TypeAlias = dict[str, Verdicts | None]
"""`machine`, and the verdicts of each column; None for walls that do not stand on it."""


async def tried(columns: Collection[str], before: Results) -> Results:
    """Those columns anew, the others as they were."""
    results: Results = {"machine": machine()}
    for name, column in COLUMNS.items():
        results[name] = await verdicts(name, column) if name in columns else before.get(name)
    return results


async def verdicts(name: str, column: Column) -> Verdicts | None:
    found: Verdicts = {}
    try:
        with outside() as world:
            async with column.walls(world) as walls:
                for probe in column.probes:
                    got_through = await walls.judged(probe)
                    held = UNSAYABLE if probe.id in walls.unsaid else BLOCKED
                    found[probe.id] = walls.gaps.get(probe.id, UNEXPLAINED) if got_through else held
                    if got_through:
                        print(f"{name} {probe.id}: {found[probe.id]} ({got_through[:200]})", flush=True)
    except Missing as reason:
        print(f"{name} was not tried: {reason}", flush=True)
        return None
    return found


def machine() -> dict[str, str]:
    """What of it bears on the results."""
    place = cgroups.found()
    if place:
        place.remove()
    return {
        "kernel": ".".join(platform.release().split(".")[:2]),
        "processor": platform.machine(),
        "python": platform.python_version(),
        "user": "root" if os.getuid() == 0 else "an ordinary user",
        "groups": "with control groups" if place else "without control groups",
    }


def rendered(results: Results) -> str:
    """The section as it stands in the page, without its marks."""
    levels: Columns = {name: results.get(name) for name in COLUMNS}
    lines = [f"| reaching for | {' | '.join(levels)} |", f"|---|{'---|' * len(levels)}"]
    for group in (*GROUPS, ALL):
        lines.append(f"| {group} | {' | '.join(_share(name, group, found) for name, found in levels.items())} |")
    on = results["machine"] or {}
    lines += [
        "",
        f"Blocked of tried, on Linux {on['kernel']}, {on['processor']}, Python {on['python']}, started by "
        f"{on['user']}, {on['groups']}.",
        "",
    ]
    return "\n".join([*lines, *_gaps(levels)]) + "\n"


def _share(name: str, group: str, verdicts: Verdicts | None) -> str:
    """Of the probes that this column has."""
    column = COLUMNS[name]
    ids = [probe.id for probe in (column.probes if group == ALL else column.groups.get(group, ()))]
    if verdicts is None or not ids:
        return NOT_RUN if ids else NONE
    return f"{sum(verdicts[identity] in HELD for identity in ids)}/{len(ids)}"


def _gaps(levels: Columns) -> list[str]:
    """What got through, by column and reason; and what could not be tried because it could not be said."""
    lines: list[str] = []
    for level, verdicts in levels.items():
        reasons: defaultdict[str, list[str]] = defaultdict(list)
        for identity, verdict in (verdicts or {}).items():
            if verdict not in HELD:
                reasons[verdict].append(f"`{identity}`")
        lines += [f"- {level}: {reason} ({', '.join(ids)})." for reason, ids in reasons.items()]
        if unsaid := [*(verdicts or {}).values()].count(UNSAYABLE):
            lines.append(
                f"- {level}: {unsaid} of those blocked use what the interpreter does not have, and never began."
            )
    return lines


def section(page: str) -> str:
    """What stands between the marks."""
    return page.partition(BEGIN)[2].partition(END)[0]


def with_section(page: str, text: str) -> str:
    before, _, rest = page.partition(BEGIN)
    return f"{before}{BEGIN}{text}{END}{rest.partition(END)[2]}"


def main() -> None:
    before: Results = json.loads(RESULTS.read_text(encoding="utf-8")) if RESULTS.exists() else {}
    results = anyio.run(tried, sys.argv[1:] or [*COLUMNS], before)
    RESULTS.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
    for page in PAGES:
        page.write_text(with_section(page.read_text(encoding="utf-8"), rendered(results)), encoding="utf-8")


if __name__ == "__main__":
    main()
