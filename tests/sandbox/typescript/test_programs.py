"""What a TypeScript program can say and what it gets: the promises of `conformance.py`, in the other language."""

from __future__ import annotations

import io
import shutil
import subprocess
from collections.abc import AsyncGenerator
from pathlib import Path

import anyio
import anyio.lowlevel
import pytest

from sandgate.errors import CallFailed, Denied
from sandgate.model import Call, Limits, Program, Unread
from sandgate.sandbox import bridge
from sandgate.sandbox.bridge import Line
from sandgate.sandbox.clock import Clock
from sandgate.sandbox.folder import Folder
from sandgate.sandbox.protocol import Answer, Backend, Listeners, ReadLink, Request
from sandgate.sandbox.typescript.backend import GUEST, TypeScriptBackend, installed

from ..conformance import echo, run, value, watched
from .place import in_one_session, needs_deno, wrappers

pytestmark = [pytest.mark.anyio, needs_deno]


@pytest.fixture(scope="module")
async def backend(tmp_path_factory: pytest.TempPathFactory) -> AsyncGenerator[Backend]:
    backend = TypeScriptBackend(wrappers(tmp_path_factory.mktemp("wrappers")))
    yield backend
    await backend.close()


VALUES: dict[str, object] = {
    "1 + 1": 2,
    "return {a: [1, 2.5, null, true]}": {"a": [1, 2.5, None, True]},
    "const result = 5\n'last'": 5,
    "const result = 5\nreturn 'returned'": "returned",
    "const x = await callMcpTool('s.t', {q: 1})\nx.arguments": {"q": 1},
    "for (const i of [1, 2, 3]) { if (i === 2) return i }": 2,
    "const twice = (n: number): number => n * 2\ntwice(4)": 8,
    "enum Colour { Red = 3 }\nclass P { constructor(readonly x: number) {} }\nnew P(Colour.Red).x": 3,
    "const a = 1 // one; two\na + 1; // done; really": 2,
    "const a = [1]\n  .map((n) => n + 1)\n  .concat(5)\na": [2, 5],
    "const a = 1\n+ 1\na": 2,
    "{ key: 'an object' }": {"key": "an object"},
    "`several\nimport x from 'lines'\n`.length": 30,
    "export const y = 4\nexport function f() { return y }\nf()": 4,
    "const y = 4\nexport {}\ny": 4,
    "const a = 1, b = 2\nexport { a, b as c };\na + b": 3,
    "const text = 'export {}'\nexport default text": "export {}",
    "export default async function main() { return 6 }\nawait main()": 6,
    "export default { a: 1 }": {"a": 1},
    "\ufeff1 + 1": 2,
    "const x = 1\r\nx + 1\r\n": 2,
    "import { join } from 'node:path'\njoin('a', 'b')": "a/b",
    "2n ** 70n": 2**70,
    "new Map([['d', new Date(0)]])": {"d": "1970-01-01T00:00:00.000Z"},
    "new Set([1, 2])": [1, 2],
    "process.exit(0)\nreturn 1": None,
    "const session = 1, show = 2, $last = 4\nfunction progress() { return session + show }\nprogress()": 3,
    "if (true) { 5 }": None,
    "function f() { return 1 }": None,
    "": None,
}


async def test_the_value_is_what_is_returned_else_result_else_the_last_expression(backend: Backend) -> None:
    outcomes = await in_one_session(backend, VALUES)

    found = {code: (one.status, one.value) for code, one in zip(VALUES, outcomes, strict=True)}
    assert found == {code: ("ok", expected) for code, expected in VALUES.items()}
    assert [one.has_value for one in outcomes] == [expected is not None for expected in VALUES.values()]


