"""Fields whose meaning hangs on what stands beside them: an account is a bank's, a ledger's or a customer's."""

from __future__ import annotations

import re

from ..naming.keys import MEASURE, NOTHING, Field
from ..words import words

_OF_BANKS = frozenset(
    {
        "routing",
        "routing number",
        "sort code",
        "bic",
        "swift",
        "iban",
        "bank code",
        "account number",
        "bsb",
        "aba",
        "ifsc",
    }
)
_OF_CARDS = frozenset({"card", "card number", "account holder"})
_DOCUMENTS = frozenset(
    {"document number", "document no", "document numbers", "identification number", "identification no"}
)
_PAPERS = frozenset({"PASSPORT", "LICENCE", "SSN", "BIRTHDAY"})
_OF_LETTERS = words("from to cc bcc date sent body message text")
_OF_LEDGERS = words("debit credit gl journal ledger memo posting debits credits")
_OF_DEVICES = words("model os platform firmware device serial sku chipset")
_OF_RUNS = words("run step steps trigger task action")
_OF_POLICIES = words("policy insured premium coverage subscriber deductible policyholder")
_GENERATED = frozenset({"special", "length"})
"""What a password that was made by a program has beside it."""
_OF_PUPILS = words("""
    aluno aluna alunos alumno alumna alumnos estudante estudiante student pupil turma curso grado serie escola escuela
    colegio disciplina asignatura carrera facultad semestre
""")
_ENROLMENT = frozenset({"matricula", "numero matricula", "numero de matricula", "n matricula", "num matricula"})
_OF_A_NETWORK = frozenset({"key", "code", "network key", "security key", "schlussel", "chiave", "cle", "clave"})
_OF_WIRELESS = frozenset({"wifi", "wi fi", "wlan"})
_HALVES = frozenset({"token id", "access id"})
_OF_AZURE = frozenset({"secret value", "client secret", "app secret"})
_OTHER_HALVES = frozenset({"token secret", "access secret", "secret", "secret key", "access key"})
"""What a token or a key is made of where it has two parts, of which both are needed and neither is shown around."""
_OF_CALLS = words(
    "clid billsec dcontext disposition channel dstchannel ani dnis trunk ringtime talktime uniqueid callid call"
)
_ENDS_OF_CALLS = frozenset(
    {"src", "dst", "source", "destination", "from", "to", "number", "did", "cnum", "dialled", "dialed"}
)
_OF_MAIL = ("smtp", "imap", "pop3")
_OF_AN_OWNER = re.compile(
    r"(?:owner|author|maintainer|creator|assignee|reporter|organi[sz]er|card ?holder)s?"
    r" (?:e ?mail|name|phone)(?: address)?"
)
_NAMED = frozenset({"name", "display name", "displayname"})
_REACHED = frozenset({"EMAIL", "PHONE", "BIRTHDAY", "SSN", "NATIONAL_ID"})
_LASTING = frozenset({"duration", "duration min", "duration minutes", "dauer", "duree", "duracion", "durata", "duur"})
_SHARED_OUT = frozenset({"quota", "kontingent", "cuota", "contingente", "qos usage quota"})
_STATED = frozenset({"status", "etat", "estado", "stato"})
_MADE_AT = frozenset({"create time", "created", "created at", "erstellt", "creation time"})
_OF_TOKENS = frozenset({"key", "created"})
_OF_USERS = frozenset({"user type", "account id", "username", "display name"})
_OF_A_USER = frozenset({"user", "user id"})
_ONCE = frozenset({"attempts", "attempt count", "tries", "consumed at", "used at", "verified at", "consumed"})
_ENDS = frozenset(
    {"state", "gultig bis", "valid to", "expires at", "expires", "expiry", "expires on", "valid until", "expiration"}
)
_LEFT = frozenset(
    {"initial value", "value", "wert", "balance", "initial balance", "remaining balance", "current balance", "restwert"}
)
_FOR = frozenset({"purpose", "channel", "attempts", "consumed at", "verified at"})
_USED = frozenset({"used", "benutzt", "utilise", "usado", "utilizzato", "gebruikt"})
_OF_CLIENTS = frozenset({"client id", "redirect", "redirect uri", "redirect uris", "callback url", "redirect url"})
_THEIR_SECRETS = frozenset({"secret", "client secret"})
_VISITORS = frozenset({"user agent", "payload", "ip address"})
_STORED = (
    {"expires", "session"}, {"expires", "sess"}, {"user id", "login", "last password verification"},
)  # fmt: skip
_OF_SITES = (frozenset({"url", "username", "password"}), frozenset({"login uri", "login username", "login password"}))
_LICENSED = frozenset(
    {
        "activation limit", "activations", "activation usage", "activations remaining", "max activations",
        "max machines",
    }
)  # fmt: skip
"""What stands beside the key of a licence."""
_SAYS_WHO = frozenset({("from", "from id"), ("actor", "actor id"), ("sender", "sender id"), ("author", "author id")})
"""A name beside the number of whoever has it, as talks are exported."""
_OF_PROGRAMS = words("agent browser os platform device ip")
_VINS = frozenset({"vin", "vehicle vin", "vin number"})
_OF_RENTALS = words("reservation rental pickup dropoff hire")
_IN_CLEAR = frozenset({"plaintext", "plain text", "cleartext", "clear text"})
_OF_LEAKS = words("breach breached leak leaked hash cracked compromised pwned")
_ASSISTED = frozenset({"session code", "one time password", "one time passcode", "one time code"})
"""What lets somebody in who helps from afar."""
_SIGNS_IN = (frozenset({"user name", "display name"}), frozenset({"type", "role", "email address", "display name"}))
"""What is known of a user, or of whoever may open a file."""
_OF_TOWNS = words("indirizzo comune citta provincia localita via residenza")
_MADE = frozenset({"manufacturer", "vendor", "brand", "maker", "manufacturer name", "vendor name"})


