"""Keep the catalogue true: remember it, ask servers in the background, have wrappers and searches ready."""

from __future__ import annotations

import ast
import re
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path

import anyio
import anyio.to_thread

from .catalog import Catalogue, Store, identifier, write_tree
from .catalog.store import Change
from .catalog.wrappers.typescript import TYPESCRIPT, client_source
from .config import CatalogueOptions
from .errors import BadArguments, SandgateError, ServerUnavailable
from .hub.router import Hub
from .model import Era, ServerSpec, Tool
from .model import Language as ProgramLanguage
from .ownership import Owner
from .syntax import parse

SHORT_PROGRAM = 4096
"""Up to here, reading a program takes less time than handing it to a thread."""
LONGEST_PROGRAM = 512 * 1024
WRAPPERS = "some wrappers"
OnChanges = Callable[[Sequence[Change]], None]
AT_ONCE = 3
"""Servers asked side by side in the background: more would slow the person's machine down at every start."""
FIRST_SECONDS = 3.0
"""For the first programs, before the index takes the processor: a model takes longer than this to its first search."""
AS_FILES = re.compile(r"""["'](?:\./)?servers\b""")
"""How a program that looks through the wrappers names them. They are all there once every server has answered."""
IN_TYPESCRIPT = re.compile(r"""["']servers/(\w+)""")