ODD: dict[str, tuple[object, str]] = {
    "NaN": ("NaN", "a number that is not finite"),
    "const x: unknown[] = []\nx.push(x)\nx": (["…"], "a reference to itself"),
    "let x: unknown = '…'\nfor (let i = 0; i < 70; i++) x = [x]\n;[String(x)].flat(), Symbol('s')": (
        "Symbol(s)",
        "a symbol",
    ),
    "new Uint8Array([1])": ("Uint8Array(1) [ 1 ]", "a Uint8Array"),
    "new ArrayBuffer(1)": ("ArrayBuffer { [Uint8Contents]: <00>, byteLength: 1 }", "a ArrayBuffer"),
    "new Headers({ a: '1' })": ('Headers { a: "1" }', "a Headers"),
    "[1].values()": ("Object [Array Iterator] {}", "a Iterator"),
}


async def test_a_value_json_cannot_express_is_shown_as_well_as_possible(backend: Backend) -> None:
    outcomes = await in_one_session(backend, ODD)

    assert [one.value for one in outcomes] == [shown for shown, _ in ODD.values()]
    assert all(note in one.notes[0] for (_, note), one in zip(ODD.values(), outcomes, strict=True))


async def test_a_value_of_many_levels_is_cut_off(backend: Backend) -> None:
    outcome = await run(backend, "let x: unknown = 1\nfor (let i = 0; i < 70; i++) x = [x]\nx")

    assert outcome.status == "ok"
    assert "more than 64 levels" in outcome.notes[0]


async def test_prints_of_every_kind_arrive_in_order(backend: Backend) -> None:
    code = (
        "import fs from 'node:fs'\nconsole.log('a')\nconsole.error('b')\nfs.writeSync(1, 'c\\n')\n"
        "Deno.stdout.writeSync(new TextEncoder().encode('d\\n'))\nprocess.stdout.write('é\\n')\n1"
    )

    outcome = await run(backend, code)

    assert (outcome.output, outcome.value) == ("a\nb\nc\nd\né\n", 1)


async def test_output_arrives_before_the_call_that_follows_it(backend: Backend) -> None:
    seen_at_call: list[str] = []
    arrived = anyio.Event()

    async def tool(_: Request, _clock: Clock) -> Answer:
        await arrived.wait()
        seen_at_call.append("call")
        return value(None)

    async def on_output(text: str) -> None:
        seen_at_call.append(text)
        arrived.set()

    with anyio.fail_after(20):
        worker = await backend.spawn(Limits())
        program = Program(code="console.log('before')\nawait callMcpTool('s.t')")
        await bridge.run(worker, program, Listeners(tool, on_output))

    assert seen_at_call == ["before\n", "call"]


IMPORTS = (
    "import { create_issue } from 'servers/tracker'",
    "import { createIssue as create_issue } from 'servers/tracker'",
    "import { create_issue } from 'servers/tracker/create_issue'",
    "import * as tracker from 'servers/tracker'\nconst create_issue = tracker.create_issue",
    "const { create_issue } = await import('servers/tracker')",
    "import { tracker } from 'servers'\nconst { create_issue } = tracker",
    "import {\n  list_issues,\n  create_issue,\n} from 'servers/tracker'",
)


async def test_wrappers_are_imported_in_every_way_and_call_their_tool(backend: Backend) -> None:
    programs = [f"{imported}\nreturn await create_issue({{ title: 'x' }})" for imported in IMPORTS]

    outcomes = await in_one_session(backend, programs)

    made = {"tool": "tracker.create-issue", "arguments": {"title": "x"}}
    assert [one.value for one in outcomes] == [made] * len(IMPORTS)
    assert {(call.tool, call.status) for one in outcomes for call in one.calls} == {("tracker.create-issue", "ok")}


MISSING = {
    "const x = 1\nimport { make_issue } from 'servers/tracker'": "has no make_issue. It has create_issue",
    "const x = 1\nimport lodash from 'npm:lodash'": "there is no network here",
    "const x = 1\nimport lodash from 'lodash'": "Programs import from servers/, skills/, workspace/ and node:",
    "const x = 1\nimport y from 'https://example.com/x.ts'": "there is no network here",
    "const x = 1\nawait import('npm:lodash')": "There is no network here",
    "const x = 1\nawait import('jsr:@std/assert')": "There is no network here",
    "import { execSync } from 'node:child_process'\nexecSync('ls')": "Programs cannot start other programs here",
    "const x = 1\nconst fs = require('fs')": 'write `import fs from "node:fs"`',
}


