"""The catalogue on disk: what each server listed, kept under what would change it, and every change that was seen."""

from __future__ import annotations

import json
import os
import tempfile
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, Literal

from sandgate.errors import SandgateError
from sandgate.model import Listing, ServerSpec, Tool

FORMAT = 1
ChangeKind = Literal["added", "removed", "description", "input_schema", "output_schema", "annotations", "title"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Remembered:
    """A listing and when it was made."""

    listing: Listing
    listed_at: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """A tool that is no longer what it was. A description that changes after it was trusted is a known attack."""

    server: str
    tool: str
    kind: ChangeKind
    at: float


def key_of(spec: ServerSpec) -> str:
    """What a listing depends on. Secrets enter only as part of a hash."""
    parts = (spec.transport, spec.command, spec.args, sorted(spec.env.items()), spec.cwd, spec.url)
    more = (sorted(spec.headers.items()), sorted(spec.only_tools or ()), sorted(spec.hidden_tools))
    return sha256(json.dumps((FORMAT, spec.name, parts, more)).encode()).hexdigest()[:32]


class Store:
    """A folder with one file per server. Writing replaces whole files, so that readers never see half of one."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._changes = folder / "changes.jsonl"

    def load(self, spec: ServerSpec) -> Remembered | None:
        """What is remembered of a server; None if nothing is, or if the file is damaged."""
        try:
            data = json.loads(self._file(spec).read_bytes())
            return Remembered(listing=listing_of(spec.name, data), listed_at=float(data["listed_at"]))
        except (OSError, ValueError, KeyError, TypeError, RecursionError):
            return None

    def save(self, spec: ServerSpec, listing: Listing) -> tuple[Remembered, list[Change]]:
        """Remember a listing. The changes since the last one are recorded and returned. Raises SandgateError."""
        before, now = self.load(spec), time.time()
        changes = differences(before.listing, listing, now) if before else []
        data = {"server": spec.name, "listed_at": now, **asdict(listing)}
        try:
            self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            replace(self._file(spec), json.dumps(data, ensure_ascii=False).encode("utf-8", "replace"))
            if changes:
                with self._changes.open("a", encoding="utf-8") as file:
                    file.writelines(json.dumps(asdict(change)) + "\n" for change in changes)
        except OSError as error:
            raise SandgateError(f"the catalogue {self.folder} cannot be written: {error.strerror}") from error
        return Remembered(listing=listing, listed_at=now), changes

    def changes(self) -> list[Change]:
        """Every change that was ever seen, oldest first."""
        try:
            lines = self._changes.read_text(encoding="utf-8").splitlines()
        except FileNotFoundError:
            return []
        changes: list[Change] = []
        for line in lines:
            with suppress(ValueError, TypeError):  # a line that a crash cut short
                changes.append(Change(**json.loads(line)))
        return changes

    def _file(self, spec: ServerSpec) -> Path:
        return self.folder / f"{key_of(spec)}.json"


def replace(path: Path, content: bytes) -> None:
    """Write a file in one step, readable by its owner only."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def differences(before: Listing, after: Listing, at: float) -> list[Change]:
    old = {tool.name: tool for tool in before.tools}
    new = {tool.name: tool for tool in after.tools}
    changes: list[Change] = []
    for name in sorted(old.keys() | new.keys()):
        for kind in _kinds(old.get(name), new.get(name)):
            changes.append(Change(server=(new.get(name) or old[name]).server, tool=name, kind=kind, at=at))
    return changes


def _kinds(old: Tool | None, new: Tool | None) -> list[ChangeKind]:
    if old is None:
        return ["added"]
    if new is None:
        return ["removed"]
    compared: tuple[ChangeKind, ...] = ("title", "description", "input_schema", "output_schema", "annotations")
    return [kind for kind in compared if getattr(old, kind) != getattr(new, kind)]


TYPES: dict[str, Any] = {
    "name": str,
    "title": str,
    "description": str,
    "input_schema": dict,
    "output_schema": (dict, type(None)),
    "annotations": dict,
}


def _tool(server: str, data: Mapping[str, Any]) -> Tool:
    """Raises TypeError for a file that somebody else has written in."""
    values = {name: data[name] for name in TYPES if name in data}
    for name, value in values.items():
        if not isinstance(value, TYPES[name]):
            raise TypeError(f"{name} of a remembered tool is a {type(value).__name__}")
    return Tool(server=server, **values)


def listing_of(server: str, data: Mapping[str, Any]) -> Listing:
    """A listing from our own file."""
    tools = tuple(_tool(server, tool) for tool in data["tools"])
    rest = {name: data[name] for name in ("title", "instructions", "version", "era")}
    return Listing(tools=tools, **rest)
