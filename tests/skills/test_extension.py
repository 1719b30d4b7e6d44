"""What clients that know `io.modelcontextprotocol/skills` are told."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path
from typing import Any

import pytest

from sandgate.errors import BadArguments
from sandgate.skills import Skills, extension
from sandgate.skills.document import read_document

from .samples import EXAMPLE, kept, plain, trusted

URI = "skill://double-it/SKILL.md"


@pytest.fixture
def skills(tmp_path: Path) -> Skills:
    found = kept(tmp_path)
    trusted(found, plain(examples={"two": EXAMPLE}))
    found.save(plain("only_a_draft"))
    return found


def test_only_trusted_skills_are_listed_with_digests_that_fit(skills: Skills) -> None:
    answer = extension.skills_list(skills)

    (entry,) = answer["skills"]
    assert "nextCursor" not in answer
    assert {"ttlMs", "cacheScope"} < answer.keys()
    assert entry["uri"] == URI
    assert [one["uri"].removeprefix("skill://double-it/") for one in entry["resources"]] == [
        "SKILL.md",
        "double_it.py",
        "examples/two.py",
    ]
    for resource in entry["resources"]:
        (content,) = extension.resources_read(skills, resource["uri"])["contents"]
        read = content["text"].encode()
        assert resource["size"] == len(read)
        assert resource["digest"] == f"sha256:{hashlib.sha256(read).hexdigest()}"


def test_an_entry_has_the_front_matter_of_its_document(skills: Skills) -> None:
    entry = extension.skills_get(skills, URI)["skill"]
    (content,) = extension.resources_read(skills, URI)["contents"]

    assert entry["frontmatter"] == read_document(content["text"]).front_matter
    assert content["mimeType"] == "text/markdown"
    assert re.fullmatch(r"(?!.*--)[a-z0-9]([a-z0-9-]{0,62}[a-z0-9])?", entry["frontmatter"]["name"])
    assert entry["uri"].split("/")[-2] == entry["frontmatter"]["name"]
    assert [entry] == extension.skills_list(skills)["skills"]


@pytest.mark.parametrize(
    "uri",
    [
        *(
            "skill://only-a-draft/SKILL.md",
            "skill://nobody/SKILL.md",
            "skill://double_it/SKILL.md",
            "double-it/SKILL.md",
        ),
        *("skill://double-it/double_it.py", "skill://double-it", "skill://double-it/../double-it/SKILL.md", ""),
    ],
)
def test_a_uri_of_no_skill_is_refused(skills: Skills, uri: str) -> None:
    with pytest.raises(BadArguments, match="no skill is served"):
        extension.skills_get(skills, uri)


def test_a_file_that_is_not_there_is_refused(skills: Skills) -> None:
    with pytest.raises(BadArguments, match="there is no file"):
        extension.resources_read(skills, "skill://double-it/../../records/double_it.json")


def test_folders_are_listed_level_by_level(skills: Skills) -> None:
    def names(uri: str) -> list[tuple[str, str]]:
        return [(one["uri"], one["mimeType"]) for one in extension.directory_read(skills, uri)["resources"]]

    assert names("skill://double-it") == [
        (URI, "text/markdown"),
        ("skill://double-it/double_it.py", "text/x-python"),
        ("skill://double-it/examples", "inode/directory"),
    ]
    assert names("skill://double-it/examples") == [("skill://double-it/examples/two.py", "text/x-python")]
    for uri in (URI, "skill://double-it/", "skill://double-it/none", "skill://other"):
        with pytest.raises(BadArguments):
            extension.directory_read(skills, uri)


def test_many_skills_come_in_pages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extension, "PAGE", 2)
    skills = kept(tmp_path)
    for number in range(5):
        trusted(skills, plain(f"skill_{number}"))
    pages: list[list[str]] = []
    answer: dict[str, Any] = {"nextCursor": None}

    while "nextCursor" in answer:
        answer = extension.skills_list(skills, answer["nextCursor"])
        pages.append([one["frontmatter"]["name"] for one in answer["skills"]])

    assert pages == [["skill-0", "skill-1"], ["skill-2", "skill-3"], ["skill-4"]]
    with pytest.raises(BadArguments, match="cursor"):
        extension.skills_list(skills, "../x")


def test_skills_are_resources_for_clients_that_know_no_extension(skills: Skills) -> None:
    assert extension.resources_list(skills) == [
        {"uri": URI, "name": "double-it", "description": "Twice a number.", "mimeType": "text/markdown"}
    ]
