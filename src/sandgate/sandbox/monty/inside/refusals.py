"""Why a program failed in Monty: its error in the words of the other backends, and what Monty does not know."""

from __future__ import annotations

import builtins
import re
import sys
import traceback
from collections.abc import Mapping
from dataclasses import dataclass

from pydantic_monty import Frame, MontyError, MontyRuntimeError, MontySyntaxError

from ...guest.faults import LONGEST
from ...guest.program import MAX_FRAMES
from .prelude import SPOKEN

REFUSED = "NotInMonty"
ELSEWHERE = (
    "{where}Monty runs a subset of Python, without {missing}. Another backend has all of Python: "
    'sandbox.backend = "process", "docker" or "vm" in sandgate.toml'
)
UNPARSED = re.compile(r"The monty syntax parser does not yet support (?P<what>.+)")
UNSUPPORTED = re.compile(r"(?P<what>.+?)(?: is| are|\(\) does)? not (?:yet )?support(?:ed)?\b.*")
MODULE = re.compile(r"No module named '(?P<name>[\w.]+)'")
ATTRIBUTE = re.compile(r"module '(?P<module>[\w.]+)' has no attribute '(?P<name>\w+)'")
IMPORTED = re.compile(r"cannot import name '(?P<name>\w+)' from '(?P<module>[\w.]+)'")
UNDEFINED = re.compile(r"name '(?P<name>\w+)' is not defined")
INPUT = re.compile(r"<python-input-(\d+)>")
NOT_HERE = {"approvals": "`approvals.batch`", "commands": "`commands.run`"}
MEMORY = "memory limit exceeded"
TIME = "time limit exceeded"


@dataclass(frozen=True, slots=True)
class Source:
    """A program that was run, under the name that its lines go by."""

    name: str
    code: str


def fault(error: MontyError, sources: Mapping[int, Source]) -> dict[str, str]:
    inner = error.exception()
    kind, message = type(inner).__name__, str(inner)[:LONGEST]
    frames = error.traceback() if isinstance(error, MontyRuntimeError | MontySyntaxError) else []
    told = {"traceback": own_lines(frames, sources)}
    if missing := missing_in(inner):
        line = next((frame.line for frame in reversed(frames) if _source(frame, sources)), 0)
        where = f"line {line}: " if line else ""
        return {"type": REFUSED, "message": ELSEWHERE.format(where=where, missing=missing)} | told
    if limit_of(error):
        message = ""  # the limit says it all
    return {"type": SPOKEN.get(kind, kind), "message": message} | told


def limit_of(error: MontyError) -> str | None:
    inner = error.exception()
    return "memory_mb" if isinstance(inner, MemoryError) and str(inner).startswith(MEMORY) else None


def is_out_of_time(error: MontyError) -> bool:
    inner = error.exception()
    return isinstance(inner, TimeoutError) and TIME in str(inner)


def missing_in(error: BaseException) -> str | None:
    """What the program wanted that Python has and Monty has not; None where Python has not got it either."""
    message = str(error)
    match error:
        case NotImplementedError():
            found = UNPARSED.fullmatch(message) or UNSUPPORTED.fullmatch(message)
            return found["what"] if found else None
        case ModuleNotFoundError() if found := MODULE.fullmatch(message):
            return _module(found["name"])
        case AttributeError() if found := ATTRIBUTE.fullmatch(message):
            return _member(found["module"], found["name"])
        case ImportError() if found := IMPORTED.match(message):
            return _member(found["module"], found["name"])
        case NameError() if found := UNDEFINED.fullmatch(message):
            return NOT_HERE.get(found["name"]) or (f"`{found['name']}`" if hasattr(builtins, found["name"]) else None)
        case _:
            return None


def _module(name: str) -> str | None:
    top = name.partition(".")[0]
    if top == "servers":
        return None
    if top == "skills":
        return "a skill as a module"
    what = "of the standard library" if top in sys.stdlib_module_names else "of a package"
    return f"the module {name!r} {what}"


def _member(module: str, name: str) -> str | None:
    if module.partition(".")[0] not in sys.stdlib_module_names:
        return None
    known = sys.modules.get(module)  # not imported for this: some modules do things when they are
    return f"`{module}.{name}`" if known is None or hasattr(known, name) else None


def own_lines(frames: list[Frame], sources: Mapping[int, Source]) -> str:
    """A traceback that holds only the program's lines, in the shape Python prints."""
    lines: list[str] = []
    own = [(frame, source) for frame in frames if (source := _source(frame, sources))]
    for frame, source in own[-MAX_FRAMES:]:
        text = source.code.split("\n")
        lines.append(f'  File "{source.name}", line {frame.line}, in {frame.function_name or "<module>"}')
        if frame.line <= len(text):
            lines.append(f"    {text[frame.line - 1].strip()}")
    return "\n".join(lines)


def _source(frame: Frame, sources: Mapping[int, Source]) -> Source | None:
    return sources.get(number_of(frame.filename))


def number_of(filename: str) -> int:
    """Which of the texts that Monty was given; -1 for none."""
    found = INPUT.fullmatch(filename)
    return int(found[1]) if found else -1


def unreadable(error: SyntaxError) -> dict[str, str]:
    lines = traceback.format_exception_only(error)[:-1]  # the last is the message
    told = {"type": "SyntaxError", "message": f"{error.msg} (line {error.lineno})"}
    return told | {"traceback": "".join(lines).rstrip()}


def stuck(error: Exception) -> dict[str, str]:
    """A value that could not be handed over between Monty and the process around it."""
    message = f"a value could not leave Monty, or enter it: {error}"[:LONGEST]
    return {"type": type(error).__name__, "message": message, "traceback": ""}
