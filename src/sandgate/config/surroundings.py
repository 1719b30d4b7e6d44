"""What configuration may depend on besides its files: the folders, the variables and the system it is read on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True, kw_only=True)
class Surroundings:
    """Passed to everything that reads, so that nothing looks at the real machine behind a test's back."""

    cwd: Path
    home: Path
    environ: Mapping[str, str]
    platform: str

    def folder(self, variable: str, default: Path) -> Path:
        """The folder a variable names, if it names one from the root; a relative one is ignored, as XDG asks."""
        given = Path(self.environ.get(variable, ""))
        return given if given.is_absolute() else default

    @property
    def xdg_config(self) -> Path:
        return self.folder("XDG_CONFIG_HOME", self.home / ".config")

    @property
    def app_folder(self) -> Path:
        """Where this system's desktop programs keep their settings."""
        if self.platform == "darwin":
            return self.home / "Library" / "Application Support"
        if self.platform == "win32":
            return self.folder("APPDATA", self.home / "AppData" / "Roaming")
        return self.xdg_config

    def shown(self, path: Path) -> str:
        """A path as a person would write it from here."""
        for folder, prefix in ((self.cwd, ""), (self.home, "~/")):
            if path.is_relative_to(folder):
                return prefix + str(path.relative_to(folder))
        return str(path)

    def path(self, text: str, folder: Path) -> Path:
        """The path meant by a text in a file: `~` is the home, a relative one starts at `folder`."""
        if text == "~" or text.startswith(("~/", "~\\")):
            return self.home / text[2:]
        return folder / text


def why_no_file(path: Path) -> str:
    """Why a file that somebody named cannot be read."""
    try:
        return "is a folder; name the file in it" if path.is_dir() else "there is no such file"
    except PermissionError:
        return "this user may not look there; make it yours with chown, or name another file"
    except (OSError, ValueError):
        return "there is no such file"


def is_file(path: Path) -> bool:
    """Whether there is a file that can be seen; never raises, whatever the path is made of."""
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False
