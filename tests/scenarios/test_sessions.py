"""Sessions that keep variables: what stays, who sees it, how many there are, and what is said when one is gone."""

from __future__ import annotations

import os
import signal
from collections.abc import AsyncGenerator
from pathlib import Path

import anyio
import pytest
from mcp import Client

from .gate import MARK, Gate, Mode, refused, unruly
from .processes import Watched
from .programs import done, failing, run, until_marked, valued
from .standing import Standing, standing_at, unused_name

pytestmark = pytest.mark.anyio
BOTH_ERAS = pytest.mark.parametrize("mode", ["auto", "legacy"])


MOST = 3
TIGHT = {"sessions.most": MOST, "sandbox.concurrent_runs": 4, "limits.memory_mb": 256, "limits.time_seconds": 5}


@pytest.fixture(scope="module")
async def tight(tmp_path_factory: pytest.TempPathFactory) -> AsyncGenerator[Standing]:
    """A gateway that has little of everything."""
    folder = tmp_path_factory.mktemp("tight")
    gate = Gate(folder, folder / "state")
    gate.configure({"unruly": unruly()}, TIGHT)
    async with standing_at(gate) as found:
        yield found


@pytest.fixture
async def tight_client(tight: Standing) -> AsyncGenerator[Client]:
    async with tight.client() as client:
        yield client


async def call_tool(client: Client, tool: str, **arguments: object) -> str:
    """Have a program without a session call a tool."""
    return await run(client, f"await call_mcp_tool('unruly.{tool}', {arguments!r})")


def busy(name: str) -> str:
    """A program that says when it has begun, and ends when it is told to."""
    begin, end = f"await sleep(seconds=0, name='{name} at work')", f"await wait_for(event='{name} over begun')"
    return f"from servers.unruly import sleep, wait_for\n{begin}\n{end}"


@BOTH_ERAS
async def test_variables_imports_functions_and_results_of_tools_stay(standing: Standing, name: str, mode: Mode) -> None:
    first = """
import math
from servers.unruly import echo
rows = (await echo(value={'rows': [3, 1, 2]}))['rows']
def largest(): return max(rows) * factor
factor = math.floor(2.5)
"""
    async with standing.client(mode) as client:
        begun = await run(client, first, session=name)
        used = await run(client, "[largest(), math.pi > 3, await echo(value={'r': rows})]", session=name)
        clean = await failing(client, "rows")

    assert f"session '{name}': variables and files stay (program 1)" in begun
    assert valued(used) == '[6,true,{"r":[3,1,2]}]'
    assert "(program 2)" in used
    assert "NameError" in clean


async def test_a_failing_program_leaves_the_variables(client: Client, name: str) -> None:
    await run(client, "x = 1", session=name)
    failed = await failing(client, "x = 2\n1 / 0", session=name)
    after = await run(client, "x", session=name)

    assert "ZeroDivisionError" in failed
    assert "variables and files stay" in failed
    assert valued(after) == "2"


async def test_sessions_cannot_see_each_others_variables(client: Client, name: str) -> None:
    plant = "import builtins, os, sys\nsecret = 'mine'\nbuiltins.secret = sys.secret = os.environ['SECRET'] = 'mine'"
    seen = "['secret' in globals(), hasattr(sys, 'secret'), 'SECRET' in os.environ, len(os.listdir('/tmp'))]"
    look = f"import os, sys\n{seen}"

    await run(client, f"{plant}\nopen('/tmp/secret', 'w').write('x')", session=name)
    others = [await run(client, look, session=one) for one in (unused_name(), name.title(), f"{name}.", f"{name}-1")]
    none = await run(client, look)

    assert [valued(answer) for answer in others] == ["[false,false,false,0]"] * 4
    assert none == "[false,false,false,0]"


@BOTH_ERAS
async def test_state_survives_a_client_that_comes_again(standing: Standing, name: str, mode: Mode) -> None:
    async with standing.client(mode) as first:
        await run(first, "x = 41\nopen('workspace/a', 'w').write('file')", session=name)
    async with standing.client(mode) as second:
        answer = await run(second, "[x + 1, open('workspace/a').read()]", session=name)

    assert valued(answer) == '[42,"file"]'
    assert "(program 2)" in answer


async def test_files_survive_the_gateway_and_variables_do_not(fresh_gate: Gate) -> None:
    fresh_gate.configure({})
    async with fresh_gate.client() as first:
        await run(first, "x = 1\nopen('workspace/a', 'w').write('file')", session="work")
    async with fresh_gate.client() as second:
        missing = await failing(second, "x", session="work")
        file = await run(second, "open('workspace/a').read()", session="work")

    assert "NameError" in missing
    assert "(program 1)" in missing
    assert valued(file) == "file"


