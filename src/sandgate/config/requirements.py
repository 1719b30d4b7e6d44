"""What may stand in `sandbox.packages` and `sandbox.preload`: a package with its versions, the name of a module.

Addresses, paths and options of pip are refused: a package comes from the index that the person's pip uses.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from sandgate.errors import ConfigError

_NAME = r"[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?"
_EXTRAS = rf"\[ *{_NAME}(?: *, *{_NAME})* *\]"
_VERSION = r"(?:==|!=|~=|<=|>=|<|>) *[A-Za-z0-9][A-Za-z0-9.!+_-]*(?:\.\*)?"
_REQUIREMENT = re.compile(
    rf" *(?P<name>{_NAME}) *(?P<extras>{_EXTRAS})? *(?P<versions>{_VERSION}(?: *, *{_VERSION})*)? *"
)


def requirements(packages: Iterable[str], place: object = "sandbox.packages") -> tuple[str, ...]:
    """The packages sorted, each in one spelling. Raises ConfigError."""
    by_name: dict[str, str] = {}
    for text in packages:
        name, rest = _parsed(text, place)
        if name in by_name:
            raise ConfigError(f"{place} names {name} twice; write its versions together, as in {name}>=1,<2")
        by_name[name] = name + rest
    return tuple(by_name[name] for name in sorted(by_name))


def canonical(name: str) -> str:
    """The one spelling of a package's name: indexes take `Zope.Interface` and `zope-interface` for the same."""
    return re.sub(r"[-_.]+", "-", name).lower()


def check_modules(names: Iterable[str], place: object) -> None:
    for name in names:
        if not all(part.isidentifier() for part in name.split(".")):
            raise ConfigError(f"{place} must hold names of modules, such as pandas or scipy.stats; got {_shown(name)}")


def _parsed(text: str, place: object) -> tuple[str, str]:
    found = _REQUIREMENT.fullmatch(text)
    if not found:
        raise ConfigError(
            f"{place} must hold names with or without versions, such as pandas or numpy==2.1; got {_shown(text)}"
        )
    rest = (found["extras"] or "").lower() + (found["versions"] or "")
    return canonical(found["name"]), rest.replace(" ", "")


def _shown(text: str) -> str:
    return f'"{text}"' if "://" not in text else "an address"  # it may hold a password
