"""Which calls are kept, and for how long: by what the server says, by what the settings say, by what the call does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from hashlib import sha256

from sandgate.config import CacheOptions
from sandgate.model import JsonObject, Tool
from sandgate.policy.risk import weigh_call

from .contents import Unkeepable, written

READS = "readOnlyHint"


@dataclass(frozen=True, slots=True)
class Kind:
    """One tool, as far as the cache cares."""

    tool: Tool
    claimed: Tool
    """The tool as it is weighed: a person who names it here says what an annotation would have said."""
    seconds: float
    """How long its results are kept; 0 is not at all."""
    identity: bytes
    """What its results depend on besides the arguments: its server as it is started, and its definition."""


class Terms:
    """The settings, applied to tools."""

    def __init__(self, options: CacheOptions, places: Mapping[str, str]) -> None:
        self._options = options
        self._places = places
        """For each server, what tells it from one of the same name that is configured otherwise."""
        self._kinds: dict[tuple[str, str], Kind] = {}

    def kind(self, tool: Tool, names: Sequence[str]) -> Kind:
        known = self._kinds.get((tool.server, tool.name))
        if known is None or known.tool is not tool:  # a server may define it anew at any time
            known = self._kinds[tool.server, tool.name] = self._kind(tool, names)
        return known

    def changes(self, kind: Kind, sent: JsonObject) -> bool:
        """Whether a call may change something at its server. Who does not say what it does, may."""
        return weigh_call(kind.claimed, sent).changes_data

    def _kind(self, tool: Tool, names: Sequence[str]) -> Kind:
        named = self._named(names)
        seconds = named if named is not None else self._options.seconds * (self._options.read_only and tool.read_only)
        claimed = _claimed(tool) if named else tool
        try:
            return Kind(tool, claimed, seconds, _identity(self._places.get(tool.server, ""), tool))
        except Unkeepable:  # a server may nest a schema deeper than we can write
            return Kind(tool, claimed, 0.0, b"")

    def _named(self, names: Sequence[str]) -> float | None:
        """How long the results of a tool are kept that the settings name; None where they do not."""
        for rule in self._options.rules:
            if _fits(names, rule.tools):
                return rule.seconds
        return self._options.seconds if _fits(names, self._options.tools) else None


def _fits(names: Sequence[str], patterns: Sequence[str]) -> bool:
    return any(fnmatchcase(name, pattern) for name in names for pattern in patterns)


def _claimed(tool: Tool) -> Tool:
    """Where the server says that the tool writes, a pattern that happens to fit does not make it read."""
    if tool.annotations.get(READS) is False or tool.annotations.get("destructiveHint") is True:
        return tool
    return replace(tool, annotations={**tool.annotations, READS: True})


def _identity(place: str, tool: Tool) -> bytes:
    said = (tool.title, tool.description, tool.input_schema, tool.output_schema, tool.annotations)
    return sha256(written((place, tool.server, tool.name, said))).digest()
