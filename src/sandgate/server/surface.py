"""The tools a client sees. Every word here is paid for by every conversation, so each one earns its place."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from sandgate.model import RISKS

INSTRUCTIONS = """\
Sandgate runs Python against the user's MCP servers: data stays in the sandbox, only what you print reaches you.

1. search_tools finds tools; get_tool_definition shows a typed signature.
2. execute_code runs a program:

from servers.github import list_issues
issues = await list_issues(owner="o", repo="r")
print(len(issues), [i["title"] for i in issues[:3]])

Every tool is an async function in servers.<server>: await it, with keyword arguments or one dict. Loop, filter, join \
in code; asyncio.gather runs calls side by side. Print or return only what you need; keep the rest in workspace/: its \
files stay. A failed call raises ToolError. {reach}"""
MOST_NAMED = 20
PRIVACY: Mapping[Literal["tokens", "output", "off"], str] = {
    "tokens": " Personal data reads [EMAIL_1], to you and to programs: the same value is the same token, and a tool "
    "that is sent one gets the value. A token cannot be split, sorted or compared with a value in the clear: await "
    "pii.same(a, b), pii.domain(a), pii.last4, pii.area_code, pii.mask.",
    "output": " Personal data that programs show you reads [EMAIL_1]: a tool that is sent the token gets the value.",
    "off": "",
}
"""What one has to know of tokens, by `privacy.mode`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reach:
    """What programs have besides tools and the standard library, as far as the settings say."""

    packages: tuple[str, ...] = ()
    hosts: tuple[str, ...] = ()
    commands: tuple[str, ...] = ()
    privacy: Literal["tokens", "output", "off"] = "off"

    def __str__(self) -> str:
        packages = f", and {_named(self.packages)}" if self.packages else ""
        network = f"the network is {_named(self.hosts)}" if self.hosts else "there is no network"
        commands = f' await commands.run("name", "argument") runs: {_named(self.commands)}.' if self.commands else ""
        return f"The whole standard library is there{packages}; {network}.{commands}{PRIVACY[self.privacy]}"


def _named(names: tuple[str, ...]) -> str:
    return ", ".join(names[:MOST_NAMED]) + (", …" if len(names) > MOST_NAMED else "")


@dataclass(frozen=True, slots=True)
class OwnTool:
    """One of our own tools, as it is listed."""

    name: str
    description: str
    properties: dict[str, Any]
    required: tuple[str, ...] = ()
    read_only: bool = True
    always_loaded: bool = False
    """Clients that load tools on demand must have this one at once."""
    minimal: bool = False
    """Listed on the minimal surface too."""
    setting: str = ""
    """Listed only where this setting asks for it."""
    sometimes: dict[str, Any] = field(default_factory=dict[str, Any])
    """Properties that it has only where the settings ask for them."""


def _text(description: str = "") -> dict[str, Any]:
    return {"type": "string", "description": description} if description else {"type": "string"}


