"""A shelf of small packages that pip takes instead of an index, and a Python that prepares a pip in no time."""

from __future__ import annotations

import io
import os
import subprocess
import sys
import tarfile
from pathlib import Path
from zipfile import ZipFile

import pytest


def quick_python(folder: Path) -> str:
    """A Python whose `-m venv` is a copy of one that is made here: making one is most of the work of a build.

    It has the pip of the Python it stands on, where that has one: installing pip takes seconds. The copy keeps its
    times, or pip would be compiled anew whenever it starts.
    """
    base = [getattr(sys, "_base_executable", sys.executable), "-I", "-m"]
    has_pip = subprocess.run([*base, "pip", "--version"], capture_output=True, check=False).returncode == 0
    options = ["--without-pip", "--system-site-packages"] if has_pip else []
    subprocess.run([*base, "venv", *options, folder / "venv"], check=True)
    script = folder / "python"
    script.write_text(f'#!/bin/sh\n[ "$*" = "-I -m venv $4" ] && exec cp -a {folder}/venv "$4"\n', encoding="utf-8")
    script.chmod(0o755)
    return str(script)


class Shelf:
    def __init__(self, folder: Path, patch: pytest.MonkeyPatch) -> None:
        self.folder = folder
        folder.mkdir()
        for name in [name for name in os.environ if name.startswith("PIP_")]:
            patch.delenv(name)
        patch.setenv("PIP_CONFIG_FILE", os.devnull)
        patch.setenv("PIP_NO_INDEX", "1")
        patch.setenv("PIP_FIND_LINKS", str(folder))

    def put_wheel(self, name: str, version: str, code: str = "", needs: str = "") -> Path:
        """A package of one module; its version is in the module, too."""
        info = f"{name}-{version}.dist-info"
        files = {
            f"{name}/__init__.py": f"version = {version!r}\n{code}",
            f"{info}/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n"
            + (f"Requires-Dist: {needs}\n" if needs else ""),
            f"{info}/WHEEL": "Wheel-Version: 1.0\nGenerator: tests\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
            f"{info}/entry_points.txt": f"[console_scripts]\n{name} = {name}:main\n",
        }
        files[f"{info}/RECORD"] = "".join(f"{path},,\n" for path in [*files, f"{info}/RECORD"])
        wheel = self.folder / f"{name}-{version}-py3-none-any.whl"
        with ZipFile(wheel, "w") as archive:
            for path, text in files.items():
                archive.writestr(path, text)
        return wheel

    def put_source(self, name: str, version: str, setup: str) -> Path:
        """A package that would have to be built, by running its `setup.py`."""
        archive = self.folder / f"{name}-{version}.tar.gz"
        with tarfile.open(archive, "w:gz") as tar:
            for path, text in {
                "setup.py": setup,
                "PKG-INFO": f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n",
            }.items():
                entry = tarfile.TarInfo(f"{name}-{version}/{path}")
                entry.size = len(text)
                tar.addfile(entry, io.BytesIO(text.encode()))
        return archive
