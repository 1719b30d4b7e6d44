"""Frames of any form: what is whole comes through whole, what is not is refused, and nothing else ever happens.

Both halves are tried with generated messages. The generators are seeded, so a failure names the number that repeats it.
"""

from __future__ import annotations

import contextlib
import math
import random
import time
from collections.abc import Iterator
from typing import Any

import anyio
import pytest
from anyio.abc import ByteReceiveStream

from sandgate.model import JsonObject
from sandgate.sandbox.guest import frames as guest
from sandgate.sandbox.protocol import CHUNK, DEEPEST, HEADER, FrameReader, ProtocolError, encode, request_of

pytestmark = pytest.mark.anyio
LIMIT = 64 * 1024
ROUNDS = 300
HALF, OTHER_HALF = chr(0xD800), chr(0xDFFF)
LETTERS = 'az\x00\n"\\/{}[]:,é€😀\u2028\ufeff'


class Pieces(ByteReceiveStream):
    """A stream whose bytes come in pieces of any size, and then end."""

    def __init__(self, content: bytes, dice: random.Random, longest: int = CHUNK) -> None:
        self._content, self._dice, self._longest = content, dice, longest
        self.taken = 0

    async def receive(self, max_bytes: int = 65536) -> bytes:
        size = self._dice.randint(1, min(max_bytes, self._longest))
        piece = self._content[self.taken : self.taken + size]
        if not piece:
            raise anyio.EndOfStream
        self.taken += len(piece)
        return piece

    async def aclose(self) -> None: ...


async def read(content: bytes, dice: random.Random, longest: int = CHUNK, limit: int = LIMIT) -> list[JsonObject]:
    """Every frame up to the end. Raises ProtocolError."""
    reader = FrameReader(Pieces(content, dice, longest), limit)
    found: list[JsonObject] = []
    try:
        while True:
            found.append(await reader.next())
    except anyio.EndOfStream:
        return found


def framed(body: bytes) -> bytes:
    return HEADER.pack(len(body)) + body


def text(dice: random.Random) -> str:
    return "".join(dice.choices(LETTERS, k=dice.randint(0, 12)))


def value(dice: random.Random, depth: int = 0) -> Any:
    match dice.randint(0, 5 if depth > 6 else 8):
        case 0:
            return dice.choice([None, True, False])
        case 1:
            return dice.randint(-(2**70), 2**70)
        case 2:
            return dice.choice([0.0, -0.5, 1e300, 5e-324, dice.random()])
        case 3 | 4 | 5:
            return text(dice)
        case 6:
            return [value(dice, depth + 1) for _ in range(dice.randint(0, 4))]
        case _:
            return message(dice, depth + 1)


def message(dice: random.Random, depth: int = 0) -> JsonObject:
    return {text(dice): value(dice, depth) for _ in range(dice.randint(0, 4))}


def damaged(content: bytes, dice: random.Random) -> bytes:
    """The same with something overwritten, cut out, said twice or put in."""
    at, to = sorted((dice.randint(0, len(content)), dice.randint(0, len(content))))
    match dice.randint(0, 4):
        case 0:
            return content[:at] + dice.randbytes(min(4, to - at)) + content[at + min(4, to - at) :]
        case 1:
            return content[:at] + content[to:]
        case 2:
            return content[:to] + content[at:]
        case 3:
            return content[:at] + dice.randbytes(dice.randint(1, 20)) + content[at:]
        case _:
            return content[:at] + dice.choice(ODD) + content[at:]


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("longest", [1, 3, 1000, CHUNK])
async def test_frames_are_the_same_however_their_bytes_arrive(seed: int, longest: int) -> None:
    dice = random.Random(seed)
    sent = [message(dice) for _ in range(20)]
    content = b"".join(dice.choice([encode, guest.encode])(one) for one in sent)

    assert await read(content, dice, longest) == sent


ODD = (
    b"NaN",
    b"-Infinity",
    b"1e999",
    b"\xed\xa0\x80",
    b"\\ud800",
    b"\xff\xfe",
    b'"a":1,"a":2',
    b"[" * 200,
    b"9" * 5000,
    b"\x00\x00\x00\x00",
    b"\xff\xff\xff\xff",
    b"\x80\x00\x00\x00",
)


@pytest.mark.parametrize("seed", range(20))
async def test_damaged_frames_give_frames_or_a_refusal_and_nothing_else(seed: int) -> None:
    dice = random.Random(seed)
    for _ in range(ROUNDS):
        content = b"".join(encode(message(dice)) for _ in range(3))
        for _ in range(dice.randint(1, 3)):
            content = damaged(content, dice)
        try:
            found = await read(content, dice)
        except ProtocolError:
            continue
        assert all(is_sound(frame) for frame in found)


