"""Whether a value that a text gives to the name of a secret is one: without quotes it may be prose or code."""

from __future__ import annotations

import re

from ..naming.secrets import secret_form
from .familiar import is_familiar, is_first_thought
from .looks import SENTENCE_WORDS, is_generated, look_of
from .marked import is_placeholder, is_scrambled, is_uuid, is_words, looks_random
from .values import NO_VALUES, SEED_IN_GROUPS, is_login

_SCHEME = re.compile(r"\A(?:Bearer|Basic|Token|Digest)\s+|\A[A-Za-z][\w\-]{2,20}\s+(?=[^\s]{16,}$)", re.I)
_CALL = re.compile(
    r"(?:[A-Za-z_]\w*|(?:[A-Za-z_]\w*\.)+\w*)[(\[{]|.*[)\]}]$|[A-Za-z_]\w{0,30}(?:\.[A-Za-z_]\w{0,30})+(?<!\d\d)$"
)
"""A call, what is taken from a list, or a member of something: code."""
_SHOWN = re.compile(r"[A-Z]?[A-Za-z]+\{[0-9a-f]{4,10}\}{0,2}")
"""An object as Android shows it: `Token{a64f992}`."""
_CLOSES = re.compile(r"\d{1,4}[)\]}]+[.;(]")
"""`{apiToken: 1}).limit(2)`: a number, and the end of what it stands in."""
_READ = re.compile(
    r"(?:[A-Za-z_]\w*(?:\.|::|->))*[A-Za-z_]\w*[!?]?\((?:[\"':)]|$|[a-z_]\w*[!(\"'])|(?:[A-Za-z_]\w*\.)*env\.[A-Za-z_]\w*[!?]{0,2}$"
)
"""`System.fetch_env!("DB_PASSWORD")`, `env::var("…")?`, `process.env.DB_PASSWORD!`: where a program has it from."""
_CAST = re.compile(r"\([A-Za-z_]\w*")
_CODE_AFTER = re.compile(r"[(\[{]|\.(?!\s|$)")
_NEXT = re.compile(r" [a-z][\w.\-]{0,30}=")
"""`password=… ip=…`, as logs write what they know."""
_END_OF_LINE = frozenset(("", "\n", "\r", "\0"))
_WHERE = re.compile(r"<|[./][\w./\-]*$")
"""A path, a member of something, or what stands where a value shall stand."""
_CMDLET = re.compile(r"(?:[A-Z][a-z]+)+-(?:[A-Z][a-z]+)+")
"""What PowerShell calls its commands: `ConvertTo-SecureString`."""
_VARIABLE = re.compile(r"\$(?![A-Z][a-z]+_?\d\d)(?:[A-Za-z_.]|\d+$)")
"""Of a shell, of Perl or of PHP."""
_SETTING = re.compile(r"[A-Z][A-Z\d]*(?:_[A-Z\d]+)+")
_SETTING_NAME = re.compile(r"[A-Za-z\d]+[_\-][\w\-]+|[A-Za-z][a-z]+[A-Z]\w+")
_CAPITAL_INSIDE = re.compile(r"[a-z][A-Z]")
_VOWEL = re.compile(r"[aeiou]", re.I)
_SPECIAL = re.compile(r"[\d!@#$%^&*?]")
_PLAIN = re.compile(r"[a-z]{7,24}")
_TWO_WORDS = re.compile(r"[a-z]{4,12}[\-_.][a-z]{4,12}")
_ACCOUNT_ABOVE = re.compile(
    r"(?:^|\n)[ \t\-]*[\"']?(?:\w+[_.])?(?:user(?:name)?|login|ssid|usuario|benutzer(?:name)?|utente|identifiant)[\"']?"
    r"[ \t]*[:=][ \t]*[\"']?[\w.@\-]{2,40}[\"']?[ \t]*\r?\n[ \t\-]*[\"']?[\w.\-]{2,40}[\"']?[ \t]*[:=][ \t]*[\"']?$"
)
"""`user: ann` on the line above: then a plain word may be a password."""
_ABOVE = 120
_PHRASE = re.compile(r"[a-z]{3,12}(?: [a-z]{3,12}){2,6}")
_QUOTES = frozenset("\"'`")


