"""Values that only a word before or after them explains: numbers of documents, birthdays, national phone numbers."""

from __future__ import annotations

import re
from bisect import bisect
from collections.abc import Callable, Iterator

from .checksums import digits_of, luhn
from .identities import allowed_for_a_nino
from .kinds import Span
from .phones import LOOSE, counts_things, looks_dialled
from .words import phrases, words

_FILL = (
    r"(?:[ \t]*(?:numbers?|no|nos|num|nr|ids?|code|cards?|details?|is|was|are|were|of|the|my|our|his|her|their"
    r"|claimant|holder|customer|patient|user|on|in|at|as|file|it's|to|this|es|est|é|è|ist|lautet|är|er|jest|je|on|olan|le|la|el|il|nummer|numéro|numero|número|numer|:|=|#|-|–|\.|,|\(|\"|'|’s|>|→|\|)"
    r"(?![^\W\d_])){0,9}[ \t]*"
)
_ANY = r"\d{1,12}(?: \d{1,12}){1,7}|(?=[A-Za-z\-]{0,8}\d)[A-Za-z0-9]{1,20}(?:[\-./][A-Za-z0-9]{1,12}){0,4}"
_MONTH = (
    r"(?:jan|feb|fév|mar|mär|apr|avr|abr|may|mai|mag|jun|jui|giu|jul|lug|aug|aoû|ago|sep|set|oct|okt|ott|nov|dec|déc|dez"
    r"|dic|ene|gen)[^\W\d_]{0,7}"
)
DATE = (
    r"\d{4}[\-./]\d{1,2}[\-./]\d{1,2}|\d{1,2}[\-./]\d{1,2}[\-./]\d{2,4}"
    rf"|\d{{1,2}}(?:st|nd|rd|th|\.|er)?[ \-](?:of |de )?{_MONTH}\.?,?[ \-](?:de )?\d{{2,4}}"
    rf"|{_MONTH}\.? \d{{1,2}}(?:st|nd|rd|th)?,? \d{{4}}"
)
_AFTER = re.compile(
    r"(?<![\w\-])(?P<value>[+(\d][\d ()./\-]{4,24}\d(?: ?x ?\d{1,6})?)"
    r"(?P<gap> ?-? ?| \(|,? (?:that['’]s|that is|it['’]s|is) (?:my|our|the|his|her|their) )\Z"
)
_DOTTED = re.compile(r"1[4-8]\d{11}|\d{1,3}(?:\.\d{1,3}){3}|\d+\.\d+|(?=.*\b\d\b)\d{1,4}\.\d{1,4}\.\d{1,5}")
_NUMBER = LOOSE.pattern
Check = Callable[[str], str]


class Label:
    """Words that announce a value. `stems` are looked for first, in lower case, because that is fast."""

    def __init__(self, stems: str, label: str, value: str, check: Check, fill: str = _FILL) -> None:
        self.stems = tuple(stems.split(","))
        self.plain_stems = tuple(stem for stem in self.stems if stem.isascii())
        self.form = re.compile(rf"(?<![^\W\d_])(?:{label}){fill}(?P<value>{value})(?!\w|[\-/]\d)", re.I)
        self.check = check


def _nino(value: str) -> str:
    return "NINO" if allowed_for_a_nino(value[:2]) else ""


def _card(value: str) -> str:
    """What is called a card and is none may be mistyped, and is still the number of an account of somebody's."""
    return "CARD" if luhn(digits_of(value)) else "ACCOUNT"


def _document(kind: str, least: int) -> Check:
    return lambda value: kind if len(digits_of(value)) >= least and not re.fullmatch(DATE, value, re.I) else ""


def _phone(value: str) -> str:
    wrong = _DOTTED.fullmatch(value) or not looks_dialled(value, at_least=6)
    return "" if wrong else "PHONE"


def _whole_phone(value: str) -> str:
    """The same where a weaker word announces it: short numbers may be anything."""
    return _phone(value) if len(digits_of(value)) > 7 else ""


def _long_distance_phone(value: str) -> str:
    """The same behind words that announce a lot else."""
    return _whole_phone(value) if value[0] in "0+(" and not re.fullmatch(DATE, value, re.I) else ""


def _dialled_phone(value: str) -> str:
    """The same behind a word for any number: a zero or a plus first, or groups."""
    return _long_distance_phone(value) or (_whole_phone(value) if value.count(" ") > 1 else "")


