"""The ways in which clients write variables into their settings, and filling them in."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from dataclasses import dataclass

from sandgate.config.surroundings import Surroundings


class Incomplete(Exception):
    """An entry cannot be used as it stands. Its text says why and what to do; it never leaves this package."""


@dataclass(frozen=True, slots=True)
class Syntax:
    """How a client writes variables: a pattern, and the value of one match (or Incomplete)."""

    pattern: re.Pattern[str]
    value: Callable[[re.Match[str], Surroundings], str]


class Filling:
    """Fills in the variables of one entry and collects what is missing, so that one look shows all of it."""

    def __init__(self, syntax: Syntax | None, around: Surroundings) -> None:
        self._syntax = syntax
        self._around = around
        self.missing: list[str] = []

    def text(self, text: str, *, kept: Collection[str] = ()) -> str:
        """The text with its variables filled in. A `${NAME}` in `kept` is left for the server to fill in itself."""
        if self._syntax is None or "$" not in text:
            return text
        around, syntax = self._around, self._syntax

        def fill(found: re.Match[str]) -> str:
            try:
                return syntax.value(found, around)
            except Incomplete as incomplete:
                if found[0].strip("${}") in kept:
                    return found[0]
                if str(incomplete) not in self.missing:
                    self.missing.append(str(incomplete))
                return ""

        return syntax.pattern.sub(fill, text)


def variable(name: str, around: Surroundings) -> str:
    """The value of an environment variable; raises Incomplete if it is not set."""
    try:
        return around.environ[name]
    except KeyError:
        raise Incomplete(f"the variable {name} is not set; set it before starting Sandgate") from None


def _shell(found: re.Match[str], around: Surroundings) -> str:
    name, default = found["name"], found["default"]
    if name is None:  # `$${`
        return "${"
    if default is None:
        return variable(name, around)
    if "${" in default:
        raise Incomplete(
            f"the default of {name} holds another variable, which is not filled in; write one or the other"
        )
    return around.environ.get(name) or default


def _claude(found: re.Match[str], around: Surroundings) -> str:
    if found["name"] == "CLAUDE_PROJECT_DIR":  # Claude Code sets it for its servers
        return str(around.cwd)
    return _shell(found, around)


def _editor(found: re.Match[str], around: Surroundings) -> str:
    match found["kind"], found["name"]:
        case "env", str(name):
            return variable(name, around)
        case "input", str(name):
            raise Incomplete(
                f"it needs the input {name}, which only the editor can ask for; "
                "write this server into sandgate.toml with the value, or a ${VARIABLE}, in its place"
            )
        case "userHome", None:
            return str(around.home)
        case "workspaceFolder", None:
            return str(around.cwd)
        case "workspaceFolderBasename", None:
            return around.cwd.name
        case "pathSeparator" | "/", None:
            return "\\" if around.platform == "win32" else "/"
        case kind, None:
            raise Incomplete(
                f"${{{kind}}} is not a variable of this client; an environment variable is ${{env:{kind}}}"
            )
        case kind, _:
            raise Incomplete(f"${{{kind}:…}} can only be filled in by the editor; write this server into sandgate.toml")


def _either(found: re.Match[str], around: Surroundings) -> str:
    kind, name = found["kind"], found["name"]
    if name is None and kind not in _EDITOR_WORDS:
        return variable(kind, around)
    if name is not None and name.startswith("-"):
        return around.environ.get(kind) or name[1:]
    return _editor(found, around)


_EDITOR_WORDS = ("userHome", "workspaceFolder", "workspaceFolderBasename", "pathSeparator", "/")
_NAME = r"(?P<name>[A-Za-z_]\w*)"
_DEFAULT = r"(?::-(?P<default>[^}]*))?"
_KIND = r"(?P<kind>[A-Za-z_]\w*|/)"

CLAUDE = Syntax(re.compile(rf"\$\{{{_NAME}{_DEFAULT}\}}"), _claude)
"""`${NAME}` and `${NAME:-default}`, one inside the other not."""
SANDGATE = Syntax(re.compile(rf"\$\$\{{|\$\{{{_NAME}{_DEFAULT}\}}"), _shell)
"""The same; and `$${` is a plain `${`."""
DOLLAR = Syntax(re.compile(rf"\$(?P<brace>\{{)?{_NAME}(?(brace){_DEFAULT}\}})"), _shell)
"""`$NAME`, `${NAME}` and `${NAME:-default}`."""
EDITOR = Syntax(re.compile(rf"\$\{{{_KIND}(?::(?P<name>[^}}]+))?\}}"), _editor)
"""`${env:NAME}`, `${workspaceFolder}` and their like."""
EITHER = Syntax(EDITOR.pattern, _either)
"""What is in files of no known client: the editors' way and Claude Code's."""
