"""A program looked through before it runs: advice and early warning. The sandbox is the wall, not this."""

from __future__ import annotations

from .checking import check, check_text
from .report import Finding, Report
from .rules import LEVELS, RULES, Level, Rule, Severity

__all__ = ["LEVELS", "RULES", "Finding", "Level", "Report", "Rule", "Severity", "check", "check_text"]
