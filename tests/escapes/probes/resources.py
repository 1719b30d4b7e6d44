"""Use more than a run may have: memory, processor, files, output, kernel objects."""

from __future__ import annotations

from dataclasses import replace

from .probe import USUAL, Judge, Probe, Seen, crashed, either, ended, harmless, said, swollen

BRIEF = replace(USUAL, time_seconds=1)
MANY = replace(USUAL, open_files=256, processes=32)
CPU = replace(USUAL, cpu_seconds=1, time_seconds=5)

DISK = either(said, ended("disk_mb", "file_mb", "workspace_mb", "workspace_files"))
TREE = """
import mmap
reading, writing = os.pipe()
children = []
for number in range(8):
    if (child := os.fork()) == 0:
        {take}
        for place in range(0, 60 << 20, 4096):
            held[place] = 1
        os.write(writing, bytes([number]))
        time.sleep(60)
    children.append(child)
full, ended = set(), set()
while len(full | ended) < 8:
    if select.select([reading], [], [], 0.1)[0]:
        full.update(os.read(reading, 8))
    ended |= {{number for number in {{*range(8)}} - ended if os.waitpid(children[number], os.WNOHANG) != (0, 0)}}
(escaped if len(full - ended) > 4 else blocked)(len(full - ended), "processes of 60 MB")
"""
TREE_MUST = "the limit counts for the whole tree: not more than twice 128 MB, or the run is ended for it"


def kept(most_kb: int) -> Judge:
    """Output was cut at its limit, that was said, and the gateway did not swell."""

    def judge(seen: Seen) -> str:
        output = seen.outcome.output
        if len(output) > (most_kb + 1) * 1024:
            return f"{len(output):,} characters were kept"
        if "bytes more were printed and dropped" not in output:
            return "nothing was said about what was dropped"
        return swollen(seen)

    return judge


