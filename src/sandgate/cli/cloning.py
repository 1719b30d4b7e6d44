"""Where an index of skills is: a folder, or a git repository that is cloned for a moment."""

from __future__ import annotations

import os
import re
import subprocess
import tempfile
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from pathlib import Path

from sandgate.catalog.wrappers.text import one_line
from sandgate.errors import BadArguments
from sandgate.skills.sharing import INDEX, Index

SECONDS = 120
_REMOTE = re.compile(r"(?:https|ssh|file)://|[\w.-]+@[\w.-]+:")
_SAFELY = (
    *("-c", "core.symlinks=false"),  # a link in the repository becomes a plain file
    *("-c", "core.hooksPath=/dev/null"),
    *("-c", "core.fsmonitor=false"),
    *("-c", "filter.lfs.smudge="),
    *("-c", "filter.lfs.required=false"),
)


@contextmanager
def opened_index(where: str) -> Generator[tuple[Index, str, str]]:
    """The index, what to call it, and its commit, if it has one. Raises BadArguments."""
    folder = Path(where)
    if (folder / INDEX).exists():
        yield Index(folder), str(folder.resolve()), ""
    elif _REMOTE.match(where) or (folder / "HEAD").is_file():  # a bare repository of this machine
        with tempfile.TemporaryDirectory(prefix="sandgate-index-") as place:
            cloned = Path(place) / "index"
            _git("clone", "--quiet", "--depth=1", "--no-tags", "--no-recurse-submodules", "--", where, str(cloned))
            yield Index(cloned), _title(where), _git("-C", str(cloned), "rev-parse", "HEAD")
    else:
        raise BadArguments(f"{where} is neither a folder with an {INDEX} nor a git repository (https, ssh or file)")


def _title(where: str) -> str:
    """Without a password, which is nobody's business later; whole besides, as two indexes must not look like one."""
    if "://" not in where:
        return where if "@" in where else str(Path(where).resolve())
    scheme, _, rest = where.partition("://")
    host, sign, path = rest.partition("/")
    return f"{scheme}://{host.rpartition('@')[2]}{sign}{re.split('[?#]', path)[0]}"


def _git(*words: str) -> str:
    try:
        done = subprocess.run(
            ["git", *_SAFELY, *words],
            capture_output=True,
            text=True,
            timeout=SECONDS,
            check=True,
            env=_environment(os.environ),
            stdin=subprocess.DEVNULL,
        )
    except FileNotFoundError:
        raise BadArguments("this index is a git repository, and there is no git here: install it") from None
    except subprocess.TimeoutExpired:
        raise BadArguments(f"git took longer than {SECONDS} seconds") from None
    except subprocess.CalledProcessError as error:
        raise BadArguments(f"git could not fetch the index: {one_line(_last(error.stderr))}") from error
    return done.stdout.strip()


def _environment(environ: Mapping[str, str]) -> dict[str, str]:
    """No questions, and no protocol that runs a command of the address (`ext::sh -c …`)."""
    return {**environ, "GIT_TERMINAL_PROMPT": "0", "GIT_ALLOW_PROTOCOL": "https:ssh:file", "GIT_LFS_SKIP_SMUDGE": "1"}


def _last(text: str) -> str:
    """What git says last; an address in it may hold a password."""
    lines = [line for line in text.splitlines() if line.strip()]
    return re.sub(r"\S+://\S+", "the address", lines[-1]) if lines else "it did not say why"
