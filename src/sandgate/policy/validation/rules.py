"""The rules of validation: what each finds, how seriously it is taken, why, and what to do instead."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from ...errors import BadArguments

Severity = Literal["info", "warn", "block"]
Level = Literal["off", "info", "warn", "block"]
"""What a finding does: nothing, is noted, is told, or keeps the program from running."""
LEVELS: tuple[Level, ...] = ("off", "info", "warn", "block")


@dataclass(frozen=True, slots=True)
class Rule:
    """One thing to look for. `reason` and `instead` are words for whoever wrote the program."""

    id: str
    finds: str
    level: Level
    reason: str
    instead: str


_CALL_A_TOOL = "Call a tool: `search_tools` finds one, and it carries its own credentials."
_IN_PYTHON = "Do it in Python, or call a tool."
_PLAINLY = "Write what the program does plainly."

_TABLE = (
    # Will it run at all?
    Rule(
        "syntax",
        "text that is not Python",
        "block",
        "Python cannot read this.",
        "Correct the line and send the program again.",
    ),
    Rule(
        "json-literals",
        "`true`, `false`, `null` or `undefined` where nothing of that name exists",
        "block",
        "Python does not know this name.",
        "Write `True`, `False` or `None`, or read the JSON text with `json.loads`.",
    ),
    Rule(
        "size",
        "more than 1,000,000 characters, 20,000 lines or 250,000 syntax nodes",
        "block",
        "A program of this size is not looked through.",
        "Keep data out of the program: get it from a tool, or put it in `workspace/`.",
    ),
    Rule(
        "nesting",
        "blocks more than 12 deep, or a function of more than 500 lines",
        "warn",
        "Deep or long code is hard to judge.",
        "Split it into functions.",
    ),
    Rule(
        "huge-literals",
        "a literal of more than 100,000 characters or 5,000 elements",
        "warn",
        "Data of this size does not belong in a program.",
        "Get it from a tool, or read it from `workspace/`.",
    ),
    Rule(
        "endless-loop",
        "`while True` with no way out: no break, return, raise, await or yield",
        "warn",
        "This loop never ends by itself; the time limit will end the program.",
        "Give the loop a condition or a `break`.",
    ),
    # What the sandbox does not have
    Rule(
        "missing-package",
        "an import that is neither in the standard library nor installed",
        "warn",
        "This package is not installed in the sandbox.",
        "Use the standard library or a tool, or have it added to `packages` under `[sandbox]`.",
    ),
    Rule(
        "input",
        "questions at the keyboard: `input`, `getpass`, `sys.stdin`, `breakpoint`",
        "warn",
        "Nobody sits at a keyboard; the program reads nothing.",
        "Put the value into the program, or return the question as the program's value.",
    ),
    Rule(
        "processes",
        "other programs started: `subprocess`, `os.system`, `os.exec…`, `pty`, `multiprocessing` with spawn",
        "block",
        "Programs cannot start other programs here.",
        _IN_PYTHON,
    ),
    Rule(
        "forking",
        "copies of the process: `os.fork`, `multiprocessing`, process pools",
        "warn",
        "Processes are counted against a limit and end with the program; tools cannot be called from them.",
        "Use `asyncio.gather` for calls side by side, or threads.",
    ),
    Rule(
        "native-code",
        "machine code and memory: `ctypes`, `cffi`, `/dev/mem`",
        "block",
        "Native code and raw memory have no use in a program that works on data.",
        _IN_PYTHON,
    ),
    Rule(
        "network",
        "connections: `urllib`, `requests`, `httpx`, `http.client`, `socket`, mail and file transfer",
        "warn",
        "There is no network in the sandbox unless the settings allow it.",
        _CALL_A_TOOL,
    ),
    Rule(
        "socket-servers",
        "listening for connections: `bind`, `listen`, `http.server`, `asyncio.start_server`",
        "warn",
        "Nothing outside can reach a port in the sandbox.",
        "Return the result; the program's value is what its caller receives.",
    ),
    Rule(
        "raw-sockets",
        "sockets below TCP and UDP, or of the kernel and the machine: raw, packet, netlink, vsock",
        "block",
        "Such sockets reach past ordinary connections.",
        _CALL_A_TOOL,
    ),
    Rule(
        "machine",
        "the machine and its users: `psutil`, `pwd`, load and disks",
        "warn",
        "The machine around the sandbox is not visible, and what is seen here says nothing about it.",
        "Call a tool that monitors machines.",
    ),
    Rule(
        "environment",
        "the whole environment, or a variable that sounds like a secret",
        "warn",
        "The environment of the gateway is not here, and no secret is.",
        "Call the tool; it carries its own credentials.",
    ),
    Rule(
        "limits",
        "resource limits, priorities and ignored signals",
        "warn",
        "Limits are set from outside and cannot be raised.",
        "Leave them as they are, or have them changed under `[sandbox]`.",
    ),
    # Files
    Rule(
        "outside-paths",
        "files and folders outside `workspace/` and `/tmp`",
        "warn",
        "The files of the machine are not in the sandbox.",
        "Read and write under `workspace/`, or call a tool that has the file.",
    ),
    Rule(
        "secret-files",
        "accounts, keys, credentials, memory and the insides of other processes",
        "block",
        "This file holds secrets or the insides of the system.",
        "Call the tool that needs the credential; it carries its own.",
    ),
    Rule(
        "system-changes",
        "files of the system or start-up files written, moved or deleted",
        "block",
        "The system's files are not a program's to change.",
        "Write under `workspace/`.",
    ),
    Rule(
        "exfiltration",
        "files from outside the workspace, or the environment, sent over the network",
        "block",
        "What is read from the machine is sent away.",
        "Send only what tools returned or the workspace holds, through a tool.",
    ),
    # Power over others
    Rule(
        "signals",
        "signals to other processes",
        "block",
        "Other processes are not a program's to end.",
        "Leave them alone; all processes of a program end with it.",
    ),
    Rule(
        "privileges",
        "users, roots and namespaces changed: `os.setuid`, `os.chroot`, `os.setns`",
        "block",
        "A program keeps the rights it was given.",
        "Leave this out.",
    ),
    # Code that is made while the program runs
    Rule(
        "dynamic-code",
        "`exec`, `eval`, `compile` or an import of text that is made while the program runs",
        "warn",
        "What this runs cannot be seen beforehand.",
        "Use `json.loads` or `ast.literal_eval` for data, a dict of functions for choices.",
    ),
    Rule(
        "remote-code",
        "`exec`, `eval` or `compile` of what a tool, the network or a keyboard gave",
        "block",
        "Text from outside would become code.",
        "Treat it as data: `json.loads` or `ast.literal_eval`.",
    ),
    Rule(
        "hidden-code",
        "decoded, decompressed or character-built text that is run",
        "block",
        "The code that would run is hidden in data.",
        _PLAINLY,
    ),
    Rule(
        "hidden-names",
        "names of attributes, modules or functions put together or decoded",
        "block",
        "A name is hidden that would be told if it were written.",
        "Write the name.",
    ),
    Rule(
        "import-machinery",
        "loaders, import hooks and `sys.modules` changed",
        "warn",
        "What an import brings cannot be seen beforehand.",
        "Use plain `import`; modules under `workspace/` can be imported.",
    ),
    Rule(
        "code-objects",
        "code objects and functions made by hand, `marshal`",
        "block",
        "Byte code cannot be looked through.",
        _PLAINLY,
    ),
    Rule(
        "pickle",
        "pickled data whose origin is not seen",
        "warn",
        "Loading a pickle runs whatever code it names.",
        "Use JSON.",
    ),
    Rule(
        "pickle-code",
        "pickled data from outside, or one that names code to run",
        "block",
        "Loading this pickle runs code that it brings along.",
        "Use JSON.",
    ),
    # The interpreter's insides
    Rule(
        "introspection",
        "ways from an object to the interpreter: `__subclasses__`, `__globals__`, `__builtins__`, class walks",
        "block",
        "This leads from data to the interpreter's insides.",
        "Import what you need by its name.",
    ),
    Rule(
        "frames",
        "stack frames and tracing: `sys._getframe`, `f_back`, `gi_frame`, `sys.settrace`",
        "block",
        "Frames lead to the variables of code that is not the program's.",
        "Pass values as arguments; `traceback.format_exc()` shows where an error came from.",
    ),
    # Hiding
    Rule(
        "encoded-literals",
        "a literal of more than 1,000 characters that the program decodes",
        "warn",
        "A long encoded text hides what it holds.",
        "Put the data in `workspace/` or get it from a tool.",
    ),
    Rule(
        "escaped-text",
        "printable text written as escapes",
        "warn",
        "Letters written as escapes hide a text.",
        "Write the text itself.",
    ),
    Rule(
        "dense-text",
        "a program mostly of signs, or very long lines of code",
        "warn",
        "This is not written to be read.",
        _PLAINLY,
    ),
    Rule(
        "unreadable-names",
        "names of underscores or of look-alike letters such as `lI1` and `O0`",
        "warn",
        "These names are made not to be told apart.",
        "Use words as names.",
    ),
    Rule(
        "invisible-characters",
        "zero-width and other characters that nobody sees",
        "warn",
        "Characters that nobody sees can carry a hidden text.",
        'Remove them, or write them as escapes such as "\\u200b".',
    ),
    Rule(
        "bidi-controls",
        "characters that turn the direction of text",
        "block",
        "The text looks different from what Python reads.",
        'Remove them, or write them as escapes such as "\\u202e".',
    ),
    Rule(
        "homoglyphs",
        "names with letters of another script that look like Latin ones",
        "block",
        "The name looks like another one and is not it, or is it and does not look like it.",
        "Write the name with plain letters.",
    ),
)

RULES: Mapping[str, Rule] = MappingProxyType({rule.id: rule for rule in _TABLE})
_USUAL: Mapping[str, Level] = MappingProxyType({rule.id: rule.level for rule in _TABLE})


def chosen(levels: Mapping[str, Level]) -> Mapping[str, Level]:
    """The level of every rule. Raises BadArguments for a rule or a level that does not exist."""
    for name, level in levels.items():
        if name not in RULES:
            near = difflib.get_close_matches(name, RULES, n=1)
            hint = f" Did you mean {near[0]!r}?" if near else ""
            raise BadArguments(f"There is no validation rule {name!r}.{hint}")
        if level not in LEVELS:
            raise BadArguments(f"{name}: {level!r} is no level. Levels are {', '.join(LEVELS)}.")
    return {**_USUAL, **levels} if levels else _USUAL
