"""Writes docs/reference/commands.md from the commands' own parsers: `python -m sandgate.cli.reference > FILE`."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping
from inspect import cleandoc
from typing import cast

from .main import COMMANDS, parser_of

_INTRODUCTION = """\
# Commands

Written by `python -m sandgate.cli.reference > docs/reference/commands.md`; do not edit it by hand.

A command ends with 0 when it did what was asked, with 1 when a program, a server or a check failed, and with 2 when it
could not begin: a wrong command line, wrong settings, no sandbox. Tables and colour are for terminals; a pipe gets
plain lines.

| command | |
|---|---|
"""


def reference() -> str:
    """The page, in Markdown."""
    overview = "\n".join(f"| [`sandgate {name}`](#sandgate-{name}) | {text} |" for name, text in COMMANDS.items())
    return "\n".join([_INTRODUCTION + overview, *(_section(parser_of(name)) for name in COMMANDS)])


def _section(parser: argparse.ArgumentParser) -> str:
    parts = [f"\n## {parser.prog}\n\n{cleandoc(parser.description or '')}\n"]
    parts += [f"{_usage(path, given)}\n{_rows(given)}" for path, given in _forms(parser.prog, parser)]
    return "\n".join(parts)


def _forms(path: str, parser: argparse.ArgumentParser) -> Iterator[tuple[str, list[argparse.Action]]]:
    """The ways to call a command: one, or one for each of its actions."""
    given = [it for it in parser._actions if it.dest != "help"]  # pyright: ignore[reportPrivateUsage] - no public way
    choices: list[object] = [action.choices for action in given]
    nested = [cast("Mapping[str, argparse.ArgumentParser]", it) for it in choices if isinstance(it, Mapping)]
    if not nested or not any(action.required for action in given):
        yield path, [action for action in given if not isinstance(action.choices, Mapping)]
    for name, inner in (pair for actions in nested for pair in actions.items()):
        yield from _forms(f"{path} {name}", inner)


def _usage(path: str, given: list[argparse.Action]) -> str:
    ordered = sorted(given, key=lambda action: bool(action.option_strings))
    return f"```text\n{' '.join([path, *map(_bracketed, ordered)])}\n```\n"


def _bracketed(action: argparse.Action) -> str:
    text = f"{_written(action)}{' …' if action.nargs == '+' else ''}"
    return text if not action.option_strings and action.nargs != "?" else f"[{text}]"


def _written(action: argparse.Action) -> str:
    """`--limit N`, `--json` or `FILE`, as a person types it."""
    value = str(action.metavar or ("|".join(action.choices) if action.choices else action.dest.upper()))
    if not action.option_strings:
        return value
    return action.option_strings[-1] if action.nargs == 0 else f"{action.option_strings[-1]} {value}"


def _rows(given: list[argparse.Action]) -> str:
    rows = [f"| `{_written(action).replace('|', chr(92) + '|')}` | {action.help} |" for action in given]
    return "\n".join(["| argument | |", "|---|---|", *rows])


if __name__ == "__main__":
    print(reference())
