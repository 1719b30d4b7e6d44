"""Skills: save a program as a version, run it, trust it, go back, load it again."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path

from sandgate.config.options import SkillOptions
from sandgate.errors import BadArguments

from . import trust, typescript
from .disk import Files, digest_of
from .document import FILE, rendered
from .drafts import Check, Draft, Prepared, prepared
from .finding import found
from .outline import modules_in, tree_of
from .record import Event, Facts, Origin, Record, State, Version
from .shelf import Shelf

NAMED = 8
"""So many skills are named where one is asked for that is not there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Skill:
    """One version of a skill as lists show it."""

    name: str
    version: int
    state: State
    waits_for: str
    """What a draft still needs; empty for a trusted version."""
    importable: bool
    """Whether this is the version that programs import."""
    facts: Facts
    digest: str
    saved_at: float
    origin: Origin
    approved_by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Saved:
    skill: Skill
    is_new: bool
    """False where the last version is the same: there is no new one."""
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Loaded:
    """A version with its files."""

    skill: Skill
    files: Files

    @property
    def code(self) -> str:
        return self.files[f"{self.skill.name}{self.skill.facts.ending}"].decode()

    @property
    def in_python(self) -> str:
        """Its code, or what it may touch, where that is in another language."""
        facts = self.skill.facts
        return self.code if facts.language == "python" else typescript.reached(facts)

    @property
    def document(self) -> str:
        return self.files[FILE].decode()

    @property
    def examples(self) -> dict[str, str]:
        facts = self.skill.facts
        return {title: self.files[f"examples/{title}{facts.ending}"].decode() for title in facts.examples}


