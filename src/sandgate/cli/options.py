"""Options that several commands share."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from sandgate.config import Config, load
from sandgate.errors import BadArguments
from sandgate.model import LANGUAGES, JsonObject, Language


def add_config(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--config", type=Path, metavar="FILE", help="a sandgate.toml, or a client's JSON file with mcpServers"
    )


def add_json(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print JSON for programs")


def add_catalogue(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--catalogue", type=Path, metavar="DIR", help="work from captured tools/list files; no server is started"
    )


def add_language(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--language", choices=LANGUAGES, help="what it is written in, where no file name says so")


def language_of(arguments: argparse.Namespace) -> Language:
    """What a program is written in: as `--language` says, else as its file is called."""
    is_typescript = (arguments.file or "").endswith((".ts", ".mts"))
    return arguments.language or ("typescript" if is_typescript else "python")


def object_of(text: str) -> JsonObject:
    """What `--args` says. Raises BadArguments."""
    try:
        given: Any = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadArguments(f"--args is not JSON: {error}") from error
    if not isinstance(given, dict):
        raise BadArguments('--args must be an object, such as {"path": "a.csv"}')
    return given  # pyright: ignore[reportUnknownVariableType] - what JSON holds


def config_of(arguments: argparse.Namespace) -> Config:
    """The configuration, with its notices on stderr where a person sees them."""
    import sys

    config = load(arguments.config)
    for notice in config.notices:
        print(f"sandgate: {notice}", file=sys.stderr)
    return config
