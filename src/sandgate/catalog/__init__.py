"""What the model may know: the catalogue of tools, how to find them, and their wrappers."""

from .arguments import check_arguments, expected
from .captured import captured
from .catalogue import Catalogue
from .search import Index, Recommended, Together, recommended
from .store import Change, Store
from .wrappers.names import identifier
from .wrappers.schema import unwrapped
from .wrappers.text import clean, first_sentence
from .wrappers.tree import Written, write_tree

__all__ = [
    "Catalogue",
    "Change",
    "Index",
    "Recommended",
    "Store",
    "Together",
    "Written",
    "captured",
    "check_arguments",
    "clean",
    "expected",
    "first_sentence",
    "identifier",
    "recommended",
    "unwrapped",
    "write_tree",
]
