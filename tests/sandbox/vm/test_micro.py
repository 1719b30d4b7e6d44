"""The driver for microsandbox: its own code with machines that are pretended, and what the real package says here."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections.abc import AsyncGenerator, Generator
from dataclasses import replace
from pathlib import Path
from typing import cast

import anyio
import anyio.to_thread
import pytest

if sys.platform != "linux":
    pytest.skip("virtual machines of ours are started on Linux", allow_module_level=True)
pytest.importorskip("microsandbox", reason="NO MICROSANDBOX TESTED: pip install '.[microsandbox]'")

from microsandbox import Image, Network, PullPolicy, RootDisk

from sandgate.cli import machines as command_line
from sandgate.config import Config
from sandgate.errors import SandboxError
from sandgate.model import Call, Limits, Outcome, Program
from sandgate.sandbox import bridge
from sandgate.sandbox.clock import Clock
from sandgate.sandbox.docker import orphans
from sandgate.sandbox.docker.image import CODE_LABEL, DENO_LABEL, PYTHON_LABEL
from sandgate.sandbox.process.selftest import failing
from sandgate.sandbox.protocol import Answer, Listeners, Request
from sandgate.sandbox.remote import contents
from sandgate.sandbox.remote.speech import PYTHON, TYPESCRIPT, Speech
from sandgate.sandbox.typescript import runtime
from sandgate.sandbox.vm import build, drivers
from sandgate.sandbox.vm.backend import VmBackend
from sandgate.sandbox.vm.micro import image, probe, sdk
from sandgate.sandbox.vm.micro.backend import MARKED, MicroBackend
from sandgate.sandbox.vm.micro.sdk import Sdk
from sandgate.workspace import Exchange, Workspaces
from sandgate.workspace.store import Room
from tests.sandbox.conformance import value
from tests.sandbox.vm.pretended import Images, Machine, Machines

pytestmark = pytest.mark.anyio
LIMITS = Limits(time_seconds=20, memory_mb=128, disk_mb=8, workspace_mb=8, workspace_files=50, processes=16)
needs_root = pytest.mark.skipif(
    os.geteuid() != 0 or not shutil.which("bwrap"),
    reason="NO MACHINES OF MICROSANDBOX PRETENDED: that needs root and bwrap, as our first process is root in them",
)


@pytest.fixture(scope="module")
def machines() -> Machines:
    return Machines()


@pytest.fixture(scope="module")
def short() -> Generator[Path]:
    """A folder that everybody may read, and whose name leaves room for that of a socket. pytest's own are not so."""
    with tempfile.TemporaryDirectory(prefix="m") as folder:
        Path(folder).chmod(0o755)
        yield Path(folder)


@pytest.fixture(scope="module")
def servers(short: Path) -> Path:
    (short / "servers").mkdir()
    (short / "servers" / "README.md").write_text("one line per server", encoding="utf-8")
    return short / "servers"


@pytest.fixture(scope="module")
async def backend(machines: Machines, servers: Path) -> AsyncGenerator[MicroBackend]:
    backend = of(machines, servers=servers)
    yield backend
    await backend.close()


def of(machines: Machines, images: Images | None = None, servers: Path | None = None) -> MicroBackend:
    return MicroBackend(servers, load=lambda: Sdk(machines, images or Images()))


async def no_tools(_: Request, _clock: Clock) -> Answer:
    raise SandboxError("there are no tools here")


async def ran(backend: MicroBackend, code: str, files: Exchange | None = None, limits: Limits = LIMITS) -> Outcome:
    with anyio.fail_after(40):
        worker = await backend.spawn(limits)
        return await bridge.run(worker, Program(code=code, limits=limits), Listeners(no_tools), files)


@needs_root
async def test_a_program_calls_tools_and_prints_and_its_machine_is_gone_afterwards(
    backend: MicroBackend, machines: Machines
) -> None:
    async def tool(request: Request, _: Clock) -> Answer:
        assert isinstance(request, Call)
        return value(request.arguments["n"])

    code = "print('begun')\nfound = await call_mcp_tool('s.t', {'n': 20})\n[found, open('servers/README.md').read()]"
    with anyio.fail_after(40):
        worker = await backend.spawn(LIMITS)
        outcome = await bridge.run(worker, Program(code=code, limits=LIMITS), Listeners(tool))

    assert (outcome.value, outcome.output) == ([20, "one line per server"], "begun\n")
    assert machines.made[-1].gone
    assert all(process.returncode is not None for process in machines.made[-1].processes)


