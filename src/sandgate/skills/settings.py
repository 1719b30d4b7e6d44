"""From the settings to the skills."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial

from sandgate.config import Config
from sandgate.policy.settings import levels_of
from sandgate.policy.validation import Report, check

from .store import Skills


def skills_of(config: Config, packages: Collection[str]) -> Skills:
    """The skills under `state_dir`, saved under the policy of the settings. `packages` may be imported by them."""
    looked = partial(check, levels=levels_of(config), allowed_imports=packages)
    passed = looked if config.validation.enabled else _unchecked
    return Skills(config.state_dir / "skills", config.skills, passed)


def _unchecked(_: str) -> Report:
    return Report((), blocked=False)
