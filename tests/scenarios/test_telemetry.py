"""What somebody sees who watches a real gateway: traces, metrics, logs, and ids in errors."""

from __future__ import annotations

import json
import re
from typing import Any

import anyio
import httpx2
import pytest

from tests.telemetry.collector import attributes, collecting

from .gate import Gate, Mode, execute, refused, said, unruly

pytestmark = pytest.mark.anyio
ECHO = "from servers.unruly import echo\nprint(await echo(value=7))"


@pytest.mark.parametrize(("mode", "flags"), [("auto", []), ("legacy", ["--legacy"])])
async def test_a_trace_goes_from_the_client_through_us_to_the_server(gate: Gate, mode: Mode, flags: list[str]) -> None:
    pytest.importorskip("opentelemetry.sdk", reason="the extra `telemetry` is not installed")
    trace = "0af7651916cd43dd8448eb211c80319c"
    meta: Any = {"traceparent": f"00-{trace}-b7ad6b7169203331-01", "baggage": "user=grace"}
    code = "from servers.unruly import carried\nreturn await carried()"
    with collecting() as collector:
        gate.configure({"unruly": unruly("--traced", *flags)}, {"telemetry.endpoint": collector.url})
        async with gate.client(mode) as client:
            result = await client.call_tool("execute_code", {"code": code}, meta=meta)

    assert not result.is_error, said(result)
    execution, call = collector.span("execute_program"), collector.span("execute_tool carried")
    sent = collector.span("tools/call carried")
    assert {span.trace_id.hex() for span in (execution, call, sent)} == {trace}
    assert (call.parent_span_id, sent.parent_span_id) == (execution.span_id, call.span_id)
    assert collector.span("tools/call execute_code").span_id == execution.parent_span_id
    assert attributes(execution)["sandgate.outcome"] == "ok"
    assert f"{trace}-{sent.span_id.hex()}" in said(result), "the server was told of it"
    assert "grace" not in said(result), "what a client says of itself is not for servers"


async def test_without_an_endpoint_servers_are_told_of_no_trace(gate: Gate) -> None:
    gate.configure({"unruly": unruly("--traced")})
    async with gate.client() as client:
        answer = await execute(client, "from servers.unruly import carried\nreturn await carried()")

    assert "traceparent" not in answer


async def test_metrics_are_there_over_http_behind_the_token(gate: Gate) -> None:
    gate.configure({"unruly": unruly()}, {"http.token": "t"})
    async with gate.http() as url, httpx2.AsyncClient() as http:
        metrics = url.replace("/mcp", "/metrics")
        unknown = await http.get(metrics)
        known = await http.get(metrics, headers={"authorization": "Bearer t"})
        elsewhere = await http.get(metrics, headers={"authorization": "Bearer t", "host": "evil.example.com"})

    assert (unknown.status_code, known.status_code, elsewhere.status_code) == (401, 200, 421)
    assert "# TYPE sandgate_execution_duration_seconds histogram" in known.text
    assert "sandgate_" not in unknown.text + elsewhere.text


async def test_metrics_count_what_programs_do(gate: Gate) -> None:
    from mcp import Client

    async with gate.http() as url, httpx2.AsyncClient() as http, Client(url) as client:
        await execute(client, ECHO)
        await refused(client, "execute_code", code="1 / 0")
        text = (await http.get(url.replace("/mcp", "/metrics"))).text

    assert 'sandgate_execution_duration_seconds_count{language="python",outcome="ok"} 1' in text
    assert 'sandgate_execution_duration_seconds_count{language="python",outcome="error"} 1' in text
    assert 'sandgate_call_duration_seconds_count{server="unruly",tool="echo",outcome="ok"} 1' in text
    assert re.search(r'mcp_client_operation_duration_seconds_count\{.*gen_ai_tool_name="echo"\} 1', text)
    assert re.search(r"mcp_server_operation_duration_seconds_count\{.*execute_code.*\} 1", text)


async def test_every_error_can_be_found_again(gate: Gate) -> None:
    async with gate.client() as client:
        wrong = await refused(client, "execute_code", colour="blue")
        failed = await client.call_tool("execute_code", {"code": "1 / 0"})

    assert re.search(r"\nrequest: [0-9a-f]{8}$", wrong)
    execution = (failed.meta or {})["sandgate/execution"]["id"]
    assert said(failed).endswith(f"\nexecution: {execution}")
    shown = await anyio.to_thread.run_sync(lambda: gate.sandgate("audit", "show", execution))
    assert "1 / 0" in shown.stdout


async def test_the_log_is_json_on_standard_error_where_asked_for(gate: Gate) -> None:
    gate.configure({"unruly": unruly()}, {"log.format": "json", "log.level": "info"})
    async with gate.client() as client:
        answer = await execute(client, ECHO)

    lines = [json.loads(line) for line in gate.log.splitlines()]
    assert answer == "7", "nothing of the log is on the client's pipe"
    (ended,) = [line for line in lines if line["logger"] == "sandgate.telemetry"]
    assert ended["message"].startswith("a program in python ended: ok, ")
    assert ended["request"]
    assert ended["execution"]
    assert all({"time", "level", "logger", "message"} <= set(line) for line in lines)
