from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import anyio
import anyio.to_thread
import pytest
from mcp import Client
from mcp.types import TextContent

import sandgate
from sandgate.adapters import Toolbox
from sandgate.adapters.blocking import open_toolbox
from sandgate.adapters.settings import chosen
from sandgate.config import Config, PolicyOptions, PrivacyOptions
from sandgate.errors import SandgateError
from sandgate.gateway import Gateway
from sandgate.policy.approval import Answer, Question
from sandgate.server.endpoint import Endpoint
from sandgate.server.surface import TOOLS

from .conftest import settings

pytestmark = pytest.mark.anyio
CREATE = (
    "from servers.tracker import create_issue\nreturn (await create_issue(project='SHOP', title='{title}'))['title']"
)


async def test_the_tools_are_those_an_mcp_client_sees(gate: Gateway, box: Toolbox) -> None:
    async def opened() -> Gateway:
        return gate

    endpoint = Endpoint(opened, chosen=chosen(gate.config))
    async with endpoint.parked, Client(endpoint.server) as client:
        listed = (await client.list_tools()).tools

    assert [(tool.name, tool.description) for tool in listed] == [
        (name, tool.description) for name, tool in box.tools.items()
    ]


SAME: list[tuple[str, dict[str, object]]] = [
    ("execute_code", {"code": "print('x')\nreturn {'a': 1}"}),
    ("execute_code", {"code": "return 1", "language": "cobol"}),
    ("execute_code", {"code": "raise ValueError('no')"}),
    ("execute_code", {}),
    ("search_tools", {"query": "create an issue", "limit": 2, "detail": "name"}),
    ("search_tools", {"query": "x", "unknown": 1}),
    ("get_tool_definition", {"tool": "tracker.get_issue"}),
    ("get_tool_definition", {"tool": "nobody.nothing"}),
    ("write_workspace_file", {"path": "a/b.txt", "content": "aGk=", "base64": True}),
    ("write_workspace_file", {"path": "../b.txt", "content": "x"}),
    ("read_workspace_file", {"path": "a/b.txt", "lines": "1-1"}),
    ("save_skill", {"name": "x y", "code": "", "description": ""}),
    ("load_skill", {"name": "nobody"}),
    ("list_skills", {"query": "nothing fits this"}),
    ("get_execution", {"id": "nobody", "wait": 1, "cancel": True}),
]


def unnumbered(text: str) -> str:
    """Without the last line of an error, which says which request or program it was."""
    return re.sub(r"\n(request|execution): \w+$", "", text)


@pytest.mark.parametrize("profile", ["execute_full", "read_only"])
async def test_a_call_is_answered_as_an_mcp_client_is_answered(tmp_path: Path, profile: Any) -> None:
    config = settings(tmp_path)
    policy = replace(config.policy, profile=profile)
    async with sandgate.open(replace(config, policy=policy)) as gate, Toolbox(gate) as box:

        async def opened() -> Gateway:
            return gate

        endpoint = Endpoint(opened, chosen=chosen(gate.config))
        async with endpoint.parked, Client(endpoint.server) as client:
            for name, arguments in SAME:
                theirs = await client.call_tool(name, arguments)
                ours = await box.call(name, arguments)

                (block,) = theirs.content
                assert isinstance(block, TextContent)
                assert (unnumbered(ours.text), ours.ok) == (unnumbered(block.text), not theirs.is_error), name


def test_every_parameter_of_a_program_is_known_here() -> None:
    (tool,) = [tool for tool in TOOLS if tool.name == "execute_code"]

    assert set(tool.properties) == {"code", "language", "session", "background", "max_tokens", "resume"}


async def test_every_tool_of_the_surface_can_be_called(box: Toolbox) -> None:
    program = await box.call("execute_code", {"code": "print('x'); return 1 + 1"})
    found = await box.call("search_tools", {"query": "issues"})
    defined = await box.call("get_tool_definition", {"tool": "tracker.get_issue"})
    written = await box.call("write_workspace_file", {"path": "a.txt", "content": "hello"})
    read = await box.call("read_workspace_file", {"path": "a.txt"})
    listed = await box.call("list_workspace_files")
    code = "async def double(n: int) -> int:\n    '''Twice n.'''\n    return 2 * n\n"
    saved = await box.call("save_skill", {"name": "double", "code": code, "description": "Twice a number."})
    loaded = await box.call("load_skill", {"name": "double"})
    skills = await box.call("list_skills", {"query": "double"})
    stats = await box.call("get_execution_stats")

    replies = [program, found, defined, written, read, listed, saved, loaded, skills, stats]
    assert [reply.text for reply in replies if not reply.ok] == []
    assert "x" in program.text
    assert "tracker." in found.text
    assert "hello" in read.text
    tried = {"execute_code", "search_tools", "get_tool_definition", "write_workspace_file", "read_workspace_file"}
    tried |= {"list_workspace_files", "save_skill", "load_skill", "list_skills", "get_execution_stats"}
    assert set(box.tools) - tried == {"get_execution"}


