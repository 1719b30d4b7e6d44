"""Whether a word near one that announces a secret is it: by its look, how far away it stands, and what leads to it."""

from __future__ import annotations

import re

from ..words import words
from .cues import ACCOUNTS, ADMINS, Cue, is_any_pass, opens_something
from .familiar import begins_familiar, is_familiar
from .looks import is_printed_in_groups
from .nearby import LINK_SIGN, Word, below_sums, is_compound, line_end

_WITH_IT = words("with mit avec con com met using by par med ile z ze w")
_HANDED = words("to as with and und mit avec con com met et y e z ze med ile s och og using auf en à a na til w")
"""What stands between an account and what it was given."""
OF_SOMETHING = words("""
    for of on in at from by via since until per than the this your my our his her their a an no not about under
    over für auf von bei am im vom zum zur seit der die das den dem des ein eine pour sur du de le la les un une
    depuis para en del el los las una desde su di da della il lo dal voor op van het een na do od w z för av på
    till det et til af version host server machine user username account ssid network netzwerk rede rete réseau
    red named called room floor id ticket order invoice build release commit hash digest checksum fingerprint sha
    md5 etag revision branch tag issue case serial model request trace item article sku
""")
"""Before a name of something: `the password for db-prod-01`."""
_CALLED = words("named called namens nommé llamado chiamato")
"""Before what something is called, in quotes as well."""
_FLAG_BEFORE = re.compile(r"(?:^|\s)--[a-z][a-z\d\-]{2,40}[ =][\"']?\Z")
"""`--user-pool-id …`: what the flag itself says decides, and `commands` reads those that say a secret."""
_KEPT_IN = words("item entry eintrag entrée entrada elemento voce vermelding vault safe tresor cofre")
"""`the password is in the safe, item "shop-prod"`."""
_HASHES = re.compile(
    r"(?<![A-Za-z\d])(?:commit|sha-?\d{0,3}(?:sum)?|md5(?:sum)?|hash(?:ed|es)?|digest|checksum|fingerprint|etag|revision|rev|tree|blob|parent|merge|image"
    r"|layer|item|release|traza|trace|span|request|correlation|uuid|guid|build|nonce|version|uid|sid|(?<!session )ids?"
    r"|(?:RSA|DSA|EDDSA|ECDSA) key|DNSKEY[ \d]{0,12}|change-id|cache:?\s{1,12}(?:- )?key"
    r"|fixture|expected|golden|snapshot|accessor(?:[ _]?id)?|finding|alert|incident|execution|invocation|SKI|AKI"
    r"|thumbprint|kid|dump|replay|fingerabdruck|prüfsumme|somme de contrôle|empreinte|huella|impronta"
    r"|serial(?:[ _-]?(?:number|no))?)\b[^\w\n]{0,16}"
    r"(?:(?:of|in|de[rsl]?|do|da|du|für|for) (?:\w+ ){0,3}?\w+[^\w\n]{0,3})?(?:e\.g\.[^\w\n]{0,3})?"
    r"(?:(?:is|was|of|for|ist|est|such as|like|(?:should |must )?(?:be|print|match|equal|show|read|give)(?:e?s)?)\b"
    r"[^\w\n]{0,3})?"
    r"(?:(?:the |a |this )?[\w.\-]{1,20}[^\w\n]{0,2}: )?$",
    re.I,
)
_COMPARED = re.compile(
    r"(?<![A-Za-z])(?<!secret[ _\-])(?<!session[ _\-])"
    r"(?:id|hash|sha-?\d{0,3}|md5|digest|checksum|fingerprint|thumbprint|etag|kid|revision|commit)"
    r"(?: (?:is|was|of|mismatch))?[^\w\n]{1,4}[\w\-+/=.:]{4,128}[^\w\n]{1,4}"
    r"(?:(?:but |and |we )?(?:want(?:ed)?|expect(?:ed|ing)?|got|received|was|actual|not|instead of|vs\.?"
    r"|to (?:equal|be|match)|(?:replaced|superseded) (?:by|with))[^\w\n]{1,4}|(?:[!=]=|[\-=]>|→)[^\w\n]{1,3})\Z",
    re.I,
)
"""`got key id "…", want "…"`: what an id or a sum is compared with is one as well."""
NAMED = re.compile(
    r"[\w./\-]+:[\w.\-]+@sha256:[0-9a-f]{64}|[a-z\-]{2,30}-verification=\S+"
    r"|(?:R0lGOD|iVBORw0KGgo|/9j/4A|JVBERi0|UEsDB)[\w+/=]*\S*|(?:[\w.\-]+/)*[0-9a-f\-]{32,40}\.[a-z]{2,4}\d?|\d:\d{6,}:(?:web|ios|android):[0-9a-f]+"
    r"|[\w.\-]+/[\w.\-/]+@[\w.\-]+|AC[0-9a-f]{32}|AAAA[BCE][23]\w[\w+/]{40,}={0,3}"
    r"|(?:[A-Za-z][\w.\-]*s/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/?)+(?:[A-Za-z][\w.\-/]*)?"
    r"|\+[0-9a-f]{40}(?::[\w./\-]+)?|(?:rds|redshift|events|appflow|databrew|datasync|ecs-sc|opsworks-cm)![\w\-/]+"
    r"|(?![\w.\-]*sess)[\w.\-]{0,30}(?:[a-z\d._\-]I[dD]|[._\-]id|sha|hash|digest|etag|revision|commit|nonce)[=:][\"']?[\w\-]+"
)
"""Pictures in base64; files, apps of Firebase, `actions/checkout@…`, what Twilio calls an account, public keys of SSH,
a commit that git fetches, what AWS calls a secret that it made itself, `subscriptions/3f0c9a71-…`, and `traceID=…`.
"""
_ROW = re.compile(r"\bvalues?\s*\(", re.I)
_WIRELESS = re.compile(
    r"wi-?fi|wlan|ssid|wireless|hotspot|broadband|\bnetwork\b|netzwerk|\brede\b|\brete\b|réseau|livebox|fritz|router|pre-?shared|isakmp",
    re.I,
)
_ASSIGNED = re.compile(r"[A-Za-z][A-Za-z_.\-]{2,40}(?:=(?!=)|:[\"'\d])\S")
"""`AcsInstance=isehost`, `flags:"49184"`: a name with a value of its own."""
_OF_ANOTHER = re.compile(
    r"\b(?:user(?:_?name)?|server|host(?:_?name)?|client|database|port|interface|source|src|dst|ip|addr(?:ess)?|reason|group"
    r"|domain|realm|uid|device) ?[=:] ?[\"']?\Z",
    re.I,
)
"""`Invalid password : server = … : user = jroe2`."""
_PAGE = re.compile(r"(?:[a-z\d\-]{1,63}\.){1,6}[a-z]{2,24}/[\w.\-/]*")
_WAS_DONE = re.compile(
    r"\b(?:reset|set|check|checked|chang(?:e|ed)|updated?|expired|forgot|failed|succeeded|verif(?:y|ied)) \Z", re.I
)
"""Before `password`, in what a log says was done to it: what follows numbers whose it is."""
_SHORT_HASH = re.compile(r"(?:[0-9a-f]{7,12}|[0-9a-f]{40})\)")
"""`mask the password (ac61a82)`: the change that does it."""
_ID = re.compile(
    r"\buid(?: is|:|=)? ?[\"'`]?$|\b(?:id|ref|reference|ticket|case|task|issue|order)[:=#] ?[\"'`]?$"
    r"|\b(?:event|lease|job|run|transaction|txn|object) #?$",
    re.I,
)
"""What a record is called that speaks of a password."""
_OPENS = re.compile(r"opens|unlock|disarm|entsperr|déverr|desbloq|sblocc|ontgrend", re.I)
_CHANGED = re.compile(r"\b(?:reset|changed|set|updated|switched)\b")
_OF_MACHINES = words("""
    key keys apikey token tokens salt auth authorization webhook session cookie cookies bearer signing
""")
"""Words for what nobody thinks of: it has to look as if a machine made it."""
_SELDOM = words("session cookie cookies auth webhook signing salt")
"""Words that speak of other things mostly: a key has to follow them at once."""
_SUCH = re.compile(r"\bsuch as [\"'`]?\Z")
_WHO = words("user username")
_ENTERED = words("/ enter type use eingeben saisir introduzca")
_OF_AN_API = re.compile(
    r"\b(?:api|access|secret|private|account|service|app|client|subscription|master|shared|licen[cs]e|auth"
    r"|signing|partner|merchant|storage|ingestion|deploy|webhook|stream"
    r"|refresh|bearer|personal|server|bot|upload|registration|enroll?ment|organi[sz]ation|my|our)[ \-]$"
    r"|(?<![.!?] )(?<=[ \"'(*:,\-])(?-i:[A-Z][A-Za-z]{2,}) $|^(?-i:[A-Z][A-Za-z]{2,}) $",
    re.I,
)
_NEVER_SHOWN = re.compile(r"\b(?:KMS|CMK|CMEK|HSM|BYOK|KEK|DEK|key vault)[ \-]\Z", re.I)
"""Before `key`: it never leaves where it is kept, and all that is said of it is its number."""
_NUMBERED = words("""
    app application registration principal tenant directory subscription project workspace organisation organization
    cluster vault object device user account customer group anwendung mandant mandanten abonnement projekts benutzers
    kunden projet utilisateur aplicación suscripción proyecto usuario
""")
"""What clouds give a number: behind `the secret of the app` it is that of the app."""
_IS_NUMBERED = re.compile(rf"\b(?:{'|'.join(sorted(_NUMBERED))})(?: is|:| =) ?[\"'`]?\Z", re.I)
_SAID_OF = re.compile(r"s? (?:of|from|in|on|der|des|von|vom|im|de|du|del|della|di|do|da|van)\b[^:=\n]*\Z")
_CHANGED_TO = re.compile(r"\b(?:changed|set|reset|updated|switched|now|back)(?: \w+)? to [\"'`(]*$")
_CHANGE_IT = re.compile(
    r"\b(?:set|change|reset|update|switch|(?:redefin|alter|mud|troq|cambi|modifi|réinitialis|geänder|zurückgesetz|zmieni"
    r"|wijzig|ändr|endr|chang|reimpost|restablec)\w{0,8})\b[^.\n\0]{0,20}$",
    re.I,
)
_CHANGED_BEHIND = re.compile(
    r"[\"'`“”]? (?:um|zurück|neu|terug)?(?:ge(?:änder|setz|stell|wechsel)t|aktualisiert|festgelegt|ändern|setzen"
    r"|gewijzigd|veranderd|gezet|ingesteld|aangepast)\b"
)
"""Where German and Dutch say last what was done: `habe ich auf … geändert`."""
_SAID_LAST = words("auf in op naar")
_CHANGED_INTO = words("para a em auf in à en na naar til till su con por from von de da")
_OF_RECORDS = words("token tokens")
"""What is called by its number too: `token 123e4567-… not found`."""
_LICENCES = words("licence license community")
_FOR_SOMETHING = re.compile(r" (?:for|of|to|für|zum|zur|der|des|pour|de|du|del|para|per|di|do|voor|van|till|til) ")
_ENDS = re.compile(r"[.,;)]?(?:\s|$)")
_SHORTER_BEHIND = re.compile(r" \d{4,6}(?=\s|$)")
_COLON = re.compile(r": ?[*_`\"']{0,2}$")
_WAS = words("was is be ist war était est era es è é")
_YEAR = 4
FEW, SOON, SOME = 2, 8, 14
"""Words between the one that announces and the one that is announced."""
NEAR = 90
_HEX = re.compile(r"[0-9a-f]+|[0-9A-F]+")
_BORDERS = "|\t"
_OF_A_RELEASE = re.compile(r"\bsign(?:ed|ing)\b[^\n]{0,30}$|\S/\S+ at $")
_FINGERPRINT = re.compile(r"(?:[0-9A-F]{16}){1,2}|[0-9A-F]{40}|[0-9a-f]{40}")
"""Of the key that signed something, or of a state of a repository."""