async def test_an_import_that_is_not_there_says_what_is_and_its_line(backend: Backend) -> None:
    faults = [one.fault for one in await in_one_session(backend, MISSING)]

    assert all(
        fault and told in fault.message and "line 2" in fault.traceback
        for told, fault in zip(MISSING.values(), faults, strict=True)
    ), faults


async def test_a_failure_names_the_programs_own_lines_only(backend: Backend) -> None:
    code = "type Row = { a: number }\nfunction load(text: string): Row {\n  return JSON.parse(text)\n}\n\nload('{')\n"

    outcome = await run(backend, code)

    assert outcome.status == "error"
    assert outcome.fault is not None
    assert outcome.fault.type == "SyntaxError"
    assert outcome.fault.traceback.splitlines() == [
        '  File "program.ts", line 6, in <program>',
        "    load('{')",
        '  File "program.ts", line 3, in load',
        "    return JSON.parse(text)",
    ]


async def test_lines_are_right_where_types_had_to_be_rewritten(backend: Backend) -> None:
    outcome = await run(backend, "enum E { A,\n B }\n\nconst x: any = null\n\nx.y")

    assert outcome.fault is not None
    assert "line 6, in <program>\n    x.y" in outcome.fault.traceback


BROKEN = {
    "let x = 1;\nlet y = ;\n": 2,
    "let x = (2,\n": 2,
    "let a = 1\nlet a = 2": 2,
    "let x\nimport { x } from 'servers/tracker'": 2,
    "const s: = 'x'": 1,
}


async def test_code_that_does_not_parse_says_where(backend: Backend) -> None:
    faults = [one.fault for one in await in_one_session(backend, BROKEN)]

    assert all(
        fault and fault.type == "SyntaxError" and f"(line {line})" in fault.message
        for line, fault in zip(BROKEN.values(), faults, strict=True)
    ), faults


async def test_leaving_with_an_exit_code_is_a_failure(backend: Backend) -> None:
    outcome = await run(backend, "try { Deno.exit(4) } catch {}\nawait new Promise(() => {})")

    assert outcome.fault is not None
    assert outcome.fault.message == "the program left with exit code 4"


async def test_an_error_in_a_timer_fails_the_program_at_its_line(backend: Backend) -> None:
    outcome = await run(backend, "setTimeout(() => {\n  throw new Error('late')\n})\nawait new Promise(() => {})")

    assert outcome.fault is not None
    assert outcome.fault.message == "late"
    assert "line 2" in outcome.fault.traceback


async def test_a_call_that_was_never_awaited_is_noted(backend: Backend) -> None:
    async def never(_: Request) -> Answer:
        await anyio.sleep_forever()
        raise AssertionError

    outcome = await run(backend, "callMcpTool('s.t')\n5", never)

    assert outcome.value == 5
    assert "A call of s.t was not awaited" in outcome.notes[0]


UNSHOWN = (
    "Promise.reject({ toString() { throw 1 } })",
    "Promise.reject(new Proxy(new Error('x'), { get() { throw new Error('no') } }))",
    "Promise.reject(Object.create(null))",
)


async def test_what_failed_beside_a_program_does_not_cost_it_its_value_whatever_it_is(backend: Backend) -> None:
    codes = [f"{code}\nawait new Promise((done) => setTimeout(done))\n5" for code in UNSHOWN]

    outcomes = await in_one_session(backend, codes)

    assert [one.value for one in outcomes] == [5, 5, 5]
    assert all("A promise that was not awaited failed" in str(one.notes) for one in outcomes)


async def test_calls_run_side_by_side(backend: Backend) -> None:
    together, everyone = 0, anyio.Event()

    async def tool(_: Request) -> Answer:
        nonlocal together
        together += 1
        if together == 20:
            everyone.set()
        await everyone.wait()
        return value(together)

    code = "(await Promise.all(Array.from({ length: 20 }, () => callMcpTool('s.t')))).length"
    outcome = await run(backend, code, tool)

    assert outcome.value == 20


