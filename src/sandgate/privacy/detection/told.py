"""Secrets that somebody tells somebody: a word for secrets, and near it a word that looks like one.

The surer the look, the farther the two may stand apart: a key that a machine made may be anywhere in the sentence, or
answer the question on the line before; bare digits have to follow `PIN is`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from .cues import ACCOUNTS, ADMINS, Cue, cues
from .kinds import Span
from .nearby import LINK_SIGN, Word, is_compound, line_end, word_at, words_behind
from .words import words

_TAG = re.compile(r"</?[A-Za-z][^<>\n\0]{0,120}>")
_SAID = re.compile(r"[^\s\0]+")
_WITH_IT = words("with mit avec con com met using by par med ile z ze w")
_HANDED = words("to as with and und mit avec con com met et y e z ze med ile s och og using auf en à a na til w")
"""What stands between an account and what it was given."""
_OF_SOMETHING = words("""
    for of on in at from by via since until per than the this your my our his her their a an no not about under
    over für auf von bei am im vom zum zur seit der die das den dem des ein eine pour sur du de le la les un une
    depuis para en del el los las una desde su di da della il lo dal voor op van het een na do od w z för av på
    till det et til af version host server machine user username account ssid network netzwerk rede rete réseau
    red named called room floor id ticket order invoice build release commit hash digest checksum fingerprint sha
    md5 etag revision branch tag issue case serial model request trace
""")
"""Before a name of something: `the password for db-prod-01`."""
_HASHES = re.compile(
    r"\b(?:commit|sha\d{0,3}|md5|hash(?:ed|es)?|digest|checksum|fingerprint|etag|revision|rev|tree|blob|parent|merge|image"
    r"|layer|trace|span|request|correlation|uuid|guid|build|nonce|version|(?<!session )ids?|thumbprint|kid"
    r"|fingerabdruck|empreinte|huella|impronta)\b[^\w\n]{0,4}(?:(?:is|was|of|for|ist|est)\b[^\w\n]{0,3})?$",
    re.I,
)
_WIRELESS = re.compile(
    r"wi-?fi|wlan|ssid|wireless|hotspot|broadband|\bnetwork\b|netzwerk|rede|rete|réseau|livebox|fritz|router|pre-?shared|isakmp",
    re.I,
)
_OPENS = re.compile(r"opens|unlock|disarm|entsperr|déverr|desbloq|sblocc|ontgrend", re.I)
_CHANGED = re.compile(r"\b(?:reset|changed|set|updated|switched)\b")
_OF_MACHINES = words("""
    key keys apikey token tokens salt auth authorization webhook session cookie cookies bearer signing
