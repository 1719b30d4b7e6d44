"""Passwords that a sentence puts in quotes: `the password is "centipede"`. There a plain word may be one as well."""

from __future__ import annotations

import re
from collections.abc import Iterator

from .kinds import Span
from .secret_values import secret_test

_SAID = re.compile(
    r"\b(?:pass ?(?:word|phrase|code|wd)|pwd|passwort|kennwort|mot de passe|contraseña|senha|wachtwoord)\b"
    r"(?: (?:for|of|to|für|de|du|para|voor) [^\n\0.;:=]{1,40}?)? (?:is|was|set to|is set to|ist|lautet|est|es|é)"
    r" [\"'`“‘«„](?P<value>[^\s\"'`”’»“]{4,64})[\"'`”’»“]",
    re.I,
)
_TELLS = re.compile(
    r"[a-z]+(?:ed|ing|able|ible|ional|en|ory)|weak|strong|short|long|empty|valid|secure|safe|same|unique"
)
"""What a password may be called: `is "expired"`."""


def quoted(text: str) -> Iterator[Span]:
    if not any(word in text for word in ("ass", "pwd", "ennwort", "contrase", "enha", "achtwoord", "PASS", "PWD")):
        return
    is_password = secret_test("password")
    for found in _SAID.finditer(text):
        value = found["value"].rstrip(".,;!?") if found["value"].islower() else found["value"]
        if is_password(value) and not _TELLS.fullmatch(value):
            yield Span(found.start("value"), found.start("value") + len(value), "SECRET")
