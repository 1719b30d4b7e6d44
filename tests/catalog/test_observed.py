"""Shapes of real values: what is kept, what is merged, what is bounded, and that no value is in them."""

from __future__ import annotations

import json
import typing
from itertools import permutations
from random import Random
from typing import Any, get_type_hints

import pytest

from sandgate.catalog.learned.keys import Keys
from sandgate.catalog.learned.observed import DEPTH, NODES, is_shape, merge, shape_of
from sandgate.catalog.wrappers.python import definition
from sandgate.catalog.wrappers.returns import is_vague, rounded
from sandgate.model import Observed, Tool

TEXT, WHOLE, NULL = {"type": "string"}, {"type": "integer"}, {"type": "null"}
WORDS = ("id", "name", "status", "count", "owner", "items", "tags", "total", "price", "created_at")


def record(required: str = "", **fields: Any) -> dict[str, Any]:
    always = {"required": sorted(required.split())} if required else {}
    return {"type": "object", "properties": fields} | always


def rows(item: Any) -> dict[str, Any]:
    return {"type": "array", "items": item}


def some_value(random: Random, depth: int = 0) -> Any:
    """A value of any kind whose objects have ordinary fields."""
    kinds = [None, True, 7, 0.5, "canary"]
    if depth > 3 or random.random() < 0.4:
        return random.choice(kinds)
    if random.random() < 0.5:
        return [some_value(random, depth + 1) for _ in range(random.randrange(4))]
    return {name: some_value(random, depth + 1) for name in random.sample(WORDS, random.randrange(6))}


def told(observed: Any, calls: int = 7, output: Any = None) -> str:
    """What a definition says after such observations."""
    tool = Tool(server="lab", name="find", output_schema=output, observed=Observed(schema=observed, calls=calls))
    return definition(tool, "lab", "find")


def said(observed: Any, calls: int = 7, output: Any = None) -> str:
    """The end of the line that says what is returned."""
    line = next(line for line in told(observed, calls, output).splitlines() if line.startswith("async def"))
    return " ".join(line.partition(" -> ")[2].split())


def typed(text: str, name: str) -> Any:
    """The class of that name, as Python understands the definition."""
    names: dict[str, Any] = dict(vars(typing))
    exec(compile(text.partition("\n")[2], "definition", "exec", dont_inherit=True), names)
    return names[name]


@pytest.mark.parametrize(
    ("value", "shape"),
    [
        ("text", TEXT),
        (7, WHOLE),
        (True, {"type": "boolean"}),
        (None, NULL),
        ([], {"type": "array"}),
        ({}, {"type": "object"}),
        ([1, "a", None], rows({"type": ["integer", "null", "string"]})),
        ([1, 2.5], rows({"type": "number"})),
        ({"id": 1, "name": "x"}, record("id name", id=WHOLE, name=TEXT)),
        ([{"id": 1}, {"id": 2, "name": None}], rows(record("id", id=WHOLE, name=NULL))),
        (
            [{"id": 1, "tags": ["a"]}, "x"],
            rows({**record("id tags", id=WHOLE, tags=rows(TEXT)), "type": ["object", "string"]}),
        ),
        (b"bytes", {}),
    ],
)
def test_a_value_has_the_shape_of_its_parts(value: Any, shape: Any) -> None:
    assert shape_of(value) == shape


@pytest.mark.parametrize(
    ("one", "other", "both"),
    [
        ({"id": 1, "name": "x"}, {"id": 2}, record("id", id=WHOLE, name=TEXT)),
        (
            {"id": 1, "name": "x"},
            {"id": "a", "name": None},
            record("id name", id={"type": ["integer", "string"]}, name={"type": ["null", "string"]}),
        ),
        ({"items": []}, {"items": [1]}, record("items", items=rows(WHOLE))),
        ({}, {"id": 1}, record(id=WHOLE)),
        (1, 2.5, {"type": "number"}),
        ("x", [1], {"type": ["array", "string"], "items": WHOLE}),
        ({"id": 1}, None, {**record("id", id=WHOLE), "type": ["null", "object"]}),
        ({"id": b"?"}, {"id": 1}, record("id", id={})),
    ],
)
def test_two_shapes_become_one_that_both_values_have(one: Any, other: Any, both: Any) -> None:
    assert merge(shape_of(one), shape_of(other)) == both
    assert merge(shape_of(other), shape_of(one)) == both


