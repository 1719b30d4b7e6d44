"""Words that announce numbers of documents and accounts, cards, birthdays and codes."""

from __future__ import annotations

import re

from ..checksums import digits_of, luhn
from ..labels import DATE, Check, Label
from .identities import allowed_for_a_nino

_ANY = r"\d{1,12}(?: \d{1,12}){1,7}|(?=[A-Za-z\-]{0,8}\d)[A-Za-z0-9]{1,20}(?:[\-./][A-Za-z0-9]{1,12}){0,4}"
# Capitals where there are blanks: a small word that follows is not a part of it.
_IBAN = r"(?-i:[A-Z]{2}\d{2}(?:[ \-]?[A-Z0-9]{4}){2,7}(?:[ \-]?[A-Z0-9]{1,3})?)|[a-z]{2}\d{2}[a-z0-9]{8,30}"
_PASSPORT = (
    r"[A-Za-z]{0,3}\d{5,9}[A-Za-z]?|(?=(?:[A-Z]*\d){4})[A-Z][A-Z0-9]{7,8}"
    r"|(?-i:(?=(?:[A-Z]*\d){2})(?=\d*[A-Z])[A-Z0-9]{9}|[CFGHJKLMNPRTVWXYZ][CFGHJKLMNPRTVWXYZ0-9]{8})"
)
"""Of Germany without vowels, so that none is a word; letters alone are one as well."""
_LICENCE = (
    r"(?-i:[A-Z]\d{3,4}(?:-\d{3,4}){1,3}(?:-\d{1,4})?|[A-Z]\d{3}-\d{3}-\d\d-\d{3}-\d"
    r"|[A-Z]{1,2}\d{6,14}|[A-Z]\d\d[A-Z0-9]{6,10})"
)
"""Forms of American states: a letter and many digits, or groups of them."""


def _nino(value: str) -> str:
    return "NINO" if allowed_for_a_nino(value[:2]) else ""


def _card(value: str) -> str:
    """What is called a card and is none may be mistyped, and is still the number of an account of somebody's."""
    return "CARD" if luhn(digits_of(value)) else "ACCOUNT"


def _document(kind: str, least: int) -> Check:
    return lambda value: kind if len(digits_of(value)) >= least and not re.fullmatch(DATE, value, re.I) else ""


def _passport(value: str) -> str:
    """Nine capitals and digits in any order are one in some countries; else most of it are digits."""
    mixed = len(value) == 9 and value.isupper()
    return _document("PASSPORT", 0 if mixed else 5)(value)


