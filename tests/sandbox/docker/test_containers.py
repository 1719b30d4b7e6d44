"""The same promises behind a container engine's walls, with an engine of our own. Skipped where none can be started."""

from __future__ import annotations

import json
import sys
from collections.abc import AsyncGenerator, Generator
from contextlib import suppress
from pathlib import Path
from typing import Any, ClassVar

import anyio
import anyio.to_thread
import pytest

import sandgate
from sandgate.cli.containers import docker
from sandgate.cli.main import main
from sandgate.config import Config, NetworkOptions, SandboxOptions
from sandgate.errors import ConfigError, SandboxError
from sandgate.model import Call, Language, Limits, Outcome, Program
from sandgate.sandbox import bridge
from sandgate.sandbox.box import Answer, Backend, Clock, Listeners, Request, Sandbox
from sandgate.sandbox.docker import image, orphans
from sandgate.sandbox.docker.backend import DockerBackend
from sandgate.sandbox.docker.container import LABEL, Terms, described
from sandgate.sandbox.docker.engine import Engine, EngineGone, EngineRefused
from sandgate.sandbox.docker.worker import DockerWorker
from sandgate.sandbox.process.selftest import failing
from sandgate.sandbox.remote.speech import CHECKING, TYPESCRIPT
from sandgate.sandbox.typescript import runtime
from sandgate.sandbox.typescript.checker import Checker
from sandgate.workspace import Exchange, Workspace, Workspaces
from sandgate.workspace.store import Room
from tests.sandbox.conformance import Conformance, run, value
from tests.sandbox.pairs import Pairs, written
from tests.sandbox.typescript.conformance import TypeScriptConformance
from tests.sandbox.typescript.place import needs_deno, wrappers

from .daemon import Daemon, Unavailable, own_daemon

pytestmark = pytest.mark.anyio
LIMITS = Limits(time_seconds=20, memory_mb=128, disk_mb=8, workspace_mb=8, workspace_files=50, processes=16)


@pytest.fixture(scope="module")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session")
def daemon() -> Generator[Daemon]:
    """An engine that has our image."""
    try:
        with own_daemon() as daemon:
            anyio.run(image.build, Engine(daemon.socket))
            yield daemon
    except Unavailable as reason:
        pytest.skip(f"no container engine: {reason}")


@pytest.fixture
def engine(daemon: Daemon) -> Engine:
    return Engine(daemon.socket)


@pytest.fixture(scope="module")
async def backend(daemon: Daemon, tmp_path_factory: pytest.TempPathFactory) -> AsyncGenerator[DockerBackend]:
    servers = tmp_path_factory.mktemp("servers")
    servers.chmod(0o755)
    (servers / "README.md").write_text("one line per server", encoding="utf-8")
    backend = DockerBackend(servers, socket=daemon.socket)
    yield backend
    await backend.close()


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    return Workspaces(tmp_path, Room(size_mb=8, files=50)).of("mine")


class TestDocker(Conformance):
    """Its backend is the fixture above."""


class TestDockerPairs(Pairs):
    """With the demo servers' wrappers."""

    @pytest.fixture(scope="class")
    async def backend(self, daemon: Daemon, tmp_path_factory: pytest.TempPathFactory) -> AsyncGenerator[DockerBackend]:
        folder = tmp_path_factory.mktemp("wrappers")
        folder.chmod(0o755)
        wrappers = await written(folder)
        backend = DockerBackend(wrappers["python"], socket=daemon.socket)
        yield backend
        await backend.close()


async def containers(engine: Engine) -> list[Any]:
    return await engine.ask("GET", "/containers/json", all=True)


async def removed(engine: Engine, container: str) -> None:
    """Wait until the engine has removed it."""
    with anyio.fail_after(20), suppress(EngineRefused):  # it was faster
        await engine.ask("POST", f"/containers/{container}/wait", condition="removed")


async def ran(backend: DockerBackend, code: str, files: Exchange | None = None) -> Outcome:
    async def refuse(_: Request, _clock: Clock) -> Answer:
        raise SandboxError("there are no tools here")

    with anyio.fail_after(30):
        worker = await backend.spawn(LIMITS)
        return await bridge.run(worker, Program(code=code, limits=LIMITS), Listeners(refuse), files)


