"""What the gateway and a program say to each other, seen from the gateway: every frame that comes in is hostile.

A frame is four bytes of length, big-endian, then that much JSON; in a reply, a newline and the texts that were left
unread may follow it, in the order of the blocks that say how long they are. The gateway sends one `run`, then a
`reply` to each `call`, `read` or `command`; the program ends with `done`. Identity, rights and limits belong to the
socket, never to a frame.
"""

from __future__ import annotations

import json
import math
import re
import socket
import struct
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from dataclasses import dataclass, field
from typing import Any, NoReturn, Protocol, cast

import anyio
import orjson
from anyio.abc import ByteReceiveStream, ByteStream

from ..errors import SandboxError
from ..model import Call, JsonObject, Limits, Media, Unread
from ..promptly import Descriptor
from .clock import Clock
from .folder import Folder

HEADER = struct.Struct(">I")
CHUNK = 256 * 1024
LARGE = 64 * 1024
LONG_NUMBER = re.compile(rb"\d{19}")
NAMES = ("tool", "server", "uri", "batch")
LONGEST_NAME = 10_000
"""Names are kept in the record of each call, and a program may make many."""
LONGEST_COMMAND_NAME = 200
LONGEST_PROGRESS = 200
"""Characters that are told; twice as many may come, for whoever looks for values that reach over the end."""
MOST_SHOWN = 8
SHOWABLE = re.compile(r"(image|audio)/[a-z0-9.+-]{1,60}|application/pdf")
BASE64 = re.compile(r"[A-Za-z0-9+/]*={0,2}")
GONE = (anyio.EndOfStream, anyio.BrokenResourceError, anyio.ClosedResourceError)
"""What a stream raises when the program at its other end is no longer there."""
DEEPEST = 72
"""The guest writes values down to 64 levels; around them is the message."""


class ProtocolError(SandboxError):
    """A program broke the rules of the channel. It is ended; nothing it said afterwards counts."""


class MessageTooLarge(ProtocolError):
    """A frame said that it is larger than any may be. It was not read."""


def _nothing() -> None: ...


@dataclass(frozen=True, slots=True)
class Answer:
    """A tool's answer on its way into the sandbox, as blocks of `guest.values`."""

    blocks: list[JsonObject]
    cached: bool = False
    """Whether it was there already and nobody was asked."""
    told: Callable[[], object] = field(default=_nothing, repr=False, compare=False)
    """What is still to be done, and is once the program has it: nothing, where no program made the call."""


@dataclass(frozen=True, slots=True)
class ReadLink:
    """A program wants the resource behind a link that a tool gave it."""

    server: str
    uri: str


async def _nowhere() -> Answer:
    raise SandboxError("there is nowhere to run a command")


@dataclass(frozen=True, slots=True)
class Command:
    """A program wants another program run beside it, behind the same walls."""

    words: tuple[str, ...]
    """Its name and its arguments, as they are: no shell looks at them."""
    input: str = ""
    batch: str = ""
    execute: Callable[[], Awaitable[Answer]] = field(default=_nowhere, repr=False, compare=False)
    """Runs it, for whoever has decided that it may be."""

    @property
    def name(self) -> str:
        """What rules and records call it."""
        return f"commands.{self.words[0][:LONGEST_COMMAND_NAME]}"


Request = Call | ReadLink | Command
OnRequest = Callable[[Request, Clock], Awaitable[Answer]]
"""Carries out what a program asks. Whatever SandgateError it raises becomes a ToolError in the program.

While a person is asked, the program's clock must stand still: `with clock.asking():`."""
OnOutput = Callable[[str], Awaitable[None]]
"""Sees printed text while the program runs."""


OnProgress = Callable[[float, float | None, str], None]
"""Hears how far a program says it is: done, in all, and with what. It keeps nobody waiting."""


async def _unheard(_: str) -> None: ...


def _unseen(_done: float, _total: float | None, _text: str) -> None: ...


@dataclass(frozen=True, slots=True)
class Listeners:
    """Who hears what a program says while it runs."""

    request: OnRequest
    output: OnOutput = _unheard
    progress: OnProgress = _unseen
    stop: anyio.Event | None = None
    """Set by whoever wants the program to end: it then has an outcome, with the calls it has made."""


OnNetwork = Callable[[socket.socket], Coroutine[Any, Any, None]]
"""Serves a program's connections until it is cancelled. It closes the listener."""


