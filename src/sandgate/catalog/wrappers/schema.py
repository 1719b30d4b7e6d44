"""JSON schema read into a small tree of types. What a schema gets wrong becomes `Any`; nothing here raises.

Pointers, unions, merges and recursion end here, so that writing types in a language is a matter of spelling.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any, Literal, cast
from urllib.parse import unquote

from sandgate.catalog.wrappers.names import camel
from sandgate.catalog.wrappers.notes import (
    RARE,
    default_of,
    formats_of,
    is_literal,
    limits_of,
    says_default,
    sentences,
    words_of,
)
from sandgate.catalog.wrappers.prose import INNER, PARAMETER, RESULT, brief, telling
from sandgate.catalog.wrappers.shapes import (
    ANY,
    NONE,
    Choice,
    DictOf,
    Field,
    ListOf,
    Named,
    Node,
    OneOf,
    Plain,
    Record,
    Shape,
    TupleOf,
    join,
    shared,
)
from sandgate.catalog.wrappers.text import clean
from sandgate.model import JsonObject

_DEPTH = 32
_BUDGET = 20_000
"""Types read for one schema. Pointers can make 2**n types out of n lines."""
_HOPS = 16
_COMPARED = 50
"""Records of one hint that a further one is compared with."""

_KINDS: dict[str, Literal["str", "int", "float", "bool", "None"]] = {
    "string": "str", "str": "str", "text": "str", "integer": "int", "int": "int", "number": "float", "float": "float",
    "double": "float", "boolean": "bool", "bool": "bool", "null": "None", "none": "None",
}  # fmt: skip
_OBJECT = ("properties", "additionalProperties", "patternProperties")
_IMPLIED = (
    ("object", (*_OBJECT, "required")),
    ("array", ("items", "prefixItems", "minItems", "maxItems")),
    ("string", ("pattern", "minLength", "maxLength", "format")),
    ("number", ("minimum", "maximum", "multipleOf")),
)
_TOGETHER = frozenset((*RARE, *_OBJECT[1:], "propertyNames", "minProperties", "maxProperties"))
_STRUCTURE = frozenset((*_OBJECT, "type", "items", "prefixItems", "enum", "const", "$ref", "anyOf", "oneOf", "allOf"))


def unwrapped(output_schema: object) -> JsonObject | None:
    """The schema of `result` where an output is only that, wrapped; else None.

    Servers wrap what is not an object as `{"result": …}`. The gateway hands programs the inside, by this same rule.
    """
    schema = _object(output_schema)
    properties = _object(schema.get("properties"))
    if list(properties) != ["result"]:
        return None
    if "result" in _list(schema.get("required")) or schema.get("x-fastmcp-wrap-result") is True:
        return _object(properties["result"])
    return None


def read_input(schema: object, name: str, taken: Iterable[str] = ()) -> Shape:
    """The arguments of a tool: always a record called `name`, whatever the schema looks like."""
    reader = _Reader(schema, {*taken, name}, limits=True)
    reader.root_record(name)
    return shared(Shape(Named(name), tuple(reader.records)))


def read_output(schema: object, name: str, taken: Iterable[str] = ()) -> Shape:
    """The result of a tool, unwrapped. `name` is for an object that has no name of its own."""
    reader = _Reader(schema, set(taken), limits=False)
    inner = unwrapped(schema)
    node = reader.read(schema if inner is None else inner, _Place(name, ""))
    return shared(Shape(node, tuple(reader.records)))


@dataclass(frozen=True, slots=True)
class _Place:
    """Where in the schema we are: what a record here would be called, and what we are inside of."""

    hint: str
    parent: str
    depth: int = 0
    inside: frozenset[int] = frozenset()

    def at(self, hint: str) -> _Place:
        return replace(self, hint=hint)


@dataclass(slots=True)
class _Reader:
    root: object
    taken: set[str]
    limits: bool
    records: list[Record] = field(default_factory=list[Record])
    budget: int = _BUDGET
    known: dict[int, tuple[JsonObject, str]] = field(default_factory=dict[int, tuple[JsonObject, str]])
    """Objects already named, by identity: the object itself (which keeps the identity its own) and its name."""
    hinted: dict[str, list[tuple[JsonObject, str]]] = field(default_factory=dict[str, list[tuple[JsonObject, str]]])
    """The same by their hints."""
    numbers: dict[str, int] = field(default_factory=dict[str, int])
    """The number behind a class name that was given last."""

    def root_record(self, name: str) -> None:
        source = _object(self.root)
        target = self._follow(source)[0]
        self.known |= {id(schema): (schema, name) for schema in (source, target)}
        self._record(self._loose(self._flat(target)), name, _Place("", "", 1))

    def read(self, schema: object, place: _Place) -> Node:
        source, name = self._follow(_object(schema))
        self.budget -= 1
        if not source or self.budget < 0 or place.depth > _DEPTH or id(source) in place.inside:
            return ANY
        if id(source) in self.known:
            return Named(self.known[id(source)][1])
        hint = name or _title(source) or place.hint
        place = _Place(hint, place.parent, place.depth + 1, place.inside | {id(source)})
        flat = self._flat(source)
        node = self._choice(flat) or self._union(flat, place) or self._kinds(flat, source, place)
        return join([node, NONE]) if flat.get("nullable") is True else node

    def _choice(self, schema: JsonObject) -> Node | None:
        values = [schema["const"]] if "const" in schema else _list(schema.get("enum"))
        if not values:
            return None
        written = tuple(value for value in values if is_literal(value))
        others = [_type_of(value) for value in values if not is_literal(value)]
        return join([*([Choice(written)] if written else []), *others])

    def _union(self, schema: JsonObject, place: _Place) -> Node | None:
        key = "anyOf" if _list(schema.get("anyOf")) else "oneOf"
        options = _list(schema.get(key))
        if not any(_STRUCTURE & _object(option).keys() for option in options):
            return None  # no options, or such as {"required": ["a"]}, which no type can say
        base = {k: v for k, v in schema.items() if k in _STRUCTURE and k != key}
        base |= {"required": schema["required"]} if "properties" in base and "required" in schema else {}
        return join(self.read(self._based(base, _object(option)), place) for option in options)

    def _based(self, base: JsonObject, option: JsonObject) -> JsonObject:
        """An option with what holds for all of them."""
        if "properties" in base:
            target = self._flat(self._follow(option)[0])
            return _merge([base, target]) if target.get("type", "object") == "object" else option
        return option if option.keys() & {"type", "$ref", "anyOf", "oneOf", "allOf"} else base | option

    def _kinds(self, schema: JsonObject, source: JsonObject, place: _Place) -> Node:
        return join(self._kind(kind, schema, source, place) for kind in _kinds(schema))

    def _kind(self, kind: str, schema: JsonObject, source: JsonObject, place: _Place) -> Node:
        if kind in _KINDS:
            return Plain(_KINDS[kind])
        if kind in ("array", "list", "tuple", "set"):
            return self._array(schema, place)
        if kind in ("object", "dict", "map"):
            return self._mapping(schema, source, place)
        return ANY

    def _array(self, schema: JsonObject, place: _Place) -> Node:
        item = place.at(f"{place.hint}_item")
        fixed = _list(schema.get("prefixItems")) or _list(schema.get("items"))
        if fixed:
            return TupleOf(tuple(self.read(entry, item) for entry in fixed))
        return ListOf(self.read(schema.get("items"), item))

    def _mapping(self, schema: JsonObject, source: JsonObject, place: _Place) -> Node:
        if not _object(schema.get("properties")):
            value = place.at(f"{place.hint}_value")
            kinds = [*_object(schema.get("patternProperties")).values()]
            if not kinds or isinstance(schema.get("additionalProperties"), dict):
                kinds.append(schema.get("additionalProperties"))
            return DictOf(join(self.read(kind, value) for kind in kinds))
        alike = self.hinted.setdefault(place.hint, [])
        for other, name in alike[:_COMPARED]:
            if _same(other, source):
                return Named(name)
        name = self._name(place)
        self.known[id(source)] = (source, name)
        alike.append((source, name))
        self._record(schema, name, _Place("", place.hint, place.depth))
        return Named(name)

    def _record(self, schema: JsonObject, name: str, place: _Place) -> None:
        required = _names(schema)
        stated = _object(schema.get("properties"))
        properties: JsonObject = stated | {key: {} for key in sorted(required - stated.keys())}
        fields = [self._field(key, properties[key], key in required, place) for key in properties]
        fields.sort(key=lambda field: not field.required)
        further = self._further(schema, place) if self.limits else None
        inner = bool(place.parent) or not self.limits
        doc = clean(schema.get("description")) if inner else sentences(limits_of(self._rules(schema), self._target))
        self.records.append(Record(name, tuple(fields), doc, further))

    def _further(self, schema: JsonObject, place: _Place) -> Node | None:
        """The type of keys that are not named, where the schema says in so many words that there may be some."""
        extra: object = schema.get("additionalProperties")
        kinds: list[object] = [*_object(schema.get("patternProperties")).values()]
        if extra is True or isinstance(extra, dict):
            kinds.append(cast(object, extra))
        return join(self.read(kind, place.at("extra")) for kind in kinds) if kinds else None

    def _field(self, name: str, schema: Any, required: bool, place: _Place) -> Field:
        node = self.read(schema, place.at(name))
        told = _object(schema)
        target = self._follow(told)[0]
        if target is not told:  # a record says in its own place what it is
            quiet = {"description", "title"} if isinstance(node, Named) else {"title"}
            told = {k: v for k, v in target.items() if k not in quiet} | {k: v for k, v in told.items() if k != "$ref"}
        words = words_of(name, told, self._target)
        notes = limits_of(told, self._target) if self.limits else formats_of(told)
        default = default_of(told, nullable=_nullable(node)) if self.limits else ""
        stated = f"Default: {default}" if default and not says_default(words, default) else ""
        room = (INNER if place.parent else PARAMETER) if self.limits else RESULT
        return Field(
            name,
            node,
            required or told.get("required") is True,
            sentences([words, *notes, stated]),
            sentences([brief(" ".join(telling(words, name).split()), room), *notes]),
            default,
            bool(default) and "…" not in default and _is_of(told["default"], node),
        )

    def _rules(self, schema: JsonObject) -> JsonObject:
        """What holds for all arguments together."""
        rules = {key: value for key, value in schema.items() if key in _TOGETHER}
        for key in ("anyOf", "oneOf"):
            options = [self._flat(self._target(_object(option))) for option in _list(schema.get(key))]
            rules |= {key: [{"required": option.get("required")} for option in options]} if options else {}
        return rules

    def _target(self, schema: JsonObject) -> JsonObject:
        return self._follow(schema)[0]

    def _name(self, place: _Place) -> str:
        """A class name nobody has: the hint, the hint with what it is in, then numbers."""
        short, long = camel(place.hint), camel(f"{place.parent}_{place.hint}")
        name = short if short not in self.taken else long
        while name in self.taken:
            self.numbers[short] = self.numbers.get(short, 1) + 1
            name = f"{short}{self.numbers[short]}"
        self.taken.add(name)
        return name

    def _follow(self, schema: JsonObject) -> tuple[JsonObject, str]:
        """Go where pointers lead. Gives the schema there, and the name it is defined under if it has one."""
        name = ""
        for _ in range(_HOPS):
            pointer = schema.get("$ref")
            target = self._resolve(pointer) if isinstance(pointer, str) else None
            others = {key: value for key, value in schema.items() if key != "$ref"}
            if target is None:
                return (schema, name) if "$ref" not in schema else (others, name)
            if _STRUCTURE & others.keys():
                return {"allOf": [target, others]}, name
            name = _definition(cast(str, pointer)) or name
            schema = target
        return {}, ""

    def _resolve(self, pointer: str) -> JsonObject | None:
        found: Any = self.root
        for part in unquote(pointer.removeprefix("#")).split("/")[1:]:
            key = part.replace("~1", "/").replace("~0", "~")
            entries = _list(cast(object, found))
            if entries and key.isascii() and key.isdigit():
                found = entries[int(key)] if len(key) < 9 and int(key) < len(entries) else None
            else:
                found = _object(cast(object, found)).get(key)
        if pointer != "#" and (not pointer.startswith("#/") or not isinstance(found, dict)):
            root, last = _object(self.root), pointer.rpartition("/")[2]
            found = _object(root.get("$defs")).get(last, _object(root.get("definitions")).get(last))
        return cast(JsonObject, found) if isinstance(found, dict) else None

    def _flat(self, schema: JsonObject, depth: int = 0) -> JsonObject:
        """The schema with its `allOf` merged in."""
        parts = _list(schema.get("allOf"))
        if not parts or depth > _HOPS:
            return schema
        own = {key: value for key, value in schema.items() if key != "allOf"}
        self.budget -= len(parts)
        if self.budget < 0:
            return own
        return _merge([*(self._flat(self._follow(_object(part))[0], depth + 1) for part in parts), own])

    def _loose(self, schema: JsonObject) -> JsonObject:
        """One object that has room for every option of `schema`: arguments are passed by name, all options at once."""
        options = [self._flat(self._follow(_object(o))[0]) for k in ("anyOf", "oneOf") for o in _list(schema.get(k))]
        options = [option for option in options if _object(option.get("properties"))]
        if not options:
            return schema
        always = _names(options[0]).intersection(*map(_names, options))
        seen: dict[str, list[Any]] = {}
        for option in options:
            for key, value in _object(option.get("properties")).items():
                seen.setdefault(key, []).append(value)
        own = _object(schema.get("properties"))
        added = {k: v[0] if all(_same(v[0], o) for o in v) else {"anyOf": v} for k, v in seen.items() if k not in own}
        needed = [*_list(schema.get("required")), *sorted(always)]
        return schema | {"properties": own | added, "required": needed}


def _merge(parts: list[JsonObject]) -> JsonObject:
    """All of them at once. Where two say different things of one property, both hold."""
    whole: JsonObject = {}
    for part in parts:
        properties = dict(_object(whole.get("properties")))
        for key, value in _object(part.get("properties")).items():
            both = key in properties and not _same(properties[key], value)
            properties[key] = {"allOf": [properties[key], value]} if both else value
        required = [*_list(whole.get("required")), *_list(part.get("required"))]
        whole |= part
        whole |= ({"properties": properties} if properties else {}) | ({"required": required} if required else {})
    return whole


def _kinds(schema: JsonObject) -> list[str]:
    stated = schema.get("type")
    kinds = [kind.lower() for kind in (_list(stated) or [stated]) if isinstance(kind, str)]
    return kinds or [kind for kind, keys in _IMPLIED if schema.keys() & set(keys)][:1] or ["any"]


def _names(schema: JsonObject) -> set[str]:
    """The properties it requires."""
    return {key for key in _list(schema.get("required")) if isinstance(key, str)}


def _type_of(value: Any) -> Node:
    if isinstance(value, dict):
        return DictOf(ANY)
    if isinstance(value, list):
        return ListOf(ANY)
    return Plain("float") if isinstance(value, float) else ANY


def _is_of(value: Any, node: Node) -> bool:
    """Whether a type checker takes the value, written in Python, for one of the type."""
    match node:
        case Plain("Any"):
            return True
        case Plain("float"):
            return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)
        case Plain(name):
            return type(value).__name__.replace("NoneType", "None") == name
        case Choice(values):
            return any(value == known and type(value) is type(known) for known in values)
        case ListOf(item):
            return isinstance(value, list) and all(_is_of(entry, item) for entry in _list(cast(object, value)))
        case DictOf(inner):
            return isinstance(value, dict) and all(_is_of(it, inner) for it in _object(cast(object, value)).values())
        case OneOf(options):
            return any(_is_of(value, option) for option in options)
        case TupleOf() | Named():
            return False


def _nullable(node: Node) -> bool:
    if isinstance(node, OneOf):
        return NONE in node.options
    return node in (ANY, NONE) or (isinstance(node, Choice) and None in node.values)


def _definition(pointer: str) -> str:
    parts = unquote(pointer).split("/")
    return parts[-1] if len(parts) > 1 and parts[-2] in ("$defs", "definitions") else ""


def _title(schema: JsonObject) -> str:
    """A title that is a class name, as generators of schemas leave them."""
    title = schema.get("title")
    fits = isinstance(title, str) and "properties" in schema and re.fullmatch(r"[A-Z][A-Za-z0-9]{1,40}", title)
    return title if fits and isinstance(title, str) else ""


def _same(one: object, other: object) -> bool:
    try:
        return one == other
    except RecursionError:
        return False


def _object(value: object) -> JsonObject:
    """`value` if it is an object with string keys, else an empty one."""
    if not isinstance(value, dict):
        return {}
    entries = cast("dict[Any, Any]", value)
    return entries if all(isinstance(key, str) for key in entries) else {}


def _list(value: object) -> list[Any]:
    return cast("list[Any]", value) if isinstance(value, list) else []
