"""The other engine: what Podman does in its own way. Skipped where it is not there.

The promises of all backends take a minute there: `make probes` tries them, in `podman_conformance.py`.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Generator
from pathlib import Path

import anyio
import pytest

from sandgate.errors import SandboxError
from sandgate.model import Limits, Outcome, Program
from sandgate.sandbox import bridge
from sandgate.sandbox.box import Answer, Clock, Listeners, Request
from sandgate.sandbox.docker import image
from sandgate.sandbox.docker.backend import DockerBackend
from sandgate.sandbox.docker.engine import Engine
from sandgate.sandbox.docker.selftest import failing
from sandgate.sandbox.docker.worker import DockerWorker
from tests.sandbox.pairs import written

from .daemon import Unavailable
from .podman import own_podman

pytestmark = pytest.mark.anyio
LIMITS = Limits(time_seconds=20, memory_mb=128, disk_mb=8, workspace_mb=8, workspace_files=50, processes=16)
NAMESPACES = ("ipc", "mnt", "net", "pid", "uts")
"""Podman cannot be asked for one of control groups in Docker's words; Landlock hides what it would."""


@pytest.fixture(scope="module")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="module")
def podman() -> Generator[str]:
    try:
        with own_podman() as socket:
            anyio.run(image.build, Engine(socket))
            yield socket
    except Unavailable as reason:
        pytest.skip(f"no Podman: {reason}")


@pytest.fixture(scope="module")
async def backend(podman: str, tmp_path_factory: pytest.TempPathFactory) -> AsyncGenerator[DockerBackend]:
    folder = tmp_path_factory.mktemp("wrappers")
    folder.chmod(0o755)
    wrappers = await written(folder)
    backend = DockerBackend(wrappers["python"], socket=podman)
    yield backend
    await backend.close()


async def ran(worker: DockerWorker, code: str) -> Outcome:
    async def answer(_: Request, _clock: Clock) -> Answer:
        await worker.kill()
        await anyio.sleep_forever()
        raise SandboxError("it is over")

    with anyio.fail_after(30):
        return await bridge.run(worker, Program(code=code, limits=LIMITS), Listeners(answer))


def _namespace(process: object, name: str) -> int:
    return Path(f"/proc/{process}/ns/{name}").stat().st_ino


async def test_the_attacks_of_the_self_test_fail(backend: DockerBackend) -> None:
    assert await failing(backend) == []


async def test_a_container_has_every_wall_that_podman_offers(backend: DockerBackend) -> None:
    worker = await backend.spawn(LIMITS)

    told = await backend.engine.ask("GET", f"/containers/{worker.container}/json")
    shared = [name for name in NAMESPACES if _namespace("self", name) == _namespace(told["State"]["Pid"], name)]
    await worker.end()
    await worker.forget()

    assert shared == []
    host = told["HostConfig"]
    assert (host["NetworkMode"], host["ReadonlyRootfs"], host["Privileged"]) == ("none", True, False)
    assert host["MemorySwap"] == host["Memory"] > 0
    assert (host["NanoCpus"], host["PidsLimit"], host["LogConfig"]["Type"]) == (10**9, 32, "none")
    assert [mount["RW"] for mount in told["Mounts"] if mount["Type"] == "bind"] == [False]
    assert "no-new-privileges" in str(host["SecurityOpt"])


async def test_a_container_that_is_killed_says_which_call_was_not_finished_and_the_next_one_serves(
    backend: DockerBackend,
) -> None:
    killed = await ran(await backend.spawn(LIMITS), "print('begun')\nawait call_mcp_tool('s.t')")
    after = await ran(await backend.spawn(LIMITS), "1 + 1")

    assert (killed.status, killed.output) == ("killed", "begun\n")
    assert [(call.tool, call.status) for call in killed.calls] == [("s.t", "unfinished")]
    assert after.value == 2
