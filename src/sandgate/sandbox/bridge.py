"""The bridge: drive one worker through one program and say how it ended. The same for every backend."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial

import anyio
from anyio.abc import TaskGroup

from ..errors import SandgateError, first_cause
from ..model import CallRecord, JsonObject, Limits, Outcome, Program
from ..promptly import Descriptor, Places, lock
from .clock import Clock
from .folder import Files
from .judging import Course, judged
from .limits import check_size, limit_reached
from .printing import Printing
from .protocol import (
    GONE,
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
    framed,
    progress_of,
    request_of,
)

END_SECONDS = 5.0
"""How long the end of a worker may take before we give up waiting; it has been killed by then."""
MOMENT_SECONDS = 0.02
"""How long a program may take until somebody reads what it prints, looks at the clock and watches over it."""
REFUSED_CALLS = 100
"""Calls over the limit that are answered with an error, so that a program can still say what it has."""

Asked = tuple[int, int, Request]
"""The number of a request, its place among the calls, and what is asked."""


@dataclass(slots=True)
class Talk:
    """What is known about a run while it lasts."""

    worker: Worker
    limits: Limits
    heard: Listeners
    clock: Clock
    frames: FrameReader
    stays: bool
    """Whether the worker waits for another program afterwards."""
    keeps: bool
    """Whether what it writes to its workspace is kept."""
    calls: list[CallRecord] = field(default_factory=list[CallRecord])
    course: Course = field(default_factory=Course)
    asked: int = 0
    open: int = 0
    last: JsonObject | None = None
    """Its last word."""
    reading: bool = True
    """Whether somebody reads what it says, and not only once more of it comes."""
    seen: set[int] = field(default_factory=set[int])
    writing: Places = field(default_factory=lock)
    turns: Places = field(init=False)
    printing: Printing = field(init=False)

    def __post_init__(self) -> None:
        self.turns = Places(self.limits.concurrent_calls)
        self.printing = Printing(self.worker.output, self.limits.output_kb, self.heard.output)


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
    worker, limits, started = line.worker, program.limits, time.perf_counter()
    keeps = files is not None and not files.read_only
    talk = Talk(worker, limits, heard, Clock(limits), line.frames, stays, keeps)
    done, exit, notes = None, Exit(), ()
    try:
        first, line.programs = not line.programs, line.programs + 1
        if files and worker.folder:
            await files.load(worker.folder)
        await _send_program(talk, program, first=first)
        done, exit, stays = await _run(talk)
    except BaseException as error:
        stays = False
        await _end(worker)
        if (cause := first_cause(error)) is not error:  # who listens may say why nothing can be told
            raise cause from None
        raise
    finally:
        with anyio.CancelScope(shield=True):
            notes = await files.save(worker.folder) if files and worker.folder else ()
            if not stays:
                await forget(worker)
    outcome = judged(limits, talk.course, done, exit)
    return replace(
        outcome,
        notes=(*outcome.notes, *notes),
        output=talk.printing.text,
        calls=tuple(talk.calls),
        duration_seconds=time.perf_counter() - started,
    )


async def _run(talk: Talk) -> tuple[JsonObject | None, Exit, bool]:
    """Its last word, how its process ended, and whether it stays. All that it printed has been read."""
    exit = Exit()
    done = await _converse(talk)
    stays = talk.stays and done is not None and not talk.course.unread
    if stays:
        await talk.printing.quiet()
    elif done is not None and talk.worker.stop():
        exit = await _end(talk.worker)
    else:
        exit = await _ended(talk, vanished=done is None and talk.course.smooth)
    await talk.printing.read_out()
    return done, exit, stays


async def _ended(talk: Talk, *, vanished: bool) -> Exit:
    """With somebody beside who reads what it printed: where that comes over a wire, it ends when all of it is taken."""
    exit = Exit()
    async with anyio.create_task_group() as reading:
        reading.start_soon(talk.printing.collect)
        exit = await _end(talk.worker, grace_seconds=1.0 if vanished else 0.0)
        reading.cancel_scope.cancel()
    return exit


async def _end(worker: Worker, grace_seconds: float = 0.0) -> Exit:
    with anyio.CancelScope(shield=True), anyio.move_on_after(END_SECONDS):
        return await worker.end(grace_seconds)
    return Exit()


async def _send_program(talk: Talk, program: Program, *, first: bool) -> None:
    limits = talk.limits
    job: JsonObject = {"code": program.code, "message_mb": limits.message_mb}
    job |= {"session": talk.stays, "keeps": talk.keeps, "concurrent_calls": limits.concurrent_calls}
    if program.inputs is not None:
        job["inputs"] = program.inputs
    with suppress(*GONE), anyio.move_on_after(limits.time_seconds):  # then there is nothing to read either
        await talk.worker.channel.send(encode(job))
    if first:
        talk.worker.begin()  # not before: whoever watches over the program would take the processor from it


async def _converse(talk: Talk) -> JsonObject | None:
    """Answer what the program asks, return its last word; None if it went without one.

    Most programs that ask nothing are over in a moment, before anybody need read what they print or look at the clock.
    """
    asked = None
    with anyio.move_on_after(min(MOMENT_SECONDS, talk.limits.time_seconds)) as moment:
        asked = await _asked(talk)
    if asked or moment.cancelled_caught:
        async with anyio.create_task_group() as calls:
            calls.start_soon(talk.printing.collect)
            calls.start_soon(_watch, talk, calls)
            talk.worker.lasts()
            await _attend(talk, calls, asked)
    return talk.last


async def _watch(talk: Talk, calls: TaskGroup) -> None:
    """End the talk when the program's time is over, or somebody wants it to end."""
    stop = talk.heard.stop or anyio.Event()
    talk.course.spent = await talk.clock.run_out(stop)
    talk.course.stopped = not talk.course.spent
    calls.cancel_scope.cancel()


