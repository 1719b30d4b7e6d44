"""Secrets that somebody tells somebody: a word for secrets, and near it a word that looks like one.

The surer the look, the farther the two may stand apart: a key that a machine made may be anywhere in the sentence, or
answer the question on the line before; bare digits have to follow `PIN is`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..kinds import Span
from ..words import words
from .accounts import beside_accounts
from .another import replaced, spoken_of_again
from .cues import ACCOUNTS, ADMINS, Cue, cues, opens_something
from .earlier import said_earlier, said_first
from .familiar import begins_familiar, is_familiar
from .looks import is_printed_in_groups
from .nearby import LINK_SIGN, Word, is_compound, line_end, phrase_behind, words_behind

_TAG = re.compile(r"</?[A-Za-z][^<>\n\0]{0,120}>")
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
_BELOW = ("below", "below.", "unten", "unten.", "ci-dessous", "ci-dessous.", "abajo", "abajo.")
_KEPT_IN = words("item entry eintrag entrée entrada elemento voce vermelding vault safe tresor cofre")
"""`the password is in the safe, item "shop-prod"`."""
_HASHES = re.compile(
    r"\b(?:commit|sha\d{0,3}(?:sum)?|md5(?:sum)?|hash(?:ed|es)?|digest|checksum|fingerprint|etag|revision|rev|tree|blob|parent|merge|image"
    r"|layer|item|release|traza|trace|span|request|correlation|uuid|guid|build|nonce|version|uid|(?<!session )ids?"
    r"|(?:RSA|DSA|EDDSA|ECDSA) key|DNSKEY[ \d]{0,12}|change-id|cache:?\s{1,12}(?:- )?key"
    r"|thumbprint|kid|fingerabdruck|prüfsumme|somme de contrôle|empreinte|huella|impronta)\b[^\w\n]{0,16}"
    r"(?:(?:of|de[rs]?|du|für|for) (?:\w+ ){0,3}\w+[^\w\n]{0,3})?(?:(?:is|was|of|for|ist|est)\b[^\w\n]{0,3})?"
    r"(?:(?:the |a |this )?[\w.\-]{1,20}[^\w\n]{0,2}: )?$",
    re.I,
)
_NAMED = re.compile(
    r"(?:[\w.\-]+/)*[0-9a-f\-]{32,40}\.[a-z]{2,4}\d?|\d:\d{6,}:(?:web|ios|android):[0-9a-f]+"
    r"|[\w.\-]+/[\w.\-/]+@[\w.\-]+|AC[0-9a-f]{32}|AAAA[BCE][23]\w[\w+/]{40,}={0,3}"
)
"""Files, apps of Firebase, `actions/checkout@…`, what Twilio calls an account, and public keys of SSH."""
_ROW = re.compile(r"\bvalues?\s*\(", re.I)
_WIRELESS = re.compile(
    r"wi-?fi|wlan|ssid|wireless|hotspot|broadband|\bnetwork\b|netzwerk|\brede\b|\brete\b|réseau|livebox|fritz|router|pre-?shared|isakmp",
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
_OF_AN_API = re.compile(
    r"\b(?:api|access|secret|private|account|service|app|client|integration|subscription|master|shared|licen[cs]e|auth"
    r"|signing|partner|merchant|storage|ingestion|instrumentation|deploy|webhook|stream"
    r"|refresh|bearer|personal|my|our)[ \-]$"
    r"|(?<![.!?] )(?<=[ \"'(*:,\-])(?-i:[A-Z][A-Za-z]{2,}) $|^(?-i:[A-Z][A-Za-z]{2,}) $",
    re.I,
)
_CHANGED_TO = re.compile(r"\b(?:changed|set|reset|updated|switched|now|back)(?: \w+)? to [\"'`(]*$")
_CHANGE_IT = re.compile(
    r"\b(?:set|change|reset|update|switch|(?:redefin|alter|mud|troq|cambi|modifi|réinitialis|geänder|zurückgesetz|zmieni"
    r"|wijzig|ändr|endr|chang|reimpost|restablec)\w{0,8})\b[^.\n\0]{0,20}$",
    re.I,
)
_CHANGED_INTO = words("para a em auf in à en na naar til till su con por from von de da")
_SPOKEN_OF = words("secret secrets token login pin passcode")
"""Besides passwords: what people come back to as `the old one`."""
_OF_RECORDS = words("token tokens")
"""What is called by its number too: `token 123e4567-… not found`."""
_LICENCES = words("licence license community")
_FOR_SOMETHING = re.compile(r" (?:for|of|to|für|zum|zur|der|des|pour|de|du|del|para|per|di|do|voor|van|till|til) ")
_ENDS = re.compile(r"[.,;)]?(?:\s|$)")
_SHORTER_BEHIND = re.compile(r" \d{4,6}(?=\s|$)")
_COLON = re.compile(r": ?[*_`\"']{0,2}$")
_WAS = words("was is be ist war était est era es è é")
_WHICH = re.compile(
    r"\b(?:which|what|what's|whats|welche[sn]?|quel(?:le)?|cu[aá]l|qual|quale|welk|jakie|jaki"
    r"|(?:can|could) you|send|share|give me|remind|need|schick\w*|gib|envoie|donne|manda|dame|p[aá]same|stuur|daj"
    r")\b[^\n\0.?!]{0,20}$",
    re.I,
)
_SHORT = 30
"""Characters of a turn that only says yes."""
_YEAR = 4
_FEW, _SOON, _SOME = 2, 8, 14
"""Words between the one that announces and the one that is announced."""
_NEAR = 90
_OF_A_RELEASE = re.compile(r"\bsign(?:ed|ing)\b[^\n]{0,30}$|\S/\S+ at $")
_FINGERPRINT = re.compile(r"[0-9A-F]{40}|[0-9a-f]{40}")
"""Of the key that signed something, or of a state of a repository."""
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
    yield from beside_accounts(text)
    yield from replaced(text)
    spoken: list[int] = []
    for cue in cues(text):
        first = None
        if cue.sort == "password" or text[cue.start : cue.end].lower() in _SPOKEN_OF:
            spoken.append(cue.end)
        for first in _behind(text, cue):
            yield first
        if first is None and (other := said_first(text, cue) or _answer(text, cue) or said_earlier(text, cue)):
            yield other
    yield from spoken_of_again(text, spoken) if spoken else ()


def _blank(found: re.Match[str]) -> str:
    return " " * len(found.group())


def _behind(text: str, cue: Cue) -> Iterator[Span]:
    """What fits on the same line; behind the first of them only what is surer."""
    wireless, found = _is_of_a_network(text, cue), False
    several = cue.sort == "password" and text[cue.end - 1 : cue.end] == "s"  # `passwords`
    if phrase := phrase_behind(text, cue.end) if _is_of_a_phrase(text, cue) else None:
        yield Span(*phrase, "SECRET")
        return
    for word in words_behind(text, cue.end, min(cue.until, line_end(text, cue.end))):
        again = word.look in ("signed", "generated") or (several and word.look == "mixed" and _ends_a_part(text, word))
        listed = word._replace(linked=True) if several and (found or ":" in text[cue.end : word.start]) else word
        if (not found or again) and _fits(text, cue, listed, wireless=wireless):
            found = True
            yield Span(word.start, word.end, "SECRET")


def _is_of_a_phrase(text: str, cue: Cue) -> bool:
    """Whether a secret of some words may follow: `passphrase`, and `pass` behind a login."""
    return cue.sort == "password" and text[cue.start : cue.end].lower().endswith(("phrase", "phrases", "phras", "pass"))


def _ends_a_part(text: str, word: Word) -> bool:
    return text[word.end : word.end + 1] in (",", ";", "\n", "")


def _is_of_a_network(text: str, cue: Cue) -> bool:
    """The key or the code of a network is a password: people think of it."""
    near = max(0, cue.start - _NEAR), min(len(text), cue.end + _NEAR // 4)
    return cue.sort in ("key", "pin") and bool(_WIRELESS.search(text, *near))


def _fits(text: str, cue: Cue, word: Word, *, wireless: bool) -> bool:
    if (word.over and not word.linked) or _NAMED.fullmatch(text, word.start, word.end) or _is_a_flag(text, word):
        return False
    if word.look == "uuid":
        return not word.over and not text.startswith(". ", cue.end) and _is_called_a_secret(text, cue, word)
    if word.look == "generated" and _is_hash(text, word):
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
    into = word.before in _CHANGED_INTO and word.passed <= _FEW and _was_changed(text, cue)
    if named and not word.quoted and word.look != "signed" and not into:
        return False
    if cue.sort == "lock":
        return _unlocks(text, cue, word)
    last = text[word.end : word.end + 1] in ("", "\n", "\r")
    if text[cue.start : cue.end].lower() == "pass" and (word.passed > 1 or (word.look == "phrase" and not last)):
        return False  # most things that are passed are no secrets
    value, linked = text[word.start : word.end], word.linked or not word.passed
    if word.look == "phrase" and word.before in _KEPT_IN:
        return False
    match word.look:
        case "generated" | "signed":
            return True
        case "mixed" if word.before == "to":
            polish = text[cue.start : cue.end].lower().startswith("has")
            told_to = _was_changed(text, cue) and word.passed <= _FEW
            return bool(polish or told_to or _CHANGED_TO.search(text, max(0, word.start - 40), word.start))
        case "mixed":
            return into or linked or word.passed <= _FEW or (word.before in _HANDED and word.passed < _SOME)
        case "weak":
            return into or (word.linked and word.passed <= _FEW) or (last and not word.passed and value[0].isupper())
        case "phrase":
            return word.passed <= 1 or (linked and " " not in value)
        case "digits":
            door = opens_something(text, cue.start, cue.end) and word.passed <= _FEW + 1
            return (bool(door) or (linked and len(value) > 5)) and value.isdigit() and not word.over
        case _:
            return False


def _was_changed(text: str, cue: Cue) -> bool:
    return bool(_CHANGE_IT.search(text, max(0, cue.start - 40), cue.start))


def _is_called_a_secret(text: str, cue: Cue, word: Word) -> bool:
    """Most such numbers name a record; one that follows `API key` opens something."""
    name = text[cue.start : cue.end].lower()
    if cue.sort not in ("password", "key") or name in _SELDOM or name in _LICENCES or word.before in _OF_SOMETHING:
        return False
    if name in ("key", "keys") and not _OF_AN_API.search(text, max(0, cue.start - 20), cue.start):
        return False
    opening = name not in _OF_RECORDS or _OF_AN_API.search(text, max(0, cue.start - 20), cue.start)
    if _ROW.search(text, cue.end, word.start):
        return False  # `INSERT INTO t (token, id) VALUES ('3f0c9a71-…'`: the columns say what it is
    near = (not word.passed and bool(opening)) or (word.linked and word.passed < _SOON)
    return near and not _is_hash(text, word)


def _unlocks(text: str, cue: Cue, word: Word) -> bool:
    """`encrypted with 2048 bits` opens nothing, `disarmed with 4711` does."""
    value = text[word.start : word.end]
    opens = word.look not in ("weak", "digits") or (_OPENS.match(text, cue.start) and word.passed <= _FEW)
    few = value.islower() and value.isalnum() and sum(map(str.isdigit, value)) < _YEAR
    if word.look == "mixed" and not word.quoted and few and not begins_familiar(value):
        return False  # `salsa20`
    led = word.linked or word.before in _WITH_IT or (not word.passed and text.endswith("with", 0, cue.end))
    if is_compound(value) and not is_familiar(value) and word.passed and word.before not in _WITH_IT:
        return False
    return bool(opens) and led and word.passed < _SOON


def _is_code(text: str, cue: Cue, word: Word) -> bool:
    if word.look != "digits" and text[cue.start : cue.end].lower() == "pins":
        return False  # what pins a version
    if word.look in ("phrase", "weak") or (word.before in _OF_SOMETHING and not word.linked) or word.passed >= _SOON:
        return False
    if word.look == "digits":
        near = 0 if text.startswith("pin", cue.start) else _FEW  # small letters: of a connector, or what is pinned
        if text.startswith("PIN", cue.start) and _FOR_SOMETHING.match(text, cue.end) and _ENDS.match(text, word.end):
            near = _SOON - 1  # `PIN for the app 4711.`
        if _SHORTER_BEHIND.match(text, word.end) and word.end - word.start > 6:
            return False  # `set-pin ACCOUNT PIN`
        if word.before.isdigit() and word.passed == 1:
            near = 1
        if word.before == "to" and _CHANGED_TO.search(text, max(0, word.start - 40), word.start):
            near = _SOON
        return (word.linked or word.passed <= near) and word.end - word.start < 13 and not word.over
    return word.linked or not word.passed


def _is_key(text: str, cue: Cue, word: Word) -> bool:
    name = text[cue.start : cue.end].lower()
    if name in _LICENCES:
        if name == "community":
            return not word.passed and word.look != "digits"
        return word.linked and is_printed_in_groups(text[word.start : word.end])
    if word.look == "mixed":  # `(secret Plum4711)`
        return name == "secret" and not word.passed and text[word.end : word.end + 1] in (")", "\n", "")
    if word.look == "signed":
        thought_of = text[cue.start : cue.end].lower() not in _OF_MACHINES
        near = word.passed <= _FEW and (word.linked or not word.passed)
        return thought_of and near and text[word.start - 2 : word.start] != "= "
    if _OF_A_RELEASE.search(text, max(0, word.start - 40), word.start) and _FINGERPRINT.fullmatch(
        text, word.start, word.end
    ):
        return False
    seldom = text[cue.start : cue.end].lower() in _SELDOM and not word.linked
    return word.look == "generated" and word.passed < (_FEW if seldom else _SOME)


def _is_a_flag(text: str, word: Word) -> bool:
    """`login=… -Dproject=shop`: another argument."""
    return text[word.start - 2 : word.start] in (" -", "--") and "=" in text[word.start : word.end]


def _is_hash(text: str, word: Word) -> bool:
    return bool(_HASHES.search(text, max(0, word.start - 40), word.start))


def _is_of_a_login(text: str, cue: Cue, word: Word) -> bool:
    """`jane / …`, `reset to …`, `log in with …`: what is behind the account, never the account itself."""
    if word.look in ("", "weak", "digits", "uuid") or word.passed >= _SOME or is_compound(text[word.start : word.end]):
        return False
    if word.before == "/" or (text[word.start - 1] == "/" and not word.passed):
        return word.look != "phrase" or "_" not in text[word.start : word.end]
    alone = text[word.end : word.end + 1] in ("", "\n", "\r")
    if text[word.start - 2 : word.start] == ": " and alone and word.look == "signed" and word.passed:
        return True  # `root on the old box: …`
    if text[cue.start : cue.end].lower() in ACCOUNTS:
        return word.look == "signed" and word.passed == 1 and word.before in ("and", "und", "et", "y")
    if word.quoted and word.passed == 1 and text[cue.start : cue.end].lower() == "login" and word.look != "phrase":
        return True  # `LOGIN jane '…'`
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
    if word.look in ("", "weak", "uuid") or word.passed > _SOME:
        return False
    last = line_end(text, word.end) - word.end < 2
    named = last and word.passed > 0 and bool(_COLON.search(text, word.start - 4, word.start))  # `Wi-Fi upstairs: …`
    if word.look == "digits":
        length = word.end - word.start
        return word.linked and ((not word.passed and length > 7) or (length > 9 and (named or word.before in _WAS)))
    if named or word.look == "phrase":
        return named
    if word.before in _WAS and word.linked:
        return True
    column = text[word.start - 2 : word.start] == "  " and last and word.passed > 0
    return word.before in _ENTERED or column


def _answer(text: str, cue: Cue) -> Span | None:
    """What the next line says, where this one asks or announces it, or where it says nothing else."""
    end = line_end(text, cue.end)
    if end >= min(len(text), cue.until) or text[end] != "\n" or cue.sort == "lock":
        return None
    asked = text[cue.end : end].rstrip(" \t\r\"'”*")
    if ";;;;" in asked or "***" in text[cue.end : end] or "${" in asked or "{{" in asked:
        return None  # it stood there, and was found, struck out or put somewhere else
    announced = (
        "?" in asked or asked.endswith((":", *_BELOW)) or bool(_WHICH.search(text, max(0, cue.start - 40), cue.start))
    )
    if not announced and len(asked) > _NEAR // 2:
        return None
    start = _next_turn(text, end)
    until = line_end(text, start)
    if announced and _says_yes(text, start, until):
        start = _next_turn(text, until)  # `sure`, and only then what was asked for
        until = line_end(text, start)
    if "-----BEGIN" in text[end:start]:
        return None  # a key that is secret is known by that
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


def _says_yes(text: str, start: int, until: int) -> bool:
    return (
        until - start < _SHORT
        and not is_compound(text[start:until].strip())
        and not any(words_behind(text, start, until))
    )


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
    if _NAMED.fullmatch(text, word.start, word.end) or (word.look == "generated" and _is_hash(text, word)):
        return False
    if word.look == "uuid":
        return (
            alone and (announced or _ends_a_line(text, cue)) and _is_called_a_secret(text, cue, word._replace(passed=0))
        )
    sort = "password" if _is_of_a_network(text, cue) else cue.sort
    if sort == "key":
        return word.look == "generated" and (announced or _ends_a_line(text, cue)) and not _is_hash(text, word)
    if sort == "pin":
        return word.look in ("digits", "mixed", "signed") and (alone or word.linked)
    if sort in ("login", "wireless"):
        given = _is_paired(text, word) or (word.look == "signed" and word.linked)
        given = given or (sort == "wireless" and word.look == "mixed" and word.linked)
        return announced and given and word.look != "digits"
    if word.look == "digits":
        return alone and word.end - word.start > 5
    if word.look == "weak":
        return alone and announced
    soon = announced and word.look != "phrase" and word.passed < _SOON // 2
    said_so = announced and word.look == "phrase" and word.linked and word.passed <= 1  # `it's plum-river-stone`
    return word.look in ("signed", "generated") or alone or soon or said_so
