"""Whether the value of a field that is named after a secret is one, and not a word about it."""

from __future__ import annotations

import re
from base64 import b64decode
from collections.abc import Callable

from ..naming.secrets import secret_form
from ..words import words
from ..writing.folding import unaccented
from .looks import is_generated, is_host, look_of, names_an_algorithm
from .marked import is_jumbled, is_placeholder, is_provider_key, is_uuid, looks_random
from .providers import is_public

NO_VALUES = words("""
    none null nil true false required optional string str bytes text password secret changed unchanged hidden
    yes no bool any object enabled disabled boolean integer changeme example username email redacted missing
    incorrect invalid unknown default prompt encrypted
""")
_REFERENCE = re.compile(
    r"(?=[^_\s]*_|(?:var|local|data|module|each|self|secrets|env|process|config|settings)\.)"
    r"[a-z][a-z\d_]*(?:\.[a-z_][a-z\d_]*|\[[\w\"'.]{1,40}\]){2,}"
)
"""`random_password.orders.result`: where Terraform and code have it from."""
_TYPES = words("String! ID! Int! Float! Boolean! [String!] [String!]!")
"""Of GraphQL."""
_LETTERS = re.compile(r"(?=.{4,60}$)[^\W\d_]+(?:[ '’\-][^\W\d_]+){0,5}[:.?!]?")
_PATH = re.compile(r"(?:/[\w.\-]+){2,}/?|/[A-Z]?[a-z]{2,30}/?|[A-Z]:\\[\w.\-\\ ]*")
_ANY_PATH = re.compile(
    r"(?:/[a-z0-9_.\-]{1,24}){2,8}|(?:/[\w.\-]{1,40}){1,8}(?:/[\w\-]{1,40}\.[a-z]{2,4}|\?[a-z]{1,20}=[\w.\-]{1,12})"
)
_OF_A_REQUEST = ("nonce=", "state=")
_COUNTING = re.compile(
    r"_(?:ga|gid|gat|gcl|fbp|fbc|hj|utm|pk|clck|clsk|uet)\w{0,30}=[\w.\-|:]{1,100}$|(?:GA|GS|fb)\d?\.\d\.[\w.$]{5,60}$"
)
"""Cookies that count visits; they open nothing."""
_OBJECT = re.compile(r"[A-Za-z_$][\w.$]*@[0-9a-f]{1,16}")
"""What Java writes for an object: its class and where it lies."""
_NAMES = re.compile(r"[A-Za-z]+(?:[\-_./:][A-Za-z]+)+|[a-z]+|[A-Z][a-z]+")
_BASE64 = re.compile(r"[+/]|=+$")
_SHORTEST_BASE64 = 30
_SCRAWL = re.compile(r"(?=.*[a-z])(?=.*[A-Z])(?=.*\d)(?=.*[!#$%?@^~*&(){}<>|;:,`\[\]])[^\n]{41,}")
"""As WordPress makes its keys."""
_SIGN = re.compile(r"[^\w\s]")
_WORD = re.compile(r"[a-z]{6}")
_FEWEST_SIGNS, _SALT = 8, range(41, 201)
"""So many different signs no sentence, template or connection has; a salt may hold blanks and `$` among them."""
_BASE64_KEY = re.compile(r"(?=.*[a-z])(?=.*[A-Z])(?=.*\d)[A-Za-z0-9+/]{40,}={1,2}")
"""As clouds make the keys that they call primary and secondary; those of tables are called so too."""
_MIXED_KEY = re.compile(r"(?=[^a-z]*[a-z])(?=[^A-Z]*[A-Z])(?=[^\d]*\d)[A-Za-z0-9]{32,}")
_OPEN_ARMOUR = (
    "LS0tLS1CRUdJTiBDRVJUSUZJQ0FUR",
    "LS0tLS1CRUdJTiBQVUJMSUMg",
    "-----BEGIN CERT",
    "-----BEGIN PUBLIC",
    "-----BEGIN PGP PUBLIC",
    "R0lGOD",
    "iVBORw0KGgo",
    "/9j/4A",
    "JVBERi0",
    "UEsDB",
)
"""Certificates and public keys, also in base64; pictures, pages and archives as mails and shops carry them."""
_ADDRESS = re.compile(r"0x[0-9a-fA-F]{1,16}")
_RESOURCE = re.compile(r"[A-Z]{2}[0-9a-f]{32}")
"""What Twilio calls a `sid`: a message, a call."""
_PAIRS = re.compile(r"[0-9a-f]{2}(?::[0-9a-f]{2}){15}(?:(?::[0-9a-f]{2}){4}|(?::[0-9a-f]{2}){16})?", re.I)
"""A fingerprint, as keys of SSH and certificates are called by."""
_OF_A_FILE = re.compile(r"0-[\w\-]{22}")
"""Google's `resourceKey`: it goes with the link of a file, and opens none that is not shared."""
_SAYS_ID = ("sid", "sid:", "id", "id:")
"""Before a value: `SID SK…`, which names the secret and is none."""
_KEY_FILE = re.compile(
    r"@?(?:[A-Z]:|~|\.{1,2}|[\w.\-]+)?(?:[/\\][\w.\-]+)+\.(?:pem|key|crt|cer|p12|pfx|jks|json|ya?ml|toml|env|sqlite3?|db|gpg|asc)"
    r"|[\w\-]+(?:\.[\w\-]+)*\.(?:pem|key|crt|cer|p12|pfx|jks|gpg|asc)(?:,[\w.\-]+)*"
)
"""Where it lies, and what lies there."""
_CONNECTED = re.compile(r"(?:^|;)\s*([A-Za-z][\w .]{1,40}?)\s*=\s*[^;=]")
_SERVER = re.compile(
    r"\s*(?:data source|server|addr|address|network address|host|driver|provider|dsn|endpoint)\s*=", re.I
)
_OPENS_A_CONNECTION = re.compile(r"p(?:ass)?wo?r?d|pass|secret|key|token|signature|\bsas\b|\bsig\b", re.I)
"""How settings of a connection are called that open it."""
_TERMINAL = re.compile(r"\w{1,12}[:.][0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}|[0-9a-f]{8}\.[0-9a-f]{1,8}")
"""What a window is called, `w0t1p0:…`, and a connection in the log of Postgres."""
_NAME_AND_PASSWORD = re.compile(r"[A-Za-z][\w.@\-]{1,40}:(?P<password>[^\s:/]{6,64})")
_ADDRESS_OF_A_PAGE = re.compile(r"https?://[\w.\-:]+(?:/[\w.\-/]*)?(?:\?v=?\d{1,6})?")
"""Without anything secret in it, what it leads to is no secret."""
_QUERY = re.compile(r"/[\w./\-]*\?[\w.\-]+=")
"""Of a page; what is secret in it has a name of its own there."""
_PLAIN_SETTING = re.compile(r"[A-Za-z][A-Za-z._@\-]{0,60}(?:\d{1,4}[A-Za-z._\-]{0,30}){0,3}|\d{1,10}")
_FINGERPRINT = re.compile(r"(?:0x)?[0-9A-Fa-f]{8,40}|(?:[0-9A-F]{4} {1,2}){9}[0-9A-F]{4}")
_FILE = re.compile(r"\.[a-z]{1,3}\d?(?:\.map)?$|\.(?:json|html|scss|yaml|toml|woff2|webp|jpeg)$")
_HASHED = re.compile(r"(?:hmac-)?(?:sha\d{1,3}|md5):[0-9a-f]{32}", re.I)
_SEED = re.compile(r"[A-Z2-7]{16,64}=*")
"""Of one-time codes, as apps are given it."""
SEED_IN_GROUPS = re.compile(r"(?=[^2-7]*[2-7])(?:[a-z2-7]{4} ){3,15}[a-z2-7]{4}")
"""The same as a page shows it that somebody shall copy it from."""
_IN_GROUPS = re.compile(r"\d{3,4}(?: \d{3,4}){1,3}#?")
_LONGEST_CODE = 14
"""Characters: what is dialled for a conference has up to thirteen digits and a sign."""
_DEVICE = re.compile(r"(?![A-Z]+\d+$)[A-Z\d]{8,9}|[A-Z\d]{4}-[A-Z\d]{4}")
"""What somebody types in who signs in on another device; users are numbered `USR00123`."""
_RECOVERY = re.compile(r"(?=[^\d]*\d)[A-Za-z0-9]{3,10}(?:[ \-][A-Za-z0-9]{3,10}){0,4}")
_VOUCHER = re.compile(r"(?=[\d\- ]*[A-Z])[A-Z\d]{2,10}(?:[\- ][A-Z\d]{3,8}){1,4}")
_DRAWN = re.compile(
    r"(?=[A-Z\-]*\d)(?=[\d\-]*[A-Z])(?:(?=[A-Z]*\d+[A-Z]|[A-Z]*[BCDFGHJKLMNPQRSTVWXZ]{5})[A-Z\d]{6,10}"
    r"|[A-Z\d]{4}(?:-[A-Z\d]{4}){1,4})"
)
"""`K7QD2M`, `Q7LM-42XP-9ZRT`, as machines draw them; people think of `WELCOME2024`, and count `TK47110`."""
_HOST_KEY = re.compile(r"\d{6,10}")
"""By which somebody becomes the host of a meeting."""
_RULE = re.compile(
    r"(?:(?:The |Your |This )?[A-Za-z]{2,12}(?: [a-z]{2,12})? )?"
    r"(?:must|should|cannot|can't|can not|may not|does not|do not|has to|have to|is (?:too|not|required|invalid|missing"
    r"|weak|incorrect)|please|too (?:short|long|weak|common)|needs? to|contains?|at least|minimum|maximum)\b.* ",
    re.I,
)
"""What a form says of a password that somebody chose: `must be at least 12 characters`."""
_KEPT = re.compile(
    r"(?:see|siehe|voir|ver|vedi|zie|ask|in|im|from|via|stored|kept|held|managed|saved|rotated)\b.* "
    r"(?:keeper|vault|secrets? ?manager|key ?vault|keychain|parameter store|ssm)\b(?:[ ,:/(].*)?"
    r"|(?:.* )?(?:1password|lastpass|bitwarden|vaultwarden|keepass\w{0,4}|dashlane|passbolt"
    r"|cyberark|delinea|thycotic|beyondtrust|nordpass|enpass|teampass|passwork)\b(?:[ ,:/(].*)?",
    re.I,
)
"""`see 1Password item …`: where it is kept, and not what it is."""
_ELSEWHERE = re.compile(
    r"(?:use|via|with|through|over|log ?in with|sign in with) (?:your )?(?:sso|saml|okta|google|microsoft"
    r"|azure ?ad|entra|auth0|onelogin|github|gitlab|apple|ldap|single sign-?on|passkey)\b[\w ]{0,20}",
    re.I,
)
"""`use Okta`: who lets in, where nobody has a password."""
_COMMUNITY = re.compile(r"(?!(?:public|private|none|n/?a|yes|no|v[123]c?)$)[\w.!@#$%&*+\-]{4,64}", re.I)
_BEGINNING_OF_A_HASH = re.compile(r"\$(?:2[abxy]\$\d\d|[156y]|argon2(?:id|i|d)(?:\$v=\d\d)?)\$?")
_OF_WINDOWS = re.compile(r"S-1-(?:\w+-){1,14}\w+")
"""By which Windows numbers who may do what."""
_COUNTED_SESSION = re.compile(r"(?:[a-z][a-z.\-\d]*|\d+)(?:/(?:[a-z][a-z\-\d]*|\d+)){2,8}")
"""`isehost/435083133/112`."""
_STATEMENT = re.compile(r"(?:[A-Z][a-z]{2,})+\d*")
"""What a rule of AWS is called: `"Sid": "AllowRead20"`."""
_SHORTEST_SIGNATURE = 24
_SCHEMES = ("bearer", "basic", "token", "digest")


