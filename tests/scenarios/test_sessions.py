"""Sessions that keep variables: what stays, who sees it, how many there are, and what is said when one is gone."""

from __future__ import annotations

from pathlib import Path

import anyio
import pytest
from mcp import Client

from .gate import MARK, Gate, Mode, refused, unruly
from .processes import Watched
from .programs import done, failing, run, until_marked, valued

pytestmark = pytest.mark.anyio
BOTH_ERAS = pytest.mark.parametrize("mode", ["auto", "legacy"])


@pytest.fixture
def alone(fresh_gate: Gate) -> Gate:
    """A gateway with a state folder of its own."""
    fresh_gate.configure({"unruly": unruly()}, {"limits.time_seconds": 20})
    return fresh_gate


@BOTH_ERAS
async def test_variables_imports_functions_and_results_of_tools_stay(alone: Gate, mode: Mode) -> None:
    first = """
import math
from servers.unruly import echo
rows = (await echo(value={'rows': [3, 1, 2]}))['rows']
def largest(): return max(rows) * factor
factor = math.floor(2.5)
"""
    async with alone.client(mode) as client:
        begun = await run(client, first, session="work")
        used = await run(client, "[largest(), math.pi > 3, await echo(value={'r': rows})]", session="work")
        clean = await failing(client, "rows")

    assert "session 'work': variables and files stay (program 1)" in begun
    assert valued(used) == '[6,true,{"r":[3,1,2]}]'
    assert "(program 2)" in used
    assert "NameError" in clean


async def test_a_failing_program_leaves_the_variables(alone: Gate) -> None:
    async with alone.client() as client:
        await run(client, "x = 1", session="work")
        failed = await failing(client, "x = 2\n1 / 0", session="work")
        after = await run(client, "x", session="work")

    assert "ZeroDivisionError" in failed
    assert "variables and files stay" in failed
    assert valued(after) == "2"


async def test_sessions_cannot_see_each_others_variables(alone: Gate) -> None:
    plant = "import builtins, os, sys\nsecret = 'mine'\nbuiltins.secret = sys.secret = os.environ['SECRET'] = 'mine'"
    seen = "['secret' in globals(), hasattr(sys, 'secret'), 'SECRET' in os.environ, len(os.listdir('/tmp'))]"
    look = f"import os, sys\n{seen}"

    async with alone.client() as client:
        await run(client, f"{plant}\nopen('/tmp/secret', 'w').write('x')", session="one")
        others = [await run(client, look, session=name) for name in ("two", "One", "one.", "one-1")]
        none = await run(client, look)

    assert [valued(answer) for answer in others] == ["[false,false,false,0]"] * 4
    assert none == "[false,false,false,0]"


@BOTH_ERAS
async def test_state_survives_a_client_that_comes_again(alone: Gate, mode: Mode) -> None:
    async with alone.http() as url:
        async with Client(url, mode=mode) as first:
            await run(first, "x = 41\nopen('workspace/a', 'w').write('file')", session="work")
        async with Client(url, mode=mode) as second:
            answer = await run(second, "[x + 1, open('workspace/a').read()]", session="work")

    assert valued(answer) == '[42,"file"]'
    assert "(program 2)" in answer


async def test_files_survive_the_gateway_and_variables_do_not(alone: Gate) -> None:
    async with alone.client() as first:
        await run(first, "x = 1\nopen('workspace/a', 'w').write('file')", session="work")
    async with alone.client() as second:
        missing = await failing(second, "x", session="work")
        file = await run(second, "open('workspace/a').read()", session="work")

    assert "NameError" in missing
    assert "(program 1)" in missing
    assert valued(file) == "file"


