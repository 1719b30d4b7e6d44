"""Programs that take all they can reach and tell it in every disguise. Each stands behind `probes/inside.py`."""

from __future__ import annotations

TELL = '''
import base64, gc, re, sys, traceback

def tell(what, data):
    """What looks like a secret, plainly and disguised, then the beginning of all of it."""
    data = data if isinstance(data, bytes) else str(data).encode("utf-8", "replace")
    for found in {*re.findall(SECRET_PATTERN.encode(), data)}:
        print(what, found, found[::-1], found.hex(), base64.b64encode(b"x" + found))
    print(what, base64.b64encode(data[:300]), data[:300])

def content(path):
    try:
        with open(path, "rb") as file:
            return file.read(1 << 20)
    except OSError as error:
        return str(error).encode()
'''
PROGRAMS = {
    "environment": """
tell("environment", dict(os.environ))
for pid in ["self", 1, os.getppid(), OUTSIDE_PID, *others()]:
    for name in ("environ", "cmdline", "auxv", "maps", "mountinfo", "status", "stack", "cgroup", "fdinfo/3"):
        tell(f"{pid} {name}", content(f"/proc/{pid}/{name}"))
""",
    "arguments": 'tell("arguments", [sys.argv, sys.orig_argv, sys.path, sys.prefix, vars(sys)])',
    "files": """
for top, folders, names in os.walk("/"):
    folders[:] = [name for name in folders if os.path.join(top, name) not in ("/proc", "/usr", "/lib", "/root", "/opt")]
    for name in names:
        if not name.startswith(("random", "urandom", "zero", "full")):
            tell(name, content(os.path.join(top, name)))
""",
    "wrappers": """
for top, _, names in os.walk("/sandgate"):
    for name in names:
        tell(name, content(os.path.join(top, name)))
""",
    "descriptors": """
for number in range(4, 256):
    try:
        if select.select([number], [], [], 0)[0]:
            tell(number, os.read(number, 4096))
        tell(number, os.readlink(f"/proc/self/fd/{number}"))
    except (OSError, ValueError):
        pass
""",
    "objects": """
waiting, known, texts = [gc.get_objects(), sys._getframe()], set(), []
while waiting:
    thing = waiting.pop()
    if isinstance(thing, (str, bytes)):
        texts.append(thing if isinstance(thing, bytes) else thing.encode("utf-8", "replace"))
    elif id(thing) not in known:
        known.add(id(thing))
        waiting += gc.get_referents(thing)
tell("objects", b" ".join(texts))
""",
    "memory": """
try:
    with open("/proc/self/maps") as maps:
        for line in maps:
            area, rights = line.split()[:2]
            low, high = (int(part, 16) for part in area.split("-"))
            if rights.startswith("rw") and high - low < 256 << 20:
                tell(area, ctypes.string_at(low, high - low))
except OSError as error:
    tell("memory", error)
""",
    "errors": """
for name in ("probe.fail", "broken.any", "remote.any", "nowhere.any", "sandgate.run", "probe.echo.x", "", "\\0"):
    try:
        await call_mcp_tool(name, {"reason": "none", "x": {"y": 1}})
    except BaseException as error:
        tell(name, [repr(error), vars(error), error.__cause__, error.__context__, traceback.format_exc()])
""",
    "imports": """
for name in ("servers.broken", "servers.remote", "servers.probe", "servers", "servers._client"):
    try:
        tell(name, vars(__import__(name, fromlist=["x"])))
    except BaseException as error:
        tell(name, [repr(error), traceback.format_exc()])
""",
    "own tools": """
for query in ("", "echo", "probe", "key", "token"):
    tell(query, await search_tools(query, detail="full"))
for name in ("probe.echo", "probe.leak"):
    tell(name, await get_tool_definition(name, schema=True))
tell("stats", await get_execution_stats())
""",
    "replies": """
for number, name in enumerate(("probe.echo", "broken.any", "remote.any", "sandgate.get_execution_stats")):
    tell(name, ask(request(1000 + number, name)))
tell("read", ask({"type": "read", "id": 2000, "server": "remote", "uri": "file:///etc/passwd"}))
""",
    "a failure": "raise RuntimeError(dict(os.environ), sys.orig_argv, content('/proc/self/mountinfo'))",
    "a crash": "print(dict(os.environ), flush=True)\nctypes.string_at(0)",
    "a broken guest": """
import asyncio
sys.excepthook = None
json.dumps = lambda *_, **__: 1 / 0
asyncio.get_running_loop().set_exception_handler(lambda *told: tell("handler", told))
""",
}
"""By name. They may fail, and be ended: what they could say before that counts."""
ECHOES = {
    "a tool that repeats its key": """
for server in ("probe", "reached"):
    for name in ("leak", "leak_in_error"):
        try:
            print(str(await call_mcp_tool(f"{server}.{name}"))[:600])
        except ToolError as error:
            print(str(error)[:600])
""",
    "a server that dies with its key": """
try:
    await call_mcp_tool("dying.any")
except ToolError as error:
    print(error)
""",
}
"""What comes from the servers themselves: they hold their keys and may say them."""
