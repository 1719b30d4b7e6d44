"""What can be said of virtual machines without starting one: their archive, kernel, snapshot and files."""

from __future__ import annotations

import io
import lzma
import os
import sys
from dataclasses import replace
from pathlib import Path

import pytest

if sys.platform != "linux":
    pytest.skip("virtual machines of ours are started on Linux", allow_module_level=True)

from sandgate.errors import SandboxError
from sandgate.model import JsonObject, Limits
from sandgate.sandbox.remote import contents, packets
from sandgate.sandbox.vm import build, cpio, kernels, pattern, qemu, selftest, snapshot
from sandgate.sandbox.vm.backend import VmBackend
from sandgate.sandbox.vm.machine import Walls
from sandgate.sandbox.vm.qemu import Program
from sandgate.sandbox.vm.shown import Shown
from sandgate.sandbox.vm.snapshot import About, Snapshot

pytestmark = pytest.mark.anyio
ABOUT = About(
    code="c", python="p", qemu="q", accelerator="tcg", room_mb=64, memory_mb=64, packages="", preload=("json",)
)


def entries(archive: bytes) -> dict[str, tuple[int, bytes]]:
    """What a kernel would find: modes and contents, by name."""
    found: dict[str, tuple[int, bytes]] = {}
    at = 0
    while True:
        assert archive[at : at + 6] == b"070701"
        fields = [int(archive[at + 6 + 8 * n : at + 14 + 8 * n], 16) for n in range(13)]
        name = archive[at + 110 : at + 110 + fields[11] - 1].decode()
        body = at + 110 + fields[11]
        body += -body % 4
        if name == "TRAILER!!!":
            return found
        found[name] = (fields[1], archive[body : body + fields[6]])
        at = body + fields[6]
        at += -at % 4


def test_an_archive_has_everything_and_the_same_folder_gives_the_same_bytes(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "é.txt").write_bytes(b"text")
    (tmp_path / "run").write_bytes(b"x" * 5)
    (tmp_path / "run").chmod(0o700)
    (tmp_path / "link").symlink_to("a/é.txt")
    first, second = io.BytesIO(), io.BytesIO()

    cpio.write(tmp_path, first)
    (tmp_path / "run").touch()
    cpio.write(tmp_path, second)

    found = entries(first.getvalue())
    assert first.getvalue() == second.getvalue()
    assert found["a/é.txt"] == (0o100644, b"text")
    assert found["run"] == (0o100755, b"xxxxx")
    assert found["link"] == (0o120777, "a/é.txt".encode())
    assert found["dev/null"][0] == 0o020666
    assert found["dev/console"][0] == 0o020600


def module(folder: Path, name: str, depends: str = "", *, packed: bool = False) -> bytes:
    content = b"\x7fELF" + name.encode() + b"\0license=GPL\0depends=" + depends.encode() + b"\0name=x\0"
    file = folder / f"{name}.ko{'.xz' if packed else ''}"
    file.write_bytes(lzma.compress(content) if packed else content)
    return content


def test_modules_come_after_those_they_need_whatever_they_are_packed_with(tmp_path: Path) -> None:
    ring = module(tmp_path, "virtio_ring", "virtio")
    core = module(tmp_path, "virtio", packed=True)
    pci = module(tmp_path, "virtio_pci", "virtio_ring,virtio")
    module(tmp_path, "unwanted")
    (tmp_path / "modules.builtin").write_text("kernel/drivers/char/virtio_console.ko\n", encoding="utf-8")

    assert kernels.modules_of(kernels.Kernel(tmp_path / "vmlinuz", tmp_path)) == [core, ring, pci]


def test_a_kernel_without_a_module_that_is_needed_is_refused(tmp_path: Path) -> None:
    module(tmp_path, "virtio_pci", "virtio_ring")

    with pytest.raises(SandboxError, match="has no module virtio_ring"):
        kernels.modules_of(kernels.Kernel(tmp_path / "vmlinuz", tmp_path))


