"""Ask the kernel for what no program needs: namespaces, mounts, keys, other calling conventions, its own memory."""

from __future__ import annotations

from .probe import Probe

MUST = "refused with EPERM, EACCES or ENOSYS, and the run goes on"

PROBES = (
    Probe(
        id="kern-02",
        title="make a user namespace",
        code="apart(lambda: reached('unshare', 0x10000000))",
        must=MUST,
        plain="escapes as root",
    ),
    Probe(
        id="kern-03",
        title="make mount, network, process and time namespaces",
        code="""
NETWORK_PROCESS_MOUNT, TIME = 0x60020000, 0x80
apart(lambda: reached("unshare", NETWORK_PROCESS_MOUNT))
apart(lambda: reached("unshare", TIME))
""",
        must=MUST,
        plain="escapes as root",
    ),
    Probe(
        id="kern-05",
        title="mount a file system",
        code="""
os.mkdir("place")
def mounted(kind, source, flags, options):
    if libc.mount(source, b"place", kind, flags, options):
        raise OSError(ctypes.get_errno(), "mount")
    libc.umount2(b"place", 2)

for kind, source, flags, options in (
    (b"tmpfs", b"tmpfs", 0, None), (b"proc", b"proc", 0, None), (b"sysfs", b"sysfs", 0, None),
    (b"overlay", b"overlay", 0, b"lowerdir=/tmp:/usr"), (None, b"/", 4096, None),
):
    tried(str(kind), lambda: mounted(kind, source, flags, options))
reached("mount", b"none", b"place", b"tmpfs", 0, None)
""",
        plain="escapes as root",
        costly=True,  # its last try would leave a mount behind
    ),
    Probe(
        id="kern-06",
        title="open a file system by the new calls",
        code="reached('fsopen', b'tmpfs', 0)",
        must=MUST,
        plain="escapes as root",
    ),
    Probe(
        id="kern-08",
        title="change the root",
        code="""
apart(lambda: reached("pivot_root", b".", b"."))
apart(lambda: tried("chroot", lambda: os.chroot(".")))
""",
        plain="escapes as root",
    ),
    Probe(
        id="kern-09",
        title="enter the namespaces of another process",
        code="""
def entered(pid, name):
    descriptor = os.open(f"/proc/{pid}/ns/{name}", os.O_RDONLY)
    return call("setns", descriptor, 0) == 0

for pid in (1, os.getppid(), OUTSIDE_PID):
    for name in ("mnt", "net", "pid", "user", "ipc", "uts", "cgroup", "time"):
        apart(lambda: tried(f"{name} of {pid}", lambda: entered(pid, name)))
try:
    descriptor = os.pidfd_open(os.getpid())
except OSError as error:
    blocked("a descriptor of itself", error)
else:
    reached("setns", descriptor, 0x20000)
""",
        plain="escapes as root",
    ),
    Probe(
        id="kern-10",
        title="keep something in a kernel keyring",
        code="""
reached("add_key", b"user", b"probe", b"hidden", 6, -4)
reached("keyctl", 0, -3, 1)
""",
        must=MUST,
        plain="escapes",
        costly=True,  # the key would stay
    ),
    Probe(
        id="kern-11",
        title="use io_uring",
        code="reached('io_uring_setup', 8, ctypes.create_string_buffer(120))",
        must=MUST,
    ),
    Probe(
        id="kern-13",
        title="handle page faults oneself, to win races in the kernel",
        code="""
reached("userfaultfd", 1)
tried("device", lambda: os.open("/dev/userfaultfd", os.O_RDWR))
""",
        must=MUST,
    ),
    Probe(
        id="kern-14",
        title="load another kernel",
        code="""
reached("kexec_load", 0, 0, 0, 0)
reached("kexec_file_load", -1, -1, 0, 0, 0)
""",
        must=MUST,
        costly=True,
    ),
    Probe(
        id="kern-16",
        title="open a file of the host by its handle instead of its name",
        code="""
handle = ctypes.create_string_buffer(struct.pack("Ii", 128, 0) + bytes(128))
mount = ctypes.c_int()
reached("name_to_handle_at", -100, b".", handle, ctypes.byref(mount), 0)
reached("open_by_handle_at", os.open(".", os.O_RDONLY), handle, os.O_RDONLY)
""",
        must=MUST,
        plain="escapes",
    ),
    Probe(
        id="kern-18",
        title="switch off the randomness of addresses",
        code="reached('personality', 0x0040000)",
        must=MUST,
        plain="escapes",
    ),
    Probe(
        id="kern-19",
        title="set the clock",
        code="reached('settimeofday', 0, 0)  # sets nothing, but answers 0 only to those who may",
        must=MUST,
        plain="escapes as root",
    ),
    Probe(
        id="kern-20",
        title="watch every file of the machine",
        code="reached('fanotify_init', 0, 0)",
        must=MUST,
        plain="escapes as root",
    ),
    Probe(
        id="kern-23",
        title="take a descriptor out of the supervisor",
        code="""
for pid in (1, os.getppid(), OUTSIDE_PID):
    try:
        descriptor = os.pidfd_open(pid)
    except OSError as error:
        blocked(pid, error)
        continue
    for number in range(5):
        reached("pidfd_getfd", descriptor, number, 0)
""",
        must=MUST,
        plain="escapes",
    ),
    Probe(
        id="kern-25",
        title="type into the terminal of the host",
        code="""
import fcntl
TIOCSTI, TIOCLINUX, TIOCSCTTY = 0x5412, 0x541C, 0x540E
def opened(device):
    return os.open(device, os.O_RDWR) if isinstance(device, str) else device

for name, device in (("terminal", "/dev/tty"), ("console", "/dev/console"), ("input", 0), ("output", 1)):
    for request in (TIOCSTI, TIOCLINUX, TIOCSCTTY):
        tried(f"{name} {request:#x}", lambda: fcntl.ioctl(opened(device), request, b"#"))
""",
        costly=True,
    ),
    Probe(
        id="kern-51",
        title="make namespaces by clone",
        code="""
def cloned(flags):
    pid = call("clone", flags | signal.SIGCHLD, 0, 0, 0, 0)
    if pid == 0:
        os._exit(0)
    return os.waitpid(pid, 0)

for name, flag in (("user", 0x10000000), ("mount", 0x20000), ("pid", 0x20000000), ("net", 0x40000000)):
    apart(lambda: tried(name, lambda: cloned(flag)))
""",
        plain="escapes as root",
    ),
    Probe(
        id="kern-52",
        title="make namespaces by clone3, whose flags a filter cannot see",
        code="""
def cloned(flags):
    arguments = ctypes.create_string_buffer(struct.pack("11Q", flags, 0, 0, 0, signal.SIGCHLD, 0, 0, 0, 0, 0, 0))
    pid = call("clone3", arguments, 88)
    if pid == 0:
        os._exit(0)
    return os.waitpid(pid, 0)

for name, flag in (("user", 0x10000000), ("mount", 0x20000), ("pid", 0x20000000), ("time", 0x80)):
    apart(lambda: tried(name, lambda: cloned(flag)))
""",
        plain="escapes as root",
    ),
    Probe(
        id="kern-53",
        title="load a program into the kernel",
        code="""
reached("bpf", 0, ctypes.create_string_buffer(struct.pack("IIII", 1, 4, 4, 1) + bytes(112)), 128)
reached("bpf", 5, ctypes.create_string_buffer(128), 128)
""",
        must=MUST,
        plain="escapes as root",
    ),
    Probe(
        id="kern-54",
        title="count events of the processor",
        code="""
attributes = ctypes.create_string_buffer(struct.pack("II", 1, 112) + bytes(104))
reached("perf_event_open", attributes, 0, -1, -1, 0)
""",
        must=MUST,
    ),
    Probe(
        id="kern-55",
        title="change the table of segments, or the ports one may use",
        code="""
if os.uname().machine == "x86_64":
    reached("modify_ldt", 0, ctypes.create_string_buffer(16), 16)
    reached("iopl", 0)
    reached("ioperm", 0x80, 1, 0)
else:
    blocked("no such calls")
""",
        must=MUST,
    ),
    Probe(
        id="kern-56",
        title="execute a program that exists only in memory",
        code="""
import sys
def loaded():
    descriptor = call("memfd_create", b"probe", 0)
    with open("/proc/self/exe", "rb") as source, open(descriptor, "wb", closefd=False) as copy:
        copy.write(source.read())
    os.execve(f"/proc/self/fd/{descriptor}", ["python", "-c", "print('ESCAPED from memory')"], {})

apart(lambda: tried("memfd", loaded))
reached("memfd_create", b"probe", 0)
reached("execveat", -1, b"", ctypes.c_void_p(), ctypes.c_void_p(), 0x1000)
""",
        plain="escapes",
    ),
    Probe(
        id="kern-57",
        title="compare kernel objects of processes",
        code="""
reached("kcmp", os.getpid(), os.getpid(), 1, 0, 0)
reached("kcmp", os.getpid(), OUTSIDE_PID, 1, 0, 0)
""",
        must=MUST,
    ),
    Probe(
        id="kern-58",
        title="ask for keys, and join keyrings",
        code="""
reached("request_key", b"user", b"probe", b"", -2)
reached("keyctl", 1, b"shared")
reached("keyctl", 22, -3)
reached("keyctl", 32)
""",
        must=MUST,
        plain="escapes",
    ),
    Probe(
        id="kern-59",
        title="load or unload a kernel module",
        code="""
reached("init_module", b"", 0, b"")
reached("finit_module", -1, b"", 0)
reached("delete_module", b"no_such_module", 0x800)
""",
        must=MUST,
    ),
    Probe(
        id="kern-60",
        title="copy, move and change mounts by the new calls",
        code="""
reached("open_tree", -100, b"/", 1)
reached("move_mount", -1, b"", -1, b"", 0)
reached("mount_setattr", -100, b"/", 0, ctypes.create_string_buffer(32), 32)
reached("fspick", -100, b"/", 0)
""",
        must=MUST,
        plain="escapes as root",
    ),
    Probe(
        id="kern-61",
        title="take the walls' mounts away, or make them writable",
        code="""
for place in (b"/proc", b"/tmp", b"/dev/shm", b"/sandgate/workspace", b"/"):
    tried(f"umount {place}", lambda: call("umount2", place, 2) == 0)
    tried(f"remount {place}", lambda: call("mount", b"none", place, b"", 0x1020, b"") == 0)
""",
        costly=True,
    ),
    Probe(
        id="kern-62",
        title="name the machine",
        code="""
import socket
name = socket.gethostname().encode()
reached("sethostname", name, len(name))
""",
        must=MUST,
        plain="escapes as root",
    ),
    Probe(
        id="kern-63",
        title="set or steer the clock by other calls",
        code="""
reached("clock_settime", 99, ctypes.create_string_buffer(16))
reached("adjtimex", ctypes.create_string_buffer(208))
""",
        must=MUST,
        plain="escapes",
    ),
    Probe(
        id="kern-64",
        title="restart the machine, swap, account, set quotas, hang up",
        code="""
reached("reboot", 0, 0, 0, 0)
reached("swapon", b"/no/such/file", 0)
reached("swapoff", b"/no/such/file")
reached("acct", b"/no/such/file")
reached("quotactl", 0x80000700, b"/no/such/device", 0, 0)
""",
        must=MUST,
        plain="escapes as root",
    ),
    Probe(
        id="kern-65",
        title="read the kernel's log",
        code="""
reached("syslog", 10, 0, 0)
reached("syslog", 3, ctypes.create_string_buffer(64), 64)
""",
        must=MUST,
        plain="escapes as root",
    ),
    Probe(
        id="kern-66",
        title="splice pages of files into pipes",
        code="""
reading, writing = os.pipe()
file = os.open(os.__file__, os.O_RDONLY)
offset = ctypes.c_longlong(1)
reached("splice", file, ctypes.byref(offset), writing, ctypes.c_void_p(), 1, 0)
reached("tee", reading, writing, 1, 0)
data = ctypes.create_string_buffer(b"x")
reached("vmsplice", writing, struct.pack("PN", ctypes.addressof(data), 1), 1, 0)
""",
        must=MUST,
        plain="escapes",
    ),
    Probe(
        id="kern-67",
        title="put another filter in front, with oneself as the judge",
        code="""
filter = ctypes.create_string_buffer(struct.pack("HBBI", 6, 0, 0, 0x7FFF0000))
program = ctypes.create_string_buffer(struct.pack("HxxxxxxP", 1, ctypes.addressof(filter)))
apart(lambda: reached("seccomp", 1, 8, program))
apart(lambda: tried("prctl", lambda: call("prctl", 22, 2, program, 0, 0) == 0))
""",
        must=MUST,
        plain="escapes as root",
    ),
    Probe(
        id="kern-68",
        title="move pages of memory, of others too",
        code="""
reached("process_madvise", -1, 0, 0, 0, 0)
reached("process_mrelease", -1, 0)
reached("migrate_pages", OUTSIDE_PID, 1, 0, 0)
reached("move_pages", OUTSIDE_PID, 0, 0, 0, 0, 0)
reached("mbind", 0, 0, 0, 0, 0, 0)
reached("set_mempolicy", 0, 0, 0)
reached("memfd_secret", 0)
""",
        must=MUST,
    ),
    Probe(
        id="kern-69",
        title="call the kernel by the x32 convention",
        code="""
def called():
    number = 0x40000000 + NUMBERS["getpid"][0]
    if libc.syscall(ctypes.c_long(number)) == os.getpid():
        escaped("x32")
    else:
        blocked("x32", os.strerror(ctypes.get_errno()))

apart(called) if os.uname().machine == "x86_64" else blocked("no such convention")
""",
        must="ended or refused",
    ),
    Probe(
        id="kern-70",
        title="call the kernel by the convention of 32 bits",
        code="""
import mmap
GETPID = bytes.fromhex("b814000000cd80c3")  # mov eax, 20; int 0x80; ret

def called():
    page = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
    page.write(GETPID)
    address = ctypes.addressof(ctypes.c_char.from_buffer(page))
    pid = ctypes.CFUNCTYPE(ctypes.c_int)(address)()
    (escaped if pid == os.getpid() else blocked)("int 0x80", pid)

apart(called) if os.uname().machine == "x86_64" else blocked("no such convention")
""",
        must="ended or refused",
    ),
    Probe(
        id="kern-71",
        title="use what is left of io_uring",
        code="""
reached("io_uring_enter", -1, 0, 0, 0, 0, 0)
reached("io_uring_register", -1, 0, 0, 0)
tried("switched off", lambda: open("/proc/sys/kernel/io_uring_disabled").read())
""",
        must=MUST,
    ),
    Probe(
        id="kern-72",
        title="learn where pages lie in the machine's memory",
        code="""
def frame():
    page = ctypes.create_string_buffer(b"x" * 8192)
    with open("/proc/self/pagemap", "rb", buffering=0) as file:
        file.seek((ctypes.addressof(page) + 4096) // 4096 * 8)
        (entry,) = struct.unpack("Q", file.read(8))
    return entry & ((1 << 55) - 1)

tried("frame number", frame)
for name in ("stack", "syscall", "wchan"):
    tried(name, lambda: open(f"/proc/self/{name}").read().strip("0\\n").replace("running", ""))
for name in ("kallsyms", "slabinfo", "timer_list", "vmallocinfo", "kpagecount"):
    tried(name, lambda: open(f"/proc/{name}", "rb").read(64))
""",
        plain="escapes",
    ),
    Probe(
        id="kern-73",
        title="change a file or a terminal by ioctl",
        code="""
import fcntl
open("file", "w").close()
file = os.open("file", os.O_RDWR)
for name, request in (
    ("FS_IOC_GETFLAGS", 0x80086601), ("FS_IOC_SETFLAGS", 0x40086602), ("FS_IOC_FSGETXATTR", 0x801C581F),
    ("FIBMAP", 1), ("FS_IOC_ENABLE_VERITY", 0x40806685), ("FIOASYNC", 0x5452), ("FICLONE", 0x40049409),
):
    tried(name, lambda: fcntl.ioctl(file, request, bytes(128)))
""",
        plain="escapes",
    ),
    Probe(
        id="kern-74",
        title="map the first page, where the kernel's null pointers lead",
        code="""
mmap = libc.mmap
mmap.restype = ctypes.c_ssize_t
got = mmap(ctypes.c_void_p(0), 4096, 3, 0x32, -1, 0)  # private, anonymous, fixed
(escaped if got == 0 else blocked)(got)
""",
    ),
)