def _password(value: str) -> bool:
    if _PATH.fullmatch(value) or _ADDRESS.fullmatch(value):
        return False  # PWD is also where a program stands, and a status of Windows is a number
    told = _speaks_of_secrets(value) or _RULE.match(value) or _HASHED.match(value) or value in _TYPES
    told = told or _REFERENCE.fullmatch(value) or _BEGINNING_OF_A_HASH.fullmatch(value)
    told = told or (" " in value and (_KEPT.fullmatch(value) or _ELSEWHERE.fullmatch(value)))
    return 2 < len(value) <= 300 and not is_placeholder(value) and not told


def _speaks_of_secrets(value: str) -> bool:
    """`Passwort wiederholen`, as programs are translated: what a field is called, and not what it holds."""
    if value.lower() in NO_VALUES:
        return True
    if not _LETTERS.fullmatch(value) or (" " not in value and value.islower()):
        return False
    parts = unaccented(value).lower().rstrip(":.?!").split()
    return secret_form(parts) == "password" or any(
        secret_form([part]) == "password" or part.startswith("secret") for part in parts
    )


_CHOSEN = re.compile(r"(?=[A-Za-z]*\d)(?=[^A-Z]*[A-Z])(?=[^a-z]*[a-z])[A-Za-z\d!@#.\-]{10,32}")
"""A code that somebody thought of, as words with a number behind them."""


