"""An audit of a million rows: invented programs over ninety days, written by the audit's own ledger."""

from __future__ import annotations

import random
import time
from collections.abc import Generator, Iterator
from functools import partial
from pathlib import Path

from sandgate.audit.database import Lite
from sandgate.audit.events import Answered, Called, Connected, Crossing, Ended, Event, Started, Who, content_of
from sandgate.audit.keys import key_at
from sandgate.audit.ledger import Batch, Ledger
from sandgate.model import JsonObject

ROWS = 1_000_000
DAYS = 90
TOGETHER = 4_000
"""Programs that are written in one transaction."""
TOOLS = [(f"server{number % 20}", f"tool_{number}") for number in range(200)]
CODE = "from servers.mail import find\nlen(await find(text='invoice'))\n"
RISKS = (["low", "medium", "high", "critical"], [70, 20, 8, 2])
ENDS = (["ok", "error", "timeout", "blocked", "memory"], [90, 6, 1, 2, 1])
ANSWERS = (["ok", "error", "denied", "timeout"], [94, 3, 2, 1])


def journal_of(folder: Path, rows: int = ROWS) -> Path:
    """The file."""
    path, key = folder / "journal.db", key_at(folder / "audit.key")
    ledger = Ledger(partial(Lite, path), lambda: key)
    waiting: list[Batch] = []
    for batch in _programs(rows, random.Random(7)):
        waiting.append(batch)
        if len(waiting) == TOGETHER:
            ledger.append(waiting)
            waiting = []
    ledger.append(waiting)
    ledger.close()
    return path


def _programs(rows: int, chance: random.Random) -> Generator[Batch]:
    made, now = 0, time.time()
    while made < rows:
        contents = list(_program(chance, now - DAYS * 86_400 * (1 - made / rows)))
        made += len(contents)
        ended = contents[-1]
        row = (ended["execution"], ended["at"], "python", "", ended.get("outcome", "ok"), 1.0, 20.0, 3, 0, 900, 50, 60)
        yield Batch([*contents], [("executions", [row]), ("tokens", [(ended["session"], "code", 50)])])


def _program(chance: random.Random, at: float) -> Iterator[JsonObject]:
    execution, session = f"{chance.getrandbits(64):016x}", f"session-{int(at) // 3600}"
    who = Who(user=f"user{chance.randrange(8)}", session=session, client="bench", client_version="1.0")

    def noted(event: Event, after: float, number: int = 0) -> JsonObject:
        return content_of(event, who, at + after, execution, number)

    risk = chance.choices(*RISKS)[0]
    yield noted(Started(language="python", code_sha256="0" * 64, code_bytes=len(CODE), code=CODE, risk=risk), 0)
    for number in range(1, chance.randint(0, 6) + 1):
        server, tool = chance.choice(TOOLS)
        weighed = chance.choices(*RISKS)[0]
        called = Called(server=server, tool=tool, arguments={"id": number, "text": "x" * 40}, risk=weighed)
        yield noted(called, number / 10, number)
        answer = Answered(
            outcome=chance.choices(*ANSWERS)[0], seconds=chance.expovariate(3), bytes=chance.randrange(5000)
        )
        yield {**noted(answer, number / 10, number), "server": server, "tool": tool, "risk": weighed}
    if chance.random() < 0.05:
        yield noted(Connected(server="api.example.com", port=443, address="", outcome="allowed", bytes=300), 1)
        yield noted(Crossing(server="mail", tool="find", data="EMAIL", outcome="hidden", count=3), 1)
    if chance.random() < 0.999:  # the others are unfinished
        ends = chance.choices(*ENDS)[0]
        yield noted(
            Ended(outcome=ends, seconds=chance.expovariate(1), risk=risk, tokens_in=90, tokens_out=400, bytes=900), 2
        )
