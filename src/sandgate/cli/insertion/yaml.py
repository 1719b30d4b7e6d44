"""One entry of a block in a YAML file, inserted right below the block's name or replaced where it stands."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

from .splice import Splice

_UNREADABLE = re.compile("[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]")
"""What JSON takes as it is, and YAML only in other words."""


def put(text: str, keys: Sequence[str], name: str, entry: dict[str, Any]) -> Splice:
    """The change that brings the entry in."""
    (section,) = keys
    heading = re.search(rf"^{section}:[ \t]*(\{{\s*\}}|null|~)?[ \t]*(?:#[^\n]*)?(?:\n|\Z)", text, re.MULTILINE)
    if heading and not heading[1]:
        return _under(text, heading.end(), name, entry)
    whole = f"{section}:\n{_block(name, entry, '  ')}"
    if heading:
        return Splice(heading.start(), heading.end(), whole, whole)
    start = "" if not text or text.endswith("\n") else "\n"
    return Splice(len(text), len(text), start + whole, whole)


def _under(text: str, start: int, name: str, entry: dict[str, Any]) -> Splice:
    """Below a heading that ends at `start`: in place of the entry of that name, else as the first one."""
    child = re.compile(r"(?:[ \t]*(?:#[^\n]*)?\n)*([ ]+)[^\s#]").match(text, start)
    indent = child[1] if child else "  "
    block = _block(name, entry, indent)
    rows = rf"^{indent}[\"']?{re.escape(name)}[\"']?:[^\n]*\n?(?:{indent}[ ]+[^\n]*(?:\n|\Z)|[ \t]*\n)*"
    following = re.compile(r"^[^\s#]", re.MULTILINE).search(text, start)
    own = re.compile(rows, re.MULTILINE).search(text, start, following.start() if following else len(text))
    if own:
        return Splice(own.start(), own.end(), block, block)
    return Splice(start, start, block if text[:start].endswith("\n") else "\n" + block, block)


def _block(name: str, entry: dict[str, Any], indent: str) -> str:
    """Values are written as JSON, which YAML reads."""
    lines = [f"{indent}{_text(name)}:"]
    lines += [f"{indent}  {key}: {_text(value)}" for key, value in entry.items()]
    return "\n".join(lines) + "\n"


def _text(value: object) -> str:
    plain = isinstance(value, str) and re.fullmatch(r"[A-Za-z][A-Za-z0-9_-]*", value)
    reserved = str(value).lower() in ("true", "false", "null", "yes", "no", "on", "off", "y", "n")
    if plain and not reserved:
        return str(value)
    written = json.dumps(value, ensure_ascii=False)
    return _UNREADABLE.sub(lambda found: f"\\u{ord(found[0]):04x}", written)