@pytest.mark.parametrize("seed", range(5))
async def test_random_bytes_give_frames_or_a_refusal_and_nothing_else(seed: int) -> None:
    dice = random.Random(seed)
    for _ in range(ROUNDS):
        body = dice.randbytes(dice.randint(0, 200))
        content = dice.choice([body, framed(body), b"\x00\x00" + body])
        try:
            found = await read(content, dice)
        except ProtocolError:
            continue
        assert all(is_sound(frame) for frame in found)


def is_sound(value: Any) -> bool:
    """Whether everything that takes it from here can write it: whole characters, finite numbers."""
    match value:
        case str():
            return value == value.encode("utf-8", "replace").decode()
        case float():
            return math.isfinite(value)
        case list():
            return all(is_sound(item) for item in value)  # pyright: ignore[reportUnknownVariableType]
        case dict():
            return all(is_sound(part) for item in value.items() for part in item)  # pyright: ignore[reportUnknownVariableType]
        case _:
            return True


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b" ",
        b"null",
        b"1",
        b'"text"',
        b"[]",
        b"{",
        b"{}{}",
        b'{"a":NaN}',
        b'{"a":Infinity}',
        b'{"a":-Infinity}',
        b'{"a":1e999}',
        b'{"a":-1e999}',
        b'{"a":1,"a":2}',
        b'{"a":{"b":1,"b":1}}',
        b"{\"a\":'b'}",
        b'{"a":01}',
        b'{"a":"\n"}',
        b'{"a":1,}',
        b'{"a":' + b"9" * 5000 + b"}",
        b'\xef\xbb\xbf{"a":1}',
        '{"a":1}'.encode("utf-16"),
        '{"a":1}'.encode("utf-16-le"),
        '{"a":1}'.encode("utf-32-be"),
        b'{"a":"\xed\xa0\x80"}',
        b'{"a":"\xc0\x80"}',
        b'{"a":"\xff"}',
        b'{"a":' + b"[" * 100_000,
        b'{"a":' * 100_000,
        b'{"a":' + b"[" * DEEPEST + b"]" * DEEPEST + b"}",
    ],
    ids=lambda body: repr(body[:24]),
)
async def test_a_body_that_is_not_one_strict_json_object_is_refused(body: bytes) -> None:
    with pytest.raises(ProtocolError):
        await read(framed(body), random.Random(0), limit=2**20)


async def test_a_message_as_deep_as_allowed_comes_through() -> None:
    body = b'{"a":' + b"[" * (DEEPEST - 1) + b"]" * (DEEPEST - 1) + b"}"

    assert len(await read(framed(body), random.Random(0))) == 1


@pytest.mark.parametrize(
    ("escaped", "whole"),
    [
        ("\\ud800", "\ufffd"),
        ("\\udc00", "\ufffd"),
        ("\\ud83d\\ude00", "😀"),
        ("\\ud83d x", "\ufffd x"),
        ("\\u0000", "\0"),
    ],
)
async def test_half_characters_are_replaced_and_whole_ones_kept(escaped: str, whole: str) -> None:
    body = f'{{"a{escaped}":["{escaped}"]}}'.encode()

    assert await read(framed(body), random.Random(0)) == [{f"a{whole}": [whole]}]


@pytest.mark.parametrize("size", [LIMIT + 1, 2**31 - 1, 2**31, 2**32 - 1])
async def test_a_size_over_the_limit_is_refused_before_its_body_is_read(size: int) -> None:
    stream = Pieces(HEADER.pack(size) + b"x" * CHUNK * 4, random.Random(0), longest=HEADER.size)

    with pytest.raises(ProtocolError, match=f"{size:,} bytes"):
        await FrameReader(stream, LIMIT).next()

    assert stream.taken <= 2 * HEADER.size


async def test_no_more_than_one_message_and_one_read_are_held() -> None:
    body = b'{"a":"' + b"x" * (LIMIT - 8) + b'"}'
    stream = Pieces(framed(body) * 40, random.Random(0))
    reader = FrameReader(stream, LIMIT)
    given = 0

    for _ in range(40):
        await reader.next()
        given += HEADER.size + len(body)

        assert stream.taken - given <= HEADER.size + LIMIT + CHUNK