async def test_more_calls_than_may_run_at_once_wait_their_turn(backend: Backend) -> None:
    open_now = most = 0

    async def tool(_: Request) -> Answer:
        nonlocal open_now, most
        open_now += 1
        most = max(most, open_now)
        await anyio.lowlevel.checkpoint()
        open_now -= 1
        return value(None)

    code = "(await Promise.all(Array.from({ length: 30 }, () => callMcpTool('s.t')))).length"
    outcome = await run(backend, code, tool, Limits(concurrent_calls=4))

    assert outcome.value == 30
    assert most <= 4


async def test_failed_and_refused_calls_are_errors_of_their_own_kind(backend: Backend) -> None:
    async def tool(request: Request) -> Answer:
        assert isinstance(request, Call)
        raise Denied("a person said no") if request.tool == "s.no" else CallFailed("no such page")

    code = (
        "import { ToolError as Wrapped } from 'servers/_client'\nconst seen = []\n"
        "for (const name of ['s.fail', 's.no']) try { await callMcpTool(name) } catch (e) {\n"
        "  seen.push([e instanceof Wrapped, e instanceof ToolError, e instanceof Denied, e.message, e.tool]) }\nseen"
    )
    outcome = await run(backend, code, tool)

    assert outcome.value == [
        [True, True, False, "no such page", "s.fail"],
        [True, True, True, "a person said no", "s.no"],
    ]


async def test_a_failed_call_that_is_not_caught_ends_the_program_at_its_line(backend: Backend) -> None:
    async def tool(_: Request) -> Answer:
        raise CallFailed("no such page")

    code = "import { list_issues } from 'servers/tracker'\nawait list_issues()"
    outcome = await run(backend, code, tool)

    assert outcome.fault is not None
    assert (outcome.fault.type, outcome.fault.message) == ("ToolError", "no such page")
    assert "line 2" in outcome.fault.traceback


async def test_batches_and_fresh_calls_are_marked_as_such(backend: Backend) -> None:
    calls: list[Request] = []

    async def tool(request: Request) -> Answer:
        calls.append(request)
        return value(None)

    code = (
        "await approvals.batch('two leads', () => Promise.all([callMcpTool('s.a'), callMcpTool('s.b')]))\n"
        "await fresh(() => callMcpTool('s.c'))\nawait callMcpTool('s.d')"
    )
    await run(backend, code, tool)

    assert [(call.tool, call.batch, call.fresh) for call in calls if isinstance(call, Call)] == [
        ("s.a", "two leads", False),
        ("s.b", "two leads", False),
        ("s.c", "", True),
        ("s.d", "", False),
    ]


async def test_json_that_was_not_parsed_on_the_way_arrives_exactly(backend: Backend) -> None:
    async def tool(_: Request) -> Answer:
        texts = (f'[{{"n": {2**70}, "s": "\\u00e9"}}]', "[not\nJSON é", "{}")
        return Answer([{"type": "unread", "text": Unread(text)} for text in texts] + value(2**70).blocks)

    outcome = await run(backend, "await callMcpTool('s.t')", tool)

    assert outcome.value == [[{"n": 2**70, "s": "é"}], "[not\nJSON é", {}, 2**70]


async def test_a_large_tool_result_arrives_whole(backend: Backend) -> None:
    async def tool(_: Request) -> Answer:
        return value(["row " * 10] * 200_000)

    code = "const rows = await callMcpTool('s.t')\n;[rows.length, rows.at(-1)]"
    outcome = await run(backend, code, tool)

    assert outcome.value == [200_000, "row " * 10]


async def test_media_and_links_are_small_objects(backend: Backend) -> None:
    async def tool(request: Request) -> Answer:
        if isinstance(request, Call):
            link = {"type": "link", "server": "s", "uri": "x://1", "name": "n", "mime_type": ""}
            return Answer([{"type": "image", "data": "aGk=", "mime_type": "image/png"}, link])
        assert isinstance(request, ReadLink)
        return value(f"read {request.uri} of {request.server}")

    code = (
        "const [image, link] = await callMcpTool('s.t')\nshow(image)\n"
        "return [new TextDecoder().decode(image.data), String(image), link.uri, await link.read()]"
    )
    outcome = await run(backend, code, tool)

    assert outcome.value == ["hi", "<image image/png, 2 bytes>", "x://1", "read x://1 of s"]
    assert [(shown.mime_type, shown.data) for shown in outcome.media] == [("image/png", "aGk=")]


