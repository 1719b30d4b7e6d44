"""From a client's files to behind Sandgate: which entries can go, which stay and why, and doing it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, cast

from sandgate.config import ClientName, Config, Found, load
from sandgate.config.clients import Spot
from sandgate.config.imports import settle
from sandgate.errors import ConfigError

from ..entries import Connection
from ..insertion import Unwritable, Wanted, covers, write
from ..places import client, surroundings
from .draft import Draft
from .excerpt import Excerpt
from .itself import starts_sandgate
from .ledger import Ledger, Moved
from .written import remember

UNREACHED = "the settings say import.{option}: Sandgate would not look for what is moved; change that first"


@dataclass(slots=True)
class Taking:
    """What would be done. Nothing is, until `carry_out`."""

    ledger: Ledger
    drafts: list[tuple[Draft, tuple[str, ...]]] = field(default_factory=list[tuple[Draft, tuple[str, ...]]])
    """The files, each with the keys below which it changes."""
    moved: list[Moved] = field(default_factory=list[Moved])
    """What goes, in the order of the files."""
    stays: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    """Names of entries that are left where they are, and why."""
    entry: str = ""
    """What becomes of Sandgate's own entry: `new`, `present` or `differs`."""

    def carry_out(self) -> list[Path]:
        """Write down, make sure that Sandgate finds it, then change the files. The copies of those are returned."""
        before = self.ledger.moved
        try:
            self.ledger.keep((*before, *(one for one in self.moved if not _is_known(one, before))))
            self._make_sure()
        except ConfigError:
            self.ledger.keep(before)
            raise
        backups: list[Path] = []
        for draft, keys in self.drafts:
            if edit := draft.edit:
                backup = write(edit)
                remember(edit, backup, keys)
                backups += [backup] if backup else []
        return backups

    def _make_sure(self) -> None:
        """Every entry must mean at its new place what it means at its old one, where it still is."""
        leave = {(one.name, str(one.file)) for one in self.moved}
        without = [_unsettled(one) for one in load().found if (one.name, one.source) not in leave]
        found = {(one.name, one.source): one for one in settle(without, surroundings())}
        for moved in self.moved:
            one = found.get((moved.name, str(self.ledger.file)))
            if one is None or one.state not in ("ready", "duplicate"):
                why = f": {one.reason}" if one else ""
                raise ConfigError(f"nothing was changed: {moved.name} would not be found behind Sandgate{why}")


def plan_taking(chosen: Connection, *, project: bool) -> Taking:
    """Raises ConfigError for files that cannot be read, and for settings that would hide what is moved."""
    config, around = load(), surroundings()
    _check_imports(config, chosen.client, project=project)
    taking = Taking(Ledger(chosen.client))
    for spot in (spot for spot in client(chosen.client).spots if spot.of_project == project):
        draft = Draft(spot.file(around))
        for name, entry in dict(draft.entries(spot.keys(around))).items():
            _consider(taking, draft, spot, name, entry, _state(config, chosen.client, draft.file, name, project))
        if (draft.file, spot.keys(around)) == (chosen.file, chosen.wanted.keys):
            taking.entry = _put_ours(draft, chosen.wanted)
        draft.check()
        taking.drafts.append((draft, spot.keys(around)))
    return taking


def _check_imports(config: Config, name: ClientName, *, project: bool) -> None:
    if name not in config.import_.clients:
        raise ConfigError(UNREACHED.format(option=f"clients without {name}"))
    if project and not config.import_.project:
        raise ConfigError(UNREACHED.format(option="project = false"))


def _consider(taking: Taking, draft: Draft, spot: Spot, name: str, entry: Any, found: Found | None) -> None:
    around = surroundings()
    if found is None or starts_sandgate(client(taking.ledger.client), entry):
        return  # no MCP server, or ourselves
    why = _why_it_stays(taking, spot, name, entry, found)
    if why is None:
        try:
            excerpt = draft.take(spot.keys(around), name)
            taking.moved.append(_record(draft, spot, name, entry, excerpt))
            return
        except Unwritable as error:
            why = str(error)
    taking.stays.append((name, why))


def _why_it_stays(taking: Taking, spot: Spot, name: str, entry: object, found: Found) -> str | None:
    if found.state not in ("ready", "duplicate"):
        return found.reason
    if not _is_json(entry):
        return "it holds a value that cannot be kept for you"
    project = _project(spot)
    same_name = [one for one in taking.ledger.moved if (one.name, one.project) == (name, project)]
    if any(one.entry != entry for one in same_name):
        return f"another {name} was moved before; `sandgate uninstall {taking.ledger.client}` brings it back"
    return None


def _record(draft: Draft, spot: Spot, name: str, entry: object, excerpt: Excerpt) -> Moved:
    plain = cast("dict[str, Any]", json.loads(json.dumps(entry)))
    keys = spot.keys(surroundings())
    return Moved(name=name, file=draft.file, keys=keys, project=_project(spot), entry=plain, excerpt=excerpt)


def _put_ours(draft: Draft, wanted: Wanted) -> str:
    existing = draft.entries(wanted.keys).get(wanted.name)
    if isinstance(existing, Mapping) and covers(cast("Mapping[str, Any]", existing), wanted.entry):
        return "present"
    draft.put(wanted)
    return "new" if existing is None else "differs"


def _state(config: Config, name: ClientName, file: Path, entry: str, project: bool) -> Found | None:
    """What the settings say of an entry. Claude Code has a project's and the user's in one file; those come first."""
    same = [one for one in config.found if (one.client, one.name, one.source) == (name, entry, str(file))]
    return same[0 if project else -1] if same else None


def _project(spot: Spot) -> str | None:
    return str(surroundings().cwd) if spot.of_project else None


def _unsettled(found: Found) -> Found:
    """As it was before names were given to the first who have them."""
    return replace(found, state="ready", reason="") if found.spec and found.state != "self" else found


def _is_known(one: Moved, moved: tuple[Moved, ...]) -> bool:
    return any((one.name, one.file, one.keys) == (other.name, other.file, other.keys) for other in moved)


def _is_json(entry: object) -> bool:
    try:
        return json.loads(json.dumps(entry)) == entry
    except (TypeError, ValueError, RecursionError):
        return False
