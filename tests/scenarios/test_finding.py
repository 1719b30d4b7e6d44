"""Finding tools as an agent does it: through the client, from code, in the files of the sandbox; and in a terminal."""

from __future__ import annotations

import json
import os
import signal
from pathlib import Path

import pytest
from mcp import Client

from sandgate.output import count

from .gate import Entry, Gate, execute, refused, said, unruly

pytestmark = pytest.mark.anyio

SAME = """
import json, os
print(json.dumps({
    "listed": sorted(os.listdir("servers")),
    "servers": open("servers/README.md").read(),
    "tools": open("servers/steady/README.md").read(),
    "module": open("servers/steady/echo.py").read(),
    "overview": await search_tools(""),
    "found": await search_tools("give back what was given", server="steady"),
    "recommended": await recommend("give back what was given", max_tokens=200),
    "definition": await get_tool_definition("steady.echo"),
}))
"""
ASKED = {"query": "give back what was given", "server": "steady"}
PERSONAL = {
    "total": 2,
    "people": {"ada@example.com": {"age": 36}, "bob@example.com": {"age": 41}},
    "orders": {"ORD-10017": {"price": 18712.5}, "ORD-10018": {"price": 90633.25}},
    "rows": [{"id": "cus_NffrFeUfNV2Hib", "phone": "+44 20 7946 0018"}],
}
NEVER_KEPT = ("ada@", "bob@", "ORD-", "cus_", "7946 0018", "18712.5", "90633.25")


@pytest.fixture(scope="module")
def servers() -> dict[str, Entry]:
    return {"unruly": unruly(), "steady": unruly()}


@pytest.mark.promise("path")
async def test_the_tools_the_functions_and_the_files_say_the_same(client: Client) -> None:
    overview = said(await client.call_tool("search_tools", {"query": ""}))
    found = said(await client.call_tool("search_tools", {**ASKED}))
    definition = said(await client.call_tool("get_tool_definition", {"tool": "steady.echo"}))
    inside = json.loads(await execute(client, SAME))

    assert {"README.md", "steady", "unruly"} <= set(inside["listed"])
    assert (inside["overview"], inside["found"], inside["definition"]) == (overview, found, definition)
    assert [line for line in overview.splitlines() if line not in inside["servers"]] == []
    assert [line for line in found.splitlines() if line.startswith("steady.") and line not in inside["tools"]] == []
    _, *code, mark = definition.splitlines()
    assert "\n".join(code) in inside["module"]
    assert mark in inside["tools"]
    assert "steady.echo: Give back what was given" in inside["recommended"]


@pytest.mark.promise("bad.arguments")
async def test_what_cannot_be_asked_is_refused_with_what_can(gate: Gate) -> None:
    wrong: list[tuple[str, dict[str, object], str]] = [
        ("search_tools", {"query": "x", "limit": 0}, "from 1 to 200"),
        ("search_tools", {"query": "x", "limit": "5"}, "integer"),
        ("search_tools", {"query": "x", "limit": 1_000_000}, "from 1 to 200"),
        ("search_tools", {"query": "x", "max_tokens": 0}, "from 1 to"),
        ("search_tools", {"query": "x", "max_tokens": 2.5}, "integer"),
        ("search_tools", {"query": "x" * 10_000_000}, "10,000 characters"),
        ("search_tools", {"query": "x", "self": 1}, "it has: query"),
        ("search_tools", {"query": "x", "y" * 100_000: 1}, "it has: query"),
        ("search_tools", {}, "needs 'query'"),
        ("get_tool_definition", {"tool": "steady.ecko"}, "steady.echo"),
        ("get_tool_definition", {"tool": "steady.echo", "max_tokens": -1}, "from 1 to"),
        ("get_tool_definition", {"tool": "steady.echo", "schema": "yes"}, "boolean"),
    ]

    async with gate.client() as client:
        answers = [(await refused(client, tool, **arguments), right) for tool, arguments, right in wrong]

    assert [(answer[:200], right) for answer, right in answers if right not in answer] == []
    assert [answer[:200] for answer, _ in answers if count(answer) > 150] == []


