"""Reach the network, the host's sockets, or a neighbour through them."""

from __future__ import annotations

from .probe import Probe

PROBES = (
    Probe(
        id="net-01",
        title="connect to a service on the host's loopback",
        code="""
import socket
tried("loopback", lambda: socket.create_connection(("127.0.0.1", OUTSIDE_TCP), 2))
""",
        plain="escapes",
    ),
    Probe(
        id="net-04",
        title="connect to a service on the host's IPv6 loopback",
        code="""
import socket
tried("loopback", lambda: socket.create_connection(("::1", OUTSIDE_TCP6), 2))
""",
    ),
    Probe(
        id="net-05",
        title="connect to an abstract Unix socket of the host",
        code="""
import socket
tried("abstract", lambda: socket.socket(socket.AF_UNIX).connect(OUTSIDE_ABSTRACT))
""",
        plain="escapes",
    ),
    Probe(
        id="net-06",
        title="connect to a Unix socket of the host by its path",
        code="""
import socket
tried("path", lambda: socket.socket(socket.AF_UNIX).connect(OUTSIDE_STREAM))
""",
        plain="escapes",
    ),
    Probe(
        id="net-07",
        title="make sockets of rare families, each a piece of kernel of its own",
        code="""
import socket
for name, family, kind, protocol in (
    ("raw", 2, 3, 1), ("raw6", 10, 3, 58), ("packet", 17, 3, 0x300), ("netlink", 16, 3, 0), ("vsock", 40, 1, 0),
    ("alg", 38, 5, 0), ("key", 15, 3, 2), ("xdp", 44, 3, 0), ("bluetooth", 31, 3, 1), ("can", 29, 3, 1),
    ("rds", 21, 5, 0), ("tipc", 30, 2, 0), ("smc", 43, 1, 0), ("qipcrtr", 42, 2, 0),
):
    tried(name, lambda: socket.socket(family, kind, protocol).close())
""",
        plain="escapes",
    ),
    Probe(
        id="net-08",
        title="carry data out in questions for names",
        code="""
import socket
tried("resolver", lambda: socket.getaddrinfo("localhost", 80))
question = b"\\x12\\x34\\x01\\0\\0\\x01\\0\\0\\0\\0\\0\\0\\x01a\\x04test\\0\\0\\1\\0\\1"
tried("datagram", lambda: socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(question, ("127.0.0.1", OUTSIDE_UDP)))
""",
        plain="escapes",
    ),
    Probe(
        id="net-09",
        title="listen where the host or a neighbour could connect",
        code="""
import socket
def listening(family, address):
    with socket.socket(family) as server:
        server.bind(address)
        server.listen(1)

tried("a port", lambda: listening(socket.AF_INET, ("127.0.0.1", 0)))
tried("every address", lambda: listening(socket.AF_INET, ("", 0)))
tried("a path", lambda: listening(socket.AF_UNIX, "listening"))
tried("an abstract name", lambda: listening(socket.AF_UNIX, "\\0probe-listening"))
""",
        plain="escapes",
    ),
    Probe(
        id="net-10",
        title="find a route to another machine, or to all of them",
        code="""
import socket
for address in "10.0.0.1 172.17.0.1 192.168.1.1 8.8.8.8 169.254.169.254 224.0.0.251 255.255.255.255".split():
    tried(address, lambda: socket.socket(socket.AF_INET, socket.SOCK_DGRAM).connect((address, 53)))
""",
    ),
    Probe(
        id="net-11",
        title="make a socket behind the filter's back, with io_uring",
        code="reached('io_uring_setup', 4, ctypes.create_string_buffer(120))",
    ),
    Probe(
        id="net-12",
        title="talk a proxy into connecting where it must not",
        code="""
import socket
from urllib.parse import urlsplit
proxy = os.environ.get("HTTPS_PROXY") or os.environ.get("https_proxy")

def connected(target):
    address = urlsplit(proxy)
    with socket.create_connection((address.hostname, address.port), 2) as stream:
        stream.sendall(f"CONNECT {target} HTTP/1.1\\r\\nHost: allowed.test\\r\\n\\r\\n".encode())
        return b" 200" in stream.recv(64)[:16]

if proxy:
    for target in (
        f"127.0.0.1:{OUTSIDE_TCP}", f"[::1]:{OUTSIDE_TCP6}", f"[::ffff:127.0.0.1]:{OUTSIDE_TCP}",
        f"0x7f000001:{OUTSIDE_TCP}", f"2130706433:{OUTSIDE_TCP}", f"127.1:{OUTSIDE_TCP}", f"localhost:{OUTSIDE_TCP}",
        "169.254.169.254:80", "evil.test\\0.allowed.test:443", "evil.test%00.allowed.test:443",
        "allowed.test.evil.test:443", "ALLOWED.TEST@evil.test:443",
    ):
        tried(target, lambda: connected(target))
else:
    blocked("there is no proxy")
""",
        must="every forbidden target is refused; where there is no proxy there is none to be misled",
    ),
    Probe(
        id="net-51",
        title="make a socket of any family at all",
        code="""
import socket
for family in range(1, 46):
    for kind in (1, 2, 3, 5):
        try:
            socket.socket(family, kind).close()
        except OSError:
            continue
        escaped("family", family, "kind", kind)
blocked("every family, every kind")
""",
        plain="escapes",
    ),
    Probe(
        id="net-52",
        title="learn the host's interfaces, addresses and connections",
        code="""
import socket
tried("interfaces", lambda: [name for _, name in socket.if_nameindex() if name != "lo"])
for name, needle in (
    ("tcp", f":{OUTSIDE_TCP:04X} "), ("udp", f":{OUTSIDE_UDP:04X} "), ("unix", OUTSIDE_STREAM),
    ("route", "\\t"), ("arp", ":"),
):
    tried(name, lambda: needle in open(f"/proc/self/net/{name}").read().partition("\\n")[2])
tried("devices", lambda: [name for name in os.listdir("/sys/class/net") if name != "lo"])
""",
        plain="escapes",
    ),
    Probe(
        id="net-53",
        title="reach the host of a virtual machine by vsock",
        code="""
import socket
for cid in (1, 2):
    tried(f"cid {cid}", lambda: socket.socket(40, socket.SOCK_STREAM).connect((cid, 1024)))
    tried(f"cid {cid} datagram", lambda: socket.socket(40, socket.SOCK_DGRAM))
reached("bind", CHANNEL, ctypes.create_string_buffer(16), 16)
""",
    ),
    Probe(
        id="net-54",
        title="send a datagram out by address, on a socket pair that the filter allows",
        code="""
import socket
try:
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
except OSError as error:
    blocked("no socket that takes an address", error)
    ours, theirs = socket.socketpair()
for name, address in (("path", OUTSIDE_DATAGRAM), ("abstract", OUTSIDE_ABSTRACT_DATAGRAM), ("journal", "/dev/log")):
    tried(f"sendto {name}", lambda: ours.sendto(b"out", address))
    tried(f"sendmsg {name}", lambda: ours.sendmsg([b"out"], [], 0, address))
    tried(f"connect {name}", lambda: ours.connect(address))
tried("bind", lambda: theirs.bind("\\0probe-bound"))
""",
        plain="escapes",
    ),
    Probe(
        id="net-55",
        title="turn the open channel into another connection",
        code="""
import socket
address = struct.pack("=HH4s8x", socket.AF_INET, socket.htons(OUTSIDE_TCP), bytes([127, 0, 0, 1]))
name = struct.pack("=H", socket.AF_UNIX) + OUTSIDE_ABSTRACT.encode()
reached("connect", CHANNEL, address, len(address))
reached("connect", CHANNEL, name, len(name))
reached("listen", CHANNEL, 1)
""",
    ),
    Probe(
        id="net-56",
        title="learn from the channel who is at its other end",
        code="""
import socket
channel = socket.socket(fileno=os.dup(CHANNEL))
pid, uid, gid = struct.unpack("3i", channel.getsockopt(socket.SOL_SOCKET, 17, 12))
tried("its process", lambda: pid if pid not in (0, os.getpid()) else 0)
""",
        must="the gateway's pid is not told",
    ),
    Probe(
        id="net-57",
        title="load a packet filter into the kernel through a socket",
        code="""
import socket
ours, _ = socket.socketpair()
filter = ctypes.create_string_buffer(struct.pack("HBBI", 6, 0, 0, 0xFFFF))
program = struct.pack("HxxxxxxP", 1, ctypes.addressof(filter))
tried("SO_ATTACH_FILTER", lambda: ours.setsockopt(socket.SOL_SOCKET, 26, program))
tried("SO_ATTACH_REUSEPORT_CBPF", lambda: ours.setsockopt(socket.SOL_SOCKET, 51, program))
""",
        plain="escapes",
        must="no code of the program's runs in the kernel",
    ),
    Probe(
        id="net-58",
        title="fetch a page with every client of the standard library",
        code="""
import ftplib, http.client, smtplib, urllib.request
tried("urllib", lambda: urllib.request.urlopen(f"http://127.0.0.1:{OUTSIDE_TCP}/", timeout=0.3))
tried("http", lambda: http.client.HTTPConnection("127.0.0.1", OUTSIDE_TCP, timeout=0.3).connect())
tried("ftp", lambda: ftplib.FTP().connect("127.0.0.1", OUTSIDE_TCP, timeout=0.3))
tried("metadata", lambda: urllib.request.urlopen("http://169.254.169.254/latest/meta-data/", timeout=0.3))
""",
        plain="escapes",
    ),
)
