"""What is tried in Monty: every probe in Python, and those that somebody would write who knows what Monty has."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from sandgate.model import Limits

from . import GROUPS as PYTHON
from .probe import USUAL, Probe, contained, crashed, either, ended, said
from .resources import BRIEF, CPU, DISK
from .results import artifact

SPENT = ended("cpu_seconds", "time_seconds", within=8)
MEMORY = either(said, ended("memory_mb"))
SMALL: Limits = replace(USUAL, memory_mb=64)

OWN: Mapping[str, tuple[Probe, ...]] = {
    "files": (
        Probe(
            id="monty-fs-01",
            title="read a file outside by every way to say its name",
            code="""
from pathlib import Path

up = "../" * 40
for name in (
    OUTSIDE_FILE,
    up + OUTSIDE_FILE,
    f"/sandgate/workspace/{up}{OUTSIDE_FILE}",
    f"./{up}{OUTSIDE_FILE}",
    f"/sandgate/workspace/./..//..{OUTSIDE_FILE}",
    f"/proc/self/root{OUTSIDE_FILE}",
    f"file://{OUTSIDE_FILE}",
    f"{OUTSIDE_FILE}\\0.txt",
    f"/sandgate/workspace\\0/../..{OUTSIDE_FILE}",
    "~/.bashrc",
    "/etc/passwd",
    "/proc/self/environ",
):
    tried(f"open {name!r}", lambda: open(name).read())
    tried(f"bytes {name!r}", lambda: open(name, "rb").read())
    tried(f"path {name!r}", lambda: Path(name).read_text())
    tried(f"exists {name!r}", lambda: Path(name).exists())
    tried(f"joined {name!r}", lambda: (Path("/sandgate/workspace") / name).read_text())
""",
        ),
        Probe(
            id="monty-fs-02",
            title="list, know of and measure files outside",
            code="""
from pathlib import Path

for name in ("/", "/etc", "/proc", "/proc/self", "/sandgate", "..", "../..", OUTSIDE_FOLDER):
    tried(f"list {name}", lambda: os.listdir(name))
    tried(f"iterate {name}", lambda: list(Path(name).iterdir()))
    tried(f"glob {name}", lambda: list(Path(name).glob("*")))
    tried(f"walk {name}", lambda: list(os.walk(name)))
for name in (OUTSIDE_FILE, "/etc/passwd"):
    tried(f"stat {name}", lambda: Path(name).stat())
    tried(f"os.stat {name}", lambda: os.stat(name))
    tried(f"is file {name}", lambda: os.path.isfile(name))
    tried(f"size {name}", lambda: os.path.getsize(name))
    tried(
        f"resolve {name}",
        lambda: OUTSIDE_FOLDER in str(Path("x/../../../..").joinpath(name.strip("/")).resolve()) and open(name),
    )
""",
        ),
        Probe(
            id="monty-fs-03",
            title="write, move or remove files outside",
            code="""
from pathlib import Path

open("mine", "w").write("x")
for name in (
    f"{OUTSIDE_FOLDER}/written",
    "/written",
    "../written",
    "/sandgate/servers/written.py",
    "/tmp/sandgate-written",
):
    tried(f"open {name}", lambda: open(name, "w").write("x"))
    tried(f"append {name}", lambda: open(name, "a").write("x"))
    tried(f"path {name}", lambda: Path(name).write_text("x"))
    tried(f"folder {name}", lambda: os.mkdir(name))
    tried(f"folders {name}", lambda: Path(name).mkdir(parents=True, exist_ok=True))
    tried(f"move {name}", lambda: os.rename("mine", name))
    tried(f"replace {name}", lambda: Path("mine").replace(name))
for deed in ("unlink", "remove", "rmdir", "truncate", "chmod"):
    tried(deed, lambda: getattr(os, deed)(OUTSIDE_FILE))
""",
        ),
        Probe(
            id="monty-fs-04",
            title="make a link that leads out of the workspace",
            code="""
from pathlib import Path
tried("symbolic", lambda: os.symlink(OUTSIDE_FILE, "link"))
tried("by path", lambda: Path("link").symlink_to(OUTSIDE_FILE))
tried("hard", lambda: os.link(OUTSIDE_FILE, "link"))
tried("hard by path", lambda: Path("link").hardlink_to(OUTSIDE_FILE))
tried("through it", lambda: open("link").read())
""",
        ),
        Probe(
            id="monty-fs-05",
            title="show a file outside as a picture",
            code="""
from pathlib import Path
for name in (OUTSIDE_FILE, f"../../../../..{OUTSIDE_FILE}", "/etc/passwd", "../../workspace/../../../etc/passwd"):
    tried(name, lambda: show(name, "image/png"))
    tried(f"path {name}", lambda: show(Path(name), "image/png"))
