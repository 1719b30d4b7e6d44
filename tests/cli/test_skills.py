"""Skills from the command line: look, test, run, trust, share."""

from __future__ import annotations

import io
import json
import shutil
import subprocess
from pathlib import Path

import pytest

from sandgate.cli import cloning
from sandgate.config import load
from sandgate.policy.validation import Report
from sandgate.skills import Draft, Skills
from sandgate.skills.settings import skills_of
from sandgate.skills.sharing import Index

from .person import TRACKER, Person

CODE = '''\
def double_it(number: float) -> float:
    """Twice a number."""
    return number * 2
'''
PROJECTS = """\
from servers.tracker import list_projects


async def count_projects() -> int:
    "How many projects the tracker has."
    return len(await list_projects())
"""
GOOD, BAD = "assert double_it(2) == 4\n", "assert double_it(2) == 5, 'not five'\n"


@pytest.fixture
def skills(person: Person) -> Skills:
    """What the person's gateway keeps."""
    person.write("sandgate.toml", "[import]\nclients = []\n")
    kept = skills_of(load(), ())
    kept.open()
    return kept


def draft(example: str = GOOD, code: str = CODE) -> Draft:
    return Draft(name="double_it", code=code, tags=("maths",), examples={"two": example})


def trusted(skills: Skills, code: str = CODE) -> None:
    saved = skills.save(draft(code=code), replace=True).skill
    skills.ran("double_it", saved.version, True)


def published(person: Person, code: str = CODE) -> Path:
    """An index of somebody else that has the skill."""
    person.write("theirs.toml", f'state_dir = "{person.home / "theirs"}"\n[import]\nclients = []\n')
    theirs = skills_of(load(person.project / "theirs.toml"), ())
    trusted(theirs, code)
    Index(person.project / "shared").put(theirs.load("double_it"))
    return person.project / "shared"


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_list_says_what_each_skill_waits_for(person: Person, skills: Skills) -> None:
    nothing = person.types("skills", "list")
    skills.save(draft())

    said = person.types("skills", "list")

    assert nothing.out.startswith("There are no skills yet")
    assert said.rows == [["double_it", "1", "draft: it must run once without error", "Twice a number."]]
    assert person.types("skills", "list", "--json").json[0]["facts"]["tags"] == ["maths"]
    assert person.types("skills", "search", "two", "times").code == 0


def test_a_skill_is_shown_with_its_history_and_its_code(person: Person, skills: Skills) -> None:
    trusted(skills)

    said = person.types("skills", "show", "double-it")

    assert "double_it, version 1: trusted" in said.out
    assert "version 1 saved" in said.out
    assert CODE in said.out
    assert person.types("skills", "show", "double_it", "--json").json["code"] == CODE


def test_code_cannot_steer_the_terminal_of_whoever_reads_it(person: Person, skills: Skills) -> None:
    skills.save(draft(code=CODE + "# \x1b[2J\n"))

    said = person.types("skills", "show", "double_it")

    assert "\x1b" not in said.out
    assert "\\u001b[2J" in said.out


def test_a_draft_whose_examples_run_is_trusted(person: Person, skills: Skills) -> None:
    skills.save(draft())

    said = person.types("skills", "test", "double_it")

    assert (said.code, said.out, said.err) == (0, "two: ok\n", "")
    assert (skills.importable / "double_it.py").read_text() == CODE


def test_a_draft_whose_example_fails_stays_one(person: Person, skills: Skills) -> None:
    skills.save(draft(BAD))

    said = person.types("skills", "test", "double_it")
    ran = person.types("skills", "run", "double_it", "--args", '{"number": 4}')

    assert said.code == 1
    assert "two: failed" in said.out
    assert "AssertionError: not five" in said.err
    assert (ran.code, ran.out) == (0, "8\n")
    assert "its examples must run without error" in ran.err
    assert not (skills.importable / "double_it.py").exists()


def test_a_skill_reaches_the_tools_of_servers(person: Person, skills: Skills) -> None:
    servers = f"[servers.tracker]\ncommand = '{TRACKER['command']}'\nargs = {json.dumps(TRACKER['args'])}\n"
    person.write("sandgate.toml", f"{servers}[import]\nclients = []\n")
    skills.save(Draft(name="count_projects", code=PROJECTS))

    said = person.types("skills", "run", "count_projects")

    assert (said.code, said.err) == (0, "")
    assert int(said.out) > 0


def test_a_skill_that_is_approved_reverted_and_removed(person: Person, skills: Skills) -> None:
    trusted(skills)
    trusted(skills, CODE + "# new\n")

    reverted = person.types("skills", "revert", "double_it")
    approved = person.types("skills", "approve", "double_it")
    removed = person.types("skills", "remove", "double_it")
    unknown = person.types("skills", "approve", "double_it")

    assert reverted.out == "double_it, version 1: trusted\n"
    assert approved.out == "double_it, version 2: trusted\n"
    assert removed.out.startswith("double_it was removed")
    assert (unknown.code, "there is no skill" in unknown.err) == (2, True)