_MY_NUMBER = phrases("""
    my number, mein nummer, meine nummer, mon numéro, mi número, mi numero, mio numero, mijn nummer, meu número,
    mój numer, mitt nummer, mit nummer, moje číslo, mé číslo, numaram, new number, neue nummer, nouveau numéro,
    nuevo número,
    nuovo numero, nieuwe nummer, novo número, nowy numer, unter der nummer, unter folgender nummer, al numero,
    al número, mon portable
""")
_WHOSE = words("""
    my our his her their your this best new old current correct right contact other another personal private work office
    home daytime evening alternate alternative preferred following updated emergency main better callback backup second
    same direct desk
""")
_A_NUMBER = (
    rf"(?:{'|'.join(f'(?<={word} )' for word in sorted(_WHOSE))})number|direct line"
    r"|num[eé]ro (?=de contact|direct)|numeru? kontaktow\w+|kontaktnummer|contactnummer|número de contacto"
    r"|numero di contatto|número de contato|(?:meu|mi) conta[ck]?to|mio contatto|mon contact"
    r"|(?:gerne?|jederzeit) unter"
)
"""What announces the number of somebody without the word for a phone: `the best number is …`, `my direct line is …`."""
_CALLS = (
    "erreich,ruf ,ruft ,rufen,anrufen,rückruf,joign,joind,appele,rappele,appell,llám,llama,llame"
    ",localiz,chiam,contatt,raggiung,bel m,bel o,bellen"
    ",bereik,belt m,belt u,når m,nå m,nås p,når o,nå o,træffes,treffes,kontaktes,tavoit,zastih,dovol,ulaş,suna,elér"
    ",ligue,ligar,dzwo,zadzwo,oddzwo,ring m,ring p,ring t,ring u,ringe "
    ",звон,позвон,перезвон,дзвон"
    ",подзвон,задзвон,обад,καλέσ,volej,volajte,zavol,sunați,arayın,soita,soitta,nazov,hív"
)
_CALL = (
    r"ruft? (?:[^\W\d_]{1,12} ){1,4}an|erreich(?:en|bar)|(?:an|zurück|durch)?rufen|rückruf|joign\w+|joindre"
    r"|r?appel(?:e[rz]|lent|ler?)|llám\w+|llam(?:ar?|ar(?:me|nos|le)|an|en?|enme|ennos|ad(?:me|nos))"
    r"|localiz\w+|chiam\w+|contatt\w+"
    r"|raggiung\w+|bel (?:me|mij|ons)|(?:terug|op)?bellen|bereik\w+"
    r"|belt (?:me|mij|ons|u)|nås på|nå[rs]? (?:mig|meg|mej|oss|os)|tr[æe]ffes|kontaktes|tavoit\w+|zasti[hž]\w*|dovol\w+"
    r"|ulaşa\w+|suna|elér\w*|liguem?|ligar|(?:za|od)?dzwo\w+"
    r"|ringe? (?:(?:til|upp|tilbage|tilbake) )?(?:mig|meg|mej|på|til)|(?:по|пере)?звон\w+|(?:по|за)?дзвон\w+|обад\w+"
    r"|καλέσ\w+|(?:za)?volejte|(?:za)?volajte|sunați|arayın|soitt?a\w*|nazov\w+|hív\w+"
)
"""Words that ask for a call in the languages of Europe."""
# Capitals where there are blanks: a small word that follows is not a part of it.
_IBAN = r"(?-i:[A-Z]{2}\d{2}(?:[ \-]?[A-Z0-9]{4}){2,7}(?:[ \-]?[A-Z0-9]{1,3})?)|[a-z]{2}\d{2}[a-z0-9]{8,30}"
_PASSPORT = r"[A-Za-z]{0,3}\d{5,9}[A-Za-z]?|(?=(?:[A-Z]*\d){4})[A-Z][A-Z0-9]{7,8}"
_LABELS = (
    Label("passport", "passports?", _PASSPORT, _document("PASSPORT", 5)),
    Label(
        "reisepass,passnummer,passeport,pasaporte,passaport,paspoort,paszport,паспорт,пaспорт,pasaport",
        r"(?:reise)?pass(?:nummer|es)|reisepass|passeport|pasaporte|passaport[oe]|paspoort(?:nummer)?|paszport\w*"
        r"|паспорт\w*|pasaport\w*",
        _PASSPORT,
        _document("PASSPORT", 5),
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
        r"[A-Za-z]{0,5}(?:[ \-]?\d[A-Za-z0-9]{0,14}){1,5}(?: \d\d)?",
        _document("LICENCE", 5),
    ),
    Label(
        "ssn,social sec,ss#,ss #,soc sec,soc. sec",
        r"ssn|social security|ss ?#|soc\.? sec",
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
        r"tax(?:payer)? id(?:entification)?|itin|cpf|cnpj|curp|pesel|bsn|aadhaar|nhs|national id"
        r"(?:entity|entification)?|identity card|codice fiscale|personnummer|medicare"
        r"|tax file|employer id(?:entification)?|provider identifier"
        r"|(?-i:MBI|NRIC|UTR|NPI|DNI|NIF|RUT|SIN|TIN|EIN|TFN|NIP|NIE|CPR|HETU|NIR|RRN|PPSN?)(?![A-Za-z])",
        _ANY,
        _document("NATIONAL_ID", 5),
    ),
    Label(
        "sécurité sociale,numéro fiscal,steuer,versicherungsnummer,ausweis,seguridad social,identificación,cédula"
        ",documento de ident,burgerservice,rijksregister,numer dowodu,fødsels,henkilötunnus,rodné,kimlik,adószám"
        ",contribuinte,cartão de cidad,carta d'ident,carta d’ident,carte d'ident,снилс,инн,sozialvers",
        r"(?:de )?sécurité sociale|numéro fiscal|steuer(?:-?id(?:entifikationsnummer)?|nummer)"
        r"|\w{0,12}versicherungsnummer|(?:personal)?ausweis(?:nummer|es)?|seguridad social|identificación|cédula"
        r"|documento de identidad|burgerservicenummer|rijksregisternummer|dowodu(?: osobistego)?|fødselsnummer"
        r"|henkilötunnus\w*|rodné číslo|kimlik(?: no| numara\w*)?|adószám\w*|(?:de )?contribuinte|cartão de cidadão"
        r"|cart[ae] d['’]identit[àé]|снилс|инн",
        r"\d{1,4}(?:[ .\-/]?[A-Za-z]?\d{1,6}){2,8}[A-Za-z]?|(?=(?:[A-Z]{0,4}\d){4})[A-Z0-9]{8,16}",
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
        "born,birth,dob,d.o.b,geb.,gebor"
        ",née le,né le,nacid,nato il,nata il,nascid,naissance,nacimiento,nascita,nascimento"
        ",geburt,geboorte,urodzenia",
        r"(?:born|birth(?:day|date)?|dob|d\.o\.b|geb(?=\.)|geboren|née?|nacid[oa]|nat[oa]|nascid[oa]|naissance|nacimiento|nascita|nascimento"
        r"|geburts(?:datum|tag)|geboortedatum|urodzenia)\b[^\d\n\x00]{0,45}?",
        DATE,
        lambda value: "BIRTHDAY",
        fill="",
    ),
    Label(
        "phone,telephone,landline,telef,teléf,téléph,mobil,fax,whatsapp,hotline,cell,celular,móvil,handy,rufnummer,portable,puhel,matkapuh"
        ",mobiel,mobitel,durchwahl,зателефон"
        ",τηλέφων,κινητ,телефон,мобильн,мобільн,мобилен",
        r"(?:tele|i)?phones?|landline|tel[eé]f\w+|téléphone|mobil(?:e|nummer|telefon)?|fax|whatsapp|hotline|cell(?:ulare)?|celular"
        r"|móvil|handy(?:nummer|nr|(?= ?:))|rufnummer|portable(?= ?:)|(?:matka)?puhelin\w*|τηλέφων\w+|κινητ\w+"
        r"|mobiel\w*|mobitel\w*|durchwahl|(?:за)?телефон\w*|мобильн\w+|мобільн\w+|мобилен",
        _NUMBER,
        _phone,
        fill=r"(?:[^\d\n\x00+(.=;|]|(?<=[nN][orOR])\.){0,24}",
    ),
    Label(
        "tel,tél,cell.,mob.,tlf,puh.,τηλ.,тел,моб.",
        r"t[eé]l|cell(?=\.)|mob(?=\.)|tlf|puh(?=\.)|τηλ(?=\.)|тел|моб(?=\.)",
        _NUMBER,
        _phone,
        fill=r"(?: (?:est|is|ist|es|è|é)(?: le| el| il)?)?[ \t.:=#]{0,4}"
        r"(?:(?:kom|mob|dom|móv|cel|port|nr|no|privat|privé|perso|dienstl|büro|casa)[ .:]{1,3})?",
    ),
    Label(
        ",".join(_MY_NUMBER),
        "|".join(_MY_NUMBER),
        _NUMBER,
        _whole_phone,
        fill=r"(?: (?:c['’])?[^\W\d_]{1,6}){0,2}(?: ?:)? ",
    ),
    Label(
        "number,direct line,numéro,numero,numeru,kontaktnummer,contactnummer,número,meu conta,mi conta,mio conta"
        ",mon conta,gern unter,gerne unter,jederzeit unter",
        _A_NUMBER,
        _NUMBER,
        _whole_phone,
        fill=r"(?: (?:to|for|you|can|call|reach|contact|direct|me|us|him|her|them|on|at|de|is|was|now|es|est|é|è|ist|är"
        r"|er|jest|na|je))*[ :]{1,3}",
    ),
    Label(
        "get me,try me,ping me,buzz me,catch me,find me,speak to,speak with,available,reachable,sms,texted,text to"
        ",signal,reach out,number on,number's",
        r"(?:get|try|ping|buzz|catch|find) me|speak (?:to|with) \w{2,12}|available|reachable|sms|texted|text(?= to)"
        r"|signal|reach out|number on (?:file|record)|number['’]s",
        _NUMBER,
        _long_distance_phone,
        fill=r"(?: (?:sent|on|at|to|from|via|is|was|under|the))*[ :]{1,3}",
    ),
    Label("number", "(?<=, )number", _NUMBER, _dialled_phone, fill="[ :]{1,2}"),
    Label(
        "old one,new one,other one,previous one,die alte,ancien,antiguo,anterior,vecchio,de oude,antigo,den gaml",
        r"(?:old|new|other|previous) one|die alte|l['’]ancien|el an(?:tiguo|terior)"
        r"|il vecchio|de oude|o antigo|den gaml[ae]",
        _NUMBER,
        _long_distance_phone,
        fill=r"(?: is| was)? \(?",
    ),
    Label(_CALLS, _CALL, _NUMBER, _whole_phone, fill=r"(?:[ \-][^\W\d_]{1,12}){0,4}:? "),
    Label(
        "call,reach,dial,answering,contact,text,ring,sms,voicemail,ask for,a message",
        r"dial[ \-]in|call-?backs?"
        r"|(?:call|dial|reach|answering|contact|text|ring)(?:ed|ing)?|caller id(?: shows| showed| was)?"
        r"|sms (?:to|from)|ask for|a message|voicemail (?:left )?(?:from|to|at|on|by)",
        _NUMBER,
        _phone,
        fill=r"(?:\s+(?:me|us|him|her|them|you|back|on|at|now|today|the|number|this|our|my|his|her|cell|office|please|via"
        r"|is|under|(?-i:[A-Z])[\w'’\-]{0,20}\.?))*\??[ \t:]+",
    ),
)
_AND_ANOTHER = re.compile(
    r"(?:,| or| and| oder| und| ou| o| /),?(?: (?:my|his|her|our) [^\W\d_]{2,20}"
    r"(?: [^\W\d_a-z][\w'’\-]{1,20})? (?:on|at))? "
    rf"(?P<value>{_NUMBER})(?!\w|[\-/]\d)"
)
_SOME_DIGITS = re.compile(r"[0-9](?:[^\w\n]{0,3}\d){3,40}+")
# Written without blanks between words, so that no word begins or ends.
_EASTERN = re.compile(
    r"(?:手机|手機|电话|電話|携帯|전화|휴대|연락|拨打|撥打|致电|联系|聯絡|連絡)[^\d\n\0+(]{0,8}"
    rf"(?P<value>{_NUMBER})(?![A-Za-z0-9_]|[\-/]\d)"
)
_FISCAL = re.compile(r"(?<!\w)[A-Z]{6}\d{2}[A-EHLMPRST]\d{2}[A-Z]\d{3}[A-Z](?!\w)")
"""The number of a taxpayer of Italy: its digits stand apart."""
_WINDOW = 80
_ENDS_A_TAG = re.compile(r"</[\w:.\-]{0,20}$")
_WORDS_AFTER = ("office", "fax", "mobile", "cell", "home", "work", "landline")
_BIRTHDAY_AFTER = re.compile(
    rf"(?P<value>{DATE}) (?:(?:is|was) (?:my|his|her|their) (?:birthday|dob|date of birth)"
    r"|(?:in [^\W\d_]{2,30} )?geboren)",
    re.I,
)


