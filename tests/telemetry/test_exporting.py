"""What leaves the machine, where somebody asked for it: in a process of its own, because a process has one provider."""

from __future__ import annotations

import subprocess
import sys
import time

import pytest

from .collector import attributes, collecting

pytest.importorskip("opentelemetry.sdk", reason="the extra `telemetry` is not installed")

WORK = """
import sys
import anyio
from opentelemetry import baggage, context
from sandgate.errors import CallFailed
from sandgate.telemetry import carrier
from sandgate.telemetry.opening import opened

async def main():
    async with opened(sys.argv[1] or None, {"authorization": "Bearer t"}, 60, "1.2.3") as telemetry:
        context.attach(baggage.set_baggage("user", "grace-hopper"))
        with telemetry.execution("e1", "python") as told:
            try:
                with telemetry.call("crm.find"):
                    with telemetry.asking("crm", "find"), carrier("tools/call", "find") as carried:
                        print(sorted(carried), carried.get("traceparent"))
                        raise CallFailed("grace-hopper@example.com is not known")
            except CallFailed:
                pass
        from mcp.shared._otel import otel_span
        from opentelemetry.trace import SpanKind
        try:
            with otel_span("MCP send tools/call list", kind=SpanKind.CLIENT):
                raise ValueError("grace-hopper@example.com")
        except ValueError:
            pass

anyio.run(main)
print("sdk" if "opentelemetry.sdk.trace" in sys.modules else "no sdk")
"""


def worked(endpoint: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", WORK, endpoint], capture_output=True, text=True, timeout=60, check=True
    )
    assert "Traceback" not in done.stderr
    return done.stdout


def test_a_trace_goes_from_the_execution_to_the_call_to_the_server() -> None:
    with collecting() as collector:
        said = worked(collector.url)

    execution, call, sent = (
        collector.span(name) for name in ("execute_program", "execute_tool find", "tools/call find")
    )
    assert (call.parent_span_id, sent.parent_span_id) == (execution.span_id, call.span_id)
    assert len({span.trace_id for span in (execution, call, sent)}) == 1
    assert f"00-{sent.trace_id.hex()}-{sent.span_id.hex()}-0" in said
    assert attributes(sent)["mcp.method.name"] == "tools/call"
    assert attributes(call)["gen_ai.operation.name"] == "execute_tool"
    assert attributes(call)["error.type"] == "CallFailed"
    assert attributes(execution) == {
        "sandgate.execution.id": "e1",
        "sandgate.language": "python",
        "sandgate.outcome": "ok",
    }
    assert collector.headers[0]["authorization"] == "Bearer t"


def test_no_words_of_a_server_leave_and_no_baggage_of_a_client() -> None:
    with collecting() as collector:
        said = worked(collector.url)

    everything = b"".join(body for bodies in collector.bodies.values() for body in bodies)
    assert b"grace-hopper" not in everything
    assert "baggage" not in said
    assert attributes(collector.span("tools/call list"))["gen_ai.tool.name"] == "list", "as the conventions name it"


def test_metrics_are_named_as_the_conventions_do() -> None:
    with collecting() as collector:
        worked(collector.url)

    (asked,) = [metric for metric in collector.metrics if metric.name == "mcp.client.operation.duration"]
    (point,) = asked.histogram.data_points
    assert (asked.unit, point.count) == ("s", 1)
    assert list(point.explicit_bounds)[:3] == [0.01, 0.02, 0.05]
    assert attributes(point)["error.type"] == "CallFailed"


def test_without_an_endpoint_nothing_is_sent_or_imported() -> None:
    assert worked("") == "[] None\nno sdk\n"


def test_a_collector_that_is_away_does_not_keep_us_from_ending() -> None:
    began = time.monotonic()

    said = worked("http://127.0.0.1:9")

    assert said.endswith("sdk\n")
    assert time.monotonic() - began < 30
