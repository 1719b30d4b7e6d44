"""Build and show the environment of packages that programs may import; without one they have the standard library.

With `--docker`, build the image that containers for programs start from.
"""

from __future__ import annotations

import argparse
from collections.abc import Generator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from sandgate.config import Config
from sandgate.sandbox.packages import Environment
from sandgate.sandbox.pip import OnProgress

from . import containers, machines
from .display import Cell, plural, progress, say, say_json, say_table, short
from .options import add_config, add_json, config_of

NONE = 'No packages are configured: programs have the standard library. Add `packages = ["pandas"]` to `[sandbox]`.'


def add_arguments(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    build = actions.add_parser("build", help="fetch the packages of sandbox.packages and lock their versions")
    build.add_argument("--upgrade", action="store_true", help="choose versions anew instead of those in the lock")
    build.add_argument("--docker", action="store_true", help="build the image for containers instead")
    base = "with --docker: an image of the engine's that has Python, instead of this machine's Python"
    build.add_argument("--vm", action="store_true", help="build the image for virtual machines instead")
    kernel = "with --vm: a Linux kernel for them, instead of this machine's or Debian's"
    build.add_argument("--kernel", metavar="FILE", default="", help=kernel)
    build.add_argument("--base", metavar="IMAGE", default="", help=base)
    show = actions.add_parser("show", help="what is configured, what is built, and where")
    for action in (build, show):
        add_json(action)
        add_config(action)


def run(arguments: argparse.Namespace) -> int:
    if arguments.action == "build" and (arguments.docker or arguments.base):
        with steps() as on_progress:
            return containers.build(arguments.base, on_progress, as_json=arguments.json)
    config = config_of(arguments)
    if arguments.action == "build" and (arguments.vm or arguments.kernel):
        with steps() as on_progress:
            return machines.build(config, arguments.kernel, on_progress, as_json=arguments.json)
    environment = Environment.of(config)
    if environment and arguments.action == "build":
        with steps() as on_progress:
            environment.build(on_progress, upgrade=arguments.upgrade)
    report = _report(config, environment)
    if arguments.json:
        say_json(report)
    elif environment is None:
        say(NONE)
    elif arguments.action == "build":
        say(f"{plural(len(report['packages']), 'package')} built: {_versions(report['packages'])}", "green")
    else:
        _show(report)
    return 0


@contextmanager
def steps() -> Generator[OnProgress]:
    """A moving bar for each step while a person waits."""
    with ExitStack() as current:

        def begin(step: str) -> None:
            current.close()
            current.enter_context(progress(step))

        yield begin


def _report(config: Config, environment: Environment | None) -> dict[str, Any]:
    folder = environment.folder if environment else None
    lock = environment.lock if environment else None
    kept = environment.kept if environment else None
    return {
        "configured": list(environment.requirements) if environment else [],
        "preload": list(config.sandbox.preload),
        "built": folder is not None,
        "packages": {pin.name: pin.version for pin in lock.here} if lock else {},
        "folder": str(folder) if folder else None,
        "bytes": _size(folder) if folder else 0,
        "lock": str(kept) if kept and kept.exists() else None,
    }


def _size(folder: Path) -> int:
    return sum(file.lstat().st_size for file in folder.rglob("*") if file.is_file())


def _show(report: dict[str, Any]) -> None:
    built = f"{short(report['folder'])}, {report['bytes'] / 2**20:,.0f} MB" if report["built"] else ""
    rows: list[list[Cell]] = [
        [("configured", "bold"), ", ".join(report["configured"])],
        [("preloaded", "bold"), ", ".join(report["preload"]) or "nothing"],
        [("built", "bold"), built or ("not yet: run `sandgate sandbox build`", "red")],
        [("versions", "bold"), _versions(report["packages"]) or "not chosen yet"],
        [("lock", "bold"), short(report["lock"]) if report["lock"] else "none beside a sandgate.toml"],
    ]
    say_table(["", "Packages for programs"], rows)


def _versions(packages: dict[str, str]) -> str:
    return ", ".join(f"{name} {version}" for name, version in packages.items())
