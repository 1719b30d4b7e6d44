"""The host's hold on a zygote: start it, have it fork runs and keep workspaces, end it. Its own half is `launch.py`."""

from __future__ import annotations

import errno
import json
import os
import select
import socket
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from subprocess import DEVNULL, PIPE, Popen
from typing import Any, Self

import anyio

from ...errors import ConfigError, SandboxError, SandgateError
from ...model import JsonObject
from ...promptly import Places, lock

START_SECONDS = 30.0
TERMINATE_SECONDS = 2.0
LAST_WORDS = 4096
LARGEST_ANSWER = 4096
PRELOAD = "sandbox.preload:"
CURES = {
    errno.EPERM: (
        "this kernel or container does not let Sandgate make namespaces. On Ubuntu 24.04 and newer allow them with "
        "`sysctl kernel.apparmor_restrict_unprivileged_userns=0` or an AppArmor profile for Python; in a container add "
        "a seccomp profile that permits unshare and mount"
    ),
    errno.ENOSPC: "no more user namespaces may be made: raise `sysctl user.max_user_namespaces`",
    errno.EINVAL: "this kernel lacks a namespace that Sandgate needs (Linux 5.12 or newer)",
}


def refused(reason: str, number: int | None) -> SandgateError:
    """Why there are no walls, as an error. What the settings alone are to blame for is told as such."""
    if reason.startswith(PRELOAD):
        return ConfigError(reason)
    cure = CURES.get(number or 0, "see `sandgate doctor`")
    return SandboxError(f"no sandbox could be made: {reason}; {cure}. Nothing was run without walls")


@dataclass(frozen=True, slots=True)
class Command:
    """How to start a zygote: the words before its descriptor, and as whom where not as ourselves."""

    words: Sequence[str]
    user: int | None = None


@dataclass(slots=True)
class Zygote:
    """One zygote. Its end is the end of every run it forked."""

    process: Popen[bytes]
    handle: int
    control: socket.socket
    runs: int = 0
    """How many it has been asked for."""
    _turn: Places = field(default_factory=lock)

    @classmethod
    async def start(cls, command: Command, orders: JsonObject) -> Self:
        """Raises SandboxError, with the kernel's reason and the cure, where these walls cannot stand.

        Cannot be cancelled half-way: a process that nobody owns would be left behind.
        """
        with anyio.CancelScope(shield=True):
            zygote = cls._started(command)
            try:
                with suppress(BrokenPipeError):  # it has ended already; its last words say why
                    zygote.control.send(json.dumps(orders).encode())
                await zygote._answer()
            except BaseException:
                await zygote.end()
                raise
            return zygote
        raise AssertionError("a shield swallows nothing")

    @classmethod
    def _started(cls, command: Command) -> Self:
        control, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        control.setblocking(False)
        with theirs:
            try:
                # An empty environment: an API key in ours would be readable in the run's /proc.
                process = Popen(
                    [*command.words, str(theirs.fileno())],
                    stdin=DEVNULL,
                    stdout=DEVNULL,
                    stderr=PIPE,
                    env={},
                    user=command.user,
                    group=command.user,
                    extra_groups=None if command.user is None else [],
                    pass_fds=(theirs.fileno(),),
                    start_new_session=True,
                )
            except OSError as error:
                control.close()
                raise SandboxError(f"no sandbox could be made: {error}") from error
        return cls(process, os.pidfd_open(process.pid), control)

    @property
    def alive(self) -> bool:
        """Whether it can be asked. Its launcher lives a moment longer, so its end of the socket counts as well."""
        if self.process.poll() is not None or self.control.fileno() < 0:
            return False
        hung_up = select.poll()
        hung_up.register(self.control, 0)
        return not hung_up.poll(0)

    async def ask(self, order: JsonObject, *descriptors: int) -> list[int]:
        """Give one order. Returns the descriptors it answers with; raises SandboxError if it refuses or has gone."""
        async with self._turn:
            with anyio.CancelScope(shield=True):  # an answer that nobody took would be taken for the next one's
                try:
                    socket.send_fds(self.control, [json.dumps(order).encode()], descriptors)
                except OSError as error:
                    raise SandboxError(f"the sandbox's zygote has gone: {error}") from error
                return await self._answer()
        raise AssertionError("a shield swallows nothing")

    async def _answer(self) -> list[int]:
        try:
            with anyio.fail_after(START_SECONDS):
                await anyio.wait_readable(self.control)
        except TimeoutError as error:
            raise SandboxError(f"the sandbox did not answer within {START_SECONDS:g} s") from error
        try:
            message, descriptors, _, _ = socket.recv_fds(self.control, LARGEST_ANSWER, 4)
        except ConnectionResetError:
            message, descriptors = b"", list[int]()
        answer: dict[str, Any] = json.loads(message) if message else {}
        if "refused" in answer:
            raise refused(answer["refused"], answer["errno"])
        if not answer:
            raise SandboxError(f"the sandbox ended before it was ready. {await self._last_words()}")
        return descriptors

    async def _last_words(self) -> str:
        with anyio.move_on_after(TERMINATE_SECONDS):
            await anyio.wait_readable(self.handle)
        ended = self.process.poll() is not None
        said = os.read(self.process.stderr.fileno(), LAST_WORDS) if self.process.stderr and ended else b""
        return said.decode("utf-8", "replace")

    async def end(self) -> None:
        """End it and every run of it. Safe to call twice."""
        if self.control.fileno() < 0:
            return
        self.control.close()
        with anyio.CancelScope(shield=True):
            self.process.terminate()
            with anyio.move_on_after(TERMINATE_SECONDS):
                await anyio.wait_readable(self.handle)
            self.process.kill()
            await anyio.wait_readable(self.handle)
        self.process.wait()
        os.close(self.handle)
        if self.process.stderr:
            self.process.stderr.close()
