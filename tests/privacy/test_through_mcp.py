"""Personal data through a real client, in both eras: what the model is shown, what is on disk, who may turn it back."""

from __future__ import annotations

import json
import sqlite3
import sys
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import anyio
import mcp.types as wire
import pytest
from mcp import Client, StdioServerParameters
from mcp.client.session import ClientRequestContext
from mcp.client.stdio import stdio_client

from sandgate.output import count
from sandgate.privacy.looking import LOOKS
from tests.scenarios.gate import Entry, Gate, Mode, execute, refused, said

pytestmark = pytest.mark.anyio
REGISTRY = Path(__file__).with_name("registry.py")
PEOPLE = "from servers.registry import people, letter, send\n"
ERAS: tuple[Mode, ...] = ("auto", "legacy")
VALUES = ("ada0@", "bela1@", "cleo2@", "bela.other@", "example.com", "Ada Example", "415 555 01", "4111 1111")
"""What nobody but the tools may ever see."""


@dataclass
class Seat:
    """A client of one era, with all that ever came to it."""

    client: Client
    seen: list[str] = field(default_factory=list[str])
    asked: list[str] = field(default_factory=list[str])

    async def call(self, name: str, /, **arguments: object) -> wire.CallToolResult:
        async def told(progress: float, total: float | None, message: str | None) -> None:
            del progress, total
            self.seen.append(str(message))

        with anyio.fail_after(30):
            result = await self.client.call_tool(name, arguments, progress_callback=told)
        self.seen.append(result.model_dump_json())
        return result

    async def run(self, code: str) -> str:
        result = await self.call("execute_code", code=PEOPLE + code)
        return said(result)


class Registry:
    """Settings of a gateway in front of the registry, and what reached it."""

    def __init__(self, folder: Path, *rules: str, **settings: object) -> None:
        self.folder, self.state = folder, folder / "state" / "sandgate"
        self.gate = Gate(folder, folder / "state")
        usual = {"state_dir": str(self.state), "catalogue.wait_seconds": 30, "sandbox.spares": 1}
        entry: Entry = {"command": sys.executable, "args": [str(REGISTRY), str(folder / "calls")]}
        dotted = {name.replace("__", "."): value for name, value in settings.items()}
        self.gate.configure({"registry": entry}, {**usual, "privacy.mode": "tokens", **dotted})
        with self.gate.config.open("a", encoding="utf-8") as file:
            file.write("\n".join(rules))

    @property
    def reached(self) -> list[Any]:
        calls = self.folder / "calls"
        return [json.loads(line)[1] for line in calls.read_text().splitlines()] if calls.exists() else []

    @property
    def on_disk(self) -> bytes:
        """All that is kept, and all that was said on stderr."""
        files = [file for file in self.state.rglob("*") if file.is_file()]
        return b"".join(file.read_bytes() for file in files) + self.gate.log.encode()

    @asynccontextmanager
    async def seat(self, era: Mode, *, asks: bool = False) -> AsyncGenerator[Seat]:
        asked: list[str] = []

        async def elicit(context: ClientRequestContext, params: wire.ElicitRequestParams) -> wire.ElicitResult:
            del context
            asked.append(params.message)
            return wire.ElicitResult(action="accept", content={"decision": "once"})

        command, *arguments = self.gate.command("serve")
        environment = self.gate.variables()
        parameters = StdioServerParameters(command=command, args=arguments, env=environment, cwd=self.folder)
        with (self.folder / "stderr").open("a") as errors:
            pipes = stdio_client(parameters, errlog=errors)
            async with Client(pipes, mode=era, elicitation_callback=elicit if asks else None) as client:
                yield Seat(client, asked=asked)


def found(values: tuple[str, ...], text: str) -> list[str]:
    return [value for value in values if value in text]


def turned_back(registry: Registry) -> list[tuple[str, int, str]]:
    """Each use of `restore_pii` that is on record: how it ended, how many values of a kind, whose it was."""
    with sqlite3.connect(registry.state / "journal.db") as journal:
        rows = journal.execute("select content from contents where content like '%\"restore_pii\"%' order by seq")
        events = [json.loads(content) for (content,) in rows]
    return [(event["outcome"], event["count"], event["client"]) for event in events]


@pytest.fixture(scope="module")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="module")
def registry(tmp_path_factory: pytest.TempPathFactory) -> Registry:
    """The usual settings, with `restore_pii`; whoever calls may do everything."""
    return Registry(
        tmp_path_factory.mktemp("registry"),
        '[[policy.rules]]\ntools = ["registry.send"]\naction = "ask"\nwhen = {text = "ask*"}',
        privacy__restore_tool=True,
    )


