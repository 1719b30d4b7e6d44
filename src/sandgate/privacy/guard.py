"""One session's privacy: values become tokens on their way in and out, tokens become values again at the tools."""

from __future__ import annotations

import json
import re
from bisect import bisect
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase
from typing import Any, Literal, cast
from urllib.parse import unquote

import anyio.to_thread
import orjson

from sandgate.errors import BadArguments, CallFailed, Denied
from sandgate.model import Fault, Json, JsonObject, Outcome, Unread

from .boundary import LONG, Crossed
from .detection import Detector, Scalar, Span, replaced
from .exposed import beside
from .looking import Looked, fold, look
from .notation import is_json
from .vault import LITERAL, Kept, Vault, may_hold_tokens, without_tokens

Mode = Literal["tokens", "output", "off"]
MOST_GUESSES = 100
"""Values that a session may say and compare with tokens: a card whose last four digits are known is one of 100,000."""
_STRING = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*"')
_PARTS_OF_URI = re.compile(r"([/?&=#;]+)")
_FORMS = ("EMAIL", "IBAN", "MAC", "CRYPTO")
"""Kinds that need no words beside them."""
PART = 8
"""What a number, a bracket or a comma counts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """What holds for some tools. The first that fits, and says something about the matter, decides."""

    tools: tuple[str, ...]
    mode: Mode | None = None
    restore: tuple[str, ...] | None = None
    """The kinds of values that may be put back for them; None is every kind."""

    def fits(self, names: Sequence[str]) -> bool:
        return any(fnmatchcase(name, pattern) for name in names for pattern in self.tools)


@dataclass(slots=True, weakref_slot=True)
class Guard:
    """What programs and the model may see, and what tools may be sent."""

    detector: Detector
    vault: Vault
    mode: Mode = "tokens"
    rules: Sequence[Rule] = ()
    guesses: int = MOST_GUESSES
    _guessed: set[str] = field(default_factory=set[str])

    def hides(self, names: Sequence[str]) -> bool:
        """Whether what these tools return is hidden from programs."""
        return self._mode(names) == "tokens"

    async def arrived(
        self, names: Sequence[str], blocks: list[JsonObject]
    ) -> tuple[list[JsonObject], Sequence[Crossed]]:
        """What a tool returned, as its program may see it, and what was hidden."""
        hiding = self._hiding(names)
        if all(_is_short(block) for block in blocks):
            found = hiding.blocks(blocks)
        else:
            found = await anyio.to_thread.run_sync(hiding.blocks, blocks)
        return found, [Crossed(names[0], kind, "hidden", count) for kind, count in hiding.counts.items()]

    async def complaint(self, names: Sequence[str], text: str) -> str:
        """What a tool says when it fails, as its program may see it."""
        hiding = self._hiding(names)
        return hiding.text(text) if len(text) < LONG else await anyio.to_thread.run_sync(hiding.text, text)

    def _hiding(self, names: Sequence[str]) -> _Hiding:
        mode = self._mode(names)
        return _Hiding(self.detector, self.vault, finds=mode == "tokens", notes=mode == "output")

    def sent(self, names: Sequence[str], arguments: JsonObject) -> tuple[JsonObject, Sequence[Crossed]]:
        """Arguments as the tool needs them, and what was put back. Raises Denied where that may not be sent to it."""
        if strangers := self.vault.unknown_in(repr(arguments), self.detector.kinds):
            raise Denied(
                f"{strangers[0]} stands for nothing in this session, so {names[-1]} would be sent no value: "
                "tokens last as long as their session. Take the value from a result again"
            )
        if not len(self.vault):
            return arguments, ()
        allowed = next((rule.restore for rule in self.rules if rule.restore is not None and rule.fits(names)), None)
        used: Counter[str] = Counter()

        def may(kept: Kept) -> bool:
            if allowed is not None and kept.kind not in (LITERAL, *allowed):
                raise Denied(f"{names[-1]} may not be sent a value of kind {kept.kind}: privacy.rules says so")
            used[kept.kind] += 1
            if kept.kind != LITERAL and not self._tells_itself(kept):
                self.vault.exposed.add(kept.kind, kept.value)  # the tool may say it again
            return True

        def wrote(kept: Kept, written: str) -> None:
            if kept.kind != LITERAL and written != kept.value:  # in small letters, quoted, or with letters around it
                self.vault.exposed.add(kept.kind, written)

        found = cast("JsonObject", self.vault.restored(arguments, may, wrote))
        return found, [Crossed(names[0], kind, "restored", count) for kind, count in used.items() if kind != LITERAL]

    async def told(self, outcome: Outcome) -> Outcome:
        """How a program ended, as the model may see it."""
        if outcome.brief and len(outcome.output) < LONG:
            return self._told(outcome)
        return await anyio.to_thread.run_sync(self._told, outcome)

    def text(self, text: str) -> str:
        """A text for the model. Tokens in it are the program's own words and stay."""
        return self.part(text, 0, len(text))

    def part(self, text: str, start: int, end: int) -> str:
        """A part of a text for the model; a value that reaches over its ends is hidden as a whole."""
        spans = beside(self.detector.find(text), self.vault.exposed.within(text))
        for span in spans:
            start = span.start if span.start < start < span.end else start
            end = span.end if span.start < end < span.end else end
        inside = [Span(one - start, other - start, kind) for one, other, kind in spans if start <= one and other <= end]
        return self._again(replaced(text[start:end], inside, self._leaving))

    def looked(self, what: str, values: list[str]) -> object:
        """What a program may know of values that it cannot see. Raises BadArguments."""
        meant = [self._meant(what, value) for value in values]
        if what == "same" and any(map(self.vault.kept, values)):
            self._count_guesses(kept.value for kept in meant if not kept.number or kept.apart)
        return look(what, [Looked(kept.kind, str(kept.value)) for kept in meant])

    def protected(self, text: str) -> str:
        """A text from outside, as the model may see it."""
        return _Hiding(self.detector, self.vault, give=self._said).text(text)

    def protected_document(self, value: Json) -> Json:
        """The same of a document."""
        return _Hiding(self.detector, self.vault).document(value)

    def restored(self, text: str, counts: Counter[str]) -> str:
        """A text of the model's with the values that its tokens stand for; counted by kind."""

        def may(kept: Kept) -> bool:
            counts[kept.kind] += 1
            return True

        return self.vault.text(text, may)

    def _count_guesses(self, values: Iterable[Scalar]) -> None:
        guessed = self._guessed.union(fold(str(value)) for value in values)
        if len(guessed) > self.guesses:
            most = f"at most {self.guesses} different texts in a session"
            raise Denied(f"pii.same compares tokens with {most}: with more, it would tell what they stand for")
        self._guessed = guessed

    def _meant(self, what: str, value: str) -> Kept:
        """What a value is that a program asks about. A program that may write around it learns all of it:
        `pii.domain("x@" + token)`, or the same by way of a tool. So it is one token, as it was given, or a text without
        any, and no address that holds another value behind its sign.
        """
        kept = self.vault.kept(value)
        if kept is None and self.vault.text(value) != value:
            raise BadArguments("pii functions take a token by itself, such as pii.domain(row['email'])")
        if kept and what == "domain" and self.vault.exposed.within(str(kept.value).rpartition("@")[2]):
            raise BadArguments("this address was put together with another value: pii.domain would tell that")
        return kept or Kept("", value)

    def _tells_itself(self, kept: Kept) -> bool:
        """Whether a value is found wherever it stands: a mailbox is, a name is not."""
        text = str(kept.value)
        return kept.kind in _FORMS and self.detector.find(text) == [Span(0, len(text), kept.kind)]

    def _mode(self, names: Sequence[str]) -> Mode:
        for rule in self.rules:
            if rule.mode and rule.fits(names):
                return rule.mode
        return self.mode

    def _told(self, outcome: Outcome) -> Outcome:
        fault = outcome.fault
        if fault:
            said = (fault.type, fault.message, fault.traceback)
            type, message, traceback = map(self.text, said)  # a program names its exceptions as it likes
            fault = Fault(type=type, message=message, traceback=traceback)
        value = outcome.value
        try:
            if isinstance(value, str):
                value = self.text(value)
            else:
                value = self.detector.walk(value, self._leaving)
                value = _mapped(value, self._known, self.vault) if _may_know(self.vault, value) else value
        except (ValueError, RecursionError):
            value = "[nested too deep to be looked through for personal data]"
        notes = tuple(map(self.text, outcome.notes))
        return replace(outcome, value=value, output=self.text(outcome.output), fault=fault, notes=notes)

    def _known(self, text: str) -> str:
        return self._again(replaced(text, self.vault.exposed.within(text), self._leaving))

    def _again(self, text: str) -> str:
        return self.vault.seen_again(text, lambda value: self.vault.token("", value))

    def _leaving(self, kind: str, value: Scalar) -> str:
        """What the program says may hold tokens already: they stand for what they stood for."""
        return value if isinstance(value, str) and self.vault.kept(value) else self._said(kind, value)

    def _said(self, kind: str, value: Scalar) -> str:
        """The token of a value that a program or the model said. One that has it from nobody is guessing: its token
        would tell that a tool returned the same, so from some on they are told apart.
        """
        if self.vault.exposed.knows(value) or self._may_guess(value):
            return self.vault.token(kind, value)
        return self.vault.token_apart(kind, value)

    def _may_guess(self, value: Scalar) -> bool:
        said = fold(str(value))
        if said not in self._guessed and len(self._guessed) < self.guesses:
            self._guessed.add(said)
        return said in self._guessed


