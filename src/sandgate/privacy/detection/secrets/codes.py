"""Codes that open something once: as messages carry them, and in lists that somebody shall keep."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..kinds import Span

_SPOKEN_OF = re.compile(r"[CcO](?:(?<=[Cc])(?:od[ei]|ódi|ODE)|(?<=O)TP)")
"""Where one is spoken of: everything else is looked for around that."""
_DIGITS = re.compile(r"\d{4}|\d{3}[ \-]\d{3}")
_BEFORE, _BEHIND = 90, 90
_CODE = r"(?:codes?|passcode|codice|código|codigo|OTP)"
_PURPOSE = (
    r"(?:verification|confirmation|security|log-?in|sign-?in|access|one-time|single-use|bypass|authentication|two-factor"
    r"|2fa|mfa|otp|sms|temporary|activation|unlock|lobby|gate|door|entry|v[ée]rification|s[ée]curit[ée]|confirmaci[óo]n"
    r"|verificaci[óo]n|seguridad|acceso|verifica|accesso|sicurezza|tijdelijke|eenmalige|verificatie)"
)
_LEADS_TO = r"(?:de|di|d[’']|per|para|pour|zum|van|voor)"
_TO_ENTER = rf"(?:{_PURPOSE}|acceder|accedere|entrar|entrare|connexion|inloggen)"
_GERMAN = r"(?:best[äa]tigungs|sicherheits|verifizierungs|anmelde|freischalt|ersatz|einmal)code"
_BETWEEN = r"[^\n\d.;|]"
_NUMBER = r"(?<![\w./#])(?P<value>\d{4,8}|\d{3}[ \-]\d{3})(?![\w]|[.,\-]\d)"
_FORMS = tuple(
    re.compile(form, re.I)
    for form in (
        rf"(?<![\w.\-/#])(?:[A-Z]{{1,3}}-)?{_NUMBER} (?:is|est|ist|es|è)"
        rf" (?:your|votre|ton|dein|ihr|tu|su|il tuo|uw|je)\b{_BETWEEN}{{0,40}}{_CODE}\b",
        rf"\byour (?:[\w\-]+ ){{0,2}}{_CODE} is:? {_NUMBER}",
        rf"\b{_PURPOSE}[ \-](?:[\w\-]+ )?{_CODE}\b{_BETWEEN}{{0,24}}?{_NUMBER}",
        rf"\b{_CODE} {_LEADS_TO} ?{_TO_ENTER}\b{_BETWEEN}{{0,12}}?{_NUMBER}",
        rf"\b{_GERMAN}\b{_BETWEEN}{{0,16}}?{_NUMBER}",
    )
)
"""`482913 is your code`, `your code is …`, `login code: …`, `code de vérification : …`, `Bestätigungscode …`."""
_OF_A_BUSINESS = re.compile(
    r"\b(?:postal|post|zip|area|country|dialling|error|exit|status|response|booking|discount|promo|coupon|voucher|tracking"
    r"|sort|bank|product|order|item|tax|http|reason|currency|iata|colou?r) codes?\b",
    re.I,
)
_LIST = re.compile(r"\b(?:recovery|backup|scratch|rescue|emergency|wiederherstellungs|de secours)[ \-]?codes?\b", re.I)
_KEPT = re.compile(
    r"(?<![\w.\-/:])(?:(?=[\w\-]*\d)[a-z0-9]{4,6}-[a-z0-9]{4,6}|\d{4} \d{4})(?![\w\-])",
    re.I,
)
_DAY = re.compile(r"\d{4}-\d\d(?:-|$)")
_LONGEST_LIST = 600


def codes(text: str) -> Iterator[Span]:
    for spoken_of in _SPOKEN_OF.finditer(text):
        start, end = max(0, spoken_of.start() - _BEFORE), spoken_of.end() + _BEHIND
        if _DIGITS.search(text, start, end):
            yield from _around(text, start, end)
    for announced in _LIST.finditer(text) if "codes" in text or "Codes" in text else ():
        kept = list(_KEPT.finditer(text, announced.end(), announced.end() + _LONGEST_LIST))
        if len(kept) > 1:  # one alone may be the number of anything
            yield from (Span(*found.span(), "SECRET") for found in kept if not _DAY.match(found.group()))


def _around(text: str, start: int, end: int) -> Iterator[Span]:
    for form in _FORMS:
        for found in form.finditer(text, start, end):
            cut = found.end("value") == end < len(text)  # what follows belongs to it
            if not cut and not _OF_A_BUSINESS.search(found.group()):
                yield Span(*found.span("value"), "SECRET")