""",
        ),
    ),
    "processes": (
        Probe(
            id="monty-proc-01",
            title="reach Python's own insides through what Monty shows",
            code="""
async def coroutine():
    pass


things = [
    (),
    "",
    1,
    len,
    open,
    tried,
    os,
    os.path,
    coroutine,
    Exception,
    type,
    call_mcp_tool,
    search_tools,
    print,
    json,
]
for thing in things:
    for name in (
        "__class__",
        "__bases__",
        "__subclasses__",
        "__mro__",
        "__globals__",
        "__builtins__",
        "__code__",
        "__closure__",
        "__self__",
        "__func__",
        "__wrapped__",
        "__dict__",
        "__loader__",
        "__spec__",
        "__reduce__",
        "__init__",
        "gi_frame",
        "cr_frame",
    ):
        tried(f"{name} of {str(thing)[:20]}", lambda: getattr(thing, name) is None)
for name in (
    "__import__",
    "globals",
    "vars",
    "compile",
    "breakpoint",
    "input",
    "memoryview",
    "__builtins__",
    "__loader__",
):
    tried(name, lambda: eval(name))
tried("code made of text", lambda: exec(f"open({OUTSIDE_FILE!r}).read()"))
""",
            must="no object leads out of the interpreter",
        ),
        Probe(
            id="monty-proc-02",
            title="import what would reach the machine",
            code="""
for name in (
    "ctypes",
    "subprocess",
    "socket",
    "signal",
    "importlib",
    "sandgate",
    "pydantic_monty",
    "builtins",
    "posix",
    "_io",
    "gc",
):
    tried(name, lambda: eval(f"__import__({name!r})"))
for name in (
    "system",
    "popen",
    "execv",
    "fork",
    "kill",
    "getpid",
    "open",
    "read",
    "pipe",
    "dup2",
    "setuid",
    "environb",
    "getlogin",
):
    tried(f"os.{name}", lambda: getattr(os, name))
""",
        ),
        Probe(
            id="monty-proc-03",
            title="use the gateway's own names in the interpreter",
            code="""
for name in (
    "_sandgate_end",
    "_sandgate_exit",
    "_sandgate_tool",
    "_sandgate_kind",
    "_sandgate_name",
    "_sandgate_fresh",
):
    try:
        print(name, eval(f"{name}('x')"))
    except (NameError, TypeError, ValueError, RuntimeError) as error:
        print(name, error)
tried("a value of the host", lambda: OUTSIDE_FOLDER in str(_sandgate_name(OUTSIDE_FILE)) and open(OUTSIDE_FILE))
""",
        ),
    ),
    "resources": (
        Probe(
            id="monty-res-01",
            title="take memory: lists, text, numbers, files read at once",
            code="""
held = []
while len(held) < 3_000:
    held.append("x" * (1 << 20) + str(len(held)))
escaped(len(held), "MB")
""",
            kind="supervise",
            holds=MEMORY,
            limits=SMALL,
        ),
        Probe(
            id="monty-res-02",
            title="ask for one thing that is larger than all memory",
            code="""
for what, deed in (
    ("text", lambda: len("x" * (1 << 33))),
    ("bytes", lambda: len(b"x" * (1 << 33))),
    ("list", lambda: len([0] * (1 << 31))),
    ("number", lambda: (1 << (1 << 33)) > 0),
    ("power", lambda: 10 ** (10**9) > 0),
    ("padding", lambda: len("x".ljust(1 << 33))),
    ("format", lambda: len(f"{1:>{1 << 33}}")),
    ("join", lambda: len(("x" * (1 << 20)).join(["y"] * (1 << 14)))),
    ("replace", lambda: len(("x" * (1 << 16)).replace("x", "y" * (1 << 16)))),
    ("range", lambda: len(list(range(1 << 31)))),
):
    tried(what, deed)
""",
            kind="supervise",
            holds=MEMORY,
            limits=SMALL,
        ),
        Probe(
            id="monty-res-03",
            title="spin",
            code="while True: pass",
            kind="supervise",
            holds=SPENT,
            limits=CPU,
        ),
        Probe(
            id="monty-res-04",
            title="match a regular expression that takes ages",
            code="""
import re
re.match(r'(a+)+$', 'a' * 64 + 'b')
while True: re.match(r'(a|aa)+$', 'a' * 4000 + 'b')
""",
            kind="supervise",
            holds=either(SPENT, crashed),
            limits=CPU,
        ),
        Probe(
            id="monty-res-05",
            title="compute one number for ever",
            code="""
x = 7 ** (10 ** 7)
while True: x = x * x
""",
            kind="supervise",
            holds=either(ended("cpu_seconds", "time_seconds", "memory_mb", within=8), crashed),
            limits=CPU,
        ),
        Probe(
            id="monty-res-06",
            title="sleep for ever, and wait for nobody",
            code="""
