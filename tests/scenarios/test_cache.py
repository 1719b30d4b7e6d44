"""Answers that are kept: when a server is asked, when it is not, and what is left after a crash."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import anyio
import anyio.to_thread
import pytest
from mcp import Client, MCPError

from .gate import Entry, Gate, refused, said
from .standing import Standing

pytestmark = pytest.mark.anyio
LEDGER = Path(__file__).with_name("ledger.py")
LOOK = "return (await call_mcp_tool('ledger.get_page', {'name': 'tea'}))['number']"


class Ledger:
    """A gateway in front of a server that notes its questions."""

    def __init__(self, gate: Gate, **settings: object) -> None:
        self.gate, self.asked_file = gate, gate.folder / "asked"
        self.configure(**settings)

    def configure(self, **settings: object) -> None:
        entry: dict[str, object] = {"command": sys.executable, "args": [str(LEDGER), str(self.asked_file)]}
        dotted = {key.replace("__", "."): value for key, value in settings.items()}
        self.gate.configure({"ledger": entry}, dotted or {"cache.read_only": True})

    @property
    def asked(self) -> list[str]:
        """Every question that reached the server."""
        return lines(self.asked_file)

    @property
    def database(self) -> Path:
        return self.gate.state / "sandgate" / "cache" / "results.db"


@pytest.fixture(scope="module")
def asked_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the servers of all gateways that this file shares were asked."""
    return tmp_path_factory.mktemp("ledger") / "asked"


@pytest.fixture(scope="module")
def servers(asked_file: Path) -> dict[str, Entry]:
    return {"ledger": {"command": sys.executable, "args": [str(LEDGER), str(asked_file)]}}


@pytest.fixture(scope="module")
def settings() -> dict[str, object]:
    return {"cache.read_only": True}


@pytest.fixture
async def forgotten(client: Client) -> None:
    """In the gateways that are shared nothing is kept."""
    await ran(client, "return await call_mcp_tool('ledger.update_page', {'name': 'any'})")


@pytest.fixture
def unasked(forgotten: None, asked_file: Path) -> Path:
    """And nothing was asked."""
    asked_file.unlink()
    return asked_file


def lines(file: Path) -> list[str]:
    return file.read_text(encoding="utf-8").splitlines() if file.exists() else []


@pytest.fixture
def ledger(fresh_gate: Gate) -> Ledger:
    """Keeps what tools that only read answer."""
    return Ledger(fresh_gate)


async def ran(client: Client, code: str) -> tuple[Any, int]:
    """What a program that must end well returns, and how many of its answers were kept ones."""
    result = await client.call_tool("execute_code", {"code": code})
    assert not result.is_error, said(result)
    assert result.meta is not None
    return json.loads(said(result)), result.meta["sandgate/execution"]["cached"]


async def test_a_second_program_gets_the_kept_answer_and_the_result_says_so(any_client: Client, unasked: Path) -> None:
    imported = "from servers.ledger import get_page\nreturn (await get_page(name='tea'))['number']"

    answers = [await ran(any_client, code) for code in (LOOK, LOOK, imported)]

    assert answers == [(1, 0), (1, 1), (1, 1)]
    assert lines(unasked) == ["get_page tea"]


async def test_what_is_kept_outlasts_the_gateway_and_another_person_has_none_of_it(ledger: Ledger) -> None:
    async with ledger.gate.client() as client:
        await ran(client, LOOK)
    async with ledger.gate.client("legacy") as client:
        after_restart = await ran(client, LOOK)
    ledger.gate.state = ledger.gate.folder / "of another person"
    async with ledger.gate.client() as client:
        elsewhere = await ran(client, LOOK)

    assert after_restart == (1, 1)
    assert elsewhere == (2, 0)


@pytest.mark.usefixtures("unasked")
async def test_a_program_that_needs_the_present_state_asks_for_it(client: Client) -> None:
    within = f"with fresh():\n    {LOOK}"
    by_hand = LOOK.replace("})", "}, fresh=True)")

    answers = [await ran(client, code) for code in (LOOK, within, LOOK, by_hand, LOOK)]

    assert answers == [(1, 0), (2, 0), (2, 1), (3, 0), (3, 1)]


