"""Numbers that a state gives to a person: by checksum and form, as python-stdnum knows them, for the regions chosen."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from importlib import import_module

from ..kinds import Span
from ..phones.numbers import counts_things
from ..words import words

_SSN = re.compile(r"[0-9]\d\d(?P<gap>[\- .])\d{2}(?P=gap)\d{4}(?![\w]|[\-.]\d|/\w{1,3}\b)")
_ITIN_GROUP = re.compile(r"5\d|6[0-5]|7\d|8[0-8]|9[0-24-9]")
# Anchored on the digits; the two letters before them are read backwards.
_NINO = re.compile(r"[0-9](?<=[A-Za-z ]\d)(?:\d ?\d{2} ?\d{2}|\d{2} ?\d{3}) ?[A-Da-d](?!\w)")
_NINO_LETTERS = re.compile(r"(?<!\w)(?!BG|GB|NK|KN|TN|NT|ZZ)[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z] ?$")
_NINE = re.compile(r"[0-9](?<![\w.+/\-#$].)\d{8}(?![\w]|[.\-/]\d)")
SOCIAL = re.compile(
    r"(?<!\s\s)(?<![,;|\t\"'])\bssns?\b(?![,;|\t\"'=]\S| {2})"
    r"|\bsocials?\b(?! (?:media|network|club|care|work|event|link|account|post|login|proof|shar|distanc"
    r"|housing|impact|insurance|graph|channel|app|platform|team|good|skill|life))|\bsoc sec|\bssan\b"
    r"|\b(?:my|her|his|your|their|the) soc\b|\b(?-i:W-[249]|I-9)\b",
    re.I,
)
_SPEAKS_OF_SOCIALS = ("ocial", "ssn", "SSN", "soc ", "SSAN", "W-2", "W-4", "W-9", "I-9")
_SOCIAL_BEHIND = re.compile(
    r",? (?:is|was|that['’]s) (?:my|her|his|their|the) (?:ssn|social)\b|,? \(?(?:ssn|social security)\b", re.I
)
_OF_RECORDS = words("member employee customer client account routing acct mrn ein npi zip policy patient badge file")
_NEAR_A_SOCIAL = 200
_ROOM = re.compile(r"(?:suite|ste|apt|unit|box|room|floor|no|#)\.? ?$", re.I)
_PROPER = re.compile(r" [A-Z][a-z]")
_DRIVER = re.compile(
    r"[A-Z](?<![\w].)[A-Z9]{4} ?\d{3} ?\d{3} ?[A-Z9]{2} ?\d[A-Z]{2}(?: ?\d\d)?(?!\w)|"
    r"[A-Z](?<![\w].)[A-Z9]{4} ?\d{3} ?\d{3} ?[A-Z9]{2} ?\d\d[A-Z](?: ?\d\d)?(?!\w)"
)
# A Medicare number: no S, L, O, I, B or Z among its letters, and a fixed order of letters and digits.
_MEDICARE = re.compile(
    r"[1-9](?<![\w\-].)[AC-HJKMNP-RT-Y][AC-HJKMNP-RT-Y\d]\d(?P<gap>-?)[AC-HJKMNP-RT-Y][AC-HJKMNP-RT-Y\d]\d(?P=gap)"
    r"[AC-HJKMNP-RT-Y]{2}\d{2}(?![\w\-])"
)
_MRZ = re.compile(r"P[A-Z<][A-Z]{3}[A-Z<]{39}\n?[A-Z0-9<]{44}")
# Unlabelled, so only forms that seldom happen by chance; the others wait for a label or a field of their name.
_FORMS: dict[str, tuple[tuple[str, str], ...]] = {
    "AR": (("ar.cuit", r"\d{2}-\d{8}-\d"),),
    "BE": (("be.nn", r"\d{2}\.\d{2}\.\d{2}-\d{3}\.\d{2}"),),
    "BR": (("br.cpf", r"\d{3}\.\d{3}\.\d{3}-\d{2}"),),
    "CA": (("ca.sin", r"\d{3}[ \-]\d{3}[ \-]\d{3}"),),
    "CH": (("ch.ssn", r"756\.\d{4}\.\d{4}\.\d{2}"),),
    "CL": (("cl.rut", r"\d{1,2}\.\d{3}\.\d{3}-[\dkK]"),),
    "CN": (("cn.ric", r"\d{6}(?:19|20)\d{9}[\dX]"),),
    "CZ": (("cz.rc", r"\d{6}/\d{3,4}"),),
    "DE": (("de.idnr", r"\d{2} \d{3} \d{3} \d{3}"),),
    "DK": (("dk.cpr", r"\d{6}-\d{4}"),),
    "EE": (("ee.ik", r"[3-6]\d{10}"),),
    "ES": (("es.dni", r"\d{8}[ \-]?[A-Z]"), ("es.nie", r"[XYZ][ \-]?\d{7}[ \-]?[A-Z]")),
    "FI": (("fi.hetu", r"\d{6}[+\-A]\d{3}[0-9A-Z]"),),
    "FR": (("fr.nir", r"[12] ?\d{2} ?[01]\d ?(?:\d{2}|2[AB]) ?\d{3} ?\d{3} ?\d{2}"),),
    "GB": (("gb.nhs", r"\d{3}[ \-]\d{3}[ \-]\d{4}"),),
    "IE": (("ie.pps", r"\d{7}[A-W][A-IW]?"),),
    "IN": (("in_.pan", r"[A-Z]{5}\d{4}[A-Z]"), ("in_.aadhaar", r"\d{4}[ \-]\d{4}[ \-]\d{4}")),
    "IT": (("it.codicefiscale", r"[A-Z]{6}\d{2}[A-EHLMPRST]\d{2}[A-Z]\d{3}[A-Z]"),),
    "KR": (("kr.rrn", r"\d{6}-\d{7}"),),
    "LV": (("lv.pvn", r"\d{6}-\d{5}"),),
    "MX": (("mx.curp", r"[A-Z]{4}\d{6}[HM][A-Z]{5}[0-9A-Z]\d"),),
    "MY": (("my.nric", r"\d{6}-\d{2}-\d{4}"),),
    "NO": (("no.fodselsnummer", r"\d{6} \d{5}"),),
    "PL": (("pl.pesel", r"\d{11}"),),
    "SE": (("se.personnummer", r"(?:19|20)?\d{6}[\-+]\d{4}"),),
    "SK": (("sk.rc", r"\d{6}/\d{3,4}"),),
    "TH": (("th.pin", r"\d-\d{4}-\d{5}-\d{2}-\d"),),
}  # fmt: skip

_NEAR_ITS_NAME = 250


def _by_name(forms: dict[str, tuple[tuple[str, str], ...]]) -> dict[str, tuple[tuple[str, re.Pattern[str]], ...]]:
    return {
        name: tuple((validator, re.compile(rf"(?<![\w.\-])(?:{form})(?![\w]|[.\-]\d)")) for validator, form in each)
        for name, each in forms.items()
    }


_CALLED = _by_name(
    {
        "CPF": (("br.cpf", r"\d{3}\.?\d{3}\.?\d{3}-?\d{2}"),),
        "CNPJ": (("br.cnpj", r"\d{2}\.?\d{3}\.?\d{3}/?\d{4}-?\d{2}"),),
        "DNI": (("es.dni", r"(?:\d{8}|\d{2}\.\d{3}\.\d{3})[ \-]?[A-Z]"), ("es.nie", r"[XYZ][ \-]?\d{7}[ \-]?[A-Z]")),
        "NIE": (("es.nie", r"[XYZ][ \-]?\d{7}[ \-]?[A-Z]"),),
        "NIF": (("es.nif", r"\d{8}[ \-]?[A-Z]"), ("pt.nif", r"\d{3} ?\d{3} ?\d{3}")),
        "BSN": (("nl.bsn", r"\d{4}[. ]?\d{2}[. ]?\d{3}"),),
        "urgerservicenummer": (("nl.bsn", r"\d{4}[. ]?\d{2}[. ]?\d{3}"),),
        "PESEL": (("pl.pesel", r"\d{11}"),),
        "CURP": (("mx.curp", r"[A-Z]{4}\d{6}[HM][A-Z]{5}[0-9A-Z]\d"),),
        "ersonnummer": (("se.personnummer", r"(?:19|20)?\d{6}[\-+]?\d{4}"),),
        "ødselsnummer": (("no.fodselsnummer", r"\d{6} ?\d{5}"),),
        "CPR": (("dk.cpr", r"\d{6}-?\d{4}"),),
        "enkilötunnu": (("fi.hetu", r"\d{6}[+\-A]\d{3}[0-9A-Z]"),),
        "teuer": (("de.idnr", r"\d{2} ?\d{3} ?\d{3} ?\d{3}"),),
        "écurité sociale": (("fr.nir", r"[12] ?\d{2} ?[01]\d ?(?:\d{2}|2[AB]) ?\d{3} ?\d{3} ?\d{2}"),),
        "adhaar": (("in_.aadhaar", r"\d{4}[ \-]?\d{4}[ \-]?\d{4}"),),
    }
)
"""By what people call them, with forms that would be too many without their name."""


_BARE_ID = re.compile(r"(?:^|[\n.,;|(]\s?)ID[:#]?\s\Z", re.I)
"""`ID: 078-05-1123` of somebody; the id of an order says so."""
_BACK_TO_AN_ID = 8
_OF_A_LEDGER = re.compile(
    r"\b(?:gl|g/l|ledger|coa|fund|cost cent(?:er|re)|kostenstelle|sachkonto|(?:account|acct|gl|fund|object|dept"
    r"|department|project|budget|cost|accounting) (?:code|string|segment))s?(?: (?:no\.?|number|account|acct|code))?"
    r"[:#=]? {0,4}\Z",
    re.I,
)
"""Codes of accounts, which are written with two hyphens too."""
_LEDGER = re.compile(
    r"\b(?:trial balance|general ledger|chart of accounts|journal entr(?:y|ies)|debits?|g/?l (?:account|code)"
    r"|(?-i:Soll|Haben)|d[ée]bit|debe|dare)\b",
    re.I,
)
_SUM = re.compile(r"(?<![\d.,])-?\(?\d{1,3}(?:[.,']?\d{3}){0,3}[.,]\d\d\b")
_LINE_OF_A_LEDGER = re.compile(r"^[ \t|,;\"']{0,8}\d{3}-\d\d-\d{4}\b", re.M)
_SOCIAL_SOMEWHERE = re.compile(r"ssn|social|\bitin\b|\btin\b|tax ?(?:id|payer)|\bW-[249]\b|1099", re.I)


def social_security(text: str) -> Iterator[Span]:
    """`078-05-1123` and its like; with dots or spaces only where no other number stands beside it."""
    ledger: bool | None = None
    for found in _SSN.finditer(text):
        start, end = found.span()
        if found["gap"] == "-" and _OF_A_LEDGER.search(text, max(0, start - 40), start):
            continue
        if start and (text[start - 1].isalnum() or text[start - 1] in "_-.+"):
            continue
        if found["gap"] != "-" and _number_beside(text, start, end):
            continue
        bare = found["gap"] == "-" and _BARE_ID.search(text, max(0, start - _BACK_TO_AN_ID), start)
        if counts_things(text, start) and not bare:
            continue
        if found["gap"] == " " and _part_of_an_address(text, start, end):
            continue
        ledger = _is_a_ledger(text) if ledger is None else ledger
        if ledger and _SUM.search(text, end, (text.find("\n", end) + 1 or len(text) + 1) - 1):
            continue
        kind = american_identity(found.group())
        if kind:
            yield Span(start, end, kind)


def _is_a_ledger(text: str) -> bool:
    """Whether such codes begin several lines below words for a ledger, and nothing speaks of a social or a tax."""
    words = _LEDGER.search(text)
    if words is None or _SOCIAL_SOMEWHERE.search(text):
        return False
    return len(_LINE_OF_A_LEDGER.findall(text, words.start())) > 1


def nine_digits(text: str) -> Iterator[Span]:
    """Nine digits in a row, in a paragraph that spoke of somebody's social before: `you wrote 078051123`."""
    if not any(word in text for word in _SPEAKS_OF_SOCIALS):
        return
    for found in _NINE.finditer(text):
        start = found.start()
        near = max(0, start - _NEAR_A_SOCIAL)
        near = max(near, text.rfind("\n\n", near, start), text.rfind("\0", near, start))
        counted = counts_things(text, start) or text[near:start].lower().rstrip(" #:").rpartition(" ")[2] in _OF_RECORDS
        told = SOCIAL.search(text, near, start) or _SOCIAL_BEHIND.match(text, found.end())
        if told and not counted and american_identity(found.group()) == "SSN":
            yield Span(start, found.end(), "SSN")


