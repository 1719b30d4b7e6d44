"""Names that look like others: letters of another script, compatibility letters, and names nobody can tell apart."""

from __future__ import annotations

import builtins
import io
import keyword
import re
import tokenize
import unicodedata
from collections.abc import Iterable, Iterator

from .outline import Outline
from .report import Notes, quoted

TWINS = str.maketrans(
    "аеорсухіјѕһԁԛԝмтвкнАВЕКМНОРСТХУІЈЅԌΑΒΕΖΗΙΚΜΝΟΡΤΥΧοօսհոցılⅼɡ",
    "aeopcyxijshdqwmtbkhABEKMHOPCTXYIJSGABEZHIKMNOPTYXoouhngillg",
)
"""Letters that look the same as a Latin one. Greek ones that people use as names of quantities are below."""
COUSINS = str.maketrans("αινυρτκχγωηεςβ", "aivuptkxywnecb")
COMPATIBLE = re.compile(
    "[\u00aa\u00ba\u02b0-\u02b8\u1d00-\u1dbf\u2070-\u209c\u2100-\u214f\ufb00-\ufb06\uff10-\uff5a\U0001d400-\U0001d7ff]"
)
"""Letters that Python reads as plain ones."""
COMMON = frozenset(dir(builtins)) | frozenset(keyword.kwlist) | {"os", "sys", "system", "subprocess", "socket", "self"}
SAME_LOOKING = re.compile(r"^(?=.*[Il])(?=.*[1l])[Il1]{4,}$|^(?=.*O)(?=.*0)[O0]{4,}$|^_{3,}$|^[lI1O0_]{8,}$")
MOST_UNREADABLE = 3
LONGEST_TOKENIZED = 300_000


def look(code: str, outline: Outline, notes: Notes) -> None:
    identifiers = _identifiers(outline)
    unreadable = [(name, line) for name, line in identifiers if SAME_LOOKING.match(name)]
    if len({name for name, _ in unreadable}) >= MOST_UNREADABLE:
        notes.add("unreadable-names", unreadable[0][1], quoted(unreadable[0][0]))
    if code.isascii():
        return
    plain = {name for name, _ in identifiers if name.isascii()} | COMMON
    for name, line in identifiers:
        if not name.isascii() and (meant := _pretends(name, plain)):
            notes.add("homoglyphs", line, f"{quoted(name)} looks like {quoted(meant)}")
    for written, line in _compatible(code):
        notes.add("homoglyphs", line, f"{quoted(written)} is read as {quoted(unicodedata.normalize('NFKC', written))}")


def _pretends(name: str, plain: Iterable[str]) -> str:
    """The plain name that this one looks like, or nothing."""
    twin = name.translate(TWINS)
    if twin.isascii() and (twin in plain or any(map(_is_mixed, name.split("_")))):
        return twin
    cousin = twin.translate(COUSINS)
    return cousin if cousin.isascii() and cousin in COMMON and len(cousin) > 2 else ""


def _is_mixed(word: str) -> bool:
    return not word.isascii() and re.search("[A-Za-z]", word) is not None


def _identifiers(outline: Outline) -> list[tuple[str, int]]:
    return [*_read(outline), *_bound(outline)]


def _read(outline: Outline) -> Iterator[tuple[str, int]]:
    for uses in (outline.names, outline.attributes):
        for name, places in uses.items():
            yield name, places[0][0].lineno


def _bound(outline: Outline) -> Iterator[tuple[str, int]]:
    for scope in (outline.module, *outline.functions.values()):
        for name, bindings in scope.bindings.items():
            node = bindings[0].node
            yield name, bindings[0].line or getattr(node, "lineno", 1)


def _compatible(code: str) -> Iterator[tuple[str, int]]:
    """Names as they are written; the tree has them as Python reads them."""
    if len(code) > LONGEST_TOKENIZED or not COMPATIBLE.search(code):
        return
    try:
        for token in tokenize.generate_tokens(io.StringIO(code).readline):
            is_read_otherwise = token.type == tokenize.NAME and COMPATIBLE.search(token.string)
            if is_read_otherwise and unicodedata.normalize("NFKC", token.string).isascii():
                yield token.string, token.start[0]
    except (tokenize.TokenError, SyntaxError):
        return