import asyncio
await asyncio.gather(asyncio.sleep(1e9), asyncio.sleep(float('inf')))
""",
            kind="supervise",
            holds=ended("time_seconds", within=4),
            limits=BRIEF,
        ),
        Probe(
            id="monty-res-07",
            title="recurse until the stack ends: calls, texts of brackets, JSON, sorting",
            code="""
def deep(n):
    return deep(n + 1)


nested = []
for _ in range(100_000):
    nested = [nested]
for what, deed in (
    ("calls", lambda: deep(0)),
    ("repr", lambda: len(repr(nested)) < 0),
    ("json", lambda: json.dumps(nested)),
    ("loads", lambda: json.loads("[" * 100_000)),
    ("compare", lambda: nested == [nested] and False),
    ("eval", lambda: eval("(" * 5_000 + ")" * 5_000)),
):
    tried(what, deed)
""",
            kind="supervise",
            must="an error, or the end of this run alone",
            holds=contained,
        ),
        Probe(
            id="monty-res-08",
            title="fill the workspace, with files and by appending",
            code="""
written = made = 0
try:
    for number in range(200):
        written += open(f"part{number}", "w").write("x" * (1 << 20))
        written += open(f"part{number}", "a").write("x" * (1 << 20))
    escaped(written, "bytes")
except OSError as error:
    (blocked if written <= 17 << 20 else escaped)(written, error)
try:
    for made in range(3_000):
        open(f"file{made}", "w").write("")
    escaped(made, "files")
except OSError as error:
    (blocked if made <= 500 else escaped)(made, error)
""",
            holds=DISK,
        ),
        Probe(
            id="monty-res-09",
            title="have the host wait or count for it: sleep, random bytes, progress",
            code="""
tried("bytes", lambda: len(os.urandom(1 << 32)) > 1 << 20)
for number in range(20_000):
    progress(number, 1e308, "x" * 4_000)
blocked("the host has heard it")
""",
            kind="supervise",
            holds=either(said, ended("cpu_seconds", "time_seconds", "memory_mb", within=12)),
        ),
    ),
    "gateway": (
        Probe(
            id="monty-gw-01",
            title="call more, and more at once, than may be",
            code="""
import asyncio
answers = 0
async def one(number):
    global answers
    await call_mcp_tool("probe.echo", {"x": number})
    answers += 1
try:
    for _ in range(10):
        await asyncio.gather(*[one(n) for n in range(20)])
    escaped(answers)
except ToolError as error:
    (blocked if answers <= 50 else escaped)(answers, error)
""",
            kind="gateway",
            must="calls beyond the limit are not carried out",
        ),
        Probe(
            id="monty-gw-02",
            title="call tools that are hidden, or insides of the gateway",
            code="""
for name in (
    "probe.erase",
    "probe.ERASE",
    "mcp__probe__erase",
    "probe.erase ",
    "sandgate.execute_code",
    "sandgate.__init__",
    "",
    ".",
    "os.system",
):
    try:
        said = str(await call_mcp_tool(name, {"code": "1"}))
        (escaped if "ERASED" in said or name.startswith("sandgate") else blocked)(name, said)
    except (ToolError, TypeError, ValueError) as error:
        blocked(name, error)
""",
            kind="gateway",
            through_gateway=True,
        ),
    ),
    "results": (
        artifact(
            "monty-out-01",
            "print and return what a terminal obeys, half characters and no end",
            r"""
print("\x1b]52;c;Y3VybA==\x07\x1b[2J\x9b31m half \ud800")
loop = []
loop.append(loop)
result = {"\udfff": ["\ud800", loop], "big": "x" * (20 << 20), "\x1b[2J": float("nan")}
""",
            "every word can be sent and recorded",
        ),
    ),
    "secrets": (
        Probe(
            id="monty-sec-01",
            title="find secrets and names of the host in what can be asked",
            code="""
import re, sys

told = [
    str(os.environ),
    str(os.getenv("SANDGATE_PROBE_SECRET")),
    str(os.getenv("HOME")),
    os.getcwd(),
    str(os.name),
]
for name in ("argv", "path", "modules", "executable", "prefix", "version", "platform", "orig_argv", "flags"):
    try:
        told.append(str(getattr(sys, name)))
    except AttributeError:
        pass
for deed in (
    lambda: open("/none"),
    lambda: json.loads("{"),
    lambda: os.listdir("/"),
    lambda: eval("@"),
    lambda: [][1],
):
    try:
        deed()
    except Exception as error:
        told.append(repr(error))
text = " ".join(told)
tried("secrets", lambda: re.findall(SECRET_PATTERN, text))
tried("names", lambda: [path for path in HOST_PATHS if path in text])
""",
        ),
    ),
}
GROUPS: dict[str, tuple[Probe, ...]] = {name: (*probes, *OWN.get(name, ())) for name, probes in PYTHON.items()}
