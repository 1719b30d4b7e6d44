from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Any, cast

import pytest

from sandgate.catalog.names import assign, camel
from sandgate.catalog.python import definition, module
from sandgate.catalog.text import clean
from sandgate.model import Tool

from .reading import Parameter, parameters
from .samples import invented, make, odd_tools, takes
from .test_text import hostile

TEXT: dict[str, Any] = {"type": "string"}


def python_name(tool: Tool) -> str:
    return assign([tool.name])[tool.name]


def written(tool: Tool) -> dict[str, Parameter]:
    name = python_name(tool)
    return parameters(module(tool, name), f"{camel(name)}Input")


def alternatives(schema: Any, root: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The schema, and what it is made of short of objects."""
    if not isinstance(schema, dict):
        return
    entries = cast("dict[str, Any]", schema)
    if isinstance(entries.get("$ref"), str) and entries["$ref"].startswith(("#/$defs/", "#/definitions/")):
        _, place, name = entries["$ref"].split("/")
        yield from alternatives(root[place][name], root)
    yield entries
    for part in (*entries.get("anyOf", ()), *entries.get("oneOf", ()), *entries.get("allOf", ()), entries.get("items")):
        yield from alternatives(part, root)


def choices(schema: Any, root: dict[str, Any]) -> list[Any]:
    found: list[Any] = []
    for part in alternatives(schema, root):
        found += part.get("enum", [])
        found += [part["const"]] if "const" in part else []
    return found


def test_a_module_is_compact_and_complete() -> None:
    schema = {
        **takes(
            labels={"type": "array", "items": TEXT, "description": "Labels to apply.", "default": []},
            owner={**TEXT, "description": "Repository owner."},
        ),
        "required": ["owner"],
    }
    output = {**takes(number={"type": "integer"}), "required": ["number"]}

    text = module(make("create-issue", schema, output, "Create an issue.", server="git.hub"), "create_issue")

    assert text == (
        '"""git.hub: create-issue"""\n'
        "\n"
        "from typing import NotRequired, TypedDict, Unpack\n"
        "\n"
        "from .._client import tool\n"
        "\n"
        "class CreateIssueInput(TypedDict):\n"
        "    owner: str\n"
        '    """Repository owner."""\n'
        "    labels: NotRequired[list[str]]\n"
        '    """Labels to apply. Default: []"""\n'
        "\n"
        "class CreateIssueResult(TypedDict):\n"
        "    number: int\n"
        "\n"
        '@tool("git.hub", "create-issue", CreateIssueInput)\n'
        "async def create_issue(**arguments: Unpack[CreateIssueInput]) -> CreateIssueResult:\n"
        '    """Create an issue."""\n'
        "    ...\n"
    )


def test_parameters_that_are_no_names_are_renamed_in_the_call_and_kept_in_the_dict() -> None:
    schema = {**takes(**{"from": {**TEXT, "description": "Start"}, "a-b": {"type": "integer"}}), "required": ["from"]}

    text = module(make("find", schema), "find")

    assert (
        'FindInput = TypedDict("FindInput", {\n'
        '    "from": str,  # Start\n'
        '    "a-b": NotRequired[int],\n'
        "})\n"
        "\n"
        '@tool("lab", "find", FindInput, from_="from", a_b="a-b")\n'
        "async def find(*, from_: str, a_b: int = ...) -> Any:\n"
    ) in text


def test_a_tool_without_parameters_takes_none() -> None:
    text = module(make("ping", {"type": "object"}), "ping")

    assert (
        'class PingInput(TypedDict): ...\n\n@tool("lab", "ping", PingInput)\nasync def ping() -> Any:\n    ...' in text
    )


def test_a_tool_open_to_any_argument_says_of_which_type() -> None:
    text = module(make("put", {"type": "object", "additionalProperties": {"type": "integer"}}), "put")

    assert "async def put(**arguments: int) -> Any:" in text


def test_only_recursion_needs_postponed_annotations() -> None:
    plain, recursive = make(schema=takes(a=takes(b=TEXT))), make(schema=takes(again={"$ref": "#"}))

    assert "__future__" not in module(plain, "find")
    assert "__future__" in module(recursive, "find")


def test_a_class_is_written_only_if_something_is_of_it() -> None:
    text = module(make(schema=takes(x={"anyOf": [takes(a=TEXT), True]})), "find")

    assert "x: Any" in text
    assert text.count("(TypedDict") == 1


def test_a_definition_is_the_module_without_what_every_module_has() -> None:
    for tool in [*odd_tools(), *invented().tools]:
        name = python_name(tool)

        first, _, rest = definition(tool, "lab", name).partition("\n\n")

        assert first == f"from servers.lab import {name}"
        assert rest
        text = module(tool, name)
        assert all(part in text for part in rest.strip().split("\n\nasync def "))


@pytest.mark.parametrize("tool", odd_tools(), ids=lambda tool: f"{tool.server}.{tool.name}")
def test_every_parameter_of_an_odd_tool_survives(tool: Tool) -> None:
    schema = tool.input_schema

    found = written(tool)

    properties = schema.get("properties", {})
    assert found.keys() == properties.keys()
    for key, stated in properties.items():
        assert found[key].required == (key in schema.get("required", ()) or stated.get("required") is True)
        assert set(map(repr, choices(stated, schema))) <= set(map(repr, found[key].choices))
        assert default_is_told(found[key], stated), f"{key}: {stated['default']!r} not in {found[key].doc!r}"


def default_is_told(found: Parameter, schema: dict[str, Any]) -> bool:
    if "default" not in schema:
        return True
    value = schema["default"]
    if value is None and found.nullable:
        return True
    told = found.doc.casefold().partition("default")[2]
    return str(value).casefold().replace("'", '"') in told.replace("'", '"')


def test_the_odd_tools_have_the_oddities_they_were_kept_for() -> None:
    texts = {f"{tool.server}.{tool.name}": module(tool, python_name(tool)) for tool in odd_tools()}

    assert sum("= TypedDict(" in text for text in texts.values()) >= 5
    assert sum("__future__" in text for text in texts.values()) >= 2
    assert sum("Default: " in text for text in texts.values()) >= 15
    assert sum("Literal[" in text for text in texts.values()) >= 25


def test_text_from_a_server_stays_text() -> None:
    for seed in range(1500):
        bad = hostile(seed)
        field = {"type": "string", "description": bad, "default": bad, "enum": [bad], "pattern": bad, "title": bad}
        schema = takes(**{"plain": field, bad: field, "inner": {**takes(**{bad: field}), "description": bad}})
        tool = make(bad, schema, schema, bad, server=bad)

        text = module(tool, "find")

        text.encode()
        assert {type(node) for node in ast.parse(text).body} <= {
            ast.Expr, ast.ImportFrom, ast.Assign, ast.ClassDef, ast.AsyncFunctionDef
        }  # fmt: skip
        assert all(character.isprintable() or character == "\n" for character in text)
        assert calls(text) <= {"tool", "TypedDict"}
        assert called_with(text)[:2] == [bad, bad]
        assert documented(text) == clean(bad)


def calls(text: str) -> set[str]:
    return {ast.unparse(node.func) for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Call)}


def function(text: str) -> ast.AsyncFunctionDef:
    (found,) = [node for node in ast.parse(text).body if isinstance(node, ast.AsyncFunctionDef)]
    return found


def called_with(text: str) -> list[Any]:
    (decorator,) = function(text).decorator_list
    assert isinstance(decorator, ast.Call)
    return [argument.value for argument in decorator.args if isinstance(argument, ast.Constant)]


def documented(text: str) -> str:
    return (ast.get_docstring(function(text), clean=False) or "").replace("\n    ", "\n")
