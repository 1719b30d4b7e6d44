"""A settings file before and after an entry is put in, and writing it without losing what was there."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, cast

from sandgate.config.documents import parse_json, parse_toml, parse_yaml
from sandgate.errors import ConfigError

from . import jsonc, toml, yaml
from .disk import copy_aside, decoded, encoded, is_read_only, mode_of, read, replace
from .splice import Splice

Put = Callable[[str, Sequence[str], str, dict[str, Any]], Splice]
Parse = Callable[[str, str], object]
FORMATS: dict[str, tuple[Parse, Put]] = {
    ".json": (parse_json, jsonc.put),
    ".toml": (parse_toml, toml.put),
    ".yaml": (parse_yaml, yaml.put),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Edit:
    """What would become of a file."""

    file: Path
    state: Literal["new", "present", "differs"]
    """Whether the file has no entry of that name, has this one, or has another one."""
    before: bytes | None = field(repr=False)
    """None if there is no file yet."""
    after: bytes = field(repr=False)

    added: Sequence[str] = ()
    """The lines that come in. The others are not shown to anyone: they may hold secrets."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """An entry and the names that lead to it: of the tables around it, then its own."""

    keys: tuple[str, ...]
    name: str
    entry: dict[str, Any]


class Unwritable(ConfigError):
    """The entry cannot be put into the file by us; a person can."""


def check_writable(file: Path) -> None:
    """Raises Unwritable."""
    if is_read_only(file):
        raise Unwritable(f"{file} is read-only; let it be written first (chmod u+w)")


def prepare(file: Path, wanted: Wanted) -> Edit:
    """Work out the edit and prove that it changes nothing but the entry. Raises ConfigError."""
    before = read(file)
    text = decoded(before or b"", file)
    document = document_of(text, file)
    existing = inside(document, wanted.keys, file).get(wanted.name)
    if isinstance(existing, Mapping) and covers(cast("Mapping[str, Any]", existing), wanted.entry):
        return Edit(file=file, state="present", before=before, after=before or b"")
    check_writable(file)
    splice = _splice(file, text, document, wanted)
    if splice is None:
        raise Unwritable(f"{file} is written in a way that Sandgate cannot change safely; paste the entry yourself")
    after = encoded(splice.on(text), before or b"")
    state = "new" if existing is None else "differs"
    return Edit(file=file, state=state, before=before, after=after, added=splice.shown.splitlines())


def write(edit: Edit, *, keep: bool = True) -> Path | None:
    """Replace the file in one step. Where there was one, a copy of it stays beside it: its path is returned."""
    file = edit.file.resolve()  # of a link into somebody's dotfiles, the file it leads to is changed
    try:
        _check_unchanged(edit)
        backup = copy_aside(file, edit.before) if edit.before is not None and keep else None
        replace(file, edit.after, mode_of(file))
    except OSError as error:
        raise ConfigError(f"cannot write {edit.file}: {error.strerror or error}") from error
    return backup


def remove(edit: Edit) -> None:
    """Remove the file, if it still is what the edit was worked out for. Raises ConfigError."""
    _check_unchanged(edit)
    try:
        edit.file.resolve().unlink(missing_ok=True)
    except OSError as error:
        raise ConfigError(f"cannot remove {edit.file}: {error.strerror or error}") from error


def _check_unchanged(edit: Edit) -> None:
    if read(edit.file) != edit.before:
        raise ConfigError(f"{edit.file} was changed by another program just now; try again")


def document_of(text: str, file: Path) -> Mapping[str, Any]:
    """Raises ConfigError where the text is not what a file of that ending holds."""
    parse, _ = FORMATS[file.suffix]
    document = parse(text, str(file))
    if not isinstance(document, Mapping):
        raise ConfigError(f"{file} holds no object with named parts")
    return cast("Mapping[str, Any]", document)


def _splice(file: Path, text: str, document: Mapping[str, Any], wanted: Wanted) -> Splice | None:
    """The change, if the text read again is the document with the entry and with nothing else changed."""
    parse, put = FORMATS[file.suffix]
    try:
        splice = put(text, wanted.keys, wanted.name, wanted.entry)
        return splice if parse(splice.on(text), str(file)) == _expected(document, wanted) else None
    except (ValueError, ConfigError):
        return None


def inside(document: Mapping[str, Any], keys: Sequence[str], file: Path) -> Mapping[str, Any]:
    """The table that the keys lead to; an empty one where there is none. Raises ConfigError."""
    at: Mapping[str, Any] = document
    for key in keys:
        value = at.get(key)
        if not isinstance(value, Mapping | None):
            raise ConfigError(f"{file}: {key} is not a table of servers; correct it first")
        at = cast("Mapping[str, Any]", value or {})
    return at


def covers(existing: Mapping[str, Any], entry: Mapping[str, Any]) -> bool:
    """Whether an entry says what ours says; it may say more, such as a timeout of the user's own."""
    return all(key in existing and existing[key] == value for key, value in entry.items())


def _expected(document: Mapping[str, Any], wanted: Wanted) -> dict[str, Any]:
    expected = dict(document)
    at = expected
    for key in wanted.keys:
        at[key] = dict(at.get(key) or {})
        at = at[key]
    at[wanted.name] = wanted.entry
    return expected
