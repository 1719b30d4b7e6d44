"""JSON with comments, TOML and YAML files as plain objects; what is wrong with one is a ConfigError with its line."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, cast

from sandgate.errors import ConfigError

Document = Mapping[str, Any]


class JsonTable(dict[str, Any]):
    """A JSON object that remembers which of its keys were written twice; which one a client takes is anyone's guess."""

    repeated: tuple[str, ...] = ()


def read_document(path: Path, shown: str) -> Document:
    """The object in a file, by its ending. `shown` is how messages call the file."""
    text = read_text(path, shown)
    parse = _PARSERS.get(path.suffix.lower(), parse_json)
    try:
        document = parse(text, shown)
    except RecursionError:
        raise ConfigError(f"{shown}: is nested too deeply to be read") from None
    except ValueError:  # a number of thousands of digits, a YAML tag that does not fit its value
        raise ConfigError(f"{shown}: holds a value that cannot be read") from None
    if not isinstance(document, Mapping):
        raise ConfigError(f"{shown}: must hold an object with named parts, got {kind(document)}")
    return cast(Document, document)


def refuse_repeated(value: object, at: str) -> None:
    """Raises for the first key, at any depth, that was written twice in one JSON object."""
    if isinstance(value, JsonTable):
        if value.repeated:
            raise ConfigError(f"{at}.{value.repeated[0]} is there twice; remove or rename one")
        for key, inner in value.items():
            refuse_repeated(inner, f"{at}.{key}")
    elif isinstance(value, list):
        for inner in cast(list[object], value):
            refuse_repeated(inner, at)


def kind(value: object) -> str:
    """What sort of thing a value is, in words; never the value, which may be a secret."""
    match value:
        case None:
            return "nothing"
        case bool():
            return "true or false"
        case int() | float():
            return "a number"
        case str():
            return "text"
        case list() | tuple():
            return "a list"
        case Mapping():
            return "a table"
        case _:
            return f"a {type(value).__name__}"


def parse_toml(text: str, shown: str) -> object:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        problem, _, place = str(error).partition(" (at ")
        found = re.match(r"line (\d+)", place)
        line = int(found[1]) if found else text.count("\n") + 1
        raise ConfigError(_syntax_message(shown, text, line, problem)) from None


def parse_json(text: str, shown: str) -> object:
    """JSON, with the comments and trailing commas that editors allow in their settings."""
    try:
        return json.loads(text, object_pairs_hook=_json_table)
    except json.JSONDecodeError:
        pass  # perhaps only for a comment
    if not text.strip():
        return {}
    try:
        return json.loads(_without_comments(text), object_pairs_hook=_json_table)
    except json.JSONDecodeError as error:
        raise ConfigError(_syntax_message(shown, text, error.lineno, error.msg)) from None


def parse_yaml(text: str, shown: str) -> object:
    import yaml  # only goose needs it, and it costs more to import than all the rest here

    class Loader(yaml.SafeLoader):
        """YAML 1.2, as goose writes it: `on`, `off`, `yes`, `no` and dates are text."""

    def is_text(first: str, tag: str) -> bool:
        return tag.endswith(":timestamp") or (tag.endswith(":bool") and first not in "tTfF")

    Loader.yaml_implicit_resolvers = {
        first: [(tag, pattern) for tag, pattern in resolvers if not is_text(first, tag)]
        for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
    }
    try:
        return yaml.load(text, Loader) or {}  # noqa: S506 - a SafeLoader
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 1
        # a longer quotation is a piece of the file, and may be a piece of a secret
        problem = re.sub(r"'[^']{2,}'", "'…'", error.problem or "cannot be read")
        raise ConfigError(_syntax_message(shown, text, line, problem)) from None
    except yaml.YAMLError:
        raise ConfigError(f"{shown}: is not YAML") from None


_PARSERS = {".toml": parse_toml, ".yaml": parse_yaml, ".yml": parse_yaml}


def read_text(path: Path, shown: str) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise ConfigError(f"{shown}: is not UTF-8 text; save it as UTF-8") from None
    except OSError as error:
        raise ConfigError(f"{shown}: cannot be read: {error.strerror or error}") from error


def _json_table(pairs: Iterable[tuple[str, Any]]) -> JsonTable:
    pairs = list(pairs)
    found = JsonTable(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        found.repeated = tuple(sorted({key for key in keys if keys.count(key) > 1}))
    return found


# A quoted string, a comment, or a comma with nothing but blanks and comments before its closing bracket.
_COMMENT = r"//[^\n]*|/\*(?:[^*]|\*(?!/))*\*/"
_JSONC = re.compile(rf'"(?:[^"\\\n]|\\.)*"|{_COMMENT}|,(?=(?:\s|{_COMMENT})*[\]}}])', re.DOTALL)


def _without_comments(text: str) -> str:
    """The same text with comments and trailing commas blanked out, so that lines and columns stay true."""

    def blank(found: re.Match[str]) -> str:
        return found[0] if found[0].startswith('"') else re.sub(r"[^\n]", " ", found[0])

    return _JSONC.sub(blank, text)


# The start of a line that is safe to show: a table's heading, the key before "=" or ":", or a plain word.
# The rest may be a secret.
_NEAR = re.compile(
    r"""\s*(\[{1,2}[\w.\- ]*\]{0,2}|(?P<quote>["']?)[\w.\-]{1,60}(?P=quote)(?=\s*[=:])|[a-z_]{1,30}(?=\s))"""
)


def _syntax_message(shown: str, text: str, line: int, problem: str) -> str:
    lines = text.splitlines()
    found = _NEAR.match(lines[line - 1]) if 0 < line <= len(lines) else None
    near = f" near `{found[1]}`" if found else ""
    return f"{shown}: line {line}{near}: {problem[:1].lower()}{problem[1:]}"
