"""Sums that tell a number from a row of digits: Luhn, mod 97, Base58Check and Bech32."""

from __future__ import annotations

import hashlib
import re

_DOUBLED = (0, 2, 4, 6, 8, 1, 3, 5, 7, 9)
_BASE58 = {letter: value for value, letter in enumerate("123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz")}
_BECH32 = {letter: value for value, letter in enumerate("qpzry9x8gf2tvdw0s3jn54khce6mua7l")}
_GENERATOR = (0x3B6A57B2, 0x26508E6D, 0x1EA119FA, 0x3D4233DD, 0x2A1462B3)
_NO_DIGITS = {code: None for code in range(128) if not chr(code).isdigit()}
_NOT_DIGIT = re.compile(r"[^0-9]")


def digits_of(text: str) -> str:
    return text.translate(_NO_DIGITS) if text.isascii() else _NOT_DIGIT.sub("", text)


def passes(checksum: str, value: str) -> bool:
    """Whether a value passes the check of that name; `none` asks for nothing."""
    if checksum == "luhn":
        return luhn(digits_of(value))
    if checksum == "mod97":
        code = re.sub(r"[\W_]", "", value).upper()
        return code.isascii() and len(code) > 4 and mod97(code)
    return True


def luhn(digits: str) -> bool:
    turned = digits[::-1]
    return (sum(map(int, turned[::2])) + sum(_DOUBLED[int(digit)] for digit in turned[1::2])) % 10 == 0


def mod97(code: str) -> bool:
    """Whether letters and digits of an IBAN, without spaces, leave 1."""
    turned = code[4:] + code[:4]
    return int("".join(str(int(character, 36)) for character in turned)) % 97 == 1


def base58check(address: str) -> bool:
    number = 0
    for letter in address:
        value = _BASE58.get(letter)
        if value is None:
            return False
        number = number * 58 + value
    try:
        raw = number.to_bytes(25, "big")
    except OverflowError:
        return False
    return hashlib.sha256(hashlib.sha256(raw[:-4]).digest()).digest()[:4] == raw[-4:]


def bech32(address: str) -> bool:
    prefix, separator, payload = address.lower().rpartition("1")
    if not separator or any(letter not in _BECH32 for letter in payload):
        return False
    values = [ord(letter) >> 5 for letter in prefix] + [0] + [ord(letter) & 31 for letter in prefix]
    return _polymod([*values, *(_BECH32[letter] for letter in payload)]) in (1, 0x2BC830A3)


def _polymod(values: list[int]) -> int:
    check = 1
    for value in values:
        top = check >> 25
        check = (check & 0x1FFFFFF) << 5 ^ value
        for bit, generator in enumerate(_GENERATOR):
            check ^= generator if top >> bit & 1 else 0
    return check
