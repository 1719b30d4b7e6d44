"""Answers to what Monty asks while a program runs: names it does not know, functions of ours, the system."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import PurePath
from typing import Any, NoReturn

from pydantic_monty import ExternalSettledResult, FunctionSnapshot, NameLookupSnapshot, SyncSnapshot

from ...guest import showing
from .calls import Calls, Held
from .files import Files
from .prelude import SPOKEN
from .refusals import number_of
from .requests import PII, REQUESTS, Request, call_mcp_tool
from .splicing import DETAILS, END, EXIT, NAME, Spliced
from .values import Encoder
from .wrappers import Wrappers

PLAIN = (SystemExit, TypeError, ValueError, OverflowError, OSError, ImportError)
"""Errors of ours that a program can catch as what they are."""
LONGEST_SLEEP = 86_400.0


@dataclass(frozen=True, slots=True)
class Given:
    """What a program may look at and say, besides calls."""

    files: Files
    wrappers: Wrappers
    progress: Callable[..., None]


class Answers:
    def __init__(self, calls: Calls, given: Given) -> None:
        self._calls, self._files, self._wrappers = calls, given.files, given.wrappers
        self.texts: dict[int, Spliced] = {}
        """The programs that Monty was given, by its own numbers."""
        self.ended: tuple[Any] | None = None
        """The value of the last expression, of a program that came so far."""
        self.limits: dict[str, str] = {}
        """The limits behind errors that were raised in the program, by their texts."""
        self._fresh = 0
        self._own: Mapping[str, Callable[..., Any]] = {
            END: self._end,
            EXIT: _exit,
            "quit": _exit,
            "progress": given.progress,
            "show": self._show,
            "_sandgate_fresh": self._freshen,
            NAME: _spoken,
            DETAILS["tool"]: self._tool_of,
            DETAILS["kind"]: self._kind_of,
        }

    def begin(self) -> None:
        self.ended, self._fresh = None, 0

    def name(self, asked: NameLookupSnapshot) -> SyncSnapshot:
        """A name that the program has not defined: one of ours, as a value."""
        name = asked.variable_name
        if asked.object_id is not None or not (name in REQUESTS or name in self._own):
            return asked.resume()

        def ours() -> None: ...

        ours.__name__ = name
        return asked.resume(value=ours)

    def function(self, asked: FunctionSnapshot) -> SyncSnapshot:
        name = asked.function_name
        if asked.is_os_function:
            return self._system(asked)
        if asked.object_id is not None:
            return self._read(asked)
        if name.startswith("pii."):
            return self._look(asked)
        if name.startswith("servers."):
            return self._tool(asked)
        if name in REQUESTS:
            return self._request(asked)
        if name not in self._own:
            return asked.resume({"exc_type": "NameError", "message": f"name '{name}' is not defined"})
        try:
            found = self._own[name](*asked.args, **asked.kwargs)
        except (TypeError, ValueError, ArithmeticError, OSError, SystemExit) as error:
            return asked.resume(_raised(error))
        return asked.resume({"return_value": found})

    def _request(self, asked: FunctionSnapshot) -> SyncSnapshot:
        try:
            request = REQUESTS[asked.function_name](*asked.args, **asked.kwargs)
        except TypeError as error:
            return asked.resume(_raised(error))
        return self._hold(asked, request, asked.function_name)

    def _tool(self, asked: FunctionSnapshot) -> SyncSnapshot:
        _, server, name = asked.function_name.split(".")
        try:
            signature = self._wrappers.signature(server, name)
            request = call_mcp_tool(signature.tool, signature.arguments(asked.args, asked.kwargs))
        except (ImportError, TypeError) as error:
            return asked.resume(_raised(error))
        return self._hold(asked, request, name)

    def _read(self, asked: FunctionSnapshot) -> SyncSnapshot:
        link = self._calls.links.get(asked.object_id) if asked.object_id else None
        if link is None or asked.function_name != "read":
            return asked.resume({"exc_type": "AttributeError", "message": f"no method '{asked.function_name}'"})
        return self._hold(asked, {"type": "read", "server": link.server, "uri": link.uri}, "read", link.uri)

    def _look(self, asked: FunctionSnapshot) -> SyncSnapshot:
        try:
            request, many = PII[asked.function_name.removeprefix("pii.")](*asked.args, **asked.kwargs)
        except TypeError as error:
            return asked.resume(_raised(error))
        return self._hold(asked, request, asked.function_name, many=many)

    def _hold(
        self, asked: FunctionSnapshot, request: Request, label: str, subject: str = "", *, many: bool = True
    ) -> SyncSnapshot:
        if request["type"] == "call":
            request["arguments"] = Encoder().encode(request["arguments"])
            if self._fresh > 0:
                request["fresh"] = True
        place = asked.position
        text = self.texts.get(number_of(place.filename))
        line = text.text.encode()[: place.start].count(b"\n") + 1 if text else 0
        bare = text is not None and (place.start, place.end) in text.bare
        self._calls.hold(asked.call_id, Held(request, subject or str(request["tool"]), label, line, bare, many))
        return asked.resume({"future": ...})

    def _system(self, asked: FunctionSnapshot) -> SyncSnapshot:
        """What Monty asks of the system it runs on. There is little here."""
        name, args = asked.function_name, asked.args
        match name:
            case "system.sleep" | "time.sleep":
                time.sleep(_moment(args[0]))
                return asked.resume({"return_value": None})
            case "system.async_sleep" | "asyncio.sleep":
                self._calls.sleep(asked.call_id, _moment(args[0]))
                return asked.resume({"future": ...})
            case "os.environ":
                return asked.resume({"return_value": {}})
            case "os.getenv":
                return asked.resume({"return_value": args[1] if len(args) > 1 else None})
            case "os.urandom":
                return asked.resume({"return_value": os.urandom(min(int(args[0]), 2**20))})
            case _:
                return self._file(asked)

    def _file(self, asked: FunctionSnapshot) -> SyncSnapshot:
        if refused := self._files.refused(asked.function_name, asked.args):
            message, self.limits[refused[0]] = refused
            return asked.resume({"exc_type": "OSError", "message": message})
        return asked.resume_auto()

    def _end(self, last: Any = None) -> None:
        self.ended = (last,)

    def _show(self, thing: Any, mime_type: str = "") -> None:
        if isinstance(thing, str | PurePath):
            path = self._files.inside(thing)
            if path is None:
                raise OSError(f"{thing} is not in workspace/")
            thing = path.read_bytes()
        showing.show(thing, mime_type)

    def _tool_of(self, failure: str) -> str:
        return self._calls.failures.get(failure, ("", ""))[0]

    def _kind_of(self, failure: str) -> str:
        return self._calls.failures.get(failure, ("", "error"))[1]

    def _freshen(self, more: int) -> None:
        self._fresh += more


def _raised(error: BaseException) -> ExternalSettledResult:
    known = next((kind for kind in PLAIN if isinstance(error, kind)), RuntimeError)
    return {"exception": known(str(error))}


def _moment(seconds: Any) -> float:
    """As long as a program may sleep: it is ended long before."""
    return min(max(0.0, float(seconds)), LONGEST_SLEEP) if seconds == seconds else 0.0


def _spoken(kind: str) -> str:
    return SPOKEN.get(kind, kind)


def _exit(code: Any = None) -> NoReturn:
    raise SystemExit(str(code))