@pytest.mark.parametrize(
    ("examples", "then"),
    [({"two": GOOD}, "skills test double_it, approve"), ({}, "skills run double_it --args …, approve")],
)
def test_what_to_do_next_with_a_skill_from_elsewhere_is_what_can_be_done(
    person: Person, skills: Skills, examples: dict[str, str], then: str
) -> None:
    theirs = Skills(person.home / "theirs", skills.options, lambda _: Report((), blocked=False))
    theirs.open()
    theirs.save(Draft(name="double_it", code=CODE, examples=examples))
    theirs.ran("double_it", 1, True)
    Index(person.project / "shared").put(theirs.load("double_it"))

    said = person.types("skills", "add", f"{person.project / 'shared'}/double_it", "--yes")

    assert then in said.out


def test_a_draft_is_not_exported(person: Person, skills: Skills) -> None:
    skills.save(draft())

    said = person.types("skills", "export", "double_it", "shared")

    assert said.code == 2
    assert "only trusted ones are shared" in said.err
    assert not (person.project / "shared").exists()


def test_a_skill_from_an_index_shows_what_it_may_touch_and_is_a_draft(person: Person, skills: Skills) -> None:
    index = published(person, "import csv\nfrom servers.bank import pay\n" + CODE)

    said = person.types("skills", "add", f"{index}/double-it", "--yes")
    again = person.types("skills", "add", f"{index}/double_it", "--yes")

    (skill,) = skills.listed()
    assert said.code == 0
    assert "Imports: csv" in said.out
    assert "bank.pay" in said.out
    assert "medium risk" in said.out
    assert f"Digest: {skill.origin.digest}" in said.out
    assert (skill.state, skill.origin.index) == ("draft", str(index))
    assert again.out == "double_it is here already, as version 1: draft.\n"


def test_an_added_skill_is_trusted_after_its_test_and_an_approval(person: Person, skills: Skills) -> None:
    index = published(person)
    person.types("skills", "add", f"{index}/double_it", "--yes")

    tested = person.types("skills", "test", "double_it")
    approved = person.types("skills", "approve", "double_it")

    assert "a person must approve it" in tested.err
    assert approved.out == "double_it, version 1: trusted\n"
    assert (skills.importable / "double_it.py").read_text() == CODE


def test_an_update_shows_what_changes_and_the_old_version_stays_until_it_is_approved(
    person: Person, skills: Skills
) -> None:
    index = published(person)
    person.types("skills", "add", f"{index}/double_it", "--yes")
    skills.approve("double_it", 1, "ada")
    skills.ran("double_it", 1, True)
    published(person, CODE.replace("* 2", "* 3"))

    said = person.types("skills", "add", f"{index}/double_it", "--yes")

    assert "-    return number * 2\n+    return number * 3\n" in said.out
    assert "double_it is here as version 2, a draft" in said.out
    assert (skills.importable / "double_it.py").read_text() == CODE


def test_nothing_is_taken_without_a_yes(person: Person, skills: Skills, monkeypatch: pytest.MonkeyPatch) -> None:
    index = published(person)
    answers = Terminal("n\n")

    silent = person.types("skills", "add", f"{index}/double_it")
    monkeypatch.setattr("sys.stdin", answers)
    refused = person.types("skills", "add", f"{index}/double_it")

    assert (silent.code, "no terminal to ask in" in silent.err) == (2, True)
    assert (refused.code, "It was not taken." in refused.out) == (1, True)
    assert skills.listed() == []


def test_nobody_is_asked_about_what_policy_blocks(
    person: Person, skills: Skills, monkeypatch: pytest.MonkeyPatch
) -> None:
    person.write("theirs.toml", f'state_dir = "{person.home / "theirs"}"\nvalidation.enabled = false\n')
    theirs = skills_of(load(person.project / "theirs.toml"), ())
    trusted(theirs, CODE + "import os\nos.system('id')\n")
    index = Index(person.project / "shared")
    index.put(theirs.load("double_it"))
    monkeypatch.setattr("sys.stdin", Terminal("y\n"))

    said = person.types("skills", "add", f"{index.folder}/double_it")

    assert said.code == 2
    assert "double_it.py was not saved: it would not be run." in said.err
    assert "Take double_it" not in said.out
    assert skills.listed() == []


def test_an_index_whose_digest_does_not_match_is_refused(person: Person, skills: Skills) -> None:
    index = published(person)
    (index / "double-it" / "double_it.py").write_text(CODE + "# more\n")

    said = person.types("skills", "add", f"{index}/double_it", "--yes")

    assert said.code == 2
    assert "was not taken: its folder has sha256:" in said.err
    assert skills.listed() == []


