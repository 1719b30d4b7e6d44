"""When a version becomes trusted, and which one programs import: pure functions from record to record."""

from __future__ import annotations

from dataclasses import replace

from sandgate.errors import BadArguments

from .record import Event, Record, Version


def waits_for(version: Version, *, approval: bool) -> str:
    """What a draft still needs, in words; empty for nothing. `approval`: whether a person must approve every skill."""
    if version.trusted:
        return ""
    if version.failing:
        return "its examples must run without error"
    if not version.ran:
        return "it must run once without error"
    needs_approval = approval or version.withdrawn or bool(version.origin.index)
    return "a person must approve it" if needs_approval and not version.approved_by else ""


def after_run(record: Record, number: int, at: float, *, ok: bool, tests: bool, approval: bool) -> Record:
    """What a run tells about a draft. A trusted version stays it: a server may be down for a while."""
    version = _version(record, number)
    if version.trusted:
        return record
    failing = not ok if tests else version.failing
    ran = replace(version, ran=version.ran or ok, failing=failing)
    return _settled(_with(record, ran), number, at, approval=approval)


def after_approval(record: Record, number: int, at: float, *, by: str, approval: bool) -> Record:
    version = replace(_version(record, number), approved_by=by)
    event = Event(at=at, what="approved", version=number, by=by)
    return _settled(_told(_with(record, version), event), number, at, approval=approval)


def reverted(record: Record, number: int | None, at: float, *, by: str) -> Record:
    """Back to a version that was trusted before; without a number, to the last one. Raises BadArguments."""
    earlier = [version.number for version in record.versions if version.trusted and version.number < record.current]
    if number is None and not earlier:
        raise BadArguments(f"{record.name} has no earlier version that is trusted; `sandgate skills remove` removes it")
    target = earlier[-1] if number is None else number
    if not _version(record, target).trusted:
        raise BadArguments(f"version {target} of {record.name} is a draft: only a trusted version can be gone back to")
    versions = tuple(_withdrawn(version) if version.number > target else version for version in record.versions)
    event = Event(at=at, what="reverted", version=target, by=by)
    return _told(replace(record, versions=versions, current=target), event)


def removed(record: Record, at: float, *, by: str) -> Record:
    """Programs cannot import it any more. Its versions stay, and each is a draft again if the name comes back."""
    versions = tuple(map(_withdrawn, record.versions))
    event = Event(at=at, what="removed", version=record.latest.number, by=by)
    return _told(replace(record, versions=versions, current=0, removed=True), event)


def saved(record: Record | None, name: str, version: Version) -> Record:
    event = Event(at=version.at, what="saved", version=version.number, by=version.origin.run or version.origin.index)
    if record is None:
        return Record(name=name, versions=(version,), events=(event,))
    return _told(replace(record, versions=(*record.versions, version), removed=False), event)


def _settled(record: Record, number: int, at: float, *, approval: bool) -> Record:
    """Trusted, if nothing is missing; and imported from now on, unless a later one already is."""
    version = _version(record, number)
    if record.removed or version.trusted or waits_for(version, approval=approval):
        return record
    record = _with(record, replace(version, trusted=True, withdrawn=False))
    event = Event(at=at, what="trusted", version=number)
    return _told(replace(record, current=max(record.current, number)), event)


def _withdrawn(version: Version) -> Version:
    return replace(version, trusted=False, approved_by="", withdrawn=True)


def _version(record: Record, number: int) -> Version:
    if version := record.version(number):
        return version
    raise BadArguments(f"{record.name} has no version {number}; its last is {record.latest.number}")


def _with(record: Record, version: Version) -> Record:
    versions = tuple(version if one.number == version.number else one for one in record.versions)
    return replace(record, versions=versions)


def _told(record: Record, event: Event) -> Record:
    return replace(record, events=(*record.events, event))
