"""Find tools by what they do."""

from . import meaning
from .index import Index
from .making import OnTool, index_of
from .recommending import Recommended, Together, recommended

__all__ = ["Index", "OnTool", "Recommended", "Together", "index_of", "meaning", "recommended"]