@needs_root
async def test_files_of_a_session_come_and_go_and_another_run_sees_nothing(
    backend: MicroBackend, tmp_path: Path
) -> None:
    workspace = Workspaces(tmp_path, Room(size_mb=8, files=50)).of("mine")
    write = "open('workspace/é.bin', 'wb').write(bytes(range(256)) * 8_000)\nopen('/tmp/mine', 'w')"
    look = "import os\n[os.listdir('workspace'), os.listdir('/tmp'), os.listdir('/dev/shm')]"

    await ran(backend, write, Exchange(workspace))
    seen = await ran(backend, "open('workspace/é.bin', 'rb').read() == bytes(range(256)) * 8_000", Exchange(workspace))
    other = await ran(backend, look)

    assert (seen.value, other.value) == (True, [[], [], []])


@needs_root
async def test_a_machine_killed_in_the_middle_says_which_calls_were_made(
    backend: MicroBackend, machines: Machines
) -> None:
    async def tool(request: Request, _: Clock) -> Answer:
        if isinstance(request, Call) and request.tool == "s.first":
            return value(1)
        await machines.made[-1].kill()
        await anyio.sleep_forever()
        raise AssertionError

    code = "print('begun')\nawait call_mcp_tool('s.first')\nawait call_mcp_tool('s.second')"
    with anyio.fail_after(40):
        worker = await backend.spawn(LIMITS)
        outcome = await bridge.run(worker, Program(code=code, limits=LIMITS), Listeners(tool))

    assert (outcome.status, outcome.output) == ("killed", "begun\n")
    assert [(call.tool, call.status) for call in outcome.calls] == [("s.first", "ok"), ("s.second", "unfinished")]
    assert machines.made[-1].gone


@needs_root
async def test_a_program_that_takes_too_long_is_ended_with_its_machine(
    backend: MicroBackend, machines: Machines
) -> None:
    outcome = await ran(backend, "while True: pass", limits=replace(LIMITS, time_seconds=0.2))

    assert outcome.status == "timeout"
    assert machines.made[-1].gone


@needs_root
async def test_the_attacks_of_the_self_test_fail(backend: MicroBackend) -> None:
    assert await failing(backend, "bwrap") == []


HOSTILE = """
import ctypes, os, socket
libc = ctypes.CDLL(None)
def refused(function, *arguments):
    try: function(*arguments)
    except OSError: return True
[
    refused(socket.socket, socket.AF_VSOCK), refused(os.listdir, '/.msb'), refused(os.listdir, '/sys'),
    refused(open, '/proc/1/oom_score_adj', 'w'), refused(open, '/dev/tty'), refused(os.kill, 1, 9),
    refused(open, 'servers/README.md', 'a'), os.getpid() < 5, os.getuid() == 1000, libc.reboot(0x1234567) < 0,
]
"""


@needs_root
async def test_a_program_reaches_neither_the_line_nor_the_machine(backend: MicroBackend) -> None:
    outcome = await ran(backend, HOSTILE)

    assert outcome.value == [True] * 10


async def test_a_machine_has_no_network_no_disk_and_reads_what_it_is_shown(servers: Path) -> None:
    machines = Machines(mute=True)
    with pytest.raises(SandboxError, match="microsandbox: nothing can be started in it"):
        await of(machines, servers=servers).spawn(LIMITS)
    asked = machines.made[0].asked

    assert asked["network"] == Network.none()
    assert asked["image"] == Image.oci(image.NAME, root_disk=RootDisk.tmpfs(16))
    assert (asked["pull_policy"], asked["ephemeral"]) == (PullPolicy.NEVER, True)
    assert asked["memory"] == asked["max_memory"] >= build.needed_mb(LIMITS)
    assert (asked["cpus"], asked["max_cpus"]) == (1, 1)
    assert {path: mount.readonly for path, mount in asked["volumes"].items()} == {"/sandgate/servers": True}
    assert asked["labels"] == {**MARKED, orphans.GATEWAY_LABEL: orphans.me()}
    assert not any(Path(line).parent.exists() for line in asked["vsock"])
    assert machines.made[0].gone