def test_a_pinned_digest_is_the_only_one_that_is_taken(person: Person, skills: Skills) -> None:
    index = published(person)
    digest = Index(index).entry("double_it").digest

    wrong = person.types("skills", "add", f"{index}/double_it", "--yes", "--digest", "sha256:" + "0" * 64)
    right = person.types("skills", "add", f"{index}/double_it", "--yes", "--digest", digest)

    assert (wrong.code, right.code) == (2, 0)


def test_an_index_does_not_replace_what_came_from_elsewhere_unasked(person: Person, skills: Skills) -> None:
    trusted(skills, CODE + "# mine\n")
    index = published(person)

    refused = person.types("skills", "add", f"{index}/double_it", "--yes")
    replaced = person.types("skills", "add", f"{index}/double_it", "--yes", "--replace")

    assert (refused.code, "from this machine; --replace" in refused.err) == (2, True)
    assert "double_it is here as version 2, a draft" in replaced.out


def test_a_folder_without_an_index_can_be_imported(person: Person, skills: Skills) -> None:
    index = published(person)

    said = person.types("skills", "import", index / "double-it", "--yes")

    assert said.code == 0
    assert skills.listed()[0].origin.index == str(index / "double-it")


def test_a_skill_is_exported_with_its_digest(person: Person, skills: Skills) -> None:
    trusted(skills)

    said = person.types("skills", "export", "double_it", "shared")

    (entry,) = json.loads((person.project / "shared" / "index.json").read_text())["skills"]
    assert (entry["name"], entry["version"]) == ("double-it", 1)
    assert said.out == f"double_it, version 1 of the index: {entry['digest']}\n"


def git(folder: Path, *words: str) -> str:
    names = ("-c", "user.name=Ada", "-c", "user.email=ada@example.com")
    done = subprocess.run(["git", "-C", str(folder), *names, *words], capture_output=True, text=True, check=True)
    return done.stdout.strip()


@pytest.mark.parametrize("where", ["{}", "file://{}"])
def test_an_index_can_be_a_git_repository(person: Person, skills: Skills, where: str) -> None:
    index = published(person)
    git(index, "init", "--quiet")
    git(index, "add", ".")
    git(index, "commit", "--quiet", "-m", "skills")
    bare = person.project / "index.git"
    git(person.project, "clone", "--quiet", "--bare", str(index), str(bare))

    said = person.types("skills", "add", where.format(bare) + "/double_it", "--yes")

    (skill,) = skills.listed()
    assert said.code == 0, said.err
    assert skill.origin.commit == git(index, "rev-parse", "HEAD")
    assert skill.origin.index == where.format(bare)


def test_links_in_a_repository_lead_nowhere(person: Person, skills: Skills) -> None:
    index = published(person)
    (index / "double-it" / "double_it.py").unlink()
    (index / "double-it" / "double_it.py").symlink_to("/etc/passwd")
    git(index, "init", "--quiet")
    git(index, "add", ".")
    git(index, "commit", "--quiet", "-m", "skills")

    said = person.types("skills", "add", f"file://{index}/double_it", "--yes")

    assert (said.code, skills.listed()) == (2, [])
    assert "root:" not in said.out + said.err


@pytest.mark.parametrize(
    "where", ["ext::sh -c touch% pwned", "--upload-pack=touch pwned", "http://127.0.0.1:1", "nowhere"]
)
def test_an_address_runs_nothing(person: Person, skills: Skills, where: str) -> None:
    said = person.types("skills", "add", "--yes", "--", f"{where}/double_it")

    assert said.code == 2
    assert "is neither a folder with an index.json nor a git repository" in said.err
    assert not (person.project / "pwned").exists()


def test_a_password_in_an_address_is_not_kept(person: Person, skills: Skills, monkeypatch: pytest.MonkeyPatch) -> None:
    index = published(person)

    def clone(*words: str) -> str:
        if words[0] == "clone":
            shutil.copytree(index, words[-1])
        return "c0ffee"

    monkeypatch.setattr(cloning, "_git", clone)
    person.types("skills", "add", "https://ada:hunter2@example.com/index.git?token=abc/double_it", "--yes")
    person.types("skills", "add", "https://ada:hunter2@example.com/a/index.git/double_it", "--yes", "--replace")

    assert [one.origin.index for one in skills.versions("double_it")] == ["https://example.com/index.git"]
    assert "hunter2" not in (person.state / "sandgate" / "skills" / "records" / "double_it.json").read_text()


def test_an_address_with_a_password_is_told_to_nobody(person: Person, skills: Skills) -> None:
    said = person.types("skills", "add", "https://ada:hunter2@127.0.0.1:1/index.git/double_it", "--yes")

    assert said.code == 2
    assert "git could not fetch the index" in said.err
    assert "hunter2" not in said.out + said.err
