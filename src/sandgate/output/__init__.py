"""What the model may see: shape it to a budget, count its tokens."""

from .fitting import Entry, cut, fits, fitted
from .shape import Shaped, dumped, first_lines, preview, shaped, shortened, visible
from .tokens import count

__all__ = [
    "Entry",
    "Shaped",
    "count",
    "cut",
    "dumped",
    "first_lines",
    "fits",
    "fitted",
    "preview",
    "shaped",
    "shortened",
    "visible",
]
