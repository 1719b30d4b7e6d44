"""Keys that code hands to what signs or encrypts: `createHmac('sha256', '…')`, `jwt.encode(claims, "…")`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..kinds import Span
from .looks import look_of, names_an_algorithm
from .marked import is_uuid

_PLACES: dict[str, int] = {
    **dict.fromkeys(
        (
            "hmac.new", "hmac.digest", "Fernet", "AES.new", "SecretKeySpec", "HMACSHA1", "HMACSHA256", "HMACSHA512",
            "HMAC256", "HMAC384", "HMAC512", "hmacShaKeyFor", "SymmetricSecurityKey", "TimestampSigner", "Signer",
            "URLSafeSerializer", "URLSafeTimedSerializer", "cookieParser", "setSigningKey", "verifyWith",
            "aes.NewCipher", "SecretBox", "MessageEncryptor.new", "MessageVerifier.new", "cookie.NewStore",
            "sessions.NewCookieStore",
        ),
        0,
    ),
    **dict.fromkeys(
        (
            "createHmac", "createCipheriv", "createDecipheriv", "createCipher", "createDecipher", "HMAC.hexdigest",
            "HMAC.digest", "HMAC.base64digest", "hmac.New", "jwt.encode", "jwt.decode", "jwt.sign", "jwt.verify",
            "JWT.encode", "JWT.decode", "JWT::encode", "JWT::decode", "jwtVerify", "AES.encrypt", "AES.decrypt",
            "CryptoJS.HmacSHA1", "CryptoJS.HmacSHA256", "CryptoJS.HmacSHA512", "signWith", "pgp_sym_encrypt",
            "pgp_sym_decrypt", "AES_ENCRYPT", "AES_DECRYPT",
        ),
        1,
    ),
    **dict.fromkeys(
        ("hash_hmac", "crypto.mac", "constructEvent", "construct_event", "openssl_encrypt", "openssl_decrypt"), 2
    ),
}  # fmt: skip
"""Functions, and which of their arguments is the key."""
_CALL = re.compile(r"(?<![\w])(?:" + "|".join(sorted(map(re.escape, _PLACES), key=len, reverse=True)) + r")\s?\(")
_HINTS = (
    "mac", "MAC", "Fernet", "AES", "SecretKeySpec", "SecurityKey", "Signer", "URLSafe", "cookieParser", "SigningKey",
    "signWith", "verifyWith", "NewCipher", "SecretBox", "Message", "NewStore", "NewCookieStore", "Cipher", "Decipher",
    "jwt", "JWT", "pgp_sym", "onstruct", "openssl_",
)  # fmt: skip
_LITERAL = re.compile(
    r"\s*(?:[bru]{0,2}|\[\]byte\(|[\w.:]{1,40}\((?:[\w.:]{1,40}\()?)[bru]{0,2}(?P<mark>[\"'`])(?P<value>[^\"'`\n\0]{6,300})(?P=mark)"
)
"""A key that is written out, maybe turned into bytes."""
_OPENING, _CLOSING, _QUOTES = "([{", ")]}", "\"'`"
_REACH = 400
_SURE = ("mixed", "signed", "generated")


def signing(text: str) -> Iterator[Span]:
    if "(" not in text or not any(quote in text for quote in _QUOTES) or not any(hint in text for hint in _HINTS):
        return
    for call in _CALL.finditer(text):
        start = _argument(text, call.end(), _PLACES[call.group()[:-1].rstrip()])
        literal = _LITERAL.match(text, start) if start else None
        if literal and _is_a_key(literal["value"]):
            yield Span(*literal.span("value"), "SECRET")


def _is_a_key(value: str) -> bool:
    return (look_of(value) in _SURE or is_uuid(value)) and not names_an_algorithm(value)


def _argument(text: str, start: int, number: int) -> int:
    """Where an argument of a call begins; nothing where it has fewer."""
    depth, quote = 0, ""
    if not number:
        return start
    for place in range(start, min(len(text), start + _REACH)):
        sign = text[place]
        if quote:
            quote = "" if sign == quote else quote
        elif sign in _QUOTES:
            quote = sign
        elif sign in _OPENING:
            depth += 1
        elif sign in _CLOSING:
            depth -= 1
            if depth < 0:
                return 0
        elif sign == "," and not depth:
            number -= 1
            if not number:
                return place + 1
    return 0
