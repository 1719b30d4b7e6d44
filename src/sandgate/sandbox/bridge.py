"""The bridge: drive one worker through one program and say how it ended. The same for every backend."""

from __future__ import annotations

import codecs
import time
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from signal import Signals
from typing import Any, cast

import anyio
from anyio.abc import TaskGroup

from ..errors import SandgateError
from ..model import CallRecord, Fault, JsonObject, Limits, Outcome, Program, Status
from ..promptly import Descriptor, Place
from .clock import Clock, Spent
from .folder import Files
from .limits import EXCEEDED, check_size, limit_reached
from .protocol import (
    Answer,
    Call,
    Command,
    Exit,
    FrameReader,
    Listeners,
    MessageTooLarge,
    ProtocolError,
    Request,
    Worker,
    encode,
    media_of,
    progress_of,
    request_of,
)

END_SECONDS = 5.0
"""How long the end of a worker may take before we give up waiting; it has been killed by then."""
MOST_LEFT = 256
"""Pieces of output that may wait to be read when a program is over; its socket holds fewer."""
REFUSED_CALLS = 100
"""Calls over the limit that are answered with an error, so that a program can still say what it has."""
MOST_MEMORY_KB = 2**40
CANCELLED = "Cancelled"
"""The type of the fault of a program that somebody wanted to end."""
STATUS_OF: Mapping[str, Status] = {"memory_mb": "memory", "cpu_seconds": "timeout"}
GONE = (anyio.EndOfStream, anyio.BrokenResourceError, anyio.ClosedResourceError)
"""What a stream raises when the program at its other end is no longer there."""


@dataclass(slots=True)
class Talk:
    """What is known about a run while it lasts."""

    worker: Worker
    limits: Limits
    heard: Listeners
    clock: Clock
    frames: FrameReader
    calls: list[CallRecord] = field(default_factory=list[CallRecord])
    output: list[str] = field(default_factory=list[str])
    decoder: codecs.IncrementalDecoder = field(default_factory=lambda: codecs.getincrementaldecoder("utf-8")("replace"))
    reading: anyio.Lock = field(default_factory=anyio.Lock)
    """Held from when a piece of output is read until everybody has heard of it."""
    kept: int = 0
    dropped: int = 0
    asked: int = 0
    open: int = 0
    broken: str = ""
    spent: Spent | None = None
    unread: bool = False
    stopped: bool = False
    keeps: bool = False
    """Whether what it writes to its workspace is kept."""
    seen: set[int] = field(default_factory=set[int])
    writing: anyio.Lock = field(default_factory=anyio.Lock)
    turns: anyio.Semaphore = field(init=False)

    def __post_init__(self) -> None:
        self.turns = anyio.Semaphore(self.limits.concurrent_calls)


class Line:
    """A worker, and what it has said that nobody has read yet."""

    def __init__(self, worker: Worker, limits: Limits) -> None:
        self.worker, self.programs = worker, 0
        self.frames = FrameReader(worker.channel, limits.message_mb * 2**20)


async def _forgotten(worker: Worker) -> None:
    await worker.forget()


async def run(
    worker: Worker,
    program: Program,
    heard: Listeners,
    files: Files | None = None,
    forget: Callable[[Worker], Awaitable[None]] = _forgotten,
) -> Outcome:
    """Run a program in a waiting worker. Nothing of it runs any more when this returns or is cancelled, and all is gone
    unless `forget` leaves that for later.
    """
    return await run_on(Line(worker, program.limits), program, heard, files, forget, stays=False)


async def run_on(
    line: Line,
    program: Program,
    heard: Listeners,
    files: Files | None,
    forget: Callable[[Worker], Awaitable[None]] = _forgotten,
    *,
    stays: bool,
) -> Outcome:
    """The same; but where it `stays`, the worker waits for another program once this one has said its last word.

    `worker.alive` says whether it does.
    """
    worker, limits = line.worker, program.limits
    talk = Talk(worker, limits, heard, Clock(limits), line.frames)
    started = time.perf_counter()
    done, exit, notes = None, Exit(), ()
    try:
        if not line.programs:
            worker.begin()
        line.programs += 1
        if files and worker.folder:
            await files.load(worker.folder)
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(_collect, talk)
            talk.keeps = files is not None and not files.read_only
            done = await _converse(talk, program, stays=stays)
            stays = stays and done is not None and not talk.unread
            if stays:
                await _quiet(talk)
            else:
                vanished = done is None and not (talk.broken or talk.spent or talk.stopped)
                exit = await _end(worker, grace_seconds=1.0 if vanished else 0.0)
            await _read_out(talk)
            tasks.cancel_scope.cancel()
    except BaseException:
        stays = False
        raise
    finally:
        with anyio.CancelScope(shield=True):
            if not stays:
                await _end(worker)
            notes = await files.save(worker.folder) if files and worker.folder else ()
            if not stays:
                await forget(worker)
    outcome = _judge(talk, done, exit)
    return replace(
        outcome,
        notes=(*outcome.notes, *notes),
        output=_printed(talk),
        calls=tuple(talk.calls),
        duration_seconds=time.perf_counter() - started,
    )


