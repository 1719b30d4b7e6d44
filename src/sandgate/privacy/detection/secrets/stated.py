"""Passwords that a sentence or a line states: `the password is "centipede"`, `user:ann pass:Plum4711`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..kinds import Span
from .cues import opens_something
from .looks import look_of
from .marked import is_jumbled
from .values import secret_test

_WORD = r"\b(?:pass ?(?:word|phrase|code|wd)|pwd|passwort|kennwort|mot de passe|contraseña|senha|wachtwoord)\b"
_IN_QUOTES = r" [\"'`“‘«„](?P<value>[^\s\"'`”’»“]{4,64})[\"'`”’»“]"
_SAID = re.compile(
    rf"{_WORD}(?: (?:for|of|to|für|de|du|para|voor) [^\n\0.;:=]{{1,40}}?)?"
    rf" (?:is|was|set to|is set to|ist|lautet|est|es|é){_IN_QUOTES}",
    re.I,
)
_BESIDE = re.compile(_WORD + _IN_QUOTES, re.I)
"""Without `is`, where only what looks like a password is one."""
_TIGHT = re.compile(
    r"(?<![\w.$\"'])(?:pass(?:word|wd|phrase)?|pwd|pw|패스워드|비밀번호|비번|密码|パスワード)[:：](?P<value>[^\s\"'`<>{}()\[\]\0:/]{6,64})",
    re.I,
)
"""Without a blank behind the colon, with the same condition."""
_SETTING = re.compile(
    r"^[ \t]*(?:[a-z]\w{0,30}P|p)assword[ \t]+(?P<mark>['\"])(?P<value>[^\s'\"$]{4,64})(?P=mark)[ \t]*;?\r?$", re.M
)
"""`storePassword '…'`, as Gradle is told."""
_LATER = re.compile(
    r"(?:passwort|kennwort)\b[^\n\0.;:=]{0,40} (?:lautet|ist)(?: (?:ab|seit|bis) \w{3,12}| jetzt| nun| künftig){1,2}:?"
    r" (?P<value>[^\s\0]{6,64})",
    re.I,
)
_MEETING = re.compile(r"Meeting ID:[^\n\0]{0,40}?\s{1,8}Pass ?code: {0,3}(?P<value>[A-Za-z\d]{5,12})(?!\w)")
"""Letters alone may be one there."""
_DIALLED_IN = re.compile(r"#,{1,8}\*(?P<value>\d{4,12})#")
"""Behind the number of a meeting, what lets a phone in."""
_LISTS = re.compile(r"\b(?:chpasswd|htpasswd|(?:user(?:name)?|login|account):pass(?:word|wd)?)\b")
_LISTED = re.compile(r"^[ \t]{0,12}[A-Za-z][\w.@\-]{1,40}:(?P<value>[^\s:]{6,64})\r?$", re.M)
"""`ann:Plum4711`, a line each, in a text that says so."""
_LASTING = re.compile(
    r"\b(?P<word>pin|c[óo]digo|code|codice)\b[^\n\0\d.;:?!]{0,40}? (?:sigue siendo|est toujours|è ancora"
    r"|continua (?:sendo|a ser)) (?:le |el |o |il )?(?P<value>\d{4,8})(?![\w\-]|[.,]\d)",
    re.I,
)
"""`¿El pin de la alarma sigue siendo 4711?`: where it is said that it is the same as before."""
_LAST = ("sigue siendo", "est toujours", "è ancora", "continua ")
_OF_AN_ACCOUNT = re.compile(
    r"(?:\b(?:auth(?:ori[sz]ation|info)?|EPP)\)?[ \-]codes?|\b(?:behörighets|auktoriserings|aktiverings)kod)\b"
    r"(?:(?: (?:for|of|vid|för) [^\n\0:()]{1,60}?)?(?: \([^\n\0:()]{1,40}\))?)(?: is)?: {1,3}(?P<value>[^\s\0]{8,64})",
    re.I,
)
"""What moves a domain to another registrar, or lets a program in for the first time."""
_OF_A_DOMAIN = re.compile(
    r"\b(?:[Tt]ransfer\b[^\n\0]{0,60}?\b[Aa]uth(?:info)?[ \-]code"
    r"|[Aa]uth(?:info)?[ \-]code (?:for |of )?(?:the )?transfer)(?: is|:)? {1,3}(?P<value>[^\s\0]{8,64})"
)
"""The same where a transfer is spoken of: no payment is called so, and its code may be of letters and digits alone."""
_INVITED = re.compile(
    r"\b[Ii]nvit(?:e|ation)[ \-]code(?: is|:)? [\"'`]?(?P<value>(?![A-Z]+\d{1,4}\b)[A-Z\d]{6,12})(?![\w\-])"
)
_VOWEL = re.compile(r"[AEIOU]")
_HINTS = ("ass", "ASS", "pw", "PW", "ennwort", "contrase", "enha", "achtwoord", "패스", "비", "密码", "パスワード")
_LOOKS = ("mixed", "signed", "generated")
_TELLS = re.compile(
    r"[a-z]+(?:ed|ing|able|ible|ional|en|ory)|weak|strong|short|long|empty|valid|secure|safe|same|unique"
)
"""What a password may be called: `is "expired"`."""


def stated(text: str) -> Iterator[Span]:
    if ",*" in text:
        yield from (Span(*found.span("value"), "SECRET") for found in _DIALLED_IN.finditer(text))
    yield from _codes(text)
    if any(hint in text for hint in _HINTS):
        is_password = secret_test("password")
        for start, value in _values(_SAID, text):
            if is_password(value) and not _TELLS.fullmatch(value):
                yield Span(start, start + len(value), "SECRET")
        listed = (_LISTED,) if _LISTS.search(text) else ()
        for start, value in _values(_MEETING, text) if "Meeting ID" in text else ():
            if not value.islower():
                yield Span(start, start + len(value), "SECRET")
        for form in (_BESIDE, _TIGHT, _SETTING, _LATER, *listed):
            for start, value in _values(form, text):
                if (look := look_of(value)) in _LOOKS or (look == "phrase" and form in (_LISTED, _SETTING)):
                    yield Span(start, start + len(value), "SECRET")


def _codes(text: str) -> Iterator[Span]:
    for found in _LASTING.finditer(text) if any(hint in text for hint in _LAST) else ():
        if found["word"].lower() == "pin" or opens_something(text, *found.span("word")):
            yield Span(*found.span("value"), "SECRET")
    for start, value in _values(_OF_AN_ACCOUNT, text) if "cod" in text or "kod" in text else ():
        look = look_of(value)
        if look == "uuid" or (look in ("signed", "generated") and not value.isupper()):  # `AUTH-2024-00123`
            yield Span(start, start + len(value), "SECRET")
    for start, value in _values(_OF_A_DOMAIN, text) if "ransfer" in text else ():
        if is_jumbled(value) or look_of(value) in ("signed", "generated"):
            yield Span(start, start + len(value), "SECRET")
    for start, value in _values(_INVITED, text) if "nvit" in text else ():
        drawn = any(map(str.isdigit, value)) and not value.isdigit()
        if drawn or 4 * len(_VOWEL.findall(value)) < len(value):  # no word has so few
            yield Span(start, start + len(value), "SECRET")


def _values(form: re.Pattern[str], text: str) -> Iterator[tuple[int, str]]:
    for found in form.finditer(text):
        value = found["value"].rstrip(".,;")
        yield found.start("value"), value.rstrip("!?") if value.islower() else value
