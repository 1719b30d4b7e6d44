"""Reach files of the host: read them, know of them, change them."""

from __future__ import annotations

from .probe import Probe

PROBES = (
    Probe(
        id="fs-read-01",
        title="read a file outside the workspace",
        code="tried('a file outside', lambda: open(OUTSIDE_FILE).read())",
        plain="escapes",
    ),
    Probe(
        id="fs-read-02",
        title="read the host's accounts, keys and identity",
        code="""
for path in ("/etc/passwd", "/etc/shadow", "/etc/ssh/ssh_host_ed25519_key", "/etc/machine-id", "/root/.bashrc"):
    tried(path, lambda: open(path).read())
""",
        plain="escapes",
    ),
    Probe(
        id="fs-read-03",
        title="read the environment of every other process",
        code="""
for name in [*others(), OUTSIDE_PID]:
    tried(f"environment of {name}", lambda: open(f"/proc/{name}/environ", "rb").read())
""",
        plain="escapes",
    ),
    Probe(
        id="fs-read-07",
        title="open devices: memory, kernel log, virtual machines, disks, tunnels, terminals",
        code="""
names = "mem kmem kmsg port kvm fuse vsock vhost-vsock net/tun sda vda nvme0n1 uinput loop-control console tty ptmx"
for name in names.split():
    tried(name, lambda: os.close(os.open(f"/dev/{name}", os.O_RDONLY | os.O_NONBLOCK)))
""",
        plain="escapes",
    ),
    Probe(
        id="fs-read-09",
        title="read what the kernel tells of itself and the machine",
        code="""
def told(path):
    if os.path.isdir(path):
        return os.listdir(path)
    with open(path, "rb") as file:
        return file.read(64)

for path in (
    "/proc/cmdline", "/proc/kcore", "/proc/keys", "/proc/sched_debug", "/proc/sys/kernel/core_pattern",
    "/proc/modules", "/proc/kallsyms", "/proc/iomem", "/proc/version", "/proc/cpuinfo", "/proc/meminfo",
    "/proc/mounts", "/sys/class/dmi/id/product_uuid", "/sys/kernel/security", "/sys/fs/cgroup", "/boot",
):
    if path != "/proc/mounts":  # a link to the process's own
        tried(path, lambda: told(path))
""",
        plain="escapes",
    ),
    Probe(
        id="fs-read-10",
        title="find control sockets of the host: containers, message bus, key agent, display",
        code="""
import glob
for pattern in (
    "/var/run/docker.sock", "/run/docker.sock", "/run/containerd/*.sock", "/run/dbus/system_bus_socket",
    "/run/systemd/private", "/run/user/*/bus", "/tmp/ssh-*/agent.*", "/tmp/.X11-unix/*", OUTSIDE_STREAM,
):
    tried(pattern, lambda: glob.glob(pattern))
""",
        plain="escapes",
    ),
    Probe(
        id="fs-read-11",
        title="take a file of the host into the workspace by a hard link",
        code="""
def linked():
    os.link(OUTSIDE_FILE, "taken")
    return open("taken").read()

tried("hard link", linked)
""",
        plain="varies",  # only within one file system
    ),
    Probe(
        id="fs-read-51",
        title="climb out by dots and by the links in /proc",
        code="""
up = "../" * 40
for start in (
    up, "/proc/self/root", "/proc/1/root", f"/proc/1/cwd/{up}", f"/proc/self/cwd/{up}", f"/proc/self/fd/0/{up}",
):
    tried(start, lambda: open(start + OUTSIDE_FILE).read())
""",
        plain="escapes",
    ),
    Probe(
        id="fs-read-52",
        title="read through a symbolic link in the workspace",
        code="""
os.symlink(OUTSIDE_FILE, "file")
os.symlink(OUTSIDE_FOLDER, "folder")
tried("link to a file", lambda: open("file").read())
tried("link to a folder", lambda: os.listdir("folder"))
""",
        plain="escapes",
    ),
    Probe(
        id="fs-read-53",
        title="learn that a file of the host exists, and how large it is",
        code="""
tried("stat", lambda: os.stat(OUTSIDE_FILE).st_size)
tried("access", lambda: os.access(OUTSIDE_FILE, os.F_OK))
tried("a path descriptor", lambda: os.open(OUTSIDE_FILE, os.O_PATH))
""",
        plain="escapes",
    ),
    Probe(
        id="fs-read-54",
        title="walk out from a folder that somebody left open",
        code="""
for number in [n for n in range(4096) if n > 2 or not os.isatty(n)]:
    try:
        os.open("..", os.O_RDONLY, dir_fd=number)
    except OSError:
        continue
    escaped("a folder is open at", number)
blocked("no folder is open")
""",
    ),
    Probe(
        id="fs-read-55",
        title="open again, by /proc, what somebody left open",
        code="""
for name in range(4096):
    try:
        place = os.readlink(f"/proc/self/fd/{name}")
        data = os.read(os.open(f"/proc/self/fd/{name}", os.O_RDONLY | os.O_NONBLOCK), 4096)
    except OSError:
        continue
    if place.startswith("/") and place != "/dev/null":
        escaped(name, place, data[:20])
blocked("nothing of use is open")
""",
    ),
    Probe(
        id="fs-read-56",
        title="list the folders of the host",
        code="""
for path in "/etc /var /srv /boot /run /mnt /media /sys /usr/bin /usr/share/doc /usr/local".split():
    tried(path, lambda: os.listdir(path))
""",
        plain="escapes",
    ),
    Probe(
        id="fs-read-57",
        title="import the gateway's own code and packages",
        code="""
import importlib
for name in ("sandgate.gateway", "sandgate.config", "sandgate.hub", "mcp", "orjson", "anyio", "pip"):
    tried(name, lambda: importlib.import_module(name).__file__)
""",
    ),
    Probe(
        id="fs-read-58",
        title="see the host's mounts by the calls that list them",
        code="""
question = ctypes.create_string_buffer(struct.pack("IIQQQ", 32, 0, 0xFFFFFFFFFFFFFFFF, 0, 0))
found = (ctypes.c_uint64 * 64)()
reached("listmount", question, found, 64, 0)
""",
        plain="varies",
    ),
    Probe(
        id="fs-write-02",
        title="change the interpreter or the standard library, for the next run",
        code="""
import site, sys
library = os.path.dirname(os.__file__)
for path in (
    sys.executable, os.__file__, f"{library}/sitecustomize.py", f"{library}/json/__pycache__/x.pyc",
    *[f"{folder}/probe.pth" for folder in site.getsitepackages()],
):
    there = os.path.exists(path)
    tried(path, lambda: open(path, "ab").close())
    if not there and os.path.exists(path):
        os.unlink(path)
""",
        plain="escapes as root",
    ),
    Probe(
        id="fs-write-03",
        title="turn the kernel's knobs: core pattern, module loader, memory policy, control groups",
        code="""
for path in (
    "/proc/sys/kernel/core_pattern", "/proc/sysrq-trigger", "/proc/sys/kernel/modprobe",
    "/proc/sys/vm/overcommit_memory", "/proc/sys/fs/binfmt_misc/register", "/sys/fs/cgroup/memory/release_agent",
    "/sys/fs/cgroup/unified/cgroup.procs", "/sys/fs/cgroup/cgroup.procs", "/proc/1/oom_score_adj",
    "/proc/self/oom_score_adj", "/proc/self/uid_map", "/proc/self/attr/current", "/sys/kernel/uevent_helper",
):
    tried(path, lambda: os.close(os.open(path, os.O_WRONLY)))
""",
        plain="escapes",
    ),
    Probe(
        id="fs-write-04",
        title="drop a set-uid program in the workspace and run it",
        code="""
import subprocess, sys
for folder in (".", os.environ.get("TMPDIR", "/tmp"), "/dev/shm"):
    path = f"{folder}/dropped"
    try:
        with open(path, "w") as file:
            file.write(f"#!{sys.executable}\\nprint('ran')\\n")
        os.chmod(path, 0o4755)
    except OSError as error:
        blocked(folder, error)
        continue
    tried(folder, lambda: subprocess.run([path], capture_output=True, timeout=5).stdout)
    os.unlink(path)
""",
        plain="escapes",
    ),
    Probe(
        id="fs-write-51",
        title="write new files outside the scratch folders",
        code="""
for folder in (OUTSIDE_FOLDER, "/", "/etc", "/usr", "/var/tmp", "/dev", "/proc/self", "..", "../servers"):
    path = f"{folder}/written"
    tried(folder, lambda: open(path, "w").write("x"))
    try:
        os.unlink(path)
    except OSError as error:
        print(error)
""",
        plain="escapes",
    ),
    Probe(
        id="fs-write-52",
        title="change, move or unlink a file outside by every call that can",
        code="""
tried("truncate", lambda: os.truncate(OUTSIDE_FILE, 200))
tried("chmod", lambda: changed(OUTSIDE_FILE, lambda: os.chmod(OUTSIDE_FILE, 0o644)))
tried("utime", lambda: changed(OUTSIDE_FILE, lambda: os.utime(OUTSIDE_FILE)))
tried("chown", lambda: os.chown(OUTSIDE_FILE, os.getuid(), os.getgid()))
tried("rename", lambda: os.rename(OUTSIDE_FILE, OUTSIDE_FILE + "x") or os.rename(OUTSIDE_FILE + "x", OUTSIDE_FILE))
tried("append", lambda: open(OUTSIDE_FILE, "a").close())
tried("attribute", lambda: os.setxattr(OUTSIDE_FILE, "user.probe", b"x"))
""",
        plain="escapes",
    ),
    Probe(
        id="fs-write-53",
        title="make a device of one's own and open it",
        code="""
import stat
block, character = stat.S_IFBLK, stat.S_IFCHR
for name, kind, number in (("disk", block, (8, 0)), ("memory", character, (1, 1)), ("log", character, (1, 11))):
    tried(name, lambda: os.mknod(name, kind | 0o666, os.makedev(*number)))
""",
        plain="escapes as root",
    ),
    Probe(
        id="fs-write-54",
        title="give a file of one's own rights: owner, set-uid, capability",
        code="""
open("gift", "w").close()
tried("owner", lambda: os.chown("gift", 0, 0) if os.getuid() else os.chown("gift", 1, 1))
everything = struct.pack("<5I", 0x02000001, 0xFFFFFFFF, 0, 0, 0)
tried("capability", lambda: os.setxattr("gift", "security.capability", everything))
tried("trusted", lambda: os.setxattr("gift", "trusted.overlay.opaque", b"y"))
tried("user", lambda: os.setxattr("gift", "user.hidden", b"x" * 1000))
""",
        plain="escapes as root",
    ),
    Probe(
        id="fs-write-55",
        title="write the walls' own files: the root, wrappers, skills, devices",
        code="""
for path in "/sandgate/x ../servers/README.md ../skills/x /dev/null2 /dev/urandom/x /lib/x /proc/1/comm".split():
    tried(path, lambda: open(path, "w").write("x"))
for path in ("/", "/dev/null", "/usr/lib"):
    tried(f"mode of {path}", lambda: changed(path, lambda: os.chmod(path, os.stat(path).st_mode & 0o7777)))
""",
    ),
)
