from __future__ import annotations

import copy
import random
import time
from typing import Any, cast

import pytest

from sandgate.catalog.wrappers.python import module
from sandgate.catalog.wrappers.schema import read_input, read_output, unwrapped
from sandgate.catalog.wrappers.shapes import (
    ANY,
    NONE,
    Choice,
    DictOf,
    ListOf,
    Named,
    Node,
    OneOf,
    Plain,
    Record,
    TupleOf,
    join,
)

from .samples import invented, make, odd_tools, takes

TEXT: dict[str, Any] = {"type": "string"}
STR, INT, FLOAT = Plain("str"), Plain("int"), Plain("float")


def root(schema: Any) -> Record:
    return read_input(schema, "Input").records[-1]


def read(schema: Any, **definitions: Any) -> Node:
    """The type of a parameter with this schema."""
    return root({**takes(x=schema), "$defs": definitions}).fields[0].type


def doc(schema: Any) -> str:
    return root(takes(x=schema)).fields[0].doc


@pytest.mark.parametrize(
    ("schema", "node"),
    [
        (TEXT, STR),
        ({"type": "integer"}, INT),
        ({"type": ["string", "null"]}, OneOf((STR, NONE))),
        ({"type": "string", "nullable": True}, OneOf((STR, NONE))),
        ({"type": ["integer", "number"]}, FLOAT),
        ({"enum": ["a", 1, True, None]}, Choice(("a", 1, True, None))),
        ({"enum": [1.5, "a"]}, OneOf((Choice(("a",)), FLOAT))),
        ({"enum": [{"a": 1}]}, DictOf(ANY)),
        ({"enum": [], "type": "string"}, STR),
        ({"const": "one"}, Choice(("one",))),
        ({"anyOf": [{"const": "a"}, {"type": "null"}, {"const": "b"}]}, OneOf((Choice(("a", "b")), NONE))),
        ({"oneOf": [TEXT, TEXT]}, STR),
        ({"anyOf": [TEXT, {}]}, ANY),
        ({"type": "string", "anyOf": [{"format": "uri"}, {"enum": ["x"]}]}, OneOf((STR, Choice(("x",))))),
        ({"allOf": [TEXT, {"description": "d"}]}, STR),
        ({"type": "array", "items": TEXT}, ListOf(STR)),
        ({"type": "array"}, ListOf(ANY)),
        ({"items": TEXT}, ListOf(STR)),
        ({"type": "array", "prefixItems": [TEXT, {"type": "integer"}]}, TupleOf((STR, INT))),
        ({"type": "array", "items": [TEXT]}, TupleOf((STR,))),
        ({"type": "object"}, DictOf(ANY)),
        ({"type": "object", "additionalProperties": TEXT}, DictOf(STR)),
        ({"type": "object", "patternProperties": {"^x": TEXT}, "additionalProperties": False}, DictOf(STR)),
        ({"minLength": 1}, STR),
        (True, ANY),
        (False, ANY),
        ({"type": "wat"}, ANY),
    ],
)
def test_a_schema_is_read_as_the_type_it_means(schema: Any, node: Node) -> None:
    assert read(schema) == node


def test_one_and_true_are_different_choices() -> None:
    assert join([Choice((1,)), Choice((True,)), Choice((1,))]) == Choice((1, True))


def test_an_object_becomes_a_record_with_its_required_fields_first() -> None:
    schema = {**takes(a=TEXT, b={**takes(c=TEXT), "description": "B."}), "required": ["b", "ghost"]}

    shape = read_input(schema, "Input")

    inner, outer = shape.records
    assert shape.type == Named("Input")
    assert [(field.name, field.type, field.required) for field in outer.fields] == [
        ("b", Named("B"), True),
        ("ghost", ANY, True),
        ("a", STR, False),
    ]
    assert inner.name == "B"


