"""What was taken out of a client's files: kept where Sandgate reads it, with all that is needed to bring it back."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, cast

from sandgate.config import ClientName
from sandgate.config.documents import read_document
from sandgate.errors import ConfigError

from ..display import short
from ..insertion import disk, inside
from ..places import client, surroundings
from .excerpt import Excerpt

Table = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Moved:
    """One entry and where it stood."""

    name: str
    file: Path
    keys: tuple[str, ...]
    project: str | None
    """The folder it is for; None if it is the user's."""
    entry: Table = field(repr=False)
    excerpt: Excerpt | None = field(default=None, repr=False)
    """How it was written; None where somebody has changed it since."""


class Ledger:
    """The entries of one client that are behind Sandgate. Raises ConfigError where it cannot be read."""

    def __init__(self, name: ClientName) -> None:
        self.client: ClientName = name
        self.file = file = client(name).moved[0].file(surroundings())
        document = _read(file)
        self.moved = tuple(_unfolded(file, document, _record(file, row)) for row in _rows(file, document))
        self._added = {one: _added(file, document, one, self.moved) for one in _projects(file, document)}

    @property
    def added(self) -> int:
        """How many entries are there that somebody has written in by hand."""
        return sum(map(len, self._added.values()))

    def keep(self, moved: Iterable[Moved]) -> None:
        """Replace what is written down, in one step. Raises ConfigError."""
        self.moved = tuple(moved)
        try:
            if self.moved or self.added:
                self.file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
                disk.replace(self.file, self._text().encode(), 0o600)  # entries hold secrets
            else:
                self.file.unlink(missing_ok=True)
        except OSError as error:
            raise ConfigError(f"cannot write {short(self.file)}: {error.strerror or error}") from error

    def _text(self) -> str:
        how = f"`sandgate uninstall {self.client}` puts these back where they were"
        projects = {one.project for one in self.moved if one.project} | {one for one in self._added if one}
        document = {
            "about": f"Servers that Sandgate reaches for {self.client}; {how}.",
            "servers": self._servers(None),
            "projects": {project: {"servers": self._servers(project)} for project in sorted(projects)},
            "moved": [_row(one) for one in self.moved],
        }
        return json.dumps(document, indent=2) + "\n"

    def _servers(self, project: str | None) -> Table:
        """What Sandgate reads; of two entries that start the same server, the first."""
        entries: Table = dict(self._added.get(project, {}))
        for one in self.moved:
            if one.project == project:
                entries.setdefault(one.name, one.entry)
        return entries


def _read(file: Path) -> Mapping[str, Any]:
    return read_document(file, short(file)) if file.exists() else {}


def _rows(file: Path, document: Mapping[str, Any]) -> list[object]:
    rows: object = document.get("moved", [])
    if not isinstance(rows, list):
        raise ConfigError(f"{short(file)}: `moved` must be a list; Sandgate wrote one there")
    return cast("list[object]", rows)


def _row(one: Moved) -> Table:
    excerpt = asdict(one.excerpt) if one.excerpt else None
    place = {"name": one.name, "file": str(one.file), "keys": list(one.keys), "project": one.project}
    return {**place, "entry": one.entry, "excerpt": excerpt}


def _record(file: Path, given: object) -> Moved:
    row = cast("Table", given) if isinstance(given, dict) else {}
    name, path, keys, project, entry = (row.get(key) for key in ("name", "file", "keys", "project", "entry"))
    texts = isinstance(name, str) and isinstance(path, str) and isinstance(project, str | None)
    if not (texts and isinstance(keys, list) and isinstance(entry, dict)):
        raise ConfigError(f"{short(file)}: `moved` holds something that Sandgate did not write; correct it first")
    return Moved(
        name=str(name),
        file=Path(str(path)),
        keys=tuple(map(str, cast("list[object]", keys))),
        project=project,
        entry=cast("Table", entry),
        excerpt=_excerpt(row.get("excerpt")),
    )


def _excerpt(given: object) -> Excerpt | None:
    match given:
        case {"above": str(above), "text": str(text), "beside": str(beside)}:
            return Excerpt(above=above, text=text, beside=beside)
        case _:
            return None


def _unfolded(file: Path, document: Mapping[str, Any], one: Moved) -> Moved:
    """The record with what somebody has changed in the entry since."""
    now: object = _section(file, document, one.project).get(one.name, one.entry)
    if now == one.entry or not isinstance(now, dict):
        return one
    return replace(one, entry=cast("Table", now), excerpt=None)


def _section(file: Path, document: Mapping[str, Any], project: str | None) -> Mapping[str, Any]:
    return inside(document, ("servers",) if project is None else ("projects", project, "servers"), file)


def _projects(file: Path, document: Mapping[str, Any]) -> list[str | None]:
    return [None, *inside(document, ("projects",), file)]


def _added(file: Path, document: Mapping[str, Any], project: str | None, moved: Iterable[Moved]) -> Table:
    known = {one.name for one in moved if one.project == project}
    return {name: entry for name, entry in _section(file, document, project).items() if name not in known}
