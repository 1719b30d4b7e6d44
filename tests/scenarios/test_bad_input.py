"""What bad input gets: a clear message that says what to do, nothing hanging, and a gateway that still serves."""

from __future__ import annotations

import json

import pytest
from mcp import Client, MCPError

from .gate import MARK, Entry, Gate, Mode, execute, refused, said, unruly
from .standing import Standing

pytestmark = pytest.mark.anyio
BOTH_ERAS = pytest.mark.parametrize("mode", ["auto", "legacy"])
OUR_OWN_LINES = ("site-packages", "src/sandgate", "anyio", "Exception Group")


@pytest.fixture(scope="module")
def servers() -> dict[str, Entry]:
    return {"unruly": unruly(), "hasty": unruly(timeout_seconds=0.5), "steady": unruly()}


async def serves(client: Client) -> None:
    """The gateway, and the server beside the broken one, still work."""
    assert await execute(client, "from servers.steady import echo\nreturn await echo(value='fine')") == "fine"


def own_words(answer: str) -> bool:
    """Whether an answer shows nothing of our inside."""
    return not any(word in answer for word in OUR_OWN_LINES)


@pytest.mark.promise("bad.config")
@pytest.mark.parametrize("command", [["serve"], ["serve", "--http"], ["run", "-c", "1"]])
def test_settings_with_a_syntax_error_end_with_one_line(fresh_gate: Gate, command: list[str]) -> None:
    fresh_gate.config.write_text('prefix = "a"\n[servers.x]\ncommand = "unfinished\n', encoding="utf-8")

    done = fresh_gate.sandgate(*command)

    assert done.returncode == 2
    assert done.stdout == ""
    (line,) = done.stderr.splitlines()
    assert str(fresh_gate.config) in line
    assert "line 3" in line


@pytest.mark.promise("bad.config")
@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ("[limits]\ntime_secnds = 3\n", ["limits.time_secnds", "time_seconds"]),
        ("[http]\nhost = '0.0.0.0'\n", ["http.host", "http.token"]),
        ("[http]\nhost = '192.0.2.1'\ntoken = 't'\n", ["cannot listen on 192.0.2.1", "--port"]),
    ],
)
def test_settings_that_cannot_be_used_are_named(fresh_gate: Gate, settings: str, words: list[str]) -> None:
    fresh_gate.config.write_text(f"{settings}\n[import]\nclients = []\n", encoding="utf-8")

    done = fresh_gate.sandgate("serve", "--http", "--port", "0")

    assert done.returncode == 2
    (line,) = done.stderr.splitlines()
    assert [word for word in words if word not in line] == []


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--http", "--port", "99999"), "argument --port: 99999 is no port; write a number from 1 to 65535"),
        (("--http", "--port", "-1"), "argument --port: -1 is no port"),
        (("--port", "8799"), "--host and --port are for serving over HTTP; add --http"),
        (("--host", "::1"), "--host and --port are for serving over HTTP; add --http"),
    ],
)
def test_a_port_that_cannot_be_listened_on_is_refused(fresh_gate: Gate, words: tuple[str, ...], said: str) -> None:
    fresh_gate.configure({}, {})

    done = fresh_gate.sandgate("serve", *words)

    assert done.returncode == 2
    assert said in done.stderr.splitlines()[-1]


async def test_a_gateway_over_http_says_where_it_listens(fresh_gate: Gate) -> None:
    fresh_gate.configure({}, {})

    async with fresh_gate.http() as address, Client(address) as client:
        await client.list_tools()
        said = (fresh_gate.folder / "stderr").read_text(encoding="utf-8")

    assert said == f"sandgate: listening at {address}\n"


@pytest.mark.promise("bad.config")
async def test_a_state_folder_that_cannot_be_written_is_told_to_the_client(fresh_gate: Gate) -> None:
    fresh_gate.configure({}, {"state_dir": "/proc/nowhere"})

    async with fresh_gate.client() as client:
        tools = (await client.list_tools()).tools
        answer = await refused(client, "execute_code", code="1")

    assert tools
    assert "state_dir /proc/nowhere cannot be written" in answer


