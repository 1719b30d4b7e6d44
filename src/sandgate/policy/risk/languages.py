"""Arguments that are instructions: SQL, GraphQL, commands, requests, code, and words that choose an operation."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, cast

from sandgate.model import JsonObject, Tool
from sandgate.policy.risk.http import weigh_method
from sandgate.policy.risk.levels import Weighed, about, changes, plain, together
from sandgate.policy.risk.shell import weigh_command
from sandgate.policy.risk.sql import Certainty, weigh_sql
from sandgate.policy.risk.stores import weigh_graphql, weigh_redis
from sandgate.policy.risk.tools import Nature, by_deed
from sandgate.policy.risk.words import deed_of_name, parts, wordset


@dataclass(frozen=True, slots=True)
class Spoken:
    field: str
    key: str
    value: str | list[Any]
    steers: bool
    """Told to the tool itself, and not part of the data it shall keep."""

    @property
    def texts(self) -> list[str]:
        values = [self.value] if isinstance(self.value, str) else self.value[:100]
        return [text for text in values if isinstance(text, str) and text.strip()]


_DATABASES = wordset("""
    athena bigquery clickhouse cockroachdb cypher database databases db dsql duckdb hive mariadb memgraph mssql mysql
    neo4j oracle postgres postgresql presto psql redshift snowflake spark sql sqlite starrocks supabase tidb trino
    """)
_QUERIES = wordset("query queries statement statements q cypher text command script code input")
_SEARCHES = wordset(
    "docs documentation find keyword keywords knowledge memory messages natural search semantic web wiki"
)
_COMMANDS = wordset("command commands cmd shell bash script args argv arguments command_line shell_command input")
_SHELLS = wordset("bash cli cmd command commands console exec powershell process shell ssh terminal")
_PROGRAMS = ("kubectl", "helm", "git", "docker", "podman", "aws", "gcloud", "az", "terraform", "gh", "heroku", "npm")
_CODE = wordset("code javascript js python script function expression source lua apex snippet program")
_BROWSERS = wordset("browser page puppeteer playwright devtools tab dom")
_METHODS = frozenset(("method", "http_method", "verb", "request_method", "http_verb"))
_CHOICES = wordset("action actions operation op method command subcommand mode verb intent_type request_type")
_CHOICE = re.compile(r"[A-Za-z][\w.\-]{0,60}")


def weigh_spoken(tool: Tool, known: Nature, spoken: Spoken, arguments: JsonObject) -> Weighed | None:
    """`None` where this argument gives no instructions."""
    for weigh in (_request, _redis, _graphql, _sql, _choice, _command, _code):
        if weighed := weigh(tool, known, spoken, arguments):
            return weighed
    return None


def _sql(tool: Tool, known: Nature, spoken: Spoken, arguments: JsonObject) -> Weighed | None:
    certainty = _certainty(known, spoken.key)
    if certainty is None:
        return None
    found = [weighed for text in spoken.texts if (weighed := weigh_sql(text, certainty))]
    return about(f"`{spoken.field}`", together(found)) if found else None


def _certainty(known: Nature, key: str) -> Certainty | None:
    words = parts(key)
    if "sql" in words or key in ("cypher", "cypher_query"):
        return "field"
    if not words or words[-1] not in _QUERIES:
        return None
    search = known.deed is not None and known.deed.word in ("search", "find", "lookup", "ask", "recall")
    if not search and (not known.words.isdisjoint(_DATABASES) or "sql" in "".join(known.words)):
        return "tool"
    if search or words[-1] not in ("query", "queries", "statement", "statements"):
        return None
    return None if not known.words.isdisjoint(_SEARCHES) else "none"


def _graphql(tool: Tool, known: Nature, spoken: Spoken, arguments: JsonObject) -> Weighed | None:
    if spoken.key not in ("query", "mutation", "graphql", "document", "operation", "body", "graphql_query"):
        return None
    found = [weighed for text in spoken.texts[:1] if (weighed := weigh_graphql(text))]
    return about(f"`{spoken.field}`", found[0]) if found else None


def _request(tool: Tool, known: Nature, spoken: Spoken, arguments: JsonObject) -> Weighed | None:
    """A method, with the address it goes to."""
    if not spoken.steers or spoken.key not in _METHODS or not isinstance(spoken.value, str):
        return None
    target = next((plain(arguments[key]) for key in ("url", "path", "endpoint", "uri") if arguments.get(key)), "")
    if not target and not spoken.value.isupper():
        return None
    return weigh_method(spoken.value, target)


def _redis(tool: Tool, known: Nature, spoken: Spoken, arguments: JsonObject) -> Weighed | None:
    if "redis" not in known.words and "valkey" not in known.words:
        return None
    if spoken.key not in ("command", "cmd", "args", "commands", "query"):
        return None
    words = spoken.value.split() if isinstance(spoken.value, str) else [plain(word) for word in spoken.value]
    more = arguments.get("args")
    if isinstance(spoken.value, str) and isinstance(more, list):
        words += [plain(word) for word in cast("list[Any]", more)]
    weighed = weigh_redis(words)
    return about(f"`{spoken.field}`", weighed) if weighed else None


def _choice(tool: Tool, known: Nature, spoken: Spoken, arguments: JsonObject) -> Weighed | None:
    """`action: "delete"`: a word that says which of several things the tool shall do."""
    if not spoken.steers or spoken.key.rpartition("_")[2] not in _CHOICES or not isinstance(spoken.value, str):
        return None
    if not _CHOICE.fullmatch(spoken.value) or (spoken.key in _COMMANDS and not _offered(tool, spoken)):
        return None
    deed = deed_of_name(spoken.value)
    return about(f"`{spoken.field}` is {spoken.value}:", by_deed(deed, spoken.value)) if deed else None


def _offered(tool: Tool, spoken: Spoken) -> bool:
    """Whether the word is one the tool's schema lists, or an operation's name with several words."""
    schema = tool.parameters.get(spoken.field)
    offered = cast("JsonObject", schema).get("enum") if isinstance(schema, dict) else None
    return isinstance(offered, list) or "_" in str(spoken.value)


def _command(tool: Tool, known: Nature, spoken: Spoken, arguments: JsonObject) -> Weighed | None:
    name = frozenset(parts(tool.name))
    program = next((program for program in _PROGRAMS if program in name), "")
    running = known.deed is not None and known.deed.kind == "run"
    if spoken.key not in _COMMANDS or not (running or program or not _SHELLS.isdisjoint(name)):
        return None
    if spoken.key == "input" and _SHELLS.isdisjoint(name):
        return None
    if not program and spoken.key in ("args", "arguments"):
        return None  # they belong to a command that is weighed as a whole
    line = _line(spoken, program, arguments)
    return about(f"`{spoken.field}`", weigh_command(line)) if line else None


def _line(spoken: Spoken, program: str, arguments: JsonObject) -> str | Sequence[str]:
    value = spoken.value
    more = arguments.get("args") if spoken.key in ("command", "cmd") else None
    rest = [plain(word) for word in cast("list[Any]", more)] if isinstance(more, list) else []
    if isinstance(value, list):
        words = [plain(word) for word in value]
        return [program, *words] if program and words[:1] != [program] else words
    if rest:
        return [*value.split(), *rest] if not program else [program, *value.split(), *rest]
    return f"{program} {value}" if program and not value.lstrip().startswith(program) else value


def _code(tool: Tool, known: Nature, spoken: Spoken, arguments: JsonObject) -> Weighed | None:
    running = known.deed is not None and (known.deed.kind == "run" or known.deed.word in ("evaluate", "invoke"))
    if not running or spoken.key.rpartition("_")[2] not in _CODE or not spoken.texts:
        return None
    lines = sum(text.count("\n") + 1 for text in spoken.texts)
    where = "in a web page" if not _BROWSERS.isdisjoint(known.words) else "where the server runs"
    said = f"`{spoken.field}` is code of {lines} line{'s' if lines > 1 else ''} that runs {where}"
    return changes("medium" if where == "in a web page" else "high", said)