@pytest.mark.promise("path")
async def test_no_answer_is_longer_than_the_client_asked_for(client: Client) -> None:
    for budget in (1, 5, 10, 50, 200):
        for query in ("", "give back what was given", "zzqx blorf"):
            for options in ({"detail": "name"}, {}, {"detail": "full"}, {"recommend": True}):
                asked = {"query": query, "max_tokens": budget, **options}
                assert count(said(await client.call_tool("search_tools", asked))) <= budget
        asked = {"tool": "steady.echo", "schema": True, "max_tokens": budget}
        assert count(said(await client.call_tool("get_tool_definition", asked))) <= budget


async def test_types_are_learned_from_results_and_nothing_personal_is_kept(fresh_gate: Gate) -> None:
    fresh_gate.configure({"steady": unruly()}, {"state_dir": str(fresh_gate.state)})
    code = f"from servers.steady import echo\nawait echo(value={PERSONAL!r})\nprint('done')"

    async with fresh_gate.client() as client:
        await execute(client, code)
        await execute(client, code)
        while "observed" not in (shown := said(await client.call_tool("get_tool_definition", {"tool": "steady.echo"}))):
            pass  # until it has been looked at, which happens beside the call
    in_terminal = fresh_gate.sandgate("tools", "show", "steady.echo").stdout

    assert "not promised" in in_terminal
    for text in (shown, in_terminal):
        assert "total: int" in text
        assert "people: dict[str, " in text
    kept = [path for path in fresh_gate.state.rglob("*") if path.is_file()]
    assert any(path.parent.name == "observed" for path in kept)
    kept = [path for path in kept if not path.name.startswith(("journal.db", "audit", "spool"))]  # has what ran
    assert [(path.name, word) for path in kept for word in NEVER_KEPT if word.encode() in path.read_bytes()] == []


@pytest.mark.promise("state.shared")
async def test_two_gateways_learn_side_by_side_and_a_killed_one_spoils_nothing(fresh_gate: Gate) -> None:
    fresh_gate.configure({"steady": unruly()}, {"state_dir": str(fresh_gate.state)})
    loop = "for n in range(30):\n    await echo(value={'id': n, 'name': 'x'})"
    code = f"from servers.steady import echo\n{loop}\nprint('done')"

    async with fresh_gate.client() as one:
        await execute(one, code)
        first = fresh_gate.pid()
        async with fresh_gate.client() as other:
            await execute(other, code)
            os.kill(first, signal.SIGKILL)
            await execute(other, code)
    again = fresh_gate.sandgate("tools", "show", "steady.echo")

    assert again.returncode == 0
    assert "id: int" in again.stdout


@pytest.mark.promise("bad.config")
@pytest.mark.parametrize(
    "command", [["search", "mail"], ["recommend", "mail"], ["catalogue"], ["tools", "show", "a.b"]]
)
def test_without_servers_a_command_says_where_to_look(fresh_gate: Gate, command: list[str]) -> None:
    fresh_gate.configure({})

    done = fresh_gate.sandgate(*command)

    assert done.returncode == 2
    (line,) = done.stderr.splitlines()
    assert "sandgate servers" in line


def test_a_captured_file_nobody_could_read_is_named(fresh_gate: Gate, tmp_path: Path) -> None:
    fresh_gate.configure({})
    folder = tmp_path / "captured"
    folder.mkdir()
    (folder / "deep.json").write_text('{"tools": ' + "[" * 100_000, encoding="utf-8")

    done = fresh_gate.sandgate("search", "mail", "--catalogue", str(folder))

    assert done.returncode == 2
    assert "deep.json is not JSON" in done.stderr
    assert "Traceback" not in done.stderr
