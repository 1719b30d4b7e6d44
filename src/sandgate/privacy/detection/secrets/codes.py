"""Codes that open something once: as messages carry them, as somebody is asked for them, and in lists to be kept."""

from __future__ import annotations

import re
from bisect import bisect
from collections.abc import Iterator
from math import inf

from ..kinds import Span
from ..naming.keys import read_key
from .nearby import without_tags

_SPOKEN_OF = re.compile(r"[CcOTKkКк](?:(?<=[Cc])(?:od[ei]|ódi|ODE)|(?<=O)TP|(?<=T)AN\b|(?<=[Kk])(?:od|ód)|(?<=[Кк])од)")
"""Where one is spoken of: everything else is looked for around that."""
_BEFORE, _BEHIND = 90, 110
_CODE = (
    r"(?:codes?|passcode|codice|código|codigo|OTP|kode|koden|kod|kodu|kód|код|(?:einmal|zugangs|login|anmelde)code"
    r"|(?:engangs|inloggnings|bekräftelse|verifierings)kode?n?)"
)
_PURPOSE = (
    r"(?:verification|confirmation|security|log-?in|sign-?in|access|one-time|single-use|bypass|authentication|two-factor"
    r"|2fa|mfa|otp|sms|temporary|activation|unlock|moderator|host|participant|lobby|gate|door|entry|recovery|pickup|v[ée]rification|s[ée]curit[ée]"
    r"|confirmaci[óo]n|verificaci[óo]n|seguridad|acceso|verifica|accesso|sicurezza|tijdelijke|eenmalige|verificatie)"
)
_ONCE = r"(?:à usage unique|de un solo uso|de uso único|monouso|usa e getta|voor eenmalig gebruik)"
_LEADS_TO = r"(?:de|di|d[’']|per|para|pour|zum|van|voor)"
_TO_ENTER = rf"(?:{_PURPOSE}|acceder|accedere|entrar|entrare|connexion|inloggen)"
_GERMAN = r"(?:best[äa]tigungs|sicherheits|verifizierungs|anmelde|freischalt|ersatz|einmal|login|zugangs)code"
_YOURS = r"(?:your|votre|ton|dein|ihr|tu|su|il tuo|tuo|uw|je|jouw|din|ditt|dit|twój|tvůj|váš|seu|ваш|vaš|sinun|kodunuz)"
_IS = r"(?:is|lautet|ist|est|es|è|é|är|er|(?<=kod )to|это|=)"
_BETWEEN = r"[^\n\d.;|]"
_NUMBER = r"(?<![\w./#])(?<!RFC )(?<!ISO )(?P<value>\d{4,8}|\d{3}[ \-]\d{3})(?![\w]|[.,\-]\d|\.[a-z]{2,4}\b)"
_LETTERED = (
    r"(?<![\w./#\-])(?-i:(?P<value>(?=[A-Z\d\-]{0,4}[A-Z])(?!(?:X{3,4}-){1,3}X{3,4}(?!\w))(?:[A-Z\d]{4}(?:-[A-Z\d]{4}){1,3}|[A-Z\d]{3}-[A-Z\d]{3}"
    r"|(?=[A-Z]{0,7}\d{1,8}[A-Z])[A-Z\d]{8,9})))(?![\w\-])"
)
"""As somebody types them in who signs in on another device: `BDWP-HQPK`."""
_GROUPED = r"(?-i:(?P<value>(?<![\w./#\-])[a-z\d]{4,6}(?:-[a-z\d]{4,6}){2,5}))(?![\w\-])"
"""As a mail tells them that lets somebody in without a password: `qhzrt-wvxko-plmdn`."""
_ANY = re.compile(f"{_NUMBER}|{_LETTERED.replace('value', 'letters')}|{_GROUPED.replace('value', 'groups')}|\\d{{9}}")
"""Where none of these stands, nothing else is looked for."""
_ENTER = (
    r"(?:use|enter|type|input|submit|copy|paste|provide|confirm|verify|gib|geben|verwende\w?|benutze\w?|nutze\w?|saisi\w{2,6}|entre[zr]"
    r"|utilise[zr]|introdu\w{2,6}|ingres\w{1,4}|usa|utiliza|inserisci|digita|digite|insira|gebruik|voer|använd|ange|brug"
    r"|indtast|bruk|skriv|wpisz|użyj|zadejte)"
)
_TO_SIGN_IN = re.compile(
    r"sign|log ?(?:in|ged|ging)|log-|verif|v[ée]rif|confirm|authent|identi|account|device|access|anmeld|umelden"
    r"|bestätig|einlog|konto|conne[cx]|acc[ée]d|sesi[oó]n|inlog|loggen|aanmeld|bevestig|zalog|potwierd|přihl|ověř|entrar"
    r"|session|passwor|two-|2fa|mfa|one-time|einmal|prompted|expire|valid|minut",
    re.I,
)
"""What such a code is for, or how long: for any other may be of a shop."""
_FORMS = tuple(
    re.compile(form, re.I)
    for form in (
        rf"(?<![\w.\-/#])(?:[A-Z]{{1,3}}-)?{_NUMBER} (?:is|est|ist|es|è)"
        rf" (?:your|votre|ton|dein|ihr|tu|su|il tuo|uw|je)\b{_BETWEEN}{{0,40}}{_CODE}\b",
        rf"\b{_YOURS} (?:[\w\-]{{1,60}} ){{0,2}}?{_CODE}(?: {_IS}:?(?: le)?| ?:)\s{{1,60}}{_NUMBER}",
        rf"\b{_PURPOSE}[ \-](?:[\w\-]{{1,60}} )?{_CODE}\b{_BETWEEN}{{0,24}}?{_NUMBER}",
        rf"\b{_CODE} (?:{_LEADS_TO} ?{_TO_ENTER}|{_ONCE})\b{_BETWEEN}{{0,12}}?{_NUMBER}",
        rf"\b{_GERMAN}\b{_BETWEEN}{{0,16}}?{_NUMBER}",
        rf"\b(?:use|enter|type) {_NUMBER} (?:as|for|to)\b{_BETWEEN}{{0,30}}\b{_PURPOSE}[ \-]{_CODE}\b",
        rf"\b{_ENTER} {_NUMBER} (?:to|um|zum|pour|para|per|om)\b{_BETWEEN}{{0,24}}\b(?:sign|log|verif|confirm|authent"
        r"|anmeld|connect|acced|inlog)",
        rf"\bback-?up[ \-]codes?\b{_BETWEEN}{{0,24}}?: ?(?P<value>\d{{4}}-\d{{4}})(?![\w\-])",
        rf"\b(?-i:OTP)\b[^\n]{{0,60}}? is:? {_NUMBER}",
        rf"(?-i:\b[A-Za-z\-]{{0,5}}TAN\b)(?: {_IS}|:| (?:für|for) {_BETWEEN}{{1,30}}){{1,2}} {_NUMBER}",
        r"(?-i:\b[a-z\-]{0,5}TAN) (?P<value>\d{6})(?![\w]|[.,\-]\d)",
        r"\b(?:MFA|2FA|OTP|two-factor)\b(?:[^\n\d.;:|=]{0,40}? code)?(?: is|:|=) (?P<value>\d{6,8}|\d{3} \d{3})"
        r"(?![\w]|[.,\-]\d)",
        rf"\b(?:{_PURPOSE}|device|user)[ \-]{_CODE}(?: is)?:?\s{{1,12}}{_LETTERED}",
        r"(?-i:\botp\b)(?![^\n\0]{0,120}(?:fail|error|reject|undeliver))[^\n\0]{1,120}?(?<![\w.\-])code=\"?(?P<value>\d{6}|\d{8})(?![\w]|[.,\-]\d)",
        rf"\b(?:gutschein|geschenk|voucher|gift(?:[ \-]?card)?)[ \-]?{_CODE}(?: {_IS})?:?\s{{1,12}}{_LETTERED}",
        rf"\binvit(?:e|ation)[ \-]{_CODE}(?:(?: (?:for|to) {_BETWEEN}{{1,40}}?)?(?: is:?|:))?\s{{1,12}}[\"'`]?"
        rf"{_LETTERED}",
        rf"\b(?:to|phone|recipient|msisdn)=[\"']?;{{8}}[^\n\0]{{1,60}}?\b(?:body|text|sms|message|msg)=[\"']"
        rf"(?:[\w .&\-]{{1,24}}: )?(?:your )?{_CODE}:? (?P<value>\d{{6}})(?=[\"'.])",
        rf"\b{_PURPOSE}[ \-]{_CODE}(?: is:?|:)\s{{1,12}}{_GROUPED}",
        r"\b(?:sms|text message|otp)[ _](?:was )?sent\b(?![^\n\0]{0,110}(?:fail|error|reject|undeliver))[^\n\0]{1,100}?"
        r"(?<![\w.\-])code=\"?(?P<value>\d{6}|\d{8})(?![\w]|[.,\-]\d)",
        rf"(?:\b[\w\-]{{1,24}} )?\bcode {_NUMBER} (?:at|for) the (?:[a-z]{{1,12}} )?"
        r"(?:door|gate|entrance|lockbox|keypad)\b",
        rf"(?:\b[\w\-]{{1,24}} )?\bcode {_NUMBER}\.? (?:please )?(?:do not|don[’']t|never) share\b",
        r"\bbypass[ \-]codes?(?: (?:is|sent|issued|made))?:? (?P<value>\d{9})(?![\w]|[.,\-]\d)",
    )
)
"""`482913 is your code`, `your code is …`, `login code: …`, `code de vérification : …`, `Bestätigungscode …`."""
_ENTERED = tuple(
    re.compile(
        rf"\b{_ENTER}\b{_BETWEEN}{{0,40}}?\b{_CODE}\b{_BETWEEN}{{0,60}}?(?<!\s)(?:\.(?=\s?\n))?\s{{1,60}}+{value}", re.I
    )
    for value in (_NUMBER, _LETTERED)
)
"""`Enter this code to finish signing in: …`, also with the code on a line of its own, behind a full stop."""
_ALONE = re.compile(
    rf"^[ \t>*]{{0,12}}(?:(?P<value>\d{{5,8}}|\d{{3}}[ \-]\d{{3}}|\d{{4}}-\d{{4}})"
    rf"|{_LETTERED.replace('value', 'letters')})[ \t*]*\r?$",
    re.M,
)
_ANNOUNCED = re.compile(
    rf"\b(?:{_PURPOSE}[ \-](?:[\w\-]{{1,60}} )?{_CODE}|{_GERMAN}|{_CODE} (?:{_LEADS_TO} ?{_TO_ENTER}|{_ONCE}))\b", re.I
)
_FAR = 400
"""Characters from the subject of a mail to the code that stands in the middle of it."""
_ASKED = re.compile(
    r"\b(?:MFA|2FA|T?OTP|mfa|2fa|t?otp|m?TAN|[Tt]wo-factor|[Aa]uthenticator|[Oo]ne-time (?:code|password)"
    r"|[Vv]erification code|(?:sent|asks? for|wants|need) (?:you )?(?:a|the) code"
    r"|the code you (?:receive|received|got|get)|(?:six|6)[ \-]digits?)\b"
)
_SAID = re.compile(
    rf"\b(?:(?:code|kode|kod|код|codice|código|TAN|OTP|otp)\b(?: (?:{_IS}|now|jetzt))?[:,]?"
    rf"|(?:it|app|phone|authenticator)(?: now)? (?:shows|displays)(?: me| now)?:?) {_NUMBER}",
    re.I,
)
_TURN = re.compile(
    r"^(?:[\[(]?[\d:./\-, ]{4,20}(?:[AaPp][Mm])?[\])]? ?[\-–]? ?|\(\d{1,5} ?s\) )?"
    r"(?:<[^<>\n]{1,40}>|(?P<speaker>[^\W\d_][\w .'’\-]{0,30}?)(?: \d\d:\d\d)?:)[ \t]{1,3}"
    r"(?:(?:ok|sure|yes|now|here|try|new one|it'?s|that'?s|it is)[,:]? )?"
    r"(?P<value>\d{6}|\d{8}|\d{3} \d{3})[.!]?[ \t]*\r?$",
    re.M | re.I,
)
"""A turn of a talk that says nothing but a code."""
_TALK = 300
_FAILED = re.compile(r"\b(?:error|invalid|fail\w*|exception|denied|rejected)\b[^\n]*\Z", re.I)
_OF_A_BUSINESS = re.compile(
    r"\b(?:postal|post|zip|area|country|dialling|error|exit|status|response|booking|discount|promo|promotion|promotional"
    r"|coupon|voucher|gift|referral|tracking|sort|bank|product|order|item|tax|http|reason|currency|iata|colou?r"
    r"|source|class|event|department|project|job|cost|vendor|customer) codes?\b",
    re.I,
)
_BOUGHT = re.compile(r"check-?out|% ?off|discount|rabatt|remise|descuento|your (?:next )?(?:order|purchase)", re.I)


