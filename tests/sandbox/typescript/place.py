"""What tests of TypeScript programs share: whether they can run here, wrappers to import, and walls to run behind."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterable
from pathlib import Path

import anyio
import pytest

from sandgate.catalog.wrappers.tree import ServerTools, write_tree
from sandgate.catalog.wrappers.typescript import TYPESCRIPT, client_source
from sandgate.model import JsonObject, Limits, Outcome, Program, Tool
from sandgate.sandbox import bridge
from sandgate.sandbox.bridge import Line
from sandgate.sandbox.clock import Clock
from sandgate.sandbox.protocol import Answer, Backend, Listeners, Request
from sandgate.sandbox.typescript import backend as typescript
from sandgate.sandbox.typescript.backend import MISSING, installed

from ..conformance import echo

needs_deno = pytest.mark.skipif(
    sys.platform != "linux" or installed() is None, reason=f"nothing about TypeScript was tested. {MISSING}"
)
ISSUE: JsonObject = {
    "type": "object",
    "properties": {"title": {"type": "string"}, "body": {"type": "string"}},
    "required": ["title"],
}
MADE: JsonObject = {"type": "object", "properties": {"number": {"type": "integer"}}, "required": ["number"]}


def wrappers(folder: Path, *more: Tool) -> Path:
    """Wrappers of a server `tracker` with two tools and these."""
    tools = (
        Tool(server="tracker", name="create-issue", input_schema=ISSUE, output_schema=MADE),
        Tool(server="tracker", name="list_issues", input_schema={"type": "object", "properties": {}}),
        *more,
    )
    write_tree(folder, [ServerTools(name="tracker", tools=tools)], client_source(), language=TYPESCRIPT)
    return folder / "servers"


SESSION = Limits(time_seconds=10, cpu_seconds=30)


async def in_one_session(backend: Backend, programs: Iterable[str], limits: Limits = SESSION) -> list[Outcome]:
    """One process for all of them: starting one takes longer than they do."""

    async def on_request(request: Request, _: Clock) -> Answer:
        return await echo(request)

    worker = await backend.spawn(limits)
    line = Line(worker, limits)
    with anyio.fail_after(120):
        outcomes = [
            await bridge.run_on(line, Program(code=code, limits=limits), Listeners(on_request), None, stays=True)
            for code in programs
        ]
    await worker.end()
    await worker.forget()
    return outcomes


ALL_PERMITTED = """
_words = run.running
_dropped = ("--allow-", "--deny-", "--no-remote", "--no-npm")
_kept = lambda order: [word for word in _words(order)[2:] if not word.startswith(_dropped)]
run.running = lambda order: ["deno", "run", "--allow-all", *_kept(order)]
"""
"""Deno without any permission of its own withheld: only the kernel's walls are left."""


def launcher_with(monkeypatch: pytest.MonkeyPatch, folder: Path, change: str) -> None:
    """Start runs whose code was changed."""
    changed = folder / "launch.py"
    named = _changed(change).replace("Path(__file__)", f"Path({str(typescript.LAUNCHER)!r})")
    changed.write_text(named, encoding="utf-8")
    monkeypatch.setattr(typescript, "LAUNCHER", changed)


def code_with(monkeypatch: pytest.MonkeyPatch, folder: Path, change: str) -> None:
    """The same for bubblewrap, which shows runs the whole folder: everybody must be able to read this one."""
    copied = shutil.copytree(typescript.HERE, folder / "typescript")
    (copied / "launch.py").write_text(_changed(change), encoding="utf-8")
    monkeypatch.setattr(typescript, "HERE", copied)


def _changed(change: str) -> str:
    source = typescript.LAUNCHER.read_text(encoding="utf-8")
    changed = source.replace("\nsys.path.pop(0)\n", f"\nsys.path.pop(0)\n{change}\n")
    assert change in changed
    return changed
