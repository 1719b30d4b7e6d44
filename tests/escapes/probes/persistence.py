"""Stay: change something that a later run meets."""

from __future__ import annotations

from .probe import Probe

PROBES = (
    Probe(
        id="per-02",
        title="plant code that every interpreter runs at its start",
        code="""
import sys
home = os.path.expanduser("~")
site = f"{home}/.local/lib/python{sys.version_info[0]}.{sys.version_info[1]}/site-packages"
for folder, name, text in (
    (site, "probe.pth", "import sys; sys.stdout.write('ESCAPED pth\\\\n')\\n"),
    (site, "usercustomize.py", "print('ESCAPED usercustomize')\\n"),
    (".", "sitecustomize.py", "print('ESCAPED sitecustomize')\\n"),
    (home, ".pythonrc.py", "print('ESCAPED pythonrc')\\n"),
):
    try:
        os.makedirs(folder, exist_ok=True)
        with open(f"{folder}/{name}", "w") as file:
            file.write(text)
    except OSError as error:
        print(error)
""",
        second="blocked('nothing ran before this')",
        kind="pair",
        same_session=True,
        must="a later run starts clean",
    ),
    Probe(
        id="per-04",
        title="leave files in every folder that can be written",
        code="""
for folder in ("/tmp", os.environ.get("TMPDIR", "/tmp"), "/dev/shm", "/var/tmp", "/run", os.path.expanduser("~")):
    try:
        with open(f"{folder}/left-over", "w") as file:
            file.write("x")
    except OSError as error:
        print(error)
""",
        second="""
for folder in ("/tmp", os.environ.get("TMPDIR", "/tmp"), "/dev/shm", "/var/tmp", "/run", os.path.expanduser("~")):
    tried(folder, lambda: os.path.exists(f"{folder}/left-over"))
""",
        kind="pair",
        same_session=True,
        must="only the workspace is kept",
    ),
    Probe(
        id="per-05",
        title="leave a poisoned byte-code cache beside an innocent module",
        code="""
import importlib.util, marshal, py_compile
with open("innocent.py", "w") as file:
    file.write("X = 1\\n")
py_compile.compile("innocent.py", doraise=True)
cache = importlib.util.cache_from_source("innocent.py")
with open(cache, "rb") as file:
    head = file.read(16)
with open(cache, "wb") as file:
    file.write(head + marshal.dumps(compile("print('ESCAPED by byte-code')\\nX = 1\\n", "innocent.py", "exec")))
""",
        second="""
import sys
sys.path.append(".")
try:
    import innocent
    blocked(innocent.X)
except ImportError:
    blocked("nothing was kept")
""",
        kind="pair",
        same_session=True,
        must="a module is what its source says",
    ),
    Probe(
        id="per-06",
        title="change a saved skill or a wrapper",
        code="""
for folder in ("../skills", "/skills", "/sandgate/skills", "../servers", "/sandgate/servers", "../packages"):
    tried(folder, lambda: open(f"{folder}/daily.py", "w").write("print('poisoned')"))
    tried(f"{folder} cache", lambda: os.mkdir(f"{folder}/__pycache__"))
""",
        must="skills and wrappers can only be read",
    ),
    Probe(
        id="per-51",
        title="change modules and built-ins in memory",
        code="""
import builtins, sys
json.probe_was_here = builtins.probe_was_here = os.environ["PROBE_WAS_HERE"] = "1"
sys.path.insert(0, "/tmp")
sys.modules["csv"] = None
os.umask(0o777)
signal.signal(signal.SIGTERM, signal.SIG_IGN)
""",
        second="""
import builtins, sys
tried("built-in", lambda: hasattr(builtins, "probe_was_here"))
tried("environment", lambda: "PROBE_WAS_HERE" in os.environ)
tried("module", lambda: hasattr(json, "probe_was_here") or sys.modules.get("csv", json) is None)
tried("search path", lambda: "/tmp" in sys.path)
tried("umask", lambda: os.umask(0o022) == 0o777)
tried("signals", lambda: signal.getsignal(signal.SIGTERM) == signal.SIG_IGN)
""",
        kind="pair",
        same_session=True,
        must="a later run starts clean",
    ),
    Probe(
        id="per-52",
        title="put a module in the workspace that hides one of the library or of the gateway's",
        code="""
for name in ("json", "csv", "servers", "asyncio", "sandgate", "graphlib"):
    with open(f"{name}.py", "w") as file:
        file.write(f"print('ESCAPED as {name}')\\n")
""",
        second="""
import asyncio, csv, json, graphlib
try:
    import servers
except ImportError:
    pass
blocked("the library's own were imported")
""",
        kind="pair",
        same_session=True,
        must="the workspace comes last, if at all, where modules are looked for",
    ),
    Probe(
        id="per-53",
        title="leave something that runs later: a daemon, a timer, a job",
        code="""
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        while True:
            try:
                with open("later", "a") as file:
                    file.write("x")
            except OSError:
                pass
            time.sleep(0.01)
    os._exit(0)
while not os.path.exists("later"):
    time.sleep(0.01)
for path in ("/etc/cron.d/probe", "/var/spool/cron/root", "/etc/systemd/system/probe.service"):
    tried(path, lambda: open(path, "w").write("x"))
""",
        second="""
before = os.stat("later").st_size if os.path.exists("later") else 0
time.sleep(0.2)
after = os.stat("later").st_size if os.path.exists("later") else 0
(escaped if after > before else blocked)("written later", after - before)
""",
        kind="pair",
        same_session=True,
        must="nothing of a run goes on after it",
    ),
    Probe(
        id="per-54",
        title="lock a later run out of its own workspace",
        code="""
os.mkdir("mine")
with open("mine/file", "w") as file:
    file.write("x")
os.chmod("mine/file", 0)
os.chmod("mine", 0)
try:
    os.chmod(".", 0o500)
except OSError as error:
    print(error)
""",
        second="""
if os.path.exists("mine"):
    os.chmod("mine", 0o700)
    os.chmod("mine/file", 0o600)
    blocked(open("mine/file").read())
else:
    blocked("nothing was kept")
""",
        kind="pair",
        same_session=True,
        must="whoever has the session has its files",
    ),
    Probe(
        id="per-55",
        title="plant byte code for the library, or another place to look for it",
        code="""
import sys
tried("library", lambda: open(f"{os.path.dirname(os.__file__)}/__pycache__/probe.pyc", "wb").write(b"x"))
os.environ["PYTHONPATH"] = os.environ["PYTHONSTARTUP"] = os.environ["PYTHONPYCACHEPREFIX"] = os.getcwd()
sys.pycache_prefix = os.getcwd()
""",
        second="""
import sys
tried("prefix", lambda: sys.pycache_prefix is not None)
tried("variables", lambda: [name for name in os.environ if name.startswith("PYTHON")])
tried("isolated", lambda: not sys.flags.isolated)
""",
        kind="pair",
        same_session=True,
        must="a later run starts clean",
    ),
)
