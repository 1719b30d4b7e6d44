"""Reach another run: a channel between two that were never meant to meet."""

from __future__ import annotations

from .probe import Probe

MUST = "the second run does not notice the first"
HOLD = "await call_mcp_tool('probe.hold')  # until the other has looked\n"


def meeting(identity: str, title: str, code: str, second: str, must: str = MUST) -> Probe:
    """Two runs of two sessions at the same time."""
    return Probe(id=identity, title=title, code=f"{code}\n{HOLD}", second=second, kind="pair", together=True, must=must)


PROBES = (
    meeting(
        "x-01",
        "meet at an abstract socket",
        """
import socket
try:
    server = socket.socket(socket.AF_UNIX)
    server.bind("\\0sandgate-meeting")
    server.listen(1)
except OSError as error:
    print(error)
""",
        """
import socket
tried("abstract", lambda: socket.socket(socket.AF_UNIX).connect("\\0sandgate-meeting"))
""",
    ),
    meeting(
        "x-04",
        "meet in System V shared memory",
        """
try:
    call("shmget", 0x5EC, 4096, 0o1666)
except OSError as error:
    print(error)
""",
        """
tried("shared memory", lambda: call("shmget", 0x5EC, 4096, 0o666) >= 0)
""",
    ),
    meeting(
        "x-05",
        "meet in a kernel keyring",
        """
try:
    call("add_key", b"user", b"meeting", b"x", 1, -4)
except OSError as error:
    print(error)
""",
        """
tried("request", lambda: call("request_key", b"user", b"meeting", ctypes.c_void_p(), 0))
tried("search", lambda: call("keyctl", 10, -4, b"user", b"meeting", 0))
""",
    ),
    meeting(
        "x-06",
        "meet on the loopback of vsock",
        """
import socket
try:
    server = socket.socket(40, socket.SOCK_STREAM)
    server.bind((0xFFFFFFFF, 18777))
    server.listen(1)
except OSError as error:
    print(error)
""",
        """
import socket
tried("vsock", lambda: socket.socket(40, socket.SOCK_STREAM).connect((1, 18777)))
""",
    ),
    meeting(
        "x-07",
        "see the other's processes and files",
        """
with open("mine.txt", "w") as file:
    file.write("x")
""",
        """
for pid in others():
    tried(f"process {pid}", lambda: os.stat(f"/proc/{pid}"))
    tried(f"file by {pid}", lambda: os.path.exists(f"/proc/{pid}/cwd/mine.txt"))
tried("file", lambda: os.path.exists("mine.txt"))
""",
    ),
    meeting(
        "x-51",
        "signal by a lock on a file that both can read",
        """
import fcntl
held = []
for path in (os.__file__, "/dev/null", "/dev/zero", "/", "../servers/README.md", "../servers", json.__file__):
    try:
        held.append(os.open(path, os.O_RDONLY))
        fcntl.flock(held[-1], fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        print(path, error)
""",
        """
import fcntl
for path in (os.__file__, "/dev/null", "/dev/zero", "/", "../servers/README.md", "../servers", json.__file__):
    try:
        fcntl.flock(os.open(path, os.O_RDONLY), fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        escaped("somebody else has locked", path)
    except OSError as error:
        blocked(path, error)
    else:
        blocked(path, "is not locked by anybody else")
""",
    ),
    meeting(
        "x-52",
        "signal by a lock on a part of a file, of both kinds",
        """
import fcntl
OFD_SETLK = 37
held = []
for command, start in ((fcntl.F_SETLK, 0), (OFD_SETLK, 100)):
    for path in (os.__file__, json.__file__, "/dev/zero", "../servers/README.md"):
        try:
            held.append(os.open(path, os.O_RDONLY))
            fcntl.fcntl(held[-1], command, struct.pack("hhqqi4x", fcntl.F_RDLCK, 0, start, 10, 0))
        except OSError as error:
            print(path, error)
""",
        """
import fcntl
OFD_GETLK = 36
for command, start in ((fcntl.F_GETLK, 0), (OFD_GETLK, 100)):
    for path in (os.__file__, json.__file__, "/dev/zero", "../servers/README.md"):
        try:
            question = struct.pack("hhqqi4x", fcntl.F_WRLCK, 0, start, 10, 0)
            answer = fcntl.fcntl(os.open(path, os.O_RDONLY), command, question)
        except OSError as error:
            blocked(path, error)
            continue
        kind = struct.unpack_from("h", answer)[0]
        (blocked if kind == fcntl.F_UNLCK else escaped)(path, "lock of kind", kind)
""",
    ),
    Probe(
        id="x-53",
        title="hear what others do with shared files: leases, notes, watches",
        code="""
import fcntl, signal
signal.signal(signal.SIGIO, signal.SIG_IGN)  # what it would hear, it must survive
LEASE, NOTIFY, DN_ACCESS = 1024, 1026, 1
file, folder = os.open(os.__file__, os.O_RDONLY), os.open(os.path.dirname(os.__file__), os.O_RDONLY)
tried("lease", lambda: fcntl.fcntl(file, LEASE, fcntl.F_RDLCK) == 0)
tried("note", lambda: fcntl.fcntl(folder, NOTIFY, DN_ACCESS) == 0)
reached("inotify_init1", 0)
""",
        plain="escapes",
        must=MUST,
    ),
    meeting(
        "x-54",
        "meet in a folder for temporary files",
        """
for folder in ("/tmp", "/dev/shm", os.environ.get("TMPDIR", "/tmp"), "/var/tmp"):
    try:
        with open(f"{folder}/meeting", "w") as file:
            file.write("x")
    except OSError as error:
        print(error)
""",
        """
for folder in ("/tmp", "/dev/shm", os.environ.get("TMPDIR", "/tmp"), "/var/tmp"):
    tried(folder, lambda: os.path.exists(f"{folder}/meeting"))
""",
    ),
    meeting(
        "x-55",
        "meet in a queue, a semaphore, a message store",
        """
for name, *arguments in (
    ("mq_open", b"meeting", os.O_CREAT | os.O_RDWR, 0o666, ctypes.c_void_p()),
    ("semget", 0x5EC, 1, 0o1666),
    ("msgget", 0x5EC, 0o1666),
):
    try:
        call(name, *arguments)
    except OSError as error:
        print(error)
""",
        """
tried("queue", lambda: call("mq_open", b"meeting", os.O_RDWR, 0, ctypes.c_void_p()) >= 0)
tried("semaphore", lambda: call("semget", 0x5EC, 1, 0o666) >= 0)
tried("messages", lambda: call("msgget", 0x5EC, 0o666) >= 0)
""",
    ),
    meeting(
        "x-56",
        "starve the other of processes",
        """
try:
    for _ in range(200):
        if os.fork() == 0:
            time.sleep(60)
except OSError as error:
    print(error)
""",
        """
children = []
try:
    for _ in range(8):
        if (child := os.fork()) == 0:
            time.sleep(60)
        children.append(child)
    blocked("enough are left")
except OSError as error:
    escaped("starved after", len(children), error)
for child in children:
    os.kill(child, signal.SIGKILL)
""",
        must="one run's processes do not count for another",
    ),
    meeting(
        "x-57",
        "signal by the name of the machine",
        """
try:
    call("sethostname", b"meeting", 7)
except OSError as error:
    print(error)
""",
        """
tried("name", lambda: os.uname().nodename == "meeting")
""",
    ),
    Probe(
        id="x-58",
        title="learn what others do from the machine's counters",
        code="""
for name in (
    "loadavg", "stat", "uptime", "schedstat", "pressure/cpu", "diskstats", "interrupts", "vmstat", "locks",
    "sys/fs/file-nr", "sys/fs/inode-nr", "sys/kernel/random/boot_id", "buddyinfo", "softirqs", "net/snmp",
):
    if name != "net/snmp":  # the network is the run's own
        tried(name, lambda: open(f"/proc/{name}").read(64))
""",
        plain="escapes",
        must="nothing tells of the machine as a whole",
    ),
    meeting(
        "x-59",
        "signal the other by its number",
        """
signal.signal(signal.SIGUSR1, signal.SIG_IGN)
""",
        """
own = {1, os.getpid(), os.getppid()}
hit = []
for pid in {*range(2, 400)} - own:
    try:
        os.kill(pid, 0)
        hit.append(pid)
    except OSError:
        pass
tried("signals", lambda: hit)
""",
    ),
    meeting(
        "x-60",
        "take the numbers that both count from one pot: descriptors in flight, pages in pipes",
        """
import array, socket
pair, held = socket.socketpair(), []
pair[0].setblocking(False)
try:
    while True:
        pair[0].sendmsg([b"x"], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [0] * 50))])
except OSError as error:
    print(error)
try:
    while True:
        held.append(os.pipe())
        os.set_blocking(held[-1][1], False)
        os.write(held[-1][1], bytes(1 << 16))
except OSError as error:
    print(error)
""",
        """
import array, socket
pair = socket.socketpair()
try:
    pair[0].sendmsg([b"x"], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [0] * 10))])
    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    (blocked if os.write(writing, bytes(1 << 16)) == 1 << 16 else escaped)("pages in a pipe")
except OSError as error:
    escaped("starved", error)
""",
        must="what one run uses up is not missed by another",
    ),
)
