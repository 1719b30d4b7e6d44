"""Reads a definition beside the schema it was made from: whatever the schema states and the text does not is a loss."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, cast

from sandgate.catalog.wrappers.text import clean, literal, one_line

from .reading import Parameter, arguments, documented, records

Schema = dict[str, Any]
TYPES = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}
SELF_EVIDENT = ("uuid", "date-time", "date", "time", "email", "ipv4", "ipv6", "duration", "uri", "guid")
"""Formats that stand for the pattern beside them."""


@dataclass(frozen=True)
class Loss:
    kind: str
    place: str
    what: str


def losses(schema: Schema, text: str) -> list[Loss]:
    """What a caller is not told of the arguments. Empty is what we want."""
    reader = _Reader(schema, records(text))
    whole = Parameter(ast.Name("Input"), True, documented(text) + text.partition("**")[2].partition(")")[0])
    reader.compare_object(schema, arguments(text), whole, "", must=True)
    return reader.found


@dataclass
class _Reader:
    root: Schema
    records: dict[str, dict[str, Parameter]]
    found: list[Loss] = field(default_factory=list[Loss])
    seen: set[tuple[int, str]] = field(default_factory=set[tuple[int, str]])

    def compare_object(
        self, schema: Any, fields: dict[str, Parameter], whole: Parameter, place: str, *, must: bool
    ) -> None:
        """`must` is whether all of the object's own required fields are required of the record as well."""
        schema = self._target(schema)
        required = set(_listed(schema, "required"))
        for name, stated in _object(schema.get("properties")).items():
            at = f"{place}.{name}"
            if name not in fields:
                self._lose("name", at, name)
                continue
            if must and fields[name].required != (name in required or _object(stated).get("required") is True):
                self._check_mark(name, fields[name], required, at)
            self.compare(stated, fields[name], at)
        for part in _listed(schema, "allOf"):
            self.compare_object(part, fields, whole, place, must=False)
        for key in ("anyOf", "oneOf"):
            for option in _listed(schema, key):
                self.compare_object(option, fields, whole, place, must=False)
                for name in _listed(self._target(option), "required"):
                    if name not in whole.doc and not (name in fields and fields[name].required):
                        self._lose("required together", place, name)
        self._compare_limits({k: v for k, v in schema.items() if k.endswith("Properties")}, whole, place)

    def _check_mark(self, name: str, parameter: Parameter, required: set[str], place: str) -> None:
        """Required in the schema and not in the text is a loss; the other way round, another part required it."""
        if name in required or not parameter.required:
            self._lose("required", place, "required" if name in required else "optional")

    def compare(self, stated: Any, parameter: Parameter, place: str) -> None:
        schema = self._target(stated)
        key = (id(schema), f"{ast.dump(parameter.annotation)} {parameter.doc}")
        if not schema or key in self.seen or _takes_anything(parameter.annotation):
            return
        self.seen.add(key)
        self._compare_type(schema, parameter, place)
        self._compare_default(_object(stated) if "default" in _object(stated) else schema, parameter, place)
        self._compare_limits(schema, parameter, place)
        self._compare_parts(schema, parameter, place)

    def _compare_type(self, schema: Schema, parameter: Parameter, place: str) -> None:
        choices = [schema["const"]] if "const" in schema else _listed(schema, "enum")
        told = list(map(repr, parameter.choices))
        for value in choices:
            if repr(value) not in told and literal(value) not in parameter.doc:
                self._lose("choice", place, repr(value))
        names = {node.id for node in ast.walk(parameter.annotation) if isinstance(node, ast.Name)}
        names |= {"None"} if parameter.nullable else set()
        for kind in _kinds(schema) if not choices else ():
            wanted = TYPES.get(kind)
            if wanted and wanted not in names and not (wanted == "int" and "float" in names):
                self._lose("type", place, kind)
            if kind == "array" and not names & {"list", "tuple"}:
                self._lose("type", place, kind)
            if kind == "object" and not names & {"dict", *self.records, "Input"}:
                self._lose("type", place, kind)
        if schema.get("nullable") is True and not parameter.nullable:
            self._lose("type", place, "null")

    def _compare_default(self, schema: Schema, parameter: Parameter, place: str) -> None:
        if "default" not in schema or "const" in schema:
            return
        value = schema["default"]
        if value is None and parameter.nullable:
            return
        if parameter.default is not None and _value(parameter.default) == value:
            return
        told = _plain(parameter.doc).casefold().partition("default")[2].replace("'", '"')
        wanted = literal(value).casefold().replace("'", '"')
        if wanted not in told and (wanted.strip('"') or wanted) not in told:
            self._lose("default", place, repr(value))

    def _compare_limits(self, schema: Schema, parameter: Parameter, place: str) -> None:
        for key, wanted in _limits(schema):
            if not any(words in doc for words in wanted for doc in (parameter.doc, _plain(parameter.doc))):
                self._lose(key, place, wanted[0])

    def _compare_parts(self, schema: Schema, parameter: Parameter, place: str) -> None:
        for key in ("anyOf", "oneOf", "allOf"):
            for option in _listed(schema, key):
                self.compare(option, parameter, f"{place}|")
        for inner in _inside(schema):
            self.compare(inner, parameter, f"{place}[]")
        properties = _object(schema.get("properties"))
        if properties:
            fitting = [it for it in self._mentioned(parameter.annotation) if properties.keys() <= it.keys()]
            if fitting:
                self.found += min((self._lost_in(it, schema, parameter, place) for it in fitting), key=len)
            elif not {"Input"} & {node.id for node in ast.walk(parameter.annotation) if isinstance(node, ast.Name)}:
                self._lose("fields", place, ", ".join(properties))

    def _lost_in(self, fields: dict[str, Parameter], schema: Schema, parameter: Parameter, place: str) -> list[Loss]:
        """Several records of a union may have the same names; one of them must say all."""
        reader = _Reader(self.root, self.records, seen=set(self.seen))
        reader.compare_object(schema, fields, parameter, place, must=True)
        return reader.found

    def _mentioned(self, annotation: ast.expr) -> list[dict[str, Parameter]]:
        names = {node.id for node in ast.walk(annotation) if isinstance(node, ast.Name)}
        return [self.records[name] for name in names if name in self.records]

    def _target(self, stated: Any) -> Schema:
        schema = _object(stated)
        for _ in range(9):
            pointer = schema.get("$ref")
            if not isinstance(pointer, str) or not pointer.startswith("#"):
                return schema
            target: Any = self.root
            for part in pointer.split("/")[1:]:
                target = _object(target).get(part) if isinstance(target, dict) else None
            own = {key: value for key, value in schema.items() if key != "$ref"}
            schema = {"allOf": [_object(target), own]} if own.keys() & {"properties", "type"} else _object(target)
        return schema

    def _lose(self, kind: str, place: str, what: str) -> None:
        self.found.append(Loss(kind, place, what))