def labelled(text: str) -> Iterator[Span]:
    if not text.isascii():
        for found in _EASTERN.finditer(text):
            if _phone(found["value"]):
                yield Span(found.start("value"), found.end("value"), "PHONE")
    for found in _FISCAL.finditer(text) if "iscal" in text else ():
        yield Span(found.start(), found.end(), "NATIONAL_ID")
    near = _Neighbourhoods(text)
    if not near.text:
        return
    plain = near.text.isascii()
    for label in _LABELS:
        for stem in label.plain_stems if plain else label.stems:
            for place in near.places(stem):
                yield from _behind(text, place, stem, label)
    for word in _WORDS_AFTER:
        for place in near.places(word):
            yield from _before(text, place, word)
    for word in ("birth", "dob", "geboren"):
        for place in near.places(word):
            found = _BIRTHDAY_AFTER.search(text, max(0, place - 60), place + 20)
            if found:
                yield Span(found.start("value"), found.end("value"), "BIRTHDAY")


class _Neighbourhoods:
    """What stands around numbers, in lower case: a label elsewhere announces nothing."""

    def __init__(self, text: str) -> None:
        self._starts: list[int] = []
        self._offsets: list[int] = []
        parts: list[str] = []
        reached = length = 0
        for found in _SOME_DIGITS.finditer(text):
            start, end = max(reached, found.start() - _WINDOW), found.end() + _WINDOW // 4
            start = max(start, text.rfind("\0", start, found.start()) + 1)  # no label reaches into another text
            over = text.find("\0", found.end(), end)
            end = over if over > 0 else end
            if end > start:
                part = text[start:end]
                parts.append(part)
                self._starts.append(start)
                self._offsets.append(length)
                length += len(part)
                reached = end
        whole = "".join(parts)
        lowered = whole.lower()
        self.text = lowered if len(lowered) == len(whole) else whole

    def places(self, word: str) -> Iterator[int]:
        """Where a word stands in the text, near a number."""
        found = self.text.find(word)
        while found >= 0:
            window = bisect(self._offsets, found) - 1
            yield self._starts[window] + found - self._offsets[window]
            found = self.text.find(word, found + len(word))


