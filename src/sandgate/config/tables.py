"""Turns a table of a settings file into an options object, with a message for every value that does not fit."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, is_dataclass
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Literal, Union, cast, get_args, get_origin, get_type_hints

from sandgate.config.documents import kind
from sandgate.config.options import key_of
from sandgate.errors import ConfigError

_MOST = 10**9
"""No option means anything beyond; it keeps infinity and numbers that no float can hold out."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a value stands, for messages: a file and the key in it."""

    file: str
    key: str = ""

    def __truediv__(self, key: str) -> Place:
        return Place(self.file, f"{self.key}.{key}" if self.key else key)

    def item(self, index: int) -> Place:
        """One of a list. People count from 1, and so does what is said of a rule that decided."""
        return Place(self.file, f"{self.key} (number {index + 1})")

    def __str__(self) -> str:
        return f"{self.file}: {self.key}" if self.key and self.file else self.file or self.key


def read_options(options: type, table: Mapping[str, Any], place: Place) -> dict[str, Any]:
    """The values of a table, checked, by field name; what the table leaves out is left out."""
    refuse_unknown(table, [key_of(field) for field in fields(options)], place)
    hints = get_type_hints(options)
    return {
        field.name: read_value(hints[field.name], table[key], place / key, field.metadata)
        for field in fields(options)
        if (key := key_of(field)) in table
    }


def refuse_unknown(table: Iterable[str], known: Iterable[str], place: Place) -> None:
    known = list(known)
    for key in table:
        if key not in known:
            raise ConfigError(f"{place / key} is not an option; {nearest(key, known)}")


def nearest(word: str, known: Iterable[str]) -> str:
    """The end of a message about an unknown word."""
    known = list(known)
    spelled = {each.lower(): each for each in known}
    close = difflib.get_close_matches(word.lower(), spelled, n=1, cutoff=0.5)
    return f"did you mean {spelled[close[0]]}?" if close else f"there are: {', '.join(known)}"


def as_table(value: object, place: Place) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise _wrong(place, "a table", value, {"secret": True})
    for key in cast(Mapping[object, object], value):
        if not isinstance(key, str):  # YAML allows it
            raise ConfigError(f"{place}: the name {key!r} must be text; put it in quotes")
    return cast(Mapping[str, Any], value)


def read_value(hint: Any, value: object, place: Place, rules: Mapping[str, Any]) -> Any:
    """A value as the type `hint` wants it. Raises ConfigError; a value marked `secret` is not in its message."""
    hint = given(hint)
    origin = get_origin(hint)
    if is_dataclass(hint):
        return cast("type", hint)(**read_options(cast("type", hint), as_table(value, place), place))
    if origin is Literal:
        return _choice(get_args(hint), value, place, rules)
    if origin is tuple:
        return tuple(_list(get_args(hint)[0], value, place, rules))
    if origin is Mapping:
        return _texts(value, place)
    if hint is bool:
        return _plain(bool, "true or false", value, place, rules)
    if hint in (int, float):
        return _number(hint, value, place, rules)
    text = _plain(str, "text", value, place, rules)
    return Path(text) if hint is Path else text


def given(hint: Any) -> Any:
    """The type of a value that is there, where `hint` says that it may be missing."""
    if get_origin(hint) in (Union, UnionType):  # a Literal gives the one, every other type the other
        return next(part for part in get_args(hint) if part is not NoneType)
    return hint


def _plain(wanted: type, words: str, value: object, place: Place, rules: Mapping[str, Any]) -> Any:
    if not isinstance(value, wanted):
        raise _wrong(place, words, value, rules)
    return value


def _choice(choices: tuple[str, ...], value: object, place: Place, rules: Mapping[str, Any]) -> str:
    if value not in choices:
        raise _wrong(place, f"one of {', '.join(choices)}", value, rules)
    return cast(str, value)


def _list(hint: Any, value: object, place: Place, rules: Mapping[str, Any]) -> Iterable[Any]:
    if not isinstance(value, list | tuple):
        # a list is mostly of arguments, and an argument may be a secret
        raise _wrong(place, "a list of tables" if is_dataclass(hint) else "a list of text", value, {"secret": True})
    items = cast(list[object], value)
    hidden = {**rules, "secret": get_origin(hint) is not Literal}
    return [read_value(hint, item, place.item(index), hidden) for index, item in enumerate(items)]


def _texts(value: object, place: Place) -> dict[str, str]:
    """A table of text. Numbers and truth values are written out, as every client does; null leaves the name out."""
    texts: dict[str, str] = {}
    for key, item in as_table(value, place).items():
        if isinstance(item, bool):
            texts[key] = str(item).lower()
        elif isinstance(item, str | int | float):
            texts[key] = str(item)
        elif item is not None:
            raise _wrong(place / key, "text", item, {"secret": True})
    return texts


def _number(wanted: type, value: object, place: Place, rules: Mapping[str, Any]) -> float:
    whole = wanted is int
    accepted = int if whole else int | float
    if not isinstance(value, accepted) or isinstance(value, bool) or value != value:  # NaN
        raise _wrong(place, "a whole number" if whole else "a number", value, rules)
    least, most = rules.get("at_least"), rules.get("at_most") or _MOST
    if value <= 0 if least is None else value < least:
        raise _wrong(place, "more than 0" if least is None else f"at least {least:g}", value, rules)
    if value > most:
        raise _wrong(place, f"at most {most}", value, rules)
    return wanted(value)


def _wrong(place: Place, wanted: str, value: object, rules: Mapping[str, Any]) -> ConfigError:
    return ConfigError(f"{place} must be {wanted}, got {_shown(value, secret=rules.get('secret', False))}")


def _shown(value: object, *, secret: bool) -> str:
    if secret or not isinstance(value, str | int | float):
        return kind(value)
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return f'"{value}"' if len(value) <= 40 else f'"{value[:39]}…"'
    return str(value) if isinstance(value, float) or abs(value) < _MOST else "a number"
