"""The hub with servers as they are: old, careless, dying, hanging."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

import anyio
import mcp.types as wire
import pytest

from sandgate.errors import CallFailed, CallTimeout, ServerUnavailable, UnknownTool
from sandgate.hub.results import blocks_of, characters
from sandgate.hub.router import Hub
from sandgate.hub.stderr import Tail
from sandgate.model import ServerSpec

pytestmark = pytest.mark.anyio
ROUGH = str(Path(__file__).with_name("rough_server.py"))


def rough(vice: str, *more: str, name: str = "rough", timeout_seconds: float = 20.0) -> ServerSpec:
    args = (ROUGH, vice, *more)
    return ServerSpec(name=name, command=sys.executable, args=args, timeout_seconds=timeout_seconds)


def text_of(result: wire.CallToolResult) -> str:
    block = result.content[0]
    assert isinstance(block, wire.TextContent)
    return block.text


async def test_an_off_spec_tool_list_is_mended_rather_than_refused() -> None:
    async with Hub([rough("none")]) as hub:
        listing = await hub.list_tools("rough")

    assert [tool.name for tool in listing.tools] == ["no_schema", "bad_type", "bad_fields"]
    assert all(tool.input_schema["type"] == "object" for tool in listing.tools)
    assert listing.tools[2].output_schema is None


async def test_a_server_that_dies_of_the_newest_greeting_gets_the_oldest_and_it_is_remembered() -> None:
    async with Hub([rough("dies-of-discover")]) as hub:
        first = await hub.list_tools("rough")
    started = time.monotonic()
    async with Hub([rough("dies-of-discover")], eras={"rough": first.era}) as hub:
        again = await hub.list_tools("rough")
        state = hub.state("rough")

    assert (first.era, again.era, state) == ("legacy", "legacy", "running")
    assert time.monotonic() - started < 10  # the probe that kills it would cost ten seconds


@pytest.mark.parametrize("vice", ["object-for-text", "in-words-of-the-sdk"])
async def test_an_answer_that_is_not_mcp_is_not_quoted_in_part(vice: str) -> None:
    async with Hub([rough(vice)]) as hub:
        with pytest.raises(CallFailed, match=r"rough\.x: it answered with something that is not MCP") as raised:
            await hub.call("rough", "x", {"to": "ada.augusta.countess.of.lovelace@analytical-engine.example.com"})

    assert "ada" not in str(raised.value)
    assert "example.com" not in str(raised.value)


async def test_a_server_is_not_started_before_it_is_needed() -> None:
    async with Hub([rough("none")]) as hub:
        before = hub.state("rough")
        await hub.call("rough", "no_schema", {})
        after = hub.state("rough")

    assert (before, after) == ("stopped", "running")


async def test_a_server_that_will_not_start_is_quoted_with_the_cure() -> None:
    spec = ServerSpec(name="old", command=sys.executable, args=(ROUGH, "will-not-start"))
    async with Hub([spec]) as hub:
        with pytest.raises(ServerUnavailable) as raised:
            await hub.call("old", "x", {})

    message = str(raised.value)
    assert "server 'old' did not start" in message
    assert "fatal: no API key" in message
    assert "mcp<2" in message


@pytest.mark.parametrize("length", [1210, 1240, 20_000])
def test_the_last_words_of_a_server_begin_with_a_whole_line(length: int) -> None:
    tail = Tail()
    tail.add(b"login of ada.lovelace@analytical-engine.example.com with 4111 1111 1111 1111\n")
    tail.add(("it failed again and again\n" * 1000)[:length].encode())

    first, second, *_ = str(tail).split("\n")

    assert (first, second) == ("…it failed again and again", "it failed again and again")


async def test_a_command_that_does_not_exist_says_what_to_install() -> None:
    async with Hub([ServerSpec(name="x", command="uvx-that-is-not-here")]) as hub:
        with pytest.raises(ServerUnavailable, match="`uvx-that-is-not-here` was not found"):
            await hub.list_tools("x")


async def test_a_command_with_its_arguments_says_where_those_belong() -> None:
    async with Hub([ServerSpec(name="x", command="npx -y foo")]) as hub:
        with pytest.raises(ServerUnavailable, match="if that is `npx`, what follows it belongs in `args`"):
            await hub.list_tools("x")


async def test_a_command_that_is_installed_beside_sandgate_is_found_though_it_is_on_no_path() -> None:
    spec = ServerSpec(name="x", command="sandgate", args=("demo", "--serve", "drive"), env={"PATH": "/nowhere"})
    async with Hub([spec]) as hub:
        listing = await hub.list_tools("x")

    assert "get_sheet" in {tool.name for tool in listing.tools}


async def test_a_url_where_nobody_listens_is_named() -> None:
    async with Hub([ServerSpec(name="x", transport="http", url="http://u:s3cret@127.0.0.1:9/mcp?key=s3cret")]) as hub:
        with pytest.raises(ServerUnavailable, match=r"cannot be reached at http://127\.0\.0\.1:9: "):
            await hub.list_tools("x")


async def test_a_server_that_dies_during_a_call_says_so_and_comes_back() -> None:
    async with Hub([rough("none")]) as hub:
        with pytest.raises(CallFailed, match="may or may not have taken effect"):
            await hub.call("rough", "die", {})
        with anyio.fail_after(20):
            result = await hub.call("rough", "no_schema", {})

    assert not result.is_error


async def test_a_hanging_call_ends_after_its_time_and_the_server_is_told(tmp_path: Path) -> None:
    told = tmp_path / "told"
    async with Hub([rough("hangs", str(told), timeout_seconds=0.5)]) as hub:
        with pytest.raises(CallTimeout, match=r"did not answer within 0\.5 s"):
            await hub.call("rough", "no_schema", {})
        with anyio.fail_after(10):
            while not told.exists():  # noqa: ASYNC110 - the server writes a file, there is no event
                await anyio.sleep(0.01)

    assert told.read_text() == "cancelled"


async def test_a_server_may_give_ids_back_as_text_and_print_beside_its_answers() -> None:
    async with Hub([rough("text-ids")]) as hub:
        said = json.loads(text_of(await hub.call("rough", "no_schema", {"n": 2**70, "s": "é\u2028"})))

    assert said == {"name": "no_schema", "arguments": {"n": 2**70, "s": "é\u2028"}}


async def test_large_numbers_in_values_come_back_as_they_are() -> None:
    async with Hub([rough("structured")]) as hub:
        result = await hub.call("rough", "no_schema", {"n": 2**70, "small": -1, "share": 0.1})

    assert result.structured_content == {"n": 2**70, "small": -1, "share": 0.1}


async def test_an_answer_with_half_a_character_is_an_answer() -> None:
    async with Hub([rough("half-characters")]) as hub:
        said = text_of(await hub.call("rough", "no_schema", {}))

    assert said == "half \ufffd a character"


async def test_a_call_in_the_newest_protocol_says_who_asks_and_how() -> None:
    async with Hub([rough("modern")]) as hub:
        said = json.loads(text_of(await hub.call("rough", "no_schema", {})))

    assert said["_meta"]["io.modelcontextprotocol/protocolVersion"] == "2026-07-28"
    assert said["_meta"]["io.modelcontextprotocol/clientInfo"]["name"] == "sandgate"
    assert said["_meta"]["io.modelcontextprotocol/clientCapabilities"] == {}


@pytest.mark.parametrize(
    ("vice", "words"),
    [("answers-nothing", "neither a result nor an error"), ("asks-back", "InputRequiredResult")],
)
async def test_what_is_not_an_answer_is_a_failed_call(vice: str, words: str) -> None:
    async with Hub([rough(vice, timeout_seconds=3)]) as hub:
        with pytest.raises(CallFailed, match=words):
            await hub.call("rough", "no_schema", {})


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux ends a child with its parent")
async def test_a_killed_gateway_takes_servers_with_it_that_ignore_their_input(tmp_path: Path) -> None:
    script = tmp_path / "gateway.py"
    script.write_text(GATEWAY.replace("ROUGH", repr(ROUGH)), encoding="utf-8")
    gateway = await anyio.open_process([sys.executable, str(script)])
    assert gateway.stdout
    with anyio.fail_after(20):
        server = Path("/proc") / (await gateway.stdout.receive()).decode().strip()
    alive = server.exists()

    gateway.kill()
    await gateway.wait()

    assert alive
    with anyio.fail_after(10):
        while server.exists():  # noqa: ASYNC110 - the kernel sends no event for this
            await anyio.sleep(0.01)
    await gateway.aclose()


GATEWAY = """
import anyio, json, sys
from sandgate.hub.router import Hub
from sandgate.hub.stderr import Tail
from sandgate.model import ServerSpec

