"""What happened: the journal of executions."""

from .journal import Approval, Entry, Journal, Totals

__all__ = ["Approval", "Entry", "Journal", "Totals"]