def test_the_newest_kernel_of_the_machine_is_used_if_it_can_be(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("6.1.9", "6.1.10", "6.2.0"):
        (tmp_path / f"vmlinuz-{name}").write_bytes(b"kernel")
    for name in ("6.1.9", "6.1.10"):
        (tmp_path / "modules" / name).mkdir(parents=True)
    monkeypatch.setattr(kernels, "BOOT", tmp_path)
    monkeypatch.setattr(kernels, "MODULES", tmp_path / "modules")

    found = kernels.found(None, tmp_path / "fetched")

    assert found == kernels.Kernel(tmp_path / "vmlinuz-6.1.10", tmp_path / "modules" / "6.1.10")


def test_without_any_kernel_the_command_is_named_that_brings_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kernels, "BOOT", tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path))

    with pytest.raises(SandboxError, match="`apt install linux-image-cloud-amd64`, or name one"):
        kernels.found(None, tmp_path / "fetched")
    with pytest.raises(SandboxError, match="cannot be read"):
        kernels.found(tmp_path / "none", tmp_path / "fetched")


async def test_without_qemu_the_doctor_names_the_command_that_brings_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))

    tried = await selftest.tried(VmBackend(tmp_path))

    assert (tried.stands, tried.cure) == (False, "apt install qemu-system-x86")
    assert "qemu-system-x86_64 is not installed" in tried.message


async def test_without_an_image_the_doctor_names_the_command_that_makes_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(qemu, "found", lambda: Program("/usr/bin/qemu", "7"))

    tried = await selftest.tried(VmBackend(tmp_path))

    assert (tried.stands, tried.cure) == (False, "sandgate sandbox build --vm")


def kept(folder: Path, key: str = "one", about: About = ABOUT) -> None:
    ram, state = snapshot.memory("ram", 64 * 2**20), snapshot.memory("state")
    os.pwrite(ram, b"first", 0)
    os.pwrite(ram, b"last", 60 * 2**20)
    os.write(state, b"state")
    snapshot.keep(folder, key, about, ram, state)
    os.close(ram)
    os.close(state)


def test_a_snapshot_is_what_it_was_and_stays_small(tmp_path: Path) -> None:
    kept(tmp_path)

    found = Snapshot.load(tmp_path)

    assert found.about == ABOUT
    assert (os.pread(found.ram, 5, 0), os.pread(found.ram, 4, 60 * 2**20)) == (b"first", b"last")
    assert (tmp_path / "one" / "ram").stat().st_blocks * 512 < 2**20
    assert os.fstat(found.ram).st_blocks * 512 < 2**20
    found.close()


def test_what_machines_begin_with_cannot_be_changed_by_one_of_them(tmp_path: Path) -> None:
    kept(tmp_path)
    found = Snapshot.load(tmp_path)

    again = os.open(f"/proc/self/fd/{found.ram}", os.O_RDWR)
    for change in (lambda: os.pwrite(again, b"x", 0), lambda: os.ftruncate(again, 0)):
        with pytest.raises(PermissionError):
            change()

    os.close(again)
    found.close()


def test_a_new_snapshot_takes_the_place_of_the_old_and_of_what_was_left_half_done(tmp_path: Path) -> None:
    kept(tmp_path)
    (tmp_path / "killed.part").mkdir()

    kept(tmp_path, "two")

    assert {path.name for path in tmp_path.iterdir()} == {"two", "current", "lock"}
    assert snapshot.keep_current(tmp_path, "two")
    assert not snapshot.keep_current(tmp_path, "one")


@pytest.mark.parametrize(
    ("file", "content", "said"),
    [
        ("current", None, "there is no image"),
        ("one/ram", None, "there is no image"),
        ("one/about.json", "{}", "cannot be read"),
        ("one/about.json", "no JSON", "cannot be read"),
    ],
)
def test_a_spoilt_snapshot_is_said_with_what_to_do(tmp_path: Path, file: str, content: str | None, said: str) -> None:
    kept(tmp_path)
    (tmp_path / file).unlink()
    if content is not None:
        (tmp_path / file).write_text(content, encoding="utf-8")

    with pytest.raises(SandboxError, match=rf"{said}.*`sandgate sandbox build --vm`"):
        Snapshot.load(tmp_path)