@pytest.mark.usefixtures("unasked")
async def test_fresh_holds_for_the_calls_inside_it_and_for_no_other(client: Client) -> None:
    code = (
        "import asyncio\nfrom servers.ledger import get_page\n"
        "with fresh():\n    inside = await asyncio.gather(*(get_page(name=n) for n in ('tea', 'milk')))\n"
        "outside = [await get_page(name='tea'), await get_page(name='milk')]\n"
        "return [page['number'] for page in (*inside, *outside)]"
    )

    await ran(client, LOOK)
    numbers, kept = await ran(client, code)

    assert sorted(numbers[:2]) == [2, 3]
    assert numbers[2:] == numbers[:2]
    assert kept == 2


@pytest.mark.usefixtures("unasked")
async def test_a_write_forgets_what_is_kept_of_its_server_whether_it_worked_or_failed(client: Client) -> None:
    write = "return await call_mcp_tool('ledger.update_page', {'name': 'milk'})"
    failing = (
        "try:\n    await call_mcp_tool('ledger.update_page', {'name': 'milk', 'fails': True})\n"
        "except ToolError:\n    return 0"
    )

    answers = [await ran(client, code) for code in (LOOK, write, LOOK, LOOK, failing, LOOK, LOOK)]

    assert answers == [(1, 0), (2, 0), (3, 0), (3, 1), (0, 0), (5, 0), (5, 1)]


@pytest.mark.usefixtures("unasked")
async def test_what_one_gateway_writes_or_a_person_clears_is_forgotten_by_all(
    standing: Standing, piped: Client, piped_legacy: Client
) -> None:
    one, other = piped, piped_legacy
    answers = [await ran(one, LOOK), await ran(other, LOOK)]
    await ran(other, "return await call_mcp_tool('ledger.update_page', {'name': 'tea'})")
    answers += [await ran(one, LOOK), await ran(other, LOOK)]
    cleared = await anyio.to_thread.run_sync(lambda: standing.gate.sandgate("cache", "clear", "ledger"))
    answers += [await ran(one, LOOK)]

    assert cleared.stdout == "1 result of ledger forgotten.\n"
    assert answers == [(1, 0), (1, 1), (3, 0), (3, 1), (4, 0)]


async def test_an_answer_is_over_after_its_time(fresh_gate: Gate) -> None:
    ledger = Ledger(fresh_gate, cache__tools=["ledger.get_page"], cache__seconds=0.3)
    look = LOOK.removeprefix("return ")
    wait = "import time\nuntil = time.monotonic() + 0.4\nwhile time.monotonic() < until:\n    time.sleep(0.01)"

    async with fresh_gate.client() as client:
        (before, after), _ = await ran(client, f"before = {look}\n{wait}\nreturn [before, {look}]")

    assert (before, after) == (1, 2)
    assert len(ledger.asked) == 2


@pytest.mark.usefixtures("unasked")
async def test_only_what_is_named_or_said_to_read_is_kept(fresh_gate: Gate, client: Client) -> None:
    silent = "return await call_mcp_tool('ledger.get_silent', {'name': 'tea'})"

    Ledger(fresh_gate, catalogue__wait_seconds=20)
    async with fresh_gate.client() as other:
        not_wanted = [await ran(other, LOOK) for _ in range(2)]
        database = Ledger(fresh_gate).database.exists()
    Ledger(fresh_gate, cache__tools=["ledger.get_author"])
    async with fresh_gate.client() as other:
        not_named = [await ran(other, LOOK) for _ in range(2)]
    not_said = [await ran(client, silent) for _ in range(2)]

    assert not_wanted == [(1, 0), (2, 0)]
    assert not database
    assert not_named == [(3, 0), (4, 0)]
    assert not_said == [(1, 0), (2, 0)]


@pytest.mark.usefixtures("unasked")
async def test_an_error_is_never_kept(client: Client) -> None:
    broken = "return await call_mcp_tool('ledger.get_broken', {'name': 'tea'})"

    complaints = [await refused(client, "execute_code", code=broken) for _ in range(2)]

    assert ["question 1" in complaints[0], "question 2" in complaints[1]] == [True, True]


