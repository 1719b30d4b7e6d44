"""What a word looks like by itself: made by a machine, thought of as a password, bare digits, or an ordinary word.

Nothing around it is looked at here; `told` says how near a word for secrets has to stand for each of these looks.
"""

from __future__ import annotations

import re
from typing import Literal

from ..words import words
from .marked import CLASSES, is_of_all_sorts, is_placeholder, is_provider_key, is_uuid, looks_random
from .providers import is_public

Look = Literal["", "weak", "digits", "phrase", "mixed", "signed", "uuid", "generated"]
"""From nothing to sure: `guitar7`, `4711`, `plum-river-stone`, `guitar2020`, `Guitar$20` and `k3Jd9sLq0Zx7Vb2NmQ8w`."""

_LONGEST = 400
_DIGITS = re.compile(r"\d{4,20}[#*]?|(?=(?:[A-Z]*\d){3})(?=\d*[A-Z]\d*[A-Z]?\d*$)[A-Z\d]{5,8}[#*]?")
"""Also with a letter or two, as codes of doors have them."""
_HEX = re.compile(r"(?:[0-9a-f]{20,}|[0-9A-F]{20,})")
_GROUPS = re.compile(r"(?=[A-Z0-9\-]*\d)(?=[A-Z0-9\-]*[A-Z])[A-Z0-9]{4,10}(?:-[A-Z0-9]{4,10}){2,7}")
"""`2ZJ54Y2A-IPN13J9E-VXB5JTB6`, as licences are printed."""
_HOST = re.compile(
    r"(?:[a-z\d_][a-z\d_\-]{0,62}\.){2,}"
    r"(?:com|net|org|io|dev|app|cloud|ai|co|sh|gov|edu|info|biz|eu|uk|de|fr|us|ch|nl|at|be|se|no|it|es|pl|in|au|ca|cn|jp"
    r"|local|internal|lan|intranet|corp|svc|test|example)(?::\d{2,5})?"
)
_PLAIN_KEY = re.compile(r"[\w\-+/=.~:]{16,}")
_APART = re.compile(r"[_\-.:/+=~]+")
_RUNS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+|\d+")
_JOINED_WORDS = re.compile(r"[^\W\d_]{3,16}(?:([\-_.+])[^\W\d_]{3,16})(?:\1[^\W\d_]{3,16}){1,6}")
_OF_A_FILE = re.compile(r"\.[a-z]{2,4}\d?$")
_CAPITALS = re.compile(r"(?:[A-Z][a-z]{3,11}){3,6}")
_CAPITAL = re.compile(r"[A-Z][a-z]+")
_OF_PROGRAMS = words("""
    exception factory provider manager handler helper encoder decoder builder controller listener repository interface
    abstract impl util utils object class entity model view screen page activity fragment component property validator
    filter converter parser reader writer stream thread event action state store reducer context hook callback command
    query policy option parameter argument required invalid missing expired changed updated input output form dialog
""")
SENTENCE_WORDS = words("""
    the and for not non per pre with from into only must can has have was are you your our its one two all any own
    case self user end out off same based case-sensitive get set put has use new old add del str int key token file
    path name url env var test type data base64 json xml html http https www com org net sha hash auth api login
    password secret value field string text phrase word words long that this when then will which should contain
    read write create update delete list find request response config client
    server session account admin error default service app code reset change forgot und oder der die das mit von les
    des une que por para con del
""")
"""What no passphrase has, and what names in code and compounds in prose are made of."""
_TECHNICAL = re.compile(
    r"(?:sha|md|base|utf|utf-|pbkdf|aes|aes-|rsa|rsa-|ecdsa|ed|bcrypt|argon|scrypt|hs|rs|es|ps|hmac-?sha|oauth|openid|ipv"
    r"|http|tls|tlsv|ssl|ssh|ldap|smb|nfs|socks|wpa|wep|wlan|eth|wlp|en[ops]|python|py|node|java|jdk|php|ruby|perl|log"
    r"|ec|ver|version|rev|rc|beta|alpha|win|windows|ubuntu|debian|rhel|centos|macos|ios|android|mysql|pg|postgres"
    r"|postgresql|redis|mongo|mongodb|kafka|web|api|step|line|page|col|column|row|item|test|tests|type|part|section|chapter|figure"
    r"|table|phase|stage|level|layer|day|week|month|year|port|user|users|host|server|client|foo|bar|baz|var|arg|param|option"
    r"|field|key|value|password|passwd|pass|token|secret|file|image|img|room|floor|gate|level|unit|flat|suite|apt|box"
    r"|keycloak|ecdsa-p|auth|saml|fido|ctap|totp|hotp|otp|pkcs|pkcs#|asn|x\.|rfc|iso|ieee|cve|cwe|wifi|wi-fi)[\-_ .]?"
    r"\d{1,5}(?:[.\-_/]?\d{1,4}){0,3}[a-z]{0,4}(?-i:[\-_/][A-Za-z]?[a-z]{1,24}\d{0,4}|[\-_][A-Z]{1,12}\d{0,4}){0,3}|[kilaspvhux]\d{1,4}[a-z]?"
    r"|[a-z]{2}-(?:[a-z]{4,9}-){1,2}\d[a-z]?",
    re.I,
)
"""`sha256`, `base64-encoded`, `PBKDF2`, `server01`, `eu-west-1`: words about machines and what is counted in them."""
_MEASURED = re.compile(
    r"[$€£¥]?\d[\d.,]*(?:st|nd|rd|th|[a-zA-Zµ]{1,3}|%|[a-z]{4,8})?(?:[/\-][\w\-]{1,12})?"
    r"|[$€£¥]\d\S*|\d+[xX×]\d+|\d{1,4}(?:[\-/.:]\w{1,9}){1,5}(?:[TZ+][\d:+Z.]*)?|v?\d+(?:\.\w+){1,4}(?:[\-+][\w.]+)?"
    r"|0x[0-9a-fA-F]+|[A-Z]{1,6}\d{2,}|[A-Z][A-Z\d]{0,11}-\d+(?:-\d+)*|[a-z]{1,3}\d{1,4}|\w{1,3}\+\+|c#|[A-Z]\d?(?:[/&][A-Z]\d?)+"
)
"""Amounts, sizes, dates, times, versions, and numbers of records: `INC0012345`, `PROJ-482`."""
_WHERE = re.compile(
    r"[~.]{0,2}/[\w.\-/@]*|[A-Za-z]:\\.*|\\\\.*|[a-z][a-z\d+.\-]*://.*|(?:www\.|\*\.).*|--?[a-zA-Z].*|.*@[\w\-]+(?:\.[\w\-]+)*\.[A-Za-z]{2,12}"
    r"|[a-z\d][a-z\d\-]*(?:\.[a-z\d][a-z\d\-]*)*\.[a-z]{2,6}(?::\d+)?(?:/.*)?|[\w\-]+(?:\.[\w\-]+)*\.[A-Za-z][A-Za-z\d]{1,3}"
    r"|(?:[\w.\-]+/)+[\w.\-]*|[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*(?:\(\)?|\[)\S*|[@#](?![A-Z][a-z]+_?\d\d)[A-Za-z_][\w\-]*|\d+:\d+\S*"
    r"|(?:[\w.\-]+/)*[\w.\-]+\.[a-z]{1,5}:\d+(?::\d+)?"
    r"|(?:[a-z]\w*\.)+[\w$]+@[0-9a-f]{1,16}|[a-z_]\w*(?:\.[a-z_]\w*)+"
)
"""Paths, addresses, files, flags, calls and mentions."""
_CODE = re.compile(
    r"\$\{|\{\{|%\(|^\$(?![A-Z][a-z]+_?\d\d)[A-Za-z_]\w*$|%[A-Za-z_]{2,}%|=>|->|::|&&|\w\|\w|</|/>|\(\)|\[\]|[A-Za-z]\((?=.*\))|\w\[\w*\]"
    r"|^[$?&]?[a-z_][a-z\d_.\-]{0,40}=(?!=*$)|^[a-z]{0,2}[\"']|^[A-Z][A-Za-z\d_]{2,40}=(?=\{|\d)|^[A-Z][A-Z\d_]{2,40}=|^[A-Za-z_]+:(?:[a-z]|$)|\\[nrtux]|[\"'`]\S*[,:]|^<|^\{|^\[|…|\.\.\.|\*\*\*|xxx"
    r"|&(?:#x?[0-9A-Fa-f]{2,6}|[lr][dsa]quo|lt|gt|amp|nbsp|quot)|\]\(|://|=(?:true|false|null|none|\d+)$"
    r"|[a-z_]!\([\"':)]|\benv\.[A-Z][A-Z\d_]*|^[a-z\d\-]{2,30}:(?:[A-Z][a-z]+)+\*?$"
)
_IDENTIFIER = re.compile(
    r"[a-z]{1,24}(?:_[a-z]{1,24})*_?\d?|[a-z]+(?:[A-Z][a-z]+)+\d?|(?:[A-Z][a-z]+)+\d?|[A-Z]+(?:_[A-Z]+)*_?\d?"
    r"|[A-Z\d]+(?:_[A-Z\d]+)+"
)
_HASHED = re.compile(
    r"(?:sha\d{1,3}|md5|blake\w{1,3}|h1|zh)[\-:~=/]|W/|(?:evt|cus|sub|pi|ch|in|req|acct|price|pm|seti|txn|tok|src|re|po|tr|si|ii)_[A-Za-z0-9]{14,}$"
    r"|(?:i|sg|ami|vpc|subnet|vol|snap|eni|rtb|igw|nat|lt|tgw|pod|req|run)-[0-9a-f]{8,17}$",
    re.I,
)
"""Hashes by their name, and what clouds call their machines."""
_IN_MEMORY = re.compile(
    r"0x[0-9a-fA-F]{1,16}|[A-Z][a-z]+[A-Z]\w*(?:\$[A-Z][A-Za-z]+)+|[A-Z][A-Za-z]+\{[0-9a-f]{4,10}\}?"
)
"""A number of 64 bits, a class of Java inside another, and an object as Android shows it."""
_ALGORITHM = re.compile(r"(?<![A-Za-z\d])(?:HMAC|MD[45]|SHA\d{1,3}|AES\d{0,3}|RSA|CBC|GCM|ECDSA)(?![A-Za-z\d])")
_STRONG_SIGN = re.compile(r"[!@#$%^&*?+=~§]")
_INSIDE_SIGN = re.compile(r"\w[!@#$%^&*?+=~§][\w!@#$%^&*?+=~§]")
_UNSPEAKABLE = re.compile(r"[bcdfghjklmnpqrstvwxz]{6}|[bcdfghjklmnpqrstvwxz]{4}.*[bcdfghjklmnpqrstvwxz]{4}|q[^u]")
_SIGN_INSIDE_WORDS = re.compile(r"[^\W\d_]{3,}[_\-.+][^\W\d_]{3,}[!?*#$%&+]")
_VOWEL = re.compile(r"[aeiouAEIOU]")
_EASTERN = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]{4}")
"""Sentences of the East have no blanks: what looks like one long word says something."""
_FEWEST = 6
_SHORTEST_SCRAWL = 8
_WORD_AND_DIGIT = re.compile(r"[A-Za-z][a-z]{4,}\d|[A-Z][a-z]{2,}[A-Z][a-z]{2,}\d")
_DOTTED = re.compile(r"[A-Za-z]{4,}\.[A-Za-z]{4,}\d{2,6}")
"""`winter.lantern42`: no file ends so."""
_LONG_WORD = re.compile(r"[a-z]{9,}\d")