@pytest.mark.promise("bad.server")
async def test_a_server_that_cannot_start_says_why_and_costs_only_itself(fresh_gate: Gate) -> None:
    fresh_gate.configure(
        {
            "broken": unruly("--refuse"),
            "absent": {"command": "no-such-command-anywhere"},
            "nowhere": {"url": "http://127.0.0.1:9/mcp"},
            "steady": unruly(),
        }
    )

    async with fresh_gate.client() as client:
        overview = said(await client.call_tool("search_tools", {"query": ""}))
        defined = await refused(client, "get_tool_definition", tool="broken.echo")
        imported = await refused(client, "execute_code", code="from servers.broken import echo")
        called = await refused(client, "execute_code", code="await call_mcp_tool('broken.echo', {'value': 1})")
        absent = await refused(client, "get_tool_definition", tool="absent.x")
        nowhere = await refused(client, "get_tool_definition", tool="nowhere.x")
        await serves(client)

    assert "steady (11 tools)" in overview
    assert all(f"({name} is not available: " in overview for name in ("broken", "absent", "nowhere"))
    for answer in (defined, imported, called):
        assert "UNRULY_TOKEN is not set, I will not start" in answer
        assert own_words(answer)
    assert "`no-such-command-anywhere` was not found" in absent
    assert "cannot be reached at http://127.0.0.1:9" in nowhere
    assert own_words(absent + nowhere)


@pytest.mark.promise("bad.tool")
@BOTH_ERAS
async def test_a_tool_of_ours_that_does_not_exist_is_a_wrong_request(standing: Standing, mode: Mode) -> None:
    async with standing.client(mode) as client:
        with pytest.raises(MCPError, match="there is no tool 'run_code'; there are: execute_code") as caught:
            await client.call_tool("run_code", {"code": "1"})
        await serves(client)

    assert caught.value.code == -32602


@pytest.mark.promise("bad.tool")
async def test_a_downstream_tool_that_does_not_exist_is_answered_with_the_nearest(client: Client) -> None:
    defined = await refused(client, "get_tool_definition", tool="unruly.ecko")
    called = await refused(client, "execute_code", code="await call_mcp_tool('unruly.ecko', {})")
    imported = await refused(client, "execute_code", code="from servers.unruly import ecko")
    no_server = await refused(client, "execute_code", code="from servers.unruley import echo")
    await serves(client)

    assert "unruly.echo" in defined
    assert "unruly.echo" in called
    assert "echo" in imported.replace("ecko", "")
    assert "unruly" in no_server.replace("unruley", "")
    assert all(own_words(answer) for answer in (defined, called, imported, no_server))


@pytest.mark.promise("bad.tool")
async def test_a_name_that_several_servers_have_is_answered_with_all_of_them_even_at_first(fresh_gate: Gate) -> None:
    fresh_gate.configure({"one": unruly(), "two": unruly()})

    async with fresh_gate.client() as client:
        answer = await refused(client, "get_tool_definition", tool="echo")

    assert "one.echo, two.echo" in answer


@pytest.mark.promise("bad.arguments")
async def test_wrong_arguments_to_our_tools_are_told_what_is_right(client: Client) -> None:
    wrong: list[tuple[str, dict[str, object], str]] = [
        ("execute_code", {}, "needs 'code'"),
        ("execute_code", {"code": 5}, "'code' must be of type string"),
        ("execute_code", {"code": "1", "language": "cobol"}, "language must be one of python, typescript; got 'cobol'"),
        ("search_tools", {"query": "x", "limit": "many"}, "'limit' must be of type integer"),
        ("search_tools", {"query": "x", "detail": "some"}, "detail must be one of name, description, full"),
        ("search_tools", {"query": "x", "limit": -1}, "limit must be"),
        ("search_tools", {"query": "x", "server": "unrully"}, "unruly"),
        ("get_tool_definition", {"tool": "echo"}, "unruly.echo, hasty.echo, steady.echo"),
    ]

    await client.call_tool("search_tools", {"query": ""})
    answers = [said(await client.call_tool(tool, arguments)) for tool, arguments, _ in wrong]
    await serves(client)

    expected = [words for _, _, words in wrong]
    assert [(words, answer) for words, answer in zip(expected, answers, strict=True) if words not in answer] == []


