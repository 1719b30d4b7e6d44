"""Tasks as a person uses them: real sandbox, real servers."""

from __future__ import annotations

import sys
from collections.abc import AsyncGenerator
from pathlib import Path

import anyio
import pytest

import sandgate
from sandgate.config import CatalogueOptions, Config, Found, PolicyOptions, RuleOptions, SandboxOptions
from sandgate.errors import BadArguments
from sandgate.gateway import Gateway
from sandgate.model import Limits, ServerSpec
from sandgate.tasks import Progress, Result, Task, Tasks, Unmet
from sandgate.workspace.settings import workspaces_of

pytestmark = pytest.mark.anyio
COUNT = """
from servers.tracker import list_issues

page = await list_issues(project=inputs["project"], limit=250)
return page["total"]
"""
SUM = """
total = sum(row["n"] for row in inputs["rows"])
return [total, inputs["rows"][0]["text"], inputs["nothing"], inputs["add"]]
"""
SKILL = '''
from servers.tracker import list_issues


async def total_of(project: str) -> int:
    """Count the issues of a project."""
    return (await list_issues(project=project, limit=1))["total"]
'''
KILLED = """
import sys
from pathlib import Path
import anyio, sandgate
from sandgate.workspace.settings import workspaces_of
from sandgate.tasks import Task, Tasks

async def main():
    config = sandgate.Config(state_dir=Path(sys.argv[1]), limits=sandgate.Limits(time_seconds=300))
    async with sandgate.open(config) as gate, Tasks(gate, workspaces_of(config)) as tasks:
        await tasks.submit(Task(id="long", code="import time; print('begun'); time.sleep(300)"))
        while (await tasks.status("long")).status != "running":
            await anyio.sleep(0.01)
        print("ready", flush=True)
        await tasks.wait("long")

anyio.run(main)
"""


def config(state: Path) -> Config:
    rules = (RuleOptions(tools=("tracker.delete_*",), action="deny"),)
    return Config(
        state_dir=state,
        servers=(
            ServerSpec(name="tracker", command=sys.executable, args=("-m", "sandgate.demo.servers.tracker")),
            ServerSpec(name="broken-one", command="a-command-that-is-not-there"),
        ),
        found=(Found(name="mail", client="cursor", source="x", state="incomplete", reason="MAIL_KEY is not set"),),
        limits=Limits(time_seconds=20),
        sandbox=SandboxOptions(concurrent_runs=4),
        catalogue=CatalogueOptions(wait_seconds=30),
        policy=PolicyOptions(rules=rules),
    )


@pytest.fixture(scope="module")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="module")
async def gate(tmp_path_factory: pytest.TempPathFactory) -> AsyncGenerator[Gateway]:
    async with sandgate.open(config(tmp_path_factory.mktemp("state"))) as gateway:
        yield gateway


@pytest.fixture
async def tasks(gate: Gateway) -> AsyncGenerator[Tasks]:
    async with Tasks(gate, workspaces_of(gate.config)) as tasks:
        yield tasks


async def test_a_task_gives_its_data_and_what_it_used(gate: Gateway) -> None:
    result = await gate.execute_task(
        Task(id="count", code=COUNT, inputs={"project": "SHOP"}, required_tools=["tracker", "tracker.list_issues"])
    )

    assert (result.status, result.data) == ("done", 60)
    assert (result.stats.tools_called, result.stats.calls) == (("tracker.list_issues",), 1)
    assert result.stats.memory_mb > 0
    assert result.stats.duration_seconds > 0
    assert result.stats.tokens_in > result.stats.tokens_out > 0


async def test_values_reach_the_next_task_whole_and_none_of_them_the_model(tasks: Tasks) -> None:
    results = await tasks.run(
        [
            Task(id="rows", code="return [{'n': n, 'text': 'ä\\ud83d\\ude00\\n\\'\"' } for n in range(5000)]"),
            Task(id="nothing", code="print('no value')"),
            Task(
                id="sum",
                code=SUM,
                after=["rows", "nothing"],
                inputs={"add": 7},
            ),
        ]
    )

    assert results["sum"].data == [12497500, "ä😀\n'\"", None, 7]
    assert results["sum"].stats.tokens_out < 30