@pytest.fixture(scope="module")
async def seats(registry: Registry) -> AsyncGenerator[dict[Mode, Seat]]:
    async with AsyncExitStack() as stack:
        yield {era: await stack.enter_async_context(registry.seat(era, asks=True)) for era in ERAS}


@pytest.fixture(params=ERAS)
def seat(request: pytest.FixtureRequest, seats: dict[Mode, Seat]) -> Seat:
    return seats[request.param]


@pytest.fixture
def other(seat: Seat, seats: dict[Mode, Seat]) -> Seat:
    return next(one for one in seats.values() if one is not seat)


async def test_what_one_program_shows_the_next_can_use_and_another_client_cannot(
    seat: Seat, other: Seat, registry: Registry
) -> None:
    before = len(registry.reached)
    shown = await seat.run("(await people())[0]['email']")
    await other.run("(await people())[1]['phone']")

    await seat.run(f"await send(to={shown!r}, text='mine')")
    refused = await other.run(f"await send(to={shown!r}, text='not mine')")

    assert shown.startswith("[EMAIL_")
    assert f"{shown} stands for nothing in this session" in refused
    assert [one["to"] for one in registry.reached[before:]] == ["ada0@example.com"]


async def test_the_model_hides_a_text_of_its_own_and_tools_get_the_value(seat: Seat, registry: Registry) -> None:
    hidden = said(await seat.call("sanitize_pii", text="write to zoe@example.com"))
    token = hidden.removeprefix("write to ")
    await seat.run(f"await send(to={token!r})")

    assert token.startswith("[EMAIL_")
    assert registry.reached[-1]["to"] == "zoe@example.com"


async def test_the_model_is_told_what_tokens_are_and_what_looks_at_them(seat: Seat) -> None:
    instructions = seat.client.instructions or ""

    assert "[EMAIL_1]" in instructions
    assert all(f"pii.{look}" in instructions for look in (*LOOKS, "same"))
    assert count(instructions) < 250


async def test_values_are_turned_back_for_their_own_session_only_and_it_is_on_record(
    seat: Seat, other: Seat, registry: Registry
) -> None:
    hidden = said(await seat.call("sanitize_pii", text="it is eve@example.com and 4111 1111 1111 1111"))
    secret = f"only-{seat.client.protocol_version}@example.com"
    only_here = said(await seat.call("sanitize_pii", text=secret))

    restored = await seat.client.call_tool("restore_pii", {"text": f"{hidden} [EMAIL_999]"})
    elsewhere = await other.client.call_tool("restore_pii", {"text": only_here})

    assert said(restored) == "it is eve@example.com and 4111 1111 1111 1111 [EMAIL_999]"
    assert secret not in said(elsewhere)
    with sqlite3.connect(registry.state / "journal.db") as journal:
        rows = journal.execute(
            "select kind, way, count from crossed where tool = 'sandgate.restore_pii' order by rowid"
        ).fetchall()
    assert {("EMAIL", "restored", 1), ("CARD", "restored", 1)} <= set(rows)
    assert turned_back(registry)[-1] == ("restored", 0, "mcp")


async def test_a_client_has_no_way_into_the_sessions_of_the_command_line(seat: Seat, registry: Registry) -> None:
    letter, session = registry.folder / "letter", "command line: files"
    letter.write_text("mona@example.com")
    token = registry.gate.sandgate("pii", "protect", str(letter)).stdout

    calls = [("restore_pii", {"text": token}), ("sanitize_pii", {"text": token}), ("execute_code", {"code": "1"})]
    answers = [await refused(seat.client, name, **arguments, session=session) for name, arguments in calls]

    assert token.startswith("[EMAIL_")
    assert [f"{session!r} cannot name a session" in one for one in answers] == [True] * 3
    assert "mona" not in "".join(answers)


async def test_a_session_whose_tokens_are_only_turned_back_lives_on(registry: Registry) -> None:
    async with registry.seat("auto") as seat:
        hidden = said(await seat.call("sanitize_pii", text="nils@example.com", session="turned-back"))
    with sqlite3.connect(registry.state / "vault" / "vault.db") as vault:
        vault.execute("update sessions set expires_at = expires_at - 3600 where id = 'turned-back'")
        expires = vault.execute("select expires_at from sessions where id = 'turned-back'").fetchone()

    async with registry.seat("auto") as seat:
        restored = await seat.client.call_tool("restore_pii", {"text": hidden, "session": "turned-back"})

    assert said(restored) == "nils@example.com"
    with sqlite3.connect(registry.state / "vault" / "vault.db") as vault:
        assert vault.execute("select expires_at from sessions where id = 'turned-back'").fetchone() > expires