async def test_the_attacks_of_the_self_test_fail(backend: DockerBackend) -> None:
    assert await failing(backend, "bwrap") == []


async def test_a_container_has_every_wall_the_engine_offers(backend: DockerBackend, engine: Engine) -> None:
    worker = await backend.spawn(LIMITS)

    told = await engine.ask("GET", f"/containers/{worker.container}/json")

    host = told["HostConfig"]
    assert (host["NetworkMode"], host["IpcMode"], host["CgroupnsMode"]) == ("none", "none", "private")
    assert (host["ReadonlyRootfs"], host["Privileged"], host["CapDrop"]) == (True, False, ["ALL"])
    assert host["MemorySwap"] == host["Memory"] > 0
    assert (host["NanoCpus"], host["PidsLimit"], host["LogConfig"]["Type"]) == (10**9, 32, "none")
    assert [mount["RW"] for mount in told["Mounts"] if mount["Type"] == "bind"] == [False]
    assert all("noexec,nosuid,nodev" in options and "nr_inodes" in options for options in host["Tmpfs"].values())
    assert int(told["Config"]["User"].partition(":")[0]) > 0
    await worker.end()
    await worker.forget()


ALONE = """
import ctypes, json, os, socket
def refused(function, *arguments):
    try: function(*arguments)
    except OSError: return True
    return False
libc = ctypes.CDLL(None)
status = dict(line.split(':', 1) for line in open('/proc/self/status'))
print(json.dumps({
    'a socket': refused(socket.socket, socket.AF_INET) and refused(socket.socket, socket.AF_UNIX),
    'a namespace': libc.unshare(0x10000000) < 0 and libc.unshare(0x20000) < 0,
    'a mount': libc.mount(b'none', b'/tmp', b'tmpfs', 0, None) < 0,
    'io_uring': libc.syscall(425, 1, None) < 0,
    'a trace': libc.ptrace(0, 0, 0, 0) < 0,
    'a capability': int(status['CapBnd'], 16) == 0 and int(status['CapPrm'], 16) == 0,
    'a privilege': status['NoNewPrivs'].strip() == '1' and status['Seccomp'].strip() == '2',
    'a write to the root': refused(open, '/python/x', 'w') and refused(open, '/x', 'w'),
    'the machine': not os.listdir('/sys/class') and not open('/proc/cmdline').read(),
}))
"""


async def test_the_engines_walls_hold_where_ours_are_missing(backend: DockerBackend, engine: Engine) -> None:
    identity = await image.usable(engine, image.NAME, has_packages=False)
    told = described(Terms(image=identity, labels={orphans.GATEWAY_LABEL: orphans.me()}), LIMITS)
    told["Entrypoint"] = ["/python/bin/python3", "-I", "-S", "-c", ALONE]
    made = await engine.ask("POST", "/containers/create", told)
    connection, _ = await engine.attach(made["Id"])
    await engine.ask("POST", f"/containers/{made['Id']}/start")

    with anyio.fail_after(20), connection:
        await anyio.wait_readable(connection)
        said = connection.recv(65_536)

    held = json.loads(said[8:])
    assert [name for name, holds in held.items() if not holds] == []


async def test_files_of_a_session_come_and_go_whatever_they_are_called(
    backend: DockerBackend, workspace: Workspace
) -> None:
    make = (
        "import os\nos.mkdir('workspace/a b')\nopen('workspace/a b/é.bin', 'wb').write(bytes(range(256)) * 20_000)\n"
        "open('workspace/gone', 'w')\nos.symlink('/etc', 'workspace/link')\n"
        "os.chmod('workspace/a b', 0)"
    )
    change = (
        "import os\nfound = sorted(os.listdir('workspace'))\nos.remove('workspace/gone')\n"
        "[open('workspace/a b/é.bin', 'rb').read() == bytes(range(256)) * 20_000, found]"
    )

    made = await ran(backend, make, Exchange(workspace))
    seen = await ran(backend, change, Exchange(workspace))
    after = await ran(backend, "import os\nos.listdir('workspace')", Exchange(workspace))

    assert (made.fault, made.notes) == (None, ("not kept from workspace/: link (a link or special file)",))
    assert seen.value == [True, ["a b", "gone"]]
    assert after.value == ["a b"]


