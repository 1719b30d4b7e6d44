"""What a container for one run is like: everything shut that an engine can shut."""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ...model import JsonObject, Limits
from ..process import root
from .profile import profile

LABEL = "sandgate"
FIRST_PROCESS_MB = 64
"""Our own first process, and the worker's interpreter before there is a program in it."""
RUNTIME_PROCESSES = 16
"""Threads of the engine's runtime, which are counted as well until it has become our first process."""
KERNEL_PROCESSES, KERNEL_MB = 512, 256
"""What a kernel of the container's own, such as gVisor's, takes for itself."""
HOST_IDS = range(0x7001_0000, 0x7FFF_FFFF)
"""Ids that belong to nobody; the process sandbox has those below."""
MAPPED_IDS = range(10_000, 60_000)
"""Ids there are where the engine maps a container's to others."""
OPEN_FILES = 1024
"""For our own first process; a program has fewer."""
FILES_IN_TEMPORARY = root.TEMPORARY_FILES
MASKED = (
    *(
        f"/proc/{name}"
        for name in ("acpi", "asound", "buddyinfo", "bus", "cgroups", "cmdline", "config.gz", "consoles")
    ),
    *(f"/proc/{name}" for name in ("crypto", "devices", "diskstats", "dma", "driver", "execdomains", "fb", "fs")),
    *(f"/proc/{name}" for name in ("interrupts", "iomem", "ioports", "irq", "kallsyms", "kcore", "key-users", "keys")),
    *(f"/proc/{name}" for name in ("kmsg", "kpagecgroup", "kpagecount", "kpageflags", "latency_stats", "locks")),
    *(f"/proc/{name}" for name in ("mdstat", "misc", "modules", "mtrr", "pagetypeinfo", "partitions", "pressure")),
    *(f"/proc/{name}" for name in ("sched_debug", "schedstat", "scsi", "slabinfo", "softirqs", "swaps", "sysvipc")),
    *(f"/proc/{name}" for name in ("timer_list", "timer_stats", "tty", "version", "vmallocinfo", "zoneinfo")),
    *(f"/sys/{name}" for name in ("block", "bus", "class", "dev", "devices", "firmware", "hypervisor", "kernel")),
    *(f"/sys/{name}" for name in ("module", "power", "fs/bpf", "fs/ext4", "fs/fuse", "fs/pstore", "fs/selinux")),
)
"""What tells of the machine. Landlock hides it too, where there is one; our first process needs `/sys/fs/cgroup`."""
READ_ONLY = ("/proc/sys", "/proc/sysrq-trigger")
PODMANS = ("/run", "/var/tmp")  # noqa: S108 - folders of a container
"""Where Podman would mount something that can be written."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """What all containers of a backend have in common."""

    image: str
    labels: Mapping[str, str]
    folders: Mapping[str, Path] = field(default_factory=dict[str, Path])
    """Folders of the host that programs may read, by their names in `/sandgate`."""
    runtime: str = ""
    """What the engine is to start it with, such as `runsc`; empty for its own choice."""
    cpus: float = 1.0
    profile: str = ""
    """For Podman, the file with the seccomp profile, which it reads itself. Docker is given the profile."""
    watching: bool = False
    """Whether our first process sets limits of the one it has started."""
    mapped: bool = False
    """Whether the engine maps ids, as rootless ones do."""


def described(terms: Terms, limits: Limits) -> JsonObject:
    """A container as the engine's interface wants it."""
    # An id for each: the kernel counts the processes of a user together, and a fork bomb would starve the others.
    user = secrets.choice(MAPPED_IDS if terms.mapped else HOST_IDS)
    return {
        "Image": terms.image,
        "Labels": {LABEL: "run", **terms.labels},
        "User": f"{user}:{user}",
        "Hostname": "sandgate",
        "WorkingDir": "/",
        "NetworkDisabled": True,
        "AttachStdin": True,
        "AttachStdout": True,
        "AttachStderr": True,
        "OpenStdin": True,
        "StdinOnce": True,  # when the gateway goes its connection closes, and our first process hears it
        "Tty": False,
        "StopSignal": "SIGKILL",  # our first process hears no other, and an engine that stops would wait for it
        "HostConfig": _host(terms, limits, user),
    }


def _host(terms: Terms, limits: Limits, user: int) -> JsonObject:
    memory = limits.memory_mb + limits.disk_mb + limits.workspace_mb + root.SHARED_MEMORY_MB + FIRST_PROCESS_MB
    processes = limits.processes + RUNTIME_PROCESSES
    if terms.runtime:
        memory, processes = memory + KERNEL_MB, processes + KERNEL_PROCESSES
    return {
        "AutoRemove": True,
        "NetworkMode": "none",
        "IpcMode": "none",
        "CgroupnsMode": "private",
        "ReadonlyRootfs": True,
        "Privileged": False,
        "CapDrop": ["ALL"],
        "SecurityOpt": _security(terms),
        "MaskedPaths": [*MASKED],
        "ReadonlyPaths": [*READ_ONLY],
        "PidsLimit": processes,
        # What a run keeps in /tmp is memory too. Our first process holds memory_mb itself, without it.
        "Memory": memory * 2**20,
        "MemorySwap": memory * 2**20,
        "NanoCpus": int(terms.cpus * 1e9),
        "Ulimits": [
            _ulimit("core", 0),
            _ulimit("nofile", max(limits.open_files, OPEN_FILES)),
            _ulimit("nproc", processes),
        ],
        "Tmpfs": _scratch(limits, None if terms.profile else user),
        "Mounts": [_mount(name, path) for name, path in terms.folders.items()],
        "LogConfig": {"Type": "none", "Config": {}},  # what programs and tools say must not lie on a disk
        "RestartPolicy": {"Name": "no"},
        **({"Runtime": terms.runtime} if terms.runtime else {}),
    }


def _security(terms: Terms) -> list[str]:
    usual = ["no-new-privileges:true", f"seccomp={terms.profile or json.dumps(profile(watching=terms.watching))}"]
    return [*usual, f"mask={':'.join(MASKED)}"] if terms.profile else usual


def _ulimit(name: str, value: int) -> dict[str, Any]:
    return {"Name": name, "Soft": value, "Hard": value}


def _scratch(limits: Limits, owner: int | None) -> dict[str, str]:
    """Podman knows neither owners nor a number of files: there all may write, and there is nobody else."""
    sizes = {
        root.TEMPORARY: (limits.disk_mb, FILES_IN_TEMPORARY),
        root.SHARED_MEMORY: (root.SHARED_MEMORY_MB, FILES_IN_TEMPORARY),
        root.WORKSPACE: (limits.workspace_mb, limits.workspace_files + 1),  # its own folder counts as well
    }
    shut = "rw,noexec,nosuid,nodev"
    if owner is None:
        own = {path: f"{shut},mode=0777,size={size}m" for path, (size, _) in sizes.items()}
        return own | dict.fromkeys(PODMANS, "ro,noexec,nosuid,nodev,size=4k,mode=0755")
    own = f"{shut},mode=0700,uid={owner},gid={owner}"
    return {path: f"{own},size={size}m,nr_inodes={files}" for path, (size, files) in sizes.items()}


def _mount(name: str, path: Path) -> dict[str, Any]:
    options = {"Propagation": "rprivate"}
    return {
        "Type": "bind",
        "Source": str(path),
        "Target": f"{root.HOME}/{name}",
        "ReadOnly": True,
        "BindOptions": options,
    }
