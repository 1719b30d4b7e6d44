"""Which calls programs may make: show the rules, or explain what would become of one call. Nothing is called."""

from __future__ import annotations

import argparse
from dataclasses import asdict

from sandgate.policy.risk import weigh_call
from sandgate.policy.rules import Counts, Rule, Verdict
from sandgate.policy.settings import always_of, rules_of

from . import checking
from .display import Cell, say, say_json, say_table
from .known import known_tools
from .options import add_catalogue, add_config, add_json, add_language, config_of, object_of


def add_arguments(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    show = actions.add_parser("show", help="the profile and the rules, in the order they are tried")
    add_json(show)
    add_config(show)
    explain = actions.add_parser("explain", help="which rule decides about a call, and why")
    explain.add_argument("name", metavar="SERVER.TOOL", help="the tool")
    explain.add_argument("--args", default="{}", metavar="JSON", help="the arguments of the call ({})")
    add_catalogue(explain)
    add_json(explain)
    add_config(explain)
    check = actions.add_parser("check", help="what is said about a program before it runs; nothing is run")
    check.add_argument("file", metavar="FILE", help="the program; - reads it from standard input")
    add_language(check)
    add_catalogue(check)
    add_json(check)
    add_config(check)
    checks = actions.add_parser("checks", help="the rules that programs are looked at with, and what each does")
    add_json(checks)
    add_config(checks)


def run(arguments: argparse.Namespace) -> int:
    actions = {"explain": _explain, "check": checking.check, "checks": checking.checks, "show": _show}
    return actions[arguments.action](arguments)


def _show(arguments: argparse.Namespace) -> int:
    config = config_of(arguments)
    options, always = config.policy, always_of(config).tools()
    rules = [Rule(tools=rule.tools, action=rule.action, when=rule.when, reason=rule.reason) for rule in options.rules]
    if arguments.json:
        say_json({"profile": options.profile, "rules": [str(rule) for rule in rules], "always": always})
        return 0
    say(f"Profile {options.profile}: it decides where no rule fits.")
    rows: list[list[Cell]] = [[str(number), str(rule), rule.reason] for number, rule in enumerate(rules, 1)]
    if rows:
        say_table(["", "Rule", "Reason"], rows)
    else:
        say("There are no rules: see [[policy.rules]] in docs/reference/options.md")
    if always:
        say(f"A person has allowed, where a rule asks: {', '.join(always)}. `sandgate approvals allowed` forgets them.")
    return 0


def _explain(arguments: argparse.Namespace) -> int:
    given = object_of(arguments.args)
    known = known_tools(arguments, lambda all: [found] if (found := all.server_of(arguments.name)) else all.servers)
    tool = known.catalogue.find(arguments.name)
    rules = rules_of(config_of(arguments).policy)
    names, weighed = known.catalogue.names(tool), weigh_call(tool, given)
    verdict = rules.decide(names, given, changes=lambda: weighed.changes_data, counts=Counts())
    if verdict.action == "ask" and names[0] in always_of(config_of(arguments)):
        verdict = Verdict("allow", "a person, for always", f"else it is asked by {verdict.by}")
    hidden = rules.hides(names, changes=weigh_call(tool, {}).changes_data)
    if arguments.json:
        say_json({"tool": names[1], **asdict(verdict), "hidden": hidden, "weighed": asdict(weighed)})
        return 0
    why = f": {verdict.reason}" if verdict.reason else ""
    said = {"allow": "allowed", "ask": "put to a person", "deny": "denied"}[verdict.action]
    say(f"{names[1]} is {said} by {verdict.by}{why}")
    does = "changes data" if weighed.changes_data else "changes nothing"
    say(f"The call is of {weighed.risk} risk and {does}." + "".join(f"\n- {reason}" for reason in weighed.reasons))
    if hidden:
        say("Whatever its arguments, it cannot be called, so searches do not show it.", "dim")
    return 0
