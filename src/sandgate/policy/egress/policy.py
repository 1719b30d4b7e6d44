"""What a run may reach, as the table `[network]` of the settings says it."""

from __future__ import annotations

import difflib
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from ipaddress import ip_network
from typing import Any, cast

from sandgate.errors import ConfigError

from .addresses import Network, can_be_opened
from .names import Host, Target, host_in_settings, port_of
from .refusals import Refused, plain_on_tls_port, unlisted, wrong_port

USUAL_PORTS = (80, 443)
_OTHER_KEYS = ("allow", "allow_private", "plain_tunnels")
_ENTRY_KEYS = ("host", "requests_per_minute")


@dataclass(frozen=True, slots=True, kw_only=True)
class Pattern:
    """One entry of the allow-list."""

    text: str
    host: str
    """A name, an address, what stands behind `*.`, or nothing for `*`."""
    below: bool = False
    """Any depth below the host, and not the host itself."""
    ports: tuple[int, ...] = USUAL_PORTS
    requests_per_minute: int | None = None

    def fits(self, host: Host) -> bool:
        if not self.below:
            return host.text == self.host
        return host.address is None and (not self.host or host.text.endswith(f".{self.host}"))

    def counted_as(self, host: Host) -> str:
        """Whose requests are counted together: names below a domain share its rate, else each name would have one."""
        return self.text if self.host else host.text


@dataclass(frozen=True, slots=True, kw_only=True)
class NetworkLimits:
    """What one run may use of the network."""

    requests_per_minute: int = 100
    """To each entry of the allow-list that has no figure of its own. A tunnel is one request."""
    requests: int = 10_000
    """In all, refused ones too."""
    connections: int = 64
    """At the same time."""
    transfer_mb: float = 100.0
    """Sent and received together."""
    idle_seconds: float = 60.0
    connect_seconds: float = 10.0
    header_seconds: float = 10.0
    """Until the head of a request, or the hello of TLS, must be there."""
    header_kb: int = 64
    unusual_out_mb: float = 10.0
    """Sent to one host: more raises an alert."""
    unusual_host_after: int = 50
    """Requests after which a host not seen before raises an alert."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NetworkPolicy:
    """Where a run may go and how much of it. Everything that is not listed is denied."""

    allow: tuple[Pattern, ...] = ()
    allow_private: tuple[Network, ...] = ()
    plain_tunnels: bool = False
    """Whether a tunnel may carry something other than TLS."""
    limits: NetworkLimits = field(default_factory=NetworkLimits)
    closed: str = ""
    """Why nothing at all may be reached, whatever is listed."""

    def permit(self, target: Target) -> Pattern:
        """The entry that lets a target through; Refused if there is none."""
        if self.closed:
            raise Refused("profile", f"{target} cannot be reached: {self.closed}")
        fitting = [pattern for pattern in self.allow if pattern.fits(target.host)]
        if not fitting:
            raise unlisted(target)
        open_here = [pattern for pattern in fitting if target.port in pattern.ports]
        if not open_here:
            raise wrong_port(target, tuple(sorted({port for pattern in fitting for port in pattern.ports})))
        if target.port == 443 and not target.is_tunnel:
            raise plain_on_tls_port(target)
        return open_here[0]


def policy_of(options: Mapping[str, Any]) -> NetworkPolicy:
    """The policy in a table `[network]`. A ConfigError names the key and what would be right."""
    names = [limit.name for limit in fields(NetworkLimits)]
    _refuse_unknown(options, [*_OTHER_KEYS, *names], "network")
    limits = {name: _positive(options[name], name) for name in names if name in options}
    allowed = enumerate(_list(options, "allow"), 1)
    return NetworkPolicy(
        allow=tuple(_pattern(entry, f"network.allow (number {number})") for number, entry in allowed),
        allow_private=tuple(_network(entry) for entry in _list(options, "allow_private")),
        plain_tunnels=_switch(options, "plain_tunnels"),
        limits=NetworkLimits(**limits),
    )


def _refuse_unknown(table: Mapping[str, Any], known: Sequence[str], place: str) -> None:
    for key in table:
        if key not in known:
            near = difflib.get_close_matches(str(key), known, 1)
            raise ConfigError(f"{place}.{key} is not a setting; " + (f"{near[0]}?" if near else ", ".join(known)))


def _list(options: Mapping[str, Any], key: str) -> list[object]:
    value = options.get(key, [])
    if not isinstance(value, list | tuple):
        raise ConfigError(f'network.{key} must be a list, such as ["…"]')
    return list(cast("Sequence[object]", value))


def _switch(options: Mapping[str, Any], key: str) -> bool:
    value = options.get(key, False)
    if not isinstance(value, bool):
        raise ConfigError(f"network.{key} must be true or false")
    return value


def _positive(value: object, name: str, place: str = "network") -> Any:
    whole = isinstance(getattr(NetworkLimits(), name), int)
    if isinstance(value, bool) or not isinstance(value, int if whole else int | float):
        raise ConfigError(f"{place}.{name} must be a {'whole ' if whole else ''}number")
    if not (math.isfinite(value) and value > 0):
        raise ConfigError(f"{place}.{name} must be more than 0")
    return value


def _pattern(entry: object, place: str) -> Pattern:
    """`"host"`, `"host:port"`, `"*.domain"`, `"*"`, an address, or a table with `host` and its own rate."""
    if isinstance(entry, str):
        return _read_pattern(entry, place)
    if not isinstance(entry, Mapping):
        raise ConfigError(f'{place} must be a host such as "api.example.com", or a table with host')
    table = cast("Mapping[str, Any]", entry)
    _refuse_unknown(table, _ENTRY_KEYS, place)
    if not isinstance(table.get("host"), str):
        raise ConfigError(f'{place}.host must be a host such as "api.example.com"')
    rate = "requests_per_minute"
    return _read_pattern(table["host"], f"{place}.host", _positive(table[rate], rate, place) if rate in table else None)


def _read_pattern(text: str, place: str, rate: int | None = None) -> Pattern:
    try:
        host, ports = _split(text)
        if host == "*":
            return Pattern(text=text, host="", below=True, ports=ports, requests_per_minute=rate)
        name = host_in_settings(host.removeprefix("*."))
    except ValueError as error:
        raise ConfigError(f"{place}: {error}") from None
    below = host.startswith("*.")
    if below and name.address:
        raise ConfigError(f"{place}: {text} has a * in front of an address; list each address")
    return Pattern(text=text, host=name.text, below=below, ports=ports, requests_per_minute=rate)


def _split(text: str) -> tuple[str, tuple[int, ...]]:
    """Host and ports of an entry; an IPv6 address needs brackets only before a port."""
    if "/" in text:
        raise ValueError(f"{text} is not a host; write it without scheme, path or prefix length")
    bracketed = text.startswith("[") and "]:" in text
    if bracketed or text.count(":") == 1:
        host, _, port = text.rpartition(":")
        return host, (port_of(port),)
    return text, USUAL_PORTS


def _network(entry: object) -> Network:
    place = "network.allow_private"
    if not isinstance(entry, str):
        raise ConfigError(f'{place} must hold networks such as "10.1.0.0/16"')
    try:
        network = ip_network(entry)
    except ValueError as error:
        raise ConfigError(f"{place}: {error}") from None
    if not can_be_opened(network):
        raise ConfigError(f"{place}: {entry} does not lie inside one private network; public addresses need no entry")
    return network