async def test_nobody_is_told_the_names_of_sessions_that_are_all_it_needs_to_be_in_one(client: Client) -> None:
    name = "nobody-guesses-this"
    await run(client, "secret = 42", session=name)

    stats = await client.call_tool("get_execution_stats", {})

    assert '"sessions"' in stats.model_dump_json().replace("\\", "")
    assert name not in stats.model_dump_json()


async def test_of_seven_sessions_the_oldest_go_first_and_say_what_was_lost(tight_client: Client) -> None:
    names = [unused_name() for _ in range(7)]
    for name in names:
        await run(tight_client, f"x = '{name}'\nopen('workspace/a', 'w').write('{name}')", session=name)
    kept = [await run(tight_client, "x", session=name) for name in names[-MOST:]]
    look = "['x' in globals(), open('workspace/a').read()]"
    lost = [await run(tight_client, look, session=name) for name in names[:-MOST]]

    assert [valued(answer) for answer in kept] == names[-MOST:]
    assert [valued(answer) for answer in lost] == [f'[false,"{name}"]' for name in names[:-MOST]]
    for name, answer in zip(names, lost, strict=False):
        told = f"session '{name}' begins anew: more than 3 sessions were in use (sessions.most)"
        assert f"{told}; its variables are gone, its files are there" in answer


async def test_a_session_that_is_used_again_is_not_the_oldest(tight_client: Client) -> None:
    a, b, c, d = (unused_name() for _ in range(4))
    for name in (a, b, c, a, d):
        await run(tight_client, f"x = '{name}'", session=name)
    kept = await run(tight_client, "x", session=a)
    lost = await failing(tight_client, "x", session=b)

    assert valued(kept) == a
    assert "begins anew: more than 3 sessions were in use" in lost


async def test_when_all_sessions_are_at_work_a_further_one_is_told_so(tight_client: Client) -> None:
    names, answers = [unused_name() for _ in range(MOST)], list[str]()
    async with anyio.create_task_group() as tasks:
        for name in names:
            tasks.start_soon(lambda name: run(tight_client, busy(name), session=name), name)
        for name in names:
            await call_tool(tight_client, "wait_for", event=f"{name} at work begun")
        answers.append(await refused(tight_client, "execute_code", code="print('ran')", session=unused_name()))
        for name in names:
            await call_tool(tight_client, "sleep", seconds=0, name=f"{name} over")

    assert "3 sessions are at work, and no more may be: wait for one, or raise sessions.most" in answers[0]
    assert "ran" not in answers[0]


@pytest.mark.parametrize(
    ("death", "kind"),
    [
        ("import os; os._exit(3)", "(Exit)"),
        ("import os, signal; os.kill(os.getpid(), signal.SIGKILL)", "(SIGKILL)"),
        ("while True: pass", "(Timeout)"),
    ],
)
async def test_a_session_that_died_says_what_was_lost(tight_client: Client, name: str, death: str, kind: str) -> None:
    await run(tight_client, "x = 1\nopen('workspace/a', 'w').write('file')", session=name)
    died = await failing(tight_client, f"open('workspace/b', 'w').write('last')\n{death}", session=name)
    after = await run(tight_client, "['x' in globals(), *(open(f'workspace/{n}').read() for n in 'ab')]", session=name)
    then = await run(tight_client, "1", session=name)

    assert f"session '{name}' ended with this program {kind}: its variables are gone, its files are there" in died
    assert f"session '{name}' begins anew: its program 2 ended it; its variables are gone" in after
    assert valued(after) == '[false,"file","last"]'
    assert "begins anew" not in then


async def test_a_session_whose_process_ends_between_two_programs_says_so(
    standing: Standing, client: Client, name: str
) -> None:
    await run(client, f"{MARK}\nx = 1", session=name)
    with Watched(await until_marked(standing.gate)) as worker:
        for pid in worker.pids:
            os.kill(pid, signal.SIGKILL)
        await worker.gone()
    after = await failing(client, "x", session=name)

    assert f"session '{name}' begins anew: its process ended; its variables are gone, its files are there" in after


async def test_a_request_that_is_given_up_ends_its_session_and_that_is_said(client: Client, name: str) -> None:
    await run(client, "x = 1\nopen('workspace/a', 'w').write('file')", session=name)
    with anyio.CancelScope() as scope:

        async def printed(progress: float, total: float | None, message: str | None) -> None:
            del progress, total, message
            scope.cancel()

        code = f"{MARK}\nimport time\nprint('at work')\ntime.sleep(60)"
        arguments = {"code": code, "session": name}
        await client.call_tool("execute_code", arguments, progress_callback=printed)
    after = await run(client, "['x' in globals(), open('workspace/a').read()]", session=name)

    assert valued(after) == '[false,"file"]'
    assert f"session '{name}' begins anew: " in after


