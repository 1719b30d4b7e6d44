"""What a reviewer looks at one by one, the newest of it: risky calls with who allowed them, programs that ended ill."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
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
CALLS = """
with asked (execution, number) as (values {asked})
select e.execution, e.number, c.content from asked a cross join events e cross join contents c
where e.execution = a.execution and e.execution <> '' and e.number = a.number and e.kind = 'call' and c.seq = e.seq
"""
DECISIONS = """
with asked (execution) as (values {asked})
select e.execution, e.seq, c.content from asked a cross join events e cross join contents c
where e.execution = a.execution and e.execution <> '' and e.kind = 'approval' and c.seq = e.seq order by e.seq
"""
# All at once: a database elsewhere takes its time for each question. SQLite keeps to the order of a cross join, and
# would begin with all events otherwise.


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
Place = tuple[str, int]
"""An execution, and the number of a call in it."""


def actions(database: Database, period: str, values: Sequence[object], unfinished: Sequence[int]) -> list[Action]:
    """`unfinished` are the rows of risky calls that nobody has answered."""
    newest = _newest(database, RISKY_CALLS, period, values, unfinished)
    calls, decided = _calls(database, newest), _decided(database, newest)
    return [_action(seq, content, calls, decided[content.get("execution", "")]) for seq, content in newest]


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


def _calls(database: Database, newest: Sequence[Decided]) -> dict[Place, JsonObject]:
    """What was said before each call was sent, by execution and number."""
    places = [_place(content) for _, content in newest]
    if not places:
        return {}
    sql = CALLS.format(asked=", ".join(["(cast(? as text), cast(? as integer))"] * len(places)))
    rows = database.execute(sql, [part for place in places for part in place])
    return {(execution, int(number)): loaded(text) for execution, number, text in rows}


def _decided(database: Database, newest: Sequence[Decided]) -> dict[str, list[Decided]]:
    """What people decided in each execution, in order."""
    found: dict[str, list[Decided]] = defaultdict(list)
    executions = sorted({_place(content)[0] for _, content in newest})
    if executions:
        sql = DECISIONS.format(asked=", ".join(["(cast(? as text))"] * len(executions)))
        for execution, seq, text in database.execute(sql, executions):
            found[execution].append((seq, loaded(text)))
    return found


def _place(content: JsonObject) -> Place:
    return content.get("execution", ""), content.get("number", 0)


def _action(seq: int, content: JsonObject, calls: Mapping[Place, JsonObject], decided: Sequence[Decided]) -> Action:
    said = content if content["kind"] == "call" else calls.get(_place(content), {})
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
        execution=content.get("execution", ""),
    )


def _decision(seq: int, server: str, tool: str, decided: Sequence[Decided]) -> JsonObject:
    """The last one about this tool before the call: a yes may hold for a whole run, and a no has no other trace."""
    name = _plain(server, tool)
    about = [one for at, one in decided if at < seq and _plain(one.get("server", ""), one.get("tool", "")) == name]
    return about[-1] if about else {}


def _plain(server: str, tool: str) -> str:
    """A tool has two names, its own and Python's."""
    return re.sub(r"\W", "_", f"{server}.{tool}").lower()
