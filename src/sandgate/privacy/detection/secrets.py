"""Keys and tokens that providers mark with a prefix, signed tokens, private keys and credentials of headers."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator

from .kinds import Span

_LONG = re.compile(r"[A-Za-z0-9](?<![\w].)[\w\-.~]{14,}+")
_PROVIDERS = re.compile(
    r"(?:"
    r"(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}(?![A-Z0-9])"
    r"|gh[pousr]_[A-Za-z0-9]{30,255}|github_pat_\w{40,255}|gl(?:pat|dt|rt|cbt|ptt|ft|soat|agent|oas)-[\w\-]{18,}|glsa_\w{32,}|glc_[\w+/]{32,}={0,3}"
    r"|(?:sk|rk|pk)_(?:live|test)_[A-Za-z0-9]{10,}|whsec_[A-Za-z0-9+/=]{24,}"
    r"|sk-ant-[\w\-]{20,}|sk-(?:proj|svcacct|admin|None)-[\w\-]{20,}|sk-or-v1-[0-9a-f]{40,}|sk-[A-Za-z0-9]{20,}"
    r"|xox[abeoprs]-[\w\-]{10,}|xapp-\d-[\w\-]{20,}|xoxe\.xox[bp]-[\w\-]{20,}"
    r"|AIza[\w\-]{35}(?![\w\-])|ya29\.[\w\-]{20,}|GOCSPX-[\w\-]{20,}"
    r"|SG\.[\w\-]{16,}\.[\w\-]{16,}|key-[0-9a-f]{32}(?!\w)|[0-9a-f]{32}-us\d{1,2}(?!\w)"
    r"|npm_[A-Za-z0-9]{36}|pypi-[\w\-]{50,}|rubygems_[0-9a-f]{48}|dckr_pat_[\w\-]{20,}"
    r"|hf_[A-Za-z]{30,}|hf_[A-Za-z0-9]{34,}|gsk_[A-Za-z0-9]{40,}|r8_[A-Za-z0-9]{30,}|pplx-[A-Za-z0-9]{40,}|xai-[A-Za-z0-9]{40,}"
    r"|tvly-[\w\-]{20,}|lsv2_(?:pt|sk)_\w{32,}|pcsk_\w{40,}|nvapi-[\w\-]{40,}|e2b_[0-9a-f]{32,}"
    r"|SK[0-9a-fA-F]{32}(?!\w)|dop_v1_[0-9a-f]{64}|shp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}|sq0(?:atp|csp)-[\w\-]{22,}|EAAA[\w\-]{56,}"
    r"|dapi[0-9a-f]{32}|lin_api_[A-Za-z0-9]{32,}|ntn_[A-Za-z0-9]{40,}|secret_[A-Za-z0-9]{43}|fig[dou]_[\w\-]{30,}|PMAK-[\w\-]{50,}"
    r"|dp\.(?:pt|st|ct|sa)\.[\w\-.]{20,}|hv[sbr]\.[\w\-]{20,}|[A-Za-z0-9]{14}\.atlasv1\.[\w\-=]{40,}|HRKU-[\w\-]{30,}"
    r"|sbp_[0-9a-f]{40}|sb_secret_[\w\-]{20,}|pscale_(?:tkn|pw|oauth)_[\w\-.=]{30,}|sntry[su]_[\w\-+/=]{30,}|NRAK-[A-Z0-9]{20,}"
    r"|NRJS-[0-9a-f]{19}|ATATT3[\w\-=]{50,}|ATBB[A-Za-z0-9]{28,}|pat[A-Za-z0-9]{14}\.[0-9a-f]{64}|CFPAT-[\w\-]{40,}"
    r"|AGE-SECRET-KEY-1[0-9A-Z]{50,}|tskey-[a-z]+-[\w\-]{16,}|ops_eyJ[\w\-+/]{40,}={0,3}|phc_\w{40,}|phx_\w{40,}|AccountKey=[\w+/=]{60,}"
    r"|[MNO][A-Za-z0-9_\-]{23,27}\.[\w\-]{6}\.[\w\-]{27,38}(?![\w\-])|sk_[0-9a-f]{48}(?!\w)"
    r"|A3-[A-Z0-9]{6}-[A-Z0-9]{6}-?[A-Z0-9]{5}(?:-[A-Z0-9]{5}){3}|A3T[A-Z0-9]{17}(?![A-Z0-9])|ABSK[A-Za-z0-9+/]{60,}={0,2}|LTAI[A-Za-z0-9]{12,24}(?![\w\-])"
    r"|AKCp[A-Za-z0-9]{60,}|cmVmd[A-Za-z0-9]{59}(?!\w)|do[or]_v1_[0-9a-f]{64}|duffel_(?:test|live)_[\w\-=]{30,}|dt0[cs]\d\d\.[\w\-.]{40,}"
    r"|EZ[AT]K[A-Za-z0-9]{54}|FLW(?:SECK|PUBK)(?:_TEST)?-[0-9A-Za-z\-]{12,}|fo1_[\w\-]{43}|fm[12][ar]?_[A-Za-z0-9+/]{60,}={0,3}|fio-u-[\w\-=]{40,}"
    r"|gl(?:ffct|imt)-[\w\-]{20,}|GR1348941[\w\-]{20}|api_org_[A-Za-z]{30,}|ico-[A-Za-z0-9]{32}(?!\w)|s-s4t2(?:ud|af)-[0-9a-f]{64}"
    r"|[A-Za-z0-9]{6}_[A-Za-z0-9]{29}_mmk(?!\w)|pnu_[A-Za-z0-9]{36}|pul-[0-9a-f]{40}(?!\w)|rdme_[a-z0-9]{60,}|tk-us-[\w\-]{40,}"
    r"|xkeysib-[0-9a-f]{64}-\w{16}|sm_[aps]at_[A-Za-z0-9]{16}|shippo_(?:live|test)_[0-9a-fA-F]{40}|sgp_(?:\w{5,16}_)?[0-9a-fA-F]{40}"
    r"|sha256~[\w\-]{43}|p8e-[a-z0-9]{32}(?!\w)|CLOJARS_[A-Za-z0-9]{50,}|v1\.0-[0-9a-f]{24}-[0-9a-f]{100,}|API-[A-Z0-9]{26}(?!\w)"
    r"|[ps]at\.[\w\-]{22}\.[A-Za-z0-9]{24}\.[A-Za-z0-9]{20}|EAA[A-Z][A-Za-z0-9]{80,}|[\w.~]{3}\dQ~[\w.~\-]{31,34}"
    r"|[sr]k_prod_[A-Za-z0-9]{10,}|4b1d[A-Za-z0-9]{38}(?!\w)|bedrock-api-key-[\w+/]{20,}={0,2}"
    r"|re_[A-Za-z0-9]{8}_[A-Za-z0-9]{20,}|nfp_[A-Za-z0-9]{36,}|rnd_[A-Za-z0-9]{28,}|bku[at]_[0-9a-f]{40}|CCIP(?:AT|RJ)_[A-Za-z0-9]{22}_[0-9a-f]{40}"
    r"|sq[apu]_[0-9a-f]{40}(?!\w)|pat-(?:na|eu)\d-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|sk\.eyJ[\w\-]{20,}\.[\w\-]{20,}|fw_[A-Za-z0-9]{22,24}(?!\w)"
    r"|dG9rO[A-Za-z0-9+/]{50,}={0,2}|vc[aikpr]_[A-Za-z0-9]{24,}|rzp_(?:live|test)_[A-Za-z0-9]{14}|access-(?:sandbox|production|development)-[0-9a-f\-]{36}"
    r"|sl\.(?:u\.)?[\w\-]{100,}|ATCTT3[\w\-=]{50,}|IGQ[A-Z][\w\-]{80,}|lin_oauth_[0-9a-f]{40,}|pk_\d{6,9}_[A-Z0-9]{32}|tfp_[\w\-=.]{40,}|sess-[A-Za-z0-9]{40}"
    r"|[sp]k-lf-[0-9a-f\-]{36}|jina_\w{40,}|fc-[0-9a-f]{32}(?!\w)|bb_live_[\w\-]{20,}|apify_api_\w{30,}|ctx7sk-[0-9a-f\-]{36}|napi_[a-z0-9]{50,}"
    r"|tr_(?:dev|prod|stg)_\w{20,}|signkey-[a-z]+-[0-9a-f]{32,}|secret-(?:live|test)-[\w\-=]{36}|ory_(?:at|pat|rt|st)_[\w\-]{30,}|SCW[A-Z0-9]{17}(?!\w)"
    r"|y0_[\w\-]{50,}|AQVN[\w\-]{35,38}(?!\w)|AKID[A-Za-z0-9]{32}(?!\w)|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}:fx(?!\w)|[A-Za-z0-9]{76}AZDO[A-Za-z0-9]{4}(?!\w)"
    r"|eyJrIjoi[\w\-]{40,}|eyJ[\w\-]{8,}\.[\w\-]{6,}\.[\w\-]*"
    r")"
)
_MARKED = re.compile(
    r"(?:[a-z][a-z0-9]{1,11}[_\-]){0,2}(?:sk|rk|ck|cs|pat|live|prod|secret|apikey)[_\-](?P<rest>[A-Za-z0-9][\w\-]{19,90})(?![\w\-])"
)
"""As services that nobody has heard of mark theirs: `acme_sk_…`, `partner_live_…`."""
_SIZE_OF_A_HASH = re.compile(r"(?:[a-z\d]+[_\-])*prod[_\-][0-9a-f]+")
_MARKS = (
    "hooks.slack.com/services/",
    "hooks.slack.com/workflows/",
    "hooks.slack.com/triggers/",
    "discord.com/api/webhooks/",
    "discordapp.com/api/webhooks/",
    ".webhook.office.com/webhookb2/",
    "hooks.zapier.com/hooks/catch/",
)
_HOOK = re.compile(r"[A-Za-z0-9_\-/@]{14,}")
_BOT = re.compile(r"[0-9](?:(?<![\w]\d)|(?<=/bot\d))\d{7,9}:AA[\w\-]{32,34}(?![\w\-])")
_APP = re.compile(r"\|(?<=(?<!\d)\d{15}\|)[\w\-]{27,40}(?![\w\-])")
_BLOCK = re.compile(
    r"-----BEGIN (?P<what>[A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?)-----[^-]{1,20000}+(?:-----END (?P=what)-----)?"
)
_SCHEME = re.compile(r"[BbTt](?<!\w.)(?:earer|EARER|asic|ASIC|oken|OKEN)\s+(?P<value>[\w\-.~+/]{12,}=*)")
_HASHED = re.compile(r"\$(?:2[abxy]|argon2(?:id|i|d)|[156y]|apr1|scrypt|pbkdf2[\w\-]{0,10})\$[\w$./,=+\-]{20,200}")
"""A password as systems keep it: `$2b$12$…`."""
_MERCHANT = re.compile(r"access_token\$(?:production|sandbox)\$[a-z0-9]{16}\$[0-9a-f]{32}")
_NUMBERED = re.compile(r"[12]/(?<![\w/]..)\d{13,17}(?:/\d{13,17})?:[0-9a-f]{32}(?!\w)")
_NAMELESS = re.compile(r"://(?P<value>[0-9a-f]{32})(?=[:@])")
_REFRESH = re.compile(r"1//0(?<!\w....)[\w\-]{38,}")
_HEADER = re.compile(r"eyJ(?:hbGciOi|0eXAiOi|raWQiOi)[\w\-]*(?:\.|$)")
_UUID = re.compile(r"[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$")
_WORDS = re.compile(r"[a-z]+(?:[\-_.][a-z]+)*$|[A-Z]?[a-z]+(?:[A-Z][a-z]+)*$|[A-Z]+(?:_[A-Z]+)*$")
_VOWEL = re.compile(r"[aeiouAEIOU]")
_RUN = re.compile(r"[A-Z]?[a-z]+|[A-Z]+|\d+")
_BLANK = re.compile(
    r"[*x•.\-_#=~+]+$|<.*>?$|\{.*\}$|\[.*\]$|\$[A-Za-z_]+$|%[A-Za-z_]{1,30}%?$|%\(|(?:%[sdr][:@/ ]?)+$"
    r"|.*(?:[xX]{6}|\*{4}|•{3}|\.{3}|…)"
    r"|.*(?:\$\{\s*[A-Za-z_]|\$\([\w\-. /]+\)|\{\{|%\(\w+\)[sdrif]).*"
    r"|(?:your|my|the|some|a|an|insert|enter|change|replace|example|dummy|redacted|masked|hidden)"
    r"[\-_ ]?(?:me|.*(?:here|key|token|secret|password))?$|\[?(?:redacted|filtered|masked|hidden|removed|secret)\]?$",
    re.I,
)


CLASSES = (re.compile(r"[a-z]"), re.compile(r"[A-Z]"), re.compile(r"\d"), re.compile(r"[^\w\s]"))
"""Small letters, capitals, digits and signs."""
_REPEATED = re.compile(r"(.)\1{6}")
"""`sk_live_xxxxxxxx` shows where a key shall stand."""
_SIGN = re.compile(r"[!#$%?@^~]")
_BRACKET = re.compile(r"[()\[\]{}]")
_MOST_MORE = 400
"""Characters of a key behind the first plus or slash in it."""


def provider_keys(text: str) -> Iterator[Span]:
    for long in _LONG.finditer(text):
        found = _PROVIDERS.match(text, long.start(), long.end() + _MOST_MORE)
        if found and len(set(found.group())) > 7 and not _REPEATED.search(found.group()):
            end = found.end()
            yield Span(long.start(), end - (text[end - 1] == "."), "SECRET")
        elif not found and (marked := _MARKED.match(text, long.start(), long.end())) and _is_marked(marked):
            yield Span(marked.start(), marked.end(), "SECRET")


def _is_marked(found: re.Match[str]) -> bool:
    if _SIZE_OF_A_HASH.fullmatch(found.group()):
        return False  # what was built for production is called by its hash
    rest = found["rest"]
    return looks_random(rest, 20) and entropy(rest) > 3 and (rest.isalnum() or _is_jumbled(rest))


def hooks(text: str) -> Iterator[Span]:
    """Webhooks, whose address is the key, bots of Telegram, hashes of passwords, and private keys in their armour."""
    for mark in _MARKS:
        place = text.find(mark)
        while place >= 0:
            found = _HOOK.match(text, place + len(mark))
            if found:
                yield Span(found.start(), found.end(), "SECRET")
            place = text.find(mark, place + 1)
    if ":AA" in text:
        yield from (Span(found.start(), found.end(), "SECRET") for found in _BOT.finditer(text))
    if "|" in text:  # an app of Facebook: its number stands before the bar
        yield from (Span(found.start() - 15, found.end(), "SECRET") for found in _APP.finditer(text))
    if "$" in text:
        yield from (Span(found.start(), found.end(), "SECRET") for found in _HASHED.finditer(text))
        yield from (Span(found.start(), found.end(), "SECRET") for found in _MERCHANT.finditer(text))
    if "1/" in text or "2/" in text:  # Asana
        yield from (Span(found.start(), found.end(), "SECRET") for found in _NUMBERED.finditer(text))
    if "1//0" in text:  # Google renews access with it
        yield from (Span(found.start(), found.end(), "SECRET") for found in _REFRESH.finditer(text))
    if "://" in text and "@" in text:  # Sentry has its key where others have a name
        yield from (Span(*found.span("value"), "SECRET") for found in _NAMELESS.finditer(text))
    if "PRIVATE KEY" in text:
        yield from (Span(found.start(), found.end(), "SECRET") for found in _BLOCK.finditer(text))


def is_provider_key(value: str) -> bool:
    """Whether all of it is a key, by the prefix that its provider gives it."""
    found = _PROVIDERS.match(value)
    whole = found is not None and found.end() == len(value)
    return whole and len(set(value)) > 7 and not _REPEATED.search(value)


def schemes(text: str) -> Iterator[Span]:
    """`Bearer …` and `Basic …`, as in the header Authorization."""
    for found in _SCHEME.finditer(text):
        if looks_random(found["value"]):
            yield Span(found.start("value"), found.end("value"), "SECRET")


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
    return ((digits >= 2 and letters >= 2) or _is_jumbled(value)) and entropy(value) > 2.8


def _is_jumbled(value: str) -> bool:
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
