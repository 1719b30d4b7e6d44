"""Python text from shapes: the module of one tool, and the same text as a definition for a model to read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import assert_never

from sandgate.catalog.names import camel, is_plain, parameters
from sandgate.catalog.schema import read_input, read_output
from sandgate.catalog.shapes import (
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
)
from sandgate.catalog.text import clean, comment, docstring, literal, one_line, quote
from sandgate.model import Tool

_TYPING = ("Any", "Literal", "NotRequired", "TypedDict", "Unpack")
_BUILTIN_TYPES = ("bool", "dict", "float", "int", "list", "str", "tuple")


def module(tool: Tool, python_name: str) -> str:
    """The text of `servers/<server>/<python_name>.py`."""
    writer = _write(tool, python_name)
    head = [docstring(one_line(f"{tool.server}: {tool.name}"), "")]
    if writer.looks_ahead:
        head.append("from __future__ import annotations")
    head.append(f"from typing import {', '.join(sorted(writer.imports))}\n\nfrom .._client import tool")
    return "\n\n".join([*head, *writer.classes, f"{writer.decorator}\n{writer.function}"]) + "\n"


def definition(tool: Tool, python_server: str, python_name: str) -> str:
    """How to import the tool, and its classes and function as they stand in its module."""
    writer = _write(tool, python_name)
    return "\n\n".join([f"from servers.{python_server} import {python_name}", *writer.classes, writer.function]) + "\n"


def _write(tool: Tool, python_name: str) -> _Writer:
    name = camel(python_name)
    taken = {*_TYPING, python_name}
    arguments = read_input(tool.input_schema, f"{name}Input", taken)
    taken |= {record.name for record in arguments.records} | {f"{name}Input"}
    writer = _Writer()
    writer.add(arguments)
    result: Node = Plain("Any")
    if tool.output_schema is not None:
        shape = read_output(tool.output_schema, f"{name}Result", taken)
        writer.add(shape)
        result = shape.type
    writer.finish(tool, python_name, arguments.records[-1], result)
    return writer


@dataclass(slots=True)
class _Writer:
    """Collects the text of one module and what it needs."""

    classes: list[str] = field(default_factory=list[str])
    decorator: str = ""
    function: str = ""
    imports: set[str] = field(default_factory=lambda: {"TypedDict"})
    looks_ahead: bool = False
    """A class speaks of one that stands below it."""
    _defined: set[str] = field(default_factory=set[str])

    def add(self, shape: Shape) -> None:
        """Write the records of `shape` that its type leads to."""
        wanted = _reached(shape)
        for record in shape.records:
            if record.name in wanted:
                self.classes.append(self._class(record) if _fits_class(record) else self._functional(record))
                self._defined.add(record.name)

    def finish(self, tool: Tool, python_name: str, arguments: Record, result: Node) -> None:
        names = parameters(field.name for field in arguments.fields)
        renamed = [f"{name}={quote(original)}" for original, name in names.items() if name != original]
        self.decorator = f"@tool({', '.join([quote(tool.server), quote(tool.name), arguments.name, *renamed])})"
        signature = self._signature(arguments, names if renamed else {})
        doc = clean(tool.description) or clean(tool.title)
        body = f"    {docstring(doc, '    ')}\n    ..." if doc else "    ..."
        self.function = f"async def {python_name}({signature}) -> {self._type(result)}:\n{body}"

    def _signature(self, arguments: Record, names: dict[str, str]) -> str:
        if names:
            return "*, " + ", ".join(self._parameter(field, names[field.name]) for field in arguments.fields)
        if arguments.fields:
            self.imports.add("Unpack")
            return f"**arguments: Unpack[{arguments.name}]"
        return f"**arguments: {self._type(arguments.extra)}" if arguments.extra else ""

    def _parameter(self, field: Field, name: str) -> str:
        return f"{name}: {self._type(field.type)}{'' if field.required else ' = ...'}"

    def _class(self, record: Record) -> str:
        total = _total(record)
        lines = [f"class {record.name}(TypedDict{', total=False' if total is False else ''}):"]
        lines += [f"    {docstring(doc, '    ')}" for doc in [self._record_doc(record)] if doc]
        for entry in record.fields:
            lines.append(f"    {entry.name}: {self._mark(entry, total, self._type(entry.type))}")
            lines += [f"    {docstring(entry.doc, '    ')}"] if entry.doc else []
        return "\n".join(lines) if len(lines) > 1 else f"{lines[0]} ..."

    def _functional(self, record: Record) -> str:
        """For keys that are no names. Comments take the place of docstrings."""
        total = _total(record)
        doc = self._record_doc(record)
        lines = [comment(doc)] if doc else []
        lines.append(f"{record.name} = TypedDict({quote(record.name)}, {{")
        for entry in record.fields:
            text = self._mark(entry, total, self._evaluated(entry.type))
            lines.append(f"    {quote(entry.name)}: {text}," + (f"  {comment(entry.doc)}" if entry.doc else ""))
        return "\n".join([*lines, "}, total=False)" if total is False else "})"])

    def _record_doc(self, record: Record) -> str:
        known = record.extra and record.fields and record.extra != Plain("Any")
        further = f"Further keys: {self._spell(record.extra)}" if known else ""
        return "\n".join(part for part in (record.doc, further) if part)

    def _mark(self, entry: Field, total: bool, text: str) -> str:
        if entry.required or not total:
            return text
        self.imports.add("NotRequired")
        return f"NotRequired[{text}]"

    def _type(self, node: Node) -> str:
        self.looks_ahead = self.looks_ahead or self._ahead(node)
        return self._spell(node, self.imports)

    def _evaluated(self, node: Node) -> str:
        """A type where Python evaluates it at once, so that names from below must stand in quotes."""
        text = self._spell(node, self.imports)
        if not self._ahead(node):
            return text
        if "'" in text or "\\" in text:  # a type in quotes cannot hold these
            self.imports.add("Any")
            return "Any"
        return f"'{text}'"

    def _ahead(self, node: Node) -> bool:
        return any(name not in self._defined for name in _mentioned(node))

    def _spell(self, node: Node | None, imports: set[str] | None = None) -> str:
        if node is None:
            return ""
        words: set[str] = set()
        text = _spelled(node, words)
        if imports is not None:
            imports |= words
        return text


def _spelled(node: Node, imports: set[str]) -> str:
    """The type as Python writes it; what it needs from `typing` is added to `imports`."""
    match node:
        case Plain(name):
            if name == "Any":
                imports.add("Any")
            return name
        case Choice(values):
            imports.add("Literal")
            return f"Literal[{', '.join(map(literal, values))}]"
        case ListOf(item):
            return f"list[{_spelled(item, imports)}]"
        case TupleOf(items):
            return f"tuple[{', '.join(_spelled(item, imports) for item in items)}]"
        case DictOf(value):
            return f"dict[str, {_spelled(value, imports)}]"
        case OneOf(options):
            return " | ".join(_spelled(option, imports) for option in options)
        case Named(name):
            return name
        case _:
            assert_never(node)


def _mentioned(node: Node) -> Iterator[str]:
    match node:
        case Named(name):
            yield name
        case ListOf(inner) | DictOf(inner):
            yield from _mentioned(inner)
        case TupleOf(inner) | OneOf(inner):
            for entry in inner:
                yield from _mentioned(entry)
        case Plain() | Choice():
            pass


def _reached(shape: Shape) -> set[str]:
    """The records the type is made of. A union with `Any` leaves some behind."""
    records = {record.name: record for record in shape.records}
    reached: set[str] = set()
    ahead: list[Iterable[str]] = [_mentioned(shape.type)]
    while ahead:
        for name in ahead.pop():
            if name not in reached:
                reached.add(name)
                ahead += [_mentioned(node) for node in _types(records[name])]
    return reached


def _types(record: Record) -> list[Node]:
    return [*(entry.type for entry in record.fields), *([record.extra] if record.extra else [])]


def _fits_class(record: Record) -> bool:
    """Whether a class body can hold the record: keys are names, and none hides a type that a later field is of."""
    hidden: set[str] = set()
    for entry in record.fields:
        words: set[str] = set()
        _spelled(entry.type, words)
        words |= {*_mentioned(entry.type), "NotRequired"} | _builtins(entry.type)
        if not is_plain(entry.name) or hidden & words:
            return False
        hidden.add(entry.name)
    return True


def _builtins(node: Node) -> set[str]:
    text = _spelled(node, set())
    return {word for word in _BUILTIN_TYPES if word in text}


def _total(record: Record) -> bool:
    return any(entry.required for entry in record.fields) or not record.fields
