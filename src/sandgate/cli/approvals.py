"""What programs wait for a person to decide: see it, and say yes or no. Works while any gateway of yours runs.

Without ACTION each question is put to you as it comes, until you press Ctrl-C.
"""

from __future__ import annotations

import argparse
import getpass
import sys
import time
from dataclasses import asdict

from sandgate.errors import ConfigError
from sandgate.policy.approval import DECISIONS, Answer, Decision
from sandgate.policy.board import Board, Posted
from sandgate.policy.gatekeeper import Always
from sandgate.policy.settings import always_of

from .consent import typed
from .display import say, say_json, warn
from .options import add_config, add_json, config_of

LOOK_SECONDS = 0.5
KEYS: dict[str, Decision] = {"y": "once", "r": "run", "e": "session", "a": "always", "n": "deny"}
CHOICES = "[y]es once, yes for this [r]un, for this s[e]ssion, [a]lways, [n]o, [s]kip: "
SKIP = "s"
AGAIN = "That is none of these; type one of the letters."
REASON = "Reason for the program (may be empty): "


def add_arguments(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(dest="action", metavar="[ACTION]")
    show = actions.add_parser("list", help="what is asked now")
    add_json(show)
    add_config(show)
    decide = actions.add_parser("decide", help="answer one question")
    decide.add_argument("id", metavar="ID", help="the question, as `list` names it")
    decide.add_argument(
        "decision", choices=DECISIONS, help="once, for the rest of the run or of the client's session, always, or deny"
    )
    decide.add_argument("--reason", default="", metavar="TEXT", help="what the program is told if you deny")
    add_config(decide)
    allowed = actions.add_parser("allowed", help="tools that were allowed once and for all")
    allowed.add_argument("--forget", metavar="SERVER.TOOL", help="ask about this one again")
    add_json(allowed)
    add_config(allowed)
    add_config(parser)


def run(arguments: argparse.Namespace) -> int:
    config = config_of(arguments)
    board = Board(config.state_dir / "approvals")
    match arguments.action:
        case "list":
            return _list(board, as_json=arguments.json)
        case "decide":
            return _decide(board, arguments.id, arguments.decision, arguments.reason)
        case "allowed":
            return _allowed(always_of(config), arguments.forget, as_json=arguments.json)
        case _:
            return _live(board)


def _list(board: Board, *, as_json: bool) -> int:
    posted = board.posted()
    if as_json:
        say_json([{**asdict(one.question), "text": one.question.text} for one in posted])
        return 0
    for one in posted:
        _show(one)
    if not posted:
        say("Nothing is asked.")
    return 0


def _decide(board: Board, id: str, decision: Decision, reason: str) -> int:
    answer = Answer(decision=decision, by=getpass.getuser(), through="terminal", reason=reason)
    try:
        board.decide(id, answer)
    except FileNotFoundError:
        raise ConfigError(f"no question {id!r} is asked; `sandgate approvals list` shows those that are") from None
    say(f"{id}: {decision}")
    return 0


def _allowed(always: Always, forget: str | None, *, as_json: bool) -> int:
    if forget and not always.forget(forget):
        raise ConfigError(f"{forget} was not allowed for always; there are: {', '.join(always.tools()) or 'none'}")
    if as_json:
        say_json(always.tools())
        return 0
    for tool in always.tools():
        say(tool, "cyan")
    if not always.tools():
        say("No tool was allowed for always.")
    return 0


def _live(board: Board) -> int:
    """Ask as questions come, until the person leaves."""
    if not sys.stdin.isatty():
        raise ConfigError("there is no terminal to ask in; use `sandgate approvals list` and `decide`")
    say("Waiting for questions. Ctrl-C to leave.", "dim")
    skipped: set[str] = set()
    while True:
        for one in board.posted():
            if one.question.id not in skipped and not _answered(board, one):
                skipped.add(one.question.id)
        time.sleep(LOOK_SECONDS)


def _answered(board: Board, posted: Posted) -> bool:
    _show(posted)
    while (key := typed(CHOICES).lower()[:1]) not in KEYS:
        if key in (SKIP, ""):
            return False
        warn(AGAIN)
    reason = typed(REASON) if key == "n" else ""
    try:
        return _decide(board, posted.question.id, KEYS[key], reason) == 0
    except ConfigError as error:
        warn(str(error))
        return True


def _show(posted: Posted) -> None:
    say(f"[{posted.question.id}] {posted.question.text}", "")
