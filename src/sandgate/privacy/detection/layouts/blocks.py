"""Blocks and sections that are called after the secrets in them: `tokens {`, `api_keys = {`, `[secrets]`.

YAML and JSON are read with all that is around a value; here is the same for HCL, settings of Terraform, TOML and INI.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..naming.keys import words_of
from ..naming.secrets import ABOUT_A_SECRET
from ..naming.surroundings import ASIDE, IDENTIFIERS, MEASURES, VERSIONS
from ..secrets.looks import is_generated
from ..secrets.marked import is_uuid
from .cells import Cell

_MARKS = ("okens", "OKENS", "ecrets", "ECRETS", "_keys", "_KEYS", "Keys")
_OPENED = re.compile(
    r"^[ \t]*\[?(?P<name>[\w.\-]{0,40}?(?:token|secret|(?:api|access|signing|encryption)[_\-]?key))s\"?[ \t]*"
    r"(?:[=:]?[ \t]*\{|\])[ \t]*\r?\n",
    re.M | re.I,
)
_LINE = re.compile(
    r"[ \t]*(?:[#;/][^\n]*|[\"']?(?P<name>[A-Za-z][\w.\-]{0,48})[\"']?[ \t]*[=:][ \t]*"
    r"[\"']?(?P<value>[^\s\"',;{}\[\]\0]{0,400})[^\n{}\0]{0,120})?(?:\n|(?=\0)|\Z)"
)
_TOLD = ASIDE | IDENTIFIERS | MEASURES | VERSIONS | ABOUT_A_SECRET
"""How a field is called that tells something about a secret, or names another thing."""


def blocks(text: str) -> Iterator[Cell]:
    """Each value in them that a machine made, called after what it is for and after its block."""
    if not any(mark in text for mark in _MARKS):
        return
    for opened in _OPENED.finditer(text):
        place = opened.end()
        while text[place : place + 1] not in ("", "\0") and (line := _LINE.match(text, place)):
            place = line.end()
            if not line["name"] or words_of(line["name"]).rpartition(" ")[2] in _TOLD:
                continue
            if is_uuid(line["value"]) or is_generated(line["value"]):
                yield Cell(f"{line['name']}_{opened['name']}", *line.span("value"), True)
