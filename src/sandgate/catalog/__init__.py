"""What the model may know: the catalogue of tools, how to find them, and their wrappers."""

from .arguments import as_declared, check_arguments, expected
from .captured import captured
from .catalogue import Catalogue
from .search import Index, Recommended, Together, recommended
from .store import Change, Store
from .wrappers.lines import DATA, about, server_line, tool_line
from .wrappers.names import identifier
from .wrappers.schema import unwrapped
from .wrappers.text import clean, first_sentence, json_text
from .wrappers.tree import Written, write_tree

__all__ = [
    "DATA",
    "Catalogue",
    "Change",
    "Index",
    "Recommended",
    "Store",
    "Together",
    "Written",
    "about",
    "as_declared",
    "captured",
    "check_arguments",
    "clean",
    "expected",
    "first_sentence",
    "identifier",
    "json_text",
    "recommended",
    "server_line",
    "tool_line",
    "unwrapped",
    "write_tree",
]