@pytest.mark.parametrize(
    ("code", "line"),
    [
        ("x = 1\nraise ValueError(inputs['n'])", 2),
        ("\nraise ValueError(inputs['n'])", 2),
        ("for n in [1]:\n    raise ValueError(inputs['n'])", 2),
        ('"""Doc."""\nfrom __future__ import annotations\nraise ValueError(inputs["n"])', 3),
        ("# a comment\n\nraise ValueError(inputs['n'])", 3),
    ],
)
async def test_inputs_do_not_move_the_lines_that_an_error_names(tasks: Tasks, code: str, line: int) -> None:
    result = await tasks.execute(Task(id="lines", code=code, inputs={"n": 5, "secret": "not to be shown"}))

    assert result.outcome is not None
    assert result.outcome.fault is not None
    assert result.reason == "ValueError: 5"
    assert f"line {line}," in result.outcome.fault.traceback
    assert f"line {line}," in result.text
    assert "not to be shown" not in result.text


async def test_a_value_that_did_not_fit_is_not_handed_on_in_part(tasks: Tasks) -> None:
    results = await tasks.run(
        [
            Task(id="large", code="return ['x' * 1000] * 3000", limits=Limits(message_mb=1)),
            Task(id="next", code="return len(inputs['large'])", after=["large"]),
        ]
    )

    assert (results["large"].status, results["next"].status) == ("done", "skipped")
    assert "too large to be handed on: The whole value" in results["next"].reason


async def test_everything_that_is_missing_is_told_at_once_and_nothing_runs(tasks: Tasks) -> None:
    with pytest.raises(Unmet) as unmet:
        await tasks.run(
            [
                Task(id="a", code="1", required_tools=["githob", "tracker.create_isue", "tracker.create_issue"]),
                Task(id="b", code="1", required_tools=["tracker.delete_issue", "broken-one", "mail.send", "tracker"]),
                Task(id="c", code="1", required_tools=["tracker.create_issue"], read_only=True),
            ]
        )
    left = await tasks.list(limit=1)

    text = str(unmet.value)
    assert len(unmet.value.problems) == 6
    assert "there is no tool 'githob'" in text
    assert "nearest: tracker.create_issue" in text
    assert "tracker.delete_issue is denied by the policy" in text
    assert "`a-command-that-is-not-there` was not found" in text
    assert "server 'mail' cannot be used: MAIL_KEY is not set (task 'b')" in text
    assert "tracker.create_issue changes something, and the task may only look (read_only) (task 'c')" in text
    assert [one.id for one in left if one.id in "abc"] == []


async def test_one_program_over_many_inputs(gate: Gateway) -> None:
    projects = ["SHOP", "PAY", "NOPE", "MOB"]
    heard: list[tuple[int, int, int | None]] = []

    def hear(progress: Progress) -> None:
        heard.append((progress.done, progress.failed, progress.total))

    results = await gate.map(COUNT, [{"project": name} for name in projects], concurrency=2, on_progress=hear)

    assert [result.status for result in results] == ["done", "done", "failed", "done"]
    assert results[0].data == 60
    assert [done for done, _, _ in heard] == [1, 2, 3, 4]
    assert heard[-1] == (4, 1, 4)


async def test_a_task_that_reaches_a_limit_or_ends_its_own_process_touches_no_other(tasks: Tasks) -> None:
    bad = [
        Task(id="memory", code="x = 'x' * 400_000_000", agent="a", limits=Limits(memory_mb=64)),
        Task(id="time", code="while True: pass", agent="a", limits=Limits(time_seconds=0.5)),
        Task(id="exit", code="import os; os._exit(3)", agent="a"),
        Task(id="output", code="while True: print('x' * 1000)", agent="a", limits=Limits(time_seconds=0.5)),
    ]
    good = [Task(id=f"good-{n}", code="return inputs['n']", inputs={"n": n}, agent="b") for n in range(10)]

    with anyio.fail_after(60):
        results = await tasks.run([*bad, *good])

    assert {results[task.id].status for task in bad} == {"failed"}
    assert [results[task.id].data for task in good] == list(range(10))


