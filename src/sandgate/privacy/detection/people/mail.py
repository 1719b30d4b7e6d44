"""E-mail addresses, the name that stands before one in angle brackets, and credentials inside a URL."""

from __future__ import annotations

import re
from collections.abc import Iterator
from email.errors import HeaderParseError
from email.header import decode_header, make_header

from ..kinds import Span
from ..machines.addresses import is_ip
from ..secrets.marked import looks_random
from ..words import words
from .names import is_an_office, is_full_name, is_given, is_nobody_s

_SIGNS = ("@", "%40", "%2540", "&#64;", "&#064;", "&#x40;", "&#X40;", "\\u0040")
"""An at sign, and what becomes of it in a URL, on a page and in JSON."""
# Read backwards from the sign. Letters with accents, Greek, Cyrillic, Arabic, Indian; but no script that is written
# without spaces between words.
_LOCAL = re.compile(r"[A-Za-z0-9._%+'\-À-ɏ\u0300-\u058f\u05d0-\u05ea\u0620-\u065f\u0900-\u0dff]{1,64}")
_FIRST_OF_THE_EAST = "\u1100"
_EASTERN = r"\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af"
_LOCAL_OF_THE_EAST = re.compile(rf"(?=[{_EASTERN}])[{_EASTERN}\d._\-]{{1,20}}(?!\w)")
"""`王.刘@…`, backwards as well: only where it is set apart, for the words before it may be a sentence."""
_MAIL_OF_THE_EAST = (".com", ".net", ".org", ".edu", ".gov", ".cn", ".jp", ".kr", ".tw", ".hk")
"""Behind a word of those scripts an at sign may begin something else: `使用@app.route`."""


def _domain(dot: str) -> re.Pattern[str]:
    return re.compile(
        rf"(?:[^\W_](?:[\w\-]{{0,61}}[^\W_])?{dot}){{1,8}}"
        r"(?:xn--[a-z0-9-]{2,59}|[A-Za-z]{2,24}|[^\W\d_A-Za-z]{2,12})(?![A-Za-z0-9_@])"
        r"|\[(?:\d{1,3}\.){3}\d{1,3}\]|(?:\d{1,3}\.){3}\d{1,3}(?![\w.]\w)"
    )


