"""Values and the tokens that stand for them, within one session."""

from __future__ import annotations

import re
from bisect import bisect, bisect_left
from collections.abc import Callable, Collection, Iterable, Sequence
from functools import partial
from html import unescape
from itertools import repeat
from threading import Lock
from typing import Any, NamedTuple, cast
from unicodedata import is_normalized, normalize
from urllib.parse import quote, unquote

from sandgate.model import Json

from .detection import Scalar, Span
from .exposed import Exposed, united
from .literals import Literal, literals_of
from .markup import is_markup, meant_in_markup, written_in_markup
from .notation import (
    TOKEN,
    cells_of,
    documents_in,
    documents_inside,
    escaped_in_json,
    is_json,
    is_json_string,
    unescaped,
    with_what_touches,
)
from .numbering import Numbers

_WIDE = {"[": ("fe47", "ff3b"), "]": ("fe48", "ff3d")}
"""Signs that are these brackets once a program has normalised a text, as many do before they compare."""
_ENCODED = r"%(?:25)*{0}|\\{{1,8}}u(?:00{0}|{3})|&#x0*{0};|&#0*{1};|&{2};|[{4}]"
_OPENING, _CLOSING = (
    _ENCODED.format(*forms, "|".join(_WIDE[sign]), "".join(rf"\u{code}" for code in _WIDE[sign]))
    for sign, forms in {"[": ("5b", 91, "(?:lbrack|lsqb)"), "]": ("5d", 93, "(?:rbrack|rsqb)")}.items()
)
_INSIDE = (
    r"%(?:25)*(?!25|5[bd])[2-7][0-9a-f]|\\{1,8}u00(?!5[bd])[2-7][0-9a-f]"
    r"|&#x(?!0*5[bd];)[0-9a-f]{2,6};|&#(?!0*9[13];)[0-9]{2,6};|&lowbar;"
    r"|[\ufe33\ufe34\ufe4d-\ufe4f\uff3f]|\\{1,8}u(?:fe(?!4[78])[34]|ff(?!3[bd])[0-5])[0-9a-f]"
)
_DISGUISED = re.compile(rf"(?:\[|{_OPENING})(?:\w|{_INSIDE}){{4,60}}(?:\]|{_CLOSING})", re.IGNORECASE)
"""A token as we know it, or one that it becomes when a program reads the text around it as JSON, a URL or HTML."""
_PLAIN_HINT = re.compile(r"_[1-9][0-9]*(?:\]|%5[Dd])")
_DISGUISES = ("%", "\\", "&")
_DISGUISED_HINTS = (
    re.compile(r"%(?:25)*5[bd]|\\u005[bd]|&(?:#x?0*[59]|[lr]brack|[lr]sqb)|\\u(?:fe4[78]|ff3[bd])", re.I),
    re.compile(r"\[\w*[%\\&]"),
)
"""What each of them has, whole or in part: a text without any of these is let through at once."""
_CUT = re.compile(r"(\[([A-Z][A-Z_]{3,40})[0-9]*)(?=['\"](?:[,:\]})]|$))")
LITERAL = "LITERAL"
"""Text that only looks like a token: it is given one of its own, so that nobody can smuggle a token in."""
_QUOTED = re.compile(r'"(\[[A-Z_]+_[0-9]+\])"(?!\s*:)')
DEEPEST = 3
_WORD = re.compile(r"[^\W\d_]+")
_WHOLE_NAME = re.compile(r"[^\W\d_][^\n\r,\"\\\[\]]{2,100}")
"""Values that can be told from other words wherever they come again: more than one word, beginning with a letter."""
_MANY_WORDS = 50


class Kept(NamedTuple):
    """One value and what kind of value it is."""

    kind: str
    value: Scalar
    number: int = 0
    """Of its token; 0 where it has none yet."""
    apart: bool = False
    """Whether a program or the model said it: what a tool returned has a token of its own."""
    sent: bool = False
    """Whether a tool has had it, and may say it again."""


