"""Skills and the other language: what the code of one in TypeScript tells, and how each language calls the other's."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import pairwise

from sandgate.catalog.wrappers import typescript
from sandgate.catalog.wrappers.text import clean, one_line, shorten
from sandgate.errors import BadArguments
from sandgate.model import JsonObject, Tool

from .finding import schema_of
from .outline import LONGEST_SIGNATURE, LONGEST_TYPE, MOST_INPUTS, MOST_TOOLS, Outline
from .record import Facts, Input

CLIENT = "servers/_client.ts"
HOLE = "?"
"""A tool whose name is not in the imports."""
CALLED = "skills."
"""How a call of a skill is named, after `sandgate.`: the sandbox answers it."""
_IMPORT = re.compile(
    r"""(?:^|;)[ \t]*(?:import|export)\b([^"'`;]*?)\bfrom\s*["']([^"'\n]+)["']|\bimport\s*\(?\s*["']([^"'\n]+)["']""",
    re.M,
)
_DOCUMENT = re.compile(r"/\*\*((?:[^*]|\*(?!/))*)\*/\s*\Z")
_PAIRS = {"(": ")", "[": "]", "{": "}", "<": ">"}
_PYTHON = '''"""{description}

A skill in TypeScript: it runs as a program of its own. Written by Sandgate.
"""

from servers._client import call_mcp_tool


async def {name}(*args):
    told = await call_mcp_tool("sandgate.skills.{name}", {{"args": list(args)}})
    print(told["printed"], end="")
    return told["value"]
'''


def outline_of(name: str, code: str) -> Outline:
    """Raises BadArguments for code that could not be imported as a skill."""
    entry = _entry(name, code)
    start = entry.end() - 1
    end = _closing(code, start)
    modules = list(_imported(name, code))
    document = _DOCUMENT.search(code, 0, entry.start())
    words = clean(re.sub(r"(?m)^[ \t]*\*? ?", "", document[1])) if document else ""
    returns = re.match(r"\s*:\s*([^{=\n]+)", code[end + 1 :])
    signature = f"{entry[0].removeprefix('export').strip()[:-1]}{code[start : end + 1]}"
    return Outline(
        signature=shorten(one_line(signature + (f": {returns[1].strip()}" if returns else "")), LONGEST_SIGNATURE),
        docstring=words,
        inputs=tuple(_inputs(name, code[start + 1 : end])),
        tools=_unique(_tools(modules))[:MOST_TOOLS],
        skills=_unique(module.split("/")[1] for _, module in modules if module.startswith("skills/")),
        imports=_unique(module for _, module in modules if not module.startswith(("servers", "skills/"))),
    )


def wrapper(name: str, facts: Facts) -> str:
    """What TypeScript programs import of a skill in Python: a function with its types, which has it run."""
    tool = Tool(
        server="sandgate",
        name=f"{CALLED}{name}",
        description=f"{facts.description}\nA skill in Python: it runs as a program of its own.",
        input_schema=schema_of(facts.inputs),
    )
    return f"{typescript.module(tool, name, CLIENT)}{_also(name)}"


def published(name: str, code: str) -> str:
    """What TypeScript programs import of a skill in TypeScript: its code, under both of its names."""
    own = _entry(name, code)["name"]
    other = name if own != name else typescript.alias(name)
    return code if other == own else f"{code}\nexport {{ {own} as {other} }};\n"


def stub(name: str, facts: Facts) -> str:
    """What Python programs import of a skill in TypeScript."""
    words = facts.description.replace("\\", "").replace('"', "'")
    return _PYTHON.format(name=name, description=words)


def reached(facts: Facts) -> str:
    """What a skill in TypeScript may touch, said in Python: a program that imports it is weighed with this."""
    lines: list[str] = []
    for server, tool in (one.split(".", 1) for one in facts.tools):
        unseen = f'call_mcp_tool("{server}." + str(tool))'
        lines.append(unseen if tool == HOLE else f"from servers.{server} import {tool}")
    return "\n".join(lines)


def checked_example(name: str, title: str, code: str) -> str:
    """An example as it is kept: a program that imports the skill. Raises BadArguments."""
    if any(module == f"skills/{name}" for _, module in _imported(f"examples/{title}", code)):
        return code
    return f'import {{ {name} }} from "skills/{name}";\n\n{code}'


def example_program(name: str, code: str, example: str) -> str:
    """The source of a version followed by an example, whose import of the skill has become the source above it."""
    names = re.compile(rf"""^[ \t]*import\s*\{{([^}}]*)\}}\s*from\s*["']skills/{name}(?:\.ts)?["'];?""", re.M)
    return "\n".join([code, names.sub(lambda found: _renamed(name, code, found[1]), example)])


