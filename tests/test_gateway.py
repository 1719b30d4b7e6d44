"""The two stories, through the library's own door: real sandbox, real server."""

from __future__ import annotations

import sys
import time
from collections.abc import AsyncGenerator
from dataclasses import replace
from pathlib import Path
from typing import Any

import anyio
import pytest

import sandgate
from sandgate import discovery
from sandgate.catalog import Store
from sandgate.catalog.wrappers.tree import Written, write_tree
from sandgate.config import AuditOptions, CatalogueOptions, Config, Found, OutputOptions, SandboxOptions
from sandgate.errors import BadArguments, ConfigError, SandgateError, ServerUnavailable, UnknownTool
from sandgate.gateway import Gateway
from sandgate.model import Call, Limits, Listing, ServerSpec, Tool
from sandgate.tasks import Task

pytestmark = pytest.mark.anyio


def config(state: Path, *specs: ServerSpec) -> Config:
    return Config(
        state_dir=state,
        servers=specs,
        limits=Limits(time_seconds=20),
        output=OutputOptions(tokens=500),
        sandbox=SandboxOptions(concurrent_runs=2),
        catalogue=CatalogueOptions(wait_seconds=30),
    )


def demo(name: str) -> ServerSpec:
    return ServerSpec(name=name, command=sys.executable, args=("-m", f"sandgate.demo.servers.{name}"))


BROKEN = ServerSpec(name="broken-one", command="a-command-that-is-not-there")


@pytest.fixture(scope="module")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="module")
async def gate(tmp_path_factory: pytest.TempPathFactory) -> AsyncGenerator[Gateway, None]:
    state = tmp_path_factory.mktemp("state")
    async with sandgate.open(config(state, demo("tracker"), BROKEN)) as gateway:
        yield gateway


async def test_a_program_calls_a_tool_and_only_its_answer_comes_back(gate: Gateway) -> None:
    outcome = await gate.run_code(
        "from servers.tracker import list_issues\n"
        "issues = await list_issues(project='SHOP')\n"
        "print(type(issues).__name__)\n"
        "return len(str(issues)) > 1000"
    )

    assert (outcome.status, outcome.value) == ("ok", True)
    assert outcome.text == f"{outcome.output}result: true"
    assert [(call.tool, call.status) for call in outcome.calls] == [("tracker.list_issues", "ok")]
    assert outcome.id


@pytest.mark.parametrize(
    "call",
    [
        "await create_issue(project='SHOP', title='t')",
        "await create_issue({'project': 'SHOP', 'title': 't'})",
        "await create_issue('SHOP', 't')",
        "await call_mcp_tool('mcp__tracker__create_issue', {'project': 'SHOP', 'title': 't'})",
    ],
)
async def test_every_way_of_calling_reaches_the_tool(gate: Gateway, call: str) -> None:
    outcome = await gate.run_code(f"from servers.tracker import create_issue\nissue = {call}\nissue['title']")

    assert outcome.value == "t"


async def test_wrong_arguments_say_what_would_have_been_right(gate: Gateway) -> None:
    outcome = await gate.run_code("from servers.tracker import create_issue\nawait create_issue(projekt='SHOP')")

    assert outcome.fault is not None
    assert outcome.fault.type == "ToolError"
    assert "'title' is missing" in outcome.fault.message
    assert "did you mean 'project'?" in outcome.fault.message


async def test_a_tools_own_error_comes_with_its_parameters(gate: Gateway) -> None:
    outcome = await gate.run_code("from servers.tracker import get_issue\nawait get_issue(issue_id='NO-1')")

    assert outcome.fault is not None
    assert "NO-1" in outcome.fault.message
    assert "Parameters: " in outcome.fault.message


async def test_a_misspelt_import_names_the_nearest(gate: Gateway) -> None:
    outcome = await gate.run_code("from servers.tracker import creat_issue")

    assert outcome.fault is not None
    assert "nearest: create_issue" in outcome.fault.message


async def test_a_program_for_a_server_that_cannot_start_is_not_run(gate: Gateway) -> None:
    with pytest.raises(ServerUnavailable, match="`a-command-that-is-not-there` was not found"):
        await gate.run_code("from servers.broken_one import anything")