@needs_root
async def test_a_first_process_that_fails_says_why_and_leaves_no_machine(
    machines: Machines, backend: MicroBackend, monkeypatch: pytest.MonkeyPatch
) -> None:
    def elsewhere(_inside: str) -> tuple[str, ...]:
        return ("-I", "-S", "-B", "/code/none.py")

    monkeypatch.setattr(contents, "start", elsewhere)

    with anyio.fail_after(40), pytest.raises(SandboxError, match=r"(?s)ended before it was ready: .*none\.py"):
        await backend.spawn(LIMITS)

    assert machines.made[-1].gone


async def test_a_machine_that_does_not_end_is_ended_when_the_backend_closes() -> None:
    machines = Machines(mute=True, stubborn=True)
    backend = of(machines)
    with pytest.raises(SandboxError, match="nothing can be started in it"):
        await backend.spawn(LIMITS)
    was_gone = machines.made[0].gone
    machines.made[0].stubborn = False

    await backend.close()

    assert (was_gone, machines.made[0].gone) == (False, True)


async def test_who_gives_up_while_a_machine_boots_leaves_none() -> None:
    machines = Machines(held=anyio.Event())
    backend = of(machines)

    with anyio.fail_after(40):
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(backend.spawn, LIMITS)
            await machines.booting.wait()
            tasks.cancel_scope.cancel()
            cast("anyio.Event", machines.held).set()

    assert [machine.gone for machine in machines.made] == [True]


async def test_a_boot_that_fails_is_told_and_leaves_no_file(empty: Path) -> None:

    with pytest.raises(SandboxError, match="microsandbox: the processor cannot"):
        await of(Machines(refuses="the processor cannot")).spawn(LIMITS)

    assert is_empty(empty)


async def test_machines_of_gateways_that_are_gone_are_removed_and_no_others() -> None:
    view = orphans.me().split(" ")[0]
    marks = {"dead": f"{view} 999999999 1", "alive": orphans.me(), "elsewhere": "another-boot/1 7 7"}
    found = {name: Machine({"labels": {**MARKED, orphans.GATEWAY_LABEL: mark}}) for name, mark in marks.items()}
    found["foreign"] = Machine({"labels": {"sandgate": "something"}})

    await of(Machines([*found.values()])).check()

    assert {name for name, machine in found.items() if machine.gone} == {"dead"}


@pytest.mark.parametrize(
    ("changed", "speech", "packages", "words"),
    [
        (
            {CODE_LABEL: ""},
            PYTHON,
            False,
            "made by another version of Sandgate: run `sandgate sandbox build --vm` again",
        ),
        ({PYTHON_LABEL: "cpython-27"}, PYTHON, True, "made for cpython-27"),
        ({}, TYPESCRIPT, False, "made without Deno"),
        ({DENO_LABEL: "other"}, TYPESCRIPT, False, "made with another Deno"),
    ],
)
async def test_an_image_of_something_else_is_not_used(
    changed: dict[str, str], speech: Speech, packages: bool, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runtime, "key", lambda: "this")
    images = Images(Images().labels | changed)

    with pytest.raises(SandboxError, match=words):
        await image.check(Sdk(Machines(), images), has_packages=packages, speech=speech)


