"""What commands print: tables, colour and progress for a person at a terminal, plain lines for a pipe.

Texts of servers are hostile input: escape sequences in a description must not reach the terminal.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Collection, Generator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Literal, TextIO

from sandgate.catalog.wrappers.text import clean, one_line

Style = Literal["", "bold", "dim", "green", "yellow", "red", "cyan"]
Cell = str | tuple[str, Style]


def on_terminal() -> bool:
    """Whether a person is reading standard output."""
    return sys.stdout.isatty()


def say(text: str, style: Style = "") -> None:
    """Print text for people; what cannot be seen, or not be written here, is left out."""
    if style and on_terminal():
        from rich.console import Console
        from rich.text import Text

        Console().print(Text(clean(text), style))
    else:
        _write(sys.stdout, clean(text))


def warn(text: str) -> None:
    """Say on standard error what a person should know and a program should not read."""
    _write(sys.stderr, f"sandgate: {clean(text)}")


def say_json(value: object) -> None:
    """ASCII only: names and descriptions may hold what this terminal's encoding has no letters for."""
    print(json.dumps(value, indent=2))


def say_code(text: str, language: Literal["python", "json", "toml", "yaml"]) -> None:
    if not on_terminal():
        _write(sys.stdout, text)
        return
    from rich.console import Console
    from rich.syntax import Syntax

    Console().print(Syntax(text, language, theme="ansi_dark", background_color="default", word_wrap=True))


def say_table(
    headers: Sequence[str],
    rows: Sequence[Sequence[Cell]],
    right: Collection[int] = (),
    whole: Collection[int] = (),
) -> None:
    """Columns with a heading on a terminal; one line per row with tabs between, and no heading, in a pipe.

    `right` are the columns of numbers, which stand at the right and are never broken; nor are those in `whole`.
    """
    if not on_terminal():
        for row in rows:
            _write(sys.stdout, "\t".join(one_line(_text(cell)) for cell in row))
        return
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(*headers, box=None, pad_edge=False, header_style="bold", padding=(0, 2, 0, 0))
    for number in right:
        table.columns[number].justify = "right"
    for number in {*right, *whole}:
        table.columns[number].no_wrap = True
    for row in rows:
        table.add_row(*(Text(one_line(_text(cell)), _style(cell), overflow="fold") for cell in row))
    Console().print(table)


@contextmanager
def progress(title: str, total: int | None = None) -> Generator[Callable[[], None], None, None]:
    """A bar on standard error while a person waits; what is yielded moves it on by one."""
    if not sys.stderr.isatty():
        yield lambda: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = [TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn()]
    count = [MofNCompleteColumn()] if total is not None else []
    with Progress(*columns, *count, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(title, total=total)
        yield lambda: bar.advance(task)


def short(path: Path | str) -> str:
    """A path with the home folder as `~`."""
    path = Path(path)
    try:
        return f"~/{path.relative_to(Path.home())}"
    except (ValueError, RuntimeError):  # elsewhere, or there is no home
        return str(path)


def plural(count: int, noun: str, several: str = "") -> str:
    return f"{count:,} {noun if count == 1 else several or noun + 's'}"


def _text(cell: Cell) -> str:
    return cell if isinstance(cell, str) else cell[0]


def _style(cell: Cell) -> Style:
    return "" if isinstance(cell, str) else cell[1]


def _write(stream: TextIO, text: str) -> None:
    encoding = stream.encoding or "utf-8"
    print(text.encode(encoding, "replace").decode(encoding), file=stream)