@pytest.mark.promise("bad.arguments")
async def test_wrong_arguments_to_a_downstream_tool_are_told_what_is_right(client: Client) -> None:
    missing = await refused(client, "execute_code", code="from servers.unruly import sleep\nawait sleep()")
    wrong = await refused(client, "execute_code", code="from servers.unruly import sleep\nawait sleep(seconds='x')")
    unknown = await refused(
        client, "execute_code", code="from servers.unruly import sleep\nawait sleep(seconds=0, how='deep')"
    )
    await serves(client)

    assert all("line 2" in answer and "unruly.sleep" in answer for answer in (missing, wrong, unknown))
    assert all("seconds: number" in answer for answer in (missing, wrong, unknown))
    assert "how" in unknown


@pytest.mark.promise("bad.code")
async def test_code_that_does_not_parse_is_not_run_and_says_where(client: Client) -> None:
    wrong = {
        "print('never')\nprint('a'\n": "line 2",
        "print('never')\ndef f(:\n  pass": "line 2",
        "print('never')\n\tif x:\npass": "line 2",
        "print('never')\nprint('\0')": "null",
    }

    answers = [await refused(client, "execute_code", code=code) for code in wrong]
    await serves(client)

    for words, answer in zip(wrong.values(), answers, strict=True):
        assert words in answer
        assert "Error: " in answer
        assert not answer.startswith("never")
        assert own_words(answer)


@pytest.mark.promise("bad.hang")
async def test_a_tool_that_hangs_is_given_up_after_its_time(client: Client) -> None:
    code = """
from servers.hasty import sleep, wait_for
try:
    await sleep(seconds=3600, name="hang")
except ToolError as error:
    print(error)
while True:
    try:
        print(await wait_for(event="hang cancelled"))
        break
    except ToolError:  # it has half a second, too, and the machine may be busy
        pass
"""
    answer = await execute(client, code)
    await serves(client)

    given_up, told = answer.splitlines()
    assert "hasty.sleep did not answer within 0.5 s (timeout_seconds of server 'hasty')" in given_up
    assert told == "hang cancelled"


@pytest.mark.promise("bad.loop")
async def test_a_program_that_never_ends_is_ended(gate: Gate) -> None:
    gate.configure({"steady": unruly()}, {"limits.time_seconds": 2, "limits.tool_seconds": 3})

    async with gate.client() as client:
        await serves(client)  # which has its server started, for as long as that takes
        looping = await refused(client, "execute_code", code=f"{MARK}\nwhile True: pass")
        waiting = await refused(client, "execute_code", code="await call_mcp_tool('steady.wait_for', {'event': 'x'})")
        running = gate.runs()
        await serves(client)

    assert "longer than 2 s" in looping
    assert "longer than 3 s for tools" in waiting
    assert "steady.wait_for unfinished" in waiting
    assert running == []


@pytest.mark.promise("bad.death")
async def test_a_server_that_dies_in_a_call_is_started_again_by_the_next(client: Client) -> None:
    code = """
from servers import unruly
before = await unruly.pid()
try:
    await unruly.die()
except ToolError as error:
    print(error)
print(await unruly.pid() != before)
"""
    answer = await execute(client, code)
    await serves(client)

    told, other = answer.splitlines()
    assert "unruly.die: the server died during the call" in told
    assert other == "True"