async def test_of_ten_sessions_the_oldest_go_first_and_say_what_was_lost(fresh_gate: Gate) -> None:
    fresh_gate.configure({}, {"sessions.most": 3})
    async with fresh_gate.client() as client:
        for number in range(10):
            await run(client, f"x = {number}\nopen('workspace/a', 'w').write('{number}')", session=f"s{number}")
        kept = [await run(client, "x", session=f"s{number}") for number in (7, 8, 9)]
        lost = [
            await run(client, "['x' in globals(), open('workspace/a').read()]", session=f"s{number}")
            for number in range(7)
        ]

    assert [valued(answer) for answer in kept] == ["7", "8", "9"]
    assert [valued(answer) for answer in lost] == [f'[false,"{number}"]' for number in range(7)]
    for number, answer in enumerate(lost):
        told = f"session 's{number}' begins anew: more than 3 sessions were in use (sessions.most)"
        assert f"{told}; its variables are gone, its files are there" in answer


async def test_a_session_that_is_used_again_is_not_the_oldest(fresh_gate: Gate) -> None:
    fresh_gate.configure({}, {"sessions.most": 2})
    async with fresh_gate.client() as client:
        for name in ("a", "b", "a", "c"):
            await run(client, f"x = '{name}'", session=name)
        kept = await run(client, "x", session="a")
        lost = await failing(client, "x", session="b")

    assert valued(kept) == "a"
    assert "begins anew: more than 2 sessions were in use" in lost


async def test_when_all_sessions_are_at_work_a_further_one_is_told_so(fresh_gate: Gate) -> None:
    fresh_gate.configure({"unruly": unruly()}, {"sessions.most": 1})
    async with fresh_gate.client() as client, anyio.create_task_group() as tasks:
        busy = f"{MARK}\nfrom servers.unruly import wait_for\nawait wait_for(event='go begun')"
        tasks.start_soon(lambda: run(client, busy, session="busy"))
        await until_marked(fresh_gate)
        answer = await refused(client, "execute_code", code="print('ran')", session="other")
        await run(client, "from servers.unruly import sleep\nawait sleep(seconds=0, name='go')")

        assert "1 sessions are at work, and no more may be: wait for one, or raise sessions.most" in answer
        assert "ran" not in answer


@pytest.mark.parametrize(
    ("death", "kind"),
    [
        ("import os; os._exit(3)", "(Exit)"),
        ("import os, signal; os.kill(os.getpid(), signal.SIGKILL)", "(SIGKILL)"),
        ("while True: pass", "(Timeout)"),
    ],
)
async def test_a_session_that_died_says_what_was_lost(fresh_gate: Gate, death: str, kind: str) -> None:
    fresh_gate.configure({}, {"limits.time_seconds": 2})
    async with fresh_gate.client() as client:
        await run(client, "x = 1\nopen('workspace/a', 'w').write('file')", session="work")
        died = await failing(client, f"open('workspace/b', 'w').write('last')\n{death}", session="work")
        after = await run(client, "['x' in globals(), *(open(f'workspace/{n}').read() for n in 'ab')]", session="work")
        then = await run(client, "1", session="work")

    assert f"session 'work' ended with this program {kind}: its variables are gone, its files are there" in died
    assert "session 'work' begins anew: its program 2 ended it; its variables are gone" in after
    assert valued(after) == '[false,"file","last"]'
    assert "begins anew" not in then


async def test_a_session_whose_process_ends_between_two_programs_says_so(alone: Gate) -> None:
    code = f"{MARK}\nimport os, threading\nthreading.Timer(0.3, os._exit, [1]).start()\nx = 1"
    async with alone.client() as client:
        await run(client, code, session="work")
        with Watched(await until_marked(alone)) as worker:
            await worker.gone()
        after = await failing(client, "x", session="work")

    assert "session 'work' begins anew: its process ended; its variables are gone, its files are there" in after


async def test_a_request_that_is_given_up_ends_its_session_and_that_is_said(alone: Gate) -> None:
    async with alone.client() as client:
        await run(client, "x = 1\nopen('workspace/a', 'w').write('file')", session="work")
        with anyio.CancelScope() as scope:

            async def printed(progress: float, total: float | None, message: str | None) -> None:
                del progress, total, message
                scope.cancel()

            code = f"{MARK}\nimport time\nprint('at work')\ntime.sleep(60)"
            arguments = {"code": code, "session": "work"}
            await client.call_tool("execute_code", arguments, progress_callback=printed)
        after = await run(client, "['x' in globals(), open('workspace/a').read()]", session="work")

    assert valued(after) == '[false,"file"]'
    assert "session 'work' begins anew: " in after


