"""What a program uses to reach tools, and packages whose tools load when they are used: standard library only.

The same text stands in every tree of wrappers as `servers/_client.py`, so the wrappers can be read and type-checked
anywhere. Calls work only inside a sandbox, where the guest connects them to the gateway.
"""

from __future__ import annotations

import sys
from collections.abc import AsyncGenerator, Callable, Coroutine, Generator, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager
from contextvars import ContextVar
from importlib import import_module
from types import ModuleType
from typing import Any, Generic, NoReturn, ParamSpec, TypeVar, cast, overload

I = TypeVar("I", bound=Mapping[str, Any])  # noqa: E741 - input, beside P and R
P = ParamSpec("P")
R = TypeVar("R")

Send = Callable[[str, dict[str, Any], bool], Coroutine[Any, Any, Any]]
_send: Send | None = None
_forgotten: dict[int, PendingCall[Any]] = {}
batch: ContextVar[str] = ContextVar("batch", default="")
"""What the calls made now are together, as the program says."""
LONGEST_BATCH = 200
_fresh: ContextVar[bool] = ContextVar("fresh", default=False)


class ToolError(Exception):
    """A tool answered with an error, refused its arguments, or could not be reached."""

    def __init__(self, message: str, tool: str = "", kind: str = "error") -> None:
        super().__init__(message)
        self.tool = tool
        self.kind = kind


class Denied(ToolError):
    """A rule or a person said no. The call was not sent."""


class Approvals:
    """`async with approvals.batch("update 50 leads"):` what a person is asked about in there is decided as one.

    With the tool and the arguments of all calls, the person sees them before the first is made:
    `async with approvals.batch("update 50 leads", update_lead, leads) as leads:`
    """

    @asynccontextmanager
    async def batch(
        self, title: str, tool: Tool[Any, Any, Any] | None = None, calls: Iterable[Mapping[str, Any]] = ()
    ) -> AsyncGenerator[list[dict[str, Any]], None]:
        announced = [dict(call) for call in calls]
        token = batch.set(str(title)[:LONGEST_BATCH])
        try:
            if tool is not None and announced:
                await call_mcp_tool("sandgate.announce", {"tool": tool.id, "calls": announced}, label="approvals.batch")
            yield announced
        finally:
            batch.reset(token)


@contextmanager
def fresh() -> Generator[None, None, None]:
    """`with fresh():` calls in there are made, whatever Sandgate keeps of earlier ones."""
    token = _fresh.set(True)
    try:
        yield
    finally:
        _fresh.reset(token)


class PendingCall(Coroutine[Any, Any, R]):
    """A call that was written but not yet awaited. Anything but awaiting it says so instead of failing oddly."""

    def __init__(self, label: str, line: int, body: Coroutine[Any, Any, R]) -> None:
        self.label, self.line, self._body = label, line, body
        _forgotten[id(self)] = self

    def __await__(self) -> Generator[Any, Any, R]:
        self._start()
        return self._body.__await__()

    def send(self, value: Any, /) -> Any:
        self._start()
        return self._body.send(value)

    def throw(self, *args: Any) -> Any:
        self._start()
        return self._body.throw(*args)

    def close(self) -> None:
        self._start()
        self._body.close()

    def _start(self) -> None:
        _forgotten.pop(id(self), None)

    def _not_awaited(self, *_: object) -> NoReturn:
        raise TypeError(f"`{self.label}(...)` was not awaited. Write `await {self.label}(...)`.")

    def __getattr__(self, name: str) -> NoReturn:
        if name.startswith("__"):
            raise AttributeError(name)
        self._not_awaited()

    __getitem__ = __iter__ = __len__ = __contains__ = __bool__ = __add__ = __lt__ = _not_awaited

    def __repr__(self) -> str:
        return f"<{self.label}(...) not awaited>"


class Tool(Generic[I, P, R]):
    """A tool as a function: `await create_issue(owner=..., title=...)` or `await create_issue({"owner": ...})`."""

    def __init__(
        self, id: str, parameters: tuple[str, ...], renamed: Mapping[str, str], stub: Callable[P, Any]
    ) -> None:
        self.id = id
        self._parameters, self._renamed = parameters, renamed
        self.__name__ = stub.__name__
        self.__doc__ = stub.__doc__
        self.__module__ = stub.__module__
        self.__wrapped__ = stub

    @overload
    def __call__(self, arguments: I, /) -> PendingCall[R]: ...
    @overload
    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> PendingCall[R]: ...
    def __call__(self, *args: Any, **kwargs: Any) -> PendingCall[R]:
        arguments: dict[str, Any] = {}
        if len(args) == 1 and isinstance(args[0], Mapping):
            arguments.update(cast("Mapping[str, Any]", args[0]))
        elif len(args) <= len(self._parameters):
            arguments.update(zip(self._parameters, args, strict=False))
        else:
            raise TypeError(f"{self.__name__}() takes {len(self._parameters)} arguments but {len(args)} were given")
        arguments.update((self._renamed.get(name, name), value) for name, value in kwargs.items())
        return call_mcp_tool(self.id, arguments, label=self.__name__)

    def __repr__(self) -> str:
        return f"<tool {self.id}: await {self.__name__}({', '.join(self._parameters)})>"


