"""Telemetry as the gateway sees it: say what begins; what it was, how long it took and how it ended is measured."""

from __future__ import annotations

import logging
import time
from collections.abc import Awaitable, Callable, Collection, Generator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from functools import partial
from types import TracebackType
from typing import Any, cast

from .measures import Measure
from .requests import execution_id
from .spans import error_type, failed, span, traced

log = logging.getLogger("sandgate.telemetry")
OK = "ok"
FAILED = "tool_error"


@dataclass(slots=True)
class Told:
    """What whoever does the work says of it."""

    outcome: str = OK
    cached: bool = False


class Watched:
    """Around something that every call pays for, so it makes nothing that nobody wants."""

    __slots__ = ("_around", "_began", "_ended", "_told")

    def __init__(
        self,
        ended: Callable[[Told, float], None],
        around: Callable[[Told], AbstractContextManager[None]] | None = None,
    ) -> None:
        self._ended, self._told = ended, Told()
        self._around = around(self._told) if around else None

    def __enter__(self) -> Told:
        self._began = time.perf_counter()
        if self._around:
            self._around.__enter__()
        return self._told

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if error is not None:
            self._told.outcome = error_type(error)
        if self._around:
            self._around.__exit__(kind, error, trace)
        self._ended(self._told, time.perf_counter() - self._began)


@contextmanager
def _called(server: str, tool: str, told: Told) -> Generator[None]:
    """Around one call of a program: asking a person, the cache and the server are inside."""
    attributes = {
        "gen_ai.operation.name": "execute_tool",
        "gen_ai.tool.name": tool,
        "gen_ai.tool.type": "extension",
        "sandgate.server": server,
    }
    with span(f"execute_tool {tool}", attributes) as made:
        yield
        made.set_attribute("sandgate.cached", told.cached)


class Telemetry:
    """The measures of one process. Spans go to the provider that the process has; without one they cost little."""

    def __init__(self) -> None:
        self._executions = Measure("sandgate.execution.duration", "How long programs took.", timed=True)
        self._calls = Measure(
            "sandgate.call.duration", "How long calls of programs took, with the person's answer.", timed=True
        )
        self._asked = Measure("mcp.client.operation.duration", "How long downstream servers took.", timed=True)
        self._served = Measure("mcp.server.operation.duration", "How long clients waited for us.", timed=True)
        self._blocked = Measure("sandgate.execution.blocked", "Programs that were not let in.")
        self._tokens = Measure("sandgate.tokens", "Tokens of programs (in) and of answers (out).", unit="{token}")
        self._traced = True
        """Whether somebody wanted spans when the last program began; to ask takes as long as a call's rules."""

    @property
    def measures(self) -> tuple[Measure, ...]:
        return self._executions, self._calls, self._asked, self._served, self._blocked, self._tokens

    def text(self) -> str:
        """All measures in the text format of Prometheus."""
        return "".join(f"{line}\n" for measure in self.measures for line in measure.lines())

    @contextmanager
    def execution(self, id: str, language: str) -> Generator[Told]:
        """Around the run of a program that was let in."""
        self._traced = traced()
        told, began, token = Told(), time.perf_counter(), execution_id.set(id)
        attributes = {"sandgate.execution.id": id, "sandgate.language": language}
        try:
            with span("execute_program", attributes) as made:
                yield told
                made.set_attribute("sandgate.outcome", told.outcome)
                if told.outcome != OK:
                    failed(made, told.outcome)
        except BaseException as error:
            told.outcome = error_type(error)
            raise
        finally:
            seconds = time.perf_counter() - began
            log.info("a program in %s ended: %s, %.3f s", language, told.outcome, seconds)
            execution_id.reset(token)
            self._executions.add(seconds, language=language, outcome=told.outcome)

    def summed_up(self, outcome: str, tokens_in: int, tokens_out: int) -> None:
        """A program has its answer, whether it ran or not."""
        if outcome == "blocked":
            self._blocked.add(1)
        self._tokens.add(tokens_in, direction="in")
        self._tokens.add(tokens_out, direction="out")

    def call(self, name: str) -> Watched:
        """Around one call of a program: asking a person, the cache and the server are inside."""
        server, _, tool = name.partition(".")

        def ended(told: Told, seconds: float) -> None:
            log.debug("call of %s: %s, %.3f s", name, told.outcome, seconds)
            cached = "true" if told.cached else ""
            self._calls.add(seconds, server=server, tool=tool, outcome=told.outcome, cached=cached)

        return Watched(ended, partial(_called, server, tool) if self._traced else None)

    def asking(self, server: str, tool: str, method: str = "tools/call") -> Watched:
        """Around what a downstream server does, its start included."""

        def ended(told: Told, seconds: float) -> None:
            error = "" if told.outcome == OK else told.outcome
            labels = {"mcp__method__name": method, "gen_ai__tool__name": tool, "error__type": error}
            self._asked.add(seconds, sandgate__server=server, **labels)

        return Watched(ended)

    def serving(self, own: Collection[str]) -> Serving:
        """For the list of middleware of an MCP server. `own` are its tools: a client may ask for any name."""
        return Serving(self._served, own)


class Serving:
    """Measures each request of a client."""

    def __init__(self, measure: Measure, own: Collection[str]) -> None:
        self._measure, self._own = measure, own

    async def __call__(self, ctx: Any, call_next: Callable[[Any], Awaitable[Any]]) -> Any:
        began, error = time.perf_counter(), ""
        try:
            result = await call_next(ctx)
            error = FAILED if _is_error(result) else ""
            return result
        except BaseException as failure:
            error = error_type(failure)
            raise
        finally:
            given = cast("Mapping[str, object]", ctx.params or {})
            tool = name if isinstance(name := given.get("name"), str) and name in self._own else ""
            labels = {"mcp__method__name": _method(ctx.method), "error__type": error}
            self._measure.add(time.perf_counter() - began, gen_ai__tool__name=tool, **labels)


def _is_error(result: Any) -> bool:
    """A result is an object of the SDK's, or already what goes over the wire."""
    if isinstance(result, Mapping):
        return cast("Mapping[str, object]", result).get("isError") is True
    return getattr(result, "is_error", False) is True


def _method(name: object) -> str:
    """A client may send any name; what is not a plain one is not kept."""
    return name if isinstance(name, str) and name.replace("/", "").replace("_", "").isalpha() else "(other)"