async def test_nothing_that_comes_to_the_client_holds_a_value(seat: Seat, registry: Registry) -> None:
    seat.seen.clear()
    await seat.run(
        "everybody = await people()\n"
        "for one in everybody:\n"
        "    print(one, flush=True)\n"
        "print(await letter(id=2))\n"
        "print('half ' + everybody[0]['email'], end='', flush=True)\n"
        "try:\n    await send(to=everybody[1]['email'])\nexcept ToolError as error:\n    print(error)\n"
        "raise ValueError(everybody)\n"
    )
    await seat.run("await people()")
    await seat.run("await call_mcp_tool('sandgate.search_tools', {'query': 'people', 'detail': 'full'})")
    await seat.call("search_tools", query="people", detail="full")
    await seat.call("get_tool_definition", tool="registry.letter", schema=True)
    await seat.call("get_execution_stats")

    seen = "\n".join(seat.seen)
    assert "[PERSON_" in seen
    assert found(VALUES, seen) == []


async def test_a_person_who_is_asked_sees_tokens(seat: Seat, registry: Registry) -> None:
    seat.asked.clear()
    seat.seen.clear()
    await seat.run("one = (await people())[0]\nawait send(to=one['email'], text='ask ' + one['name'])")

    (question,) = seat.asked
    assert "Allow registry.send?" in question
    assert 'to="[EMAIL_' in question
    assert found(VALUES, question + "".join(seat.seen)) == []
    assert registry.reached[-1]["text"] == "ask Ada Example"


@pytest.mark.parametrize(("era", "profile"), [("auto", "read_only"), ("legacy", "write_restricted")])
async def test_a_client_that_cannot_ask_is_shown_tokens_and_turns_nothing_back(
    tmp_path: Path, era: Mode, profile: str
) -> None:
    ask = '[[policy.rules]]\ntools = ["registry.send"]\naction = "ask"'
    registry = Registry(tmp_path, ask, policy__profile=profile, privacy__restore_tool=True)

    async with registry.seat(era) as seat:
        waits = await seat.call("execute_code", code=PEOPLE + "await send(to=(await people())[0]['email'])")
        hidden = said(await seat.call("sanitize_pii", text="ada0@example.com"))
        why = await refused(seat.client, "restore_pii", text=hidden)

    assert "approval_required" in said(waits)
    assert hidden in said(waits)
    assert turned_back(registry) == [("denied", 0, "mcp")]
    assert f"values cannot be turned back here: profile {profile} does not allow it" in why
    assert found(VALUES, waits.model_dump_json() + why + registry.on_disk.decode("latin-1")) == []


async def test_a_rule_lets_one_turn_values_back_all_the_same(tmp_path: Path) -> None:
    allow = '[[policy.rules]]\ntools = ["sandgate.restore_pii"]\naction = "allow"'
    registry = Registry(tmp_path, allow, privacy__restore_tool=True, policy__profile="read_only")

    async with registry.seat("legacy") as seat:
        hidden = said(await seat.call("sanitize_pii", text="ada0@example.com"))
        restored = await seat.client.call_tool("restore_pii", {"text": hidden})
        through_code = await seat.call(
            "execute_code", code=f"await call_mcp_tool('sandgate.restore_pii', {{'text': {hidden!r}}})"
        )

    assert said(restored) == "ada0@example.com"
    assert through_code.is_error
    assert "there is no tool 'sandgate.restore_pii'" in said(through_code)


async def test_without_privacy_neither_tool_is_there_and_nothing_is_said_of_tokens(tmp_path: Path) -> None:
    registry = Registry(tmp_path, privacy__mode="off")

    async with registry.seat("auto") as seat:
        tools = {tool.name for tool in (await seat.client.list_tools()).tools}
        first = await execute(seat.client, PEOPLE + "(await people())[0]['email']")
        instructions = seat.client.instructions or ""

    assert not tools & {"sanitize_pii", "restore_pii"}
    assert "[EMAIL_1]" not in instructions
    assert first == "ada0@example.com"


