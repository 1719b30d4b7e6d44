"""The table in SECURITY.md is what was measured, of the probes there are."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from .columns import COLUMNS
from .table import PAGES, RESULTS, rendered, section


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_a_page_shows_what_was_measured_and_nothing_else(page: Path) -> None:
    results = json.loads(RESULTS.read_text(encoding="utf-8"))

    shown = section(page.read_text(encoding="utf-8"))

    assert shown == rendered(results), "run `make probes`"


def test_every_probe_there_is_was_tried_and_no_other() -> None:
    results = json.loads(RESULTS.read_text(encoding="utf-8"))

    tried = {name: set(results[name]) for name in COLUMNS if results.get(name) is not None}

    assert {"full", "monty", "typescript"} <= tried.keys()
    there_are = {name: {probe.id for probe in COLUMNS[name].probes} for name in tried}
    assert tried == there_are, "run `make probes`"


@pytest.mark.parametrize("name", [*COLUMNS])
def test_no_two_probes_of_a_column_have_one_id(name: str) -> None:
    ids = [probe.id for probe in COLUMNS[name].probes]

    assert len(ids) == len(set(ids))
