"""What a web request does: by its method, and by where it goes."""

from __future__ import annotations

import ipaddress
import re
from urllib.parse import urlsplit

from sandgate.policy.risk.levels import Weighed, changes, leaks, reads, shown

READS = frozenset(("GET", "HEAD", "OPTIONS", "TRACE", "PROPFIND", "REPORT"))
METHODS = READS | {"POST", "PUT", "PATCH", "DELETE", "CONNECT", "COPY", "MOVE", "MKCOL", "PURGE"}
_METADATA = frozenset(
    ("169.254.169.254", "metadata.google.internal", "metadata", "100.100.100.200", "169.254.170.2", "fd00:ec2::254")
)
_LOCAL = re.compile(r"^(?:localhost|.*\.(?:localhost|local|internal|intranet|lan|home\.arpa))$", re.I)
_URL = re.compile(r"[a-z][a-z0-9+.-]{1,20}://", re.I)


def is_url(text: str) -> bool:
    return bool(_URL.match(text))


def host_of(url: str) -> str:
    """The host in lower case; empty where there is none or it cannot be read."""
    try:
        return (urlsplit(url).hostname or "").lower()
    except ValueError:
        return ""


def weigh_method(method: str, target: str = "") -> Weighed | None:
    """`None` for what is not an HTTP method."""
    method = method.strip().upper()
    where = f" {shown(target)}" if target else ""
    if method not in METHODS:
        return None
    if method in READS:
        return reads()
    if method in ("DELETE", "PURGE"):
        return changes("high", f"{method}{where} removes something", False)
    return changes("medium", f"{method}{where} may change something")


def weigh_url(url: str) -> Weighed | None:
    """What its host and scheme say; an ordinary web address says nothing. Reasons begin with the address."""
    scheme, host = url.partition("://")[0].lower(), _settled(host_of(url))
    said = shown(url)
    if scheme == "file":
        return leaks("medium", f"{said}: a file, not a web address")
    if scheme in ("gopher", "dict", "jar", "ldap", "ldaps", "javascript"):
        return leaks("high", f"{said}: {scheme} is no scheme of the web")
    if host in _METADATA:
        return leaks("critical", f"{said}, where a cloud keeps the keys of its machines")
    if _private(host):
        return leaks("medium", f"{said}, an address inside the network")
    if "@" in url.partition("://")[2].partition("/")[0]:
        return leaks("medium", f"an address with a user name or password for {shown(host)}")
    return None


def _settled(host: str) -> str:
    """`0xa9fea9fe` and `2852039166` are addresses too."""
    if not re.fullmatch(r"0x[0-9a-f]{1,8}|\d{8,10}", host):
        return host
    number = int(host, 0) if host.startswith("0x") else int(host)
    return str(ipaddress.IPv4Address(number)) if number < 2**32 else host


def _private(host: str) -> bool:
    try:
        return not ipaddress.ip_address(host).is_global
    except ValueError:
        return bool(_LOCAL.match(host))
