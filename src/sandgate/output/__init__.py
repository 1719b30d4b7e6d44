"""What the model may see: shape it to a budget, count its tokens."""

from .shape import shaped, shortened, visible
from .tokens import count

__all__ = ["count", "shaped", "shortened", "visible"]
