"""Settings whose name stands in one part and whose value in another: `name: DB_PASSWORD` above `value: …`.

Only names of secrets are looked for here: others are too plain to be told from words of a page.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..naming.keys import read_key
from .cells import Cell

_NAME = r"(?P<key>[A-Za-z/][\w./\-]{1,80})"
_QUOTED = r"(?P<mark>[\"']?)(?P<value>[^\"'\n\0]{3,300}?)(?P=mark)[ \t]*\r?$"
_FORMS: tuple[tuple[tuple[str, ...], re.Pattern[str]], ...] = (
    # `- Key: ApiToken` above `Value: …`, `name = "API_TOKEN"` above `value = "…"`
    (
        ("value:", "Value:", "value =", "Value =", "value=", "VALUE:"),
        re.compile(
            r"^[ \t\-+~]*[\"']?(?:name|key|variable|parameter|setting|option)[\"']?[ \t]*[:=][ \t]*[\"']?"
            + _NAME
            + r"[\"']?,?[ \t]*\r?\n(?:[ \t+~]*[\w\"']{2,20}[ \t]*[:=][^\n]{0,60}\n){0,2}"
            r"[ \t+~]*[\"']?value[\"']?[ \t]*[:=][ \t]*+" + _QUOTED,
            re.M | re.I,
        ),
    ),
    # `<setting name="ApiKey"><value>…</value>`, `<property name="password">…</property>`
    (
        ("name=", "key=", "Name="),
        re.compile(
            r"<[\w.:\-]{1,40}\s[^<>\0]{0,80}?\b(?:name|key|id)=[\"']" + _NAME + r"[\"'][^<>\0]{0,120}>\s{0,40}"
            r"(?:<(?:value|string|val)>\s{0,20})?(?P<value>[^<>\s\0][^<>\0]{2,300}?)\s{0,20}</",
            re.I,
        ),
    ),
    # `variable "db_password" {` and its `default = "…"`
    (
        ("default",),
        re.compile(
            r"\bvariable\s+\"" + _NAME + r"\"\s*\{[^{}]{0,300}?\bdefault\s*=\s*\"(?P<value>[^\"\n\0$]{3,300})\"",
        ),
    ),
)


def entries(text: str) -> Iterator[Cell]:
    for hints, form in _FORMS:
        if any(hint in text for hint in hints):
            for found in form.finditer(text):
                if read_key(found["key"]).kind == "SECRET":
                    yield Cell(found["key"], *found.span("value"), True)