class Discovery(Owner):
    """What tools exist. Answers come from memory; servers are asked only when memory is missing or old."""

    def __init__(
        self,
        specs: Iterable[ServerSpec],
        store: Store,
        tree: Path,
        client_source: str,
        unusable: Mapping[str, str] | None = None,
        *,
        typescript: bool = False,
    ) -> None:
        """Wrappers in TypeScript are written where somebody can use them."""
        self._specs = {spec.name: spec for spec in specs}
        self._store, self._client_source = store, client_source
        self._unusable = {identifier(name, "server"): reason for name, reason in (unusable or {}).items()}
        self.tree, self._typescript = tree, typescript
        """The folder whose `servers/` holds the wrappers, on the host as in the sandbox."""
        self.typescript_tree = tree / "typescript"
        self.catalogue = Catalogue(self._specs, kept=store.folder / "search")
        self.problems: dict[str, str] = {}
        """Why a server could not be listed, by server."""
        self._listed_at: dict[str, float] = {}
        self._asking: dict[str, anyio.Event] = {}
        self._wanted: set[str] = set()
        self._refreshing: set[str] = set()
        self._changed_again: set[str] = set()
        self._hub: Hub | None = None
        self._wait_seconds = 0.0
        self._on_changes: OnChanges = lambda _: None
        self._writing = anyio.Lock()
        self._tree_ready = anyio.Event()

    def recall(self) -> dict[str, Era]:
        """Take in what is remembered from earlier days. How each server wants to be greeted."""
        for name, spec in self._specs.items():
            if remembered := self._store.load(spec):
                self.catalogue.put(name, remembered.listing)
                self._listed_at[name] = remembered.listed_at
        return {name: listing.era for name in self._specs if (listing := self.catalogue.listing(name))}

    def start(self, hub: Hub, options: CatalogueOptions, on_changes: OnChanges = lambda _: None) -> None:
        """Ask, in the background, the servers that were never asked or not for long.

        `on_changes` hears of tools that are not what they were.
        """
        self._hub, self._wait_seconds, self._on_changes = hub, options.wait_seconds, on_changes
        oldest = time.time() - options.refresh_after_hours * 3600
        stale = [name for name in self._specs if self._listed_at.get(name, 0) < oldest]
        turns = anyio.Semaphore(AT_ONCE)
        for name in stale:
            self._asking[name] = anyio.Event()
            self.tasks.start_soon(self._ask_quietly, name, turns)
        self.tasks.start_soon(self._write_tree)
        self.tasks.start_soon(self._make_searchable)

    async def changed(self, server: str) -> None:
        """A server said that its tools are different now. Many such words are one question, and one after it."""
        if server in self._refreshing:
            self._changed_again.add(server)
            return
        self._refreshing.add(server)
        try:
            await self.refresh(server)
            while server in self._changed_again:
                self._changed_again.discard(server)
                await self.refresh(server)
        except SandgateError as error:
            self.problems[server] = str(error)
        finally:
            self._refreshing.discard(server)

    async def refresh(self, server: str) -> None:
        """Ask a server and remember its answer. Raises what the hub raises."""
        assert self._hub
        listing = await self._hub.list_tools(server)
        remembered, changes = await anyio.to_thread.run_sync(self._store.save, self._specs[server], listing)
        if changes:
            self._on_changes(changes)
        self.catalogue.put(server, listing)
        self._listed_at[server] = remembered.listed_at
        self.problems.pop(server, None)
        await self._write_tree()

    async def tool(self, name: str) -> Tool:
        """The tool a name stands for; its server is asked first if it never was. Raises UnknownTool."""
        if known := self.catalogue.known(name):
            return known
        server = self.catalogue.server_of(name)
        if server and server in self.catalogue.unlisted:
            await self._first_listing(server)
        if server is None:
            await self.settle(self._wait_seconds)  # a name without its server may be anyone's
        return await anyio.to_thread.run_sync(self.catalogue.find, name)  # to name the nearest of 4,000 takes 25 ms

    async def prepare(self, code: str, language: ProgramLanguage = "python") -> None:
        """Have the wrappers ready that a program imports. Raises ServerUnavailable if one of its servers is not."""
        if len(code) > LONGEST_PROGRAM:
            most = f"at most {LONGEST_PROGRAM:,}"
            raise BadArguments(f"the program has {len(code):,} characters, {most}: fetch data with tools instead")
        modules = await _imported(code, language) if "servers" in code else set[str]()
        if not modules and AS_FILES.search(code):
            await self.settle(self._wait_seconds)
        for module in modules:
            server = next((name for name in self.catalogue.unlisted if self.catalogue.module(name) == module), None)
            if server:
                await self._first_listing(server)
            elif module in self._unusable and module not in self.catalogue.modules:
                raise ServerUnavailable(f"server {module!r} cannot be used: {self._unusable[module]}")
        if not self._tree_ready.is_set():
            await self._tree_ready.wait()
        if modules and self._writing.locked():  # a server has just answered: it is known before its wrappers are there
            async with self._writing:
                pass

    async def settle(self, seconds: float, server: str | None = None) -> list[str]:
        """Give servers that were never listed a moment. The names of those that are still unknown."""
        wanted = [name for name in self.catalogue.unlisted if server in (None, name) and name in self._asking]
        with anyio.move_on_after(seconds):
            for name in wanted:
                await self._asking[name].wait()
        return [name for name in wanted if not self._asking[name].is_set()]

    async def _first_listing(self, server: str) -> None:
        self._wanted.add(server)
        if event := self._asking.get(server):
            await event.wait()
        if server in self.catalogue.unlisted:
            await self.refresh(server)

    async def _ask_quietly(self, server: str, turns: anyio.Semaphore) -> None:
        assert self._hub
        try:
            async with turns:
                await self.refresh(server)
                if server not in self._wanted:  # a program that waits for it would only start it again
                    await self._hub.release(server)
        except SandgateError as error:
            self.problems[server] = str(error)
        finally:
            self._asking[server].set()

    async def _make_searchable(self) -> None:
        """Have the index ready before the first search, once all servers have answered and the rest has begun."""
        for asking in self._asking.values():
            await asking.wait()
        await anyio.sleep(FIRST_SECONDS)
        await anyio.to_thread.run_sync(self.catalogue.index, abandon_on_cancel=True)

    async def _write_tree(self) -> None:
        """What cannot be written is told in every search: programs still run, but cannot import what is missing."""
        async with self._writing:
            servers, everyone = self.catalogue.tree(), self.catalogue.modules
            try:
                await anyio.to_thread.run_sync(write_tree, self.tree, servers, self._client_source, everyone)
                if self._typescript:
                    written = partial(write_tree, self.typescript_tree, servers, client_source(), everyone, TYPESCRIPT)
                    await anyio.to_thread.run_sync(written)
                self.problems.pop(WRAPPERS, None)
            except OSError as error:
                self.problems[WRAPPERS] = f"{self.tree} cannot be written: {error}"
        self._tree_ready.set()


async def _imported(code: str, language: ProgramLanguage) -> set[str]:
    if language == "typescript":
        return set(IN_TYPESCRIPT.findall(code))
    if len(code) < SHORT_PROGRAM:
        return imported_servers(code)
    return await anyio.to_thread.run_sync(imported_servers, code)


def imported_servers(code: str) -> set[str]:
    """The servers whose wrappers a program imports, by their Python names; none if it does not parse."""
    try:
        nodes = list(ast.walk(parse(code)))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return set()
    found: set[str] = set()
    for node in nodes:
        match node:
            case ast.ImportFrom(module="servers", names=names):
                found |= {alias.name for alias in names}
            case ast.ImportFrom(module=str(module)) if module.startswith("servers."):
                found.add(module.split(".")[1])
            case ast.Import(names=names):
                found |= {alias.name.split(".")[1] for alias in names if alias.name.startswith("servers.")}
            case _:
                pass
    return found
