"""A skill is a draft until it ran and, where that is asked for, a person approved it; and one can go back."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandgate.errors import BadArguments
from sandgate.skills import Origin, Skills

from .samples import EXAMPLE, PLAIN, kept, plain, trusted

OTHER = PLAIN.replace("* 2", "+ number")


def imported(skills: Skills) -> str:
    file = skills.importable / "double_it.py"
    return file.read_text() if file.exists() else ""


def test_a_draft_cannot_be_imported_until_it_ran(tmp_path: Path) -> None:
    skills = kept(tmp_path)
    draft = skills.save(plain()).skill
    before = imported(skills)

    skills.ran("double_it", 1, False)
    failed = imported(skills)
    skill = skills.ran("double_it", 1, True)

    assert (draft.state, draft.waits_for) == ("draft", "it must run once without error")
    assert (before, failed, imported(skills)) == ("", "", PLAIN)
    assert (skill.state, skill.importable, skill.waits_for) == ("trusted", True, "")


def test_a_draft_whose_examples_fail_is_not_trusted_by_another_run(tmp_path: Path) -> None:
    skills = kept(tmp_path)
    skills.save(plain(examples={"two": EXAMPLE}))

    skills.ran("double_it", 1, False, tests=True)
    skill = skills.ran("double_it", 1, True)
    mended = skills.ran("double_it", 1, True, tests=True)

    assert (skill.state, skill.waits_for) == ("draft", "its examples must run without error")
    assert mended.state == "trusted"


def test_where_approval_is_asked_for_a_run_is_not_enough(tmp_path: Path) -> None:
    skills = kept(tmp_path, approval=True)
    skills.save(plain())

    ran = skills.ran("double_it", 1, True)
    approved = skills.approve("double_it", 1, "ada")

    assert (ran.state, ran.waits_for) == ("draft", "a person must approve it")
    assert (approved.state, approved.approved_by) == ("trusted", "ada")
    assert [(event.what, event.by) for event in skills.events("double_it")] == [
        ("saved", ""),
        ("approved", "ada"),
        ("trusted", ""),
    ]


def test_approval_alone_does_not_make_it_run(tmp_path: Path) -> None:
    skills = kept(tmp_path, approval=True)
    skills.save(plain())

    approved = skills.approve("double_it", 1, "ada")
    ran = skills.ran("double_it", 1, True)

    assert (approved.state, ran.state) == ("draft", "trusted")


def test_what_came_from_elsewhere_always_needs_approval(tmp_path: Path) -> None:
    skills = kept(tmp_path)
    skills.save(plain(), origin=Origin(index="/shared"))

    assert skills.ran("double_it", 1, True).waits_for == "a person must approve it"
    assert skills.approve("double_it", 1, "ada").state == "trusted"


def test_the_old_version_is_imported_until_the_new_one_is_trusted(tmp_path: Path) -> None:
    skills = kept(tmp_path)
    trusted(skills)
    skills.save(plain(code=OTHER), replace=True)
    before = imported(skills)

    skills.ran("double_it", 2, True)

    assert (before, imported(skills)) == (PLAIN, OTHER)


def test_a_trusted_version_that_fails_once_stays_importable(tmp_path: Path) -> None:
    skills = kept(tmp_path)
    trusted(skills)

    skill = skills.ran("double_it", 1, False, tests=True)

    assert skill.state == "trusted"
    assert imported(skills) == PLAIN


def test_after_going_back_only_a_person_brings_the_later_version_again(tmp_path: Path) -> None:
    skills = kept(tmp_path)
    trusted(skills)
    trusted(skills, plain(code=OTHER))

    back = skills.revert("double_it", by="ada")
    at_one = imported(skills)
    ran = skills.ran("double_it", 2, True)
    still_one = imported(skills)
    skills.approve("double_it", 2, "ada")

    assert back.version == 1
    assert (ran.state, ran.waits_for) == ("draft", "a person must approve it")
    assert (at_one, still_one, imported(skills)) == (PLAIN, PLAIN, OTHER)


def test_one_cannot_go_back_to_a_draft_or_to_nothing(tmp_path: Path) -> None:
    skills = kept(tmp_path)
    trusted(skills)
    skills.save(plain(code=OTHER), replace=True)

    with pytest.raises(BadArguments, match="no earlier version"):
        skills.revert("double_it")
    with pytest.raises(BadArguments, match="is a draft"):
        skills.revert("double_it", 2)
    with pytest.raises(BadArguments, match="has no version 7"):
        skills.revert("double_it", 7)


def test_a_removed_skill_keeps_its_history_and_comes_back_as_a_draft(tmp_path: Path) -> None:
    skills = kept(tmp_path)
    trusted(skills)

    skills.remove("double_it", "ada")
    gone = (imported(skills), skills.listed(), skills.trusted())
    with pytest.raises(BadArguments, match="there is no skill"):
        skills.ran("double_it", 1, True)
    saved = skills.save(plain()).skill

    assert gone == ("", [], [])
    assert (saved.version, saved.state) == (2, "draft")
    assert skills.load("double_it", 1).code == PLAIN
    assert [event.what for event in skills.events("double_it")] == ["saved", "trusted", "removed", "saved"]
    assert imported(skills) == ""


def test_an_older_version_that_is_trusted_later_does_not_replace_a_newer_one(tmp_path: Path) -> None:
    skills = kept(tmp_path)
    skills.save(plain())
    trusted(skills, plain(code=OTHER))

    skills.ran("double_it", 1, True)

    assert imported(skills) == OTHER