@dataclass(slots=True)
class _Hiding:
    """What comes from outside, with tokens in place of values. What looks like a token in it is none."""

    detector: Detector
    vault: Vault
    finds: bool = True
    """Whether it looks for values; tokens of somebody else's making are none in any case."""
    notes: bool = False
    """Whether it looks for them and lets them pass: a program sees them, and the model shall not."""
    give: Callable[[str, Scalar], str] | None = None
    """What gives a value its token, where not the vault alone does."""
    _kinds: dict[str, str] = field(default_factory=dict[str, str])
    """The kind of each token that was put in: a value counts once, however often it stands there."""

    @property
    def counts(self) -> Counter[str]:
        return Counter(self._kinds.values())

    def blocks(self, blocks: Sequence[JsonObject]) -> list[JsonObject]:
        return [self._block(block) for block in blocks]

    def text(self, text: str) -> str:
        text = self._unmasked(text)
        if self.notes:
            self._note_text(text)
        spans = beside(self.detector.find(text), self.vault.exposed.within(text)) if self.finds else []
        in_json = bool(spans) and is_json(text)
        text = self._in_json(text, spans) if in_json else replaced(text, spans, self._token)
        return self._again(text) if self.finds else text

    def _note_text(self, text: str) -> None:
        for start, end, kind in self.detector.find(text):
            self._note(kind, text[start:end])

    def _note(self, kind: str, value: Scalar) -> str:
        self.vault.expose(kind, value)
        return ""

    def _inside_again(self, text: str) -> str:
        return self._again(replaced(text, self.vault.exposed.within(text), self._token))

    def _again(self, text: str) -> str:
        return self.vault.seen_again(text, self._known)

    def _known(self, value: str) -> str:
        token = self.vault.token("", value)
        kept = self.vault.kept(token)
        self._kinds.setdefault(token, kept.kind if kept else "")
        return token

    def _in_json(self, text: str, spans: list[Span]) -> str:
        """Whoever reads the text gets values without escapes, and texts in place of numbers."""
        strings = [match.span() for match in _STRING.finditer(text)]

        def token(kind: str, raw: Scalar, start: int) -> str:
            before = bisect(strings, (start,)) - 1
            if before >= 0 and start < strings[before][1]:
                found = self.vault.token_in_json(kind, str(raw), self.give or self.vault.token)
                self._kinds.setdefault(found, kind)
                return found
            number = cast("Scalar", json.loads(str(raw)))
            return f'"{self._token(kind, number if str(number) == raw else raw)}"'

        starts = iter(span.start for span in spans)
        return replaced(text, spans, lambda kind, raw: token(kind, raw, next(starts)))

    def _block(self, block: JsonObject) -> JsonObject:
        match block:
            case {"type": "value", "value": str(text)}:
                return {**block, "value": self.text(text)}
            case {"type": "value", "value": value}:
                return {**block, "value": self.document(value)}
            case {"type": "unread", "text": Unread(text)}:
                return self._unread(block, text)
            case {"type": "link", "name": str(name), "uri": str(uri)}:
                return {**block, "name": self.text(name), "uri": self._address(uri)}
            case {"uri": str(uri)}:
                return {**block, "uri": self._address(uri)}
            case _:
                return block  # bytes are not looked into

    def _address(self, uri: str) -> str:
        """Whoever reads the link sends back what stands here. One with a value that is quoted is hidden as a whole."""
        find, hidden = self.detector.find, self.text(uri)
        if not self.finds:
            return hidden
        parts = [replaced(part, find(part), self._token) for part in _PARTS_OF_URI.split(hidden)]
        quoted = [span for part in parts if "%" in part for span in find(unquote(part))]
        return self._token(quoted[0].kind, self._unmasked(uri)) if quoted else "".join(parts)

    def _unread(self, block: JsonObject, text: str) -> JsonObject:
        if not self.finds and not self.notes and not may_hold_tokens(text):
            return block
        try:
            value: Any = orjson.loads(text)
        except ValueError:
            return {"type": "value", "value": self.text(text)}
        found = self.document(value, text)
        return block if found is value else {"type": "value", "value": found}

    def document(self, value: Json, written: str | None = None) -> Json:
        """`written` is the document as text, where that is at hand."""
        try:
            if _needs_a_look_inside(value, written):
                value = cast("Json", _mapped(value, self._inside))
            if self.notes:
                self.detector.walk(value, self._note)
            if self.finds:
                value = self.detector.walk(value, self._token, self._tokens)
                if _may_know(self.vault, value):
                    value = cast("Json", _mapped(value, self._inside_again, self.vault))
            return value
        except (ValueError, RecursionError) as error:
            raise CallFailed("the result is nested too deep to be looked through for personal data") from error

    def _inside(self, text: str) -> str:
        """A text of a document, which may be a document itself."""
        return self.text(text) if text[:1] in ("{", "[") and is_json(text) else self._unmasked(text)

    def _token(self, kind: str, value: Scalar) -> str:
        if isinstance(value, str) and value[:1] == "[" and self.vault.kept(value):  # ours: others are gone by now
            return value
        token = (self.give or self.vault.token)(kind, value)
        self._kinds.setdefault(token, kind)
        return token

    def _tokens(self, kind: str, texts: Sequence[str]) -> list[str]:
        tokens = self.vault.tokens(kind, texts)
        self._kinds = dict.fromkeys(tokens, kind) | self._kinds
        return tokens

    def _unmasked(self, text: str) -> str:
        return without_tokens(text, self._literal)

    def _literal(self, written: str) -> str:
        """Text that looks like a token, and may hold a value that a tool was sent: `[Roe_1]`."""
        known = self.vault.exposed.within(written)
        return self.vault.token(known[0].kind if known else LITERAL, written)


