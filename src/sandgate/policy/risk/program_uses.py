"""What a program does besides calling tools: files, hosts and commands, where the source shows them."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from posixpath import normpath
from typing import Any, Literal, cast

from sandgate.policy.risk.http import host_of, is_url, weigh_method, weigh_url
from sandgate.policy.risk.levels import Weighed, about, changes, highest, leaks, plain, shown
from sandgate.policy.risk.paths import weigh_path
from sandgate.policy.risk.program_names import Names
from sandgate.policy.risk.program_sites import Sites
from sandgate.policy.risk.program_values import HOLE, Values
from sandgate.policy.risk.shell import weigh_command
from sandgate.policy.risk.words import wordset

Use = Literal["read", "write", "remove"]


@dataclass(frozen=True, slots=True)
class FileUse:
    path: str
    use: Use
    outside: bool
    """Not in the workspace, nor in the program's own temporary folder."""


@dataclass(frozen=True, slots=True)
class Found:
    """What one call does."""

    weighed: Weighed | None = None
    file: FileUse | None = None
    command: str = ""


_FUNCTIONS: dict[str, Use] = {
    **dict.fromkeys(("os.remove", "os.unlink", "os.rmdir", "os.removedirs", "shutil.rmtree"), "remove"),
    **dict.fromkeys(
        ("os.mkdir", "os.makedirs", "os.truncate", "os.chmod", "os.chown", "os.symlink", "os.link"), "write"
    ),
    **dict.fromkeys(
        ("os.listdir", "os.walk", "os.scandir", "glob.glob", "pandas.read_csv", "pandas.read_json"), "read"
    ),
    **dict.fromkeys(("pandas.read_excel", "pandas.read_parquet", "json.codecs.open"), "read"),
}
_TWO_FILES = frozenset(
    ("os.rename", "os.replace", "shutil.move", "shutil.copy", "shutil.copy2", "shutil.copyfile", "shutil.copytree")
)
_METHODS: dict[str, Use] = {
    **dict.fromkeys(("unlink", "rmdir"), "remove"),
    **dict.fromkeys(("write_text", "write_bytes", "touch", "mkdir", "chmod", "symlink_to"), "write"),
    **dict.fromkeys(("read_text", "read_bytes", "iterdir"), "read"),
}
_SAVES = frozenset(("to_csv", "to_json", "to_excel", "to_parquet", "to_pickle", "savefig"))
_OPENERS = frozenset(
    ("open", "io.open", "codecs.open", "gzip.open", "bz2.open", "lzma.open", "tarfile.open", "zipfile.ZipFile")
)
_PROCESSES = wordset("""
    subprocess.run subprocess.call subprocess.check_call subprocess.check_output subprocess.Popen
    subprocess.getoutput subprocess.getstatusoutput os.system os.popen os.execv os.execve os.execvp os.execl os.execlp
    os.spawnl os.spawnv os.spawnvp os.posix_spawn pty.spawn asyncio.create_subprocess_exec
    asyncio.create_subprocess_shell
    """)
_VERBS = frozenset(
    ("get", "head", "options", "post", "put", "patch", "delete", "request", "urlopen", "urlretrieve", "Request")
)
_METHOD_NAMES = frozenset(("get", "head", "options", "post", "put", "patch", "delete"))
_CONNECTIONS = frozenset(
    (
        "socket.socket",
        "socket.create_connection",
        "asyncio.open_connection",
        "smtplib.SMTP",
        "smtplib.SMTP_SSL",
        "ftplib.FTP",
        "ftplib.FTP_TLS",
        "paramiko.SSHClient",
        "http.client.HTTPConnection",
        "http.client.HTTPSConnection",
    )
)
_CLIENTS = ("requests", "httpx", "urllib", "aiohttp", "http.client")


def look(node: ast.Call, names: Names, values: Values) -> Found | None:
    """`None` for a call that is nothing of the kind."""
    known = names.of(node.func)
    path = known.path if known and known.kind == "module" else getattr(node.func, "id", "")
    if path in _PROCESSES:
        return _command(node, values)
    if path in _CONNECTIONS:
        return Found(leaks("medium", f"opens a connection of its own ({path})"))
    return _file(node, path, names, values) or _request(node, path, values)


def hosts(sites: Sites) -> tuple[str, ...]:
    """Of texts that are addresses; a text that only mentions one does not reach it."""
    found: dict[str, None] = {}
    mentioned = {id(node.value) for node in sites.of(ast.Expr)}
    for node in sites.of(ast.Constant):
        if isinstance(node.value, str) and id(node) not in mentioned:
            host = host_of(node.value) if is_url(node.value[:30]) and " " not in node.value else ""
            if host:
                found[host] = None
    return tuple(found)


# ------------------------------------------------------------------ commands


def _command(node: ast.Call, values: Values) -> Found:
    given = node.args[0] if node.args else next((k.value for k in node.keywords if k.arg == "args"), None)
    line = _line(node, values.of(given), values)
    if line is None:
        return Found(changes("high", "runs a command that cannot be seen"), command="?")
    said = line if isinstance(line, str) else " ".join(line)
    weighed = about(f"the command `{shown(said)}`", weigh_command(line))
    if not weighed.reasons:
        weighed = leaks("medium", f"runs the command `{shown(said)}`")
    return Found(
        Weighed(highest((weighed.risk, "medium")), weighed.changes_data, weighed.undoable, weighed.reasons),
        command=said,
    )


