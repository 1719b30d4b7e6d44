"""Whether a short value reads like the name of a person or of a company. Nothing is looked for in running text here."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable

from ..words import words
from ..writing.folding import unaccented
from .given import ALSO_WORDS, GIVEN_NAMES

# Accents that are signs of their own, and the vowels of Indian and other scripts: part of a word, but no letters.
_LETTER = r"(?:[^\W\d_]|(?!\w)[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670\u0900-\u0fff\u1000-\u109f\u1780-\u17d3])"
_WORD = rf"[^\W\d_]{_LETTER}*(?:['’.\-]{_LETTER}*)*"
_NICKNAME = rf"[\"“„'‘(]{_WORD}(?: {_WORD}){{0,2}}[\"”“'’)]"
_NAME = re.compile(rf"{_WORD}(?:(?:,? {{1,4}}|,|\^{{1,3}})(?:['’]?{_WORD}|{_NICKNAME}|&)){{0,7}}\.?$")
_CAPITAL = rf"(?![a-z])[^\W\d_]{_LETTER}*(?:(?:['’\-]|\.-?(?=[A-Z])){_LETTER}+)*\.?"
_PARTICLES = (
    "van|von|de|der|den|del|della|di|da|das|do|dos|du|le|la|bin|ibn|al|el|y|e|ten|ter"
    "|te|op|zu|zum|zur|vom|los|las|dei|dalla|af|av|und|d['’]|['’]t"
)
_GIVEN_FIRST = re.compile(
    rf"{_CAPITAL}(?: {{1,4}}(?:{_PARTICLES}|{_CAPITAL}|[\"“(]{_CAPITAL}[\"”)])){{0,4}} {{1,4}}{_CAPITAL}$"
)
_PART = re.compile(rf"(?:(?:{_PARTICLES}) ){{0,3}}(?:[^\W\d_a-z]{_LETTER}{{0,20}}['’\-])?[^\W\d_a-z]{_LETTER}{{1,20}}")
_ONLY_PARTICLES = re.compile(rf"(?:(?:{_PARTICLES})(?: |\Z))+")
_TITLE = re.compile(r"(?:Dr|Prof|Mr|Mrs|Ms|Mx|Herr|Frau|Sr|Sra|Dra|Dott|Mme|Mlle|Dhr|Mevr|Mag|Ing)\.? ")
_TWO_CAPITALS = re.compile(r"[a-z][A-Z]")
_LEGAL_FORMS = words("""
    inc incorporated llc llp lp ltd limited plc corp corporation co gmbh ag kg ohg se sa sas sarl srl spa bv nv ab as
    asa oy oyj aps a/s kft zrt sro doo pty pte s.a s.p.a s.r.l s.a.r.l s.a.s b.v n.v mbh kgaa
    pvt gbr ug eg e.g e.v e.k e.u partg eurl snc ltda eireli s.l s.l.u slu sau sapi z.o.o o.o a.s s.r.o d.o.o d.d k.k
    sdn bhd tbk jsc ooo ehf vof bvba pllc l.l.c l.p p.c cic dac clg inc. s.c s.c.a s.c.p s.c.s s.n.c s.s s.com v.o.s k.s
    s.k.a sp.k sp.j sp.p a.ş a.s. şti ltd.şti v.o.f c.v scs scop scrl sprl asbl vzw s.a.c s.a.b s.a.p.i s.coop s.l.l
    c.b c.a e.i.r.l eirl oü sia uab ead eood ood a.d d.n.o sf hf kda k.d s.e n.v. nyrt bt kkt s.a.l s.c.c.l scpa s.c.r.l
    s.a.r.l. s.à.r.l r.l ou тов ооо оао зао пао
""")
_COMPANY_ENDS = _LEGAL_FORMS | words("""
    company holding holdings group groep gruppe grupo gruppo groupe grupp grupa skupina konsern partners partnerzy
    associates asociados associados associati associés associes industries bank
    university foundation institute technologies solutions systems consulting enterprises ventures labs studios
    hospital clinic stiftung
    sons bros brothers logistics insurance airlines airways motors
    pharmaceuticals foods outfitters healthcare laboratories electronics software consultants contractors architects
    builders realty properties investments securities advisors advisory agency school college academy council
    versicherung versicherungen sparkasse stadtwerke verlag söhne söner sønner synowie assurances transports fils
    hermanos hijos irmãos fratelli figli zonen
    design designs pharma clinics dental media digital energy construction roofing plumbing electrical heating
    hospitality hotels catering bakery brewery winery dairy trading imports exports supplies wholesale automotive
    removals movers
    landscaping veterinary veterinarians childcare fitness transport haulage couriers freight mortgages accounting
    accountants bookkeeping consultancy recruitment staffing publishing productions pictures biotech genomics
    therapeutics diagnostics robotics plastics chemicals packaging textiles apparel interiors flooring jewellers
    cooperative coop charity federation association daughters management hospitals
    pharmacy optometry orthodontics chiropractic physiotherapy renovations contracting excavating paving autobody
    aviation aerospace maritime semiconductors telecom networks analytics capital equity
