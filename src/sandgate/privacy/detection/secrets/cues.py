"""Words that announce a secret, in the languages we know them in, and where they stand in a text.

Each word is of a sort. What sort may announce which look, and over what distance, is said in `told`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple

from ..naming.harmless import leads_on_before
from ..naming.keys import read_key
from ..naming.surroundings import OPEN_KEYS
from ..words import phrases, vocabulary, words

Sort = Literal["password", "pin", "key", "login", "lock", "wireless"]

_INFLECTED: dict[Sort, tuple[str, ...]] = {
    "password": phrases("""
        password, passwort, passphras, passwd, kennwort, mot de passe, mots de passe, palavra-passe, palavra passe,
        contraseña, contrasena, contrasenya, senha, wachtwoord, paswoord, hasł, haslo, hasel, heslo, hesla, heslem,
        lösenord, losenord, adgangskode, kodeord, passord, salasana, jelszó, jelszav, lozink, geslo, slaptaž,
        clave, şifre, sifre, parolă, parola, parool, пароль, пароля, паролем, κωδικ, סיסמה, 密码, 密碼, 口令,
        パスワード, 비밀번호, securestring, requirepass, masterauth, bindpw, memorable word, code word, codeword,
        secret word, secret answer, security answer, recovery phrase, seed phrase, recovery code, backup code,
        break-glass phrase, break glass phrase, unseal phrase, unlock phrase, emergency phrase, secret phrase,
        security phrase, duress phrase
    """),
    "pin": phrases("""
        pincode, passcode, digicode, türcode, torcode, haustürcode, zugangscode, alarmcode, safecode, toegangscode,
        kenncode, deurcode, poortcode, portkod, dørkode, dörrkod, adgangskod, пин-код, пинкод, 暗証番号
    """),
    "key": phrases("""
        schlüssel, schluessel, sleutel, chiave, chave, llave, klucz, nyckel, nøgle, nøkkel, anahtar, klíč, kľúč,
        kulcs, avain, ключ, cheie, κλειδί, secret, sekret, geheimnis, token, токен, jeton, 密钥, 密鑰, 秘钥, 令牌,
        トークン, 토큰, シークレット, 시크릿, authorization
    """),
    "login": phrases("""
        login, log in, logging in, logged in, sign in, sign-in, logon, log on, credential, zugangsdaten,
        anmeld, einlogg, identifiant, connexion, connecter, credencial, iniciar sesión, credenziali,
        inlog, aanmeld, logowan, zalogu, přihlaš, přihlás, anmeldedaten, giriş, kirjaud, logga in, logg inn, log ind,
        bejelentk, логин, войти, acesso, portal
    """),
    "lock": phrases("""
        protected, encrypted, opens with, unlock, disarm, decrypt, déverrouill, desbloque, sblocca, geschützt,
        verschlüsselt, entsperr, protég, chiffré, protegid, cifrad, protett, cifrat, beveiligd, versleuteld,
        zabezpiecz, zaszyfrowan, chráněn, skydda, beskytt, suojattu, korumalı, védett, защищ
    """),
    "wireless": phrases("wi-fi, ssid, wireless, hotspot, broadband"),
}
"""Words that may have letters behind them, as languages bend them, and before them, as German joins them."""
_WHOLE: dict[Sort, tuple[str, ...]] = {
    "password": phrases("pw, pwd, pword, pass, psk, mdp, wpa"),
    "pin": phrases("""
        pin, pins, пин, keypad, lockbox, code, kod, kode, koden, codice, código, codigo, kód, koodi, kodu, код, combo,
        combination
    """),
    "key": phrases("""
        sign with, signs with, signing with, authenticate with, authenticates with, authenticating with,
        key, keys, apikey, seed, clé, clef, salt, auth, webhook, session, sess, cookie, bearer, signing, licence,
        license, community, キー
    """),
    "login": phrases("""
        signin, creds, basic auth, user, username, accès, acceso, accesso, accedi, accede, accedere, admin, root,
        administrator, postmaster, vpn, ftp, sftp, ssh, rdp, vnc, ilo, ipmi, zugang
    """),
    "lock": (),
    "wireless": phrases("wifi, wlan, router"),
}
"""Words that stand for themselves: too short to be looked for inside others."""
_LOCKS = (
    r"(?:access|door|gate|alarm|safe|entry|entrance|building|garage|lock|lockbox|box|keypad|locker|vault|house|front"
    r"|tablet|laptop|elevator|shed|cellar|basement|barrier|server room|cabinet"
    r"|wi-?fi|wlan|voicemail|sim|unlock|security|disarm|porte|portail|entrée|immeuble|coffre|accès|local|bâtiment|ascenseur|salle|barrière|pin|puerta|portal"
    r"|acceso|alarma|caja|garaje|porta|portone|cancello|cassaforte|allarme|accesso|garagem|portão|alarme|cofre|acesso"
    r"|deur|poort|kluis|drzwi|bram\w|sejf\w?|dostępu|alarmu|domofon\w*|dveř\w+|brán\w+|trezor\w*|dör\w*|dør\w*|ovi|ovelle"
    r"|kapı|kasa|giriş|kapu|ajtó|tür\w*|haustür|tor|eingang\w*|safes?|tresor\w*|двер\w+|під['’ʼ]їзд\w*|подъезд\w*|larm\w*|домофон\w*|ворот\w*|сейф\w*)"
)
"""What a code opens, for any other code may be an error or a town."""
_LOCK_BEFORE = re.compile(rf"\b{_LOCKS}[^\w\n]{{1,3}}(?:[^\W\d_]{{1,12}}[^\w\n])?$", re.I)
_LOCK_EARLIER = re.compile(
    rf"\b{_LOCKS}\b[^.\n\0]{{0,40}}(?:[,;:–(\-]|\b(?:the|use|enter|with|and|le|la|el|il|der|de|mit|avec)) ?$", re.I
)
_LOCK_ASKED = re.compile(rf"\b{_LOCKS}\b[^\n?\0]{{0,20}}\?\s{{0,3}}\n[^\n\0]{{0,60}}$", re.I)
"""`And the alarm?` on the line above."""
_LOCK_BEHIND = re.compile(rf"[ \-](?:[^\W\d_]{{1,5}}['’ ]){{0,3}}{_LOCKS}\b", re.I)
_OPENED = 40
_LOGGED_IN = re.compile(
    r"(?:user\w*|login|log|account|wi-?fi|wlan|ssid|guest|hotspot|admin|root|;)[^\n\0]{0,60}(?:\n[ \t>*•\-]{1,6})?$",
    re.I,
)
_PLAIN_CODES = frozenset(_WHOLE["pin"][5:])
_JOINED = frozenset("_./\\$@#&%=")
_EAST = "\u3000"
"""Scripts from there on have no blanks between words."""
_JOIN = (
    "wort", "woord", "ord", "schlüssel", "schluessel", "sleutel", "nyckel", "nøgle", "nøkkel", "daten", "kode", "kod",
    "code", "avain", "sana", "token",
)  # fmt: skip
"""How words end that German and its neighbours join to others: `Initialkennwort`."""
_OPEN_KEY = re.compile(
    rf"\b(?:public|host|gpg|pgp|{'|'.join(sorted(OPEN_KEYS))})[ \-]$|\bcached?\b[^\n\0]{{0,30}}$", re.I
)
"""`cache key`, `public key`: what opens nothing."""
_ITS_SECRET = re.compile(
    r"[\"']? ?(?:=>|[:=]) ?[\"']?[^\"'\n\0]{4,80}[\"']?,?\s{1,40}[\"']?(?:[a-z]{1,12}_)?secret[\"']? ?(?:=>|[:=])"
)
_APP = re.compile(r"\bapp_?id\b", re.I)
"""`app_id: …, key: …, secret: …`: the key stands in every page that the app serves."""
_SESSIONS = ("session", "sess")
_BEHIND = frozenset("_[/\\@&%>")
_IN_CODE = re.compile(r"[.=][^\W\d_]|\.\d|:/|:[a-z]+:|\(|-[\da-z]|[\"'][,)\]}:]")
"""`token.next`, `auth-token.3f0c9a71.js`, `PIN-4711`, `min-password-length`, `("key", …)`."""
_IMAGE = re.compile(r"[\w\-]/[\w\-]*-\Z")
_GOES_ON = re.compile(r"-[A-Za-z\d]{6}(?![\w\-])")
_VARIABLE = re.compile(r"(?<![\w.$%{\-/\\@&#])[A-Z][A-Z\d]*(?:_[A-Z\d]+)+\Z")
_FLAG = re.compile(r"(?:^|\s)--?(?:[\w]+-)+$")
_EXAMPLE = re.compile(r"s?,? (?:like|such as|e\.g\.|for example|similar to)\b", re.I)
"""`a password like "Plum4711" is refused`."""
_OPEN_BEHIND = re.compile(r" (?:publique|p[úu]blic[ao]|pubblica|publiczny)\b", re.I)
_OPEN_BEFORE = re.compile(r"(?:website|site|öffentlicher |öffentliche[nm] |publi[ck])-?\Z", re.I)
_MOST_BENT = 4
_NUMBERED = ("key", "password")
_NUMBER = re.compile(r"\d{1,2}(?=[ \t:])")
_SNMP = re.compile(
    r"\bsnmp[\w\-]{0,10} (?:add |set )?(?:(?:v?[12]c?|r[ow]|read|write|trap|read-?(?:only|write)|old|new) ){0,2}$"
    r"|\b(?:v2c|v1/v2c|r[ow]|read|write|read-?(?:only|write)|trap) $",
    re.I,
)
_PASS_OF = re.compile(
    r"(?:^|[\s\"'(*])(?:db|database|root|admin|mysql|mariadb|postgres|pg|redis|mongo|smtp|imap|mail|e?mail|ftp|sftp|ssh|sudo|vpn"
    r"|wifi|server|router|portal|zip|keystore|vault|guest|staging|prod) $",
    re.I,
)
"""Whose `pass` is a password, as people write it."""
ADMINS = words("admin root administrator postmaster")
ACCOUNTS = ADMINS | {"user", "username"}
"""Whose password may stand behind a slash."""


class Cue(NamedTuple):
    """Where such a word stands; `until` where it stands again: what follows there is announced by that one."""

    start: int
    end: int
    sort: Sort
    until: int


class _Stem(NamedTuple):
    letters: str
    sort: Sort
    whole: bool


def _stems() -> tuple[_Stem, ...]:
    whole = (_Stem(stem, sort, whole=True) for sort, stems in _WHOLE.items() for stem in stems)
    bent = (_Stem(stem, sort, whole=False) for sort, stems in _INFLECTED.items() for stem in stems)
    return (*whole, *bent)


_STEMS = _stems()
_TRIGGERS = (
    "pass", "log", "cod", "cred", "acce", "key", "conne", "sign", "admin", "crypt", "prot", "sec", "kod", "auth",
    "user",
    "pw", "pin", "woord", "leut", "hesl", "cifra", "anmeld", "contrasen", "opens", "iniciar",
)  # fmt: skip
"""Parts that many of them share: where one of these is not in a text, none of its words has to be looked for."""


def _grouped(stems: Iterable[_Stem]) -> dict[str, list[_Stem]]:
    groups: dict[str, list[_Stem]] = {}
    for stem in stems:
        trigger = next((trigger for trigger in _TRIGGERS if trigger in stem.letters), stem.letters)
        groups.setdefault(trigger, []).append(stem)
    return groups


_LONG = 10_000
"""Characters from which on it is quicker to look for words among all that are different."""
_ALL = _grouped(_STEMS)
_PLAIN = _grouped(stem for stem in _STEMS if stem.letters.isascii())


def cues(text: str) -> Iterator[Cue]:
    """Each word that announces a secret, where it stands as a word."""
    lowered = text.lower()
    if len(lowered) != len(text):  # a few letters become two
        lowered = text
    said = lowered if len(lowered) < _LONG else vocabulary(lowered)
    for trigger, stems in (_PLAIN if text.isascii() else _ALL).items():
        if trigger in said:
            for stem in stems:
                yield from _found(text, lowered, stem)


def _found(text: str, lowered: str, stem: _Stem) -> Iterator[Cue]:
    last: Cue | None = None
    place = lowered.find(stem.letters)
    while place >= 0:
        cue = _cue(text, place, stem)
        if cue and last:
            yield last._replace(until=cue.start)
        last = cue or last
        place = lowered.find(stem.letters, place + len(stem.letters))
    if last:
        yield last


def _cue(text: str, place: int, stem: _Stem) -> Cue | None:
    end = place + len(stem.letters)
    before = text[place - 1] if place else " "
    if before == "_" and (name := _VARIABLE.search(text, max(0, place - _OPENED), end)):
        return _cue_of_a_variable(text, name, stem)
    if before in _JOINED or (before == "-" and not (place > 1 and text[place - 2].isalnum())):
        return None  # a part of a name in code, of a path, or a flag
    if (
        before.isalnum()
        and max(before, stem.letters) < _EAST
        and (text[place].isupper() or not before.isalpha() or not stem.letters.endswith(_JOIN))
    ):
        return None
    if before == ":" and text[end : end + 1] in (":", "/"):
        return None  # `arn:aws:iam::4711:user/…`
    if before in "-:" and _GOES_ON.match(text, end):
        return None  # `secret:prod/db-password-Xy3QkP`, as AWS calls what it keeps
    if before == "-" and text[end : end + 1] == ":" and _IMAGE.search(text, max(0, place - _OPENED), place):
        return None  # `plums/auth-token:3f0c9a71`
    if before == "-" and _FLAG.search(text, max(0, place - _OPENED), place):
        return None
    if text[end : end + 1].isupper() and text[end - 1].islower():
        return None  # `tokenHash`
    last = min(len(text), end + _MOST_BENT)
    while not stem.whole and end < last and text[end].isalpha():
        end += 1
    behind = text[end] if end < len(text) else " "
    if stem.sort in _NUMBERED and behind.isdigit() and _NUMBER.match(text, end):
        behind = " "  # `key1`
    account = behind == "/" and before not in "-/." and text[place:end].lower() in ACCOUNTS  # `admin/…`
    if (
        behind.isalnum()
        or (behind in _BEHIND and not account)
        or (_IN_CODE.match(text, end) and not (stem.letters >= _EAST and behind == "("))
    ):
        return None
    return None if _means_another(text, place, end, stem) else Cue(place, end, stem.sort, len(text))


def _means_another(text: str, place: int, end: int, stem: _Stem) -> bool:
    """Whether the words around it make it speak of something else."""
    word = text[place:end].lower()
    if text.startswith("less", place + len(stem.letters)):
        return True  # `passwordless`
    if text[end : end + 10].lower() == "-signature":
        return True  # `X-Plum-Webhook-Signature`, which shows who sent it
    if word in ("key", "keys") and _OPEN_KEY.search(text, max(0, place - _OPENED), place):
        return True
    if stem.sort == "password" and _EXAMPLE.match(text, end):
        return True
    if stem.sort == "key" and (
        _OPEN_BEHIND.match(text, end) or _OPEN_BEFORE.search(text, max(0, place - _OPENED), place)
    ):
        return True
    if stem.letters == "token" and leads_on_before(text, place):
        return True  # `next page token`
    if stem.letters in _SESSIONS and text.startswith("=<", end):
        return True  # `session=<…>`, by which servers of mail tell their lines apart
    if stem.letters == "key" and _ITS_SECRET.match(text, end) and _APP.search(text, max(0, place - 2 * _OPENED), place):
        return True
    if word in _PLAIN_CODES and not opens_something(text, place, end):
        return True
    if stem.letters == "community" and not _SNMP.search(text, max(0, place - _OPENED), place):
        return True
    return is_any_pass(text, place, end) and not _LOGGED_IN.search(text, max(0, place - 70), place)


def _cue_of_a_variable(text: str, name: re.Match[str], stem: _Stem) -> Cue | None:
    """`the DD_API_KEY for staging: …`, as people call a key that a program reads."""
    behind = text[name.end() : name.end() + 1]
    goes_on = behind.isalnum() or behind == "=" or behind in _BEHIND or _IN_CODE.match(text, name.end())
    read = read_key(name.group())
    if goes_on or read.kind != "SECRET" or read.form == "armour":
        return None
    return Cue(name.start(), name.end(), stem.sort, len(text))


def is_any_pass(text: str, place: int, end: int) -> bool:
    """Most things that are passed are no secrets, unless it is said whose: `db pass`."""
    return text[place:end].lower() == "pass" and not _PASS_OF.search(text, max(0, place - _OPENED), place)


def opens_something(text: str, place: int, end: int) -> bool:
    start = max(0, place - 2 * _OPENED)
    before = (
        _LOCK_BEFORE.search(text, start, place)
        or _LOCK_EARLIER.search(text, start, place)
        or _LOCK_ASKED.search(text, start, place)
    )
    return bool(before or _LOCK_BEHIND.match(text, end))


def announces(text: str) -> bool:
    """Whether a short text may announce a secret. It is asked for every text with digits, so it looks at few words."""
    return (
        "PIN" in text
        or "pin " in text
        or "cod" in text
        or "Cod" in text
        or "ombination" in text
        or "eypad" in text
        or "ockbox" in text
        or "kod" in text
        or (not text.isascii() and any(word in text.lower() for word in _ABROAD))
    )


_ABROAD = tuple(
    stem for sort in ("password", "pin") for stem in (*_INFLECTED[sort], *_WHOLE[sort]) if not stem.isascii()
)
