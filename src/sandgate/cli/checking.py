"""A program looked at without running it: what is found in its text, and what it can do."""

from __future__ import annotations

import argparse
import sys
from dataclasses import asdict
from pathlib import Path

from sandgate.errors import BadArguments
from sandgate.model import Tool
from sandgate.policy.review import in_words
from sandgate.policy.risk import weigh_program
from sandgate.policy.risk.typescript import weigh_outline
from sandgate.policy.settings import levels_of
from sandgate.policy.validation import RULES, Severity, check_text
from sandgate.policy.validation import check as checked

from .display import Cell, Style, say, say_json, say_table
from .known import known_tools
from .options import config_of, language_of

STYLES: dict[Severity, Style] = {"block": "red", "warn": "yellow", "info": ""}


def check(arguments: argparse.Namespace) -> int:
    code, config = _read(arguments.file), config_of(arguments)
    in_python = language_of(arguments) == "python"
    report = (checked if in_python else check_text)(code, levels=levels_of(config))
    with_tools = bool(config.servers or arguments.catalogue)  # a program can be looked at without any
    catalogue = known_tools(arguments, lambda all: all.servers).catalogue if with_tools else None

    def tool_of(server: str, tool: str) -> Tool | None:
        return catalogue.known(f"{server}.{tool}") if catalogue else None

    if in_python:
        fault, impact = None, weigh_program(code, tool_of)
    else:
        from .type_check import type_checked  # it imports every sandbox

        fault, outline = type_checked(config, catalogue, code)
        impact = weigh_outline(outline, tool_of)
    blocked = report.blocked or fault is not None
    if arguments.json:
        found = {"findings": list(map(asdict, report.findings)), "fault": asdict(fault) if fault else None}
        say_json({"blocked": blocked, **found, "impact": asdict(impact)})
        return int(blocked)
    if fault:
        say(f"{arguments.file}: {fault.type}: {fault.message}", "red")
    for finding in report.findings:
        where = f"{arguments.file}:{finding.line}"
        say(
            f"{where}: {finding.severity} [{finding.rule}] {finding.reason} {finding.instead}", STYLES[finding.severity]
        )
    say("It would not be run." if blocked else "It would be run.")
    words = in_words(impact)
    say(words[0].upper() + words[1:] + "." + "".join(f"\n- {reason}" for reason in impact.reasons))
    return int(blocked)


def checks(arguments: argparse.Namespace) -> int:
    levels = levels_of(config_of(arguments))
    if arguments.json:
        say_json([{"id": rule.id, "finds": rule.finds, "level": levels[rule.id]} for rule in RULES.values()])
        return 0
    rows: list[list[Cell]] = [[rule.id, levels[rule.id], rule.finds] for rule in RULES.values()]
    say_table(["Rule", "Level", "Finds"], rows)
    say('Another level: [validation.rules] in sandgate.toml, such as processes = "warn".', "dim")
    return 0


def _read(file: str) -> str:
    try:
        return sys.stdin.read() if file == "-" else Path(file).read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise BadArguments(f"{file} cannot be read: it is not text in UTF-8") from error
