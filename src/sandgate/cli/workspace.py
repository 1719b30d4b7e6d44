"""The files of sessions: which sessions have some, what is in them; export them as a folder or tar, delete them."""

from __future__ import annotations

import argparse
import shutil
import sys
import tarfile
import time
from dataclasses import asdict
from pathlib import Path

from sandgate.errors import BadArguments, ConfigError
from sandgate.workspace import Stored, Workspace, Workspaces
from sandgate.workspace.names import shown
from sandgate.workspace.settings import workspaces_of

from .consent import agreed
from .display import Cell, plural, say, say_json, say_table, short
from .options import add_config, add_json, config_of

PACKED = (".tgz", ".tar.gz")
TARS = (".tar", *PACKED)
"""How a name ends that is to be a tar."""
OTHERS = (".zip", ".7z", ".rar", ".gz", ".bz2", ".xz", ".zst", ".tbz", ".txz")
"""How a name ends that is to be another archive, which a folder of that name would only seem to be."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    listing = actions.add_parser("list", help="sessions that have files, the last used first")
    add_json(listing)
    add_config(listing)
    show = actions.add_parser("show", help="the files of a session, or what is in one of them")
    _add_session(show)
    show.add_argument("path", nargs="?", metavar="PATH", help="a file: its bytes are written to standard output")
    add_json(show)
    add_config(show)
    export = actions.add_parser("export", help="copy the files of a session out")
    _add_session(export)
    export.add_argument(
        "target", type=Path, metavar="TARGET", help="a new folder, or a file that ends in .tar or .tar.gz"
    )
    add_config(export)
    delete = actions.add_parser("delete", help="delete a session's files, or one file or folder of it")
    _add_session(delete)
    delete.add_argument("path", nargs="?", metavar="PATH", help="the file or folder; without it, all of them")
    delete.add_argument("--yes", action="store_true", help="do not ask")
    add_config(delete)


def _add_session(action: argparse.ArgumentParser) -> None:
    action.add_argument("session", metavar="SESSION", help="the session")


def run(arguments: argparse.Namespace) -> int:
    workspaces = workspaces_of(config_of(arguments))
    if arguments.action == "list":
        return _list(workspaces, as_json=arguments.json)
    workspace = _existing(workspaces, arguments.session)
    match arguments.action:
        case "show":
            return _print(workspace, arguments.path) if arguments.path else _show(workspace, as_json=arguments.json)
        case "export":
            return _export(workspace, arguments.target)
        case _:
            return _delete(workspace, arguments.path, asks=not arguments.yes)


def _existing(workspaces: Workspaces, session: str) -> Workspace:
    workspace = workspaces.of(session)
    if not workspace.exists:
        there = ", ".join(one.session for one in workspaces.all()[:10])
        raise BadArguments(f"session {session!r} has no files; {f'there are: {there}' if there else 'no session has'}")
    return workspace


def _list(workspaces: Workspaces, *, as_json: bool) -> int:
    found = [(one, [file for file in one.list() if not file.folder]) for one in workspaces.all()]
    if as_json:
        say_json(
            [
                {"session": one.session, "files": len(files), "bytes": _bytes(files), "used": one.used}
                for one, files in found
            ]
        )
        return 0
    rows: list[list[Cell]] = [
        [(one.session, "cyan"), f"{len(files):,}", f"{_bytes(files):,}", _when(one.used)] for one, files in found
    ]
    if rows:
        say_table(["Session", "Files", "Bytes", "Last written"], rows, right=(1, 2))
    else:
        say("No session has files.")
    return 0


def _show(workspace: Workspace, *, as_json: bool) -> int:
    found = workspace.list()
    if as_json:
        say_json([asdict(one) for one in found])
        return 0
    rows: list[list[Cell]] = [
        [f"{shown(one.path)}/", "", ""] if one.folder else [shown(one.path), f"{one.size:,}", _when(one.modified)]
        for one in found
    ]
    say_table(["File", "Bytes", "Written"], rows, right=(1,))
    return 0


def _print(workspace: Workspace, path: str) -> int:
    with workspace.open(path) as file:
        if not sys.stdout.isatty():
            shutil.copyfileobj(file, sys.stdout.buffer)
            sys.stdout.flush()
            return 0
        content = file.read()
    try:
        say(content.decode())  # a terminal obeys what a program may have written: `say` leaves that out
    except UnicodeDecodeError as error:
        raise BadArguments(f"{path} is not text: send it to a file, or export the session") from error
    return 0


def _export(workspace: Workspace, target: Path) -> int:
    if target.exists() or target.is_symlink():
        raise ConfigError(f"{short(target)} exists already: name a folder or file that does not")
    if (ending := target.suffix.lower()) in OTHERS and not target.name.endswith(TARS):
        raise ConfigError(f"{ending} cannot be written: give a new folder, or a name that ends in .tar or .tar.gz")
    found = workspace.list()
    part = target.with_name(f".{target.name}.part")
    try:
        if target.name.endswith(TARS):
            _write_tar(workspace, found, part, packed=target.name.endswith(PACKED))
        else:
            _write_folder(workspace, found, part)
        part.rename(target)
    except BaseException:
        _remove(part)
        raise
    files = [one for one in found if not one.folder]
    say(f"{plural(len(files), 'file')}, {plural(_bytes(files), 'byte')}: {short(target)}")
    return 0


def _write_folder(workspace: Workspace, found: list[Stored], target: Path) -> None:
    target.mkdir(mode=0o700)
    for one in found:
        if one.folder:
            (target / one.path).mkdir()
            continue
        with workspace.kept(one.path) as file, (target / one.path).open("xb") as copy:
            shutil.copyfileobj(file, copy)


def _write_tar(workspace: Workspace, found: list[Stored], target: Path, *, packed: bool) -> None:
    with tarfile.open(target, "w:gz" if packed else "w") as tar:
        for one in found:
            entry = tarfile.TarInfo(one.path)
            entry.mtime = int(one.modified)
            if one.folder:
                entry.type, entry.mode = tarfile.DIRTYPE, 0o755
                tar.addfile(entry)
                continue
            entry.size = one.size
            with workspace.kept(one.path) as file:
                tar.addfile(entry, file)


def _remove(part: Path) -> None:
    if part.is_dir():
        shutil.rmtree(part, ignore_errors=True)
    else:
        part.unlink(missing_ok=True)


def _delete(workspace: Workspace, path: str | None, *, asks: bool) -> int:
    found = workspace.list(path or "")
    files = [one for one in found if not one.folder]
    what = f"{path} of session {workspace.session}" if path else f"session {workspace.session}"
    if asks and not agreed(
        f"Delete {what}: {plural(len(files), 'file')}, {plural(_bytes(files), 'byte')}?", "say --yes to delete"
    ):
        say("Nothing was deleted.")
        return 1
    if path:
        workspace.remove(path)
    elif not workspace.delete():
        raise ConfigError(f"session {workspace.session} could not be deleted")
    say(f"Deleted {what}: {plural(len(files), 'file')}.")
    return 0


def _bytes(files: list[Stored]) -> int:
    return sum(one.size for one in files)


def _when(moment: float) -> str:
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(moment))
