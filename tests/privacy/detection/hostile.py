"""Texts made to take a pattern long: what each pattern of the package begins with, and parts of that many times."""

from __future__ import annotations

import importlib
import pkgutil
import random
import re
import signal
from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, cast

from sandgate.privacy import detection

_READER: Any = importlib.import_module("re._parser")  # what `re` itself reads patterns with: it has no other door
_SIGNS = "a1Z .,=|-:/\"'<>()[]@_\n"
_LONGEST = 24


def patterns() -> list[re.Pattern[str]]:
    """Every pattern of the package, each once, in one order."""
    found: dict[tuple[str, int], re.Pattern[str]] = {}
    for module in sorted(each.name for each in pkgutil.walk_packages(detection.__path__, detection.__name__ + ".")):
        for value in vars(importlib.import_module(module)).values():
            found |= {(each.pattern, each.flags): each for each in _inside(value)}
    return list(found.values())


def texts(count: int, seed: int, each: int = 8) -> Iterator[str]:
    """As many rounds through all patterns; pieces of `each` of them stand in one text, one to a line."""
    dice = random.Random(seed)
    for _ in range(count):
        pieces = [_many_times(_beginning(pattern, dice), dice) for pattern in patterns()]
        dice.shuffle(pieces)
        yield from ("\n".join(pieces[place : place + each]) for place in range(0, len(pieces), each))


@contextmanager
def within(seconds: float) -> Generator[None]:
    """Fails what takes more time of the processor, and ends it: a pattern may need years."""

    def late(*_: object) -> None:
        raise AssertionError(f"it took more than {seconds} seconds")

    before = signal.signal(signal.SIGPROF, late)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def _inside(value: object, depth: int = 0) -> Iterator[re.Pattern[str]]:
    owner = getattr(value, "form", None) or getattr(value, "__self__", value)  # of a label; of a bound `search`
    if isinstance(owner, re.Pattern):
        yield cast("re.Pattern[str]", owner)
    elif isinstance(value, dict | list | tuple) and depth < 3:
        held = cast("dict[Any, object]", value).values() if isinstance(value, dict) else cast("Iterable[object]", value)
        for each in held:
            yield from _inside(each, depth + 1)


def _many_times(piece: str, dice: random.Random) -> str:
    """A part of it again and again, and at its end a sign that does not belong there."""
    start, end = sorted((dice.randrange(len(piece) + 1), dice.randrange(len(piece) + 1)))
    part = piece[start : end + 1] or " "
    return piece[:start] + part * (120 // len(part)) + piece[end + 1 :] + dice.choice("!_1\0 ")


def _beginning(pattern: re.Pattern[str], dice: random.Random) -> str:
    signs: list[str] = []
    _write(_READER.parse(pattern.pattern, pattern.flags), signs, dice)
    return "".join(signs[: dice.choice((4, 8, _LONGEST))])


def _write(parsed: Any, signs: list[str], dice: random.Random) -> None:
    """Signs that the pattern takes, as far as that is said one sign at a time."""
    for operation, given in parsed:
        if len(signs) > _LONGEST:
            return
        match str(operation):
            case "LITERAL":
                signs.append(chr(given))
            case "IN" | "NOT_LITERAL" | "ANY":
                signs.append(_one_of(operation, given, dice))
            case "BRANCH":
                _write(dice.choice(given[1]), signs, dice)
            case "SUBPATTERN":
                _write(given[3], signs, dice)
            case "ATOMIC_GROUP":
                _write(given, signs, dice)
            case "MAX_REPEAT" | "MIN_REPEAT" | "POSSESSIVE_REPEAT":
                for _ in range(min(given[1], given[0] + dice.choice((0, 1, 1, 3)))):
                    _write(given[2], signs, dice)
            case _:
                pass  # what it looks at and does not take


def _one_of(operation: object, given: Any, dice: random.Random) -> str:
    if str(operation) == "IN" and str(given[0][0]) in ("LITERAL", "RANGE") and dice.random() < 0.7:
        kind, first = dice.choice(given)
        if str(kind) in ("LITERAL", "RANGE"):
            return chr(first) if isinstance(first, int) else chr(dice.randint(*first))
    return dice.choice(_SIGNS)
