"""Test and run a skill in the sandbox, trusted or not: a program made of its source and of what calls it."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping
from dataclasses import replace

import anyio
import anyio.to_thread

from sandgate.config import Config
from sandgate.errors import BadArguments
from sandgate.model import JsonObject, Language, Outcome
from sandgate.output import visible
from sandgate.skills import Loaded, Skills
from sandgate.skills.programs import call_program, example_program

from .display import say, say_json, warn
from .options import object_of


def run(config: Config, skills: Skills, arguments: argparse.Namespace) -> int:
    tests = arguments.action == "test"
    version = arguments.version or (skills.versions(arguments.name)[-1].version if tests else None)
    loaded = skills.load(arguments.name, version)
    programs = _tests(loaded) if tests else {"": _call(loaded, object_of(arguments.args))}
    outcomes = anyio.run(_outcomes, config, programs, loaded.skill.facts.language)
    ok = all(outcome.ok for outcome in outcomes.values())
    skill = skills.ran(loaded.skill.name, loaded.skill.version, ok, tests=tests)
    for title, outcome in outcomes.items():
        _tell(title, outcome)
    if skill.state == "draft":
        warn(f"version {skill.version} of {skill.name} is a draft: {skill.waits_for}")
    return 0 if ok else 1


def _tests(loaded: Loaded) -> dict[str, str]:
    name = loaded.skill.name
    if not loaded.examples:
        raise BadArguments(f"{name} has no examples to test it with; `sandgate skills run {name} --args …` runs it")
    language = loaded.skill.facts.language
    return {title: example_program(name, loaded.code, text, language) for title, text in loaded.examples.items()}


def _call(loaded: Loaded, inputs: JsonObject) -> str:
    return call_program(loaded.skill.name, loaded.code, inputs, loaded.skill.facts)


async def _outcomes(config: Config, programs: Mapping[str, str], language: Language) -> dict[str, Outcome]:
    from sandgate.app import open_gateway  # the SDK takes half a second; `list` need not wait for it

    from .deciding import Deciding

    async def show(text: str) -> None:
        await anyio.to_thread.run_sync(_write, visible(text))

    alone = replace(config, sandbox=replace(config.sandbox, spares=0))
    async with open_gateway(alone) as gateway, Deciding(gateway, config.policy.approval_seconds) as deciding:
        return {
            title: await gateway.run_code(code, show, deciding.asked, language=language)
            for title, code in programs.items()
        }


def _write(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()


def _tell(title: str, outcome: Outcome) -> None:
    if title:
        say(f"{title}: {'ok' if outcome.ok else 'failed'}", "green" if outcome.ok else "red")
    elif outcome.has_value and outcome.ok:
        say(outcome.value) if isinstance(outcome.value, str) else say_json(outcome.value)
    if fault := outcome.fault:
        warn("\n".join(filter(None, [fault.traceback, f"{fault.type}: {fault.message}"])))
    for note in outcome.notes:
        warn(f"note: {note}")
