"""Drives Monty through a program, from question to question, and says how it ended."""

from __future__ import annotations

import os
import re
from typing import Any

from pydantic_monty import (
    ExternalModule,
    FunctionSnapshot,
    FutureSnapshot,
    MontyCrashedError,
    MontyError,
    MontySession,
    NameLookupSnapshot,
)

from ...guest import showing
from . import refusals
from .answers import Answers, Given
from .calls import Calls
from .files import HOME
from .prelude import CODE
from .requests import PII
from .splicing import spliced
from .values import Encoder

NOT_AWAITED = re.compile(r"'coroutine'")
FORGOTTEN = "line {line}: {label}(...) was not awaited, so it did not run. Write `await {label}(...)`."

MOST_NOTES = 20


class OutOfTime(Exception):
    """The program used up its processor time. What Monty holds is in no state to go on with."""


class Left(Exception):
    """The program ended itself with an exit code."""


class Driver:
    """One session of Monty. Its names stay from program to program."""

    def __init__(self, session: MontySession, modules: dict[str, ExternalModule], calls: Calls, given: Given) -> None:
        """`modules` is what the session looks into when a program imports."""
        self._session, self._modules, self._calls = session, modules, calls
        self._files, self._wrappers = given.files, given.wrappers
        self._answers = Answers(calls, given)
        self._sources: dict[int, refusals.Source] = {}
        self._fed = 0
        self.usable = True
        """Whether another program can be run."""

    def rehearse(self) -> None:
        """Say what every program finds, so that it is there before the first comes."""
        self._modules["pii"] = ExternalModule(dict.fromkeys(PII, _nothing))
        self._feed(CODE)

    def run(self, job: dict[str, Any]) -> dict[str, Any]:
        """Raises OutOfTime, and MontyCrashedError where Monty is gone: then there is no other program."""
        done: dict[str, Any] = {"status": "ok", "value": None, "has_value": False, "notes": [], "fault": None}
        self._calls.begin(job)
        self._answers.begin()
        try:
            has_value, value = self._value_of(job)
            encoder = Encoder()
            done.update(has_value=has_value, value=encoder.encode(value), notes=encoder.notes())
        except (MontyCrashedError, OutOfTime, BrokenPipeError):
            raise
        except Exception as error:  # noqa: BLE001 - the program may fail in any way, and its end must be reported
            done.update(status="error", **self._failure(error))
        done["notes"] += self._forgotten()
        done["media"] = showing.taken()
        return done

    def _forgotten(self) -> list[str]:
        """A hint for each line with a call that was never awaited."""
        hints = (FORGOTTEN.format(line=held.line, label=held.label) for held in self._calls.forgotten())
        return list(dict.fromkeys(hints))[:MOST_NOTES]

    def _value_of(self, job: dict[str, Any]) -> tuple[bool, Any]:
        """What it returned, else `result`, else its last expression."""
        program = spliced(job["code"])
        number = len(self._sources) + 1
        name = "program.py" if number == 1 else f"program-{number}.py"
        self._sources[self._fed] = refusals.Source(name, program.code)
        self._answers.texts[self._fed] = program
        self._import_from(program.code)
        returned = self._returned(program.text, {"inputs": job["inputs"]} if "inputs" in job else None)
        if self._answers.ended is None:
            return True, returned
        if program.sets_result and (result := self._result()):
            return True, result[0]
        (last,) = self._answers.ended
        return last is not None, last

    def _returned(self, text: str, inputs: dict[str, Any] | None) -> Any:
        try:
            return self._feed(text, inputs)
        except MontyError as error:
            if not isinstance(left := error.exception(), SystemExit):
                raise
            if str(left) not in ("None", "0", ""):
                raise Left(str(left)) from None
            self._answers.ended = (None,)

    def _result(self) -> tuple[Any] | None:
        try:
            return (self._feed("result"),)
        except MontyCrashedError:
            raise
        except MontyError:  # it was not assigned after all
            return None

    def _import_from(self, code: str) -> None:
        found = self._wrappers.named_in(code)
        servers = {server: ExternalModule(dict.fromkeys(tools, _nothing)) for server, tools in found.items()}
        self._modules["servers"] = ExternalModule(servers)

    def _feed(self, text: str, inputs: dict[str, Any] | None = None) -> Any:
        self._fed += 1
        snapshot = self._session.feed_start(
            text, inputs=inputs, mount=self._files.mount, cwd=HOME, print_callback=_printed
        )
        while True:
            match snapshot:
                case FunctionSnapshot():
                    snapshot = self._answers.function(snapshot)
                case NameLookupSnapshot():
                    snapshot = self._answers.name(snapshot)
                case FutureSnapshot():
                    snapshot = snapshot.resume(self._calls.settle(snapshot.pending_call_ids))
                case _:
                    return snapshot.output

    def _failure(self, error: Exception) -> dict[str, Any]:
        """The fault of a program that failed, and the limit behind it."""
        match error:
            case MontyError():
                if refusals.is_out_of_time(error):
                    raise OutOfTime from None
                limit = refusals.limit_of(error) or self._answers.limits.get(str(error.exception()))
                return {"fault": self._fault(error), "limit": limit}
            case SyntaxError():
                return {"fault": refusals.unreadable(error)}
            case Left():
                message = f"the program left with exit code {error}"
                return {"fault": {"type": "SystemExit", "message": message, "traceback": ""}}
            case _:
                self.usable = False  # Monty still waits for an answer that cannot be given
                limit = "memory_mb" if isinstance(error, MemoryError) else None
                return {"fault": refusals.stuck(error), "limit": limit}

    def _fault(self, error: MontyError) -> dict[str, str]:
        told = refusals.fault(error, self._sources)
        if NOT_AWAITED.search(told["message"]) and (held := self._calls.forgotten()):
            label = held[-1].label
            told |= {"type": "TypeError", "message": f"`{label}(...)` was not awaited. Write `await {label}(...)`."}
        elif meant := self._wrappers.meant(told["message"]):
            told["message"] = meant
        return told


def _nothing() -> None:
    """Stands for a tool: Monty only wants to know that it can be called."""


def _printed(_stream: str, text: str) -> None:
    rest = memoryview(text.encode("utf-8", "backslashreplace"))
    while rest:
        rest = rest[os.write(1, rest) :]
