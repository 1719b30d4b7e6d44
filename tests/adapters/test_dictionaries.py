"""The two adapters that are plain data."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

import anyio
import pytest

from sandgate.adapters import Reply, Toolbox, anthropic, openai
from sandgate.gateway import Gateway
from sandgate.model import Media

pytestmark = pytest.mark.anyio


class Echo(Toolbox):
    """Answers with what it was asked, so that only the dictionaries are looked at."""

    async def call(self, name: str, arguments: Any = None) -> Reply:
        picture = (Media(mime_type="image/png", data="iVBORw0KGgo="), Media(mime_type="audio/wav", data="AAAA"))
        shown: dict[str, Any] = json.loads(arguments) if isinstance(arguments, str) else arguments
        return Reply(json.dumps(shown), ok="fail" not in shown, media=picture if "show" in shown else ())


@pytest.fixture
def echo(gate: Gateway) -> Echo:
    return Echo(gate)


@dataclass
class Block:
    """As an SDK has them: objects, not dictionaries."""

    type: str = "tool_use"
    id: str = "1"
    name: str = "execute_code"
    input: dict[str, Any] = field(default_factory=dict[str, Any])


async def test_each_tool_use_has_a_result_in_the_order_of_the_calls(echo: Echo) -> None:
    content = [
        {"type": "text", "text": "I look."},
        {"type": "tool_use", "id": "a", "name": "execute_code", "input": {"code": "1"}},
        Block(id="b", name="search_tools", input={"fail": "x"}),
    ]

    results = await anthropic.results(echo, content)

    assert results == [
        {"type": "tool_result", "tool_use_id": "a", "content": [{"type": "text", "text": '{"code": "1"}'}]},
        {
            "type": "tool_result",
            "tool_use_id": "b",
            "content": [{"type": "text", "text": '{"fail": "x"}'}],
            "is_error": True,
        },
    ]


async def test_calls_of_tools_that_are_not_ours_are_left_to_the_caller(echo: Echo) -> None:
    call = {"id": "1", "type": "function", "function": {"name": "weather", "arguments": "{}"}}

    assert await anthropic.results(echo, [Block(name="weather")]) == []
    assert await openai.chat_results(echo, {"tool_calls": [call]}) == []
    assert await openai.chat_results(echo, {"content": "hello"}) == []


async def test_pictures_are_shown_where_they_can_be(echo: Echo) -> None:
    (result,) = await anthropic.results(echo, [Block(input={"show": 1})])
    item = {"type": "function_call", "call_id": "1", "name": "execute_code", "arguments": '{"show": 1}'}
    (output,) = await openai.response_results(echo, [item])
    call = {"id": "1", "function": {"name": "execute_code", "arguments": '{"show": 1}'}}
    (message,) = await openai.chat_results(echo, {"tool_calls": [call]})

    assert result["content"][1]["source"] == {"type": "base64", "media_type": "image/png", "data": "iVBORw0KGgo="}
    assert result["content"][2] == {"type": "text", "text": "[audio/wav: cannot be shown here]"}
    assert output["output"][1] == {"type": "input_image", "image_url": "data:image/png;base64,iVBORw0KGgo="}
    assert "[image/png: cannot be shown here]" in message["content"]


async def test_openai_reads_that_a_tool_failed(echo: Echo) -> None:
    call = {"id": "1", "function": {"name": "execute_code", "arguments": '{"fail": 1}'}}

    (message,) = await openai.chat_results(echo, {"tool_calls": [call]})

    assert message == {"role": "tool", "tool_call_id": "1", "content": 'error: {"fail": 1}'}


async def test_arguments_that_are_not_json_are_answered_not_raised(box: Toolbox) -> None:
    call = {"id": "1", "function": {"name": "execute_code", "arguments": '{"code": '}}

    (message,) = await openai.chat_results(box, {"tool_calls": [call]})

    assert "not JSON" in message["content"]


def test_every_form_lists_the_same_tools_with_a_schema(echo: Echo) -> None:
    one, two, three = anthropic.tools(echo), openai.chat_tools(echo), openai.response_tools(echo)

    assert [tool["name"] for tool in one] == list(echo.tools)
    assert [tool["function"]["name"] for tool in two] == list(echo.tools)
    assert [tool["parameters"] for tool in three] == [tool["input_schema"] for tool in one]
    assert all(tool["input_schema"]["type"] == "object" and tool["description"] for tool in one)
    json.dumps([one, two, three])


class Together(Toolbox):
    """Answers no call before another one has come."""

    def __init__(self, gateway: Gateway) -> None:
        super().__init__(gateway)
        self.came: list[str] = []
        self.both = anyio.Event()

    async def call(self, name: str, arguments: Any = None) -> Reply:
        self.came.append(name)
        if len(self.came) == 2:
            self.both.set()
        await self.both.wait()
        return Reply(name)


async def test_calls_of_one_message_run_side_by_side(gate: Gateway) -> None:
    with anyio.fail_after(30):
        results = await anthropic.results(Together(gate), [Block(name="search_tools"), Block(name="execute_code")])

    assert [result["content"][0]["text"] for result in results] == ["search_tools", "execute_code"]
