"""Our exceptions, one tree. A program that fails is an Outcome; these are for boxes, servers and settings that fail.

SandgateError
├── ConfigError            a settings file is wrong; the message names the file, the key and the cure
├── SandboxError           no walls could be put up, or they fell; the program did not run or its end is unknown
├── UnknownTool            no such tool or server; the message offers the nearest names
├── BadArguments           a call whose arguments cannot fit the tool's schema
├── ServerUnavailable      a downstream server could not be started or reached
│   └── LoginNeeded        it wants a person to log in first
├── CallFailed             a call was sent and did not come back with a result
│   └── CallTimeout        … within its time
└── Denied                 a rule or a person said no
"""

from __future__ import annotations

from typing import cast


class SandgateError(Exception):
    """Anything of ours that goes wrong. Its text may be shown to the model and to the person."""


class ConfigError(SandgateError):
    pass


class SandboxError(SandgateError):
    pass


class UnknownTool(SandgateError):
    pass


class BadArguments(SandgateError):
    pass


class ServerUnavailable(SandgateError):
    pass


class LoginNeeded(ServerUnavailable):
    pass


class CallFailed(SandgateError):
    pass


class CallTimeout(CallFailed):
    pass


class Denied(SandgateError):
    pass


def first_cause(error: BaseException) -> BaseException:
    """The error inside the groups that task groups wrap around it."""
    while isinstance(error, BaseExceptionGroup):
        error = cast("BaseExceptionGroup[BaseException]", error).exceptions[0]
    return error
