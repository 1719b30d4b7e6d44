"""The table in SECURITY.md is what was measured, of the probes there are."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from .columns import COLUMNS
from .probes import PROBES
from .table import PAGES, RESULTS, rendered, section


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_a_page_shows_what_was_measured_and_nothing_else(page: Path) -> None:
    results = json.loads(RESULTS.read_text(encoding="utf-8"))

    shown = section(page.read_text(encoding="utf-8"))

    assert shown == rendered(results), "run `make probes`"


def test_every_probe_there_is_was_tried_and_no_other() -> None:
    results = json.loads(RESULTS.read_text(encoding="utf-8"))

    tried = {name: set(results[name]) for name in COLUMNS if results.get(name) is not None}

    assert "full" in tried
    assert all(ids == {probe.id for probe in PROBES} for ids in tried.values()), "run `make probes`"
