"""Claude Code, Codex and Gemini CLI as people install them, with the entry that `sandgate init` writes for them.

Their model is a script on loopback. What they want from anywhere else goes to a proxy that lets nobody through.
"""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from sandgate.server.surface import TOOLS
from tests.scenarios.packages import Missing

from .desk import Desk, Done
from .dialects import Dialect, Generate, Messages, Responses, Use
from .endpoint import ScriptedModel, scripted_model

pytestmark = pytest.mark.registry

QUESTION = "How many urgent issues does SHOP have, and how many orders are there?"
PROGRAM = """
from servers.drive import get_sheet
from servers.tracker import list_issues

page = await list_issues(project="SHOP", priority="urgent", limit=250)
orders = await get_sheet(sheet_id="orders-2026")
print(len(page["issues"]), "urgent,", len(orders), "orders")
"""
ANSWER = "14 urgent, 10000 orders"
SEARCH, EXECUTE = Use("search_tools", {"query": "list the issues of a project"}), Use("execute_code", {"code": PROGRAM})
AT_ONCE = {tool.name for tool in TOOLS if not tool.setting and tool.always_loaded}
ALL = {tool.name for tool in TOOLS if not tool.setting}

Ask = Callable[[Desk, ScriptedModel], Done]


def run(desk: Desk, name: str, model: ScriptedModel, *words: str, **variables: str) -> Done:
    try:
        return desk.client(name, model.url, *words, **variables)
    except Missing as missing:
        pytest.skip(f"{name}: {missing}")


def ask_claude(desk: Desk, model: ScriptedModel) -> Done:
    allowed = [f"mcp__sandgate__{name}" for name in ("search_tools", "execute_code")]
    variables = {"ANTHROPIC_BASE_URL": model.url, "ANTHROPIC_API_KEY": "none"}
    return run(desk, "claude", model, "-p", QUESTION, "--allowedTools", *allowed, **variables)


def ask_codex(desk: Desk, model: ScriptedModel) -> Done:
    provider = f'{{name="script", base_url="{model.url}/v1", wire_api="responses", env_key="SCRIPT_KEY"}}'
    settings = {
        "model": '"scripted"',
        "model_provider": '"script"',
        "model_providers.script": provider,
        "mcp_servers.sandgate.required": "true",
        "mcp_servers.sandgate.tools.execute_code.approval_mode": '"approve"',
    }
    options = [word for key, value in settings.items() for word in ("-c", f"{key}={value}")]
    return run(desk, "codex", model, "exec", "--skip-git-repo-check", *options, QUESTION, SCRIPT_KEY="none")


def ask_gemini(desk: Desk, model: ScriptedModel) -> Done:
    words = ["-p", QUESTION, "--approval-mode", "yolo", "--model", "gemini-2.5-flash"]
    variables = {"GOOGLE_GEMINI_BASE_URL": model.url, "GEMINI_API_KEY": "none"}
    return run(desk, "gemini", model, *words, **variables)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("claude", r"sandgate: \S*sandgate serve - ✔ Connected"),
        ("gemini", r"✓ sandgate: \S*sandgate serve \(stdio\) - Connected"),
        ("codex", r"sandgate +\S*sandgate +serve +- +- +enabled"),  # it looks at the entry only
    ],
    ids=["claude", "gemini", "codex"],
)
def test_a_client_lists_sandgate_as_healthy(desk: Desk, name: str, said: str) -> None:
    with scripted_model(Messages()) as nobody:
        listed = run(desk, name, nobody, "mcp", "list")

    assert re.search(said, listed.out + listed.err)
    assert (listed.status, nobody.elsewhere) == (0, [])


@pytest.mark.parametrize(
    ("ask", "dialect", "offered"),
    [(ask_claude, Messages(), AT_ONCE), (ask_codex, Responses(), ALL), (ask_gemini, Generate(), ALL)],
    ids=["claude", "codex", "gemini"],
)
def test_a_client_searches_and_executes_for_its_model(
    desk: Desk, ask: Ask, dialect: Dialect, offered: set[str]
) -> None:
    with scripted_model(dialect, SEARCH, EXECUTE) as model:
        done = ask(desk, model)

    assert done.status == 0, done.err
    assert [set(dialect.offered(body)) for body in model.asked] == [offered] * 3
    found, printed = dialect.results(model.asked[-1])
    assert "tracker.list_issues" in found
    assert ANSWER in printed
    assert ANSWER in done.out
    assert model.elsewhere == []


@pytest.mark.parametrize(("client", "name"), [("claude-code", "claude"), ("codex", "codex"), ("gemini", "gemini")])
def test_a_client_no_longer_knows_sandgate_once_it_is_uninstalled(desk: Desk, client: str, name: str) -> None:
    undone = desk.sandgate("uninstall", client)

    with scripted_model(Messages()) as nobody:
        listed = run(desk, name, nobody, "mcp", "list")
    assert (undone.status, listed.status) == (0, 0)
    assert "sandgate" not in listed.out + listed.err
