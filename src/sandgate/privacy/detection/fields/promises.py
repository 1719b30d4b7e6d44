"""What fields promise and whether their values keep it, with the recognisers that someone added."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from ..kinds import DetectionOptions
from ..naming.keys import Field, Role, read_key, words_of
from ..secrets.values import secret_test
from ..writing.folding import folded
from .shapes import Shape, shape_of
from .values import test_of

_LARGE_OBJECT = 64
"""Objects with more keys are maps: their keys do not come again, so their shape is not kept."""


class Promises:
    """Remembers the shapes of objects, never their values."""

    def __init__(self, options: DetectionOptions) -> None:
        self._added = {words_of(key): Field(each.name, "added") for each in options.recognisers for key in each.keys}
        self._tests: dict[Field, Callable[[str], str]] = {}
        self._remembered = lru_cache(maxsize=4096)(self._shape)

    def shape(self, keys: tuple[str, ...], role: Role) -> Shape:
        return self._remembered(keys, role) if len(keys) <= _LARGE_OBJECT else self._shape(keys, role)

    def speaks(self, key: str) -> bool:
        """Whether a key promises anything by itself."""
        return bool(read_key(key).kind) or self.is_added(key)

    @property
    def has_added(self) -> bool:
        return bool(self._added)

    def is_added(self, key: str) -> bool:
        """Whether somebody named a key in the settings."""
        return self.has_added and words_of(key) in self._added

    def _shape(self, keys: tuple[str, ...], role: Role) -> Shape:
        shape = shape_of(keys, role)
        if not self._added:
            return shape
        fields = (self._added.get(words_of(key), field) for key, field in zip(keys, shape.fields, strict=True))
        return shape._replace(fields=tuple(fields))

    def judge(self, field: Field, value: str) -> str:
        """The kind of a whole value in its field; nothing where it is something else."""
        test = self._tests.get(field)
        if test is None:
            test = self._tests[field] = self._test_of(field)
        return test(value if value.isascii() else folded(value).strip())

    def _test_of(self, field: Field) -> Callable[[str], str]:
        if field.form == "added":
            return lambda value: field.kind if any(map(str.isalnum, value)) else ""  # whoever named it knows
        return secret_test(field.form) if field.kind == "SECRET" else test_of(*field[:2])
