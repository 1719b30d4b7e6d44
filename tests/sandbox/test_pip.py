"""What pip cannot do becomes one sentence for the person."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandgate.errors import SandboxError
from sandgate.sandbox.pip import Pip

from .shelf import Shelf, quick_python


def ignore(_: str) -> None: ...


@pytest.fixture(scope="module")
def pip(tmp_path_factory: pytest.TempPathFactory) -> Pip:
    return Pip(quick_python(tmp_path_factory.mktemp("quick")), tmp_path_factory.mktemp("pip"), ignore)


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Shelf:
    return Shelf(tmp_path / "shelf", monkeypatch)


@pytest.mark.usefixtures("shelf")
def test_an_unknown_package(pip: Pip) -> None:
    with pytest.raises(SandboxError) as refused:
        pip.choose(("no-such-package-anywhere",), {})

    said = "there is no package no-such-package-anywhere in the index; check the spelling in sandbox.packages"
    assert str(refused.value) == said


def test_a_version_that_does_not_exist_is_told_with_those_that_do(pip: Pip, shelf: Shelf) -> None:
    for version in ("1.0", "1.1", "2.0"):
        shelf.put_wheel("greet", version)

    with pytest.raises(SandboxError, match=r"satisfies greet==9.9; there are 1.0 to 2.0. Only wheels"):
        pip.choose(("greet==9.9",), {})


def test_a_package_without_a_wheel_is_refused_and_its_code_does_not_run(pip: Pip, shelf: Shelf, tmp_path: Path) -> None:
    ran = tmp_path / "ran"
    shelf.put_source("greet", "1.0", f"open({str(ran)!r}, 'w')")

    with pytest.raises(SandboxError, match=r"greet has no wheel for Python .* would run foreign code outside"):
        pip.choose(("greet",), {})

    assert not ran.exists()


def test_packages_that_exclude_each_other(pip: Pip, shelf: Shelf) -> None:
    shelf.put_wheel("greet", "1.0", needs="tone<2")
    shelf.put_wheel("tone", "1.0")
    shelf.put_wheel("tone", "2.0")

    with pytest.raises(SandboxError, match=r"cannot be installed together \(.*greet 1.0 depends on tone<2.*\)"):
        pip.choose(("greet", "tone==2.0"), {})


@pytest.mark.usefixtures("shelf")
def test_an_index_that_cannot_be_reached(pip: Pip, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PIP_NO_INDEX")
    monkeypatch.setenv("PIP_INDEX_URL", "http://user:s3cret@127.0.0.1:9/simple")
    monkeypatch.setenv("PIP_RETRIES", "0")

    with pytest.raises(SandboxError) as refused:
        pip.choose(("greet",), {})

    assert str(refused.value).startswith("the package index cannot be reached; check the network")
    assert "s3cret" not in str(refused.value)


@pytest.mark.usefixtures("shelf")
def test_a_setting_of_pip_that_is_wrong_is_told_without_the_address(pip: Pip, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PIP_TIMEOUT", "http://user:s3cret@example.com")

    with pytest.raises(SandboxError, match=r"pip failed: \w+") as refused:
        pip.choose(("greet",), {})

    assert "s3cret" not in str(refused.value)


def test_a_python_that_cannot_make_an_environment(tmp_path: Path) -> None:
    with pytest.raises(SandboxError, match="this Python cannot make an environment"):
        Pip("/bin/false", tmp_path, ignore)
