"""Programs that take long: how far they are, and how they are left, joined again, and ended."""

from __future__ import annotations

import re
from typing import Any

import anyio
import anyio.lowlevel
import pytest
from mcp import Client

from .gate import MARK, Gate, refused, said
from .processes import Watched
from .programs import call, done, id_of, run, until_marked, valued
from .standing import Standing
from .test_endings import by_hand

pytestmark = pytest.mark.anyio


def waiting(event: str) -> str:
    """A program that waits until something happens."""
    return f"""
from servers.unruly import wait_for
print('before')
progress(1, 2, 'half way')
await wait_for(event='{event} begun')
print('after')
return 'the end'
"""


async def happens(client: Client, event: str) -> None:
    await run(client, f"await call_mcp_tool('unruly.sleep', {{'seconds': 0, 'name': '{event}'}})")


async def so_far(client: Client, id: str, words: str) -> str:
    """How a program stands once it has said something."""
    with anyio.fail_after(20):
        while words not in (answer := await done(client, "get_execution", id=id, wait=0)):
            await anyio.lowlevel.checkpoint()
    return answer


async def test_a_program_is_left_looked_at_and_joined_again(any_client: Client, name: str) -> None:
    id = id_of(await run(any_client, waiting(name), background=True))
    at_work = await so_far(any_client, id, "progress")
    await happens(any_client, name)
    ends = [await done(any_client, "get_execution", id=id) for _ in range(2)]

    assert at_work.startswith("running for ")
    assert "progress: 1 of 2 half way" in at_work
    assert "output so far:\nbefore" in at_work
    assert ends == ["before\nafter\nresult: the end"] * 2


async def test_another_client_can_join_a_program(standing: Standing, name: str) -> None:
    async with standing.client() as first:
        id = id_of(await run(first, waiting(name), background=True, session=name))
    async with standing.client() as second:
        await happens(second, name)
        end = await done(second, "get_execution", id=id)
        kept = await run(second, "1", session=name)

    assert valued(end) == "the end"
    assert "(program 2)" in kept


async def test_the_result_waits_while_other_programs_come_and_go(client: Client) -> None:
    id = id_of(await run(client, f"{MARK}\n'kept'", background=True))
    for number in range(5):
        await run(client, f"{number}")
    end = await done(client, "get_execution", id=id)

    assert end == "kept"


async def test_one_that_fails_says_so_and_which_calls_were_completed(client: Client, name: str) -> None:
    code = """
import asyncio
from servers.unruly import echo, sleep, wait_for
await echo(value=1)
await echo(value=2)
nap = asyncio.create_task(sleep(seconds=60, name=NAP))
await wait_for(event=f'{NAP} begun')
raise ValueError('enough')
"""
    id = id_of(await run(client, f"NAP = '{name}'\n{code}", background=True))
    end = await refused(client, "get_execution", id=id)

    assert "ValueError: enough" in end
    assert "unruly.echo ×2" in end
    assert "unruly.sleep unfinished, with effect unknown" in end


async def test_one_that_is_cancelled_ends_with_all_it_started(standing: Standing, client: Client) -> None:
    code = f"{MARK}\nimport os, time\nif os.fork() == 0:\n    time.sleep(600)\nprint('asleep')\ntime.sleep(600)"
    id = id_of(await run(client, code, background=True))
    await so_far(client, id, "asleep")
    with Watched(await until_marked(standing.gate)) as processes:
        ended = await refused(client, "get_execution", id=id, cancel=True)
        await processes.gone()
    again = await refused(client, "get_execution", id=id)
    after = await run(client, "1 + 1")

    assert "ended" in ended
    assert again.partition("\nrequest: ")[0] == ended.partition("\nrequest: ")[0]
    assert after == "2"


async def test_one_of_a_session_that_is_cancelled_says_what_was_lost(client: Client, name: str) -> None:
    await run(client, "x = 1\nopen('workspace/a', 'w').write('file')", session=name)
    id = id_of(await run(client, "print('asleep')\nimport time; time.sleep(600)", background=True, session=name))
    await so_far(client, id, "asleep")
    await refused(client, "get_execution", id=id, cancel=True)
    after = await run(client, "['x' in globals(), open('workspace/a').read()]", session=name)

    assert valued(after) == '[false,"file"]'
    assert f"session '{name}' begins anew: " in after


async def test_an_unknown_id_is_told_so(client: Client) -> None:
    answer = await refused(client, "get_execution", id="../../etc/passwd" * 1000)

    assert answer.startswith("no program '../../etc/passwd")
    assert len(answer) < 300


async def test_a_long_output_so_far_is_shortened(client: Client, name: str) -> None:
    code = f"for n in range(20_000): print('line', n)\n{waiting(name)}"
    id = id_of(await run(client, code, background=True))
    answer = await so_far(client, id, "before")
    await happens(client, name)
    end = await done(client, "get_execution", id=id)

    assert len(answer) < 5000
    assert re.search(r"\[… [\d,]+ of [\d,]+ lines left out …\]", answer)
    assert valued(end) == "the end"


