"""A skill of the other language: it sees the caller's files, asks in its name, and stops its clock with its own."""

from __future__ import annotations

import io
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any, cast

import anyio
import pytest

from sandgate.config.options import SkillOptions
from sandgate.model import Call, Language, Limits, Outcome, Program
from sandgate.policy.validation import Report
from sandgate.sandbox.box import Backend
from sandgate.sandbox.clock import Clock
from sandgate.sandbox.folder import Folder
from sandgate.sandbox.process.backend import ProcessBackend
from sandgate.sandbox.protocol import Answer, Listeners, Request
from sandgate.sandbox.typescript.backend import TypeScriptBackend
from sandgate.sandbox.typescript.box import acquainted
from sandgate.sandbox.typescript.crossing import Bilingual, Both
from sandgate.skills import Draft, Skills

from ..conformance import value
from .place import needs_deno, wrappers

pytestmark = [pytest.mark.anyio, needs_deno]
LIMITS = Limits(time_seconds=10)
PYTHON = """
import os
async def in_python(number: int):
    os.makedirs("workspace/inner", exist_ok=True)
    with open("workspace/inner/more.txt", "a") as file:
        file.write(str(number))
    print("python has", sorted(os.listdir("workspace")))
    return await call_mcp_tool("s.t", {"number": number})
"""
TYPESCRIPT = """
/** Add what a tool says to a number. */
export async function inTypescript(number: number, more = 0): Promise<any> {
  Deno.writeTextFileSync("workspace/typescript.txt", String(number));
  console.log("typescript has", [...Deno.readDirSync("workspace")].map((one) => one.name).sort());
  return await callMcpTool("s.t", { number: number + more });
}
"""
PING = """
async def ping(depth: int = 0):
    from skills.pong import pong
    return await pong(depth + 1)
"""
PONG = """
/** Call each other without end. */
export async function pong(depth: number): Promise<any> {
  const { ping } = await import("skills/ping");
  return await ping({ depth });
}
"""
SAVED: dict[str, tuple[str, Language]] = {
    "in_python": (PYTHON, "python"),
    "in_typescript": (TYPESCRIPT, "typescript"),
    "ping": (PING, "python"),
    "pong": (PONG, "typescript"),
}


