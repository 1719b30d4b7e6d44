"""What the MCP extension `io.modelcontextprotocol/skills` (SEP-2640) answers: data only, no protocol.

Trusted versions are served, nothing else. A URI that is not served is BadArguments, which the protocol calls -32602.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

from sandgate.errors import BadArguments
from sandgate.model import JsonObject

from .document import FILE, front_matter_of
from .names import folder_name
from .store import Loaded, Skill, Skills

IDENTIFIER = "io.modelcontextprotocol/skills"
SETTINGS: JsonObject = {"directoryRead": True}
SCHEME = "skill://"
PAGE = 50
FRESH: JsonObject = {"ttlMs": 60_000, "cacheScope": "private"}
FOLDER = "inode/directory"


def skills_list(skills: Skills, cursor: str | None = None) -> JsonObject:
    """`skills/list`: a page of entries; `nextCursor` where there are more. Raises BadArguments."""
    page, following = _page(skills.trusted(), cursor)
    return {"skills": [_entry(_loaded(skills, skill)) for skill in page], **following, **FRESH}


def skills_get(skills: Skills, uri: str) -> JsonObject:
    """`skills/get`. Raises BadArguments."""
    loaded, path = _served(skills, uri)
    if path != FILE:
        raise BadArguments(f"no skill is served at {uri[:200]}; its URI ends with /{FILE}")
    return {"skill": _entry(loaded), **FRESH}


def resources_read(skills: Skills, uri: str) -> JsonObject:
    """`resources/read` of a file of a skill. Raises BadArguments."""
    loaded, path = _served(skills, uri)
    if path not in loaded.files:
        raise BadArguments(f"there is no file at {uri[:200]}")
    content = {"uri": uri, "mimeType": _kind(path), "text": loaded.files[path].decode()}
    return {"contents": [content], **FRESH}


def resources_list(skills: Skills) -> list[JsonObject]:
    """The skills as resources, for clients that know nothing of the extension."""
    return [_resource(skill, FILE) for skill in skills.trusted()]


def directory_read(skills: Skills, uri: str) -> JsonObject:
    """`resources/directory/read`: what is directly in a folder. Raises BadArguments."""
    loaded, folder = _served(skills, uri)
    prefix = f"{folder}/" if folder else ""
    inside = [path.removeprefix(prefix) for path in sorted(loaded.files) if path.startswith(prefix)]
    if not inside or uri.endswith("/"):
        raise BadArguments(f"{uri[:200]} is not a folder of a skill")
    folders = dict.fromkeys(path.split("/")[0] for path in inside if "/" in path)
    found: list[JsonObject] = [_resource(loaded.skill, prefix + path) for path in inside if "/" not in path]
    return {"resources": [*found, *({"uri": f"{uri}/{one}", "name": one, "mimeType": FOLDER} for one in folders)]}


def _entry(loaded: Loaded) -> JsonObject:
    skill = loaded.skill
    paths = [FILE, *sorted(path for path in loaded.files if path != FILE)]
    return {
        "uri": _uri(skill, FILE),
        "frontmatter": front_matter_of(skill.name, skill.version, skill.facts),
        "resources": [
            {
                "uri": _uri(skill, path),
                "digest": f"sha256:{hashlib.sha256(loaded.files[path]).hexdigest()}",
                "size": len(loaded.files[path]),
            }
            for path in paths
        ],
    }


def _resource(skill: Skill, path: str) -> JsonObject:
    told = {"name": folder_name(skill.name), "description": skill.facts.description}
    named: dict[str, Any] = told if path == FILE else {"name": path.rpartition("/")[2]}
    return {"uri": _uri(skill, path), **named, "mimeType": _kind(path)}


def _served(skills: Skills, uri: str) -> tuple[Loaded, str]:
    """The skill a URI points into, and the path inside it."""
    folder, _, path = uri.removeprefix(SCHEME).partition("/")
    loaded = skills.current(folder.replace("-", "_")) if uri.startswith(SCHEME) and "_" not in folder else None
    if loaded is None:
        raise BadArguments(f"no skill is served at {uri[:200]}")
    return loaded, path


def _loaded(skills: Skills, skill: Skill) -> Loaded:
    return skills.load(skill.name, skill.version)


def _page(found: Sequence[Skill], cursor: str | None) -> tuple[Sequence[Skill], JsonObject]:
    """From the name after the cursor on: skills that come or go in between move no page."""
    if cursor is not None and not cursor.isidentifier():
        raise BadArguments("this cursor is not one of ours; begin without one")
    rest = [skill for skill in found if cursor is None or skill.name > cursor]
    page = rest[:PAGE]
    return page, {"nextCursor": page[-1].name} if len(rest) > PAGE else {}


def _uri(skill: Skill, path: str) -> str:
    return f"{SCHEME}{folder_name(skill.name)}/{path}"


def _kind(path: str) -> str:
    kinds = {".md": "text/markdown", ".ts": "text/typescript"}
    return kinds.get(path[-3:], "text/x-python")