def test_pointers_lead_anywhere_in_the_document() -> None:
    schema: dict[str, Any] = {
        **takes(
            a=TEXT, b={"$ref": "#/properties/a"}, c={"$ref": "#/$defs/d~1e%20f"}, e={"$ref": "#/properties/l/anyOf/1"}
        ),
        "$defs": {"d/e f": {"type": "integer"}},
    }
    schema["properties"]["l"] = {"anyOf": [TEXT, {"type": "boolean"}]}

    types = {field.name: field.type for field in root(schema).fields}

    assert types["b"] == STR
    assert types["c"] == INT
    assert types["e"] == Plain("bool")


@pytest.mark.parametrize(
    "pointer", ["#/nowhere", "https://example.com/s.json", "#name", "", None, 3, ["#"], "#/$defs/9"]
)
def test_a_pointer_that_leads_nowhere_is_any(pointer: Any) -> None:
    assert read({"$ref": pointer}) == ANY


def test_a_pointer_to_itself_is_any() -> None:
    assert read({"$ref": "#/$defs/a"}, a={"$ref": "#/$defs/b"}, b={"$ref": "#/$defs/a"}) == ANY
    assert read({"$ref": "#/$defs/a"}, a={"type": "array", "items": {"$ref": "#/$defs/a"}}) == ListOf(ANY)


def test_a_recursive_object_refers_to_itself_by_name() -> None:
    node = {**takes(children={"type": "array", "items": {"$ref": "#/$defs/Node"}}), "description": "A node."}

    shape = read_input({**takes(top={"$ref": "#/$defs/Node"}), "$defs": {"Node": node}}, "Input")

    assert [record.name for record in shape.records] == ["Node", "Input"]
    assert shape.records[0].fields[0].type == ListOf(Named("Node"))
    assert shape.records[0].doc == "A node."


def test_recursion_through_a_union_keeps_its_types() -> None:
    (tool,) = [tool for tool in invented().tools if tool.name == "filter"]

    shape = read_input(tool.input_schema, "Input")

    records = {record.name: record for record in shape.records}
    assert records["Input"].fields[0].type == OneOf((Named("And"), Named("Leaf")))
    assert records["And"].fields[0].type == ListOf(OneOf((Named("And"), Named("Leaf"))))


def test_a_root_that_points_to_itself_is_the_input() -> None:
    assert root(takes(again={"$ref": "#"})).fields[0].type == Named("Input")


def test_all_of_several_objects_is_one_record() -> None:
    one, two = {**takes(a=TEXT), "required": ["a"]}, {**takes(b=TEXT, a={"maxLength": 3}), "required": ["b"]}

    record = root({"allOf": [{"$ref": "#/$defs/One"}, two], "$defs": {"One": one}})

    assert [(field.name, field.type, field.required) for field in record.fields] == [("a", STR, True), ("b", STR, True)]
    assert "Max 3 characters" in record.fields[0].doc


def test_arguments_with_alternatives_have_room_for_each() -> None:
    (tool,) = [tool for tool in invented().tools if tool.name == "either"]

    fields = {field.name: field.required for field in root(tool.input_schema).fields}

    assert fields == {"k": True, "a": False, "b": False}


def test_alternatives_that_only_require_do_not_hide_the_properties() -> None:
    record = root(takes(x={**takes(a=TEXT, b=TEXT), "anyOf": [{"required": ["a"]}, {"required": ["b"]}]}))

    assert record.fields[0].type == Named("X")


def test_different_objects_in_one_place_get_different_names_and_equal_ones_share() -> None:
    point, box = takes(at=takes(x=TEXT)), takes(at=takes(y=TEXT))
    pair = {"type": "array", "items": [copy.deepcopy(point), copy.deepcopy(point)]}

    shape = read_input(takes(a=point, b=box, c=pair), "Input")

    names = [record.name for record in shape.records]
    assert len(names) == len(set(names))
    assert names == ["At", "A", "BAt", "B", "Input"]
    assert shape.records[-1].fields[-1].type == TupleOf((Named("A"), Named("A")))


