"""TypeScript through a real client: the same tools, files and rules as Python."""

from __future__ import annotations

from functools import partial

import mcp.types as wire
import pytest

from sandgate.sandbox.typescript.backend import installed

from .gate import Gate, execute, said, unruly
from .programs import done, id_of, run, valued
from .test_large_results import PIXEL, path_in

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.skipif(installed() is None, reason="Deno is not installed: pip install '.[typescript]'"),
]


async def test_a_program_calls_a_tool_leaves_a_file_and_its_types_are_checked(gate: Gate) -> None:
    gate.configure({"unruly": unruly()})
    calls = (
        'import { echo } from "servers/unruly";\nconst found = await echo({ value: 3 });\n'
        'await Deno.writeTextFile("workspace/found.txt", `${found}`);\nconsole.log("printed");\nreturn found'
    )
    async with gate.client() as client:
        result = await client.call_tool("execute_code", {"code": calls, "language": "typescript"})
        read = await execute(client, "open('workspace/found.txt').read()")
        wrong = await client.call_tool(
            "execute_code", {"code": "const n: number = 'text';\nn", "language": "typescript"}
        )

    assert said(result) == "printed\nresult: 3"
    assert (result.meta or {})["sandgate/execution"]["sandbox"].startswith("typescript/")
    assert read == "3"
    assert wrong.is_error
    assert "Type 'string' is not assignable to type 'number'. (line 1)" in said(wrong)


WAITING = """
import { waitFor } from "servers/unruly";
console.log("before");
progress(1, 2, "half way");
await waitFor({ event: "go begun" });
return "the end";
"""
GO = 'import { sleep } from "servers/unruly";\nawait sleep({ seconds: 0, name: "go" });'


async def test_what_takes_long_or_is_large_or_is_a_picture_comes_back_as_with_python(fresh_gate: Gate) -> None:
    fresh_gate.configure({"unruly": unruly()})
    written = partial(run, language="typescript")
    async with fresh_gate.client() as client:
        id = id_of(await written(client, WAITING, background=True))
        await written(client, GO)
        end = await done(client, "get_execution", id=id)
        rows = await written(
            client, "Array.from({ length: 5000 }, (_, n) => ({ n, text: 'word '.repeat(20) }))", session="s"
        )
        part = await done(client, "read_workspace_file", path=path_in(rows), json_path="[4999].n", session="s")
        kept = await written(client, "session.rows = 7\nsession.rows", session="s")
        again = await written(client, "session.rows + 1", session="s")
        picture = f"show(Uint8Array.from(atob('{PIXEL}'), (one) => one.charCodeAt(0)))"
        shown = await client.call_tool("execute_code", {"code": picture, "language": "typescript"})

    assert end == "before\nresult: the end"
    assert part == "4999"
    assert (valued(kept), valued(again)) == ("7", "8")
    assert [(one.mime_type, one.data) for one in shown.content if isinstance(one, wire.ImageContent)] == [
        ("image/png", PIXEL)
    ]


async def test_another_language_is_refused_with_those_there_are(gate: Gate) -> None:
    gate.configure({})
    async with gate.client() as client:
        result = await client.call_tool("execute_code", {"code": "1", "language": "rust"})

    assert said(result).startswith("language must be one of python, typescript; got 'rust'")