@pytest.fixture
def empty(short: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where temporary files are made."""
    folder = short / "empty"
    folder.mkdir(exist_ok=True)
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    return folder


@pytest.fixture(scope="module")
def real(short: Path) -> Generator[Sdk]:
    """The package itself, with a home that is not the user's."""
    with pytest.MonkeyPatch.context() as changed:
        changed.setenv("MSB_HOME", str(short / "home"))
        yield sdk.loaded()


async def test_the_real_package_takes_the_image_and_says_when_there_is_none(
    real: Sdk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(contents, "put_python", Path.mkdir)  # the whole of it takes ten seconds
    monkeypatch.setattr(runtime, "installed", lambda: None)
    with pytest.raises(SandboxError, match="has no image for virtual machines: run `sandgate sandbox build --vm`"):
        await image.check(real)

    await image.build(real)

    await image.check(real)


async def test_the_real_package_understands_what_a_machine_is_to_be_like(
    real: Sdk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It looks for the image when it has understood the rest. There is none of that name, and none may be fetched."""
    monkeypatch.setattr(image, "NAME", "sandgate-nothing:latest")
    backend = MicroBackend(Path("/usr"), load=lambda: Sdk(real.machines, Images()))

    with anyio.fail_after(40), pytest.raises(SandboxError, match=r"microsandbox: .*sandgate-nothing"):
        await backend.spawn(LIMITS)


async def test_the_probe_boots_a_machine_with_the_real_package_and_leaves_nothing(empty: Path) -> None:
    """Whether it boots depends on the machine that this runs on."""
    said = await probe.refusal(0.5)

    assert not said or ("boots here: it was not up after 0.5 s" in said or "failed to start" in said)
    assert is_empty(empty)
    assert not processes_with(str(empty))


def is_empty(folder: Path) -> bool:
    return not [*folder.iterdir()]


def processes_with(text: str) -> list[Path]:
    return [path for path in Path("/proc").glob("[0-9]*/environ") if text.encode() in _read(path)]


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError:
        return b""


async def test_a_probe_that_dies_or_hangs_is_a_refusal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    hanging = tmp_path / "hanging.py"
    hanging.write_text("import time\ntime.sleep(600)", encoding="utf-8")
    monkeypatch.setattr(probe, "MORE_SECONDS", 0.0)
    monkeypatch.setattr(probe, "__file__", str(hanging))
    hung = await probe.refusal(0.1)
    monkeypatch.setattr(probe, "__file__", str(tmp_path / "none.py"))

    died = await probe.refusal(30.0)

    assert "it did not end by itself" in hung
    assert "it ended without a word" in died


@pytest.mark.parametrize(
    ("driver", "refusal", "backend"),
    [
        ("auto", "", MicroBackend),
        ("auto", "it does not boot", VmBackend),
        ("microsandbox", "", MicroBackend),
        ("qemu", "", VmBackend),
    ],
)
async def test_microsandbox_is_used_where_it_boots_and_qemu_is_not_demanded(
    driver: drivers.Driver, refusal: str, backend: type, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def refused(_seconds: float) -> str:
        return refusal

    monkeypatch.setattr(probe, "refusal", refused)

    made = drivers.made(tmp_path, {"preload": ()}, micro=await drivers.uses_micro(driver))

    assert type(made) is backend


async def test_nobody_takes_the_place_of_a_microsandbox_that_is_demanded(monkeypatch: pytest.MonkeyPatch) -> None:
    async def refused(_seconds: float) -> str:
        return "it does not boot"

    monkeypatch.setattr(probe, "refusal", refused)
    with pytest.raises(SandboxError, match="it does not boot"):
        await drivers.stood("microsandbox", Path(), PYTHON, {})
    monkeypatch.setattr(sdk, "is_installed", lambda: False)

    with pytest.raises(SandboxError, match=r"pip install '\.\[microsandbox\]'"):
        await drivers.stood("microsandbox", Path(), PYTHON, {})


@pytest.mark.parametrize("driver", ["auto", "microsandbox"])
async def test_the_doctor_says_why_not_microsandbox_and_what_would_cure_it(
    driver: drivers.Driver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def refused(_seconds: float) -> str:
        return "it does not boot: `modprobe kvm`"

    monkeypatch.setattr(probe, "refusal", refused)
    monkeypatch.setenv("PATH", str(tmp_path))
    config = Config(state_dir=tmp_path)
    config = replace(config, sandbox=replace(config.sandbox, vm_driver=driver))

    check = await anyio.to_thread.run_sync(command_line.vm, config)

    assert "it does not boot: `modprobe kvm`" in check.message
    assert check.cure == ("modprobe kvm" if driver == "microsandbox" else "apt install qemu-system-x86")
