"""Constants and what may be done to them without running a program: only these operations, on bounded sizes."""

from __future__ import annotations

import ast
import base64
import binascii
import codecs
import lzma
import posixpath
import urllib.parse
import zlib
from bz2 import BZ2Decompressor
from collections.abc import Callable
from pathlib import PurePosixPath
from typing import TypeAlias

Known: TypeAlias = "str | bytes | int | PurePosixPath"
HOLE = "\ufffc"
"""Stands in a text for a part that is not known."""
LONGEST = 200_000
MEMORY = 2**26
LARGEST = 2**64
"""Whole numbers beyond it are not followed: their text may be of any length."""
FAILURES = (ValueError, TypeError, LookupError, OverflowError, EOFError, OSError, zlib.error, lzma.LZMAError)
ROTATED = ("rot13", "rot_13", "rot-13")
PACKED = ("hex", "hex_codec", "base64", "base64_codec")
CODECS = frozenset(("utf-8", "utf8", "ascii", "latin-1", "latin1", "utf-16", "utf-32", *ROTATED, *PACKED))
"""Others are not asked for: some take very long for a hostile text."""


def text(value: Known) -> str:
    return value.decode("latin-1") if isinstance(value, bytes) else str(value)


def data(value: Known) -> bytes:
    return value if isinstance(value, bytes) else text(value).encode("latin-1")


def decoded(value: Known, codec: str = "utf-8") -> str | bytes:
    """Raises one of FAILURES."""
    name = codec.lower()
    if name not in CODECS:
        raise LookupError(name)
    if name in ROTATED:
        return codecs.decode(text(value), "rot13")
    if name in PACKED:
        return codecs.decode(data(value), name)
    return value.decode(name) if isinstance(value, bytes) else text(value)


def _inflated(value: bytes) -> bytes:
    return zlib.decompressobj(zlib.MAX_WBITS | 32).decompress(value, LONGEST)  # 32: zlib or gzip, as it says itself


def _unhexed(value: bytes) -> bytes:
    return bytes.fromhex(value.decode("ascii"))


OF_BYTES: dict[str, Callable[[bytes], bytes]] = {
    "base64.b64decode": base64.b64decode,
    "base64.standard_b64decode": base64.b64decode,
    "base64.urlsafe_b64decode": base64.urlsafe_b64decode,
    "base64.decodebytes": base64.decodebytes,
    "base64.b32decode": base64.b32decode,
    "base64.b16decode": lambda value: base64.b16decode(value, casefold=True),
    "base64.a85decode": base64.a85decode,
    "base64.b85decode": base64.b85decode,
    "binascii.unhexlify": binascii.unhexlify,
    "binascii.a2b_hex": binascii.unhexlify,
    "binascii.a2b_base64": binascii.a2b_base64,
    "builtins.bytes.fromhex": _unhexed,
    "builtins.bytearray.fromhex": _unhexed,
    "zlib.decompress": _inflated,
    "gzip.decompress": _inflated,
    "bz2.decompress": lambda value: BZ2Decompressor().decompress(value, LONGEST),
    "lzma.decompress": lambda value: lzma.LZMADecompressor(memlimit=MEMORY).decompress(value, LONGEST),
}
OF_TEXT: dict[str, Callable[[str], str]] = {
    "urllib.parse.unquote": urllib.parse.unquote,
    "os.path.abspath": str,
    "os.path.normpath": str,
    "os.path.realpath": str,
    "os.path.dirname": posixpath.dirname,
    "os.fspath": str,
    "textwrap.dedent": str,
}
UNCHANGED = frozenset({"io.StringIO", "io.BytesIO", "builtins.memoryview"})


def applied(name: str, value: Known, option: Known | None) -> Known | None:
    """What a function of the standard library makes of a value. Raises one of FAILURES."""
    if name in OF_BYTES:
        return OF_BYTES[name](data(value))
    if name in OF_TEXT:
        return OF_TEXT[name](text(value))
    if name in UNCHANGED:
        return value
    match name, value:
        case ("codecs.decode", _):
            return decoded(value, text(option or "utf-8"))
        case ("codecs.encode", str()) if option in ROTATED:
            return decoded(value, "rot13")
        case ("builtins.str", _):
            return decoded(value, text(option or "latin-1"))
        case ("builtins.int", str()) if len(value) < 40:
            return int(value, option if isinstance(option, int) else 10)
        case _:
            return ELEMENTWISE[name](value) if name in ELEMENTWISE else None


def _character(value: Known) -> str:
    return chr(value) if isinstance(value, int) else text(value)


def _number(value: Known) -> int:
    found = text(value)
    return ord(found) if len(found) == 1 else int(found[:40])


ELEMENTWISE: dict[str, Callable[[Known], Known]] = {
    "builtins.chr": _character,
    "builtins.ord": _number,
    "builtins.int": lambda value: int(text(value)[:40]),
    "builtins.str": text,
}


def _replaced(value: str, old: str, new: str) -> str:
    return value.replace(old, new) if len(value) * max(len(new), 1) < LONGEST else value


def method(name: str, value: Known, given: list[Known]) -> Known | None:
    """What a method makes of a constant. Raises one of FAILURES."""
    texts = [text(one) for one in given]
    match name, value, texts:
        case ("decode", bytes() | str(), _):
            return decoded(value, *texts[:1])
        case ("encode", str(), _):
            return value.encode("utf-8", "replace")
        case ("lower" | "upper" | "swapcase" | "title", str(), []):
            return {"lower": str.lower, "upper": str.upper, "swapcase": str.swapcase, "title": str.title}[name](value)
        case ("strip", str(), _):
            return value.strip(*texts[:1])
        case ("replace", str(), [old, new, *_]):
            return _replaced(value, old, new)
        case ("removeprefix", str(), [start]):
            return value.removeprefix(start)
        case ("expanduser" | "resolve" | "absolute" | "getvalue" | "read", _, _):
            return value
        case ("joinpath", PurePosixPath(), parts):
            return value.joinpath(*parts)
        case ("as_posix", PurePosixPath(), []):
            return text(value)
        case _:
            return None


METHODS = frozenset(
    {"join", "format", "decode", "encode", "lower", "upper", "swapcase", "title", "strip", "replace"}
) | {*("removeprefix", "expanduser", "resolve", "absolute", "getvalue", "read", "joinpath", "as_posix")}


def operated(one: Known, operator: ast.operator, other: Known) -> Known | None:
    match one, operator, other:
        case (PurePosixPath(), ast.Div(), str() | PurePosixPath()):
            return one / other
        case (str() | bytes(), ast.Mult(), int()) if other >= 0 and len(one) * other <= LONGEST:
            return one * other
        case (int(), ast.Add(), int()):
            return one + other
        case (int(), ast.BitXor(), int()):
            return one ^ other
        case (int(), ast.Sub(), int()):
            return one - other
        case (int(), ast.Mod(), int()) if other:
            return one % other
        case _:
            return None


def joined(parts: list[Known], between: str = "") -> str | bytes | None:
    """One text of all; bytes where all are; None where it would be too long."""
    pieces = [text(part) for part in parts]
    if sum(map(len, pieces)) + len(between) * len(pieces) > LONGEST:
        return None
    whole = between.join(pieces)
    is_bytes = bool(parts) and all(isinstance(part, bytes) for part in parts)
    return whole.encode("latin-1") if is_bytes else whole
