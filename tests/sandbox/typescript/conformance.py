"""What every backend promises of TypeScript programs. Subclass it and give it a `backend` fixture.

`test_programs.py` and `test_limits.py` say more of them; this is what depends on walls.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import ClassVar

import anyio
import pytest

from sandgate.model import Call, Limits, Outcome, Program
from sandgate.sandbox import bridge
from sandgate.sandbox.clock import Clock
from sandgate.sandbox.protocol import Answer, Backend, Listeners, Request

from ..conformance import run, value
from .place import in_one_session
from .probes import EVERYWHERE, PERMISSIONS

LIMITS = Limits(
    time_seconds=20,
    cpu_seconds=120,
    memory_mb=128,
    disk_mb=64,
    file_mb=4,
    workspace_mb=8,
    workspace_files=50,
    processes=16,
)
REFUSALS = ("NotCapable", "PermissionDenied")
TRY = """
const late = new Promise((resolve) => setTimeout(() => resolve(''), 2000))
const tried = async (): Promise<unknown> => { %s }
try { return (await Promise.race([tried(), late])) ?? '' } catch { return '' }
"""
VALUES = {
    "1 + 1": 2,
    "return { a: [1, 2.5, null, true] }": {"a": [1, 2.5, None, True]},
    "const x: number = 3\nx * 2": 6,
    "(await callMcpTool('s.t', { q: 1 })).arguments": {"q": 1},
    "return (await Promise.all([1, 2, 3].map((n) => callMcpTool('s.t', { n })))).map((one) => one.arguments.n)": [
        1,
        2,
        3,
    ],
    "Deno.writeTextFileSync('workspace/a.txt', 'é')\nDeno.readTextFileSync('workspace/a.txt')": "é",
    "Deno.makeTempFileSync().length > 0": True,
}
REFUSED_AT_ONCE = {"try { new Uint8Array(4_000_000_000).fill(1) } catch (e) { return e.name }": "RangeError"}
"""Where the kernel holds a process to its memory, and not only whoever watches it."""
PRINTED = "console.log('a')\nconsole.error('b')\nconsole.log('é')\nnull.x"
TOO_LARGE = "Deno.writeFileSync('workspace/x', new Uint8Array(5_000_000))"


async def got_through(backend: Backend, probes: Mapping[str, str]) -> dict[str, object]:
    """Of those that got something, what."""
    outcomes = await in_one_session(backend, [TRY % code for code in probes.values()])
    return unrefused(probes, outcomes)


def unrefused(probes: Iterable[str], outcomes: Iterable[Outcome]) -> dict[str, object]:
    return {name: one for name, one in zip(probes, outcomes, strict=True) if not _is_refused(one)}


def _is_refused(outcome: Outcome) -> bool:
    """Some refusals come where the program cannot catch them."""
    return outcome.value == "" or (outcome.fault is not None and outcome.fault.type in REFUSALS)


@pytest.mark.anyio
class TypeScriptConformance:
    """One program, one outcome."""

    values: ClassVar[Mapping[str, object]] = {**VALUES, **REFUSED_AT_ONCE}

    async def test_the_programs_of_a_session_give_values_print_fail_and_get_nothing_that_is_not_theirs(
        self, backend: Backend
    ) -> None:
        probes = {**EVERYWHERE, **PERMISSIONS}
        programs = [*self.values, PRINTED, TOO_LARGE, *(TRY % code for code in probes.values())]

        outcomes = await in_one_session(backend, programs, LIMITS)

        count = len(self.values)
        values, (printed, large), tried = outcomes[:count], outcomes[count:][:2], outcomes[count + 2 :]
        assert [(one.value, one.fault) for one in values] == [(expected, None) for expected in self.values.values()]
        assert (printed.status, printed.output) == ("error", "a\nb\né\n")
        assert printed.fault is not None
        assert 'File "program.ts", line 4' in printed.fault.traceback
        assert large.fault is not None
        assert "(limits.file_mb)" in large.fault.message
        assert unrefused(probes, tried) == {}

    @pytest.mark.parametrize(
        "code",
        [
            "const held = []\nwhile (true) held.push(new Array(1000).fill(Math.random()))",
            "const held = []\nwhile (true) held.push(new Uint8Array(10_000_000).fill(1))",
        ],
        ids=["objects", "buffers"],
    )
    async def test_memory_is_limited(self, backend: Backend, code: str) -> None:
        outcome = await run(backend, code, limits=LIMITS)

        assert outcome.status in ("memory", "error")
        assert outcome.fault is not None
        assert "128 MB of memory (limits.memory_mb)" in outcome.fault.message

    @pytest.mark.parametrize(
        ("limits", "told"),
        [
            (replace(LIMITS, time_seconds=0.5), "0.5 s of its own time (limits.time_seconds)"),
            (replace(LIMITS, cpu_seconds=1), "limits.cpu_seconds"),
        ],
        ids=["time", "processor"],
    )
    async def test_a_program_that_does_not_end_is_ended(self, backend: Backend, limits: Limits, told: str) -> None:
        outcome = await run(backend, "console.log('started')\nwhile (true) {}", limits=limits)

        assert (outcome.status, outcome.output) == ("timeout", "started\n")
        assert outcome.fault is not None
        assert told in outcome.fault.message

    async def test_a_program_that_breaks_the_channels_rules_is_ended(self, backend: Backend) -> None:
        code = "import net from 'node:net'\nnew net.Socket({ fd: 0 }).write(new Uint8Array([255, 255, 255, 255]))\n"

        outcome = await run(backend, f"{code}await new Promise(() => {{}})", limits=LIMITS)

        assert outcome.status == "killed"
        assert outcome.fault is not None
        assert "4,294,967,295 bytes" in outcome.fault.message

    async def test_nothing_stays_from_one_program_to_the_next(self, backend: Backend) -> None:
        leave = "for (const path of [Deno.makeTempFileSync(), 'workspace/left']) Deno.writeTextFileSync(path, 'x')"
        temporary = "Deno.makeTempFileSync().replace(/[^/]+$/, '')"
        look = f"[...Deno.readDirSync({temporary}), ...Deno.readDirSync('workspace')].map((one) => one.name)"

        left = await run(backend, leave, limits=LIMITS)
        outcome = await run(backend, look, limits=LIMITS)

        assert (left.status, left.fault) == ("ok", None)
        assert isinstance(outcome.value, list)
        assert len([name for name in outcome.value if name != "deno"]) == 1, "but for the one it has just made"

    async def test_the_programs_of_a_session_share_one_limit_of_memory(self, backend: Backend) -> None:
        take = "globalThis.held = [...(globalThis.held ?? []), new Uint8Array(60_000_000).fill(1)]\nheld.length"

        wait = "await new Promise((resolve) => setTimeout(resolve, 2000)); 1"  # for who looks at it now and then
        outcomes = await in_one_session(backend, [take, take, take, take, wait], LIMITS)

        assert outcomes[0].value == 1
        assert [one.value for one in outcomes].count(None) >= 1, "four times 60 MB are more than 128 MB"

    async def test_a_process_that_is_lost_is_told_with_the_calls_that_were_made(self, backend: Backend) -> None:
        async def tool(request: Request, _clock: Clock) -> Answer:
            assert isinstance(request, Call)
            if request.tool == "s.last":
                await worker.end()
                await anyio.sleep_forever()
            return value(None)

        with anyio.fail_after(60):
            worker = await backend.spawn(LIMITS)
            program = Program(code="await callMcpTool('s.first')\nawait callMcpTool('s.last')", limits=LIMITS)
            outcome = await bridge.run(worker, program, Listeners(tool))

        assert outcome.status == "killed"
        assert [(call.tool, call.status) for call in outcome.calls] == [("s.first", "ok"), ("s.last", "unfinished")]
