"""TypeScript text from shapes: the module of one tool, the indexes above it, and the client below it."""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from importlib.resources import files
from typing import assert_never
from unicodedata import category, ucd_3_2_0

from sandgate.catalog.wrappers.language import Language
from sandgate.catalog.wrappers.names import camel
from sandgate.catalog.wrappers.prose import settled
from sandgate.catalog.wrappers.returns import returned
from sandgate.catalog.wrappers.schema import read_input, read_output
from sandgate.catalog.wrappers.shapes import (
    ANY,
    Choice,
    DictOf,
    Field,
    ListOf,
    Named,
    Node,
    OneOf,
    Plain,
    Record,
    Scalar,
    Shape,
    TupleOf,
)
from sandgate.catalog.wrappers.text import clean, one_line, quote
from sandgate.model import Tool

_KEYWORDS = (
    "arguments break case catch const debugger default delete do enum export extends false function implements"
    " instanceof interface let new null package private protected public static super switch this throw true typeof var"
    " void"
)
"""Words no function can be called by in a module. Those that Python keeps for itself have an underscore already."""

_COMPILER = "Promise exports globalThis require undefined"
"""Names the compiler does not let a module declare at its top."""

_MODULE = "callTool then"
"""What a module uses itself, and what makes `await import(…)` call it."""

_RESERVED = frozenset(f"{_KEYWORDS} {_COMPILER} {_MODULE}".split())
_TYPES = ("Object", "Promise", "Record")
"""The types of TypeScript that modules use by name."""

_OBJECT = "constructor hasOwnProperty isPrototypeOf propertyIsEnumerable toLocaleString toString valueOf"
_INHERITED = frozenset(_OBJECT.split())
"""What every object has: where such a key is optional, an object without it must still fit."""

_PLAIN = {"Any": "unknown", "str": "string", "int": "number", "float": "number", "bool": "boolean", "None": "null"}
_VALUES = {"True": "true", "False": "false", "None": "null"}
_SAFE_INTEGER = 2**53 - 1

_LETTERS = frozenset(("Lu", "Ll", "Lt", "Lm", "Lo", "Nl", "Mn", "Mc", "Nd", "Pc"))
_KEY = re.compile(r"[A-Za-z_$][A-Za-z0-9_$]*")
_ORDERS = re.compile(r"@(?=ts-|jsx)", re.IGNORECASE)
_DEFAULT = re.compile(rf"(?<=\bDefault: )(?:{'|'.join(_VALUES)})\Z")


def names(python_names: Iterable[str]) -> dict[str, str]:
    """What each of these Python names is here: itself, or `delete_` where TypeScript keeps the word for itself."""
    wanted = {name: _legal(name) for name in python_names}
    taken = {name.casefold() for name, own in wanted.items() if name == own}
    for name in sorted(wanted):
        if wanted[name] != name:
            while wanted[name].casefold() in taken:
                wanted[name] += "_"
            taken.add(wanted[name].casefold())
    return wanted


def module(given: Tool, name: str, client: str = "../_client.js") -> str:
    """The text of `servers/<server>/<name>.ts`. `client` is where the client lies, as seen from there."""
    tool, title = settled(given), camel(name)
    taken = {name, *_TYPES}
    arguments = read_input(tool.input_schema, f"{title}Input", taken)
    taken |= {record.name for record in arguments.records}
    schema, note = returned(tool)
    result = Shape(ANY, ()) if schema is None else read_output(schema, f"{title}Result", taken)
    taken |= {record.name for record in result.records}
    whole = f"{title}Result" if result.type == Named(f"{title}Result") else _unused(f"{title}Result", taken)
    writer = _Writer(names([*taken, whole]))
    declared = [*writer.declarations(arguments, f"{title}Input"), *writer.declarations(result, whole)]
    signature, own = writer.signature(arguments.records[-1]), writer.names[whole]
    return "\n".join(
        [
            _jsdoc(one_line(f"{tool.server}: {tool.name}")),
            f'import {{ callTool }} from "{client}";\n',
            *(f"{text}\n" for text in declared),
            *_documented(_about(tool, note), f"export async function {name}({signature}): Promise<{own}> {{"),
            f"  return callTool<{own}>({_quote(tool.server)}, {_quote(tool.name)}, args);\n}}\n",
        ]
    )


def client_source() -> str:
    """The text of `servers/_client.ts`."""
    return files("sandgate.catalog.wrappers").joinpath("client.ts").read_text(encoding="utf-8")


