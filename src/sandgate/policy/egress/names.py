"""Hosts, ports and targets as a program or a settings file writes them, brought to one form."""

from __future__ import annotations

import re
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import TypeAlias

Address: TypeAlias = IPv4Address | IPv6Address
_LABEL = re.compile(r"[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?")
_NUMBER = re.compile(r"[0-9]+|0x[0-9a-f]*")
_AUTHORITY = re.compile(r"(?P<host>\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]+)(?::(?P<port>[0-9]{1,5}))?")
_HTTP = re.compile(r"http://(?P<authority>[^/?#]*)(?P<path>[^#]*)", re.IGNORECASE)
_SPELT_TWO_WAYS = frozenset("ßς\u200c\u200d")
"""Characters that the two editions of IDNA turn into different names."""
LONGEST_NAME = 253
SHOWN = 80


@dataclass(frozen=True, slots=True)
class Host:
    """A name in lower case without its last dot, or an address."""

    text: str
    address: Address | None = None

    def at(self, port: int, usual: int | None = None) -> str:
        """As it stands in an address: `name`, `name:8443`, `[::1]:8443`."""
        host = f"[{self.text}]" if ":" in self.text else self.text
        return host if port == usual else f"{host}:{port}"


@dataclass(frozen=True, slots=True)
class Target:
    """Where a program wants to go. A tunnel has no path."""

    host: Host
    port: int
    path: str | None = None

    @property
    def is_tunnel(self) -> bool:
        return self.path is None

    def __str__(self) -> str:
        return self.host.at(self.port)


def host_of(text: str) -> Host:
    """The host a text names; ValueError says what is wrong with it. Non-ASCII names come as `xn--` or not at all."""
    if text.startswith("[") and text.endswith("]") and ":" in text:
        return _literal(text[1:-1])
    name = text.lower().removesuffix(".")
    labels = name.split(".")
    if not name.isascii() or len(name) > LONGEST_NAME or not all(map(_LABEL.fullmatch, labels)):
        raise ValueError(f"{shown(text)} is not a host name")
    if _NUMBER.fullmatch(labels[-1]):  # 127.1, 0x7f.1 and 2130706433 are addresses to a resolver
        return _literal(name)
    return Host(name)


def _literal(text: str) -> Host:
    try:
        if "%" in text:
            raise ValueError("zone")
        address = unmapped(ip_address(text))
    except ValueError:
        raise ValueError(f"{shown(text)} is not an address in its usual form") from None
    return Host(str(address), address)


def unmapped(address: Address) -> Address:
    """The IPv4 address inside `::ffff:…`: it is what is connected to."""
    return (address.ipv4_mapped or address) if isinstance(address, IPv6Address) else address


def host_in_settings(text: str) -> Host:
    """As `host_of`, for a name a person wrote: it may have letters of any script, an IPv6 address needs no brackets."""
    if ":" in text:
        return host_of(text) if text.startswith("[") else _literal(text)
    if text.isascii():
        return host_of(text)
    if _SPELT_TWO_WAYS & set(text):
        raise ValueError(f"{text} can be spelt in two ways; write it in its xn-- form")
    try:
        return host_of(text.encode("idna").decode("ascii"))
    except UnicodeError:
        raise ValueError(f"{text} is not a host name; write it in its xn-- form") from None


def split_authority(text: str) -> tuple[Host, int | None]:
    """`host`, `host:port` or `[v6]:port`; ValueError for anything else, a user name in front included."""
    if "@" in text:
        raise ValueError("a user name in an address is not taken; send it in an Authorization header")
    found = _AUTHORITY.fullmatch(text)
    if found is None:
        raise ValueError(f"{shown(text)} is not a host with a port")
    return host_of(found["host"]), None if found["port"] is None else port_of(found["port"])


def port_of(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) <= 5 and 0 < int(text) < 65536):
        raise ValueError(f"port {shown(text)} is not between 1 and 65535")
    return int(text)


def tunnel_target(text: str) -> Target:
    """What CONNECT asks for."""
    host, port = split_authority(text)
    if port is None:
        raise ValueError("CONNECT needs host:port")
    return Target(host, port)


def request_target(text: str) -> Target:
    """What any other method asks for: `http://host/path`, as it is sent to a proxy."""
    if text.lower().startswith("https://"):
        raise ValueError("https goes through CONNECT")
    found = _HTTP.fullmatch(text)
    if found is None:
        raise ValueError("this is a proxy; ask for http://host/path or CONNECT host:port")
    host, port = split_authority(found["authority"])
    path = found["path"]
    return Target(host, port or 80, path if path.startswith("/") else f"/{path}")


def shown(text: str) -> str:
    """A hostile text, safe to print."""
    safe = text.encode("ascii", "backslashreplace").decode("ascii")
    return repr(safe if len(safe) <= SHOWN else f"{safe[:SHOWN]}...")