async def test_wrappers_are_files_a_program_can_list_and_read(gate: Gateway) -> None:
    outcome = await gate.run_code(
        "import os\n['create_issue.py' in os.listdir('servers/tracker'), open('servers/README.md').read()]"
    )

    assert str(outcome.value).startswith("[True, ")
    assert "- tracker (19 tools)" in str(outcome.value)


async def test_discovery_works_from_code_and_gives_the_same_text(gate: Gateway) -> None:
    outcome = await gate.run_code(
        "[await search_tools('create issue'), await get_tool_definition('tracker.create_issue')]"
    )

    assert outcome.value == [
        await gate.finder.search("create issue"),
        await gate.finder.definition("tracker.create_issue"),
    ]


async def test_a_search_says_which_servers_are_not_there(gate: Gateway) -> None:
    text = await gate.finder.search("create issue", wait=30)

    assert text.splitlines()[0].startswith("tracker.create_issue: Create an issue")
    assert "(broken-one is not available: server 'broken-one' cannot start" in text


async def test_an_empty_search_lists_the_servers(gate: Gateway) -> None:
    assert (await gate.finder.search("")).startswith("tracker (19 tools)")


async def test_a_search_for_nothing_that_exists_says_so_and_offers_the_servers(gate: Gateway) -> None:
    text = await gate.finder.search("qzxv")

    assert text.startswith("No tool fits 'qzxv'. Servers:\ntracker")


@pytest.mark.parametrize("detail", ["name", "name_only"])
async def test_the_levels_of_detail_have_their_old_names_too(gate: Gateway, detail: str) -> None:
    text = await gate.finder.search("create issue", detail=detail, limit=1)

    assert text.splitlines()[0] == "tracker.create_issue"


async def test_an_unknown_level_of_detail_is_refused(gate: Gateway) -> None:
    with pytest.raises(BadArguments, match="name, description, full"):
        await gate.finder.search("x", detail="everything")


async def test_a_tool_that_does_not_exist_is_an_error_with_the_nearest(gate: Gateway) -> None:
    with pytest.raises(UnknownTool, match=r"nearest: tracker\.get_issue"):
        await gate.call_tool(Call(tool="tracker.get_isue", arguments={}))


async def test_long_answers_are_held_to_the_budget(gate: Gateway) -> None:
    outcome = await gate.run_code("for n in range(10_000): print('line', n)")

    assert sandgate.Outcome is type(outcome)
    assert len(outcome.output) > 90_000
    assert "lines left out" in outcome.text


async def test_statistics_count_what_ran(gate: Gateway) -> None:
    before = (await gate.stats())["totals"]["executions"]
    await gate.run_code("1")
    await gate.run_code("1 / 0")

    stats = await gate.stats()
    assert stats["totals"]["executions"] == before + 2
    assert (stats["servers"], stats["tools"], stats["running"]) == (2, 19, 0)
    assert stats["limits"]["time_seconds"] == 20


async def test_a_remembered_catalogue_is_searched_before_any_server_runs(tmp_path: Path) -> None:
    async with sandgate.open(config(tmp_path, demo("tracker"))) as gateway:
        await gateway.finder.search("issue", wait=60)
    unusable = ServerSpec(name="tracker", command=sys.executable, args=("-m", "sandgate.demo.servers.tracker"))
    async with sandgate.open(config(tmp_path, unusable)) as gateway:
        found = await gateway.finder.search("create issue", wait=0)
        running = (await gateway.stats())["tools"]

    assert found.startswith("tracker.create_issue")
    assert running == 19


async def test_a_program_that_comes_while_wrappers_are_written_finds_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def slowly(*given: Any) -> Written:
        time.sleep(0.3)
        return write_tree(*given)

    monkeypatch.setattr(discovery, "write_tree", slowly)

    async with sandgate.open(config(tmp_path, demo("tracker"))) as gateway:
        with anyio.fail_after(30):
            while gateway.discovery.catalogue.known("tracker.list_issues") is None:  # noqa: ASYNC110 - nobody tells
                await anyio.sleep(0.001)
        outcome = await gateway.run_code("from servers.tracker import list_issues\ncallable(list_issues)")

    assert outcome.value is True