May = Callable[[Kept], bool]
"""Whether a value may be put back."""
Wrote = Callable[[Kept, str], None]
"""Hears how a value stands in a text in the end, with the letters and digits that touch it."""


class Vault:
    """Value to token and back. The same value always has the same token; nobody else's token means anything here."""

    def __init__(self, kept: Iterable[Kept] = (), numbers: Numbers | None = None) -> None:
        self._tokens: dict[object, str] = {}
        """By a text, or by the type and value of a number: 1 is not 1.0."""
        self._apart: dict[object, str] = {}
        self._kept: dict[str, Kept] = {}
        self._numbers = numbers or Numbers()
        self._adding = Lock()
        """Results of one session are looked at in several threads."""
        self._lengths: dict[str, list[int]] = {}
        """The first words of names and addresses, and how long the values are that begin with them, longest first."""
        self._written: dict[str, str] = {}
        """How a value was written in JSON, where we would write it otherwise: `Ren\\u00e9e`."""
        self._marked_up: dict[str, str] = {}
        """The same in XML: `O&#39;Roe`."""
        self._unsaved: list[Kept] = []
        self.exposed = Exposed()
        self.chunks: set[bytes] = set()
        """The nonces of those parts of its copy on disk that it knows."""
        self._salt = b""
        self.saved_at = 0.0
        """When that copy was last said to be in use."""
        for one in kept:
            self._add(one)

    def __len__(self) -> int:
        return len(self._kept)

    @property
    def recognises(self) -> bool:
        """Whether there is anything that `seen_again` could find."""
        return bool(self._lengths)

    @property
    def kinds(self) -> set[str]:
        """Of which kinds there are values."""
        return {kept.kind for kept in tuple(self._kept.values())}

    @property
    def has_news(self) -> bool:
        return bool(self._unsaved)

    @property
    def may_wait(self) -> bool:
        """Whether a short text may have more values than there are numbers at hand: others are on the disk."""
        return self._numbers.few

    def take_news(self) -> list[Kept]:
        """What was added since it was last asked."""
        with self._adding:
            news, self._unsaved = self._unsaved, []
            return news

    def give_back(self, news: list[Kept]) -> None:
        """What could not be written down is still news."""
        with self._adding:
            self._unsaved = news + self._unsaved

    def copy_has(self, salt: bytes) -> None:
        """Hear under which salt its copy on disk is. Where that is another than before, what it knew there is gone, and
        another process may have begun anew: all of it is news again, so that every token keeps its number.
        """
        if salt != self._salt:
            with self._adding:
                self._salt, self._unsaved, self.chunks = salt, list(self._kept.values()), set()

    def learn(self, kept: Iterable[Kept]) -> None:
        """What stands in its copy on disk, whichever process wrote it. A value keeps the token that it has here."""
        with self._adding:
            for one in kept:
                if one.sent or f"[{one.kind}_{one.number}]" not in self._kept:
                    self._add(one)

    def token(self, kind: str, value: Scalar) -> str:
        """The token of a value, made on first sight."""
        key = _key(value)
        if known := self._tokens.get(key):
            return known
        with self._adding:
            return self._tokens.get(key) or self._new(Kept(kind, value))

    def token_apart(self, kind: str, value: Scalar) -> str:
        """A token that tells nobody whether a tool has returned this value."""
        with self._adding:
            return self._apart.get(_key(value)) or self._new(Kept(kind, value, apart=True))

    def tokens(self, kind: str, texts: Sequence[str]) -> list[str]:
        """The same for many texts of one kind."""
        known = list(map(self._tokens.get, texts))
        if None not in known:
            return cast("list[str]", known)
        with self._adding:
            new = [text for text in dict.fromkeys(texts) if text not in self._tokens]
            first = self._numbers.take(kind, len(new))
            numbers = range(first, first + len(new))
            made = [f"[{kind}_{number}]" for number in numbers]
            kept = list(map(Kept, repeat(kind), new, numbers))
            self._tokens.update(zip(new, made, strict=True))
            self._kept.update(zip(made, kept, strict=True))
            self._unsaved += kept
            for text in new:
                self._recognise(text)
            return list(map(self._tokens.__getitem__, texts))

    def token_in_json(self, kind: str, raw: str, give: Callable[[str, Scalar], str]) -> str:
        """The token of what stands between two quotes in JSON."""
        value = unescaped(raw)
        token = give(kind, value)
        if raw != escaped_in_json(value):
            self._written.setdefault(token, raw)
        return token

    def token_in_markup(self, text: str, place: int, raw: str, give: Callable[[str], str]) -> str:
        """The token of what stands at a place of XML."""
        value = meant_in_markup(raw)
        token = give(value)
        if raw != written_in_markup(text, place, value):
            self._marked_up.setdefault(token, raw)
        return token

    def kept(self, token: str) -> Kept | None:
        """What a token stands for; None for one that was never given out here."""
        return self._kept.get(token)

    def is_token(self, text: str) -> bool:
        """Whether it is a token of this session, or what stands in its brackets."""
        return text in self._kept or f"[{text}]" in self._kept

    def tokens_in(self, text: str) -> list[Span]:
        """Where tokens of this session stand in a text."""
        found = ((match.span(), self._kept.get(match[0])) for match in TOKEN.finditer(text))
        return [Span(*place, kept.kind) for place, kept in found if kept]

    def with_whole_tokens(self, text: str, spans: list[Span]) -> list[Span]:
        """Parts of a text, each with all of a token that it begins or ends in: half a token stands for nothing."""
        tokens = self.tokens_in(text) if spans and "_" in text else []
        if not tokens:
            return spans
        starts, ends = [token.start for token in tokens], [token.end for token in tokens]
        whole = list[Span]()
        for start, end, kind in spans:
            first, last = bisect(ends, start), bisect_left(starts, end) - 1
            start = min(start, starts[first]) if first < len(starts) else start
            end = max(end, ends[last]) if last >= 0 else end
            whole.append(Span(start, end, kind))
        return united(whole)

    def unknown_in(self, text: str, kinds: Collection[str]) -> list[str]:
        """What is written as a token of these kinds and stands for nothing here; each once."""
        if "_" not in text:
            return []
        written = dict.fromkeys(match[0] for match in TOKEN.finditer(text))  # `row[phone_9]` is code
        return [one for one in written if one not in self._kept and one[1:-1].rpartition("_")[0] in kinds]

    def cut_in(self, written: str) -> str:
        """What a text in a document, as Python writes it, ends with where a token was cut off; nothing if none was."""
        kinds = self.kinds if "[" in written and _CUT.search(written) else ()
        cut = (match for match in _CUT.finditer(written) if kinds)
        return next((match[1] for match in cut if any(kind.startswith(match[2].rstrip("_")) for kind in kinds)), "")

    def seen_again(self, text: str, change: Callable[[str], str]) -> str:
        """A text with values changed that this session knows, and that only their field gave away: names, addresses."""
        if not self._lengths or " " not in text:  # each of them is several words
            return text
        words = self._lengths.keys() & set(_WORD.findall(text))
        if not words:
            return text
        parts: list[str] = []
        place = 0
        for match in (_WORD if len(words) > _MANY_WORDS else _any_of(words)).finditer(text):
            start = match.start()
            value = self._known_at(text, start, match[0]) if start >= place else ""
            if value:
                parts += (text[place:start], change(value))
                place = start + len(value)
        return "".join((*parts, text[place:])) if parts else text

    def _known_at(self, text: str, start: int, word: str) -> str:
        for length in self._lengths.get(word, ()):
            value = text[start : start + length]
            if value in self._tokens and not text[start + length : start + length + 1].isalnum():
                return value
        return ""

    def expose_all(self) -> None:
        for kept in tuple(self._kept.values()):
            if kept.kind != LITERAL:
                self.exposed.add(kept.kind, kept.value)

    def note_sent(self, kept: Kept) -> None:
        """A tool is about to have a value that nothing but its field told: it is known from now on, also later."""
        if not kept.sent:
            with self._adding:
                self._unsaved.append(kept := kept._replace(sent=True))
                self._kept[f"[{kept.kind}_{kept.number}]"] = kept
        self.exposed.add(kept.kind, kept.value)

    def expose(self, kind: str, value: Scalar) -> None:
        """Somebody is about to have a value in the clear."""
        self.token(kind, value)
        self.exposed.add(kind, value)

    def restored(self, value: Json, may: May = lambda _: True, wrote: Wrote | None = None) -> Json:
        """A document with the values back in their places; the very same object where it holds no token."""
        match value:
            case str():
                return self._whole(value, may, wrote) if "_" in value else value
            case list():
                items = [self.restored(item, may, wrote) for item in value]
                return items if any(new is not old for new, old in zip(items, value, strict=True)) else value
            case dict():
                pairs = {self.text(key, may, wrote): self.restored(item, may, wrote) for key, item in value.items()}
                same = all(new is old for new, old in zip(pairs.values(), value.values(), strict=False))
                return value if same and pairs.keys() == value.keys() else pairs
            case _:
                return value

    def text(self, text: str, may: May = lambda _: True, wrote: Wrote | None = None, depth: int = 0) -> str:
        """A text with the values back in it, written as the text around them needs it."""
        if "_" not in text or not TOKEN.search(text):
            return text
        putting = partial(self._put_back, may=may, wrote=wrote, depth=depth)
        if is_markup(text):
            return putting(text, escaped=False)
        if not is_json(text) and not is_json_string(text):
            parts, place = list[str](), 0
            literals = [one for one in literals_of(text) if TOKEN.search(one.raw)] if depth < DEEPEST else []
            for literal in literals:
                parts += (
                    putting(text[place : literal.start], escaped=False),
                    self._literal(literal, may, wrote, depth),
                )
                place = literal.end
            for start, end in () if literals else documents_in(text):
                parts += (putting(text[place:start], escaped=False), self.text(text[start:end], may, wrote, depth))
                place = end
            return "".join((*parts, putting(text[place:], escaped=False)))
        text = _QUOTED.sub(lambda match: self._number(match, may), text)
        parts, place = list[str](), 0
        for inner in documents_inside(text) if depth < DEEPEST else ():
            if TOKEN.search(inner.text):
                written = inner.written(self.text(inner.text, may, wrote, depth + 1))
                parts += (putting(text[place : inner.start], escaped=True), written)
                place = inner.end
        return "".join((*parts, putting(text[place:], escaped=True)))

    def _literal(self, literal: Literal, may: May, wrote: Wrote | None, depth: int) -> str:
        """A text of SQL or Python with its values, and the escapes that they need there."""
        kept = self._kept.get(literal.raw)
        if kept and not isinstance(kept.value, str) and not literal.in_sql and may(kept):
            return str(kept.value)
        if any(span.kind == LITERAL for span in self.tokens_in(literal.raw)):  # that stood there just so
            raw = f"{literal.quote}{literal.raw}{literal.quote}"
            return self._put_back(raw, escaped=False, may=may, wrote=wrote, depth=depth)

        def told(kept: Kept, form: str) -> None:
            if wrote:
                wrote(kept, form)
                wrote(kept, literal.escaped(form))

        return literal.written(self.text(literal.text, may, told, depth + 1))

    def _put_back(self, text: str, *, escaped: bool, may: May, wrote: Wrote | None, depth: int) -> str:
        """`escaped` is where a value has to be written as between the quotes of JSON."""
        markup = not escaped and is_markup(text)
        cells = None if escaped or markup else cells_of(text)

        def written(match: re.Match[str], kept: Kept) -> str:
            value = str(kept.value)
            if kept.kind != LITERAL and depth < DEEPEST:
                value = self.text(value, may, depth=depth + 1)
            if match[2].islower():
                value = value.lower()
            if match[1] != "[":
                return quote(value, safe="")
            if escaped and not (kept.kind == LITERAL and "\\" in value):  # that stood in JSON just so
                return self._written.get(match[0]) or escaped_in_json(value)
            if markup and kept.kind != LITERAL:
                return self._marked_up.get(match[0]) or written_in_markup(text, match.start(), value)
            return cells.written(text, match, value) if cells else value

        parts, placed, end, place = list[str](), list[tuple[Kept, int, int]](), 0, 0
        for match in TOKEN.finditer(text):
            kept = self._kept.get(f"[{match[2].upper()}]")
            if kept and may(kept):
                parts += (text[end : match.start()], written(match, kept))
                place += match.start() - end + len(parts[-1])
                placed.append((kept, place - len(parts[-1]), place))
                end = match.end()
        if not placed:
            return text
        restored = "".join((*parts, text[end:]))
        if wrote:
            forms = with_what_touches(restored, [(first, last) for _, first, last in placed])
            for (kept, *_), form in zip(placed, forms, strict=True):
                wrote(kept, form)
                if escaped and "\\" in form:
                    wrote(kept, unescaped(form))
        return restored

    def _whole(self, text: str, may: May, wrote: Wrote | None) -> Json:
        """A string that is a token and nothing else may stand for a number."""
        kept = self._kept.get(text)
        if kept and not isinstance(kept.value, str) and may(kept):
            return kept.value
        return self.text(text, may, wrote)

    def _number(self, quoted: re.Match[str], may: May) -> str:
        """A token in JSON that stands for a number, without its quotes."""
        kept = self._kept.get(quoted[1])
        return str(kept.value) if kept and not isinstance(kept.value, str) and may(kept) else quoted[0]

    def _new(self, kept: Kept) -> str:
        kept = kept._replace(number=self._numbers.take(kept.kind))
        self._unsaved.append(kept)
        return self._add(kept)

    def _add(self, kept: Kept) -> str:
        if not kept.number:
            kept = kept._replace(number=self._numbers.take(kept.kind))
        token = f"[{kept.kind}_{kept.number}]"
        value = kept.value
        (self._apart if kept.apart else self._tokens).setdefault(_key(value), token)
        self._kept[token] = kept
        if kept.sent:
            self.exposed.add(kept.kind, value)
        if isinstance(value, str) and kept.kind != LITERAL and not kept.apart:
            self._recognise(value)
        return token

    def _recognise(self, value: str) -> None:
        if " " not in value and value.isascii():
            return
        word = _WORD.match(value)
        if word is None or len(value.split()) < 2 or not _WHOLE_NAME.fullmatch(value):
            return
        known = self._lengths.get(word[0], [])
        if len(value) not in known:
            self._lengths[word[0]] = sorted([*known, len(value)], reverse=True)