async def test_personal_data_is_kept_sealed_and_stays_hidden_from_programs(ledger: Ledger) -> None:
    """It is hidden on its way to the program, not on its way to the disk: the settings may become stricter."""
    code = "return (await call_mcp_tool('ledger.get_author', {'name': 'analytical engine'}))['email']"
    spelled = f"email = {code.removeprefix('return ')}\nreturn [len(email), email[:7], '@' in email]"

    async with ledger.gate.client() as client:
        plain = said(await client.call_tool("execute_code", {"code": code}))
    ledger.configure(cache__read_only=True, privacy__mode="tokens")
    async with ledger.gate.client() as client:
        token = said(await client.call_tool("execute_code", {"code": code}))
        (length, seen, has_address), kept = await ran(client, spelled)
    stored = b"".join(file.read_bytes() for file in ledger.database.parent.iterdir())

    assert ledger.asked == ["get_author analytical engine"]
    assert plain == "ada.lovelace@example.com"
    assert (token[:7], seen, has_address, kept) == ("[EMAIL_", "[EMAIL_", False, 1)
    assert length < len(plain)
    assert len(stored) > 4096
    assert [word for word in (b"lovelace", b"example.com", b"analytical") if word in stored] == []


async def test_programs_that_ask_the_same_at_once_all_get_whole_answers(
    piped: Client, piped_legacy: Client, unasked: Path
) -> None:
    code = (
        "import asyncio\nfrom servers.ledger import get_page\n"
        "pages = await asyncio.gather(*(get_page(name=str(n % 7), kb=20) for n in range(70)))\n"
        "return [[page['name'], page['number'], set(page['text']) == {page['name']}] for page in pages]"
    )
    found: list[list[Any]] = []

    async def run(client: Client) -> None:
        found.extend((await ran(client, code))[0])

    one, other = piped, piped_legacy

    async with anyio.create_task_group() as tasks:
        for client in (one, one, other, other):
            tasks.start_soon(run, client)
    _, kept = await ran(one, code)

    asked = lines(unasked)
    assert len(found) == 280
    assert all(page[2] for page in found)
    assert {asked[number - 1] for name, number, _ in found if name == "3"} == {"get_page 3"}
    assert kept == 70


async def test_a_gateway_that_is_killed_while_it_keeps_answers_tears_nothing(ledger: Ledger) -> None:
    """It keeps a hundred answers of 40 kB, and is killed when so many are there; the next one finds whole ones only."""
    ask = (
        "from servers.ledger import get_page\nwrong, numbers = [], []\n"
        "for n in range({first}, 100):\n    page = await get_page(name=str(n), kb=40)\n"
        "    numbers.append(page['number'])\n"
        "    if page['name'] != str(n) or set(page['text']) != set(str(n)): wrong.append(n)\n"
    )
    kept_before = 0
    for enough in (1, 17, 51):
        async with ledger.gate.client() as client:
            if kept_before:
                wrong, cached = await ran(client, ask.format(first=0).replace("100", str(kept_before)) + "return wrong")
                assert (wrong, cached) == ([], kept_before)
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(_killed_when, ledger, enough)
                with pytest.raises(MCPError):
                    await client.call_tool("execute_code", {"code": ask.format(first=kept_before) + "return wrong"})
        _is_whole(ledger.database)
        kept_before = _counted(ledger.database)
        assert kept_before >= enough

    async with ledger.gate.client() as client:
        wrong, cached = await ran(client, ask.format(first=0) + "return wrong")

    assert (wrong, cached) == ([], kept_before)
    _is_whole(ledger.database)
    assert _counted(ledger.database) == 100
    assert "cannot be used" not in ledger.gate.log


async def _killed_when(ledger: Ledger, enough: int) -> None:
    """Another process's writing is no event of ours."""
    while True:
        if ledger.database.exists() and await anyio.to_thread.run_sync(_counted, ledger.database) >= enough:
            return os.kill(ledger.gate.pid(), signal.SIGKILL)
        await anyio.sleep(0.005)


def _counted(database: Path) -> int:
    """How many answers are kept."""
    connection = sqlite3.connect(f"file:{database}?mode=ro", uri=True, timeout=5)
    try:
        return connection.execute("select count(*) from results join contents on result = id").fetchone()[0]
    except sqlite3.OperationalError as error:
        if "no such table" in str(error):
            return 0
        raise
    finally:
        connection.close()


def _is_whole(database: Path) -> None:
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True, timeout=5)) as connection:
        assert connection.execute("pragma integrity_check").fetchone() == ("ok",)
