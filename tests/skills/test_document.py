"""`SKILL.md`: what we write is read the same by every YAML parser, what others write is read with care."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from sandgate.errors import BadArguments
from sandgate.skills import Draft, Facts, Input
from sandgate.skills.document import checked_description, front_matter_of, read_document, rendered

from .samples import CODE, kept

TRICKY = ["yes", "1.0", "2026-01-31", "null", "a: b # c", "- x", "'\"\\", "{x}", "été ☃ 😀", "%YAML", "|", "on", "1:30"]


def test_the_front_matter_says_what_the_skill_is(tmp_path: Path) -> None:
    skills = kept(tmp_path)
    skills.save(Draft(name="save_sheet", code=CODE, tags=("csv",)))

    document = read_document(skills.load("save_sheet").document)

    assert document.front_matter == {
        "name": "save-sheet",
        "description": "Save a sheet of Google Drive as a CSV file.",
        "version": 1,
        "tags": ["csv"],
        "inputs": [
            {"name": "sheet_id", "type": "str", "description": "which sheet", "required": True},
            {
                "name": "path",
                "type": "str",
                "default": "'out.csv'",
                "description": "where to, in the workspace",
                "required": False,
            },
            {"name": "limit", "type": "int | None", "default": "None", "required": False},
        ],
        "tools": ["google_drive.get_sheet", "slack.post"],
    }
    assert "from skills.save_sheet import save_sheet" in document.body
    assert "await save_sheet(sheet_id=…)" in document.body


@settings(deadline=None)
@given(description=st.one_of(st.sampled_from(TRICKY), st.text(min_size=1, max_size=60)), word=st.sampled_from(TRICKY))
def test_every_yaml_parser_reads_it_the_same(description: str, word: str) -> None:
    try:
        description = checked_description(description)
    except BadArguments:
        return
    inputs = (Input(name="a", type=word, default=word, description=word),)
    facts = Facts(description=description, signature="def on(a)", inputs=inputs, tools=(word,), tags=(word,))

    text = rendered("on_it", 3, facts, "")

    told = front_matter_of("on_it", 3, facts)
    assert read_document(text).front_matter == told
    assert yaml.safe_load(text.split("---\n")[1]) == told


def test_a_description_cannot_end_the_front_matter() -> None:
    facts = Facts(description=checked_description("x\n---\nname: evil\n"), signature="def f()")

    front_matter = read_document(rendered("good", 1, facts, "")).front_matter

    assert (front_matter["name"], front_matter["description"]) == ("good", "x --- name: evil")


BOMB = "".join(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9) if n else 'x'}]\n" for n in range(12))


@pytest.mark.parametrize(
    "front_matter",
    [
        *(
            BOMB,
            "a: !!python/object/apply:os.system [id]\n",
            "a: " + "[" * 5000,
            "a: [\n",
            "- x\n",
            "a: " + "x" * 70_000,
        ),
        *("a: &b 1\nc: *b\n", "a: 9" + "9" * 5000 + "\n", "a: \x07\n"),
    ],
    ids=range(9),
)
def test_front_matter_that_harms_its_reader_is_refused(front_matter: str) -> None:
    with pytest.raises(BadArguments, match="front matter"):
        read_document(f"---\n{front_matter}---\nbody\n")


@pytest.mark.parametrize("text", ["", "name: x\n", "---\nname: x\n", "# x\n---\nname: x\n---\n"])
def test_a_document_without_front_matter_is_refused(text: str) -> None:
    with pytest.raises(BadArguments, match="must begin with front matter"):
        read_document(text)


def test_ends_of_lines_and_marks_of_windows_do_not_move_the_body() -> None:
    document = read_document("\ufeff---\r\nname: x\r\n---\r\n\r\nHow to\r\n")

    assert (document.front_matter, document.body) == ({"name": "x"}, "How to")
