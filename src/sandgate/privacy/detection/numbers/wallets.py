"""Addresses of crypto currencies that carry a checksum, and those of Ethereum."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..checksums import base58check, bech32
from ..kinds import Span

_BASE58 = re.compile(r"[13LMDT](?<![\w].)[1-9A-HJ-NP-Za-km-z]{25,34}(?!\w)")
_ETHEREUM = re.compile(r"0x(?<!\w..)[0-9A-Fa-f]{40}(?!\w)")
_BECH32 = {
    mark: re.compile(rf"{mark}(?<!\w{'.' * len(mark)})[02-9ac-hj-np-z]{{11,71}}(?!\w)")
    for mark in ("bc1", "tb1", "ltc1")
}


def wallets(text: str) -> Iterator[Span]:
    forms = [_BASE58, _ETHEREUM, *(form for mark, form in _BECH32.items() if mark in text)]
    for form in forms:
        for found in form.finditer(text):
            if is_wallet(found.group()):
                yield Span(found.start(), found.end(), "CRYPTO")


def is_wallet(address: str) -> bool:
    if address.startswith("0x"):
        return len(address) == 42 and len(set(address[2:])) > 4  # not the zero address, not padding
    if address[:3] in ("bc1", "tb1") or address[:4] == "ltc1":
        return bech32(address)
    return base58check(address)
