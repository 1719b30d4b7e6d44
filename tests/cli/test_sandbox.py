from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from sandgate.config import Config
from sandgate.sandbox.packages import Environment
from tests.sandbox.shelf import Shelf, quick_python

from .person import Person


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Shelf:
    return Shelf(tmp_path / "shelf", monkeypatch)


@pytest.fixture(scope="module")
def quick_one(tmp_path_factory: pytest.TempPathFactory) -> str:
    return quick_python(tmp_path_factory.mktemp("quick"))


@pytest.fixture
def quick(quick_one: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Packages are built by a Python that has its pip at once."""
    found = Environment.of

    def of(config: Config) -> Environment | None:
        own = found(config)
        return replace(own, python=quick_one) if own else None

    monkeypatch.setattr(Environment, "of", of)


def checked(person: Person, *names: str) -> list[dict[str, Any]]:
    """What the doctor says of these, in its order."""
    return [check for check in person.types("doctor", "--json").json["checks"] if check["name"] in names]


def wants(person: Person, packages: str, preload: str = "") -> Path:
    return person.write("sandgate.toml", f"[sandbox]\npackages = [{packages}]\npreload = [{preload}]\n")


@pytest.mark.parametrize("action", ["build", "show"])
def test_without_packages_there_is_nothing_to_do(person: Person, action: str) -> None:
    said = person.types("sandbox", action)
    told = person.types("sandbox", action, "--json").json

    assert said.code == 0
    assert "programs have the standard library" in said.out
    assert (told["configured"], told["built"], told["packages"]) == ([], False, {})
    assert not person.state.exists()


def test_what_is_built_is_shown_and_programs_can_import_it(person: Person, shelf: Shelf) -> None:
    shelf.put_wheel("greet", "1.0", code="word = 'hello'")
    wants(person, '"greet"', '"greet"')

    built = person.types("sandbox", "build")
    shown = person.types("sandbox", "show")
    ran = person.types("run", "-c", "import greet\ngreet.word")

    assert (built.code, built.out) == (0, "1 package built: greet 1.0\n")
    rows = {row[0]: row[1] for row in shown.rows}
    assert (rows["configured"], rows["preloaded"], rows["versions"]) == ("greet", "greet", "greet 1.0")
    assert rows["built"].endswith("/site, 0 MB")
    assert rows["lock"].endswith("/project/sandgate.packages.lock")
    assert (ran.code, ran.out) == (0, "hello\n")
    packages, preload = checked(person, "packages", "preload")
    assert packages == {"name": "packages", "health": "ok", "message": "1 package built: greet 1.0", "cure": None}
    assert preload == {"name": "preload", "health": "ok", "message": "greet imported before programs", "cure": None}


@pytest.mark.usefixtures("quick")
def test_a_person_at_a_terminal_sees_each_step(person: Person, shelf: Shelf) -> None:
    shelf.put_wheel("greet", "1.0")
    wants(person, '"greet"')

    said = person.types_at_a_terminal("sandbox", "build", "--upgrade")

    assert said.code == 0
    assert [
        step for step in ("Preparing pip", "Choosing versions", "Installing", "Compiling") if step not in said.err
    ] == []
    assert "1 package built: greet 1.0" in said.out


@pytest.mark.usefixtures("quick")
def test_a_package_that_cannot_be_had_is_one_line_on_stderr(person: Person, shelf: Shelf) -> None:
    wants(person, '"no-such-package-anywhere"')

    said = person.types("sandbox", "build")

    assert (said.code, said.out) == (2, "")
    assert said.err.startswith("sandgate: there is no package no-such-package-anywhere in the index")
    assert said.err.count("\n") == 1


def test_packages_that_are_not_built_fail_the_doctor_with_the_cure(person: Person) -> None:
    wants(person, '"pandas"')

    (check,) = checked(person, "packages")

    assert check["health"] == "fail"
    assert check["message"] == "the packages for programs (pandas) are not built"
    assert check["cure"] == "run `sandgate sandbox build`"


def test_packages_that_are_not_built_are_shown_as_such(person: Person) -> None:
    wants(person, '"pandas", "numpy==2.1"')

    told = person.types("sandbox", "show", "--json").json
    rows = {row[0]: row[1] for row in person.types("sandbox", "show").rows}

    assert (told["configured"], told["built"], told["lock"]) == (["numpy==2.1", "pandas"], False, None)
    assert rows["built"] == "not yet: run `sandgate sandbox build`"


def test_no_program_runs_without_the_packages_that_were_asked_for(person: Person) -> None:
    wants(person, '"pandas"')

    said = person.types("run", "-c", "print(1)")

    assert (said.code, said.out) == (2, "")
    assert "are not built; run `sandgate sandbox build`" in said.err


def test_a_module_that_cannot_be_preloaded_fails_the_doctor(person: Person) -> None:
    wants(person, "", '"no_such_module"')

    (check,) = checked(person, "preload")

    assert check["health"] in ("fail", "info")  # where no sandbox stands it cannot be tried
    if check["health"] == "fail":
        assert check["message"].startswith("sandbox.preload: no_such_module cannot be imported: No module named")
        assert "leave it out of sandbox.preload" in check["cure"]


def test_without_packages_the_doctor_does_not_mention_them(person: Person) -> None:
    assert checked(person, "packages") == []
