"""Public tasks done with programs: each program really runs, against servers that answer what was recorded."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from .counting import Message
from .programs import programs
from .replay import expect
from .stage import Gate, replaying
from .tasks import RULES, Call, Rule, Step, Task, ToolId, Traced, each_once, listings


class Recorder:
    """Runs programs one after another, and says before each what it will call."""

    def __init__(self, gate: Gate, expected: Path) -> None:
        self._gate, self._expected, self._runs = gate, expected, 0

    async def done(self, task: Traced) -> Task:
        return Task(task.id, task.servers, tuple([await self._step(user, calls) for user, calls in task.turns]))

    async def _step(self, user: str, calls: tuple[Call, ...]) -> Step:
        used = each_once([call.tool for call in calls])
        ran: dict[Rule, tuple[Message, ...]] = {rule: await self._ran(calls, rule) for rule in RULES}
        return Step(user, tuple(call.message for call in calls), used, used, ran)

    async def _ran(self, calls: tuple[Call, ...], rule: Rule) -> tuple[Message, ...]:
        return tuple([await self._run(code, made) for code, made in programs(calls, rule, self._gate.path)])

    async def _run(self, code: str, calls: tuple[Call, ...]) -> Message:
        self._runs += 1
        expect(self._expected, self._runs, calls)
        arguments = {"code": code}
        return Message("program", "execute_code", arguments, await self._gate.run("execute_code", arguments))


async def recorded(tasks: Sequence[Traced], data: Path) -> tuple[list[Task], dict[ToolId, str]]:
    """The tasks with their programs, and the definitions of their tools after all that use."""
    with TemporaryDirectory() as folder:
        expected = Path(folder) / "expected.json"
        async with replaying(listings(data), data, expected) as gate:
            recorder = Recorder(gate, expected)
            done = [await recorder.done(task) for task in tasks]
            used = each_once([tool for task in done for step in task.steps for tool in step.imported])
            return done, {tool: await gate.ask("get_tool_definition", {"tool": gate.path(tool)}) for tool in used}
