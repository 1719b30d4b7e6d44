"""Make the image of virtual machines: boot a machine with our Python once, and take its snapshot while it waits.

Nothing needs root, a disk image or the network, but for a kernel where this machine has none to give.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from hashlib import sha256
from pathlib import Path

import anyio
import anyio.to_thread

from ...errors import ConfigError, SandboxError
from ...model import JsonObject, Language, Limits
from ..process import root
from ..process.zygote import PRELOAD
from ..protocol import FrameReader
from ..remote import contents, orders, packets
from ..remote.speech import PYTHON, Speech
from ..remote.wire import Channel, Wire
from ..typescript import runtime
from . import cpio, kernels, pattern, qemu, snapshot
from .furnishing import fresh, furnished
from .machine import KVM, Machine, NoNamespaces, Walls
from .qemu import Accelerator, Program
from .shown import Shown
from .snapshot import About, Snapshot

INSIDE = "vm"
PACKAGES = "packages"
"""Where packages for programs lie in the image."""
FOLDERS = ("modules", "machine", "groups", "dev/shm", PACKAGES)
USER = 1000
"""In the machine, whom programs run as: there is nobody else but our first process."""
BEGUN = "begun"
"""Beside an image, where the one is whose machines have begun their order."""
OWN_MB = 256
"""Of a machine's memory, what the kernel, the interpreter and our first process have."""
STEP_MB = 64
BOOT_SECONDS = {"kvm": 20.0, "tcg": 120.0}
"""Where KVM does not work it may also hang; imitated, a machine takes seconds, and longer on a busy host."""
LONGEST_WORD = 64 * 1024
OnProgress = Callable[[str], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What an image is to be like."""

    limits: Limits
    """Its machines have memory for these."""
    language: Language = "python"
    packages: Path | None = None
    preload: Sequence[str] = ()
    kernel: Path | None = None
    """Its file; None for this machine's own, or Debian's."""
    accelerators: Sequence[Accelerator] = ("kvm", "tcg")
    """In which order they are tried."""
    client: str = ""
    """What all wrappers in TypeScript import: Deno reads it when it starts, so it can be made ready with it."""


def place(folder: Path, language: Language) -> Path:
    """Where the image for a language is. Each has its own: whoever does without one has not to carry it."""
    return folder if language == "python" else folder / language


def needed_mb(limits: Limits, speech: Speech = PYTHON) -> int:
    """The memory of a machine that can hold a run to its limits: what it keeps in files is memory as well."""
    limits = orders.room(limits, speech)
    memory = limits.memory_mb + limits.disk_mb + limits.workspace_mb + root.SHARED_MEMORY_MB + OWN_MB
    return -(-memory // STEP_MB) * STEP_MB


def order(limits: Limits, speech: Speech) -> JsonObject:
    """What a machine is told of its run; each is told besides what must not be the same in two of them."""
    return orders.order(limits, speech, ("servers", "skills"), USER)


def python_key() -> str:
    """What packages must be made for."""
    return f"{sys.implementation.cache_tag}-{os.uname().machine}"


def deno_key(language: Language) -> str:
    """Raises SandboxError where it is wanted and there is none."""
    return runtime.key() if language == "typescript" else ""


def packages_key(folder: Path | None) -> str:
    """What is in a folder of packages, by names, sizes and times: reading them all would take too long."""
    if folder is None:
        return ""
    found = sha256()
    for path in sorted(folder.rglob("*")):
        if "__pycache__" in path.parts:
            continue  # made from the others, whenever somebody imports them
        about = path.lstat()
        found.update(f"{path.relative_to(folder)}\0{about.st_size}\0{about.st_mtime_ns}\0".encode())
    return found.hexdigest()[:32]


async def build(folder: Path, wanted: Wanted, on_progress: OnProgress = lambda _: None) -> About:
    """Have an image in its place in the folder. Made before and still the same, it stays. Raises SandboxError."""
    program = await anyio.to_thread.run_sync(qemu.found)
    await anyio.Path(folder).mkdir(parents=True, exist_ok=True, mode=0o700)
    on_progress("Looking for a kernel")
    kernel = await anyio.to_thread.run_sync(kernels.found, wanted.kernel, folder / "kernels")
    folder = place(folder, wanted.language)
    await anyio.Path(folder).mkdir(exist_ok=True, mode=0o700)
    possible = await anyio.to_thread.run_sync(_possible, wanted, program, kernel)
    key = await _kept(folder, possible)
    if key is None:
        on_progress(f"Putting the image together, with {kernel.image.name}")
        with _memory(0) as boot:
            await anyio.to_thread.run_sync(_put_together, wanted, kernel, *boot)
            key = await _first_that_boots(folder, possible, program, boot, on_progress)
    if wanted.client:
        await _begin(folder, key, wanted, program, on_progress)
    return possible[key]


async def _kept(folder: Path, possible: Iterable[str]) -> str | None:
    for key in possible:
        if await anyio.to_thread.run_sync(snapshot.keep_current, folder, key):
            return key
    return None


async def _begin(folder: Path, key: str, wanted: Wanted, program: Program, on_progress: OnProgress) -> None:
    """Beside an image, keep one whose machines have begun the order of these limits."""
    told = order(wanted.limits, Speech(wanted.language))
    begun = pattern.key_of(told, wanted.client.encode())
    place = folder / BEGUN
    await anyio.Path(place).mkdir(exist_ok=True, mode=0o700)
    name = sha256(f"{key}\0{begun}".encode()).hexdigest()[:32]
    if await anyio.to_thread.run_sync(snapshot.keep_current, place, name):
        return
    on_progress("Making Deno ready in it")
    base = await anyio.to_thread.run_sync(Snapshot.load, folder)
    try:
        made = await _furnished(program, base, told, wanted.client)
    finally:
        base.close()
    try:
        about = replace(made.about, begun=begun)
        await anyio.to_thread.run_sync(snapshot.keep, place, name, about, made.ram, made.state)
    finally:
        made.close()


async def _furnished(program: Program, base: Snapshot, told: JsonObject, client: str) -> Snapshot:
    with tempfile.TemporaryDirectory(prefix="sandgate-client-") as folder:
        await anyio.Path(folder, pattern.CLIENT).write_text(client, encoding="utf-8")
        bodies = await anyio.to_thread.run_sync(Shown({"servers": Path(folder)}).changes)
    try:
        return await furnished(program, base, Walls(), bodies, packets.ORDER, told | fresh())
    except NoNamespaces:
        return await furnished(program, base, Walls(namespaces=False), bodies, packets.ORDER, told | fresh())


def _possible(wanted: Wanted, program: Program, kernel: kernels.Kernel) -> dict[str, About]:
    """What could be made here, by a key of all that it would be made of; the best first."""
    made_of = sha256(kernel.image.read_bytes())
    library = Path(os.__file__).stat()
    for part in (sys.version, library.st_mtime_ns, qemu.MACHINE, qemu.PROCESSOR, qemu.KERNEL_WORDS):
        made_of.update(f"{part}\0".encode())
    has_kvm = os.access(KVM, os.R_OK | os.W_OK)
    usable: list[Accelerator] = [one for one in wanted.accelerators if one == "tcg" or has_kvm]
    if not usable:
        raise SandboxError(f"no virtual machine can be made: {KVM} is not there, or not ours to use")
    found = (_about(wanted, program, accelerator) for accelerator in usable)
    return {sha256(f"{made_of.hexdigest()}\0{about}".encode()).hexdigest()[:32]: about for about in found}


async def _first_that_boots(
    folder: Path, possible: Mapping[str, About], program: Program, boot: tuple[int, int], on_progress: OnProgress
) -> str:
    """Its key. A device for KVM may be there and not work: only a machine that was up tells."""
    last = [*possible][-1]
    for key, about in possible.items():
        on_progress(f"Booting a machine, with {'KVM' if about.accelerator == 'kvm' else 'QEMU alone'}")
        try:
            await _made(folder, key, about, program, boot, on_progress)
        except SandboxError as error:
            if key == last:
                raise
            on_progress(f"KVM cannot be used here: {str(error)[:200]}")
            continue
        return key
    raise AssertionError("the last one raises")


def _about(wanted: Wanted, program: Program, accelerator: Accelerator) -> About:
    room = needed_mb(wanted.limits, Speech(wanted.language))
    return About(
        code=contents.code_key(INSIDE),
        python=python_key(),
        qemu=program.version,
        accelerator=accelerator,
        room_mb=room,
        memory_mb=room + _size_mb(wanted),
        packages=packages_key(wanted.packages),
        preload=tuple(wanted.preload),
        deno=deno_key(wanted.language),
    )


def _size_mb(wanted: Wanted) -> int:
    """What packages and Deno take of a machine's memory: twice while it starts, and once when it has."""
    files = [path for path in wanted.packages.rglob("*") if not path.is_dir()] if wanted.packages else []
    if wanted.language == "typescript":
        files.append(Path(runtime.file_of()))
    size = sum(path.lstat().st_size for path in files)
    return -(-size // (STEP_MB * 2**20)) * STEP_MB


def _put_together(wanted: Wanted, kernel: kernels.Kernel, image: int, archive: int) -> None:
    """Write the kernel and what it unpacks to these descriptors."""
    try:
        with tempfile.TemporaryDirectory(prefix="sandgate-machine-") as scratch:
            _fill(Path(scratch), wanted, kernel)
            with open(archive, "wb", closefd=False) as file:
                cpio.write(Path(scratch), file)
        with open(image, "wb", closefd=False) as file:
            file.write(kernel.image.read_bytes())
    except OSError as error:
        raise SandboxError(f"the image for virtual machines cannot be made: {error}") from error


def _fill(folder: Path, wanted: Wanted, kernel: kernels.Kernel) -> None:
    code = folder / "part"
    contents.put_code(code, INSIDE, compiled=True)
    contents.put_python(folder)
    shutil.copytree(code, folder, dirs_exist_ok=True)
    shutil.rmtree(code)
    for name in FOLDERS:
        (folder / name).mkdir(parents=True, exist_ok=True)
    for number, content in enumerate(kernels.modules_of(kernel)):
        (folder / f"modules/{number:02}.ko").write_bytes(content)
    if wanted.packages:
        shutil.copytree(wanted.packages, folder / PACKAGES, symlinks=True, dirs_exist_ok=True)
    if wanted.language == "typescript":
        contents.put_deno(folder, runtime.file_of())
    packages = f"/{PACKAGES}" if wanted.packages else None
    settings = {"language": wanted.language, "packages": packages, "preload": [*wanted.preload]}
    (folder / "settings.json").write_text(json.dumps(settings), encoding="utf-8")


async def _made(
    folder: Path, key: str, about: About, program: Program, boot: tuple[int, int], on_progress: OnProgress
) -> None:
    with _memory(about.memory_mb) as (ram, state):
        start = partial(Machine.start, program, about.accelerator, about.memory_mb, ram, boot=boot, kept=True)
        try:
            await _booted(start(Walls()), about.accelerator, state, on_progress)
        except NoNamespaces:
            os.ftruncate(ram, 0)
            os.ftruncate(ram, about.memory_mb * 2**20)
            await _booted(start(Walls(namespaces=False)), about.accelerator, state, on_progress)
        on_progress("Writing the snapshot")
        await anyio.to_thread.run_sync(snapshot.keep, folder, key, about, ram, state)


@contextmanager
def _memory(size_mb: int) -> Generator[tuple[int, int]]:
    ram, state = snapshot.memory("ram", size_mb * 2**20), snapshot.memory("state")
    try:
        yield ram, state
    finally:
        os.close(ram)
        os.close(state)


async def _booted(machine: Machine, accelerator: Accelerator, state: int, on_progress: OnProgress) -> None:
    """Wait until the machine waits, and write its state down. It is ended."""
    wire = await machine.connected()
    try:
        await _waiting(machine, wire, BOOT_SECONDS[accelerator])
        on_progress("Taking its snapshot")
        await machine.save(state)
    finally:
        with anyio.CancelScope(shield=True):
            wire.close()
            await wire.output.aclose()
            await machine.end()


async def _waiting(machine: Machine, wire: Wire, seconds: float) -> None:
    try:
        with anyio.fail_after(seconds):
            said = await FrameReader(Channel(wire), LONGEST_WORD).next()
    except TimeoutError as error:
        raise await machine.why(SandboxError(f"the machine was not up after {seconds:g} s")) from error
    except (anyio.EndOfStream, anyio.BrokenResourceError) as error:
        raise await machine.why(SandboxError("the machine ended before it was up")) from error
    if said.get("type") == "refused":
        reason = str(said.get("reason"))
        raise ConfigError(reason) if reason.startswith(PRELOAD) else SandboxError(reason)