@dataclass(frozen=True, slots=True)
class Exit:
    """How a worker's process ended, as far as the kernel tells."""

    code: int | None = None
    signal: int | None = None
    limit: str | None = None
    """The limit that its first process ended it for."""
    lost: str = ""
    """Why the walls themselves are gone, where they are."""


class Worker(Protocol):
    """A walled place that waits for exactly one program. It has been paid for before the program arrives."""

    @property
    def channel(self) -> ByteStream: ...
    @property
    def output(self) -> Descriptor: ...
    @property
    def home(self) -> str:
        """The folder the program starts in, as the program sees it."""
        ...

    @property
    def alive(self) -> bool: ...
    @property
    def folder(self) -> Folder | None:
        """Its workspace, until it is forgotten; None where there is none."""
        ...

    def begin(self) -> None:
        """A program has come."""
        ...

    def lasts(self) -> None:
        """It was not over in a moment: from now on somebody watches over it."""
        ...

    def take_listener(self) -> socket.socket | None:
        """Where the program's connections arrive, for whoever lets it out; None if it has no network."""
        ...

    async def execute(self, command: Command) -> Answer:
        """Run a command that has been permitted. Raises SandgateError where it did not end by itself."""
        ...

    def stop(self) -> bool:
        """Begin its end, and do not wait. Whether nothing of it goes on any more, and all it printed has arrived."""
        ...

    async def end(self, grace_seconds: float = 0.0) -> Exit:
        """Kill everything the program started, after a moment to end by itself. Safe to call twice.

        Nothing of it runs any more when this returns, and all that it printed has arrived.
        """
        ...

    async def forget(self) -> None:
        """Wait until the kernel has taken back what it had, and let go of it, once it has ended. Safe to call twice."""
        ...


class Backend(Protocol):
    """One way of putting up walls."""

    name: str
    """What puts up the walls, and how strong they are: `process/full`."""

    async def spawn(self, limits: Limits) -> Worker:
        """Raises SandboxError, with the reason and the cure, where these walls cannot stand."""
        ...

    async def close(self) -> None:
        """End whatever workers are made from. Those that were made have ended."""
        ...


def encode(message: JsonObject) -> bytes:
    return b"".join(framed(message))


def framed(message: JsonObject) -> list[bytes]:
    """A frame in parts, so that its long texts are not copied: what they are comes first, and then each of them."""
    texts: list[bytes] = []

    def left_unread(value: object) -> int:
        if not isinstance(value, Unread):
            raise TypeError(f"{type(value).__name__} is not JSON")
        texts.append(value.text.encode("utf-8", "replace"))
        return len(texts[-1])

    try:
        body = orjson.dumps(message, default=left_unread, option=orjson.OPT_PASSTHROUGH_DATACLASS)
    except TypeError:  # integers beyond 64 bits, lone surrogates
        texts.clear()
        body = json.dumps(message, ensure_ascii=True, separators=(",", ":"), default=left_unread).encode()
    if not texts:
        return [HEADER.pack(len(body)) + body]
    size = len(body) + 1 + sum(map(len, texts))
    return [HEADER.pack(size) + body + b"\n", *texts]


