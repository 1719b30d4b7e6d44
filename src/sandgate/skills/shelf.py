"""Where skills are kept: a record for each, a folder for each version, and the tree that programs import from.

The record is the truth. What a killed process left besides it is swept away by the next writer.
"""

from __future__ import annotations

import logging
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from pathlib import Path

from sandgate.catalog.kept import read_kept
from sandgate.errors import SandgateError

from . import disk, typescript
from .disk import Files
from .document import FILE
from .importable import Importable
from .names import LONGEST_NAME, folder_name
from .record import Facts, Record, Version, from_json, to_json

log = logging.getLogger("sandgate.skills")
LARGEST_RECORD_MB = 16
LARGEST_KB = 64 * 1024


class Shelf:
    """Reading needs no lock: records are replaced whole, and folders of versions never change."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._records, self._versions, self._stage = root / "records", root / "versions", root / "stage"
        self.importable = Importable(root / "importable", self._stage)

    @contextmanager
    def alone(self) -> Generator[None]:
        """Nobody else writes. Raises SandgateError where the disk says no, now or while it is held."""
        try:
            self._root.mkdir(parents=True, exist_ok=True, mode=0o700)
            with disk.locked(self._root / ".lock"):
                for folder in (self._records, self._versions, self._stage):
                    folder.mkdir(exist_ok=True, mode=0o700)
                for left in self._stage.iterdir():
                    disk.discard(left)
                self.importable.make()
                yield
        except OSError as error:
            raise SandgateError(f"the skills in {self._root} cannot be written: {error.strerror or error}") from error

    def names(self) -> list[str]:
        return sorted(file.stem for file in self._records.glob("*.json"))

    def record(self, name: str) -> Record | None:
        """None where there is none. Raises SandgateError where it is damaged."""
        if len(name) > LONGEST_NAME:
            return None
        file = self._records / f"{name}.json"
        try:
            record = from_json(read_kept(file, LARGEST_RECORD_MB))
        except FileNotFoundError:
            return None
        except (OSError, ValueError, TypeError, KeyError, RecursionError) as error:
            raise SandgateError(f"{file} is damaged ({error}); restore it from a backup or delete it") from error
        if record.name != name:
            raise SandgateError(f"{file} is the record of {record.name!r}; give it that name, or delete it")
        return record

    def records(self) -> Iterator[Record]:
        """All that can be read: one damaged record must not hide the others."""
        for name in self.names():
            try:
                if record := self.record(name):
                    yield record
            except SandgateError as error:
                log.warning("%s", error)

    def put_record(self, record: Record) -> None:
        disk.replace(self._records / f"{record.name}.json", to_json(record), self._stage)

    def put_version(self, name: str, number: int, files: Files) -> None:
        """Whoever calls this writes the record next; until then nobody knows of it."""
        folder = self._versions / name / str(number)
        disk.discard(folder)  # of somebody who was killed before the record
        folder.parent.mkdir(exist_ok=True, mode=0o700)
        with disk.staged(self._stage) as stage:
            disk.write_folder(stage / "new" / folder_name(name), files)
            (stage / "new").rename(folder)

    def files(self, name: str, version: Version) -> dict[str, bytes]:
        """Raises SandgateError where they are not what was saved."""
        folder = self._versions / name / str(version.number) / folder_name(name)
        try:
            files = disk.read_folder(folder, LARGEST_KB)
        except OSError as error:
            raise SandgateError(f"version {version.number} of {name} cannot be read: {error}") from error
        if disk.digest_of(files) != version.digest:
            raise SandgateError(f"{folder} is not what was saved; restore it from a backup, or save the skill again")
        return files

    def publish(self, record: Record) -> None:
        """Make what programs import of one skill what its record says."""
        current = record.version(record.current) if record.current else None
        if current is None:
            self.importable.drop(record.name)
        else:
            self.importable.put(record.name, _published(self.files(record.name, current), record.name, current.facts))

    def publish_all(self) -> None:
        """Make the whole tree what the records say: somebody may have been killed in between."""
        wanted: dict[str, Files] = {}
        for record in self.records():
            if current := record.version(record.current):
                try:
                    wanted[record.name] = _published(self.files(record.name, current), record.name, current.facts)
                except SandgateError as error:  # without this one, the others can still be imported
                    log.warning("%s", error)
        self.importable.put_all(wanted)


def _published(files: Files, name: str, facts: Facts) -> Files:
    """By ending: its document, its code, and what the other language imports in its place."""
    code = files[f"{name}{facts.ending}"].decode()
    if facts.language == "python":
        python, other = code, typescript.wrapper(name, facts)
    else:
        python, other = typescript.stub(name, facts), typescript.published(name, code)
    return {".md": files[FILE], ".ts": other.encode(), ".py": python.encode()}
