"""Share skills: an index is a folder with a folder for each skill and `index.json`, which pins each by its digest.

An index is hostile input, even after its digest fits: a digest says that it is what its maker meant, not what it does.
"""

from __future__ import annotations

import difflib
import fcntl
import json
import os
import re
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, cast

from sandgate.catalog.wrappers.text import one_line, shorten
from sandgate.errors import BadArguments, Denied, SandgateError
from sandgate.model import Language

from . import disk
from .disk import Files, NotASkill, digest_of, read_folder
from .document import FILE, LONGEST_DESCRIPTION, read_document, rendered
from .drafts import Draft
from .names import checked_name, folder_name
from .record import ENDINGS
from .store import Loaded

INDEX = "index.json"
FORMAT = 1
LARGEST_INDEX = 4 * 2**20
MOST_LINES = 5_000
_DIGEST = re.compile(r"sha256:[0-9a-f]{64}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A skill as an index lists it. Its folder is `name` with hyphens."""

    name: str
    version: int
    digest: str
    description: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Taken:
    """A skill out of somebody's folder, all of it in memory: nobody can change it any more."""

    draft: Draft
    version: int
    digest: str
    files: Files


class Index:
    """A folder that skills are shared through."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def entries(self) -> list[Entry]:
        """What it offers. Raises BadArguments for what is not an index."""
        try:
            content = disk.read_file(None, str(self.folder / INDEX), str(self.folder / INDEX), LARGEST_INDEX)
            data: Any = json.loads(content)
            entries = [_entry(one) for one in cast("list[Any]", data["skills"])]
        except (NotASkill, ValueError, TypeError, KeyError, RecursionError) as error:
            raise BadArguments(f"{self.folder} is not an index of skills: {one_line(str(error))[:200]}") from error
        if data.get("format") != FORMAT or len({entry.name for entry in entries}) < len(entries):
            raise BadArguments(f"{self.folder} is not an index of skills: another format, or a skill listed twice")
        return entries

    def entry(self, name: str) -> Entry:
        name, entries = checked_name(name), self.entries()
        if one := next((entry for entry in entries if entry.name == name), None):
            return one
        offered = ", ".join(entry.name for entry in entries[:20]) or "nothing"
        raise BadArguments(f"{self.folder} has no skill {name}; it has {offered}")

    def take(self, name: str, most_kb: int, digest: str = "") -> Taken:
        """A skill whose folder is what the index says, and `digest`, if one is given. Raises Denied where it is not."""
        entry = self.entry(name)
        taken = read_skill(self.folder / folder_name(entry.name), most_kb)
        for wanted, whose in ((entry.digest, "the index"), (digest or entry.digest, "you")):
            if taken.digest != wanted:
                raise Denied(f"{entry.name} was not taken: its folder has {taken.digest}, {whose} said {wanted}")
        if taken.version != entry.version:
            raise Denied(f"{entry.name} was not taken: it is version {taken.version}, the index said {entry.version}")
        return taken

    def put(self, loaded: Loaded) -> Entry:
        """Add a version, or put it in the place of an earlier one. The index counts versions on its own."""
        name = loaded.skill.name
        with self._alone():
            before = {entry.name: entry for entry in self.entries()} if (self.folder / INDEX).exists() else {}
            known = before.get(name)
            if known and digest_of(_at_version(loaded, known.version)) == known.digest:
                return known
            number = known.version + 1 if known else loaded.skill.version
            files = _at_version(loaded, number)
            about = loaded.skill.facts.description
            entry = Entry(name=name, version=number, digest=digest_of(files), description=about)
            self._write(folder_name(name), files, {**before, name: entry})
        return entry

    def _write(self, name: str, files: Files, entries: dict[str, Entry]) -> None:
        """First the folder, then the list: whoever comes in between, or after a crash, sees that they do not fit."""
        with disk.staged(self.folder) as stage:
            disk.write_folder(stage / "new", files)
            if (self.folder / name).exists():
                (self.folder / name).rename(stage / "old")
            (stage / "new").rename(self.folder / name)
            listed = [{**asdict(entries[one]), "name": folder_name(one)} for one in sorted(entries)]
            text = json.dumps({"format": FORMAT, "skills": listed}, indent=2, ensure_ascii=False) + "\n"
            disk.replace(self.folder / INDEX, text.encode(), stage, mode=0o644)

    @contextmanager
    def _alone(self) -> Generator[None]:
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            descriptor = os.open(self.folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX)  # of the folder itself: an index has no files of ours to share
                yield
            finally:
                os.close(descriptor)
        except OSError as error:
            raise SandgateError(f"{self.folder} cannot be written: {error.strerror or error}") from error


def read_skill(folder: Path, most_kb: int) -> Taken:
    """A skill out of a folder in the Agent Skills format. Nothing of it is run. Raises SandgateError."""
    try:
        files = read_folder(folder, most_kb)
    except OSError as error:
        raise BadArguments(f"{folder} cannot be read: {error.strerror or error}") from error
    if FILE not in files:
        raise BadArguments(f"{folder} holds no {FILE}")
    texts = {path: _text(path, content) for path, content in files.items()}
    document = read_document(texts[FILE])
    told = document.front_matter
    name, version = checked_name(str(told.get("name"))), told.get("version", 1)
    language: Language = "typescript" if f"{name}.ts" in texts else "python"
    end = ENDINGS[language]
    examples = {path[9:-3]: text for path, text in texts.items() if path.startswith("examples/") and path[-3:] == end}
    strange = sorted(texts.keys() - {FILE, f"{name}{end}", *(f"examples/{title}{end}" for title in examples)})
    if strange or f"{name}{end}" not in texts:
        what = f"holds {strange[0]}" if strange else f"has no {name}.py"
        raise BadArguments(f"{folder} {what}; a skill is {FILE}, {name}.py or .ts and programs in examples/")
    if not isinstance(version, int) or isinstance(version, bool):
        raise BadArguments(f"the version in {folder / FILE} must be a number")
    draft = Draft(
        name=name,
        code=texts[f"{name}{end}"],
        description=_said(told, "description"),
        tags=_tags(told.get("tags")),
        examples=examples,
        usage=document.body,
        language=language,
    )
    return Taken(draft=draft, version=version, digest=digest_of(files), files=files)


def difference(before: Files, after: Files) -> str:
    """What changed from one folder to another, as `diff` writes it."""
    lines: list[str] = []
    for path in sorted(before.keys() | after.keys()):
        old, new = (files.get(path, b"").decode("utf-8", "replace").split("\n") for files in (before, after))
        if old == new:
            continue
        if max(len(old), len(new)) > MOST_LINES:  # comparing takes the square of it
            lines.append(f"{path}: changed, too long to be compared ({len(old):,} lines before, {len(new):,} now)")
        else:
            lines += difflib.unified_diff(old, new, f"before/{path}", f"after/{path}", lineterm="", n=2)
    return "\n".join(lines)


def _at_version(loaded: Loaded, number: int) -> dict[str, bytes]:
    body = read_document(loaded.document).body
    document = rendered(loaded.skill.name, number, loaded.skill.facts, body)
    return {**loaded.files, FILE: document.encode()}


def _entry(data: Any) -> Entry:
    name, version, digest, description = (data[key] for key in ("name", "version", "digest", "description"))
    if not isinstance(version, int) or isinstance(version, bool) or not _DIGEST.fullmatch(digest):
        raise ValueError("an entry needs a number as its version and sha256:… as its digest")
    try:
        name = checked_name(str(name))
    except BadArguments as error:
        raise ValueError(str(error)) from error
    return Entry(
        name=name, version=version, digest=digest, description=shorten(one_line(description), LONGEST_DESCRIPTION)
    )


def _text(path: str, content: bytes) -> str:
    try:
        return content.decode()
    except UnicodeDecodeError:
        raise BadArguments(f"{path} is not text in UTF-8") from None


def _said(front_matter: dict[str, Any], key: str) -> str:
    value = front_matter.get(key)
    if not isinstance(value, str):
        raise BadArguments(f"{key} in the front matter of {FILE} must be text")
    return value


def _tags(value: object) -> tuple[str, ...]:
    return tuple(str(tag) for tag in cast("list[object]", value)) if isinstance(value, list) else ()
