"""Names of fields that are questions, as forms ask them: `What's your name?`, `Which company are you with?`."""

from __future__ import annotations

import re

_ASKS = (
    r"what|which|who|whose|wie|welche[rs]?|wer|was|quel(?:le)?|qui|cual|quien|qual|quale|chi|wat|welk|quem|come|comment"
)
_LEAD = re.compile(
    r"(?:please )?(?:(?:enter|provide|type|give|tell|state|write|confirm|indicate|specify|share|add|fill in)"
    rf"(?: us| me)? )?(?:(?:{_ASKS})(?:s| is| are| was| were| ist| sind| lautet| est| es| e| sono)? )?"
)
_YOURS = re.compile(
    r"(?:your|yours|ihre?|deine?|eure|votre|vos|ton|ta|su|tu|vuestro|il (?:tuo|suo)|la (?:tua|sua)|uw|jouw|je|o seu"
    r"|a sua|seu|sua|din|ditt|twoje|twoj|vase|my|our) "
)
_CLAUSE = re.compile(
    r" (?:are|do|does|did|is|was|were|can|could|should|would|will|may|might|shall|to|that|where|when|who|we|you|so"
    r"|which|for us|if) .*$"
)
_CALLS = re.compile(r"\b(?:reach|call|text|ring|phone|contact)\b")
_WHOLE: tuple[tuple[re.Pattern[str], tuple[str, str]], ...] = (
    (re.compile(r"where (?:do|does|did) \w+ (?:\w+ )?(?:live|reside)"), ("ADDRESS", "address")),
    (re.compile(r"when (?:were|was) \w+ (?:\w+ )?born"), ("BIRTHDAY", "birthday")),
    (re.compile(r"(?:who|where|which company) (?:do|does|did) \w+ work"), ("COMPANY", "firm")),
    (re.compile(r"how (?:can|may|should|do|shall) (?:we|i) (?:best )?(?:reach|call|contact)"), ("PHONE", "reached")),
    (
        re.compile(r"(?:who|whom) (?:referred|invited|recommended|sent|should we|can we|may we|do we|is|was|will)"),
        ("PERSON", "role/reached"),
    ),
)
_NAMES = frozenset({"name", "names", "nom", "nombre", "nome", "naam", "namn", "navn"})
_FEWEST = 2


def asked_for(words: str) -> tuple[str, str] | str:
    """What a question asks for: a promise, or the words of the field that would hold the answer; nothing if none is."""
    for form, promise in _WHOLE:
        if form.match(words):
            return promise
    rest = words[_LEAD.match(words).end() :]  # pyright: ignore[reportOptionalMemberAccess] # it may be empty
    yours = _YOURS.match(rest)
    rest = rest[yours.end() :] if yours else rest
    noun = _CLAUSE.sub("", rest)
    if noun in _NAMES and yours:
        return "PERSON", "someone"  # of whoever answers
    if noun.endswith("number") and noun != rest and _CALLS.search(rest):
        return "PHONE", "reached"
    return noun if noun != words and len(words.split()) >= _FEWEST else ""
