"""The process sandbox: the promises of every backend, and its own walls."""

from __future__ import annotations

import os
import sys
from collections.abc import AsyncGenerator, Iterator
from pathlib import Path

import anyio
import pytest

from sandgate.errors import SandboxError
from sandgate.model import Limits
from sandgate.sandbox.process import backend as process
from sandgate.sandbox.process.backend import ProcessBackend
from sandgate.sandbox.protocol import Backend

from .conformance import Conformance, run

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the process sandbox is made of Linux namespaces")


@pytest.fixture(scope="module")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="module")
async def backend(anyio_backend: str, tmp_path_factory: pytest.TempPathFactory) -> AsyncGenerator[Backend]:
    servers = tmp_path_factory.mktemp("process") / "servers"
    servers.mkdir()
    (servers / "README.md").write_text("one line per server", encoding="utf-8")
    backend = ProcessBackend(servers)
    yield backend
    await backend.close()


class TestProcess(Conformance):
    @pytest.fixture
    def backend(self, backend: Backend) -> Backend:
        return backend


FORK_BOMB = """
import os, time
made = 0
try:
    while made < 100:
        if os.fork() == 0:
            time.sleep(60)
        made += 1
except OSError:
    pass
made < 17
"""
DAEMON = """
import ctypes, os, time
reading, writing = os.pipe()
if os.fork() == 0:
    os.setsid()
    ctypes.CDLL(None).prctl(15, b'NAME')
    os.write(writing, b'x')
    time.sleep(60)
os.read(reading, 1)
len([entry for entry in os.listdir('/proc') if entry.isdigit()])
"""
CONNECTIONS = """
import socket
for address in ('127.0.0.1', '10.0.0.1'):
    try:
        socket.create_connection((address, 80), 1)
    except OSError as error:
        print(error.errno)
"""


