"""`sandgate demo` as a whole: every scenario on real servers, and what is shown of it."""

from __future__ import annotations

import io
import json
import re
from collections import Counter
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

import pytest
from mcp import Client
from rich.console import Console

from sandgate.app import open_gateway
from sandgate.cli.main import main
from sandgate.config import Config
from sandgate.demo.agents import Coder, Failed, parsed
from sandgate.demo.compare import Comparison, Side, differences, meant_for_people, saved_percent
from sandgate.demo.counting import Transcript, words
from sandgate.demo.report import as_json
from sandgate.demo.scenarios import SCENARIOS, Scenario
from sandgate.demo.servers import chat, crm, drive, tracker
from sandgate.demo.show import Lines, Terminal
from sandgate.errors import SandboxError, SandgateError
from sandgate.gateway import Gateway
from sandgate.model import Limits
from sandgate.sandbox.unsafe import UnsafeBackend
from sandgate.server.endpoint import Endpoint

ROWS = next(scenario for scenario in SCENARIOS if scenario.key == "rows")
FACTS = {"rows": 10_000, "pending from before September": 935}
ANSWER = "935 of 10000 orders: [bold]286304.40 BRL"


def side(tokens: int, answer: str = ANSWER, **facts: Any) -> Side:
    transcript = Transcript(definitions=100, results=tokens, calls=Counter({"drive.get_sheet": 3}))
    return Side(transcript, 0.5, [answer], {**FACTS, **facts})


def test_every_scenario_is_done_both_ways_and_checked_on_the_servers() -> None:
    shown = io.StringIO()

    with redirect_stdout(shown):
        ended = main(["demo", "--json"])

    report = json.loads(shown.getvalue())
    problems = {each["title"]: each["problems"] for each in report["scenarios"]}
    assert problems == {scenario.title: [] for scenario in SCENARIOS}
    assert ended == 0
    assert report["verified"] is True
    updates = next(each for each in report["scenarios"] if each["key"] == "records")
    assert updates["without"]["calls"]["crm.update_record"] == 1_000
    assert updates["with"]["calls"]["execute_code"] == 2
    assert all(each["with"]["tokens"]["total"] < each["without"]["tokens"]["total"] for each in report["scenarios"])
    assert report["totals"]["tokens_with"] == sum(each["with"]["tokens"]["total"] for each in report["scenarios"])


@pytest.mark.anyio
@pytest.mark.parametrize("scenario", [each for each in SCENARIOS if each is not ROWS], ids=lambda each: each.key)
async def test_nothing_is_proved_on_servers_where_nothing_was_done(scenario: Scenario) -> None:
    servers = {"drive": drive.build(), "crm": crm.build(), "chat": chat.build(), "tracker": tracker.build()}

    async def ask(path: str, **arguments: Any) -> Any:
        server, _, tool = path.partition(".")
        async with Client(servers[server]) as client:
            return parsed(words(await client.call_tool(tool, arguments)))

    facts = await scenario.proof(ask)

    assert all(facts[name] != wanted for name, wanted in scenario.expected.items())


def test_two_sides_that_agree_have_no_differences() -> None:
    assert differences(ROWS, side(10), side(20)) == []


@pytest.mark.parametrize(
    ("coded", "said"),
    [
        (side(1, rows=9_999), "with: rows should be 10000, is 9999"),
        (side(1, "none"), "with: the answer should say '935 of 10000 orders: ', it is 'none'"),
        (side(1, f"{ANSWER}!"), "the answers differ"),
        (side(1, extra=3), "extra differs"),
        (Side(Transcript(), failure="execute_code: KeyError"), "with: execute_code: KeyError"),
    ],
)
def test_a_difference_says_what_differed(coded: Side, said: str) -> None:
    found = differences(ROWS, side(1), coded)

    assert any(said in each for each in found), found


def test_plain_lines_have_no_escape_codes_and_show_program_answer_and_figures(
    capsys: pytest.CaptureFixture[str],
) -> None:
    comparison = Comparison(ROWS, side(900), side(150))
    lines = Lines()

    lines.begin()
    lines.show(comparison)
    lines.end([comparison], 3.0)

    out = capsys.readouterr().out
    assert "\x1b" not in out
    assert 'rows = await get_sheet(sheet_id="orders-2026")' in out
    assert ANSWER in out
    assert "Tokens: 1,000 -> 250, 75.0 % saved; messages alone: 900 -> 150, 83.3 % saved." in out
    assert re.search(r"all together +3 -> 3 +1,000 +250 +75\.0 % +83\.3 %", out)
    assert "o200k_base" in out


def test_a_terminal_of_eighty_columns_shows_the_same_in_colour() -> None:
    written = io.StringIO()
    terminal = Terminal(Console(file=written, force_terminal=True, width=80))
    comparison = Comparison(ROWS, side(900), side(150, rows=1))

    terminal.show(comparison)
    terminal.end([comparison], 3.0)

    out = re.sub(r"\x1b\[[0-9;]*m", "", written.getvalue())
    assert "\x1b[" in written.getvalue()
    assert max(len(line) for line in out.splitlines()) <= 80
    assert "WRONG with: rows should be 10000, is 1" in out
    assert "1 of 1 scenarios are WRONG" in out


def test_a_scenario_that_costs_more_with_code_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    Lines().show(Comparison(ROWS, side(100), side(140)))

    assert "messages alone: 100 -> 140, 40.0 % more" in capsys.readouterr().out
    assert saved_percent(100, 140) == pytest.approx(-40)


def test_the_json_report_says_when_a_result_is_wrong() -> None:
    report = as_json([Comparison(ROWS, side(900), side(150, rows=1))], 3.0)

    assert report["verified"] is False
    assert report["scenarios"][0]["problems"][0] == "with: rows should be 10000, is 1"


class NoWalls(UnsafeBackend):
    """A machine whose kernel refuses."""

    name = "none"

    async def spawn(self, limits: Limits) -> Any:
        raise SandboxError("this kernel gives no user namespaces")


@pytest.mark.anyio
async def test_a_sandbox_that_cannot_start_ends_the_demo_with_its_reason(tmp_path: Path) -> None:
    async with open_gateway(Config(servers=(), state_dir=tmp_path), backend=NoWalls()) as gateway:

        async def opened() -> Gateway:
            return gateway

        endpoint = Endpoint(opened, "full")
        async with endpoint.parked, Client(endpoint.server) as client:
            agent = Coder(client)
            with pytest.raises(SandgateError, match="no user namespaces"):
                await agent.run("1 + 1")


@pytest.mark.anyio
async def test_an_agent_cannot_read_the_definition_of_a_tool_it_has_not_found(tmp_path: Path) -> None:
    async with open_gateway(Config(servers=(), state_dir=tmp_path), backend=NoWalls()) as gateway:

        async def opened() -> Gateway:
            return gateway

        async with Client(Endpoint(opened, "full").server) as client:
            agent = Coder(client)
            await agent.search("orders")
            with pytest.raises(Failed, match=r"no search found drive\.get_sheet"):
                await agent.define("drive.get_sheet")


def test_the_error_meant_for_a_person_is_found_inside_groups() -> None:
    group = BaseExceptionGroup("", [ValueError(), BaseExceptionGroup("", [SandboxError("no walls")])])

    found = meant_for_people(group)

    assert isinstance(found, SandboxError)
    assert meant_for_people(BaseExceptionGroup("", [ValueError()])) is None
