"""Which addresses may be connected to."""

from __future__ import annotations

import random
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

import pytest

from sandgate.policy.egress.addresses import CLOSED, METADATA, OPENABLE, can_be_opened, forbidden

CLOSED_IPV4 = [
    "0.0.0.0",
    "0.1.2.3",
    "10.0.0.1",
    "100.64.0.1",
    "100.127.255.255",
    "127.0.0.1",
    "127.255.255.254",
    "168.63.129.16",
    "169.254.0.1",
    "169.254.169.254",
    "172.16.0.1",
    "172.31.255.255",
    "192.0.0.1",
    "192.0.2.1",
    "192.88.99.1",
    "192.168.1.1",
    "198.18.0.1",
    "198.51.100.1",
    "203.0.113.1",
    "224.0.0.1",
    "239.255.255.255",
    "240.0.0.1",
    "255.255.255.255",
]
CLOSED_IPV6 = [
    "::",
    "::1",
    "::7f00:1",
    "::ffff:0:7f00:1",
    "64:ff9b:1::1",
    "100::1",
    "2001::1",
    "2001:2::1",
    "2001:10::1",
    "2001:20::1",
    "2001:db8::1",
    "2002:808:808::1",
    "3fff::1",
    "4000::1",
    "5f00::1",
    "fc00::1",
    "fd00:ec2::254",
    "fd12:3456::1",
    "fe80::1",
    "fe80::1%eth0",
    "fec0::1",
    "ff02::1",
]
PUBLIC = ["1.1.1.1", "8.8.8.8", "93.184.215.14", "172.32.0.1", "100.128.0.1", "2606:4700::1111", "2a00:1450::1"]


@pytest.mark.parametrize("text", CLOSED_IPV4 + CLOSED_IPV6)
def test_an_address_that_is_not_public_is_closed(text: str) -> None:
    assert forbidden(ip_address(text))


@pytest.mark.parametrize("text", PUBLIC)
def test_a_public_address_is_open(text: str) -> None:
    assert forbidden(ip_address(text)) is None


@pytest.mark.parametrize("inner", CLOSED_IPV4)
def test_a_closed_ipv4_address_is_closed_in_every_ipv6_dress(inner: str) -> None:
    number = int(IPv4Address(inner))
    dresses = {
        "mapped": IPv6Address((0xFFFF << 32) | number),
        "compatible": IPv6Address(number),
        "translated": IPv6Address((0xFFFF << 48) | number),
        "6to4": IPv6Address((0x2002 << 112) | (number << 80) | 1),
        "teredo client": IPv6Address((0x2001_0000 << 96) | (int(IPv4Address("8.8.8.8")) << 64) | (number ^ 0xFFFFFFFF)),
        "teredo server": IPv6Address((0x2001_0000 << 96) | (number << 64)),
        "nat64": IPv6Address((0x64_FF9B << 96) | number),
        "local nat64": IPv6Address((0x64_FF9B_0001 << 80) | number),
    }

    assert [dress for dress, address in dresses.items() if not forbidden(address)] == []


def test_a_public_ipv4_address_is_open_in_the_dresses_networks_still_use() -> None:
    assert forbidden(ip_address("::ffff:8.8.8.8")) is None
    assert forbidden(ip_address("64:ff9b::8.8.8.8")) is None


def test_nothing_passes_that_the_standard_library_calls_special() -> None:
    chance = random.Random(5)  # the same addresses in every run
    passed: list[str] = []
    for address in [*_ipv4(chance, 20_000), *_ipv6(chance, 20_000)]:
        special = (
            address.is_private
            or address.is_loopback
            or address.is_link_local
            or address.is_multicast
            or address.is_reserved
            or address.is_unspecified
            or not address.is_global
        )
        mapped = isinstance(address, IPv6Address) and (address.ipv4_mapped or address in ip_network("64:ff9b::/96"))
        if special and not mapped and forbidden(address) is None:
            passed.append(str(address))

    assert passed == []


def test_what_is_closed_stands_in_a_table_or_is_not_global() -> None:
    chance = random.Random(6)
    tables = [network for network, _ in (*CLOSED, *OPENABLE)]
    wrong = [
        str(address)
        for address in _ipv4(chance, 20_000)
        if forbidden(address)
        and address.is_global
        and address not in METADATA
        and not any(address in network for network in tables)
    ]

    assert wrong == []


def test_the_edges_of_every_closed_network_are_closed() -> None:
    edges = [edge for network, _ in (*CLOSED, *OPENABLE) for edge in (network[0], network[-1])]

    assert [str(edge) for edge in edges if not forbidden(edge)] == []


def test_a_named_private_network_is_opened_and_its_neighbour_is_not() -> None:
    opened = [ip_network("10.1.0.0/16"), ip_network("fd00:1::/32")]

    assert forbidden(ip_address("10.1.2.3"), opened) is None
    assert forbidden(ip_address("::ffff:10.1.2.3"), opened) is None
    assert forbidden(ip_address("fd00:1::5"), opened) is None
    assert forbidden(ip_address("10.2.0.1"), opened)
    assert forbidden(ip_address("64:ff9b::10.1.2.3"), opened)


def test_opening_a_network_does_not_open_the_metadata_service_in_it() -> None:
    around = [ip_network("169.254.0.0/16"), ip_network("fd00::/8"), ip_network("100.64.0.0/10")]

    assert forbidden(ip_address("169.254.169.254"), around)
    assert forbidden(ip_address("::ffff:169.254.169.254"), around)
    assert forbidden(ip_address("fd00:ec2::254"), around)
    assert forbidden(ip_address("100.100.100.200"), around)
    assert forbidden(ip_address("169.254.169.254"), [ip_network("169.254.169.254/32")]) is None


@pytest.mark.parametrize("text", ["0.0.0.0/0", "::/0", "8.8.8.0/24", "10.0.0.0/7", "224.0.0.0/4", "0.0.0.0/8", "::/96"])
def test_only_private_networks_can_be_opened(text: str) -> None:
    assert not can_be_opened(ip_network(text))


def _ipv4(chance: random.Random, count: int) -> list[IPv4Address]:
    """Half anywhere, half near the tables."""
    networks = [network for network, _ in (*CLOSED, *OPENABLE) if network.version == 4]
    near = [int(chance.choice(networks)[0]) + chance.randrange(-300, 300) for _ in range(count // 2)]
    anywhere = [chance.getrandbits(32) for _ in range(count // 2)]
    return [IPv4Address(number % 2**32) for number in near + anywhere]


def _ipv6(chance: random.Random, count: int) -> list[IPv6Address]:
    networks = [network for network, _ in (*CLOSED, *OPENABLE) if network.version == 6]
    near = [int(chance.choice(networks)[0]) + chance.randrange(-300, 300) for _ in range(count // 4)]
    inside = [
        int(network[0]) | chance.getrandbits(128 - network.prefixlen)
        for network in chance.choices(networks, k=count // 4)
        if network.prefixlen < 128
    ]
    anywhere = [chance.getrandbits(128) for _ in range(count // 4)]
    unicast = [(1 << 125) | chance.getrandbits(125) for _ in range(count // 4)]
    return [IPv6Address(number % 2**128) for number in near + inside + anywhere + unicast]
