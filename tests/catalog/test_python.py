from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from typing import Any, cast

import pytest

from sandgate.catalog.wrappers.names import assign
from sandgate.catalog.wrappers.prose import TOOL, brief
from sandgate.catalog.wrappers.python import definition, module
from sandgate.catalog.wrappers.text import clean
from sandgate.model import Tool

from .reading import Parameter, arguments, documented
from .samples import invented, make, odd_tools, takes
from .test_text import hostile

TEXT: dict[str, Any] = {"type": "string"}


def python_name(tool: Tool) -> str:
    return assign([tool.name])[tool.name]


def written(tool: Tool) -> dict[str, Parameter]:
    return arguments(module(tool, python_name(tool)))


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
        "from typing import NotRequired, TypedDict\n"
        "\n"
        "from .._client import tool\n"
        "\n"
        "class CreateIssueResult(TypedDict):\n"
        " number: int\n"
        "\n"
        "class CreateIssueInput(TypedDict):\n"
        " owner: str\n"
        " labels: NotRequired[list[str]]\n"
        "\n"
        '@tool("git.hub", "create-issue", CreateIssueInput)\n'
        "async def create_issue(*,\n"
        " owner: str, # Repository owner.\n"
        " labels: list[str] = [], # Labels to apply.\n"
        ") -> CreateIssueResult:\n"
        ' """Create an issue."""\n'
        " ...\n"
    )


def test_parameters_that_are_no_names_are_renamed_in_the_call_and_kept_in_the_dict() -> None:
    schema = {**takes(**{"from": {**TEXT, "description": "Start"}, "a-b": {"type": "integer"}}), "required": ["from"]}

    text = module(make("find", schema), "find")

    assert (
        'FindInput = TypedDict("FindInput", {\n'
        ' "from": str,\n'
        ' "a-b": NotRequired[int],\n'
        "})\n"
        "\n"
        '@tool("lab", "find", FindInput, from_="from", a_b="a-b")\n'
        "async def find(*,\n"
        ' from_: str, # Sent as "from". Start\n'
        ' a_b: int = ..., # Sent as "a-b"\n'
        ") -> Any:\n"
    ) in text


def test_a_tool_without_parameters_takes_none() -> None:
    text = module(make("ping", {"type": "object"}), "ping")

    assert (
        'class PingInput(TypedDict):\n ...\n\n@tool("lab", "ping", PingInput)\nasync def ping() -> Any:\n ...' in text
    )


def test_a_tool_open_to_any_argument_says_of_which_type() -> None:
    text = module(make("put", {"type": "object", "additionalProperties": {"type": "integer"}}), "put")

    assert "async def put(**more: int) -> Any:" in text


def test_a_default_stands_in_the_signature_where_it_is_of_the_type_and_else_in_words() -> None:
    schema = takes(
        a={**TEXT, "default": "x"}, b={"type": "integer", "default": "3"}, c={**TEXT, "default": None}, d={"default": 0}
    )

    found = arguments(module(make(schema={**schema, "required": ["d"]}), "find"))

    assert {name: (it.default, it.doc) for name, it in found.items()} == {
        "a": ("'x'", ""), "b": (None, "Default: '3'"), "c": (None, "Default: None"), "d": (None, "Default: 0")
    }  # fmt: skip


def test_a_class_marks_the_fields_that_are_fewer() -> None:
    many, few = (takes(**dict.fromkeys("abc", TEXT)) | {"required": list(needed)} for needed in ("ab", "a"))

    text = module(make(schema=takes(many=many, few=few)), "find")

    assert "class Many(TypedDict):\n a: str\n b: str\n c: NotRequired[str]\n" in text
    assert "class Few(TypedDict, total=False):\n a: Required[str]\n b: str\n c: str\n" in text


def test_what_a_description_says_of_its_parameters_stands_beside_them() -> None:
    schema = takes(path=TEXT, deep={"type": "boolean", "description": "Go down"})
    said = "List files.\n\nArgs:\n    path (str): Where to\n        look\n    deep: Whether\n\nReturns:\n    Names"

    text = definition(make(schema=schema, description=said), "lab", "find")

    assert {name: it.doc for name, it in arguments(text).items()} == {"path": "Where to look", "deep": "Go down"}
    assert documented(text) == "List files.\n\nReturns:\n    Names"


def test_long_words_end_after_a_sentence_and_say_that_they_were_cut() -> None:
    said = "One sentence of a tool, e.g. this. " * 20

    text = definition(make(schema=takes(a={**TEXT, "description": said}), description=said), "lab", "find")

    assert documented(text).endswith("this…")
    assert len(documented(text)) <= TOOL
    assert arguments(text)["a"].doc == "One sentence of a tool, e.g. this…"


def test_words_that_only_repeat_the_name_are_left_out() -> None:
    schema = takes(
        projectId={**TEXT, "description": "The ID of the project"}, q={**TEXT, "description": "(optional) Words"}
    )

    found = arguments(definition(make(schema=schema), "lab", "find"))

    assert {name: it.doc for name, it in found.items()} == {"projectId": "", "q": "Words"}


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

        first, _, rest = definition(tool, "lab", name).partition("\n")

        assert first == f"from servers.lab import {name}"
        text = module(tool, name)
        parts = re.split(r"\n(?=class |\w+ = TypedDict|async def )", rest.rstrip())
        assert all(part in text for part in parts)


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
    if (value is None and found.nullable) or (found.default and ast.literal_eval(found.default) == value):
        return True
    told = found.doc.casefold().partition("default")[2]
    return str(value).casefold().replace("'", '"') in told.replace("'", '"')


def test_the_odd_tools_have_the_oddities_they_were_kept_for() -> None:
    texts = {f"{tool.server}.{tool.name}": module(tool, python_name(tool)) for tool in odd_tools()}

    assert sum("= TypedDict(" in text for text in texts.values()) >= 5
    assert sum("__future__" in text for text in texts.values()) >= 2
    assert sum(any(it.default for it in arguments(text).values()) for text in texts.values()) >= 15
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
        assert documented(text) == brief(clean(bad), TOOL)


def calls(text: str) -> set[str]:
    return {ast.unparse(node.func) for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Call)}


def function(text: str) -> ast.AsyncFunctionDef:
    (found,) = [node for node in ast.parse(text).body if isinstance(node, ast.AsyncFunctionDef)]
    return found


def called_with(text: str) -> list[Any]:
    (decorator,) = function(text).decorator_list
    assert isinstance(decorator, ast.Call)
    return [argument.value for argument in decorator.args if isinstance(argument, ast.Constant)]
