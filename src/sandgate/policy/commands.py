"""Which commands a program may run: names of programs, and a pattern for each of their arguments."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePath

from sandgate.errors import BadArguments, ConfigError, Denied
from sandgate.model import JsonObject

from .risk import Weighed
from .risk.levels import about, shown
from .risk.shell import weigh_command

ANY = "*"
REST = "..."
SHELLS = frozenset(
    ("sh", "bash", "rbash", "dash", "ash", "zsh", "ksh", "mksh", "fish", "csh", "tcsh", "yash", "pwsh", "nu", "xonsh")
)
BOXES = frozenset(("busybox", "toybox"))
"""Many programs in one, a shell among them: the first argument says which."""
MOST_SHOWN = 10
LONGEST_INPUT = 2000


@dataclass(frozen=True, slots=True)
class Pattern:
    """One entry of the list, such as `grep -n * *` or `git log ...`."""

    text: str
    program: str
    arguments: tuple[str, ...]
    further: bool
    """Whether any further arguments may follow."""

    def fits(self, arguments: Sequence[str]) -> bool:
        if len(arguments) < len(self.arguments) or (len(arguments) > len(self.arguments) and not self.further):
            return False
        return all(_fits(*pair) for pair in zip(self.arguments, arguments, strict=False))


class AllowList:
    """Patterns of commands, read once. Raises ConfigError, with the cure, for one that says nothing or too much."""

    def __init__(self, patterns: Sequence[str]) -> None:
        self._patterns = [_read(text) for text in patterns]

    @property
    def programs(self) -> list[str]:
        return sorted({pattern.program for pattern in self._patterns})

    def refuse_shells(self, files: Mapping[str, str]) -> None:
        """A shell by another name is one all the same. Raises ConfigError."""
        for program, file in files.items():
            _refuse_shell(PurePath(file).name, f"commands.allow: {program} is {file}, and")

    def check(self, words: Sequence[str]) -> None:
        """Raises Denied, with what would be allowed, or BadArguments for what no program could be given."""
        program, *arguments = words
        if any("\0" in word for word in words):
            raise BadArguments("a word of the command holds a null byte, which no program can be given")
        known = [pattern for pattern in self._patterns if pattern.program == program]
        if any(pattern.fits(arguments) for pattern in known):
            return
        if not self._patterns:
            raise Denied("no commands can be run here: commands.allow in sandgate.toml lists none")
        what = f"{shown(program)} with these arguments" if known else f"the program {shown(program)}"
        raise Denied(f"{what} is not in commands.allow. Allowed: {_listed(known or self._patterns)}")


def arguments_of(words: Sequence[str], input: str) -> JsonObject:
    """What rules and people see as the arguments of a command. Its input may be what it does, so they see that too."""
    if not input:
        return {"args": list(words[1:])}
    cut = f"{input[:LONGEST_INPUT]}… ({len(input):,} characters)" if len(input) > LONGEST_INPUT else input
    return {"args": list(words[1:]), "input": cut}


def weigh(program: str, arguments: JsonObject) -> Weighed:
    return about("it", weigh_command([program, *arguments["args"]]))


def _read(text: str) -> Pattern:
    place = f"commands.allow: {text!r}"
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise ConfigError(f"{place} cannot be read: {error}") from error
    if not words:
        raise ConfigError(f'{place} names no program; write one and its arguments, such as "grep -n * ..."')
    program, *arguments = words
    if "/" in program or ANY in program or program == REST or program.startswith("."):
        raise ConfigError(f"{place}: begin with the plain name of a program, such as `jq`; it is looked for in PATH")
    further = arguments[-1:] == [REST]
    if further:
        arguments.pop()
    if REST in arguments:
        raise ConfigError(f"{place}: `...` can only be the last word, where it stands for any further arguments")
    _refuse_shell(program, place + ":")
    if program in BOXES:
        _refuse_shell_in_box(program, arguments, place)
    return Pattern(text, program, tuple(arguments), further)


def _refuse_shell(name: str, place: str) -> None:
    if name in SHELLS:
        raise ConfigError(f"{place} a shell would run whatever it is told: list the programs themselves")


def _refuse_shell_in_box(program: str, arguments: Sequence[str], place: str) -> None:
    applet = arguments[0] if arguments else ANY
    if ANY in applet or applet.startswith("-") or applet in SHELLS | BOXES:
        raise ConfigError(
            f"{place} would allow the shell in {program}: name what it is to do, such as `{program} sort ...`"
        )


def _fits(pattern: str, argument: str) -> bool:
    """Only `*` is special. It stands for no option unless the pattern is one: `*` must not let `--output=x` through."""
    if ANY not in pattern:
        return argument == pattern
    if argument.startswith("-") and not pattern.startswith("-"):
        return False
    first, *middle, last = pattern.split(ANY)
    if not argument.startswith(first):
        return False
    at = len(first)
    for part in middle:  # the first place is as good as any later one: no going back
        at = argument.find(part, at)
        if at < 0:
            return False
        at += len(part)
    return len(argument) - len(last) >= at and argument.endswith(last)


def _listed(patterns: Sequence[Pattern]) -> str:
    texts = [f"`{pattern.text}`" for pattern in patterns[:MOST_SHOWN]]
    more = len(patterns) - MOST_SHOWN
    return ", ".join([*texts, *([f"and {more} more"] if more > 0 else [])])