@pytest.fixture(scope="module")
def skills(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("skills")
    kept = Skills(folder, SkillOptions(), lambda _: Report((), blocked=False))
    kept.open()
    for name, (code, language) in SAVED.items():
        saved = kept.save(Draft(name=name, code=code, description="One of four", language=language))
        kept.ran(name, saved.skill.version, ok=True)
    return kept.importable


@pytest.fixture(scope="module")
async def boxes(skills: Path, tmp_path_factory: pytest.TempPathFactory) -> AsyncGenerator[dict[Language, Bilingual]]:
    folder = tmp_path_factory.mktemp("wrappers")
    (folder / "python").mkdir()

    async def stand() -> Backend:
        return ProcessBackend(folder / "python", skills=skills)

    async def stand_typescript() -> Backend:
        return TypeScriptBackend(wrappers(folder), skills=skills)

    python, typescript = Bilingual(stand, LIMITS), Bilingual(stand_typescript, LIMITS, 1, eager=False)
    async with python, acquainted(python, typescript):
        yield {"python": python, "typescript": typescript}


class Files:
    """One file at the start, and what is there at the end."""

    read_only = False

    def __init__(self) -> None:
        self.left: dict[str, str] = {}

    async def load(self, folder: Folder) -> None:
        folder.write("first.txt", io.BytesIO(b"1"))

    async def save(self, folder: Folder) -> tuple[str, ...]:
        for entry in folder.entries():
            if entry.kind == "file":
                with folder.open(entry.path) as file:
                    self.left[entry.path] = file.read().decode()
        return ()


async def echo(request: Request, _: Clock) -> Answer:
    assert isinstance(request, Call)
    return value({"asked": request.tool, **request.arguments})


async def run(
    box: Bilingual, code: str, language: Language, listeners: Listeners, files: Files, session: str | None = None
) -> Outcome:
    program = Program(code=code, language=language, limits=LIMITS)
    with anyio.fail_after(60):
        async with box.claimed(session):
            return await box.run(program, listeners, files, None, session)


CALLS: dict[Language, str] = {
    "typescript": (
        "import { inPython } from 'skills/in_python'\nDeno.writeTextFileSync('workspace/own.txt', 'x')\n"
        "const told = await inPython({ number: 4 })\nreturn [told, Deno.readTextFileSync('workspace/inner/more.txt')]"
    ),
    "python": (
        "from skills.in_typescript import in_typescript\nopen('workspace/own.txt', 'w').write('x')\n"
        "told = await in_typescript(3, 1)\nreturn [told, open('workspace/typescript.txt').read()]"
    ),
}


@pytest.mark.parametrize("language", CALLS)
async def test_a_skill_of_the_other_language_sees_the_files_and_asks_in_the_callers_name(
    boxes: dict[Language, Bilingual], language: Language
) -> None:
    files = Files()

    outcome = await run(boxes[language], CALLS[language], language, Listeners(echo), files)

    written = {"typescript": {"inner/more.txt": "4"}, "python": {"typescript.txt": "3"}}[language]
    assert outcome.ok, outcome.fault
    assert outcome.value == [{"asked": "s.t", "number": 4}, *written.values()]
    assert "has [" in outcome.output
    assert "first.txt" in outcome.output
    assert "own.txt" in outcome.output
    assert files.left == {"first.txt": "1", "own.txt": "x", **written}


async def test_the_skills_of_one_program_run_one_after_the_other(boxes: dict[Language, Bilingual]) -> None:
    inside = most = 0

    async def counted(request: Request, clock: Clock) -> Answer:
        nonlocal inside, most
        inside += 1
        most = max(most, inside)
        await anyio.sleep(0.02)
        inside -= 1
        return await echo(request, clock)

    code = (
        "import { in_python } from 'skills/in_python'\n"
        "await Promise.all([1, 2, 3].map((number) => in_python({ number })))\n"
        "return Deno.readTextFileSync('workspace/inner/more.txt').length"
    )
    outcome = await run(boxes["typescript"], code, "typescript", Listeners(counted), Files())

    assert (outcome.value, most) == (3, 1), outcome.fault


async def test_while_a_person_decides_about_a_skills_call_both_clocks_stand() -> None:
    own, callers = (Clock(Limits(tool_seconds=0.01)) for _ in range(2))
    spent: list[Clock] = []
    while_asked = [own]

    async def note(clock: Clock) -> None:
        with clock.calling():
            await clock.run_out(anyio.Event())
            spent.append(clock)

    with anyio.fail_after(30):
        async with anyio.create_task_group() as tasks:
            with Both(own, callers).asking():
                tasks.start_soon(note, own)
                tasks.start_soon(note, callers)
                await anyio.sleep(0.2)
                while_asked = list(spent)

    assert while_asked == []
    assert {id(clock) for clock in spent} == {id(own), id(callers)}


async def test_a_session_shares_the_files_of_its_first_program_with_the_skills_of_its_second(
    boxes: dict[Language, Bilingual],
) -> None:
    files = Files()
    code = "import { in_python } from 'skills/in_python'\nawait in_python({ number: 7 })\nsession.n = 1"

    first = await run(
        boxes["typescript"], "Deno.writeTextFileSync('workspace/a', 'b')", "typescript", Listeners(echo), files, "s"
    )
    second = await run(boxes["typescript"], code, "typescript", Listeners(echo), Files(), "s")
    await boxes["typescript"].sessions.end("s", "the test is over")

    assert first.ok, first.fault
    assert second.ok, second.fault
    assert "python has ['a', 'first.txt', 'inner']" in second.output
    assert files.left["inner/more.txt"] == "7"


async def test_a_skill_that_fails_fails_the_call_with_its_reason(boxes: dict[Language, Bilingual]) -> None:
    code = (
        "import { in_python } from 'skills/in_python'\n"
        "try { await in_python({ wrong: 1 } as any) } catch (e) { return [e instanceof ToolError, e.message] }"
    )

    outcome = await run(boxes["typescript"], code, "typescript", Listeners(echo), Files())

    failed, message = cast("list[Any]", outcome.value)
    assert failed is True
    assert message.startswith("in_python: TypeError: in_python() got an unexpected keyword argument 'wrong'")


async def test_skills_that_call_each_other_without_end_take_few_sandboxes(boxes: dict[Language, Bilingual]) -> None:
    code = "from skills.pong import pong\nreturn await pong(0)"

    outcome = await run(boxes["python"], code, "python", Listeners(echo), Files())

    assert outcome.fault is not None
    assert "call skills of the other language 4 deep at most" in outcome.fault.message


@pytest.mark.parametrize("name", ["__init__", "_private", "import", "in_python.in_python", "../x", ""])
async def test_what_is_no_name_of_a_skill_is_not_imported(boxes: dict[Language, Bilingual], name: str) -> None:
    code = f"return await callMcpTool({f'sandgate.skills.{name}'!r}, {{}})"

    outcome = await run(boxes["typescript"], code, "typescript", Listeners(echo), Files())

    assert outcome.fault is not None
    assert "not the name of a skill" in outcome.fault.message
