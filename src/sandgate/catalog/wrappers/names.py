"""Python names for servers, tools, parameters and classes. Every name maps back to exactly one original."""

from __future__ import annotations

import hashlib
import keyword
import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable

from sandgate.catalog.wrappers.text import HIDDEN

MAX_LENGTH = 100
MAX_BYTES = 200
"""A module is a file, and file names end at 255 bytes; letters outside ASCII take up to four."""

_BUILTINS = (
    "abs aiter all anext any ascii bin bool breakpoint bytearray bytes callable chr classmethod compile complex delattr"
    " dict dir divmod enumerate eval exec filter float format frozenset getattr globals hasattr hash help hex id input"
    " int isinstance issubclass iter len list locals map max memoryview min next object oct open ord pow print property"
    " range repr reversed round set setattr slice sorted staticmethod str sum super tuple type vars zip"
)
"""Importing a tool under one of these would take it from the program. Written out: a Python release must not rename."""

_MODULE = "Annotated Any Literal NotRequired README Required TYPE_CHECKING TypedDict Unpack tool"
"""What the generated modules use themselves."""

_RESERVED = frozenset(f"{_BUILTINS} {_MODULE}".split())
_ILLEGAL = re.compile(r"\W+")
_DIGESTS = (6, 12, 64)


def identifier(text: str, fallback: str) -> str:
    """`text` as a public Python name: letters as they are, everything illegal an underscore, keywords `word_`."""
    name = _ILLEGAL.sub("_", text if text.isascii() else _normal(text)).strip("_")
    if not name:
        return fallback
    if not name.isidentifier():
        name = f"{fallback}_{name}"
    return f"{name}_" if keyword.iskeyword(name) else name


def is_plain(key: str) -> bool:
    """Whether a key can be written as it is, as a field of a class.

    `__x` would be changed by its class, and Python normalises some letters by itself.
    """
    return (
        key.isidentifier()
        and not keyword.iskeyword(key)
        and not key.startswith("__")
        and (key.isascii() or _is_plain_unicode(key))
    )


def assign(originals: Iterable[str], fallback: str = "tool") -> dict[str, str]:
    """Give each original its own name, also on disks that ignore case.

    A name does not depend on order, nor on originals it does not collide with. Of those that collide, one that already
    is the name keeps it; the others carry a hash of their original.
    """
    unique = list(dict.fromkeys(originals))
    claims = _claims(unique, fallback)
    named = {o: _base(o, fallback) for claim in claims.values() for o in _keepers(claim, fallback)}
    for original in unique:
        if original not in named:
            named[original] = ""
    for digits in _DIGESTS:
        _suffix(named, fallback, digits)
    return {original: named[original] for original in unique}


def collisions(originals: Iterable[str], fallback: str = "tool") -> list[tuple[str, ...]]:
    """The groups of originals that wanted the same name, to be reported."""
    claims = _claims(dict.fromkeys(originals), fallback)
    return [tuple(sorted(claim)) for claim in claims.values() if len(claim) > 1]


def parameters(originals: Iterable[str]) -> dict[str, str]:
    """Keyword names for parameters. Plain ones stay but `self`, which every call has; the rest are changed."""
    unique = list(dict.fromkeys(originals))
    named = {name: name for name in unique if is_plain(name) and name != "self"}
    taken = set(named)
    for original in unique:
        if original not in named:
            name = _public(original)
            while name in taken:
                name += "_"
            named[original] = name
            taken.add(name)
    return {original: named[original] for original in unique}


def camel(text: str) -> str:
    """A class name: `list_issues` and `listIssues` both give `ListIssues`."""
    words = identifier(text, "item").split("_")
    name = "".join(word[:1].upper() + word[1:] for word in words)[:60]
    return f"{name}_" if keyword.iskeyword(name) else name  # a field may be called `none`


def _normal(text: str) -> str:
    """The letters Python itself would read. Some digits and letters of `\\w` are not for names, hence the sieve."""
    name = unicodedata.normalize("NFKC", "".join(c for c in text if ord(c) not in HIDDEN))
    return "".join(c if c.isascii() or ("a" + c).isidentifier() else "_" for c in name)


def _public(parameter: str) -> str:
    name = identifier(parameter, "arg")
    return "self_" if name == "self" else name


def _is_plain_unicode(name: str) -> bool:
    return unicodedata.normalize("NFKC", name) == name and not any(ord(c) in HIDDEN for c in name)


def _base(original: str, fallback: str) -> str:
    name = identifier(original, fallback)
    return f"{name}_" if name in _RESERVED or name.casefold() == "readme" else name


def _claims(originals: Iterable[str], fallback: str) -> dict[str, list[str]]:
    claims: defaultdict[str, list[str]] = defaultdict(list)
    for original in originals:
        claims[_base(original, fallback).casefold()].append(original)
    return claims


def _keepers(claim: list[str], fallback: str) -> list[str]:
    fit = [o for o in claim if _cut(_base(o, fallback)) == _base(o, fallback)]
    exact = [o for o in fit if _base(o, fallback) == o]
    return exact if len(exact) == 1 else fit if len(claim) == 1 else []


def _cut(name: str) -> str:
    return name[:MAX_LENGTH].encode()[:MAX_BYTES].decode(errors="ignore")


def _suffix(named: dict[str, str], fallback: str, digits: int) -> None:
    """Name what has no name yet; a hash that meets another name is left for the next, longer one."""
    made: defaultdict[str, list[str]] = defaultdict(list)
    for original, name in named.items():
        if not name:
            digest = hashlib.sha256(original.encode("utf-8", "surrogatepass")).hexdigest()[:digits]
            made[f"{_cut(_base(original, fallback)).rstrip('_')}_{digest}"].append(original)
    taken = {name.casefold() for name in named.values() if name}
    wanted = Counter(name.casefold() for name in made)
    for name, claim in made.items():
        if len(claim) == 1 and name.casefold() not in taken and wanted[name.casefold()] == 1:
            named[claim[0]] = name
