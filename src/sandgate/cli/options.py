"""Options that several commands share."""

from __future__ import annotations

import argparse
from pathlib import Path

from sandgate.config import Config, load


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


def config_of(arguments: argparse.Namespace) -> Config:
    """The configuration, with its notices on stderr where a person sees them."""
    import sys

    config = load(arguments.config)
    for notice in config.notices:
        print(f"sandgate: {notice}", file=sys.stderr)
    return config