_DOMAIN = _domain(r"\.")
_ENCODED_DOMAIN = _domain(r"(?:\.|%(?:25)?2[Ee]|&#0?46;|&#[xX]2[eE];|&period;)")
# Blanks, quotes, brackets and what stands between the parts of a URL.
_ENCODED_BORDER = re.compile(r"%(?:25)?(?:0[9ADad]|2[0-4689ACFacf]|3[A-Fa-f]|5[B-Eb-e]|7[B-Db-d])")
_END_OF_HOST = re.compile(r"[\s/?#\"'<>]")
_CAPITAL = r"(?![a-z])[^\W\d_](?:[^\W\d_]|['’\-](?=[^\W\d_])|\.-?(?=[A-Z][a-z.]))*\.?"
_NAMED = re.compile(
    rf"(?:^|[\s\0,:;>\"'(\[])\"?(?!(?:AM|PM|CET|UTC|GMT) )((?:{_CAPITAL})"
    rf"(?: (?:van|von|de|der|den|del|di|da|das|do|dos|du|le|la|ten|ter|zu|bin|{_CAPITAL})){{0,5}})\"? ?<$"
)
_OF_A_BOT = re.compile(r"(?<![\w.+\-])[\w.+\-]{1,64}\[bot\]@[\w\-]+(?:\.[\w\-]+)+")
_LAST_FIRST = re.compile(rf"[\"']({_CAPITAL}(?: {_CAPITAL})?, {_CAPITAL}(?: {_CAPITAL})?)[\"'] ?<$")
"""`"Roe, Jane" <…>`: with the comma inside its quotes it is one name."""
_ENCODED = re.compile(r"(?:=\?[\w\-]{3,20}\?[QqBb]\?[^?\s]{1,120}\?=\s{0,3}){1,4} ?<\Z")
"""`=?UTF-8?Q?J=C3=BCrgen_Roe?= <…>`, as headers write what is not ASCII."""
_VIA = re.compile(
    rf"(?:^|[\s\0:,\"'])(?P<name>{_CAPITAL}(?: {_CAPITAL}){{1,3}}) (?:via|über|par|por|tramite) [^<>\n\0]{{2,40}} ?<\Z"
)
"""`Jane Roe via PlumSign <…>`, as services write in the name of people."""
_LISTED = re.compile(rf"\((?P<mark>[\"'])(?P<name>{_CAPITAL}(?: {_CAPITAL}){{1,3}})(?P=mark), ?(?P=mark)\Z")
_LOGIN = re.compile(r"://(?P<login>[^\s/@:\"'<>\\?#]{0,64}:[^\s/@\"'<>\\]{1,256})@(?=[\w\[])")
_DSN = re.compile(r"(?<![\w/])[\w.\-]{1,32}:(?P<password>[^\s@:/\"'<>{}$]{4,64})@(?:tcp|unix)\(")
"""`app:…@tcp(10.0.0.1:3306)/shop`, as Go calls its databases."""
_REGISTERED = re.compile(
    r"^[ \t]*register[ \t]*=>?[ \t]*(?:\w{1,40}\?)?(?:(?:udp|tcp|tls)://)?[^\s:@/]{1,64}(?:@[\w.\-]{1,60})?"
    r":(?P<password>[^\s:@/]{1,64})(?::[^\s:@]{1,64})?@",
    re.M,
)
"""`register => 4711:…@sip.example.net`, as Asterisk is told where to sign in."""
_PROXIED = re.compile(
    r"proxy\w{0,12}[\"']?\s?[:=]\s?[\"']?[\w.\-]{1,40}:(?P<password>[^\s:@/\"'<>{}$*]{4,64})@(?=[\w.\-]{1,100}:\d)",
    re.I,
)
_MAILBOXES = ("gmail", "googlemail", "yahoo", "hotmail", "outlook", "icloud", "protonmail", "gmx")
_DOT = r"(?:\.| ?[\[(](?:dot|\.)[\])] ?| dot )"
_ENDS = r"(?:com|net|org|edu|gov|io|me|info|biz|dev|app|ai|de|fr|it|es|nl|eu|us|ca|in|uk|co)"
# A mailbox that everybody knows, an at in brackets, or a dot that is spelt as well: words do not come so by chance.
_SPELT = re.compile(
    r"at(?<=[ (\[]at)(?:"
    rf"[\])]? ?(?:{'|'.join(_MAILBOXES)}){_DOT}{_ENDS}\b"
    rf"|(?<=[(\[]at)[\])] ?[A-Za-z\d\-]{{1,40}}(?:{_DOT}[A-Za-z\d\-]{{2,30}}){{1,3}}"
    rf"|(?<= at) [A-Za-z\d\-]{{1,40}}(?: dot [A-Za-z\d\-]{{2,30}}){{0,2}} dot {_ENDS}\b)"
)
_MORE_SPELT = re.compile(r"(?<![^\s:<(])(?:[\w\-]{1,30} (?:dot|underscore|dash) ){1,4}$")
"""What stands before the last word of a name: `jane dot r dot`."""
# systemd units, pictures at a scale and stylesheets: what stands behind the last dot is no domain.
_NO_DOMAIN = words("""
    service socket timer mount automount slice target scope device swap png jpg jpeg gif svg webp ico css scss
    js mjs cjs ts tsx jsx json html htm xml txt pdf md yaml yml toml lock gz zip whl
""")
_MAILBOX = re.compile(r"[^\s@<>()\[\],;:\"]+@[^\s@<>()\[\],;:\"/]+")
_BEFORE_MESSAGES = ("<", ":", "=", " ", "/")
_MESSAGE = re.compile(
    r"(?:^|[\s\0\"'])(?:(?:message|msg|smtp|content)-?id|in-reply-to|references|uid)[:=]\s*(?:<[^<>\s]{1,200}>\s*)*<?(?:[\w.\-]{1,60}/){0,6}$",
    re.I,
)
_HEADERS = words("message-id in-reply-to references return-path reply-to content-id envelope-from envelope-to sender")
"""What stands before a mailbox or a message in angle brackets, and is nobody's name."""
_NO_MAILBOXES = words("""
    group.calendar.google.com group.v.calendar.google.com resource.calendar.google.com import.calendar.google.com
    unq.gbl.spaces thread.skype g.us
""")
"""Behind the at sign of calendars, rooms and groups of people who talk: nobody's mailbox."""
_OF_PROGRAMS = re.compile(
    r"(?<![a-z])(?:(?:no|do-?not|donot)[._\-]?reply|notif|mailer|daemon|postmaster|bounce|automat|newsletter|member|verif"
    r"|(?:alert|update|report|statement|receipt|invoice|order|service|account|event)s?\b|(?:billing|payments|support|security|team|hello"
    r"|info|hi|help|contact|news|marketing|sales|calendar|feedback|welcome|admin|digest|office)\b)",
    re.I,
)
"""Who writes from there: a program, or a firm with the one name it has."""
_DAEMONS = ("mailer-daemon", "postmaster")
_NODE = re.compile(r"(?:[\[({,]\s?:[\"']|(?<!\w)-{1,2}(?:s?name|remsh) [\"']?)\Z")
"""Before `shop@10.0.4.7`, as Erlang calls what runs on a machine."""
_DOMAINS_OF_PROGRAMS = ("noreply.", "no-reply.", "notifications.", "bounce.", "bounces.")
_LONGEST_ENCODED = 560
_VIA_BACK = 110
_DIALLED = re.compile(r"\+?\d[\d.\-()]*")
_OF_A_CALL = re.compile(r"\bcall-?id[:=]\s?\Z", re.I)
"""`Call-ID: 3c26@192.0.2.7`, as SIP counts calls."""
_ACCOUNTS = words("root admin ubuntu debian centos fedora core pi vagrant ec2-user deploy postgres")
_LOGS_IN = re.compile(r"\b(?:ssh|scp|sftp|rsync|mosh|ssh-copy-id)\b[^\n\0]*$")
_BEFORE_AN_ENDING = re.compile(rf"(?:[^\W_](?:[\w\-]{{0,61}}[^\W_])?\.){{1,4}}{_ENDS}(?=\.[a-z\d]{{2,8}}\Z)")
_BEFORE_ANOTHER_SCRIPT = re.compile(
    r"(?:[A-Za-z\d](?:[A-Za-z\d\-]{0,61}[A-Za-z\d])?\.){1,8}[A-Za-z]{2,24}(?=[\u0e00-\u0e7f\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af])"
)
_SHOWN = re.compile(r"\bplaceholder\\?[\"']?[=:]\s?[\"'{\\]{0,3}[^\"'<>\n]{0,30}$", re.I)
_ANYBODY = words("name you your me user username email mail e-mail someone somebody yourname your.name first.last")
_NO_PERSON = frozenset({"git", "hg", "svn"})
_VERSION = re.compile(r"v?\d+(?:\.\d+)+")
_SMALL = re.compile(r"\d\.\d\.\d\.\d")
_BEGINS_A_VERSION = re.compile(r"v?\d")
_PLACEHOLDER = re.compile(r"[\w.-]*:(?:[<{$*%].*|x+|X+|\*+|pass(?:word)?|pwd|PASS(?:WORD)?)$")