@pytest.mark.parametrize(
    ("schema", "words"),
    [
        ({**TEXT, "description": "Name", "default": "x"}, "Name. Default: 'x'"),
        ({"type": "array", "default": []}, "Default: []"),
        ({"type": "boolean", "default": False}, "Default: False"),
        ({"type": "integer", "minimum": 1, "maximum": 100}, "1 to 100"),
        ({"type": "integer", "exclusiveMinimum": 0, "multipleOf": 5}, "Above 0. Multiple of 5"),
        ({"type": "number", "minimum": 0, "exclusiveMinimum": True}, "Above 0"),
        ({"type": "integer", "minimum": -(2**53 - 1), "maximum": 2**53 - 1}, ""),
        ({**TEXT, "minLength": 1}, "Not empty"),
        ({**TEXT, "minLength": 2, "maxLength": 2}, "Exactly 2 characters"),
        ({"type": "array", "items": {**TEXT, "format": "uri", "description": "Link"}, "maxItems": 3},
         "Each: Link. Max 3 items. Each: Format: uri"),
        ({**TEXT, "pattern": "^\\d+$"}, "Pattern: ^\\d+$"),
        ({**TEXT, "format": "uuid", "pattern": "^[0-9a-f]{8}$"}, "Format: uuid"),
        ({**TEXT, "examples": ["a", "b"]}, "Example: 'a', 'b'"),
        ({"enum": [0.5, 1.5]}, "One of: 0.5, 1.5"),
        ({"anyOf": [{**TEXT, "maxLength": 5}, {"type": "null"}], "default": None}, "Max 5 characters"),
        ({**TEXT, "description": "Order (default: asc)", "default": "asc"}, "Order (default: asc)"),
        ({**TEXT, "title": "X"}, ""),
        ({**TEXT, "title": "Search words"}, "Search words"),
        ({**TEXT, "default": None}, "Default: None"),
    ],
)  # fmt: skip
def test_what_a_type_cannot_say_stands_in_words(schema: Any, words: str) -> None:
    assert doc(schema) == words


def test_a_pointer_brings_the_words_of_its_target_and_its_own_default() -> None:
    schema = {
        **takes(x={"$ref": "#/$defs/Order", "default": "up"}),
        "$defs": {"Order": {"enum": ["up"], "description": "Way"}},
    }

    (field,) = root(schema).fields

    assert field.type == Choice(("up",))
    assert field.doc == "Way. Default: 'up'"


@pytest.mark.parametrize(
    ("schema", "inner"),
    [
        ({**takes(result=TEXT), "required": ["result"]}, TEXT),
        ({**takes(result=TEXT), "x-fastmcp-wrap-result": True}, TEXT),
        ({**takes(result=True), "required": ["result"]}, {}),
        (takes(result=TEXT), None),
        ({**takes(result=TEXT, more=TEXT), "required": ["result"]}, None),
        ({"type": "string"}, None),
        (None, None),
    ],
)
def test_only_a_lone_required_result_is_unwrapped(schema: Any, inner: Any) -> None:
    assert unwrapped(schema) == inner


def test_a_wrapped_result_is_typed_as_its_inside() -> None:
    items = {"type": "array", "items": {"$ref": "#/$defs/Issue"}}
    schema = {**takes(result=items), "required": ["result"], "$defs": {"Issue": takes(id={"type": "integer"})}}

    shape = read_output(schema, "FindResult")

    assert shape.type == ListOf(Named("Issue"))
    assert [record.name for record in shape.records] == ["Issue"]


def test_a_server_keeps_its_schema_as_it_was() -> None:
    schema = {**takes(a={"allOf": [takes(b=TEXT), {"required": ["c"]}]}), "required": ["ghost"]}
    before = copy.deepcopy(schema)

    read_input(schema, "Input")

    assert schema == before


