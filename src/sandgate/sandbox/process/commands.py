"""The host's hold on a run's executor: order a command, feed it, collect what it writes, hear how it ended.

What comes back is hostile: every pipe is read without waiting and up to a limit. The executor's own half is
`executor.py`.
"""

from __future__ import annotations

import json
import os
import socket
from collections.abc import Generator, Mapping
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any, cast

import anyio

from ...errors import BadArguments, CallFailed, CallTimeout, SandboxError
from ..protocol import Answer, Command

AT_ONCE = 8
"""Commands of one run that may be under way; further ones wait. Each has four pipes of the gateway's."""
LONGEST_ORDER = 100_000
"""Bytes of all words of a command: the kernel takes a little more in one."""
LONGEST_REPORT = 4096
CHUNK = 64 * 1024
"""What a pipe holds."""
PATIENCE_SECONDS = 10.0
"""How long the end of a command may take after its time. The run itself has a clock as well."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Commands:
    """What may be run, where it lies on the host, and how long and how much it may write."""

    files: Mapping[str, str]
    """Programs by the names they are called by."""
    loaders: tuple[str, ...]
    """What the kernel starts to load them."""
    time_seconds: float = 30.0
    output_kb: int = 1024


@dataclass(slots=True)
class Collected:
    """One stream of a command, up to its limit."""

    room: int
    kept: bytearray = field(default_factory=bytearray)
    truncated: bool = False

    def add(self, chunk: bytes) -> None:
        self.truncated = self.truncated or len(chunk) > self.room
        self.kept += chunk[: self.room]
        self.room -= min(self.room, len(chunk))

    @property
    def text(self) -> str:
        return self.kept.decode("utf-8", "replace")


class Pipe:
    """A pipe of which the gateway has one end, which never blocks, and a command the other."""

    def __init__(self, *, ours_reads: bool) -> None:
        reading, writing = os.pipe()
        self.ours, self.theirs = (reading, writing) if ours_reads else (writing, reading)
        os.set_blocking(self.ours, False)

    def hand_over(self) -> None:
        """The command has its end now."""
        self.theirs = _closed(self.theirs)

    def close(self) -> None:
        self.ours, self.theirs = _closed(self.ours), _closed(self.theirs)


def _closed(descriptor: int) -> int:
    if descriptor >= 0:
        os.close(descriptor)
    return -1


@dataclass(slots=True)
class Executor:
    """The executor of one run. It takes orders on a socket that the program has never seen."""

    orders: socket.socket
    commands: Commands
    turns: anyio.Semaphore = field(default_factory=lambda: anyio.Semaphore(AT_ONCE))

    def close(self) -> None:
        self.orders.close()

    async def execute(self, command: Command) -> Answer:
        """Run a command to its end. Raises CallFailed where it could not be started, CallTimeout where it was ended."""
        order = _order(command, self.commands)
        async with self.turns:
            with _pipes() as pipes:
                await self._send(order, pipes)
                return await self._end_of(command, pipes)
        raise AssertionError("nothing is swallowed")

    async def _send(self, order: bytes, pipes: list[Pipe]) -> None:
        while True:
            try:
                socket.send_fds(self.orders, [order], [pipe.theirs for pipe in pipes])
                break
            except BlockingIOError:
                await anyio.wait_writable(self.orders)
            except OSError as error:
                raise CallFailed("commands can no longer be run in this sandbox: what runs them has ended") from error
        for pipe in pipes:
            pipe.hand_over()

    async def _end_of(self, command: Command, pipes: list[Pipe]) -> Answer:
        input, output, errors, report = pipes
        written, complained = (Collected(self.commands.output_kb * 1024) for _ in range(2))
        ending = Collected(LONGEST_REPORT)
        with anyio.move_on_after(self.commands.time_seconds + PATIENCE_SECONDS):
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(_feed, input, command.input.encode("utf-8", "replace"))
                tasks.start_soon(_collect, output, written)
                tasks.start_soon(_collect, errors, complained)
                await _collect(report, ending)
                tasks.cancel_scope.cancel()
        for pipe, stream in ((output, written), (errors, complained)):
            _take_rest(pipe, stream)
        return _answer(command, _report(ending.kept), written, complained, self.commands.time_seconds)


@contextmanager
def _pipes() -> Generator[list[Pipe]]:
    """For input, output, errors, and the report of how it ended."""
    with ExitStack() as made:
        try:
            pipes = [
                made.enter_context(closing(Pipe(ours_reads=ours_reads))) for ours_reads in (False, True, True, True)
            ]
        except OSError as error:
            raise SandboxError(f"no pipe could be made for a command: {error}") from error
        yield pipes


def _order(command: Command, commands: Commands) -> bytes:
    """The words as the kernel will see them, and how long they may take."""
    order = b"\0".join([b"%f" % commands.time_seconds, *(word.encode("utf-8", "replace") for word in command.words)])
    if len(order) > LONGEST_ORDER:
        size = f"{len(order):,} bytes, more than {LONGEST_ORDER:,}"
        raise BadArguments(f"the arguments of {command.name} have {size}: pass long text as input, or in a file")
    return order


async def _feed(pipe: Pipe, text: bytes) -> None:
    rest = memoryview(text)
    with suppress(BrokenPipeError):  # it does not want the rest
        while rest:
            await anyio.wait_writable(pipe.ours)
            with suppress(BlockingIOError):
                rest = rest[os.write(pipe.ours, rest[:CHUNK]) :]
    pipe.close()


async def _collect(pipe: Pipe, stream: Collected) -> None:
    """Until it ends or is more than may be kept: then nobody reads on, and whoever writes on is ended by the kernel."""
    while not stream.truncated:
        await anyio.wait_readable(pipe.ours)
        with suppress(BlockingIOError):
            chunk = os.read(pipe.ours, CHUNK)
            if not chunk:
                return
            stream.add(chunk)
    pipe.close()


def _take_rest(pipe: Pipe, stream: Collected) -> None:
    """What still lies in the pipe. Its end is not waited for: whoever wrote into it is dead."""
    if pipe.ours >= 0:
        with suppress(BlockingIOError):
            stream.add(os.read(pipe.ours, CHUNK))


def _report(said: bytes | bytearray) -> dict[str, Any]:
    """The first word counts: a command that could not be started says why before its end is told."""
    try:
        found: Any = json.loads(bytes(said).split(b"\n")[0])
    except ValueError:
        return {}
    return cast("dict[str, Any]", found) if isinstance(found, dict) else {}


def _answer(command: Command, report: dict[str, Any], output: Collected, errors: Collected, seconds: float) -> Answer:
    match report:
        case {"code": int(code)}:
            truncated = output.truncated or errors.truncated
            result = {"code": code, "output": output.text, "errors": errors.text, "truncated": truncated}
            return Answer([{"type": "value", "value": result}])
        case {"refused": str(reason)}:
            raise CallFailed(f"{command.name} could not be started: {reason}")
        case {"late": True}:
            raise CallTimeout(f"{command.name} ran longer than {seconds:g} s (commands.time_seconds) and was ended")
        case _:
            raise CallFailed(f"{command.name} was ended, and nobody can say how")
