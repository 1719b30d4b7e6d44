"""Parts of files: lines, bytes, what a path in JSON leads to; and what is said where there is no such part."""

from __future__ import annotations

import base64
import io
import json
from typing import Any

import pytest

from sandgate.errors import BadArguments
from sandgate.workspace import reading
from sandgate.workspace.reading import Excerpt, Part, Reached, read

TEN = "".join(f"line {number}\n" for number in range(1, 11)).encode()
DOCUMENT: dict[str, Any] = {
    "items": [{"id": number, "name": f"n{number}", "tags": [number, -number]} for number in range(5)],
    "a.b": {"[x]": 1, "it's": 2},
    "none": None,
    "empty": [],
}


def part_of(content: bytes, **part: str) -> object:
    found = read(io.BytesIO(content), Part(**part))
    if isinstance(found, Reached):
        return found.told(lambda value: value)
    return found.wanted if isinstance(found, Excerpt) else found


def led_to(path: str) -> object:
    return part_of(json.dumps(DOCUMENT).encode(), json_path=path)


@pytest.mark.parametrize(
    ("lines", "first", "last"),
    [("1", 1, 1), ("3-5", 3, 5), ("3:5", 3, 5), ("9-", 9, 10), ("-2", 1, 2), (" 3 - 4 ", 3, 4), ("8-99", 8, 10)],
)
def test_lines_are_counted_from_one_and_the_last_is_included(lines: str, first: int, last: int) -> None:
    assert part_of(TEN, lines=lines) == "".join(f"line {number}\n" for number in range(first, last + 1))


@pytest.mark.parametrize(
    ("bytes", "found"), [("0-3", "line"), ("5-5", "1"), ("5", "1"), ("-3", "line"), ("66-", "e 10\n"), ("0:3", "line")]
)
def test_bytes_are_counted_from_zero_and_the_last_is_included(bytes: str, found: str) -> None:
    assert part_of(TEN, bytes=bytes) == found


@pytest.mark.parametrize(
    "text", ["x", "-", ":", "1-2-3", "1 2", "1,2", "--1", "1.5", "9" * 16, "9" * 100_000, "1-" * 9]
)
@pytest.mark.parametrize("way", ["lines", "bytes"])
def test_what_is_no_range_is_answered_with_one_that_is(way: str, text: str) -> None:
    with pytest.raises(BadArguments, match=f"{way} is '.*'; write one such as '[01]-20', '20-' or '20'"):
        part_of(TEN, **{way: text})


@pytest.mark.parametrize(("way", "text"), [("lines", "0"), ("lines", "0-3"), ("lines", "5-4"), ("bytes", "5-4")])
def test_a_range_that_ends_before_it_begins_is_refused(way: str, text: str) -> None:
    with pytest.raises(BadArguments, match="its end comes after its beginning"):
        part_of(TEN, **{way: text})


def test_a_part_after_the_end_is_answered_with_where_the_end_is() -> None:
    with pytest.raises(BadArguments, match="lines begins at 11, and the file has 10"):
        part_of(TEN, lines="11-")
    with pytest.raises(BadArguments, match="bytes begins at 71, and the file has 71, counted from 0"):
        part_of(TEN, bytes="71")


def test_an_empty_file_can_be_read_in_every_way_but_as_json() -> None:
    assert [part_of(b""), part_of(b"", lines="1-5"), part_of(b"", bytes="0-5")] == ["", "", ""]
    with pytest.raises(BadArguments, match="no JSON document"):
        part_of(b"", json_path="a")


def test_two_ways_to_ask_at_once_are_refused() -> None:
    with pytest.raises(BadArguments, match="give one of them"):
        part_of(TEN, lines="1", bytes="1")


def test_no_more_than_one_read_may_bring_is_read_and_lines_stay_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "MOST_BYTES", 20)

    assert part_of(TEN, lines="1-") == "line 1\nline 2\n"
    assert part_of(b"x" * 50 + b"\ny", lines="1-") == "x" * 20
    assert part_of(TEN, bytes="0-") == TEN[:20].decode()
    assert part_of(TEN) == TEN[:20].decode()


def test_bytes_that_are_no_text_come_as_base64_and_only_when_bytes_are_asked_for() -> None:
    picture = b"\x89PNG\r\n\x1a\n" + bytes(range(256))

    assert part_of(picture, bytes="0-") == "base64: " + base64.b64encode(picture).decode()
    for part in ({}, {"lines": "1-"}):
        with pytest.raises(BadArguments, match="not text: ask for bytes"):
            part_of(picture, **part)


def test_a_character_that_the_end_cuts_is_left_out() -> None:
    assert part_of("aé😀".encode(), bytes="0-5") == "aé"
    assert part_of("\ufeffa".encode()) == "a"


@pytest.mark.parametrize(
    ("path", "found"),
    [
        ("$", DOCUMENT),
        ("items[0].name", "n0"),
        ("$.items[-1].id", 4),
        ("items[*].id", [0, 1, 2, 3, 4]),
        ("items[1:3].id", [1, 2]),
        ("items[3:].id", [3, 4]),
        ("items[:1].id", [0]),
        ("items[-2:].id", [3, 4]),
        ("items[:].id", [0, 1, 2, 3, 4]),
        ("items[*].tags[*]", [0, 0, 1, -1, 2, -2, 3, -3, 4, -4]),
        ("items[9:]", []),
        ("empty[*]", []),
        ("['a.b']['[x]']", 1),
        ('["a.b"]["it\'s"]', 2),
        ("none", None),
        ("items[0][*]", [0, "n0", [0, 0]]),
    ],
)
def test_a_path_leads_to_a_value(path: str, found: object) -> None:
    assert led_to(path) == found


@pytest.mark.parametrize(
    ("path", "told"),
    [
        ("itmes", "there is no 'itmes' in an object with items, a.b, none, empty"),
        ("items.id", r"a list of 5; write \[0\] or \[\*\] first"),
        ("items[5]", "the list has 5 members"),
        ("items[-6]", "the list has 5 members"),
        ("items[0].name[0]", "there is no list but a text"),
        ("items[0].name.x", "there is no 'x' in a text"),
        ("items[", "cannot be read at '\\['"),
        ("items[x]", "cannot be read at"),
        ("items[-:]", "cannot be read at"),
        ("items[1:2:3]", "cannot be read at"),
        ("items..id", "cannot be read at"),
        ("items[99999999999999999999]", "cannot be read at"),
        ("items[*].id[*]", "there is no list but a number, true, false or null"),
        ("items[" + "9" * 100_000 + "]", "more than 1,000"),
    ],
)
def test_a_path_that_leads_nowhere_says_where_it_stopped(path: str, told: str) -> None:
    with pytest.raises(BadArguments, match=told) as refused:
        led_to(path)

    assert len(str(refused.value)) < 2500


@pytest.mark.parametrize("content", [b"{", b"\xff\xfe", b"[" * 100_000, b"not json", b'{"a":1}\n{"a":2}\n'])
def test_a_file_that_is_no_json_says_so(content: bytes) -> None:
    with pytest.raises(BadArguments, match=r"no JSON document: .*; ask for lines"):
        part_of(content, json_path="a")


def test_a_document_too_large_to_read_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "MOST_JSON", 2**20)

    with pytest.raises(BadArguments, match="more than 1 MB: read it in a program"):
        part_of(b" " * (2**20 + 1), json_path="a")
