"""Telemetry from its settings: whether anything leaves the machine, and where to."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager

import anyio
import anyio.to_thread
from opentelemetry.propagate import set_global_textmap
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

from .watching import Telemetry

END_SECONDS = 2.0
"""How long a collector that does not answer may hold us up when we end."""


@asynccontextmanager
async def opened(
    endpoint: str | None, headers: Mapping[str, str], every_seconds: float, version: str
) -> AsyncGenerator[Telemetry]:
    """Telemetry for one process. Without an endpoint nothing is sent and the OpenTelemetry SDK is not imported.

    Raises ConfigError where it is not installed.
    """
    # what a client says of itself is not for servers, so no baggage is passed on; a trace is
    set_global_textmap(TraceContextTextMapPropagator())
    telemetry = Telemetry()
    if not endpoint:
        yield telemetry
        return
    from .exporting import started  # an extra, and 200 ms that only its users wait for

    stop = started(endpoint, headers, every_seconds, version, telemetry.measures)
    try:
        yield telemetry
    finally:
        with anyio.CancelScope(shield=True), anyio.move_on_after(END_SECONDS):
            await anyio.to_thread.run_sync(stop, abandon_on_cancel=True)
