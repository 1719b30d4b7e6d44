"""The one key of a person, made once, and the sealing of what is kept under keys derived from it."""

from __future__ import annotations

import hmac
import os
import tempfile
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from sandgate.errors import SandgateError

KEY_BYTES = 32
NONCE_BYTES = 12


class Unsealable(SandgateError):
    """What was sealed was changed or moved, or its key is another."""


class Seal:
    """AES-GCM. `about` is bound to what is sealed: whoever opens it must say the same."""

    def __init__(self, key: bytes) -> None:
        self._cipher = AESGCM(key)

    def sealed(self, plain: bytes, about: bytes) -> bytes:
        nonce = os.urandom(NONCE_BYTES)
        return nonce + self._cipher.encrypt(nonce, plain, about)

    def opened(self, sealed: bytes, about: bytes) -> bytes:
        """Raises Unsealable."""
        try:
            return self._cipher.decrypt(sealed[:NONCE_BYTES], sealed[NONCE_BYTES:], about)
        except (InvalidTag, ValueError, TypeError) as error:
            raise Unsealable("what was sealed was changed, or its key is another") from error


class MasterKey:
    """The key under all other keys, in a file for its owner alone, made when it is first needed. Where the file is
    deleted while we run it is written again, or the new one of another process counts: who shares a folder has one key.
    """

    def __init__(self, file: Path) -> None:
        self._file = file
        self._key: bytes | None = None

    def derived(self, purpose: bytes) -> bytes:
        """A key that only this purpose has. Raises OSError, or SandgateError where the file holds no key."""
        self._key = _read(self._file, self._key)
        return hmac.digest(self._key, purpose, sha256)


def _read(file: Path, known: bytes | None) -> bytes:
    if not file.exists():
        _make(file, known or os.urandom(KEY_BYTES))
    if file.stat().st_mode & 0o077:  # a copy or a restored backup may have come with other permissions
        file.chmod(0o600)
    key = file.read_bytes()
    if len(key) != KEY_BYTES:
        raise SandgateError(f"{file.name} is not a key of {KEY_BYTES} bytes; without the right one, values stay sealed")
    return key


def _make(file: Path, key: bytes) -> None:
    """In one step: nobody ever sees half a key, and where several begin at once, all have the same."""
    file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    handle, stage = tempfile.mkstemp(dir=file.parent, prefix=f".{file.name}.")
    try:
        with os.fdopen(handle, "wb") as opened:
            opened.write(key)
            opened.flush()
            os.fsync(handle)  # a key that a power cut emptied would lock its owner out
        with suppress(FileExistsError):  # another was first: that key counts
            os.link(stage, file)
    finally:
        Path(stage).unlink()