def _not_json(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")


def _finite(text: str) -> float:
    if math.isfinite(number := float(text)):
        return number
    raise ValueError(f"{text} is more than a number holds")


def _unique(pairs: list[tuple[str, Any]]) -> JsonObject:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a key twice is not JSON that two readers understand alike")
    return found


STRICT = json.JSONDecoder(parse_constant=_not_json, parse_float=_finite, object_pairs_hook=_unique)


class FrameReader:
    """Frames from a program, checked for size before their body is read."""

    def __init__(self, stream: ByteReceiveStream, limit_bytes: int) -> None:
        self._stream, self._limit = stream, limit_bytes
        self._held = bytearray()

    @property
    def has_more(self) -> bool:
        """Whether a part of the next one is here already."""
        return bool(self._held)

    def when_nobody_waits(self, act: Callable[[], object] | None) -> None:
        """Have something done as soon as more comes for which nobody waits; or nothing."""
        if isinstance(self._stream, Descriptor):
            self._stream.when_nobody_waits(act)
        elif act:
            act()  # nothing but waiting for more tells whether there is more

    async def next(self) -> JsonObject:
        """Raises EndOfStream when the program is gone, ProtocolError when it misbehaves."""
        while (body := self._cut()) is None:
            self._held += await self._stream.receive(CHUNK)
        return _parsed(body)

    def _cut(self) -> bytes | None:
        """The body of the first frame, if all of it has arrived."""
        if len(self._held) < HEADER.size:
            return None
        (size,) = HEADER.unpack_from(self._held)
        if size > self._limit:
            raise MessageTooLarge(f"a message of {size:,} bytes")
        end = HEADER.size + size
        if len(self._held) < end:
            return None
        body = bytes(self._held[HEADER.size : end])
        del self._held[:end]
        return body


def _parsed(body: bytes) -> JsonObject:
    try:
        frame = _read(body)
    except (ValueError, RecursionError) as error:
        raise ProtocolError("a message that is not JSON") from error
    if not isinstance(frame, dict):
        raise ProtocolError("a message that is not an object")
    if body.count(b"[") + body.count(b"{") > DEEPEST and _is_deep(cast("JsonObject", frame)):
        raise ProtocolError(f"a message nested more than {DEEPEST} levels deep, which is fixed")
    return cast("JsonObject", _whole(frame) if b"\\u" in body else frame)


def _read(body: bytes) -> Any:
    """Strictly. A large message is read by the faster reader, so that it holds up nobody else, where that is exact."""
    if len(body) > LARGE and not LONG_NUMBER.search(body):  # it turns integers beyond 64 bits into floats
        try:
            return orjson.loads(body)
        except orjson.JSONDecodeError:
            pass  # half characters, which the other reader knows
    return STRICT.decode(body.decode())


def _is_deep(frame: JsonObject) -> bool:
    """Whether it has more levels than anything we hand on to can be trusted with. Level by level, not by recursion."""
    level: list[Any] = [frame]
    for _ in range(DEEPEST):
        parts: list[Any] = [value if type(value) is list else value.values() for value in level]
        level = [item for part in parts for item in part if type(item) in (list, dict)]
    return bool(level)


def _whole(value: Any) -> Any:
    """Half characters can be written in JSON and nowhere else: they would fail in every place that encodes them."""
    match value:
        case str():
            return value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
        case list():
            return [_whole(item) for item in cast("list[Any]", value)]
        case dict():
            return {_whole(key): _whole(item) for key, item in cast("dict[str, Any]", value).items()}
        case _:
            return value


def request_of(frame: JsonObject) -> tuple[int, Request]:
    """The id and meaning of a `call`, `read` or `command` frame. Raises ProtocolError for anything else."""
    if isinstance(frame.get("id"), bool):
        raise ProtocolError("a message whose id is not a number")
    for name in NAMES:
        if name in frame and len(str(frame[name])) > LONGEST_NAME:
            raise ProtocolError(f"a name of more than {LONGEST_NAME:,} characters")
    match frame:
        case {"type": "call", "id": int(identity), "tool": str(tool), "arguments": dict()}:
            batch, fresh = str(frame.get("batch", "")), frame.get("fresh") is True
            return identity, Call(tool=tool, arguments=frame["arguments"], batch=batch, fresh=fresh)
        case {"type": "read", "id": int(identity), "server": str(server), "uri": str(uri)}:
            return identity, ReadLink(server, uri)
        case {"type": "command", "id": int(identity), "words": [str(), *_], "input": str(text)}:
            return identity, Command(_words(frame["words"]), text, str(frame.get("batch", "")))
        case _:
            raise ProtocolError(f"a message of unknown form: {str(frame.get('type'))[:40]!r}")


def progress_of(frame: JsonObject) -> tuple[float, float | None, str]:
    """How far a program says it is. Raises ProtocolError where that says nothing."""
    match frame:
        case {"done": int() | float() as done, "total": int() | float() | None as total, "text": str(text)}:
            return float(done), None if total is None else float(total), text[: 2 * LONGEST_PROGRESS]
        case _:
            raise ProtocolError("a progress that is no number")


def media_of(shown: object) -> Iterator[Media]:
    """What a program shows, as far as it has the form it must have."""
    for one in cast("list[object]", shown)[:MOST_SHOWN] if isinstance(shown, list) else ():
        match one:
            case {"mime_type": str(kind), "data": str(data)} if SHOWABLE.fullmatch(kind) and BASE64.fullmatch(data):
                yield Media(kind, data)
            case _:
                continue


def _words(words: list[object]) -> tuple[str, ...]:
    if not all(isinstance(word, str) for word in words):
        raise ProtocolError("a command whose words are not text")
    return tuple(cast("list[str]", words))
