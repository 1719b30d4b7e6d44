from __future__ import annotations

import keyword
import random

import pytest

from sandgate.catalog.wrappers.names import MAX_LENGTH, assign, camel, collisions, is_plain, parameters


@pytest.mark.parametrize(
    ("original", "name"),
    [
        ("list-issues", "list_issues"),
        ("listIssues", "listIssues"),
        ("a.b/c d", "a_b_c_d"),
        ("--x--", "x"),
        ("3d_view", "tool_3d_view"),
        ("import", "import_"),
        ("list", "list_"),
        ("README", "README_"),
        ("__init__", "init"),
        ("_client", "client"),
        ("naïve-café", "naïve_café"),
        ("ﬁnd", "find"),
        ("搜索", "搜索"),
        ("a\u202eb\u3164", "a_b"),
        ("", "tool_"),
        ("🙂", "tool_"),
    ],
)
def test_a_tool_gets_the_nearest_python_name(original: str, name: str) -> None:
    assert assign([original]) == {original: name}


def test_every_name_is_an_identifier_and_belongs_to_one_original() -> None:
    dice = random.Random(5)
    alphabet = ["a", "B", "b", "-", "_", ".", "1", "é", "ß", "ﬁ", "İ", "\u200b", "\ud800", "²", "for", "list", "语"]
    originals = {"".join(dice.choices(alphabet, k=dice.randint(0, 4))) for _ in range(3000)}

    names = assign(originals)

    assert set(names) == originals
    assert len({name.casefold() for name in names.values()}) == len(originals)
    assert all(name.isidentifier() and not keyword.iskeyword(name) for name in names.values())
    assert not any(name.startswith("_") for name in names.values())


def test_a_collision_is_settled_the_same_way_in_any_order_and_company() -> None:
    alone = assign(["list-issues", "list.issues"])

    crowded = assign(["other", "list.issues", "list-issues", "more"])

    assert crowded["list-issues"] == alone["list-issues"] != alone["list.issues"] == crowded["list.issues"]
    assert alone["list-issues"].startswith("list_issues_")


def test_an_original_that_is_already_the_name_keeps_it() -> None:
    names = assign(["list-issues", "list_issues"])

    assert names["list_issues"] == "list_issues"
    assert names["list-issues"] != "list_issues"


def test_names_that_differ_only_in_case_get_different_files() -> None:
    names = assign(["getUser", "getuser"])

    assert len({name.casefold() for name in names.values()}) == 2


def test_a_name_that_looks_like_a_hash_of_another_does_not_take_its_place() -> None:
    hashed = assign(["a-b", "a.b"])["a-b"]

    names = assign(["a-b", "a.b", hashed])

    assert names[hashed] == hashed
    assert names["a-b"] != hashed


def test_a_name_too_long_for_a_file_is_cut_and_stays_unique() -> None:
    names = assign(["x" * 300, "x" * 301])

    assert len(set(names.values())) == 2
    assert max(map(len, names.values())) < MAX_LENGTH + 20


def test_collisions_are_reported() -> None:
    assert collisions(["list-issues", "list_issues", "get"]) == [("list-issues", "list_issues")]


def test_parameters_that_cannot_be_written_are_changed_without_meeting_others() -> None:
    names = parameters(["from", "from_", "self", "__x", "a-b", "a_b", "id"])

    assert names == {
        "from": "from__",
        "from_": "from_",
        "self": "self_",
        "__x": "x",
        "a-b": "a_b_",
        "a_b": "a_b",
        "id": "id",
    }


@pytest.mark.parametrize("key", ["from", "__x", "a-b", "", "ﬁnd", "a\u3164", "3d", "$and"])
def test_a_key_python_would_read_differently_is_not_plain(key: str) -> None:
    assert not is_plain(key)


def test_class_names_start_with_a_capital() -> None:
    assert [camel("list_issues"), camel("listIssues"), camel("from"), camel("3d")] == [
        "ListIssues",
        "ListIssues",
        "From",
        "Item3d",
    ]
