"""Which names files, folders and sessions may have: those that mean the same wherever they are read."""

from __future__ import annotations

import re

from sandgate.errors import BadArguments

INSIDE = "workspace/"
"""What programs write before a path; here it may be left out."""
LONGEST_PATH = 1024
LONGEST_NAME = 255
DEEPEST = 32
SESSION = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")


def path_of(text: str, *, top: bool = False) -> str:
    """A path in the workspace, parts joined by `/`; with `top`, the workspace itself is one. Raises BadArguments."""
    path = text.removeprefix("./").removeprefix(INSIDE)
    if top:
        path = path.rstrip("/")
        if path in ("", ".", "workspace"):
            return ""
    if wrong := _wrong(path):
        raise BadArguments(f"{text[:80]!r} is no path in the workspace: {wrong}")
    return path


def shown(path: str) -> str:
    """How to say a path so that `path_of` understands it: a folder of it may itself be called `workspace`."""
    return f"{INSIDE}{path}" if path == INSIDE[:-1] or path.startswith(INSIDE) else path


def is_path(path: str) -> bool:
    """Whether something that a program left can be kept under its name."""
    return not _wrong(path)


def _wrong(path: str) -> str:
    parts = path.split("/")
    if path.startswith("/"):
        return "it must not begin with /; name it as it is called in workspace/"
    if any(part in ("", ".", "..") for part in parts):
        return "its parts must have names, and .. is none"
    if not path.isprintable() or not _encodes(path):
        return "a name must be text that can be printed"
    if "\\" in path:
        return "folders are separated by /"
    if len(parts) > DEEPEST:
        return f"it is more than {DEEPEST} folders deep"
    if len(path.encode()) > LONGEST_PATH or any(len(part.encode()) > LONGEST_NAME for part in parts):
        return f"a name has at most {LONGEST_NAME} bytes, a path {LONGEST_PATH}"
    return ""


def _encodes(path: str) -> bool:
    return not any("\ud800" <= character <= "\udfff" for character in path)


def session_of(name: str) -> str:
    """The name of a session. Raises BadArguments."""
    if not SESSION.fullmatch(name):
        rule = "letters, digits, '.', '_' and '-', at most 64, the first a letter or digit"
        raise BadArguments(f"{name[:80]!r} cannot name a session: {rule}")
    return name
