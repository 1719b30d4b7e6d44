"""The tree that programs import from: `from skills.NAME import NAME`. It holds the trusted versions and nothing else.

The folder itself is mounted and never changes. A skill is one file for each language, replaced in one step: whoever
imports while another version is published gets the old code or the new. Where it is mounted nobody can write.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from . import disk

ENDINGS = (".py", ".ts", ".md")
_INIT = b'"""Skills: `from skills.NAME import NAME`. `NAME.md` says how to use one. Written by Sandgate."""\n'


class Importable:
    """Whoever changes it holds the lock of the skills."""

    def __init__(self, folder: Path, stage: Path) -> None:
        """`stage` is a folder of the same disk for what is not finished."""
        self.folder, self._stage = folder, stage

    def put(self, name: str, files: disk.Files) -> None:
        """Files by their endings."""
        for suffix, content in files.items():
            self._write(f"{name}{suffix}", content)

    def drop(self, name: str) -> None:
        for suffix in ENDINGS:
            disk.discard(self.folder / f"{name}{suffix}")

    def make(self) -> None:
        """The folder, so that it can be mounted."""
        self.folder.mkdir(exist_ok=True)
        self.folder.chmod(0o755)
        self._write("__init__.py", _INIT)

    def put_all(self, skills: Mapping[str, disk.Files]) -> None:
        """Exactly these, by name. Files that are right already are not touched."""
        wanted = {"__init__.py", *(f"{name}{suffix}" for name, files in skills.items() for suffix in files)}
        for entry in list(self.folder.iterdir()):
            if entry.name not in wanted or entry.is_symlink() or not entry.is_file():
                disk.discard(entry)
        self.make()
        for name, files in skills.items():
            self.put(name, files)

    def _write(self, name: str, content: bytes) -> None:
        file = self.folder / name
        with suppress(FileNotFoundError):
            if file.read_bytes() == content:
                return
        disk.replace(file, content, self._stage, mode=0o644)
