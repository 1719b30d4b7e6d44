"""Secrets that a word in running text announces: `the api key is …`, `with password …`, `--password …`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from .kinds import Span
from .secrets import CLASSES, is_placeholder, is_scrambled, is_words, looks_random
from .words import words

# fmt: off
_FOREIGN = (
    "passwort", "kennwort", "mot de passe", "contraseña", "contrasena", "senha", "wachtwoord", "hasło", "lösenord",
    "adgangskode", "passord", "salasana", "heslo", "пароль", "şifre", "jelszó",
)
# fmt: on
_SETTINGS = ("requirepass", "masterauth", "bindpw")
"""As servers call passwords in their settings, with a blank behind them."""
_PASSWORDS = (
    *("password", "passcode", "passphrase", "passwd", "pwd", "wifi pass", "wi-fi pass", "login pass", " pw"),
    *_SETTINGS,
    *_FOREIGN,
)
_KEYS = ("token", "secret", " key", "-key", "session id", "session cookie")
_OF_A_KEY = ("api", "access", "secret", "private", "auth", "bot", "signing", "encryption")
_FLAG = re.compile(
    r"(?<![\w\-])--?(?:[a-z]+-){0,2}(?:password|passwd|pwd|passphrase|token|secret|api-?key|access-key|secret-key)"
    r"[= ][\"']?(?P<value>(?:[^\s\"'<>$|\0]|\$(?![A-Za-z_{(])){4,200})"
)
_NAMED = re.compile(
    r"[_.\-](?<=[A-Za-z\d].)(?:key|token|secret|password|passwd|pwd)[ \t]+[\"']?"
    r"(?P<value>[^\s\"'<>|,;()\[\]{}\0]{12,200})(?![(\[])"
)
"""`aws configure set aws_secret_access_key …`: a name as programs have it, and a value behind a blank."""
_BASIC = re.compile(
    r"(?:-u|--user|--proxy-user)[= ][\"']?[\w.@\-]{1,64}:"
    r"(?P<value>(?:[^\s\"'<>$|\0]|\$(?![A-Za-z_{(])){4,200})"
)
# Some commands take a password behind a short flag; others take a port there.
_SHORT_FLAG = re.compile(
    r"\b(?:redis-cli\b[^\n\0|;]{0,80}? -a "
    r"|(?:(?:docker|podman|helm|oras|crane)\b[^\n\0|;]{0,20} login|sshpass|mysql(?:dump|admin)?|mariadb)\b"
    r"[^\n\0|]{0,80}? -p ?)[\"']?(?P<value>(?:[^\s\"'<>$|\0]|\$(?![A-Za-z_{(])){6,200})"
)
_GIVEN = re.compile(
    r"(?:\bhtpasswd -\w{0,4}n\w{0,4} \S{1,60} |\bhtpasswd -\w{0,4}b\w{0,4} \S{1,80} \S{1,60} |\bnet user \S{1,60} "
    r"|\brabbitmqctl (?:add_user|change_password) \S{1,60} |\bmc alias set \S{1,60} \S{1,100} \S{1,60} "
    r"|\bldap(?:search|add|modify|delete|passwd|whoami)\b[^\n\0|;]{0,160}? -w |\bzip\b[^\n\0|;]{0,60}? -P ?"
    r"|\b(?:sqlcmd|ipmitool|unzip|bcp)\b[^\n\0|;]{0,120}? -P ?|\b(?:plink|pscp|psftp)\b[^\n\0|;]{0,80}? -pw "
    r"|\bmongo(?:sh|dump|restore)?\b[^\n\0|;]{0,120}? -p |-(?:store|key|src|dest)pass |\bpass(?:in|out)? pass:"
    r"|\bcmdkey\b[^\n\0]{0,100}/pass:|\bxfreerdp\b[^\n\0]{0,100}/p:"
    r"|\b(?:smbclient|winexe)\b[^\n\0]{0,80}-U [\w\\/.]{1,40}%"
    r"|\becho (?=[^\n|]{6,80}\| ?sudo -S)|\becho [\"']?[\w.\-]{1,40}:(?=[^\n|]{6,80}\| ?chpasswd))[\"']?"
    r"(?P<value>(?:[^\s\"'<>$|\0/]|\$(?![A-Za-z_{(])){6,64})"
)
"""As commands take a password without a flag, or behind a short one."""
_COMMANDS = (
    "htpasswd", "net user", "rabbitmqctl", "mc alias", "ldap", "zip ", "sqlcmd", "ipmitool", "bcp ", "plink", "pscp",
    "psftp", "mongo", "pass ", " pass:", "cmdkey", "xfreerdp", "smbclient", "winexe", "sudo -S", "chpasswd",
)  # fmt: skip
"""What they cannot do without: looked for first, because that is fast."""
_AS = re.compile(
    r"\b(?:use|using|with|enter|try|type) [\"'`]?(?P<value>[^\s\"'`<,;\0]{6,64})[\"'`]?"
    r" as (?:the |your |a |my )?(?:new |temporary )?(?:pass(?:word|code|phrase)?|pw|pwd)\b",
    re.I,
)
_WIRELESS = re.compile(
    r"\b(?:ssid|wi-?fi|wlan)\b[^\n\0]{1,60}? (?:pass|pw|psk):? (?P<value>[^\s\"'`<,;\0]{6,63})", re.I
)
"""`Guest wifi: SSID Visitors, pass …`."""
_SHORT = re.compile(r"(?<![\w/.\-])p(?:w|ass)(?= is )", re.I)
_GRANTED = re.compile(
    r"(?:IDENTIFIED(?: WITH [\w\"'`]{1,40})? BY|identified by|(?:WITH|SET)(?: ENCRYPTED)? PASSWORD|with password)"
    r"\s{1,4}(?:=\s?)?'(?P<value>[^'\n\0]{4,100})'"
)
"""As databases are told the password of a user."""
_VALUE = re.compile(
    r"(?P<link> [\-–→] "
    r"|(?: [\w@.\-]{2,30}){0,4}? (?:is|was|to|as|ist|lautet|est|es|é|è|är|er|to jest|je|on)(?: now)?:? "
    r"| (?:provisional|temporal|nueva|temporaire|provisoire|nouveau|provvisoria|temporanea|nuova|provisória|temporária"
    r"|nova|inicial|initial|iniziale|tijdelijk|tymczasowe|tillfälliga|midlertidig) "
    r"| (?:for|of|on|to|für|pour|para|per|voor|do|da|de|del|du|van|för|til|для)(?: [\w@.\-]{1,30}){1,7}(?::| =) | )"
    r"[\"'`]?(?P<value>(?:[^\s\"'`<,;\0]|<(?![/!A-Za-z])){6,200})"
)
_COLON = re.compile(r"(?: [\w\-'’]{1,20}){0,8} ?: [\"'`]?(?P<value>(?:[^\s\"'`<,;\0]|<(?![/!A-Za-z])){6,200})")
_ENCLOSED = re.compile(
    r"(?: (?:id|key|value|cookie|token|was|is|were|ist|war|lautet|est|était|es|era|è))* ?"
    r"(?:\(`?(?P<bracketed>[^\s`()<>\0]{20,200})`?\)|`(?P<quoted>[^\s`<>\0]{20,200})`)"
)
"""`its secret (…)`, `the session id was `…``."""
_CAPITAL_INSIDE = re.compile(r"[a-z][A-Z]")
_TECHNICAL = re.compile(
    r"(?:sha|md|base|utf|pbkdf|aes|rsa|bcrypt|argon)[\-_]?\d{1,3}(?!\d)|v\d{1,3}(?![a-z\d])|\d{1,4}(?:[\-_]|\.\d|[a-z]{0,4}$)",
    re.I,
)
"""`sha256`, `base64-encoded`, `PBKDF2`: words about passwords."""


# A name and a password side by side: then a plain word may be one, if it is not the name of a type or a variable.
_LOGIN = re.compile(
    r"(?<![\w.])(?:(?:user(?:name)?|login|u): ?(?P<user>[\w@.\-]{2,40}),? (?:password|passwd|pass|pwd|pw|p): ?"
    r"|(?:user(?:name)?|login) is (?P<name>[\w@.\-;]{2,60}),? (?:and )?(?:the )?"
    r"(?:password|passwd|pass|pwd|pw)(?: is|:)? )"
    r"(?P<value>[^\s,;:\"'()<>{}\[\]\0]{4,64})(?![\w(\[.])",
    re.I,
)
# A line that is nothing else: `login snoop pw biggreenhat`, as people pass logins on. It is looked for by its middle.
_MIDDLE = re.compile(r"[Pp](?<=[ \t].)(?:ass(?:[Ww]or|w)?d?|wd|w)[ \t]+\S")
_BARE_LOGIN = re.compile(
    r"[ \t>*\-]*(?:machine[ \t]+\S{1,100}[ \t]+)?"
    r"(?:user(?:name)?|login)[ \t]+(?P<user>[\w@.\-]{2,40})(?P<name>),?[ \t]+(?:password|passwd|pass|pwd|pw)[ \t]+"
    r"(?P<value>[^\s,;:\"'()<>{}\[\]\0]{4,64})[ \t]*(?=[\r\n\0]|\Z)",
    re.I,
)
# `log in as jane@example.org / S3cret!`. Semicolons stand where something was found already.
_SLASHED = re.compile(
    r"\b(?:log(?:ged|ging)?[ \-]?in|sign(?:ed|ing)?[ \-]?in|credentials|creds|zugangsdaten|anmeldedaten|login-?daten"
    r"|identifiants|accès|credenciales|acceso|credenziali|accesso|inloggegevens|credenciais|acesso|dane logowania)"
    r"(?: (?:as|with|is|are|using))?:? [\"'`]?"
    r"(?P<user>[\w@.+\-;]{2,60})[\"'`]?(?: ?/ ?| (?:with|using|and|mit|avec|con|com|met) )[\"'`]?"
    r"(?P<value>[^\s,;:\"'`()<>{}\[\]\0/]{6,64})",
    re.I,
)
# What a login cannot do without: looked for first, because that is fast.
_SECOND = ("passw", "pass:", " pass ", "pwd", "pw:", " pw ", "p:")
_FIRST = (
    "login",
    "log in",
    "log-in",
    "logg",
    "sign",
    "cred",
    "daten",
    "identifiants",
    "acc",
    "inlog",
    "acesso",
    "dane l",
)
_FIELDS = re.compile(r"\||\w=|HTTP/\d")
"""Other fields of a line of a log."""
_MEMBER = re.compile(r"[a-z_]\w*(?:\.[A-Za-z_]\w*)+$")
_LONGEST_LINE = 200
_TWO = 2
_OUTPUT = re.compile(r"[^\n\0]{0,160}\n(?P<value>[\w+/=.\-!@#$%^&*~]{12,200})[ \t]*(?=\r?\n|\0|\Z)")
_HASH = re.compile(r"(?:sha\d{1,3}:)?[0-9a-f]{12,128}|[0-9A-Z]+")
"""Of a commit, an image or a container."""
_PROMPT = re.compile(r"(?:[\w.@:~/\-\[\]() ]{0,60}[$#%>❯➜])[ \t]")
_TYPES = words("""
    str string text bytes none null true false password passwd pass secret optional required the your any
    and or plus with field fields incorrect invalid missing wrong expired authentication prompt only
