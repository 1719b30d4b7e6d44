"""False alarms that a person read one by one: values that are what was found, in rows whose set has no label for them.

Only places are written here, never a value: the row, and where in its text the value begins.
"""

from __future__ import annotations

from sandgate.privacy.detection import Span

from .labelled import Row

UNLABELLED: dict[str, dict[str, tuple[int, ...]]] = {
    "SECRET": {
        "api-001": (14,),  # a token of a provider, with its prefix and four characters more than the set expects
        "api-006": (48,),  # a webhook, whose address is the key
        "api-012": (18,),
        "api-018": (26,),
        "api-020": (98,),  # the secret half of a pair; the set labels the public half alone
        "auth-005": (16,),  # `X-Access-Token`, `Auth-Token`, `Bearer` and `BEARER_TOKEN` with a value
        "auth-007": (12,),
        "auth-011": (31,),
        "auth-014": (21,),
        "auth-015": (35,),
        "jwt-004": (47,),  # whole signed tokens: in a URL, unsigned, and with a part too many
        "jwt-013": (20,),
        "jwt-015": (21,),
        "misc-003": (11,),  # called a token by the text
        "misc-006": (14,),
        "url-001": (48,),  # `token=`, `api_key=`, `sig=` and signatures in URLs
        "url-003": (46,),
        "url-007": (48,),
        "url-008": (50,),
        "url-010": (75, 105),
        "url-012": (110,),
    },
    "EMAIL": {
        "scrubadub-29": (14,),  # an address that the test of an interface uses in passing
        "url-011": (122,),  # the address of a service account
    },
}
"""Not here, though found: two headers of signed tokens that their text calls invalid. They stay false."""


def is_unlabelled(row: Row, span: Span) -> bool:
    return span.start in UNLABELLED.get(span.kind, {}).get(row["id"], ())