async def test_the_model_of_a_client_that_cannot_ask_reads_tokens_in_the_question(tmp_path: Path) -> None:
    rules = (
        '[[policy.rules]]\ntools = ["registry.send"]\naction = "ask"',
        '[[privacy.rules]]\ntools = ["registry.people"]\nmode = "off"',
    )
    registry = Registry(tmp_path, *rules)

    async with registry.seat("auto") as seat:
        shown = await seat.run("one = (await people())[0]\nawait send(to=one['email'], text=f'call {one[\"phone\"]}')")

    assert "approval_required" in shown
    assert "[EMAIL_" in shown
    assert found(VALUES, "\n".join(seat.seen)) == []


async def test_a_question_is_read_as_its_program_is_also_where_that_has_no_session(tmp_path: Path) -> None:
    registry = Registry(tmp_path, '[[policy.rules]]\ntools = ["registry.send"]\naction = "ask"', privacy__mode="output")
    code = (
        "one = (await people())[0]\n"
        "text = 'this is what we have about her until now, all of it: ' + one['email']\n"
        "await send(to=one['name'], text=text)"
    )

    async with registry.gate.http() as url, Client(url, mode="auto") as client:
        seat = Seat(client)
        shown = await seat.run(code)

    assert 'to="[PERSON_' in shown
    assert "all of it: [" in shown
    assert found((*VALUES, "ada0"), "\n".join(seat.seen)) == []


async def test_what_kept_a_program_of_another_session_from_running_is_read_as_in_that_session(tmp_path: Path) -> None:
    registry = Registry(tmp_path)
    broken: Entry = {"command": sys.executable, "args": ["-c", "import sys; sys.exit('no licence for Ada Example')"]}
    with registry.gate.config.open("a", encoding="utf-8") as file:
        file.write(
            f"\n[servers.broken]\ncommand = {json.dumps(broken['command'])}\nargs = {json.dumps(broken['args'])}\n"
        )

    async with registry.seat("auto") as seat:
        await seat.call("execute_code", code=PEOPLE + "await people()", session="one")
        begun = await seat.call("execute_code", code="from servers import broken", session="one", background=True)
        assert begun.meta
        shown = said(await seat.call("get_execution", id=begun.meta["sandgate/execution"]["task"]))

    assert "no licence for [PERSON_" in shown
    assert found(VALUES, shown) == []


async def test_an_error_about_a_file_quotes_tokens(tmp_path: Path) -> None:
    registry = Registry(tmp_path)

    async with registry.seat("auto") as seat:
        content = '{"email": "zoe@kiosk.org", "zoe@kiosk.org": 1}'
        await seat.call("write_workspace_file", path="own.json", content=content)
        wrong = ({"path": "own.json", "json_path": "email.x"}, {"path": "own.json", "json_path": "y"}, {"path": "none"})
        await seat.call("write_workspace_file", path="zoe@kiosk.org", content="x")
        shown = [said(await seat.call("read_workspace_file", **arguments)) for arguments in wrong]

    assert ["zoe@" in text for text in shown] == [False] * 3
    assert ["[EMAIL_" in text for text in shown] == [False, True, True]
    assert "there is no 'x' in a text" in shown[0]


def failing(registry: Registry, code: str) -> None:
    """A gateway in front of a server that never gets as far as its tools."""
    broken: Entry = {"command": sys.executable, "args": ["-c", code]}
    registry.gate.configure(
        {"broken": broken}, {"state_dir": str(registry.state), "privacy.mode": "tokens", "catalogue.wait_seconds": 5}
    )


async def test_what_a_server_says_when_it_cannot_start_is_looked_at_as_well(tmp_path: Path) -> None:
    registry = Registry(tmp_path)
    failing(registry, "import sys; sys.exit('login of ada0@example.com with +1 415 555 0100 failed')")
    code = (
        "for name, arguments in [('broken.any', {}), ('sandgate.get_tool_definition', {'tool': 'broken.any'})]:\n"
        "    try:\n        await call_mcp_tool(name, arguments)\n"
        "    except Exception as error:\n        print(str(error)[::-1])\n"
    )

    async with registry.seat("auto") as seat:
        shown = await seat.run("from servers.broken import anything")
        defined = said(await seat.call("get_tool_definition", tool="broken.anything"))
        backwards = said(await seat.call("execute_code", code=code))

    assert [text.count("failed") for text in (shown, defined, backwards[::-1])] == [1, 1, 2]
    assert found(VALUES, shown + defined + backwards[::-1]) == []


