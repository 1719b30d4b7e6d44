from __future__ import annotations

import pytest

from .person import MISSING, TRACKER, Person, tool


def test_wrappers_of_captured_tools_are_written(person: Person) -> None:
    folder = person.has_captured(desk=[tool("create", "Open a ticket")], mail=[tool("send"), tool("read")])

    said = person.types("generate", "out", "--language", "python", "--catalogue", folder, "--json")

    assert said.code == 0
    report = said.json
    assert (report["servers"], report["tools"], report["language"]) == (2, 3, "python")
    assert report["changed"] == ["desk", "mail"]
    assert "async def create" in (person.project / "out/servers/desk/create.py").read_text()
    assert (person.project / "out/servers/mail/send.py").is_file()


def test_a_second_run_changes_nothing_and_drops_what_is_gone(person: Person) -> None:
    folder = person.has_captured(desk=[tool("create")], mail=[tool("send")])
    person.types("generate", "out", "--catalogue", folder)
    (folder / "mail.json").unlink()

    report = person.types("generate", "out", "--catalogue", folder, "--json").json

    assert (report["changed"], report["removed"]) == ([], ["mail"])
    assert not (person.project / "out/servers/mail").exists()


def test_names_that_collide_are_reported_with_what_they_became(person: Person) -> None:
    folder = person.has_captured(desk=[tool("list-all"), tool("list_all"), tool("other")])

    report = person.types("generate", "out", "--catalogue", folder, "--json").json
    text = person.types("generate", "out", "--catalogue", folder).out

    (collision,) = report["collisions"]
    assert collision["server"] == "desk"
    assert collision["names"]["list_all"] == "list_all"
    suffixed = collision["names"]["list-all"]
    assert (person.project / f"out/servers/desk/{suffixed}.py").is_file()
    assert f"same name in desk: list-all is {suffixed}" in text


def test_the_text_says_how_many_and_where(person: Person) -> None:
    folder = person.has_captured(desk=[tool("create")])

    said = person.types("generate", person.home / "out", "--catalogue", folder)

    assert said.out.startswith("1 tool of 1 server written to ~/out/servers in ")


def test_a_folder_of_somebody_else_is_left_alone(person: Person) -> None:
    folder = person.has_captured(desk=[tool("create")])
    theirs = person.write("out/servers/desk/mine.txt", "precious")

    said = person.types("generate", "out", "--catalogue", folder)

    assert said.code == 2
    assert "did not write" in said.err
    assert [path.name for path in (person.project / "out/servers").iterdir()] == ["desk"]
    assert theirs.read_text() == "precious"


def test_force_writes_into_a_folder_of_somebody_else(person: Person) -> None:
    folder = person.has_captured(desk=[tool("create")])
    theirs = person.write("out/servers/notes.txt", "precious")

    said = person.types("generate", "out", "--catalogue", folder, "--force")

    assert said.code == 0
    assert (person.project / "out/servers/desk/create.py").is_file()
    assert theirs.read_text() == "precious"


def test_a_file_in_the_way_is_an_error(person: Person) -> None:
    folder = person.has_captured(desk=[tool("create")])
    person.write("out/servers", "a file")

    said = person.types("generate", "out", "--catalogue", folder, "--force")

    assert said.code == 2
    assert "is not a folder" in said.err


def test_typescript_is_written_on_request(person: Person) -> None:
    folder = person.has_captured(desk=[tool("create", "Open a ticket"), tool("delete")], new=[tool("send")])

    said = person.types("generate", "out", "--language", "typescript", "--catalogue", folder, "--json")

    assert said.code == 0
    report = said.json
    assert (report["servers"], report["tools"], report["language"]) == (2, 3, "typescript")
    assert report["changed"] == ["desk", "new_"]
    written = {path.relative_to(person.project / "out").as_posix() for path in (person.project / "out").rglob("*.ts")}
    assert written == {
        "servers/_client.ts", "servers/index.ts", "servers/desk/index.ts", "servers/desk/create.ts",
        "servers/desk/delete_.ts", "servers/new_/index.ts", "servers/new_/send.ts",
    }  # fmt: skip
    assert "export async function create(" in (person.project / "out/servers/desk/create.ts").read_text()


def test_names_that_collide_are_reported_as_typescript_has_them(person: Person) -> None:
    folder = person.has_captured(desk=[tool("delete"), tool("DELETE")])

    report = person.types("generate", "out", "--language", "typescript", "--catalogue", folder, "--json").json

    (collision,) = report["collisions"]
    assert all((person.project / f"out/servers/desk/{name}.ts").is_file() for name in collision["names"].values())


@pytest.mark.parametrize(
    ("first", "suffix", "then", "kept"),
    [("python", "py", "typescript", "ts"), ("typescript", "ts", "python", "py")],
)
def test_a_folder_holds_one_language_and_is_given_another_only_by_force(
    person: Person, first: str, suffix: str, then: str, kept: str
) -> None:
    folder = person.has_captured(desk=[tool("create")])
    person.types("generate", "out", "--language", first, "--catalogue", folder)

    refused = person.types("generate", "out", "--language", then, "--catalogue", folder)
    unchanged = [path.suffix for path in (person.project / "out").rglob("create.*")]
    report = person.types("generate", "out", "--language", then, "--catalogue", folder, "--json", "--force").json

    assert (refused.code, unchanged) == (2, [f".{suffix}"])
    assert f"holds wrappers in {first}; choose another DIR, or add --force" in refused.err
    assert report["changed"] == ["desk"]
    files = [path for path in (person.project / "out").rglob("*.*") if path.suffix in (".py", ".ts")]
    assert {path.suffix for path in files} == {f".{kept}"}
    assert len(files) == 4


def test_files_of_somebody_else_stay_when_another_language_is_forced_on_them(person: Person) -> None:
    folder = person.has_captured(desk=[tool("create")])
    theirs = person.write("out/servers/index.ts", "precious")

    person.types("generate", "out", "--catalogue", folder, "--force")

    assert theirs.read_text() == "precious"


def test_a_server_that_fails_makes_the_exit_code_1_and_the_others_are_written(person: Person) -> None:
    person.has_servers(tracker=TRACKER, broken=MISSING)

    said = person.types("generate", "out", "--json")

    assert said.code == 1
    assert said.json["servers"] == 1
    assert list(said.json["unavailable"]) == ["broken"]
    assert "server 'broken' cannot start" in said.err
    assert (person.project / "out/servers/tracker/create_issue.py").is_file()
