"""What a tree of wrappers asks of the language it is written in, and what Python answers."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from sandgate.catalog.wrappers.python import module
from sandgate.catalog.wrappers.text import docstring, quote
from sandgate.model import Tool


@dataclass(frozen=True, slots=True, kw_only=True)
class Language:
    extension: str
    index: str
    """The file that makes a folder a package."""
    sources: tuple[str, ...]
    """The modules of the catalogue that the text comes from: a new release may write other text for the same tools."""
    names: Callable[[Iterable[str]], dict[str, str]]
    """What names that are Python's become here."""
    module: Callable[[Tool, str], str]
    tools: Callable[[str, Iterable[str]], str]
    """The index of one server: its title and the names of its tools."""
    servers: Callable[[str, Iterable[str]], str]
    """The index of all servers."""

    @property
    def client(self) -> str:
        """The file every wrapper stands on."""
        return f"_client.{self.extension}"


def _tools(title: str, names: Iterable[str]) -> str:
    return _exports(title, names, "from .{0} import {0}", ".._client")


def _servers(title: str, names: Iterable[str]) -> str:
    return _exports(title, names, "from . import {0}", "._client")


def _exports(title: str, names: Iterable[str], line: str, client: str) -> str:
    """An `__init__.py` that type checkers see through and Python loads nothing for."""
    ordered = sorted(names)
    seen = [f"    {line.format(name)}" for name in ordered]
    return "\n".join(
        [
            f"{docstring(title, '')}\n",
            "from typing import TYPE_CHECKING\n",
            f"from {client} import package as _package\n",
            *(["if TYPE_CHECKING:", *seen, ""] if seen else []),
            f"__all__ = [{', '.join(map(quote, ordered))}]",
            "_package(__name__)\n",
        ]
    )


PYTHON = Language(
    extension="py",
    index="__init__.py",
    sources=("language", "lines", "names", "notes", "prose", "python", "returns", "schema", "shapes", "text", "tree"),
    names=lambda names: {name: name for name in names},
    module=module,
    tools=_tools,
    servers=_servers,
)
