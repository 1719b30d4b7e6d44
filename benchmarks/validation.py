"""How well programs are validated before they run: what is found, what is blocked, false alarms, and the time it takes.

The sets are public and not ours; they are read from a folder that is given.
"""

from __future__ import annotations

import ast
import json
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sandgate.policy.validation import check

from .report import Figure
from .timing import percentile

RUNS = 15
LINES = 2_000
STEP = '''\
from servers.crm import list_contacts, update_contact


@dataclass(frozen=True)
class Contact{n}:
    """One contact of page {n}."""

    id: str
    email: str
    score: float = 0.0

    @property
    def domain(self) -> str:
        return self.email.rpartition("@")[2].lower()


async def page_{n}(cursor: str | None = None) -> list[Contact{n}]:
    found: list[Contact{n}] = []
    while True:
        answer = await list_contacts(cursor=cursor, limit=100, filter={{"owner": "team-{n}", "active": True}})
        for row in answer["items"]:
            if not row.get("email") or row["email"].endswith(".invalid"):
                continue
            found.append(Contact{n}(id=row["id"], email=row["email"].strip(), score=float(row.get("score") or 0)))
        cursor = answer.get("next")
        if cursor is None:
            break
    return found


contacts_{n} = await page_{n}()
by_domain_{n} = defaultdict(list)
for contact in contacts_{n}:
    by_domain_{n}[contact.domain].append(contact)
ranked_{n} = sorted(by_domain_{n}.items(), key=lambda pair: (-len(pair[1]), pair[0]))
path_{n} = Path("workspace") / f"contacts-{n}.json"
path_{n}.write_text(json.dumps([vars(contact) for contact in contacts_{n}], indent=2))
pattern_{n} = re.compile(r"^(?P<first>[a-z]+)[._-](?P<last>[a-z]+)@", re.IGNORECASE)
names_{n} = [match.groupdict() for contact in contacts_{n} if (match := pattern_{n}.match(contact.email))]
try:
    await asyncio.gather(*(update_contact(id=c.id, data={{"rank": n}}) for n, c in enumerate(contacts_{n}[:50])))
except ToolError as error:
    print(f"page {n}: {{error}}")
mean_{n} = sum(contact.score for contact in contacts_{n}) / max(1, len(contacts_{n}))
print({n}, len(contacts_{n}), ranked_{n}[:3], len(names_{n}), round(mean_{n}, 2))

'''
HEAD = """\
import asyncio
import json
import re
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

"""


@dataclass(slots=True)
class Tally:
    """What became of the programs of one kind."""

    programs: int = 0
    told: int = 0
    blocked: int = 0

    def count(self, code: str) -> None:
        report = check(code)
        self.programs += 1
        self.told += any(finding.severity != "info" for finding in report.findings)
        self.blocked += report.blocked

    def __str__(self) -> str:
        def part(number: int) -> str:
            return f"{number} ({100 * number / max(1, self.programs):.1f} %)"

        return f"of {self.programs}: {part(self.told)} told, {part(self.blocked)} blocked"


def rates(data: Path | None) -> Iterator[Figure]:
    """Detection and false alarms by category, then the time for a long program."""
    folder = data / "attacks" if data else None
    if folder and folder.is_dir():
        yield from _benign(folder / "benign_humaneval.jsonl")
        yield from _redcode(folder / "redcode_exec_python.jsonl")
        yield from _probes(folder / "probes.jsonl")
    else:
        meaning = "Name a folder that holds attacks/*.jsonl with DATA=DIR."
        yield Figure(name="validation: detection", value="not measured: no data", meaning=meaning)
    yield duration()


def _rows(path: Path) -> Iterator[dict[str, Any]]:
    with path.open(encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def _tallied(rows: Iterable[dict[str, Any]], kind: Callable[[dict[str, Any]], str]) -> dict[str, Tally]:
    tallies: dict[str, Tally] = {}
    for row in rows:
        tallies.setdefault(kind(row), Tally()).count(row["code"])
    return tallies


def _benign(path: Path) -> Iterator[Figure]:
    (tally,) = _tallied(_rows(path), lambda row: "benign").values()
    meaning = "HumanEval: all of these are ordinary, so each one is a false alarm. The goal is less than 1 % blocked."
    yield Figure(name="validation: ordinary programs", value=str(tally), meaning=meaning)


def _redcode(path: Path) -> Iterator[Figure]:
    rows = list(_rows(path))
    for expectation, tally in _tallied(rows, lambda row: row["expectation"]).items():
        meaning = "RedCode, all categories of this kind. `told` is a warning or more."
        yield Figure(name=f"validation: {expectation}", value=str(tally), meaning=meaning)
    for kind, tally in _tallied(rows, lambda row: f"{row['scenario']}, {row['expectation']}").items():
        yield Figure(name=f"validation: {kind}", value=str(tally), meaning="One category of RedCode.")


def _probes(path: Path) -> Iterator[Figure]:
    for group, tally in _tallied(_rows(path), lambda row: row["group"]).items():
        meaning = "Attempts on the sandbox. Those on its limits and its results look like ordinary code."
        yield Figure(name=f"validation: probes, {group}", value=str(tally), meaning=meaning)


def duration() -> Figure:
    code = long_program()
    assert check(code).findings == ()
    turns = [(_timed(check, code), _timed(ast.parse, code)) for _ in range(RUNS)]
    ours, reading = (percentile(seconds, 50) for seconds in zip(*turns, strict=True))
    return Figure(
        name=f"validation: a program of {LINES:,} lines",
        value=f"p50 {1000 * ours:.1f} ms, {ours / reading:.1f} × reading it alone",
        meaning="An ordinary program that calls tools. Reading is `ast.parse`, in turn. The goal is less than 50 ms.",
    )


def long_program() -> str:
    steps = LINES // STEP.count("\n") + 1
    code = HEAD + "".join(STEP.format(n=number) for number in range(steps))
    lines = code.splitlines()[:LINES]
    while lines[-1]:  # up to the end of a statement
        lines.pop()
    return "\n".join(lines + ["pass"] * (LINES - len(lines)))


def _timed(work: Callable[[str], object], code: str) -> float:
    started = time.perf_counter()
    work(code)
    return time.perf_counter() - started
