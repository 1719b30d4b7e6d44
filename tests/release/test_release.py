"""What `make dist` writes besides the wheel."""

from __future__ import annotations

import hashlib
import json
import os
import tomllib
import zipfile
from pathlib import Path

import pytest
from release.__main__ import ROOT, main
from release.bundle import BESIDE, write_bundle
from release.registry import DESCRIPTION, entry

from sandgate import __version__
from sandgate.config import load
from sandgate.errors import ConfigError


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    main([str(folder), "--bundle-url", "https://example.com/sandgate.mcpb"])
    return folder


def test_the_bundle_holds_the_source_and_what_its_build_needs(made: Path) -> None:
    (file,) = made.glob("*.mcpb")
    with zipfile.ZipFile(file) as bundle:
        names = set(bundle.namelist())
        project = tomllib.loads(bundle.read("pyproject.toml").decode())["project"]
        manifest = json.loads(bundle.read("manifest.json"))

    assert manifest["server"]["entry_point"] in names
    assert {"src/sandgate/py.typed", project["readme"], *project["license-files"]} <= names
    assert not [name for name in names if "__pycache__" in name or name.startswith(("tests", "docs"))]
    assert (manifest["name"], manifest["version"]) == (project["name"], __version__)


def test_the_bundle_starts_the_command_that_the_project_has(made: Path) -> None:
    (file,) = made.glob("*.mcpb")
    with zipfile.ZipFile(file) as bundle:
        config = json.loads(bundle.read("manifest.json"))["server"]["mcp_config"]

    scripts = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["scripts"]
    assert config["command"] == "uv"
    assert config["args"][-2] in scripts
    assert config["args"][-1] == "serve"


def test_the_same_source_makes_the_same_bundle_whenever_it_is_packed(tmp_path: Path) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    for number, folder in enumerate(("one", "two")):
        source = tmp_path / folder / "src" / "a.py"
        source.parent.mkdir(parents=True)
        for file in (source, *(tmp_path / folder / name for name in BESIDE)):
            file.write_text("x")
            os.utime(file, (number, number))
        (source.parent / "__pycache__").mkdir()
        (source.parent / "__pycache__" / f"{folder}.pyc").write_text(folder)
        write_bundle(tmp_path / folder, project, tmp_path / f"{folder}.mcpb")

    assert (tmp_path / "one.mcpb").read_bytes() == (tmp_path / "two.mcpb").read_bytes()


def test_the_registry_is_told_the_digest_of_the_bundle(made: Path) -> None:
    (file,) = made.glob("*.mcpb")
    pypi, bundle = json.loads((made / "server.json").read_text())["packages"]

    assert bundle["fileSha256"] == hashlib.sha256(file.read_bytes()).hexdigest()
    assert (pypi["registryType"], pypi["identifier"], pypi["version"]) == ("pypi", "sandgate", __version__)


def test_a_bundle_that_is_nowhere_yet_is_not_listed() -> None:
    assert [package["registryType"] for package in entry("1.2.3")["packages"]] == ["pypi"]


def test_the_registry_takes_no_longer_description() -> None:
    assert len(DESCRIPTION) <= 100


def test_the_settings_of_the_image_need_a_token_and_nothing_else(tmp_path: Path) -> None:
    settings = ROOT / "release" / "container.toml"

    config = load(settings, cwd=tmp_path, home=tmp_path, environ={"SANDGATE_TOKEN": "secret"})

    assert (config.http.host, config.http.port, config.http.token) == ("0.0.0.0", 8700, "secret")
    assert str(config.state_dir) == "/var/lib/sandgate"
    with pytest.raises(ConfigError, match="SANDGATE_TOKEN"):
        load(settings, cwd=tmp_path, home=tmp_path, environ={})


def test_the_image_runs_as_somebody_who_is_not_root_and_copies_what_is_there() -> None:
    lines = (ROOT / "Dockerfile").read_text().splitlines()
    copied = [
        word for line in lines if line.startswith("COPY ") and "--from" not in line for word in line.split()[1:-1]
    ]

    assert [line for line in lines if line.startswith("USER ")][-1] != "USER root"
    assert [name for name in copied if not (ROOT / name).exists()] == []
