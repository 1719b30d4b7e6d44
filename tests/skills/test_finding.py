"""Skills are found by what they do, with the search of tools."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandgate.catalog.search import making
from sandgate.skills import Draft
from sandgate.skills.finding import documents

from .samples import CODE, kept, plain

MAIL = '''\
async def mail_team(team: str, text: str):
    """Write a mail to everybody in a team."""
'''


@pytest.mark.parametrize("with_meanings", [True, False])
def test_a_skill_is_found_by_words_typing_mistakes_and_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, with_meanings: bool
) -> None:
    if not with_meanings:
        monkeypatch.setattr(making, "meaning", lambda: None)
    skills = kept(tmp_path)
    skills.save(Draft(name="save_sheet", code=CODE, tags=("spreadsheet",)))
    skills.save(Draft(name="mail_team", code=MAIL))
    skills.save(plain())

    first = {query: [one.name for one in skills.search(query)][:1] for query in QUERIES}

    assert first == {query: [name] for query, name in QUERIES.items()}
    assert [one.name for one in skills.search("")] == ["double_it", "mail_team", "save_sheet"]
    assert skills.search("photosynthesis of ferns") == []


QUERIES = {
    "export a spreadsheet as csv": "save_sheet",
    "send an e-mail": "mail_team",
    "googel drive": "save_sheet",
    "double_it": "double_it",
}


def test_there_is_nothing_to_find_where_nothing_is_saved(tmp_path: Path) -> None:
    assert kept(tmp_path).search("anything") == []


def test_the_inputs_of_a_skill_are_a_schema(tmp_path: Path) -> None:
    skills = kept(tmp_path)
    skills.save(Draft(name="save_sheet", code=CODE))

    (tool,) = documents(skills.listed())

    assert tool.input_schema["properties"]["sheet_id"] == {"type": "string", "description": "which sheet"}
    assert tool.input_schema["required"] == ["sheet_id"]
