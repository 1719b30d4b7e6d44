"""The gateway is killed at any moment: what was answered is in the audit, and what was not is shown as unfinished."""

from __future__ import annotations

import json
import os
import random
import signal
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import anyio
import pytest
from mcp import Client

from .gate import Gate, unruly

pytestmark = pytest.mark.anyio
EXECUTIONS = int(os.environ.get("SANDGATE_KILLED_EXECUTIONS", "120"))
"""`SANDGATE_KILLED_EXECUTIONS=2000 make test` takes longer and kills more often."""
EACH_LIFE = (40, 80)
"""How many are answered before a gateway is killed: a new one takes as long to start as all of them."""
AT_ONCE = 6
META = "sandgate/execution"
CODE = "[await call_mcp_tool('unruly.echo', {'value': n}) for n in range(3)]"


class Killed:
    """One gateway after another, each ended by SIGKILL while programs run."""

    def __init__(self, gate: Gate, seed: int) -> None:
        self._gate, self._chance = gate, random.Random(seed)
        self._enough = 0
        self.kills = 0
        self.answered: dict[str, int] = {}
        """Executions that the client heard the end of, and how many calls each had made."""

    async def until(self, wanted: int) -> None:
        while len(self.answered) < wanted:
            self._enough = len(self.answered) + self._chance.randint(*EACH_LIFE)
            with suppress(Exception):  # the client says in many ways that its server has gone
                async with self._gate.client() as client, anyio.create_task_group() as tasks:
                    for _ in range(AT_ONCE):
                        tasks.start_soon(self._run, client)

    async def _run(self, client: Client) -> None:
        while True:
            result = await client.call_tool("execute_code", {"code": CODE})
            facts: dict[str, Any] = (result.meta or {})[META]
            self.answered[facts["id"]] = facts["calls"]["ok"]
            if len(self.answered) == self._enough:
                await anyio.sleep(self._chance.random() * 0.05)  # at any point of the programs that run beside
                os.kill(self._gate.pid(), signal.SIGKILL)
                self.kills += 1


def rows(gate: Gate, *arguments: str) -> Iterator[dict[str, Any]]:
    exported = gate.sandgate("audit", "export", *arguments)
    assert exported.returncode == 0, exported.stderr
    return map(json.loads, exported.stdout.splitlines())


async def test_whatever_was_answered_before_a_kill_is_in_the_audit_and_the_chain_holds(gate: Gate) -> None:
    gate.configure({"unruly": unruly()})
    killed = Killed(gate, seed=7)
    with anyio.fail_after(120 + EXECUTIONS):
        await killed.until(EXECUTIONS)

    verified = gate.sandgate("audit", "verify")
    found = list(rows(gate))
    ended = {row["execution"]: row for row in found if row["kind"] == "ended"}
    answers = Counter(row["execution"] for row in found if row["kind"] == "answer" and row["outcome"] == "ok")
    started = {row["execution"] for row in found if row["kind"] == "started"}
    open_ended = json.loads(
        gate.sandgate("audit", "list", "--outcome", "unfinished", "--limit", "9999", "--json").stdout
    )

    assert verified.returncode == 0, verified.stdout + verified.stderr
    assert killed.kills >= EXECUTIONS // EACH_LIFE[1]
    assert killed.answered.keys() <= ended.keys()
    assert {id: answers[id] for id in killed.answered} == killed.answered
    assert {row["execution"] for row in open_ended if row["kind"] == "started"} == started - ended.keys()
