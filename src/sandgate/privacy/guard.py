"""One session's privacy: values become tokens on their way in and out, tokens become values again at the tools."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase
from typing import Any, Literal, cast

import anyio.to_thread
import orjson

from sandgate.errors import CallFailed, Denied
from sandgate.model import Fault, Json, JsonObject, Outcome, Unread

from .boundary import Crossed
from .detection import Detector, Scalar, replaced
from .looking import look
from .vault import LITERAL, TOKEN, Vault

Mode = Literal["tokens", "output", "off"]
_END_OF_TOKEN = re.compile(rb"_[1-9][0-9]*(?:\]|%5D)", re.IGNORECASE)
LONG = 16 * 1024
"""Characters. From here on, looking is left to a thread."""
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


@dataclass(slots=True)
class Guard:
    """What programs and the model may see, and what tools may be sent."""

    detector: Detector
    vault: Vault
    mode: Mode = "tokens"
    rules: Sequence[Rule] = ()

    def hides(self, names: Sequence[str]) -> bool:
        """Whether what these tools return is hidden from programs."""
        return self._mode(names) == "tokens"

    async def arrived(
        self, names: Sequence[str], blocks: list[JsonObject]
    ) -> tuple[list[JsonObject], Sequence[Crossed]]:
        """What a tool returned, as its program may see it, and what was hidden."""
        if not self.hides(names):
            return blocks, ()
        hiding = _Hiding(self.detector, self.vault)
        if all(_is_short(block) for block in blocks):
            found = hiding.blocks(blocks)
        else:
            found = await anyio.to_thread.run_sync(hiding.blocks, blocks)
        return found, [Crossed(names[0], kind, "hidden", count) for kind, count in hiding.counts.items()]

    def complaint(self, names: Sequence[str], text: str) -> str:
        """What a tool says when it fails, as its program may see it."""
        return _Hiding(self.detector, self.vault).text(text) if self.hides(names) else text

    def sent(self, names: Sequence[str], arguments: JsonObject) -> tuple[JsonObject, Sequence[Crossed]]:
        """Arguments as the tool needs them, and what was put back. Raises Denied where that may not be sent to it."""
        if not len(self.vault):
            return arguments, ()
        allowed = next((rule.restore for rule in self.rules if rule.restore is not None and rule.fits(names)), None)
        used: Counter[str] = Counter()

        def may(kind: str) -> bool:
            if allowed is not None and kind not in (LITERAL, *allowed):
                raise Denied(f"{names[-1]} may not be sent a value of kind {kind}: privacy.rules says so")
            used[kind] += 1
            return True

        found = cast("JsonObject", self.vault.restored(arguments, may))
        return found, [Crossed(names[0], kind, "restored", count) for kind, count in used.items() if kind != LITERAL]

    async def told(self, outcome: Outcome) -> Outcome:
        """How a program ended, as the model may see it."""
        if outcome.brief and len(outcome.output) < LONG:
            return self._told(outcome)
        return await anyio.to_thread.run_sync(self._told, outcome)

    def text(self, text: str) -> str:
        """A text for the model. Tokens in it are the program's own words and stay."""
        return replaced(text, self.detector.find(text), self._leaving)

    def looked(self, what: str, values: list[str]) -> object:
        """What a program may know of values that it cannot see. Raises BadArguments."""
        return look(what, [str(self.vault.restored(value)) for value in values])

    def protected(self, text: str) -> str:
        """A text from outside, as the model may see it."""
        return _Hiding(self.detector, self.vault).text(text)

    def restored(self, text: str, counts: Counter[str]) -> str:
        """A text of the model's with the values that its tokens stand for; counted by kind."""

        def may(kind: str) -> bool:
            counts[kind] += 1
            return True

        return self.vault.text(text, may)

    def _mode(self, names: Sequence[str]) -> Mode:
        for rule in self.rules:
            if rule.mode and rule.fits(names):
                return rule.mode
        return self.mode

    def _told(self, outcome: Outcome) -> Outcome:
        fault = outcome.fault
        if fault:
            message, traceback = self.text(fault.message), self.text(fault.traceback)
            fault = Fault(type=fault.type, message=message, traceback=traceback)
        value = outcome.value
        try:
            value = self.text(value) if isinstance(value, str) else self.detector.walk(value, self._leaving)
        except (ValueError, RecursionError):
            value = "[nested too deep to be looked through for personal data]"
        notes = tuple(map(self.text, outcome.notes))
        return replace(outcome, value=value, output=self.text(outcome.output), fault=fault, notes=notes)

    def _leaving(self, kind: str, value: Scalar) -> str:
        """What the program says may hold tokens already: they stand for what they stood for."""
        return value if isinstance(value, str) and self.vault.kept(value) else self.vault.token(kind, value)


