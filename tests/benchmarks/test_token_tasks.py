"""Invented tasks through a real gateway: programs run against replayed results, tools are found in a real catalogue."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import anyio
import pytest
from benchmarks.tokens import __main__ as command
from benchmarks.tokens.counting import definition, tokens
from benchmarks.tokens.looking import BY
from benchmarks.tokens.recording import recorded
from benchmarks.tokens.replay import Replay, expect
from benchmarks.tokens.scenes import played
from benchmarks.tokens.tables import in_detail
from benchmarks.tokens.tasks import TOOLS, TRACES, Call, Step, Task, each_once, listings, traced
from benchmarks.tokens.ways import EXACT, LISTED, SEARCHED, sandgate
from mcp import Client

from sandgate.demo.counting import words
from sandgate.model import Listing, Tool

pytestmark = pytest.mark.anyio
NOTHING = BY[3]
STOCK = {"bread": 2, "milk": None}


def _tool(name: str, about: str, **parameters: str) -> dict[str, Any]:
    properties = {parameter: {"type": kind} for parameter, kind in parameters.items()}
    return {"name": name, "description": about, "parameters": {"type": "dict", "properties": properties}}


def _call(tool: str, result: Any, **arguments: Any) -> dict[str, Any]:
    return {"tool": tool, "args": arguments, "result": result}


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """Two tasks in the format of the public ones; the same call has another result the second time."""
    (tmp_path / "tasks").mkdir()
    shop = [_tool("stock", "List what the shop has in stock."), _tool("buy", "Buy an article.", price="float")]
    bank = [_tool("balance", "Tell the balance of the account.")]
    (tmp_path / "tasks" / TOOLS).write_text(json.dumps({"Shop": shop, "Bank": bank}), encoding="utf-8")
    turns: list[dict[str, Any]] = [
        {"user": "What does the shop have in stock?", "calls": [_call("Shop.stock", STOCK)]},
        {"user": "Thank you.", "calls": []},
        {
            "user": "Buy bread, and tell me the balance before and after.",
            "calls": [_call("Bank.balance", 10), _call("Shop.buy", None, price=1.5), _call("Bank.balance", 8.5)],
        },
    ]
    tasks: list[dict[str, Any]] = [
        {"id": "both", "classes": ["Shop", "Bank"], "turns": turns},
        {"id": "one", "classes": ["Shop"], "turns": turns[:1]},
    ]
    lines = "".join(json.dumps(task) + "\n" for task in tasks)
    (tmp_path / "tasks" / TRACES).write_text(lines, encoding="utf-8")
    return tmp_path


async def test_programs_run_and_print_what_was_recorded(data: Path) -> None:
    with anyio.fail_after(120):
        (both, one), definitions = await recorded(traced(data), data)

    stock, nothing, bought = both.steps
    assert stock.calls[0].text == '{"bread":2,"milk":null}'
    assert stock.programs["all printed"][0].text == str(STOCK)
    assert nothing.programs["all printed"] == ()
    assert [message.text for message in bought.programs["a program a call"]] == ["10", "None", "8.5"]
    assert bought.programs["all printed"][0].text == "10\nNone\n8.5"
    assert bought.programs["last printed"][0].text == "8.5"
    assert one.steps[0].used == (("Shop", "stock"),)
    assert set(definitions) == {("Shop", "stock"), ("Shop", "buy"), ("Bank", "balance")}


async def test_a_call_is_answered_as_often_as_it_was_recorded_and_no_other(data: Path) -> None:
    expected = data / "expected.json"
    expect(expected, 1, (Call(("Bank", "balance"), {}, 10), Call(("Shop", "stock"), {}, 1)))

    async with Client(Replay("Bank", data, expected).server) as client:
        answers = [await client.call_tool(name, {}) for name in ("balance", "balance", "stock")]
        expect(expected, 2, (Call(("Bank", "balance"), {}, 20),))
        again = await client.call_tool("balance", {})

    assert [words(answer) for answer in (answers[0], again)] == ["10", "20"]
    assert [answer.is_error for answer in answers] == [False, True, True]
    assert "no such call was recorded: stock" in words(answers[2])


def _others() -> dict[str, Listing]:
    tools = [Tool(server="other", name=f"weigh_{n}", description="Weigh a parcel. " * 40) for n in range(6)]
    return {"other": Listing(tools=tuple(tools), instructions="Weigh before sending.")}


async def test_each_task_has_a_conversation_in_every_way_and_catalogue(data: Path) -> None:
    task = Task("both", ("Shop", "Bank"), tuple(_step(user, *calls) for user, calls in traced(data)[0].turns))
    own, others = listings(data), _others()

    with anyio.fail_after(120):
        (found,) = await played({"tasks": [task]}, own, others, lambda _: None)

    alone, all_of_them = found.scenes
    assert (alone.name, all_of_them.name) == ("its own servers", "2 + 1 servers")
    assert (alone.tools, all_of_them.tools) == ([3], [9])
    more = sum(tokens(definition(tool)) for tool in others["other"].tools) + tokens("Weigh before sending.")
    assert all_of_them.ways[LISTED][0].once == alone.ways[LISTED][0].once + more
    assert all_of_them.ways[EXACT][0] == alone.ways[EXACT][0]
    assert [all_of_them.found[way][NOTHING] for way in ("Sandgate", SEARCHED)] == [0, 0]
    coded = alone.ways[sandgate("all printed")][0]
    assert [each.kind for each in coded.rounds].count("definition") == 3
    assert in_detail(alone, ["both"])[1][:2] == ["both", f"4 -> {len(coded.rounds)}"]


def _step(user: str, *calls: Call) -> Step:
    used = each_once([call.tool for call in calls])
    return Step(user, tuple(call.message for call in calls), used, used, {"all printed": ()})


def test_types_become_those_of_json_schema(data: Path) -> None:
    buy = listings(data)["Shop"].tools[1]

    assert buy.input_schema == {"type": "object", "properties": {"price": {"type": "number"}}}


@pytest.mark.parametrize("arguments", [[], ["--data", "nowhere"]])
def test_without_data_one_line_says_what_is_missing(
    arguments: list[str], monkeypatch: pytest.MonkeyPatch, anyio_backend: str
) -> None:
    monkeypatch.setattr("sys.argv", ["benchmarks.tokens", *arguments])

    with pytest.raises(SystemExit, match="make bench-tokens DATA=DIR"):
        command.main()
