"""Walls for TypeScript programs: Deno behind the namespaces of the process sandbox, one process per program."""

from __future__ import annotations

import time
from functools import cache
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
from .runtime import GUEST, MISSING, RUNTIME_MB, file_of, installed, roomier

__all__ = ["GUEST", "MISSING", "TypeScriptBackend", "installed"]

HERE = Path(__file__).parent
LAUNCHER = HERE / "launch.py"


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
        return await super().spawn(roomier(limits))

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
        return file_of(self._deno)

    def _command(self, limits: Limits) -> Command:
        if self.level != "bwrap":
            return Command([self.python, "-I", "-S", "-B", str(LAUNCHER)])
        first, *words, _ = bwrap.command(self.python, self._folders, limits)
        code = f"{bwrap.CODE}/sandbox/typescript"
        shown = ("--ro-bind", self._file(), f"{root.COMMANDS}/deno", "--ro-bind", str(HERE), code)
        return Command([first, *shown, *words, f"{code}/launch.py"], bwrap.user())

    def _place(self) -> JsonObject:
        deno = self._file()
        own = {"deno": deno} if self.level == "lite" else {}
        own |= {"rests": False}  # the runtime ends by itself
        return {**super()._place(), **own, "checking": self.checking, "loaders_of_runtime": _loaders(Path(deno))}

    def _sizes(self, limits: Limits, number: int) -> JsonObject:
        return {**super()._sizes(limits, number), "memory_mb": limits.memory_mb - RUNTIME_MB}


@cache
def _loaders(deno: Path) -> list[str]:
    """What the kernel loads the runtime with."""
    try:
        return [*programs.found([deno.name], str(deno.parent), time_seconds=0, output_kb=0).loaders]
    except ConfigError as error:
        raise SandboxError(f"{deno} cannot be run behind walls: {error}") from error