def look_of(word: str) -> Look:
    """The look of a word without the quotes and stops around it."""
    if not 4 <= len(word) <= _LONGEST or is_placeholder(word) or _IN_MEMORY.fullmatch(word):
        return ""
    if _DIGITS.fullmatch(word):
        return "digits"
    if not word.isascii() and _EASTERN.search(word):
        return ""
    if word.isalpha() and word.islower() and not (word.isascii() and _UNSPEAKABLE.search(word)):
        return ""
    if is_generated(word):
        return "generated"
    if len(word) < _FEWEST:
        return ""
    if is_uuid(word):
        return "uuid"
    if _is_scrawl(word) or _DOTTED.fullmatch(word) or (_LONG_WORD.fullmatch(word) and not _TECHNICAL.fullmatch(word)):
        return "mixed"
    if _is_ordinary(word):
        return "phrase" if is_phrase(word) else "weak" if _is_weak(word) else ""
    return _password(word)


def _is_weak(word: str) -> bool:
    """A word and a digit: names in code are written so, and passwords."""
    return bool(_WORD_AND_DIGIT.fullmatch(word)) and not _TECHNICAL.fullmatch(word)


def is_generated(word: str) -> bool:
    """Long, and mixed as no name of anything is: only a machine writes that."""
    if _GROUPS.fullmatch(word):
        return not names_an_algorithm(word)
    if len(word) < 16 or _HASHED.match(word) or is_uuid(word) or names_an_algorithm(word) or _IN_MEMORY.fullmatch(word):
        return False
    if is_provider_key(word):
        return True
    if is_public(word) or is_host(word):
        return False
    random = looks_random(word, 16) or _is_babble(word)
    if not random or not _PLAIN_KEY.fullmatch(word) or _CODE.search(word):
        return False
    parts = _APART.split(word)
    return any(map(_is_jumble, (part for part in parts if len(part) > 11))) or _is_cut_up(word, parts)


