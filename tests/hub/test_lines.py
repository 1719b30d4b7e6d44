"""Lines over a pipe: whole, in their order, whoever gives up on one; never waited for without end."""

from __future__ import annotations

import os
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import anyio
import pytest
from mcp.shared.message import SessionMessage
from mcp.types import JSONRPCResponse

from sandgate.hub.lines import Cut, Lines, Outgoing, message_of, read
from sandgate.promptly import Descriptor

pytestmark = pytest.mark.anyio
MORE_THAN_FITS = b"x" * 1_000_000


@asynccontextmanager
async def pipe() -> AsyncGenerator[tuple[Lines, Outgoing]]:
    read, write = map(Descriptor, os.pipe())
    async with read, write:
        with anyio.fail_after(30):
            yield Lines(read), Outgoing(write)


async def test_a_line_whose_sender_gave_up_is_finished_before_the_next_begins() -> None:
    async with pipe() as (lines, outgoing):
        with anyio.move_on_after(0.01) as given_up:
            await outgoing.write(MORE_THAN_FITS)
        assert given_up.cancelled_caught

        async with anyio.create_task_group() as tasks:
            tasks.start_soon(outgoing.write, b"next")
            assert await lines.next() == MORE_THAN_FITS
            assert await lines.next() == b"next"


async def test_lines_that_are_written_side_by_side_stay_apart() -> None:
    written = [letter * 200_000 for letter in (b"a", b"b", b"c")]

    async with pipe() as (lines, outgoing), anyio.create_task_group() as tasks:
        for line in written:
            tasks.start_soon(outgoing.write, line)
        assert [await lines.next() for _ in written] == written


async def test_whoever_does_not_read_is_not_waited_for_without_end() -> None:
    async with pipe() as (_, outgoing):
        with pytest.raises(TimeoutError):
            await outgoing.write(MORE_THAN_FITS, seconds=0.01)


async def test_lines_are_cut_wherever_the_chunks_end() -> None:
    whole = b"first\n\nthird\nrest"

    for size in range(1, len(whole) + 1):
        cut = Cut()
        chunks = [whole[start : start + size] for start in range(0, len(whole), size)]
        assert [line for chunk in chunks for line in cut.lines(chunk)] == [b"first", b"", b"third"]


HALF = b'{"jsonrpc": "2.0", "id": 1, "result": {"cut": "\\ud83d", "whole": "\\ud83d\\ude00", "plain": "\\\\ud83d"}}'


def test_half_a_character_is_replaced_and_spoils_nothing_else() -> None:
    expected = {"cut": "\ufffd", "whole": "\N{GRINNING FACE}", "plain": "\\ud83d"}

    message = message_of(HALF)

    assert isinstance(message, SessionMessage)
    assert isinstance(message.message, JSONRPCResponse)
    assert message.message.result == expected
    assert read(HALF) == {"jsonrpc": "2.0", "id": 1, "result": expected}


@pytest.mark.parametrize("line", [b"a stray print", b'{"id": "\\ud83d"', b"", b"\xff\xfe\\u"])
def test_what_is_no_message_is_passed_over(line: bytes) -> None:
    assert isinstance(message_of(line), ValueError)
    with pytest.raises(ValueError):  # noqa: PT011 - each reader says it in its own words
        read(line)


def test_integers_of_any_size_are_kept_in_values() -> None:
    line = b'{"result": {"structuredContent": {"n": 1180591620717411303424}}}'

    assert read(line) == {"result": {"structuredContent": {"n": 2**70}}}
