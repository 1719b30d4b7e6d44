"""`sandbox.backend = "auto"`: a program's risk, or its caller, says behind which walls it runs."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandgate.server.replies import META

from .gate import Gate, execute, refused, unruly

pytestmark = pytest.mark.anyio


@pytest.fixture
def auto(fresh_gate: Gate, tmp_path: Path) -> Gate:
    """Containers for whatever is risky, and nobody who makes containers."""
    settings = {
        "sandbox.backend": "auto",
        "sandbox.critical_risk": "docker",
        "sandbox.docker_socket": str(tmp_path / "no.sock"),
    }
    fresh_gate.configure({"unruly": unruly()}, settings)
    return fresh_gate


async def test_a_program_runs_where_its_risk_says_and_is_refused_where_that_is_not_to_be_had(auto: Gate) -> None:
    async with auto.client() as client:
        (tool,) = [tool for tool in (await client.list_tools()).tools if tool.name == "execute_code"]
        looking = await client.call_tool(
            "execute_code", {"code": "from servers.unruly import echo\nawait echo(value=1)"}
        )
        asked = await refused(client, "execute_code", code="1 + 1", security_level="high")
        wrong = await refused(client, "execute_code", code="1 + 1", security_level="utmost")

    assert tool.input_schema["properties"]["security_level"]["enum"] == ["low", "medium", "high", "critical"]
    facts = (looking.meta or {})[META]
    assert facts["sandbox"].startswith("process/")
    assert facts["sandbox_why"].startswith("process: its risk is")
    assert "this program needs docker: security_level high was asked for. That is not to be had" in asked
    assert "low, medium, high, critical" in wrong


async def test_the_audit_says_why_a_program_ran_where_it_did(auto: Gate) -> None:
    async with auto.client() as client:
        await execute(client, "1 + 1")

    shown = auto.sandgate("audit", "export", "--format", "jsonl").stdout

    assert '"sandbox_why": "process: its risk is low"' in shown or '"sandbox_why":"process: its risk is low"' in shown


async def test_with_one_sandbox_nothing_of_levels_is_listed(fresh_gate: Gate) -> None:
    fresh_gate.configure({"unruly": unruly()}, {})

    async with fresh_gate.client() as client:
        (tool,) = [tool for tool in (await client.list_tools()).tools if tool.name == "execute_code"]

    assert "security_level" not in tool.input_schema["properties"]