def called_by_name(text: str) -> Iterator[Span]:
    """Numbers whose sum is right, in a text that names what they are: `your CPF? … 390.533.447-05`."""
    for name, forms in _CALLED.items():
        place = text.find(name)
        if place < 0:
            continue
        for validator, form in forms:
            for found in form.finditer(text, place):
                near = text.rfind(name, max(0, found.start() - _NEAR_ITS_NAME), found.start()) >= 0
                if near and valid_identity(validator, found.group().replace(".", "")):
                    yield Span(found.start(), found.end(), "NATIONAL_ID")


def _number_beside(text: str, start: int, end: int) -> bool:
    before, after = text[max(0, start - 2) : start].strip(" "), text[end : end + 2].strip(" ")
    return before[-1:].isdigit() or after[:1].isdigit()


def _part_of_an_address(text: str, start: int, end: int) -> bool:
    """`Suite 680 36 4022 Oakridge Lane`."""
    return bool(_ROOM.search(text, max(0, start - 12), start) or _PROPER.match(text, end))


def american_identity(value: str) -> str:
    """SSN, NATIONAL_ID for the number of a taxpayer without one, or nothing."""
    digits = re.sub(r"\D", "", value)
    area, group, serial = digits[:3], digits[3:5], digits[5:]
    if len(digits) != 9 or serial == "0000":
        return ""
    if area[0] == "9":
        return "NATIONAL_ID" if _ITIN_GROUP.match(group) else ""
    return "SSN" if area not in ("000", "666") and group != "00" else ""


