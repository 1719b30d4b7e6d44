"""A zygote is replaced before it is old, when it dies, and takes its runs with it; no two runs are alike."""

from __future__ import annotations

import os
import signal
import sys

import anyio
import pytest

from sandgate.errors import SandboxError
from sandgate.model import Limits
from sandgate.sandbox.process import nursery as process
from sandgate.sandbox.process.backend import ProcessBackend
from sandgate.sandbox.process.zygote import Command, Zygote

from .conformance import run

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.skipif(sys.platform != "linux", reason="the process sandbox is made of Linux namespaces"),
]


async def test_a_zygote_is_replaced_after_some_runs_and_the_old_one_ends(
    walls: ProcessBackend, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(process, "RUNS_PER_ZYGOTE", 2)
    seeds = [(await run(walls, "hash('sandgate')")).value for _ in range(5)]

    assert seeds[0] == seeds[1]
    assert len({str(seed) for seed in seeds}) == 3


async def test_a_worker_of_an_old_zygote_still_serves_and_the_zygote_goes_with_it(
    walls: ProcessBackend, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(process, "RUNS_PER_ZYGOTE", 1)
    waiting = await walls.spawn(Limits())
    old = waiting.nursery.zygote
    await run(walls, "1 + 1")
    was_alive = waiting.alive
    await waiting.end()
    await waiting.forget()
    await waiting.output.aclose()

    assert was_alive
    assert not old.alive


async def test_a_zygote_that_died_is_replaced(walls: ProcessBackend) -> None:
    worker = await walls.spawn(Limits())
    os.kill(worker.nursery.zygote.process.pid, signal.SIGKILL)
    with anyio.fail_after(10):
        await anyio.wait_readable(worker.handle)  # its runs go with it

    assert not worker.alive
    await worker.end()
    await worker.forget()
    await worker.output.aclose()
    assert (await run(walls, "1 + 1")).value == 2


async def test_random_numbers_and_ids_differ_from_run_to_run(walls: ProcessBackend) -> None:
    code = "import random, secrets, tempfile, uuid\n[random.random(), secrets.token_hex(8), str(uuid.uuid4())]"
    found = [(await run(walls, code)).value for _ in range(3)]

    assert len({str(value) for value in found}) == 3


async def test_a_program_cannot_reach_the_zygote(walls: ProcessBackend) -> None:
    code = "import os\n[os.getppid(), sorted(int(p) for p in os.listdir('/proc') if p.isdigit())]"

    assert (await run(walls, code)).value == [1, [1, 2]]


async def test_a_launcher_that_ends_before_it_is_told_anything_is_quoted(monkeypatch: pytest.MonkeyPatch) -> None:
    started = Zygote._started  # pyright: ignore[reportPrivateUsage] - the moment between start and first order

    def ended_at_once(command: Command) -> Zygote:
        zygote = started(command)
        zygote.process.wait(10)
        return zygote

    monkeypatch.setattr(Zygote, "_started", ended_at_once)
    words = [sys.executable, "-c", "import sys; sys.exit('no walls today')"]

    with pytest.raises(SandboxError, match=r"the sandbox ended before it was ready\. no walls today"):
        await Zygote.start(Command(words), {})
