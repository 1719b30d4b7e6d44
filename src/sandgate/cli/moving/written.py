"""How files were before Sandgate wrote them and after: what has not been touched since goes back to the last byte.

Losing this costs the exact layout and nothing else.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
from collections.abc import Generator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, cast

from sandgate.config.options import default_state_dir
from sandgate.errors import ConfigError

from ..insertion import Edit, disk
from ..places import surroundings


def remember(edit: Edit, backup: Path | None, keys: Sequence[str]) -> None:
    """Note a file that was just written, and below which keys.

    A second change of ours does not hide how the file was before the first.
    """
    files = _files()
    known = files.get(_key(edit.file))
    before, after = _digest(edit.before), _digest(edit.after)
    now = {"before": before, "after": after, "backup": str(backup) if backup else None, "places": [list(keys)]}
    if known and known.get("after") == before:
        places = [*known.get("places", []), list(keys)]
        now = {**known, "after": after, "places": [one for at, one in enumerate(places) if one not in places[:at]]}
    _keep({**files, _key(edit.file): now})


def as_it_was(file: Path, keys: Sequence[str]) -> tuple[bool, bytes | None]:
    """Whether the file is as we left it and its former content at hand, and that content: None if there was no file.

    Not where we changed it below other keys as well: that is to stay.
    """
    known = _files().get(_key(file))
    if not known or known.get("after") != _digest(disk.read(file)) or known.get("places") != [list(keys)]:
        return False, None
    if known.get("before") is None:
        return True, None
    content = disk.read(Path(str(known.get("backup"))))
    return (True, content) if content is not None and _digest(content) == known["before"] else (False, None)


def forget(file: Path) -> None:
    files = _files()
    if files.pop(_key(file), None) is not None:
        _keep(files)


@contextmanager
def one_at_a_time() -> Generator[None]:
    """Keep out other commands of Sandgate that change files. Raises ConfigError where one is at work."""
    folder = default_state_dir(surroundings().environ, surroundings().home)
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    with (folder / "clients.lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise ConfigError("another `sandgate init` or `sandgate uninstall` is at work; try again") from None
        yield


def _files() -> dict[str, dict[str, Any]]:
    try:
        read: object = json.loads(_store().read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return cast("dict[str, dict[str, Any]]", read) if isinstance(read, dict) else {}


def _keep(files: dict[str, dict[str, Any]]) -> None:
    with suppress(OSError):  # a full disk must not stop what is more important than this
        disk.replace(_store(), (json.dumps(files, indent=2) + "\n").encode(), 0o600)


def _store() -> Path:
    return default_state_dir(surroundings().environ, surroundings().home) / "clients.json"


def _key(file: Path) -> str:
    return str(file.resolve())


def _digest(content: bytes | None) -> str | None:
    return None if content is None else hashlib.sha256(content).hexdigest()
