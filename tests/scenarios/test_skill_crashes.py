"""Gateways that are killed while they save skills: the next one finds the old or the new, and never half of it."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import anyio
import pytest
from mcp import Client, MCPError

from .gate import Gate, execute, said
from .test_skills import THRICE, TWICE, USE, listed, save

pytestmark = pytest.mark.anyio
KILLS_ITSELF = '''
import os, signal, sys

left = int(os.environ["LEFT"])
begun = False

def look(event, values):
    """Before every change of the skills from the first staged folder on: is this the one?"""
    global left, begun
    if event not in ("open", "os.mkdir", "os.rename", "os.remove", "os.rmdir", "os.chmod"):
        return
    path = str(values[0])
    if "/state/sandgate/skills/" not in path or (event == "open" and not values[2] & (os.O_WRONLY | os.O_RDWR)):
        return
    begun = begun or "/.stage-" in path
    left -= begun
    if left < 0:
        os.kill(os.getpid(), signal.SIGKILL)

sys.addaudithook(look)
'''


@pytest.fixture
def shop(fresh_gate: Gate) -> Gate:
    """A gateway without servers: its skills are all it has. Its Python reads what a test puts in its way."""
    fresh_gate.cold = True
    fresh_gate.configure({})
    return fresh_gate


async def test_a_gateway_killed_while_it_saves_a_skill_tears_nothing(shop: Gate, tmp_path: Path) -> None:
    """Each gateway is killed some changes of the disk later than the one before, until one comes through."""
    (tmp_path / "hook").mkdir()
    (tmp_path / "hook" / "sitecustomize.py").write_text(KILLS_ITSELF, encoding="utf-8")
    async with shop.client() as client:
        await save(client)
    hooked = os.pathsep.join(filter(None, [str(tmp_path / "hook"), os.environ.get("PYTHONPATH")]))
    seen: list[str] = []
    kills = 0
    through = False
    while not through:
        shop.environment = {"PYTHONPATH": hooked, "LEFT": str(kills * 5)}
        async with shop.client() as client:
            seen.append(await _whole(client))  # what the killed one left
            new = THRICE if seen[-1] == "10" else TWICE
            try:
                await save(client, code=f"{new}# {kills}\n", replace=True)
                through = True
            except MCPError:
                kills += 1

    shop.environment = {}
    async with shop.client() as client:
        last = await _whole(client)
        await save(client, code=f"{TWICE}# at last\n", replace=True)

    assert kills >= 5
    assert set(seen) == {"10", "15"}
    assert last != seen[-1]


async def _whole(client: Client) -> str:
    """What the skill answers; the list, its text and the import are one version's."""
    names, answer = await listed(client), await execute(client, USE)
    text = said(await client.call_tool("load_skill", {"name": "double_it"}))
    assert names.startswith("skills.double_it.double_it(number): Twice a number.")
    assert ("* 2" if answer == "10" else "* 3") in text
    return answer


async def test_a_gateway_killed_from_outside_while_it_saves_many_tears_nothing(shop: Gate) -> None:
    async with shop.client() as client:
        await save(client)
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(_killed_when_there_are, shop, 3)
            with pytest.raises(MCPError):
                await _save_many(client)

    async with shop.client() as client:
        names = (await listed(client)).splitlines()
        kept = [name.split(".")[1] for name in names if "skill_" in name]
        texts = [said(await client.call_tool("load_skill", {"name": name})) for name in kept]
        answer = await execute(client, USE)

    assert len(kept) >= 3
    assert all(f"def {name}():" in text for name, text in zip(kept, texts, strict=True))
    assert answer == "10"


async def _save_many(client: Client) -> None:
    for number in range(1000):
        await save(client, f"skill_{number}", f"def skill_{number}():\n    return {number}\n", example="")


async def _killed_when_there_are(gate: Gate, skills: int) -> None:
    """Another process's writing is no event of ours."""
    records = gate.state / "sandgate" / "skills" / "records"
    while True:
        if len(list(records.glob("skill_*.json"))) >= skills:
            return os.kill(gate.pid(), signal.SIGKILL)
        await anyio.sleep(0.001)