def beside(spoken: tuple[str, ...], fields: tuple[Field, ...], parts: set[str]) -> tuple[Field, ...]:
    """The same promises, some of them changed. `spoken` are the names of the fields, `parts` all words in them."""
    for rule in _RULES:
        fields = rule(spoken, fields, parts)
    return fields


def _changed(spoken: tuple[str, ...], fields: tuple[Field, ...], names: frozenset[str], to: Field) -> tuple[Field, ...]:
    return tuple(
        to._replace(role=to.role or field.role) if phrase in names else field
        for phrase, field in zip(spoken, fields, strict=True)
    )


def _accounts(spoken: tuple[str, ...], fields: tuple[Field, ...], parts: set[str]) -> tuple[Field, ...]:
    """Beside the number of a bank it is somebody's, beside debit and credit nobody's."""
    names = frozenset({"account name", "acct name", "account"})
    if not any(phrase in names for phrase in spoken):
        return fields
    if not _OF_BANKS.isdisjoint(spoken):
        fields = _changed(spoken, fields, frozenset({"account"}), Field("ACCOUNT", "account"))
        return _changed(spoken, fields, frozenset({"account name", "acct name"}), Field("PERSON", "holder"))
    if not _OF_CARDS.isdisjoint(spoken):
        return _changed(spoken, fields, frozenset({"account"}), Field("ACCOUNT", "account"))
    ledger = len(parts & _OF_LEDGERS) > 1
    return _changed(spoken, fields, names, NOTHING) if ledger else fields


def _made(spoken: tuple[str, ...], fields: tuple[Field, ...], parts: set[str]) -> tuple[Field, ...]:
    """Who makes a phone is no secret."""
    known = not _MADE.isdisjoint(spoken) and "model" in parts and parts & _OF_DEVICES
    return _changed(spoken, fields, _MADE, NOTHING) if known else fields


def _carriers(spoken: tuple[str, ...], fields: tuple[Field, ...], parts: set[str]) -> tuple[Field, ...]:
    """Insurers are called carriers; so are those of parcels and of phones."""
    insured = "carrier" in spoken and parts & _OF_POLICIES
    return _changed(spoken, fields, frozenset({"carrier"}), Field("COMPANY", "firm")) if insured else fields


def _generated(spoken: tuple[str, ...], fields: tuple[Field, ...], _: set[str]) -> tuple[Field, ...]:
    made = "result" in spoken and _GENERATED.issubset(spoken)
    return _changed(spoken, fields, frozenset({"result"}), Field("SECRET", "password")) if made else fields


def _enrolled(spoken: tuple[str, ...], fields: tuple[Field, ...], parts: set[str]) -> tuple[Field, ...]:
    """Cars and pupils have a `matrícula`; that of a pupil counts those who enrolled."""
    pupils = not _ENROLMENT.isdisjoint(spoken) and parts & _OF_PUPILS
    return _changed(spoken, fields, _ENROLMENT, Field(form=MEASURE)) if pupils else fields


def _wireless(spoken: tuple[str, ...], fields: tuple[Field, ...], parts: set[str]) -> tuple[Field, ...]:
    """Beside the name of a network a key is what people type."""
    return _changed(spoken, fields, _OF_A_NETWORK, Field("SECRET", "lock")) if "ssid" in parts else fields


