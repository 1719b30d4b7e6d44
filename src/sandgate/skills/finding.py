"""Find skills by what they do, with the search that finds tools: here a skill looks like one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from sandgate.catalog.search import index_of
from sandgate.model import JsonObject, Tool

from .record import Input

if TYPE_CHECKING:
    from .store import Skill

SERVER = "skills"
_TYPES = {"str": "string", "int": "integer", "float": "number", "bool": "boolean", "list": "array", "dict": "object"}


def documents(skills: Iterable[Skill]) -> list[Tool]:
    """Skills as the entries of an index: as if a server called `skills` offered them."""
    return [_document(skill) for skill in skills]


def found(skills: Sequence[Skill], query: str, folder: Path | None = None) -> list[Skill]:
    """Those that fit, best first; all of them where there is no query. The index is kept in `folder`."""
    if not query.strip() or not skills:
        return list(skills)
    by_name = {skill.name: skill for skill in skills}
    return [by_name[tool.name] for tool in index_of(documents(skills), {}, folder).search(query)]


def schema_of(inputs: Iterable[Input]) -> JsonObject:
    """The inputs as a JSON schema, as far as their types say."""
    given = list(inputs)
    properties = {one.name: _property(one) for one in given}
    return {
        "type": "object",
        "properties": properties,
        "required": [one.name for one in given if one.default is None],
    }


def _document(skill: Skill) -> Tool:
    facts = skill.facts
    tags = f" Tags: {', '.join(facts.tags)}." if facts.tags else ""
    return Tool(
        server=SERVER,
        name=skill.name,
        description=f"{facts.description}{tags}",
        input_schema=schema_of(facts.inputs),
    )


def _property(one: Input) -> JsonObject:
    kind = _TYPES.get(one.type.partition("[")[0])
    described = {"description": one.description} if one.description else {}
    return {"type": kind, **described} if kind else described
