"""What `sandgate doctor` looks at, but for the kernel: Python, the settings, the servers, and programs they need."""

from __future__ import annotations

import platform
import shutil
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from sandgate.config import Config, load
from sandgate.errors import ConfigError

from .display import plural, short
from .mistakes import mistakes

if TYPE_CHECKING:
    from sandgate.sandbox.trying import Tried

Health = Literal["ok", "info", "warn", "fail"]
OLDEST_PYTHON = (3, 11)
PROGRAMS = {
    "node": "install Node.js",
    "npx": "install Node.js, which brings npx",
    "uvx": "install uv, which brings uvx: pip install uv",
    "git": "install git",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """One thing that was looked at. `info` is worth knowing and needs nothing done."""

    name: str
    health: Health
    message: str
    cure: str = ""

    @classmethod
    def of(cls, name: str, tried: Tried) -> Check:
        """A backend: one that is not there is no fault, one that does not hold is."""
        health = "ok" if tried.stands else "warn" if tried.failing else "info"
        return cls(name=name, health=health, message=tried.message, cure=tried.cure)


def python() -> Check:
    found, oldest = sys.version_info[:2], ".".join(map(str, OLDEST_PYTHON))
    message = f"{platform.python_version()} at {short(sys.executable)}"
    if found < OLDEST_PYTHON:
        return Check(name="python", health="fail", message=message, cure=f"use Python {oldest} or newer")
    return Check(name="python", health="ok", message=message)


def system() -> Check:
    message = f"{platform.system()} {platform.release()} on {platform.machine()}"
    if sys.platform != "linux":
        return Check(name="platform", health="fail", message=message, cure="run Sandgate on Linux, or in a Linux VM")
    return Check(name="platform", health="ok", message=message)


def configuration(path: Path | None) -> tuple[Config | None, list[Check]]:
    """The configuration, if it can be read, and what is to be said of it."""
    try:
        config = load(path)
    except ConfigError as error:
        return None, [Check(name="config", health="fail", message=str(error), cure="correct the file")]
    message = short(config.source) if config.source else "no sandgate.toml; the defaults are used"
    wrong = [Check(name="config", health="fail", message=str(one), cure="correct the file") for one in mistakes(config)]
    notices = [Check(name="config", health="warn", message=notice) for notice in config.notices]
    return config, [*(wrong or [Check(name="config", health="ok", message=message)]), *notices]


def servers(config: Config) -> Check:
    counts = {state: sum(found.state == state for found in config.found) for state in ("ready", "incomplete")}
    message = f"{plural(counts['ready'], 'server')} ready of {plural(len(config.found), 'entry', 'entries')} found"
    if counts["incomplete"]:
        told = f"{message}; {counts['incomplete']} incomplete"
        return Check(name="servers", health="warn", message=told, cure="`sandgate servers` says what is missing")
    if not counts["ready"]:
        cure = "`sandgate servers` says where Sandgate looked"
        return Check(name="servers", health="warn", message=message, cure=cure)
    return Check(name="servers", health="ok", message=message)


def programs(config: Config | None) -> Iterator[Check]:
    """A program that is missing matters if a server is started with it."""
    for name, cure in PROGRAMS.items():
        users = [spec.name for spec in config.servers if Path(spec.command).name == name] if config else []
        if found := shutil.which(name):
            yield Check(name=name, health="ok", message=short(found))
        elif users:
            needed = f"not found, but needed by {', '.join(users)}"
            yield Check(name=name, health="fail", message=needed, cure=cure)
        else:
            yield Check(name=name, health="info", message="not found; no server here is started with it")


def state_folder(config: Config) -> Check:
    folder = config.state_dir
    try:
        there = next(path for path in (folder, *folder.parents) if path.exists())  # a check leaves nothing behind
        with tempfile.TemporaryFile(dir=there) as file:
            file.write(b"x")
    except OSError as error:
        message = f"{short(folder)} cannot be written: {error.strerror or error}"
        cure = "make it yours with chown, or set state_dir in sandgate.toml"
        return Check(name="state", health="fail", message=message, cure=cure)
    return Check(name="state", health="ok", message=f"{short(folder)} can be written")


def search() -> Check:
    from sandgate.catalog.search import meaning

    if meaning.is_installed():
        return Check(name="search", health="ok", message="by words and meanings")
    return Check(name="search", health="info", message=f"by words; {meaning.EXTRA} adds their meanings")


def tokenizer() -> Check:
    from sandgate.output import tokens

    try:
        tokens.count("one two three")
    except (ImportError, OSError, RuntimeError, ValueError) as error:
        cure = "install Sandgate again: pip install --force-reinstall sandgate"
        return Check(name="tokenizer", health="fail", message=f"{tokens.NAME}: {error}", cure=cure)
    return Check(name="tokenizer", health="ok", message=f"{tokens.NAME}, from its package")