""")
_COMPANY_BEGINS = words("""
    fundacja fundación fundacion fundação fondation fondazione stichting vereniging asociación associação associazione
    cooperativa coopérative spółdzielnia société società sociedad sociedade cabinet établissements gebrüder autohaus
    farmacia pharmacie clínica clinique ооо оао зао пао groupe grupo gruppo przedsiębiorstwo
""")
"""What firms begin with that say first what they are."""
_BUSINESSES = ("pest control", "auto repair", "health plan", "law firm", "housing trust")
_ALSO_FAMILIES = words("sas sa se as ab ag")
"""Endings of companies that are names of families too, if they are not in capitals."""
_ALSO_WORDS = _ALSO_FAMILIES | words("e.g eg r.l c.a s.s a.d p.c d.d bt sia hf sf doo ug")
_FAMILIES = re.compile(
    rf"{_CAPITAL}(?:(?:, {_CAPITAL})*,? (?:and|&|und|et|y|e|og|och|en|i) {_CAPITAL}"
    rf"| (?:and|&|und|et|y|e|og|och|en) (?:Sons?|Co|Partners?|Söhne|Partner|Fils|Hijos|Figli|Filhos|Zonen))\.?"
    rf"|[A-Z][a-z]+-[A-Z][a-z]+"
)
_CODE = re.compile(r"[A-Za-z]{0,4}[\-]?\d{4,}")
"""The number that a company has somewhere, and not its name."""
_NOBODY = words("""
    admin administrator system root nobody none null unknown unassigned anonymous guest default user users owner
    test bot support team everyone all public private automation service me you self n/a na tbd yes no true
    false main master open closed active inactive pending enabled disabled new draft internal external customer
    client employee manager engineering marketing sales finance legal hr it ops operations security platform
    infrastructure production staging development sandbox string github gitlab bitbucket dependabot
    localhost cronjob scheduler lobby reception conference fax operator switchboard voicemail warehouse hotline helpdesk
""") | {"to do"}
_TITLES = words("""
    items checklist inquiry enquiry newsletter campaign campaigns roadmap handbook tracker dashboard backlog budget
    guide tutorial bridge office bureau reservations ministry ministerio ministere ministerium
    proposal agreement survey onboarding policy policies plan report reports request project template document documents
    sheet form subscription integration workflow pipeline notifications account accounts tests services meeting
""")
"""What ends a title and no name of a family."""
_THINGS = _TITLES | words("""
    team group department dept project support service services system admin bot api server account accounts
    report policy plan issue issues request pull bug feature task epic story sprint board list queue channel
    general random test tests data file files folder document page sheet table form template default standard
    premium basic free trial product order invoice payment subscription new open closed done progress review
    ready blocked high medium low urgent critical error warning info debug build deploy release version
    integration workflow pipeline action job step stage app application web mobile desktop cloud database
    storage network security backup log logs event events meeting call webhook notification message email user
    users role permission access key token create update delete get set add remove search find read write north
    machine runner portal gateway handler parser engine cluster instance container helper daemon
    day holiday eve festival week month department ops
    south east west street road city state county country united states kingdom republic island islands
    desk helpdesk license licence unlicense commit commits blocklist allowlist
    library museum airport pharmacy supermarket stadium terminal campus parking kitchen bedroom bathroom garage hallway
    signing failed passed succeeded authentication logon admins
    administrators operators controllers computers contractors directory detection detections analytics signing
    blinds lamp lights thermostat sensor plug camera doorbell curtain curtains heater vacuum fridge tv
""")


_OFFICES = words("""
    team support desk helpdesk billing newsletter notification notifications alerts updates bot automation payable
    receivable accounting reply noreply no-reply onboarding service services client clienti kundenservice kundendienst
    secretaria segreteria sekretariat soporte supporto facturacion fatturazione rechnungswesen buchhaltung comptabilite
    contabilidad marketing sales vertrieb ventas vendite payroll recruiting hr it reception recepcion rezeption accueil
    office department customer delivery shipping orders invoices security admin administrator system mailer daemon
    community digest reminders calendar host-to-host h2h gateway signing backup release releases key shop webshop
