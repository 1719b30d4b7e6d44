"""Run a program in the sandbox, with every tool of every server in reach."""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import asdict, replace
from pathlib import Path

import anyio

from sandgate.collecting import importing
from sandgate.config import Config
from sandgate.errors import BadArguments
from sandgate.model import Language, Outcome
from sandgate.output import visible

from .deciding import Deciding
from .options import add_config, add_json, add_language, config_of, language_of


def add_arguments(parser: argparse.ArgumentParser) -> None:
    source = parser.add_mutually_exclusive_group(required=True)
    source.add_argument("file", nargs="?", help="a file of Python, or of TypeScript (.ts); - for standard input")
    source.add_argument("-c", dest="code", metavar="CODE", help="the program itself")
    add_language(parser)
    parser.add_argument("--tokens", action="store_true", help="say what it cost a model, and what stayed here")
    add_config(parser)
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    program = _code(arguments)
    outcome = anyio.run(_execute, config_of(arguments), program, language_of(arguments), not arguments.json)
    if arguments.json:
        print(json.dumps(asdict(outcome), ensure_ascii=False))
    elif outcome.has_value and outcome.ok:
        print(
            outcome.value if isinstance(outcome.value, str) else json.dumps(outcome.value, ensure_ascii=False, indent=2)
        )
    if not arguments.json:
        _explain(outcome)
    if arguments.tokens and not arguments.json:
        print(f"tokens: {outcome.tokens}")
    return 0 if outcome.ok else 1


def _code(arguments: argparse.Namespace) -> str:
    if arguments.code is not None:
        return arguments.code
    try:
        return sys.stdin.read() if arguments.file == "-" else Path(arguments.file).read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise BadArguments(f"{arguments.file} cannot be read: it is not text in UTF-8") from error


async def _execute(config: Config, code: str, language: Language, live: bool) -> Outcome:
    async def show(text: str) -> None:
        sys.stdout.write(visible(text))
        sys.stdout.flush()

    async def ignore(_: str) -> None: ...

    with importing():  # after the settings and the program: what is wrong with them is told at once
        from sandgate.app import open_gateway

    alone = replace(config, sandbox=replace(config.sandbox, spares=0))  # one program: a spare would never be used
    async with open_gateway(alone) as gateway, Deciding(gateway, config.policy.approval_seconds) as deciding:
        return await gateway.run_code(code, show if live else ignore, deciding.asked, language=language)


def _explain(outcome: Outcome) -> None:
    if fault := outcome.fault:
        if fault.traceback:
            print(fault.traceback, file=sys.stderr)
        print(f"{fault.type}: {fault.message}", file=sys.stderr)
    for note in outcome.notes:
        print(f"note: {note}", file=sys.stderr)
