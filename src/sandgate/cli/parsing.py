"""Reading a command line, with what would have been right where it is wrong."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from typing import NoReturn, cast


class Parser(argparse.ArgumentParser):
    """Names what is nearest to a word it does not know, and what there is where one is missing."""

    def error(self, message: str) -> NoReturn:
        missing = [action for action in _positional(self) if f"required: {action.metavar}" in message]
        explained = any(isinstance(action.choices, Mapping) for action in missing)
        (self.print_help if explained else self.print_usage)(sys.stderr)
        listed = [f"\n{one.metavar} is one of {', '.join(one.choices or ())}" for one in missing if _plain(one)]
        self.exit(2, f"{self.prog}: error: {message}{self._nearest(message)}{''.join(listed)}\n")

    def _nearest(self, message: str) -> str:
        if wrong := re.search(r"invalid choice: '([^']*)'", message):
            return _meant(wrong[1], (str(choice) for action in _actions(self) for choice in action.choices or ()))
        unknown = message.partition("unrecognized arguments: ")[2].split()
        return "".join(_meant(word.partition("=")[0], _options(self)) for word in unknown if word.startswith("-"))


def _meant(word: str, known: Iterable[str]) -> str:
    near = get_close_matches(word, [*known], n=1)
    return f"; did you mean {near[0]}?" if near else ""


def _plain(action: argparse.Action) -> bool:
    """Whether it has choices that the help of the command does not explain one by one."""
    return bool(action.choices) and not isinstance(action.choices, Mapping)


def _actions(parser: argparse.ArgumentParser) -> list[argparse.Action]:
    return parser._actions  # pyright: ignore[reportPrivateUsage] - no public way


def _positional(parser: argparse.ArgumentParser) -> list[argparse.Action]:
    return [action for action in _actions(parser) if not action.option_strings]


def _options(parser: argparse.ArgumentParser) -> Iterator[str]:
    """Those of its actions as well: what an action does not know is told by the command."""
    for action in _actions(parser):
        yield from action.option_strings
        choices: object = action.choices
        if isinstance(choices, Mapping):
            for inner in cast("Mapping[str, object]", choices).values():
                yield from _options(inner) if isinstance(inner, argparse.ArgumentParser) else ()