def _code(value: str) -> bool:
    digits = value.replace(" ", "") if _IN_GROUPS.fullmatch(value) else value
    return (3 <= len(digits) <= _LONGEST_CODE and digits.rstrip("#*").isdigit()) or bool(
        _SEED.fullmatch(value) or _CHOSEN.fullmatch(value) or look_of(value) == "signed"
    )


def _recovery(value: str) -> bool:
    return bool(_RECOVERY.fullmatch(value)) or _token(value)


def _held(value: str) -> bool:
    """Below a name that holds secrets, where its own says nothing."""
    return is_uuid(value) or (_session(value) and not _FILE.search(value))


def _is_salt(value: str) -> bool:
    scrawl = len(value) in _SALT and _SCRAWL.fullmatch(value) and not _WORD.search(value)
    return bool(scrawl) and len(set(_SIGN.findall(value))) >= _FEWEST_SIGNS


def _token(value: str) -> bool:
    if _is_salt(value):
        return True
    if _KEY_FILE.fullmatch(value) or _ANY_PATH.fullmatch(value) or _connects_without_a_secret(value):
        return False
    if (is_placeholder(value) and not _of_a_wiki(value)) or _QUERY.match(value):
        return False
    if (
        value.startswith(_OF_A_REQUEST)
        or _COUNTING.match(value)
        or names_an_algorithm(value.partition(" ")[0])
        or _HASHED.match(value)
    ):
        return False
    if is_public(value) or is_host(value) or _PAIRS.fullmatch(value):
        return False
    if _ADDRESS_OF_A_PAGE.fullmatch(value) and not any(map(_is_part_of_a_key, value.split("/"))):
        return False
    if " " in value.strip():
        if SEED_IN_GROUPS.fullmatch(value):
            return True
        scheme, _, rest = value.partition(" ")
        if scheme.lower() in _SAYS_ID or (rest.count(" ") > 1 and "=" not in value):  # words, and no cookies
            return False
        return looks_random(rest, 8 if scheme.lower() in _SCHEMES else 16)
    if is_provider_key(value) or _of_a_wiki(value) or is_login(value):
        return True
    mixed = len(value) >= 8 and (looks_random(value, 8) or len(value) > 23)
    named = is_placeholder(value) or names_an_algorithm(value) or _OBJECT.fullmatch(value)
    named = named or (_NAMES.fullmatch(value) and not is_generated(value) and not is_jumbled(value))
    return (mixed and not named) or bool(_SEED.fullmatch(value)) or look_of(value) == "signed"


