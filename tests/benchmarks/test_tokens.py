from __future__ import annotations

from benchmarks.catalogues import invented
from benchmarks.tokens import sizes


def test_every_level_has_its_figure() -> None:
    figures = list(sizes(invented()))

    assert figures[0].name == "the JSON of 4,000 tools of 40 servers"
    assert [figure.name.partition(", ")[2] for figure in figures[1:]] == ["`name`", "`description`", "`full`"]
    assert all("%" in figure.value for figure in figures[1:])


def test_a_catalogue_without_tools_has_figures_too() -> None:
    assert len(list(sizes({}))) == 4
