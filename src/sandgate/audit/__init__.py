"""What happened: an append-only, hash-chained record of executions and calls, and how it is read."""

from .events import Answered, Called, RuleChanged, SkillChanged, Who, os_user
from .journal import Journal
from .statistics import Statistics
from .summaries import Entry, Totals

__all__ = [
    "Answered",
    "Called",
    "Entry",
    "Journal",
    "RuleChanged",
    "SkillChanged",
    "Statistics",
    "Totals",
    "Who",
    "os_user",
]