""")
_EMBOSSED = re.compile(r"[^\W\d_]+(?:[ '\-][^\W\d_]+){0,2}/[^\W\d_]+(?:[ '\-][^\W\d_]+){0,2}\.?")
"""`ROE/JANE`, as the stripe of a card and a ticket have it."""
_TRAVELS = re.compile(r"passenger|passagier|passager|pasajero|travell?er|\bpax\b|guest|reisende", re.I)


def is_embossed(value: str, key: str) -> bool:
    """`ROE/JANE MRS` of a passenger, or with a given name behind the stroke: `READ/WRITE` is nobody."""
    if not value.isupper() or not _EMBOSSED.fullmatch(value):
        return False
    return bool(_TRAVELS.search(key)) or is_given(value.partition("/")[2].split()[0].capitalize())


_FAMILIES_FIRST = words("""
    wang li zhang liu chen yang huang zhao wu zhou xu sun ma zhu hu guo he lin gao luo zheng liang xie tang
    deng feng peng zeng xiao tian dong pan yuan cai jiang yu du ye cheng wei su lu ding shen ren yao lu fu zhong tan
    liao kim lee park choi jung jeong kang cho yoon jang lim han oh seo shin kwon hwang ahn song ryu hong
    nguyen tran le pham hoang huynh phan vu vo dang bui do ho ngo duong ly dinh mai truong
    sato suzuki takahashi tanaka watanabe ito yamamoto nakamura kobayashi kato yoshida yamada sasaki yamaguchi matsumoto
    nagy kovacs toth szabo horvath varga kiss molnar nemeth farkas balogh papp takacs juhasz
