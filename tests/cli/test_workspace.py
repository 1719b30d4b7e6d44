"""Files of sessions can be looked at, taken out and deleted."""

from __future__ import annotations

import os
import sys
import tarfile

import pytest

from sandgate.workspace import Workspace, Workspaces
from sandgate.workspace.store import Room

from .person import Person


def session(person: Person, name: str = "work") -> Workspace:
    return Workspaces(person.state / "sandgate" / "workspaces", Room()).of(name)


@pytest.fixture
def work(person: Person) -> Workspace:
    workspace = session(person)
    workspace.write("a.txt", b"first\n")
    workspace.write("folder/b.bin", b"\x00\xff\n\r")
    return workspace


def test_nobody_has_files_at_first_and_looking_makes_none(person: Person) -> None:
    listed, shown = person.types("workspace", "list"), person.types("workspace", "show", "work")

    assert listed.out == "No session has files.\n"
    assert (shown.code, shown.err) == (2, "sandgate: session 'work' has no files; no session has\n")
    assert not (person.state / "sandgate" / "workspaces").exists()


def test_sessions_are_listed_the_last_used_first(person: Person, work: Workspace) -> None:
    session(person, "old").write("x", b"12")
    os.utime(person.state / "sandgate" / "workspaces" / "old" / "lock", (1000, 1000))

    listed, report = person.types("workspace", "list"), person.types("workspace", "list", "--json").json

    assert [row[:3] for row in listed.rows] == [["work", "2", "10"], ["old", "1", "2"]]
    assert [(one["session"], one["files"], one["bytes"]) for one in report] == [("work", 2, 10), ("old", 1, 2)]
    assert report[1]["used"] == 1000


def test_the_files_of_a_session_are_shown(person: Person, work: Workspace) -> None:
    table, report = person.types("workspace", "show", "work"), person.types("workspace", "show", "work", "--json").json

    assert [row[:2] for row in table.rows] == [["a.txt", "6"], ["folder/", ""], ["folder/b.bin", "4"]]
    assert [(one["path"], one["folder"]) for one in report] == [
        ("a.txt", False),
        ("folder", True),
        ("folder/b.bin", False),
    ]


def test_a_file_is_written_to_a_pipe_as_it_is(person: Person, work: Workspace) -> None:
    work.write("evil", b"\x1b[2Jhello")

    assert person.types("workspace", "show", "work", "workspace/a.txt").out == "first\n"
    assert person.types("workspace", "show", "work", "evil").out == "\x1b[2Jhello"


def test_what_a_terminal_would_obey_is_left_out(person: Person, work: Workspace) -> None:
    work.write("evil", b"\x1b[2Jhello")

    seen = person.types_at_a_terminal("workspace", "show", "work", "evil")
    bytes_seen = person.types_at_a_terminal("workspace", "show", "work", "folder/b.bin")

    assert "\x1b" not in seen.out
    assert "hello" in seen.out
    assert bytes_seen.code == 2
    assert "is not text" in bytes_seen.err


@pytest.mark.parametrize("wrong", ["../work", "a/b", ".", "x" * 65])
def test_a_name_that_leads_elsewhere_is_refused(person: Person, work: Workspace, wrong: str) -> None:
    for words in (("show", wrong), ("export", wrong, "out"), ("delete", wrong, "--yes")):
        said = person.types("workspace", *words)

        assert said.code == 2
        assert "cannot name a session" in said.err
    assert work.exists


def test_a_session_is_exported_as_a_folder(person: Person, work: Workspace) -> None:
    said = person.types("workspace", "export", "work", "out")

    assert said.out == "2 files, 10 bytes: out\n"
    assert (person.project / "out" / "folder" / "b.bin").read_bytes() == b"\x00\xff\n\r"
    assert sorted(path.name for path in person.project.iterdir()) == ["out"]


