"""The compliance report: what happened over a period, from the audit, as JSON, CSV or a page that prints."""

from .forms import Format, write
from .gathering import Period
from .making import report_of
from .nouns import Report, Section, Table

__all__ = ["Format", "Period", "Report", "Section", "Table", "report_of", "write"]
