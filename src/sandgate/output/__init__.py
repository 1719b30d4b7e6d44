"""What the model may see: shape it to a budget, count its tokens."""

from .fitting import Entry, cut, fits, fitted
from .shape import shaped, shortened, visible
from .tokens import count

__all__ = ["Entry", "count", "cut", "fits", "fitted", "shaped", "shortened", "visible"]