PAPERS = (
    Label("passport", "passports?", _PASSPORT, _passport),
    Label("dl,cdl,d/l", r"(?-i:DL|CDL|D/L)", rf"{_LICENCE}|\d{{3}} \d{{3}} \d{{3}}|\d{{7,9}}", _document("LICENCE", 5)),
    Label("licen", r"licen[cs]es?", _LICENCE, _document("LICENCE", 6)),
    Label(
        "my licen,his licen,her licen,your licen,their licen",
        r"(?:my|his|her|your|their) licen[cs]e",
        r"\d{3}[ \-]\d{3}[ \-]\d{3}|\d{8,9}",
        _document("LICENCE", 8),
    ),
    Label(
        "patente,permis,carnet,rijbewijs,führerschein",
        r"patente|permis|carnet|rijbewijs|führerschein",
        r"(?-i:(?=(?:[A-Z]*\d){2})(?=\d*[A-Z])[A-Z0-9]{9,12})",
        _document("LICENCE", 2),
    ),
    Label(
        "reisepass,passnummer,passeport,pasaporte,passaport,paspoort,paszport,паспорт,пaспорт,pasaport",
        r"(?:reise)?pass(?:nummer|es)|reisepass|passeport|pasaporte|passaport[oe]|paspoort(?:nummer)?|paszport\w*"
        r"|паспорт\w*|pasaport\w*",
        _PASSPORT,
        _passport,
    ),
    Label(
        "führerschein,permis de,permiso de,licencia de cond,carnet de cond,patente di,carta de cond,rijbewijs,jazdy"
        ",körkort,kørekort,førerkort",
        r"führerschein(?:nummer)?|permis de conduire|permiso de conducir|licencia de conducir|carnet de conducir"
        r"|patente di guida|carta de condução|rijbewijs(?:nummer)?|prawa? jazdy|körkort\w*|kørekort\w*|førerkort\w*",
        r"(?=[A-Z]*\d)[A-Z0-9]{6,16}",
        _document("LICENCE", 4),
    ),
    Label("travel document", "travel document", _PASSPORT, _document("PASSPORT", 5)),
    Label(
        "licen,dvla,driver,driving",
        r"(?:driver'?’?s?|driving)(?:'s|’s)?[ \-]licen[cs]es?|dvla|licen[cs]e (?:no|number)",
        r"[A-Za-z]{0,5}[ \-]?\d[A-Za-z0-9]{0,24}+(?:[ \-]\d[A-Za-z0-9]{0,14}+){0,4}",
        _document("LICENCE", 5),
    ),
    Label(
        "ssn,ssan,social sec,ss#,ss #,soc sec,soc. sec",
        r"ssn|ssan|social sec(?:urity)?|ss ?#|soc\.? sec",
        r"\d{3}[ .\-]?\d{2}[ .\-]?\d{4}",
        lambda value: "SSN",
    ),
    Label(
        "card,visa,mastercard,amex,american express,cc,pan",
        r"(?:credit|debit|payment|bank)?[ \-]?cards?|visa|master ?card|amex|american express|cc|(?-i:PAN)",
        r"\d{13,19}|\d{4}(?P<gap>[ .\-])\d{4}(?P=gap)\d{4}(?P=gap)\d{4}|\d{4}(?P<other>[ .\-])\d{6}(?P=other)\d{5}",
        _card,
    ),
    Label("iban", "ibans?", _IBAN, lambda value: "IBAN"),
    Label("pan", "(?-i:PAN)", r"(?-i:[A-Z]{5}\d{4}[A-Z])", lambda value: "NATIONAL_ID"),
    Label(
        "nino,insurance,ni n",
        r"nino|national insurance|ni",
        r"[A-Za-z]{2}[ \-]?(?:\d[ \-]?){6}[A-Da-d]",
        _nino,
    ),
    Label(
        "tax id,tin,cpf,cnpj,curp,pesel,bsn,aadhaar,nhs,national id,identity,taxpayer,codice fiscale,personnummer"
        ",medicare,mbi,nric,itin,utr,npi,dni,nif,rut,sin,ein,tfn,nip,nie,cpr,hetu,nir,rrn,pps"
        ",tax file,employer id,provider id",
        r"tax(?:payer)? id(?:entification)?|itin|cpf|cnpj|curp|pesel|bsn|aadhaar|nhs|hetu|national id"
        r"(?:entity|entification)?|identity card|codice fiscale|personnummer|medicare"
        r"|tax file|employer id(?:entification)?|provider identifier"
        r"|(?-i:MBI|NRIC|UTR|NPI|DNI|NIF|RUT|SIN|TIN|EIN|TFN|NIP|NIE|CPR|HETU|NIR|PPSN?)(?![A-Za-z\d])",
        _ANY,
        _document("NATIONAL_ID", 5),
    ),
    Label(
        "sécurité sociale,numéro fiscal,steuer,versicherungsnummer,ausweis,seguridad social,identificación,cédula"
        ",documento de ident,burgerservice,rijksregister,numer dowodu,fødsels,henkilötunnus,rodné,kimlik,adószám"
        ",contribuinte,cartão de cidad,carta d'ident,carta d’ident,carte d'ident,снилс,инн,sozialvers"
        ",versicherten-nr",
        r"(?:de )?sécurité sociale|numéro fiscal|steuer(?:-?id(?:entifikationsnummer)?|nummer)"
        r"|\w{0,12}versicherungsnummer|(?:personal)?ausweis(?:nummer|es)?|seguridad social|identificación|cédula"
        r"|documento de identidad|burgerservicenummer|rijksregisternummer|dowodu(?: osobistego)?|fødselsnummer"
        r"|henkilötunnus\w*|rodné číslo|kimlik(?: no| numara\w*)?|adószám\w*|(?:de )?contribuinte|cartão de cidadão"
        r"|cart[ae] d['’]identit[àé]|снилс|инн|versicherten-nr\.?",
        r"(?=\d(?:[ .\-/]?[A-Za-z]?\d){2})\d{1,4}+(?:[ .\-/]?[A-Za-z]?\d{1,6}+){0,8}[A-Za-z]?"
        r"|(?=(?:[A-Z]{0,4}\d){4})[A-Z0-9]{8,16}",
        _document("NATIONAL_ID", 4),
    ),
    Label(
        "kontonummer,de compte,de cuenta,di conto,rekeningnummer,da conta,numer konta,rachunku,tilinumero,číslo účtu",
        r"kontonummer|(?:numéro )?de compte|(?:número )?de cuenta|(?:numero )?di conto|rekeningnummer|da conta"
        r"|numer konta|rachunku|tilinumero|číslo účtu",
        r"\d(?:[ \-/]?\d){5,25}",
        lambda value: "ACCOUNT",
    ),
    Label(
        "account,acct,routing,sort code,bank",
        r"(?:bank )?(?:account|acct)\.?(?= ?(?:no|num|nr|#))|routing|sort code|bank account",
        r"\d(?:[ \-]?\d){5,17}",
        lambda value: "ACCOUNT",
    ),
    Label("rrn", "(?-i:RRN)", r"\d{6}-?[1-9]\d{6}", lambda value: "NATIONAL_ID"),
    Label("vin", "(?-i:VIN)", r"(?=[A-Z]*\d)(?-i:[A-HJ-NPR-Z0-9]{17})", lambda value: "LICENCE"),
    Label(
        "one-time,one time,verification code,otp,passcode",
        r"one[ \-]time (?:pass)?(?:code|word)|verification code|(?-i:OTP)|passcode",
        r"\d{3}-?\d{3}|\d{4,8}",
        lambda value: "SECRET",
    ),
    Label("cvv,cvc", r"cv[vc]2?(?!\d)", r"\d{3,4}", lambda value: "SECRET"),
    Label(
        "zip,postal,postcode,post code",
        r"zip(?:[ \-]?codes?)?|post(?:al)?[ \-]?codes?",
        r"\d{5}(?:-\d{4})?|[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}|[A-Z]\d[A-Z] ?\d[A-Z]\d",
        lambda value: "ADDRESS",
    ),
    Label(
        "born,birth,dob,d.o.b,geb.,gebor,(b. ,(* ,né(e)"
        ",née le,né le,nacid,nato il,nata il,nascid,naissance,nacimiento,nascita,nascimento"
        ",geburt,geboorte,urodzenia",
        r"(?:born|birth(?:day|date)?|dob|d\.o\.b|geb(?=\.)|geboren|née?|né\(e\)|\(b\.|\(\*|nacid[oa]|nat[oa]|nascid[oa]|naissance|nacimiento|nascita|nascimento"
        r"|geburts(?:datum|tag)|geboortedatum|urodzenia)(?:\b|(?<=[).*]))[^\d\n\x00]{0,45}?",
        DATE,
        lambda value: "BIRTHDAY",
        fill="",
    ),
)
