"""What is seen of a result without reading all of it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from sandgate.catalog.learned.glimpse import HEAD, OPAQUE, closed, seen_in
from sandgate.model import JsonObject, Unread


def unread(text: str) -> JsonObject:
    return {"type": "unread", "text": Unread(text)}


def test_one_block_stands_for_itself_and_several_are_a_list() -> None:
    value: JsonObject = {"type": "value", "value": {"id": 1}}
    image: JsonObject = {"type": "image", "data": "", "mime_type": "image/png"}

    assert seen_in([value]) == {"id": 1}
    assert seen_in([value, image, value]) == [{"id": 1}, OPAQUE, {"id": 1}]


@pytest.mark.parametrize(
    ("text", "value"), [('[{"id": 1}]', [{"id": 1}]), ("[not JSON]", "[not JSON]"), ("{", "{")], ids=str
)
def test_a_text_is_what_the_program_makes_of_it(text: str, value: Any) -> None:
    assert seen_in([unread(text)]) == value


@pytest.mark.parametrize("around", ["%s", '{"rows": %s, "total": 1}', '{"a": {"b": "]}", "rows": %s}}'])
def test_of_a_long_text_whole_rows_are_seen_from_its_beginning(around: str) -> None:
    row = {"id": 1, "tags": ["a", "b"], "note": 'says "{[," \\', "owner": {"name": "x"}}
    text = around % json.dumps([row] * 5000)

    seen = json.dumps(seen_in([unread(text)]))

    whole = seen.count(json.dumps(row))
    assert len(text) > 2 * HEAD
    assert whole > 100
    assert seen.count('"note"') == whole


@pytest.mark.parametrize("text", ["[INFO] all is well, really\n" * 9999, "{curly, but no JSON" * 9999, "{}]" * HEAD])
def test_a_long_text_that_only_looks_like_json_is_text(text: str) -> None:
    assert isinstance(seen_in([unread(text)]), str)


@pytest.mark.parametrize("text", ["[" * HEAD * 2, '["' + "x" * HEAD * 2, '{"rows": [{"note": "' + "x" * HEAD * 2])
def test_a_long_text_without_a_whole_part_is_not_guessed(text: str) -> None:
    assert seen_in([unread(text)]) is OPAQUE


def test_half_a_row_is_not_taken_for_one() -> None:
    assert closed('[{"id": 1, "name": "x"}, {"id": 2, "na') == '[{"id": 1, "name": "x"}]'
    assert closed('{"total": 2, "rows": [{"id": 1, "tags": [1, 2') == '{"total": 2}'
