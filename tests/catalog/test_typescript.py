from __future__ import annotations

import json
import random
import re
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from sandgate.catalog.wrappers.lines import DATA
from sandgate.catalog.wrappers.names import assign, camel
from sandgate.catalog.wrappers.tree import ServerTools, render_tree, write_tree
from sandgate.catalog.wrappers.typescript import TYPESCRIPT, client_source, module, names
from sandgate.model import Observed, Tool

from .samples import invented, make, odd_servers, odd_tools, takes
from .test_python import choices
from .test_text import PIECES

TEXT: dict[str, Any] = {"type": "string"}
CLIENT = client_source()
ORDERS = [
    "*/", "*/ export const broken = 1; /*", "/*", "//", "@ts-ignore", "\n@ts-expect-error", "\n// @ts-nocheck",
    "@jsx x", "`${1}`", "'", '"};', "\\u0022", "*\\/", "/// <reference path='x' />", "\u2029",
]  # fmt: skip

LEXER = re.compile(r'/\*.*?\*/|"(?:[^"\\\n]|\\.)*"', re.DOTALL)
"""A comment or a string, whichever begins first."""


def hostile(seed: int) -> str:
    dice = random.Random(seed)
    return "".join(dice.choices([*PIECES, *ORDERS], k=dice.randint(1, 12)))


@dataclass(frozen=True)
class Member:
    type: str
    required: bool
    doc: str

    @property
    def choices(self) -> list[Any]:
        """Every literal of the type."""
        words = re.findall(r'"(?:[^"\\]|\\.)*"|-?\b\d+\b|\btrue\b|\bfalse\b|\bnull\b', self.type)
        return [json.loads(word) for word in words]

    def tells_default(self, schema: dict[str, Any]) -> bool:
        if "default" not in schema or (schema["default"] is None and re.search("null|unknown", self.type)):
            return True
        told = self.doc.casefold().partition("default")[2]
        return str(schema["default"]).casefold().replace("'", '"') in told.replace("'", '"')


def members(text: str, interface: str) -> dict[str, Member]:
    """What a person finds in an interface, line by line."""
    body = text.partition(f"export interface {interface} {{\n")[2].partition("\n}\n")[0]
    found: dict[str, Member] = {}
    doc: list[str] = []
    for line in body.split("\n"):
        if line.lstrip().startswith(("/**", "*")):
            doc.append(re.sub(r"^ *(/\*\*|\*/|\*) ?| ?\*/$", "", line))
        elif member := re.fullmatch(r'  ("(?:[^"\\]|\\.)*"|[\w$]+)(\??): (.*);', line):
            key, optional, type = member.groups()
            name = json.loads(key) if key.startswith('"') else key
            found[name] = Member(type, not optional, "\n".join(doc).strip())
            doc = []
    return found


def typescript_name(tool: Tool) -> str:
    return names(assign([tool.name]).values())[assign([tool.name])[tool.name]]


def test_a_module_is_compact_and_complete() -> None:
    schema = {
        **takes(
            labels={"type": "array", "items": TEXT, "description": "Labels to apply.", "default": []},
            owner={**TEXT, "description": "Repository owner."},
            state={"enum": ["open", "closed", None], "default": "open"},
            draft={"type": "boolean", "default": False},
        ),
        "required": ["owner"],
    }
    output = {**takes(number={"type": "integer"}), "required": ["number"]}

    text = module(make("create-issue", schema, output, "Create an issue.\n\nNow.", server="git.hub"), "create_issue")

    assert text == (
        "/** git.hub: create-issue */\n"
        'import { callTool } from "../_client.js";\n'
        "\n"
        "export interface CreateIssueInput {\n"
        "  /** Repository owner. */\n"
        "  owner: string;\n"
        "  /** Labels to apply. Default: [] */\n"
        "  labels?: string[];\n"
        "  /** Default: 'open' */\n"
        '  state?: "open" | "closed" | null;\n'
        "  /** Default: false */\n"
        "  draft?: boolean;\n"
        "}\n"
        "\n"
        "export interface CreateIssueResult {\n"
        "  number: number;\n"
        "}\n"
        "\n"
        "/**\n"
        " * Create an issue.\n"
        " *\n"
        " * Now.\n"
        " */\n"
        "export async function create_issue(args: CreateIssueInput): Promise<CreateIssueResult> {\n"
        '  return callTool<CreateIssueResult>("git.hub", "create-issue", args);\n'
        "}\n"
    )


