"""Gathers the servers from all files and decides which of several entries with one name is used."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

from sandgate.config.clients import CLIENTS, FORMS_BY_SECTION, Client, Form, Spot
from sandgate.config.code_execution import BLOCK, CodeExecution, find_block
from sandgate.config.documents import Document, JsonTable, read_document, refuse_repeated
from sandgate.config.itself import is_itself
from sandgate.config.options import Found, HttpOptions, ImportOptions, ServerOptions, State
from sandgate.config.servers import Origin, complete, same_definition
from sandgate.config.shapes import switched_off
from sandgate.config.surroundings import Surroundings, why_no_file
from sandgate.config.tables import Place, as_table, read_options
from sandgate.config.variables import Incomplete
from sandgate.errors import ConfigError

ITSELF = "this is Sandgate; it is never a server of its own"


class Gathering:
    """Reads files, each once, and keeps what is in them. Files that are read first win."""

    def __init__(self, http: HttpOptions, around: Surroundings) -> None:
        self._http = http
        self._around = around
        self._documents: dict[Path, Document | None] = {}
        self._seen: set[tuple[str, tuple[str, ...]]] = set()
        self._named: set[Path] = set()
        self.found: list[Found] = []

    def add_named_file(self, path: Path, client: str) -> None:
        """A file a person named. Whatever is wrong with it is a ConfigError."""
        self._named.add(path)
        document = self._document(path)
        if document is None:
            raise ConfigError(f"{self._around.shown(path)}: {why_no_file(path)}")
        sections = [section for section in FORMS_BY_SECTION if section in document]
        if not sections and BLOCK not in document:
            raise ConfigError(
                f"{self._around.shown(path)}: holds no servers; they are looked for under {', '.join(FORMS_BY_SECTION)}"
            )
        for section in sections:
            form = FORMS_BY_SECTION[section]
            for name, entry in self._entries(path, (section,)):
                self._add(name, entry, form, self._origin(client, path, form), at=f"{section}.{name}")

    def add_clients(self, options: ImportOptions) -> None:
        """The files of the chosen clients, those of the project first. A broken one is listed and passed over."""
        chosen = [client for client in CLIENTS if client.name in options.clients]
        for of_project in (True, False) if options.project else (False,):
            for client in chosen:
                for spot in (*client.spots, *client.moved):
                    if spot.of_project == of_project:
                        self._add_spot(client, spot, options)

    def add(self, name: str, options: ServerOptions, origin: Origin) -> None:
        """One entry whose values are known to fit."""
        if options.disabled:
            self._note(name, origin, "disabled", f"disabled in {self._around.shown(origin.file)}")
            return
        try:
            spec = complete(name, options, origin, self._around)
        except Incomplete as incomplete:
            itself = is_itself(options, self._http)
            self._note(name, origin, "self" if itself else "incomplete", ITSELF if itself else str(incomplete))
            return
        filled = replace(options, command=spec.command, args=spec.args, url=spec.url)
        itself = is_itself(filled, self._http)
        found = Found(name=name, client=origin.client, source=spec.source, state="ready", spec=spec)
        self.found.append(replace(found, state="self", reason=ITSELF) if itself else found)

    def blocks(self) -> list[CodeExecution]:
        """The `mcpCodeExecution` blocks of all files that were read, strongest first."""

        def rank(path: Path) -> int:
            return 0 if path in self._named else 1 if path.is_relative_to(self._around.cwd) else 2

        documents = sorted(self._documents.items(), key=lambda item: rank(item[0]))
        blocks = [find_block(document or {}, self._around.shown(path)) for path, document in documents]
        return [block for block in blocks if block is not None]

    def _add_spot(self, client: Client, spot: Spot, options: ImportOptions) -> None:
        path = spot.file(self._around)
        origin = self._origin(client.name, path, client.form)
        try:
            entries = list(self._entries(path, spot.keys(self._around)))
            off = self._off(client, options) if entries else frozenset[str]()
        except ConfigError as error:
            if not any(found.name == "(file)" and found.reason == str(error) for found in self.found):
                self._note("(file)", origin, "incomplete", str(error))
            return
        for name, entry in entries:
            if name in off:
                self._note(name, origin, "disabled", f"switched off in the settings of {client.name}")
                continue
            try:
                self._add(name, entry, client.form, origin, at=name)
            except ConfigError as error:
                self._note(name, origin, "incomplete", str(error))

    def _add(self, name: str, entry: object, form: Form, origin: Origin, *, at: str) -> None:
        place = Place(self._around.shown(origin.file), at)
        table = as_table(entry, place)
        if switched_off(table):
            self._note(name, origin, "disabled", f"disabled in {place.file}")
            return
        try:
            values = form.shape(table, self._around)
        except Incomplete as incomplete:
            self._note(name, origin, "incomplete", str(incomplete))
            return
        except ConfigError as error:
            raise ConfigError(f"{place}.{error}") from None
        if values is not None:
            self.add(name, ServerOptions(**read_options(ServerOptions, values, place)), origin)

    def _off(self, client: Client, options: ImportOptions) -> frozenset[str]:
        names: set[str] = set()
        for spot in client.off:
            listed = self._section(spot.file(self._around), spot.keys(self._around))
            if isinstance(listed, list) and (options.project or not spot.of_project):
                names.update(str(name) for name in cast(list[object], listed))
        return frozenset(names)

    def _entries(self, path: Path, keys: tuple[str, ...]) -> Iterator[tuple[str, Any]]:
        """The entries at a spot; none if it was read before, as when the project is the home folder."""
        spot = os.path.realpath(path), keys  # Path.resolve raises for a link that leads to itself
        if spot in self._seen:
            return
        self._seen.add(spot)
        section = self._section(path, keys)
        if section is not None:
            place = Place(self._around.shown(path), ".".join(keys))
            refuse_repeated(section, str(place))
            yield from as_table(section, place).items()

    def _section(self, path: Path, keys: Sequence[str]) -> Any:
        value: Any = self._document(path)
        for key in keys:
            if isinstance(value, JsonTable) and key in value.repeated:
                raise ConfigError(f"{self._around.shown(path)}: {key} is there twice; remove one")
            value = cast(Document, value).get(key) if isinstance(value, Mapping) else None
        return value

    def _document(self, path: Path) -> Document | None:
        """A file's content; None if there is no such file."""
        if path not in self._documents:
            self._documents[path] = self._read(path)
        return self._documents[path]

    def _read(self, path: Path) -> Document | None:
        try:
            path.stat()
        except (FileNotFoundError, NotADirectoryError, ValueError):
            return None
        except OSError:
            pass  # reading it says the same, in words
        return read_document(path, self._around.shown(path))

    def _origin(self, client: str, path: Path, form: Form) -> Origin:
        return Origin(client=client, file=path, folder=self._around.cwd, variables=form.variables)

    def _note(self, name: str, origin: Origin, state: State, reason: str) -> None:
        self.found.append(Found(name=name, client=origin.client, source=str(origin.file), state=state, reason=reason))


def settle(found: Sequence[Found], around: Surroundings) -> tuple[Found, ...]:
    """Gives each name to the first entry that is ready. An entry of sandgate.toml keeps its name in any state."""
    holders: dict[str, Found] = {}
    settled: list[Found] = []
    for entry in found:
        holder = holders.get(entry.name)
        if entry.state == "ready" and holder is not None:
            entry = _yielding(entry, holder, around.shown(Path(holder.source)))
        elif entry.state == "ready" or (entry.client == "sandgate" and entry.state != "self"):
            holders[entry.name] = entry
        settled.append(entry)
    return tuple(settled)


def _yielding(entry: Found, holder: Found, file: str) -> Found:
    if holder.state == "disabled":
        return replace(entry, state="disabled", reason=f"disabled in {file}", spec=None)
    if holder.spec and entry.spec and same_definition(holder.spec, entry.spec):
        return replace(entry, state="duplicate", reason=f"the same server is in {file}")
    reason = f"{file} has another server named {entry.name} and comes first; rename one to use both"
    return replace(entry, state="shadowed", reason=reason)
