"""Make an index, keep it on disk, and take it from there while the catalogue and this code are the same."""

from __future__ import annotations

import hashlib
import struct
import zlib
from array import array
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache
from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING

import orjson

from sandgate.model import JsonObject, Tool

from ..kept import read_kept
from ..store import replace
from . import lexical
from .index import Index, Vocabulary
from .lexical import Lexical
from .meaning import DIMENSIONS, Meaning, meaning, unit
from .words import surface

if TYPE_CHECKING:
    from .meaning import Vectors

OnTool = lexical.OnTool
NAME_PART, DESCRIPTION_PART, PARAMETERS_PART = 1.0, 1.0, 0.3
DESCRIPTION_CHARACTERS = 400
HEADER = struct.Struct(">II")
"""The sum over all that follows it, and how long the first part of that is."""
SUFFIX = ".index"
LARGEST_MB = 1024
MOST_KEPT = 8
"""Indexes on disk. Each set of servers has its own, and each change of one of them makes another."""


def index_of(
    tools: Sequence[Tool], about: Mapping[str, str], folder: Path | None = None, on_tool: OnTool = lambda: None
) -> Index:
    """An index over tools; `about` is what each server says of itself. Kept in `folder` if one is given.

    `on_tool` hears of each tool while it is made.
    """
    meant = meaning()
    if folder is None:
        return _made(tools, about, meant, on_tool)
    key = _key(tools, about, with_meaning=meant is not None)
    if kept := _taken(folder / f"{key}{SUFFIX}", tools, meant):
        return kept
    made = _made(tools, about, meant, on_tool)
    with suppress(OSError):  # it is only slower without
        _keep(made, folder, key)
    return made


def _made(
    tools: Sequence[Tool], about: Mapping[str, str], meant: Meaning | None, on_tool: OnTool = lambda: None
) -> Index:
    words = lexical.made(tools, about, on_tool)
    return Index(tools, words, _vocabulary(tools, words, meant) if meant and tools else None)


def _vocabulary(tools: Sequence[Tool], words: Lexical, meant: Meaning) -> Vocabulary:
    names = meant.vectors([" ".join(surface(tool.name)) for tool in tools])
    said = meant.vectors([tool.description[:DESCRIPTION_CHARACTERS] for tool in tools])
    taken = meant.vectors([" ".join(surface(" ".join(lexical.parameters(tool.input_schema)[0]))) for tool in tools])
    rows = unit(NAME_PART * names + DESCRIPTION_PART * said + PARAMETERS_PART * taken)
    known = [word for word in words.places if word.isalpha()]
    return Vocabulary(meant, known, meant.vectors([words.forms[word] for word in known]), rows)


def _key(tools: Sequence[Tool], about: Mapping[str, str], *, with_meaning: bool) -> str:
    hashed = hashlib.sha256(_code())
    hashed.update(_spelled([dict(about), with_meaning]))
    for tool in tools:
        texts = [tool.server, tool.name, tool.title, tool.description]
        try:
            hashed.update(orjson.dumps([texts, tool.input_schema.get("properties")]))
        except TypeError:  # too deep, or with half a character in it
            hashed.update(_spelled([texts, lexical.parameters(tool.input_schema)]))
    return hashed.hexdigest()[:32]


def _spelled(parts: list[object]) -> bytes:
    return repr(parts).encode("utf-8", "backslashreplace")


@cache
def _code() -> bytes:
    return b"".join(file.read_bytes() for file in sorted(Path(__file__).parent.glob("*.py")))


def _keep(index: Index, folder: Path, key: str) -> None:
    words, vocabulary = index.words, index.vocabulary
    head: JsonObject = {"size": words.size, "places": words.places, "forms": words.forms}
    parts = [words.tools.tobytes(), words.impacts.tobytes()]
    if vocabulary:
        head["known"] = vocabulary.words
        parts += [vocabulary.near.astype("float16").tobytes(), vocabulary.tools.astype("float16").tobytes()]
    head["parts"] = [len(part) for part in parts]
    written = orjson.dumps(head)
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    content = b"".join([written, *parts])
    replace(folder / f"{key}{SUFFIX}", HEADER.pack(zlib.crc32(content), len(written)) + content)
    for old in sorted(folder.glob(f"*{SUFFIX}"), key=lambda file: file.stat().st_mtime)[:-MOST_KEPT]:
        old.unlink(missing_ok=True)


def _taken(file: Path, tools: Sequence[Tool], meant: Meaning | None) -> Index | None:
    """What is kept; None if nothing is, or if the file is damaged."""
    try:
        content = memoryview(read_kept(file, LARGEST_MB))
        total, length = HEADER.unpack_from(content)
        if zlib.crc32(content[HEADER.size :]) != total:
            return None
        start = HEADER.size + length
        head = orjson.loads(content[HEADER.size : start])
        parts = _cut(content[start:], head["parts"])
        words = Lexical(head["size"], head["places"], array("I", parts[0]), array("f", parts[1]), head["forms"])
        if words.size != len(tools):
            return None
        vocabulary = Vocabulary(meant, head["known"], _rows(parts[2]), _rows(parts[3])) if meant and tools else None
        return Index(tools, words, vocabulary)
    except (OSError, ValueError, KeyError, IndexError, TypeError, struct.error):
        return None


def _cut(content: memoryview, sizes: Sequence[int]) -> list[bytes]:
    """The parts that follow one another. Raises ValueError if there is not as much as there should be."""
    if sum(sizes) != len(content):
        raise ValueError("the file is not whole")
    ends = list(accumulate(sizes))
    return [bytes(content[end - size : end]) for end, size in zip(ends, sizes, strict=True)]


def _rows(part: bytes) -> Vectors:
    import numpy as np

    return np.frombuffer(part, dtype=np.float16).reshape(-1, DIMENSIONS).astype(np.float32)
