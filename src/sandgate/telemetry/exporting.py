"""Traces and metrics to a collector, over OTLP. Needs the extra `telemetry`; nothing imports it until it is asked for.

Spans are exported without words of servers and programs: those may hold anybody's data.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence

from opentelemetry import trace
from opentelemetry.metrics import Counter, Histogram
from opentelemetry.trace import Status

from sandgate import extras
from sandgate.errors import ConfigError

from .measures import BOUNDS, Measure

try:
    from opentelemetry.exporter.otlp.proto.http.metric_exporter import OTLPMetricExporter
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
    from opentelemetry.sdk.metrics import MeterProvider
    from opentelemetry.sdk.metrics.export import MetricReader, PeriodicExportingMetricReader
    from opentelemetry.sdk.resources import Resource
    from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
    from opentelemetry.sdk.trace.export import BatchSpanProcessor, SpanExporter, SpanExportResult
except ImportError as error:
    raise ConfigError(
        f"telemetry.endpoint is set, and the OpenTelemetry SDK is not installed: {extras.command('telemetry')}"
    ) from error

EXPORT_SECONDS = 5
END_MS = 3_000
SENT = "MCP send "
"""How the SDK of MCP begins the names of what it sends; the conventions have the method first."""


def started(
    endpoint: str, headers: Mapping[str, str], every_seconds: float, version: str, measures: Sequence[Measure]
) -> Callable[[], None]:
    """From here on spans and measures go to a collector. What is returned sends what is left and ends it; it blocks."""
    root = endpoint.rstrip("/")
    spans = OTLPSpanExporter(f"{root}/v1/traces", headers=dict(headers), timeout=EXPORT_SECONDS)
    numbers = OTLPMetricExporter(f"{root}/v1/metrics", headers=dict(headers), timeout=EXPORT_SECONDS)
    reader = PeriodicExportingMetricReader(numbers, every_seconds * 1000, EXPORT_SECONDS * 1000)
    return started_to(spans, reader, version, measures)


def started_to(
    spans: SpanExporter, reader: MetricReader, version: str, measures: Sequence[Measure]
) -> Callable[[], None]:
    logging.getLogger("opentelemetry").setLevel(
        logging.ERROR
    )  # a collector that is away is not worth a warning a second
    resource = Resource.create({"service.name": "sandgate", "service.version": version})
    tracing = TracerProvider(resource=resource)
    tracing.add_span_processor(BatchSpanProcessor(Discreet(spans), export_timeout_millis=END_MS))
    trace.set_tracer_provider(tracing)  # the SDK of MCP asks for the one of the process
    metering = MeterProvider([reader], resource)
    _connect(metering, measures)

    def stop() -> None:
        for measure in measures:
            measure.instrument = None
        tracing.shutdown()
        metering.shutdown(END_MS)

    return stop


def _connect(metering: MeterProvider, measures: Sequence[Measure]) -> None:
    meter = metering.get_meter("sandgate")
    for one in measures:
        if one.timed:
            made = meter.create_histogram(
                one.name, unit="s", description=one.about, explicit_bucket_boundaries_advisory=BOUNDS
            )
            one.instrument = _Timed(made)
        else:
            one.instrument = _Counted(meter.create_counter(one.name, unit=one.unit, description=one.about))


class _Timed:
    def __init__(self, made: Histogram) -> None:
        self._made = made

    def put(self, value: float, attributes: Mapping[str, str]) -> None:
        self._made.record(value, attributes)


class _Counted:
    def __init__(self, made: Counter) -> None:
        self._made = made

    def put(self, value: float, attributes: Mapping[str, str]) -> None:
        self._made.add(value, attributes)


class Discreet(SpanExporter):
    """Passes spans on without what servers said: no events, no words of errors; names as the conventions have them."""

    def __init__(self, inner: SpanExporter) -> None:
        self._inner = inner

    def export(self, spans: Sequence[ReadableSpan]) -> SpanExportResult:
        return self._inner.export([_discreet(span) for span in spans])

    def shutdown(self) -> None:
        self._inner.shutdown()

    def force_flush(self, timeout_millis: int = END_MS) -> bool:
        return self._inner.force_flush(timeout_millis)


def _discreet(span: ReadableSpan) -> ReadableSpan:
    attributes = dict(span.attributes or {})
    name = span.name.removeprefix(SENT)
    method, _, tool = name.partition(" ")
    if span.name.startswith(SENT) and method == "tools/call":
        attributes |= {"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": tool}
    return ReadableSpan(
        name,
        context=span.context,
        parent=span.parent,
        resource=span.resource,
        attributes=attributes,
        links=span.links,
        kind=span.kind,
        status=Status(span.status.status_code),
        start_time=span.start_time,
        end_time=span.end_time,
        instrumentation_scope=span.instrumentation_scope,
    )
