"""A lock: the exact files of an environment of packages, by version and hash, as a file that pip and people can read.

It names no index and no address, so that it says the same on every network.
"""

from __future__ import annotations

import platform
import re
import sysconfig
import tempfile
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Self

from ..errors import ConfigError

_TITLE = "# Written by `sandgate sandbox build`: keep it beside sandgate.toml, and everybody gets these versions."
_WANTED = "# packages: "
_PIN = re.compile(
    r"(?P<name>[a-z0-9-]+)==(?P<version>[A-Za-z0-9.!+_-]+) ; "
    r'(?P<marker>python_version == "[0-9.]+" and platform_machine == "\w+")'
    r"(?P<hashes>(?: +--hash=sha256:[0-9a-f]{64})+)"
)
HERE = (
    f'python_version == "{sysconfig.get_python_version()}" and platform_machine == "{platform.machine() or "unknown"}"'
)
"""Which lines of a lock are for this machine: another Python or processor has other files of the same version."""
_ABI: str = sysconfig.get_config_var("EXT_SUFFIX") or HERE


@dataclass(frozen=True, slots=True, order=True)
class Pin:
    """One package at one version, for one kind of machine."""

    name: str
    version: str
    marker: str
    hashes: tuple[str, ...]

    def __str__(self) -> str:
        return " \\\n    ".join(
            [f"{self.name}=={self.version} ; {self.marker}", *(f"--hash={it}" for it in self.hashes)]
        )


@dataclass(frozen=True, slots=True)
class Lock:
    """What was chosen for some requirements."""

    requirements: tuple[str, ...]
    pins: tuple[Pin, ...]

    @classmethod
    def read(cls, file: Path) -> Self | None:
        """None where there is no such file. Raises ConfigError: nothing but what we write reaches pip."""
        try:
            text = file.read_text(encoding="utf-8")
        except FileNotFoundError:
            return None
        except OSError as error:
            raise ConfigError(f"{file} cannot be read: {error.strerror}; let this user read it") from error
        except UnicodeDecodeError as error:
            raise ConfigError(f"{file} cannot be read: {error}") from error
        wanted = re.search(f"^{_WANTED}(.*)$", text, re.MULTILINE)
        lines = re.sub(r" *\\\n *", " ", text).splitlines()
        pins = [_PIN.fullmatch(line.rstrip()) for line in lines if line.strip() and not line.startswith("#")]
        if not wanted or None in pins:
            raise ConfigError(f"{file} is not as Sandgate wrote it; delete it and run `sandgate sandbox build`")
        return cls(tuple(wanted[1].split()), tuple(sorted(_pin(found) for found in pins if found)))

    @property
    def here(self) -> tuple[Pin, ...]:
        """The pins for this machine; none where the lock was made on machines of other kinds."""
        return tuple(pin for pin in self.pins if pin.marker == HERE)

    @property
    def key(self) -> str:
        """Stands for the files this machine would install: other files have another key."""
        return sha256("\n".join([_ABI, *map(str, self.here)]).encode()).hexdigest()[:16]

    def write(self, file: Path) -> None:
        """Whole or not at all."""
        file.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=".sandgate-", dir=file.parent) as folder:
            new = Path(folder) / file.name
            new.write_text(str(self), encoding="utf-8")
            new.replace(file)

    def __str__(self) -> str:
        return "\n".join([_TITLE, _WANTED + " ".join(self.requirements), "", *map(str, self.pins), ""])


def _pin(found: re.Match[str]) -> Pin:
    hashes = tuple(sorted(word.removeprefix("--hash=") for word in found["hashes"].split()))
    return Pin(found["name"], found["version"], found["marker"], hashes)