async def test_a_session_that_nobody_uses_lets_its_variables_go(fresh_gate: Gate) -> None:
    fresh_gate.configure({}, {"sessions.idle_minutes": 0.01})
    async with fresh_gate.client() as client:
        await run(client, f"{MARK}\nx = 1\nopen('workspace/a', 'w').write('file')", session="work")
        with Watched(await until_marked(fresh_gate)) as worker:
            await worker.gone(within=30)
        after = await run(client, "['x' in globals(), open('workspace/a').read()]", session="work")

    assert valued(after) == '[false,"file"]'
    assert "begins anew: nobody used it for 0.01 minutes (sessions.idle_minutes)" in after


async def test_all_variables_of_a_session_together_are_held_to_the_memory_limit(fresh_gate: Gate) -> None:
    fresh_gate.configure({}, {"limits.memory_mb": 256})
    async with fresh_gate.client() as client:
        await run(client, "parts = [bytearray(b'x') * (100 * 2**20)]", session="work")
        over = await failing(client, "for _ in range(9): parts.append(bytearray(b'x') * (50 * 2**20))", session="work")
        other = await run(client, "len(bytearray(100 * 2**20))", session="other")
        after = await run(client, "parts = []\n'alive'", session="work")

    assert "more than 256 MB of memory (limits.memory_mb)" in over
    assert valued(other) == str(100 * 2**20)
    assert valued(after) == "alive"


async def test_programs_of_one_session_run_one_after_another_and_do_not_mix(alone: Gate) -> None:
    answers: dict[int, str] = {}
    async with alone.client() as client:
        await run(client, "seen = []\nimport asyncio", session="work")

        async def ask(number: int) -> None:
            code = f"""
seen.append('begin')
for _ in range(50):
    print('from {number}')
    await asyncio.sleep(0.001)
seen.append('end')
open('workspace/f{number}', 'w').write('x')
"""
            answers[number] = await run(client, code, session="work")

        async with anyio.create_task_group() as tasks:
            for number in range(6):
                tasks.start_soon(ask, number)
        order = await run(
            client, "[seen == ['begin', 'end'] * 6, len(__import__('os').listdir('workspace'))]", session="work"
        )

    assert valued(order) == "[true,6]"
    for number, answer in answers.items():
        assert [line for line in answer.splitlines() if line.startswith("from")] == [f"from {number}"] * 50


async def test_a_busy_session_does_not_keep_others_from_running(fresh_gate: Gate) -> None:
    fresh_gate.configure({"unruly": unruly()}, {"sandbox.concurrent_runs": 2})
    busy = f"{MARK}\nfrom servers.unruly import wait_for\nawait wait_for(event='go begun')"
    ran: list[str] = []
    async with fresh_gate.client() as client, anyio.create_task_group() as tasks:
        tasks.start_soon(lambda: run(client, busy, session="busy"))
        await until_marked(fresh_gate)
        for number in range(3):
            await run(client, f"{number}", session="busy", background=True)
        with anyio.move_on_after(10):
            ran.append(await run(client, "from servers.unruly import sleep\nawait sleep(seconds=0, name='go')"))
        tasks.cancel_scope.cancel()

    assert ran, "programs that wait for their session took the places of others"


async def test_what_a_thread_is_doing_to_the_files_harms_nobody(alone: Gate, tmp_path: Path) -> None:
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
    async with alone.client() as client:
        await run(client, code, session="work")
        for number in range(20):
            await client.call_tool("execute_code", {"code": f"x = {number}", "session": "work"})
        listed = await done(client, "list_workspace_files", session="work")
        other = await run(client, "import os; os.listdir('workspace')", session="other")

    kept = alone.state / "sandgate" / "workspaces" / "work" / "files"
    assert "session work: " in listed
    assert {path.read_text() for path in kept.rglob("f")} <= {"mine"}
    assert (secret / "f").read_text() == "secret"
    assert [*secret.iterdir()] == [secret / "f"]
    assert valued(other) == "[]"