""")
"""As they are common where people are called by their families first."""
_UNKNOWN = re.compile(
    r"(?:unknown|anonymous|deleted|deactivated|removed|system|guest|service|local service|network service) (?:users?"
    r"|account|accounts|member|author|person|contact|logon)|(?:local|network) service|not (?:available|applicable|set)"
    r"|(?:un|utilisateur|usuario|unbekannter) ?(?:inconnu|desconocido|benutzer)",
    re.I,
)
"""What stands where nobody is known."""


def is_name(value: str) -> bool:
    """In a field that holds nothing but names."""
    plain = value.replace(" ", "", 5).isalpha() and "  " not in value  # most are, and this is faster than a pattern
    if value.islower() and ("-" in value or "." in value) and " " not in value:
        return False  # as programs are called: `payments-7d9f`
    long = 1 < len(value) <= 80 or (len(value) == 1 and value > "\u3400")  # one sign is a whole name in China and Korea
    written = plain or _NAME.match(value) or (value.isupper() and _EMBOSSED.fullmatch(value))
    return long and bool(written) and value.lower() not in _NOBODY and not _UNKNOWN.fullmatch(value)


def is_full_name(value: str) -> bool:
    """In a field that holds names among other things: words with capitals, none of which names a thing."""
    if len(value) > 60 or not _GIVEN_FIRST.match(value):
        return False
    if (value.isupper() and len(value) < 8) or _UNKNOWN.fullmatch(value):
        return False
    things = any(word in _THINGS for word in re.split(r"[ \-]", value.lower()))
    return (not things or _begins_given(value) or bool(_TITLE.match(value))) and not is_company(value)


def is_an_office(value: str) -> bool:
    """`Customer Support`, `Servizio Clienti`: who writes is a part of a firm, or a program."""
    parts = unaccented(value).lower().split()
    return bool(parts) and not _OFFICES.isdisjoint((parts[0], parts[-1])) and parts[0] not in GIVEN_NAMES


def is_a_label(value: str) -> bool:
    """What is called a name, and is a login, a title or an office: `octocat`, `Travel policy`, `Billing team`."""
    first, _, last = value.partition(" ")
    if is_given(given_first(value)):
        return False
    last = last.rpartition(" ")[2]
    title = first[:1].isupper() and (last.islower() or last.lower() in _TITLES)
    return title or (is_an_office(value) if last else first.islower())


def is_someone(value: str) -> bool:
    """In a field named after a part that someone plays, such as owner: `Maria`, `Jane Roe`, not `octocat`."""
    if "/" in value:
        return is_embossed(value, "")
    return is_full_name(given_first(value)) if " " in value else is_single_name(value) or is_uncased(value)


def given_first(value: str) -> str:
    """`Roe, Jane` as `Jane Roe`; any other value as it is."""
    last, comma, first = value.replace("^", ", ", 1).partition(",")
    first = first.strip(" ^").replace("^", " ")
    if first and _ONLY_PARTICLES.fullmatch(first):
        return last  # `Jane Berg, van den`, as Dutch registers sort her
    return f"{first} {last}" if comma and "," not in first and last.count(" ") < 3 else value


def is_single_name(value: str) -> bool:
    """`Maria`: one capital, and no word that stands where names stand."""
    plain = value.isalpha() and value[:1].isupper() and value[1:].islower()
    return plain and 2 < len(value) < 20 and value.lower() not in _NOBODY and value.lower() not in _THINGS


def are_single_names(values: Collection[str]) -> bool:
    """Whether all are such words, and two and at least half of them given names."""
    given = sum(is_given(value) for value in values)
    return given > 1 and 2 * given >= len(values) and all(map(is_single_name, values))


def is_part_of_a_name(value: str) -> bool:
    """`van der Berg`, `Klaus-Jürgen`, `O'Neil`: one word with a capital, and small ones before it."""
    whole = len(value) == 1 and value > "\u3400"  # one sign is a whole name in China and Korea
    return whole or (len(value) < 40 and bool(_PART.fullmatch(value)) and value.lower() not in _NOBODY)


def is_written_name(value: str) -> bool:
    """In running text, where a word after a name of a field may be code: one that is written like a name."""
    return is_uncased(value) or is_full_name(value) or is_single_name(value)


def is_uncased(value: str) -> bool:
    """A short word of a script without capitals, as names are written in China, Japan and Korea."""
    plain = value.replace(" ", "", 1)
    return plain.isalpha() and value.upper() == value.lower() and 1 < len(plain) < 7


def is_given(value: str) -> bool:
    """Whether the first word is a given name that is common somewhere."""
    return _first_word(value) in GIVEN_NAMES


def begins_as_a_name(value: str) -> bool:
    """With a given name, or with a family name where that stands first; also `Roe, Jane`."""
    return _begins_given(given_first(value)) or _first_word(value) in _FAMILIES_FIRST or is_uncased(value)


def _first_word(value: str) -> str:
    """As names are listed: `Zoë` is `zoe`, `Jean-Pierre` is `jean`."""
    first = value.partition(" ")[0].partition("-")[0].lower().strip(".")
    return first if first.isascii() else unaccented(first)


def _begins_given(value: str) -> bool:
    """The same, and it is nothing else: `Yvonne Read` is somebody, `Grace Period` and `ADA Access` are not."""
    first = _first_word(value)
    if value.partition(" ")[0].isupper() and not value.isupper():
        return False
    return first in GIVEN_NAMES and (first not in ALSO_WORDS or "-" in value.partition(" ")[0])


def is_known_name(value: str) -> bool:
    """A full name whose first word is a given name, and nothing else."""
    return _begins_given(value) and is_full_name(value)


def is_nobody_s(names: Iterable[str]) -> bool:
    """Whether one of them, in lower case, is a word that stands where names stand."""
    return not _NOBODY.isdisjoint(names)


def may_end_a_company(words: Iterable[str]) -> bool:
    return not _COMPANY_ENDS.isdisjoint(words)


def may_be_a_label(words: Iterable[str]) -> bool:
    return not (_OFFICES | _TITLES).isdisjoint(words)


def is_company(value: str) -> bool:
    if len(value) > 100:
        return False
    lowered = value.lower().removesuffix(".")
    last = lowered.rpartition(" ")[2]
    if lowered.endswith(_BUSINESSES) or (last.rpartition(",")[2] if "," in last else last) in _COMPANY_ENDS:
        return True
    first, _, rest = lowered.partition(" ")
    return bool(rest) and first in _COMPANY_BEGINS


def has_a_legal_form(value: str) -> bool:
    """`Roe Trading Ltd`: what no person and no thing has behind its name."""
    before, _, last = value.lower().removesuffix(".").rpartition(" ")
    form = last.rpartition(",")[2] or last
    return bool(before) and value[:1].isupper() and form in _LEGAL_FORMS and form not in _ALSO_WORDS


def reads_like_a_company(value: str) -> bool:
    """The same where people stand as well: `Sebastiaan Sas` is one of them."""
    given, _, last = value.partition(" ")
    family = last.istitle() and last.lower() in _ALSO_FAMILIES
    surname = last.lower() in ("bank", "dean", "day") and is_given(given)
    return bool(last) and is_company(value) and not (family or surname)


def joins_families(value: str) -> bool:
    """`Roe, Doe and Poe`, `Roe & Sons`, `Roe-Doe`: firms that are called after their founders."""
    return len(value) < 80 and bool(_FAMILIES.fullmatch(value))


def is_a_thing(value: str) -> bool:
    """Words that are no name: a state of something, a part of a system or of a company."""
    last = value.lower().rpartition(" ")[2]
    return value.lower() in _NOBODY or (last in _THINGS and last not in _COMPANY_ENDS)


def is_company_name(value: str) -> bool:
    """In a field that holds companies: not a slug, not an address on the net."""
    wrong = (
        _CODE.fullmatch(value)
        or (value.islower() and not 0 < value.count(" ") < 5)
        or value.lower() in _NOBODY
        or "_" in value
        or not any(map(str.isalpha, value))
        or re.search(r"[@<>{}]|://", value)
    )
    return 1 < len(value) <= 100 and not wrong
