"""Have it in the audit what a person did with a skill at the terminal."""

from __future__ import annotations

import anyio

from sandgate.config import Config
from sandgate.skills import Skill


def record(config: Config, skill: Skill, how: str) -> None:
    """Raises SandgateError where it cannot be written."""
    from sandgate.audit import Journal, SkillChanged, Who, os_user  # `list` need not wait for it
    from sandgate.audit.settings import store_of

    event = SkillChanged(tool=skill.name, outcome=how, sha256=skill.digest, version=str(skill.version))

    async def write() -> None:
        journal = Journal(store_of(config))
        try:
            await journal.write(event, Who(user=os_user(), client="sandgate skills"))
        finally:
            await journal.close()

    anyio.run(write)
