"""The root a program sees: Python's standard library, what it links against, and nothing else of the host."""

from __future__ import annotations

import os
import sysconfig

from . import kernel

SCRATCH = "/tmp"  # noqa: S108 - only a place to mount on, inside our own mount namespace
OLD = "/old"
NEW = "/new"
DEVICES = ("null", "zero", "full", "random", "urandom")
MULTIARCH = sysconfig.get_config_var("MULTIARCH") or f"{os.uname().machine}-linux-gnu"
LIBRARIES = ("/lib", "/lib64", f"/usr/lib/{MULTIARCH}", "/usr/lib64")
"""Where shared libraries live. On merged systems the first two are links, and are made again as links."""


def build(servers: str | None, disk_mb: int) -> None:
    """Put together what a program will see. Must run in a mount namespace of its own; `enter` then leaves the rest."""
    kernel.mount("none", "/", flags=kernel.MS_REC | kernel.MS_PRIVATE)
    kernel.mount("tmpfs", SCRATCH, "tmpfs", kernel.MS_NOSUID | kernel.MS_NODEV, "size=1m,mode=755")
    os.mkdir(SCRATCH + OLD)
    os.mkdir(SCRATCH + NEW)
    kernel.pivot_root(SCRATCH, SCRATCH + OLD)  # the host's own /tmp shows again under OLD
    os.chdir("/")
    kernel.mount("tmpfs", NEW, "tmpfs", kernel.MS_NOSUID | kernel.MS_NODEV, "size=1m,mode=755")
    _furnish(servers, disk_mb)


def _furnish(servers: str | None, disk_mb: int) -> None:
    for path in LIBRARIES:
        _show(path)
    for library in {sysconfig.get_path("stdlib"), sysconfig.get_path("platstdlib")}:
        _show(library)
        _hide(os.path.join(library, "site-packages"))
    _show("/usr/share/zoneinfo")
    for device in DEVICES:
        _show_device(f"/dev/{device}")
    for path, size in (("/dev/shm", 64), ("/tmp", disk_mb)):  # noqa: S108
        _scratch(path, size)
    os.mkdir(NEW + "/proc")
    os.mkdir(NEW + "/sandgate")
    if servers:
        os.mkdir(NEW + "/sandgate/servers")
        kernel.bind(OLD + servers, NEW + "/sandgate/servers")


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


def _show_device(path: str) -> None:
    os.makedirs(NEW + "/dev", exist_ok=True)
    os.close(os.open(NEW + path, os.O_CREAT | os.O_WRONLY, 0o666))
    kernel.mount(OLD + path, NEW + path, flags=kernel.MS_BIND)


def _scratch(path: str, size_mb: int) -> None:
    os.makedirs(NEW + path, exist_ok=True)
    flags = kernel.MS_NOSUID | kernel.MS_NODEV | kernel.MS_NOEXEC
    kernel.mount("tmpfs", NEW + path, "tmpfs", flags, f"size={size_mb}m,nr_inodes=65536,mode=1777")


def enter() -> None:
    """Leave the host's tree for good, as pid 1 of the run: only then is its own process tree there to be shown."""
    flags = kernel.MS_NOSUID | kernel.MS_NODEV | kernel.MS_NOEXEC
    kernel.mount("proc", NEW + "/proc", "proc", flags, "subset=pid")  # refused once the host's own is out of sight
    os.chdir(NEW)
    kernel.pivot_root(".", ".")
    kernel.umount(".")
    os.chdir("/")
    flags = kernel.MS_REMOUNT | kernel.MS_BIND | kernel.MS_RDONLY | kernel.MS_NOSUID | kernel.MS_NODEV
    kernel.mount("none", "/", flags=flags)