def deep(levels: int) -> Any:
    schema: Any = TEXT
    for _ in range(levels):
        schema = takes(x={"type": "array", "items": schema})
    return schema


NONSENSE: list[Any] = [
    None, [], "object", 7, True, {"properties": None}, {"properties": [1]}, {"properties": {"a": None, "b": []}},
    {"required": "all"}, {"required": [1, None, "a"]}, {"type": {"a": 1}}, {"type": []}, {"type": [[]]},
    takes(a={"enum": "abc"}), takes(a={"enum": [[], {}, [{}]]}), takes(a={"anyOf": "x"}), takes(a={"anyOf": [None, 3]}),
    takes(a={"items": 3, "type": "array"}), takes(a={"allOf": [None, {"allOf": 3}]}), takes(a={"const": [1]}),
    takes(a={"description": 3, "default": object(), "title": [], "format": {}, "pattern": 3, "examples": {}}),
    takes(a={"minimum": "1", "maxLength": None, "minItems": float("nan"), "maximum": float("inf")}),
    takes(**{"": TEXT, " ": TEXT, "\n": TEXT, "\ud800": TEXT, '"': TEXT, "\\": TEXT, "a\u202eb": TEXT}),
    {1: 2, "properties": {3: TEXT}}, {"$ref": "#"}, {"allOf": [{"$ref": "#"}]}, {"anyOf": [{"$ref": "#"}]},
    {"$defs": 3, "$ref": "#/$defs/a"}, takes(a={"default": 10**5000}), takes(a={"enum": [10**5000]}), deep(300),
]  # fmt: skip


@pytest.mark.parametrize("schema", NONSENSE, ids=range(len(NONSENSE)))
def test_no_schema_is_too_wrong_to_make_a_module(schema: Any) -> None:
    text = module(make(schema=schema, output=schema), "find")

    compile(text, "find.py", "exec")
    text.encode()


def test_a_schema_that_holds_itself_ends() -> None:
    schema = takes()
    schema["properties"]["again"] = schema
    schema["properties"]["list"] = {"type": "array", "items": schema["properties"]}

    compile(module(make(schema=schema, output=schema), "find"), "find.py", "exec")


@pytest.mark.parametrize("join_word", ["anyOf", "allOf", "prefixItems"])
def test_a_few_lines_cannot_become_a_billion_types(join_word: str) -> None:
    definitions: dict[str, Any] = {
        f"d{n}": {join_word: [{"$ref": f"#/$defs/d{n + 1}"}, {"$ref": f"#/$defs/d{n + 1}"}, {"maxItems": n}]}
        for n in range(30)
    }
    started = time.process_time()

    text = module(make(schema={**takes(x={"$ref": "#/$defs/d0"}), "$defs": definitions}), "find")

    compile(text, "find.py", "exec")
    assert time.process_time() - started < 5
    assert len(text) < 1_000_000


GARBAGE: list[Any] = [None, [], {}, True, "x", 3, [None], {"type": 3}, {"$ref": "#"}, {"anyOf": [{}]}, '"""\\']


def spoil(value: Any, dice: random.Random) -> Any:
    """A copy with a few places replaced by what does not belong there."""
    if dice.random() < 0.03:
        return dice.choice(GARBAGE)
    if isinstance(value, dict):
        return {key: spoil(inner, dice) for key, inner in cast("dict[str, Any]", value).items()}
    return [spoil(inner, dice) for inner in cast("list[Any]", value)] if isinstance(value, list) else value


def test_spoiled_schemas_of_real_tools_still_make_modules() -> None:
    dice = random.Random(11)
    small = [tool for tool in odd_tools() if len(str(tool.input_schema)) < 8000]

    for tool in small * 6:
        schemas = spoil(tool.input_schema, dice), spoil(tool.output_schema, dice)
        text = module(make(tool.name, *schemas), "find")
        compile(text, tool.name, "exec")
