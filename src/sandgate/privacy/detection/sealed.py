"""Objects that hold secrets, whatever their fields are called.

Those of Kubernetes of the kind `Secret`; keys as JSON has them (JWK), whose private parts are called `d` or `p`; and
what Terraform made up: a `result` that is as long as the `length` beside it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from itertools import pairwise
from typing import Any

from .keys import Field
from .kinds import Span
from .looks import look_of
from .secrets import is_placeholder

SEALED = Field("SECRET", "sealed")
PARTS = ("data", "stringData")
PRIVATE = ("d", "p", "q", "dp", "dq", "qi", "k", "oth")
_KIND = re.compile(r"^kind:[ \t]*[\"']?Secret[\"']?[ \t]*\r?$", re.M | re.I)
_BORDER = re.compile(r"^(?:---|\.\.\.).*$", re.M)
_PART = re.compile(r"^(?:data|stringData):[ \t]*\r?\n(?P<lines>(?:(?:[ \t]+.*|[ \t]*)(?:\n|\Z))+)", re.M)
_VALUE = re.compile(
    r"^[ \t]+[\"']?[\w.\-/]{1,80}[\"']?:[ \t]*(?:[|>][\-+]?[ \t]*\r?\n[ \t]+)?(?P<value>[^\s#|>][^\n]*?)[ \t]*\r?$",
    re.M,
)


def may_be_sealed(keys: Collection[str]) -> bool:
    kubernetes = "kind" in keys and any(part in keys for part in PARTS)
    return kubernetes or "kty" in keys or ("result" in keys and "length" in keys)


def sealed_parts(value: Mapping[str, Any]) -> Collection[str]:
    """The names of the fields in which all is secret."""
    if "kty" in value:
        return PRIVATE
    if value.get("kind") == "Secret":
        return PARTS
    return ("result",) if _is_made_up(value.get("result"), value.get("length")) else ()


def _is_made_up(result: object, length: object) -> bool:
    return isinstance(result, str) and len(result) == length and look_of(result) in ("mixed", "signed", "generated")


def sealed(text: str) -> Iterator[Span]:
    """The same written as YAML, as `kubectl get secret -o yaml` shows it."""
    if "kind:" not in text or "ata:" not in text or not _KIND.search(text):
        return
    borders = [0, *(found.end() for found in _BORDER.finditer(text)), len(text)]
    for begin, end in pairwise(borders):
        if _KIND.search(text, begin, end):
            for part in _PART.finditer(text, begin, end):
                spans = (_unquoted(text, found) for found in _VALUE.finditer(text, *part.span("lines")))
                yield from (span for span in spans if not is_placeholder(text[span.start : span.end] or "…"))


def _unquoted(text: str, found: re.Match[str]) -> Span:
    start, end = found.span("value")
    quoted = end - start > 1 and text[start] in "\"'" and text[start] == text[end - 1]
    return Span(start + quoted, end - quoted, "SECRET")