async def _end(worker: Worker, grace_seconds: float = 0.0) -> Exit:
    with anyio.CancelScope(shield=True), anyio.move_on_after(END_SECONDS):
        return await worker.end(grace_seconds)
    return Exit()


async def _quiet(talk: Talk) -> None:
    """What was printed before the last word comes with it, perhaps in pieces; else the next program's would mix in."""
    looks, kept = 0, -1
    with anyio.move_on_after(END_SECONDS):
        while looks < 2:  # once could be between two pieces
            await _read_out(talk)
            seen = talk.kept + talk.dropped
            looks, kept = looks + 1 if seen == kept else 0, seen
            await anyio.sleep(0.001)


async def _converse(talk: Talk, program: Program, *, stays: bool) -> JsonObject | None:
    """Send the program, answer what it asks, return its last word; None if it went without one."""
    limits = talk.limits
    job: JsonObject = {"code": program.code, "message_mb": limits.message_mb}
    job |= {"session": stays, "keeps": talk.keeps}
    if program.inputs is not None:
        job["inputs"] = program.inputs
    done = None
    async with anyio.create_task_group() as calls:
        calls.start_soon(_run_out, talk, calls)
        if talk.heard.stop:
            calls.start_soon(_stopped, talk, talk.heard.stop, calls)
        try:
            await talk.worker.channel.send(encode({**job, "concurrent_calls": limits.concurrent_calls}))
            done = await _listen(talk, calls)
            if not stays:
                talk.worker.stop()
        except MessageTooLarge as error:
            talk.broken = f"{error}: {limit_reached('message_mb', limits)}"
        except ProtocolError as error:
            talk.broken = str(error)
        except GONE:
            pass
        calls.cancel_scope.cancel()
    return done


async def _run_out(talk: Talk, calls: TaskGroup) -> None:
    talk.spent = await talk.clock.run_out()
    calls.cancel_scope.cancel()


async def _stopped(talk: Talk, stop: anyio.Event, calls: TaskGroup) -> None:
    await stop.wait()
    talk.stopped = True
    calls.cancel_scope.cancel()


async def _listen(talk: Talk, calls: TaskGroup) -> JsonObject:
    while True:
        frame = await talk.frames.next()
        if frame.get("type") == "done":
            return frame
        if frame.get("type") == "progress":
            talk.heard.progress(*progress_of(frame))
            continue
        _accept(talk, frame, calls)


def _accept(talk: Talk, frame: JsonObject, calls: TaskGroup) -> None:
    identity, request = request_of(frame)
    if identity in talk.seen:
        raise ProtocolError(f"request {identity} twice")
    # Twice as many may wait: a program may have its reply and ask again before we know that it has it.
    if talk.open >= 2 * talk.limits.concurrent_calls:
        raise ProtocolError(f"too many requests at once: {limit_reached('concurrent_calls', talk.limits)}")
    if talk.asked >= talk.limits.calls + REFUSED_CALLS:
        raise ProtocolError(f"one call after another: {limit_reached('calls', talk.limits)}")
    talk.seen.add(identity)
    talk.open += 1
    talk.asked += 1
    index = len(talk.calls)
    if isinstance(request, Command):
        request = replace(request, execute=partial(talk.worker.execute, request))
    talk.calls.append(CallRecord(tool=_name(request), status="unfinished"))
    calls.start_soon(_answer, talk, identity, index, request)


def _name(request: Request) -> str:
    match request:
        case Call():
            return request.tool
        case Command():
            return request.name
        case _:
            return f"{request.server}.read_resource"  # an address may hold a value, and this is written down


async def _answer(talk: Talk, identity: int, index: int, request: Request) -> None:
    """Do what was asked and send the answer. A turn lasts until the answer is read: unread ones must not pile up."""
    async with Place(talk.turns):
        frame, told = await _carried_out(talk, identity, index, request)
        try:
            with suppress(*GONE):
                await _send(talk, frame)
        finally:
            told()
    talk.open -= 1
    if talk.unread:
        await _end(talk.worker)


async def _send(talk: Talk, frame: bytes) -> None:
    """What the program does not read in time ends it."""
    channel, rest = talk.worker.channel, memoryview(frame)
    if isinstance(channel, Descriptor) and not talk.writing.locked():
        rest = channel.send_nowait(rest)
    if not rest:
        return
    with anyio.move_on_after(talk.limits.unread_seconds) as patience:
        async with Place(talk.writing):
            await channel.send(bytes(rest))
    talk.unread = talk.unread or patience.cancelled_caught


