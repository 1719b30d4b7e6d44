"""`sandgate`: find the command, run it, turn errors into one clear line."""

from __future__ import annotations

import argparse
import logging
import os
import sys
from importlib import import_module

from sandgate import __version__
from sandgate.collecting import importing
from sandgate.errors import SandgateError, first_cause

from .ending import Ending
from .failing import sentence
from .parsing import Parser

COMMANDS = {
    "serve": "be an MCP server for a client (stdio, or --http)",
    "run": "run a program: a file, or -c CODE",
    "search": "find tools by what they do",
    "recommend": "the few tools a task needs, and why",
    "tools": "show one tool: tools show SERVER.TOOL; learn what it returns",
    "catalogue": "look through all tools: sizes in tokens, what is missing, which names collide",
    "generate": "write the wrappers of all tools into a folder",
    "servers": "list the servers that were found, where, and their state",
    "approvals": "see what programs wait for, and say yes or no",
    "pii": "personal data in files: hide it, turn it back, count it",
    "workspace": "files of sessions: list, show, export, delete them",
    "skills": "programs worth keeping: list, test, trust and share them",
    "tasks": "how tasks stand: list, show and cancel them",
    "policy": "which calls programs may make, and why",
    "cache": "results that are kept: show how many, forget them",
    "login": "log in to a remote server with OAuth",
    "audit": "what happened: list, show, follow, verify and export the audit",
    "stats": "show what has run so far",
    "demo": "see the savings on built-in servers: no accounts, no network",
    "sandbox": "build and show the packages that programs may import",
    "init": "add Sandgate to a client's configuration",
    "uninstall": "take it out again, and put back the servers that were moved",
    "doctor": "check what works on this machine and what to do where it does not",
}
WRONG = 2
"""How a command ends that could not do what it was asked."""


def main(argv: list[str] | None = None) -> int:
    arguments = sys.argv[1:] if argv is None else argv
    logging.basicConfig(level=logging.WARNING, stream=sys.stderr, format="sandgate: %(message)s")
    for name in ("mcp", "client"):  # the SDK's: what a server prints by mistake is not worth a traceback of ours
        logging.getLogger(name).setLevel(logging.CRITICAL)
    ending, code = Ending(), 0
    try:
        with ending:
            try:
                code = _answered(arguments, ending)
            finally:
                print(end="", flush=True)  # here, and not when Python ends: whoever reads may have left
        return code
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # nobody reads: what is left goes nowhere
        if isinstance(error, BrokenPipeError):
            return 141
        if code != WRONG:  # else it was said: what could not be written then cannot be now
            print(f"sandgate: {sentence(error)}", file=sys.stderr)
        return WRONG


def _answered(arguments: list[str], ending: Ending) -> int:
    try:
        return _run(arguments)
    except (SandgateError, KeyboardInterrupt, OSError, BaseExceptionGroup) as error:
        cause = first_cause(error)
        match cause:
            case SandgateError():
                print(f"sandgate: {cause}", file=sys.stderr)
                return WRONG
            case KeyboardInterrupt():
                return ending.code
            case BrokenPipeError():
                raise cause from None
            case OSError():
                print(f"sandgate: {sentence(cause)}", file=sys.stderr)
                return WRONG
            case _:
                raise


def _run(arguments: list[str]) -> int:
    name = next((word for word in arguments if not word.startswith("-")), None)
    if name in COMMANDS and arguments[0] == name:
        parsed = parser_of(name).parse_args(arguments[1:])
        return import_module(f"sandgate.cli.{name}").run(parsed)
    return _top(arguments)


def parser_of(name: str) -> Parser:
    """The parser of one command. No other is imported: `serve` must answer before a client loses patience."""
    with importing():
        command = import_module(f"sandgate.cli.{name}")
    parser = Parser(prog=f"sandgate {name}", description=command.__doc__)
    command.add_arguments(parser)
    return parser


def _top(arguments: list[str]) -> int:
    parser = Parser(
        prog="sandgate",
        description="One MCP server in front of all the others.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        epilog="commands:\n" + "\n".join(f"  {name:10} {text}" for name, text in COMMANDS.items()),
    )
    parser.add_argument("--version", action="version", version=f"sandgate {__version__}")
    parser.add_argument("command", choices=COMMANDS, metavar="COMMAND", help="one of the commands below")
    parser.parse_args(arguments)
    return 0


if __name__ == "__main__":
    sys.exit(main())
