"""One session's privacy: values become tokens on their way in and out, tokens become values again at the tools."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase
from functools import partial
from typing import Literal, cast

import anyio.to_thread

from sandgate.errors import BadArguments, Denied
from sandgate.model import CallRecord, Fault, Json, JsonObject, Outcome

from .boundary import LONG, Crossed
from .detection import Detector, Scalar, Span, replaced
from .detection.naming.keys import read_key
from .exposed import FARTHEST, beside
from .glancing import PART, is_short, may_know
from .hiding import Hiding, mapped, reunited
from .hinting import MOST_TOLD, about_failure, about_fields, about_values, fields_of, texts_of
from .looking import Looked, fold, look
from .vault import LITERAL, Kept, Vault

Mode = Literal["tokens", "output", "off"]
MOST_GUESSES = 100
"""Values that a session may say and compare with tokens: a card whose last four digits are known is one of 100,000."""
LONG_TO_SEND = LONG // 4
"""Characters of arguments: a token is short, and whether its value is known anywhere takes longer to find out."""
MOST_PUT_BACK = 64 * 2**20
"""Characters of values at once. A program may say a long text that its field hides, of tokens again, and name that
thousands of times: a few lines of tokens can stand for more than there is memory.
"""
_HEAD, _FOOT = "-----BEGIN ", "-----END "
_NAMES = {"PERSON", "COMPANY", "USERNAME", "ADDRESS"}
_WORDS = {*_NAMES, "BIRTHDAY"}
"""Kinds whose values stand in others by themselves: a name in a mailbox, a city in the name of a company."""


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
    catch_up: Callable[[], None] = lambda: None
    """Has the vault learn which tokens other processes gave in its session, and takes a look at the disk for it."""
    _guessed: set[str] = field(default_factory=set[str])

    def reach(self, text: str) -> int:
        """Of values that the session knows the longest; of others a key that has begun, which is known by its head."""
        head = text.rfind(_HEAD)
        begun = len(text) - head if head >= 0 and _FOOT not in text[head:] else 0
        return max(self.vault.exposed.reach, min(begun, FARTHEST))

    @property
    def may_wait(self) -> bool:
        return self.vault.may_wait

    def hides(self, names: Sequence[str]) -> bool:
        """Whether what these tools return is hidden from programs."""
        return self._mode(names) == "tokens"

    async def arrived(
        self, names: Sequence[str], blocks: list[JsonObject]
    ) -> tuple[list[JsonObject], Sequence[Crossed]]:
        """What a tool returned, as its program may see it, and what was hidden."""
        hiding = self._hiding(names)
        if all(is_short(block) for block in blocks) and not self.may_wait:
            found = hiding.blocks(blocks)
        else:
            found = await anyio.to_thread.run_sync(hiding.blocks, blocks)
        return found, [Crossed(names[0], kind, "hidden", count) for kind, count in hiding.counts.items()]

    async def complaint(self, names: Sequence[str], text: str) -> str:
        """What a tool says when it fails, as its program may see it."""
        hiding = self._hiding(names)
        if len(text) < LONG and not self.may_wait:
            return hiding.text(text)
        return await anyio.to_thread.run_sync(hiding.text, text)

    def _hiding(self, names: Sequence[str]) -> Hiding:
        mode = self._mode(names)
        return Hiding(self.detector, self.vault, finds=mode == "tokens", notes=mode == "output")

    async def sent(self, names: Sequence[str], arguments: JsonObject) -> tuple[JsonObject, Sequence[Crossed]]:
        """Arguments as the tool needs them, and what was put back. Raises Denied where that may not be sent to it."""
        if is_short({"type": "value", "value": arguments}, LONG_TO_SEND) and not self._unknown_in(arguments):
            return self._sent(names, arguments)
        return await anyio.to_thread.run_sync(self._sent, names, arguments)

    def _sent(self, names: Sequence[str], arguments: JsonObject) -> tuple[JsonObject, Sequence[Crossed]]:
        if strangers := self._strangers(arguments):
            raise Denied(
                f"{strangers[0]} stands for nothing in this session, so {names[-1]} would be sent no value: "
                "tokens last as long as their session. Take the value from a result again"
            )
        if not len(self.vault):
            return arguments, ()
        if cut := self.vault.cut_in(repr(arguments)):
            raise Denied(f"{cut} is a part of a token: {names[-1]} can be sent a value as a whole, and no part of it")
        allowed = next((rule.restore for rule in self.rules if rule.restore is not None and rule.fits(names)), None)
        used: Counter[str] = Counter()

        has_room = _room()

        def may(kept: Kept) -> bool:
            has_room(kept)
            if allowed is not None:
                _deny(names, self._kinds_of(kept) - {LITERAL, *allowed})
            used[kept.kind] += 1
            if kept.kind != LITERAL:  # also a mailbox: where a field excuses it, such as `message_id`, nothing finds it
                self.vault.note_sent(kept)
            return True

        def wrote(kept: Kept, written: str) -> None:
            if kept.kind != LITERAL and written != kept.value:  # in small letters, quoted, or with letters around it
                self.vault.exposed.add(kept.kind, written)

        found = cast("JsonObject", self.vault.restored(arguments, may, wrote))
        if allowed is not None and self.shows_values:
            _deny(names, self.vault.exposed.kinds_in(json.dumps(found, ensure_ascii=False)) - {LITERAL, *allowed})
        return found, [Crossed(names[0], kind, "restored", count) for kind, count in used.items() if kind != LITERAL]

    async def told(self, outcome: Outcome, code: str = "") -> Outcome:
        """How a program ended, as the model may see it."""
        if outcome.brief and len(outcome.output) + len(code) < LONG and not self.may_wait:
            return self._told(outcome, code)
        return await anyio.to_thread.run_sync(self._told, outcome, code)

    def text(self, text: str) -> str:
        """A text for the model. Tokens in it are the program's own words and stay."""
        return self.part(text, 0, len(text))

    def value(self, value: Json) -> Json:
        """A document for the model."""
        if isinstance(value, str):
            return self.text(value)
        try:
            known, made = len(self.vault.exposed) > 0 and may_know(self.vault, value), set[str]()
            value = self.detector.walk(value, partial(self._leaving_in, made))
            if not known and not may_know(self.vault, value):
                return value
            return mapped(value, partial(self._known, made=made), self.vault)
        except (ValueError, RecursionError):
            return "[nested too deep to be looked through for personal data]"

    def part(self, text: str, start: int, end: int) -> str:
        """A part of a text for the model; a value that reaches over its ends is hidden as a whole."""
        spans = beside(self.detector.find(text), self.vault.exposed.within(text))
        spans = self.vault.with_whole_tokens(text, spans)
        for span in spans:
            start = span.start if span.start < start < span.end else start
            end = span.end if span.start < end < span.end else end
        inside = [Span(one - start, other - start, kind) for one, other, kind in spans if start <= one and other <= end]
        return self._again(replaced(text[start:end], inside, self._leaving))

    async def looked(self, what: str, values: list[str]) -> object:
        """What a program may know of values that it cannot see. Raises BadArguments."""
        if self._unknown_in(values):
            await anyio.to_thread.run_sync(self.catch_up)
        meant = [self._meant(what, value) for value in values]
        if what == "same" and any(kept.number for kept in meant):
            self._count_guesses(kept.value for kept in meant if not kept.number or kept.apart)
        return look(what, [Looked(self._closed_kind(kept) or kept.kind, str(kept.value)) for kept in meant])

    def protected(self, text: str) -> str:
        """A text from outside, as the model may see it."""
        return Hiding(self.detector, self.vault, give=self._said).text(text)

    def protected_document(self, value: Json) -> Json:
        """The same of a document."""
        return Hiding(self.detector, self.vault).document(value)

    async def restored(self, text: str, counts: Counter[str]) -> str:
        """A text of the model's with the values that its tokens stand for; counted by kind."""
        if self._unknown_in(text):
            await anyio.to_thread.run_sync(self.catch_up)

        has_room = _room()

        def may(kept: Kept) -> bool:
            has_room(kept)
            counts[kept.kind] += 1
            return True

        return self.vault.text(text, may)

    def _strangers(self, value: object) -> list[str]:
        """What is written as a token and stands for nothing in this session, also where another process gave tokens."""
        if self._unknown_in(value):
            self.catch_up()
        return self._unknown_in(value)

    def _unknown_in(self, value: object) -> list[str]:
        return self.vault.unknown_in(repr(value), {*self.detector.kinds, LITERAL})

    def _count_guesses(self, values: Iterable[Scalar]) -> None:
        guesses = {fold(str(value)) for value in values}
        if len(guesses | self._guessed) > self.guesses:
            most = f"at most {self.guesses} different texts in a session"
            raise Denied(f"pii.same compares tokens with {most}: with more, it would tell what they stand for")
        self._guessed |= guesses  # in place: another thread may add one

    def _meant(self, what: str, value: str) -> Kept:
        """What a value is that a program asks about. A program that may write around it learns all of it:
        `pii.domain("x@" + token)`, or the same by way of a tool. So it is one token, as it was given, or a text without
        any, and no address that holds another value behind its sign.
        """
        kept = self.vault.kept(value) or self.vault.kept(value.upper())  # as programs write addresses to compare them
        if kept is None and self.vault.text(value) != value:
            raise BadArguments("pii functions take a token by itself, such as pii.domain(row['email'])")
        if kept and what == "domain" and self.vault.exposed.within(str(kept.value).rpartition("@")[2]):
            raise BadArguments("this address was put together with another value: pii.domain would tell that")
        return kept or Kept("", value)

    @property
    def shows_values(self) -> bool:
        """Whether a program may have values of which the session knows, and send them without any token."""
        return "output" in (self.mode, *(rule.mode for rule in self.rules))

    def _kinds_of(self, kept: Kept) -> set[str]:
        """What a value is, and what it holds: a tool that repeats `[CARD_1]@example.com` has made an address of it."""
        return {kept.kind, *(self.vault.exposed.kinds_in(str(kept.value)) - _WORDS)}

    def _closed_kind(self, kept: Kept) -> str:
        """Of what was made around another value: `+1 415 555 [SECRET_1]` ends in a PIN, if a tool repeats it."""
        if not kept.number or kept.apart:  # a text that a program wrote: it would learn that a tool was sent a part
            return ""
        inside = self.vault.exposed.kinds_in(str(kept.value)) - {kept.kind, *_NAMES}
        return "SECRET" if inside else ""

    def _mode(self, names: Sequence[str]) -> Mode:
        for rule in self.rules:
            if rule.mode and rule.fits(names):
                return rule.mode
        return self.mode

    def _told(self, outcome: Outcome, code: str) -> Outcome:
        fault = outcome.fault
        if fault:
            said = (fault.type, fault.message, fault.traceback)
            type, message, traceback = map(self.text, said)  # a program names its exceptions as it likes
            fault = Fault(type=type, message=message, traceback=traceback)
        notes, calls = tuple(map(self.text, outcome.notes)), tuple(map(self._told_call, outcome.calls))
        value = self.value(outcome.value)
        told = replace(outcome, value=value, output=self.text(outcome.output), fault=fault, notes=notes, calls=calls)
        hides = len(self.vault) and any(self.hides([call.tool]) for call in outcome.calls)
        return told.noting(*self._hints(outcome, code)) if hides else told

    def _hints(self, outcome: Outcome, code: str) -> Iterator[str]:
        """What the program did that does not work with tokens."""
        yield about_failure(outcome.fault)
        found = self.detector.find(code)
        kinds = {code[start:end]: kind for start, end, kind in found}
        said = [(line, text) for line, text in texts_of(code) if text in kinds] if kinds else []
        yield about_values([(line, self._said(kinds[text], text)) for line, text in said[:MOST_TOLD]])
        if not said and not outcome.fault and (read := [*fields_of(code)]):
            hidden = self.vault.kinds
            yield about_fields([(line, name) for line, name in read if read_key(name).kind in hidden])

    def _told_call(self, call: CallRecord) -> CallRecord:
        """The model reads what is unfinished, under the name that the program chose: no tool need have it."""
        return replace(call, tool=self.text(call.tool)) if call.status == "unfinished" else call

    def _known(self, text: str, made: Container[str]) -> str:
        """Tokens that the program wrote are not taken apart: what stands beside them may be a guess."""
        text = reunited(text, self.vault, made, self._said)
        return self._again(replaced(text, self.vault.exposed.within(text), self._leaving))

    def _again(self, text: str) -> str:
        return self.vault.seen_again(text, lambda value: self.vault.token("", value))

    def _leaving(self, kind: str, value: Scalar) -> str:
        """What the program says may hold tokens already: they stand for what they stood for."""
        if not isinstance(value, str):
            return self._said(kind, value)
        return value if self.vault.is_token(value) else self._said(kind, self.vault.exposed.meant(value))

    def _leaving_in(self, made: set[str], kind: str, value: Scalar) -> str:
        told = self._leaving(kind, value)
        if told != value:
            made.add(told)
        return told

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


def _room() -> Callable[[Kept], None]:
    """For values that are put back together: raises Denied where they are too much."""
    left = MOST_PUT_BACK

    def has_room(kept: Kept) -> None:
        nonlocal left
        left -= len(str(kept.value)) + PART
        if left < 0:
            raise Denied(f"these tokens stand for more than {MOST_PUT_BACK // 2**20} MB: send fewer of them at once")

    return has_room


def _deny(names: Sequence[str], kinds: set[str]) -> None:
    """Raises Denied where there are any."""
    if kinds:
        raise Denied(f"{names[-1]} may not be sent a value of kind {min(kinds)}: privacy.rules says so")
