"""Python text from shapes: the module of one tool, and the same text as a definition for a model to read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import assert_never

from sandgate.catalog.wrappers.names import camel, is_plain, parameters
from sandgate.catalog.wrappers.notes import says_default, sentences
from sandgate.catalog.wrappers.prose import INNER, TOOL, brief, settled
from sandgate.catalog.wrappers.returns import returned
from sandgate.catalog.wrappers.schema import read_input, read_output
from sandgate.catalog.wrappers.shapes import (
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
from sandgate.catalog.wrappers.text import clean, comment, docstring, literal, one_line, quote
from sandgate.model import Tool

_TYPING = ("Any", "Literal", "NotRequired", "Required", "TypedDict")
_BUILTIN_TYPES = ("bool", "dict", "float", "int", "list", "str", "tuple")


def module(tool: Tool, python_name: str) -> str:
    """The text of `servers/<server>/<python_name>.py`."""
    writer = _write(tool, python_name)
    head = [docstring(one_line(f"{tool.server}: {tool.name}"), "")]
    if writer.looks_ahead:
        head.append("from __future__ import annotations")
    head.append(f"from typing import {', '.join(sorted(writer.imports))}\n\nfrom .._client import tool")
    return (
        "\n\n".join([*head, *writer.classes, writer.arguments, f"{writer.decorator}\n{writer.function}"]) + "\n ...\n"
    )


def definition(tool: Tool, python_server: str, python_name: str) -> str:
    """How to import the tool, and its classes and function as they stand in its module."""
    writer = _write(tool, python_name)
    body = [] if writer.documented else [" ..."]
    head = f"from servers.{python_server} import {python_name}"
    return "\n".join([head, *writer.classes, writer.function, *body]) + "\n"


def _write(given: Tool, python_name: str) -> _Writer:
    tool = settled(given)
    name = camel(python_name)
    taken = {*_TYPING, python_name}
    arguments = read_input(tool.input_schema, f"{name}Input", taken)
    taken |= {record.name for record in arguments.records} | {f"{name}Input"}
    writer = _Writer()
    writer.add(arguments, f"{name}Input")
    result: Node = Plain("Any")
    schema, writer.note = returned(tool)
    if schema is not None:
        shape = read_output(schema, f"{name}Result", taken)
        writer.add(shape)
        result = shape.type
    writer.finish(tool, python_name, arguments.records[-1], result)
    return writer


@dataclass(slots=True)
class _Writer:
    """Collects the text of one module and what it needs."""

    classes: list[str] = field(default_factory=list[str])
    arguments: str = ""
    """The class of all arguments at once. Only its module has it: the function says the same, and more."""
    decorator: str = ""
    function: str = ""
    """Without the `...` that a type checker wants to see."""
    documented: bool = False
    note: str = ""
    """What to know of the type that is returned."""
    imports: set[str] = field(default_factory=lambda: {"TypedDict"})
    looks_ahead: bool = False
    """A class speaks of one that stands below it."""
    _defined: set[str] = field(default_factory=set[str])

    def add(self, shape: Shape, whole: str = "") -> None:
        """Write the records of `shape` that its type leads to; the one called `whole` is that of all arguments."""
        wanted = _reached(shape)
        for record in shape.records:
            if record.name == whole:
                self.arguments = self._record(_bare(record))
            elif record.name in wanted:
                self.classes.append(self._record(record))
                self._defined.add(record.name)

    def finish(self, tool: Tool, python_name: str, arguments: Record, result: Node) -> None:
        names = parameters(field.name for field in arguments.fields)
        renamed = [f"{name}={quote(original)}" for original, name in names.items() if name != original]
        self.decorator = f"@tool({', '.join([quote(tool.server), quote(tool.name), arguments.name, *renamed])})"
        said = brief(clean(tool.description) or clean(tool.title), TOOL)
        doc = "\n".join(part for part in (said, arguments.doc) if part)
        note = f" # {self.note}" if self.note else ""
        head = f"async def {python_name}({self._signature(arguments, names)}) -> {self._type(result)}:{note}"
        self.function, self.documented = head + (f"\n {docstring(doc, ' ')}" if doc else ""), bool(doc)

    def _signature(self, arguments: Record, names: dict[str, str]) -> str:
        """On one line, or one to a parameter where something is said of one."""
        found = [(self._parameter(it, names[it.name]), _said(it, names[it.name])) for it in arguments.fields]
        if arguments.extra:
            found.append((f"**{_unused('more', names.values())}: {self._type(arguments.extra)}", ""))
        star = "*, " if arguments.fields else ""
        if not any(words for _, words in found):
            return star + ", ".join(text for text, _ in found)
        lines = [f" {text},{f' {comment(words)}' if words else ''}" for text, words in found]
        return "\n".join(["*,", *lines, ""])

    def _parameter(self, field: Field, name: str) -> str:
        default = "" if field.required else f" = {field.default if field.fits else _absent(field.type)}"
        return f"{name}: {self._type(field.type)}{default}"

    def _record(self, record: Record) -> str:
        return self._class(record) if _fits_class(record) else self._functional(record)

    def _class(self, record: Record) -> str:
        total = _total(record)
        doc = self._record_doc(record)
        lines = [f"class {record.name}(TypedDict{', total=False' if total is False else ''}):"]
        lines[0] += f" {comment(doc)}" if doc else ""
        for entry in record.fields:
            words = _said(entry, entry.name, inside=True)
            text = self._mark(entry, total, self._type(entry.type))
            lines.append(f" {entry.name}: {text}{f' {comment(words)}' if words else ''}")
        return "\n".join(lines if len(lines) > 1 else [*lines, " ..."])

    def _functional(self, record: Record) -> str:
        """For keys that are no names."""
        total = _total(record)
        doc = self._record_doc(record)
        lines = [f"{record.name} = TypedDict({quote(record.name)}, {{" + (f" {comment(doc)}" if doc else "")]
        for entry in record.fields:
            words = _said(entry, entry.name, inside=True)
            text = self._mark(entry, total, self._evaluated(entry.type))
            lines.append(f" {quote(entry.name)}: {text},{f' {comment(words)}' if words else ''}")
        return "\n".join([*lines, "}, total=False)" if total is False else "})"])

    def _record_doc(self, record: Record) -> str:
        known = record.extra and record.fields and record.extra != Plain("Any")
        further = f"Further keys: {self._spell(record.extra)}" if known else ""
        return sentences([brief(" ".join(record.doc.split()), INNER), further])

    def _mark(self, entry: Field, total: bool, text: str) -> str:
        """The mark that fewer fields need: most records have either few that must be there, or few that need not."""
        if entry.required == total:
            return text
        mark = "NotRequired" if total else "Required"
        self.imports.add(mark)
        return f"{mark}[{text}]"

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
        words |= {*_mentioned(entry.type), "NotRequired", "Required"} | _builtins(entry.type)
        if not is_plain(entry.name) or hidden & words:
            return False
        hidden.add(entry.name)
    return True


def _builtins(node: Node) -> set[str]:
    text = _spelled(node, set())
    return {word for word in _BUILTIN_TYPES if word in text}


def _total(record: Record) -> bool:
    """Whether a field is required unless it says otherwise."""
    return 2 * sum(entry.required for entry in record.fields) >= len(record.fields)


def _bare(record: Record) -> Record:
    """Names and types alone."""
    fields = (replace(entry, brief="", default="") for entry in record.fields)
    return replace(record, fields=tuple(fields), doc="", extra=None)


def _said(field: Field, name: str, *, inside: bool = False) -> str:
    """What stands behind a field: another name if it has one, its words, and a default that could not be written."""
    shown = field.fits and not field.required and not inside
    told = shown or not field.default or says_default(field.brief, field.default)
    default = "" if told else f"Default: {field.default}"
    return sentences([f"Sent as {quote(field.name)}" if name != field.name else "", field.brief, default])


def _absent(node: Node) -> str:
    return "None" if isinstance(node, OneOf) and Plain("None") in node.options else "..."


def _unused(name: str, taken: Iterable[str]) -> str:
    known = set(taken)
    while name in known:
        name += "_"
    return name