PROBES = (
    Probe(
        id="res-01",
        title="take 1.5 GB of memory",
        code="""
held = []
try:
    for _ in range(96):
        held.append(bytearray(16 << 20))
        held[-1][::4096] = b"x" * 4096
    escaped(len(held) * 16, "MB")
except MemoryError:
    held.clear()
    blocked("MemoryError")
""",
        plain="escapes",
        costly=True,
    ),
    Probe(
        id="res-03",
        title="fill the disk with one file in the workspace",
        code="""
written = 0
try:
    with open("big", "wb", buffering=0) as file:
        for _ in range(512):
            written += file.write(bytes(1 << 20))
    escaped(written, "bytes")
except OSError as error:
    (blocked if written <= 16 << 20 else escaped)(written, error)
""",
        plain="escapes",
        holds=DISK,
        costly=True,
    ),
    Probe(
        id="res-04",
        title="fill the disk with files that are each small enough",
        code="""
written = 0
try:
    for number in range(60):
        with open(f"part{number}", "wb", buffering=0) as file:
            written += file.write(bytes(8 << 20))
    escaped(written, "bytes")
except OSError as error:
    (blocked if written <= 16 << 20 else escaped)(written, error)
""",
        plain="escapes",
        holds=DISK,
        costly=True,
    ),
    Probe(
        id="res-05",
        title="use up the files of the disk",
        code="""
made = 0
try:
    for made in range(30_000):
        os.close(os.open(f"file{made}", os.O_CREAT | os.O_WRONLY))
    kept(made, "files")
except OSError as error:
    (blocked if made <= 500 else escaped)(made, error)
""",
        plain="escapes",
        holds=DISK,
        costly=True,
    ),
    Probe(
        id="res-07",
        title="print without end",
        code="""
block = b"A" * 65_536
for _ in range(1_600):
    os.write(1, block)
""",
        kind="supervise",
        must="what is printed over the limit is counted and dropped; the gateway does not swell",
        holds=kept(64),
    ),
    Probe(
        id="res-09",
        title="use up descriptors",
        code="""
held = []
try:
    while len(held) < 5_000:
        held.append(os.open("/dev/null", os.O_RDONLY))
    escaped(len(held))
except OSError as error:
    blocked(len(held), error)
""",
        plain="varies",
    ),
    Probe(
        id="res-10",
        title="spin",
        code="while True: pass",
        kind="supervise",
        must="ended at the limit of the processor's or its own time",
        holds=ended("cpu_seconds", "time_seconds", within=8),
        limits=CPU,
    ),
    Probe(
        id="res-11",
        title="sleep for ever",
        code="while True: time.sleep(1_000)",
        kind="supervise",
        must="ended at the limit of time",
        holds=ended("time_seconds", within=3),
        limits=BRIEF,
    ),
    Probe(
        id="res-12",
        title="start 3,000 threads",
        code="""
import threading
going = threading.Event()
threading.stack_size(65_536)
started = 0
try:
    for _ in range(3_000):
        threading.Thread(target=going.wait, daemon=True).start()
        started += 1
    escaped(started, "threads")
except RuntimeError as error:
    blocked(started, error)
going.set()
""",
        plain="escapes",
    ),
    Probe(
        id="res-13",
        title="compute in C with the interpreter locked",
        code="x = pow(7, 10**8)",
        kind="supervise",
        must="ended from outside: no signal handler of Python can run",
        holds=ended("cpu_seconds", "time_seconds", "memory_mb", within=8),
        limits=CPU,
    ),
    Probe(
        id="res-14",
        title="match a regular expression that takes ages",
        code="""
import re
re.match(r"(a+)+$", "a" * 64 + "b")
""",
        kind="supervise",
        must="ended from outside, where the expression takes ages at all",
        holds=either(ended("cpu_seconds", "time_seconds", within=8), harmless),
        limits=CPU,
    ),
    Probe(
        id="res-15",
        title="recurse through C until the stack ends",
        code="""
import sys
sys.setrecursionlimit(10**9)
class Endless:
    def __getattr__(self, name):
        return getattr(self, name)

Endless().x
""",
        kind="supervise",
        must="told as the end of this run",
        holds=crashed,
    ),
    Probe(
        id="res-17",
        title="ignore the signal that says that the processor time is over",
        code="""
signal.signal(signal.SIGXCPU, signal.SIG_IGN)
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
while True: pass
""",
        kind="supervise",
        must="killed a second later",
        holds=crashed,
        limits=CPU,
    ),
    Probe(
        id="res-19",
        title="pin kernel memory in the buffers of sockets",
        code="""
import socket
queued, held = 0, []
try:
    while queued < 256 << 20:
        ours, theirs = socket.socketpair()
        held += [ours, theirs]
        ours.setblocking(False)
        try:
            while True:
                queued += ours.send(bytes(65_536))
        except BlockingIOError:
            pass
    escaped(queued, "bytes")
except OSError as error:
    blocked(queued, error)
""",
    ),
    Probe(
        id="res-51",
        title="take memory in several processes, each within its limit",
        code=TREE.format(take="held = bytearray(60 << 20)"),
        must=TREE_MUST,
        holds=either(said, ended("memory_mb")),
        costly=True,
    ),
    Probe(
        id="res-52",
        title="take memory that is marked as shared, in several processes",
        code=TREE.format(take="held = mmap.mmap(-1, 60 << 20)"),
        must=TREE_MUST,
        holds=either(said, ended("memory_mb")),
        costly=True,
    ),
    Probe(
        id="res-53",
        title="fill every scratch folder",
        code="""
total = 0
for folder in (".", os.environ.get("TMPDIR", "/tmp"), "/dev/shm"):
    try:
        for number in range(64):
            with open(f"{folder}/part{number}", "wb", buffering=0) as file:
                for _ in range(8):
                    total += file.write(bytes(1 << 20))
    except OSError as error:
        print(folder, error)
(blocked if total <= (16 + 16 + 64) << 20 else escaped)(total, "bytes")
""",
        must="each folder has its size: 16 MB, 16 MB and 64 MB",
        holds=DISK,
        costly=True,
    ),
    Probe(
        id="res-54",
        title="claim files larger than the disk",
        code="""
import fcntl
file = os.open("sparse", os.O_CREAT | os.O_RDWR)
tried("truncate", lambda: os.ftruncate(file, 1 << 40))
tried("allocate", lambda: os.posix_fallocate(file, 0, 1 << 34))
tried("write far away", lambda: os.pwrite(file, b"x", 1 << 40))
""",
        plain="varies",
    ),
    Probe(
        id="res-55",
        title="nest folders deeper than any path can be",
        code="""
depth = 0
try:
    for depth in range(1_200):
        os.mkdir("d")
        os.chdir("d")
    kept(depth, "levels")
except OSError as error:
    blocked(depth, error)
""",
        must="the number of files holds folders too, and the run can be cleared away",
        holds=DISK,
        costly=True,
    ),
    Probe(
        id="res-56",
        title="build a bomb of links",
        code="""
os.mkdir("links")
made = 0
try:
    for made in range(2_000):
        os.symlink("x" * 2_000, f"links/{made}")
    kept(made, "links")
except OSError as error:
    blocked(made, error)
tried("a loop", lambda: os.symlink("loop", "loop") or open("loop"))
""",
        holds=DISK,
        costly=True,
    ),
    Probe(
        id="res-57",
        title="make names without files: hard links",
        code="""
open("one", "w").close()
made = 0
try:
    for made in range(5_000):
        os.link("one", f"{made}-{'x' * 200}")
    kept(made, "names")
except OSError as error:
    blocked(made, error)
""",
        holds=DISK,
        costly=True,
    ),
    Probe(
        id="res-58",
        title="spin in many processes at once",
        code="""
for _ in range(8):
    if os.fork() == 0:
        while True: pass
while True: time.sleep(60)
""",
        kind="supervise",
        must="processor time is counted for the whole tree",
        holds=ended("cpu_seconds", within=8),
        limits=CPU,
        costly=True,
    ),
    Probe(
        id="res-59",
        title="spin in short-lived processes, each collected before its time is counted",
        code="""
while True:
    children = []
    for _ in range(2):
        if (child := os.fork()) == 0:
            until = time.process_time() + 0.25
            while time.process_time() < until: pass
            os._exit(0)
        children.append(child)
    for child in children:
        os.waitpid(child, 0)
""",
        kind="supervise",
        must="the time of processes that have ended counts too",
        holds=ended("cpu_seconds", within=8),
        limits=CPU,
        costly=True,
    ),
    Probe(
        id="res-60",
        title="spin in short-lived processes that nobody collects",
        code="""
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
while True:
    try:
        if os.fork() == 0:
            until = time.process_time() + 0.25
            while time.process_time() < until: pass
            os._exit(0)
    except OSError:
        time.sleep(0.01)
""",
        kind="supervise",
        must="the time of processes that have ended counts too",
        holds=ended("cpu_seconds", "processes", within=8),
        limits=CPU,
        costly=True,
    ),
    Probe(
        id="res-61",
        title="flood both streams at once from several processes",
        code="""
for _ in range(4):
    if os.fork() == 0:
        for _ in range(400):
            os.write(1, b"A" * 65_536)
            os.write(2, b"B" * 65_536)
        os._exit(0)
while True:
    try:
        os.wait()
    except ChildProcessError:
        break
""",
        kind="supervise",
        must="what is printed over the limit is counted and dropped; the gateway does not swell",
        holds=kept(64),
    ),
    Probe(
        id="res-62",
        title="pin kernel memory in pipes made larger, in several processes",
        code="""
import fcntl
def pinned():
    held = 0
    try:
        while held < 20 << 20:
            reading, writing = os.pipe()
            try:
                fcntl.fcntl(writing, fcntl.F_SETPIPE_SZ, 1 << 20)
            except OSError:
                pass
            os.set_blocking(writing, False)
            try:
                while True:
                    held += os.write(writing, bytes(65_536))
            except BlockingIOError:
                pass
    except OSError:
        pass
    return held

counting, counted = os.pipe()
for _ in range(24):
    if os.fork() == 0:
        os.write(counted, struct.pack("Q", pinned()))
        time.sleep(60)
total = sum(struct.unpack("Q", os.read(counting, 8))[0] for _ in range(24))
(blocked if total <= 256 << 20 else escaped)(total, "bytes")
""",
        must="not more than twice the limit of memory; or the run is ended for it",
        holds=either(said, ended("memory_mb")),
        limits=MANY,
        costly=True,
    ),
    Probe(
        id="res-63",
        title="pin kernel memory in sockets, in several processes",
        code="""
import socket
def pinned():
    held, open_ones = 0, []
    try:
        while held < 20 << 20:
            pair = socket.socketpair()
            open_ones.append(pair)
            for end in pair:
                end.setblocking(False)
                try:
                    while held < 20 << 20:
                        held += end.send(bytes(32_768))
                except BlockingIOError:
                    pass
    except OSError:
        pass
    os.write(counted, struct.pack("Q", held))
    time.sleep(60)

counting, counted = os.pipe()
for _ in range(24):
    if os.fork() == 0:
        pinned()
total = sum(struct.unpack("Q", os.read(counting, 8))[0] for _ in range(24))
(blocked if total <= 256 << 20 else escaped)(total, "bytes")
""",
        must="not more than twice the limit of memory; or the run is ended for it",
        holds=either(said, ended("memory_mb")),
        limits=MANY,
        costly=True,
    ),
    Probe(
        id="res-64",
        title="make timers without end",
        code="""
made = 0
timer = ctypes.c_int()
try:
    while made < 20_000:
        call("timer_create", 1, ctypes.c_void_p(), ctypes.byref(timer))
        made += 1
    escaped(made, "timers")
except OSError as error:
    (blocked if made < 2_000 else escaped)(made, error)
""",
        plain="escapes",
    ),
    Probe(
        id="res-65",
        title="make message queues, semaphores and shared segments",
        code="""
reached("mq_open", b"probe", os.O_CREAT | os.O_RDWR, 0o600, ctypes.c_void_p())
reached("msgget", 0, 0o1600)
reached("semget", 0, 1, 0o1600)
reached("shmget", 0, 1 << 30, 0o1600)
""",
        plain="escapes",
        costly=True,  # they would stay
    ),
    Probe(
        id="res-66",
        title="lock memory, so that it cannot be moved out",
        code="""
data = ctypes.create_string_buffer(1 << 20)
reached("mlock", ctypes.addressof(data), 1 << 20)
reached("mlock2", ctypes.addressof(data), 1 << 20, 0)
reached("mlockall", 2)
""",
        plain="escapes",
    ),
    Probe(
        id="res-67",
        title="claim more addresses than any memory has",
        code="""
import mmap
NORESERVE = 0x4000
tried("8 TB", lambda: len(mmap.mmap(-1, 1 << 43, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | NORESERVE)))
tried("bytes", lambda: bytearray(1 << 36) and True)
""",
        plain="escapes",
    ),
    Probe(
        id="res-68",
        title="unpack a bomb of zeros",
        code="""
import zlib
packer = zlib.compressobj(1)
bomb = b"".join(packer.compress(bytes(1 << 20)) for _ in range(256)) + packer.flush()
tried("256 MB", lambda: len(zlib.decompress(bomb)))
""",
        plain="escapes",
        costly=True,
    ),
    Probe(
        id="res-69",
        title="hide open files in messages that nobody reads",
        code="""
import array, socket
ours, theirs = socket.socketpair()
ours.setblocking(False)
hidden = 0
try:
    while hidden < 2_000:
        numbers = array.array("i", [os.open("/dev/null", os.O_RDONLY) for _ in range(20)])
        ours.sendmsg([b"x"], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, numbers)])
        for number in numbers:
            os.close(number)
        hidden += 20
    escaped(hidden, "files")
except OSError as error:
    (blocked if hidden <= 2 * 64 else escaped)(hidden, error)
""",
        must="not more than twice the limit of open files",
        plain="varies",
    ),
    Probe(
        id="res-70",
        title="queue signals without end",
        code="""
queued = kept = 0
signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGRTMIN])
try:
    while queued < 40_000:
        os.kill(os.getpid(), signal.SIGRTMIN)
        queued += 1
except OSError as error:
    pass
while signal.sigtimedwait([signal.SIGRTMIN], 0):
    kept += 1
(blocked if kept < 2_000 else escaped)(kept, "signals")
""",
        plain="varies",
    ),
)
