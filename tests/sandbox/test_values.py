"""Values on their way out of a program: plain ones unchanged, any other as something JSON can say."""

from __future__ import annotations

import base64
import dataclasses
import datetime
import decimal
import enum
import json
import math
import pathlib
import random
import uuid
from typing import Any, cast

import pytest

from sandgate.sandbox.guest import frames, values

from .test_frames import message, read, value

pytestmark = pytest.mark.anyio


class Colour(enum.Enum):
    RED = "red"
    BOTH = (1, "two")


class Weekday(enum.IntEnum):
    MONDAY = 1


@dataclasses.dataclass
class Point:
    x: Any
    y: Any


class Rude:
    def __repr__(self) -> str:
        raise RuntimeError("none of your business")


class Name(str):
    __slots__ = ()


def odd(dice: random.Random, depth: int = 0) -> Any:
    """Anything a program may return: what JSON has, and much that it has not."""
    leaves = (
        value(dice, 9),
        *(math.inf, math.nan, -0.0, 2**5000, -(2**4096), True, None, Name("sub"), "\ud800 half", b"bytes", 1j, ...),
        *(Colour.RED, Colour.BOTH, Weekday.MONDAY, decimal.Decimal("1.10"), uuid.UUID(int=5), pathlib.Path("/x")),
        *(datetime.datetime(2026, 1, 2, tzinfo=datetime.UTC), datetime.date(2026, 1, 2), datetime.time(3, 4)),
        *(Rude(), Rude, len, object(), range(3), iter(())),
    )
    if depth > 8 or dice.random() < 0.4:
        return dice.choice(leaves)
    parts = [odd(dice, depth + 1) for _ in range(dice.randint(0, 4))]
    match dice.randint(0, 4):
        case 0:
            return tuple(parts)
        case 1:
            return {dice.choice(["a", 1, 2.5, None, True, (1, 2), Name("k"), Colour.RED]): part for part in parts}
        case 2:
            return {dice.choice([1, "a", 2.5, None, (1, 2), Colour.RED, Rude, b"x"]) for _ in parts}
        case 3:
            return Point(parts, dice.choice(leaves))
        case _:
            parts.append(parts) if dice.random() < 0.2 else None
            return parts


@pytest.mark.parametrize("seed", range(20))
async def test_what_json_has_goes_out_unchanged(seed: int) -> None:
    plain = message(random.Random(seed))
    encoder = values.Encoder()

    assert encoder.encode(plain) == plain
    assert encoder.notes() == []


@pytest.mark.parametrize("seed", range(40))
async def test_any_value_goes_out_as_a_message_the_gateway_accepts(seed: int) -> None:
    dice = random.Random(seed)
    for _ in range(20):
        encoded = values.Encoder().encode(odd(dice))

        (frame,) = await read(frames.encode({"value": encoded}), dice, limit=2**24)

        assert json.dumps(frame, allow_nan=False)


def nested(depth: int, kind: type[list[Any]] | type[dict[str, Any]]) -> Any:
    inner: Any = "core"
    for _ in range(depth):
        inner = [inner] if kind is list else {"in": inner}
    return inner


@pytest.mark.parametrize("kind", [list, dict])
@pytest.mark.parametrize("depth", [1, 63, 64, 65, 500, 100_000])
async def test_a_deep_value_goes_out_as_deep_as_it_may(
    kind: type[list[Any]] | type[dict[str, Any]], depth: int
) -> None:
    encoder = values.Encoder()

    (frame,) = await read(
        frames.encode({"type": "done", "value": encoder.encode(nested(depth, kind))}), random.Random(0)
    )

    assert bool(encoder.notes()) == (depth > values.MAX_DEPTH)
    assert frame["value"] == nested(depth, kind) if depth <= values.MAX_DEPTH else True


async def test_a_value_that_holds_itself_goes_out_once() -> None:
    circle: list[Any] = [1]
    circle.append({"again": circle, "twice": [circle, circle]})
    encoder = values.Encoder()

    assert encoder.encode(circle) == [1, {"again": "…", "twice": ["…", "…"]}]
    assert len(encoder.notes()) == 1


async def test_a_value_that_is_held_twice_is_no_circle() -> None:
    shared = [1]

    assert values.Encoder().encode([shared, shared]) == [[1], [1]]


async def _never(server: str, uri: str) -> Any:
    raise AssertionError((server, uri))


@pytest.mark.parametrize("seed", range(10))
async def test_what_a_tool_returns_comes_in_unchanged(seed: int) -> None:
    dice = random.Random(seed)
    sent = [value(dice) for _ in range(dice.randint(2, 5))]

    assert values.decode([{"type": "value", "value": one} for one in sent], _never) == sent
    assert values.decode([{"type": "value", "value": sent}], _never) == sent


@pytest.mark.parametrize(("text", "expected"), [("[1]", [1]), ("[1", "[1"), ("[" * 100_000, "[" * 100_000)])
async def test_a_text_nobody_looked_into_comes_in_as_what_it_is(text: str, expected: object) -> None:
    assert values.decode([{"type": "unread", "text": text}], _never) == expected


@pytest.mark.parametrize("kind", ["image", "audio", "blob"])
async def test_bytes_of_a_tool_come_in_as_they_were(kind: str) -> None:
    content = random.Random(1).randbytes(1000)
    block = {"type": kind, "data": base64.b64encode(content).decode(), "mime_type": "image/png"}

    media = cast("values.Media", values.decode([block], _never))

    assert (media.kind, media.data, media.mime_type) == (kind, content, "image/png")