@pytest.mark.parametrize(
    ("name", "arguments", "said"),
    [
        ("no_such_tool", {}, "there is no tool 'no_such_tool'; there are: execute_code"),
        ("search_tools", {}, "needs 'query'"),
        ("search_tools", {"query": 1}, "must be of type string"),
        ("search_tools", '{"query": ', "not JSON"),
        ("search_tools", "[]", "must be a JSON object"),
        ("execute_code", {}, "needs 'code'"),
        ("execute_code", {"code": "1/0"}, "ZeroDivisionError"),
        ("get_execution", {"id": "nobody"}, "no program 'nobody'"),
    ],
)
async def test_what_is_wrong_is_a_reply_that_says_so(box: Toolbox, name: str, arguments: object, said: str) -> None:
    reply = await box.call(name, arguments)  # pyright: ignore[reportArgumentType] - what a model may send

    assert not reply.ok
    assert said in reply.text


async def test_arguments_may_be_json_text_and_null_is_not_given(box: Toolbox) -> None:
    reply = await box.call("execute_code", '{"code": "return 6 * 7", "session": null, "max_tokens": null}')

    assert reply.text == "42"


async def test_calls_of_a_toolbox_share_files_and_two_toolboxes_share_none(gate: Gateway, box: Toolbox) -> None:
    await box.call("write_workspace_file", {"path": "mine.txt", "content": "hello"})

    async with Toolbox(gate) as other:
        here = await box.call("execute_code", {"code": "return open('workspace/mine.txt').read()"})
        there = await other.call("read_workspace_file", {"path": "mine.txt"})

    assert here.text == "hello"
    assert not there.ok


async def test_a_program_in_the_background_is_looked_at_until_it_ends(box: Toolbox) -> None:
    started = await box.call("execute_code", {"code": "return 'done'", "background": True})
    (id,) = re.findall(r'id="([^"]+)"', started.text)

    with anyio.fail_after(20):
        ended = await box.call("get_execution", {"id": id})

    assert "done" in ended.text


async def test_leaving_the_toolbox_ends_what_runs_in_the_background(gate: Gateway) -> None:
    async with Toolbox(gate) as box:
        code = "import time\nprint('here', flush=True)\ntime.sleep(600)"
        await box.call("execute_code", {"code": code, "background": True})

    assert (await gate.stats())["running"] == 0


async def test_whoever_opens_the_toolbox_can_decide_for_the_person(gate: Gateway) -> None:
    asked: list[Question] = []

    async def decide(question: Question) -> Answer:
        asked.append(question)
        return Answer(decision="once" if "yes" in str(question.calls) else "deny", reason="not that")

    async with Toolbox(gate, on_question=decide) as box:
        allowed = await box.call("execute_code", {"code": CREATE.format(title="yes")})
        denied = await box.call("execute_code", {"code": CREATE.format(title="no")})

    assert allowed.text == "yes"
    assert not denied.ok
    assert [question.tool for question in asked] == ["tracker.create_issue"] * 2


async def test_without_anyone_to_ask_the_model_is_told_how_to_go_on(gate: Gateway, box: Toolbox) -> None:
    waiting = await box.call("execute_code", {"code": CREATE.format(title="later")})
    (resume,) = re.findall(r'resume="([^"]+)"', waiting.text)
    (question,) = gate.questions
    gate.answer(question.id, Answer(decision="once"))

    ended = await box.call("execute_code", {"resume": resume})

    assert waiting.text.startswith("approval_required")
    assert ended.text == "later"


async def test_a_mistake_of_who_decides_comes_out_as_it_was_raised(gate: Gateway) -> None:
    async def decide(_: Question) -> Answer:
        raise LookupError("nobody there")

    async with Toolbox(gate, on_question=decide) as box:
        with pytest.raises(LookupError):
            await box.call("execute_code", {"code": CREATE.format(title="x")})


async def test_a_picture_that_a_program_shows_comes_with_the_reply(box: Toolbox) -> None:
    code = "import base64\nshow(base64.b64decode('iVBORw0KGgo='), 'image/png')"

    reply = await box.call("execute_code", {"code": code})

    assert [media.mime_type for media in reply.media] == ["image/png"], reply.text


async def test_a_thread_waits_for_the_reply_and_the_loop_itself_is_warned(box: Toolbox) -> None:
    reply = await anyio.to_thread.run_sync(box.call_from_thread, "execute_code", {"code": "return 1 + 1"})

    assert reply.text == "2"
    with pytest.raises(SandgateError, match="thread of its own"):
        box.call_from_thread("execute_code", {"code": "return 1"})


async def test_a_toolbox_that_is_not_open_says_so(gate: Gateway) -> None:
    with pytest.raises(SandgateError, match="not open"):
        await Toolbox(gate).call("execute_code", {"code": "return 1"})


@pytest.mark.parametrize(
    ("config", "names"),
    [
        (Config(), set[str]()),
        (Config(policy=PolicyOptions(readonly_tool=True)), {"execute_code_readonly"}),
        (Config(privacy=PrivacyOptions(mode="off", restore_tool=True)), set[str]()),
    ],
)
def test_tools_that_a_setting_brings_are_there_with_it(config: Config, names: set[str]) -> None:
    off = replace(config, privacy=replace(config.privacy, mode="off"))

    assert set(chosen(off)) == names


def test_code_that_is_not_async_has_a_door_of_its_own(tmp_path: Path) -> None:
    with open_toolbox(settings(tmp_path)) as box:
        reply = box.call_from_thread("execute_code", {"code": "return 'hello'"})

    assert reply.text == "hello"
