"""Which addresses may be connected to: public ones, and private ones that the settings name."""

from __future__ import annotations

from collections.abc import Iterable
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import TypeAlias

from .names import Address, unmapped

Network: TypeAlias = IPv4Network | IPv6Network


def _table(*rows: tuple[str, str]) -> tuple[tuple[Network, str], ...]:
    return tuple((ip_network(network), words) for words, networks in rows for network in networks.split())


OPENABLE = _table(
    ("private", "10.0.0.0/8 172.16.0.0/12 192.168.0.0/16 fc00::/7"),
    ("loopback", "127.0.0.0/8 ::1/128"),
    ("link-local", "169.254.0.0/16 fe80::/10"),
    ("shared by a provider's customers", "100.64.0.0/10"),
    ("kept for benchmarks", "198.18.0.0/15 2001:2::/48"),
    ("kept for local NAT64", "64:ff9b:1::/48"),
)
"""Closed, but `allow_private` can name parts of them."""

CLOSED = _table(
    ("unspecified", "0.0.0.0/8 ::/128"),
    ("multicast", "224.0.0.0/4 ff00::/8"),
    ("broadcast", "255.255.255.255/32"),
    ("reserved", "240.0.0.0/4 192.0.0.0/24 192.88.99.0/24 2001::/23 100::/64 fec0::/10 5f00::/16"),
    ("kept for documentation", "192.0.2.0/24 198.51.100.0/24 203.0.113.0/24 2001:db8::/32 3fff::/20"),
    ("an IPv4 address inside IPv6 (compatible form)", "::/96"),
    ("an IPv4 address inside IPv6 (translated form)", "::ffff:0:0:0/96"),
    ("an IPv4 address inside IPv6 (6to4)", "2002::/16"),
)
"""Never connected to. Teredo lies in 2001::/23."""

METADATA = frozenset(
    map(
        ip_address,
        # 168.63.129.16 looks public; it is the wire server of every Azure machine.
        [
            "169.254.169.254",
            "169.254.170.2",
            "169.254.170.23",
            "100.100.100.200",
            "168.63.129.16",
            "192.0.0.192",
            "fd00:ec2::254",
            "fd00:ec2::23",
            "fd20:ce::254",
        ],
    )
)
"""Where clouds hand out a machine's credentials. Opening a network around them does not open them."""

_GLOBAL_UNICAST = IPv6Network("2000::/3")
_NAT64 = IPv6Network("64:ff9b::/96")


def forbidden(address: Address, opened: Iterable[Network] = ()) -> str | None:
    """Why an address may not be connected to, in words; None if it may."""
    address = unmapped(address)
    if address in METADATA:
        itself = ip_network(address)
        return None if itself in opened else "the metadata service of a cloud"
    if getattr(address, "scope_id", None):
        return "link-local"
    if any(address in network for network in opened):
        return None
    for network, words in (*CLOSED, *OPENABLE):
        if address in network:
            return words
    return _inside(address) if isinstance(address, IPv6Address) else _last_word(address)


def _inside(address: IPv6Address) -> str | None:
    if address in _NAT64:
        inner = IPv4Address(int(address) & 0xFFFF_FFFF)
        words = forbidden(inner)
        return words and f"{inner} inside IPv6 (NAT64), which is {words}"
    return _last_word(address) if address in _GLOBAL_UNICAST else "not in the range of public IPv6"


def _last_word(address: Address) -> str | None:
    """The standard library's list grows with the registries."""
    return None if address.is_global else "not public"


def can_be_opened(network: Network) -> bool:
    """Whether a network is one that `allow_private` is for."""
    if network.num_addresses == 1 and network.network_address in METADATA:
        return True
    return any(network.version == outer.version and _within(network, outer) for outer, _ in OPENABLE)


def _within(network: Network, outer: Network) -> bool:
    return network.network_address in outer and network.prefixlen >= outer.prefixlen
