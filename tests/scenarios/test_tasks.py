"""The tasks extension: with a client that follows tasks, a program that takes long is one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import anyio
import mcp.types as wire
import pytest
from mcp import Client, MCPError
from mcp.client.extension import ClaimContext, ClientExtension, ResultClaim

from .gate import Gate, unruly
from .standing import Standing

pytestmark = pytest.mark.anyio
IDENTIFIER = "io.modelcontextprotocol/tasks"
STEPS = """
from servers.unruly import wait_for

for n in range(8):
    progress(n, 8, "steps")
await wait_for(event="{name} begun")
return "done"
"""


class Created(wire.Result):
    """The answer that stands for a task."""

    result_type: Literal["task"] = "task"
    task_id: str
    status: str
    poll_interval_ms: int


class Follows(ClientExtension):
    """A client that takes tasks and does nothing with them by itself."""

    identifier = IDENTIFIER

    def claims(self) -> Sequence[ResultClaim[Any]]:
        async def resolve(created: Created, _: ClaimContext) -> wire.CallToolResult:
            return wire.CallToolResult(content=[wire.TextContent(text=created.task_id)], is_error=False)

        return [ResultClaim(result_type="task", model=Created, resolve=resolve)]


class Asked(wire.Request[dict[str, Any], str]):
    method: str
    params: dict[str, Any]


class Stands(wire.Result):
    model_config = {**wire.Result.model_config, "extra": "allow"}  # noqa: RUF012 - how pydantic wants it
    task_id: str = ""
    status: str = ""


async def ask(client: Client, method: str, **params: object) -> dict[str, Any]:
    found = await client.session.send_request(Asked(method=method, params=dict(params)), Stands)  # type: ignore[arg-type]
    return found.model_dump(by_alias=True)


async def begun(client: Client, **arguments: object) -> str:
    result = await client.call_tool("execute_code", dict(arguments))
    assert isinstance(result.content[0], wire.TextContent)
    return result.content[0].text


async def until(client: Client, task: str, *statuses: str) -> dict[str, Any]:
    with anyio.fail_after(20):
        while (found := await ask(client, "tasks/get", taskId=task))["status"] not in statuses:  # noqa: ASYNC110 - it is polled
            await anyio.sleep(0.05)
    return found


async def test_a_program_in_the_background_is_a_task_and_its_result_is_there_when_it_ends(
    standing: Standing, name: str
) -> None:
    async with standing.client(extensions=[Follows()]) as client:
        task = await begun(client, code=STEPS.format(name=name), background=True)
        working = await ask(client, "tasks/get", taskId=task)
        await client.call_tool(
            "execute_code", {"code": f"from servers.unruly import sleep\nawait sleep(seconds=0, name='{name}')"}
        )
        completed = await until(client, task, "completed", "failed")

    assert working["status"] == "working"
    assert working["pollIntervalMs"] > 0
    assert completed["result"]["content"][0]["text"] == "done"
    assert completed["statusMessage"].startswith("7 of 8")


async def test_a_task_can_be_cancelled(standing: Standing) -> None:
    async with standing.client(extensions=[Follows()]) as client:
        task = await begun(client, code="import time\ntime.sleep(600)", background=True)
        await ask(client, "tasks/cancel", taskId=task)
        ended = await until(client, task, "cancelled", "completed", "failed")

    assert ended["status"] == "cancelled"


async def test_what_a_task_asks_is_answered_through_it(gate: Gate) -> None:
    gate.configure({"unruly": unruly()}, {"policy.profile": "execute_full"})
    with gate.config.open("a", encoding="utf-8") as file:
        file.write('[[policy.rules]]\ntools = ["unruly.echo"]\naction = "ask"\n')
    async with gate.client(extensions=[Follows()]) as client:
        task = await begun(client, code="await call_mcp_tool('unruly.echo', {'value': 3})", background=True)
        waiting = await until(client, task, "input_required", "completed", "failed")
        answers = {id: {"action": "accept", "content": {"decision": "once"}} for id in waiting["inputRequests"]}
        await ask(client, "tasks/update", taskId=task, inputResponses=answers)
        ended = await until(client, task, "completed", "failed")

    assert "unruly.echo" in str(waiting["inputRequests"])
    assert ended["result"]["content"][0]["text"] == "3"


async def test_an_unknown_task_is_a_wrong_request(standing: Standing) -> None:
    async with standing.client(extensions=[Follows()]) as client:
        with pytest.raises(MCPError, match="no program 'nothing' is known here"):
            await ask(client, "tasks/get", taskId="nothing")


async def test_a_client_that_does_not_follow_tasks_gets_an_ordinary_answer(client: Client) -> None:
    said = await begun(client, code="1 + 1", background=True)

    assert said.startswith('started in the background. get_execution(id="')
