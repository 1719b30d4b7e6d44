"""A definition loses nothing a caller needs: names, types, choices, defaults, required marks and limits."""

from __future__ import annotations

import random
from typing import Any

import pytest

from sandgate.catalog import Catalogue
from sandgate.model import Listing

from .losses import losses
from .samples import invented, make, odd_tools, takes

WORDS = (
    "alpha",
    "beta",
    "gamma",
    "delta",
    "kappa",
    "sigma",
    "omega",
    "order",
    "filter",
    "page",
    "token",
    "label",
    "owner",
    "from",
    "class",
    "a-b",
    "3d",
    "größe",
)
FORMATS = ("uri", "email", "date-time", "int32", "byte")
PATTERNS = ("^[a-z]{3,9}$", "\\d+  \\d+", '^"#', "a|b")
TEXT: dict[str, Any] = {"type": "string"}


class Inventor:
    """Schemas nobody wrote, the same for the same seed."""

    def __init__(self, seed: int) -> None:
        self.dice = random.Random(seed)
        self.definitions: dict[str, Any] = {}

    def schema(self) -> dict[str, Any]:
        base = takes(base_id=self.a_string(), base_kind=self.a_choice()) | {"required": ["base_id"]}
        self.definitions |= {"Base": base, "Leaf": {}, "Node": {}, "Code": {}}
        self.definitions["Leaf"] |= self.an_object(2)
        self.definitions["Node"] |= self.an_object(1) | {"description": "A node of a tree."}
        self.definitions["Node"]["properties"]["children"] = {"type": "array", "items": {"$ref": "#/$defs/Node"}}
        self.definitions["Code"] |= self.a_string() | {"maxLength": self.dice.randint(100, 999)}
        return self.an_object(0) | self.rules() | {"$defs": self.definitions}

    def rules(self) -> dict[str, Any]:
        return self.some(
            minProperties=1, maxProperties=self.dice.randint(30, 90), additionalProperties={"type": "null"}
        )

    def an_object(self, depth: int) -> dict[str, Any]:
        names = self.dice.sample(WORDS, self.dice.randint(1, 5))
        properties = {name: self.described(self.value(depth + 1)) for name in names}
        required = [name for name in names if self.dice.random() < 0.4]
        return {"type": "object", "properties": properties, **({"required": required} if required else {})}

    def value(self, depth: int) -> dict[str, Any]:
        simple = (self.a_string, self.a_number, self.a_choice, self.a_pointer)
        nested = (self.a_list, self.a_map, self.a_tuple, self.a_union, self.a_merge, self.an_object)
        if depth > 3 or self.dice.random() < 0.5:
            return self.dice.choice(simple)()
        return self.dice.choice(nested)(depth)

    def described(self, schema: dict[str, Any]) -> dict[str, Any]:
        if "$ref" in schema or self.dice.random() < 0.3:
            return schema
        return schema | {"description": " ".join(self.dice.choices(WORDS, k=self.dice.randint(2, 40))) + "."}

    def a_string(self) -> dict[str, Any]:
        limits = self.some(
            minLength=self.dice.randint(0, 9),
            maxLength=self.dice.randint(10, 99),
            pattern=self.dice.choice(PATTERNS),
            format=self.dice.choice(FORMATS),
            default=self.dice.choice(["", "x", "it's", 'a "b"', "two  spaces", "line\nbreak"]),
            nullable=True,
        )
        return {"type": self.dice.choice(["string", "string", ["string", "null"]]), **limits}

    def a_number(self) -> dict[str, Any]:
        limits = self.some(
            minimum=self.dice.randint(-99, 0),
            maximum=self.dice.choice([17, 99.5]),
            exclusiveMinimum=self.dice.randint(-200, -100),
            exclusiveMaximum=self.dice.randint(100, 200),
            multipleOf=self.dice.choice([5, 0.25]),
            default=self.dice.choice([0, 1, -3]),
        )
        return {"type": self.dice.choice(["integer", "number"]), **limits}

    def a_choice(self) -> dict[str, Any]:
        values = self.dice.sample(["up", "down", "", 'q"', 0, 1, 2.5, True, False, None, [1], {"a": 1}], 3)
        return self.dice.choice([
            {"enum": values}, {"enum": values, "default": values[0]}, {"const": self.dice.choice(["one", 0, False])},
            {"type": "boolean", "default": False},
        ])  # fmt: skip

    def a_pointer(self) -> dict[str, Any]:
        return {"$ref": f"#/$defs/{self.dice.choice(sorted(self.definitions))}"}

    def a_list(self, depth: int) -> dict[str, Any]:
        limits = self.some(
            minItems=self.dice.randint(0, 5), maxItems=self.dice.randint(6, 60), uniqueItems=True, default=[]
        )
        return {"type": "array", "items": self.described(self.value(depth + 1)), **limits}

    def a_map(self, depth: int) -> dict[str, Any]:
        values = self.value(depth + 1)
        limits = self.some(minProperties=1, maxProperties=self.dice.randint(2, 40), default={})
        if self.dice.random() < 0.3:
            return {"type": "object", "patternProperties": {"^x-": values}, "additionalProperties": False, **limits}
        return {"type": "object", "additionalProperties": values, **limits}

    def a_tuple(self, depth: int) -> dict[str, Any]:
        entries = [self.value(depth + 1) for _ in range(self.dice.randint(1, 3))]
        return {"type": "array", self.dice.choice(["prefixItems", "items"]): entries}

    def a_union(self, depth: int) -> dict[str, Any]:
        options = [self.described(self.value(depth + 1)) for _ in range(self.dice.randint(2, 3))]
        return {
            self.dice.choice(["anyOf", "oneOf"]): [*options, *([{"type": "null"}] if self.dice.random() < 0.5 else [])]
        }

    def a_merge(self, depth: int) -> dict[str, Any]:
        if self.dice.random() < 0.5:
            return {"allOf": [self.a_string(), {"maxLength": self.dice.randint(1000, 2000)}]}
        return {"allOf": [self.an_object(depth + 1), {"$ref": "#/$defs/Base"}]}

    def some(self, **limits: Any) -> dict[str, Any]:
        return {key: value for key, value in limits.items() if self.dice.random() < 0.3}