def tool(
    server: str, name: str, arguments: type[I], /, **renamed: str
) -> Callable[[Callable[P, Coroutine[Any, Any, R]]], Tool[I, P, R]]:
    """Make a typed stub callable. `renamed` maps Python parameter names to the tool's own where they differ."""

    def wrap(stub: Callable[P, Coroutine[Any, Any, R]]) -> Tool[I, P, R]:
        return Tool(f"{server}.{name}", tuple(arguments.__annotations__), renamed, stub)

    return wrap


def call_mcp_tool(
    tool: str, arguments: Mapping[str, Any] | None = None, *, label: str = "", fresh: bool = False
) -> PendingCall[Any]:
    """Call any tool by name: `server.tool`, or `mcp__server__tool` as clients write it.

    With `fresh` its server is asked, whatever Sandgate keeps of earlier calls.
    """
    if _send is None:
        raise RuntimeError("Tools can be called only inside Sandgate. Run this file with: sandgate run FILE")
    frame = sys._getframe(2 if label else 1)  # pyright: ignore[reportPrivateUsage] - the line an unawaited call is on
    return PendingCall(
        label or "call_mcp_tool", frame.f_lineno, _send(tool, dict(arguments or {}), fresh or _fresh.get())
    )


def connect(send: Send) -> None:
    """Give wrappers their way out. The guest does this once, before the program starts."""
    global _send
    _send = send


def disconnect() -> None:
    """A process that the program forked has no way out of its own: two would talk at once."""

    async def refuse(tool: str, _: dict[str, Any], __: bool) -> NoReturn:
        raise ToolError("tools can be called only in the process the program started in", tool, "forked")

    connect(refuse)


def forgotten() -> list[str]:
    """Hints for calls that were never awaited, oldest first."""
    pending = sorted(_forgotten.values(), key=lambda call: call.line)
    _forgotten.clear()
    hints: list[str] = []
    for call in pending:
        call.close()
        hints.append(
            f"line {call.line}: {call.label}(...) was not awaited, so it did not run. Write `await {call.label}(...)`."
        )
    return hints


class Package(ModuleType):
    """`servers` and each server in it. A tool and its module have one name; a program always gets the tool."""

    __all__: list[str]

    def __getattr__(self, name: str) -> object:
        if name.startswith("__") or name not in self.__all__:
            raise AttributeError(name if name.startswith("__") else _unknown(self, name))
        import_module(f"{self.__name__}.{name}")
        return self.__dict__[name]

    def __setattr__(self, name: str, value: object) -> None:
        """Python binds a module to its package when it is imported, from wherever: bind the tool in it instead."""
        if isinstance(value, ModuleType):
            value = value.__dict__.get(name, value)
        super().__setattr__(name, value)

    def __dir__(self) -> list[str]:
        return sorted(self.__all__)


class Nearest:
    """Asked after every other finder, so what it hears of does not exist: it says what does."""

    @staticmethod
    def find_spec(name: str, path: Sequence[str] | None, target: ModuleType | None = None, /) -> None:
        parent, _, last = name.rpartition(".")
        package = sys.modules.get(parent)
        if isinstance(package, Package) and not last.startswith("_") and last not in package.__all__:
            raise ModuleNotFoundError(_unknown(package, last))  # without `name`: `from … import` would swallow it


def package(name: str) -> None:
    """Make the module called `name` a package of tools, or of servers. Its `__all__` says which."""
    sys.modules[name].__class__ = Package
    if Nearest not in sys.meta_path:
        sys.meta_path.append(Nearest)


def _unknown(package: Package, name: str) -> str:
    from difflib import get_close_matches  # only a mistake pays for it

    kind = "tool" if isinstance(sys.modules.get(package.__name__.rpartition(".")[0]), Package) else "server"
    known = {entry.lower(): entry for entry in package.__all__}
    nearest = [known[match] for match in get_close_matches(name.lower(), known, n=3)]
    found = f"nearest: {', '.join(nearest)}" if nearest else f"dir({package.__name__}) lists what there is"
    return f"no {kind} {name!r} in {package.__name__}; {found}"