async def test_progress_arrives_while_the_program_runs_and_only_grows(any_client: Client, name: str) -> None:
    """Each step waits until the one before it was heard: the newest alone is sent to a client that is slow."""
    code = f"""
from servers.unruly import wait_for
print('a line')
await wait_for(event='{name}-0 begun')
for n, step in enumerate((5, 3, 10), 1):
    progress(step, 10, f'at {{step}}')
    await wait_for(event=f'{name}-{{n}} begun')
print('a line more')
await wait_for(event='{name}-4 begun')
"""
    heard: list[tuple[float, float | None, str | None]] = []

    async with anyio.create_task_group() as tasks:

        async def hear(progress: float, total: float | None, message: str | None) -> None:
            tasks.start_soon(happens, any_client, f"{name}-{len(heard)}")
            heard.append((progress, total, message))

        await any_client.call_tool("execute_code", {"code": code}, progress_callback=hear)

    assert [message for _, _, message in heard] == ["a line", "at 5", "at 3", "at 10", "a line more"]
    assert [total for _, total, _ in heard] == [None, 10.0, 10.0, 10.0, 10.0]
    steps = [step for step, _, _ in heard]
    assert steps == sorted(set(steps))
    assert (steps[1], steps[3]) == (5.0, 10.0)


@pytest.mark.parametrize("wrong", ["float('nan')", "float('inf')", "1, float('nan')", "'three'", "10 ** 400"])
async def test_a_progress_that_is_no_number_is_an_error_of_the_program_only(client: Client, wrong: str) -> None:
    code = f"""
try:
    progress({wrong})
except (ValueError, OverflowError) as error:
    result = 'caught'
"""
    answer = await run(client, code)

    assert answer == "caught"


async def test_threads_and_forked_processes_may_tell_progress(client: Client) -> None:
    code = """
import asyncio, os, threading
from servers.unruly import echo
def tell():
    for n in range(2000):
        progress(n, n, 'x' * 200)
threads = [threading.Thread(target=tell) for _ in range(4)]
for thread in threads: thread.start()
for _ in range(20):
    await echo(value='y' * 300_000)
for thread in threads: thread.join()
child = os.fork()
if child == 0:
    progress(1, 1, 'from a child')
    os._exit(0)
os.waitpid(child, 0)
return 'whole'
"""
    answer = await run(client, code)

    assert valued(answer) == "whole"


async def test_a_client_that_does_not_read_keeps_no_program_waiting(fresh_gate: Gate) -> None:
    fresh_gate.configure({})
    code = f"""
{MARK}
import time
for n in range(1500):
    print('line', n, 'x' * 150)
    progress(n, n, 'y' * 200)
    time.sleep(0.001)
"""
    async with by_hand(fresh_gate) as client:
        await client.greet()
        request: dict[str, Any] = {
            "name": "execute_code",
            "arguments": {"code": code, "max_tokens": 100},
            "_meta": {"progressToken": "p"},
        }
        await client.send(id=2, method="tools/call", params=request)
        with Watched(await until_marked(fresh_gate)) as program:
            await program.gone()  # nothing has been read so far
        heard = 0
        while (message := await client.receive()).get("id") != 2:
            heard += 1

    assert message["result"]["isError"] is False
    assert 0 < heard < 1500


async def test_a_program_in_the_background_goes_with_its_gateway(fresh_gate: Gate) -> None:
    fresh_gate.configure({})
    async with fresh_gate.client() as client:
        await run(client, f"{MARK}\nimport time; time.sleep(600)", background=True)
        processes = Watched(await until_marked(fresh_gate))
        processes.__enter__()
    try:
        await processes.gone()
    finally:
        processes.__exit__(None, None, None)


async def test_two_who_wait_for_one_program_both_hear_its_end(client: Client, name: str) -> None:
    ends: list[str] = []
    id = id_of(await run(client, waiting(name), background=True))
    async with anyio.create_task_group() as tasks:

        async def join() -> None:
            ends.append(said(await call(client, "get_execution", id=id, wait=20)))

        for _ in range(3):
            tasks.start_soon(join)
        await so_far(client, id, "progress")
        await happens(client, name)

    assert [valued(end) for end in ends] == ["the end"] * 3


async def test_one_that_is_cancelled_tells_which_calls_it_had_made(client: Client) -> None:
    code = "await call_mcp_tool('unruly.echo', {'value': 1})\nprint('called')\nimport time\ntime.sleep(600)"
    id = id_of(await run(client, code, background=True))
    await so_far(client, id, "called")
    ended = await refused(client, "get_execution", id=id, cancel=True)

    assert "Cancelled: the program was ended, as was asked for" in ended
    assert "Calls before this: unruly.echo completed." in ended


async def test_the_last_of_many_progresses_in_a_moment_is_told(client: Client, name: str) -> None:
    """The program goes on until it was heard."""
    code = f"""
from servers.unruly import wait_for
for n in range(7):
    progress(n, 10, f'at {{n}}')
await wait_for(event='{name} begun')
"""
    heard: list[str | None] = []

    async with anyio.create_task_group() as tasks:

        async def hear(progress: float, total: float | None, message: str | None) -> None:
            assert (progress, total) <= (6.0, 10.0)
            heard.append(message)
            if message == "at 6":
                tasks.start_soon(happens, client, name)

        await client.call_tool("execute_code", {"code": code}, progress_callback=hear)

    assert heard[-1] == "at 6"
