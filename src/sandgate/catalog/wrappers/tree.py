"""The tree of wrappers on disk: `servers/<server>/<tool>.py` or `.ts`, written only where something changed."""

from __future__ import annotations

import fcntl
import hashlib
import json
import shutil
import tempfile
from collections.abc import Collection, Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from sandgate.catalog.wrappers.language import PYTHON, Language
from sandgate.catalog.wrappers.lines import DATA, server_line, tool_line
from sandgate.catalog.wrappers.names import assign
from sandgate.catalog.wrappers.returns import mark_of
from sandgate.catalog.wrappers.text import first_sentence, one_line, shorten
from sandgate.model import Tool

FINGERPRINT = ".fingerprint"
OBSERVED = ".observed"
_STAGE = ".stage-"
_INSTRUCTIONS_LENGTH = 1200


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerTools:
    """One server as wrappers show it."""

    name: str
    module: str = ""
    """Its Python name, where that was given with regard to servers that are not here; else it is made here."""
    title: str = ""
    instructions: str = ""
    tools: tuple[Tool, ...] = ()

    @property
    def summary(self) -> str:
        """What it is, on one line."""
        first = first_sentence(self.instructions)
        return ". ".join(part.rstrip(".") for part in (one_line(self.title), first) if part)


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """What `write_tree` did, in the names of its folders."""

    changed: tuple[str, ...]
    removed: tuple[str, ...]


def render_tree(servers: Iterable[ServerTools], client_source: str, language: Language = PYTHON) -> dict[str, str]:
    """The whole tree: path from the folder that holds `servers` → text."""
    named = _named(servers, language)
    files = {f"servers/{path}": text for path, text in _top(named, client_source, language).items()}
    for name, server in named.items():
        files |= {f"servers/{name}/{path}": text for path, text in render_server(server, language).items()}
    return files


def render_server(server: ServerTools, language: Language = PYTHON) -> dict[str, str]:
    """The files of one server's package."""
    tools = {tool.name: tool for tool in reversed(server.tools)}  # of two tools with one name, the first is meant
    names = {name: tools[original] for original, name in tool_names(server, language).items()}
    files = {f"{name}.{language.extension}": language.module(tool, name) for name, tool in names.items()}
    title = ": ".join(part for part in (one_line(server.name), server.summary) if part)
    ((module, _),) = _named([server], language).items()
    return files | {language.index: language.tools(title, names), "README.md": _readme(server, module, names)}


def tool_names(server: ServerTools, language: Language = PYTHON) -> dict[str, str]:
    """The name each tool of a server has in its package."""
    return _translated(assign(tool.name for tool in server.tools), language)


def write_tree(
    root: Path,
    servers: Iterable[ServerTools],
    client_source: str,
    keep: Collection[str] = (),
    language: Language = PYTHON,
) -> Written:
    """Bring `root/servers` up to date. Each server changes in one step; several processes may do this at once.

    A package named in `keep` stays even if its server is not given: another process may know it already.
    """
    named = _named(servers, language)
    folder = root / "servers"
    folder.mkdir(parents=True, exist_ok=True)
    folder.chmod(0o755)  # whatever the umask: runs of a root gateway read it under another id
    with _alone(root, folder):
        changed = [name for name, server in named.items() if _update(folder / name, server, language)]
        others = [path for path in folder.iterdir() if path.name not in named and (path / FINGERPRINT).is_file()]
        removed = [path for path in others if path.name not in keep]
        for path in removed:
            with _taken_away(path):
                pass
        kept = [path.name for path in others if path.name in keep]
        for file, text in _top(named, client_source, language, kept).items():
            _replace(folder / file, text)
    return Written(changed=tuple(changed), removed=tuple(sorted(path.name for path in removed)))


def rewrite(root: Path, server: ServerTools, language: Language = PYTHON) -> None:
    """Bring one server's modules up to date with what was observed. The package stays: a program may be importing."""
    ((name, _),) = _named([server], language).items()
    folder = root / "servers"
    if (folder / name / FINGERPRINT).is_file():
        with _alone(root, folder):
            _rewrite_observed(folder / name, server, language)


def _named(servers: Iterable[ServerTools], language: Language) -> dict[str, ServerTools]:
    found = {server.name: server for server in servers}
    names = assign(found, fallback="server")
    own = _translated({original: server.module or names[original] for original, server in found.items()}, language)
    return {own[original]: server for original, server in found.items()}


def _translated(names: Mapping[str, str], language: Language) -> dict[str, str]:
    own = language.names(names.values())
    return {original: own[name] for original, name in names.items()}


