"""How QEMU is asked for a machine: one processor, memory, one port, and as little else as it can do without."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from ...errors import SandboxError
from ..process import root
from ..remote import contents

Accelerator = Literal["kvm", "tcg"]
NAME = "qemu-system-x86_64"
CURE = "`apt install qemu-system-x86`"
MACHINE = "q35,sata=off,smbus=off,vmport=off,i8042=off,usb=off,graphics=off,memory-backend=ram"
PROCESSOR: Mapping[Accelerator, tuple[str, ...]] = {
    "kvm": ("-accel", "kvm", "-cpu", "host,migratable=on"),
    "tcg": ("-accel", "tcg,tb-size=64", "-cpu", "Nehalem"),
}
"""Nehalem is the least that numpy runs on; what came after it costs more to imitate than it gains."""
TRANSLATED_MB = 64
"""What `tb-size` says."""
FILTER = "on,obsolete=deny,elevateprivileges=deny,spawn=deny,resourcecontrol=deny"
"""Of the system calls, what QEMU itself gives up once it is up."""
KERNEL_WORDS = (
    *("console=ttyS0", "quiet", "loglevel=1", "panic=-1", "reboot=t", "cgroup_no_v1=all"),
    # One program is in there, and what it could learn of the kernel is its own: these cost much where it is imitated.
    *("mitigations=off", "init_on_alloc=0", "audit=0", "nowatchdog"),
    f"LD_LIBRARY_PATH={contents.LIBRARIES}",
    f"rdinit={contents.PYTHON}/bin/python3",
    "--",
)


@dataclass(frozen=True, slots=True)
class Program:
    """The QEMU of this machine."""

    path: str
    version: str
    readable: tuple[str, ...] = ()
    """What it must be able to read."""


def found() -> Program:
    """Raises SandboxError, with what to do, where there is none."""
    if os.uname().machine != "x86_64":
        raise SandboxError(f"virtual machines are made for x86-64 only, and this machine is {os.uname().machine}")
    path = shutil.which(NAME)
    if path is None:
        raise SandboxError(f"{NAME} is not installed: {CURE}")
    try:
        said = subprocess.run([path, "--version"], capture_output=True, text=True, check=True, timeout=30)
    except (OSError, subprocess.SubprocessError) as error:
        raise SandboxError(f"{path} cannot be run: {error}. Try {CURE} again") from error
    real = os.path.realpath(path)
    return Program(real, said.stdout.partition("\n")[0].strip(), _readable(real))


def _readable(path: str) -> tuple[str, ...]:
    prefix = Path(path).parent.parent
    shares = (prefix / "share" / name for name in ("qemu", "seabios", "ipxe"))
    found = (*root.LIBRARIES, "/etc/ld.so.cache", f"{prefix}/lib", *map(str, shares), path)
    return tuple(one for one in dict.fromkeys(found) if Path(one).exists())


def command(
    program: Program, accelerator: Accelerator, memory_mb: int, *, ram: int, port: int, kept: bool
) -> list[str]:
    """A machine whose memory is the file behind the descriptor `ram`, and whose port is the socket `port`.

    What it writes to its memory is `kept` in that file only when a snapshot is made.
    """
    memory = f"memory-backend-file,id=ram,size={memory_mb}M,mem-path=/proc/self/fd/{ram}"
    return [
        program.path,
        *("-nodefaults", "-no-user-config", "-display", "none", "-no-reboot"),
        *("-machine", MACHINE, *PROCESSOR[accelerator], "-smp", "1", "-m", f"{memory_mb}M"),
        *("-object", f"{memory},share={'on' if kept else 'off'}"),
        *("-device", "virtio-serial-pci,max_ports=2", "-chardev", f"socket,id=port,fd={port}"),
        *("-device", "virtserialport,chardev=port,name=sandgate"),
        *("-sandbox", FILTER),
    ]


def monitored(monitor: int) -> list[str]:
    """Take orders on this socket."""
    return ["-chardev", f"socket,id=monitor,fd={monitor}", "-mon", "chardev=monitor,mode=control"]


def booted(kernel: int, archive: int) -> list[str]:
    """Begin with a kernel and what it unpacks into memory, and say on stdout what goes wrong."""
    words = " ".join((*KERNEL_WORDS, *contents.start("vm")))
    given = ("-kernel", f"/proc/self/fd/{kernel}", "-initrd", f"/proc/self/fd/{archive}", "-append", words)
    return [*given, "-chardev", "stdio,id=console,signal=off", "-serial", "chardev:console"]


def resumed() -> list[str]:
    """Begin with a snapshot, once it is named."""
    return ["-serial", "null", "-incoming", "defer"]
