"""What one run has used of the network so far, and what of it is worth an alert."""

from __future__ import annotations

from collections import deque
from collections.abc import Generator
from contextlib import contextmanager
from http import HTTPStatus

import anyio

from .exchange import Exchange
from .names import Host
from .policy import NetworkPolicy, Pattern
from .records import Alert, AlertKind, Connection, OnAlert, OnConnection
from .refusals import Refused

MB = 1024 * 1024
MOST_ALERTS = 100


class Rate:
    """So many in any minute."""

    def __init__(self, per_minute: int) -> None:
        self._times: deque[float] = deque(maxlen=per_minute)

    def take(self, now: float) -> bool:
        """Whether one more fits; it is counted then."""
        if len(self._times) == self._times.maxlen and now - self._times[0] < 60:
            return False
        self._times.append(now)
        return True


class Usage:
    """The counters of one run. Whoever asks it gets a Refused when a limit is reached."""

    def __init__(self, policy: NetworkPolicy, log: OnConnection, alert: OnAlert | None = None) -> None:
        self.policy = policy
        self._limits = policy.limits
        self._log = log
        self._alert = alert
        self._alerts_given: set[tuple[AlertKind, str, str]] = set()
        self._requests = 0
        self._bytes = 0
        self._rates: dict[str, Rate] = {}
        self._sent: dict[str, int] = {}
        """Bytes by host; its keys are the hosts seen."""

    @contextmanager
    def exchange(self) -> Generator[Exchange]:
        """One request: counted at the start, written down at the end, however it ends."""
        self._requests += 1
        started = anyio.current_time()
        exchange = Exchange(self._requests)
        try:
            yield exchange
        finally:
            if exchange.quiet:
                self._requests -= 1
            elif exchange.number <= self._limits.requests + 1:  # a loop of refused requests would fill the log
                self._tell(exchange.record(anyio.current_time() - started))

    def _tell(self, connection: Connection) -> None:
        self._log(connection)
        if connection.verdict == "denied":
            self._raise_alert("denied", connection.reason, connection)

    @property
    def exhausted(self) -> bool:
        return self._requests >= self._limits.requests

    def past_limits(self, exchange: Exchange) -> Refused | None:
        """Why this run gets nothing more at all."""
        if exchange.number > self._limits.requests:
            return Refused(
                "requests",
                f"this run has made its {self._limits.requests} requests; the limit is [network] requests",
                HTTPStatus.TOO_MANY_REQUESTS,
            )
        return self._transferred_all() if self._bytes >= self._limits.transfer_mb * MB else None

    def admit(self, pattern: Pattern, host: Host, exchange: Exchange) -> None:
        """Take one from the rate of a host."""
        per_minute = pattern.requests_per_minute or self._limits.requests_per_minute
        counted = pattern.counted_as(host)
        if not self._rates.setdefault(counted, Rate(per_minute)).take(anyio.current_time()):
            raise Refused(
                "rate",
                f"more than {per_minute} requests in a minute to {counted}; the limit is [network] requests_per_minute",
                HTTPStatus.TOO_MANY_REQUESTS,
            )
        if host.text not in self._sent and self._requests > self._limits.unusual_host_after:
            message = f"{host.text} is new after {self._requests - 1} requests of this run"
            self._raise_alert("new_host", message, exchange.record())
        self._sent.setdefault(host.text, 0)

    def received(self, exchange: Exchange, size: int) -> None:
        exchange.bytes_in += size
        self._spend(size)

    def sending(self, exchange: Exchange, size: int) -> None:
        """Before the bytes go: what is over the limit does not leave."""
        self._spend(size)
        exchange.bytes_out += size
        self._sent[exchange.host] = sent = self._sent.get(exchange.host, 0) + size
        if sent > self._limits.unusual_out_mb * MB:
            message = f"more than {self._limits.unusual_out_mb:g} MB were sent to {exchange.host}"
            self._raise_alert("much_out", message, exchange.record())

    def _spend(self, size: int) -> None:
        self._bytes += size
        if self._bytes > self._limits.transfer_mb * MB:
            raise self._transferred_all()

    def _transferred_all(self) -> Refused:
        return Refused(
            "transfer",
            f"this run has moved its {self._limits.transfer_mb:g} MB; the limit is [network] transfer_mb",
        )

    def _raise_alert(self, kind: AlertKind, message: str, connection: Connection) -> None:
        """Once for each kind, host and rule; a program that makes up hosts gets no endless stream out of it."""
        same = (kind, connection.host, connection.rule or "")
        if self._alert is None or same in self._alerts_given or len(self._alerts_given) > MOST_ALERTS:
            return
        self._alerts_given.add(same)
        if len(self._alerts_given) > MOST_ALERTS:
            kind, message = "silenced", f"this run raised {MOST_ALERTS} alerts; no more of them are told"
        self._alert(Alert(kind=kind, message=message, connection=connection))
