"""Reach other processes, or outlive the run."""

from __future__ import annotations

from dataclasses import replace

from .probe import USUAL, Probe, both, crashed, either, ended, finished, quiet, said

BRIEF = replace(USUAL, time_seconds=1)

PROBES = (
    Probe(
        id="proc-01",
        title="fork without end",
        code="""
children = []
try:
    while len(children) < 500:
        child = os.fork()
        if child == 0:
            time.sleep(30)
            os._exit(0)
        children.append(child)
    escaped(len(children), "children")
except OSError as error:
    blocked("after", len(children), error)
for child in children:
    os.kill(child, signal.SIGKILL)
""",
        must="nothing it tries goes, or the run is ended before it can say so",
        holds=either(said, both(quiet, ended("processes"))),
        plain="escapes",
        costly=True,
    ),
    Probe(
        id="proc-02",
        title="see or signal other processes",
        code="""
own = {os.getpid(), os.getppid(), 1}
seen = []
for pid in {*range(2, 5000), OUTSIDE_PID} - own:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        continue
    except PermissionError:
        pass
    seen.append(pid)
tried("processes", lambda: seen)
""",
        plain="escapes",
    ),
    Probe(
        id="proc-04",
        title="trace the parent or a process of the host",
        code="""
ATTACH, SEIZE = 16, 0x4206
for pid in (1, os.getppid(), OUTSIDE_PID):
    tried(f"seize {pid}", lambda: call("ptrace", SEIZE, pid, 0, 0) == 0)
    tried(f"attach {pid}", lambda: call("ptrace", ATTACH, pid, 0, 0) == 0)
reached("ptrace", 0, 0, 0, 0)  # PTRACE_TRACEME
""",
        costly=True,  # it would trace whoever runs the tests
    ),
    Probe(
        id="proc-06",
        title="leave a daemon behind: forked twice, in a session of its own",
        code="""
reading, writing = os.pipe()
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        os.closerange(0, 3)
        os.write(writing, b"x")
        time.sleep(60)
    os._exit(0)
os.read(reading, 1)
blocked("the host says whether it is gone")
""",
        kind="supervise",
        must="no process of the run is left when its outcome is told",
    ),
    Probe(
        id="proc-08",
        title="ignore every signal and hang",
        code="""
for number in range(1, 65):
    try:
        signal.signal(number, signal.SIG_IGN)
    except (OSError, ValueError):
        pass
while True:
    time.sleep(60)
""",
        kind="supervise",
        must="ended at the limit of time",
        holds=ended("time_seconds", within=3),
        limits=BRIEF,
    ),
    Probe(
        id="proc-10",
        title="leave a grandchild that holds the output open",
        code="""
if os.fork() == 0:
    if os.fork() == 0:
        time.sleep(60)
    os._exit(0)
os._exit(0)
""",
        kind="supervise",
        must="the outcome comes when the program has ended, and the grandchild is gone",
        holds=finished,
    ),
    Probe(
        id="proc-11",
        title="raise one's own limits and rank",
        code="""
import resource
for name in ("AS", "NPROC", "NOFILE", "FSIZE", "CPU", "CORE", "MEMLOCK", "MSGQUEUE", "NICE", "RTPRIO"):
    kind = getattr(resource, f"RLIMIT_{name}", {"NICE": 13, "RTPRIO": 14}.get(name))
    soft, hard = resource.getrlimit(kind)
    if hard == resource.RLIM_INFINITY:
        escaped(name, "has no limit")
    else:
        tried(name, lambda: resource.setrlimit(kind, (soft, hard + 1)))
tried("nice", lambda: os.nice(-1))
tried("real time", lambda: os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1)))
tried("processors", lambda: os.sched_setaffinity(0, os.sched_getaffinity(0)))
tried("oom", lambda: open("/proc/self/oom_score_adj", "w").write("-500"))
reached("ioprio_set", 1, 0, 1 << 13)
reached("sched_setattr", 0, ctypes.create_string_buffer(struct.pack("II", 48, 6) + bytes(40)), 0)
""",
        plain="escapes as root",
    ),
    Probe(
        id="proc-12",
        title="start a shell or another interpreter",
        code="""
import subprocess
for command in (
    ["/bin/sh", "-c", "echo hi"], ["/usr/bin/env"], ["/usr/bin/perl", "-e", "print 1"], ["/bin/busybox", "true"],
    ["/lib64/ld-linux-x86-64.so.2", "/bin/true"],
):
    tried(command[0], lambda: subprocess.run(command, capture_output=True, timeout=5).stdout)
""",
        plain="escapes",
    ),
    Probe(
        id="proc-51",
        title="start the interpreter itself, or the loader, by every call that can",
        code="""
import sys
loaders = "/lib64/ld-linux-x86-64.so.2", "/lib/ld-linux-aarch64.so.1"
for path in {os.path.realpath("/proc/self/exe"), sys.executable, *loaders}:
    tried(f"posix_spawn {path}", lambda: os.waitpid(os.posix_spawn(path, [path, "--version"], {}), 0)[1] == 0)
    apart(lambda: tried(f"execv {path}", lambda: os.execv(path, [path, "-c", "print('ESCAPED by execv')"])))
def by_descriptor():
    os.execve(os.open("/proc/self/exe", os.O_RDONLY), ["python", "-c", "print('ESCAPED by descriptor')"], {})

apart(lambda: tried("descriptor", by_descriptor))
""",
        plain="escapes",
    ),
    Probe(
        id="proc-52",
        title="read and write the memory of the first process and of a bystander",
        code="""
import ctypes
for pid in (1, OUTSIDE_PID):
    for name in ("maps", "mem", "environ", "auxv", "stack", "syscall", "pagemap"):
        tried(f"{name} of {pid}", lambda: open(f"/proc/{pid}/{name}", "rb").read(64))
    tried(f"descriptors of {pid}", lambda: os.listdir(f"/proc/{pid}/fd"))
    tried(f"memory of {pid}", lambda: os.open(f"/proc/{pid}/mem", os.O_RDWR))
""",
        plain="escapes",
    ),
    Probe(
        id="proc-53",
        title="copy memory across processes",
        code="""
place = ctypes.create_string_buffer(64)
ours = struct.pack("PN", ctypes.addressof(place), 8)
theirs = struct.pack("PN", 8, 8)  # nothing lies there: an error that says so comes from behind the wall
for pid in (1, os.getppid(), OUTSIDE_PID):
    reached("process_vm_readv", pid, ours, 1, theirs, 1, 0)
    reached("process_vm_writev", pid, ours, 1, theirs, 1, 0)
""",
        plain="escapes",
    ),
    Probe(
        id="proc-54",
        title="get a hold of other processes by descriptor, and signal through it",
        code="""
for pid in {*range(3, 300), OUTSIDE_PID} - {os.getpid(), os.getppid()}:
    try:
        descriptor = os.pidfd_open(pid)
    except OSError:
        continue
    escaped("hold of", pid)
blocked("no other process can be held")
""",
        plain="escapes",
    ),
    Probe(
        id="proc-55",
        title="get a hold of the gateway's process from the channel, and signal through it",
        code="""
import socket
SO_PEERPIDFD = 77
channel = socket.socket(fileno=os.dup(CHANNEL))
def signalled():
    descriptor = channel.getsockopt(socket.SOL_SOCKET, SO_PEERPIDFD)
    signal.pidfd_send_signal(descriptor, 0)
    return True

def known():
    descriptor = channel.getsockopt(socket.SOL_SOCKET, SO_PEERPIDFD)
    return "Pid:\\t0" not in open(f"/proc/self/fdinfo/{descriptor}").read()

tried("signal", signalled)
tried("who", known)
""",
    ),
    Probe(
        id="proc-56",
        title="stop the watcher, then use more memory than allowed in several processes",
        code="""
for number in range(1, 65):
    try:
        os.kill(os.getppid(), number)
    except OSError:
        pass
for _ in range(6):
    if os.fork() == 0:
        hoard = bytearray(60 << 20)
        hoard[::4096] = b"x" * len(hoard[::4096])
        time.sleep(60)
time.sleep(60)
""",
        kind="supervise",
        must="the first process cannot be stopped from inside: the tree is ended for its memory",
        holds=ended("memory_mb"),
        costly=True,
    ),
    Probe(
        id="proc-57",
        title="change the limits of the first process",
        code="""
import resource
def set_again(pid):
    limits = resource.prlimit(pid, resource.RLIMIT_NOFILE)
    return resource.prlimit(pid, resource.RLIMIT_NOFILE, limits)

for pid in (os.getppid(), OUTSIDE_PID):
    tried(f"of {pid}", lambda: set_again(pid))
""",
        plain="escapes",
    ),
    Probe(
        id="proc-58",
        title="become somebody else",
        code="""
for uid in (0, 1, 65_534, 1_000):
    if uid != os.getuid():
        tried(f"setuid {uid}", lambda: os.setuid(uid))
        tried(f"setresuid {uid}", lambda: os.setresuid(uid, uid, uid))
        tried(f"setgid {uid}", lambda: os.setgid(uid))
tried("setgroups", lambda: os.setgroups([0]))
""",
        plain="escapes as root",
    ),
    Probe(
        id="proc-59",
        title="take capabilities back, or keep them over a change",
        code="""
header = struct.pack("Ii", 0x20080522, 0)
everything = b"\\xff" * 24
reached("capset", header, everything)
SECUREBITS, MM, AMBIENT, PTRACER, IO_FLUSHER, CORE = 28, 35, 47, 0x59616D61, 57, 62
for name, option, value in (
    ("securebits", SECUREBITS, 1), ("memory map", MM, 1), ("ambient", AMBIENT, 2), ("tracer", PTRACER, -1),
    ("flusher", IO_FLUSHER, 1), ("core", CORE, 1),
):
    tried(name, lambda: call("prctl", option, value, 0, 0, 0) == 0)
kept = ctypes.create_string_buffer(24)
call("capget", header, kept)
tried("capabilities", lambda: any(kept.raw))
tried("bounding set", lambda: [number for number in range(64) if libc.prctl(23, number, 0, 0, 0) == 1])
""",
        plain="escapes",
    ),
    Probe(
        id="proc-60",
        title="outrun the end: fork and leave, again and again",
        code="""
for _ in range(4):
    if os.fork() == 0:
        os.setsid()
        for number in range(1, 32):
            try:
                signal.signal(number, signal.SIG_IGN)
            except (OSError, ValueError):
                pass
        while True:
            try:
                if os.fork():
                    os._exit(0)
            except OSError:
                pass
time.sleep(0.3)
blocked("the host says whether all are gone")
""",
        kind="supervise",
        must="no process of the run is left when its outcome is told",
        holds=finished,
        costly=True,
    ),
    Probe(
        id="proc-61",
        title="stop oneself, so that nothing ever happens",
        code="os.kill(os.getpid(), signal.SIGSTOP)",
        kind="supervise",
        must="ended at the limit of time",
        holds=ended("time_seconds", within=3),
        limits=BRIEF,
    ),
    Probe(
        id="proc-62",
        title="close every descriptor and go on in silence",
        code="""
os.closerange(0, 64)
while True:
    time.sleep(60)
""",
        kind="supervise",
        must="a run that can no longer be heard is ended",
        holds=crashed,
        limits=BRIEF,
    ),
    Probe(
        id="proc-63",
        title="end by a fault of memory, an abort and a signal of one's own",
        code="""
for deed in (lambda: ctypes.string_at(0), os.abort, lambda: os.kill(os.getpid(), signal.SIGILL)):
    apart(deed)
ctypes.string_at(0)
""",
        kind="supervise",
        must="told as the end of this run; the next one starts",
        holds=crashed,
    ),
    Probe(
        id="proc-64",
        title="reach the group and the session of a process outside, or have it sent signals",
        code="""
tried("group outside", lambda: os.killpg(os.getpgid(OUTSIDE_PID), 0))
tried("session outside", lambda: os.getsid(OUTSIDE_PID))
import fcntl
reading, _ = os.pipe()
tried("owner of events", lambda: fcntl.fcntl(reading, fcntl.F_SETOWN, OUTSIDE_PID))
""",
        plain="escapes",
    ),
    Probe(
        id="proc-65",
        title="take the limits of whoever watches the run, until it dies, and live on",
        code="""
import resource
watcher = os.getppid()
if os.fork() == 0:
    os.setsid()
    for name in ("NOFILE", "AS", "NPROC", "STACK", "CPU"):
        try:
            resource.prlimit(watcher, getattr(resource, f"RLIMIT_{name}"), (0, 0))
        except OSError as error:
            print(error)
    time.sleep(60)
time.sleep(0.5)
os._exit(0)
""",
        kind="supervise",
        must="no process of the run is left when its outcome is told",
        holds=finished,
    ),
    Probe(
        id="proc-66",
        title="have the kernel itself signal whoever watches the run",
        code="""
import fcntl
watcher = os.getppid()
reading, writing = os.pipe()
for number in (signal.SIGKILL, signal.SIGSTOP, signal.SIGTERM):
    try:
        fcntl.fcntl(reading, fcntl.F_SETOWN, watcher)
        fcntl.fcntl(reading, 10, number)  # F_SETSIG
        fcntl.fcntl(reading, fcntl.F_SETFL, os.O_ASYNC | os.O_NONBLOCK)
        os.write(writing, b"x")
        os.read(reading, 1)
    except OSError as error:
        print(error)
if os.fork() == 0:
    os.setsid()
    time.sleep(60)
time.sleep(0.2)
os._exit(0)
""",
        kind="supervise",
        must="no process of the run is left when its outcome is told",
        holds=finished,
    ),
)
