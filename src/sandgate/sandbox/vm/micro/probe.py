"""Whether microsandbox can boot a machine here, found out by booting one: a device for KVM may be there and not work.

In a process of its own, with a home of its own for microsandbox: it leaves nothing behind, and what hangs is killed.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from subprocess import DEVNULL
from typing import Any

import anyio
import anyio.to_thread

KVM = "/dev/kvm"
SECONDS = 2.0
"""How long a machine may take: one that works is up in a fraction of it."""
PATIENT_SECONDS = 20.0
"""The same where it is demanded, and nobody takes its place."""
MORE_SECONDS = 10.0
"""What else takes time: to start Python, and to tidy up."""
MEMORY_MB = 256
NAME = "sandgate-probe"
FOLDERS = ("dev", "proc", "run", "sys", "tmp")


async def refusal(seconds: float) -> str:
    """Why no machine boots here, and what would change that; empty where one did."""
    home = tempfile.mkdtemp(prefix="sandgate-probe-")
    command = [sys.executable, "-I", __file__, home, str(seconds)]
    said = "it did not end by itself"
    try:
        with anyio.move_on_after(seconds + MORE_SECONDS):
            done = await anyio.run_process(
                command, stdin=DEVNULL, stderr=DEVNULL, check=False, env={**os.environ, "MSB_HOME": home}
            )
            said = _refused(done.stdout)
    finally:
        with anyio.CancelScope(shield=True):
            await anyio.to_thread.run_sync(_removed, home)
    return f"no machine of microsandbox boots here: {said}; {_cure()}" if said else ""


def _removed(home: str) -> None:
    shutil.rmtree(home, ignore_errors=True)


def _refused(told: bytes) -> str:
    try:
        return str(json.loads(told)["refused"])
    except (ValueError, TypeError, KeyError):
        return "it ended without a word"


def _cure() -> str:
    if sys.platform == "linux" and not Path(KVM).exists():
        return f"there is no {KVM}: `modprobe kvm-intel` or `modprobe kvm-amd`, with virtualization on in the firmware"
    if sys.platform == "linux" and not os.access(KVM, os.R_OK | os.W_OK):
        return f"{KVM} is not ours to use: `usermod -aG kvm $USER`"
    return 'where that cannot be cured, `sandbox.vm_driver = "qemu"` does without it'


async def _booted(home: str, seconds: float) -> str:
    from microsandbox import Image, MicrosandboxError, Network, Sandbox

    root = Path(home, "root")
    for name in FOLDERS:
        (root / name).mkdir(parents=True)
    said = f"it was not up after {seconds:g} s"
    try:
        with anyio.move_on_after(seconds):
            await Sandbox.create(
                NAME, image=Image.bind(str(root)), memory=MEMORY_MB, cpus=1, network=Network.none(), ephemeral=True
            )
            said = ""
    except MicrosandboxError as error:
        said = str(error)
    with suppress(MicrosandboxError):
        await (await Sandbox.get(NAME)).destroy(force=True)
    return said


async def _told(home: str, seconds: float) -> dict[str, Any]:
    try:
        return {"refused": await _booted(home, seconds)}
    except Exception as error:  # noqa: BLE001 - whatever it was, it is why no machine boots
        return {"refused": f"{type(error).__name__}: {error}"}


if __name__ == "__main__":
    sys.stdout.write(json.dumps(anyio.run(_told, sys.argv[1], float(sys.argv[2]))))
    sys.stdout.flush()
    os._exit(0)  # the package's own threads may still be busy with a machine that we no longer wait for