EXPENSIVE = {
    "open lists": b'{"a":' + b"[" * 2**20,
    "open objects": b'{"a":' * 2**18,
    "flat lists": b'{"a":[' + b"[]," * 2**18 + b"0]}",
    "nested pairs": b'{"a":[' + b"[[[[[[[0]]]]]]]," * 2**16 + b"0]}",
    "many keys": b"{" + b",".join(b'"%d":0' % number for number in range(2**16)) + b"}",
    "the same key": b"{" + b'"a":0,' * 2**17 + b'"b":0}',
    "digits": b'{"a":' + b"9" * 2**20 + b"}",
    "fraction": b'{"a":0.' + b"9" * 2**20 + b"}",
    "exponent": b'{"a":1e' + b"9" * 2**20 + b"}",
    "half characters": b'{"a":"' + b"\\ud800" * 2**17 + b'"}',
    "backslashes": b'{"a":"' + b"\\\\" * 2**19 + b'"}',
    "spaces": b'{"a":' + b" " * 2**20 + b"1}",
    "an open text": b'{"a":"' + b"x" * 2**20,
}


@pytest.mark.parametrize("name", EXPENSIVE)
async def test_the_dearest_message_costs_in_step_with_its_size(name: str) -> None:
    started = time.process_time()

    with contextlib.suppress(ProtocolError):
        await read(framed(EXPENSIVE[name]), random.Random(0), limit=2**22)

    assert time.process_time() - started < 5  # a megabyte takes a fraction of a second; squared it would take hours


@pytest.mark.parametrize("identity", [True, False, 1.0, "1", None, [1], {"id": 1}])
async def test_an_id_must_be_a_whole_number(identity: object) -> None:
    frame: JsonObject = {"type": "call", "id": identity, "tool": "a.b", "arguments": {}}

    with pytest.raises(ProtocolError):
        request_of(frame)


async def test_a_request_without_an_id_is_refused() -> None:
    with pytest.raises(ProtocolError):
        request_of({"type": "call", "tool": "a.b", "arguments": {}})


@pytest.mark.parametrize(
    "frame",
    [
        {"type": "call", "tool": 1, "arguments": {}},
        {"type": "call", "tool": "a.b", "arguments": []},
        {"type": "call", "tool": "a.b"},
        {"type": "call", "tool": "x" * 100_000, "arguments": {}},
        {"type": "read", "server": "s", "uri": 5},
        {"type": "read", "server": None, "uri": "x:y"},
        {"type": "read", "server": "s", "uri": "x" * 100_000},
        {"type": ["call"], "tool": "a.b", "arguments": {}},
        {"type": "run", "code": "1"},
        {"type": None},
        {},
    ],
)
async def test_a_request_of_another_form_is_refused(frame: JsonObject) -> None:
    with pytest.raises(ProtocolError):
        request_of({"id": 1, **frame})


@pytest.mark.parametrize("seed", range(10))
async def test_any_object_is_a_request_or_refused(seed: int) -> None:
    dice = random.Random(seed)
    names = ("type", "id", "tool", "arguments", "server", "uri")
    for _ in range(ROUNDS):
        usual: list[Any] = ["call", "read", 1, -(2**70), {}, value(dice)]
        frame: JsonObject = {name: dice.choice(usual) for name in names if dice.random() < 0.9}
        try:
            identity, _ = request_of(frame)
        except ProtocolError:
            continue
        assert type(identity) is int
        assert identity == frame["id"]


class Heard(list[JsonObject]):
    """What the guest takes out of the bytes it is given."""

    def give(self, content: bytes, dice: random.Random, longest: int) -> None:
        frames = guest.Frames(self.append, lambda: None)
        at = 0
        while at < len(content):
            room = frames.get_buffer(-1)
            size = min(len(room), dice.randint(1, longest), len(content) - at)
            room[:size] = content[at : at + size]
            frames.buffer_updated(size)
            at += size


def sizes(dice: random.Random) -> Iterator[JsonObject]:
    """Messages small and large, around the size at which the guest reads them another way."""
    for size in (0, 1, *(guest.SCRATCH + step for step in range(-20, 20, 3)), 3 * guest.SCRATCH):
        yield {"id": size, "blocks": "x" * size}
        yield message(dice)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("longest", [7, 4096, 2**20])
async def test_the_guest_reads_what_the_gateway_writes_however_it_arrives(seed: int, longest: int) -> None:
    dice = random.Random(seed)
    sent = [*sizes(dice)]
    dice.shuffle(sent)
    heard = Heard()

    heard.give(b"".join(map(encode, sent)), dice, longest)

    assert heard == sent


@pytest.mark.parametrize("odd", [{"a": HALF}, {HALF: 1, OTHER_HALF: 2}, {"a": [f"x{HALF}y"]}])
async def test_half_characters_of_a_program_reach_the_gateway_as_whole_ones(odd: JsonObject) -> None:
    (frame,) = await read(guest.encode(odd), random.Random(0))

    assert is_sound(frame)


async def test_half_characters_of_a_tool_reach_the_guest() -> None:
    heard = Heard()

    heard.give(encode({"a": "\ud800", "b": 2**80}), random.Random(0), 5)

    assert heard == [{"a": "\ud800", "b": 2**80}]
