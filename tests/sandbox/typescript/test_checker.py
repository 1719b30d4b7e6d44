"""Type errors are told before a program runs, with their lines; what is only unknown is no error."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from sandgate.model import Tool
from sandgate.sandbox.typescript.checker import Checker
from sandgate.sandbox.typescript.watching import CHANGED, MADE, REMOVED, Change, Tree

from .place import needs_deno, wrappers

pytestmark = [pytest.mark.anyio, needs_deno]
PATIENT = 40.0
IMPORT = "import { create_issue, list_issues } from 'servers/tracker'\n"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("checked")


@pytest.fixture(scope="module")
async def checker(folder: Path) -> AsyncGenerator[Checker]:
    checker = Checker(wrappers(folder))
    yield checker
    await checker.close()


WRONG = {
    "const a: number = 'x'": (1, "Type 'string' is not assignable to type 'number'"),
    f"{IMPORT}await create_issue({{ title: 1 }})": (2, "Type 'number' is not assignable to type 'string'"),
    f"{IMPORT}await create_issue({{ body: 'x' }})": (2, "Property 'title' is missing"),
    f"{IMPORT}const made = create_issue({{ title: 'x' }})\nmade.number": (3, "Property 'number' does not exist"),
    f"{IMPORT}const made = await create_issue({{ title: 'x' }})\nmade.nummer": (3, "Did you mean 'number'"),
    "const x = 1\nimport { delete_all } from 'servers/tracker'": (2, "has no exported member 'delete_all'"),
    "const x = 1\nnobody()": (2, "Cannot find name 'nobody'"),
    "let x = ;": (1, "Expression expected"),
}
RIGHT = (
    "return 1 + 1",
    f"{IMPORT}const all = await list_issues()\nfor (const one of all.items) console.log(one.title)\nreturn all",
    f"{IMPORT}const made = await create_issue({{ title: 'x' }})\nmade.number + 1",
    "import { createIssue } from 'servers/tracker'\nawait createIssue({ title: 'x' })",
    "try { await callMcpTool('s.t') } catch (e) { if (e instanceof Denied) console.log(e.tool) }",
    "session.rows = [1]\nprogress(1, 2)\nDeno.writeTextFileSync('workspace/x', await pii.domain('a@b.c'))",
    "import { sum } from 'workspace/sums.ts'\nimport x from './workspace/x.json' with { type: 'json' }\nsum(x.y)",
    "function untyped(x) { return x.y }\nuntyped({ y: 1 })",
)


async def test_a_check_that_takes_too_long_lets_the_program_run_and_the_next_is_checked(checker: Checker) -> None:
    late = await checker.check("const a: number = 'x'", patience_seconds=0.2)
    after = await checker.check("const a: number = 'x'", PATIENT)

    assert late is None
    assert after is not None


async def test_type_errors_are_told_with_their_line(checker: Checker) -> None:
    found = {code: await checker.check(code, PATIENT) for code in WRONG}

    for code, (line, words) in WRONG.items():
        fault = found[code]
        assert fault is not None, code
        assert fault.type == "TypeCheckError"
        assert words in fault.message
        assert f"(line {line})" in fault.message
        assert f'File "program.ts", line {line}' in fault.traceback


async def test_programs_that_may_well_work_are_let_through(checker: Checker) -> None:
    found = {code: await checker.check(code, PATIENT) for code in RIGHT}

    assert found == dict.fromkeys(RIGHT)


async def test_wrappers_that_have_changed_are_read_again(checker: Checker, folder: Path) -> None:
    code = "import { close_issue } from 'servers/tracker'\nawait close_issue({ number: 1 })"
    number = {"type": "object", "properties": {"number": {"type": "integer"}}, "required": ["number"]}
    text = {"type": "object", "properties": {"number": {"type": "string"}}, "required": ["number"]}

    before = await checker.check(code, PATIENT)
    wrappers(folder, Tool(server="tracker", name="close_issue", input_schema=number))
    there = await checker.check(code, PATIENT)
    wrappers(folder, Tool(server="tracker", name="close_issue", input_schema=text))
    changed = await checker.check(code, PATIENT)
    wrappers(folder)

    assert before is not None
    assert there is None
    assert changed is not None
    assert "(line 2)" in changed.message


def test_a_tree_tells_what_was_made_changed_and_removed(tmp_path: Path) -> None:
    (tmp_path / "s").mkdir()
    (tmp_path / "s" / "a.ts").write_text("1", encoding="utf-8")
    (tmp_path / "index.ts").write_text("1", encoding="utf-8")
    tree = Tree(tmp_path)
    first = tree.changes()

    (tmp_path / "s" / "b.ts").write_text("1", encoding="utf-8")
    (tmp_path / "s" / "new").write_text("longer", encoding="utf-8")
    (tmp_path / "s" / "new").replace(tmp_path / "s" / "a.ts")
    (tmp_path / "index.ts").unlink()
    second = tree.changes()

    assert sorted(first) == [Change("index.ts", MADE), Change("s/a.ts", MADE)]
    assert sorted(second) == [Change("index.ts", REMOVED), Change("s/a.ts", CHANGED), Change("s/b.ts", MADE)]
    assert tree.changes() == []
