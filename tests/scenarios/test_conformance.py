"""The official suite: what applies passes, what does not apply is named with its reason."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from .conformance.__main__ import OPENING, looked_at, outcome_of, section
from .conformance.applicable import NOT_APPLICABLE
from .conformance.suite import SUITES, Suite, script
from .conftest import fetched

PAGE = Path(__file__).parents[2] / "docs" / "conformance.md"


@pytest.fixture(scope="module")
async def url() -> AsyncGenerator[str]:
    async with looked_at() as url:
        yield url


@pytest.mark.anyio
@pytest.mark.registry
@pytest.mark.promise("conformance.2025-11-25")
@pytest.mark.promise("conformance.2026-07-28")
@pytest.mark.parametrize("suite", SUITES, ids=lambda suite: suite.title)
async def test_every_applicable_scenario_passes_and_the_page_says_so(suite: Suite, url: str) -> None:
    fetched(lambda: script(suite))

    scenarios = await outcome_of(suite, url)

    assert [failure for scenario in scenarios for failure in scenario.failures] == []
    expected = set(suite.scenarios) or {"tools-list", "dns-rebinding-protection"}
    assert expected <= {one.name for one in scenarios if not one.reason}
    assert section(suite, scenarios) in PAGE.read_text(encoding="utf-8")


def test_the_page_has_no_reason_for_a_scenario_that_no_suite_has() -> None:
    page = PAGE.read_text(encoding="utf-8")

    assert page.startswith(OPENING.rstrip())
    assert [name for name in NOT_APPLICABLE if f"| {name} | not applicable | " not in page] == []
