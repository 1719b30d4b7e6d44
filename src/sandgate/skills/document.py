"""`SKILL.md`: front matter that every YAML parser reads the same, and below it how to use the skill."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import cast

from sandgate.catalog.wrappers.text import clean, one_line
from sandgate.config.documents import parse_yaml
from sandgate.errors import BadArguments, ConfigError
from sandgate.model import JsonObject

from .names import folder_name
from .record import Facts, Input

FILE = "SKILL.md"
LONGEST_DESCRIPTION = 1024
"""So says the Agent Skills format."""
LONGEST_FRONT_MATTER = 64 * 1024
_FRONT_MATTER = re.compile(r"\A---[ \t]*\n(.*?)^---[ \t]*$\n?", re.DOTALL | re.MULTILINE)
_DEEPEST = 10
MOST_TAGS, LONGEST_TAG = 20, 40


@dataclass(frozen=True, slots=True)
class Document:
    """What was read out of somebody's `SKILL.md`."""

    front_matter: JsonObject
    body: str


def rendered(name: str, version: int, facts: Facts, usage: str) -> str:
    """The text of a version's `SKILL.md`. `usage` is how to use it; where it is empty, the signature says that."""
    front_matter = "".join(_lines(front_matter_of(name, version, facts)))
    return f"---\n{front_matter}---\n\n{clean(usage) or _usage(name, facts)}\n"


def front_matter_of(name: str, version: int, facts: Facts) -> JsonObject:
    return {
        "name": folder_name(name),
        "description": facts.description,
        "version": version,
        "tags": list(facts.tags),
        "inputs": [_input(one) for one in facts.inputs],
        "tools": list(facts.tools),
    }


def checked_description(text: str) -> str:
    """Raises BadArguments: without one nobody finds a skill."""
    description = one_line(text)
    if not description:
        raise BadArguments("a skill needs a description: what it does and when to use it, in a sentence or two")
    if len(description) > LONGEST_DESCRIPTION:
        raise BadArguments(
            f"the description has {len(description):,} characters, more than {LONGEST_DESCRIPTION:,}; "
            "the rest belongs into how to use it"
        )
    return description


def checked_tags(tags: tuple[str, ...]) -> tuple[str, ...]:
    found = tuple(dict.fromkeys(filter(None, (one_line(tag).lower() for tag in tags))))
    if len(found) > MOST_TAGS or any(len(tag) > LONGEST_TAG for tag in found):
        raise BadArguments(f"a skill has at most {MOST_TAGS} tags of at most {LONGEST_TAG} characters")
    return found


def read_document(text: str) -> Document:
    """Of somebody else's file. Raises BadArguments."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")
    found = _FRONT_MATTER.match(text)
    if not found or len(found[1]) > LONGEST_FRONT_MATTER:
        raise BadArguments(f"{FILE} must begin with front matter between two lines of ---, at most 64 kB")
    _refuse_tricks(found[1])
    try:
        data = parse_yaml(found[1], FILE)
    except (ConfigError, ValueError, RecursionError) as error:
        raise BadArguments(f"the front matter of {FILE} cannot be read: {error}") from error
    if not isinstance(data, dict):
        raise BadArguments(f"the front matter of {FILE} must be keys with values, such as `name: save-sheet`")
    return Document(cast("JsonObject", data), text[found.end() :].strip())


def _refuse_tricks(text: str) -> None:
    """Anchors make a small text huge, tags make objects, depth breaks readers: no honest front matter has them.

    The parser gives one event after the other, without recursion.
    """
    import yaml  # slow to import, and only what comes from elsewhere is read

    depth = 0
    try:
        for event in cast("Iterator[object]", yaml.parse(text, yaml.SafeLoader)):  # pyright: ignore[reportUnknownMemberType] - no types
            depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
            marks = (getattr(event, "tag", None), getattr(event, "anchor", None))
            if depth > _DEEPEST or marks != (None, None):
                raise BadArguments(f"the front matter of {FILE} has anchors, tags or more than {_DEEPEST} levels")
    except yaml.YAMLError as error:
        raise BadArguments(f"the front matter of {FILE} is not YAML: {one_line(str(error))}") from error


def _lines(front_matter: Mapping[str, object]) -> Iterator[str]:
    """Values as JSON, which is YAML too: quoted texts cannot be taken for numbers, dates or `yes`."""
    for key, value in front_matter.items():
        items = cast("list[object]", value) if isinstance(value, list) else []
        listed = "".join(f"\n  - {_json(one)}" for one in items)
        yield f"{key}:{listed}\n" if items else f"{key}: {_json(cast('object', value))}\n"


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _input(one: Input) -> JsonObject:
    told = {key: one_line(value) for key, value in asdict(one).items() if value}
    return {**told, "required": one.default is None}


def _usage(name: str, facts: Facts) -> str:
    wait = "await " if facts.signature.startswith("async") else ""
    if facts.language == "typescript":
        call = f"{wait}{name}({', '.join(one.name for one in facts.inputs if one.default is None)})"
        code = f'```ts\nimport {{ {name} }} from "skills/{name}";\n\nconst result = {call};\n```'
    else:
        call = f"{wait}{name}({', '.join(f'{one.name}=…' for one in facts.inputs if one.default is None)})"
        code = f"```python\nfrom skills.{name} import {name}\n\nresult = {call}\n```"
    return f"# {name}\n\n{facts.description}\n\n{code}\n\n`{one_line(facts.signature)}`"