async def test_a_task_that_wrote_and_then_failed_has_written_once(tasks: Tasks) -> None:
    code = (
        "from servers.tracker import create_issue\nawait create_issue('OPS', 'written once')\nraise ValueError('then')"
    )
    search = "from servers.tracker import search_issues\nreturn len(await search_issues('written once'))"

    result = await tasks.execute(Task(id="writes", code=code, retries=3, retry_seconds=0))
    found = await tasks.execute(Task(id="looks", code=search))

    assert (result.status, result.stats.attempts, found.data) == ("failed", 1, 1)


async def test_cancelling_ends_the_program_itself(tasks: Tasks) -> None:
    await tasks.submit(Task(id="sleeps", code="import time; time.sleep(600)"))
    with anyio.fail_after(20):
        while tasks.stats["running"] == 0:  # noqa: ASYNC110 - it happens behind everyone's back
            await anyio.sleep(0.01)
        tasks.cancel("sleeps")
        result = await tasks.wait("sleeps")

    assert result.status == "cancelled"


async def test_a_skill_is_saved_found_and_run_with_arguments(tasks: Tasks) -> None:
    saved = await tasks.skills.save("total_of", SKILL, "Count the issues of a project", ["tracker"])
    result = await tasks.skills.run("total_of", {"project": "SHOP"})
    wrong = await tasks.skills.run("total_of", {"projekt": "SHOP"})
    await tasks.skills.save("no_words", "def no_words() -> int:\n    return 3\n", "Gives three")
    three = await tasks.skills.run("no_words")
    found = await tasks.skills.search("count issues")

    assert (saved.state, result.status, result.data) == ("draft", "done", 60)
    assert three.data == 3
    assert "projekt" in wrong.reason
    assert [(skill.name, skill.importable) for skill in found] == [("total_of", True)]
    with pytest.raises(BadArguments):
        await tasks.skills.run("never_saved")


async def test_files_of_one_agent_reach_the_programs_of_another(tasks: Tasks) -> None:
    write = "open('workspace/leads.csv', 'w').write('a,b')\nreturn 1"
    read = "return open('workspace/from/writer/leads.csv').read()"

    await tasks.execute(Task(id="w", code=write, session="writer"))
    early = await tasks.execute(Task(id="r", code=read, session="reader"))
    await tasks.hand_over(["leads.csv"], "writer", "reader")
    result = await tasks.execute(Task(id="r", code=read, session="reader"))

    assert (early.status, result.data) == ("failed", "a,b")


async def test_hundreds_of_real_tasks_of_many_agents_all_end(tasks: Tasks) -> None:
    results: dict[int, list[Result]] = {}

    async def agent(number: int) -> None:
        task = Task(id=f"agent-{number}", agent=str(number), code="return inputs['n'] * 2")
        results[number] = await tasks.map(task, [{"n": n} for n in range(40)], concurrency=8)

    with anyio.fail_after(120):
        async with anyio.create_task_group() as agents:
            for number in range(5):
                agents.start_soon(agent, number)

    assert [[result.data for result in found] for found in results.values()] == [[2 * n for n in range(40)]] * 5


async def test_a_task_whose_gateway_was_killed_is_interrupted(tmp_path: Path) -> None:
    async with await anyio.open_process([sys.executable, "-c", KILLED, str(tmp_path)], stderr=None) as process:
        assert process.stdout
        with anyio.fail_after(60):
            ready = await process.stdout.receive()
        process.kill()

    settings = Config(state_dir=tmp_path, sandbox=SandboxOptions(spares=0))
    async with sandgate.open(settings) as gate, Tasks(gate, workspaces_of(settings)) as tasks:
        stands = await tasks.status("long")

    assert (ready.strip(), stands.status) == (b"ready", "interrupted")
