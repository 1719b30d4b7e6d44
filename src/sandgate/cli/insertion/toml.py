"""One table in a TOML file: appended at the end, or replaced where it stands."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any, cast

from .splice import Splice


def put(text: str, keys: Sequence[str], name: str, entry: dict[str, Any]) -> Splice:
    """The change that makes the entry a table of its own."""
    heading = ".".join(key_text(key) for key in (*keys, name))
    table = f"[{heading}]\n" + "".join(f"{key_text(key)} = {_value(value)}\n" for key, value in entry.items())
    # From its heading to the next one that is not a part of it.
    own = rf"^\[\s*{re.escape(heading)}\s*\][^\n]*\n?.*?(?=^\s*\[(?!\s*{re.escape(heading)}\.)|\Z)"
    found = re.search(own, text, re.DOTALL | re.MULTILINE)
    if found:
        return Splice(found.start(), found.end(), table + ("\n" if text[found.end() :] else ""), table)
    blank = "" if not text.strip() else "\n" if text.endswith("\n") else "\n\n"
    return Splice(len(text), len(text), blank + table, table)


def key_text(name: str) -> str:
    return name if re.fullmatch(r"[A-Za-z0-9_-]+", name) else _value(name)


def _value(value: object) -> str:
    """Texts and numbers are written alike in TOML and JSON, but for one character."""
    match value:
        case dict():
            pairs = cast("dict[str, object]", value).items()
            return "{ " + ", ".join(f"{key_text(key)} = {_value(inner)}" for key, inner in pairs) + " }"
        case list():
            return "[" + ", ".join(map(_value, cast("list[object]", value))) + "]"
        case _:
            return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
