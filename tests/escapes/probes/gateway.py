"""Mislead, break or exhaust the gateway by what is written into the channel."""

from __future__ import annotations

import math
from dataclasses import replace

from sandgate.model import Call

from .probe import USUAL, Judge, Probe, Seen, both, crashed, cut_off, either, ended, said, swollen

BRIEF = replace(USUAL, time_seconds=1)
MISFORMED = cut_off("the program was ended because it sent")


def strict(identity: str, title: str, body: str, must: str = "refused as a whole; the run is ended") -> Probe:
    """A frame that must not be taken for a request. `body` is an expression of bytes."""
    code = f"send({body})\nprint(receive(2))\ntime.sleep(30)"
    return Probe(id=identity, title=title, code=code, kind="gateway", must=must, holds=MISFORMED, limits=BRIEF)


def carried_out_at_most(count: int) -> Judge:
    def judge(seen: Seen) -> str:
        return f"{len(seen.requests)} calls were carried out" if len(seen.requests) > count else ""

    return judge


def no_infinity(seen: Seen) -> str:
    """Neither a tool nor the model is given a number that JSON does not have."""
    values = [request.arguments.get("x") for request in seen.requests if isinstance(request, Call)]
    values.append(seen.outcome.value)
    return "an infinite number went through" if any(isinstance(v, float) and math.isinf(v) for v in values) else ""