@pytest.mark.parametrize("seed", range(60))
def test_merging_knows_no_order_and_changes_nothing_twice(seed: int) -> None:
    random = Random(seed)
    shapes = [shape_of(some_value(random)) for _ in range(3)]

    merged = [merge(merge(a, b), c) for a, b, c in permutations(shapes)]

    assert all(merge(shape, shape) == shape for shape in [*shapes, *merged])
    assert all(merge(merged[0], shape) == merged[0] for shape in shapes)
    assert all(merge(a, b) == merge(b, a) for a in shapes for b in shapes)
    assert all(is_shape(json.loads(json.dumps(shape))) for shape in merged)
    assert "canary" not in json.dumps(merged)


def test_a_long_list_is_looked_at_from_end_to_end() -> None:
    items: list[Any] = [{"id": 1} for _ in range(100_000)]
    items[0], items[-1] = {"id": 1, "first": 1}, {"id": 1, "last": "x"}

    assert shape_of(items) == rows(record("id", id=WHOLE, first=WHOLE, last=TEXT))


def test_what_lies_too_deep_is_anything() -> None:
    value: Any = "bottom"
    for _ in range(50):
        value = {"data": value}

    shape, depth = shape_of(value), 0
    while shape:
        shape, depth = shape["properties"]["data"], depth + 1

    assert depth == DEPTH
    assert merge(shape_of(value), shape_of(value)) == shape_of(value)


def test_a_shape_stays_small_and_keeps_its_upper_levels() -> None:
    wide: Any = {f"{word}_{other}": word for word in WORDS for other in WORDS[:5]} | {"count": 1}
    value = {name: {"first": wide, "second": [wide]} for name in WORDS} | {"id": 1}

    shape = shape_of(value)

    assert json.dumps(shape).count('"type"') <= NODES
    assert set(shape["properties"]) == {*WORDS, "id"}


def test_a_result_with_more_than_can_be_looked_at_is_looked_at_less_deep() -> None:
    value: Any = 1
    for _ in range(4):
        value = {f"{word}_{other}": [value, "x", {"id": 1}] for word in WORDS for other in WORDS[:3]}

    shape = shape_of(value)

    assert len(shape["properties"]) == 30


def test_more_keys_than_a_record_has_are_a_table() -> None:
    assert (
        shape_of({f"name_{chr(97 + n % 26)}{'x' * (n // 26)}": n for n in range(90)})["additionalProperties"] == WHOLE
    )


PERSONAL = {
    "an address": ["ada@example.com", "bob@example.org"],
    "an id": ["u-1009", "u-1010"],
    "a number": ["4711", "4712"],
    "a UUID": ["f81d4fae-7dec-11d0-a765-00a0c91e6bf6"],
    "a date": ["2024-01-31", "d2024_01_31"],
    "a path": ["/home/ada/notes.txt"],
    "a URL": ["https://example.com/ada"],
    "a hash": ["da39a3ee5e6b4b0d", "deadbeef"],
    "a telephone": ["+49 30 1234567", "tel493012345"],
    "a full name": ["Ada Lovelace"],
    "a first name": ["alice", "bob"],
    "names together": ["alice_smith", "BobJones"],
    "a domain": ["example.com"],
    "a key of some machine": ["cus_Nf3aQ9xL", "dQw4w9WgXcQ"],
    "another script": ["Ада"],
    "a user's name": ["jdoe", "mkowal"],
}


@pytest.mark.parametrize("names", PERSONAL.values(), ids=PERSONAL.keys())
@pytest.mark.parametrize("value", [3, "x", {"age": 36, "email": "x"}, [{"age": 36, "email": "x"}]])
def test_keys_that_are_data_are_not_kept(names: list[str], value: Any) -> None:
    shapes = [shape_of(dict.fromkeys(names, value)), shape_of([{"data": dict.fromkeys(names, value), "total": 1}])]
    written = json.dumps(shapes, ensure_ascii=False)

    assert [name for name in names if name in written] == []
    assert "additionalProperties" in shapes[0]
    assert "total" in written


def test_one_key_that_is_data_makes_its_neighbours_suspect() -> None:
    assert shape_of({"total": 1, "ada@example.com": 2}) == {"type": "object", "additionalProperties": WHOLE}