async def test_an_image_of_something_else_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    code = contents.code_key(build.INSIDE)
    fitting = replace(ABOUT, code=code, python=build.python_key())
    monkeypatch.setattr(qemu, "found", lambda: Program("/usr/bin/qemu", "q"))
    kept(tmp_path, about=fitting)

    with pytest.raises(SandboxError, match=r"with another sandbox.preload: run `sandgate sandbox build --vm` again"):
        await VmBackend(tmp_path).spawn(Limits())
    with pytest.raises(SandboxError, match="with other packages"):
        await VmBackend(tmp_path, packages=tmp_path, preload=["json"]).spawn(Limits())
    for about, words in (
        (replace(fitting, code="other"), "by another version of Sandgate"),
        (replace(fitting, qemu="8"), "for 8, and here is q"),
        (replace(fitting, python="cpython-310"), "for cpython-310, and here is"),
    ):
        kept(tmp_path, about=about)
        with pytest.raises(SandboxError, match=words):
            await VmBackend(tmp_path, preload=["json"]).spawn(Limits())


def test_more_limits_need_a_machine_with_more_memory() -> None:
    small, large = Limits(memory_mb=64, disk_mb=8, workspace_mb=8), Limits(memory_mb=64, disk_mb=1000, workspace_mb=8)

    assert build.needed_mb(small) >= 64 + 8 + 8
    assert build.needed_mb(large) - build.needed_mb(small) >= 990 - build.STEP_MB


def told(shown: Shown) -> dict[str, bytes | None]:
    """What a machine is told: the content of each file, nothing for one that has gone."""
    found: dict[str, bytes | None] = {}
    for body in shown.changes():
        assert len(body) < packets.LARGEST
        message, content = packets.message_of(body)
        found |= dict.fromkeys(message["gone"])
        at = 0
        for name, size, _ in message["files"]:
            found[name] = (found.get(name) or b"") + content[at : at + size]
            at += size
    return found


def test_a_machine_is_told_only_what_it_does_not_have(tmp_path: Path) -> None:
    (tmp_path / "github").mkdir()
    (tmp_path / "github" / "a.py").write_bytes(b"a\nb")
    (tmp_path / "large").write_bytes(os.urandom(3 * 2**20))
    (tmp_path / "empty").touch()
    (tmp_path / "out").symlink_to("/etc/passwd")
    shown = Shown({"servers": tmp_path, "skills": tmp_path / "none"})

    first, second = told(shown), told(shown)
    (tmp_path / "github" / "a.py").write_bytes(b"changed")
    (tmp_path / "empty").unlink()
    third = told(shown)

    assert first == {"github/a.py": b"a\nb", "large": (tmp_path / "large").read_bytes(), "empty": b""}
    assert second == {}
    assert third == {"github/a.py": b"changed", "empty": None}


