"""The rules of the house that no linter knows."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import sandgate

SOURCE = Path(sandgate.__file__).parent
GUEST = SOURCE / "sandbox" / "guest"
PROCESS = SOURCE / "sandbox" / "process"
STANDARD_LIBRARY_ONLY = [
    *GUEST.glob("*.py"),
    *(SOURCE / "sandbox" / "remote" / f"{name}.py" for name in ("first", "packets", "porter", "shelf")),
    SOURCE / "sandbox" / "docker" / "inside.py",
    SOURCE / "sandbox" / "vm" / "micro" / "inside.py",
    *(SOURCE / "sandbox" / "vm" / f"{name}.py" for name in ("inside", "launch")),
    *(SOURCE / "sandbox" / "typescript" / f"{name}.py" for name in ("launch", "run", "walls")),
    *(PROCESS / f"{name}.py" for name in ("executor", "kernel", "landlock", "launch", "root", "seccomp", "syscalls")),
]


def imports(path: Path) -> Iterator[str]:
    """Modules a file imports, relative ones as they are written."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.Import(names=names):
                yield from (alias.name for alias in names)
            case ast.ImportFrom(module=module, level=level):
                yield "." * level + (module or "")
            case _:
                pass


def modules(*excluded: Path) -> list[Path]:
    return [path for path in SOURCE.rglob("*.py") if not any(path.is_relative_to(folder) for folder in excluded)]


def test_what_runs_behind_the_walls_uses_the_standard_library_only() -> None:
    foreign = {
        (path.name, name)
        for path in STANDARD_LIBRARY_ONLY
        for name in imports(path)
        if not name.startswith((".", "sandgate.sandbox.")) and name.split(".")[0] not in sys.stdlib_module_names
    }

    assert foreign == set()


def test_asyncio_is_used_only_by_the_guest_and_at_the_one_door_to_the_loop() -> None:
    programs = SOURCE / "demo" / "programs"
    users = [
        path for path in modules(GUEST, programs) if any(name.split(".")[0] == "asyncio" for name in imports(path))
    ]

    assert users == [SOURCE / "promptly.py"]


def test_processes_and_system_calls_have_their_doors() -> None:
    doors = {"sandbox", "hub", "cli"}
    users = {
        path.relative_to(SOURCE).parts[0]
        for path in modules()
        if {"subprocess", "ctypes"} & {name.split(".")[0] for name in imports(path)}
    }

    assert users <= doors


def test_importing_the_package_loads_nothing_heavy() -> None:
    code = "import sys, sandgate; print([m for m in ('mcp', 'anyio', 'orjson', 'rich') if m in sys.modules])"

    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert answer.stdout == "[]\n"


def test_every_public_name_exists() -> None:
    missing = [name for name in sandgate.__all__ if getattr(sandgate, name, None) is None]

    assert missing == []


def test_no_group_is_repeated_possessively() -> None:
    """Python before 3.11.5, which Debian 12 has, matches `(…)*+` and `(?>…)` wrongly where the group may backtrack."""
    possessive = re.compile(r"(?<!\\)\)(?:[*+?]|\{[\d,]+\})\+|\(\?>")

    wrong = [
        f"{path.relative_to(SOURCE)}:{number}"
        for path in sorted(SOURCE.rglob("*.py"))
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if ('r"' in line or "r'" in line) and possessive.search(line)
    ]

    assert wrong == []
