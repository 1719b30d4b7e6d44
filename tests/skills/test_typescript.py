"""Skills in TypeScript: what is read from their code, and how each language imports the other's."""

from __future__ import annotations

import ast
import json
from pathlib import Path

import pytest

from sandgate.config.options import SkillOptions
from sandgate.errors import BadArguments, Denied
from sandgate.policy.validation import Report
from sandgate.skills import Draft, Skills, example_program
from sandgate.skills.sharing import Index
from sandgate.skills.typescript import outline_of, published, stub, wrapper

CODE = """
import { createIssue, list_issues as all } from "servers/tracker";
import * as drive from "servers/google_drive";
import { keep } from 'skills/keep_it';
import { join } from "node:path";

/**
 * Open an issue for each line.
 *
 * More words.
 */
export async function openAll(
  lines: string[], options: { label?: string; by: (line: string) => boolean } = { by: (x) => x !== ")" }, most?: number,
): Promise<number[]> {
  return [];
}
"""


def skills_in(folder: Path) -> Skills:
    skills = Skills(folder, SkillOptions(), lambda _: Report((), blocked=False))
    skills.open()
    return skills


def trusted(folder: Path) -> Skills:
    skills = skills_in(folder)
    saved = skills.save(Draft(name="open_all", code=CODE, examples={"one": "await openAll([])"}, language="typescript"))
    skills.ran("open_all", saved.skill.version, ok=True, tests=True)
    return skills


def test_what_a_skill_takes_and_touches_is_read_from_its_code() -> None:
    outline = outline_of("open_all", CODE)

    assert [(one.name, one.type, one.default) for one in outline.inputs] == [
        ("lines", "string[]", None),
        ("options", "{ label?: string; by: (line: string) => boolean }", '{ by: (x) => x !== ")" }'),
        ("most", "number", "undefined"),
    ]
    assert outline.signature.startswith("async function openAll( lines: string[], options:")
    assert outline.signature.endswith("): Promise<number[]>")
    assert outline.docstring == "Open an issue for each line.\n\nMore words."
    assert outline.tools == ("tracker.create_issue", "tracker.list_issues", "google_drive.?")
    assert (outline.skills, outline.imports) == (("keep_it",), ("node:path",))


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("export const x = 1", "must have one `export async function openAll(…)`; it has none"),
        ("export function openAll() {}\nexport function open_all() {}", "it has several"),
        ("function openAll() {}", "it has none"),
        ('import x from "./beside.ts"\nexport function openAll() {}', "imports './beside'"),
        ('import x from "npm:lodash"\nexport function openAll() {}', "imports 'npm:lodash'"),
        ("export function openAll(a = (", "have no end"),
        (f"export function openAll({'a,' * 60}) {{}}", "more than 50"),
    ],
)
def test_code_that_could_not_be_imported_is_refused_with_what_would_be_right(code: str, told: str) -> None:
    with pytest.raises(BadArguments) as refused:
        outline_of("open_all", code)

    assert told in str(refused.value)


def test_a_trusted_skill_can_be_imported_in_both_languages_and_is_gone_from_both(tmp_path: Path) -> None:
    skills = trusted(tmp_path)
    files = {entry.name: entry.read_text() for entry in skills.importable.iterdir()}
    skills.remove("open_all")

    assert sorted(files) == ["__init__.py", "open_all.md", "open_all.py", "open_all.ts"]
    assert files["open_all.ts"].startswith(CODE)
    assert files["open_all.ts"].endswith("export { openAll as open_all };\n")
    assert '"sandgate.skills.open_all"' in files["open_all.py"]
    assert 'import { open_all } from "skills/open_all"' in files["open_all.md"]
    assert [entry.name for entry in skills.importable.iterdir()] == ["__init__.py"]


def test_a_program_is_weighed_with_what_a_skill_in_typescript_imports(tmp_path: Path) -> None:
    skills = trusted(tmp_path)

    source = skills.sources("from skills.open_all import open_all")["open_all"]

    assert source.splitlines() == [
        "from servers.tracker import create_issue",
        "from servers.tracker import list_issues",
        'call_mcp_tool("google_drive." + str(tool))',
    ]


def test_a_record_from_before_there_were_two_languages_is_of_a_skill_in_python(tmp_path: Path) -> None:
    skills = skills_in(tmp_path)
    saved = skills.save(Draft(name="double_it", code="def double_it(x):\n    return x", description="Double"))
    record = tmp_path / "records" / "double_it.json"
    known = json.loads(record.read_text())
    del known["versions"][0]["facts"]["language"]
    record.write_text(json.dumps(known))

    again = skills_in(tmp_path).load("double_it")

    assert again.skill.facts == saved.skill.facts


def test_a_skill_in_typescript_is_shared_as_one(tmp_path: Path) -> None:
    index = Index(tmp_path / "index")
    index.put(trusted(tmp_path / "skills").load("open_all"))

    taken = index.take("open_all", 1000)

    assert (taken.draft.language, taken.draft.code) == ("typescript", CODE.lstrip("\ufeff").rstrip() + "\n")
    assert list(taken.draft.examples) == ["one"]


def test_hidden_direction_marks_are_not_saved(tmp_path: Path) -> None:
    with pytest.raises(Denied, match="bidi-controls"):
        skills_in(tmp_path).save(Draft(name="open_all", code=f"{CODE}// \u202e", language="typescript"))


def test_an_example_runs_with_the_source_in_place_of_its_import() -> None:
    example = 'import { open_all as mine, openAll } from "skills/open_all";\nawait mine([])'

    program = example_program("open_all", CODE, example, "typescript")

    assert program == f"{CODE}\nconst mine = openAll;\nawait mine([])"


HOSTILE = 'ends */ here """ \\" { } {name} \' @ts-nocheck ${x} `'


def test_words_of_a_skill_cannot_leave_the_comment_they_stand_in(tmp_path: Path) -> None:
    skills = skills_in(tmp_path)
    draft = Draft(name="double_it", code="def double_it(x: str = '*/'):\n    return x", description=HOSTILE)
    facts = skills.save(draft).skill.facts

    python, typescript = stub("double_it", facts), wrapper("double_it", facts)

    assert [type(node) for node in ast.parse(python).body] == [ast.Expr, ast.ImportFrom, ast.AsyncFunctionDef]
    assert "*/ here" not in typescript
    assert "@ts-nocheck" not in typescript
    assert 'callTool<DoubleItResult>("sandgate", "skills.double_it", args)' in typescript
    assert typescript.endswith("export { double_it as doubleIt };\n")


def test_a_skill_whose_two_names_are_the_same_has_one() -> None:
    assert published("total", "export function total() {}\n") == "export function total() {}\n"
