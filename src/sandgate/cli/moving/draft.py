"""A settings file as it would become, step by step: after each, the text is read again and must say what is meant."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, cast

from sandgate.errors import ConfigError

from ..insertion import FORMATS, Edit, Unwritable, Wanted, check_writable, document_of, inside
from ..insertion.disk import decoded, encoded, read
from . import jsonc, toml, yaml
from .excerpt import Excerpt

WAYS = {".json": jsonc, ".toml": toml, ".yaml": yaml}


class Draft:
    """Changes entries of one file in memory. Raises ConfigError where the file cannot be read."""

    def __init__(self, file: Path) -> None:
        self.file, self.before = file, read(file)
        self._first = self._text = decoded(self.before or b"", file)
        self._document = self._read(self._text)
        self.added: list[str] = []

    @property
    def edit(self) -> Edit | None:
        """What is to be written; None where nothing changed."""
        if self._text == self._first:
            return None
        after = encoded(self._text, self.before or b"")
        return Edit(file=self.file, state="new", before=self.before, after=after, added=self.added)

    def check(self) -> None:
        """Raises Unwritable where nobody may write it, or plain JSON would become what its client may not read."""
        if self._text != self._first:
            check_writable(self.file)
        if _laxer(self._first, self._text):
            raise Unwritable(f"{self.file} is written in a way that Sandgate cannot change safely")

    def entries(self, keys: Sequence[str]) -> Mapping[str, Any]:
        """What stands under the keys."""
        return inside(self._document, keys, self.file)

    def put(self, wanted: Wanted) -> None:
        """Bring an entry in, in place of one of that name. Raises Unwritable."""
        shown: list[str] = []

        def change(text: str) -> str:
            splice = FORMATS[self.file.suffix][1](text, wanted.keys, wanted.name, wanted.entry)
            shown.extend(splice.shown.splitlines())
            return splice.on(text)

        self._step(change, wanted.keys, wanted.name, wanted.entry)
        self.added += shown

    def take(self, keys: Sequence[str], name: str) -> Excerpt:
        """Take an entry out. Raises Unwritable where that would change more than the entry."""
        taken: list[Excerpt] = []

        def change(text: str) -> str:
            left, excerpt = WAYS[self.file.suffix].take(text, keys, name)
            taken.append(excerpt)
            return left

        self._step(change, keys, name, None)
        return taken[-1]

    def give_back(self, wanted: Wanted, excerpt: Excerpt | None) -> None:
        """Bring an entry in as it once was written, or else as we write it. Raises Unwritable."""
        if excerpt is not None:
            bare = Excerpt(text=excerpt.text)
            for piece in (excerpt, bare):  # its comments may not fit where it goes now
                try:
                    self._step(lambda text, piece=piece: self._given(text, wanted, piece), *_parts(wanted))
                    return
                except Unwritable:
                    continue
        self.put(wanted)

    def _given(self, text: str, wanted: Wanted, excerpt: Excerpt) -> str:
        given = WAYS[self.file.suffix].give_back(text, wanted.keys, wanted.name, excerpt)
        if (excerpt.above or excerpt.beside) and _laxer(text, given):
            raise ValueError("its client may not read comments")
        return given

    def _step(self, change: Callable[[str], str], keys: Sequence[str], name: str, entry: Any) -> None:
        expected = _with(self._document, keys, name, entry)
        try:
            text = change(self._text)
            document = self._read(text)
        except (ValueError, ConfigError):
            text, document = "", None
        if document is None or _pruned(document, keys) != _pruned(expected, keys):
            raise Unwritable(f"{self.file} is written in a way that Sandgate cannot change safely: {name}")
        self._text, self._document = text, document

    def _read(self, text: str) -> Mapping[str, Any]:
        try:
            return document_of(text, self.file)
        except (RecursionError, ValueError):
            raise ConfigError(f"{self.file} cannot be read: it is nested too deeply, or holds no such value") from None


def _parts(wanted: Wanted) -> tuple[tuple[str, ...], str, dict[str, Any]]:
    return wanted.keys, wanted.name, wanted.entry


def _with(document: Mapping[str, Any], keys: Sequence[str], name: str, entry: Any) -> dict[str, Any]:
    """The document with the entry; without it, if it is None."""
    expected = dict(document)
    at = expected
    for key in keys:
        at[key] = dict(at.get(key) or {})
        at = at[key]
    at.pop(name, None)
    if entry is not None:
        at[name] = entry
    return expected


def _pruned(document: Mapping[str, Any], keys: Sequence[str]) -> dict[str, Any]:
    """The document without empty tables on the way: a section with nothing in it is as good as none."""
    pruned = dict(document)
    if keys and isinstance(pruned.get(keys[0]), Mapping | None):
        inner = _pruned(cast("Mapping[str, Any]", pruned.get(keys[0]) or {}), keys[1:])
        pruned[keys[0]] = inner
        if not inner:
            del pruned[keys[0]]
    return pruned


def _laxer(before: str, after: str) -> bool:
    """Whether plain JSON would become JSON with comments or idle commas, which its client may not read."""
    return _is_plain(before) and not _is_plain(after)


def _is_plain(text: str) -> bool:
    try:
        json.loads(text)
    except ValueError:
        return False
    return True
