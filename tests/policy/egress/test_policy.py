"""The table `[network]`: what it allows, and what is said about a mistake in it."""

from __future__ import annotations

from typing import Any

import pytest

from sandgate.errors import ConfigError
from sandgate.policy.egress import NetworkLimits, NetworkPolicy, policy_of
from sandgate.policy.egress.names import request_target, tunnel_target
from sandgate.policy.egress.refusals import Refused


def refusal(policy: NetworkPolicy, where: str) -> str:
    """The rule that refuses a target; nothing if it may pass."""
    try:
        policy.permit(request_target(where) if where.startswith("http") else tunnel_target(where))
    except Refused as refused:
        return refused.rule
    return ""


def test_an_empty_table_denies_everything() -> None:
    assert refusal(policy_of({}), "example.com:443") == "host"


@pytest.mark.parametrize(
    ("entry", "where", "rule"),
    [
        ("api.github.com", "api.github.com:443", ""),
        ("api.github.com", "API.GitHub.com:443", ""),
        ("API.GitHub.com", "api.github.com:443", ""),
        ("api.github.com", "api.github.com.:443", ""),
        ("api.github.com.", "api.github.com:443", ""),
        ("api.github.com", "http://api.github.com/x", ""),
        ("api.github.com", "github.com:443", "host"),
        ("api.github.com", "x.api.github.com:443", "host"),
        ("api.github.com", "api.github.com.evil.test:443", "host"),
        ("api.github.com", "xapi.github.com:443", "host"),
        ("api.github.com", "api.github.com:8443", "port"),
        ("api.github.com", "api.github.com:22", "port"),
        ("api.github.com", "http://api.github.com:443/", "port"),
        ("*.example.com", "a.example.com:443", ""),
        ("*.example.com", "a.b.c.example.com:443", ""),
        ("*.example.com", "example.com:443", "host"),
        ("*.example.com", "notexample.com:443", "host"),
        ("*.example.com", "a.example.com.evil.test:443", "host"),
        ("*.com", "example.com:443", ""),
        ("example.com:8443", "example.com:8443", ""),
        ("example.com:8443", "http://example.com:8443/", ""),
        ("example.com:8443", "example.com:443", "port"),
        ("*.example.com:8443", "a.example.com:8443", ""),
        ("*", "anything.test:443", ""),
        ("*", "8.8.8.8:443", "host"),
        ("*", "[2606:4700::1111]:443", "host"),
        ("8.8.8.8", "8.8.8.8:443", ""),
        ("8.8.8.8", "[::ffff:8.8.8.8]:443", ""),
        ("8.8.8.8", "8.8.4.4:443", "host"),
        ("2606:4700:0::1111", "[2606:4700::1111]:443", ""),
        ("[2606:4700::1111]:8443", "[2606:4700::1111]:8443", ""),
        ("bücher.example", "xn--bcher-kva.example:443", ""),
        ("github.com", "xn--gthub-n2a.com:443", "host"),
        ("ｅxample.com", "example.com:443", ""),
    ],
)
def test_an_entry_lets_through_what_it_names_and_nothing_beside_it(entry: str, where: str, rule: str) -> None:
    assert refusal(policy_of({"allow": [entry]}), where) == rule


def test_the_same_host_can_be_listed_with_several_ports() -> None:
    policy = policy_of({"allow": ["example.com", "example.com:8443"]})

    assert [refusal(policy, f"example.com:{port}") for port in (80, 443, 8443, 22)] == ["", "", "", "port"]


def test_an_entry_may_have_a_rate_of_its_own() -> None:
    policy = policy_of({"allow": [{"host": "example.com", "requests_per_minute": 5}]})

    assert policy.permit(tunnel_target("example.com:443")).requests_per_minute == 5


def test_names_below_a_domain_share_one_rate_and_any_host_has_its_own() -> None:
    below, anything = policy_of({"allow": ["*.example.com", "*"]}).allow
    first, second = tunnel_target("a.example.com:443").host, tunnel_target("b.example.com:443").host

    assert below.counted_as(first) == below.counted_as(second)
    assert anything.counted_as(first) != anything.counted_as(second)


def test_limits_are_taken_over() -> None:
    policy = policy_of({"connections": 3, "transfer_mb": 0.5, "plain_tunnels": True})

    assert policy.limits == NetworkLimits(connections=3, transfer_mb=0.5)
    assert policy.plain_tunnels


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"alow": []}, "network.alow is not a setting; allow?"),
        ({"allow": "example.com"}, "network.allow must be a list"),
        ({"allow": ["example.com", 5]}, r"network.allow \(number 2\) must be a host"),
        ({"allow": ["https://example.com"]}, "without scheme"),
        ({"allow": ["8.8.8.0/24"]}, "without scheme, path or prefix length"),
        ({"allow": ["example.com:0"]}, "port '0' is not between 1 and 65535"),
        ({"allow": ["example.com:65536"]}, "port '65536'"),
        ({"allow": ["example.com:http"]}, "port 'http'"),
        ({"allow": ["exa mple.com"]}, "'exa mple.com' is not a host name"),
        ({"allow": ["a..b"]}, "'a..b' is not a host name"),
        ({"allow": [""]}, "'' is not a host name"),
        ({"allow": ["*.8.8.8.8"]}, r"\* in front of an address"),
        ({"allow": ["a.*.com"]}, "is not a host name"),
        ({"allow": ["127.1"]}, "not an address in its usual form"),
        ({"allow": ["straße.example"]}, "two ways"),
        ({"allow": [{"host": "a.test", "rate": 1}]}, r"network.allow \(number 1\).rate is not a setting"),
        ({"allow": [{"requests_per_minute": 1}]}, r"network.allow \(number 1\).host must be"),
        ({"allow": [{"host": "a.test", "requests_per_minute": 0}]}, "must be more than 0"),
        ({"allow_private": ["10.0.0.1/8"]}, "has host bits set"),
        ({"allow_private": ["0.0.0.0/0"]}, "does not lie inside one private network"),
        ({"allow_private": [10]}, "must hold networks"),
        ({"connections": 0}, "network.connections must be more than 0"),
        ({"connections": 1.5}, "network.connections must be a whole number"),
        ({"connections": True}, "network.connections must be a whole number"),
        ({"transfer_mb": float("inf")}, "network.transfer_mb must be more than 0"),
        ({"transfer_mb": "10"}, "network.transfer_mb must be a number"),
        ({"plain_tunnels": "no"}, "network.plain_tunnels must be true or false"),
    ],
)
def test_a_mistake_is_named_with_its_key(options: dict[str, Any], words: str) -> None:
    with pytest.raises(ConfigError, match=words):
        policy_of(options)
