"""Programs worth keeping: saved as versions, trusted once they ran, found again, shared by digest."""

from sandgate.config.options import SkillOptions

from .disk import digest_of
from .drafts import Check, Draft
from .names import checked_name, folder_name
from .programs import call_program, example_program
from .record import Facts, Input, Origin, State
from .store import Loaded, Saved, Skill, Skills

__all__ = [
    "Check",
    "Draft",
    "Facts",
    "Input",
    "Loaded",
    "Origin",
    "Saved",
    "Skill",
    "SkillOptions",
    "Skills",
    "State",
    "call_program",
    "checked_name",
    "digest_of",
    "example_program",
    "folder_name",
]
