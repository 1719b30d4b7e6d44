"""What happened: the journal of executions."""

from .journal import Entry, Journal, Totals

__all__ = ["Entry", "Journal", "Totals"]
