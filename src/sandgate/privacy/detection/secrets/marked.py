"""Keys and tokens that providers mark with a prefix, signed tokens, private keys and credentials of headers."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator

from ..kinds import Span
from ..naming.harmless import leads_on_before
from .providers import PROVIDERS, is_public

_LONG = re.compile(r"[A-Za-z0-9](?<![\w].)[\w\-.~]{14,}+")
_MARKED = re.compile(
    r"(?:[a-z][a-z0-9]{1,11}[_\-]){0,2}(?:sk|rk|ck|cs|pat|live|prod|secret|apikey)[_\-](?P<rest>[A-Za-z0-9][\w\-]{19,90})(?![\w\-]|\.[a-z][\w\-]*\.)"
)
"""As services that nobody has heard of mark theirs: `acme_sk_…`, `partner_live_…`."""
_PREFIXED = re.compile(
    r"(?!sha\d|md5|blake|msg_|evt_|req_|run_|resp_|toolu_|thread_|call_)(?:(?:[a-z][a-z0-9]{1,9}|[A-Z][A-Z0-9]{1,7})[_\-]){1,3}(?P<rest>[A-Za-z0-9]{32,200})(?![\w\-])"
)
"""The same with nothing but a prefix, as most do since they are told to: `acme_k3Jd9sLq0Zx7…`."""
_CACHED = re.compile(
    r"(?<![A-Za-z])cached?(?![A-Za-z]|_(?!key))(?![^\n\0]{0,40}(?:token|secret|passw|api|cred))[^\n\0]{0,60}\Z", re.I
)
"""`Restoring cache v2-deps-…`: a version, a name, and the sum of a file."""
_SIZE_OF_A_HASH = re.compile(r"(?:[a-z\d]+[_\-])*prod[_\-][0-9a-f]+")
_ID_OF_A_KEY = re.compile(r"(?:[a-z][a-z\d]{1,11}[_\-])?apikey_01[0-9A-Za-z]{24}")
"""A number that begins with the time, as records are given it: which of the keys is meant."""
_MARKS = (
    "hooks.slack.com/services/",
    "hooks.slack.com/workflows/",
    "hooks.slack.com/triggers/",
    "discord.com/api/webhooks/",
    "discordapp.com/api/webhooks/",
    ".webhook.office.com/webhookb2/",
    "outlook.office.com/webhook/",
    "hooks.zapier.com/hooks/catch/",
    ".make.com/",
    "api.netlify.com/build_hooks/",
    "/with/key/",
    "betterstack.com/api/v1/heartbeat/",
    "betteruptime.com/api/v1/heartbeat/",
    "/pages/webhooks/deploy_hooks/",
    "hc-ping.com/",
    "events.pagerduty.com/integration/",
    "/open-apis/bot/v2/hook/",
    ".loggly.com/inputs/",
    "\n::add-mask::",
    "alchemy.com/v2/",
    "alchemyapi.io/v2/",
    "infura.io/v3/",
    ".quiknode.pro/",
    ".airtableusercontent.com/v3/u/",
    ".dropboxusercontent.com/cd/0/",
)
_ACCOUNT = re.compile(r"\baccounts: ?\[\s{0,20}[\"'](?:0x)?(?P<value>[0-9a-f]{64})[\"']")
_OF_TWILIO = re.compile(r"AC[0-9a-f]{32}[\"'],\s{0,4}[\"'](?P<value>[0-9a-f]{32})[\"']")
_OF_WEATHER = re.compile(r"[?&]appid=(?P<value>[0-9a-f]{32})(?!\w)")
_IN_A_QUERY = re.compile(
    r"[?&](?:api_?)?(?:key|token|secret)=(?=\w{0,13}\d)(?=\w{0,13}[a-z])(?=\w{0,13}[A-Z])(?P<value>\w{10,14})(?![\w%\-.])"
)
_OF_OMNIAUTH = re.compile(
    r"(?:provider|omniauth) :\w{2,30}, [\"'][^\"'\n]{8,80}[\"'], [\"'](?P<value>[\w\-]{16,80})[\"']"
)
_OF_STORAGE = re.compile(
    r" / (?:(?<=[A-Z\d]{16} / )|(?<=[A-Z\d]{16}[`\"'] / )[`\"'])"
    r"(?P<value>(?=[^a-z\s]{0,40}[a-z])(?=[^A-Z\s]{0,40}[A-Z])[A-Za-z\d+/]{40})(?![\w+/=])"
)
"""The id of a key and the key to it, as MinIO and others make both after AWS: `… / …`."""
_OF_GEMS = re.compile(
    r"(?:\bBUNDLE_[A-Z\d_]{2,60}__[A-Z]{2,10}|(?i:contribsys)(?:\.com)?)[\"']?(?:: | ?= ?| )[\"']?"
    r"(?P<value>[\w.\-]{4,64}:[\w\-]{8,200})(?![\w:])"
)
"""As Bundler is told what opens a source of gems; those of Sidekiq are two numbers."""
_OF_A_DOMAIN = re.compile(
    r"\b(?:epp|auth|auth[ \-]?info|authori[sz]ation|transfer)[ \-]?code "
    r"(?:\(|for |of )(?:[a-z\d\-]{1,63}\.){1,3}[a-z]{2,12}\)?"
    r"(?: is|:| =) (?P<value>(?=\S{0,40}\d)(?=\S{0,40}[A-Za-z])[^\s\"'`]{8,64})",
    re.I,
)
"""With which a domain is taken to another registrar: `auth code (plum.example): …`."""
_HOOK = re.compile(r"[A-Za-z0-9_\-/@]{14,}")
_DRIVE = re.compile(r"[0-9](?<![\w\-].)\d{5}(?:-\d{6}){7}(?![\w\-])")
"""What opens a drive that BitLocker closed."""
_BOT = re.compile(r"[0-9](?:(?<![\w]\d)|(?<=/bot\d))\d{7,9}:A[\w\-]{33,35}(?![\w\-])")
_APP = re.compile(r"(?<!\d)\d{15}(?:\d(?!\|[0-9a-f]+(?![\w\-])))?\|[\w\-]{27,40}(?![\w\-])")
_NUMBERED_TOKEN = re.compile(
    r"(?<![\w|])\d{1,7}\|(?=[A-Za-z]*\d)(?=[A-Z\d]*[a-z])(?=[a-z\d]*[A-Z])[A-Za-z0-9]{40}(?:[A-Za-z0-9]{8})?(?![\w|])"
)
_BLOCK = re.compile(
    r"-----BEGIN (?P<what>[A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?|OpenVPN Static key V1|[A-Z]{1,20} NKEY SEED)-----"
    r"(?:[^-]|-(?!----)){24,20000}(?:-----END (?P=what)-----)?"
)
_SCHEME = re.compile(
    r"[BbTtO](?<!\w.)(?:earer|EARER|asic|ASIC|oken|OKEN|Auth)(?: |[ \t]{0,4}\r?\n[ \t]{0,40})"
    r"(?P<value>[\w\-.~+/]{12,}=*)"
)
_HEADER_OF_A_SERVICE = re.compile(
    r"(?:\b[Aa]uthorization|\bAUTHORIZATION)[\"']?(?:: ?|[ =]+)[\"']?[A-Za-z][A-Za-z\-]{2,24}(?: |=[\w.@!\-]{1,60}=)"
    r"(?:\w{2,12}=)?[\"']?(?P<value>[\w\-.~+/:]{16,400}={0,2})"
)
"""The same with a scheme that a service made up: `Authorization: Splunk …`, `PVEAPIToken=jane@pam!ci=…`."""
_HASHED = re.compile(
    r"\$(?:2[abxy]|argon2(?:id|i|d)|[156y]|apr1|scrypt|pbkdf2[\w\-]{0,10})\$"
    r"(?=[\w$./,=+\-]{0,120}[\w./+]{16})[\w$./,=+\-]{20,200}"
)
"""A password as systems keep it: `$2b$12$…`. Without a long part it only says how: `$argon2id$v=19$m=65536,t=3$`."""
_SCRAM = re.compile(
    r"SCRAM-SHA-\d{1,3}\$\d{1,7}:[A-Za-z0-9+/]{8,64}={0,2}\$[A-Za-z0-9+/]{20,100}={0,2}:[A-Za-z0-9+/]{20,100}={0,2}"
)
_OF_A_ROLE = re.compile(
    r"(?:[\"'] [\"']|(?i:\bpassword) [\"']|\brolpassword[^\n\0]{0,60}[| \"'])(?P<value>md5[0-9a-f]{32})(?!\w)"
)
"""As Postgres and PgBouncer keep the password of a role: `"app" "md5…"`."""
_OF_RANCHER = re.compile(r"(?<![\w\-])(?:token|kubeconfig)-[a-z0-9.\-]{5,40}:[a-z0-9]{54}(?!\w)")
_MERCHANT = re.compile(r"access_token\$(?:production|sandbox)\$[a-z0-9]{16}\$[0-9a-f]{32}")
_NUMBERED = re.compile(r"[12]/(?<![\w/]..)\d{13,17}(?:/\d{13,17})?:[0-9a-f]{32}(?!\w)")
_OF_64_BYTES = re.compile(
    r"(?<![\w+/=\-])(?<!GCM,data:)(?=[a-z+/=\d]{0,20}[A-Z])(?=[A-Z+/=\d]{0,20}[a-z])[A-Za-z0-9+/]{86}==(?![\w=])"
)
_OF_A_SEAL = re.compile(r"operator unseal (?:-\S{1,60} ){0,4}(?P<value>[A-Za-z0-9+/]{40,66}={0,2})(?![\w+/=])")
_RECORD = re.compile(
    r"\b(?:C?DNSKEY|RRSIG|IPSECKEY|OPENPGPKEY)\b[^\n\0]{0,160}\Z"
    r"|(?:^|[\s\"'])(?:25[67]|38[45])[ \t]+3[ \t]+\d{1,2}[ \t(]+\Z"
    r"|\bsignatures?[\"']?[ \t]*[:=][ \t]*[\"']?\Z"
)
"""Keys of zones and signatures have as many bytes, and everybody may read them."""
_BEFORE = 200
_SLASHED = re.compile(r"(?<!\w)(?:FlyV1 )?(?:fm[12][ar]?|essu|glc)_[A-Za-z0-9+/]{60,}={0,3}")
"""Keys of providers in which a slash may stand anywhere."""
_NAMELESS = re.compile(r"://(?P<value>[0-9a-f]{32})(?=:(?:@|x-)|@(?!(?:\w{1,20}\.)?(?:ingest|sentry)\.))")
_REFRESH = re.compile(r"1//0(?<!\w....)[\w\-]{38,}")
_HEADER = re.compile(r"eyJ(?:hbGciOi|0eXAiOi|raWQiOi)[\w\-]*(?:\.|$)")
_UUID = re.compile(r"[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$")
_WORDS = re.compile(
    r"[a-z]+(?:[\-_.][a-z]+)*$|[A-Z]?[a-z]+(?:[A-Z][a-z]+)*$|[A-Z][a-z]+(?:-[A-Z][a-z]+)+$|[A-Z]+(?:_[A-Z]+)*$"
)
_VOWEL = re.compile(r"[aeiouAEIOU]")
_RUN = re.compile(r"[A-Z]?[a-z]+|[A-Z]+|\d+")
_BLANK = re.compile(
    r"[*x•.\-_#=~+]+$|<.*>?$|&lt;.*|\{.*\}$|\[.*\]$|\$[A-Za-z_]+$|%[A-Za-z_]{1,30}%?$|%\(|(?:%[sdr][:@/ ]?)+$"
    r"|\$[A-Z][A-Z\d_]+/.*|.*(?:[xX]{6}|\*{4}|•{3}|\.{3}|…)|\S{6,}\*{3}$|\[[^\]\n]*\]\(.*|\}\}.*|\\+[SsWwDd](?:[*+].*)?$"
    r"|.*(?:\$\{\s*[A-Za-z_][\w.]*(?:\}|$|:?[\-?=+]|[\[(](?:[^{}]{0,120}\}|$))"
    r"|\$\{\s*[A-Za-z_][\w.:\-/#]*(?:\}|$)|\$\([\w\-. /]+\)"
    r"|\{\{[^{}]*\}\}|\{\{[\w\-. |$]*$|%\(\w+\)[sdrif]).*"
    r"|(?:ref\+)?(?:vault|env|ssm|sops|op|keyvault|file|secretsmanager|awssm|gcpsm|sm|gsm|akv|secret|keychain|bws|path)s?:(?://)?[a-z][\w.\-/#:]*$"
    r"|@Microsoft\.KeyVault\(.*|Ag[A-D][A-Za-z0-9+/]{150,}={0,2}$|(?:please|generate|todo|replace)[\-_ ].*"
    r"|(?:this[\-_ ]?is[\-_ ]?)?not[\-_ ]?(?:an?|the|my)?[\-_ ]?(?:real|actual)(?!ly)[\-_ ]?[a-z\-_ ]{0,40}\d{0,2}$"
    r"|ENC\[(?:AES|PKCS7|GPG|KMS)|ENC\([\w+/]{16,}={0,2}\)$"
    r"|\d:\d:[\w+/]{32,}={0,2}$|!\[[\w+/]{16,}={0,2}\]$|\{cipher\}.*|vault:v\d{1,4}:[\w+/]{16,}={0,2}$"
    r"|(?-i:AQICAH|AQECAH|AQEBAH|CiQA)[\w+/\-]{60,}={0,2}$"
    r"|(?-i:HIDDEN|REDACTED|MASKED|FILTERED|OMITTED)(?:_[A-Z]+)*$|\([a-z ]{3,20}\)$|x{4}\w{4}$"
    r"|arn:aws[\w\-]*:.*|!(?:vault|secret|Ref|Sub|ImportValue|env|env_var|GetAtt|include|file)\b.*|\$\([a-z].*"
    r"|(?:your|my|the|some|a|an|insert|enter|change|replace|example|dummy|fake|wrong|invalid|incorrect|redacted|masked|hidden)"
    r"[\-_ ]?(?:me|.*(?:here|key|token|secret|password))?$|\[?(?:redacted|filtered|masked|hidden|removed|secret)\]?$"
    r"|1password$",
    re.I,
)


CLASSES = (re.compile(r"[a-z]"), re.compile(r"[A-Z]"), re.compile(r"\d"), re.compile(r"[^\w\s]"))
"""Small letters, capitals, digits and signs."""
_SAMPLE = re.compile(
    r"(?!A{20})(?:.*?([^A])\1{6}|.*?A{12})|(?:.*[\-_])?(?:your|example|sample|placeholder|replace|insert|dummy|todo)(?:[\-_]|$)",
    re.I,
)
"""`sk_live_xxxxxxxx` and `xoxb-your-token-here` show where a key shall stand. Bytes of nothing are `AAAA` in base64."""
_SIGN = re.compile(r"[!#$%?@^~]")
_BRACKET = re.compile(r"[()\[\]{}]")
_KEY_ID = re.compile(r"A[KS]IA[A-Z0-9]{16}(?![A-Z0-9])")
_OF_AN_ID = re.compile(r"(?<![\w+/=])[A-Za-z0-9+/]{40}(?![\w+/=])")
_NEAR = 400
_OF_A_KEY = re.compile(r"SK[0-9a-fA-F]{32}|rzp_(?:live|test)_[A-Za-z0-9]{14}")
_CALLED_AN_ID = re.compile(
    r"(?<![A-Za-z\d])(?<!api[ _\-]key[ _\-])(?:sid|(?<!api[ _\-])key[ _\-]?id)[\"'`*_)]{0,3}[ \t]{0,4}[:=]?"
    r"[\"'`*_]{0,3}[ \t]{0,4}[\"'`]?\Z",
    re.I,
)
"""What Twilio and Razorpay show beside a secret and call an id; called an API key, it may be all there is."""
_OF_AMAZON = re.compile(r"Atz[ar]\|[\w\-+/]{40,2000}={0,2}")
_OF_OPSGENIE = re.compile(r"GenieKey (?P<value>[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?![\w\-])")
_MOST_MORE = 8_000
"""Characters of a key behind the first plus or slash in it."""


_FORMS = (
    (":A", _BOT),
    ("|", _NUMBERED_TOKEN),  # an app of Facebook or a token of Laravel: their numbers stand before the bar
    ("|", _APP),
    ("$", _HASHED),
    ("SCRAM-SHA-", _SCRAM),
    ("md5", _OF_A_ROLE),
    ("token-", _OF_RANCHER),
    ("kubeconfig-", _OF_RANCHER),
    ("$", _MERCHANT),
    ("/", _NUMBERED),  # Asana
    ("1//0", _REFRESH),  # Google renews access with it
    ("_", _SLASHED),
    ("operator unseal ", _OF_A_SEAL),  # of Vault and OpenBao
    ("==", _OF_64_BYTES),  # as Azure has its keys
    ("://", _NAMELESS),  # a key where others have a name; that of Sentry stands in every page it watches
    ("appid=", _OF_WEATHER),
    ("key=", _IN_A_QUERY),
    ("token=", _IN_A_QUERY),
    (" :", _OF_OMNIAUTH),
    ("accounts:", _ACCOUNT),
    ("contribsys", _OF_GEMS),
    ("BUNDLE_", _OF_GEMS),
    (" / ", _OF_STORAGE),
    ("ode (", _OF_A_DOMAIN),
    ("ode for ", _OF_A_DOMAIN),
    ("AC", _OF_TWILIO),
    ("-----BEGIN ", _BLOCK),
    ("Atz", _OF_AMAZON),
    ("GenieKey ", _OF_OPSGENIE),
    ("-", _DRIVE),
)
"""A mark that is quickly looked for, and the form of what has it."""


def provider_keys(text: str) -> Iterator[Span]:
    for long in _LONG.finditer(text):
        if is_public(long.group().rstrip(".")):
            continue
        found = PROVIDERS.match(text, long.start(), long.end() + _MOST_MORE)
        if found and _is_called_an_id(text, found):
            continue
        if found and len(set(found.group())) > 7 and not _SAMPLE.match(found.group()):
            end = found.end()
            sentence = text[end - 1] == "." and not _fills_a_cell(text, long.start(), end)
            yield Span(long.start(), end - sentence, "SECRET")
        elif not found and (end := _end_of_a_marked(text, long.start(), long.end())):
            yield Span(long.start(), end, "SECRET")


def _fills_a_cell(text: str, start: int, end: int) -> bool:
    """Whether it stands alone in quotes, or in the last column of a table: then a stop belongs to it."""
    before, behind = text[max(0, start - 2) : start], text[end : end + 1]
    if before[-1:] in ('"', "'") and before:
        return behind == before[-1]
    return (before == "  " or before[-1:] == "\t") and behind in ("", "\r", "\n", "\t")


def _is_called_an_id(text: str, found: re.Match[str]) -> bool:
    """`SID SK…`, `"key_id": "rzp_live_…"`."""
    return bool(_OF_A_KEY.fullmatch(found.group())) and bool(
        _CALLED_AN_ID.search(text, max(0, found.start() - 40), found.start())
    )


def _end_of_a_marked(text: str, start: int, end: int) -> int:
    """Of a key of a service that nobody has heard of; nothing where there is none."""
    if (marked := _MARKED.match(text, start, end)) and _is_marked(marked):
        return marked.end()
    prefixed = _PREFIXED.match(text, start, end)
    if prefixed is None or not is_of_all_sorts(prefixed["rest"]) or _CACHED.search(text, max(0, start - 80), start):
        return 0
    return prefixed.end()


def is_of_all_sorts(rest: str, fewest_digits: int = 3) -> bool:
    """Whether small letters, capitals and digits are mixed as only a machine mixes them; no hash has capitals too."""
    fewest = ((str.islower, 3), (str.isupper, 3), (str.isdigit, fewest_digits))
    return all(sum(map(sort, rest)) >= least for sort, least in fewest) and is_jumbled(rest) and entropy(rest) > 4


def _is_marked(found: re.Match[str]) -> bool:
    if _SIZE_OF_A_HASH.fullmatch(found.group()):
        return False  # what was built for production is called by its hash
    if _ID_OF_A_KEY.fullmatch(found.group()):
        return False
    rest = found["rest"]
    return looks_random(rest, 20) and entropy(rest) > 3 and (rest.isalnum() or is_jumbled(rest))


def hooks(text: str) -> Iterator[Span]:
    """Webhooks, whose address is the key, bots of Telegram, hashes of passwords, and private keys in their armour."""
    for mark in _MARKS:
        place = text.find(mark)
        while place >= 0:
            found = _HOOK.match(text, place + len(mark))
            if found and not is_placeholder(found.group()):
                yield Span(found.start(), found.end(), "SECRET")
            place = text.find(mark, place + 1)
    for mark, form in _FORMS:
        if mark in text:
            value = "value" if "value" in form.groupindex else 0
            for found in form.finditer(text):
                start, end = found.span(value)
                if form is not _OF_64_BYTES or not _RECORD.search(text, max(0, start - _BEFORE), start):
                    yield Span(start, end, "SECRET")


def beside_an_id(text: str) -> Iterator[Span]:
    """What belongs to the id of a key of AWS: it has no prefix of its own, but always the same length."""
    if "AKIA" not in text and "ASIA" not in text:
        return
    for known in _KEY_ID.finditer(text):
        for found in _OF_AN_ID.finditer(text, max(0, known.start() - _NEAR), known.end() + _NEAR):
            if is_of_all_sorts(found.group(), fewest_digits=1):
                yield Span(found.start(), found.end(), "SECRET")


def is_provider_key(value: str) -> bool:
    """Whether all of it is a key, by the prefix that its provider gives it."""
    found = PROVIDERS.match(value)
    whole = found is not None and found.end() == len(value) and not is_public(value)
    return whole and len(set(value)) > 7 and not _SAMPLE.match(value)


def schemes(text: str) -> Iterator[Span]:
    """`Bearer …` and `Basic …`, and whatever else the header Authorization has before its secret."""
    for found in _SCHEME.finditer(text):
        if found.group()[0] in "Tt" and leads_on_before(text, found.start()):
            continue  # `page token …`
        if looks_random(found["value"]) or (found.group()[0] in "BbO" and is_uuid(found["value"])):
            yield Span(found.start("value"), found.end("value"), "SECRET")
    for found in _HEADER_OF_A_SERVICE.finditer(text) if "uthorization" in text or "AUTHORIZATION" in text else ():
        if is_uuid(found["value"]) or (looks_random(found["value"], 16) and entropy(found["value"]) > 3):
            yield Span(*found.span("value"), "SECRET")


def is_words(value: str) -> bool:
    """`HashedValue`, `api-key`, `MAX_SIZE`: written as code writes words."""
    return bool(_WORDS.match(value))


def looks_random(value: str, at_least: int = 12) -> bool:
    """Whether it is too mixed for a word, a name or a version of something."""
    if (header := _HEADER.match(value)) and value.count(".") < 2:  # of a signed token, without the token
        value = value[header.end() :]
    if len(value) < at_least or is_placeholder(value) or _UUID.match(value) or _WORDS.match(value):
        return False
    digits = sum(map(str.isdigit, value))
    letters = sum(map(str.isalpha, value))
    return ((digits >= 2 and letters >= 2) or is_jumbled(value)) and entropy(value) > 2.8


def is_jumbled(value: str) -> bool:
    """Whether capitals, small letters and digits change as no words in a name do: `gYFhGwSoiMvYJ`."""
    runs = _RUN.findall(value)
    length = sum(map(len, runs))
    if len(value) < 12 or value.islower() or value.isupper():
        return False
    unspeakable = length > 15 and 5 * len(runs) > length and 4 * len(_VOWEL.findall(value)) < length
    return 7 * len(runs) > 2 * length or unspeakable


def is_scrambled(value: str) -> bool:
    """Brackets that do not close, or signs of all sorts, among letters and digits as no expression mixes them."""
    closed = all(value.count(left) == value.count(right) for left, right in ("()", "[]", "{}"))
    if closed and len(set(_SIGN.findall(value))) < 2:
        return False
    rest = _BRACKET.sub("", value)
    return len(rest) > 4 and sum(bool(form.search(rest)) for form in CLASSES) > 2


def is_uuid(value: str) -> bool:
    return bool(_UUID.match(value))


def is_placeholder(value: str) -> bool:
    return bool(_BLANK.match(value))


def entropy(value: str) -> float:
    """Bits a character."""
    counts = Counter(value).values()
    return -sum(count / len(value) * math.log2(count / len(value)) for count in counts)
