"""The example programs behind the walls of a virtual machine, and what only those can be asked.

The promises of all backends take minutes there: `make probes` tries them, in `vm_conformance.py`.
"""

from __future__ import annotations

import os
import shutil
import signal
import sys
import time
from collections.abc import AsyncGenerator, Awaitable, Callable
from pathlib import Path
from typing import Any

import anyio
import pytest

if sys.platform != "linux":
    pytest.skip("virtual machines of ours are started on Linux", allow_module_level=True)

from sandgate.errors import SandboxError
from sandgate.model import Call, Limits, Outcome, Program
from sandgate.sandbox import bridge
from sandgate.sandbox.box import Answer, Backend, Clock, Listeners, Request, Sandbox
from sandgate.sandbox.process.selftest import failing
from sandgate.sandbox.vm import build, qemu, selftest
from sandgate.sandbox.vm.backend import VmBackend
from sandgate.sandbox.vm.machine import Machine, Walls
from sandgate.sandbox.vm.worker import VmWorker
from sandgate.workspace import Exchange, Workspace, Workspaces
from sandgate.workspace.store import Room
from tests.sandbox.conformance import run, value

pytestmark = pytest.mark.anyio
LIMITS = Limits(time_seconds=20, memory_mb=128, disk_mb=8, workspace_mb=8, workspace_files=50, processes=16)


@pytest.fixture(scope="module")
async def backend(images: Path, tmp_path_factory: pytest.TempPathFactory) -> AsyncGenerator[VmBackend]:
    servers = tmp_path_factory.mktemp("servers")
    (servers / "README.md").write_text("one line per server", encoding="utf-8")
    backend = VmBackend(images, servers)
    yield backend
    await backend.close()


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    return Workspaces(tmp_path, Room(size_mb=8, files=50)).of("mine")


async def no_tools(_: Request, _clock: Clock) -> Answer:
    raise SandboxError("there are no tools here")


async def ran(backend: VmBackend, code: str, files: Exchange | None = None) -> Outcome:
    with anyio.fail_after(40):
        worker = await backend.spawn(LIMITS)
        return await bridge.run(worker, Program(code=code, limits=LIMITS), Listeners(no_tools), files)


async def test_the_attacks_of_the_self_test_fail(backend: VmBackend) -> None:
    assert await failing(backend, "bwrap") == []


async def test_no_two_machines_have_the_same_random_numbers_and_all_have_the_time(backend: VmBackend) -> None:
    numbers = "import os, random, time, uuid\n[os.urandom(8).hex(), random.random(), str(uuid.uuid4()), time.time()]"

    first, second = (await ran(backend, numbers)).value, (await ran(backend, numbers)).value

    assert isinstance(first, list)
    assert isinstance(second, list)
    assert all(one != other for one, other in zip(first, second, strict=True))
    assert abs(float(str(second[3])) - time.time()) < 60


