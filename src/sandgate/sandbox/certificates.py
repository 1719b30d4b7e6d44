"""The authorities that programs trust where they have a network: those this machine trusts."""

from __future__ import annotations

import os
import shutil
import ssl
from collections.abc import Iterator, Mapping
from pathlib import Path

NAME = "ca.pem"
USUAL = (
    "/etc/ssl/certs/ca-certificates.crt",  # Debian, Ubuntu, Arch, Alpine
    "/etc/pki/tls/certs/ca-bundle.crt",  # Fedora, RHEL
    "/etc/ssl/ca-bundle.pem",  # openSUSE
    "/etc/ssl/cert.pem",
)


def copied(folder: Path, environ: Mapping[str, str]) -> Path | None:
    """A folder with them in one file, for the sandbox to show; None where the machine has no such file."""
    found = next((path for path in _places(environ) if path.is_file()), None)
    if found is None:
        return None
    folder.mkdir(parents=True, exist_ok=True)
    stage = folder / f".{os.getpid()}"
    shutil.copyfile(found, stage)
    stage.chmod(0o644)
    stage.replace(folder / NAME)
    return folder


def _places(environ: Mapping[str, str]) -> Iterator[Path]:
    """A company's own come first: whoever sets the variable means it."""
    if chosen := environ.get("SSL_CERT_FILE"):
        yield Path(chosen)
    if usual := ssl.get_default_verify_paths().cafile:
        yield Path(usual)
    yield from map(Path, USUAL)