def test_keys_that_are_no_names_stand_in_quotes() -> None:
    text = module(make("find", takes(**{"from": TEXT, "a-b": TEXT, "3d": TEXT, "größe": TEXT, "$x": TEXT})), "find")

    for line in ("  from?: string;", '  "a-b"?: string;', '  "3d"?: string;', '  "größe"?: string;', "  $x?: string;"):
        assert f"{line}\n" in text


def test_a_result_of_which_nothing_is_known_is_unknown() -> None:
    text = module(make("find"), "find")

    assert "export type FindResult = unknown;\n" in text
    assert "): Promise<FindResult> {" in text


def test_a_wrapped_result_is_unwrapped_and_has_its_name() -> None:
    rows = {"type": "array", "items": takes(id={"type": "integer"})}

    text = module(make("find", output={**takes(result=rows), "required": ["result"]}), "find")

    assert "export interface FindResultItem {\n  id?: number;\n}\n" in text
    assert "export type FindResult = FindResultItem[];\n" in text


def test_a_result_that_was_only_observed_says_so() -> None:
    seen = Observed(schema={"type": "object", "properties": {"id": {"type": "integer"}}}, calls=7)

    text = module(replace(make("find", description="Find it."), observed=seen), "find")

    assert "export interface FindResult {\n  id?: number;\n}\n" in text
    assert "/**\n * Find it.\n * @returns observed in 5+ calls, not promised\n */\nexport async function" in text


def test_a_tool_without_parameters_takes_none() -> None:
    text = module(make("ping", {"type": "object"}), "ping")

    assert "export type PingInput = Record<string, never>;\n" in text
    assert "ping(args?: PingInput)" in text


def test_a_tool_open_to_any_argument_says_of_which_type() -> None:
    numbers = {"additionalProperties": {"type": "integer"}}

    bare = module(make("put", {"type": "object", **numbers}), "put")
    beside = module(make("put", {**takes(name=TEXT), **numbers}), "put")

    assert "export interface PutInput {\n  [key: string]: number;\n}\n" in bare
    assert "  name?: string;\n  /** Further keys: number */\n  [key: string]: unknown;\n" in beside


def test_what_refers_to_itself_becomes_interfaces_by_name() -> None:
    text = module(invented().tools[0], "filter_")

    assert '  "$and"?: Filter[];' not in text
    assert "  $and?: (And | Leaf)[];\n" in text
    assert "  parent?: Leaf;\n" in text


def test_an_interface_is_written_only_if_something_is_of_it() -> None:
    text = module(make(schema=takes(x={"anyOf": [takes(a=TEXT), True]})), "find")

    assert "x?: unknown;" in text
    assert text.count("export interface") == 1


def test_a_number_too_large_for_typescript_is_any_number() -> None:
    text = module(make(schema=takes(x={"enum": [1, -2, 2**60]})), "find")

    assert "x?: 1 | -2 | number;" in text


def test_names_are_those_of_python_but_for_the_words_of_typescript() -> None:
    originals = ["create-issue", "list", "class", "delete", "new", "index", "INDEX_all", "callTool", "then", "Größe"]

    python = assign(originals)
    found = names(python.values())

    assert {original: found[python[original]] for original in originals} == {
        "create-issue": "create_issue", "list": "list_", "class": "class_", "delete": "delete_", "new": "new_",
        "index": "index_", "INDEX_all": "INDEX_all", "callTool": "callTool_", "then": "then_", "Größe": "Größe",
    }  # fmt: skip