def call_program(name: str, code: str, arguments: JsonObject, facts: Facts) -> str:
    """The source of a version followed by one call; what is given by name goes where its parameter stands."""
    names = [one.name for one in facts.inputs]
    if unknown := [given for given in arguments if given not in names]:
        raise BadArguments(f"{name} has no {unknown[0]!r}; it has: {', '.join(names) or 'nothing'}")
    last = max((names.index(given) for given in arguments), default=-1)
    given = ", ".join(json.dumps(arguments[one]) if one in arguments else "undefined" for one in names[: last + 1])
    return f"{code}\nreturn await {_entry(name, code)['name']}({given});\n"


def _renamed(name: str, code: str, imported: str) -> str:
    own = _entry(name, code)["name"]
    pairs = (one.split() for one in imported.split(",") if one.strip())
    return " ".join(f"const {pair[-1]} = {own};" for pair in pairs if pair[-1] != own)


def _also(name: str) -> str:
    other = typescript.alias(name)
    return f"\nexport {{ {name} as {other} }};\n" if other != name else ""


def _entry(name: str, code: str) -> re.Match[str]:
    names = "|".join({name, typescript.alias(name)})
    found = list(re.finditer(rf"^export\s+(?:async\s+)?function\s+(?P<name>{names})\s*\(", code, re.M))
    if len(found) != 1:
        many = "has several" if found else "has none"
        raise BadArguments(
            f"the code of {name} must have one `export async function {typescript.alias(name)}(…)`; it {many}"
        )
    return found[0]


def _closing(code: str, start: int) -> int:
    """Where the bracket that stands at `start` is closed. Raises BadArguments."""
    for at, depth, _ in _walk(code, start):
        if depth == 0:
            return at
    raise BadArguments("the parameters of the skill have no end")


def _walk(code: str, start: int = 0) -> Iterator[tuple[int, int, str]]:
    """Characters outside texts, with how deep in brackets they stand."""
    depth, quote, at = 0, "", start
    while at < len(code):
        char = code[at]
        if quote:
            at += 1 if char == "\\" else 0
            quote = "" if char == quote else quote
        elif char in "\"'`":
            quote = char
        else:
            depth += (char in _PAIRS) - (char in _PAIRS.values() and code[at - 1 : at + 1] != "=>")
            yield at, depth, char
        at += 1


def _inputs(name: str, parameters: str) -> Iterator[Input]:
    pieces = _split(parameters, ",")
    if len(pieces) > MOST_INPUTS:
        raise BadArguments(f"{name} has {len(pieces)} parameters, more than {MOST_INPUTS}: take an object instead")
    for number, piece in enumerate(one.strip() for one in pieces if one.strip()):
        declared, *default = _split(piece, "=", most=1)
        own, *kind = _split(declared, ":", most=1)
        known = own.strip().rstrip("?")
        yield Input(
            name=known if known.isidentifier() else f"argument_{number + 1}",
            type=shorten(one_line(kind[0]), LONGEST_TYPE) if kind else "",
            default=shorten(one_line(default[0]), LONGEST_TYPE) if default else "undefined" if "?" in own else None,
        )


def _split(text: str, sign: str, most: int = -1) -> list[str]:
    """Only outside brackets and texts, and not in `=>`."""
    places = [at for at, depth, char in _walk(text) if depth == 0 and char == sign and text[at : at + 2] != "=>"]
    places = places[:most] if most >= 0 else places
    edges = [-1, *places, len(text)]
    return [text[one + 1 : other] for one, other in pairwise(edges)]


def _imported(name: str, code: str) -> Iterator[tuple[str, str]]:
    """What is imported from where. Raises BadArguments for a neighbour: a skill has nothing beside it."""
    for found in _IMPORT.finditer(code):
        module = (found[2] or found[3]).removesuffix(".ts")
        if module.startswith((".", "/", "file:", "http:", "https:", "npm:", "jsr:")):
            raise BadArguments(f"{name}.ts imports {module[:100]!r}: a skill imports from servers/, skills/ and node:")
        yield found[1] or "", module


def _tools(modules: list[tuple[str, str]]) -> Iterator[str]:
    for clause, module in modules:
        server, _, tool = module.removeprefix("servers/").partition("/")
        if module.startswith("servers/"):
            names = re.findall(r"[{,]\s*(\w+)", clause) if "{" in clause else []
            yield from (f"{server}.{_snake(one)}" for one in ([tool] if tool else names or [HOLE]))


def _snake(name: str) -> str:
    words = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()
    return words if typescript.alias(words) == name else name


def _unique(names: Iterator[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(names))