async def test_a_session_that_nobody_uses_lets_its_variables_go(fresh_gate: Gate) -> None:
    fresh_gate.configure({}, {"sessions.idle_minutes": 0.01})
    async with fresh_gate.client() as client:
        await run(client, f"{MARK}\nx = 1\nopen('workspace/a', 'w').write('file')", session="work")
        with Watched(await until_marked(fresh_gate)) as worker:
            await worker.gone()
        after = await run(client, "['x' in globals(), open('workspace/a').read()]", session="work")

    assert valued(after) == '[false,"file"]'
    assert "begins anew: nobody used it for 0.01 minutes (sessions.idle_minutes)" in after


async def test_all_variables_of_a_session_together_are_held_to_the_memory_limit(
    tight_client: Client, name: str
) -> None:
    await run(tight_client, "parts = [bytearray(b'x') * (100 * 2**20)]", session=name)
    over = await failing(tight_client, "for _ in range(9): parts.append(bytearray(b'x') * (50 * 2**20))", session=name)
    other = await run(tight_client, "len(bytearray(100 * 2**20))", session=unused_name())
    after = await run(tight_client, "parts = []\n'alive'", session=name)

    assert "more than 256 MB of memory (limits.memory_mb)" in over
    assert valued(other) == str(100 * 2**20)
    assert valued(after) == "alive"


async def test_programs_of_one_session_run_one_after_another_and_do_not_mix(client: Client, name: str) -> None:
    answers: dict[int, str] = {}

    async def ask(number: int) -> None:
        code = f"""
seen.append('begin')
for _ in range(50):
    print('from {number}')
    await asyncio.sleep(0.001)
seen.append('end')
open('workspace/f{number}', 'w').write('x')
"""
        answers[number] = await run(client, code, session=name)

    await run(client, "seen = []\nimport asyncio", session=name)
    async with anyio.create_task_group() as tasks:
        for number in range(6):
            tasks.start_soon(ask, number)
    order = await run(
        client, "[seen == ['begin', 'end'] * 6, len(__import__('os').listdir('workspace'))]", session=name
    )

    assert valued(order) == "[true,6]"
    for number, answer in answers.items():
        assert [line for line in answer.splitlines() if line.startswith("from")] == [f"from {number}"] * 50


async def test_a_busy_session_does_not_keep_others_from_running(tight_client: Client, name: str) -> None:
    ran: list[str] = []
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(lambda: run(tight_client, busy(name), session=name))
        await call_tool(tight_client, "wait_for", event=f"{name} at work begun")
        for number in range(TIGHT["sandbox.concurrent_runs"] + 1):
            await run(tight_client, f"{number}", session=name, background=True)
        with anyio.move_on_after(30):
            ran.append(await call_tool(tight_client, "sleep", seconds=0, name=f"{name} over"))
        tasks.cancel_scope.cancel()

    assert ran, "programs that wait for their session took the places of others"


async def test_what_a_thread_is_doing_to_the_files_harms_nobody(
    standing: Standing, client: Client, name: str, tmp_path: Path
) -> None:
    """It swaps a folder for a link while files are copied; nothing outside is read or written."""
    secret = tmp_path / "secret"
    secret.mkdir()
    (secret / "f").write_text("secret")
    code = f"""
import os, threading
os.makedirs('workspace/real', exist_ok=True)
open('workspace/real/f', 'w').write('mine')
over = threading.Event()
def swap():
    while not over.is_set():
        try:
            os.rename('workspace/real', 'workspace/aside')
            os.symlink({str(secret)!r}, 'workspace/real')
            os.remove('workspace/real')
            os.rename('workspace/aside', 'workspace/real')
        except OSError:
            pass
threading.Thread(target=swap, daemon=True).start()
"""
    await run(client, code, session=name)
    for number in range(20):
        await client.call_tool("execute_code", {"code": f"x = {number}", "session": name})
    listed = await done(client, "list_workspace_files", session=name)
    other = await run(client, "import os; os.listdir('workspace')", session=unused_name())

    kept = standing.gate.state / "sandgate" / "workspaces" / name / "files"
    assert f"session {name}: " in listed
    assert {path.read_text() for path in kept.rglob("f")} <= {"mine"}
    assert (secret / "f").read_text() == "secret"
    assert [*secret.iterdir()] == [secret / "f"]
    assert valued(other) == "[]"
