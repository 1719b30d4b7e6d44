"""Tells whether an entry would start or reach Sandgate, which must never be one of its own servers."""

from __future__ import annotations

import re
import shlex
from collections.abc import Sequence
from urllib.parse import urlsplit

from sandgate.config.options import HttpOptions, ServerOptions

_LOCAL = ("localhost", "127.0.0.1", "::1")
_PACKAGE = re.compile(r"sandgate(?:\[[^\]]*\])?(?:[@=<>~!].*)?", re.IGNORECASE)
_MODULES = ("sandgate", "sandgate.__main__", "sandgate.cli", "sandgate.cli.main")
_PYTHON = re.compile(r"(?:python|pypy)[\d.]*|py")

# Options of uvx, uv, pipx, poetry and env that take the next argument with them.
_WITH_VALUE = re.compile(
    "-[pcuCPf]|--(?:from|with|with-editable|with-requirements|python|spec|package|group|extra|directory|project|env-file"
    "|index|index-url|default-index|extra-index-url|find-links|constraints?|overrides?|prerelease|pip-args|color)"
)
_SUBCOMMANDS = {"uv": ("run", "tool"), "pipx": ("run",), "poetry": ("run",), "pdm": ("run",), "hatch": ("run",)}


def is_itself(options: ServerOptions, http: HttpOptions) -> bool:
    return runs_sandgate([options.command, *options.args]) if options.command else _serves_at(options.url, http)


def runs_sandgate(words: Sequence[str]) -> bool:
    """Whether a command line starts Sandgate, seen through runners, interpreters and shells."""
    if not words:
        return False
    program = re.split(r"[/\\]", words[0])[-1].lower().removesuffix(".exe")
    rest = words[1:]
    if _PACKAGE.fullmatch(program):
        return rest[:1] != ["demo"]  # a server of the demo is not ourselves
    if program in ("uvx", "env") or program in _SUBCOMMANDS:
        return runs_sandgate(_target(program, rest))
    if _PYTHON.fullmatch(program):
        return _python_runs_sandgate(rest)
    if program in ("cmd", "sh", "bash", "zsh"):
        return _shell_runs_sandgate(rest)
    return False


def _target(program: str, words: Sequence[str]) -> Sequence[str]:
    """The command line that a runner is to run: what is left after its own subcommands, options and variables."""
    subcommands = _SUBCOMMANDS.get(program, ())
    position = 0
    while position < len(words):
        word = words[position]
        if _WITH_VALUE.fullmatch(word):
            position += 2
        elif word.startswith("-") or word in subcommands or (program == "env" and "=" in word):
            position += 1
        else:
            break
    return words[position:]


def _python_runs_sandgate(words: Sequence[str]) -> bool:
    rest = iter(words)
    for word in rest:
        if word == "-m":
            return next(rest, "") in _MODULES
        if word in ("-X", "-W"):
            next(rest, "")
        elif not word.startswith("-"):
            return runs_sandgate([word])
    return False


def _shell_runs_sandgate(words: Sequence[str]) -> bool:
    for position, word in enumerate(words):
        if word.lower() == "/c":
            return runs_sandgate(words[position + 1 :])
        if word.startswith("-") and word.endswith("c"):
            return runs_sandgate(_split(" ".join(words[position + 1 : position + 2])))
    return False


def _split(line: str) -> list[str]:
    try:
        words = shlex.split(line)
    except ValueError:
        return []
    return words[1:] if words[:1] == ["exec"] else words


def _serves_at(url: str, http: HttpOptions) -> bool:
    try:
        address = urlsplit(url)
        host, port = address.hostname or "", address.port
    except ValueError:
        return False
    if port != http.port:
        return False
    ours = {http.host.lower()}
    if http.host in (*_LOCAL, "0.0.0.0", "::"):  # noqa: S104 - compared, not listened on
        ours.update(_LOCAL)
    return host in ours
