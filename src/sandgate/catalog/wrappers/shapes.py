"""A small tree of types: what a schema means, before it is written in any language."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

Scalar: TypeAlias = "str | int | bool | None"


@dataclass(frozen=True, slots=True)
class Plain:
    name: Literal["Any", "str", "int", "float", "bool", "None"]


@dataclass(frozen=True, slots=True)
class Choice:
    values: tuple[Scalar, ...]


@dataclass(frozen=True, slots=True)
class ListOf:
    item: Node


@dataclass(frozen=True, slots=True)
class TupleOf:
    items: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class DictOf:
    value: Node


@dataclass(frozen=True, slots=True)
class OneOf:
    options: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Named:
    """A record of the same shape, by name: how recursion stays a tree."""

    name: str


Node: TypeAlias = "Plain | Choice | ListOf | TupleOf | DictOf | OneOf | Named"


@dataclass(frozen=True, slots=True)
class Field:
    name: str
    type: Node
    required: bool
    doc: str
    """All that is said of it, its default last."""
    brief: str = ""
    """The same in fewer words, and without the default."""
    default: str = ""
    """As Python writes it; empty where the type says it or none is stated."""
    fits: bool = False
    """Whether the default is a value of the type."""


@dataclass(frozen=True, slots=True)
class Record:
    """An object with known keys; those that must be there come first."""

    name: str
    fields: tuple[Field, ...]
    doc: str
    extra: Node | None
    """The type of further keys, where the schema says in so many words that there may be some."""


@dataclass(frozen=True, slots=True)
class Shape:
    """A type and the records it needs, each after those it is made of unless they need each other."""

    type: Node
    records: tuple[Record, ...]


ANY, NONE = Plain("Any"), Plain("None")


def join(nodes: Iterable[Node]) -> Node:
    """The union, flat and without repetition; `None` stands last."""
    options: dict[Node, None] = {}
    choices: dict[tuple[type, Scalar], Scalar] = {}  # 1 and True are equal, as choices they are not
    for node in nodes:
        for option in node.options if isinstance(node, OneOf) else (node,):
            if isinstance(option, Choice):
                choices.update({(type(value), value): value for value in option.values})
                options[Choice(())] = None
            else:
                options[option] = None
    if not options or ANY in options:
        return ANY
    if Plain("float") in options:
        options.pop(Plain("int"), None)
    if options.pop(NONE, 0) is None:
        options[NONE] = None
    flat = [Choice(tuple(choices.values())) if node == Choice(()) else node for node in options]
    return flat[0] if len(flat) == 1 else OneOf(tuple(flat))


def shared(shape: Shape) -> Shape:
    """The same with one record where several differed in nothing but their names. The last keeps its own."""
    records: list[Record] = list(shape.records)
    last = shape.records[-1:]
    named: dict[str, str] = {}
    before = -1
    while before != len(named):
        before = len(named)
        first: dict[tuple[object, ...], str] = {}
        for number, record in enumerate(records):
            fields = tuple(replace(entry, type=_renamed(entry.type, named)) for entry in record.fields)
            extra = _renamed(record.extra, named) if record.extra else None
            records[number] = replace(record, fields=fields, extra=extra)
            known = first.setdefault((fields, extra, record.doc), record.name)
            if known != record.name and record.name != last[0].name:
                named[record.name] = known
        records = [record for record in records if record.name not in named]
    return Shape(_renamed(shape.type, named), tuple(records))


def _renamed(node: Node, names: Mapping[str, str]) -> Node:
    match node:
        case Named(name):
            return Named(names.get(name, name))
        case ListOf(item):
            return ListOf(_renamed(item, names))
        case DictOf(value):
            return DictOf(_renamed(value, names))
        case TupleOf(items):
            return TupleOf(tuple(_renamed(item, names) for item in items))
        case OneOf(options):
            return join(_renamed(option, names) for option in options)
        case Plain() | Choice():
            return node
