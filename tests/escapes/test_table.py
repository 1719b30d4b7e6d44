"""The table in SECURITY.md is what was measured, of the probes there are."""

from __future__ import annotations

import json

from .columns import COLUMNS
from .probes import PROBES
from .table import PAGE, RESULTS, rendered, section


def test_the_page_shows_what_was_measured_and_nothing_else() -> None:
    results = json.loads(RESULTS.read_text(encoding="utf-8"))

    shown = section(PAGE.read_text(encoding="utf-8"))

    assert shown == rendered(results), "run `make probes`"


def test_every_probe_there_is_was_tried_and_no_other() -> None:
    results = json.loads(RESULTS.read_text(encoding="utf-8"))

    tried = {name: set(results[name]) for name in COLUMNS if results.get(name) is not None}

    assert "full" in tried
    assert all(ids == {probe.id for probe in PROBES} for ids in tried.values()), "run `make probes`"
