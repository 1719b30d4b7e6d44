"""Put one entry into somebody else's settings file and leave every other character of it alone.

Each format works on the text, then the text is read again: if anything but the entry is different, nothing is written.
"""

from .file import FORMATS, Edit, Unwritable, Wanted, check_writable, covers, document_of, inside, prepare, remove, write

__all__ = [
    "FORMATS",
    "Edit",
    "Unwritable",
    "Wanted",
    "check_writable",
    "covers",
    "document_of",
    "inside",
    "prepare",
    "remove",
    "write",
]