def _behind(text: str, place: int, stem: str, label: Label) -> Iterator[Span]:
    if place and text[place - 1].isalpha() and len(stem) < 5:
        return
    if _ENDS_A_TAG.search(text, max(0, place - 24), place):
        return  # what stands behind `</phone>` is something else
    for start in (place, max(0, place - 5), max(0, place - 9)):  # "telephone", "tax id", "bank account" hold their stem
        found = label.form.match(text, start, place + 110)
        if found:
            kind = label.check(found["value"])
            if kind == "PHONE" and counts_things(text, found.start("value")):
                return  # `call me about order 4711 0815`
            if kind:
                opened = found["value"][0] == "(" and ")" not in found["value"]  # of what it stands in
                yield Span(found.start("value") + opened, found.end("value"), kind)
            if kind == "PHONE":
                yield from _also(text, found.end("value"))
            return


def _also(text: str, end: int) -> Iterator[Span]:
    """`… or 089 123456`: another number after one that was announced."""
    while found := _AND_ANOTHER.match(text, end):
        if not _phone(found["value"]):
            return
        end = found.end("value")
        yield Span(found.start("value"), end, "PHONE")


def _before(text: str, place: int, word: str) -> Iterator[Span]:
    end = place + len(word)
    if text[end : end + 1].isalnum() or not place or text[place - 1].isalnum():
        return
    found = _AFTER.search(text, max(0, place - 50), place)
    bare = found is not None and found["value"].isdigit() and len(found["value"]) < 10  # mostly something else's number
    if found and not bare and _phone(found["value"]):
        yield Span(found.start("value"), found.end("value"), "PHONE")