def _line(node: ast.Call, given: Any, values: Values) -> str | list[str] | None:
    if isinstance(given, list):
        return [plain(word) if word is not None else HOLE for word in cast("list[Any]", given)] or None
    if not isinstance(given, str):
        return None
    rest = [values.of(arg) for arg in node.args[1:]]
    several = [str(word) for word in rest if isinstance(word, str)]
    return [given, *several] if several else given


# ------------------------------------------------------------------ files


def _file(node: ast.Call, path: str, names: Names, values: Values) -> Found | None:
    if path in _OPENERS and node.args:
        return _used(_place(node.args[0], names, values), _mode(node, 1, values))
    if path in _FUNCTIONS and node.args:
        return _used(_place(node.args[0], names, values), _FUNCTIONS[path], tree=path.endswith("rmtree"))
    if path in _TWO_FILES and len(node.args) > 1:
        return _used(_place(node.args[1], names, values), "write")
    if not isinstance(node.func, ast.Attribute):
        return None
    attr, owner = node.func.attr, node.func.value
    if attr in _SAVES and node.args:
        return _used(_place(node.args[0], names, values), "write")
    place = _place(owner, names, values) if attr in _METHODS or attr == "open" else None
    if place is None or isinstance(owner, ast.Constant):
        return None
    return _used(place, _METHODS.get(attr) or _mode(node, 0, values))


def _mode(node: ast.Call, at: int, values: Values) -> Use:
    given = node.args[at] if len(node.args) > at else next((k.value for k in node.keywords if k.arg == "mode"), None)
    mode = values.of(given) if given else "r"
    return "write" if isinstance(mode, str) and not {"w", "a", "x", "+"}.isdisjoint(mode) else "read"


def _place(node: ast.expr, names: Names, values: Values, depth: int = 0) -> str | None:
    """A path: a text, `Path(...)`, `a / b`, `os.path.join(...)`."""
    seen = values.of(node)
    if isinstance(seen, str):
        return seen
    if depth > 8:
        return None
    match node:
        case ast.Name():
            origin = values.origin(node.id)
            return _place(origin, names, values, depth + 1) if origin is not None else None
        case ast.BinOp(left=left, op=ast.Div(), right=right):
            one, other = (_place(part, names, values, depth + 1) for part in (left, right))
            return f"{one}/{other or HOLE}" if one else None
        case ast.Call(func=function, args=args) if args:
            known = names.of(function)
            if known and known.path in ("pathlib.Path", "pathlib.PurePath", "os.path.join", "pathlib.PosixPath"):
                parts = [_place(arg, names, values, depth + 1) or HOLE for arg in args]
                return "/".join(parts) if parts[0] != HOLE else None
            return None
        case _:
            return None


def _used(path: str | None, use: Use, tree: bool = False) -> Found | None:
    if not path:
        return None
    outside = _outside(path)
    file = FileUse(shown(path, 200), use, outside)
    known = weigh_path(path, use != "read", use == "remove")
    verb = {"read": "reads", "write": "writes", "remove": "removes"}[use]
    if known:
        return Found(about(verb, known), file)
    if outside:
        place = f"{verb} {shown(path)}, outside of the workspace"
        return Found(
            leaks("medium", place) if use == "read" else changes("high", place, False if use == "remove" else None),
            file,
        )
    if tree:
        return Found(changes("medium", f"removes {shown(path)} and everything in it", False), file)
    return Found(None, file)


def _outside(path: str) -> bool:
    settled = normpath(path)
    if settled.startswith(("~", "..")):
        return True
    inside = ("/tmp/", "/workspace/", "/dev/null", "/dev/shm/")  # noqa: S108 - the program's own, behind the walls
    return settled.startswith("/") and not f"{settled}/".startswith(inside)


# ------------------------------------------------------------------ requests


def _request(node: ast.Call, path: str, values: Values) -> Found | None:
    verb = node.func.attr if isinstance(node.func, ast.Attribute) else path.rpartition(".")[2]
    if verb not in _VERBS:
        return None
    texts = [text for arg in node.args[:2] if isinstance(text := values.of(arg), str)]
    texts += [text for k in node.keywords if k.arg in ("url", "method") and isinstance(text := values.of(k.value), str)]
    url = next((text for text in texts if is_url(text)), "")
    if not url and not path.startswith(_CLIENTS):
        return None
    named = next((text for text in texts if text.isalpha()), "")
    sends = any(k.arg in ("data", "json", "files", "content") for k in node.keywords)
    method = named or (verb if verb in _METHOD_NAMES else "POST" if sends else "GET")
    where = weigh_url(url) if url else None
    return Found(about("asks", where) if where else _asked(method, host_of(url) or "an address that cannot be seen"))


def _asked(method: str, host: str) -> Weighed:
    """A program that goes to the network itself goes past the tools; an address can carry data out."""
    weighed = weigh_method(method, host)
    return weighed if weighed and weighed.changes_data else leaks("medium", f"asks {shown(host)} by itself")