def _needs_a_look_inside(value: Json, written: str | None) -> bool:
    """Whether there may be tokens or documents in its texts. Written out, it is searched faster than it is walked."""
    try:
        written = orjson.dumps(value).decode() if written is None else written
        return _may_hold_documents(written) or may_hold_tokens(written)
    except TypeError:  # a number that is too large for it, or half a character
        return True


def _may_hold_documents(written: str) -> bool:
    """Objects inside a text have keys, whose quotes are escaped. One sign is looked for much faster than two."""
    return ("\\" in written and '"{' in written) or (written.find("[", 1) > 0 and '"[' in written)


def _may_know(vault: Vault, value: Json) -> bool:
    """Whether something in a document may be a value that the vault knows; seen faster in all of it at once."""
    if not vault.recognises and not len(vault.exposed):
        return False
    try:
        written = orjson.dumps(value).decode()
    except TypeError:
        return True
    return bool(vault.exposed.within(written)) or vault.seen_again(written, str) is not written


def _mapped(value: Any, change: Callable[[str], str], vault: Vault | None = None) -> Any:
    """A document with each of its texts changed; the very same object where none was.

    With `vault`, numbers that were values get their tokens as well.
    """
    match value:
        case str():
            return change(value)
        case int() | float() if vault and vault.exposed.has_numbers and not isinstance(value, bool):
            kind = vault.exposed.kind_of(value)
            return vault.token(kind, value) if kind else value
        case list():
            items = cast("list[Any]", value)
            new = [_mapped(item, change, vault) for item in items]
            return new if any(one is not other for one, other in zip(new, items, strict=True)) else items
        case dict():
            pairs = cast("dict[str, Any]", value)
            changed = {change(key): _mapped(item, change, vault) for key, item in pairs.items()}
            same = all(one is other for one, other in zip(changed.values(), pairs.values(), strict=False))
            return pairs if same and changed.keys() == pairs.keys() else changed
        case _:
            return value


def _is_short(block: JsonObject) -> bool:
    """Whether looking at it takes less time than handing it to a thread."""
    match block:
        case {"type": "value", "value": value}:
            try:
                return _left(value, LONG) > 0
            except RecursionError:  # whoever looks at it says so
                return False
        case {"type": "unread"}:
            return False
        case _:
            return True


def _left(value: Any, budget: int) -> int:
    """What is left of a budget in characters after a document; counting ends where nothing is."""
    match value:
        case str():
            return budget - len(value)
        case list():
            for item in cast("list[Any]", value):
                if budget <= 0:
                    break
                budget = _left(item, budget)
        case dict():
            for key, item in cast("dict[str, Any]", value).items():
                if budget <= 0:
                    break
                budget = _left(item, budget - len(key))
        case _:
            pass
    return budget - PART