async def test_the_first_program_of_all_finds_the_files_of_every_server(tmp_path: Path) -> None:
    async with sandgate.open(config(tmp_path, demo("tracker"))) as gateway:
        outcome = await gateway.run_code("import os\n'tracker' in os.listdir('servers')")

    assert outcome.value is True


async def test_an_old_listing_is_used_at_once_and_refreshed_behind_it(tmp_path: Path) -> None:
    old = Tool(server="tracker", name="gone_since", description="Create an issue by telegram")
    Store(tmp_path / "catalogue").save(demo("tracker"), Listing(tools=(old,)))
    settings = replace(config(tmp_path, demo("tracker")), catalogue=CatalogueOptions(refresh_after_hours=0))
    async with sandgate.open(settings) as gateway:
        at_once = await gateway.finder.search("create issue", wait=0)
        with anyio.fail_after(30):
            while len(gateway.discovery.catalogue.tools) == 1:  # noqa: ASYNC110 - it happens behind everyone's back
                await anyio.sleep(0.01)

    assert at_once.startswith("tracker.gone_since")
    changes = {(change.tool, change.kind) for change in Store(tmp_path / "catalogue").changes()}
    assert {("gone_since", "removed"), ("create_issue", "added")} <= changes


async def test_what_cannot_be_written_down_does_not_run(tmp_path: Path) -> None:
    (tmp_path / "journal.db").mkdir()
    async with sandgate.open(config(tmp_path)) as gateway:
        with pytest.raises(SandgateError, match="the journal cannot be used"):
            await gateway.run_code("open('workspace/x', 'w')", session="mine")
        with pytest.raises(SandgateError, match="the journal cannot be used"):
            await gateway.run_code("open('workspace/x', 'w')", session="mine")

    assert not (tmp_path / "workspaces").exists()


async def test_where_the_settings_only_warn_an_outcome_says_that_it_is_not_recorded(tmp_path: Path) -> None:
    (tmp_path / "journal.db").mkdir()
    settings = replace(config(tmp_path), audit=AuditOptions(when_unwritable="warn"))
    async with sandgate.open(settings) as gateway:
        outcome = await gateway.run_code("1 + 1")

    assert outcome.value == 2
    assert any("the journal cannot be used" in note for note in outcome.notes)


async def test_a_state_folder_that_cannot_be_made_is_one_clear_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")

    with pytest.raises(ConfigError, match=r"state_dir .* cannot be written"):
        async with sandgate.open(config(tmp_path / "file" / "state")):
            pass


async def test_an_error_in_the_callers_own_block_comes_out_as_it_was_raised(tmp_path: Path) -> None:
    with pytest.raises(KeyError, match="mine"):
        async with sandgate.open(config(tmp_path)):
            raise KeyError("mine")


async def test_a_program_for_a_server_that_is_not_ready_says_why(tmp_path: Path) -> None:
    found = Found(name="my-mail", client="cursor", source="x", state="incomplete", reason="MAIL_KEY is not set")
    async with sandgate.open(replace(config(tmp_path), found=(found,))) as gateway:
        with pytest.raises(ServerUnavailable, match="'my_mail' cannot be used: MAIL_KEY is not set"):
            await gateway.run_code("from servers.my_mail import send")


async def test_a_program_may_have_limits_of_its_own(tmp_path: Path) -> None:
    async with sandgate.open(config(tmp_path)) as gateway:
        program = sandgate.Program(code="len('x' * 200_000_000)", limits=Limits(memory_mb=64))
        outcome = await gateway.run_code(program)

    assert outcome.status == "memory"


async def test_a_language_that_nobody_speaks_here_is_refused_with_those_there_are(gate: Gateway) -> None:
    ruby: Any = "ruby"

    with pytest.raises(BadArguments, match="language must be one of python, typescript; got 'ruby'"):
        await gate.run_code("puts 1", language=ruby)
    with pytest.raises(BadArguments, match="language must be one of python, typescript; got 'ruby'"):
        await gate.execute_task(Task(id="one", code="puts 1", language=ruby))
