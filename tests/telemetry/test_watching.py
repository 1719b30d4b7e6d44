"""What is watched is measured with how it ended; errors carry what they can be found by."""

from __future__ import annotations

from types import SimpleNamespace

import anyio
import pytest

from sandgate.errors import CallFailed, CallTimeout, Denied
from sandgate.telemetry import Telemetry, carrier, numbered, request
from sandgate.telemetry.requests import execution_id

pytestmark = pytest.mark.anyio


def counts(telemetry: Telemetry, measure: str) -> list[tuple[dict[str, str], int]]:
    (found,) = [one for one in telemetry.measures if one.name == measure]
    return [(dict(labels), series.count) for labels, series in found.series.items()]


def test_a_program_is_measured_by_how_it_ended() -> None:
    telemetry = Telemetry()
    with telemetry.execution("e1", "python") as told:
        told.outcome = "timeout"
    with pytest.raises(KeyboardInterrupt), telemetry.execution("e2", "python"):
        raise KeyboardInterrupt

    measured = counts(telemetry, "sandgate.execution.duration")

    assert measured == [
        ({"language": "python", "outcome": "timeout"}, 1),
        ({"language": "python", "outcome": "cancelled"}, 1),
    ]


def test_the_execution_is_known_while_it_runs_and_not_after() -> None:
    with Telemetry().execution("e1", "python"):
        inside = execution_id.get()

    assert (inside, execution_id.get()) == ("e1", "")


@pytest.mark.parametrize(
    ("error", "outcome"),
    [(CallTimeout("x"), "timeout"), (Denied("x"), "denied"), (CallFailed("x"), "CallFailed"), (None, "ok")],
)
async def test_a_call_is_measured_by_how_it_ended(error: Exception | None, outcome: str) -> None:
    telemetry = Telemetry()

    with pytest.raises(type(error)) if error else anyio.CancelScope(), telemetry.call("crm.find"):
        if error:
            raise error

    assert counts(telemetry, "sandgate.call.duration") == [({"server": "crm", "tool": "find", "outcome": outcome}, 1)]


async def test_an_answer_that_was_kept_is_told_apart() -> None:
    telemetry = Telemetry()

    with telemetry.call("crm.find") as told:
        told.cached = True

    ((labels, _),) = counts(telemetry, "sandgate.call.duration")
    assert labels["cached"] == "true"


def test_what_a_server_does_is_named_as_the_conventions_do() -> None:
    telemetry = Telemetry()

    with telemetry.asking("crm", "find") as told:
        told.outcome = "tool_error"

    assert counts(telemetry, "mcp.client.operation.duration") == [
        (
            {
                "sandgate.server": "crm",
                "mcp.method.name": "tools/call",
                "gen_ai.tool.name": "find",
                "error.type": "tool_error",
            },
            1,
        )
    ]


def test_tokens_and_blocked_programs_are_counted() -> None:
    telemetry = Telemetry()
    telemetry.summed_up("ok", 10, 4)
    telemetry.summed_up("blocked", 5, 2)

    text = telemetry.text()

    assert 'sandgate_tokens_total{direction="in"} 15\n' in text
    assert 'sandgate_tokens_total{direction="out"} 6\n' in text
    assert "sandgate_execution_blocked_total 1\n" in text


@pytest.mark.parametrize(
    ("method", "name", "labels"),
    [
        ("tools/call", "execute_code", {"gen_ai.tool.name": "execute_code", "mcp.method.name": "tools/call"}),
        ("tools/call", "made-up-7f3a", {"mcp.method.name": "tools/call"}),
        ("tools/list", None, {"mcp.method.name": "tools/list"}),
        ("x" * 5 + "\n", None, {"mcp.method.name": "(other)"}),
    ],
)
async def test_names_that_a_client_makes_up_are_not_kept(method: str, name: str | None, labels: dict[str, str]) -> None:
    telemetry = Telemetry()
    context = SimpleNamespace(method=method, params={"name": name} if name else None)

    async def answer(_: object) -> object:
        return SimpleNamespace(is_error=False)

    await telemetry.serving({"execute_code"})(context, answer)

    assert counts(telemetry, "mcp.server.operation.duration") == [(labels, 1)]


@pytest.mark.parametrize("result", [SimpleNamespace(is_error=True), {"isError": True}])
async def test_a_tool_that_failed_is_an_error_though_the_request_is_not(result: object) -> None:
    telemetry = Telemetry()

    async def answer(_: object) -> object:
        return result

    await telemetry.serving(())(SimpleNamespace(method="tools/call", params={}), answer)

    ((labels, _),) = counts(telemetry, "mcp.server.operation.duration")
    assert labels["error.type"] == "tool_error"


def test_where_nobody_traces_nothing_is_sent_along() -> None:
    with carrier("tools/call", "find") as told:
        assert told == {}


async def test_each_request_has_an_id_of_its_own_and_so_have_its_errors() -> None:
    said: list[str] = []

    async def one() -> None:
        id = request()
        await anyio.lowlevel.checkpoint()
        assert numbered("no such tool") == f"no such tool\nrequest: {id}"
        said.append(id)

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(one)
        tasks.start_soon(one)

    assert len(set(said)) == 2
    assert numbered("outside") == "outside"
    assert numbered("it failed", "3f9a") == "it failed\nexecution: 3f9a"