def names_a_message(local: str) -> bool:
    """Whether what stands before the at sign was made by a program: `CAF=x7Qm…`, `20260101120000.17`."""
    return sum(map(str.isdigit, local)) > 5 or looks_random(local) or (len(local) > 19 and local.isalnum())


def emails(text: str) -> Iterator[Span]:
    if "[bot]@" in text:
        yield from (Span(found.start(), found.end(), "EMAIL") for found in _OF_A_BOT.finditer(text))
    for sign in _SIGNS:
        if sign in text:
            yield from _around(text, sign)


def _around(text: str, sign: str) -> Iterator[Span]:
    form = _DOMAIN if sign == "@" else _ENCODED_DOMAIN
    taken, at = 0, text.find(sign)
    while at >= 0:
        start = _start(text, at, taken)
        domain = form.match(text, at + len(sign)) if start is not None else None
        if domain and domain.group().rpartition(".")[2].lower() in _NO_DOMAIN:  # `jane@example.com.txt`, a file
            domain = _BEFORE_AN_ENDING.match(text, domain.start(), domain.end())
        if domain and not domain.group().isascii():  # in Japan a sentence goes on without a blank
            domain = _BEFORE_ANOTHER_SCRIPT.match(text, domain.start(), domain.end()) or domain
        if domain and start is not None and _is_mailbox(text, start, at, domain):
            taken = domain.end()
            yield Span(start, taken, "EMAIL")
            yield from _name_before(text, start, taken)
        at = text.find(sign, at + len(sign))


