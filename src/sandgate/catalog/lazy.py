"""Packages whose tools load when they are used. This text stands in every tree of wrappers as `servers/_lazy.py`.

Standard library only. A tool and its module have one name; a program always gets the tool.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module
from types import ModuleType


class Package(ModuleType):
    """`servers` and each server in it."""

    __all__: list[str]

    def __getattr__(self, name: str) -> object:
        if name.startswith("__") or name not in self.__all__:
            raise AttributeError(name if name.startswith("__") else _unknown(self, name))
        import_module(f"{self.__name__}.{name}")
        return self.__dict__[name]

    def __setattr__(self, name: str, value: object) -> None:
        """Python binds a module to its package when it is imported, from wherever: bind the tool in it instead."""
        if isinstance(value, ModuleType):
            value = value.__dict__.get(name, value)
        super().__setattr__(name, value)

    def __dir__(self) -> list[str]:
        return sorted(self.__all__)


class Nearest:
    """Asked after every other finder, so what it hears of does not exist: it says what does."""

    @staticmethod
    def find_spec(name: str, path: Sequence[str] | None, target: ModuleType | None = None, /) -> None:
        parent, _, last = name.rpartition(".")
        package = sys.modules.get(parent)
        if isinstance(package, Package) and not last.startswith("_") and last not in package.__all__:
            raise ModuleNotFoundError(_unknown(package, last))  # without `name`: `from … import` would swallow it


def package(name: str) -> None:
    """Make the module called `name` a package of tools, or of servers. Its `__all__` says which."""
    sys.modules[name].__class__ = Package
    if Nearest not in sys.meta_path:
        sys.meta_path.append(Nearest)


def _unknown(package: Package, name: str) -> str:
    from difflib import get_close_matches  # only a mistake pays for it

    kind = "tool" if isinstance(sys.modules.get(package.__name__.rpartition(".")[0]), Package) else "server"
    known = {entry.lower(): entry for entry in package.__all__}
    nearest = [known[match] for match in get_close_matches(name.lower(), known, n=3)]
    found = f"nearest: {', '.join(nearest)}" if nearest else f"dir({package.__name__}) lists what there is"
    return f"no {kind} {name!r} in {package.__name__}; {found}"