@pytest.mark.parametrize(
    ("code", "limit"),
    [
        ("for n in range(99): open(f'workspace/{n}', 'w')", "No space left"),
        ("open('workspace/x', 'wb').write(bytes(9 * 2**20))", "No space left"),
        ("open('/tmp/x', 'wb').write(bytes(9 * 2**20))", "No space left"),
        ("open('/dev/shm/x', 'wb').write(bytes(65 * 2**20))", "No space left"),
        ("x = bytearray(200 * 2**20)", "memory_mb"),
    ],
)
async def test_what_a_program_may_use_is_limited(backend: DockerBackend, code: str, limit: str) -> None:
    outcome = await ran(backend, code)

    assert outcome.fault is not None
    assert limit in outcome.fault.message


async def test_memory_is_counted_over_all_processes_of_a_program(backend: DockerBackend) -> None:
    tree = "import os, time\nfor _ in range(3):\n    os.fork()\nx = bytearray(30 * 2**20)\ntime.sleep(20)"

    outcome = await ran(backend, tree)

    assert outcome.status == "memory"


async def test_a_fork_bomb_does_not_starve_another_program(backend: DockerBackend) -> None:
    other = await backend.spawn(LIMITS)
    forks = "import os\npids = [os.fork() for _ in range(4)]\nif 0 in pids: os._exit(0)\nlen(pids)"
    bomb = "import os, time\nwhile True:\n    try: os.fork()\n    except OSError: await call_mcp_tool('s.t')"
    outcomes: list[Outcome] = []

    async def fork(_: Request) -> Answer:
        if not outcomes:
            program = Program(code=forks, limits=LIMITS)
            outcomes.append(await bridge.run(other, program, Listeners(lambda _, __: fork(_))))
        raise SandboxError("it is over")

    bombed = await run(backend, bomb, fork, LIMITS)

    assert not bombed.ok
    assert [outcome.value for outcome in outcomes] == [4]


async def test_a_session_keeps_its_variables_and_its_output_in_order(backend: DockerBackend) -> None:
    async def stand() -> Backend:
        return backend

    async def no_tools(_: Request, _clock: Clock) -> Answer:
        raise AssertionError

    leave = "x = 1\nprint('a' * 30_000)"
    async with Sandbox(stand, LIMITS) as box, box.claimed("s"):
        outcomes = [
            await box.run(Program(code=code, limits=LIMITS), Listeners(no_tools), session="s")
            for code in (leave, "x += 1\nprint('second')\nx", "x")
        ]

    assert [outcome.value for outcome in outcomes] == [None, 2, 2]
    assert [len(outcome.output) for outcome in outcomes] == [30_001, 7, 0]


async def test_a_session_that_floods_between_its_programs_harms_nobody(
    backend: DockerBackend, workspace: Workspace
) -> None:
    flood = (
        "import os, threading\nopen('workspace/kept', 'w').write('x')\n"
        "def flood():\n    while True: os.write(1, b'y' * 65536)\n"
        "threading.Thread(target=flood, daemon=True).start()"
    )

    async def stand() -> Backend:
        return backend

    async def no_tools(_: Request, _clock: Clock) -> Answer:
        raise AssertionError

    with anyio.fail_after(40):
        async with Sandbox(stand, LIMITS) as box, box.claimed("s"):
            heard, files = Listeners(no_tools), Exchange(workspace)
            await box.run(Program(code=flood, limits=LIMITS), heard, files, session="s")
            second = await box.run(
                Program(code="open('workspace/kept').read()", limits=LIMITS), heard, files, session="s"
            )

    assert second.value == "x"
    assert workspace.stamps().keys() == {"kept"}


async def interrupted(backend: DockerBackend, worker: DockerWorker, interrupt: Any) -> Outcome:
    """A program that is interrupted in its second call."""

    async def tool(request: Request, _: Clock) -> Answer:
        if request == first:
            return value(1)
        await interrupt()
        await anyio.sleep_forever()
        raise AssertionError

    first = Call(tool="s.first", arguments={})
    code = "print('begun')\nawait call_mcp_tool('s.first')\nawait call_mcp_tool('s.second')"
    with anyio.fail_after(30):
        return await bridge.run(worker, Program(code=code, limits=LIMITS), Listeners(tool))