def codes(text: str) -> Iterator[Span]:
    text = without_tags(text)
    for start, end in _regions(text):
        if _ANY.search(text, start, end):
            yield from _around(text, start, end)
    yield from _below(text) if "\n" in text else ()
    for asked in _ASKED.finditer(text) if "\n" in text else ():
        for form in (_SAID, _TURN):
            for found in form.finditer(text, asked.end(), asked.end() + _TALK):
                named = form is _TURN and found["speaker"] and _is_a_name(found["speaker"])  # `Ticket: 482913`
                if (
                    not named
                    and not _FAILED.search(text, max(0, found.start() - 60), found.start())
                    and not _is_cut(text, found, asked.end() + _TALK)
                    and not _OF_A_BUSINESS.search(found.group())
                ):
                    yield Span(*found.span("value"), "SECRET")


def _regions(text: str) -> Iterator[tuple[int, int]]:
    """Where one may stand; what is near to two such words is one place."""
    start, end = 0, -1
    for spoken_of in _SPOKEN_OF.finditer(text):
        if spoken_of.start() - _BEFORE > end:
            if end > 0:
                yield start, end
            start = max(0, spoken_of.start() - _BEFORE)
        end = spoken_of.end() + _BEHIND
    if end > 0:
        yield start, end


def _around(text: str, start: int, end: int) -> Iterator[Span]:
    for form in _FORMS:
        for found in form.finditer(text, start, end):
            if not _is_cut(text, found, end) and not _OF_A_BUSINESS.search(found.group()):
                yield Span(*found.span("value"), "SECRET")
    entered = [found for form in _ENTERED for found in form.finditer(text, start, end)]
    if not entered:
        return
    near = max(0, start - _BEFORE), end + _BEHIND
    to_sign_in, bought = _first(_TO_SIGN_IN, text, *near), _first(_BOUGHT, text, *near)
    for found in entered:
        meant = to_sign_in <= found.end() + _BEHIND < bought and not _OF_A_BUSINESS.search(found.group())
        meant = meant and not _FAILED.search(text, max(0, found.start() - 60), found.start())
        if meant and not _is_cut(text, found, end):
            yield Span(*found.span("value"), "SECRET")


def _first(form: re.Pattern[str], text: str, start: int, end: int) -> float:
    """Where the first of them ends: it is looked for once, however many codes stand there."""
    found = form.search(text, start, end)
    return found.end() if found else inf


def _below(text: str) -> Iterator[Span]:
    """The first line behind an announcement that is nothing but a code."""
    lines = [found.span("value" if found["value"] else "letters") for found in _ALONE.finditer(text)]
    if not lines or not _SPOKEN_OF.search(text):
        return
    for announced in _ANNOUNCED.finditer(text):
        place = bisect(lines, (announced.end(), 0))
        if place < len(lines) and lines[place][0] < announced.end() + _FAR:
            yield Span(*lines[place], "SECRET")


def _is_a_name(label: str) -> bool:
    """Whether it is called after what stands behind it, and is nobody who speaks."""
    field = read_key(label)
    return field.kind != "PERSON" and bool(field.kind or field.form or field.role == "thing")


def _is_cut(text: str, found: re.Match[str], end: int) -> bool:
    """Whether what follows where we stopped to read belongs to it."""
    return found.end() == end < len(text)
