"""The root a program sees: Python's standard library, what it links against, and nothing else of the host.

Three steps, each by a process with fewer rights: the launcher builds it out of the host's tree, the zygote leaves the
host's tree for it, and each run puts its own files on top.
"""

from __future__ import annotations

import os
import sysconfig
from collections.abc import Mapping
from typing import Any

from . import kernel

SCRATCH = "/tmp"  # noqa: S108 - only a place to mount on, inside our own mount namespace
OLD = "/old"
NEW = "/new"
HOME = "/sandgate"
"""The folder a program starts in."""
WORKSPACE = HOME + "/workspace"
CERTIFICATES = "certificates"
"""The folder with the authorities that programs trust, where they have a network."""
TEMPORARY = "/tmp"  # noqa: S108 - the run's own
SHARED_MEMORY = "/dev/shm"  # noqa: S108 - the run's own
SHARED_MEMORY_MB = 64
TEMPORARY_FILES = 65_536
DEVICES = ("null", "zero", "full", "random", "urandom")
MULTIARCH = sysconfig.get_config_var("MULTIARCH") or f"{os.uname().machine}-linux-gnu"
LIBRARIES = ("/lib", "/lib64", f"/usr/lib/{MULTIARCH}", "/usr/lib64")
"""Where shared libraries live. On merged systems the first two are links, and are made again as links."""
ZONES = "/usr/share/zoneinfo"
LOCALE = "/usr/lib/locale/C.utf8"
"""What commands need to know letters from bytes; Python brings its own."""
COMMANDS = "/commands"
"""Where the programs lie that may be run as commands, by their names alone: their own paths are the host's business."""
UNTRUSTED = kernel.MS_NOSUID | kernel.MS_NODEV | kernel.MS_NOEXEC


def build(folders: Mapping[str, str], commands: Mapping[str, str]) -> None:
    """Put together what programs will see. Must run in a mount namespace of its own; `enter` then leaves the rest."""
    kernel.mount("none", "/", flags=kernel.MS_REC | kernel.MS_PRIVATE)
    kernel.mount("tmpfs", SCRATCH, "tmpfs", kernel.MS_NOSUID | kernel.MS_NODEV, "size=1m,mode=755")
    os.mkdir(SCRATCH + OLD)
    os.mkdir(SCRATCH + NEW)
    kernel.pivot_root(SCRATCH, SCRATCH + OLD)  # the host's own /tmp shows again under OLD
    os.chdir("/")
    kernel.mount("tmpfs", NEW, "tmpfs", kernel.MS_NOSUID | kernel.MS_NODEV, "size=1m,mode=755")
    for path in system():
        _show(path)
        _hide(os.path.join(path, "site-packages"))
    for device in DEVICES:
        _show_device(f"/dev/{device}")
    for path in (SHARED_MEMORY, TEMPORARY, "/proc", WORKSPACE):
        os.makedirs(NEW + path)
    for name, folder in folders.items():
        os.mkdir(f"{NEW}{HOME}/{name}")
        kernel.bind(OLD + folder, f"{NEW}{HOME}/{name}")
    if commands:
        _show(LOCALE)
    for name, file in commands.items():
        _show_command(name, file)


def system() -> list[str]:
    """What every program may read of the host's own."""
    return [*LIBRARIES, *sorted({sysconfig.get_path("stdlib"), sysconfig.get_path("platstdlib")}), ZONES]


def _show(path: str) -> None:
    old, new = OLD + path, NEW + path
    if os.path.islink(old):
        os.makedirs(os.path.dirname(new), exist_ok=True)
        if not os.path.lexists(new):
            os.symlink(os.readlink(old), new)
    elif os.path.isdir(old) and not os.path.isdir(new):
        os.makedirs(new, exist_ok=True)
        kernel.bind(old, new)


def _hide(path: str) -> None:
    if os.path.isdir(NEW + path):
        flags = kernel.MS_RDONLY | kernel.MS_NOSUID | kernel.MS_NODEV
        kernel.mount("tmpfs", NEW + path, "tmpfs", flags, "size=4k,mode=755")


def _show_command(name: str, file: str) -> None:
    os.makedirs(NEW + COMMANDS, exist_ok=True)
    os.close(os.open(f"{NEW}{COMMANDS}/{name}", os.O_CREAT | os.O_WRONLY, 0o644))
    kernel.bind(OLD + file, f"{NEW}{COMMANDS}/{name}")


def _show_device(path: str) -> None:
    os.makedirs(NEW + "/dev", exist_ok=True)
    os.close(os.open(NEW + path, os.O_CREAT | os.O_WRONLY, 0o666))
    kernel.mount(OLD + path, NEW + path, flags=kernel.MS_BIND)


def enter() -> None:
    """Leave the host's tree for good, as the zygote: only then is its own process tree there to be shown."""
    kernel.mount(NEW, NEW, flags=kernel.MS_BIND | kernel.MS_REC)  # a mount made outside cannot become the root itself
    kernel.mount("proc", NEW + "/proc", "proc", UNTRUSTED)  # refused once the host's own is out of sight
    os.chdir(NEW)
    kernel.pivot_root(".", ".")
    kernel.umount(".")
    os.chdir("/")
    flags = kernel.MS_REMOUNT | kernel.MS_BIND | kernel.MS_RDONLY | kernel.MS_NOSUID | kernel.MS_NODEV
    kernel.mount("none", "/", flags=flags)


def furnish(order: Mapping[str, Any]) -> None:
    """What belongs to one run alone, put up by its pid 1 in its own mount namespace."""
    kernel.mount("proc", "/proc", "proc", UNTRUSTED | kernel.MS_RDONLY, "subset=pid")
    _scratch(SHARED_MEMORY, SHARED_MEMORY_MB, TEMPORARY_FILES)
    _scratch(TEMPORARY, order["disk_mb"], TEMPORARY_FILES)
    _scratch(WORKSPACE, order["workspace_mb"], order["workspace_files"] + 1)  # its own folder counts as well
    if order["uid"] is not None:
        os.chown(WORKSPACE, order["uid"], order["uid"])  # so the gateway knows whose files it puts there


def _scratch(path: str, size_mb: int, files: int) -> None:
    kernel.mount("tmpfs", path, "tmpfs", UNTRUSTED, f"size={size_mb}m,nr_inodes={files},mode=777")