class Kept:
    """Files that are kept, by nobody."""

    read_only = False

    async def load(self, folder: Folder) -> None: ...

    async def save(self, folder: Folder) -> tuple[str, ...]:
        return ()


async def test_a_value_over_the_limit_of_a_program_whose_files_are_not_kept_is_not_there(backend: Backend) -> None:
    outcome = await run(backend, "'x'.repeat(3_000_000)", limits=Limits(message_mb=2))

    assert outcome.value is None
    assert "more than the 2 MB that may leave the sandbox" in outcome.notes[0]


async def test_a_value_over_the_limit_becomes_a_file_with_a_note(backend: Backend) -> None:
    async def on_request(request: Request, _: Clock) -> Answer:
        return await echo(request)

    limits = Limits(message_mb=2)
    with anyio.fail_after(20):
        worker = await backend.spawn(limits)
        program = Program(code="'x'.repeat(3_000_000)", limits=limits)
        outcome = await bridge.run(worker, program, Listeners(on_request), Kept())

    assert outcome.value == f"{'x' * 300}… (3,000,000 characters)"
    assert "The whole value, 2.9 MB, is in workspace/results/" in outcome.notes[0]


async def test_the_workspace_can_be_written_and_its_modules_imported(backend: Backend) -> None:
    code = (
        "Deno.writeTextFileSync('workspace/sums.ts', 'export const sum = (a: number, b: number): number => a + b')\n"
        "const { sum } = await import('workspace/sums.ts')\nsum(1, 2)"
    )

    outcome = await run(backend, code)

    assert outcome.value == 3


async def test_what_the_gateway_puts_into_the_workspace_and_takes_out_of_it(backend: Backend) -> None:
    worker = await backend.spawn(Limits())
    files = Shelved({"rows.csv": b"a,b"})

    with anyio.fail_after(20):
        code = "Deno.writeTextFileSync('workspace/out/x', Deno.readTextFileSync('workspace/rows.csv') + ',c')"
        program = Program(code=f"Deno.mkdirSync('workspace/out')\n{code}")
        outcome = await bridge.run(worker, program, Listeners(_nobody), files)

    assert outcome.status == "ok"
    assert files.contents == {"rows.csv": b"a,b", "out/x": b"a,b,c"}


async def test_skills_are_there_to_be_read(tmp_path: Path) -> None:
    (tmp_path / "skills").mkdir()
    (tmp_path / "skills" / "greet.py").write_text("# how to greet", encoding="utf-8")
    backend = TypeScriptBackend(wrappers(tmp_path), skills=tmp_path / "skills")

    outcome = await run(backend, "Deno.readTextFileSync('skills/greet.py')")
    await backend.close()

    assert outcome.value == "# how to greet"


async def test_a_program_runs_where_there_are_no_wrappers() -> None:
    backend = TypeScriptBackend()

    outcome = await run(
        backend, "try { await callMcpTool('s.t') } catch (e) { return e instanceof ToolError }", _refuse
    )
    await backend.close()

    assert outcome.value is True


async def _nobody(request: Request, _: Clock) -> Answer:
    raise AssertionError(request)


class Shelved:
    """Files that outlive a run."""

    read_only = False

    def __init__(self, contents: dict[str, bytes]) -> None:
        self.contents = contents

    async def load(self, folder: Folder) -> None:
        for path, content in self.contents.items():
            folder.write(path, io.BytesIO(content))

    async def save(self, folder: Folder) -> tuple[str, ...]:
        for entry in folder.entries():
            if entry.kind == "file":
                with folder.open(entry.path) as file:
                    self.contents[entry.path] = file.read()
        return ()