def _start(text: str, at: int, floor: int) -> int | None:
    turned = text[max(floor, at - 64) : at][::-1]
    found = _LOCAL.match(turned) or _LOCAL_OF_THE_EAST.match(turned)
    if found is None:
        return None
    start = at - found.end()
    if "%" in found.group():
        borders = list(_ENCODED_BORDER.finditer(text, start, at))
        start = borders[-1].end() if borders else start
    while start < at and text[start] in ".'-%":  # punctuation before an address is not part of it
        start += 1
    return start if start < at and text[at - 1] != "." else None


def _is_mailbox(text: str, start: int, at: int, found: re.Match[str]) -> bool:
    local, domain, end = text[start:at], found.group(), found.end()
    if domain[:6].lower() == "odata.":
        return False  # `owners@odata.bind`, as Microsoft's interfaces annotate
    if domain.rpartition(".")[2].lower() in _NO_DOMAIN or domain.lower() in _NO_MAILBOXES:
        return False
    if (
        text[start - 1 : start] in _BEFORE_MESSAGES
        and names_a_message(local)
        and _MESSAGE.search(text[max(0, start - 300) : start])
    ):
        return False
    if local.lower() in _ANYBODY and _SHOWN.search(text, max(0, start - 50), start):
        return False  # `placeholder="name@company.com"` shows what shall be entered
    if local[-1] > _FIRST_OF_THE_EAST and not domain.lower().endswith(_MAIL_OF_THE_EAST):
        return False
    if text[start - 1 : start] == "$":
        return False  # `$user@example.org`, a variable; `Client$1@5f2e.run()`, an object of Java
    if domain[0].isdigit() and not domain[-1].isdigit() and _VERSION.match(domain):
        return False  # left-pad@1.3.0-beta.next
    if domain[-1].isdigit() and text[start - 1 : start] == "~":
        return False  # who talks at a machine has no mailbox there
    if text[start - 1 : start] in (":", "=", " ") and _is_of_a_call(text, start, local, domain):
        return False
    if domain[-1].isdigit() and (not is_ip(domain) or _SMALL.fullmatch(domain) or _logs_in(text, start, local)):
        return False  # `Connector@0.0.0.0`, as servers call what listens; `widget@4.8.7.1`, a release
    if (
        text[at] == "@"
        and _in_a_url(text, start)
        and (_before_the_host(text, start) or _BEGINS_A_VERSION.match(domain))
    ):
        return False
    return not (local in _NO_PERSON and (text[end : end + 1] in (":", "/") or text[start - 2 : start] == "//"))


def _is_of_a_call(text: str, start: int, local: str, domain: str) -> bool:
    """Whom an exchange calls at a machine, the number that it dials, and how it counts calls: none has a mailbox."""
    if text[start - 1] == " " and text[start - 2 : start - 1] not in (":", "="):
        return False  # asked for every mailbox
    if text[max(0, start - 5) : start].endswith(("sip:", "sips:")):
        return domain[-1].isdigit() or bool(_DIALLED.fullmatch(local))
    return bool(_OF_A_CALL.search(text, max(0, start - 12), start))


def _logs_in(text: str, start: int, local: str) -> bool:
    """`ssh jane@198.51.100.7`: who logs in at a machine has no mailbox there, nor has a program that runs there."""
    if _NODE.search(text, max(0, start - 12), start):
        return True
    return local in _ACCOUNTS or bool(_LOGS_IN.search(text, max(0, start - 60), start))


def _in_a_url(text: str, start: int) -> bool:
    return start > 0 and text[start - 1] in "/:" and "://" in text[max(0, start - 300) : start]


def _before_the_host(text: str, start: int) -> bool:
    """Whether it is a login or a password of a URL. A path may hold an address: `/users/jane@example.org/orders`."""
    scheme = text.rfind("://", max(0, start - 300), start)
    return scheme >= 0 and not _END_OF_HOST.search(text, scheme + 3, start)


