"""What lies in an image: an interpreter, its library, the shared libraries of both, and the code that runs inside."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from ...errors import SandboxError
from ..process import root

PYTHON = "/python"
"""Where the interpreter lies in the image, wherever it does on this machine."""
LIBRARIES = f"{PYTHON}/libraries"
CODE = "/code"
GUEST = f"{CODE}/sandgate/sandbox/typescript/guest"
PACKAGE = Path(__file__).parent.parent.parent
NEEDED = (
    *("__init__.py", "sandbox/__init__.py", "sandbox/folder.py", "sandbox/guest/*.py", "sandbox/process/*.py"),
    *(f"sandbox/remote/{name}.py" for name in ("__init__", "first", "packets", "porter", "shelf")),
    *(f"sandbox/typescript/{name}.py" for name in ("__init__", "run", "walls")),
    *("sandbox/typescript/guest/**/*.ts", "sandbox/typescript/guest/deno.json"),
)
"""What every image has, whatever starts from it."""
FOLDERS = (
    "dev",
    "proc",
    "sys",
    "tmp",
    "sandgate/workspace",
    "sandgate/servers",
    "sandgate/packages",
    "sandgate/skills",
)
"""What is mounted on."""
OPEN_TO_ALL = ("tmp", "sandgate/workspace")
"""Of those, what a program writes to: some runtimes give a mount the mode of what it is mounted on."""
LEFT_OUT = (
    *("site-packages", "dist-packages", "__pycache__", "test", "tests", "idlelib", "tkinter", "turtledemo"),
    *("ensurepip", "lib2to3", "config-*", "_tkinter*", "_test*", "_xxtest*", "turtle.py", "pydoc_data", "LICENSE.txt"),
)
"""Of the standard library: what programs without a network or a screen cannot use."""
FURTHER = (
    *("libstdc++.so.6", "libgcc_s.so.1", "libgomp.so.1", "libz.so.1"),
    *("libpthread.so.0", "libdl.so.2", "librt.so.1", "libutil.so.1"),  # empty today, and still named by many wheels
)
"""What packages with native code want beside their own."""
ASKED = """
import ctypes, glob, json, os, sys, sysconfig
library = sysconfig.get_path('platstdlib')
for name in [*glob.glob(library + '/lib-dynload/*.so'), *sys.argv[1:]]:
    if not os.path.basename(name).startswith(('_tkinter', '_test', '_xxtest')):
        try:
            ctypes.CDLL(name)
        except OSError:
            pass
with open('/proc/self/maps') as file:
    mapped = {line.split(None, 5)[5].strip() for line in file if '.so' in line}
print(json.dumps({
    'libraries': sorted(path for path in mapped if not path.startswith(library)),
    'places': [sysconfig.get_path('stdlib'), library],
    'prefix': sys.base_prefix,
    'executable': os.path.realpath(sys.executable),
}))
"""


class Found(NamedTuple):
    libraries: list[str]
    places: list[str]
    prefix: str
    executable: str


def start(inside: str) -> tuple[str, ...]:
    """The words behind the interpreter's name that start an image's first process. `inside` is of a package here."""
    return ("-I", "-S", "-B", f"{CODE}/sandgate/sandbox/{inside}/inside.py")


def code_key(inside: str) -> str:
    """Of which sources an image is: another version of them does not understand us."""
    found = sha256()
    for path in _sources(inside):
        found.update(f"{path.relative_to(PACKAGE)}\0".encode() + path.read_bytes() + b"\0")
    return found.hexdigest()[:32]


def put_code(folder: Path, inside: str, *, compiled: bool) -> None:
    for name in FOLDERS:
        (folder / name).mkdir(parents=True)
    for path in _sources(inside):
        target = folder / CODE.lstrip("/") / "sandgate" / path.relative_to(PACKAGE)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, target)
    if compiled:
        _compile(folder, _python())


def put_python(folder: Path) -> None:
    """Raises SandboxError where this machine's Python cannot be taken apart."""
    found = _asked(_python())
    home = folder / PYTHON.lstrip("/")
    (home / "bin").mkdir(parents=True)
    shutil.copyfile(found.executable, home / "bin/python3")
    (home / "bin/python3").chmod(0o755)
    for place in dict.fromkeys(found.places):
        target = home / os.path.relpath(place, found.prefix)
        shutil.copytree(place, target, ignore=shutil.ignore_patterns(*LEFT_OUT), dirs_exist_ok=True)
    _put_libraries(folder, found)
    if Path(root.ZONES).is_dir():
        shutil.copytree(root.ZONES, folder / root.ZONES.lstrip("/"), ignore=shutil.ignore_patterns("right", "posix"))
    _compile(folder, found.executable)


def put_deno(folder: Path, deno: str) -> None:
    """Where programs of TypeScript have it. What it links against, an image's Python has as well."""
    target = folder / root.COMMANDS.lstrip("/") / "deno"
    target.parent.mkdir(parents=True)
    shutil.copyfile(deno, target)
    target.chmod(0o755)


def _put_libraries(folder: Path, found: Found) -> None:
    """All in one folder that the loader is told of, so that no path of this machine counts; but for the loader's own.

    A library has several names, of which others use one.
    """
    shelf = folder / LIBRARIES.lstrip("/")
    shelf.mkdir(parents=True)
    libraries = [Path(path) for path in found.libraries]
    names: dict[tuple[Path, Path], list[str]] = {}
    for link in (entry for home in {path.parent for path in libraries} for entry in home.iterdir()):
        if link.is_symlink():
            names.setdefault((link.parent, link.resolve()), []).append(link.name)
    for path in libraries:
        shutil.copyfile(path, shelf / path.name)
        for name in names.get((path.parent, path.resolve()), []):
            if name != path.name:
                (shelf / name).symlink_to(path.name)
    named = Path(loader(found.executable))
    target = folder / str(named).lstrip("/")
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(named, target)
    target.chmod(0o755)


def loader(executable: str) -> str:
    """What the kernel starts a program with, as its file says."""
    with Path(executable).open("rb") as file:
        head = file.read(64 * 1024)
    start = head.find(b"/ld-")
    begin, end = head.rfind(b"\0", 0, start) + 1, head.find(b"\0", start)
    if start < 0 or not Path(path := head[begin:end].decode("ascii", "replace")).exists():
        raise SandboxError(f"no image can be made of {executable}: it says no loader that is here. Name one: --base")
    return path


def _asked(python: str) -> Found:
    """What an interpreter is made of: it loads all it has, and tells what that needed."""
    try:
        said = subprocess.run(
            [python, "-I", "-S", "-c", ASKED, *FURTHER], capture_output=True, text=True, check=True, env={}
        )
    except (OSError, subprocess.CalledProcessError) as error:
        raise SandboxError(f"no image can be made of {python}: {error}") from error
    return Found(**json.loads(said.stdout))


def _compile(folder: Path, python: str) -> None:
    """Beside each source, so that no container has to. In one process and with one seed: the bytes depend on both."""
    words = ["-m", "compileall", "-q", "-f", "--invalidation-mode", "unchecked-hash", "-s", str(folder), "-p", "/"]
    told = {"PYTHONHASHSEED": "0"}
    subprocess.run([python, "-S", "-s", "-P", *words, str(folder)], env=told, check=False, capture_output=True)


def _sources(inside: str) -> Iterator[Path]:
    for pattern in (*NEEDED, *(f"sandbox/{inside}/{name}.py" for name in ("__init__", "inside"))):
        yield from sorted(PACKAGE.glob(pattern))


def _python() -> str:
    return getattr(sys, "_base_executable", sys.executable)