async def _refuse(_: Request) -> Answer:
    raise CallFailed("no")


async def test_a_session_keeps_what_is_put_into_it(backend: Backend) -> None:
    async def on_request(request: Request, _: Clock) -> Answer:
        return await echo(request)

    limits = Limits(time_seconds=10)
    with anyio.fail_after(20):
        worker = await backend.spawn(limits)
        line = Line(worker, limits)
        first = Program(code="session.rows = [1, 2]; console.log('first')", limits=limits)
        second = Program(code="session.rows.length", limits=limits)
        before = await bridge.run_on(line, first, Listeners(on_request), None, stays=True)
        after = await bridge.run_on(line, second, Listeners(on_request), None, stays=False)

    assert (before.status, before.output) == ("ok", "first\n")
    assert (after.value, after.output) == (2, "")


async def test_progress_is_heard(backend: Backend) -> None:
    heard: list[tuple[float, float | None, str]] = []

    async def on_request(request: Request, _: Clock) -> Answer:
        return await echo(request)

    with anyio.fail_after(20):
        worker = await backend.spawn(Limits())
        listeners = Listeners(on_request, progress=lambda done, total, text: heard.append((done, total, text)))
        await bridge.run(worker, Program(code="progress(1, 2, 'reading')"), listeners)

    assert heard == [(1.0, 2.0, "reading")]


async def test_the_newest_progress_is_heard_however_soon_it_follows_another(backend: Backend) -> None:
    heard: list[tuple[float, float | None]] = []

    async def on_request(request: Request, _: Clock) -> Answer:
        return await echo(request)

    with anyio.fail_after(20):
        worker = await backend.spawn(Limits())
        listeners = Listeners(on_request, progress=lambda done, total, _: heard.append((done, total)))
        await bridge.run(worker, Program(code="for (let i = 1; i < 6; i++) progress(i, 10)"), listeners)

    assert (heard[0], heard[-1]) == ((1.0, 10.0), (5.0, 10.0))


async def test_a_program_finds_what_it_was_given(backend: Backend) -> None:
    async def on_request(request: Request, _: Clock) -> Answer:
        return await echo(request)

    with anyio.fail_after(20):
        worker = await backend.spawn(Limits())
        program = Program(code="inputs.a + inputs.b.length", inputs={"a": 1, "b": [2, 3]})
        outcome = await bridge.run(worker, program, Listeners(on_request))

    assert outcome.value == 3


async def test_what_is_shown_together_has_its_limit(backend: Backend) -> None:
    code = (
        "const picture = new Uint8Array(5 * 2 ** 20)\nshow(picture, 'image/png')\n"
        "try { show(picture, 'image/png') } catch (error) { return error.message }"
    )

    outcome = await run(backend, code)

    assert outcome.value == "at most 8 MB can be shown together; write the others to workspace/"
    assert len(outcome.media) == 1


def test_the_guests_own_source_has_no_type_errors(tmp_path: Path) -> None:
    shutil.copytree(GUEST, tmp_path / "guest")
    wrappers(tmp_path)
    words = [
        "check",
        "--no-remote",
        "--no-npm",
        "--no-lock",
        "--config=guest/deno.json",
        "guest/main.ts",
        "guest/outline.ts",
    ]

    checked = subprocess.run(
        [str(installed()), *words],
        cwd=tmp_path,
        env={"DENO_DIR": str(tmp_path / "state"), "NO_COLOR": "1"},
        capture_output=True,
        text=True,
    )

    assert checked.returncode == 0, checked.stderr


async def test_what_a_program_breaks_of_the_language_breaks_nothing_of_the_gateways(backend: Backend) -> None:
    code = (
        "JSON.stringify = () => '{}'; JSON.parse = () => ({}); Array.prototype.map = () => []\n"
        "Object.prototype.tool = 's.other'; Object.prototype.batch = 'all'\n"
        "try { await callMcpTool('s.t', {a: 1}) } catch {}\n1"
    )

    _, printed = await watched(backend, code)
    outcome = await run(backend, "1 + 1")

    assert printed == []
    assert outcome.value == 2
