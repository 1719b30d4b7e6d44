"""The gateway's hold on one QEMU: start it shut in, give it orders, end it."""

from __future__ import annotations

import array
import json
import os
import re
import secrets
import signal
import socket
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from subprocess import DEVNULL, PIPE, STDOUT, Popen
from typing import Any, Self

import anyio

from ...errors import SandboxError
from ..remote.wire import Wire
from . import qemu
from .launch import REFUSED
from .qemu import Accelerator, Program

LAUNCH = Path(__file__).with_name("launch.py")
OWN_IDS = range(0x6000_0000, 0x6FFF_FFFF)
"""Ids that belong to nobody; other sandboxes have those above."""
OWN_MB = 1024
"""Addresses that QEMU needs beside the machine's memory: libraries, stacks, arenas. It touches few of them."""
KVM = "/dev/kvm"
END_SECONDS = 2.0
ANSWER_SECONDS = 20.0
LAST_WORDS = 4096
STATE_MB = 64
"""What QEMU may write when a snapshot is made, and only then."""
LONGEST_ANSWER = 2**20
CONTROLS = re.compile(r"\x1b(?:\[[0-9;?=]*[A-Za-z]|c)|[^\n\t -~]")
"""What a machine's firmware says to a screen."""


class NoNamespaces(SandboxError):
    """This machine lets nobody make namespaces for QEMU."""


@dataclass(frozen=True, slots=True)
class Walls:
    """What QEMU is to be shut in with, beside what it gives up itself."""

    namespaces: bool = True
    """Else only Landlock, where there is one."""

    def terms(self, program: Program, accelerator: Accelerator, memory_mb: int) -> dict[str, Any]:
        is_root, kvm = os.getuid() == 0, accelerator == "kvm"
        return {
            "parent": os.getpid(),
            "walls": self.namespaces,
            "landlock": not kvm,  # it would keep the device from being asked anything
            "readable": program.readable,
            "devices": [KVM] if kvm else [],
            "uid": secrets.choice(OWN_IDS) if is_root else None,
            "groups": [Path(KVM).stat().st_gid] if is_root and kvm else [],
            "memory_mb": memory_mb + qemu.TRANSLATED_MB + OWN_MB,
        }


