"""The demo as a person reads it: in colour on a terminal, in plain lines in a pipe."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Protocol, cast

from rich import box
from rich.console import Console, Group
from rich.padding import Padding
from rich.rule import Rule
from rich.syntax import Syntax
from rich.table import Table
from rich.text import Text

from sandgate.output import tokens

from .compare import Comparison, saved_percent
from .counting import RULES
from .report import Pair, calls, median_saving, messages, summed, whole

INTRO = (
    "Five tasks, each done twice on real MCP servers: by an agent that calls every tool itself,",
    "and by one that writes programs for Sandgate. Both make the calls a careful model would make.",
)
COLUMNS = ("task", "calls", "tokens without", "with", "saved", "messages alone")


class Audience(Protocol):
    """Whoever watches the demo."""

    def begin(self) -> None: ...
    def show(self, comparison: Comparison) -> None: ...
    def end(self, comparisons: Sequence[Comparison], seconds: float) -> None: ...


class Terminal:
    """Colour, syntax highlighting and a table."""

    def __init__(self, console: Console) -> None:
        self._console, self._shown = console, 0

    def begin(self) -> None:
        self._console.print(Text("\n".join(INTRO)))

    def show(self, comparison: Comparison) -> None:
        self._shown += 1
        scenario = comparison.scenario
        parts = Group(
            Rule(Text(f"{self._shown}. {scenario.title}", style="bold"), align="left"),
            Text(f"Task: {scenario.task}\n", style="italic"),
            Padding(_highlighted(scenario.programs[-1]), (0, 0, 1, 2)),
            Text("The model reads:", style="bold"),
            Padding(Text(comparison.coded.answer or "(nothing)", style="cyan"), (0, 0, 1, 2)),
            *(Text(line) for line in remarks(comparison)),
            *(Text(f"WRONG {problem}", style="bold red") for problem in comparison.problems),
            Text(),
        )
        self._console.print(parts)  # in one go: the live line is drawn again after each

    def end(self, comparisons: Sequence[Comparison], seconds: float) -> None:
        table = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0))
        for number, name in enumerate(COLUMNS):
            table.add_column(name.replace(" ", "\n"), justify="right" if number else "left", no_wrap=True)
        *body, total = table_rows(comparisons)
        for row in body:
            table.add_row(*row)
        table.add_section()
        table.add_row(*total, style="bold")
        self._console.print(table)
        for line in closing(comparisons, seconds):
            self._console.print(Text(line))


class Lines:
    """Nothing but text, for a pipe or a file."""

    def __init__(self) -> None:
        self._shown = 0

    def begin(self) -> None:
        print(*INTRO, sep="\n")

    def show(self, comparison: Comparison) -> None:
        self._shown += 1
        print(f"\n{self._shown}. {comparison.scenario.title}\nTask: {comparison.scenario.task}\n")
        print(_indented(comparison.scenario.programs[-1]), end="\n\n")
        print("The model reads:", _indented(comparison.coded.answer or "(nothing)"), "", sep="\n")
        for line in remarks(comparison):
            print(line)
        for problem in comparison.problems:
            print(f"WRONG {problem}")
        sys.stdout.flush()

    def end(self, comparisons: Sequence[Comparison], seconds: float) -> None:
        rows = [COLUMNS, *table_rows(comparisons)]
        widths = [max(len(row[number]) for row in rows) for number in range(len(COLUMNS))]
        print()
        for row in rows:
            first, *others = (cell.rjust(width) for cell, width in zip(row, widths, strict=True))
            print(f"{first.strip():{widths[0]}}", *others, sep="  ")
        print()
        for line in closing(comparisons, seconds):
            print(line)


def remarks(comparison: Comparison) -> list[str]:
    """What is to be known of one scenario, in lines."""
    scenario, coded = comparison.scenario, comparison.coded
    lines = [f"Tokens: {_change(whole(comparison))}; messages alone: {_change(messages(comparison))}."]
    made, spent = calls(comparison), (comparison.direct.seconds, coded.seconds)
    lines.append(
        f"Calls by the model: {made[0]:,} -> {made[1]:,}. Time in tools: {spent[0]:.1f} s -> {spent[1]:.1f} s."
    )
    if scenario.looks:
        lines.append("Counted as well: a first program that looks at how the data is laid out.")
    if not comparison.problems:
        facts = "; ".join(f"{name}: {_plain(value)}" for name, value in scenario.expected.items())
        lines.append(f"Checked on the servers, the same both ways: {facts}")
    return lines


def table_rows(comparisons: Sequence[Comparison]) -> list[tuple[str, ...]]:
    """One row for each scenario, then their sum."""
    rows = [_row(each.scenario.title, calls(each), whole(each), messages(each)) for each in comparisons]
    made, all_, alone = (summed([figure(each) for each in comparisons]) for figure in (calls, whole, messages))
    return [*rows, _row("all together", made, all_, alone)]


def closing(comparisons: Sequence[Comparison], seconds: float) -> list[str]:
    wrong = sum(bool(each.problems) for each in comparisons)
    verdict = f"{wrong} of {len(comparisons)} scenarios are WRONG, see above" if wrong else "every result was checked"
    return [
        f"The largest task makes most of the sum; the median saving is {median_saving(comparisons):.1f} %.",
        f"Tokens are counted with {tokens.NAME} from the messages themselves:",
        *(f"- {rule}" for rule in RULES),
        "- Messages alone: calls and results, as if a client had every definition for nothing;",
        "  what Sandgate answers to searches for tools and their definitions is still in it.",
        f"Done in {seconds:.0f} s; {verdict}.",
        "Next: sandgate doctor, then sandgate init CLIENT --write. docs/start.md goes through it.",
    ]


def _row(title: str, made: Pair, all_: Pair, alone: Pair) -> tuple[str, ...]:
    counted = (f"{made[0]:,} -> {made[1]:,}", f"{all_[0]:,}", f"{all_[1]:,}")
    return (title, *counted, f"{saved_percent(*all_):.1f} %", f"{saved_percent(*alone):.1f} %")


def _change(pair: Pair) -> str:
    saved = saved_percent(*pair)
    return f"{pair[0]:,} -> {pair[1]:,}, {abs(saved):.1f} % {'saved' if saved >= 0 else 'more'}"


def _plain(value: object) -> str:
    match value:
        case dict():
            return ", ".join(f"{key} {member}" for key, member in cast("dict[str, object]", value).items())
        case list():
            return ", ".join(_plain(member) for member in cast("list[object]", value))
        case int():
            return f"{value:,}"
        case _:
            return str(value)


def _highlighted(code: str) -> Syntax:
    return Syntax(code.rstrip(), "python", theme="ansi_dark", background_color="default", word_wrap=True)


def _indented(text: str) -> str:
    return "\n".join(f"    {line}".rstrip() for line in text.rstrip().splitlines())