LANGUAGE = {"enum": ["python", "typescript"], "default": "python"}
TOOLS: tuple[OwnTool, ...] = (
    OwnTool(
        "execute_code",
        "Run Python with every MCP tool as an async function (from servers.x import y). "
        "Top-level await and return work. Only what is printed or returned comes back.",
        {
            "code": _text(),
            "language": LANGUAGE,
            "session": _text("name one to keep variables and files for later programs"),
            "background": {"type": "boolean", "description": "return an id at once, for get_execution"},
            "max_tokens": {"type": "integer"},
            "resume": _text("go on with a program that waited for approval"),
        },
        sometimes={"security_level": {"enum": list(RISKS), "description": "run behind walls for at least this risk"}},
        read_only=False,
        always_loaded=True,
        minimal=True,
    ),
    OwnTool(
        "execute_code_readonly",
        "execute_code for programs that only look: tools that change anything are denied.",
        {"code": _text(), "language": LANGUAGE, "resume": _text()},
        always_loaded=True,
        minimal=True,
        setting="policy.readonly_tool",
    ),
    OwnTool(
        "search_tools",
        "Find tools by what they do. An empty query lists the servers.",
        {
            "query": _text(),
            "server": _text("only this server"),
            "detail": {"enum": ["name", "description", "full"], "default": "description"},
            "limit": {"type": "integer", "default": 10},
            "category": _text("files, web, code, database, messaging, …"),
            "read_only": {"type": "boolean"},
            "has_output_schema": {"type": "boolean"},
            "recommend": {"type": "boolean", "description": "query is a whole task: the few tools it needs, and why"},
            "max_tokens": {"type": "integer"},
        },
        ("query",),
        always_loaded=True,
        minimal=True,
    ),
    OwnTool(
        "get_tool_definition",
        "A tool's import line, types and documented parameters.",
        {
            "tool": _text("server.tool"),
            "schema": {"type": "boolean", "description": "add the whole description and JSON schema"},
            "max_tokens": {"type": "integer"},
        },
        ("tool",),
        always_loaded=True,
        minimal=True,
    ),
    OwnTool(
        "sanitize_pii",
        "Put tokens such as [EMAIL_1] in place of personal data in a text. Tools are sent the real values.",
        {"text": _text(), "session": _text()},
        ("text",),
        setting="privacy.mode",
    ),
    OwnTool(
        "restore_pii",
        "Turn tokens of this session back into the values they stand for.",
        {"text": _text(), "session": _text()},
        ("text",),
        setting="privacy.restore_tool",
    ),
    OwnTool(
        "get_execution",
        "A background program: its state, output so far and result. Waits up to `wait` seconds for its end.",
        {
            "id": _text(),
            "wait": {"type": "integer", "default": 20},
            "cancel": {"type": "boolean"},
        },
        ("id",),
    ),
    OwnTool(
        "write_workspace_file",
        "Write a file that programs see in workspace/. It stays for the session.",
        {
            "path": _text(),
            "content": _text(),
            "base64": {"type": "boolean"},
            "append": {"type": "boolean"},
            "session": _text(),
        },
        ("path", "content"),
        read_only=False,
    ),
    OwnTool(
        "read_workspace_file",
        "Read a file of workspace/, or a part of it.",
        {
            "path": _text(),
            "lines": _text("10-20"),
            "bytes": _text("0-999"),
            "json_path": _text("items[0].name, items[*].id"),
            "max_tokens": {"type": "integer"},
            "session": _text(),
        },
        ("path",),
    ),
    OwnTool("list_workspace_files", "Files in workspace/ with sizes.", {"folder": _text(), "session": _text()}),
    OwnTool(
        "save_skill",
        "Keep a function for later programs: from skills.NAME import NAME. The example must run; it makes it trusted.",
        {
            "name": _text(),
            "code": _text("defines the function NAME"),
            "description": _text(),
            "example": _text("a program that calls it"),
            "language": LANGUAGE,
            "tags": _text("comma-separated"),
            "replace": {"type": "boolean", "description": "a new version of one that exists"},
        },
        ("name", "code", "description"),
        read_only=False,
    ),
    OwnTool("load_skill", "A skill's text and code.", {"name": _text(), "version": {"type": "integer"}}, ("name",)),
    OwnTool("list_skills", "Saved skills, or those that fit a query.", {"query": _text()}),
    OwnTool("get_execution_stats", "Servers, tools, limits and totals of past executions.", {}),
)


def listed(surface: Literal["full", "minimal"], chosen: Collection[str] = ()) -> tuple[OwnTool, ...]:
    """The tools of a surface; `chosen` are those that are there only where the settings ask for them."""
    shown = (tool for tool in TOOLS if surface == "full" or tool.minimal)
    return tuple(_with(tool, chosen) for tool in shown if tool.name in chosen or not tool.setting)


def _with(tool: OwnTool, chosen: Collection[str]) -> OwnTool:
    more = {name: schema for name, schema in tool.sometimes.items() if name in chosen}
    return replace(tool, properties={**tool.properties, **more})


def instructions(prefix: str = "", reach: Reach | None = None) -> str:
    """How to work with us, with our tools called what they are listed as."""
    text = INSTRUCTIONS.format(reach=reach or Reach())
    for tool in TOOLS:
        text = text.replace(tool.name, prefix + tool.name)
    return text