async def _attend(talk: Talk, calls: TaskGroup, asked: Asked | None = None) -> None:
    """Do what the program asks, until nothing more comes. Whoever has read a request carries it out, and another reads
    on only where more comes meanwhile: handing it to somebody else would cost every call a turn of the loop. Requests
    that come side by side are handed on, so that they begin in their order, and a flood of them is noticed at once.
    """
    while asked := asked or await _asked(talk):
        if talk.frames.has_more or talk.open > 1:
            calls.start_soon(_answer, talk, *asked)
        else:
            talk.reading = False
            talk.frames.when_nobody_waits(partial(_read_on, talk, calls))
            try:
                await _answer(talk, *asked)
            finally:
                talk.frames.when_nobody_waits(None)
            if talk.reading:
                return
        asked = None
    calls.cancel_scope.cancel()


def _read_on(talk: Talk, calls: TaskGroup) -> None:
    talk.reading = True
    calls.start_soon(_attend, talk, calls)


async def _asked(talk: Talk) -> Asked | None:
    """The next request; None where there is none any more, and the course of the talk says why."""
    try:
        while True:
            frame = await talk.frames.next()
            match frame.get("type"):
                case "done":
                    talk.last = frame
                    return None
                case "progress":
                    await talk.printing.read_out()  # what was printed before is told before
                    talk.heard.progress(*progress_of(frame))
                case _:
                    return _accepted(talk, frame)
    except MessageTooLarge as error:
        talk.course.broken = f"{error}: {limit_reached('message_mb', talk.limits)}"
    except ProtocolError as error:
        talk.course.broken = str(error)
    except GONE:
        pass
    return None


def _accepted(talk: Talk, frame: JsonObject) -> Asked:
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
    return identity, index, request


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
    async with talk.turns:
        frame, told = await _carried_out(talk, identity, index, request)
        try:
            with suppress(*GONE):
                await _send(talk, frame)
        finally:
            told()
    talk.open -= 1
    if talk.course.unread:
        await _end(talk.worker)


async def _send(talk: Talk, frame: Sequence[bytes]) -> None:
    """What the program does not read in time ends it."""
    channel, parts = talk.worker.channel, deque(map(memoryview, frame))
    if isinstance(channel, Descriptor) and not talk.writing.locked():
        channel.send_what_fits(parts)
    if not parts:
        return
    with anyio.move_on_after(talk.limits.unread_seconds) as patience:
        async with talk.writing:
            for part in parts:
                await (channel.send(part) if isinstance(channel, Descriptor) else channel.send(bytes(part)))
    talk.course.unread = talk.course.unread or patience.cancelled_caught


async def _carried_out(
    talk: Talk, identity: int, index: int, request: Request
) -> tuple[list[bytes], Callable[[], object]]:
    """The reply, and what is done once it is sent."""
    started = time.perf_counter()
    tool = talk.calls[index].tool
    wrong, answer = None, Answer([])
    try:
        if talk.asked > talk.limits.calls:
            raise SandgateError(limit_reached("calls", talk.limits))
        with talk.clock.calling():
            answer = await talk.heard.request(request, talk.clock)
        frame = framed({"id": identity, "blocks": answer.blocks})
        check_size(sum(map(len, frame)), tool, talk.limits)
    except SandgateError as error:
        frame, wrong = framed({"id": identity, "error": str(error), "kind": type(error).__name__}), str(error)
    talk.calls[index] = CallRecord(
        tool=tool,
        status="ok" if wrong is None else "error",
        error=wrong or "",
        cached=answer.cached and wrong is None,
        result_bytes=sum(map(len, frame)) if wrong is None else 0,
        duration_seconds=time.perf_counter() - started,
    )
    return frame, answer.told
