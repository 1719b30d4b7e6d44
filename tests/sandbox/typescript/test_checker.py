"""Type errors are told before a program runs, with their lines; what is only unknown is no error."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from sandgate.model import Tool
from sandgate.policy.risk import FileUse, Impact
from sandgate.policy.risk.typescript import UNREAD, weigh_outline
from sandgate.sandbox.typescript.checker import Checked, Checker, CheckerBackend
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
    servers = wrappers(folder)
    checker = Checker(CheckerBackend(servers), servers)
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
    "import { createIssue } from 'servers/tracker'\nawait createIssue({ title: 1 })": (2, "Type 'number' is not"),
    "import { createISSUE } from 'servers/tracker'": (1, "Did you mean"),
    "import { make_issue } from 'servers/tracker'": (1, "has no exported member 'make_issue'. Nearest: create_issue"),
    f"{IMPORT}if (!session) return\nreturn await create_issue({{ title: 1 }})": (3, "Type 'number' is not assignable"),
    "const é = '😀😀'; if (é) { return é.nope() }": (1, "Property 'nope' does not exist"),
    "import { zzz } from 'servers/tracker'": (1, "It has create_issue, list_issues."),
    "import json\nfor x in [1]:\n    print(json.dumps(x))": (2, "This looks like Python: set language to python"),
}
RIGHT = (
    "return 1 + 1",
    f"{IMPORT}const all = await list_issues()\nfor (const one of all.items) console.log(one.title)\nreturn all",
    f"{IMPORT}const made = await create_issue({{ title: 'x' }})\nmade.number + 1",
    "import { createIssue } from 'servers/tracker'\nawait createIssue({ title: 'x' })",
    "import * as tracker from 'servers/tracker'\n(await tracker.createIssue({ title: 'x' })).number + 1",
    "try { await callMcpTool('s.t') } catch (e) { if (e instanceof Denied) console.log(e.tool) }",
    "session.rows = [1]\nprogress(1, 2)\nDeno.writeTextFileSync('workspace/x', await pii.domain('a@b.c'))",
    "import { sum } from 'workspace/sums.ts'\nimport x from './workspace/x.json' with { type: 'json' }\nsum(x.y)",
    "import threads, { Worker } from 'node:worker_threads'\nnew Worker('1', { eval: true }).once('message', print)\n"
    "function print(text: any) { console.log(text, threads.isMainThread) }",
    "function untyped(x) { return x.y }\nuntyped({ y: 1 })",
    "class Rows extends Array { map() { return this } }\nnew Rows().map()",
    "const y = 4\nexport {}\ny",
    "export default 5",
    "function f(): number | null { return null }\nconst all = [1].map((n) => { return n + 1 })\n"
    "return f() ?? all[0].toFixed()",
    "if (session.x) return\nif (session.y) { return; }\nreturn {\n  a: 1 as unknown as string,\n}",
    "return",
    "const x = 1; return (x)",
)


async def test_a_check_that_takes_too_long_lets_the_program_run_and_the_next_is_checked(checker: Checker) -> None:
    late = await checker.check("const a: number = 'x'", patience_seconds=0.2)
    after = await checker.check("const a: number = 'x'", PATIENT)

    assert late == Checked()
    assert after.fault is not None


async def test_type_errors_are_told_with_their_line(checker: Checker) -> None:
    found = {code: (await checker.check(code, PATIENT)).fault for code in WRONG}

    for code, (line, words) in WRONG.items():
        fault = found[code]
        assert fault is not None, code
        assert fault.type == "TypeCheckError"
        assert words in fault.message
        assert f"(line {line})" in fault.message
        assert f'File "program.ts", line {line}' in fault.traceback


async def test_programs_that_may_well_work_are_let_through(checker: Checker) -> None:
    found = {code: (await checker.check(code, PATIENT)).fault for code in RIGHT}

    assert found == dict.fromkeys(RIGHT)


async def test_wrappers_that_have_changed_are_read_again(checker: Checker, folder: Path) -> None:
    code = "import { close_issue } from 'servers/tracker'\nawait close_issue({ number: 1 })"
    number = {"type": "object", "properties": {"number": {"type": "integer"}}, "required": ["number"]}
    text = {"type": "object", "properties": {"number": {"type": "string"}}, "required": ["number"]}

    before = (await checker.check(code, PATIENT)).fault
    wrappers(folder, Tool(server="tracker", name="close_issue", input_schema=number))
    there = (await checker.check(code, PATIENT)).fault
    wrappers(folder, Tool(server="tracker", name="close_issue", input_schema=text))
    changed = (await checker.check(code, PATIENT)).fault
    wrappers(folder)

    assert before is not None
    assert there is None
    assert changed is not None
    assert "(line 2)" in changed.message


CREATE, LIST = "tracker.create-issue", "tracker.list_issues"
TOUCHED: dict[str, dict[str, object]] = {
    "1 + 1": {"risk": "low", "changes_data": False},
    f"{IMPORT}await create_issue({{ title: 'x' }})": {"tools": (CREATE, LIST), "servers": ("tracker",)},
    "import { createIssue as make } from 'servers/tracker'\nmake({ title: 'x' })": {"tools": (CREATE,)},
    "import * as t from 'servers/tracker'\nt.createIssue({ title: 'x' })": {"tools": (CREATE,)},
    "const { create_issue } = await import('servers/tracker')\ncreate_issue({ title: 'x' })": {"tools": (CREATE,)},
    "import { tracker } from 'servers'\nconst { list_issues: all } = tracker\nall()": {"tools": (LIST,)},
    "await callMcpTool('tracker.list_issues')": {"tools": (LIST,)},
    "const name = 'mcp__tracker__list_issues'\nawait callMcpTool(name)": {"tools": (LIST,)},
    "function f() {};\n;;if (1) { ;callMcpTool('tracker.list_issues') };": {"tools": (LIST,)},
    "// deno-lint-ignore-file\n// deno-lint-ignore sandgate/outline\nawait callMcpTool('tracker.list_issues')": {
        "tools": (LIST,)
    },
    "Deno.writeTextFileSync('workspace/x', '')": {"files": (FileUse("workspace/x", "write", outside=False),)},
    "import fs from 'node:fs'\nfs.rmSync('/etc/x')": {"files": (FileUse("/etc/x", "remove", outside=True),)},
    "import { readFile } from 'node:fs/promises'\nawait readFile(`workspace/${1}`)": {
        "files": (FileUse("workspace/1", "read", outside=False),)
    },
    "await fetch('https://example.com/x', { method: 'DELETE' })": {"hosts": ("example.com",), "changes_data": True},
    "import { fetch } from 'servers/tracker'\nawait fetch({ url: 'https://example.com/' })": {
        "tools": ("tracker.fetch",),
        "reasons": ("calls tracker.fetch, which no known server offers",),
    },
    "import { execSync } from 'node:child_process'\nexecSync('rm -rf /')": {"commands": ("rm -rf /",)},
    "const { execSync } = await import('node:child_process')\nexecSync('rm -rf /')": {"risk": "critical"},
    "namespace N { export const x = callMcpTool('tracker.list_issues') }": {"tools": (LIST,)},
    "({}).toString()": {"risk": "low", "changes_data": False},
    "new Deno.Command('rm', { args: ['-rf', '/'] }).outputSync()": {"commands": ("rm -rf /",), "risk": "critical"},
}
"""Programs, and what of them is on record."""
HIDDEN = (
    "await callMcpTool(String(Math.random()))",
    "import * as t from 'servers/tracker'\nconst name: string = String(Math.random())\nt[name]({})",
    "eval('1')",
    "new Function('return 1')()",
    "(0, eval)('1')",
    "(() => {}).constructor('return 1')()",
    "await import(String(Math.random()))",
    "const all = [, callMcpTool('tracker.delete')]",
)
"""Programs whose doings cannot be seen, each in its own way."""


async def test_what_a_program_touches_is_known_before_it_runs(checker: Checker) -> None:
    found = {code: await weighed(checker, code) for code in TOUCHED}

    for code, expected in TOUCHED.items():
        assert {key: getattr(found[code], key) for key in expected} == expected, code


async def test_calls_in_loops_of_every_kind_are_seen_as_such(checker: Checker) -> None:
    bodies = (
        "for (const row of rows) await create_issue({ title: row })",
        "await Promise.all(rows.map((row) => create_issue({ title: row })))",
        "rows.forEach(async (row) => { await create_issue({ title: row }) })",
        "const one = async (row: string) => { await create_issue({ title: row }) }\nwhile (rows.length) await one('x')",
    )

    found = [
        await weighed(checker, f"{IMPORT}const rows: string[] = await list_issues() as any\n{one}") for one in bodies
    ]

    assert [any("in a loop" in reason for reason in one.reasons) for one in found] == [True] * len(bodies), found


async def test_what_is_hidden_is_said_to_be(checker: Checker) -> None:
    found = {code: await weighed(checker, code) for code in HIDDEN}

    assert {code: (one.risk, one.changes_data) for code, one in found.items()} == dict.fromkeys(
        HIDDEN, ("medium", True)
    )
    assert all("cannot be seen" in one.reasons[0] for one in found.values()), found


async def test_a_program_too_deep_to_read_is_not_taken_for_harmless(checker: Checker) -> None:
    nested = "[" * 800 + "]" * 800

    impact = await weighed(checker, f"const deep: any = {nested}")

    assert impact == UNREAD


async def weighed(checker: Checker, code: str) -> Impact:
    known = {"create_issue": "create-issue", "create-issue": "create-issue", "list_issues": "list_issues"}

    def tool_of(server: str, tool: str) -> Tool | None:
        return Tool(server=server, name=known[tool]) if server == "tracker" and tool in known else None

    return weigh_outline((await checker.check(code, PATIENT)).outline, tool_of)


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
