"""Keys in the settings of routers, firewalls and VPNs, as Cisco, Juniper, Fortinet, Huawei and others write them.

What such a device shows as encrypted can mostly be turned back: Cisco's type 7, `$9$…` of Junos, `ENC …` of FortiOS.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..kinds import Span
from .looks import look_of
from .marked import is_placeholder, is_scrambled

_TYPES = (
    r"[05-9]|8a|10|ENC|encrypted|(?:irreversible-)?cipher|simple|clear|plain|ascii-text|ascii|hexadecimal|hex|text"
    r"|sha\d{0,3}|md5"
)
_VALUE = r"(?P<mark>[\"']?)(?!type=)(?P<value>[^\s\"'<>;\0][^\s\"'<>\0]{3,400}?)(?=;?(?P=mark)(?:[;\s\0]|\Z))"
_GIVEN = rf"(?:(?P<type>{_TYPES}) )?{_VALUE}"
_ENDS = r"(?=[\"';]{0,2}[ \t\r]*(?:\n|\0|\Z))"
_FORMS: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (hint, re.compile(form))
    for hint, form in (
        ("isakmp key ", r"isakmp key " + _GIVEN),
        (
            "pre-shared-key ",
            r"pre-shared-key (?:(?:address|hostname) \S{3,80} (?:\S{7,40} )?)?(?:(?:key|local|remote) )?" + _GIVEN,
        ),
        ("shared-key ", r"shared-key " + _GIVEN),
        ("-server", r"(?:tacacs|radius|aaa|ldap|tacplus)-server\b[^\n\0]{0,160}? (?:key|secret) " + _GIVEN),
        ("failover ", r"failover (?:ipsec pre-shared-)?key " + _GIVEN),
        ("key-string ", r"key-string " + _GIVEN),
        ("-digest-key ", r"message-digest-key \d{1,3} md5 " + _GIVEN),
        (
            "authentication-key ",
            r"authentication-key (?:\d{1,5} (?:md5|sha\d?|hmac-\S{3,12}|cmac-\S{3,12}) )?" + _GIVEN,
        ),
        ("authentication ", r"authentication (?:md5 \d{1,3} key|simple-password|text) " + _GIVEN),
        ("snmp-server ", r"snmp-server user [^\n\0]{1,100}? auth (?:sha|md5)\S{0,5} (?:\d{3} )?" + _GIVEN),
        ("snmp-server ", r"snmp-server user [^\n\0]{1,200}? priv (?:3?des|aes)\S{0,5} (?:\d{3} )?" + _GIVEN),
        ("snmp-server ", r"snmp-server host \S{3,60} (?:(?:traps|informs) )?(?:version (?:1|2c) )?" + _GIVEN),
        ("password ", rf"password (?P<type>{_TYPES}) {_VALUE}{_ENDS}"),
        ("secret ", rf"secret (?P<type>{_TYPES}) {_VALUE}{_ENDS}"),
        (
            "    set ",
            r"    set (?:psksecret|passw(?:or)?d|secret|passphrase|sae-password|auth-pwd|priv-pwd|[\w\-]{0,20}key) "
            + _GIVEN
            + _ENDS,
        ),
        (": PSK ", r": PSK " + _GIVEN),
        (": EAP ", r": EAP " + _GIVEN),
        (": XAUTH ", r": XAUTH " + _GIVEN),
        (": RSA ", r": RSA \S{3,60} " + _GIVEN),
    )
)
"""A mark that is quickly looked for, and what stands around the key. They begin with plain letters: that is fast."""
_BELOW_A_SERVER = re.compile(
    r"(?:aaa-server|(?:radius|tacacs)[ \-]server) [^\n]{2,80}\n(?:[ \t]++[^\n]{0,80}\n){0,6}[ \t]++key " + _GIVEN
)
_OF_A_TUNNEL = re.compile(
    r"^(?:[a-z][\w\-]{0,14}\t)?(?:(?P<private>[A-Za-z\d+/]{43}=)\t[A-Za-z\d+/]{43}=\t\d{1,5}\t(?:off|0x[0-9a-f]{1,8})"
    r"|[A-Za-z\d+/]{43}=\t(?P<shared>[A-Za-z\d+/]{43}=)\t[^\n]{1,400}\t(?:off|\d{1,5}))[ \t\r]*$",
    re.M,
)
"""The private key of WireGuard before the public one, and what it shares with others behind theirs: `wg show`."""
_COMMUNITY = re.compile(
    r"(?:\bsnmp-server community|\bset snmp community|^[ \t]{0,8}r[ow]community6?)[ \t]{1,4}[\"']?"
    r"(?!(?:public|private)\b)(?P<value>[^\s\"'<>{}$\0]{4,64})[\"']?"
    r"(?:[ \t]+(?:view \S{1,40} )?(?:RO|RW|ro|rw|operator|manager|authorization|default)\b|[ \t]+[\d.:/;]{7,43}(?!\S)"
    r"|[ \t]*\r?$)",
    re.M,
)
"""Who may ask a device how it is: nothing else stands there, so that any word is one, but for those of all makers."""
_TURNED_BACK = re.compile(r"(?<![\w$])\$[89]\$(?=[^\s$]{0,40}[A-Z])(?=[^\s$]{0,40}[a-z])[\w./$\-]{6,300}(?<![.\-])")
"""`$9$…`: not hashed but hidden, by Junos; hashed, by Cisco."""
_OF_PAN = re.compile(r"-AQ==[A-Za-z0-9+/]{20,120}={0,2}[A-Za-z0-9+/]{0,400}={0,2}")
"""As PAN-OS shows what it encrypted."""
_ROW = re.compile(
    r"^(?P<client>[^\s#\0][^\s\0]{0,60})[ \t]+[^\s\0]{1,60}[ \t]+(?P<mark>[\"']?)(?P<value>[^\s\"'\0]{4,100})(?P=mark)"
    r"[ \t]+(?:\*|;|\d{1,3}\.)[^\n\0]{0,60}$",
    re.M,
)
"""A client, a server, a secret and an address, as `pppd` keeps them."""
_ROWS = re.compile(r"(?:chap|pap)-secrets|# ?client[ \t]+server[ \t]+secret")
_SHOWN_ENCRYPTED = ("5", "6", "7", "8", "8a", "9", "10", "ENC", "encrypted", "cipher", "irreversible-cipher")
_LOOKS = ("mixed", "signed", "generated", "weak")
_SHORTEST = 7


def devices(text: str) -> Iterator[Span]:
    for hint, form in _FORMS:
        for found in form.finditer(text) if hint in text else ():
            yield from _judged(found)
    for found in _BELOW_A_SERVER.finditer(text) if "server " in text and "key " in text else ():
        yield from _judged(found)
    for found in _COMMUNITY.finditer(text) if "community" in text else ():
        if not is_placeholder(found["value"]):
            yield Span(*found.span("value"), "SECRET")
    for found in _OF_A_TUNNEL.finditer(text) if "=\t" in text else ():
        yield Span(*found.span(found.lastgroup or 0), "SECRET")
    for found in _TURNED_BACK.finditer(text) if "$9$" in text or "$8$" in text else ():
        yield Span(*found.span(), "SECRET")
    for found in _OF_PAN.finditer(text) if "-AQ==" in text else ():
        yield Span(*found.span(), "SECRET")
    if "server" in text and _ROWS.search(text):
        for found in _ROW.finditer(text):
            if look_of(found["value"]) in _LOOKS:
                yield Span(*found.span("value"), "SECRET")


def _judged(found: re.Match[str]) -> Iterator[Span]:
    value = found["value"]
    shown = found["type"] in _SHOWN_ENCRYPTED and any(map(str.isdigit, value))  # `password 8 characters`
    if not is_placeholder(value) and (shown or _is_thought_of(value)):
        yield Span(*found.span("value"), "SECRET")


def _is_thought_of(value: str) -> bool:
    """Nothing but a key stands there, so that a letter and a digit are enough; a word may belong to the command."""
    both = len(value) >= _SHORTEST and any(map(str.isdigit, value)) and any(map(str.isalpha, value))
    return both or look_of(value) in _LOOKS or is_scrambled(value)