@dataclass(slots=True)
class _Hiding:
    """What comes from outside, with tokens in place of values. What looks like a token in it is none."""

    detector: Detector
    vault: Vault
    counts: Counter[str] = field(default_factory=Counter[str])

    def blocks(self, blocks: Sequence[JsonObject]) -> list[JsonObject]:
        return [self._block(block) for block in blocks]

    def text(self, text: str) -> str:
        text = self._unmasked(text)
        return replaced(text, self.detector.find(text), self._token)

    def _block(self, block: JsonObject) -> JsonObject:
        match block:
            case {"type": "value", "value": str(text)}:
                return {**block, "value": self.text(text)}
            case {"type": "value", "value": value}:
                return {**block, "value": self._document(value)}
            case {"type": "unread", "text": Unread(text)}:
                return self._unread(block, text)
            case {"type": "link", "name": str(name)}:
                return {**block, "name": self.text(name)}
            case _:
                return block  # bytes are not looked into

    def _unread(self, block: JsonObject, text: str) -> JsonObject:
        try:
            value: Any = orjson.loads(text)
        except ValueError:
            return {"type": "value", "value": self.text(text)}
        found = self._document(value)
        return block if found is value else {"type": "value", "value": found}

    def _document(self, value: Json) -> Json:
        try:
            if _may_hold_tokens(value):
                value = cast("Json", _mapped(value, self._unmasked))
            return self.detector.walk(value, self._token)
        except (ValueError, RecursionError) as error:
            raise CallFailed("the result is nested too deep to be looked through for personal data") from error

    def _token(self, kind: str, value: Scalar) -> str:
        self.counts[kind] += 1
        return self.vault.token(kind, value)

    def _unmasked(self, text: str) -> str:
        return TOKEN.sub(lambda match: self.vault.token(LITERAL, match[0]), text) if "_" in text else text


def _may_hold_tokens(value: Json) -> bool:
    """Written out, a document is searched twenty times faster than it is walked."""
    try:
        return _END_OF_TOKEN.search(orjson.dumps(value)) is not None
    except TypeError:  # a number that is too large for it, or half a character
        return True


def _mapped(value: Any, change: Callable[[str], str]) -> Any:
    """A document with each of its texts changed; the very same object where none was."""
    match value:
        case str():
            return change(value)
        case list():
            items = cast("list[Any]", value)
            new = [_mapped(item, change) for item in items]
            return new if any(one is not other for one, other in zip(new, items, strict=True)) else items
        case dict():
            pairs = cast("dict[str, Any]", value)
            changed = {change(key): _mapped(item, change) for key, item in pairs.items()}
            same = all(one is other for one, other in zip(changed.values(), pairs.values(), strict=False))
            return pairs if same and changed.keys() == pairs.keys() else changed
        case _:
            return value


def _is_short(block: JsonObject) -> bool:
    """Whether looking at it takes less time than handing it to a thread."""
    match block:
        case {"type": "value", "value": value}:
            return _left(value, LONG) > 0
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
