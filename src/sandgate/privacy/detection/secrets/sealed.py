"""Objects that hold secrets, whatever their fields are called.

Those of Kubernetes of the kind `Secret`; keys as JSON has them (JWK), whose private parts are called `d` or `p`; what
Terraform made up, a `result` that is as long as the `length` beside it; and keys as services hand them out, with what
they are known by afterwards.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from itertools import pairwise
from typing import Any, cast

from ..kinds import Span
from ..naming.keys import NOTHING, Field, words_of
from ..words import words
from .looks import is_generated, look_of
from .marked import is_placeholder, is_uuid
from .values import secret_test

SEALED = Field("SECRET", "sealed")
PARTS = ("data", "stringData")
_OPEN = words("host hostname port database dbname engine region ca.crt tls.crt type project")
"""What stands in a Secret so that all is in one place, and is none."""
_BESIDE = Field("SECRET", "beside a secret")
_BESIDES = words("""
    host hostname port database dbname db user username login url uri endpoint address name region zone engine driver
    level mode env environment bucket project email sender scheme protocol version enabled timeout locale issuer id
    channel subdomain domain workspace org organization tenant account team site
""")
"""What else settings end with that are kept with their secrets: shown where nothing can hide in the value."""
_SUMS = ("crc32c", "crc32", "checksum")
"""`dataCrc32c`, by which a reader sees that nothing was lost on the way."""
SECURE = "secureJsonData"
"""What Grafana never shows again."""
_HANDED_OUT = (
    (
        "key",
        frozenset({"prefix", "last4", "last_four", "lastFour", "last_used", "lastUsed", "last_used_at", "lastUsedAt"}),
    ),
    (
        "key",
        words("scopes permissions revoked revoked_at grants capability actions short_key consumer"),
    ),
    ("key1", frozenset({"key2"})),
    ("key2", frozenset({"key1"})),
    ("value", frozenset({"policies", "last4", "prefix", "acl", "stageKeys", "full-tokenid", "scopes", "permissions"})),
    ("value", frozenset({"issued_on", "expires_on", "status"})),
    ("encoded", frozenset({"api_key", "apiKey"})),
    ("Raw", frozenset({"DetectorName", "DetectorType"})),
    ("RawV2", frozenset({"DetectorName", "DetectorType"})),
    ("keys", frozenset({"root_token"})),
    ("keys_base64", frozenset({"root_token"})),
    ("unseal_keys_b64", frozenset({"root_token"})),
    ("unseal_keys_hex", frozenset({"root_token"})),
)
"""What a service shows once, and what stands beside it."""
_VALUES = ("value", "Value", "key")
_CONCEALED = ("CONCEALED", "SecureString")
"""How what is kept in 1Password, or by AWS, is shown only to those who may."""
_TELLING = ("name", "Name", "type", "Type", "description", "label", "title", "id", "kind")
_SAYS_SO = re.compile(
    r"\b(?:api|access|admin|search|secret|signing|private|master|deploy|service)[ _\-]?(?:keys?|tokens?)\b"
    r"(?![ _\-]?(?:id|name)\b)"
    r"|\bSecureString\b|/secrets/|^(?:secret|password|token|credential)$",
    re.I,
)
"""What an object says of the value in it: `{"name": "Admin API Key", "key": "…"}`."""
_VERSION = re.compile(r"/secrets/[\w\-]+/versions/\w+")
_KEPT = re.compile(r"https://[\w\-]+\.vault\.(?:azure|usgovcloudapi|azure\.cn)[\w.]*/secrets/")
"""As Azure hands out what it keeps; any word may be one."""
_PAYLOAD = re.compile(r"/secrets/[\w\-]+/versions/\w+\s+payload:\s+data: (?P<value>\S+)")
"""As Google hands out what it keeps."""
PRIVATE = ("d", "p", "q", "dp", "dq", "qi", "k", "oth")
_KIND = re.compile(r"^kind:[ \t]*[\"']?Secret[\"']?[ \t]*\r?$", re.M | re.I)
_BORDER = re.compile(r"^(?:---|\.\.\.).*$", re.M)
_PART = re.compile(r"^(?:data|stringData):[ \t]*\r?\n(?P<lines>(?:(?:[ \t].*)?(?:\n|\Z))+)", re.M)
_VALUE = re.compile(
    r"^(?P<indent>[ \t]+)[\"']?(?P<key>[\w.\-/]{1,80})[\"']?:[ \t]*"
    r"(?:[|>][\-+\d]{0,2}[ \t]*\r?\n\s*(?P<block>\S[^\n]*(?:\n(?:(?P=indent)[ \t]+[^\n]*|[ \t\r]*(?=\n)))*)"
    r"|(?P<value>[^\s#|>][^\n]*?)(?<![ \t])[ \t]*+\r?$)",
    re.M,
)
"""In one line, or in all those that are set deeper below it."""

_ENCRYPTED = re.compile(r"^(?P<indent>[ \t]*)encryptedData:[ \t]*\r?\n(?:(?P=indent)[ \t]+[^\n]*(?:\n|\Z))+", re.M)
_CIPHERTEXT = re.compile(r"(?<=: )[A-Za-z0-9+/]{200,}={0,2}(?=[ \t]*\r?$)", re.M)


def without_encrypted(text: str) -> str:
    """The text without what a SealedSecret holds: only its cluster can read that, so that it is kept in the open."""
    if "SealedSecret" not in text or "encryptedData:" not in text:
        return text
    return _ENCRYPTED.sub(lambda part: _CIPHERTEXT.sub(lambda found: " " * len(found.group()), part.group()), text)


def field_in_a_secret(key: str) -> Field:
    """What a value is that stands in a Secret under that name."""
    if key in _OPEN or key.lower().endswith(_SUMS):
        return NOTHING
    return _BESIDE if words_of(key).rpartition(" ")[2] in _BESIDES else SEALED


def may_be_sealed(keys: Collection[str]) -> bool:
    kubernetes = "kind" in keys and any(part in keys for part in PARTS)
    return (
        kubernetes
        or "kty" in keys
        or SECURE in keys
        or ("payload" in keys and "name" in keys)
        or ("key" in keys and "object" in keys)
        or ("result" in keys and ("length" in keys or "bcrypt_hash" in keys))
        or any(name in keys and not beside.isdisjoint(keys) for name, beside in _HANDED_OUT)
        or (any(name in keys for name in _VALUES) and any(name in keys for name in _TELLING))
    )


def sealed_parts(value: Mapping[str, Any]) -> Collection[str]:
    """The names of the fields in which all is secret."""
    if "kty" in value:
        return PRIVATE
    if value.get("kind") == "Secret":
        return PARTS
    if SECURE in value:
        return (SECURE,)
    if "payload" in value and _VERSION.search(str(value.get("name"))):
        return ("payload",)
    if "value" in value and _KEPT.match(str(value.get("id"))):
        return ("value",)
    if str(value.get("object")).endswith(("key", "token")) and _opens(value.get("key")):
        return ("key",)
    if value.get("type") in _CONCEALED and value.get("value"):
        return ("value",)
    if _is_made_up(value):
        return ("result",)
    handed_out = (name for name, beside in _HANDED_OUT if not beside.isdisjoint(value))
    told = _VALUES if any(_SAYS_SO.search(str(value.get(name))) for name in _TELLING) else ()
    return [name for name in (*handed_out, *told) if _opens(value.get(name))]


def _is_made_up(value: Mapping[str, Any]) -> bool:
    result = value.get("result")
    if not isinstance(result, str) or (len(result) != value.get("length") and "bcrypt_hash" not in value):
        return False
    return look_of(result) in ("mixed", "signed", "generated")


def _opens(value: object) -> bool:
    if isinstance(value, list):
        return all(map(_opens, cast("list[object]", value)))
    return isinstance(value, str) and (is_uuid(value) or is_generated(value))


def sealed(text: str) -> Iterator[Span]:
    """The same written as YAML, as `kubectl get secret -o yaml` shows it."""
    for found in _PAYLOAD.finditer(text) if "payload:" in text else ():
        yield Span(*found.span("value"), "SECRET")
    if "kind:" not in text or "ata:" not in text or not _KIND.search(text):
        return
    borders = [0, *(found.end() for found in _BORDER.finditer(text)), len(text)]
    for begin, end in pairwise(borders):
        if _KIND.search(text, begin, end):
            for part in _PART.finditer(text, begin, end):
                values = _VALUE.finditer(text, *part.span("lines"))
                for found in values:
                    span, field = _unquoted(text, found), field_in_a_secret(found["key"])
                    value = text[span.start : span.end] or "…"
                    if secret_test(field.form)(value) and not is_placeholder(value):
                        yield span


def _unquoted(text: str, found: re.Match[str]) -> Span:
    start, end = found.span("block" if found["block"] else "value")
    end = start + len(text[start:end].rstrip())
    quoted = end - start > 1 and text[start] in "\"'" and text[start] == text[end - 1]
    return Span(start + quoted, end - quoted, "SECRET")