@dataclass(slots=True)
class _Writer:
    """Writes types, and remembers the records it mentioned until they are written too."""

    names: Mapping[str, str]
    ahead: list[str] = field(default_factory=list[str])

    def declarations(self, shape: Shape, name: str) -> list[str]:
        """The type under `name`, after the records it leads to. A union with `Any` leaves some behind."""
        records = {record.name: record for record in shape.records}
        text = self.spelled(shape.type)
        written: dict[str, str] = {}
        while self.ahead:
            mentioned = self.ahead.pop()
            if mentioned not in written:
                written[mentioned] = self._declaration(records[mentioned])
        named = [] if name in records else [f"export type {self.names[name]} = {text};"]
        return [*(written[record] for record in records if record in written), *named]

    def signature(self, arguments: Record) -> str:
        optional = not any(entry.required for entry in arguments.fields)
        return f"args{'?' if optional else ''}: {self.names[arguments.name]}"

    def _declaration(self, record: Record) -> str:
        name = self.names[record.name]
        if not record.fields and record.extra is None:
            return f"export type {name} = Record<string, never>;"  # an empty interface would take anything
        lines = [*_documented(record.doc, f"export interface {name} {{")]
        for entry in record.fields:
            lines += _documented(entry.doc, f"{self._member(entry)};", "  ")
        lines += self._further(record)
        return "\n".join([*lines, "}"])

    def _member(self, entry: Field) -> str:
        key = entry.name if _KEY.fullmatch(entry.name) else _quote(entry.name)
        if entry.required:
            return f"{key}: {self.spelled(entry.type)}"
        inherited = f' | Object["{key}"]' if key in _INHERITED else ""
        return f"{key}?: {self.spelled(entry.type)}{inherited}"

    def _further(self, record: Record) -> list[str]:
        """Keys that are not known by name. What holds for them would have to hold for the known ones as well."""
        if record.extra is None:
            return []
        text = self.spelled(record.extra)
        if not record.fields or record.extra == ANY:
            return [f"  [key: string]: {text};"]
        return _documented(f"Further keys: {text}", "[key: string]: unknown;", "  ")

    def spelled(self, node: Node) -> str:
        match node:
            case Plain(name):
                return _PLAIN[name]
            case Choice(values):
                return " | ".join(dict.fromkeys(map(_literal, values)))
            case ListOf(item):
                text = self.spelled(item)
                return f"({text})[]" if isinstance(item, OneOf | Choice) else f"{text}[]"
            case TupleOf(items):
                return f"[{', '.join(map(self.spelled, items))}]"
            case DictOf(value):
                return f"Record<string, {self.spelled(value)}>"
            case OneOf(options):
                return " | ".join(dict.fromkeys(map(self.spelled, options)))
            case Named(name):
                self.ahead.append(name)
                return self.names[name]
            case _:
                assert_never(node)


def _about(tool: Tool, note: str) -> str:
    words = clean(tool.description) or clean(tool.title)
    return "\n".join(part for part in (words, f"@returns {note}" if note else "") if part)


def aliases(tools: Iterable[str]) -> dict[str, str]:
    """`createIssue` for `create_issue`, by the tool's name. None where that is another tool's, or two would have it."""
    names = set(tools)
    found = {name: alias(name) for name in names}
    times = Counter(found.values())
    return {name: own for name, own in found.items() if own not in names and times[own] == 1 and _legal(own) == own}


def alias(name: str) -> str:
    """`createIssue` for `create_issue`."""
    first, *others = name.split("_")
    return "".join([first, *(word[:1].upper() + word[1:] for word in others)]) if first else name


def _tools(title: str, tools: Iterable[str]) -> str:
    names = sorted(tools)
    also = {name: f", {name} as {alias}" for name, alias in aliases(names).items()}
    return _index(title, [f'export {{ {name}{also.get(name, "")} }} from "./{name}.js";' for name in names])


def _servers(title: str, servers: Iterable[str]) -> str:
    return _index(title, [f'export * as {name} from "./{name}/index.js";' for name in sorted(servers)])


def _index(title: str, exports: list[str]) -> str:
    return "\n".join([_jsdoc(title), *(exports or ["export {};"])]) + "\n"


def _documented(doc: str, text: str, indent: str = "") -> list[str]:
    return [*([_jsdoc(_DEFAULT.sub(lambda found: _VALUES[found[0]], doc), indent)] if doc else []), indent + text]


def _jsdoc(text: str, indent: str = "") -> str:
    """`text`, which is clean, as a comment that it can neither end nor use to give the compiler orders."""
    lines = _ORDERS.sub("@ ", text.replace("*/", "*\\/")).split("\n")
    if len(lines) == 1:
        return f"{indent}/** {lines[0]} */"
    return "\n".join([f"{indent}/**", *(f"{indent} * {line}".rstrip() for line in lines), f"{indent} */"])


def _quote(text: str) -> str:
    """A string literal. JavaScript has no `\\U`, and two `\\u` in its place."""
    written = quote(text)
    return json.dumps(text) if "\\U" in written else written


def _literal(value: Scalar) -> str:
    if value is None or isinstance(value, bool):
        return _VALUES[repr(value)]
    if isinstance(value, str):
        return _quote(value)
    return str(value) if abs(value) <= _SAFE_INTEGER else "number"


def _legal(name: str) -> str:
    """The Python name if every compiler takes it for one. `index` is the name of a package's own file."""
    sieved = "".join(char if char.isascii() or _is_letter(char) else "_" for char in name)
    if sieved != name:
        return f"{sieved.strip('_') or 'name'}_{hashlib.sha256(name.encode()).hexdigest()[:6]}"
    return f"{name}_" if name in _RESERVED or name.casefold() == "index" else name


def _is_letter(char: str) -> bool:
    """Whether it is a letter to compilers of any age: they carry their own tables, the oldest ones short."""
    return ord(char) < 0x10000 and {category(char), ucd_3_2_0.category(char)} <= _LETTERS


def _unused(name: str, taken: set[str]) -> str:
    while name in taken:
        name += "_"
    return name


TYPESCRIPT = Language(
    extension="ts",
    index="index.ts",
    sources=("lines", "names", "notes", "prose", "returns", "schema", "shapes", "text", "tree", "typescript"),
    names=names,
    module=module,
    tools=_tools,
    servers=_servers,
)
