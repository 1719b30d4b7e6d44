"""Secrets as commands, databases and files of settings take them: behind a flag, between colons, in a column."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..kinds import Span
from ..naming.keys import Field, read_key
from .arguments import arguments
from .looks import is_generated, look_of
from .marked import CLASSES, is_placeholder, is_uuid
from .programs import given_to_programs, lines_with
from .values import secret_test
from .written import is_written_secret

_VALUE = r"(?P<value>(?:[^\s\"'<>$|\0]|\$(?![A-Za-z_{(])){4,200})"
_FLAG = re.compile(
    r"(?<![\w\-])--?(?P<key>[A-Za-z][\w\-.]{1,40})[= ]"
    rf"(?:'(?P<single>[^'\n\0]{{4,200}})'|\"(?P<double>[^\"\n\0$]{{4,200}})\"|(?!--?[a-z]){_VALUE})"
)
_BASIC = re.compile(rf"(?:-u|-a|--user|--auth|--proxy-user)[= ][\"']?[\w.@\-]{{0,128}}:{_VALUE}")
_KEY_ALONE = re.compile(r"(?:-u|--user)[= ][\"']?(?P<value>[\w\-]{20,200}):[xX_]?(?=[\s\"'])")
"""`curl -u KEY:`, where a service takes its key for the name of a user."""
# Some commands take a password behind a short flag; others take a port there.
_SHORT_FLAG = re.compile(
    r"\b(?:redis-cli\b[^\n\0|]{0,80}? -a |az\b[^\n\0|]{0,120}? -p "
    r"|(?:(?:docker|podman|helm|oras|crane|az)\b[^\n\0|]{0,20} login|sshpass|mysql(?:dump|admin)?|mariadb)\b"
    r"[^\n\0|]{0,80}? -p ?)[\"']?(?P<value>(?:[^\s\"'<>$|\0]|\$(?![A-Za-z_{(])){6,200})"
)
_SSHPASS = re.compile(r"\bsshpass -p ?[\"']?(?P<value>(?:[^\s\"'<>$|\0]|\$(?![A-Za-z_{(])){4,200})")
_ACL = re.compile(r"\b(?:user|USER|SETUSER) \S{1,40} (?:on|off) (?:[^\s>]\S* ){0,6}>(?P<value>\S{4,100})")
"""As redis is told who may do what."""
_GIVEN = re.compile(
    r"(?:\bhtpasswd -\w{0,4}n\w{0,4} \S{1,60} |\bhtpasswd -\w{0,4}b\w{0,4} \S{1,80} \S{1,60} |\bnet user \S{1,60} "
    r"|\bnet use\b[^\n\0]{0,100}/user:\S{1,60} |\bopenssl enc\b[^\n\0|]{0,120}? -k "
    r"|\bwpa_passphrase \S{1,40} |\bsecurity (?:unlock|create|set)-key\S{1,24}\b[^\n\0|]{0,60}? -[pk] "
    r"|\brabbitmqctl (?:add_user|change_password) \S{1,60} |\bmc alias set \S{1,60} \S{1,100} \S{1,60} "
    r"|\bldap(?:search|add|modify|delete|passwd|whoami)\b[^\n\0|]{0,160}? -w |\bzip\b[^\n\0|]{0,60}? -P ?"
    r"|\b(?:sqlcmd|ipmitool|unzip|bcp)\b[^\n\0|]{0,120}? -P ?|\b(?:plink|pscp|psftp)\b[^\n\0|]{0,80}? -pw "
    r"|\bmongo(?:sh|dump|restore)?\b[^\n\0|]{0,120}? -p |-(?:store|key|src|dest)pass |\bpass(?:in|out)? pass:"
    r"|\bcmdkey\b[^\n\0]{0,100}/pass:|\bxfreerdp\b[^\n\0]{0,100}/p:"
    r"|\b(?:smbclient|winexe)\b[^\n\0]{0,80}-U [\w\\/.]{1,40}%"
    r"|\becho (?=[^\n|]{6,80}\|[^\n]{0,100}--password-stdin)|\becho (?=[^\n|]{6,80}\| ?sudo -S)"
    r"|\becho [\"']?[\w.\-]{1,40}:(?=[^\n|]{6,80}\| ?chpasswd))[\"']?"
    r"(?P<value>(?:[^\s\"'<>$|\0/]|\$(?![A-Za-z_{(])){6,64})"
)
"""As commands take a password without a flag, or behind a short one."""
_COMMANDS = (
    "htpasswd", "net user", "rabbitmqctl", "mc alias", "ldap", "zip ", "sqlcmd", "ipmitool", "bcp ", "plink", "pscp",
    "psftp", "mongo", "pass ", " pass:", "cmdkey", "xfreerdp", "smbclient", "winexe", "sudo -S", "chpasswd",
    "net use", "openssl", "-stdin", "wpa_passphrase", "-key", "sexec", "SExec", "SEXEC",
)  # fmt: skip
"""What they cannot do without: looked for first, because that is fast."""
_GRANTED = re.compile(
    r"(?:(?:IDENTIFIED(?: WITH [\w\"'`]{1,40})? BY|identified by|(?:WITH|SET)(?: ENCRYPTED)? PASSWORD"
    r"|with password)\s{1,4}(?:=\s?)?"
    r"|PASSWORD\s?\(|\bsp_addlogin\s+(?:@\w+\s?=\s?)?N?'[^'\n\0]{1,60}',\s{0,4}(?:@\w+\s?=\s?)?)"
    r"N?'(?P<value>[^'\n\0]{4,100})'"
)
"""As databases are told the password of a user."""
_GRANTS = ("sp_addlogin", "IDENTIFIED", "identified by", "PASSWORD", "with password")
_AUTH = re.compile(
    r"\bAUTH (?:[A-Za-z][\w\-]{0,20} )?(?P<value>[^\s\"'<>\0]{6,200})(?=[\"']?[ \t\r]*(?:\n|\0|\Z|[;|&),]))"
)
"""As redis and mail servers are told who speaks."""
_CONNECT = re.compile(
    r"(?:\b(?:conn(?:ect)?|CONNECT|sqlplus|impdp|expdp|rman|sqlldr)\b[^\n\0@]{0,40}? [\w.\-$]{1,40}/|\w/(?=\"))"
    r"[\"']?(?P<value>(?<=[\"'])[^\"'\n\0]{4,64}|[^\s\"'/@\0]{4,64})[\"']?@[\w.\-;]"
)
"""`connect scott/"…"@db1`."""
_COLONS = re.compile(
    r"(?:^|(?<=[\n\0]))[\w.\-*;]{1,100}:(?:\d{2,5}|\*):[\w.\-*]{1,60}:[\w.\-*]{1,60}:(?P<value>[^\s:\0]{4,100})(?=\s|\0|\Z)"
)
"""`host:port:database:user:…`, as Postgres keeps passwords."""
_NAMED = (
    "password", "passwd", "pwd", "_pass", "-pass", "_pw", "key", "token", "secret", "_auth", "salt", "_pin", "psk",
    "hmac", "secret_id", "Token", "Password", "Secret", "_PASSWORD", "_KEY", "_TOKEN", "_SECRET", "_PASS", "_PWD",
)  # fmt: skip
_IN_A_COLUMN = re.compile(
    r"(?:[ ]{2,}|\t+|[ \t]*(?:=>|->|:=|→)[ \t]*)[\"']?(?P<value>[^\s\"'\0]{4,300})[\"']?[ \t]*(?=\r?\n|\0|\Z)"
)
_BEHIND_A_BLANK = re.compile(r"[ \t][\"']?(?P<value>[^\s\"'<>|,;()\[\]{}\0]{6,300})(?![(\[])")
_LINKED = re.compile(r" (?:to|is|as|with|=|was)(?= )")
_OF_A_PROGRAM = re.compile(r"[_\-.]|[a-z][A-Z]")
_SET = re.compile(r"(?:^|\n)[ \t]*(?:[$>#] )?(?:ENV|SetEnv|setenv|setx|set|config set) $")
"""`ENV DB_PASSWORD …`."""
_BEFORE_A_NAME = ("_", "-", ".", "\n", " ", "")
_TWO_COLUMNS = re.compile(r"[ \t]*[\w.\-]{1,60}(?:[ ]{2,}|\t+)\S[^\n]*$")
_NAME_BEFORE = re.compile(r"[A-Za-z][\w.\-]{1,60}\Z")
_LONGEST_NAME = 62
_LONGEST_LINE = 200
_LOOKS = ("mixed", "signed", "generated", "phrase")


def commands(text: str) -> Iterator[Span]:
    for found in _taken(text):
        if not is_placeholder(found["value"]) and not _is_said(found):
            yield Span(*found.span("value"), "SECRET")
    for found in _given(text):
        if _is_mixed(found["value"]):
            yield Span(*found.span("value"), "SECRET")
    for found in _told_a_server(text):
        if look_of(found["value"]) in _LOOKS:
            yield Span(*found.span("value"), "SECRET")
    for found in given_to_programs(text):
        if look_of(found["value"]) in _LOOKS or is_uuid(found["value"]):
            yield Span(*found.span("value"), "SECRET")
    for found in _KEY_ALONE.finditer(text) if " -u" in text or " --user" in text else ():
        if is_generated(found["value"]):
            yield Span(*found.span("value"), "SECRET")
    yield from _flags(text) if " -" in text or "\n-" in text else ()
    yield from _named(text)
    yield from arguments(text)


def _flags(text: str) -> Iterator[Span]:
    """`--db-password …`, `-ApiKey …`: what a flag takes is told by the words in its name."""
    for found in _FLAG.finditer(text):
        field, group = read_key(found["key"]), found.lastgroup or "value"
        value = found[group]
        if field.kind == "SECRET" and secret_test(field.form)(value) and (_is_mixed(value) or look_of(value)):
            yield Span(*found.span(group), "SECRET")


def _taken(text: str) -> Iterator[re.Match[str]]:
    """Where nothing but a secret can stand."""
    if "curl " in text or "http -" in text or "https -" in text:
        yield from _BASIC.finditer(text)
    if " >" in text and (" on " in text or " off " in text):
        yield from _ACL.finditer(text)
    if "sshpass" in text:
        yield from _SSHPASS.finditer(text)
    if any(word in text for word in _GRANTS):
        yield from _GRANTED.finditer(text)


def _given(text: str) -> Iterator[re.Match[str]]:
    """Where something else may stand as well."""
    if " -" in text or "user" in text or "alias" in text or "pass" in text:
        for line in lines_with(text, _COMMANDS):
            yield from _GIVEN.finditer(text, *line)
    if " -p" in text or " -a " in text:
        yield from _SHORT_FLAG.finditer(text)


def _told_a_server(text: str) -> Iterator[re.Match[str]]:
    if "AUTH " in text:
        yield from _AUTH.finditer(text)
    if ("@" in text and '/"' in text) or "onnect" in text or "CONNECT" in text or "sqlplus" in text:
        yield from _CONNECT.finditer(text)
    if ":*:" in text or "432:" in text or "pgpass" in text:
        yield from _COLONS.finditer(text)


def _is_said(found: re.Match[str]) -> bool:
    """`a library identified by 'name'`."""
    return found.group().startswith(("identified", "with")) and found["value"].isalpha() and found["value"].islower()


def _is_mixed(value: str) -> bool:
    wrong = is_placeholder(value) or value[:1] in "([{" or value.startswith(("/", "http", "--", "\\"))
    return not wrong and sum(bool(form.search(value)) for form in CLASSES) > 1 and "(" not in value[1:-1]


def _named(text: str) -> Iterator[Span]:
    """A name as programs have it and behind it, in a column of its own, a value."""
    for word in _NAMED:
        place = text.find(word)
        while place >= 0:
            end = place + len(word)
            if text[end : end + 1] in (" ", "\t") and (word[0] in "_-" or text[place - 1 : place] in _BEFORE_A_NAME):
                yield from _column(text, end)
            place = text.find(word, end)


def _column(text: str, end: int) -> Iterator[Span]:
    key = _NAME_BEFORE.search(text, max(0, end - _LONGEST_NAME), end)
    column = _IN_A_COLUMN.match(text, end)
    linked = _LINKED.match(text, end)
    found = column or _BEHIND_A_BLANK.match(text, linked.end() if linked else end)
    if key is None or found is None:
        return
    field, value = read_key(key.group()), found["value"]
    if not _OF_A_PROGRAM.search(key.group()):
        if column and _is_listed(text, key.start()) and _is_of_many_signs(field, value):
            yield Span(*found.span("value"), "SECRET")
        return
    if field.kind != "SECRET" or not secret_test(field.form)(value):
        return
    sure = is_written_secret(text, key.group(), field.form, value, found.end("value"))
    set_so = _SET.search(text, max(0, key.start() - 30), key.start()) and look_of(value)
    if sure and (column or set_so or look_of(value) in ("generated", "uuid")):
        yield Span(*found.span("value"), "SECRET")


def _is_of_many_signs(field: Field, value: str) -> bool:
    promised = field.kind == "SECRET" and secret_test(field.form)(value)
    return bool(promised) and sum(bool(form.search(value)) for form in CLASSES) > 2


def _is_listed(text: str, start: int) -> bool:
    """Whether a line begins there, and the one above or below it has two columns as well."""
    before = text.rfind("\n", max(0, start - _LONGEST_LINE), start)
    if text[before + 1 : start].strip():
        return False
    above = text[text.rfind("\n", max(0, before - _LONGEST_LINE), max(0, before)) + 1 : max(0, before)]
    after = text.find("\n", start, start + 2 * _LONGEST_LINE)
    below = text[after + 1 : after + _LONGEST_LINE].partition("\n")[0] if after > 0 else ""
    return any(_TWO_COLUMNS.match(line) for line in (above, below))