def test_users_beside_fields_are_left_out() -> None:
    person = {"age": 36, "email": "x"}

    assert shape_of({"jdoe": person, "mkowal": person, "total": 2}) == record("total", total=WHOLE)


def test_what_a_call_sent_does_not_come_back_as_a_field() -> None:
    sent = Keys(arguments=frozenset({"octo", "status"}))

    assert "octo" not in json.dumps(shape_of({"octo": {"age": 3}, "total": 1}, sent))
    assert shape_of({"status": "open", "id": 1}, sent) == record("id status", status=TEXT, id=WHOLE)


def test_what_a_tool_is_about_may_be_a_field() -> None:
    assert shape_of({"molecules": ["x"]}, Keys(words=frozenset({"molecule"}))) == record(
        "molecules", molecules=rows(TEXT)
    )


def test_entries_that_share_no_key_turn_out_to_be_a_table() -> None:
    one, other = shape_of({"zebra": {"age": 3}, "id": {"age": 1}}), shape_of({"count": {"age": 4}})

    assert merge(one, other) == {"type": "object", "additionalProperties": record("age", age=WHOLE)}


def test_many_optional_fields_of_one_kind_turn_out_to_be_a_table() -> None:
    shape = shape_of({"id": 1})
    for word in (*WORDS, "width", "height", "depth"):
        shape = merge(shape, shape_of({word: 1}))

    assert shape == {"type": "object", "additionalProperties": WHOLE}


@pytest.mark.parametrize(
    "damaged",
    [
        7,
        [],
        {"type": "unicorn"},
        {"type": 7},
        {"properties": {}},
        {"type": "object", "properties": {"ada@example.com": TEXT}},
        {"type": "object", "properties": {"id": 3}},
        {"type": "object", "required": [7]},
        {"type": "string", "description": "Do as I say"},
        {"type": "array", "items": rows(rows(rows(rows(rows(rows(TEXT))))))},
    ],
)
def test_what_could_not_have_been_observed_is_told_apart(damaged: Any) -> None:
    assert not is_shape(damaged)


@pytest.mark.parametrize(
    ("value", "type"),
    [
        ({"id": 1}, "FindResult"),
        ([{"id": 1}], "list[FindResultItem]"),
        ({"result": {"id": 1}}, "FindResult"),
        ("text", "str"),
        ({"a@b.c": 1}, "dict[str, int]"),
        ([1, None], "list[int | None]"),
    ],
)
def test_a_definition_says_what_was_observed(value: Any, type: str) -> None:
    assert said(shape_of(value)) == f"{type}: # observed in 5+ calls, not promised"


def test_a_lone_result_is_not_taken_off_twice() -> None:
    assert typed(told(shape_of({"result": 1})), "FindResult").__required_keys__ == {"result"}


def test_fields_that_some_objects_lack_are_marked() -> None:
    text = told(shape_of([{"id": 1, "next": None}, {"id": 1, "next": None, "name": "x"}]))

    item = typed(text, "FindResultItem")

    assert get_type_hints(item) == {"id": int, "next": Any, "name": str}
    assert (item.__required_keys__, item.__optional_keys__) == ({"id", "next"}, {"name"})


@pytest.mark.parametrize("value", [None, b"image"])
def test_nothing_that_was_seen_says_nothing(value: Any) -> None:
    assert said(shape_of(value)) == "Any:"


@pytest.mark.parametrize(
    "output",
    [
        {"type": "object"},
        {"type": "object", "additionalProperties": True},
        {"type": "object", "properties": {"result": {}}, "required": ["result"]},
        {"type": "object", "properties": {"result": rows({"type": "object"})}, "required": ["result"]},
    ],
)
def test_a_promise_that_says_nothing_gives_way_to_what_was_observed(output: Any) -> None:
    assert is_vague(output)
    assert said(shape_of([{"id": 1}]), output=output).startswith("list[FindResultItem]:")


def test_what_a_server_promises_stands() -> None:
    assert said(shape_of("text"), output=record("id", id=WHOLE)) == "FindResult:"


def test_the_number_of_calls_is_rounded_so_that_texts_stay() -> None:
    texts = {said(TEXT, calls).partition("observed in ")[2] for calls in range(1, 500)}

    assert {rounded(calls) for calls in range(1, 500)} == {1, 2, 5, 10, 20, 50, 100}
    assert {"1 call, not promised", "2 calls, not promised", "100+ calls, not promised"} <= texts
    assert len(texts) == 7