async def main():
    async with Hub([ServerSpec(name="deaf", command=sys.executable, args=(ROUGH, "deaf"))]) as hub:
        result = await hub.call("deaf", "no_schema", {})
        print(json.loads(result.content[0].text)["pid"], flush=True)
        await anyio.sleep(60)

anyio.run(main)
"""


async def test_at_most_so_many_calls_reach_one_server_at_once() -> None:
    spec = ServerSpec(name="rough", command=sys.executable, args=(ROUGH, "counts"), concurrency=3)
    counts: list[int] = []

    async def call(hub: Hub) -> None:
        counts.append(int(text_of(await hub.call("rough", "no_schema", {}))))

    async with Hub([spec]) as hub, anyio.create_task_group() as tasks:
        for _ in range(7):
            tasks.start_soon(call, hub)

    assert len(counts) == 7
    assert max(counts) == 3


async def test_the_gateways_secrets_are_not_in_a_servers_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", "s3cret")
    monkeypatch.setenv("HTTPS_PROXY", "http://proxy.example:3128")
    spec = ServerSpec(name="rough", command=sys.executable, args=(ROUGH, "none"), env={"ITS_OWN": "1"})
    async with Hub([spec]) as hub:
        environment = json.loads(text_of(await hub.call("rough", "no_schema", {})))

    assert "ANTHROPIC_API_KEY" not in environment
    assert (environment["ITS_OWN"], environment["HTTPS_PROXY"]) == ("1", "http://proxy.example:3128")


async def test_an_unknown_server_is_refused_with_the_names_there_are() -> None:
    async with Hub([rough("none")]) as hub:
        with pytest.raises(UnknownTool, match="there is no server 'x'; the servers are: rough"):
            await hub.call("x", "y", {})


async def test_hidden_tools_are_not_listed() -> None:
    spec = ServerSpec(
        name="rough",
        command=sys.executable,
        args=(ROUGH, "none"),
        only_tools=frozenset({"no_schema", "bad_type"}),
        hidden_tools=frozenset({"bad_type"}),
    )
    async with Hub([spec]) as hub:
        listing = await hub.list_tools("rough")

    assert [tool.name for tool in listing.tools] == ["no_schema"]


def result(*content: wire.ContentBlock, structured: object = None, error: bool = False) -> wire.CallToolResult:
    return wire.CallToolResult(content=list(content), structured_content=structured, is_error=error)  # type: ignore[arg-type]


def values(answer: wire.CallToolResult, *, wrapped: bool = True) -> list[object]:
    return [block.get("value", block["type"]) for block in blocks_of(answer, "s", wrapped=wrapped)]


TEXT = wire.TextContent


def test_structured_content_comes_before_text() -> None:
    assert values(result(TEXT(text="other"), structured={"a": 1})) == [{"a": 1}]


@pytest.mark.parametrize(
    ("structured", "wrapped", "expected"),
    [
        ({"result": [1]}, True, [1]),
        ({"result": [1]}, False, {"result": [1]}),
        ({"result": 1, "more": 2}, True, {"result": 1, "more": 2}),
    ],
)
def test_a_wrapped_result_is_unwrapped_only_where_it_is_a_wrapping(
    structured: object, wrapped: bool, expected: object
) -> None:
    assert values(result(structured=structured), wrapped=wrapped) == [expected]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('{"a": 1}', {"a": 1}),
        (" [1, 2]\n", [1, 2]),
        ("42", "42"),
        ("{not json", "{not json"),
        ("", ""),
        ("[" * 10_000, "[" * 10_000),
        ("[" * 100_000, "unread"),
    ],
)
def test_json_in_text_is_parsed_when_it_is_an_object_or_a_list_and_left_to_the_program_when_it_is_long(
    text: str, expected: object
) -> None:
    assert values(result(TEXT(text=text))) == [expected]


def test_media_keep_their_kind_and_several_blocks_stay_several() -> None:
    image = wire.ImageContent(data="aGk=", mime_type="image/png")
    link = wire.ResourceLink(name="n", uri="x://1")

    assert values(result(TEXT(text="see"), image, link)) == ["see", "image", "link"]


def test_an_error_is_raised_with_its_own_words() -> None:
    with pytest.raises(CallFailed, match="no such page"):
        blocks_of(result(TEXT(text="no such page"), error=True), "s", wrapped=True)


def test_an_empty_result_is_nothing() -> None:
    assert values(result()) == [None]


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        (result(), 0),
        (result(TEXT(text="four")), 4),
        (result(TEXT(text='{"a": [1, 2]}')), len('{"a":[1,2]}')),
        (result(structured={"a": [1, 2]}), len('{"a":[1,2]}')),
        (result(TEXT(text='["' + "x" * 20_000 + '"]')), 20_004),
        (result(structured={"a": 2**70}), len('{"a": 1180591620717411303424}')),
    ],
)
def test_what_came_back_is_counted_in_whatever_form(answer: wire.CallToolResult, expected: int) -> None:
    assert characters(blocks_of(answer, "s", wrapped=True)) == expected


MEASURES = """
from mcp.server import MCPServer

server = MCPServer("measures")

@server.tool(structured_output=False)
async def length(text: str) -> str:
    return str(len(text))

server.run("stdio")
"""


async def test_long_calls_at_the_same_time_do_not_mix_on_the_way_to_their_server() -> None:
    answers: list[str] = []
    async with Hub([ServerSpec(name="m", command=sys.executable, args=("-c", MEASURES), concurrency=8)]) as hub:

        async def call(size: int) -> None:
            answers.append(text_of(await hub.call("m", "length", {"text": "x" * size})))

        async with anyio.create_task_group() as tasks:
            for size in range(1_000_000, 1_000_008):
                tasks.start_soon(call, size)

    assert sorted(answers) == [str(size) for size in range(1_000_000, 1_000_008)]