def _is_cut_up(word: str, parts: list[str]) -> bool:
    """`SgJtpBVj-J4z4kMIAT-CI_CMZkap9SNq`: of the 64 signs of base64 two look like borders."""
    return len(word) > 27 and len(parts) > 1 and is_of_all_sorts("".join(parts))


def _is_babble(word: str) -> bool:
    """`vyrtpaghzzrpcrlsb4trnh`: hardly a digit, but no mouth could say it; nor capitals alone."""
    plain = word.isalnum() and (not word.isalpha() or word.isupper())
    return len(word) > 19 and plain and bool(_UNSPEAKABLE.search(word.lower() if word.isupper() else word))


def _is_jumble(part: str) -> bool:
    """One part of a key: its letters and digits change often, or no mouth could say it."""
    digits, length = sum(map(str.isdigit, part)), len(part)
    if digits == length:
        return False
    if _HEX.fullmatch(part):
        return digits > 1
    runs = len(_RUNS.findall(part))
    if digits and 4 * runs > length and runs > 3:
        return True
    return bool(digits or not part.islower()) and length > 15 and bool(_UNSPEAKABLE.search(part.lower()))


def is_host(word: str) -> bool:
    """`orders.cluster-k3jd9slq0zx7.eu-west-1.rds.amazonaws.com`: clouds give their machines such names."""
    return bool(_HOST.fullmatch(word))


