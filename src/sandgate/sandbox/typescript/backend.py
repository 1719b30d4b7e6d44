"""Walls for TypeScript programs: Deno behind the namespaces of the process sandbox, one process per program."""

from __future__ import annotations

import shutil
import sys
import sysconfig
import time
from dataclasses import replace
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import ClassVar

from ...errors import ConfigError, SandboxError, SandgateError
from ...model import JsonObject, Level, Limits
from ..process import bwrap, programs, root
from ..process.backend import ProcessBackend
from ..process.cgroups import found
from ..process.nursery import Nursery
from ..process.worker import ProcessWorker
from ..process.zygote import Command, Zygote

HERE = Path(__file__).parent
LAUNCHER = HERE / "launch.py"
GUEST = HERE / "guest"
RUNTIME_MB = 128
"""What the runtime has before a program comes, at most: it is not the program's."""
RUNTIME_THREADS = 64
"""Seven on two processors, more on larger machines."""
RUNTIME_FILES = 32
MISSING = "TypeScript programs need Deno, which is not installed: pip install 'sandgate[typescript]'"


class TypeScriptBackend(ProcessBackend):
    """TypeScript behind the kernel's walls. Its workers speak what Python's speak, so the bridge drives them alike."""

    checking: ClassVar[bool] = False

    def __init__(
        self,
        servers: Path | None = None,
        *,
        level: Level = "full",
        skills: Path | None = None,
        deno: str | None = None,
        python: str | None = None,
    ) -> None:
        """`servers` holds wrappers in TypeScript. `deno` is the file of the runtime; by default the installed one."""
        super().__init__(servers, level=level, skills=skills, python=python)
        self.name = f"typescript/{level}"
        self._deno = deno
        self._folders["guest"] = str(GUEST)

    async def spawn(self, limits: Limits) -> ProcessWorker:
        """Raises SandboxError, with the cure, where Deno is missing or these walls cannot stand."""
        if self.level == "lite":
            raise SandboxError("TypeScript programs need namespaces: level full or bwrap")
        roomier = replace(
            limits,
            memory_mb=limits.memory_mb + RUNTIME_MB,
            processes=limits.processes + RUNTIME_THREADS,
            open_files=limits.open_files + RUNTIME_FILES,
        )
        return await super().spawn(roomier)

    async def _born(self, limits: Limits) -> Nursery:
        deno = self._file()
        cgroups = found() if self.level == "full" else None
        orders: JsonObject = {"level": self.level, "folders": self._folders, "commands": {"deno": deno}}
        orders["cgroups"] = [str(folder) for folder in cgroups.folders] if cgroups else []
        try:
            zygote = await Zygote.start(self._command(limits), orders)
        except SandgateError:
            if cgroups:
                cgroups.remove()
            raise
        return Nursery(zygote, time.monotonic(), cgroups, alone=self.level == "bwrap")

    def _file(self) -> str:
        """The runtime's own file. Raises SandboxError where there is none."""
        file = self._deno or installed()
        if file is None or not Path(file).is_file():
            raise SandboxError(MISSING)
        return str(Path(file).resolve())

    def _command(self, limits: Limits) -> Command:
        if self.level != "bwrap":
            return Command([self._python, "-I", "-S", "-B", str(LAUNCHER)])
        first, *words, _ = bwrap.command(self._python, self._folders, limits)
        code = f"{bwrap.CODE}/sandbox/typescript"
        shown = ("--ro-bind", self._file(), f"{root.COMMANDS}/deno", "--ro-bind", str(HERE), code)
        return Command([first, *shown, *words, f"{code}/launch.py"], bwrap.user())

    def _place(self) -> JsonObject:
        return {**super()._place(), "checking": self.checking, "loaders_of_runtime": _loaders(Path(self._file()))}

    def _sizes(self, limits: Limits, number: int) -> JsonObject:
        return {**super()._sizes(limits, number), "memory_mb": limits.memory_mb - RUNTIME_MB}


@cache
def _loaders(deno: Path) -> list[str]:
    """What the kernel loads the runtime with."""
    try:
        return [*programs.found([deno.name], str(deno.parent), time_seconds=0, output_kb=0).loaders]
    except ConfigError as error:
        raise SandboxError(f"{deno} cannot be run behind walls: {error}") from error


def installed() -> str | None:
    """Deno from its package, beside this Python or among its scripts; else the one of the machine."""
    folders = (Path(sys.executable).parent, Path(sysconfig.get_path("scripts")))
    packaged = (folder / "deno" for folder in folders if find_spec("deno"))
    found = next((str(file) for file in packaged if file.is_file()), None) or shutil.which("deno")
    return found if found and Path(found).is_absolute() else None
