"""TypeScript through a real client: the same tools, files and rules as Python."""

from __future__ import annotations

import pytest

from sandgate.sandbox.typescript.backend import installed

from .gate import Gate, execute, said, unruly

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


async def test_another_language_is_refused_with_those_there_are(gate: Gate) -> None:
    gate.configure({})
    async with gate.client() as client:
        result = await client.call_tool("execute_code", {"code": "1", "language": "rust"})

    assert said(result) == "language must be one of python, typescript; got 'rust'"
