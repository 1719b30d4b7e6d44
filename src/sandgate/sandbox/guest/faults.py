"""Why a program failed: its error in few words, the limit that made it, and what does not exist in here."""

from __future__ import annotations

import errno
import os
import traceback

from . import program

LIMIT_OF = {errno.EMFILE: "open_files", errno.EFBIG: "file_mb", errno.EAGAIN: "processes"}
NO_THREAD = "can't start new thread"
NO_ROOM_FOR_LIBRARY = "failed to map segment"
SPACES = {"workspace_mb": ("workspace", "f_bavail"), "workspace_files": ("workspace", "f_favail")}
MISSING = {
    "subprocess.py": "Programs cannot start other programs here: do it in Python, or call a tool.",
    "socket.py": "There is no network here: call a tool.",
}
"""What a refusal means that comes out of one of these modules of the standard library."""
LONGEST = 20_000
home = ""
"""The folder the program started in; it may be elsewhere by the time it fails."""
_CLASS_NAME = type.__dict__["__name__"].__get__


def fault(error: BaseException) -> dict[str, str]:
    """Its type, its message and the program's own lines."""
    kind = _CLASS_NAME(type(error))  # asked of the metaclass itself: the program's own may raise
    own_lines = program.own_lines(error)
    if isinstance(error, SyntaxError):
        return {"type": kind, "message": f"{error.msg} (line {error.lineno})", "traceback": own_lines}
    try:
        message = str(error)[:LONGEST]
    except Exception:  # noqa: BLE001 - the program's own __str__ may raise anything
        message = "(its text could not be made)"
    if isinstance(error, SystemExit):
        kind, message = "SystemExit", f"the program left with exit code {error.code}"
    if isinstance(error, OSError) and (missing := _missing(error)):
        message = f"{message}. {missing}"
    return {"type": kind, "message": message, "traceback": own_lines}


def _missing(error: BaseException) -> str | None:
    """What a program wanted that the sandbox does not have, told by where the error comes from."""
    passed: set[int] = set()
    at: BaseException | None = error
    while at is not None and id(at) not in passed:
        passed.add(id(at))
        for frame in reversed(traceback.extract_tb(at.__traceback__)):
            if hint := MISSING.get(frame.filename.rpartition("/")[2]):
                return hint
        at = at.__context__
    return None


def limit_of(error: BaseException) -> str | None:
    """The limit that made this error, as far as one can tell from it."""
    match error:
        case MemoryError():
            return "memory_mb"
        case RuntimeError() if error.args == (NO_THREAD,):
            return "processes"
        case ImportError() if NO_ROOM_FOR_LIBRARY in str(error.args):
            return "memory_mb"
        case OSError() if error.errno == errno.ENOSPC:
            return next((name for name in SPACES if _is_full(*SPACES[name])), "disk_mb")
        case OSError():
            return LIMIT_OF.get(error.errno or 0)
        case _:
            return None


def _is_full(folder: str, kind: str) -> bool:
    try:
        return getattr(os.statvfs(f"{home}/{folder}"), kind) == 0
    except OSError:
        return False
