"""What all tests share, and a loud word about what was skipped."""

from __future__ import annotations

import signal
from collections import Counter
from collections.abc import AsyncGenerator

import pytest
from hypothesis import settings

from sandgate.sandbox.process.backend import ProcessBackend

SLOW = ("sandbox", "docs", "clients", "scenarios", "escapes", "demo", "cli", "adapters", "audit", "policy/scenarios")
"""Folders whose tests start processes, fetch packages or wait."""

settings.register_profile("steady", derandomize=True, database=None, deadline=None)
settings.load_profile("steady")
"""The same examples each time, however long a busy machine takes. `--hypothesis-profile=default` looks for others."""


for number in (signal.SIGHUP, signal.SIGINT, signal.SIGQUIT):
    if signal.getsignal(number) is signal.SIG_IGN:  # as behind `nohup` and `&`: what tests start would never hear it
        signal.signal(number, signal.SIG_DFL)


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
async def walls() -> AsyncGenerator[ProcessBackend]:
    """The process sandbox, ended after the test."""
    backend = ProcessBackend()
    yield backend
    await backend.close()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Files of the slow folders first: what is handed out last should be over soon, or one worker ends alone.

    `--no-loadscope-reorder` keeps this order. Without it files with few tests come last, and those are the slow ones.
    """
    slow = tuple(f"tests/{folder}/" for folder in SLOW)
    items.sort(key=lambda item: not item.nodeid.startswith(slow))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Here and not in the folders: with several workers only this one is heard."""
    reasons: Counter[tuple[str, str]] = Counter()
    for report in terminalreporter.getreports("skipped"):
        if not hasattr(report, "wasxfail"):
            folder = "/".join(report.nodeid.split("/")[:2])
            reasons[folder, report.longreprtext.partition("Skipped: ")[2].rstrip("')\"")] += 1
    for (folder, reason), times in sorted(reasons.items()):
        terminalreporter.write_line(f"{times} skipped in {folder}: {reason}", yellow=True, bold=True)