def test_letters_that_only_some_compilers_know_are_replaced_by_a_stable_suffix() -> None:
    found = names(["𐐨", "𐐨𐐩", "ab𐐨"])

    assert len(set(found.values())) == 3
    assert all(re.fullmatch(r"(name|ab)_[0-9a-f]{6}", name) for name in found.values())
    assert names(["𐐨"])["𐐨"] == found["𐐨"]


def test_no_two_names_become_one() -> None:
    assert len({name.casefold() for name in names(["new", "new_", "New_x", "new__"]).values()}) == 4


def test_a_tree_has_a_module_per_tool_and_says_what_is_in_it() -> None:
    desk = ServerTools(name="help-desk", instructions="Tickets. Be kind.", tools=(make("delete"), make("open-ticket")))
    tree = render_tree([desk, ServerTools(name="new")], CLIENT, TYPESCRIPT)

    assert sorted(tree) == [
        "servers/README.md",
        "servers/_client.ts",
        "servers/help_desk/README.md",
        "servers/help_desk/delete_.ts",
        "servers/help_desk/index.ts",
        "servers/help_desk/open_ticket.ts",
        "servers/index.ts",
        "servers/new_/README.md",
        "servers/new_/index.ts",
    ]
    assert tree["servers/index.ts"] == (
        "/** Servers: 2 */\n"
        'export * as help_desk from "./help_desk/index.js";\n'
        'export * as new_ from "./new_/index.js";\n'
    )
    assert tree["servers/help_desk/index.ts"] == (
        "/** help-desk: Tickets */\n"
        'export { delete_ } from "./delete_.js";\n'
        'export { open_ticket, open_ticket as openTicket } from "./open_ticket.js";\n'
    )
    assert tree["servers/new_/index.ts"] == "/** new */\nexport {};\n"
    assert tree["servers/help_desk/README.md"] == (
        f"# help-desk\n\nTickets. Be kind.\n\n- help_desk.delete_\n- help_desk.open_ticket\n\n{DATA}\n"
    )


def test_what_is_written_is_what_is_rendered_and_stays_until_something_changes(tmp_path: Path) -> None:
    servers = [*odd_servers(), invented()]

    first = write_tree(tmp_path, servers, CLIENT, language=TYPESCRIPT)
    second = write_tree(tmp_path, servers, CLIENT, language=TYPESCRIPT)

    files = [path for path in tmp_path.rglob("*") if path.is_file() and not path.name.startswith(".")]
    found = {path.relative_to(tmp_path).as_posix(): path.read_text("utf-8") for path in files}
    assert found == render_tree(servers, CLIENT, TYPESCRIPT)
    assert (len(first.changed), second.changed) == (len(servers), ())


@pytest.mark.parametrize("tool", odd_tools(), ids=lambda tool: f"{tool.server}.{tool.name}")
def test_every_parameter_of_an_odd_tool_survives(tool: Tool) -> None:
    name = typescript_name(tool)
    schema = tool.input_schema

    found = members(module(tool, name), f"{camel(name)}Input")

    properties = schema.get("properties", {})
    assert found.keys() == properties.keys()
    for key, stated in properties.items():
        assert found[key].required == (key in schema.get("required", ()) or stated.get("required") is True)
        assert set(map(repr, choices(stated, schema))) <= set(map(repr, found[key].choices))
        assert found[key].tells_default(stated), f"{key}: {stated['default']!r} not in {found[key].doc!r}"


def test_text_from_a_server_cannot_end_its_comment_nor_speak_to_the_compiler() -> None:
    for seed in range(1500):
        bad = hostile(seed)
        field = {"type": "string", "description": bad, "default": bad, "enum": [bad], "pattern": bad, "title": bad}
        schema = takes(**{"plain": field, bad: field, "inner": {**takes(**{bad: field}), "description": bad}})

        text = module(make(bad, schema, schema, bad, server=bad), "find")

        text.encode()
        assert all(character.isprintable() or character == "\n" for character in text)
        code = LEXER.sub(lambda found: '""' if found[0].startswith('"') else "", text)
        assert not re.search(r"broken|@|/\*|\*/|//|`|'", code), code
        assert not any(re.search(r"@(ts-|jsx)", part) for part in LEXER.findall(text) if part.startswith("/*"))
