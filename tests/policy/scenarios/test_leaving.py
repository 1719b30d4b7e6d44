"""A client or a gateway that goes while a person is asked: nothing is sent, nothing is left behind."""

from __future__ import annotations

import os
import signal
import socket
import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from subprocess import PIPE

import anyio
import pytest
from anyio.abc import Process

from tests.scenarios.gate import Mode
from tests.scenarios.processes import Watched, below

from .office import PATIENCE_SECONDS, Office

pytestmark = pytest.mark.anyio
ROOT = Path(__file__).parents[3]


@asynccontextmanager
async def visitor(office: Office, era: Mode, ability: str) -> AsyncGenerator[Process]:
    """A client whose program waits for a person."""
    own = [sys.executable, "-m", "tests.policy.scenarios.visitor", era, ability]
    with (office.folder / "stderr").open("a") as errors:
        process = await anyio.open_process(
            [*own, *office.gate.command("serve")],
            stdin=PIPE,
            stdout=PIPE,
            stderr=errors,
            env=office.gate.variables(),
            cwd=ROOT,
        )
    try:
        assert process.stdout
        with anyio.fail_after(PATIENCE_SECONDS):
            assert (await process.stdout.receive()).startswith(b"asked")
            await office.posted()
            yield process
    finally:
        with anyio.CancelScope(shield=True):
            with suppress(ProcessLookupError):
                process.kill()
            await process.aclose()


@pytest.mark.parametrize(("era", "ability"), [("auto", "can-ask"), ("legacy", "can-ask"), ("auto", "cannot-ask")])
async def test_a_client_that_is_killed_while_asked_leaves_neither_a_call_nor_a_process_nor_a_question(
    tmp_path: Path, era: Mode, ability: str
) -> None:
    office = Office(tmp_path, cold=True)

    async with visitor(office, era, ability) as client:
        started = below(client.pid)
        with Watched(started) as all_of_them:
            client.kill()
            await all_of_them.gone(within=20)

    assert len(started) >= 4  # the gateway, its launcher, the program's first process, the program
    assert office.reached == []
    assert sorted(file.name for file in office.board.iterdir()) == []
    assert "Traceback" not in office.gate.log


async def test_a_webhook_that_never_answers_does_not_keep_a_gateway_alive_whose_client_has_gone(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as deaf:
        office = Office(tmp_path, {"policy.approval_webhook": f"http://127.0.0.1:{deaf.getsockname()[1]}/"})

        async with visitor(office, "auto", "cannot-ask") as client:
            started = below(client.pid)
            with Watched(started) as all_of_them:
                client.kill()
                await all_of_them.gone(within=20)

    assert office.reached == []


async def test_a_gateway_that_is_killed_leaves_no_question_that_can_still_be_answered(tmp_path: Path) -> None:
    office = Office(tmp_path, cold=True)

    async with visitor(office, "auto", "cannot-ask") as client:
        (question,) = await office.posted()
        with Watched(below(client.pid, "-m sandgate serve")) as gateway:
            os.kill(gateway.pids[0], signal.SIGKILL)
            await gateway.gone()
        refused = await office.fails("approvals", "decide", question, "once")
        listed = await office.types("approvals", "list")

    assert f"no question '{question}' is asked" in refused
    assert listed == "Nothing is asked.\n"
    assert sorted(file.name for file in office.board.iterdir()) == []
    assert office.reached == []
