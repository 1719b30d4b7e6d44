"""What a program can do to the gateway by writing to the channel itself."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import sandgate
from sandgate.config import Config, ValidationOptions
from sandgate.model import Limits
from sandgate.sandbox.process.backend import ProcessBackend
from sandgate.sandbox.protocol import Answer, Request
from tests.sandbox.conformance import run, value

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.skipif(sys.platform != "linux", reason="the process sandbox is made of Linux namespaces"),
]

SEND = r"""
import os, select, time
def send(text):
    body = text.encode()
    left = memoryview(len(body).to_bytes(4, 'big') + body)
    while left:
        select.select([], [3], [])
        left = left[os.write(3, left):]
"""
UNREAD = (
    SEND
    + """
for number in range(20):
    send('{"type":"call","id":%d,"tool":"a.b","arguments":{}}' % number)
    time.sleep(0.05)  # long enough for an answer to be made; none is ever read
"""
)


def report(fields: str) -> str:
    return SEND + f"""send('{{"type":"done","status":"ok",{fields}}}')\ntime.sleep(20)"""


async def test_replies_that_are_never_read_do_not_pile_up_in_the_gateway(walls: ProcessBackend) -> None:
    made = 0

    async def tool(_: Request) -> Answer:
        nonlocal made
        made += 1
        return value("x" * 1_000_000)

    outcome = await run(walls, UNREAD, tool, Limits(time_seconds=15, concurrent_calls=4))

    assert made <= 4
    assert outcome.fault is not None
    assert "at once" in outcome.fault.message


async def test_a_forged_memory_figure_is_no_failure_of_ours(walls: ProcessBackend) -> None:
    outcome = await run(walls, report('"memory_kb":1' + "0" * 400))

    assert outcome.status == "ok"
    assert outcome.memory_peak_mb == 0


@pytest.mark.parametrize(
    "fields",
    [
        r'"has_value":true,"value":"\\ud800"',
        r'"has_value":true,"value":"' + r"\\ud800" * 20_000 + '"',
        r'"has_value":true,"value":{"\\udfff":1}',
        r'"notes":["\\ud800"]',
    ],
    ids=["short", "long", "key", "note"],
)
async def test_a_forged_report_with_half_a_character_can_still_be_told_and_recorded(
    tmp_path: Path, fields: str
) -> None:
    async with sandgate.open(Config(state_dir=tmp_path, validation=ValidationOptions(enabled=False))) as gateway:
        outcome = await gateway.run_code(report(fields))
        recorded = (await gateway.stats())["totals"]["executions"]

    assert outcome.text.encode("utf-8")
    assert recorded == 1