""")


def logins_in_words(text: str) -> Iterator[Span]:
    """`username: ann password: crickets`."""
    lowered = text.lower()
    named = _LOGIN.finditer(text) if any(word in lowered for word in _SECOND) else ()
    for found in (*named, *_bare_logins(text)):
        user = found["user"] or found["name"]
        plain = {user.lower(), found["value"].lower()} & _TYPES or _MEMBER.match(found["value"])
        if not plain and not is_placeholder(found["value"]):
            yield Span(found.start("value"), found.end("value"), "SECRET")
    for found in _SLASHED.finditer(text) if any(word in lowered for word in _FIRST) else ():
        if _classes(found["value"]) > 2 or (_classes(found["value"]) > 1 and looks_random(found["value"])):
            yield Span(found.start("value"), found.end("value"), "SECRET")


def _bare_logins(text: str) -> Iterator[re.Match[str]]:
    for middle in _MIDDLE.finditer(text):
        nearest = max(0, middle.start() - _LONGEST_LINE)
        line = max(text.rfind("\n", nearest, middle.start()), text.rfind("\0", nearest, middle.start())) + 1
        found = _BARE_LOGIN.match(text, line) if line or not nearest else None
        if found:
            yield found


def spoken(text: str) -> Iterator[Span]:
    if "curl " in text:
        for found in _BASIC.finditer(text):
            if not is_placeholder(found["value"]):
                yield Span(found.start("value"), found.end("value"), "SECRET")
    for found in _GRANTED.finditer(text):
        if not is_placeholder(found["value"]):
            yield Span(found.start("value"), found.end("value"), "SECRET")
    given = _GIVEN.finditer(text) if any(word in text for word in _COMMANDS) else ()
    for found in (*given, *(_AS.finditer(text) if " as " in text else ())):
        if _is_password(found["value"], linked=True):
            yield Span(found.start("value"), found.end("value"), "SECRET")
    for found in _SHORT.finditer(text) if " is " in text else ():
        yield from _said(text, found.end(), password=True)
    for found in _WIRELESS.finditer(text) if " p" in text else ():
        value = found["value"].rstrip(".,;:?)")
        if _is_password(value, linked=True):
            yield Span(found.start("value"), found.start("value") + len(value), "SECRET")
    for found in _SHORT_FLAG.finditer(text) if " -p" in text or " -a " in text else ():
        if not _is_text(found["value"]) and _classes(found["value"]) > 1:
            yield Span(found.start("value"), found.end("value"), "SECRET")
    for found in _NAMED.finditer(text):
        if looks_random(found["value"]) and not _is_text(found["value"]) and _classes(found["value"]) > 2:
            yield Span(found.start("value"), found.end("value"), "SECRET")
    lowered = text.lower()
    if len(lowered) != len(text):  # a few letters become two
        lowered = text
    for word in (*_PASSWORDS, *_KEYS):
        place = lowered.find(word)
        while place >= 0:
            end = place + len(word)
            path = place > 0 and lowered[place - 1] in "/\\"  # `/etc/passwd`
            if not path and (word in _PASSWORDS or _announces_a_key(lowered, word, place)):
                yield from _said(text, end, password=word in _PASSWORDS)
                yield from _after_a_colon(text, end) if word in _FOREIGN else ()
                yield from _enclosed(text, end)
                yield from _behind_a_flag(text, place, end)
                yield from _printed(text, end)
            place = lowered.find(word, end)


def _announces_a_key(lowered: str, word: str, place: int) -> bool:
    return word[0] not in " -" or lowered[max(0, place - 12) : place].endswith(_OF_A_KEY)


def _said(text: str, end: int, *, password: bool) -> Iterator[Span]:
    found = _VALUE.match(text, end)
    if found:
        value = found["value"].rstrip(".,;:?)>")
        if _is_password(value, linked=bool(found["link"].strip())) if password else _is_key(value):
            yield Span(found.start("value"), found.start("value") + len(value), "SECRET")


def _after_a_colon(text: str, end: int) -> Iterator[Span]:
    """`Votre mot de passe : …`. In English it may be code, which is read elsewhere."""
    found = _COLON.match(text, end)
    value = found["value"].rstrip(".,;:?)>") if found else ""
    if found and _is_password(value, linked=True):
        yield Span(found.start("value"), found.start("value") + len(value), "SECRET")


def _enclosed(text: str, end: int) -> Iterator[Span]:
    """Names stand between brackets as well: only what has capitals, small letters and digits counts."""
    found = _ENCLOSED.match(text, end)
    group = found.lastgroup if found else None
    if found and group and _classes(found[group]) > _TWO and looks_random(found[group], 20):
        yield Span(*found.span(group), "SECRET")


def _behind_a_flag(text: str, place: int, end: int) -> Iterator[Span]:
    """`--password s3cret`, `--api-key=…`, as on a command line."""
    if text[end : end + 1] not in (" ", "=") or text.find("-", max(0, place - 20), place) < 0:
        return
    found = _FLAG.search(text, max(0, place - 20), end + 202)
    if found and not _is_text(found["value"]) and (_classes(found["value"]) > 1 or looks_random(found["value"])):
        yield Span(found.start("value"), found.end("value"), "SECRET")


def _printed(text: str, end: int) -> Iterator[Span]:
    """`$ kubectl get secret db -o jsonpath=… | base64 -d` and, on the next line, nothing but what it printed."""
    found = _OUTPUT.match(text, end)
    if found is None or _HASH.fullmatch(found["value"]) or not looks_random(found["value"]):
        return
    line = text[text.rfind("\n", max(0, end - _LONGEST_LINE), end) + 1 : end]
    if _PROMPT.match(line):
        yield Span(found.start("value"), found.end("value"), "SECRET")


def _is_key(value: str) -> bool:
    return not _is_text(value) and "." not in value and looks_random(value, 16)


def _is_password(value: str, *, linked: bool) -> bool:
    """Without `is` between them, a word after `password` needs more than one digit: no word is written that way."""
    if not linked and _FIELDS.search(value):
        return False
    if linked and is_scrambled(value):
        return True
    if len(value) < 6 or _is_text(value) or _TECHNICAL.match(value) or _classes(value) < 2:
        return False
    if linked and value.isalpha():
        return len(value) > 7 and bool(_CAPITAL_INSIDE.search(value)) and not is_words(value)
    return len(CLASSES[2].findall(value)) >= (1 if linked else 2) or _classes(value) > 2


def _is_text(value: str) -> bool:
    return (
        is_placeholder(value) or value[:1] in "([{" or "(" in value[1:-1] or value.startswith(("/", "http", "--", "\\"))
    )


def _classes(value: str) -> int:
    return sum(bool(form.search(value)) for form in CLASSES)
