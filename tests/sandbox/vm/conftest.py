"""An image for the tests of virtual machines, made once for each state of our sources and kept for the next time."""

from __future__ import annotations

import os
import shutil
import sys
import time
from dataclasses import replace
from pathlib import Path

import anyio
import pytest

from sandgate.errors import SandboxError

if sys.platform == "linux":
    import fcntl

    from sandgate.catalog.wrappers.typescript import client_source
    from sandgate.model import Limits
    from sandgate.sandbox.remote import contents
    from sandgate.sandbox.vm import build, kernels, qemu

PLACE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "sandgate-tests"
OLD_SECONDS = 86_400


@pytest.fixture(scope="module")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session")
def wanted() -> build.Wanted:
    """What the image is to be like. Skipped where there is no QEMU, or no kernel to be had."""
    try:
        qemu.found()
        kernel = kernels.found(None, PLACE / "kernels").image
    except SandboxError as error:
        pytest.skip(f"NO VIRTUAL MACHINES TESTED: {error}")
    return build.Wanted(limits=Limits(), kernel=kernel, accelerators=["tcg"])


@pytest.fixture(scope="session")
def images(wanted: build.Wanted) -> Path:
    """The folder with the image: one for each state of the sources, as several may be tested at once."""
    return _built(wanted)


@pytest.fixture(scope="session")
def typescript_images(wanted: build.Wanted) -> Path:
    """The same, with the image for TypeScript."""
    return _built(replace(wanted, language="typescript", client=client_source()))


def _built(wanted: build.Wanted) -> Path:
    folder = PLACE / f"vm-{contents.code_key(build.INSIDE)[:12]}"
    with (PLACE / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # several workers of pytest want it at once
        for other in PLACE.glob("vm-*"):
            if other != folder and time.time() - other.stat().st_mtime > OLD_SECONDS:
                shutil.rmtree(other, ignore_errors=True)
        anyio.run(build.build, folder, wanted)
    return folder