@dataclass(slots=True)
class Machine:
    """One QEMU. `port` is our end of the machine's only port."""

    process: Popen[bytes]
    handle: int
    port: socket.socket
    monitor: Monitor
    kept: bool

    @classmethod
    def start(
        cls,
        program: Program,
        accelerator: Accelerator,
        memory_mb: int,
        ram: int,
        walls: Walls,
        *,
        boot: Sequence[int] = (),
        passed: Sequence[int] = (),
        kept: bool = False,
    ) -> Self:
        """With `boot`, descriptors of a kernel and an archive, it begins there; else with a snapshot to be named.

        Where it is `kept`, what it is like can be saved: its memory is the file itself and not a copy.
        """
        port, theirs = socket.socketpair()
        monitor, asked = socket.socketpair()
        with theirs, asked:
            words = qemu.command(program, accelerator, memory_mb, ram=ram, port=theirs.fileno(), kept=kept)
            words += [*(qemu.booted(*boot) if boot else qemu.resumed()), *qemu.monitored(asked.fileno())]
            terms = walls.terms(program, accelerator, memory_mb)
            terms |= {"words": words, "file_mb": STATE_MB if kept else 0}
            try:
                process = Popen(
                    [sys.executable, "-I", "-S", "-B", str(LAUNCH), json.dumps(terms)],
                    stdin=DEVNULL,
                    stdout=PIPE,
                    stderr=STDOUT,
                    env={},
                    pass_fds=(ram, theirs.fileno(), asked.fileno(), *boot, *passed),
                    start_new_session=True,
                )
            except OSError as error:
                port.close()
                monitor.close()
                raise SandboxError(f"no virtual machine could be made: {error}") from error
        for end in (port, monitor):
            end.setblocking(False)
        return cls(process, os.pidfd_open(process.pid), port, Monitor(monitor), kept)

    async def connected(self) -> Wire:
        """Our end of its port."""
        try:
            return Wire.over(self.port)
        except OSError as error:
            await self.end()
            raise SandboxError(f"no virtual machine could be made: {error}") from error

    async def resume(self, state: int) -> None:
        """Go on where the snapshot was taken; if it is not kept, take no orders any more. Raises SandboxError."""
        try:
            await self.monitor.greet()
            await self.monitor.ask("migrate-incoming", uri=f"fd:{state}")
        except SandboxError as error:
            raise await self.why(error) from error
        if not self.kept:
            self.monitor.close()

    async def save(self, state: int) -> None:
        """Write down what the machine is like, but for its memory, which is in its file. Raises SandboxError."""
        try:
            await self.monitor.greet()
            await self.monitor.ask("getfd", state, fdname="state")
            await self.monitor.ask("migrate", uri="fd:state")
            while (status := (await self.monitor.ask("query-migrate"))["status"]) != "completed":
                if status in ("failed", "cancelled"):
                    raise SandboxError(f"QEMU could not write down its state: it {status}")
                await anyio.sleep(0.01)
        except SandboxError as error:
            raise await self.why(error) from error

    async def why(self, error: SandboxError) -> SandboxError:
        """The error, with what QEMU said before it ended, if it has."""
        with anyio.move_on_after(END_SECONDS):
            await anyio.wait_readable(self.handle)
        said = self.last_words()
        if self.process.poll() == REFUSED:
            return NoNamespaces(said)
        return SandboxError(f"{error}. It said: {said}" if said else str(error))

    def last_words(self) -> str:
        assert self.process.stdout
        os.set_blocking(self.process.stdout.fileno(), False)
        words = bytearray()
        with suppress(BlockingIOError):
            while piece := os.read(self.process.stdout.fileno(), LAST_WORDS):
                words = (words + piece)[-LAST_WORDS:]
        return CONTROLS.sub("", words.decode("utf-8", "replace")).strip()

    async def end(self) -> None:
        """Nothing of it is left when this returns. Safe to call twice."""
        self.monitor.close()
        if self.port.fileno() >= 0:
            self.port.close()
        if self.handle < 0:
            return
        handle, self.handle = self.handle, -1
        with anyio.CancelScope(shield=True):
            for wish in (signal.SIGTERM, signal.SIGKILL):
                with suppress(ProcessLookupError):
                    self.process.send_signal(wish)
                with anyio.move_on_after(END_SECONDS):
                    await anyio.wait_readable(handle)
                    break
        self.process.wait()
        os.close(handle)
        assert self.process.stdout
        self.process.stdout.close()


@dataclass(slots=True)
class Monitor:
    """QEMU's own ear for orders. It is closed before a program comes: nothing in the machine can reach it."""

    _socket: socket.socket
    _held: bytearray = field(default_factory=bytearray)
    _greeted: bool = False

    async def greet(self) -> None:
        """Say what we can, and that the memory is not to be written: it is a file already. Once is enough."""
        if self._greeted:
            return
        self._greeted = True
        await self._next()
        await self.ask("qmp_capabilities")
        await self.ask("migrate-set-capabilities", capabilities=[{"capability": "x-ignore-shared", "state": True}])

    async def ask(self, what: str, *descriptors: int, **arguments: Any) -> Mapping[str, Any]:
        """Raises SandboxError where it is refused, or QEMU has gone."""
        message = json.dumps({"execute": what, "arguments": arguments}).encode()
        passed = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", descriptors))] if descriptors else []
        try:
            self._socket.sendmsg([message], passed)
        except OSError as error:
            raise SandboxError(f"QEMU has ended: {error.strerror}") from error
        while "return" not in (answer := await self._next()):
            if "error" in answer:
                raise SandboxError(f"QEMU refused {what}: {answer['error'].get('desc')}")
        return answer["return"]

    async def _next(self) -> dict[str, Any]:
        while b"\n" not in self._held:
            try:
                with anyio.fail_after(ANSWER_SECONDS):
                    await anyio.wait_readable(self._socket)
                data = self._socket.recv(65_536)
            except TimeoutError as error:
                raise SandboxError(f"QEMU did not answer within {ANSWER_SECONDS:g} s") from error
            except OSError as error:
                raise SandboxError(f"QEMU has ended: {error.strerror}") from error
            if not data or len(self._held) > LONGEST_ANSWER:
                raise SandboxError("QEMU ended before it was ready")
            self._held += data
        line, _, rest = self._held.partition(b"\n")
        self._held = bytearray(rest)
        return json.loads(line)

    def close(self) -> None:
        if self._socket.fileno() >= 0:
            self._socket.close()