def definition(schema: dict[str, Any]) -> str:
    tool = make("find", schema, description="Find.")
    return Catalogue(["lab"], {"lab": Listing(tools=(tool,))}).definition(tool)


@pytest.mark.parametrize("start", range(0, 600, 100))
def test_whatever_an_invented_schema_states_is_in_the_definition(start: int) -> None:
    for seed in range(start, start + 100):
        schema = Inventor(seed).schema()

        text = definition(schema)

        assert losses(schema, text) == [], f"seed {seed}:\n{text}"


def test_whatever_the_oddest_tools_state_is_in_their_definitions() -> None:
    for tool in [*odd_tools(), *invented().tools]:
        text = definition(tool.input_schema)

        assert losses(tool.input_schema, text) == [], f"{tool.server}.{tool.name}:\n{text}"


@pytest.mark.parametrize(
    ("stated", "kind"),
    [
        ({**TEXT, "maxLength": 77}, "maxLength"),
        ({**TEXT, "pattern": "^z"}, "pattern"),
        ({**TEXT, "default": ""}, "default"),
        ({"type": "boolean", "default": False}, "default"),
        ({"enum": ["zz"]}, "choice"),
        ({"enum": [2.5]}, "choice"),
        ({"type": "integer"}, "type"),
        ({"type": ["string", "null"]}, "type"),
        ({"anyOf": [{**TEXT, "minLength": 8}, {"type": "null"}]}, "minLength"),
        ({"type": "array", "items": {**TEXT, "format": "zip"}}, "format"),
        ({**takes(inner=TEXT)}, "fields"),
        ({"$ref": "#/$defs/Short"}, "maxLength"),
    ],
)
def test_the_check_notices_what_is_missing(stated: dict[str, Any], kind: str) -> None:
    schema = {**takes(x=stated), "$defs": {"Short": {**TEXT, "maxLength": 5}}}

    assert losses(schema, definition(schema)) == []
    assert kind in {loss.kind for loss in losses(schema, definition(takes(x=TEXT)))}
    assert {loss.kind for loss in losses({**schema, "required": ["x"]}, definition(takes()))} == {"name"}


def test_the_check_notices_a_missing_mark() -> None:
    schema = takes(x=TEXT)

    assert [loss.kind for loss in losses({**schema, "required": ["x"]}, definition(schema))] == ["required"]


def test_arguments_that_need_each_other_are_named() -> None:
    pair = {**takes(a=TEXT, b=TEXT, c=TEXT), "anyOf": [{"required": ["a"]}, {"required": ["b", "c"]}]}
    rare = {**takes(a=TEXT, b=TEXT), "dependentRequired": {"a": ["b"]}}

    assert "Give a, or b and c" in definition(pair)
    assert "Give a, or b and c" in definition(takes(x=pair))
    assert 'dependentRequired: {"a": ["b"]}' in definition(rare)