async def test_what_a_server_says_when_it_is_greeted_is_hidden_beside_the_tools_that_were_found(tmp_path: Path) -> None:
    registry = Registry(tmp_path)
    words = {"code": -32000, "message": "no licence for ada0@example.com"}
    answer = f"print(json.dumps({{'jsonrpc': '2.0', 'id': json.loads(input())['id'], 'error': {words!r}}}), flush=True)"
    failing(registry, f"import json\nwhile True: {answer}")
    search = "call_mcp_tool('sandgate.search_tools', {'query': 'people'})"

    async with registry.seat("auto") as seat:
        shown = said(await seat.call("search_tools", query="people"))
        backwards = said(await seat.call("execute_code", code=f"(await {search})[::-1]"))

    assert [text.count("no licence for [EMAIL_") for text in (shown, backwards[::-1])] == [1, 1]
    assert found(VALUES, shown + backwards[::-1]) == []


@pytest.mark.parametrize("before", [95, 100, 105])
async def test_what_a_server_says_is_hidden_before_a_search_cuts_it(tmp_path: Path, before: int) -> None:
    registry = Registry(tmp_path)
    words = {"code": -32001, "message": f"{'x' * before} card 4111 1111 1111 1111"}
    answer = f"print(json.dumps({{'jsonrpc': '2.0', 'id': json.loads(input())['id'], 'error': {words!r}}}), flush=True)"
    failing(registry, f"import json\nwhile True: {answer}")

    async with registry.seat("auto") as seat:
        shown = said(await seat.call("search_tools", query="people"))

    assert "xxx card" in shown
    assert "1111" not in shown


async def test_over_http_a_session_of_2025_keeps_its_tokens_and_others_do_not_have_them(tmp_path: Path) -> None:
    registry = Registry(tmp_path)

    async with registry.gate.http() as url, Client(url, mode="legacy") as one, Client(url, mode="legacy") as two:
        mine, theirs = Seat(one), Seat(two)
        tools = {tool.name for tool in (await one.list_tools()).tools}
        shown = await mine.run("(await people())[3]['email']")
        await mine.run(f"await send(to={shown!r})")
        await theirs.run(f"await send(to={shown!r})")

    assert [one["to"] for one in registry.reached] == ["dina3@example.com"]
    assert tools & {"sanitize_pii", "restore_pii"} == {"sanitize_pii"}


async def test_over_http_there_is_no_session_since_2026(tmp_path: Path) -> None:
    registry = Registry(tmp_path)

    async with registry.gate.http() as url, Client(url, mode="auto") as client:
        seat = Seat(client)
        shown = await seat.run("(await people())[3]['email']")
        refused = await seat.run(f"await send(to={shown!r})")

    assert registry.reached == []
    assert f"{shown} stands for nothing in this session" in refused


async def test_no_file_and_no_line_of_the_log_holds_a_value(seats: dict[Mode, Seat], registry: Registry) -> None:
    """After all of the above: journal, vault, catalogue, what was learned of results, wrappers, stderr."""
    for seat in seats.values():
        for _ in range(6):
            await seat.run("await send(to=(await people())[1]['email'])")

    kept = registry.on_disk
    assert b"registry.send has failed 5 times in a row" in kept
    assert found((*VALUES, "eve@", "zoe@"), kept.decode("latin-1")) == []


@pytest.mark.parametrize("era", ERAS)
async def test_a_session_is_listed_by_its_name_and_its_files_without_values(registry: Registry, era: Mode) -> None:
    async with registry.seat(era) as seat:
        empty = said(await seat.call("list_workspace_files"))
        await seat.call("write_workspace_file", path="ada0@example.com", content="a letter")
        listed = said(await seat.call("list_workspace_files"))

    name = empty.removesuffix(": no files")
    assert name.startswith("session stdio-")
    assert listed.startswith(f"{name}: 8 bytes\n[EMAIL_")
    assert "ada0" not in listed


@pytest.mark.parametrize("era", ERAS)
async def test_a_session_that_a_program_names_can_be_named_to_hide_and_to_turn_back(tmp_path: Path, era: Mode) -> None:
    registry = Registry(tmp_path, privacy__restore_tool=True)

    async with registry.gate.http() as url, Client(url, mode=era) as client:
        seat = Seat(client)
        hidden = said(await seat.call("sanitize_pii", text="dina3@example.com", session="lists"))
        code = f"{PEOPLE}await send(to={hidden!r})\n(await people())[3]['email']"
        shown = said(await seat.call("execute_code", code=code, session="lists"))
        restored = said(await seat.call("restore_pii", text=hidden, session="lists"))
        elsewhere = said(await seat.call("restore_pii", text=hidden))

    assert [one["to"] for one in registry.reached] == ["dina3@example.com"]
    assert hidden in shown
    assert (restored, elsewhere) == ("dina3@example.com", hidden)