PROBES = (
    Probe(
        id="gw-02",
        title="claim to be another session",
        code="""
claim = {"session": "another", "user": "root", "_meta": {"session": "another"}}
reply = ask({**request(1, "probe.whoami"), **claim})
(escaped if "another" in json.dumps(reply) or not reply else blocked)(reply)
""",
        kind="gateway",
        must="who asks is known from the socket, never from a frame",
    ),
    Probe(
        id="gw-03",
        title="announce a frame of 4 GB",
        code="""
write(struct.pack(">I", 0xFFFFFFFF))
write(b"x" * 65_536)
time.sleep(30)
""",
        kind="gateway",
        must="the run is ended before anything of that size is waited for",
        holds=cut_off("4,294,967,295 bytes"),
    ),
    Probe(
        id="gw-05",
        title="call and call, and never read an answer",
        code="""
sent = 0
try:
    for sent in range(2_000):
        send(request(sent, "probe.big"))
except OSError as error:
    blocked(sent, error)
else:
    escaped(sent)
""",
        kind="gateway",
        must="few calls are under way and the gateway does not swell",
        holds=cut_off("limits.concurrent_calls", "limits.unread_seconds", requests=2 * USUAL.concurrent_calls),
    ),
    Probe(
        id="gw-06",
        title="send half a frame, then nothing",
        code="""
write(struct.pack(">I", 100) + b"{")
time.sleep(30)
""",
        kind="gateway",
        must="ended at the limit of time; nothing of the gateway waits on",
        holds=ended("time_seconds", within=3),
        limits=BRIEF,
    ),
    Probe(
        id="gw-09",
        title="call as often as one likes",
        code="""
answered = 0
for number in range(200):
    if "blocks" not in (ask(request(number)) or {}):
        break
    answered += 1
(blocked if answered <= 50 else escaped)(answered, "calls")
""",
        kind="gateway",
        must="calls beyond the limit are not carried out",
        holds=both(said, carried_out_at_most(USUAL.calls)),
    ),
    strict(
        "gw-10",
        "name two tools in one frame, for readers that differ",
        """b'{"type":"call","id":1,"tool":"probe.echo","tool":"probe.erase","arguments":{}}'""",
    ),
    Probe(
        id="gw-12",
        title="speak on after the program has ended, from a child it left",
        code="""
main = os.getpid()
if os.fork() == 0:
    while os.getppid() == main:
        time.sleep(0.01)
    time.sleep(0.3)
    send(request(5))
    time.sleep(30)
os._exit(0)
""",
        kind="gateway",
        must="the tree is gone and the socket closed before the outcome is told",
        holds=both(crashed, carried_out_at_most(0)),
    ),
    strict(
        "gw-51",
        "send a number that JSON does not have",
        """b'{"type":"call","id":1,"tool":"a.b","arguments":{"x":NaN}}'""",
    ),
    strict(
        "gw-52",
        "repeat a key among the arguments",
        """b'{"type":"call","id":1,"tool":"a.b","arguments":{"x":1,"x":2}}'""",
    ),
    strict("gw-53", "give a truth value as id", "request(True)"),
    strict("gw-54", "give a fraction as id", "request(1.0)"),
    strict("gw-55", "give text as id", "request('1')"),
    strict("gw-56", "give an object as id", "request({'a': 1})"),
    strict(
        "gw-57",
        "give an id of 5,000 digits",
        """b'{"type":"call","id":' + b"9" * 5_000 + b',"tool":"a.b","arguments":{}}'""",
    ),
    strict(
        "gw-58",
        "send bytes that are not UTF-8",
        """b'{"type":"call","id":1,"tool":"a.b","arguments":{"x":"\\xff\\xfe"}}'""",
    ),
    strict(
        "gw-59",
        "send half a character as bytes",
        """b'{"type":"call","id":1,"tool":"a.b","arguments":{"x":"\\xed\\xa0\\x80"}}'""",
    ),
    strict("gw-60", "send another encoding", "json.dumps(request(1)).encode('utf-16')"),
    strict("gw-61", "send a frame of no bytes", "b''"),
    strict(
        "gw-62",
        "nest 100,000 levels deep",
        """b'{"type":"call","id":1,"tool":"a.b","arguments":{"x":' + b"[" * 100_000 + b"]" * 100_000 + b"}}" """,
    ),
    strict(
        "gw-63",
        "nest 200 levels deep",
        """b'{"type":"call","id":1,"tool":"a.b","arguments":{"x":' + b"[" * 200 + b"]" * 200 + b"}}" """,
    ),
    strict("gw-64", "give arguments that are a list", """b'{"type":"call","id":1,"tool":"a.b","arguments":[1]}'"""),
    strict(
        "gw-65",
        "speak as the gateway: order a run, answer a call",
        """{"type": "run", "id": 1, "code": "1", "limits": {"memory_mb": 99999}}""",
    ),
    strict("gw-66", "say again that one is ready", """{"type": "ready"}"""),
    Probe(
        id="gw-67",
        title="write a number too large for a float",
        code="""
ask(b'{"type":"call","id":1,"tool":"probe.echo","arguments":{"x":1e999}}')
send(b'{"type":"done","status":"ok","has_value":true,"value":-1e999}')
time.sleep(30)
""",
        kind="gateway",
        must="it does not become an infinite one on its way",
        holds=no_infinity,
        limits=BRIEF,
    ),
    Probe(
        id="gw-68",
        title="use an id again after its answer",
        code="""
for _ in range(3):
    print(ask(request(1)))
time.sleep(30)
""",
        kind="gateway",
        must="an id counts once in a run",
        holds=cut_off("twice", requests=1),
    ),
    Probe(
        id="gw-69",
        title="say that one is done, and go on calling",
        code="""
send({"type": "done", "status": "ok"})
for number in range(100):
    send(request(number))
time.sleep(30)
""",
        kind="gateway",
        must="after its last word nothing it says counts",
        holds=carried_out_at_most(0),
    ),
    Probe(
        id="gw-70",
        title="push descriptors into the gateway",
        code="""
import array, socket
channel = socket.socket(fileno=os.dup(CHANNEL))
for number in range(20):
    files = array.array("i", [os.open(".", os.O_RDONLY) for _ in range(2)])
    body = framed(json.dumps(request(number)).encode())
    channel.sendmsg([body], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, files)])
    if not receive():
        escaped("the gateway no longer answers")
    for file in files:
        os.close(file)
blocked("the host says whether it holds more than before")
""",
        kind="gateway",
        must="the gateway holds no descriptor of a program's",
    ),
    Probe(
        id="gw-71",
        title="call tools by names of megabytes",
        code="""
for number in range(300):
    send(request(number, "probe." + "x" * 900_000))
    if not receive():
        break
blocked("the host says what it costs")
""",
        kind="gateway",
        must="the gateway does not keep what only the program needs",
        holds=swollen,
    ),
    Probe(
        id="gw-72",
        title="speak one byte at a time",
        code="""
for byte in framed(json.dumps(request(1)).encode()) * 100:
    write(bytes([byte]))
    time.sleep(0.05)
""",
        kind="gateway",
        must="ended at the limit of time",
        holds=ended("time_seconds", within=3),
        limits=BRIEF,
    ),
    Probe(
        id="gw-73",
        title="leave a large answer unread",
        code="""
for number in range(6):
    send(request(number, "probe.big"))
time.sleep(30)
""",
        kind="gateway",
        must="ended when an answer has waited too long",
        holds=either(ended("unread_seconds"), ended("time_seconds")),
        limits=replace(USUAL, unread_seconds=0.5),
    ),
    Probe(
        id="gw-74",
        title="close one half of the channel and work on",
        code="""
import socket
socket.socket(fileno=os.dup(CHANNEL)).shutdown(socket.SHUT_WR)
time.sleep(30)
""",
        kind="gateway",
        must="a program that cannot report any more is ended",
        holds=crashed,
    ),
    Probe(
        id="gw-75",
        title="call tools that are hidden, by names that look like others",
        code="""
for name in (
    "probe.erase", "probe.ERASE", "Probe.erase", "probe.erase ", " probe.erase", "probe.erase\\0", "probe/erase",
    "probe..erase", "mcp__probe__erase", "servers.probe.erase", "probe.echo/../erase", "probe.\\u0435rase",
    "erase", "*.erase", "probe.*",
):
    try:
        tried(repr(name), lambda: "ERASED" in str(ask(request(hash(name), name))))
    except TypeError:
        pass
""",
        kind="gateway",
        through_gateway=True,
        must="what is hidden cannot be called by any name",
    ),
    Probe(
        id="gw-76",
        title="call the gateway's own insides",
        code="""
for number, name in enumerate((
    "sandgate.execute_code", "sandgate.run_code", "sandgate.call_tool", "sandgate.__init__", "sandgate._own",
    "sandgate.config", "__class__", "sandgate.stats.__globals__", "os.system", "builtins.eval", "", ".", "sandgate.",
)):
    tried(repr(name), lambda: "blocks" in (ask(request(number, name, code="1")) or {}))
""",
        kind="gateway",
        through_gateway=True,
        must="names are looked up, never evaluated",
    ),
    Probe(
        id="gw-77",
        title="read files of the host as resources of a server",
        code="""
for number, (server, uri) in enumerate((
    ("probe", f"file://{OUTSIDE_FILE}"), ("probe", OUTSIDE_FILE), ("probe", f"../../../..{OUTSIDE_FILE}"),
    ("", f"file://{OUTSIDE_FILE}"), ("sandgate", f"file://{OUTSIDE_FILE}"), ("../probe", "x"), ("file", OUTSIDE_FILE),
)):
    frame = {"type": "read", "id": number, "server": server, "uri": uri}
    tried(f"{server} {uri}", lambda: "blocks" in (ask(frame) or {}))
""",
        kind="gateway",
        through_gateway=True,
        must="only servers are asked, and only those that are configured",
    ),
)
