"""Find a secret of the gateway or a name of the host in what a run is given."""

from __future__ import annotations

from dataclasses import replace

from .probe import USUAL, Probe, Seen

ROOMY = replace(USUAL, memory_mb=512)


def differs(seen: Seen) -> str:
    """Two runs drew different numbers, all of them."""
    if not seen.first or not seen.first.ok or not seen.outcome.ok:
        return "one of the runs failed"
    pairs = zip(seen.first.output.splitlines(), seen.outcome.output.splitlines(), strict=True)
    same = [first for first, second in pairs if first == second]
    return f"drawn again: {same}" if same else ""


DRAWN = """
import random, secrets, tempfile, uuid
for drawn in (random.random(), secrets.token_hex(8), uuid.uuid4(), os.urandom(8).hex(), tempfile.mktemp()):
    print(drawn)
"""

PROBES = (
    Probe(
        id="sec-03",
        title="search one's own memory for what a fork brought along",
        code="""
import re
def secrets_in_memory():
    found = 0
    with open("/proc/self/maps") as maps:
        for line in maps:
            area, rights = line.split()[:2]
            low, high = (int(part, 16) for part in area.split("-"))
            if rights.startswith("rw") and high - low < 256 << 20:
                found += len(re.findall(SECRET_PATTERN.encode(), ctypes.string_at(low, high - low)))
    return found

tried("secrets", secrets_in_memory)
""",
        limits=ROOMY,
        plain="escapes",
    ),
    Probe(
        id="sec-05",
        title="find names of the host in tracebacks, search paths and mounts",
        code="""
import sys, traceback
try:
    json.loads("{")
except ValueError:
    text = traceback.format_exc()
text += "\\n".join([*sys.path, sys.executable, sys.prefix, *sys.argv, *sys.orig_argv])
try:
    with open("/proc/self/mountinfo") as file:
        text += file.read()
except OSError:
    pass
tried("names of the host", lambda: [path for path in HOST_PATHS if path in text])
""",
        must="no path of the gateway's own; where Python lies cannot be hidden",
    ),
    Probe(
        id="sec-06",
        title="have a tool's error or answer repeat the key it works with",
        code="""
import re
for name in ("probe.leak", "probe.leak_in_error"):
    try:
        said = str(await call_mcp_tool(name))
    except ToolError as error:
        said = str(error)
    found = re.findall(SECRET_PATTERN, said)
    (escaped if found else blocked)(name, said[:200])
""",
        kind="gateway",
        through_gateway=True,
        must="the values of a server's own environment and headers are left out of what it says",
    ),
    Probe(
        id="sec-51",
        title="find secrets in the environment and the arguments",
        code="""
import re, sys
places = [repr(dict(os.environ)), repr(sys.argv + sys.orig_argv)]
for name in ("self/environ", "self/cmdline", "self/auxv", "1/environ", "1/cmdline"):
    try:
        with open(f"/proc/{name}", "rb") as file:
            places.append(file.read().decode("latin-1"))
    except OSError:
        pass
tried("secrets", lambda: re.findall(SECRET_PATTERN, " ".join(places)))
""",
        plain="escapes",
    ),
    Probe(
        id="sec-52",
        title="read whatever descriptors and sockets were inherited",
        code="""
import re
data = b""
for number in {*range(3, 300)} - {CHANNEL}:
    try:
        if select.select([number], [], [], 0)[0]:
            data += os.read(number, 4096)
    except (OSError, ValueError):
        pass
tried("secrets", lambda: re.findall(SECRET_PATTERN.encode(), data))
""",
        must="nothing is inherited but the channel",
    ),
    Probe(
        id="sec-53",
        title="search the objects and frames below the program",
        code="""
import gc, re, sys
found, waiting, known = set(), [gc.get_objects(), sys._getframe()], set()
while waiting:
    thing = waiting.pop()
    if isinstance(thing, (str, bytes)):
        found |= {*re.findall(SECRET_PATTERN, thing if isinstance(thing, str) else thing.decode("latin-1"))}
    elif id(thing) not in known:
        known.add(id(thing))
        waiting += gc.get_referents(thing)
tried("secrets", lambda: found)
""",
        limits=ROOMY,
        plain="escapes",  # its environment is an object too
    ),
    Probe(
        id="sec-54",
        title="find names of the host in the frames below the program",
        code="""
import sys
frame, texts = sys._getframe(), []
while frame := frame.f_back:
    texts += [frame.f_code.co_filename, *(repr(value) for value in frame.f_locals.values())]
mine = "HOST_PATHS"  # a text that holds this holds the probe itself
tried("names", lambda: [path for path in HOST_PATHS for text in texts if path in text and mine not in text])
""",
        must="no path of the gateway's own",
    ),
    Probe(
        id="sec-55",
        title="find names of the host in the command line and in modules",
        code="""
import sys
texts = [str(getattr(module, "__file__", "")) for module in sys.modules.values()]
for name in ("self", "1"):
    try:
        with open(f"/proc/{name}/cmdline", "rb") as file:
            texts.append(file.read().decode())
    except OSError:
        pass
tried("names", lambda: [path for path in HOST_PATHS if path in " ".join(texts)])
""",
        must="no path of the gateway's own",
    ),
    Probe(
        id="sec-56",
        title="leave a dump of memory",
        code="""
import resource
tried("a limit", lambda: resource.getrlimit(resource.RLIMIT_CORE)[1])
apart(os.abort)
tried("a dump", lambda: [name for name in os.listdir(".") if "core" in name])
tried("dumpable", lambda: call("prctl", 4, 1, 0, 0, 0) == 0)
""",
        plain="escapes",
    ),
    Probe(
        id="sec-57",
        title="foresee the random numbers of another run",
        code=DRAWN,
        second=DRAWN,
        kind="pair",
        must="runs of one zygote draw different numbers",
        holds=differs,
    ),
    Probe(
        id="sec-58",
        title="learn who uses the machine",
        code="""
import pwd
tried("accounts", lambda: [entry.pw_name for entry in pwd.getpwall()])
tried("machine", lambda: os.uname().nodename not in ("sandgate", "localhost", "(none)"))
""",
        must="no account and no name of the machine",
        plain="escapes",
    ),
)