def is_written_secret(text: str, key: str, form: str, value: str, end: int) -> bool:
    """Without quotes a word after a colon may be prose, and one after an equals sign may be code."""
    start = end - len(value)
    if form == "password" and _PHRASE.fullmatch(value):  # `password: "plum river stone lamp"`
        quoted = text[start - 1 : start] in _QUOTES and text[start - 1] == text[end : end + 1]
        return quoted or ("phrase" in key.lower() and text[end : end + 1] in _END_OF_LINE)
    if form == "token" and SEED_IN_GROUPS.fullmatch(value):
        return True
    if " " in _SCHEME.sub("", value) or _CODE_AFTER.match(text, end) or _CAST.fullmatch(value):
        return False
    if text[start - 1 : start] == "<" and text[end : end + 1] == " ":
        return False  # the first word of `<base64-encoded token>`
    if _SHOWN.fullmatch(value) or _CLOSES.match(value) or _READ.match(value):
        return False
    look, last = look_of(value), text[end : end + 2].lstrip(".")[:1] in _END_OF_LINE or bool(_NEXT.match(text, end))
    quoted = text[start - 1 : start] in _QUOTES and text[start - 1] == text[end : end + 1]
    if (
        _CALL.match(value)
        and not is_generated(value)
        and not ((last or quoted) and (is_scrambled(value) or (form == "password" and (look or _has_no_words(value)))))
    ):
        return False
    if form == "lock":
        return last  # `Wifi: Home4711, …` names a network
    if form != "password":
        return _is_written_token(key, form, value)
    above = last and _ACCOUNT_ABOVE.search(text, max(0, start - _ABOVE), start)
    if last and _PLAIN.fullmatch(value) and value not in NO_VALUES and not secret_form([value]):
        made_up = (look == "mixed" and _SETTING_NAME.fullmatch(key)) or not _VOWEL.search(value)
        return bool(_SETTING.fullmatch(key) or above or made_up) or is_familiar(value)
    if above and _TWO_WORDS.fullmatch(value) and _are_free(value):
        return True
    return look in ("mixed", "signed", "generated", "phrase") or _is_written_password(key, value)


def _is_written_token(key: str, form: str, value: str) -> bool:
    least = 8 if "secret" in key.lower() and _SETTING_NAME.fullmatch(key) else 12  # people think of some themselves
    return looks_random(_SCHEME.sub("", value), least) or _is_given_to_a_server(form, value)


def _is_given_to_a_server(form: str, value: str) -> bool:
    return (form == "token" and is_login(value)) or (form in ("token", "key") and is_uuid(value)) or is_generated(value)


def _is_written_password(key: str, value: str) -> bool:
    if len(value) < 5 or _WHERE.match(value) or is_placeholder(value) or _CMDLET.fullmatch(value):
        return False
    if _VARIABLE.match(value) and not is_scrambled(value):
        return False
    if is_first_thought(value):
        return True
    in_environment = bool(_SETTING.fullmatch(key)) and len(value) > 5 and value.isalpha() and value.islower()
    in_environment = in_environment or bool(
        _SETTING.fullmatch(key) and _TWO_WORDS.fullmatch(value) and _are_free(value)
    )
    return in_environment or _is_no_word(value) or bool(_SPECIAL.search(value)) or looks_random(value)


def _are_free(value: str) -> bool:
    """Two words that somebody thought of, and not what another secret is called: `plum-credentials`."""
    parts = re.split(r"[\-_.]", value)
    return SENTENCE_WORDS.isdisjoint(parts) and not any(secret_form([part]) for part in parts)


def _has_no_words(value: str) -> bool:
    """`ScUbSvxKR.IbIkv` is no member of anything."""
    return any(map(_is_no_word, value.split(".")))


def _is_no_word(value: str) -> bool:
    """Whether letters and capitals change as in no word or name: `fovNdx`, `KhaHioxxCmgb`."""
    vowels = len(_VOWEL.findall(value))
    if value.isalpha() and _CAPITAL_INSIDE.search(value) and 5 * vowels <= len(value):
        return len(value) > 5
    cased = not value.isupper() and not value.islower()
    mixed = len(_CAPITAL_INSIDE.findall(value)) > 1 or (cased and 4 * vowels <= len(value))
    return len(value) > 7 and mixed and not is_words(value.lstrip("_"))