class Skills:
    """All skills under one folder. Every method works on the disk: call them in a thread. Processes may share it."""

    def __init__(self, folder: Path, options: SkillOptions, check: Check, clock: Callable[[], float] = time.time):
        self._folder, self.options, self._check, self._clock = folder, options, check, clock
        self._shelf = Shelf(folder)

    @property
    def importable(self) -> Path:
        """The folder that the sandbox shows to programs as `skills/`. `open` makes it; it stays the same folder."""
        return self._shelf.importable.folder

    def open(self) -> None:
        """Make the folders, and make right what a killed process left half done. Raises SandgateError."""
        with self._shelf.alone():
            self._shelf.publish_all()

    # ---------------------------------------------------------------- looking

    def listed(self) -> list[Skill]:
        """The last version of each, by name."""
        return [self._shown(record, record.latest) for record in self._shelf.records() if not record.removed]

    def trusted(self) -> list[Skill]:
        """What programs can import, by name."""
        found = [(record, record.version(record.current)) for record in self._shelf.records()]
        return [self._shown(record, version) for record, version in found if version]

    def versions(self, name: str) -> list[Skill]:
        """Every version there ever was, oldest first. Raises BadArguments."""
        record = self._record(name, removed=True)
        return [self._shown(record, version) for version in record.versions]

    def events(self, name: str) -> tuple[Event, ...]:
        """What people and runs did with it, oldest first. Raises BadArguments."""
        return self._record(name, removed=True).events

    def load(self, name: str, version: int | None = None) -> Loaded:
        """A version with its files; without a number the one programs import, else the last. Raises BadArguments."""
        record = self._record(name, removed=version is not None)
        found = record.version(version or record.current) or (record.latest if version is None else None)
        if found is None:
            raise BadArguments(f"{record.name} has no version {version}; its last is {record.latest.number}")
        return Loaded(skill=self._shown(record, found), files=self._shelf.files(record.name, found))

    def current(self, name: str) -> Loaded | None:
        """The version that programs import of a skill, if there is one."""
        record = self._shelf.record(name) if name.isidentifier() else None
        version = record.version(record.current) if record else None
        if record is None or version is None:
            return None
        return Loaded(skill=self._shown(record, version), files=self._shelf.files(name, version))

    def search(self, query: str) -> list[Skill]:
        """Those that fit, best first, by the same search as for tools; all of them where the query is empty."""
        return found(self.listed(), query, self._folder / "search")

    def sources(self, code: str) -> dict[str, str]:
        """The code of the trusted skills that a program imports, and of those that these import, by name.

        With it a program can be weighed as a whole. Raises BadArguments for what is not Python.
        """
        return {name: loaded.in_python for name, loaded in self.imported(code).items()}

    def imported(self, code: str) -> dict[str, Loaded]:
        """The same skills, of both languages."""
        sources: dict[str, Loaded] = {}
        waiting = _skills_in(code)
        while waiting:
            name = waiting.pop()
            if name not in sources and (loaded := self.current(name)):
                sources[name] = loaded
                waiting += loaded.skill.facts.skills
        return sources

    # ---------------------------------------------------------------- changing

    def check(self, draft: Draft) -> None:
        """Raises what `save` would raise because of the draft itself. Nothing is kept."""
        prepared(draft, self._check, self.options.largest_kb)

    def save(self, draft: Draft, *, origin: Origin = Origin(), replace: bool = False) -> Saved:  # noqa: B008 - frozen
        """A new skill, or with `replace` a new version of one. What is the same as the last version is no new one.

        Raises BadArguments with what would be right, Denied for what policy blocks, SandgateError for the disk.
        """
        ready = prepared(draft, self._check, self.options.largest_kb)
        with self._shelf.alone():
            record = self._shelf.record(ready.name)
            if record and not record.removed:
                if digest_of(_files(ready, record.latest.number)) == record.latest.digest:
                    return Saved(skill=self._shown(record, record.latest), is_new=False)
                if not replace:
                    raise BadArguments(_taken(record))
            record = self._added(record, ready, origin)
        importable = {one.name for one in self.trusted()}
        missing = [used for used in ready.facts.skills if used not in importable]
        notes = [f"it imports skills.{used}, which no program can import yet" for used in missing]
        return Saved(skill=self._shown(record, record.latest), is_new=True, notes=tuple(notes))

    def ran(self, name: str, version: int, ok: bool, *, tests: bool = False) -> Skill:
        """A version was run, or with `tests` its examples were. A draft may become trusted by it."""
        return self._changed(
            name,
            version,
            lambda record: trust.after_run(
                record, version, self._clock(), ok=ok, tests=tests, approval=self.options.approval
            ),
        )

    def approve(self, name: str, version: int, by: str) -> Skill:
        """A person has looked at it. A draft that has not run yet stays one until it has."""
        approval = self.options.approval
        return self._changed(
            name,
            version,
            lambda record: trust.after_approval(record, version, self._clock(), by=by, approval=approval),
        )

    def revert(self, name: str, to: int | None = None, by: str = "") -> Skill:
        """Programs import an earlier version again. Later ones are drafts that only a person can bring back."""
        return self._changed(name, None, lambda record: trust.reverted(record, to, self._clock(), by=by))

    def remove(self, name: str, by: str = "") -> None:
        """Programs cannot import it any more. Its history stays."""
        self._changed(name, None, lambda record: trust.removed(record, self._clock(), by=by))

    # ---------------------------------------------------------------- steps

    def _added(self, record: Record | None, ready: Prepared, origin: Origin) -> Record:
        if record is None and len(self._shelf.names()) >= self.options.most:
            raise BadArguments(f"there are {self.options.most:,} skills, as many as may be")
        number = record.latest.number + 1 if record else 1
        if number > self.options.most_versions:
            raise BadArguments(f"{ready.name} has {number - 1:,} versions, as many as may be: use another name")
        files = _files(ready, number)
        version = Version(number=number, digest=digest_of(files), at=self._clock(), facts=ready.facts, origin=origin)
        self._shelf.put_version(ready.name, number, files)
        record = trust.saved(record, ready.name, version)
        self._shelf.put_record(record)
        return record

    def _changed(self, name: str, version: int | None, change: Callable[[Record], Record]) -> Skill:
        with self._shelf.alone():
            before = self._record(name)
            record = change(before)
            if record != before:
                self._shelf.put_record(record)
                self._shelf.publish(record)
        return self._shown(record, record.version(version or record.current) or record.latest)

    def _record(self, name: str, *, removed: bool = False) -> Record:
        found = name.replace("-", "_")
        record = self._shelf.record(found) if found.isidentifier() else None
        if record and record.removed and not removed:
            raise BadArguments(f"there is no skill {record.name!r} any more: it was removed")
        if record is None:
            known = [one.name for one in self.listed()]
            near = get_close_matches(found[:100], known, n=3, cutoff=0.5)
            there = f"nearest: {', '.join(near)}" if near else f"there are: {', '.join(known[:NAMED]) or 'none'}"
            raise BadArguments(f"there is no skill {name[:100]!r}; {there}")
        return record

    def _shown(self, record: Record, version: Version) -> Skill:
        return Skill(
            name=record.name,
            version=version.number,
            state=version.state,
            waits_for=trust.waits_for(version, approval=self.options.approval),
            importable=version.number == record.current,
            facts=version.facts,
            digest=version.digest,
            saved_at=version.at,
            origin=version.origin,
            approved_by=version.approved_by,
        )


def _taken(record: Record) -> str:
    what = f"{record.name} is taken, by version {record.latest.number}: {record.latest.facts.description}"
    return f"{what} Save it with replace for a new version of that, or under another name"


def _files(ready: Prepared, number: int) -> dict[str, bytes]:
    """A version as it is kept."""
    return {FILE: rendered(ready.name, number, ready.facts, ready.usage).encode(), **ready.files}


def _skills_in(code: str) -> list[str]:
    modules = modules_in(tree_of(code, "the program"))  # one import with dots must not hide the others
    return list(dict.fromkeys(module.split(".")[1] for module in modules if module.startswith("skills.")))