async def test_a_container_killed_in_the_middle_says_which_calls_were_made(
    backend: DockerBackend, engine: Engine
) -> None:
    worker = await backend.spawn(LIMITS)

    async def kill() -> None:
        await engine.ask("POST", f"/containers/{worker.container}/kill")

    outcome = await interrupted(backend, worker, kill)

    assert (outcome.status, outcome.output) == ("killed", "begun\n")
    assert outcome.fault
    assert "the sandbox was lost while the program ran" in outcome.fault.message
    assert [(call.tool, call.status) for call in outcome.calls] == [("s.first", "ok"), ("s.second", "unfinished")]
    assert (await ran(backend, "1 + 1")).value == 2


GATEWAY = """
import sys, anyio
from sandgate.model import Limits
from sandgate.sandbox.docker.backend import DockerBackend

async def main():
    worker = await DockerBackend(socket=sys.argv[1]).spawn(Limits())
    print(worker.container, flush=True)
    await anyio.sleep_forever()

anyio.run(main)
"""


async def test_a_gateway_that_is_killed_leaves_no_container(daemon: Daemon, engine: Engine) -> None:
    gateway = await anyio.open_process([sys.executable, "-c", GATEWAY, daemon.socket])
    assert gateway.stdout
    with anyio.fail_after(30):
        container = (await gateway.stdout.receive()).decode().strip()

    gateway.kill()
    await gateway.wait()

    await removed(engine, container)
    assert container not in str(await containers(engine))
    await gateway.aclose()


async def test_containers_of_gateways_that_are_gone_are_removed_at_the_start(
    daemon: Daemon, backend: DockerBackend, engine: Engine
) -> None:
    identity = await image.usable(engine, image.NAME, has_packages=False)
    view, pid, began = orphans.me().split(" ")
    made: dict[str, str] = {}
    for name, label in {"gone": f"{view} {pid} {int(began) + 1}", "living": orphans.me()}.items():
        told = described(Terms(image=identity, labels={orphans.GATEWAY_LABEL: label}), LIMITS)
        made[name] = (await engine.ask("POST", "/containers/create", told))["Id"]

    assert (await ran(DockerBackend(socket=daemon.socket), "1 + 1")).value == 2

    left = {one["Id"] for one in await containers(engine)}
    assert (made["gone"] in left, made["living"] in left) == (False, True)
    await engine.ask("DELETE", f"/containers/{made['living']}")


async def test_an_image_can_stand_on_another(daemon: Daemon, engine: Engine) -> None:
    await image.build(engine, "sandgate-on-another:1", base=image.NAME)
    backend = DockerBackend(socket=daemon.socket, name="sandgate-on-another:1")

    outcome = await ran(backend, "import ssl, sqlite3\n1 + 1")

    assert outcome.value == 2
    await backend.close()


async def test_what_is_missing_is_said_with_what_to_do(daemon: Daemon, backend: DockerBackend) -> None:
    for other, said in (
        (DockerBackend(socket=daemon.socket, name="no-such-image"), "sandgate sandbox build --docker"),
        (DockerBackend(socket=daemon.socket, runtime="runsc"), "runsc"),
        (DockerBackend(socket="/nowhere.sock"), "no container engine answers at /nowhere.sock"),
    ):
        with pytest.raises(SandboxError, match=said):
            await other.spawn(LIMITS)


