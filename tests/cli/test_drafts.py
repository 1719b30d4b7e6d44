from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from sandgate.cli.insertion import Unwritable, Wanted
from sandgate.cli.moving.draft import Draft
from sandgate.cli.moving.excerpt import Excerpt

NAMES = some.text("ab-{}[],:\"'/*#\\é ", min_size=1, max_size=6)
VALUES = some.recursive(
    some.none() | some.booleans() | some.integers() | some.text('x{}[],:"/*# \n', max_size=8),
    lambda inner: some.lists(inner, max_size=3) | some.dictionaries(NAMES, inner, max_size=3),
    max_leaves=8,
)
ENTRIES = some.dictionaries(NAMES, VALUES, max_size=3)
BLANKS = some.sampled_from(["", " ", "\n", "\n  ", " // about\n", "\n\n\t", "\n  // above\n  "])


@some.composite
def documents(draw: some.DrawFn) -> tuple[str, dict[str, Any]]:
    """A file with servers in any layout an editor allows, and the servers."""
    servers = draw(some.dictionaries(NAMES, ENTRIES, min_size=1, max_size=5))
    parts: list[str] = []
    for name, entry in servers.items():
        value = json.dumps(entry, indent=draw(some.sampled_from([None, 2])))
        parts.append(f"{draw(BLANKS)}{json.dumps(name)}{draw(BLANKS)}:{draw(BLANKS)}{value}{draw(BLANKS)}")
    idle = draw(some.sampled_from(["", ","]))
    text = f'{{{draw(BLANKS)}"a": 1, "servers": {{{",".join(parts)}{idle}{draw(BLANKS)}}},"z": [2]{draw(BLANKS)}}}'
    return text, servers


@settings(max_examples=150, deadline=None)
@given(documents(), some.randoms())
def test_any_entry_of_any_layout_can_be_taken_out_and_put_back(
    tmp_path_factory: pytest.TempPathFactory, document: tuple[str, dict[str, Any]], random: Any
) -> None:
    text, servers = document
    file = tmp_path_factory.mktemp("any") / "settings.json"
    file.write_text(text, encoding="utf-8")
    draft, names = Draft(file), list(servers)
    random.shuffle(names)

    excerpts = {name: draft.take(("servers",), name) for name in names}
    emptied = dict(draft.entries(("servers",)))
    for name in names:
        draft.give_back(Wanted(keys=("servers",), name=name, entry=servers[name]), excerpts[name])

    assert emptied == {}
    assert draft.entries(("servers",)) == servers
    assert list(draft.entries(())) == ["a", "servers", "z"]


def draft_of(folder: Path, name: str, text: str) -> Draft:
    file = folder / name
    file.write_text(text, encoding="utf-8")
    return Draft(file)


def after(draft: Draft) -> str:
    assert draft.edit
    return draft.edit.after.decode()


def test_comments_above_and_beside_an_entry_go_with_it_and_the_others_stay(tmp_path: Path) -> None:
    text = """{
  "servers": { // all of them
    // about a
    // and more
    "a": {"x": 1}, // beside a

    // about b
    "b": {"x": 2} // beside b
    // the end
  }
}
"""
    draft = draft_of(tmp_path, "settings.json", text)

    excerpt = draft.take(("servers",), "a")

    assert excerpt == Excerpt(above="    // about a\n    // and more\n", text='"a": {"x": 1}', beside=" // beside a")
    assert after(draft) == text.replace('    // about a\n    // and more\n    "a": {"x": 1}, // beside a\n', "")


def test_plain_json_stays_plain(tmp_path: Path) -> None:
    draft = draft_of(tmp_path, "settings.json", '{"servers": {"a": {}, "b": {}}}')

    with_comment = Excerpt(text='"c": {}', beside=" // no")
    draft.take(("servers",), "b")
    draft.give_back(Wanted(keys=("servers",), name="c", entry={}), with_comment)

    assert json.loads(after(draft)) == {"servers": {"a": {}, "c": {}}}


def test_toml_tables_that_stand_apart_are_one_entry(tmp_path: Path) -> None:
    text = '[s.a]\nx = 1\n\n[other]\ny = 2\n\n# of a\n[s.a.env]\nK = "v"\n\n# of b\n[s.b]\nz = 3\n'
    draft = draft_of(tmp_path, "config.toml", text)

    excerpt = draft.take(("s",), "a")
    taken = after(draft)
    draft.give_back(Wanted(keys=("s",), name="a", entry={"x": 1, "env": {"K": "v"}}), excerpt)

    assert taken == "[other]\ny = 2\n\n# of b\n[s.b]\nz = 3\n"
    assert draft.entries(("s",)) == {"b": {"z": 3}, "a": {"x": 1, "env": {"K": "v"}}}


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("config.toml", "s = { a = { x = 1 } }\n"),
        ("config.toml", "[s]\na.x = 1\n"),
        ("config.yaml", "s: {a: {x: 1}}\n"),
        ("config.yaml", "s:\n  a: &one\n    x: 1\n  b: *one\n"),
    ],
)
def test_an_entry_that_cannot_be_cut_out_safely_is_refused_and_nothing_changes(
    tmp_path: Path, name: str, text: str
) -> None:
    draft = draft_of(tmp_path, name, text)

    with pytest.raises(Unwritable):
        draft.take(("s",), "a")

    assert draft.edit is None


def test_an_emptied_yaml_block_is_an_empty_table(tmp_path: Path) -> None:
    draft = draft_of(tmp_path, "config.yaml", "x: 1\ns:\n  a:\n    cmd: y\nz: 2\n")

    excerpt = draft.take(("s",), "a")
    emptied = after(draft)
    draft.give_back(Wanted(keys=("s",), name="a", entry={"cmd": "y"}), excerpt)

    assert emptied == "x: 1\ns: {}\nz: 2\n"
    assert draft.entries(()) == {"x": 1, "s": {"a": {"cmd": "y"}}, "z": 2}


def test_nested_values_that_have_no_text_of_their_own_any_more_are_written_in_any_format(tmp_path: Path) -> None:
    entry: dict[str, Any] = {"command": "x", "env": {"A b": 'q"\x7f'}, "n": [1, True, {"k": "v"}]}
    for name in ("settings.json", "config.toml", "config.yaml"):
        draft = draft_of(tmp_path, name, "")

        draft.give_back(Wanted(keys=("s",), name="a", entry=entry), None)

        assert draft.entries(("s",)) == {"a": entry}