@pytest.mark.promise("bad.death")
async def test_calls_under_way_when_a_server_dies_fail_and_those_to_others_do_not(client: Client) -> None:
    code = """
import asyncio
from servers import steady, unruly
naps = [asyncio.create_task(unruly.sleep(seconds=3600, name=f"nap {n}")) for n in range(3)]
other = asyncio.create_task(steady.wait_for(event="over begun"))
for n in range(3):
    await unruly.wait_for(event=f"nap {n} begun")
ends = await asyncio.gather(unruly.die(), *naps, return_exceptions=True)
await steady.sleep(seconds=0, name="over")
return [type(end).__name__ for end in ends] + [await other]
"""
    answer = await execute(client, code)

    assert json.loads(answer) == ["ToolError"] * 4 + ["over begun"]


@pytest.mark.promise("bad.same-name")
def test_two_servers_of_one_name_in_the_settings_are_an_error(fresh_gate: Gate) -> None:
    fresh_gate.config.write_text(
        '[import]\nclients = []\n[servers.twin]\ncommand = "a"\n[servers.twin]\ncommand = "b"\n', encoding="utf-8"
    )

    done = fresh_gate.sandgate("serve")

    assert done.returncode == 2
    (line,) = done.stderr.splitlines()
    assert "twin" in line
    assert "line 5" in line


@pytest.mark.promise("bad.same-name")
async def test_of_two_servers_with_one_name_the_settings_own_is_used_and_the_other_reported(fresh_gate: Gate) -> None:
    entry = {"command": "no-such-command-anywhere"}
    other = fresh_gate.folder / "mcp.json"
    other.write_text(json.dumps({"mcpServers": {"steady": entry}}), encoding="utf-8")
    fresh_gate.configure({"steady": unruly()}, {"import.files": [str(other)]})

    async with fresh_gate.client() as client:
        await serves(client)
        overview = said(await client.call_tool("search_tools", {"query": ""}))
    listed = fresh_gate.sandgate("servers").stdout

    assert overview.splitlines()[0] == "steady (11 tools): Breaks on demand"
    assert "no-such-command" not in overview
    assert "shadowed" in listed


@pytest.mark.promise("bad.same-name")
async def test_two_names_that_become_one_in_python_both_stay_reachable(fresh_gate: Gate) -> None:
    fresh_gate.configure({"my-server": unruly(), "my_server": unruly()})

    async with fresh_gate.client() as client:
        overview = said(await client.call_tool("search_tools", {"query": ""}))
        modules = [line.split(" (")[0] for line in overview.splitlines() if " tools)" in line]
        imports = "\n".join(f"from servers.{module} import pid as pid_{n}" for n, module in enumerate(modules))
        answer = await execute(client, f"{imports}\nreturn await pid_0() != await pid_1()")

    assert len(set(modules)) == 2
    assert answer == "true"


@pytest.mark.promise("bad.large")
async def test_a_result_of_50_mb_is_refused_with_the_limit_and_the_cure(client: Client) -> None:
    answer = await refused(client, "execute_code", code="from servers.unruly import big\nawait big(mb=50)")
    await serves(client)

    assert "unruly.big returned 50.0 MB: a tool's answer may have 32 MB (limits.tool_result_mb)" in answer
    assert "limits.tool_result_mb" in answer


@pytest.mark.promise("bad.large")
async def test_a_large_result_that_is_allowed_is_worked_on_and_never_shown(client: Client) -> None:
    code = "from servers.unruly import big\ntext = await big(mb=20)\nprint(len(text))\nreturn text"

    result = await client.call_tool("execute_code", {"code": code})
    await serves(client)

    assert said(result).startswith("20971520")
    assert len(said(result)) < 20_000


@pytest.mark.promise("bad.large")
async def test_a_value_of_50_mb_becomes_a_file_and_its_beginning_is_shown(client: Client) -> None:
    text = said(await client.call_tool("execute_code", {"code": "return 'x' * 50_000_000"}))
    rows = said(await client.call_tool("execute_code", {"code": "return ['x' * 100] * 500_000"}))
    await serves(client)

    for answer in (text, rows):
        assert "The whole value, " in answer
        assert "is in workspace/results/" in answer
        assert len(answer) < 1000