def is_of_a_network(text: str, cue: Cue) -> bool:
    """The key or the code of a network is a password: people think of it."""
    near = max(0, cue.start - NEAR), min(len(text), cue.end + NEAR // 4)
    return cue.sort in ("key", "pin") and bool(_WIRELESS.search(text, *near))


def fits(text: str, cue: Cue, word: Word, *, wireless: bool) -> bool:
    if (word.over and not word.linked) or NAMED.fullmatch(text, word.start, word.end) or _is_a_flag(text, word):
        return False
    if text.endswith(('W/"', 'W/\\"'), 0, word.start) or _is_cells_away(text, cue, word):
        return False
    if word.before == "as" and _SUCH.search(text, max(0, word.start - 12), word.start):
        return False
    if text[word.start - 1] == "(" and _SHORT_HASH.match(text, word.start):
        return False
    if _PAGE.fullmatch(text, word.start, word.end) or _is_of_another(text, cue, word):
        return False
    if word.before in _CALLED or _FLAG_BEFORE.search(text, max(0, word.start - 44), word.start):
        return False
    if word.look == "uuid":
        return not word.over and not text.startswith(". ", cue.end) and is_called_a_secret(text, cue, word)
    if (word.look == "generated" and is_hash(text, word)) or _ID.search(text, max(0, word.start - 14), word.start):
        return False
    if cue.sort == "pin" and _is_code(text, cue, word):
        return True
    if cue.sort in ("password", "lock") or wireless:
        return _is_password(text, cue, word)
    if cue.sort == "key":
        return _is_key(text, cue, word)
    if cue.sort == "login":
        return _is_of_a_login(text, cue, word)
    return cue.sort == "wireless" and _opens_a_network(text, word)


def _is_of_another(text: str, cue: Cue, word: Word) -> bool:
    """A name with its own value, or the value of a name that stands behind the word for a secret."""
    if not word.linked and _ASSIGNED.match(text, word.start, word.end):
        return True
    named = _OF_ANOTHER.search(text, cue.end, word.start)
    return named is not None and not word.before.startswith("/")


def _is_cells_away(text: str, cue: Cue, word: Word) -> bool:
    """What looks like a sum, some cells behind the one that speaks of a secret: `| API keys | 1.2 | 44 | 3f0c… |`."""
    if word.look != "generated" or not _HEX.fullmatch(text, word.start, word.end):
        return False
    return max(text.count(sign, cue.end, word.start) for sign in _BORDERS) > 3


def _is_password(text: str, cue: Cue, word: Word) -> bool:
    finnish = word.before == "on" and text[cue.start : cue.end].lower().startswith("salasan")
    named = word.before in OF_SOMETHING and not finnish and not LINK_SIGN.search(text, word.start - 4, word.start)
    into = word.before in _CHANGED_INTO and word.passed <= FEW and _was_changed(text, cue)
    into = into or (word.before in _SAID_LAST and word.passed < SOON and bool(_CHANGED_BEHIND.match(text, word.end)))
    if named and not word.quoted and word.look != "signed" and not into:
        return False
    if cue.sort == "lock":
        return _unlocks(text, cue, word)
    last = text[word.end : word.end + 1] in ("", "\n", "\r")
    if is_any_pass(text, cue.start, cue.end) and (word.passed > 1 or (word.look == "phrase" and not last)):
        return False  # most things that are passed are no secrets
    value, linked = text[word.start : word.end], word.linked or not word.passed
    if word.look == "phrase" and word.before in _KEPT_IN:
        return False
    match word.look:
        case "generated" | "signed":
            return True
        case "mixed" if word.before == "to":
            polish = text[cue.start : cue.end].lower().startswith("has")
            told_to = _was_changed(text, cue) and word.passed <= FEW
            return bool(polish or told_to or _CHANGED_TO.search(text, max(0, word.start - 40), word.start))
        case "mixed":
            return into or linked or word.passed <= FEW or (word.before in _HANDED and word.passed < SOME)
        case "weak":
            return into or (word.linked and word.passed <= FEW) or (last and not word.passed and value[0].isupper())
        case "phrase":
            return word.passed <= 1 or (linked and " " not in value)
        case "digits":
            door = opens_something(text, cue.start, cue.end) and word.passed <= FEW + 1
            return (bool(door) or (linked and len(value) > 5)) and value.isdigit() and not word.over
        case _:
            return False


def _was_changed(text: str, cue: Cue) -> bool:
    return bool(_CHANGE_IT.search(text, max(0, cue.start - 40), cue.start))


def is_called_a_secret(text: str, cue: Cue, word: Word) -> bool:
    """Most such numbers name a record; one that follows `API key` opens something."""
    name = text[cue.start : cue.end].lower()
    if cue.sort not in ("password", "key") or name in _SELDOM or name in _LICENCES or word.before in OF_SOMETHING:
        return False
    if cue.sort == "password" and _WAS_DONE.search(text, max(0, cue.start - 12), cue.start):
        return False
    if name in ("key", "keys") and not _OF_AN_API.search(text, max(0, cue.start - 20), cue.start):
        return False
    if name in ("key", "keys") and _NEVER_SHOWN.search(text, max(0, cue.start - 20), cue.start):
        return False
    if _IS_NUMBERED.search(text, max(0, word.start - 40), word.start):
        return False
    if word.before in _NUMBERED and _SAID_OF.match(text, cue.end, word.start):
        return False
    opening = name not in _OF_RECORDS or _OF_AN_API.search(text, max(0, cue.start - 20), cue.start)
    if _ROW.search(text, cue.end, word.start):
        return False  # `INSERT INTO t (token, id) VALUES ('3f0c9a71-…'`: the columns say what it is
    near = (not word.passed and bool(opening)) or (word.linked and word.passed < SOON)
    return near and not is_hash(text, word)


def _unlocks(text: str, cue: Cue, word: Word) -> bool:
    """`encrypted with 2048 bits` opens nothing, `disarmed with 4711` does."""
    value = text[word.start : word.end]
    opens = word.look not in ("weak", "digits") or (_OPENS.match(text, cue.start) and word.passed <= FEW)
    few = value.islower() and value.isalnum() and sum(map(str.isdigit, value)) < _YEAR
    if word.look == "mixed" and not word.quoted and few and not begins_familiar(value):
        return False  # `salsa20`
    led = word.linked or word.before in _WITH_IT or (not word.passed and text.endswith("with", 0, cue.end))
    if is_compound(value) and not is_familiar(value) and word.passed and word.before not in _WITH_IT:
        return False
    return bool(opens) and led and word.passed < SOON


def _is_code(text: str, cue: Cue, word: Word) -> bool:
    if word.look != "digits" and text[cue.start : cue.end].lower() == "pins":
        return False  # what pins a version
    if word.look in ("phrase", "weak") or (word.before in OF_SOMETHING and not word.linked) or word.passed >= SOON:
        return False
    if word.look == "digits":
        near = 0 if text.startswith("pin", cue.start) else FEW  # small letters: of a connector, or what is pinned
        if text.startswith("PIN", cue.start) and _FOR_SOMETHING.match(text, cue.end) and _ENDS.match(text, word.end):
            near = SOON - 1  # `PIN for the app 4711.`
        if _SHORTER_BEHIND.match(text, word.end) and word.end - word.start > 6:
            return False  # `set-pin ACCOUNT PIN`
        if word.before.isdigit() and word.passed == 1:
            near = 1
        if word.before == "to" and _CHANGED_TO.search(text, max(0, word.start - 40), word.start):
            near = SOON
        return (word.linked or word.passed <= near) and word.end - word.start < 13 and not word.over
    return word.linked or not word.passed


def _is_key(text: str, cue: Cue, word: Word) -> bool:
    name = text[cue.start : cue.end].lower()
    if name in _LICENCES:
        if name == "community":
            return (not word.passed or (word.linked and word.passed <= FEW)) and word.look != "digits"
        return word.linked and is_printed_in_groups(text[word.start : word.end])
    if word.look == "mixed":  # `(secret Plum4711)`
        return name == "secret" and not word.passed and text[word.end : word.end + 1] in (")", "\n", "")
    if word.look == "signed":
        thought_of = text[cue.start : cue.end].lower() not in _OF_MACHINES
        near = word.passed <= FEW and (word.linked or not word.passed)
        return thought_of and near and text[word.start - 2 : word.start] != "= "
    if _OF_A_RELEASE.search(text, max(0, word.start - 40), word.start) and _FINGERPRINT.fullmatch(
        text, word.start, word.end
    ):
        return False
    if word.before in OF_SOMETHING and not word.linked and _HEX.fullmatch(text, word.start, word.end):
        return False  # `the key is fine, but account 3f0c9a71… is closed`
    seldom = text[cue.start : cue.end].lower() in _SELDOM and not word.linked
    return word.look == "generated" and word.passed < (FEW if seldom else SOME)


def _is_a_flag(text: str, word: Word) -> bool:
    """`login=… -Dproject=shop`: another argument."""
    return text[word.start - 2 : word.start] in (" -", "--") and "=" in text[word.start : word.end]


def is_hash(text: str, word: Word) -> bool:
    return (
        bool(_HASHES.search(text, max(0, word.start - 40), word.start))
        or bool(_COMPARED.search(text, max(0, word.start - 2 * NEAR), word.start))
        or (not word.linked and below_sums(text, word.start))
    )


def _is_of_a_login(text: str, cue: Cue, word: Word) -> bool:
    """`jane / …`, `reset to …`, `log in with …`: what is behind the account, never the account itself."""
    if word.look in ("", "weak", "digits", "uuid") or word.passed >= SOME or is_compound(text[word.start : word.end]):
        return False
    if "|" in text[cue.end : word.start] and (word.passed > 1 or text[cue.start : cue.end].lower() in _WHO):
        return False  # another column of a table, or who it is
    if word.before == "/" or (text[word.start - 1] == "/" and not word.passed):
        return word.look != "phrase" or "_" not in text[word.start : word.end]
    alone = text[word.end : word.end + 1] in ("", "\n", "\r")
    if text[word.start - 2 : word.start] == ": " and alone and word.look == "signed" and word.passed:
        return True  # `root on the old box: …`
    if text[cue.start : cue.end].lower() in ACCOUNTS:
        return word.look == "signed" and word.passed == 1 and word.before in ("and", "und", "et", "y")
    if word.quoted and word.passed == 1 and text[cue.start : cue.end].lower() == "login" and word.look != "phrase":
        return True  # `LOGIN jane '…'`
    handed = word.before in _HANDED or word.before in ADMINS
    if text[word.start - 2 : word.start] == ": " and (word.before == "one" or word.look == "signed"):
        return True  # `told her the temporary one: …`
    if word.look in ("signed", "generated"):
        return handed
    given = word.before == "to" and _CHANGED.search(text, max(0, cue.start - NEAR // 2), word.start)
    mailbox = word.before != "and" or ";;" in text[cue.end : word.start]
    return handed and mailbox and (1 < word.passed < SOON or bool(given))


def _opens_a_network(text: str, word: Word) -> bool:
    """Behind the name of a network, or where somebody shall enter it."""
    if word.look in ("", "weak", "uuid") or word.passed > SOME:
        return False
    last = line_end(text, word.end) - word.end < 2
    named = last and word.passed > 0 and bool(_COLON.search(text, word.start - 4, word.start))  # `Wi-Fi upstairs: …`
    if word.look == "digits":
        length = word.end - word.start
        return word.linked and ((not word.passed and length > 7) or (length > 9 and (named or word.before in _WAS)))
    if named or word.look == "phrase":
        return named
    if word.before in _WAS and word.linked:
        return True
    column = text[word.start - 2 : word.start] == "  " and last and word.passed > 0
    return word.before in _ENTERED or column
