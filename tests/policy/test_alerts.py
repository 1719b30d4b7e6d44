"""What was refused or is not as it was is told at once: in the log, and to a webhook where one is set."""

from __future__ import annotations

import json
import logging
import sys
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager, contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import anyio
import pytest

import sandgate
from sandgate.config import AlertOptions, CatalogueOptions, Config, PolicyOptions, RuleOptions, SandboxOptions
from sandgate.gateway import Gateway
from sandgate.model import ServerSpec
from sandgate.policy.alerts import Alerts

pytestmark = pytest.mark.anyio
LEDGER = str(Path(__file__).with_name("ledger.py"))


@contextmanager
def listener(*, failures: int = 0) -> Generator[tuple[str, list[Any]]]:
    """An address that takes alerts; the first `failures` of them it turns away."""
    told: list[Any] = []
    left = [failures]

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            if left[0]:
                left[0] -= 1
                self.send_error(503)
                return
            told.append(json.loads(body))
            self.send_response(204)
            self.end_headers()

        def log_message(self, format: str, *args: Any) -> None: ...

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/alerts", told
        server.shutdown()
        thread.join()


@asynccontextmanager
async def gate(folder: Path, webhook: str, *rules: RuleOptions) -> AsyncGenerator[Gateway]:
    config = Config(
        state_dir=folder / "state",
        servers=(ServerSpec(name="ledger", command=sys.executable, args=(LEDGER, str(folder / "calls"))),),
        sandbox=SandboxOptions(spares=0),
        catalogue=CatalogueOptions(wait_seconds=30),
        policy=PolicyOptions(rules=rules),
        alerts=AlertOptions(webhook=webhook, repeated_failures=3),
    )
    async with sandgate.open(config) as gateway:
        with anyio.fail_after(60):
            await gateway.discovery.settle(30)
            yield gateway


async def test_a_denied_call_is_told_once_for_a_run_however_often_it_is_tried(tmp_path: Path) -> None:
    code = (
        "from servers.ledger import delete_lead\n"
        "for n in range(20):\n    try:\n        await delete_lead(id=n)\n    except Denied:\n        pass\n"
    )
    with listener() as (url, told):
        async with gate(tmp_path, url, RuleOptions(tools=("ledger.delete_*",), action="deny")) as gateway:
            outcome = await gateway.run_code(code)

    assert [(one["kind"], one["about"]) for one in told] == [
        ("call_denied", {"run": outcome.id, "tool": "ledger.delete_lead"})
    ]
    assert told[0]["message"].startswith("ledger.delete_lead is denied by rule 1 ")


async def test_a_program_that_is_not_let_in_is_told_and_a_slip_of_the_pen_is_not(tmp_path: Path) -> None:
    with listener() as (url, told):
        async with gate(tmp_path, url) as gateway:
            await gateway.run_code("print(1")
            await gateway.run_code("import ctypes\nctypes.CDLL(None)")

    assert [one["kind"] for one in told] == ["program_blocked"]
    assert told[0]["message"] == "a program was not run: native-code"


async def test_a_tool_that_goes_on_failing_is_told_once_until_it_has_worked_again(tmp_path: Path) -> None:
    with listener() as (url, told):
        async with gate(tmp_path, url) as gateway:
            alerts = gateway.policy.alerts
            for works in (False, False, True, False, False, False, False, True, False, False, False):
                if works:
                    alerts.worked("a.b")
                else:
                    alerts.failed("a.b")

    assert [one["message"] for one in told] == ["a.b has failed 3 times in a row"] * 2


async def test_a_tool_that_is_not_what_it_was_is_told(tmp_path: Path) -> None:
    with listener() as (url, told):
        async with gate(tmp_path, url):
            pass
        (remembered,) = (tmp_path / "state" / "catalogue").glob("*.json")
        listing = json.loads(remembered.read_text())
        listing["listed_at"] = 0
        listing["tools"][0]["description"] = "What it said on another day."
        remembered.write_text(json.dumps(listing))
        async with gate(tmp_path, url) as gateway:
            await gateway.discovery.refresh("ledger")

    assert {(one["kind"], one["message"]) for one in told} == {
        ("tool_changed", f"ledger.{listing['tools'][0]['name']}: description is not what it was")
    }


async def test_a_webhook_that_is_down_for_a_moment_still_gets_it_before_the_end() -> None:
    with listener(failures=2) as (url, told):
        async with Alerts(url) as alerts:
            alerts.tell("call_denied", "no")

    assert [one["message"] for one in told] == ["no"]


async def test_telling_never_waits_for_a_webhook_and_the_log_has_it_all(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING, logger="sandgate.alerts"):
        async with Alerts("http://127.0.0.1:9/nobody") as alerts:
            for n in range(3000):
                alerts.tell("call_denied", f"no {n}\x1b[2J")

    lines = [record.getMessage() for record in caplog.records]
    assert "call_denied: no 2999 [2J" in lines
    assert any("so this one is not sent" in line for line in lines)