async def _carried_out(talk: Talk, identity: int, index: int, request: Request) -> tuple[bytes, Callable[[], object]]:
    """The reply, and what is done once it is sent."""
    started = time.perf_counter()
    tool = talk.calls[index].tool
    wrong, answer = None, Answer([])
    try:
        if talk.asked > talk.limits.calls:
            raise SandgateError(limit_reached("calls", talk.limits))
        with talk.clock.calling():
            answer = await talk.heard.request(request, talk.clock)
        frame = encode({"id": identity, "blocks": answer.blocks})
        check_size(len(frame), tool, talk.limits)
    except SandgateError as error:
        frame, wrong = encode({"id": identity, "error": str(error), "kind": type(error).__name__}), str(error)
    talk.calls[index] = CallRecord(
        tool=tool,
        status="ok" if wrong is None else "error",
        error=wrong or "",
        cached=answer.cached and wrong is None,
        result_bytes=len(frame) if wrong is None else 0,
        duration_seconds=time.perf_counter() - started,
    )
    return frame, answer.told


async def _collect(talk: Talk) -> None:
    """Read what is printed while the program runs. It never stops, so a flood blocks nobody."""
    with suppress(*GONE):
        while True:
            await talk.worker.output.readable()
            async with Place(talk.reading):
                with suppress(anyio.WouldBlock):
                    await _print(talk, talk.worker.output.receive_nowait())


async def _read_out(talk: Talk) -> None:
    """The rest of what was printed: it is here, because whoever printed it has said its last word or was killed."""
    with suppress(*GONE, anyio.WouldBlock):
        async with Place(talk.reading):
            for _ in range(MOST_LEFT):
                await _print(talk, talk.worker.output.receive_nowait())


async def _print(talk: Talk, chunk: bytes) -> None:
    """Keep it up to the limit, count the rest."""
    room = max(0, talk.limits.output_kb * 1024 - talk.kept)
    talk.kept += min(room, len(chunk))
    talk.dropped += max(0, len(chunk) - room)
    if text := talk.decoder.decode(chunk[:room]):
        talk.output.append(text)
        await talk.heard.output(text)


def _printed(talk: Talk) -> str:
    text = "".join(talk.output)
    if talk.dropped:
        text += f"\n[{talk.dropped:,} bytes more were printed and dropped: limits.output_kb is {talk.limits.output_kb}]"
    return text


def _judge(talk: Talk, done: JsonObject | None, exit: Exit) -> Outcome:
    limits = talk.limits
    if talk.broken:
        return _failed("killed", "ProtocolError", f"the program was ended because it sent {talk.broken}")
    if talk.stopped and done is None:
        return _failed("killed", CANCELLED, "the program was ended, as was asked for")
    if talk.unread:
        return _failed("killed", "LimitReached", limit_reached("unread_seconds", limits))
    if talk.spent:
        return _failed("timeout", "Timeout", limit_reached(talk.spent, limits))
    if done is None:
        return _vanished(limits, exit)
    return _reported(limits, done)


def _failed(status: Status, type: str, message: str) -> Outcome:
    return Outcome(status=status, fault=Fault(type=type, message=message))


def _vanished(limits: Limits, exit: Exit) -> Outcome:
    reached = "cpu_seconds" if exit.signal == Signals.SIGXCPU else exit.limit
    if reached is not None and reached in EXCEEDED:
        return _failed(STATUS_OF.get(reached, "killed"), "LimitReached", limit_reached(reached, limits))
    if exit.lost:
        return _failed("killed", "SandboxLost", f"the sandbox was lost while the program ran: {exit.lost}")
    if exit.signal:
        name = Signals(exit.signal).name if exit.signal in set(Signals) else f"signal {exit.signal}"
        return _failed("killed", name, f"the program's process was ended by {name}")
    if exit.code is None:
        return _failed("killed", "Exit", "the program closed its connection to the gateway and was ended")
    return _failed(
        "killed", "Exit", f"the program's process ended by itself (exit code {exit.code}) before its last line"
    )


def _reported(limits: Limits, done: JsonObject) -> Outcome:
    """The program's own report. It may say anything, so each part is taken only in the form it must have."""
    notes = tuple(str(note)[:2000] for note in _list(done.get("notes"))[:20])
    memory = done.get("memory_kb")
    outcome = Outcome(
        status="ok",
        value=done.get("value"),
        has_value=done.get("has_value") is True,
        notes=notes,
        media=tuple(media_of(done.get("media"))),
        memory_peak_mb=memory / 1024 if isinstance(memory, int) and 0 <= memory < MOST_MEMORY_KB else 0.0,
    )
    if done.get("status") == "ok":
        return outcome
    fault = cast("dict[str, Any]", done["fault"]) if isinstance(done.get("fault"), dict) else {}
    message = str(fault.get("message", ""))
    reached = str(done.get("limit"))
    if reached == "file_mb" and limits.disk_mb < limits.file_mb:
        reached = "disk_mb"  # where no file system of its own holds it to that, its files are
    if reached in EXCEEDED:
        message = ": ".join(part for part in (message, limit_reached(reached, limits)) if part)
    return replace(
        outcome,
        status="memory" if reached == "memory_mb" else "error",
        has_value=False,
        value=None,
        fault=Fault(
            type=str(fault.get("type", "Error"))[:200],
            message=message,
            traceback=str(fault.get("traceback", ""))[:20_000],
        ),
    )


def _list(value: object) -> list[object]:
    return cast("list[object]", value) if isinstance(value, list) else []
