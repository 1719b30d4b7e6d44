"""Which names files and sessions may have."""

from __future__ import annotations

import os

import pytest

from sandgate.errors import BadArguments
from sandgate.workspace.names import is_path, path_of, session_of, shown


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("a.txt", "a.txt"),
        ("workspace/a.txt", "a.txt"),
        ("./workspace/a.txt", "a.txt"),
        ("./a.txt", "a.txt"),
        ("workspace/workspace/a.txt", "workspace/a.txt"),
        ("folder/.hidden", "folder/.hidden"),
        ("...", "..."),
        ("-rf", "-rf"),
        ("a b", "a b"),
        ("données/été 😀.csv", "données/été 😀.csv"),
        ("CON", "CON"),
        ("__pycache__/a.pyc", "__pycache__/a.pyc"),
        ("x" * 255, "x" * 255),
        ("/".join(["d"] * 32), "/".join(["d"] * 32)),
    ],
)
def test_a_path_is_what_programs_call_it_with_or_without_workspace_before_it(said: str, meant: str) -> None:
    assert path_of(said) == meant


@pytest.mark.parametrize(
    "said",
    [
        *("", ".", "..", "/", "./", "workspace/", "../x", "a/../b", "workspace/../x", "a/..", "a/./b", "a//b", "a/"),
        *("/etc/passwd", "workspace//etc/passwd", "a\\b", "..\\x", "C:\\x"),
        *("a\nb", "a\rb", "a\tb", "a\0b", "\x1b[31m", "a\u202eb", "\u200b", "a\u2028b", "\x7f"),
        *("\ud800", os.fsdecode(b"\xff")),
        *("x" * 256, "é" * 128, "/".join(["d"] * 33), "/".join(["d" * 200] * 6)),
    ],
)
def test_a_path_that_could_mean_something_else_somewhere_is_refused(said: str) -> None:
    with pytest.raises(BadArguments, match="is no path in the workspace: "):
        path_of(said)

    assert not is_path(said) or said == "workspace/"


def test_a_refusal_repeats_little_of_a_long_name() -> None:
    with pytest.raises(BadArguments) as refused:
        path_of("x" * 100_000)

    assert len(str(refused.value)) < 200


@pytest.mark.parametrize("said", ["", ".", "./", "workspace", "workspace/", "./workspace/"])
def test_the_workspace_itself_can_be_listed(said: str) -> None:
    assert path_of(said, top=True) == ""


@pytest.mark.parametrize("said", ["folder", "folder/", "workspace/folder", "workspace/folder/"])
def test_a_folder_may_be_named_as_it_is_listed(said: str) -> None:
    assert path_of(said, top=True) == "folder"


@pytest.mark.parametrize("path", ["a", "workspace", "workspace/a", "workspace/workspace/a", "workspaces/a"])
def test_what_is_shown_of_a_path_leads_back_to_it(path: str) -> None:
    assert path_of(shown(path)) == path


@pytest.mark.parametrize("name", ["a", "A-1", "stdio-0f", "run.2", "x" * 64, "0_"])
def test_a_session_may_have_an_ordinary_name(name: str) -> None:
    assert session_of(name) == name


@pytest.mark.parametrize(
    "name", ["", ".", "..", "../x", "a/b", "/a", "-a", "_a", ".a", "a b", "a\n", "\na", "é", "a\0", "x" * 65, "٣"]
)
def test_a_name_that_could_lead_elsewhere_names_no_session(name: str) -> None:
    with pytest.raises(BadArguments, match="cannot name a session: letters, digits"):
        session_of(name)
