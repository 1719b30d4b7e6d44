"""The adapters that need a framework; each is skipped, and says so, where it is not installed."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import anyio.to_thread
import pytest

from sandgate.adapters import Toolbox, langchain, pydantic_ai, smolagents
from sandgate.errors import SandgateError

pytestmark = pytest.mark.anyio
FAILS = "raise ValueError('no such thing')"
PICTURE = "import base64\nshow(base64.b64decode('iVBORw0KGgo='), 'image/png')\nreturn 'a picture'"


def framework(name: str) -> Any:
    return pytest.importorskip(name, reason=f"{name} is not installed: its adapter is not tested here")


def test_the_frameworks_are_not_imported_until_they_are_used() -> None:
    code = "import sys, sandgate.adapters.langchain, sandgate.adapters.pydantic_ai, sandgate.adapters.smolagents\n"
    code += "print([m for m in ('langchain_core', 'pydantic_ai', 'smolagents') if m in sys.modules])"

    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert answer.stdout == "[]\n"


@pytest.mark.parametrize("make", [langchain.tools, pydantic_ai.toolset, smolagents.tools])
async def test_a_framework_that_is_missing_is_named_with_what_to_install(
    box: Toolbox, make: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("langchain_core", "langchain_core.tools", "pydantic_ai", "pydantic_ai.toolsets", "smolagents"):
        monkeypatch.setitem(sys.modules, name, None)

    with pytest.raises(SandgateError, match=r"pip install '\.\["):
        make(box)


async def test_langchain_tools_answer_tool_calls(box: Toolbox) -> None:
    framework("langchain_core")
    tools = {tool.name: tool for tool in langchain.tools(box)}

    def call(code: str) -> dict[str, Any]:
        return {"type": "tool_call", "id": "1", "name": "execute_code", "args": {"code": code}}

    good = await tools["execute_code"].ainvoke(call("return 6 * 7"))
    bad = await tools["execute_code"].ainvoke(call(FAILS))
    shown = await tools["execute_code"].ainvoke(call(PICTURE))
    threaded = await anyio.to_thread.run_sync(tools["execute_code"].invoke, call("return 1"))

    assert (good.content, good.status, threaded.content) == ("42", "success", "1")
    assert bad.status == "error"
    assert "no such thing" in bad.content
    assert [block["type"] for block in shown.content] == ["text", "image"]
    assert set(tools) == set(box.tools)


async def test_pydantic_ai_runs_the_tools_and_tells_the_model_what_failed(box: Toolbox) -> None:
    ai, parts = framework("pydantic_ai"), framework("pydantic_ai.messages")
    function_model = framework("pydantic_ai.models.function").FunctionModel
    script: list[Any] = [
        parts.ToolCallPart("execute_code", {"code": code}) for code in (FAILS, PICTURE, "return 6 * 7")
    ]
    seen: list[str] = []

    def answer(messages: list[Any], info: Any) -> Any:
        assert box.instructions in info.instructions
        turn = sum(isinstance(message, parts.ModelResponse) for message in messages)
        seen.append(str(messages[-1].parts))
        return parts.ModelResponse(parts=[script[turn] if turn < len(script) else parts.TextPart("over")])

    ended = await ai.Agent(function_model(answer), toolsets=[pydantic_ai.toolset(box)]).run("go")

    assert ended.output == "over"
    assert "no such thing" in seen[1]
    assert "image/png" in seen[2]
    assert "'42'" in seen[3]


async def test_smolagents_tools_run_in_threads_and_raise_what_failed(box: Toolbox) -> None:
    framework("smolagents")
    tools = {tool.name: tool for tool in smolagents.tools(box)}

    def use() -> str:
        return tools["execute_code"](code="return 6 * 7")

    def fail() -> str:
        return tools["execute_code"](code=FAILS)

    assert await anyio.to_thread.run_sync(use) == "42"
    with pytest.raises(SandgateError, match="no such thing"):
        await anyio.to_thread.run_sync(fail)
    assert all(tool.inputs[name].get("description") for tool in tools.values() for name in tool.inputs)
    assert set(tools) == set(box.tools)