def _connects_without_a_secret(value: str) -> bool:
    """`Data Source=SQL05;Initial Catalog=reports;Integrated Security=SSPI;`."""
    named = _CONNECTED.findall(value) if ";" in value else []
    return len(named) > 1 and bool(_SERVER.match(value)) and not any(map(_OPENS_A_CONNECTION.search, named))


def _is_part_of_a_key(part: str) -> bool:
    return is_generated(part) or is_uuid(part)


def _of_a_wiki(value: str) -> bool:
    """`{{…}}`, as wikis set what a machine wrote; with a name inside it stands where a value shall stand."""
    return value.startswith("{{") and value.endswith("}}") and is_generated(value[2:-2].strip())


def is_login(value: str) -> bool:
    """`preview:Plum4711`, as servers are told who may enter."""
    found = _NAME_AND_PASSWORD.fullmatch(value)
    return found is not None and look_of(found["password"]) in ("weak", "mixed", "signed", "generated")


def _armour(value: str) -> bool:
    """A key of PGP is mostly called by its fingerprint, which everybody may know."""
    return not _FINGERPRINT.fullmatch(value) and _token(value)


def _key(value: str) -> bool:
    """Of an unknown service: nobody but a machine writes it, and it is no path."""
    if _ANY_PATH.fullmatch(value) or is_public(value) or is_host(value) or _OF_A_FILE.fullmatch(value):
        return False
    letters = _BASE64.sub("", value) if len(value) > _SHORTEST_BASE64 else value
    mixed = letters.isalnum() and not letters.isupper() and not letters.islower() and any(map(str.isdigit, letters))
    return (mixed and looks_random(value, 16)) or _is_part_of_a_key(value) or bool(_SCRAWL.fullmatch(value))


