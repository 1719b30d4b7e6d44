"""The time a person takes is not the program's: it keeps what it has, and whoever asks hears what is asked.

`clock.py` does the same in real time.
"""

from __future__ import annotations

import json
import os
from contextlib import AsyncExitStack
from pathlib import Path

import anyio
import mcp.types as wire
import pytest
from mcp import Client

from tests.scenarios.gate import said

from .conftest import ERAS
from .office import Office, execute, facts, resume, worked

pytestmark = pytest.mark.anyio
STATEFUL = """
import os, tempfile
from servers.clerk import update_lead
scratch, before = tempfile.TemporaryFile(), [os.getpid(), "NAME"]
scratch.write(b"kept")
first = await update_lead(id=1, status="NAME")
scratch.seek(0)
[first, before == [os.getpid(), "NAME"], scratch.read().decode()]
"""
BRIEF = {"limits.time_seconds": 1, "limits.tool_seconds": 5, "policy.approval_seconds": 60}
"""An eighth and about half of the time that a program waits here. To start the clerk is a tool's time too."""
HASTY = "import sandgate.server.executing as executing\nexecuting.RESUME_SECONDS = 8.0\n"
"""What a gateway imports first, so that whoever comes too early is sent away after 8 s and not after 20."""


async def test_a_program_outlives_its_time_while_nobody_decides_and_says_again_what_is_asked(tmp_path: Path) -> None:
    """On all four ways at once: clients that cannot ask are told at once, and told again when they come too early."""
    office = Office(tmp_path, BRIEF)
    (tmp_path / "hook").mkdir()
    (tmp_path / "hook" / "sitecustomize.py").write_text(HASTY, encoding="utf-8")
    hooked = os.pathsep.join(filter(None, [str(tmp_path / "hook"), os.environ.get("PYTHONPATH")]))
    ended: dict[str, list[wire.CallToolResult]] = {}

    async def one(name: str, client: Client) -> None:
        code = STATEFUL.replace("NAME", name)
        asked = await execute(client, code)
        too_early = await resume(client, facts(asked)["resume"])
        await office.types("approvals", "decide", facts(asked)["questions"][0], "once")
        ended[name] = [asked, too_early, await resume(client, facts(asked)["resume"])]

    async with AsyncExitStack() as stack:
        office.gate.environment = {"PYTHONPATH": hooked}
        url = await stack.enter_async_context(office.gate.http())
        clients: dict[str, Client] = {}
        for era in ERAS:
            clients[f"http {era}"] = await stack.enter_async_context(Client(url, mode=era))
            clients[f"stdio {era}"] = await stack.enter_async_context(office.client(era))
        office.gate.environment = {}
        async with anyio.create_task_group() as tasks:
            for name, client in clients.items():
                tasks.start_soon(one, name, client)

    for name, (asked, too_early, last) in ended.items():
        id = facts(asked)["questions"][0]
        assert said(asked).startswith(f"approval_required: the program waits for a person.\n[{id}] Allow clerk.update")
        assert f'1. id=1, status="{name}"' in said(asked)
        assert said(too_early) == said(asked)
        assert facts(too_early) == facts(asked)
        assert json.loads(worked(last)) == ["update_lead done", True, "kept"]
    assert sorted(call[1]["status"] for call in office.reached) == sorted(clients)