def _halves(spoken: tuple[str, ...], fields: tuple[Field, ...], _: set[str]) -> tuple[Field, ...]:
    """An id of a token alone opens nothing, and stands in every log."""
    both = not _HALVES.isdisjoint(spoken) and not _OTHER_HALVES.isdisjoint(spoken)
    return _changed(spoken, fields, _HALVES, Field("SECRET", "generated")) if both else fields


def _numbered(spoken: tuple[str, ...], fields: tuple[Field, ...], _: set[str]) -> tuple[Field, ...]:
    """Beside the value of a secret its id is what Azure counts it by; elsewhere it may be half of a login."""
    counted = not _OF_AZURE.isdisjoint(spoken) and "role id" not in spoken
    return _changed(spoken, fields, frozenset({"secret id"}), Field(form=MEASURE)) if counted else fields


def _audited(spoken: tuple[str, ...], fields: tuple[Field, ...], _: set[str]) -> tuple[Field, ...]:
    """What Microsoft and Atlassian number a user by, in a record of what was done."""
    audited = "user key" in spoken and not _OF_USERS.isdisjoint(spoken)
    return _changed(spoken, fields, frozenset({"user key"}), Field(form=MEASURE)) if audited else fields


def _answered(spoken: tuple[str, ...], fields: tuple[Field, ...], _: set[str]) -> tuple[Field, ...]:
    """What forms number an answer by is called a token as well."""
    answer = "landing id" in spoken and "token" in spoken
    return _changed(spoken, fields, frozenset({"token"}), Field(form=MEASURE)) if answer else fields


def _documents(spoken: tuple[str, ...], fields: tuple[Field, ...], _: set[str]) -> tuple[Field, ...]:
    """Beside a birthday or another paper of somebody's; the document of a ledger has none."""
    papers = not _DOCUMENTS.isdisjoint(spoken) and any(field.kind in _PAPERS for field in fields)
    identity = Field("NATIONAL_ID", "identity", "identity")
    return _changed(spoken, fields, _DOCUMENTS, identity) if papers else fields


def _subjects(spoken: tuple[str, ...], fields: tuple[Field, ...], parts: set[str]) -> tuple[Field, ...]:
    """Whom a report is about, where somebody else has a part in it or a birthday is told; letters have subjects too."""
    if "subject" not in spoken:
        return fields
    kinds = {field.kind for field in fields}
    dates = {
        part
        for phrase, field in zip(spoken, fields, strict=True)
        if field.kind == "BIRTHDAY"
        for part in phrase.split()
    }
    letter = not _OF_LETTERS.isdisjoint(parts - dates)
    form = "letter" if "PERSON" in kinds else "subject" if "BIRTHDAY" in kinds and not parts & _OF_PUPILS else ""
    return fields if letter or not form else _changed(spoken, fields, frozenset({"subject"}), Field("PERSON", form))


def _databases(spoken: tuple[str, ...], fields: tuple[Field, ...], parts: set[str]) -> tuple[Field, ...]:
    """What has an engine, or a type and its data or an address on the net, is a database or another source of data.

    What letters are sent with is no person either, though it has a mailbox.
    """
    source = ("engine" in parts and parts & {"host", "port", "user"}) or {"type", "url", "uid"}.issubset(spoken)
    source = source or {"type", "data"}.issubset(spoken) or any(part.startswith(_OF_MAIL) for part in parts)
    return _changed(spoken, fields, frozenset({"name"}), Field("PERSON", "known")) if source else fields


def _called(spoken: tuple[str, ...], fields: tuple[Field, ...], parts: set[str]) -> tuple[Field, ...]:
    """Who calls whom, in the records of an exchange; elsewhere a source may be anything."""
    calls = len(parts & _OF_CALLS) > 1
    return _changed(spoken, fields, _ENDS_OF_CALLS, Field("PHONE", "reached")) if calls else fields


def _owned(spoken: tuple[str, ...], fields: tuple[Field, ...], _: set[str]) -> tuple[Field, ...]:
    """Beside `owner email` and no other a bare name is that of what is owned, as that of a card beside its holder."""
    owned = [bool(_OF_AN_OWNER.fullmatch(phrase)) for phrase in spoken]
    if not any(owned) or not _NAMED.intersection(spoken):
        return fields
    others = any(field.kind in _REACHED and not of for field, of in zip(fields, owned, strict=True))
    return fields if others else _changed(spoken, fields, _NAMED, Field("PERSON", "known"))


