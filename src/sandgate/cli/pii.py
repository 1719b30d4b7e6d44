"""Personal data in files: hide it, turn it back, or count it; and what tools have returned, in counts."""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import anyio

from sandgate.audit import Journal
from sandgate.config import Config
from sandgate.errors import BadArguments
from sandgate.model import Json, JsonObject
from sandgate.privacy.detection import KINDS, Detector, Span
from sandgate.privacy.detection.kinds import QUIET
from sandgate.privacy.guard import Guard
from sandgate.privacy.settings import detector_of, store_of
from sandgate.privacy.vault import LITERAL

from .display import Cell, plural, say, say_json, say_table, warn
from .options import add_config, add_json, config_of

SESSION = "files"
MOST_SHOWN = 5
OURS = "command line: "
"""Before the names of sessions, so that none of them can be a client's."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    protect = actions.add_parser("protect", help="a text with tokens in place of personal data")
    restore = actions.add_parser("restore", help="a text with the values back in place of tokens")
    _add_file(protect, 'read {"text": …} lines; write them with tokens, and in "spans" where tokens stand in "text"')
    _add_file(restore, 'read lines that protect wrote; write them with the values back, and no "spans"')
    for action in (protect, restore):
        action.add_argument("--session", default=SESSION, metavar="NAME", help=f"whose tokens ({SESSION})")
    scan = actions.add_parser("scan", help="personal data in a file, or what tools have returned, in counts")
    _add_file(
        scan,
        'read {"text": …} lines; write each text as it is with "spans", where values stand in it, and no counts',
        "; without it, what tools have returned is counted",
        nargs="?",
    )
    add_json(scan)
    kinds = actions.add_parser("kinds", help="what is looked for")
    add_config(kinds)


def _add_file(action: argparse.ArgumentParser, jsonl: str, without: str = "", **options: Any) -> None:
    action.add_argument("file", metavar="FILE", help=f"the text; - reads standard input{without}", **options)
    action.add_argument("--jsonl", action="store_true", help=jsonl)
    add_config(action)


def run(arguments: argparse.Namespace) -> int:
    config = config_of(arguments)
    match arguments.action:
        case "kinds":
            return _kinds(config)
        case "scan" if arguments.file is None:
            return _report(config, as_json=arguments.json)
        case "scan":
            return _scan(detector_of(config), arguments)
        case _:
            return _change(config, arguments)


def _change(config: Config, arguments: argparse.Namespace) -> int:
    store, detector, session = store_of(config), detector_of(config), OURS + arguments.session
    text = _read(arguments.file)
    with store.alone():  # two at once would give one token to two values
        guard = Guard(detector, store.open(session), guesses=sys.maxsize)
        if arguments.jsonl:
            changed = "".join(_changed_lines(guard, text, arguments))
        else:
            changed = guard.protected(text) if arguments.action == "protect" else guard.vault.text(text)
        if store.waits_for(guard.vault):
            store.save(session, guard.vault)
        store.close()
    _write(changed)
    if arguments.action == "protect":
        return 0
    known = {*KINDS, *(recogniser.name for recogniser in config.privacy.recognisers), LITERAL}
    return _unknown(guard.vault.unknown_in(text, known), arguments.session, config.privacy.keep_hours)


def _unknown(tokens: list[str], session: str, hours: float) -> int:
    """Tell of tokens that were left as they are, and how it ended."""
    if not tokens:
        return 0
    stand = "token stands" if len(tokens) == 1 else "tokens stand"
    shown = ", ".join(tokens[:MOST_SHOWN]) + (" …" if len(tokens) > MOST_SHOWN else "")
    warn(
        f"{len(tokens):,} {stand} for nothing in session {session}: {shown}. Name the session of `protect` with "
        f"--session; what was not used for {hours:g} hours (privacy.keep_hours) is forgotten"
    )
    return 1


def _changed_lines(guard: Guard, lines: str, arguments: argparse.Namespace) -> Iterator[str]:
    for text, rest in _texts(lines, arguments.file):
        if arguments.action == "protect":
            hidden = guard.protected(text)
            yield _line(hidden, guard.protected_document(rest), guard.vault.tokens_in(hidden))
        else:
            yield _line(guard.vault.text(text), guard.vault.restored(rest))


def _scan(detector: Detector, arguments: argparse.Namespace) -> int:
    if arguments.jsonl:
        for text, _ in _texts(_read(arguments.file), arguments.file):
            _write(_line(text, {}, detector.find(text)))
        return 0
    text = _read(arguments.file)
    counts = Counter(span.kind for span in detector.find(text))
    if arguments.json:
        say_json(dict(counts.most_common()))
        return 0
    rows: list[list[Cell]] = [[kind, str(count)] for kind, count in counts.most_common()]
    if rows:
        say_table(["Kind", "Found"], rows)
    else:
        say(f"No personal data was found in {plural(len(text.splitlines()), 'line')}.")
    return 0


def _report(config: Config, *, as_json: bool) -> int:
    """What went through while privacy was on. Nobody kept the values, so there is nothing else to tell."""

    async def read() -> list[tuple[str, str, str, int, int]]:
        journal = Journal(config.state_dir / "journal.db")
        try:
            return await journal.crossed()
        finally:
            await journal.close()

    found = anyio.run(read)
    if as_json:
        names = ("tool", "kind", "way", "values", "executions")
        say_json([dict(zip(names, row, strict=True)) for row in found])
        return 0
    rows: list[list[Cell]] = [[str(cell) for cell in row] for row in found]
    if rows:
        say_table(["Tool", "Kind", "Was", "Values", "Executions"], rows)
    else:
        say("No tool has returned personal data while privacy.mode was tokens.")
    if config.privacy.mode != "tokens":
        warn(f'privacy.mode is {config.privacy.mode} now, so nothing is counted; "tokens" counts what tools return')
    return 0


def _kinds(config: Config) -> int:
    detector_of(config)  # says what is wrong with the settings
    added = [recogniser.name for recogniser in config.privacy.recognisers]
    say_table(["Kind", "Looked for"], [[kind, _wanted(kind, config)] for kind in (*KINDS, *added)])
    return 0


def _wanted(kind: str, config: Config) -> str:
    if kind in config.privacy.ignore:
        return "no, because of privacy.ignore"
    if kind in QUIET and kind not in config.privacy.include:
        return "where privacy.include names it"
    return "yes"


def _read(file: str) -> str:
    """As it is: what is turned back must be the same file, to the ends of its lines."""
    try:
        return (sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()).decode()
    except ValueError as error:  # bytes that are no text, a name that can be no file's
        raise BadArguments(f"{file} cannot be read: {_why(error)}") from error


def _why(error: ValueError) -> str:
    return "it is not text in UTF-8" if isinstance(error, UnicodeDecodeError) else str(error)


def _texts(lines: str, file: str) -> Iterator[tuple[str, JsonObject]]:
    """Each text, and what else its line says."""
    for number, line in enumerate(lines.removeprefix("\ufeff").split("\n"), 1):
        if not line.strip():
            continue
        try:
            found: Any = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise BadArguments(f"{file}: line {number} is not JSON: {error}") from error
        match found:
            case {"text": str(text), **rest}:
                rest.pop("spans", None)  # of the text as it was
                yield text, rest
            case _:
                raise BadArguments(f'{file}: line {number} must be an object such as {{"text": "…"}}')


def _line(text: str, rest: Json, spans: list[Span] | None = None) -> str:
    line = {"text": text, **cast("JsonObject", rest)}
    if spans is not None:
        line["spans"] = [{"start": span.start, "end": span.end, "type": span.kind} for span in spans]
    try:
        return json.dumps(line, ensure_ascii=False).encode().decode() + "\n"
    except UnicodeEncodeError:  # half a character: only an escape can write that
        return json.dumps(line) + "\n"


def _write(text: str) -> None:
    sys.stdout.flush()
    sys.stdout.buffer.write(text.encode("utf-8", "replace"))
    sys.stdout.buffer.flush()
