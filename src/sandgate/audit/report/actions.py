"""What a reviewer looks at one by one, the newest of it: risky calls with who allowed them, programs that ended ill."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from sandgate.audit.database import Database
from sandgate.audit.events import UNFINISHED
from sandgate.audit.reading import ENDS
from sandgate.model import JsonObject

from .rare import loaded

LISTED = 200
"""How many are listed one by one; all are counted, and `sandgate audit export` has them."""
ROWS = "select seq, content from contents where seq in ({seqs}) order by seq desc"
RISKY = ("high", "critical")
RISKY_CALLS = f"{ENDS} and kind = 'answer' and risk in ('high', 'critical')"
FAILED_RUNS = f"{ENDS} and kind = 'ended' and outcome <> 'ok'"
NEWEST = "select seq from events e where {which} and {period} order by seq desc limit ?"
CALL = """
select c.content from events e join contents c on c.seq = e.seq
where e.execution = ? and e.execution <> '' and e.number = ? and e.kind = 'call'
"""
DECISIONS = """
select e.seq, c.content from events e join contents c on c.seq = e.seq
where e.execution = ? and e.execution <> '' and e.kind = 'approval' order by e.seq
"""


class Action(NamedTuple):
    """A risky call, and how it came to be allowed or not."""

    at: float
    user: str
    tool: str
    risk: str
    verdict: str
    rule: str
    decision: str
    """What a person decided; empty where none was asked in this execution."""
    person: str
    outcome: str
    execution: str


class Run(NamedTuple):
    """A program that did not end well, or has not ended."""

    at: float
    user: str
    client: str
    outcome: str
    fault: str
    risk: str
    seconds: float | None
    execution: str


Decided = tuple[int, JsonObject]


def actions(database: Database, period: str, values: Sequence[object], unfinished: Sequence[int]) -> list[Action]:
    """`unfinished` are the rows of risky calls that nobody has answered."""
    decided: dict[str, list[Decided]] = {}
    found: list[Action] = []
    for seq, content in _newest(database, RISKY_CALLS, period, values, unfinished):
        execution = content.get("execution", "")
        if execution not in decided:
            decided[execution] = [(at, loaded(text)) for at, text in database.execute(DECISIONS, (execution,))]
        found.append(_action(database, seq, content, decided[execution]))
    return found


def runs(database: Database, period: str, values: Sequence[object], unfinished: Sequence[int]) -> list[Run]:
    return [
        Run(
            at=content["at"],
            user=content.get("user", ""),
            client=" ".join(filter(None, (content.get("client"), content.get("client_version")))),
            outcome=content.get("outcome", UNFINISHED),
            fault=content.get("fault", ""),
            risk=content.get("risk", ""),
            seconds=content.get("seconds"),
            execution=content.get("execution", ""),
        )
        for _, content in _newest(database, FAILED_RUNS, period, values, unfinished)
    ]


def _newest(
    database: Database, which: str, period: str, values: Sequence[object], unfinished: Sequence[int]
) -> list[Decided]:
    ended = database.execute(NEWEST.format(which=which, period=period), (*values, LISTED))
    newest = sorted([*(seq for (seq,) in ended), *unfinished], reverse=True)[:LISTED]
    if not newest:
        return []
    rows = database.execute(ROWS.format(seqs=", ".join(map(str, newest))))  # numbers of the database's own
    return [(seq, loaded(text)) for seq, text in rows]


def _action(database: Database, seq: int, content: JsonObject, decided: Sequence[Decided]) -> Action:
    execution, number = content.get("execution", ""), content.get("number", 0)
    said = content if content["kind"] == "call" else _call(database, execution, number)
    server, tool = content.get("server", ""), content.get("tool", "")
    person = _decision(seq, server, tool, decided) if said.get("verdict") != "allow" else {}
    return Action(
        at=content["at"],
        user=content.get("user", ""),
        tool=f"{server}.{tool}",
        risk=content.get("risk", ""),
        verdict=said.get("verdict", ""),
        rule=said.get("by", ""),
        decision=said.get("approval") or person.get("outcome", ""),
        person=said.get("approved_by") or person.get("by", ""),
        outcome=content.get("outcome", UNFINISHED),
        execution=execution,
    )


def _call(database: Database, execution: str, number: int) -> JsonObject:
    rows = database.execute(CALL, (execution, number))
    return loaded(rows[0][0]) if rows else {}


def _decision(seq: int, server: str, tool: str, decided: Sequence[Decided]) -> JsonObject:
    """The last one about this tool before the call: a yes may hold for a whole run, and a no has no other trace."""
    name = _plain(server, tool)
    about = [one for at, one in decided if at < seq and _plain(one.get("server", ""), one.get("tool", "")) == name]
    return about[-1] if about else {}


def _plain(server: str, tool: str) -> str:
    """A tool has two names, its own and Python's."""
    return re.sub(r"\W", "_", f"{server}.{tool}").lower()