def _vouchers(spoken: tuple[str, ...], fields: tuple[Field, ...], _: set[str]) -> tuple[Field, ...]:
    """What lets guests into a network for some hours, and so often."""
    counted = not _SHARED_OUT.isdisjoint(spoken) or not (_STATED.isdisjoint(spoken) or _MADE_AT.isdisjoint(spoken))
    limited = "code" in spoken and counted and not any(words.isdisjoint(spoken) for words in (_LASTING, _USED))
    return _changed(spoken, fields, frozenset({"code"}), Field("SECRET", "recovery")) if limited else fields


def _gifts(spoken: tuple[str, ...], fields: tuple[Field, ...], _: set[str]) -> tuple[Field, ...]:
    """What is left on a card is paid out to whoever types its code; accounts of a ledger have balances for ever."""
    gift = "code" in spoken and not any(words.isdisjoint(spoken) for words in (_LEFT, _ENDS))
    return _changed(spoken, fields, frozenset({"code"}), Field("SECRET", "voucher")) if gift else fields


def _sent(spoken: tuple[str, ...], fields: tuple[Field, ...], _: set[str]) -> tuple[Field, ...]:
    """What somebody got by phone or mail, and types once: it ends soon, and attempts are counted."""
    once = "code" in spoken and not any(words.isdisjoint(spoken) for words in (_ONCE, _ENDS, _FOR))
    once = once and any(field.kind in ("PHONE", "EMAIL") for field in fields)
    return _changed(spoken, fields, frozenset({"code"}), Field("SECRET", "code")) if once else fields


def _sessions(spoken: tuple[str, ...], fields: tuple[Field, ...], _: set[str]) -> tuple[Field, ...]:
    """The id of a session is all that a browser shows to be let in."""
    session = "last activity" in spoken and len(_VISITORS.intersection(spoken)) > 1
    session = session or any(of.issubset(spoken) for of in _STORED)
    return _changed(spoken, fields, frozenset({"id"}), Field("SECRET", "session")) if session else fields


def _tokens(spoken: tuple[str, ...], fields: tuple[Field, ...], _: set[str]) -> tuple[Field, ...]:
    """What Django knows of a token, and of whose it is: the key is all it is."""
    others = set(spoken) - _OF_TOKENS
    of_a_user = _OF_TOKENS.issubset(spoken) and bool(others) and all(_is_of_a_user(phrase) for phrase in others)
    return _changed(spoken, fields, frozenset({"key"}), Field("SECRET", "token")) if of_a_user else fields


def _is_of_a_user(phrase: str) -> bool:
    return phrase in _OF_A_USER or phrase.startswith("user ")


def _sites(spoken: tuple[str, ...], fields: tuple[Field, ...], _: set[str]) -> tuple[Field, ...]:
    """What a manager of passwords calls an entry is mostly a site."""
    site = "name" in spoken and any(of.issubset(spoken) for of in _OF_SITES)
    return _changed(spoken, fields, frozenset({"name"}), Field("PERSON", "known")) if site else fields


def _signing_in(spoken: tuple[str, ...], fields: tuple[Field, ...], _: set[str]) -> tuple[Field, ...]:
    """What has a secret, and a page to which it sends people back, is a program."""
    program = not _OF_CLIENTS.isdisjoint(spoken) and not _THEIR_SECRETS.isdisjoint(spoken)
    return _changed(spoken, fields, frozenset({"name"}), Field("PERSON", "known")) if program else fields


def _leaked(spoken: tuple[str, ...], fields: tuple[Field, ...], parts: set[str]) -> tuple[Field, ...]:
    """Beside a mailbox and the leak that it stood in; letters have a plain text too."""
    leaked = parts & _OF_LEAKS and any(field.kind == "EMAIL" or field.form == "login" for field in fields)
    return _changed(spoken, fields, _IN_CLEAR, Field("SECRET", "password")) if leaked else fields


def _assisted(spoken: tuple[str, ...], fields: tuple[Field, ...], _: set[str]) -> tuple[Field, ...]:
    """Both are needed, and programs make them of letters as well; the code of a session alone may count it."""
    both = len(_ASSISTED.intersection(spoken)) > 1 and "session code" in spoken
    return _changed(spoken, fields, _ASSISTED, Field("SECRET", "password")) if both else fields


def _users(spoken: tuple[str, ...], fields: tuple[Field, ...], _: set[str]) -> tuple[Field, ...]:
    user = any(of.issubset(spoken) for of in _SIGNS_IN)
    return _changed(spoken, fields, frozenset({"display name"}), Field("PERSON", "given")) if user else fields


