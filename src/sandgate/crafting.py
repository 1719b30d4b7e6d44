"""Skills, for a model and for a library's user: save one and try it, load it, run it, list those that fit."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Protocol

import anyio.to_thread

from .audit import Journal, SkillChanged, Who, os_user
from .errors import BadArguments, SandgateError
from .model import JsonObject, Language, Outcome
from .skills import Draft, Loaded, Origin, Skill, Skills, call_program, example_program

MOST_LISTED = 50
MOST_SESSIONS = 1000
MISSED = re.compile(r"No module named 'skills\.(\w+)'|cannot import name '(\w+)' from 'skills'")
"""What Python says of a skill that is not there, or not yet."""


class Run(Protocol):
    """Runs a program."""

    async def __call__(
        self, program: str, /, *, language: Language = "python", session: str | None = None
    ) -> Outcome: ...


class Crafting:
    """What `save_skill`, `load_skill` and `list_skills` do."""

    def __init__(self, skills: Skills, run: Run, journal: Journal) -> None:
        self.store, self._run, self._journal = skills, run, journal
        self._last: dict[str | None, str] = {}

    def ran(self, session: str | None, run: str) -> None:
        """A program of a session has run: what is saved next was probably made there."""
        self._last.pop(session, None)
        self._last[session] = run
        if len(self._last) > MOST_SESSIONS:
            del self._last[next(iter(self._last))]

    async def save(
        self,
        name: str,
        code: str,
        description: str,
        tags: str = "",
        example: str = "",
        *,
        session: str | None = None,
        replace: bool = False,
        language: Language = "python",
    ) -> str:
        """A draft, tried at once where it brings an example. Raises BadArguments, or Denied for what policy blocks.

        The last program of the `session` is on record as where it came from.
        """
        examples = {"example": example} if example else {}
        words = tuple(tag.strip() for tag in tags.split(",") if tag.strip())
        draft = Draft(name=name, code=code, description=description, tags=words, examples=examples, language=language)
        saved = await anyio.to_thread.run_sync(
            lambda: self.store.save(draft, origin=Origin(run=self._last.get(session, "")), replace=replace)
        )
        skill, lines = saved.skill, [f"note: {note}" for note in saved.notes]
        if saved.is_new:
            await self._journal.write(skill_changed(skill, "saved"), Who(user=os_user(), session=session or ""))
        if example and skill.state == "draft":
            outcome = await self._tried(example_program(skill.name, code, example, language), language)
            skill = await anyio.to_thread.run_sync(
                lambda: self.store.ran(saved.skill.name, saved.skill.version, outcome.ok, tests=True)
            )
            lines += [] if outcome.ok else [f"its example failed: {outcome.text}"]
        return "\n".join([_stands(skill), *lines])

    async def _tried(self, program: str, language: Language) -> Outcome:
        """Run an example. It is no program that the next skill came from."""
        before = self._last.get(None, "")
        outcome = await self._run(program, language=language)
        if self._last.get(None) == outcome.id:
            self._last[None] = before
        return outcome

    async def run(self, name: str, arguments: JsonObject | None = None, *, session: str | None = None) -> Outcome:
        """Call a skill that programs can import. Raises BadArguments for another, and for what it cannot be given."""
        loaded = await anyio.to_thread.run_sync(self.store.load, name, None)
        skill = loaded.skill
        if not skill.importable:
            raise BadArguments(_stands(skill))
        program = call_program(skill.name, loaded.code, arguments or {}, skill.facts)
        return await self._run(program, language=skill.facts.language, session=session)

    async def load(self, name: str, version: int | None = None) -> str:
        """What it is for, how it is called, and its code. Raises BadArguments."""
        loaded = await anyio.to_thread.run_sync(self.store.load, name, version)
        language = loaded.skill.facts.language
        return f"{_stands(loaded.skill)}\n{loaded.document}\n```{language}\n{loaded.code}\n```"

    async def list(self, query: str = "") -> str:
        found = await anyio.to_thread.run_sync(self.store.search, query)
        if not found:
            return "no skill fits" if query else "there are no skills yet; save_skill keeps one"
        more = [f"[{len(found) - MOST_LISTED} more; give a query]"] if len(found) > MOST_LISTED else []
        return "\n".join([*(_line(skill) for skill in found[:MOST_LISTED]), *more])

    async def count(self) -> int:
        """How many programs can import."""
        return len(await anyio.to_thread.run_sync(self.store.trusted))

    async def sources(self, code: str) -> Sequence[str]:
        """The code of the skills that a program imports: it is prepared for and weighed with them."""
        if "skills" not in code:
            return ()
        try:
            return tuple((await anyio.to_thread.run_sync(self.store.sources, code)).values())
        except BadArguments:  # no Python: it will be told so when it is run
            return ()

    async def missed(self, outcome: Outcome) -> Sequence[str]:
        """Why a program could not import a skill, in words."""
        wanted = MISSED.search(outcome.fault.message) if outcome.fault else None
        if wanted is None:
            return ()
        try:
            return (_stands((await anyio.to_thread.run_sync(self.store.load, wanted[1] or wanted[2])).skill),)
        except BadArguments as error:
            return (str(error),)

    async def imported(self, outline: str) -> Sequence[Loaded]:
        """The skills that a TypeScript program imports, from its outline."""
        if "skills" not in outline:
            return ()
        try:
            return tuple((await anyio.to_thread.run_sync(self.store.imported, outline)).values())
        except BadArguments:  # nobody could read it
            return ()


def skill_changed(skill: Skill, how: str) -> SkillChanged:
    """For the record."""
    return SkillChanged(tool=skill.name, outcome=how, sha256=skill.digest, version=str(skill.version))


def fitting(skills: Skills, query: str) -> list[str]:
    """Skills that programs can import and that fit a query, a line for each."""
    try:
        return [_line(skill) for skill in skills.search(query) if skill.importable]
    except SandgateError:  # tools are found without them
        return []


def _stands(skill: Skill) -> str:
    if skill.importable:
        return f"{skill.name} version {skill.version}: from skills.{skill.name} import {skill.name}"
    return f"{skill.name} version {skill.version} is a draft and cannot be imported yet: {skill.waits_for}"


def _line(skill: Skill) -> str:
    inputs = ", ".join(one.name for one in skill.facts.inputs)
    state = "" if skill.importable else f" [draft: {skill.waits_for}]"
    return f"skills.{skill.name}.{skill.name}({inputs}): {skill.facts.description}{state}"
