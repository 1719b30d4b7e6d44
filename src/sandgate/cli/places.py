"""Where this user's files are: the settings of Sandgate and of the clients."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

from sandgate.config import Config
from sandgate.config.clients import CLIENTS, Client
from sandgate.config.surroundings import Surroundings


def surroundings() -> Surroundings:
    return Surroundings(cwd=Path.cwd(), home=Path.home(), environ=os.environ, platform=sys.platform)


def client(name: str) -> Client:
    return next(client for client in CLIENTS if client.name == name)


def looked_for(config: Config) -> Iterator[tuple[str, Path]]:
    """Every file that servers are read from, with whose it is; each once, whether or not it exists."""
    around = surroundings()
    own = config.source or around.cwd / "sandgate.toml"
    files = {own: "sandgate"}
    if config.source is None:
        files[around.xdg_config / "sandgate" / "sandgate.toml"] = "sandgate"
    for chosen in (known for known in CLIENTS if known.name in config.import_.clients):
        for spot in chosen.spots:
            if config.import_.project or not spot.of_project:
                files.setdefault(spot.file(around), chosen.name)
    return ((name, path) for path, name in files.items())
