"""Names that end like those of secrets, and hold what opens nothing: places in a list, sums of tokens, stand-ins."""

from __future__ import annotations

import re

_PAGING = re.compile(
    r"(?:^| )(?:page|pages|paging|pagination|next|prev|previous|continuation|sync|cursor|skip|scroll|bookmark"
    r"|starting|max|min|total|num|prompt|completion|input|output|cached|pad|eos|bos|stop"
    r"|special|start|end|delta|resume|watch|change|public|client request|idempotency|deduplicat(?:e|ion)|cart|basket"
    r"|creation|lock|version|work unit|policy update)(?: |$)"
    r"|(?:^| )(?:next ?page|next|page|skip|delta|sync|continuation|pagination)token$"
)
"""Where a list goes on, how many tokens a model read, or what tells one request or one cart from another."""
_ANYHOW = re.compile(r"\b(?:secret|password|access|auth|signing|private|refresh|bearer|encryption|api key)\b")
"""What makes it a secret all the same: `previous_secret_key`."""
_HASHED = re.compile(
    r"(?:^| )hashed(?: |$)|(?:^| )hashed(?=secret|token)"
    r"|(?<= )(?:hash|hashes|digest|digests|checksum|sha|sha ?(?:1|256|512)|md5)(?: (?:hex|base ?64|b ?64))?$"
)
"""`token_digest`, `hashed_secret`; a `hash_secret` is what sums are made with."""
_SORTING = re.compile(
    r"(?:^| )(?:variant|variation|rollout|bucket|bucketing|experiment|flag|feature|segment|split|percentage)"
    r" (?:salt|seed)$"
)
"""Salts by which users are sorted into groups that see one thing or another: every client has them."""
_STAND_INS = re.compile(
    r"(?:^| )(?:pan|card|payment|payment method|instrument|funding source|network|transaction) token$"
)
"""What is passed around in the place of a card."""
_VISITS = re.compile(
    r"(?:^| )(?:telephony|voice|video|call|phone|ivr|sip|voip|rtc|webrtc|party|conference|meeting|webinar|chat"
    r"|conversation|support|analytics|ga|visit|visitor|tracking|recording|replay|checkout|payment|charging|training|course"
    r"|lesson|exam|quiz|survey|game|workout|search|upload|import|export|remote|external|root|acct|accounting|radius|ssm|shell"
    r"|terminal|streaming|playback|debug) (?:session|sess)(?: ?id)?$"
)
"""Sessions that are counted, billed or listened to, and that nobody is logged in by."""
_CLIENTS = re.compile(
    r"(?:^| )(?:docusign integration|dropbox app|shopify(?: app| api)?|pusher(?: app)?|instrumentation"
    r"|social auth(?: \w+){1,4}) key$"
)
"""What some call the number of a client, which every page shows that sends people there to log in: its secret is
another field.
"""
_BEFORE_A_TOKEN = re.compile(
    r"(?:^|[\s\"'`(\[*_\-$?&])(?:(?:next|prev)[ _\-]?)?(?:pages?|paging|pagination|next|prev(?:ious)?|continuation|sync"
    r"|cursor|skip|scroll|starting|delta|resume|challenge)[ \-]?\Z",
    re.I,
)


def leads_on(words: str) -> bool:
    """`next_page_token`, `max_tokens`, `$skiptoken`."""
    return bool(_PAGING.search(words)) and not _ANYHOW.search(words)


def is_a_sum(words: str) -> bool:
    """Of a token, which nobody finds again from it. People think of passwords, so that theirs can be guessed."""
    return bool(_HASHED.search(words))


def sorts_users(words: str) -> bool:
    """`variant_salt`."""
    return bool(_SORTING.search(words))


def stands_in(words: str) -> bool:
    return bool(_STAND_INS.search(words))


def is_a_visit(words: str) -> bool:
    """`telephonySessionId`, `checkout_session`."""
    return bool(_VISITS.search(words))


def names_a_client(words: str) -> bool:
    """`SOCIAL_AUTH_GITLAB_KEY`, `SHOPIFY_API_KEY`."""
    return bool(_CLIENTS.search(words))


def leads_on_before(text: str, place: int) -> bool:
    """The same where the word `token` begins there, and those before it stand in a sentence."""
    return bool(_BEFORE_A_TOKEN.search(text, max(0, place - 16), place))