def _session(value: str) -> bool:
    wrong = " " in value or _ADDRESS.fullmatch(value) or _RESOURCE.fullmatch(value) or _TERMINAL.fullmatch(value)
    wrong = wrong or _STATEMENT.fullmatch(value) or is_public(value)
    wrong = wrong or _OF_WINDOWS.fullmatch(value) or _COUNTED_SESSION.fullmatch(value)
    return (looks_random(value, 15) or is_generated(value)) and not wrong


def _lock(value: str) -> bool:
    look = look_of(value)
    return look in ("mixed", "signed", "generated", "phrase") or (look == "digits" and len(value) > 7)


def _community(value: str) -> bool:
    """Of SNMP, beside its name as a whole: every device that left the factory knows `public`."""
    return bool(_COMMUNITY.fullmatch(value)) and not is_placeholder(value)


def _generated(value: str) -> bool:
    """Where the name says little: a file that is called by its hash is none."""
    generated = is_generated(value) or _of_a_wiki(value)
    return generated and not _FILE.search(value) and not _HASHED.match(value)


def _signature(value: str) -> bool:
    """What lets somebody in is longer than what shows that a line of a log was not changed."""
    return _token(value) and len(value) > _SHORTEST_SIGNATURE


_SAYS_NO_MORE = re.compile(r"true|false|yes|no|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", re.I)
"""How something is set, or until when."""


def _sealed(value: str) -> bool:
    return bool(value) and not _SAYS_NO_MORE.fullmatch(_decoded(value)) and not _ADDRESS_OF_A_PAGE.fullmatch(value)


def _is_plain(value: str) -> bool:
    """A word, a small number, a host or a page without anything secret in it."""
    page = _ADDRESS_OF_A_PAGE.fullmatch(value) and not any(map(_is_part_of_a_key, value.split("/")))
    return bool(page or _PLAIN_SETTING.fullmatch(value)) and not is_generated(value) and not looks_random(value, 10)


def _decoded(value: str) -> str:
    """What base64 stands for; the value itself where it is none."""
    try:
        return b64decode(value, validate=True).decode() or value
    except ValueError:
        return value


_TESTS: dict[str, Callable[[str], bool]] = {
    "password": _password,
    "code": _code,
    "token": _token,
    "key": _key,
    "recovery": _recovery,
    "voucher": lambda value: bool(_VOUCHER.fullmatch(value) or _DRAWN.fullmatch(value)),
    "drawn": lambda value: bool(_DRAWN.fullmatch(value)),
    "access": lambda value: _code(value) or bool(_DRAWN.fullmatch(value)),
    "host": lambda value: bool(_HOST_KEY.fullmatch(value)) or _key(value),
    "device": lambda value: bool(_DEVICE.fullmatch(value)),
    "session": _session,
    "held": _held,
    "lock": _lock,
    "community": _community,
    "armour": _armour,
    "generated": _generated,
    "sealed": _sealed,
    "beside a secret": lambda value: _sealed(value) and not _is_plain(_decoded(value)),
    "signature": _signature,
    "shared": lambda value: bool(_BASE64_KEY.fullmatch(value) or _MIXED_KEY.fullmatch(value)),
}


def secret_test(form: str) -> Callable[[str], str]:
    """Tells whether a whole value is a secret, in a field of that form."""
    test = _TESTS.get(form)
    if test is None:
        return lambda value: ""
    return lambda value: "SECRET" if test(value) and not _is_open(value) else ""


def _is_open(value: str) -> bool:
    """What everybody may know, whatever its field is called."""
    return value.lstrip("\"'").startswith(_OPEN_ARMOUR) or is_public(value) or bool(_HASHED.match(value))