""")
"""Words for what nobody thinks of: it has to look as if a machine made it."""
_SELDOM = words("session cookie cookies auth webhook signing salt")
"""Words that speak of other things mostly: a key has to follow them at once."""
_ENTERED = words("/ enter type use eingeben saisir introduzca")
_CHANGED_TO = re.compile(r"\b(?:changed|set|reset|updated|switched|now|back)(?: \w+)? to [\"'`(]*$")
_CHANGE_IT = re.compile(r"\b(?:set|change|reset|update|switch)\b[^.\n\0]{0,20}$", re.I)
_YEAR = 4
_FEW, _SOON, _SOME = 2, 8, 14
"""Words between the one that announces and the one that is announced."""
_NEAR = 90
_BACK = 120
_SAID_FIRST = re.compile(
    r"(?P<value>[^\s\0]{4,80})[,]? (?:(?:it|this|that|which|das|dies|questo|ce|esto|esta) )?"
    r"(?:is|was|c['’]est|as|ist|war|est|es|è|é|als|como|come|comme|jako|som|är|er|on)(?: [\w'’]{1,12}){0,3}[ \-]$"
)
_WITH = re.compile(
    r"\b(?:with|mit|par|con|com|met|using|by|med|avec|pomocą|hasłem|heslem) (?P<value>[^\s\0]{5,80})"
    r"(?: [^\s\0]{1,12}){0,2} $"
)
_SAYS_NOTHING = re.compile(r"[ \t]*(?:```\w*|~~~)?[ \t]*\r?\n")
_HEADER = re.compile(
    r"[^\n\d\0]{2,40}[ \t,(\[]+(?:\d{1,2}[./]\d{1,2}[./]\d{2,4},? )?\d\d?:\d\d(?::\d\d)?(?: ?[AaPp][Mm])?[)\]]?[ \t]*\n"
)
"""`Ann Roe  21:44`, above what she wrote."""
_SPEAKER = re.compile(
    r"\s{0,6}(?:[>*\-•] ?)?(?:[\[(]?(?:\d{1,4}[./\-]\d{1,2}[./\-]\d{1,4},?[ T])?\d\d?:\d\d(?::\d\d)?(?:[.,]\d+)?Z?"
    r"(?: ?[AaPp][Mm])?[\])]?[ \-–]{0,3})?(?:<[^<>\n]{1,40}> ?|[*_]{0,2}[^\W\d_][^\n:?!\0]{0,40}:[*_]{0,2}[ \t]{1,3})?"
)


def told(text: str) -> Iterator[Span]:
    if "</" in text:
        text = _TAG.sub(_blank, text)
    yield from _beside_a_mailbox(text)
    for cue in cues(text):
        first = None
        for first in _behind(text, cue):
            yield first
        if first is None and (other := _before(text, cue) or _answer(text, cue)):
            yield other


def _blank(found: re.Match[str]) -> str:
    return " " * len(found.group())


def _beside_a_mailbox(text: str) -> Iterator[Span]:
    """`jane@example.org / …`. Semicolons stand where the mailbox was found."""
    for sign in ("; / ", "; + "):
        place = text.find(sign)
        while place >= 0:
            place += len(sign)
            chunk = _SAID.match(text, place)
            word = word_at(text, place, chunk.end(), chunk.end()) if chunk else None
            if word and (word.look in ("signed", "phrase") or (word.look == "mixed" and "+" in sign)):
                yield Span(word.start, word.end, "SECRET")
            place = text.find(sign, place)


def _behind(text: str, cue: Cue) -> Iterator[Span]:
    """What fits on the same line; behind the first of them only what is surer."""
    wireless, found = _is_of_a_network(text, cue), False
    for word in words_behind(text, cue.end, min(cue.until, line_end(text, cue.end))):
        if (not found or word.look in ("signed", "generated")) and _fits(text, cue, word, wireless=wireless):
            found = True
            yield Span(word.start, word.end, "SECRET")


def _is_of_a_network(text: str, cue: Cue) -> bool:
    """The key or the code of a network is a password: people think of it."""
    near = max(0, cue.start - _NEAR), min(len(text), cue.end + _NEAR // 4)
    return cue.sort in ("key", "pin") and bool(_WIRELESS.search(text, *near))


def _fits(text: str, cue: Cue, word: Word, *, wireless: bool) -> bool:
    if word.over and not word.linked:
        return False
    if cue.sort == "pin" and _is_code(text, cue, word):
        return True
    if cue.sort in ("password", "lock") or wireless:
        return _is_password(text, cue, word)
    if cue.sort == "key":
        return _is_key(text, cue, word)
    if cue.sort == "login":
        return _is_of_a_login(text, cue, word)
    return cue.sort == "wireless" and _opens_a_network(text, word)


def _is_password(text: str, cue: Cue, word: Word) -> bool:
    finnish = word.before == "on" and text[cue.start : cue.end].lower().startswith("salasan")
    named = word.before in _OF_SOMETHING and not finnish and not LINK_SIGN.search(text, word.start - 4, word.start)
    if named and not word.quoted:
        return False
    if cue.sort == "lock":
        return _unlocks(text, cue, word)
    if text[cue.start : cue.end].lower() == "pass" and (word.passed > 1 or word.look == "phrase"):
        return False  # most things that are passed are no secrets
    value, linked = text[word.start : word.end], word.linked or not word.passed
    match word.look:
        case "generated" | "signed":
            return not _is_hash(text, word)
        case "mixed" if word.before == "to":
            polish = text[cue.start : cue.end].lower().startswith("has")
            told_to = _CHANGE_IT.search(text, max(0, cue.start - 40), cue.start) and word.passed <= _FEW
            return bool(polish or told_to or _CHANGED_TO.search(text, max(0, word.start - 40), word.start))
        case "mixed":
            return linked or word.passed <= _FEW or (word.before in _HANDED and word.passed < _SOME)
        case "weak":
            return word.linked and word.passed <= _FEW and not word.over
        case "phrase":
            return word.passed <= 1 or (linked and " " not in value)
        case "digits":
            return linked and len(value) > 5 and value.isdigit() and not word.over
        case _:
            return False


def _unlocks(text: str, cue: Cue, word: Word) -> bool:
    """`encrypted with 2048 bits` opens nothing, `disarmed with 4711` does."""
    value = text[word.start : word.end]
    opens = word.look not in ("weak", "digits") or (_OPENS.match(text, cue.start) and word.passed <= _FEW)
    if word.look == "mixed" and not word.quoted and value.islower() and sum(map(str.isdigit, value)) < _YEAR:
        return False  # `salsa20`
    return bool(opens) and (word.linked or word.before in _WITH_IT) and word.passed < _SOON


def _is_code(text: str, cue: Cue, word: Word) -> bool:
    if word.look in ("phrase", "weak") or (word.before in _OF_SOMETHING and not word.linked) or word.passed >= _SOON:
        return False
    if word.look == "digits":
        near = 0 if text.startswith("pin", cue.start) else _FEW  # small letters: of a connector, or what is pinned
        return (word.linked or word.passed <= near) and word.end - word.start < 13 and not word.over
    return word.linked or not word.passed


def _is_key(text: str, cue: Cue, word: Word) -> bool:
    if word.look == "signed":
        thought_of = text[cue.start : cue.end].lower() not in _OF_MACHINES
        near = word.passed <= _FEW and (word.linked or not word.passed)
        return thought_of and near and text[word.start - 2 : word.start] != "= "
    seldom = text[cue.start : cue.end].lower() in _SELDOM and not word.linked
    return word.look == "generated" and word.passed < (_FEW if seldom else _SOME) and not _is_hash(text, word)


def _is_hash(text: str, word: Word) -> bool:
    return bool(_HASHES.search(text, max(0, word.start - 40), word.start))


def _is_of_a_login(text: str, cue: Cue, word: Word) -> bool:
    """`jane / …`, `reset to …`, `log in with …`: what is behind the account, never the account itself."""
    if word.look in ("", "weak", "digits") or word.passed >= _SOME or is_compound(text[word.start : word.end]):
        return False
    if word.before == "/" or (text[word.start - 1] == "/" and not word.passed):
        return word.look != "phrase" or "_" not in text[word.start : word.end]
    if text[cue.start : cue.end].lower() in ACCOUNTS:
        return False
    handed = word.before in _HANDED or word.before in ADMINS
    if text[word.start - 2 : word.start] == ": " and (word.before == "one" or word.look == "signed"):
        return True  # `told her the temporary one: …`
    if word.look in ("signed", "generated"):
        return handed
    given = word.before == "to" and _CHANGED.search(text, max(0, cue.start - _NEAR // 2), word.start)
    mailbox = word.before != "and" or ";;" in text[cue.end : word.start]
    return handed and mailbox and (1 < word.passed < _SOON or bool(given))


def _is_paired(text: str, word: Word) -> bool:
    return word.before in ("/", "+") or text[word.start - 1] == "/"


def _opens_a_network(text: str, word: Word) -> bool:
    """Behind the name of a network, or where somebody shall enter it."""
    if word.look in ("", "weak", "phrase") or word.passed > _SOME:
        return False
    if word.look == "digits":
        return word.linked and not word.passed and word.end - word.start > 7
    last = line_end(text, word.end) - word.end < 2
    column = text[word.start - 2 : word.start] == "  " and last and word.passed > 0
    return word.before in _ENTERED or column


def _before(text: str, cue: Cue) -> Span | None:
    """`… is the password`, `mit … geschützt`."""
    if cue.sort not in ("password", "pin", "lock", "key"):
        return None
    line = text[max(0, cue.start - _BACK) : cue.start]
    line = line[max(line.rfind("\n"), line.rfind("\0")) + 1 :]
    found = (_WITH if cue.sort == "lock" else _SAID_FIRST).search(line)
    if found is None:
        return None
    first = cue.start - len(line) + found.start("value")
    word = word_at(text, first, first + len(found["value"]), cue.start)
    wanted = ("generated",) if cue.sort == "key" else ("signed", "generated", "mixed", "phrase")
    if word.look in wanted or (word.look == "digits" and cue.sort == "pin"):
        return Span(word.start, word.end, "SECRET")
    return None


def _answer(text: str, cue: Cue) -> Span | None:
    """What the next line says, where this one asks or announces it, or where it says nothing else."""
    end = line_end(text, cue.end)
    if end >= min(len(text), cue.until) or text[end] != "\n" or cue.sort == "lock":
        return None
    asked = text[cue.end : end].rstrip(" \t\r\"'”*")
    announced = "?" in asked or asked.endswith(":")
    if not announced and len(asked) > _NEAR // 2:
        return None
    start = _next_turn(text, end)
    until = line_end(text, start)
    said = text[start:until].strip()
    if cue.sort == "password" and is_compound(said) and text[start - 1] in " \t":
        first = text.index(said, start)
        return Span(first, first + len(said), "SECRET")
    for word in words_behind(text, start, until):
        alone = (
            not word.passed
            and not text.startswith(('",', "',"), word.end)
            and not any(map(str.isalpha, text[word.end : until].partition("(")[0]))
        )
        if not alone and not (announced and word.passed < _SOON):
            return None
        if _answers(text, cue, word, alone=alone, announced=announced):
            return Span(word.start, word.end, "SECRET")
    return None


def _ends_a_line(text: str, cue: Cue) -> bool:
    """`Secret access key` above what it names."""
    return text.startswith(("\n", "\r\n"), cue.end)


def _next_turn(text: str, end: int) -> int:
    """Where the next line begins that says something, behind the time and whoever speaks."""
    place = end + 1
    while skipped := _SAYS_NOTHING.match(text, place):
        place = skipped.end()
    header = _HEADER.match(text, place)
    place = header.end() if header else place
    speaker = _SPEAKER.match(text, place)
    return speaker.end() if speaker else place


def _answers(text: str, cue: Cue, word: Word, *, alone: bool, announced: bool) -> bool:
    if word.before in _OF_SOMETHING and not word.linked:
        return False
    sort = "password" if _is_of_a_network(text, cue) else cue.sort
    if sort == "key":
        return word.look == "generated" and (announced or _ends_a_line(text, cue)) and not _is_hash(text, word)
    if sort == "pin":
        return word.look in ("digits", "mixed", "signed") and (alone or word.linked)
    if sort in ("login", "wireless"):
        given = _is_paired(text, word) or (word.look == "signed" and word.linked)
        return announced and given and word.look != "digits"
    if word.look == "digits":
        return alone and word.end - word.start > 5
    if word.look == "weak":
        return alone and announced
    soon = announced and word.look != "phrase" and word.passed < _SOON // 2
    return word.look in ("signed", "generated") or alone or soon
