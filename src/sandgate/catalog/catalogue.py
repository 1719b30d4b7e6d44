"""Every tool that is known, under every name a program or a model may use for it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from difflib import get_close_matches
from pathlib import Path

from sandgate.errors import UnknownTool
from sandgate.model import Listing, Observed, Tool

from . import categories
from .search import Index, OnTool, index_of
from .wrappers.names import assign
from .wrappers.python import definition
from .wrappers.tree import ServerTools

LONGEST_NAME = 200
"""No real name is longer, and comparing one with all others takes its time."""


class Catalogue:
    """Listings by server, and the names made from them. Servers that have not been listed yet have no tools."""

    def __init__(
        self,
        servers: Iterable[str],
        listings: Mapping[str, Listing] | None = None,
        kept: Path | None = None,
        *,
        search: str = "search_tools",
    ) -> None:
        """`kept` is the folder where the index for searches is kept, `search` what a reader of messages finds with."""
        self._kept, self._search = kept, search
        self._modules = assign(servers, fallback="server")
        self._listings: dict[str, Listing] = {}
        self._paths: dict[tuple[str, str], str] = {}
        self._aliases: dict[str, dict[str, Tool]] = {}
        self._by_alias: dict[str, Tool] = {}
        self._index: Index | None = None
        self._observed: dict[tuple[str, str], Observed] = {}
        for server, listing in (listings or {}).items():
            self.put(server, listing)

    @property
    def servers(self) -> tuple[str, ...]:
        return tuple(self._modules)

    @property
    def modules(self) -> frozenset[str]:
        """The Python names of all servers."""
        return frozenset(self._modules.values())

    @property
    def unlisted(self) -> tuple[str, ...]:
        return tuple(server for server in self._modules if server not in self._listings)

    @property
    def tools(self) -> list[Tool]:
        """In the order the servers are configured, whichever answered first."""
        return [tool for server in self._listed for tool in self._listings[server].tools]

    @property
    def _listed(self) -> list[str]:
        return [server for server in self._modules if server in self._listings]

    def listing(self, server: str) -> Listing | None:
        return self._listings.get(server)

    def put(self, server: str, listing: Listing) -> None:
        module, names = self._modules[server], assign(tool.name for tool in listing.tools)
        aliases: dict[str, Tool] = {}
        for tool in reversed(listing.tools):  # of two tools with one name, the first is meant
            name = names[tool.name]
            self._paths[server, tool.name] = f"{module}.{name}"
            for alias in (f"{module}.{name}", f"{server}.{tool.name}", f"mcp__{server}__{tool.name}"):
                aliases[alias] = tool
            aliases[f"mcp__{module}__{name}"] = tool
        for alias in self._aliases.get(server, ()):
            self._by_alias.pop(alias, None)
        self._by_alias.update(aliases)
        self._listings[server], self._aliases[server] = listing, aliases
        self._index = None

    def observe(self, server: str, tools: Mapping[str, Observed]) -> None:
        """Take in what results of a server's tools looked like; their definitions and wrappers show it from now on."""
        self._observed |= {(server, name): observed for name, observed in tools.items()}

    def observed(self, tool: Tool) -> Observed | None:
        return self._observed.get((tool.server, tool.name))

    def _as_observed(self, tool: Tool) -> Tool:
        observed = self.observed(tool)
        return replace(tool, observed=observed) if observed else tool

    def module(self, server: str) -> str:
        """The Python name of a server."""
        return self._modules[server]

    def path(self, tool: Tool) -> str:
        """`github.create_issue`: the name in Python, under `servers`."""
        return self._paths[tool.server, tool.name]

    def names(self, tool: Tool) -> tuple[str, str]:
        """What a rule may call it: by its own name, and by its name in Python."""
        return f"{tool.server}.{tool.name}", self.path(tool)

    def server(self, name: str) -> str:
        """A configured server by its own or its Python name. Raises UnknownTool with the nearest."""
        for server, module in self._modules.items():
            if name in (server, module):
                return server
        there = f"the servers are: {', '.join(self._modules) or 'none'}"
        raise UnknownTool(_missing(f"there is no server {name!r}", name, self._modules.values(), there))

    def server_of(self, name: str) -> str | None:
        """The server a tool's name points at, whether or not that server has been listed."""
        bare = name.removeprefix("servers.")
        for server, module in self._modules.items():
            if bare.startswith((f"{server}.", f"{module}.", f"mcp__{server}__", f"mcp__{module}__")):
                return server
        return None

    def known(self, name: str) -> Tool | None:
        """The tool with exactly this name: what every call asks first, at the same cost for any number of tools."""
        return self._by_alias.get(name)

    def find(self, name: str) -> Tool:
        """The one tool a name stands for. Raises UnknownTool, with the nearest names, for none or several."""
        if tool := self.known(name):
            return tool
        bare = name.removeprefix("servers.")
        for spelling in (bare, bare.replace("/", ".", 1)):
            if tool := self.known(spelling):
                return tool
        same = [tool for tool in self.tools if bare in (tool.name, self.path(tool).rpartition(".")[2])]
        if len(same) == 1:
            return same[0]
        if same:
            raise UnknownTool(
                f"several servers have a tool {name!r}: {', '.join(self.path(tool) for tool in same[:8])}"
            )
        otherwise = f"{self._search} finds tools by what they do"
        raise UnknownTool(_missing(f"there is no tool {name!r}", bare, self._paths.values(), otherwise))

    def index(self, on_tool: OnTool = lambda: None) -> Index:
        """What searches look into; made or taken from disk where it is missing, which may take a second."""
        if (index := self._index) is None:
            listings = dict(self._listings)
            about = {name: listing.instructions for name, listing in listings.items()}
            index = index_of(self.tools, about, self._kept, on_tool)
            if listings == self._listings:  # else a server has changed while a thread was at it
                self._index = index
        return index

    def search(
        self,
        query: str,
        server: str | None = None,
        *,
        category: str | None = None,
        read_only: bool | None = None,
        has_output_schema: bool | None = None,
    ) -> list[Tool]:
        """Tools that fit, best first. Without a query, all of them in the servers' own order. Raises BadArguments."""
        wanted = categories.checked(category) if category else None
        found = self.index().search(query) if query.strip() else self.tools
        return [
            tool
            for tool in found
            if (server is None or tool.server == server)
            and (read_only is None or tool.read_only is read_only)
            and (has_output_schema is None or (tool.output_schema is not None) is has_output_schema)
            and (wanted is None or categories.category(tool) == wanted)
        ]

    def definition(self, tool: Tool) -> str:
        """What a caller must know: the import line, the types and the documented signature."""
        module, _, name = self.path(tool).partition(".")
        return definition(self._as_observed(tool), module, name)

    def tree(self) -> list[ServerTools]:
        """What the tree of wrappers is made from."""
        return [
            ServerTools(
                name=name,
                module=self._modules[name],
                title=self._listings[name].title,
                instructions=self._listings[name].instructions,
                tools=tuple(map(self._as_observed, self._listings[name].tools)),
            )
            for name in self._listed
        ]


def _missing(what: str, name: str, known: Iterable[str], otherwise: str) -> str:
    """What to say of a name nobody has: the nearest, or, where none is near, what else helps."""
    if len(name) > LONGEST_NAME:
        return f"{what[:LONGEST_NAME]}…"
    candidates = list(known)
    near = get_close_matches(name, candidates, n=3, cutoff=0.5)
    tail = name.rpartition(".")[2]
    near += [path for path in candidates if path.rpartition(".")[2] == tail and path not in near][:3]
    return f"{what}; nearest: {', '.join(near)}" if near else f"{what}; {otherwise}"