def _limits(schema: Schema) -> Iterator[tuple[str, list[str]]]:
    """Each limit that is stated, and the words of which one must be there."""
    for key in ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"):
        if _is_number(schema.get(key)) and abs(schema[key]) < 2**53 - 1:
            yield key, [literal(schema[key])]
    for key in ("minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties"):
        if _is_number(schema.get(key)) and abs(schema[key]) < 2**53 - 1:
            yield key, [literal(schema[key]), *(["Not empty"] if schema[key] == 1 else [])]
    if schema.get("uniqueItems") is True:
        yield "uniqueItems", ["No duplicates"]
    if isinstance(schema.get("format"), str):
        yield "format", [one_line(schema["format"])]
    if isinstance(schema.get("pattern"), str) and schema.get("format") not in SELF_EVIDENT:
        yield "pattern", [clean(schema["pattern"])[:900].replace("\n", " ")]
    for pattern in _object(schema.get("patternProperties")):
        yield "patternProperties", [one_line(pattern)]


def _inside(schema: Schema) -> Iterator[Any]:
    """Schemas of what has no field of its own."""
    items: Any = schema.get("items")
    yield from cast("list[Any]", items) if isinstance(items, list) else [items]
    yield from _listed(schema, "prefixItems")
    yield from _object(schema.get("patternProperties")).values()
    if "properties" not in schema:
        yield schema.get("additionalProperties")


def _kinds(schema: Schema) -> list[str]:
    stated: Any = schema.get("type")
    return [kind for kind in (cast("list[Any]", stated) if isinstance(stated, list) else [stated]) if kind in _KNOWN]


_KNOWN = (*TYPES, "array", "object")


def _takes_anything(annotation: ast.expr) -> bool:
    """A union with something that is not described is not described."""
    inner = annotation.slice if isinstance(annotation, ast.Subscript) and "equired" in ast.unparse(annotation) else None
    return ast.unparse(inner or annotation) == "Any"


def _plain(doc: str) -> str:
    """Spaces side by side are written so that they stay."""
    return doc.replace("\\x20", " ")


def _value(text: str) -> Any:
    try:
        return ast.literal_eval(text)
    except ValueError:
        return text


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _object(value: Any) -> Schema:
    return cast("Schema", value) if isinstance(value, dict) else {}


def _listed(schema: Schema, key: str) -> list[Any]:
    return cast("list[Any]", schema[key]) if isinstance(schema.get(key), list) else []