def _posted(spoken: tuple[str, ...], fields: tuple[Field, ...], parts: set[str]) -> tuple[Field, ...]:
    """In Italy the code of a town is a `CAP`; elsewhere that is the most of something."""
    town = "cap" in spoken and parts & _OF_TOWNS
    return _changed(spoken, fields, frozenset({"cap"}), Field("ADDRESS", "postcode")) if town else fields


def _shortened(spoken: tuple[str, ...], fields: tuple[Field, ...], _: set[str]) -> tuple[Field, ...]:
    """Where the end of a key is kept to be shown, only a sum of it is kept beside that, as shops of WordPress do."""
    summed = "truncated key" in spoken
    return _changed(spoken, fields, frozenset({"consumer key"}), Field(form=MEASURE)) if summed else fields


def _talks(spoken: tuple[str, ...], fields: tuple[Field, ...], _: set[str]) -> tuple[Field, ...]:
    """`"from": "Jane Roe"` beside `from_id`; alone it may be where something comes from."""
    names = frozenset(name for name, number in _SAYS_WHO if name in spoken and number in spoken)
    return _changed(spoken, fields, names, Field("PERSON", "someone")) if names else fields


def _licences(spoken: tuple[str, ...], fields: tuple[Field, ...], _: set[str]) -> tuple[Field, ...]:
    """A key that is activated on machines opens what somebody paid for, though it may be a UUID."""
    licence = "key" in spoken and not _LICENSED.isdisjoint(spoken)
    return _changed(spoken, fields, frozenset({"key"}), Field("SECRET", "token")) if licence else fields


def _clients(spoken: tuple[str, ...], fields: tuple[Field, ...], parts: set[str]) -> tuple[Field, ...]:
    """What somebody writes with is a program; who is written to has a mailbox or a phone."""
    program = "client" in spoken and parts & _OF_PROGRAMS and not any(field.kind in _REACHED for field in fields)
    return _changed(spoken, fields, frozenset({"client"}), NOTHING) if program else fields


def _hired(spoken: tuple[str, ...], fields: tuple[Field, ...], parts: set[str]) -> tuple[Field, ...]:
    """The car that somebody rents is not theirs, and has another driver next week."""
    hired = not _VINS.isdisjoint(spoken) and parts & _OF_RENTALS and ("driver" in parts or "renter" in parts)
    return _changed(spoken, fields, _VINS, Field(form=MEASURE)) if hired else fields


def _automated(spoken: tuple[str, ...], fields: tuple[Field, ...], parts: set[str]) -> tuple[Field, ...]:
    """What Zapier runs step by step is a zap; in Brazil it is where somebody is written to."""
    run = "zap" in spoken and parts & _OF_RUNS
    return _changed(spoken, fields, frozenset({"zap"}), Field(form=MEASURE)) if run else fields


def _networks(spoken: tuple[str, ...], fields: tuple[Field, ...], _: set[str]) -> tuple[Field, ...]:
    """`Wi-Fi: Plum-5G` above its password is what the network is called."""
    apart = [field for phrase, field in zip(spoken, fields, strict=True) if phrase not in _OF_WIRELESS]
    known = not _OF_WIRELESS.isdisjoint(spoken) and any(field.form == "password" for field in apart)
    return _changed(spoken, fields, _OF_WIRELESS, NOTHING) if known else fields


def _bridges(spoken: tuple[str, ...], fields: tuple[Field, ...], _: set[str]) -> tuple[Field, ...]:
    """What a bridge for lamps calls a user is what lets a program in."""
    bridge = "clientkey" in spoken and "username" in spoken
    return _changed(spoken, fields, frozenset({"username"}), Field("SECRET", "token")) if bridge else fields


def _statements(spoken: tuple[str, ...], fields: tuple[Field, ...], _: set[str]) -> tuple[Field, ...]:
    """What a rule is called that says who may do what."""
    rule = "effect" in spoken and "sid" in spoken
    return _changed(spoken, fields, frozenset({"sid"}), Field(form=MEASURE)) if rule else fields


_RULES = (
    _networks,
    _bridges,
    _statements,
    _automated,
    _hired,
    _talks,
    _licences,
    _clients,
    _accounts,
    _made,
    _carriers,
    _generated,
    _enrolled,
    _databases,
    _called,
    _owned,
    _wireless,
    _halves,
    _numbered,
    _audited,
    _answered,
    _documents,
    _subjects,
    _vouchers,
    _gifts,
    _sent,
    _sessions,
    _tokens,
    _sites,
    _signing_in,
    _leaked,
    _assisted,
    _users,
    _posted,
    _shortened,
)
