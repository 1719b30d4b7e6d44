"""Take skills from others and give them: show what one may touch, what an update changes, and ask."""

from __future__ import annotations

import argparse
from pathlib import Path

from sandgate.config import Config
from sandgate.errors import BadArguments
from sandgate.model import Tool
from sandgate.policy.review import in_words
from sandgate.policy.risk import weigh_program
from sandgate.policy.validation.report import printable
from sandgate.skills import Origin, Skill, Skills
from sandgate.skills.drafts import Draft
from sandgate.skills.outline import outline_of
from sandgate.skills.sharing import Index, Taken, difference, read_skill

from .cloning import opened_index
from .consent import agreed
from .display import say, say_code, warn
from .known import remembered
from .skill_record import record


def run(config: Config, skills: Skills, arguments: argparse.Namespace) -> int:
    most_kb = skills.options.largest_kb * 2  # its text says some of it again
    match arguments.action:
        case "export":
            return _export(skills, arguments)
        case "import":
            folder = Path(arguments.source).resolve()
            taken = read_skill(folder, most_kb)
            origin = Origin(index=str(folder), version=taken.version, digest=taken.digest)
        case _:
            where, _, name = arguments.source.rstrip("/").rpartition("/")
            if not where:
                raise BadArguments("say where the index is and which skill: INDEX/NAME, such as ./shared/save-sheet")
            with opened_index(where) as (index, title, commit):
                taken = index.take(name, most_kb, arguments.digest)
            origin = Origin(index=title, commit=commit, version=taken.version, digest=taken.digest)
    return _adopt(config, skills, taken, origin, arguments)


def printable_text(text: str) -> str:
    """Code as a person may read it: what hides or steers a terminal is spelled out."""
    return "\n".join(printable(line.expandtabs(4)) for line in text.split("\n"))


def _export(skills: Skills, arguments: argparse.Namespace) -> int:
    loaded = skills.load(arguments.name, arguments.version)
    if loaded.skill.state != "trusted":
        raise BadArguments(
            f"version {loaded.skill.version} of {loaded.skill.name} is a draft, and only trusted ones are shared: "
            f"{loaded.skill.waits_for}"
        )
    entry = Index(Path(arguments.index)).put(loaded)
    say(f"{entry.name}, version {entry.version} of the index: {entry.digest}")
    return 0


def _adopt(config: Config, skills: Skills, taken: Taken, origin: Origin, arguments: argparse.Namespace) -> int:
    name = taken.draft.name
    here = next((skill for skill in skills.listed() if skill.name == name), None)
    if here and here.origin.index == origin.index and here.origin.digest == origin.digest:
        say(f"{name} is here already, as version {here.version}: {here.state}.")
        return 0
    _refuse_stranger(here, origin, replace=arguments.replace)
    _introduce(config, taken, origin)
    if here:
        _compare(skills, here, taken, origin)
    skills.check(taken.draft)  # nobody need decide about what cannot be taken
    if not arguments.yes and not agreed(
        f"Take {name} as {'a new version' if here else 'a skill'}?", "say --yes if you have seen what it may touch"
    ):
        say("It was not taken.")
        return 1
    saved = skills.save(taken.draft, origin=origin, replace=here is not None)
    for note in saved.notes:
        warn(note)
    skill = saved.skill
    if saved.is_new:
        record(config, skill, "added")
    if skill.state == "trusted":
        say(f"{name} is the same as version {skill.version}, which is trusted.")
    else:
        say(f"{name} is here as version {skill.version}, a draft: {skill.waits_for}.")
        try_it = f"test {name}" if taken.draft.examples else f"run {name} --args …"
        say(f"Look at it (sandgate skills show {name}), then: sandgate skills {try_it}, approve {name}", "dim")
    return 0


def _refuse_stranger(here: Skill | None, origin: Origin, *, replace: bool) -> None:
    """Else an index could put its code in the place of a skill that somebody relies on."""
    if here and here.origin.index != origin.index and not replace:
        whose = here.origin.index or "this machine"
        raise BadArguments(f"there is a skill {here.name} already, from {whose}; --replace puts this in its place")


def _introduce(config: Config, taken: Taken, origin: Origin) -> None:
    draft = taken.draft
    say(f"{draft.name}, version {taken.version} from {origin.index}", "bold")
    say(draft.description)
    say(f"Digest: {taken.digest}")
    outline = outline_of(draft.name, draft.code)
    say(f"Signature: {outline.signature}")
    for kind, found in (("Imports", outline.imports), ("Skills", outline.skills), ("Examples", list(draft.examples))):
        if found:
            say(f"{kind}: {', '.join(found)}")
    say("With its examples it may touch, as far as its text tells:")
    say(_touched(config, draft))


def _touched(config: Config, draft: Draft) -> str:
    catalogue = remembered(config)

    def tool_of(server: str, tool: str) -> Tool | None:
        return catalogue.known(f"{server}.{tool}")

    impact = weigh_program("\n".join([draft.code, *draft.examples.values()]), tool_of)
    return in_words(impact).removeprefix("the whole program: ") + "".join(f"\n- {why}" for why in impact.reasons)


def _compare(skills: Skills, here: Skill, taken: Taken, origin: Origin) -> None:
    if here.origin.version == origin.version and here.origin.index == origin.index:
        warn(f"the index changed version {origin.version} without giving it another number")
    say(f"What changes from version {here.version}:", "bold")
    changes = difference(skills.load(here.name, here.version).files, taken.files)
    say_code(printable_text(changes), "python")