def _key(value: Scalar) -> object:
    return value if type(value) is str else (type(value), value)


def may_hold_tokens(text: str) -> bool:
    """Whether a longer look is worth it; of a document, its JSON will do."""
    if "_" in text and _PLAIN_HINT.search(text):
        return True
    if not text.isascii() and not is_normalized("NFKC", text) and _PLAIN_HINT.search(normalize("NFKC", text)):
        return True
    return any(sign in text for sign in _DISGUISES) and any(hint.search(text) for hint in _DISGUISED_HINTS)


def without_tokens(text: str, instead: Callable[[str], str]) -> str:
    """A text of somebody else's with something in place of all that a program or we could take for a token."""
    if not may_hold_tokens(text):
        return text
    return _DISGUISED.sub(lambda match: instead(match[0]) if TOKEN.fullmatch(_decoded(match[0])) else match[0], text)


def _decoded(text: str) -> str:
    plain = unquote(re.sub("%(?:25)+", "%", text))
    return normalize("NFKC", unescape(re.sub(r"\\+u([0-9a-fA-F]{4})", lambda match: chr(int(match[1], 16)), plain)))


def _any_of(words: Iterable[str]) -> re.Pattern[str]:
    return re.compile(rf"(?<![^\W\d_])(?:{'|'.join(words)})(?![^\W\d_])")


def kept_of(data: object) -> list[Kept]:
    """Values as they were written down."""
    rows = cast("list[list[Any]]", data)
    return [Kept(*row) for row in rows]
