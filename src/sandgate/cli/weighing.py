"""What each tool costs in tokens, as clients load it and at our levels of detail, and what its server left out."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any, cast

from sandgate.catalog import Catalogue
from sandgate.catalog.wrappers.text import first_sentence
from sandgate.model import Tool
from sandgate.output import count

from .display import plural, progress

PATIENCE_SECONDS = 0.5


@dataclass(frozen=True, slots=True, kw_only=True)
class Sizes:
    """Tokens."""

    json: int = 0
    """The tool in a `tools/list` answer."""
    name: int = 0
    description: int = 0
    full: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Weighed:
    tool: Tool
    path: str
    sizes: Sizes
    missing: tuple[str, ...]

    @property
    def name(self) -> str:
        """In Python."""
        return self.path.partition(".")[2]


def weigh(catalogue: Catalogue, tools: Sequence[Tool]) -> list[Weighed]:
    """Largest first. A person who waits sees a bar."""
    started, moved = time.monotonic(), cast("Callable[[], None] | None", None)
    found: list[Weighed] = []
    with ExitStack() as bar:
        for number, tool in enumerate(tools):
            found.append(_weighed(catalogue, tool))
            if moved:
                moved()
            elif time.monotonic() - started > PATIENCE_SECONDS:
                left = len(tools) - number - 1
                moved = bar.enter_context(progress(f"Counting the tokens of {plural(left, 'more tool')}", left))
    return sorted(found, key=lambda it: (-it.sizes.json, it.path))


def total(tools: Iterable[Weighed]) -> Sizes:
    sizes = [it.sizes for it in tools]
    return Sizes(
        json=sum(size.json for size in sizes),
        name=sum(size.name for size in sizes),
        description=sum(size.description for size in sizes),
        full=sum(size.full for size in sizes),
    )


def as_listed(tool: Tool) -> dict[str, Any]:
    """The tool as a `tools/list` answer has it, without what its server left out."""
    parts = {
        "name": tool.name,
        "title": tool.title if tool.title != tool.annotations.get("title") else "",
        "description": tool.description,
        "inputSchema": tool.input_schema,
        "outputSchema": tool.output_schema,
        "annotations": tool.annotations,
    }
    return {key: value for key, value in parts.items() if value or key == "inputSchema"}


def listed_text(tool: Tool) -> str:
    """As compact as JSON can be, letters as they are; half characters, which nobody can send, replaced."""
    text = json.dumps(as_listed(tool), ensure_ascii=False, separators=(",", ":"))
    return text.encode("utf-8", "replace").decode()


def _weighed(catalogue: Catalogue, tool: Tool) -> Weighed:
    path = catalogue.path(tool)
    about = first_sentence(tool.description or tool.title).rstrip(".")
    sizes = Sizes(
        json=count(listed_text(tool)),
        name=count(path),
        description=count(f"{path}: {about}"),
        full=count(catalogue.definition(tool)),
    )
    return Weighed(tool=tool, path=path, sizes=sizes, missing=tuple(_missing(tool)))


def _missing(tool: Tool) -> Iterable[str]:
    if not tool.input_schema:
        yield "input schema"
    if not tool.description.strip():
        yield "description"
    if not all(_described(schema) for schema in tool.parameters.values()):
        yield "parameter descriptions"
    if not tool.output_schema:
        yield "output schema"


def _described(schema: object) -> bool:
    return isinstance(schema, dict) and bool(cast("dict[str, object]", schema).get("description"))
