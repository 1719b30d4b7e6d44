"""Keys that machines made, behind a name that says so, however code and logs put the two together.

`pairs` reads names with their values where the writing is known. Here the value is found first, and then what it is
given to: `var apiToken string = "…"`, `TOKEN ?= …`, `{ "AccountKey", "…" }`, `Using Key=…`, `<secret>{…}</secret>`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..kinds import Span
from ..naming.harmless import leads_on_before
from ..naming.keys import read_key
from .looks import is_generated
from .marked import is_scrambled, is_uuid
from .nearby import below_sums
from .values import secret_test

_LONG = re.compile(r"[A-Za-z0-9](?<![A-Za-z0-9+/].)[\w\-.~+/]{14,4000}+={0,2}")
_GIVEN_TO = re.compile(
    r"(?:(?P<query>[?&])|(?<![\w.$\-])(?<!checksum/)[@$-]{0,2}_{0,2}|(?P<method>\.))(?P<name>[A-Za-z][\w.$\-]{0,46}[A-Za-z0-9])"
    r"(?P<between>['\"\])}]{0,3}\s{0,2}(?:-[mi](?: (?:str|beg|end|sub|reg))? ?)?"
    r"(?:(?:: ?)?(?:&?str|[Ss]tring|char ?\*|text)\b)?(?: by lazy)?"
    r"(?:[\s:=.?!+,>({\[\"'`\\$<\-]|@(?=[\"'])|%3D){1,24}"
    r"(?:[bru]{1,2}[\"']|\[\]byte\([\"'`]|(?<==[ \t])(?:await )?[A-Za-z][\w.:]{1,48}\([\"'`])?)\Z"
)
_SIGN = re.compile(r"[=:{(,>]")
_ELEMENT = re.compile(r"<(?P<name>[A-Za-z][\w:.\-]{1,40})(?: [^<>]{0,60})?>[^<>]{0,60}\Z")
_WORD = re.compile(r"(?<![A-Za-z])(?P<word>[A-Za-z]+)[ \-]\Z")
_CACHED = re.compile(r"\bcached?\b[^\n\0]{0,40}\Z", re.I)
_RESOURCE = re.compile(r"\barn:aws[\w\-]*:[\w\-]*:[\w\-]*:\d*:\Z")
"""`arn:aws:secretsmanager:eu:4711:secret:…`: what a secret is called."""
_SCRIPT = re.compile(r"[\w\-]\.m?js(?:\?[^\s\"'<>]{1,60})?\Z")
"""`widget.js?key=…`: a page loads it, and whoever reads the page knows the key."""
_IMAGE = re.compile(r"[\w\-]/\Z")
_BACK = 80
_BEGINNINGS = ('"_', "'_", ":_", "=_")
_QUOTES = frozenset("\"'`")
_LONGEST = 4000
_MADE_OF = ("Credential", "Credentials")
"""What is made of a number of a tenant first, and of a secret last."""
_HASHES = ("sha1", "sha224", "sha256", "sha384", "sha512", "md5", "hash", "digest", "checksum")
_MIXED = re.compile(r"(?=.*\d)(?=.*[a-z])(?=.*[A-Z])[A-Za-z0-9_\-+/=]{20,}")
_ENDS = ".-=~"
_FILE = re.compile(r"\.(?:m?js|css|map|html|json|png|svg|jpe?g|webp|woff2?|ico|wasm)$")


def assigned(text: str) -> Iterator[Span]:
    for long in _LONG.finditer(text):
        begins = text[long.start() - 2 : long.start()] in _BEGINNINGS
        name, sure = _name_before(text, long.start() - begins)
        if name:
            start, end = _whole(text, long.start() - begins, long.end())
            if not sure and below_sums(text, start):
                continue
            if _is_key(name, text[start:end], sure=sure):
                yield Span(start, end, "SECRET")


def _name_before(text: str, place: int) -> tuple[str, bool]:
    """What it is given to, and whether a sign says that it is."""
    before = text[max(0, place - _BACK) : place]
    found = _GIVEN_TO.search(before)
    if found:
        signed = bool(_SIGN.search(found["between"]))
        name = found["name"]
        if found["between"][0] == ":" and before[: found.start("name")].endswith("="):
            return "", False  # `key=auth:…`
        if found["between"] == ":" and _IMAGE.search(before, 0, found.start("name")):
            return "", False  # `registry.example/plums/auth-token:3f0c9a71…`: what an image was built from
        if found["between"] == ":" and _RESOURCE.search(before, 0, found.start("name")):
            return "", False
        if found["between"] == ":" and before.endswith("://", 0, found.start("name")):
            return "", False  # `https://localhost:4711/…`
        if found["between"] == ",":
            return "", False  # `…,bad_password,3f0c9a71…`: cells of a table
        if found["method"] and found["between"][0] != "(":
            return "", False
        if found["between"] == "=<" and read_key(name).form == "session":
            return "", False  # `session=<…>`, by which servers of mail tell their lines apart
        if name.lower() == "token" and leads_on_before(before, found.start("name")):
            return "", False
        if name.lower() == "key" and signed:
            if found["query"] and _SCRIPT.search(before, 0, found.start()):
                return "", False
            name = "api_key" if found["query"] else _with_a_word_before(before, found)
        if read_key(name).kind == "SECRET":
            return ("", False) if "\n" in found["between"] and not signed else (name, signed)
    element = _ELEMENT.search(before)
    if element is None or element["name"].lower().startswith("your"):
        return "", False  # `<YOUR_API_KEY>` stands where a value shall stand
    return (element["name"], False) if read_key(element["name"]).kind == "SECRET" else ("", False)


def _with_a_word_before(before: str, found: re.Match[str]) -> str:
    """`Using Key=…`, but not `public key: …`, nor `Cache restored from key: …`."""
    if _CACHED.search(before, 0, found.start("name")):
        return "cache key"
    word = _WORD.search(before, 0, found.start("name"))
    return f"{word['word'] if word else 'some'} key"


def _whole(text: str, start: int, end: int) -> tuple[int, int]:
    """All that stands in its quotes; without any, up to a stop."""
    opened = next((at for at in range(start - 1, max(-1, start - 4), -1) if text[at] in _QUOTES), -1)
    closed = text.find(text[opened], start, start + _LONGEST) if opened >= 0 else -1
    if closed >= end and not re.search(r"\s", text[opened + 1 : closed]):
        return opened + 1, closed
    while text[end - 1] in _ENDS and text[end - 1] != "=":
        end -= 1
    return start, end


def _is_key(name: str, value: str, *, sure: bool) -> bool:
    if name.lower().endswith(_HASHES):
        return False  # `client_token: hmac-sha256:…`
    form = read_key(name).form
    if not secret_test(form)(value) or _FILE.search(value):
        return False
    if name.endswith(" key") and not _MIXED.fullmatch(value):
        return False  # it may be a hash, or the key of a row
    if form == "token" and sure and is_uuid(value):
        return not name.endswith(_MADE_OF)
    return is_generated(value) or (sure and len(value) > 15 and is_scrambled(value))