def ninos(text: str) -> Iterator[Span]:
    """In lower case only with blanks between the groups: `ab123456c` may be a part of a hash."""
    for found in _NINO.finditer(text):
        before = text[max(0, found.start() - 4) : found.start()]
        lower = before.strip()[-2:].islower()
        letters = _NINO_LETTERS.search(before.upper())
        if letters and not (lower and " " not in found.group()):
            yield Span(found.start() - (len(before) - letters.start()), found.end(), "NINO")


def allowed_for_a_nino(letters: str) -> bool:
    return bool(_NINO_LETTERS.match(letters.upper()))


def medicare(text: str) -> Iterator[Span]:
    for found in _MEDICARE.finditer(text):
        yield Span(found.start(), found.end(), "NATIONAL_ID")


def licences(text: str) -> Iterator[Span]:
    """British driving licences and the two lines a passport is read by; other forms need a label."""
    for found in _DRIVER.finditer(text):
        yield Span(found.start(), found.end(), "LICENCE")
    if "<<" in text:
        for found in _MRZ.finditer(text):
            yield Span(found.start(), found.end(), "PASSPORT")


class NationalIdentities:
    """The forms of the regions chosen, each decided by its validator."""

    def __init__(self, regions: tuple[str, ...]) -> None:
        forms = [form for region in regions for form in _FORMS.get(region.upper(), ())]
        if regions[:1] != ("GB",):  # one phone in eleven passes for a number of the NHS
            forms = [form for form in forms if form[0] != "gb.nhs"]
        self._forms = [(name, re.compile(rf"(?<![\w.\-])(?:{pattern})(?![\w]|[.\-]\d)")) for name, pattern in forms]

    def __call__(self, text: str) -> Iterator[Span]:
        for name, form in self._forms:
            for found in form.finditer(text):
                if valid_identity(name, found.group()):
                    yield Span(found.start(), found.end(), "NATIONAL_ID")


@lru_cache(maxsize=4096)
def valid_identity(name: str, number: str) -> bool:
    validator = import_module(f"stdnum.{name}")  # lazily: each is a module of its own
    return bool(validator.is_valid(number))
