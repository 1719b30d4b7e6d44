"""Secrets that stand on a line of their own, below the command or the path that they are the answer to.

`$ cat /etc/shop/jwt.secret`, `etcdctl get --prefix /shop`, `az … keys list -o tsv`: what is printed has no name of its
own, and the line above tells what it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..kinds import Span
from ..naming.keys import read_key
from .looks import is_generated, look_of
from .marked import is_placeholder, is_uuid, looks_random

_ALONE = re.compile(
    r"^[ \t]{0,4}(?:=> |Out ?\[\d{1,4}\]: |(?:\(\w{1,20}\) )?\$\d{1,4} = (?:0x[0-9a-f]{1,16} )?)?"
    r"(?P<words>[^\s\0]{4,4000}(?:\t[^\s\0]{16,400}){0,3})[ \t]*\r?$",
    re.M,
)
"""Some put a mark before what they print: `=> "…"`, `Out[2]: '…'`, `$1 = 0x55d1 "…"`."""
_WORD = re.compile(r"[^\t \r]+")
_PROMPT = re.compile(
    r"(?:[\w.@:~/\-\[\]() ]{0,60}(?:[$%❯➜]|>{1,3}|(?<=[\w~\]])#)"
    r"|\((?:Pdb|gdb|lldb|rdbg|dlv|byebug)\)|In ?\[\d{1,4}\]:)[ \t]"
)
_PATH = re.compile(r"[ \t]*/?(?:[\w.\-]+/)+[\w.\-]+[ \t\r]*")
_SOURCE = re.compile(r"\.(?!secret|token|key|pem|txt)\w{1,5}\s*\Z")
"""Paths of files, one below the other."""
_REMARK = re.compile(r"[ \t]*(?:[›»!⚠*]|[Ww]arning|WARN)[^\n]*|[ \t\r]*")
"""What a command says before its answer."""
_HASHES = re.compile(
    r"\b(?:git|hg|svn|docker|podman|sha\d*sum|md5sum|cksum|b2sum|shasum|digest|fingerprint|hash)\b"
    r"|hexdigest|hashlib|createHash|metadata\.uid\b|[Ss][Hh][Aa]\d{1,3}\b|[Mm][Dd]5\b"
)
_MAKES = re.compile(
    r"\bopenssl rand\b|\b(?:key|pw)gen\b|\bgen(?:erate)?-?(?:key|password|secret|token)\b|\bunlock-key\b"
    r"|token_(?:hex|urlsafe|bytes)\(|\bSecureRandom\.\w|\brandomBytes\(|\.generate_key\(|\bgenerateKey\(|\bSecret::generate"
)
"""A command that makes one up, or prints what opens something."""
_SPEAKS = re.compile(r"password|secret|token|pass show|session\.login|\.cookie\b")
"""A command that may have printed one; or a commit, an image or a container."""
_HASH = re.compile(r"(?:sha\d{1,3}:)?[0-9a-f]{12,128}|[0-9A-Z]+")
_MOMENT = re.compile(r"\d{4}-\d\d-\d\d(?:[T ]|$)")
_LISTS = re.compile(r"\b(?:api-?)?keys? (?:list|show|create|renew)\b|\b(?:tokens?|credentials?) (?:create|show)\b")
_SETTING = re.compile(r"[A-Za-z_][\w.\-]*[=:][^=]")
_OF_A_FILE = re.compile(
    r"[\w./\-]{1,200}(?:\.\w{1,10}|[Ff]ile)[:\-]\d{1,6}[:\-]|[\w./\-]*\.[\w.\-]{1,30}:[A-Za-z_]\w*="
)
"""`.env.example:3:…`: what grep found there."""
_CODES = re.compile(
    r"\b(?:GET|HGET|GETEX|GETDEL|get|hget)\b[^\n]{0,40}?\b(?:t?otp|2fa|mfa|pin|passcode|one_time_code"
    r"|(?:log-?in|verif\w{1,8}|sms|auth|confirm\w{0,6}|reset|security)[_\-:]?(?:code|pin))s?[:_\-/\"']",
    re.I,
)
"""`GET "otp:user:17"`, as a store is asked for what it keeps for some minutes."""
_CODE = re.compile(r"\d{4,8}")
_PARTS = re.compile(r"[/=:>]")
_MOST_REMARKS = 3
_SHORTEST = 8


def printed(text: str) -> Iterator[Span]:
    for line in _ALONE.finditer(text) if "\n" in text else ():
        above = _above(text, line.start())
        code = line["words"].strip("\"'") if above else ""
        if _CODE.fullmatch(code) and _PROMPT.match(above) and _CODES.search(above):
            start = text.index(code, line.start())
            yield Span(start, start + len(code), "SECRET")
        elif above and (sure := _names_a_secret(above)) is not None:
            for word in _WORD.finditer(text, *line.span("words")):
                quoted = word.group()[0] in "\"'" and word.group()[0] == word.group()[-1]
                start, end = word.start() + quoted, word.end() - quoted
                if _is_printed(text[start:end], sure=sure):
                    yield Span(start, end, "SECRET")


def _is_printed(value: str, *, sure: bool) -> bool:
    if (
        len(value) < _SHORTEST
        or is_placeholder(value)
        or _SETTING.match(value)
        or _MOMENT.match(value)
        or _OF_A_FILE.match(value)
    ):
        return False
    if sure and (is_uuid(value) or is_generated(value)):
        return True
    return not _HASH.fullmatch(value) and (look_of(value) in ("signed", "generated") or looks_random(value))


def _above(text: str, start: int) -> str:
    """The nearest line above that is more than a remark."""
    end = start - 1
    for _ in range(_MOST_REMARKS):
        if end <= 0:
            return ""
        begin = text.rfind("\n", 0, end) + 1
        line = text[begin:end]
        if not _REMARK.fullmatch(line):
            return line
        end = begin - 1
    return ""


def _names_a_secret(line: str) -> bool | None:
    """Whether it surely does, or only may; None where it does not."""
    if _PATH.fullmatch(line):
        path = line.strip()
        return True if _is_secret(path) and not _SOURCE.search(path) and not is_generated(path) else None
    if not _PROMPT.match(line):
        return None
    if _MAKES.search(line):
        return True
    if not _HASHES.search(line) and (_LISTS.search(line) or any(map(_is_secret, line.split()))):
        return True
    return False if _SPEAKS.search(line) else None


def _is_secret(word: str) -> bool:
    return read_key(_PARTS.split(word.strip("\"'"))[-1].removesuffix(".txt")).kind == "SECRET"