def _name_before(text: str, start: int, end: int) -> Iterator[Span]:
    """`Jane Roe <jane@example.org>`, as in headers of mail and logs of git; `('Jane Roe', 'jane@example.org')`."""
    listed = _LISTED.search(text, max(0, start - 64), start) if text[start - 1 : start] in ("'", '"') else None
    if listed and is_full_name(listed["name"]):
        yield Span(*listed.span("name"), "PERSON")
    if start < 4 or text[start - 1] != "<":
        return
    if text.endswith(("?= <", "?=<"), 0, start):
        yield from _encoded_before(text, start, end)
        return
    near = max(0, start - 64)
    if via := _VIA.search(text, max(0, start - _VIA_BACK), start):
        if is_full_name(via["name"]) and not is_an_office(via["name"]):
            yield Span(*via.span("name"), "PERSON")
        return
    found = _LAST_FIRST.search(text, near, start) or _NAMED.search(text, near, start)
    if (
        found
        and found[1].lower() not in _HEADERS
        and not is_nobody_s([found[1].lower()])
        and not is_an_office(found[1])
        and not is_a_firm(found[1], text[start:end])
    ):
        yield Span(found.start(1), found.end(1), "PERSON")


def _encoded_before(text: str, start: int, end: int) -> Iterator[Span]:
    found = _ENCODED.search(text, max(0, start - _LONGEST_ENCODED), start)
    if not found:
        return
    words = found.group()[:-1].strip()
    try:
        name = str(make_header(decode_header(words)))
    except (HeaderParseError, LookupError, UnicodeError):  # somebody wrote what only looks like one
        return
    if not is_an_office(name) and not is_a_firm(name, text[start:end]):
        yield Span(found.start(), found.start() + len(words), "PERSON")


def is_a_firm(name: str, mailbox: str) -> bool:
    """`GitHub <noreply@github.com>`: one name that its own domain has too, or that writes from a firm's mailbox.

    Programs write in the name of people too, `Jane Roe <notifications@…>`: of two words the first is the domain's.
    """
    first, blank, _ = name.lower().partition(" ")
    local, _, domain = mailbox.lower().partition("@")
    if local in _DAEMONS:
        return True  # whatever it calls itself
    if "," in name or is_given(name):
        return False
    labels = domain.replace("-", "").split(".")[:-1]
    whole = name.lower().replace(" ", "").replace("-", "")
    owned = first in domain.split(".")[:-1] or any(
        label in (whole, "".join(name.lower().split()[:2])) for label in labels
    )
    sent = bool(_OF_PROGRAMS.search(local)) or domain.startswith(_DOMAINS_OF_PROGRAMS)
    return (owned and sent) or (not blank and (sent or (owned and first not in local)))


def spelt(text: str) -> Iterator[Span]:
    """Addresses written so that machines shall not read them."""
    for found in _SPELT.finditer(text):
        end = max(0, found.start() - 1)
        start = _start(text, end - (text[max(0, end - 1) : end] == " "), 0)
        if start is not None:
            more = _MORE_SPELT.search(text, max(0, start - 64), start)
            yield Span(more.start() if more else start, found.end(), "EMAIL")


def logins(text: str) -> Iterator[Span]:
    """`user:password` of `https://user:password@host`."""
    if "@" not in text:
        return
    if "@tcp(" in text or "@unix(" in text:
        yield from (Span(*found.span("password"), "SECRET") for found in _DSN.finditer(text))
    forms = (_REGISTERED,) if "register" in text else ()
    for form in (*forms, _PROXIED) if "roxy" in text or "ROXY" in text else forms:
        yield from (Span(*found.span("password"), "SECRET") for found in form.finditer(text))
    for found in _LOGIN.finditer(text):
        if not _PLACEHOLDER.match(found["login"]):
            yield Span(found.start("login"), found.end("login"), "URL")


def is_mailbox(value: str) -> bool:
    """Whether it has the form of one, in a field that promises it."""
    domain = value.partition("@")[2]
    release = _VERSION.match(domain) and not is_ip(domain)  # `pnpm@9.1.0+sha512.…`
    return bool(_MAILBOX.fullmatch(value)) and "*" not in domain and not release
