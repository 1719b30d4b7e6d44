"""What tasks cannot do without: looked up before any of them runs, and everything that is missing told at once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import anyio

from sandgate.errors import SandgateError, UnknownTool
from sandgate.model import Tool
from sandgate.policy.risk import weigh_call
from sandgate.policy.rules import Rules
from sandgate.policy.settings import rules_of

from .task import Task

if TYPE_CHECKING:
    from sandgate.gateway import Gateway

MOST_TOLD = 50
Need = tuple[str, bool]
"""A server or a tool, and whether the task that needs it may only look."""


class Unmet(SandgateError):
    """Tools that tasks need are missing or denied. Nothing has run."""

    def __init__(self, problems: Sequence[str]) -> None:
        self.problems = tuple(problems)
        more = [f"and {len(problems) - MOST_TOLD} more"] if len(problems) > MOST_TOLD else []
        super().__init__("\n".join(["nothing was run:", *(f"- {one}" for one in [*problems[:MOST_TOLD], *more])]))


async def check_needs(gateway: Gateway, tasks: Iterable[Task]) -> None:
    """Raises Unmet. Servers that were never listed are asked, side by side."""
    whose: dict[Need, list[str]] = {}
    for task in tasks:
        for name in dict.fromkeys(task.required_tools):
            whose.setdefault((name, task.read_only), []).append(task.id)
    found: dict[Need, str] = {}

    async def look(need: Need) -> None:
        found[need] = await _problem(gateway, rules_of(gateway.config.policy), need)

    async with anyio.create_task_group() as looking:
        for need in whose:
            looking.start_soon(look, need)
    problems = [f"{found[need]} (task {_named(ids)})" for need, ids in whose.items() if found[need]]
    if problems:
        raise Unmet(problems)


async def _problem(gateway: Gateway, rules: Rules, need: Need) -> str:
    """Why it cannot be had, in words; empty where it can."""
    name, read_only = need
    catalogue = gateway.discovery.catalogue
    unusable = {one.name: one.reason for one in gateway.config.found if one.state in ("incomplete", "disabled")}
    try:
        if (reason := unusable.get(name.partition(".")[0])) and name.partition(".")[0] not in catalogue.servers:
            return f"server {name.partition('.')[0]!r} cannot be used: {reason}"
        if (server := _server(gateway, name.removesuffix(".*"))) is not None:
            await gateway.discovery.prepare(f"import servers.{catalogue.module(server)}")
            return ""
        tool = await gateway.discovery.tool(name)
    except SandgateError as error:
        return str(error)
    return _denied(tool, catalogue.names(tool), rules, read_only=read_only)


def _server(gateway: Gateway, name: str) -> str | None:
    """The server of that name. Raises UnknownTool where the name cannot be a tool's either."""
    catalogue = gateway.discovery.catalogue
    try:
        return catalogue.server(name)
    except UnknownTool:
        if "." in name and catalogue.server_of(name) is None:
            catalogue.server(name.partition(".")[0])
        return None


def _denied(tool: Tool, names: Sequence[str], rules: Rules, *, read_only: bool) -> str:
    changes = weigh_call(tool, {}).changes_data
    if rules.hides(names, changes=changes):
        return f"{names[-1]} is denied by the policy: `sandgate policy explain {names[-1]}` says more"
    if read_only and changes:
        return f"{names[-1]} changes something, and the task may only look (read_only)"
    return ""


def _named(ids: Sequence[str]) -> str:
    return ", ".join(map(repr, ids[:3])) + (f" and {len(ids) - 3} more" if len(ids) > 3 else "")
