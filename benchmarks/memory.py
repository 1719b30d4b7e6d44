"""What waits and what runs, in memory: each page counted once, divided among those that share it."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import anyio
from mcp import Client

from sandgate.model import Level

from .boxes import Box, a_box
from .report import Figure
from .stage import serving, text

PROC = Path("/proc")
SEVERAL = 4
IDLE_SECONDS = 2.0
FIELD = re.compile(r"^(Pss|Private_Clean|Private_Dirty):\s+(\d+) kB$", re.MULTILINE)
WAITING = "await call_mcp_tool('nobody.answers')"
NO_RIGHT = "not readable: the kernel shows it to root only"


@dataclass(frozen=True, slots=True)
class Memory:
    """`shared` counts a page for each of its users in part (PSS), `private` only what nobody else has."""

    shared: float = 0.0
    private: float = 0.0

    def __str__(self) -> str:
        return f"{self.shared:.1f} MB, of them {self.private:.1f} MB private"

    def each(self, beyond: Memory, count: int) -> Memory:
        return Memory((self.shared - beyond.shared) / count, (self.private - beyond.private) / count)


async def memory(level: Level, config: Path) -> list[Figure]:
    try:
        return [*await of_sandboxes(level), *await of_gateway(config)]
    except PermissionError:
        return [Figure(name="memory", value=NO_RIGHT, meaning="Of an idle gateway, a zygote, a spare and a run.")]


async def of_sandboxes(level: Level) -> list[Figure]:
    before = descendants(os.getpid())
    async with a_box(level) as box:
        zygote = used_by(descendants(os.getpid()) - before)
        running = await while_they_wait(box, before)
    async with a_box(level, spares=SEVERAL):
        waiting = used_by(descendants(os.getpid()) - before)
    return [
        Figure(name="a zygote", value=str(zygote), meaning="What all runs are forked from, and what starts it."),
        Figure(
            name="a spare",
            value=str(waiting.each(zygote, SEVERAL)),
            meaning=f"A worker that waits, with its pid 1: what {SEVERAL} of them add, divided by {SEVERAL}.",
        ),
        Figure(
            name="a run",
            value=str(running.each(zygote, SEVERAL)),
            meaning=f"The same for a program that waits for a tool: what {SEVERAL} add, divided by {SEVERAL}.",
        ),
    ]


async def while_they_wait(box: Box, before: set[int]) -> Memory:
    found = Memory()
    called = [anyio.Event() for _ in range(SEVERAL)]
    async with anyio.create_task_group() as runs:
        for event in called:
            runs.start_soon(box.value, WAITING, event)
        for event in called:
            await event.wait()
        found = used_by(descendants(os.getpid()) - before)
        runs.cancel_scope.cancel()
    return found


async def of_gateway(config: Path) -> list[Figure]:
    before = descendants(os.getpid())
    async with Client(serving(config)) as client:
        assert text(await client.call_tool("execute_code", {"code": "1 + 1"})) == "2"
        await anyio.sleep(IDLE_SECONDS)
        ours = descendants(os.getpid()) - before
        gateway = {pid for pid in ours if b"sandgate\0serve" in (PROC / str(pid) / "cmdline").read_bytes()}
        alone, everything = used_by(gateway), used_by(ours)
    return [
        Figure(
            name="an idle gateway",
            value=str(alone),
            meaning="The process of `sandgate serve` after one program, with one server configured and none running.",
        ),
        Figure(
            name="an idle gateway with its sandboxes",
            value=str(everything),
            meaning="The same with its zygote and the spares that wait by default.",
        ),
    ]


def descendants(pid: int) -> set[int]:
    """All processes below this one."""
    parents = {int(folder.name): parent_of(folder) for folder in PROC.iterdir() if folder.name.isdigit()}
    found: set[int] = set()
    level = {pid}
    while level := {child for child, parent in parents.items() if parent in level}:
        found |= level
    return found


def parent_of(folder: Path) -> int:
    with suppress(OSError):  # it has just ended
        return int((folder / "stat").read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()[1])
    return 0


def used_by(pids: Iterable[int]) -> Memory:
    """Raises PermissionError where the kernel does not tell."""
    shared = private = 0
    for pid in pids:
        with suppress(ProcessLookupError, FileNotFoundError):
            for name, kilobytes in FIELD.findall((PROC / str(pid) / "smaps_rollup").read_text(encoding="ascii")):
                shared += int(kilobytes) if name == "Pss" else 0
                private += int(kilobytes) if name != "Pss" else 0
    return Memory(shared / 1024, private / 1024)