class Kept:
    """Stands in for a machine that is given files and orders: what each was given, and the snapshots there are."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.orders: list[JsonObject | None] = []
        self.last: list[int] = []
        self.begun = ""
        """The key of the order that one has begun which was built with the image."""
        self.open = 0

    def load(self, begun: str) -> tuple[Program, Snapshot]:
        if begun not in ("", self.begun):
            raise SandboxError("there is none")
        kept(self._folder)
        return Program("/usr/bin/qemu", "q"), self._counted(Snapshot.load(self._folder))

    async def furnished(
        self, _: Program, base: Snapshot, _walls: Walls, _bodies: object, last: int, order: JsonObject | None
    ) -> Snapshot:
        os.fstat(base.ram)  # closed, it would raise
        self.last.append(last)
        self.orders.append(order)
        return self._counted(Snapshot.load(self._folder))

    def _counted(self, made: Snapshot) -> Snapshot:
        self.open += 1
        return Closing(made.about, made.ram, made.state, self)


class Closing(Snapshot):
    def __init__(self, about: About, ram: int, state: int, kept: Kept) -> None:
        super().__init__(about, ram, state)
        self._kept = kept

    def close(self) -> None:
        super().close()
        self._kept.open -= 1


@pytest.fixture
def machines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Kept:
    made = Kept(tmp_path / "images")
    (tmp_path / "images").mkdir()
    monkeypatch.setattr(pattern, "furnished", made.furnished)
    return made


async def test_machines_that_have_begun_an_order_serve_it_until_it_or_the_client_is_another(
    machines: Kept, tmp_path: Path
) -> None:
    servers = tmp_path / "servers"
    servers.mkdir()
    client, first = servers / "_client.ts", {"memory_mb": 1, "cpu_seconds": 1, "seed": "a", "now": 1.0}
    client.write_text("1")
    begun = pattern.Pattern(machines.load, {"servers": servers}, begins=True)

    same = [await begun.fit(first | changed, Walls()) for changed in ({}, {"cpu_seconds": 9, "seed": "b", "now": 2.0})]
    (servers / "tool.ts").write_text("2")
    _, told_later = await begun.fit(first, Walls())
    await begun.fit(first | {"memory_mb": 2}, Walls())
    client.write_text("another")
    await begun.fit(first | {"memory_mb": 2}, Walls())
    open_meanwhile = machines.open
    begun.close()

    assert [bodies for _, bodies in same] == [[], []]
    assert len(told_later) == 1
    assert [order and order["memory_mb"] for order in machines.orders] == [1, 2, 2]
    assert (open_meanwhile, machines.open) == (1, 0)


async def test_one_that_was_built_with_the_usual_order_begun_begins_nothing_anew(
    machines: Kept, tmp_path: Path
) -> None:
    servers, usual = tmp_path / "servers", {"memory_mb": 1, "seed": "a"}
    servers.mkdir()
    (servers / "_client.ts").write_text("1")
    (servers / "tool.ts").write_text("2")
    machines.begun = pattern.key_of(usual | {"seed": "b"}, b"1")
    built = pattern.Pattern(machines.load, {"servers": servers}, begins=True)

    shown, bodies = await built.fit(usual, Walls())
    begun_by_then = list(machines.last)
    (servers / "large.ts").write_bytes(bytes(pattern.MOST_TOLD))
    await built.fit(usual, Walls())
    await built.fit(usual | {"memory_mb": 2}, Walls())
    built.close()

    assert (len(bodies), {*shown.had["servers"]}) == (1, {"_client.ts", "tool.ts"})
    assert b"_client.ts" not in bodies[0]
    assert (begun_by_then, machines.last) == ([], [packets.AGAIN, packets.ORDER])
    assert machines.open == 0


async def test_files_alone_make_no_new_machine_where_nothing_has_begun(machines: Kept, tmp_path: Path) -> None:
    (tmp_path / "servers").mkdir()
    (tmp_path / "servers" / "_client.py").write_text("1")
    waiting = pattern.Pattern(machines.load, {"servers": tmp_path / "servers"}, begins=False)

    _, few = await waiting.fit({"memory_mb": 1}, Walls())
    (tmp_path / "servers" / "large.py").write_bytes(bytes(pattern.MOST_TOLD))
    _, many = await waiting.fit({"memory_mb": 2}, Walls())
    waiting.close()

    assert (len(few), many) == (1, [])
    assert machines.orders == [None]
    assert machines.open == 0


def test_qemu_is_asked_for_no_network_no_disk_and_no_screen() -> None:
    words = qemu.command(Program("/usr/bin/qemu", "7"), "tcg", 64, ram=5, port=6, kept=False)

    assert {"-nodefaults", "-no-user-config", "-no-reboot"} <= {*words}
    assert words[words.index("-sandbox") + 1].startswith("on,")
    assert words[words.index("-display") + 1] == "none"
    devices = [words[at + 1].split(",")[0] for at, word in enumerate(words) if word == "-device"]
    assert devices == ["virtio-serial-pci", "virtserialport"]
    assert not [word for word in words if word in ("-netdev", "-nic", "-drive", "-virtfs", "-monitor", "-qmp")]
    assert "share=off" in words[words.index("-object") + 1]
