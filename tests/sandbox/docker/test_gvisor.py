"""What is different where gVisor's kernel stands between a program and the machine's. Skipped where it is not there.

The promises of all backends take minutes there: `make probes` tries them, in `gvisor_conformance.py`.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Generator
from contextlib import suppress

import anyio
import pytest

from sandgate.model import Limits, Outcome, Program
from sandgate.sandbox import bridge
from sandgate.sandbox.box import Answer, Clock, Listeners, Request
from sandgate.sandbox.docker import image
from sandgate.sandbox.docker.backend import DockerBackend
from sandgate.sandbox.docker.engine import Engine, EngineRefused
from sandgate.sandbox.docker.selftest import failing
from sandgate.sandbox.remote import packets
from tests.sandbox.pairs import written

from .daemon import Daemon, Unavailable, own_daemon

pytestmark = pytest.mark.anyio
LIMITS = Limits(time_seconds=30, memory_mb=128, disk_mb=8, workspace_mb=8, workspace_files=50, processes=16)
GVISORS_RELEASE = "4.4.0"
"""What its kernel says of itself, whatever the machine's is."""
FORKS = """
import os
made = []
try:
    for _ in range(200):
        if (child := os.fork()) == 0:
            os.read(0, 1)
            os._exit(0)
        made.append(child)
except OSError as error:
    made.append(error.errno)
len(made)
"""

HOARDS = """
import os, time
for _ in range(12):
    if os.fork() == 0:
        hoard = bytearray(100 * 2**20)
        hoard[::4096] = b"x" * len(hoard[::4096])
        time.sleep(60)
time.sleep(60)
"""

OUTLIVES = f"""
import json, os, signal, struct, time
os.kill(1, signal.SIGSTOP)
body = json.dumps({{"status": 0, "empty": True}}).encode()
line = os.open("/proc/1/fd/1", os.O_WRONLY)
os.write(line, struct.pack(">BI", {packets.ENDED}, len(body)) + body)
time.sleep(600)
"""


@pytest.fixture(scope="module")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="module")
def daemon() -> Generator[Daemon]:
    try:
        with own_daemon(gvisor=True) as daemon:
            anyio.run(image.build, Engine(daemon.socket))
            yield daemon
    except Unavailable as reason:
        pytest.skip(f"no container engine with gVisor: {reason}")


@pytest.fixture(scope="module")
async def backend(daemon: Daemon, tmp_path_factory: pytest.TempPathFactory) -> AsyncGenerator[DockerBackend]:
    folder = tmp_path_factory.mktemp("wrappers")
    folder.chmod(0o755)
    wrappers = await written(folder)
    backend = DockerBackend(wrappers["python"], socket=daemon.socket, runtime="runsc")
    yield backend
    await backend.close()


async def run(backend: DockerBackend, code: str, limits: Limits = LIMITS) -> Outcome:
    with anyio.fail_after(60):
        worker = await backend.spawn(limits)
        return await bridge.run(worker, Program(code=code, limits=limits), Listeners(_no_tools))


async def _no_tools(request: Request, _: Clock) -> Answer:
    raise AssertionError(f"nobody was to ask for {request}")


async def test_programs_meet_gvisors_kernel_and_not_the_machines(backend: DockerBackend) -> None:
    outcome = await run(backend, "import platform\nplatform.release()")

    assert outcome.value == GVISORS_RELEASE
    assert backend.name == "docker/runsc"


async def test_its_walls_stand_their_own_trial(backend: DockerBackend) -> None:
    assert await failing(backend) == []


async def test_a_program_that_takes_too_long_is_ended(backend: DockerBackend) -> None:
    outcome = await run(backend, "while True: pass", Limits(time_seconds=1, cpu_seconds=60))

    assert outcome.status == "timeout"


async def test_a_program_that_takes_too_much_memory_is_refused_it(backend: DockerBackend) -> None:
    outcome = await run(backend, "len(bytearray(512 * 2**20))")

    assert outcome.status == "memory"


async def test_processes_that_take_too_much_memory_together_are_ended_for_it_though_gvisor_ends_with_them(
    backend: DockerBackend,
) -> None:
    outcome = await run(backend, HOARDS)

    assert outcome.status in ("memory", "timeout"), "a busy machine can take longer over it than the program has"
    assert outcome.fault is not None
    assert outcome.fault.type == "LimitReached"


async def test_a_program_that_forks_without_end_is_held_to_its_processes(backend: DockerBackend) -> None:
    outcome = await run(backend, FORKS)

    assert isinstance(outcome.value, int)
    assert outcome.value <= LIMITS.processes


async def test_a_program_that_stops_the_first_process_and_speaks_for_it_does_not_outlive_its_run(
    backend: DockerBackend,
) -> None:
    worker = await backend.spawn(LIMITS)

    with anyio.fail_after(60):
        outcome = await bridge.run(worker, Program(code=OUTLIVES, limits=LIMITS), Listeners(_no_tools))
        with suppress(EngineRefused):  # it was faster
            await backend.engine.ask("POST", f"/containers/{worker.container}/wait", condition="removed")

    assert outcome.status == "killed"
