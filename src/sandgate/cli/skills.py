"""Programs worth keeping: list and show them, test and run them, say which are trusted, share them by digest."""

from __future__ import annotations

import argparse
import getpass
import time
from dataclasses import asdict

from sandgate.config import Config
from sandgate.sandbox import packages
from sandgate.skills import Skill, Skills
from sandgate.skills.settings import skills_of

from . import skill_running, skill_sharing
from .display import Cell, Style, say, say_code, say_json, say_table
from .options import add_config, add_json, config_of
from .skill_record import record
from .skill_sharing import printable_text


def add_arguments(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    _add_looking(actions)
    _add_trusting(actions)
    add = actions.add_parser("add", help="take a skill from an index; shows what it may touch, and asks")
    add.add_argument("source", metavar="INDEX/NAME", help="the folder or git repository of the index, and the skill")
    add.add_argument("--digest", default="", metavar="SHA256", help="take it only if it has this digest")
    _add_taking(add)
    take = actions.add_parser("import", help="take a skill from a folder that is in no index")
    take.add_argument("source", metavar="FOLDER", help="a folder with a SKILL.md")
    _add_taking(take)
    export = actions.add_parser("export", help="write a trusted skill into an index that others can add it from")
    _add_name(export)
    export.add_argument("index", metavar="INDEX", help="the folder of the index; it is made if it is not there")


def _add_looking(actions: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:  # pyright: ignore[reportPrivateUsage] - argparse has no public name for it
    listing = actions.add_parser("list", help="all skills, with their state")
    add_json(listing)
    add_config(listing)
    search = actions.add_parser("search", help="find skills by what they do")
    search.add_argument("query", nargs="+", metavar="QUERY", help="words to look for")
    add_json(search)
    add_config(search)
    show = actions.add_parser("show", help="one skill: what it says, its history, its code")
    _add_name(show)
    add_json(show)
    test = actions.add_parser("test", help="run its examples in the sandbox; a draft may become trusted by it")
    _add_name(test)
    run = actions.add_parser("run", help="call it in the sandbox; a draft may become trusted by it")
    _add_name(run)
    run.add_argument("--args", default="{}", metavar="JSON", help="its inputs by name ({})")


def _add_trusting(actions: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:  # pyright: ignore[reportPrivateUsage] - as above
    approve = actions.add_parser("approve", help="say that programs may import it, once it has run")
    _add_name(approve)
    revert = actions.add_parser("revert", help="let programs import an earlier version again")
    revert.add_argument("name", metavar="NAME", help="the skill")
    revert.add_argument("--to", type=int, metavar="N", help="the version; the last that was trusted before, if not set")
    add_config(revert)
    remove = actions.add_parser("remove", help="keep programs from importing it; its history stays")
    remove.add_argument("name", metavar="NAME", help="the skill")
    add_config(remove)


def _add_name(action: argparse.ArgumentParser) -> None:
    action.add_argument("name", metavar="NAME", help="the skill")
    action.add_argument("--version", type=int, metavar="N", help="one of its versions")
    add_config(action)


def _add_taking(action: argparse.ArgumentParser) -> None:
    action.add_argument("--yes", action="store_true", help="do not ask")
    action.add_argument("--replace", action="store_true", help="let it replace a skill that came from elsewhere")
    add_config(action)


def run(arguments: argparse.Namespace) -> int:
    config = config_of(arguments)
    skills = skills_of(config, packages.importable(config))
    match arguments.action:
        case "list":
            return _list(skills.listed(), as_json=arguments.json)
        case "search":
            return _list(skills.search(" ".join(arguments.query)), as_json=arguments.json, searched=True)
        case "show":
            return _show(skills, arguments)
        case "test" | "run":
            return skill_running.run(config, skills, arguments)
        case "add" | "import" | "export":
            return skill_sharing.run(config, skills, arguments)
        case _:
            return _decide(config, skills, arguments)


def _list(found: list[Skill], *, as_json: bool, searched: bool = False) -> int:
    if as_json:
        say_json([asdict(skill) for skill in found])
        return 0
    rows: list[list[Cell]] = [
        [(skill.name, "cyan"), str(skill.version), _state(skill), skill.facts.description] for skill in found
    ]
    if rows:
        say_table(["Skill", "Version", "State", "Description"], rows)
    else:
        none = "There are no skills yet. A model saves them as it works; `sandgate skills add` takes one from an index."
        say("No skill fits." if searched else none)
    return 0


def _show(skills: Skills, arguments: argparse.Namespace) -> int:
    loaded = skills.load(arguments.name, arguments.version)
    skill, history = loaded.skill, skills.events(arguments.name)
    if arguments.json:
        events = [asdict(event) for event in history]
        say_json({**asdict(skill), "code": loaded.code, "document": loaded.document, "history": events})
        return 0
    say(f"{skill.name}, version {skill.version}: {_state(skill)[0]}", "bold")
    say("\n".join(_facts(skill)))
    for event in history:
        when = time.strftime("%Y-%m-%d %H:%M", time.localtime(event.at))
        say(f"{when}  version {event.version} {event.what}{f' by {event.by}' if event.by else ''}", "dim")
    say("")
    say_code(printable_text(loaded.code), "python")
    return 0


def _facts(skill: Skill) -> list[str]:
    facts = skill.facts
    kinds = (("Tags", facts.tags), ("Tools", facts.tools), ("Skills", facts.skills), ("Imports", facts.imports))
    listed = [f"{kind}: {', '.join(found)}" for kind, found in (*kinds, ("Examples", facts.examples)) if found]
    origin = [f"From: {skill.origin.index}, {skill.origin.digest}"] if skill.origin.index else []
    return [facts.description, f"Signature: {facts.signature}", *listed, *origin, f"Digest: {skill.digest}"]


def _state(skill: Skill) -> tuple[str, Style]:
    if skill.state == "draft":
        return f"draft: {skill.waits_for}", "yellow"
    return ("trusted", "green") if skill.importable else ("trusted, another version is imported", "")


def _decide(config: Config, skills: Skills, arguments: argparse.Namespace) -> int:
    by = getpass.getuser()
    last = skills.versions(arguments.name)[-1]
    match arguments.action:
        case "approve":
            skill = skills.approve(arguments.name, arguments.version or last.version, by)
            record(config, skill, "approved")
        case "revert":
            skill = skills.revert(arguments.name, arguments.to, by)
            record(config, skill, "reverted")
        case _:
            skills.remove(arguments.name, by)
            record(config, last, "removed")
            say(f"{arguments.name} was removed: no program can import it. Its versions are kept.")
            return 0
    say(f"{skill.name}, version {skill.version}: {_state(skill)[0]}")
    return 0
