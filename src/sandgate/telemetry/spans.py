"""Spans as the conventions of OpenTelemetry for MCP and GenAI name them. They go nowhere until somebody exports them.

The SDK of MCP makes those of requests that come in, and of those that go out through a session of its own.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext

from opentelemetry.context import get_current
from opentelemetry.propagate import inject
from opentelemetry.trace import (
    INVALID_SPAN,
    ProxyTracerProvider,
    Span,
    SpanKind,
    Status,
    StatusCode,
    get_tracer,
    get_tracer_provider,
)

from sandgate.errors import CallTimeout, Denied

Value = str | int | float | bool
_tracer = get_tracer("sandgate")
KINDS = {"internal": SpanKind.INTERNAL, "client": SpanKind.CLIENT}
UNSEEN = nullcontext(INVALID_SPAN)
UNTRACED = nullcontext(dict[str, str]())


def traced() -> bool:
    """Whether anybody wants spans. To make those that nobody wants costs a quick call a tenth of its time."""
    return not isinstance(get_tracer_provider(), ProxyTracerProvider)


def span(name: str, attributes: Mapping[str, Value], kind: str = "internal") -> AbstractContextManager[Span]:
    """Around a piece of work. What goes wrong is told by its type: its text may quote somebody's data."""
    return _span(name, attributes, kind) if traced() else UNSEEN


@contextmanager
def _span(name: str, attributes: Mapping[str, Value], kind: str) -> Generator[Span]:
    with _tracer.start_as_current_span(
        name, kind=KINDS[kind], attributes=attributes, record_exception=False, set_status_on_exception=False
    ) as made:
        try:
            yield made
        except BaseException as error:
            failed(made, error_type(error))
            raise


def failed(made: Span, type: str) -> None:
    made.set_attribute("error.type", type)
    made.set_status(Status(StatusCode.ERROR))


def error_type(error: BaseException) -> str:
    """One of a few words, whatever a server says."""
    match error:
        case CallTimeout():
            return "timeout"
        case Denied():
            return "denied"
        case _ if not isinstance(error, Exception):
            return "cancelled"
        case _:
            return type(error).__name__


def carrier(method: str, tool: str) -> AbstractContextManager[dict[str, str]]:
    """What goes into the `_meta` of a request, nothing where nobody traces: who does has a span around already."""
    return _carrier(method, tool) if get_current() else UNTRACED


@contextmanager
def _carrier(method: str, tool: str) -> Generator[dict[str, str]]:
    """Around a request that is sent past the SDK's session: what goes into its `_meta`, empty where nobody traces."""
    attributes: dict[str, Value] = {
        "mcp.method.name": method,
        "gen_ai.operation.name": "execute_tool",
        "gen_ai.tool.name": tool,
        "network.transport": "pipe",
    }
    with span(f"{method} {tool}", attributes, "client"):
        told: dict[str, str] = {}
        inject(told)
        yield told
