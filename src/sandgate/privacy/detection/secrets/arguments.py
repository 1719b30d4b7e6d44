"""Secrets where programs hand them over: arguments of a call, defaults of variables, queries, lines of protocols."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from ..kinds import Span
from ..naming.keys import read_key
from .looks import is_generated, look_of
from .marked import is_uuid
from .values import secret_test

_CALLS = ("onnect", "ogin", "uth", "construct", "PDO", "mysqli", "redential", "bind", "toChar")
_CALL = re.compile(
    r"(?:connect|connection|login|logon|auth(?:enticate)?|basic_?auth|__construct|PDO|mysqli|credentials?|bind)\s?=?\s?"
    r"\((?P<arguments>[^()\0]{8,300})\)",
    re.I,
)
"""`new PDO('mysql:host=…', 'app', '…')`, `HTTPBasicAuth("jane", "…")`, also as traces of a stack show them."""
_CLIENT = re.compile(
    r"(?:\bnew [\w.]{0,40}(?:Client|Realtime)|(?<!\w)(?:New)?Client(?:::new)?|\balgoliasearch)"
    r"\(\s{0,12}(?P<arguments>[^()\0]{8,300})\)"
)
"""`new SearchClient("app", "…")`: what a client is made of is the key it calls with."""
_CHARACTERS = re.compile(r"[\"'](?P<value>[^\"'\n\0]{4,100})[\"']\.toCharArray\(\)")
"""Java hands over passwords so that they can be wiped out."""
_TYPED = re.compile(
    r"(?i:passw(?:or)?d)[^\n\0]{0,20}\)\.(?:type|fill|send_?[kK]eys|set(?:Value|Text))\([\"'](?P<value>[^\"'\n\0]{4,100})[\"']"
)
"""`cy.get('#password').type('…')`, as tests fill a page."""
_SENT = re.compile(
    r"assword[^\n\0]{0,24}\n?[^\n\0(]{0,40}?\bsend(?:line)?(?:[ (]| -\S{0,3} )[\"'](?P<value>[^\s\"'\0\\]{4,100})"
)
"""What `expect` answers when it is asked for a password."""
_FLAG = re.compile(
    r"[\"']--?(?P<key>[A-Za-z][\w\-]{2,40})[\"'],[ \t]*\r?\n?[ \t]*[\"'](?P<value>[^\"'\n\0]{4,400})[\"']"
)
"""`["--api-key", "…"]`, as programs are started."""
_SHORT_FLAG = re.compile(
    r"[\"'/](?:(?:mysql|mariadb)[\w\-]{0,12}|sshpass|7za?|mongo\w{0,8})[\"'][^\n\0]{0,200}?[\"']"
    r"-p(?:[\"'],?[ \t]{0,4}(?:a\d{1,2}=)?[\"'])?(?P<value>[^\s\"'\0$]{6,100})[\"']"
)
"""`a0="mysqldump" a1="-ubackup" a2="-p…"`, as an audit writes what was started."""
_ARGUMENT = re.compile(r"(?<![\w=])(?P<mark>[\"'])(?P<value>[^\"'\n]{1,100})(?P=mark)")
_ACCOUNT = re.compile(r"[\w.@\\;\-]{2,60}")
_DEFAULT = re.compile(
    r"(?P<key>[A-Z][A-Z\d]{0,60}+(?:_[A-Z\d]{1,60}+){1,12})[\"'\])]{0,3}(?:\s{0,4}(?:\|\||\?\?|//|\?:|or)\s{1,4}(?P<mark>[\"'`])"
    r"(?P<quoted>[^\"'`\n\0]{4,200})(?P=mark)|:[\-=](?P<bare>[^\s{}\"'\0]{4,200})\})"
)
"""`ENV["DB_PASSWORD"] || "…"`, `${DB_PASSWORD:-…}`."""
_QUERY = re.compile(
    r"[?&](?:(?P<ticket>ticket)|key|code|k|t|hash|[Ss]ignature|sign|auth|tempauth|rlkey|resourcekey|access)="
    r"(?P<value>[\w\-.~%+/]{20,4000}=*)"
)
"""Parts of an address that open something if only a machine writes what they hold."""
_AT_A_HOST = re.compile(r":(?<=[A-Za-z\d_\-]:)(?<!\d\d:)(?!_Z)(?P<value>[^\s:@/\"'<>\0]{6,64})@(?!sha\d)(?=[\w;])")
"""`admin:…@10.0.0.1`, without a scheme."""
_ADDRESSED = re.compile(r"(?:\b(?:uid|[cmj]id|sips?|xmpp|acct|related-to)|-id|-uid):\Z", re.I)
"""`UID:…@calendar.example`, `cid:…`, `sip:…`: what a host calls an event, a part of a mail or somebody."""
_HEXADECIMAL = re.compile(r"[0-9a-fA-F]+")
_HASH = re.compile(r"[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64}")
_LINE = re.compile(
    r"^(?:[CS]: |[<>]+ |-+> )?(?:PASS|pass) (?P<value>[^\s\0]{4,100})[ \t]*\r?$"
    r"|(?:NickServ|\bNS)[ :]{1,2}(?:identify|register|ghost) "
    r"(?:[\w\-\[\]`]{2,30} )?(?P<nick>[^\s\0]{6,64})[ \t]*\r?$",
    re.M | re.I,
)
"""`PASS …`, as servers of files and mail are told it; `/msg NickServ identify …`."""
_USER = re.compile(r"^(?:[CS]: |[<>]+ |-+> )?(?:USER|NICK) \S", re.M | re.I)
_ABOVE = 300
_SURE = ("mixed", "signed", "generated")


def arguments(text: str) -> Iterator[Span]:
    if "(" in text and any(word in text for word in _CALLS):
        yield from _called(text)
    if "Client" in text or "Realtime(" in text or "algoliasearch(" in text:
        yield from _made_of(text)
    if "assw" in text and ")." in text:
        yield from (Span(*each.span("value"), "SECRET") for each in _TYPED.finditer(text) if look_of(each["value"]))
    if "assword" in text and "send" in text:
        yield from (Span(*each.span("value"), "SECRET") for each in _SENT.finditer(text) if look_of(each["value"]))
    if '"-' in text or "'-" in text:
        for found in _FLAG.finditer(text):
            field = read_key(found["key"])
            if field.kind == "SECRET" and secret_test(field.form)(found["value"]):
                yield Span(*found.span("value"), "SECRET")
    if '"-p' in text or "'-p" in text:
        for found in _SHORT_FLAG.finditer(text):
            if look_of(found["value"]) in (*_SURE, "phrase"):
                yield Span(*found.span("value"), "SECRET")
    if "||" in text or "??" in text or ":-" in text or " or " in text:
        yield from _defaults(text)
    if "://" in text or "?" in text:
        for found in _QUERY.finditer(text):
            ticket = found["ticket"] and is_uuid(found["value"])  # one that lets in once; those of people have numbers
            if ticket or (is_generated(found["value"]) and not _HASH.fullmatch(found["value"])):
                yield Span(*found.span("value"), "SECRET")
    if "@" in text:
        for found in _AT_A_HOST.finditer(text):
            called = _ADDRESSED.search(text, max(0, found.start() - 20), found.start() + 1)
            if look_of(found["value"]) in _SURE and not called:
                yield Span(*found.span("value"), "SECRET")
    if "PASS " in text or "ickServ" in text or "ickserv" in text:
        yield from _lines(text)


def _called(text: str) -> Iterator[Span]:
    for found in _CHARACTERS.finditer(text):
        if look_of(found["value"]) in _SURE:
            yield Span(*found.span("value"), "SECRET")
    for found in _CALL.finditer(text):
        given = list(_ARGUMENT.finditer(text, *found.span("arguments")))
        for before, each in pairwise(given):
            if look_of(each["value"]) in _SURE and _ACCOUNT.fullmatch(before["value"]):
                yield Span(*each.span("value"), "SECRET")


def _made_of(text: str) -> Iterator[Span]:
    """The last of what a client is made of, where it has no name that would say what it is."""
    for found in _CLIENT.finditer(text):
        given = list(_ARGUMENT.finditer(text, *found.span("arguments")))
        last = given[-1] if given else None
        if last is None or text[max(0, last.start() - 20) : last.start()].rstrip()[-1:] not in ("(", ","):
            continue
        hashed = len(given) == 1 and _HEXADECIMAL.fullmatch(last["value"])  # it may be the number of a record
        if is_generated(last["value"]) and not hashed and "://" not in last["value"]:
            yield Span(*last.span("value"), "SECRET")


def _defaults(text: str) -> Iterator[Span]:
    for found in _DEFAULT.finditer(text):
        group = "quoted" if found["quoted"] else "bare"
        field = read_key(found["key"])
        if field.kind == "SECRET" and secret_test(field.form)(found[group]) and look_of(found[group]):
            yield Span(*found.span(group), "SECRET")


def _lines(text: str) -> Iterator[Span]:
    for found in _LINE.finditer(text):
        group = "nick" if found["nick"] else "value"
        told = group == "nick" or _USER.search(text, max(0, found.start() - _ABOVE), found.start())
        if told and look_of(found[group]) in _SURE:
            yield Span(*found.span(group), "SECRET")