async def test_built_again_from_the_command_line_it_is_the_same_image_and_the_doctor_tries_it(
    daemon: Daemon, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setenv("DOCKER_HOST", f"unix://{daemon.socket}")
    monkeypatch.chdir(tmp_path)
    before = await image.usable(Engine(daemon.socket), image.NAME)

    built = await anyio.to_thread.run_sync(main, ["sandbox", "build", "--docker", "--json"])  # it has a loop of its own
    tried = await anyio.to_thread.run_sync(docker, None)

    assert built == 0
    assert json.loads(capsys.readouterr().out)["image"] == before
    assert tried.health == "ok"


async def test_an_engine_killed_in_the_middle_says_so_and_the_next_one_serves(
    daemon: Daemon, backend: DockerBackend, engine: Engine
) -> None:
    worker = await backend.spawn(LIMITS)

    async def kill() -> None:
        await anyio.to_thread.run_sync(daemon.kill)

    outcome = await interrupted(backend, worker, kill)
    with pytest.raises(EngineGone) as caught:
        await backend.spawn(LIMITS)
    await anyio.to_thread.run_sync(daemon.start)
    after = await ran(backend, "1 + 1")

    assert (outcome.status, outcome.output) == ("killed", "begun\n")
    assert [(call.tool, call.status) for call in outcome.calls] == [("s.first", "ok"), ("s.second", "unfinished")]
    assert "no container engine answers" in str(caught.value)
    assert after.value == 2
    await backend.close()
    with anyio.fail_after(20):  # the engine may be at it still
        while any(LABEL in one["Labels"] for one in await containers(engine)):  # noqa: ASYNC110 - the engine tells nobody
            await anyio.sleep(0.1)


async def test_a_gateway_whose_settings_say_docker_runs_programs_in_containers(daemon: Daemon, tmp_path: Path) -> None:
    tmp_path.chmod(0o755)  # noqa: ASYNC240 - a folder of the test
    options = SandboxOptions(backend="docker", docker_socket=daemon.socket, spares=0)
    async with sandgate.open(Config(state_dir=tmp_path, sandbox=options)) as gateway:
        wrote = await gateway.run_code("open('workspace/x', 'w').write('kept')", session="mine")
        read = await gateway.run_code("open('workspace/x').read()", session="mine")

    assert (wrote.sandbox, wrote.fault) == ("docker", None)
    assert read.value == "kept"


async def test_what_containers_do_not_have_is_a_wrong_setting(tmp_path: Path) -> None:
    config = Config(
        state_dir=tmp_path, sandbox=SandboxOptions(backend="docker"), network=NetworkOptions(allow=("example.com",))
    )
    with pytest.raises(ConfigError, match="programs in docker have no network and no commands"):
        async with sandgate.open(config):
            pass


@needs_deno
class TestDockerTypeScript(TypeScriptConformance):
    """Deno in the same image."""

    @pytest.fixture(scope="class")
    async def backend(self, daemon: Daemon) -> AsyncGenerator[DockerBackend]:
        backend = DockerBackend(socket=daemon.socket, speech=TYPESCRIPT)
        yield backend
        await backend.close()


@needs_deno
class TestDockerTypeScriptPairs(Pairs):
    """With the demo servers' wrappers."""

    language: ClassVar[Language] = "typescript"

    @pytest.fixture(scope="class")
    async def backend(self, daemon: Daemon, tmp_path_factory: pytest.TempPathFactory) -> AsyncGenerator[DockerBackend]:
        folder = tmp_path_factory.mktemp("pairs")
        folder.chmod(0o755)
        wrappers = await written(folder)
        backend = DockerBackend(wrappers["typescript"], socket=daemon.socket, speech=TYPESCRIPT)
        yield backend
        await backend.close()


@needs_deno
async def test_types_are_checked_in_a_container(daemon: Daemon, tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("checked")
    folder.chmod(0o755)
    servers = wrappers(folder)
    checker = Checker(DockerBackend(servers, socket=daemon.socket, speech=CHECKING), servers)

    checked = await checker.check("import { create_issue } from 'servers/tracker'\nawait create_issue({ title: 1 })")
    await checker.close()

    assert checked.fault is not None
    assert "Type 'number' is not assignable to type 'string'. (line 2)" in checked.fault.message
    assert "create_issue" in checked.outline


@needs_deno
async def test_an_image_with_another_deno_or_none_is_refused_with_the_cure(
    daemon: Daemon, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runtime, "key", lambda: "another")

    with pytest.raises(SandboxError, match=r"made with another Deno: run `sandgate sandbox build --docker` again"):
        await DockerBackend(socket=daemon.socket, speech=TYPESCRIPT).spawn(Limits())


@needs_deno
async def test_python_in_the_same_image_cannot_start_deno(daemon: Daemon) -> None:
    backend = DockerBackend(socket=daemon.socket)

    outcome = await run(backend, "import subprocess\nsubprocess.run(['/commands/deno', '--version'])")
    await backend.close()

    assert outcome.fault is not None
    assert outcome.fault.type == "PermissionError"
