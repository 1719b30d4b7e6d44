"""`python -m tests.scenarios.conformance > docs/conformance.md`: run every suite, print the page. 1 if one fails."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

import anyio
import anyio.to_thread
from mcp import Client

from ..gate import Gate, said
from ..packages import Missing
from .suite import SUITES, Scenario, Suite, run, table

OPENING = """\
# Conformance

Written by `python -m tests.scenarios.conformance > docs/conformance.md`; do not edit it by hand.

The official suite of the Model Context Protocol, all of its server scenarios, against `sandgate serve --http`. It needs
Node.js 22 and npm, which the development tools bring along. A scenario that applies must pass; the tests see to it
where there is an npm registry. Many scenarios call tools, prompts or resources that only a server written for the
suite has (`test_simple_text`, …). They do not apply to Sandgate, whose own tools are fixed: calls to downstream servers
are made by programs, not by clients. What they look at is tested with real servers in `tests/scenarios/`.

By hand: `sandgate serve --http --port 8700`, then
`npx @modelcontextprotocol/conformance@VERSION server --url http://127.0.0.1:8700/mcp --suite all --spec-version DATE`,
or `--scenario NAME` for those of an extension. One skill is saved beforehand.
"""


@asynccontextmanager
async def looked_at() -> AsyncGenerator[str]:
    """The address of the gateway that all suites look at, one after the other."""
    with tempfile.TemporaryDirectory() as folder:
        gate = Gate(Path(folder), Path(folder) / "state")
        gate.configure({})
        async with gate.http(patience=None) as url:
            await save_a_skill(url)  # what serves no skill has nothing to be looked at
            yield url


async def outcome_of(suite: Suite, url: str) -> list[Scenario]:
    return await anyio.to_thread.run_sync(run, suite, url)


async def save_a_skill(url: str) -> None:
    code = "def double_it(number: int) -> int:\n    return number * 2\n"
    arguments = {"name": "double_it", "code": code, "description": "Twice a number.", "example": "double_it(2)"}
    async with Client(url) as client:
        saved = await client.call_tool("save_skill", arguments)
    if saved.is_error:
        raise RuntimeError(f"no skill could be saved: {said(saved)}")


def section(suite: Suite, scenarios: list[Scenario]) -> str:
    applicable = [scenario for scenario in scenarios if not scenario.reason]
    passed = sum(not scenario.failures for scenario in applicable)
    title = f"## {suite.title}"
    total = f"{passed} of {len(applicable)} applicable scenarios pass; {len(scenarios) - len(applicable)} do not apply."
    return "\n".join(["", title, "", total, "", *table(scenarios)])


async def main() -> int:
    failed = False
    print(OPENING.rstrip())
    async with looked_at() as url:
        for suite in SUITES:
            scenarios = await outcome_of(suite, url)
            failed = failed or any(scenario.failures for scenario in scenarios)
            print(section(suite, scenarios))
    return 1 if failed else 0


if __name__ == "__main__":
    try:
        sys.exit(anyio.run(main))
    except Missing as missing:
        sys.exit(f"the conformance suite cannot be run: {missing}")
