"""A request that is turned away: by which rule, why, and the answer the program gets."""

from __future__ import annotations

from http import HTTPStatus
from ipaddress import ip_network
from typing import Literal

from sandgate.errors import Denied

from .addresses import can_be_opened
from .names import Address, Target

Verdict = Literal["allowed", "denied", "failed"]
Rule = Literal[
    "profile",  # the run may only look
    "host",  # not in the allow-list
    "port",  # the host is, this port is not
    "address",  # the name leads to an address that is closed
    "server_name",  # TLS does not say the name the tunnel was asked for
    "host_header",
    "rate",
    "requests",
    "transfer",
    "connections",
    "malformed",
    "header_size",
    "header_time",
    "idle",
    "unreachable",
    "broken",
]
FAILURES = frozenset[Rule](("idle", "unreachable", "broken"))
"""Nobody said no: it did not work."""


class Refused(Denied):
    """A request ends here. The words are for the program: plain ASCII, one line."""

    def __init__(self, rule: Rule, reason: str, status: int = HTTPStatus.FORBIDDEN) -> None:
        super().__init__(reason)
        self.rule: Rule = rule
        self.reason = reason
        self.status = int(status)

    @property
    def verdict(self) -> Verdict:
        return "failed" if self.rule in FAILURES else "denied"

    def answer(self) -> bytes:
        """The words stand in the status line too: of a refused CONNECT, clients show only that."""
        line = f"Sandgate: {self.reason}".encode("ascii", "backslashreplace")
        body = line + f" (rule: {self.rule})\n".encode()
        head = [
            b"HTTP/1.1 %d %s" % (self.status, line),
            b"Content-Type: text/plain; charset=utf-8",
            b"Content-Length: %d" % len(body),
            b"Connection: close",
        ]
        if self.status in (HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.SERVICE_UNAVAILABLE):
            head.append(b"Retry-After: %d" % (60 if self.rule == "rate" else 1))
        return b"\r\n".join([*head, b"", body])


def unlisted(target: Target) -> Refused:
    where = _entry(target)
    return Refused("host", f'{target} is not an allowed host; to allow it: [network] allow = ["{where}"]')


def wrong_port(target: Target, ports: tuple[int, ...]) -> Refused:
    open_ones = ", ".join(map(str, ports))
    return Refused(
        "port",
        f"{target.host.text} is allowed on port {open_ones}, not {target.port}; "
        f'to allow it: [network] allow = ["{target}"]',
    )


def plain_on_tls_port(target: Target) -> Refused:
    return Refused("port", f"plain http to port 443 is not sent; ask for https://{target.host.at(443, 443)}")


def closed_address(target: Target, address: Address, words: str) -> Refused:
    cure = f'to allow it: [network] allow_private = ["{address}"]'
    if not can_be_opened(ip_network(address)):
        cure = "it cannot be opened"
    return Refused("address", f"{target.host.text} leads to {address}, a closed address ({words}); {cure}")


def malformed(words: str, status: int = HTTPStatus.BAD_REQUEST) -> Refused:
    return Refused("malformed", words, status)


def unreachable(target: Target, words: str, status: int = HTTPStatus.BAD_GATEWAY) -> Refused:
    return Refused("unreachable", f"{target} {words}", status)


def _entry(target: Target) -> str:
    """What to write into the allow-list: the ports 80 and 443 need not be named."""
    return target.host.text if target.port in (80, 443) else str(target)
