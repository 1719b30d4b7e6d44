"""From behind Sandgate back to a client's files: Sandgate's own entry goes, what was moved comes back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from sandgate.config import ClientName
from sandgate.errors import ConfigError

from ..display import short
from ..insertion import Edit, Unwritable, Wanted, document_of, inside, remove, write
from ..insertion.disk import decoded, read
from ..places import client, surroundings
from .draft import Draft
from .itself import starts_sandgate
from .ledger import Ledger, Moved
from .written import as_it_was, forget

Place = tuple[Path, tuple[str, ...]]


@dataclass(slots=True)
class Returning:
    """What would be done to one file. Nothing is, until `carry_out`."""

    file: Path
    edit: Edit | None = None
    exact: bool = False
    """Whether the file becomes what it was before Sandgate, to the last byte."""
    removed: bool = False
    """Whether it goes, since there was none before."""
    taken_out: list[str] = field(default_factory=list[str])
    """Sandgate's own entries."""
    back: list[Moved] = field(default_factory=list[Moved])
    """What comes back, or was there already."""
    stuck: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    """What could not be done, and why."""

    def carry_out(self) -> Path | None:
        """Change the file. A copy of it stays beside it, unless it can be had again by doing the same."""
        backup = None
        if self.edit and self.removed:
            remove(self.edit)
        elif self.edit:
            backup = write(self.edit, keep=not self.exact)
        forget(self.file)
        return backup


def plan_returning(ledger: Ledger, *, project: bool) -> list[Returning]:
    """What goes back for one client, file by file; files with nothing of ours are left out.

    What is wrong with one file is among what is stuck.
    """
    plans = [_planned(ledger, place) for place in _places(ledger, project=project)]
    return [plan for plan in plans if plan.taken_out or plan.back or plan.stuck]


def _places(ledger: Ledger, *, project: bool) -> list[Place]:
    """Where the client keeps entries, and where moved ones came from: a client's folder can be another by now."""
    around = surroundings()
    spots = [spot for spot in client(ledger.client).spots if spot.of_project == project]
    places = [(spot.file(around), spot.keys(around)) for spot in spots]
    here = str(around.cwd) if project else None
    return list(dict.fromkeys([*places, *((one.file, one.keys) for one in ledger.moved if one.project == here)]))


def _planned(ledger: Ledger, place: Place) -> Returning:
    file, keys = place
    plan = Returning(file)
    moved = [one for one in ledger.moved if (one.file, one.keys) == place]
    try:
        draft = Draft(file)
        plan.taken_out = _ours(ledger.client, draft.entries(keys))
        if not plan.taken_out and not moved:
            return plan
        if not _restored(plan, draft, moved, ledger.client, keys):
            _merged(plan, draft, keys, moved)
    except ConfigError as error:
        named = [one.name for one in moved] or (["sandgate"] if _mentions_us(file) else [])
        plan = Returning(file, stuck=[(name, str(error)) for name in named])
    return plan


def _ours(name: ClientName, entries: Mapping[str, object]) -> list[str]:
    return [key for key, entry in entries.items() if starts_sandgate(client(name), entry)]


def _mentions_us(file: Path) -> bool:
    try:
        return b"sandgate" in (read(file) or b"")
    except ConfigError:
        return False


def _restored(plan: Returning, draft: Draft, moved: list[Moved], name: ClientName, keys: tuple[str, ...]) -> bool:
    """Nobody has touched the file since, nor what was moved: it can be what it was, if that was without Sandgate."""
    untouched, before = as_it_was(draft.file, keys)
    if not untouched or any(one.excerpt is None for one in moved):
        return False
    former = inside(document_of(decoded(before or b"", draft.file), draft.file), keys, draft.file)
    if _ours(name, former):
        return False
    plan.exact, plan.removed, plan.back = True, before is None, moved
    plan.edit = Edit(file=draft.file, state="new", before=draft.before, after=before or b"")
    return True


def _merged(plan: Returning, draft: Draft, keys: tuple[str, ...], moved: list[Moved]) -> None:
    for one in moved:
        there = draft.entries(keys).get(one.name)
        if there is not None and there != one.entry:
            plan.stuck.append((one.name, f"{short(draft.file)} has another {one.name} now"))
            continue
        try:
            if there is None:
                draft.give_back(Wanted(keys=keys, name=one.name, entry=one.entry), one.excerpt)
            plan.back.append(one)
        except Unwritable as error:
            plan.stuck.append((one.name, str(error)))
    for name in list(plan.taken_out):
        try:
            draft.take(keys, name)
        except Unwritable as error:
            plan.taken_out.remove(name)
            plan.stuck.append((name, str(error)))
    draft.check()
    plan.edit = draft.edit