@pytest.mark.parametrize("name", ["out.tar", "out.tar.gz", "out.tgz"])
def test_a_session_is_exported_as_a_tar(person: Person, work: Workspace, name: str) -> None:
    said = person.types("workspace", "export", "work", name)

    assert said.code == 0
    with tarfile.open(person.project / name) as tar:
        assert tar.getnames() == ["a.txt", "folder", "folder/b.bin"]
        content = tar.extractfile("folder/b.bin")
        assert content
        assert content.read() == b"\x00\xff\n\r"
        assert all(entry.isfile() or entry.isdir() for entry in tar)


@pytest.mark.parametrize("name", ["out.zip", "out.ZIP", "out.7z", "a.txt.gz"])
def test_a_name_that_promises_another_archive_is_refused(person: Person, work: Workspace, name: str) -> None:
    said = person.types("workspace", "export", "work", name)

    assert said.code == 2
    assert "give a new folder, or a name that ends in .tar or .tar.gz" in said.err
    assert not (person.project / name).exists()


def test_one_byte_is_one_byte(person: Person) -> None:
    session(person).write("a", b"1")

    assert person.types("workspace", "export", "work", "out").out.startswith("1 file, 1 byte: ")


def test_an_export_replaces_nothing_and_leaves_no_half(person: Person, work: Workspace) -> None:
    (person.project / "there").mkdir()
    (person.project / "link").symlink_to(person.project / "nowhere")

    for name in ("there", "link"):
        said = person.types("workspace", "export", "work", name)
        assert (said.code, "exists already" in said.err) == (2, True)
    missing = person.types("workspace", "export", "work", "no/such/folder.tar")

    assert missing.code == 2
    assert sorted(path.name for path in person.project.iterdir()) == ["link", "there"]


def test_a_file_a_folder_or_all_of_it_can_be_deleted(person: Person, work: Workspace) -> None:
    session(person, "other").write("x", b"")

    folder = person.types("workspace", "delete", "work", "folder/", "--yes")
    left = [one.path for one in work.list()]
    missing = person.types("workspace", "delete", "work", "folder", "--yes")
    everything = person.types("workspace", "delete", "work", "--yes")

    assert folder.out == "Deleted folder/ of session work: 1 file.\n"
    assert left == ["a.txt"]
    assert "there is no file 'folder' in the workspace; there are: a.txt" in missing.err
    assert everything.out == "Deleted session work: 1 file.\n"
    assert not work.exists
    assert session(person, "other").exists


@pytest.mark.parametrize(("answer", "stays"), [("", True), ("n", True), ("y", False), ("YES", False)])
def test_deleting_asks_and_only_yes_is_yes(
    person: Person, work: Workspace, monkeypatch: pytest.MonkeyPatch, answer: str, stays: bool
) -> None:
    asked: list[str] = []

    def reply(question: str) -> str:
        asked.append(question)
        return answer

    monkeypatch.setattr(sys.stdin, "isatty", lambda: True)
    monkeypatch.setattr("builtins.input", reply)
    person.types("workspace", "delete", "work")

    assert asked == ["Delete session work: 2 files, 10 bytes? [y/N] "]
    assert work.exists is stays


def test_who_closes_the_terminal_has_not_said_yes(
    person: Person, work: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    def closed(_: str) -> str:
        raise EOFError

    monkeypatch.setattr(sys.stdin, "isatty", lambda: True)
    monkeypatch.setattr("builtins.input", closed)
    said = person.types("workspace", "delete", "work")

    assert (said.code, said.out.split("\n")[1], work.exists) == (1, "Nothing was deleted.", True)


def test_without_a_terminal_deleting_wants_to_be_told(
    person: Person, work: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.stdin, "isatty", lambda: False)

    said = person.types("workspace", "delete", "work")

    assert (said.code, said.err) == (2, "sandgate: there is no terminal to ask in; say --yes to delete\n")
    assert work.exists


@pytest.mark.parametrize("words", [(), ("look",), ("show",), ("export", "work"), ("list", "work")])
def test_a_wrong_command_line_is_refused(person: Person, words: tuple[str, ...]) -> None:
    with pytest.raises(SystemExit) as left:
        person.types("workspace", *words)

    assert left.value.code == 2
