"""What is rare in the audit and has more to say than its columns: decisions, connections, personal data, changes."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, cast

import orjson

from sandgate.audit.database import Database
from sandgate.audit.reading import RARE
from sandgate.model import JsonObject

CONTENTS = f"""
select e.seq, c.content from events e join contents c on c.seq = e.seq
where {RARE} and kind = ? and e.seq > ? and e.seq <= ? order by e.seq limit ?
"""  # noqa: S608 - words of ours
# their times are in their contents; a column of `events` would cost another look for each
PAGE = 20_000
BLOCK = "block"


Decision = tuple[str, str, str]
"""Who, through what, which."""
Place = tuple[str, int, str]
"""A host, a port, and allowed or denied."""
Kept = tuple[str, str, str]
"""Personal values: their kind, the server, and hidden or restored."""


@dataclass(slots=True)
class Sums:
    count: int = 0
    seconds: float = 0.0
    sent: int = 0
    received: int = 0


@dataclass(slots=True)
class Rare:
    decisions: dict[Decision, Sums] = field(default_factory=lambda: defaultdict[Decision, Sums](Sums))
    places: dict[Place, Sums] = field(default_factory=lambda: defaultdict[Place, Sums](Sums))
    blocking: Counter[str] = field(default_factory=Counter[str])
    """Programs that were not let in, by the rule that found something."""
    crossed: Counter[Kept] = field(default_factory=Counter[Kept])
    changes: list[JsonObject] = field(default_factory=list[JsonObject])
    removed: int = 0
    """Rows that retention took away."""
    clock_went_back: int = 0
    lost: int = 0


def rare(database: Database, first: int, last: int, since: float, until: float) -> Rare:
    """What the rows from `first` to `last` say that are of this period: between them, others may stand."""
    found = Rare()
    for kind, add in _WAYS.items():
        for content in _contents(database, kind, first - 1, last):
            if since <= content["at"] < until:
                add(found, content)
    found.changes.sort(key=lambda change: change["at"])
    return found


def _contents(database: Database, kind: str, after: int, last: int) -> Iterator[JsonObject]:
    while rows := database.execute(CONTENTS, (kind, after, last, PAGE)):
        yield from (loaded(text) for _, text in rows)
        after = rows[-1][0]


def loaded(text: str) -> JsonObject:
    """A content; numbers of any length, which a program may send, are not for orjson."""
    try:
        known: Any = orjson.loads(text)
    except orjson.JSONDecodeError:
        known = json.loads(text)
    return cast("JsonObject", known)


def _decided(found: Rare, content: JsonObject) -> None:
    sums = found.decisions[content.get("by", ""), content.get("through", ""), content.get("outcome", "")]
    sums.count += 1
    sums.seconds += content.get("seconds", 0.0)


def _reached(found: Rare, content: JsonObject) -> None:
    sums = found.places[content.get("server", ""), content.get("port", 0), content.get("outcome", "")]
    sums.count += 1
    sums.sent += content.get("bytes_sent", 0)
    sums.received += content.get("bytes", 0)


def _blocked(found: Rare, content: JsonObject) -> None:
    if content["outcome"] != BLOCK:
        return
    findings: list[JsonObject] = content.get("findings", [])
    found.blocking.update({str(one.get("rule")) for one in findings if one.get("severity") == BLOCK})


def _crossed(found: Rare, content: JsonObject) -> None:
    kept = content.get("data", ""), content.get("server", ""), content.get("outcome", "")
    found.crossed[kept] += content.get("count", 0)


def _changed(found: Rare, content: JsonObject) -> None:
    found.changes.append(content)


def _removed(found: Rare, content: JsonObject) -> None:
    found.removed += content["last"] - content["first"] + 1


def _went_back(found: Rare, _: JsonObject) -> None:
    found.clock_went_back += 1


def _lost(found: Rare, content: JsonObject) -> None:
    found.lost += content["count"]


_WAYS: dict[str, Callable[[Rare, JsonObject], None]] = {
    "approval": _decided,
    "connection": _reached,
    "review": _blocked,
    "crossing": _crossed,
    "rule": _changed,
    "skill": _changed,
    "checkpoint": _removed,
    "clock": _went_back,
    "lost": _lost,
}