def is_printed_in_groups(word: str) -> bool:
    """As licences of programs are."""
    return bool(_GROUPS.fullmatch(word))


def names_an_algorithm(word: str) -> bool:
    """`AWS4-HMAC-SHA256`."""
    return bool(_ALGORITHM.search(word))


def is_phrase(word: str) -> bool:
    """Three words or more, the same sign between them, none of which stands in code or holds a sentence together."""
    if _CAPITALS.fullmatch(word):
        said = {part.lower() for part in _CAPITAL.findall(word)}
        return len(word) > 13 and said.isdisjoint(SENTENCE_WORDS) and said.isdisjoint(_OF_PROGRAMS)
    return (
        len(word) > 13
        and bool(_JOINED_WORDS.fullmatch(word))
        and not SENTENCE_WORDS.intersection(re.split(r"[\-_.+]", word.lower()))
        and not _OF_A_FILE.search(word)
        and not ((word.isupper() or word.islower()) and "_" in word)
    )


def _is_ordinary(word: str) -> bool:
    """Whether it has the form of something else: of a measure, a place, a file, a name in code."""
    return bool(
        _MEASURED.fullmatch(word)
        or _TECHNICAL.fullmatch(word)
        or _IDENTIFIER.fullmatch(word)
        or _HASHED.match(word)
        or _CODE.search(word)
        or _WHERE.fullmatch(word)
        or ("_" in word and SENTENCE_WORDS.intersection(word.split("_")))
    )


def _password(word: str) -> Look:
    letters = sum(map(str.isalpha, word))
    digits = sum(map(str.isdigit, word))
    classes = sum(bool(form.search(word)) for form in CLASSES)
    signed = _STRONG_SIGN.search(word)
    if signed and letters > 1 and ((digits and classes > 2) or (classes > 2 and _INSIDE_SIGN.search(word))):
        return "signed"
    if _SIGN_INSIDE_WORDS.fullmatch(word):
        return "signed"
    if digits and letters > 2 and classes > 1:
        return "mixed"
    return "phrase" if is_phrase(word) else ""


def _is_scrawl(word: str) -> bool:
    """Letters alone that are no words: `KhaHioxxCmgb`, `soouwdjkzh`."""
    if len(word) < _SHORTEST_SCRAWL or not word.isascii() or not word.isalpha() or word.isupper():
        return False
    if _UNSPEAKABLE.search(word) or 3 * len(_RUNS.findall(word)) >= len(word):
        return True
    return not word.islower() and not _IDENTIFIER.fullmatch(word) and 5 * len(_VOWEL.findall(word)) <= len(word)
