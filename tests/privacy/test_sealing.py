"""What is sealed opens only as what it was sealed as; the key under it is made once."""

from __future__ import annotations

import hmac
import json
import os
import sqlite3
import stat
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from sandgate.errors import SandgateError
from sandgate.privacy.sealing import KEY_BYTES, NONCE_BYTES, MasterKey, Seal, Unsealable
from sandgate.privacy.store import VaultStore

KEY = bytes(range(KEY_BYTES))


def test_what_was_sealed_opens_again_and_never_looks_the_same() -> None:
    seal = Seal(KEY)

    one, two = seal.sealed(b"ada lovelace", b"about"), seal.sealed(b"ada lovelace", b"about")

    assert seal.opened(one, b"about") == seal.opened(two, b"about") == b"ada lovelace"
    assert one != two
    assert b"ada lovelace" not in one


@pytest.mark.parametrize("sealed", [b"", b"short", bytes(NONCE_BYTES), bytes(100)])
def test_what_was_never_sealed_does_not_open(sealed: bytes) -> None:
    with pytest.raises(Unsealable):
        Seal(KEY).opened(sealed, b"about")


def test_another_place_or_key_or_byte_does_not_open_it() -> None:
    sealed = Seal(KEY).sealed(b"ada", b"about")

    for seal, changed, about in (
        (Seal(KEY), sealed, b"other"),
        (Seal(KEY[::-1]), sealed, b"about"),
        (Seal(KEY), sealed[:-1] + bytes([sealed[-1] ^ 1]), b"about"),
    ):
        with pytest.raises(Unsealable):
            seal.opened(changed, about)


def test_each_purpose_has_a_key_of_its_own_that_lasts(tmp_path: Path) -> None:
    file = tmp_path / "below" / "key"

    one, two = MasterKey(file).derived(b"one"), MasterKey(file).derived(b"two")

    assert one != two
    assert MasterKey(file).derived(b"one") == one
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert [found.name for found in file.parent.iterdir()] == ["key"]


def test_threads_that_make_the_key_at_once_have_the_same(tmp_path: Path) -> None:
    def derived(_: int) -> bytes:
        return MasterKey(tmp_path / "key").derived(b"")

    with ThreadPoolExecutor(8) as threads:
        keys = set(threads.map(derived, range(64)))

    assert len(keys) == 1
    assert [found.name for found in tmp_path.iterdir()] == ["key"]


def test_a_file_that_is_no_key_is_named_and_left_alone(tmp_path: Path) -> None:
    (tmp_path / "key").write_bytes(b"short")

    with pytest.raises(SandgateError, match=r"^key is not a key of 32 bytes"):  # a model may read it: no path of ours
        MasterKey(tmp_path / "key").derived(b"")

    assert (tmp_path / "key").read_bytes() == b"short"


def test_a_vault_on_disk_has_the_form_that_others_rely_on(tmp_path: Path) -> None:
    VaultStore(tmp_path, 3600).open("one")
    salt, nonce = os.urandom(16), os.urandom(NONCE_BYTES)
    key = hmac.digest((tmp_path / "vault.key").read_bytes(), salt + b"one", sha256)
    sealed = AESGCM(key).encrypt(nonce, json.dumps([["EMAIL", "ada@example.com", 7, False]]).encode(), b"one\0000")
    with sqlite3.connect(tmp_path / "vault.db") as database:
        database.execute("insert into sessions values ('one', ?, 4e9)", (salt,))
        database.execute("insert into chunks values ('one', 0, ?, ?)", (nonce, sealed))

    assert VaultStore(tmp_path, 3600).open("one").restored("[EMAIL_7]") == "ada@example.com"