@pytest.mark.anyio
class TestWalls:
    @pytest.mark.parametrize(
        "path", ["/etc/passwd", "/root/.ssh", "/home", "/bin/sh", "/usr/bin/env", "/sys", "/var", "/proc/1/root/etc"]
    )
    async def test_files_of_the_host_do_not_exist(self, backend: Backend, path: str) -> None:
        outcome = await run(backend, f"import os\nos.path.exists({path!r})")

        assert outcome.value is False

    async def test_only_the_expected_names_stand_in_the_root(self, backend: Backend) -> None:
        python = {"lib", "lib64", "usr", "root", "opt", "home"}  # wherever its prefix is
        outcome = await run(backend, f"import os\nsorted(set(os.listdir('/')) - {python})")

        assert outcome.value == ["dev", "proc", "sandgate", "tmp"]

    @pytest.mark.parametrize("path", ["/x", "/usr/x", "/sandgate/x", "/sandgate/servers/x", "/dev/x", "/proc/1/comm"])
    async def test_nothing_can_be_written_outside_the_scratch_folders(self, backend: Backend, path: str) -> None:
        outcome = await run(backend, f"open({path!r}, 'w').write('x')")

        assert outcome.status == "error"

    async def test_wrappers_can_be_listed_and_read(self, backend: Backend) -> None:
        outcome = await run(backend, "import os\nos.listdir('servers'), open('servers/README.md').read()")

        assert outcome.value == [["README.md"], "one line per server"]

    async def test_there_is_no_network_not_even_loopback(self, backend: Backend) -> None:
        outcome = await run(backend, CONNECTIONS)

        assert outcome.output == "1\n1\n"

    async def test_no_right_is_left(self, backend: Backend) -> None:
        outcome = await run(backend, "[l.split() for l in open('/proc/self/status') if l.startswith(('Cap', 'NoNew'))]")

        names = ("CapInh:", "CapPrm:", "CapEff:", "CapBnd:", "CapAmb:")
        assert outcome.value == [[name, "0" * 16] for name in names] + [["NoNewPrivs:", "1"]]

    async def test_the_gateways_environment_does_not_reach_the_program(
        self, walls: ProcessBackend, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("SECRET_OF_THE_GATEWAY", "s3cret")

        outcome = await run(walls, "import os\nsorted(os.environ)")

        assert outcome.value == ["HOME", "LANG", "LC_CTYPE", "TMPDIR"]

    async def test_only_its_own_processes_are_visible(self, backend: Backend) -> None:
        outcome = await run(backend, "import os\nsorted(p for p in os.listdir('/proc') if p.isdigit())")

        assert outcome.value == ["1", "2"]

    async def test_a_program_starts_with_four_descriptors(self, backend: Backend) -> None:
        code = "import os, stat\n[stat.S_IFMT(os.fstat(n).st_mode) for n in range(4)]"
        outcome = await run(backend, code)

        character_device, socket = 0o020000, 0o140000
        assert outcome.value == [character_device, socket, socket, socket]

    async def test_memory_over_the_limit_is_said_to_be_memory(self, backend: Backend) -> None:
        outcome = await run(backend, "x = 'a' * 10**9")

        assert outcome.status == "memory"

    async def test_disk_over_the_limit_is_refused(self, backend: Backend) -> None:
        outcome = await run(backend, "open('/tmp/x', 'wb').write(b'x' * 20_000_000)")

        assert outcome.fault is not None
        assert outcome.fault.type == "OSError"

    async def test_a_fork_bomb_stops_at_the_process_limit(self, backend: Backend) -> None:
        outcome = await run(backend, FORK_BOMB)

        assert outcome.value is True

    async def test_what_a_program_started_ends_with_it(self, backend: Backend) -> None:
        name = f"left{os.getpid()}"
        outcome = await run(backend, DAEMON.replace("NAME", name))

        assert outcome.value == 3
        assert name not in set(_process_names())

    async def test_runs_have_ids_of_their_own_or_are_nobody(self, backend: Backend) -> None:
        ids = {str((await run(backend, "import os\nos.getuid()")).value) for _ in range(2)}

        assert (len(ids) == 2 and "0" not in ids) if os.getuid() == 0 else ids == {"65534"}

    async def test_a_dead_gateway_takes_its_runs_with_it(self, tmp_path: Path) -> None:
        name = f"orphan{os.getpid()}"[:15]
        script = tmp_path / "gateway.py"
        script.write_text(GATEWAY.replace("NAME", name), encoding="utf-8")
        gateway = await anyio.open_process([sys.executable, str(script)])
        assert gateway.stdout
        with anyio.fail_after(20):
            await gateway.stdout.receive()
        running = name in set(_process_names())

        gateway.kill()
        await gateway.wait()

        assert running
        with anyio.fail_after(10):
            while name in set(_process_names()):  # noqa: ASYNC110 - the kernel sends no event for this
                await anyio.sleep(0.01)
        await gateway.aclose()


GATEWAY = """
import anyio
from sandgate.model import Limits, Program
from sandgate.sandbox import bridge
from sandgate.sandbox.process.backend import ProcessBackend
from sandgate.sandbox.protocol import Listeners

async def ignore(_): ...

async def show(text):
    print(text, flush=True)

async def main():
    worker = await ProcessBackend().spawn(Limits())
    code = "import ctypes, time; ctypes.CDLL(None).prctl(15, b'NAME'); print('ready'); time.sleep(60)"
    await bridge.run(worker, Program(code=code), Listeners(ignore, show))

anyio.run(main)
"""
REFUSAL = """CONTROL = 3

def refuse(flags):
    raise PermissionError(1, "unshare: Operation not permitted")

kernel.unshare = refuse
"""


@pytest.mark.anyio
async def test_a_kernel_that_refuses_is_an_error_with_its_cure_and_nothing_runs(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    source = process.LAUNCHER.read_text(encoding="utf-8")
    refusing = source.replace("os.path.abspath(__file__)", repr(str(process.LAUNCHER))).replace(
        "CONTROL = 3\n", REFUSAL
    )
    launcher = tmp_path / "launch.py"
    launcher.write_text(refusing, encoding="utf-8")
    monkeypatch.setattr(process, "LAUNCHER", launcher)

    with pytest.raises(SandboxError, match=r"not permitted.*apparmor_restrict_unprivileged_userns.*without walls"):
        await ProcessBackend().spawn(Limits())


def _process_names() -> Iterator[str]:
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                yield (entry / "comm").read_text(encoding="utf-8").strip()
            except (FileNotFoundError, ProcessLookupError):
                continue