def _top(
    named: Mapping[str, ServerTools], client_source: str, language: Language, kept: Sequence[str] = ()
) -> dict[str, str]:
    lines = [server_line(name, len(it.tools), it.instructions, it.title) for name, it in named.items()]
    return {
        language.index: language.servers(f"Servers: {len(named) + len(kept)}", [*named, *kept]),
        "README.md": _listed(["# Servers", ""], [*lines, *kept]),
        language.client: client_source,
    }


def _readme(server: ServerTools, module: str, names: Mapping[str, Tool]) -> str:
    about = shorten(one_line(server.instructions), _INSTRUCTIONS_LENGTH)
    head = [f"# {one_line(server.name)}", "", *([about, ""] if about else [])]
    return _listed(head, [tool_line(f"{module}.{name}", tool) for name, tool in sorted(names.items())])


def _listed(head: Sequence[str], lines: Iterable[str]) -> str:
    return "\n".join([*head, *(f"- {line}" for line in lines), "", DATA]) + "\n"


def _update(folder: Path, server: ServerTools, language: Language) -> bool:
    """Write the server's package unless it is there already."""
    wanted = _fingerprint(server, language)
    mark = folder / FINGERPRINT
    if mark.is_file() and mark.read_bytes() == wanted.encode():
        return _rewrite_observed(folder, server, language)
    stage = Path(tempfile.mkdtemp(prefix=_STAGE, dir=folder.parent))
    stage.chmod(0o755)
    for file, text in render_server(server, language).items():
        (stage / file).write_text(text, "utf-8")
        (stage / file).chmod(0o644)
    (stage / FINGERPRINT).write_text(wanted, "utf-8")
    (stage / OBSERVED).write_text(json.dumps(_observed_marks(server)), "utf-8")
    with _taken_away(folder):
        stage.rename(folder)
    return True


def _rewrite_observed(folder: Path, server: ServerTools, language: Language) -> bool:
    """Write the modules anew whose results are known otherwise than they were."""
    wanted, names = _observed_marks(server), tool_names(server, language)
    try:
        before = dict[str, str](json.loads((folder / OBSERVED).read_bytes()))
    except (OSError, ValueError, TypeError, RecursionError):
        before = dict.fromkeys(names, "unknown")
    for tool in reversed(server.tools):  # of two tools with one name, the first is meant
        if before.get(tool.name) != wanted.get(tool.name):
            _replace(folder / f"{names[tool.name]}.{language.extension}", language.module(tool, names[tool.name]))
    if before != wanted:
        _replace(folder / OBSERVED, json.dumps(wanted))
    return before != wanted


def _observed_marks(server: ServerTools) -> dict[str, str]:
    return {tool.name: mark_of(tool.observed) for tool in reversed(server.tools) if tool.observed}


@contextmanager
def _taken_away(folder: Path) -> Generator[None]:
    """Take the folder away at once, and delete it afterwards: nobody sees half a package, nor waits for another."""
    if not folder.exists():
        yield
        return
    away = Path(tempfile.mkdtemp(prefix=_STAGE, dir=folder.parent))
    folder.rename(away / folder.name)
    try:
        yield
    finally:
        shutil.rmtree(away)


def _replace(file: Path, text: str) -> None:
    if file.is_file() and file.read_text("utf-8") == text:
        return
    stage = file.with_name(f"{_STAGE}{file.name}")
    stage.write_text(text, "utf-8")
    stage.chmod(0o644)
    stage.replace(file)


@contextmanager
def _alone(root: Path, folder: Path) -> Generator[None]:
    """Hold the tree's lock. It lies beside the folder: a program could hold a lock on any file it can read."""
    with (root / ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        for stale in folder.glob(f"{_STAGE}*"):  # what an interrupted writer left behind
            shutil.rmtree(stale) if stale.is_dir() and not stale.is_symlink() else stale.unlink()
        yield


def _fingerprint(server: ServerTools, language: Language) -> str:
    try:
        tools = [(t.name, t.title, t.description, t.input_schema, t.output_schema) for t in server.tools]
        content = json.dumps([server.name, server.title, server.instructions, tools], default=repr)
    except (RecursionError, TypeError, ValueError):  # a schema too deep to write, or one that holds itself
        content = json.dumps(render_server(server, language))
    return hashlib.sha256(f"{_generator(language.sources)}\n{content}".encode()).hexdigest()


@cache
def _generator(sources: tuple[str, ...]) -> str:
    """A new release may write other text for the same tools."""
    texts = [Path(__file__).with_name(f"{name}.py").read_bytes() for name in sources]
    return hashlib.sha256(b"".join(texts)).hexdigest()
