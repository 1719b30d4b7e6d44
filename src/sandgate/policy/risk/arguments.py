"""What the arguments of a call say: the language in them, where they point, and the switches that make it worse."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import Any, cast

from sandgate.model import JsonObject, Tool
from sandgate.policy.risk import places, switches
from sandgate.policy.risk.evidence import Evidence
from sandgate.policy.risk.languages import Spoken, weigh_spoken
from sandgate.policy.risk.levels import about, changes, plain, shown
from sandgate.policy.risk.stores import weigh_documents
from sandgate.policy.risk.tools import ENDS, Nature
from sandgate.policy.risk.words import parts, wordset

_DEEPEST = 6
_MOST = 400


@dataclass(frozen=True, slots=True)
class Argument:
    """One value, wherever in the arguments it is."""

    field: str
    """The name as it was given: what a reason quotes."""
    key: str
    """The same as words: `filePath` is `file_path`."""
    value: Any
    steers: bool
    """Told to the tool itself, and not part of the data it shall keep: a record may have a field `public`."""


_STEERING = wordset(
    "actions args arguments batch body changes commands config filter input operations options params parameters"
    " payload request requests settings steps"
)


def are_mere_numbers(arguments: JsonObject) -> bool:
    """Whether there is nothing to gather: a number says something only by its name."""
    return len(arguments) < _MOST and all(
        (type(value) is int or type(value) is float) and not _tells(name) for name, value in arguments.items()
    )


@lru_cache(4096)
def _tells(name: str) -> bool:
    """Whether a bare number by this name may count for or against a call."""
    words = parts(name)
    return name.startswith("$") or not words or words[-1] in switches.SUMS or "_".join(words) in switches.PEOPLE


def gather(tool: Tool, known: Nature, arguments: JsonObject) -> Evidence:
    evidence = Evidence()
    given = list(_flattened(arguments))
    for spoken in _spoken(given):
        if weighed := weigh_spoken(tool, known, spoken, arguments):
            evidence.decides.append(weighed)
    ends = _ends(known, evidence)
    changing = _changes(known, evidence)
    for argument in given:
        if weighed := places.weigh_place(argument.field, argument.key, argument.value, changing, ends):
            evidence.adds.append(weighed)
        if argument.steers:
            switches.look(evidence, tool, argument.field, argument.key, argument.value, ends)
    if (documents := weigh_documents(arguments)).reasons:
        evidence.adds.append(about("an argument", documents))
    if len(given) >= _MOST:
        evidence.adds.append(changes("medium", "has more arguments than were looked at"))
    switches.look_together(evidence, known, arguments)
    return evidence


def _ends(known: Nature, evidence: Evidence) -> bool:
    """Whether something is taken away, by the tool's name or by what its arguments say."""
    return (known.deed is not None and known.deed.kind in ENDS) or any(
        weighed.changes_data and weighed.undoable is False for weighed in evidence.decides
    )


def _changes(known: Nature, evidence: Evidence) -> bool:
    told = any(weighed.changes_data for weighed in evidence.decides)
    return told if evidence.decides and known.obeys else told or known.weighed.changes_data


def _spoken(given: list[Argument]) -> Iterator[Spoken]:
    for argument in given:
        value: Any = argument.value
        if isinstance(value, str):
            yield Spoken(argument.field, argument.key, value, argument.steers)
        elif isinstance(value, list):
            yield Spoken(argument.field, argument.key, cast("list[Any]", value), argument.steers)


def _flattened(arguments: Any) -> Iterator[Argument]:
    """Every named value, breadth first; lists are values, and the objects in them are looked into."""
    queue: deque[tuple[str, Any, int, bool]] = deque([("", arguments, 0, True)])
    seen = 0
    while queue and seen < _MOST:
        name, value, depth, steers = queue.popleft()
        field, key = _named(name)
        if depth:
            seen += 1
            yield Argument(field, key, value, steers)
        if depth < _DEEPEST:
            inside = steers and (not depth or key in _STEERING)
            queue.extend((below, entry, depth + 1, inside) for below, entry in _entries(value))


@lru_cache(4096)
def _named(name: str) -> tuple[str, str]:
    """A name as it is shown, and as words."""
    return shown(name), "_".join(parts(name))


def _entries(value: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(value, dict):
        for key, inside in islice(cast("dict[Any, Any]", value).items(), _MOST):
            yield plain(key), inside
    elif isinstance(value, list):
        for entry in cast("list[Any]", value)[:_MOST]:
            if isinstance(entry, dict):
                yield from _entries(entry)
