"""What may be saved, what is read from it, and what becomes a new version."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from sandgate.errors import BadArguments, Denied, SandgateError
from sandgate.skills import Draft, Input, Origin, digest_of

from .samples import CODE, EXAMPLE, PLAIN, kept, plain, trusted


def test_what_a_skill_does_is_read_from_its_code(tmp_path: Path) -> None:
    saved = kept(tmp_path).save(Draft(name="save_sheet", code=CODE, tags=("CSV", "sheets")), origin=Origin(run="r1"))

    facts = saved.skill.facts
    assert facts.description == "Save a sheet of Google Drive as a CSV file."
    assert facts.signature == (
        "async def save_sheet(sheet_id: str, path: str='out.csv', *, limit: int | None=None) -> int"
    )
    assert facts.inputs == (
        Input(name="sheet_id", type="str", description="which sheet"),
        Input(name="path", type="str", default="'out.csv'", description="where to, in the workspace"),
        Input(name="limit", type="int | None", default="None"),
    )
    assert facts.tools == ("google_drive.get_sheet", "slack.post")
    assert facts.imports == ("csv",)
    assert facts.tags == ("csv", "sheets")
    assert (saved.skill.version, saved.skill.state, saved.skill.origin.run) == (1, "draft", "r1")


@pytest.mark.parametrize(
    "name",
    [
        *(
            "json",
            "class",
            "match",
            "print",
            "skills",
            "call_mcp_tool",
            "Save",
            "_save",
            "save__it",
            "save_",
            "2x",
            "ä",
        ),
        *("../x", "a/b", "a" * 65, "a.b", "nul\0", "x\n", ""),
    ],
)
def test_a_name_that_python_or_a_folder_could_mistake_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(BadArguments, match="cannot be the name"):
        kept(tmp_path).save(plain(name, code=PLAIN))


def test_hyphens_in_a_name_are_underscores_in_python(tmp_path: Path) -> None:
    assert kept(tmp_path).save(replace(plain(), name="double-it")).skill.name == "double_it"


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("def double_it(:\n    pass\n", "line 1"),
        ("x = 1\n", "must define one function"),
        ("class A:\n    def double_it(self): '''x'''\n", "must define one function"),
        (PLAIN + PLAIN, "more than once"),
        (PLAIN + "await something()\n", "line 4: a skill is imported"),
        (PLAIN + "[x async for x in y]\n", "line 4: a skill is imported"),
        (PLAIN + "from .other import other\n", "without dots"),
        ("# coding: utf-7\n" + PLAIN, "names an encoding"),
        ("#!/usr/bin/python\n# vim: set fileencoding=latin-1 :\n" + PLAIN, "names an encoding"),
        ("# coding: nonsense\n" + PLAIN, "names an encoding"),
        (PLAIN + "# \ud800\n", "half a character"),
        (PLAIN + "if 1:\n    return 3\n", "line 5: a skill is imported"),
        (PLAIN + "\0", "null bytes"),
        (PLAIN + "x = " + "(" * 5000 + ")" * 5000, "double_it.py"),
        (PLAIN.replace("number: float", ", ".join(f"a{n}" for n in range(51))), "more than 50"),
        (PLAIN.replace('"""Twice a number."""', "pass"), "needs a description"),
        (PLAIN + "# " + "x" * 300_000, "more than 256"),
    ],
)
def test_code_that_could_not_be_imported_as_a_skill_is_refused(tmp_path: Path, code: str, said: str) -> None:
    skills = kept(tmp_path)

    with pytest.raises(BadArguments, match=re.escape(said)):
        skills.save(plain(code=code))

    assert skills.listed() == []


def test_what_policy_blocks_is_not_saved(tmp_path: Path) -> None:
    skills = kept(tmp_path)
    blocked = PLAIN + "\nimport ctypes\nctypes.CDLL(None).system(b'id')\n"

    with pytest.raises(Denied, match=r"line \d+ \["):
        skills.save(plain(code=blocked))
    with pytest.raises(Denied, match="examples/bad"):
        skills.save(plain(examples={"bad": blocked.removeprefix(PLAIN)}))

    assert skills.listed() == []


def test_a_name_that_is_taken_needs_replace(tmp_path: Path) -> None:
    skills = kept(tmp_path)
    skills.save(plain())
    other = plain(code=PLAIN.replace("* 2", "+ number"))

    with pytest.raises(BadArguments, match="double_it is taken, by version 1: Twice a number"):
        skills.save(other)

    assert skills.save(other, replace=True).skill.version == 2
    assert [one.version for one in skills.versions("double_it")] == [1, 2]
    assert skills.load("double_it", 1).code == PLAIN


@pytest.mark.parametrize("again", [PLAIN, PLAIN.replace("\n", "\r\n"), "\ufeff" + PLAIN + "\n\n"])
def test_the_same_again_is_no_new_version(tmp_path: Path, again: str) -> None:
    skills = kept(tmp_path)
    skills.save(plain())

    saved = skills.save(plain(code=again))

    assert (saved.is_new, saved.skill.version) == (False, 1)


def test_an_example_imports_its_skill(tmp_path: Path) -> None:
    skills = kept(tmp_path)

    skills.save(plain(examples={"two.py": EXAMPLE, "named-one": "from skills.double_it import double_it as d\nd(1)\n"}))

    assert skills.load("double_it").examples == {
        "named_one": "from skills.double_it import double_it as d\nd(1)\n",
        "two": f"from skills.double_it import double_it\n\n{EXAMPLE}",
    }


@pytest.mark.parametrize(
    ("examples", "said"),
    [
        ({"../x": EXAMPLE}, "title of an example"),
        ({"a-b": EXAMPLE, "a_b": EXAMPLE}, "each title once"),
        ({"x": "assert (\n"}, "examples/x.py, line"),
        ({"x": "import skills.double_it\n"}, "must import the skill as"),
        ({f"e{n}": EXAMPLE for n in range(21)}, "at most 20"),
    ],
)
def test_an_example_that_could_not_run_is_refused(tmp_path: Path, examples: dict[str, str], said: str) -> None:
    with pytest.raises(BadArguments, match=re.escape(said)):
        kept(tmp_path).save(plain(examples=examples))


def test_a_version_is_a_folder_in_the_agent_skills_format_that_its_digest_pins(tmp_path: Path) -> None:
    skills = kept(tmp_path)

    digest = skills.save(plain(examples={"two": EXAMPLE})).skill.digest

    folder = tmp_path / "skills" / "versions" / "double_it" / "1" / "double-it"
    files = {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    assert sorted(files) == ["SKILL.md", "double_it.py", "examples/two.py"]
    assert digest_of(files) == digest
    assert files["SKILL.md"].startswith(b'---\nname: "double-it"\n')


def test_a_folder_that_somebody_changed_is_not_used(tmp_path: Path) -> None:
    skills = kept(tmp_path)
    trusted(skills)
    file = tmp_path / "skills" / "versions" / "double_it" / "1" / "double-it" / "double_it.py"
    file.write_text("print('mine')\n")

    with pytest.raises(SandgateError, match="not what was saved"):
        skills.load("double_it")
    skills.open()

    assert not (skills.importable / "double_it.py").exists()


def test_a_damaged_record_hides_no_other_skill(tmp_path: Path) -> None:
    skills = kept(tmp_path)
    skills.save(plain())
    skills.save(plain("other"))
    (tmp_path / "skills" / "records" / "other.json").write_text('{"name": "other"')

    assert [one.name for one in skills.listed()] == ["double_it"]
    with pytest.raises(SandgateError, match="is damaged"):
        skills.save(plain("other"))


def test_there_is_an_end_to_skills_and_to_versions(tmp_path: Path) -> None:
    skills = kept(tmp_path, most=1, most_versions=1)
    skills.save(plain())

    with pytest.raises(BadArguments, match="as many as may be"):
        skills.save(plain("other"))
    with pytest.raises(BadArguments, match="as many as may be"):
        skills.save(plain(tags=("new",)), replace=True)


def test_a_skill_nobody_has_is_answered_with_the_nearest(tmp_path: Path) -> None:
    skills = kept(tmp_path)
    skills.save(plain())

    with pytest.raises(BadArguments, match="nearest: double_it"):
        skills.load("doubled_it")
    with pytest.raises(BadArguments, match="there is no skill"):
        skills.load("../../double_it")
    with pytest.raises(BadArguments, match=r"there is no skill 'zzz'; there are: double_it$"):
        skills.load("zzz")
    with pytest.raises(BadArguments, match="there is no skill"):
        skills.load("a" * 5000)


def test_the_skills_a_program_imports_are_found_with_those_they_import(tmp_path: Path) -> None:
    skills = kept(tmp_path)
    trusted(skills)
    chained = "from skills.double_it import double_it\ndef four_times(n):\n    'Four times.'\n    return double_it(n)\n"
    trusted(skills, plain("four_times", code=chained))
    skills.save(plain("unseen"))

    found = skills.sources("from skills.four_times import four_times\nfrom skills import unseen, absent\n")

    assert sorted(found) == ["double_it", "four_times"]
    assert found["four_times"] == chained


def test_an_import_with_dots_hides_no_other_import(tmp_path: Path) -> None:
    """Else a program could have a skill left out of what it is weighed by."""
    skills = kept(tmp_path)
    trusted(skills)

    found = skills.sources("if 0:\n    from . import nothing\nfrom skills.double_it import double_it\n")

    assert found == {"double_it": PLAIN}


def test_whoever_imports_a_skill_that_is_not_there_is_told(tmp_path: Path) -> None:
    code = "from skills.absent import absent\n" + PLAIN

    saved = kept(tmp_path).save(plain(code=code))

    assert saved.notes == ("it imports skills.absent, which no program can import yet",)