async def test_files_of_a_session_come_and_go_whatever_they_are_called(
    backend: VmBackend, workspace: Workspace
) -> None:
    make = (
        "import os\nos.mkdir('workspace/a b')\nopen('workspace/a b/é.bin', 'wb').write(bytes(range(256)) * 8_000)\n"
        "open('workspace/gone', 'w')\nos.symlink('/etc', 'workspace/link')\n"
        "os.chmod('workspace/a b', 0)"
    )
    change = (
        "import os\nfound = sorted(os.listdir('workspace'))\nos.remove('workspace/gone')\n"
        "[open('workspace/a b/é.bin', 'rb').read() == bytes(range(256)) * 8_000, found]"
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
async def test_what_a_program_may_use_is_limited(backend: VmBackend, code: str, limit: str) -> None:
    outcome = await ran(backend, code)

    assert outcome.fault is not None
    assert limit in outcome.fault.message


async def test_memory_is_counted_over_all_processes_of_a_program(backend: VmBackend) -> None:
    tree = "import os, time\nfor _ in range(3):\n    os.fork()\nx = bytearray(30 * 2**20)\ntime.sleep(20)"

    outcome = await ran(backend, tree)

    assert outcome.status == "memory"


async def test_processor_time_is_limited(backend: VmBackend) -> None:
    with anyio.fail_after(40):
        limits = Limits(time_seconds=30, cpu_seconds=1)
        worker = await backend.spawn(limits)
        outcome = await bridge.run(worker, Program(code="while True: pass", limits=limits), Listeners(no_tools))

    assert outcome.status == "timeout"
    assert outcome.fault is not None
    assert "limits.cpu_seconds" in outcome.fault.message


async def test_a_session_keeps_its_variables_and_sees_wrappers_that_came_meanwhile(
    images: Path, tmp_path: Path
) -> None:
    servers = tmp_path / "servers"
    (servers / "github").mkdir(parents=True)
    (servers / "github" / "old.py").write_text("x = 1", encoding="utf-8")
    backend = VmBackend(images, servers)

    async def stand() -> Backend:
        return backend

    with anyio.fail_after(60):
        async with Sandbox(stand, LIMITS) as box, box.claimed("s"):
            first = await box.run(
                Program(code="import os\nx = 1\nsorted(os.listdir('servers/github'))", limits=LIMITS),
                Listeners(no_tools),
                session="s",
            )
            (servers / "github" / "old.py").unlink()
            (servers / "github" / "new.py").write_text("y = 2", encoding="utf-8")
            second = await box.run(
                Program(code="[x + 1, sorted(os.listdir('servers/github'))]", limits=LIMITS),
                Listeners(no_tools),
                session="s",
            )

    assert (first.value, first.sandbox) == (["old.py"], "vm/tcg")
    assert second.value == [2, ["new.py"]]


async def test_wrappers_can_be_imported_and_not_written(backend: VmBackend) -> None:
    code = (
        "import os\nfound = open('servers/README.md').read()\n"
        "def refused(f, *a):\n    try: f(*a)\n    except OSError: return True\n"
        "[found, refused(open, 'servers/README.md', 'w'), refused(open, 'servers/x', 'w'), refused(open, '/x', 'w'),"
        " refused(os.remove, 'servers/README.md')]"
    )

    outcome = await ran(backend, code)

    assert outcome.value == ["one line per server", True, True, True, True]


HOSTILE = """
import ctypes, os, stat
libc = ctypes.CDLL(None, use_errno=True)
def refused(function, *arguments):
    try: function(*arguments)
    except (OSError, ValueError): return True
    return False
[
    refused(open, '/dev/vport0p1', 'wb'), refused(open, '/machine/vport0p1', 'wb'), refused(open, '/dev/console', 'w'),
    refused(os.mknod, '/tmp/port', 0o20666, os.makedev(511, 1)), refused(os.kill, 1, 9),
    not [n for n in range(1, 64) if not refused(os.fstat, n) and stat.S_ISCHR(os.fstat(n).st_mode)],
    refused(os.listdir, '/groups'), refused(open, '/settings.json'), refused(open, '/groups/run/memory.max', 'w'),
    libc.reboot(0x1234567) < 0, libc.mount(b'devtmpfs', b'/tmp', b'devtmpfs', 0, None) < 0,
    os.getuid() > 0, refused(os.setuid, 0), libc.syscall(175, 0, 0, 0) < 0, libc.iopl(3) < 0,
]
"""


async def test_a_program_reaches_neither_the_port_nor_the_machine(backend: VmBackend) -> None:
    outcome = await ran(backend, HOSTILE)

    assert outcome.value == [True] * 15


async def test_garbage_on_every_descriptor_ends_that_run_alone(backend: VmBackend) -> None:
    garbage = (
        "import os\nfor number in range(3, 64):\n    try: os.write(number, bytes([8, 0, 0, 0, 2]) + b'{}' * 9000)\n"
        "    except OSError: pass\nimport time\ntime.sleep(20)"
    )

    outcome = await ran(backend, garbage)

    assert outcome.status == "killed"
    assert outcome.fault is not None
    assert outcome.fault.type == "ProtocolError"
    assert (await ran(backend, "1 + 1")).value == 2


async def interrupted(worker: VmWorker, interrupt: Callable[[], Awaitable[None]]) -> Outcome:
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


def machine_of(worker: VmWorker) -> int:
    """QEMU's own process: its launcher's only child."""
    pid = worker.machine.process.pid
    (child,) = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split()
    return int(child)


async def test_a_qemu_killed_in_the_middle_says_which_calls_were_made(backend: VmBackend) -> None:
    worker = await backend.spawn(LIMITS)

    async def kill() -> None:
        os.kill(machine_of(worker), signal.SIGKILL)

    outcome = await interrupted(worker, kill)

    assert (outcome.status, outcome.output) == ("killed", "begun\n")
    assert outcome.fault
    assert "the sandbox was lost while the program ran: the virtual machine has ended" in outcome.fault.message
    assert [(call.tool, call.status) for call in outcome.calls] == [("s.first", "ok"), ("s.second", "unfinished")]
    assert (await ran(backend, "1 + 1")).value == 2


async def test_a_waiting_machine_that_dies_is_known_to_be_dead(backend: VmBackend) -> None:
    worker = await backend.spawn(LIMITS)
    os.kill(machine_of(worker), signal.SIGKILL)
    with anyio.fail_after(30):
        await worker.wire.until(lambda: False)

    assert not worker.alive
    await worker.end()
    await worker.forget()
    assert worker.machine.process.returncode is not None


async def test_a_machine_that_is_let_go_leaves_no_process(backend: VmBackend) -> None:
    worker = await backend.spawn(LIMITS)
    process = machine_of(worker)

    await worker.end()
    await worker.forget()

    assert not Path(f"/proc/{process}").exists()  # noqa: ASYNC240 - the kernel's own


GATEWAY = """
import sys, anyio
from pathlib import Path
from sandgate.model import Limits
from sandgate.sandbox.vm import build, qemu, selftest
from sandgate.sandbox.vm.backend import VmBackend
from sandgate.sandbox.vm.machine import Machine, Walls

async def main():
    worker = await VmBackend(Path(sys.argv[1])).spawn(Limits())
    print(worker.machine.process.pid, flush=True)
    await anyio.sleep_forever()

anyio.run(main)
"""


async def test_a_gateway_that_is_killed_leaves_no_machine(images: Path) -> None:
    gateway = await anyio.open_process([sys.executable, "-c", GATEWAY, str(images)])
    assert gateway.stdout
    with anyio.fail_after(40):
        launcher = int((await gateway.stdout.receive()).decode())
        children = Path(f"/proc/{launcher}/task/{launcher}/children").read_text(encoding="ascii")  # noqa: ASYNC240
        both = [os.pidfd_open(launcher), os.pidfd_open(int(children))]

        gateway.kill()
        await gateway.wait()

        for handle in both:
            await anyio.wait_readable(handle)
            os.close(handle)
    await gateway.aclose()


CONFINED = ("CapEff", "CapPrm", "CapBnd")


async def test_qemu_itself_is_shut_in(backend: VmBackend) -> None:
    worker = await backend.spawn(LIMITS)
    process = Path(f"/proc/{machine_of(worker)}")

    status = dict(line.split(":\t", 1) for line in (process / "status").read_text(encoding="utf-8").splitlines())
    limits = (process / "limits").read_text(encoding="utf-8")
    spaces = {name: (process / "ns" / name).stat().st_ino for name in ("mnt", "net", "pid", "ipc", "uts")}
    roots = {entry.name for entry in (process / "root").iterdir()}
    interfaces = (process / "net" / "dev").read_text(encoding="utf-8").splitlines()[2:]

    assert (status["Seccomp"], status["NoNewPrivs"]) == ("2", "1")
    assert [int(status[name], 16) for name in CONFINED] == [0, 0, 0]
    assert os.getuid() != 0 or int(status["Uid"].split()[0]) >= 0x6000_0000
    if backend.walls.namespaces:
        assert not [name for name, number in spaces.items() if number == Path(f"/proc/self/ns/{name}").stat().st_ino]  # noqa: ASYNC240
        assert roots <= {"dev", "etc", "lib", "lib64", "proc", "usr"}
        assert [line.split(":")[0].strip() for line in interfaces] == ["lo"]
    assert "unlimited" not in next(line for line in limits.splitlines() if line.startswith("Max address space"))
    await worker.end()
    await worker.forget()


async def test_a_machine_without_room_for_the_limits_is_not_made(backend: VmBackend) -> None:
    with pytest.raises(
        SandboxError, match=r"has 2112 MB of memory, and these limits need .* MB: run `sandgate sandbox"
    ):
        await backend.spawn(Limits(memory_mb=8000))


async def test_a_program_that_fills_all_memory_it_can_get_ends_alone(backend: VmBackend) -> None:
    limits = Limits(memory_mb=64, disk_mb=16, workspace_mb=16, processes=8, time_seconds=20)
    fill = (
        "import os\nfor _ in range(7):\n    if os.fork() == 0: break\n"
        "held = []\nwhile True:\n    try: held.append(bytearray(2**20))\n    except MemoryError: pass"
    )

    outcome = await run(backend, fill, limits=limits)

    assert outcome.status in ("memory", "timeout", "killed", "error")
    assert outcome.fault is not None
    assert "limits." in outcome.fault.message


async def test_a_machine_that_answers_no_more_is_ended(backend: VmBackend) -> None:
    worker = await backend.spawn(LIMITS)
    process = machine_of(worker)
    os.kill(process, signal.SIGSTOP)

    with anyio.fail_after(30):
        exit = await worker.end()
        await worker.forget()

    assert exit.lost == "the virtual machine did not answer, and was ended"
    assert not Path(f"/proc/{process}").exists()  # noqa: ASYNC240 - the kernel's own


async def test_where_no_namespaces_may_be_made_qemu_is_shut_in_by_landlock_and_its_filter(
    images: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    terms = Walls.terms

    def impossible(
        walls: Walls, program: qemu.Program, accelerator: qemu.Accelerator, memory_mb: int
    ) -> dict[str, Any]:
        return {**terms(walls, program, accelerator, memory_mb), "devices": ["/dev/none"]}

    monkeypatch.setattr(Walls, "terms", impossible)
    backend = VmBackend(images)

    outcome = await ran(backend, "1 + 1")

    assert outcome.value == 2
    assert not backend.walls.namespaces
    await backend.close()


async def test_a_state_that_qemu_cannot_read_is_an_error_and_not_a_wait(images: Path, tmp_path: Path) -> None:
    current = (images / "current").read_text(encoding="utf-8")
    (tmp_path / current).mkdir()
    (tmp_path / current / "ram").symlink_to(images / current / "ram")
    shutil.copyfile(images / current / "about.json", tmp_path / current / "about.json")
    (tmp_path / "current").write_text(current, encoding="utf-8")
    (tmp_path / current / "state").write_bytes(b"no state of a machine")
    backend = VmBackend(tmp_path)

    with anyio.fail_after(40), pytest.raises(SandboxError, match="It said: "):
        await backend.spawn(LIMITS)

    await backend.close()


async def test_the_doctor_tries_it_and_says_how_long_it_takes(images: Path) -> None:
    tried = await selftest.tried(VmBackend(images))

    assert (tried.stands, tried.failing) == (True, ())
    assert "vm/tcg stands: 31 attacks on it failed" in tried.message


async def test_a_pool_of_machines_runs_one_program_after_another(backend: VmBackend) -> None:
    async def stand() -> Backend:
        return backend

    with anyio.fail_after(60):
        async with Sandbox(stand, LIMITS, spares=1) as box:
            outcomes = [await box.run(Program(code=f"{n}", limits=LIMITS), Listeners(no_tools)) for n in range(3)]

    assert [outcome.value for outcome in outcomes] == [0, 1, 2]


async def test_an_image_that_is_still_the_same_is_not_made_again(images: Path, wanted: build.Wanted) -> None:
    said: list[str] = []

    about = await build.build(images, wanted, said.append)

    assert about.accelerator == "tcg"
    assert said == ["Looking for a kernel"]


async def test_many_wrappers_are_told_once_and_all_machines_begin_with_them(
    images: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    saved: list[int] = []
    save = Machine.save

    async def counted(machine: Machine, state: int) -> None:
        saved.append(state)
        await save(machine, state)

    monkeypatch.setattr(Machine, "save", counted)
    for number in range(150):
        (tmp_path / f"tool_{number}.py").write_text(f"x = {number}\n#{'y' * 1000}", encoding="utf-8")
    backend = VmBackend(images, tmp_path)
    look = "import os\nfrom servers.tool_7 import x\n[x, len(os.listdir('servers')), os.urandom(4).hex()]"

    first = await ran(backend, look)
    (tmp_path / "tool_7.py").write_text("x = 'changed'", encoding="utf-8")
    (tmp_path / "tool_8.py").unlink()
    second = await ran(backend, look)

    assert isinstance(first.value, list)
    assert isinstance(second.value, list)
    assert (first.value[:2], second.value[:2]) == ([7, 150], ["changed", 149])
    assert first.value[2] != second.value[2]
    assert len(saved) == 1
    await backend.close()
