"""What goes between the gateway and one run, as the first process of a far place carries it: standard library only.

It also holds the run to its limits as a whole, and ends it.
"""

from __future__ import annotations

import contextlib
import json
import os
import select
import signal
import socket
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

from sandgate.sandbox.process import run

from . import packets, shelf

STDIN, STDOUT = 0, 1
MOST_WAITING = 2**20
"""Bytes on their way to the gateway beyond which the program has to wait."""
MOST_PRINTED = 512 * 1024
"""More than a socket holds: all that was printed before something was said."""
READS = 64
"""How often more is read at once: a virtual machine's port gives a page at a time."""
OUT_OF_MEMORY = ("/sys/fs/cgroup/memory.events", "/sys/fs/cgroup/memory/memory.oom_control")
StartWorker = Callable[[Mapping[str, Any], socket.socket, socket.socket], int]
Obey = Callable[[bytes], None]
Pair = tuple[socket.socket, socket.socket]


def _wake_up(_number: int, _frame: object) -> None:
    """The signal has done its work: a byte waits to be read."""


class Gone(Exception):
    """The gateway is no longer there."""


class Held(Protocol):
    """What holds a run to its limits, and knows what its end means. That depends on the language."""

    def begin(self, worker: int, /) -> None:
        """Its program is about to come."""

    def reached(self) -> str | None:
        """The limit that it is over."""
        ...

    def ending(self, status: int, /) -> dict[str, Any]:
        """What to report of its worker's status."""
        ...


class Porter:
    """Carries packets between the gateway and one run."""

    def __init__(
        self,
        order: Mapping[str, Any],
        unpacker: packets.Unpacker,
        start_worker: StartWorker,
        held: Held,
        memory_events: Sequence[str] = OUT_OF_MEMORY,
        pairs: Sequence[Pair] = (),
    ) -> None:
        """`memory_events` say, the first there is, if memory ran out."""
        self._unpacker, self._held = unpacker, held
        self._memory_events = memory_events
        self.obeys = dict[int, Obey]()
        """What else can be asked of this place, by the kind of packet."""
        self._shelf = shelf.Shelf(f"{order['home']}/workspace")
        self._out = bytearray()
        self._in = bytearray()
        (self._channel, theirs), (self._output, printing) = pairs or (socket.socketpair(), socket.socketpair())
        self._wake, wakes = socket.socketpair()
        for end in (self._channel, self._output, self._wake, wakes):
            end.setblocking(False)
        signal.signal(signal.SIGCHLD, _wake_up)
        signal.set_wakeup_fd(wakes.fileno(), warn_on_full_buffer=False)
        self._wakes = wakes
        self._begun = False
        self._listening = self._printing = True
        """Whether the program may still say and print something."""
        self._ended = False
        self.worker = start_worker(order, theirs, printing)

    def serve(self) -> None:
        """Until the gateway goes."""
        while True:
            ready = self._poll()
            if self._wake.fileno() in ready:
                self._wake.recv(4096)
            if not self._ended:
                self._supervise()
            if STDIN in ready:
                self._hear()
            if self._output.fileno() in ready:
                self._print(packets.CHUNK)
            if self._channel.fileno() in ready:
                self._carry(ready[self._channel.fileno()])
            self._send()

    def _poll(self) -> dict[int, int]:
        waiting = select.poll()
        waiting.register(STDIN, select.POLLIN)
        waiting.register(self._wake, select.POLLIN)
        if self._out:
            waiting.register(STDOUT, select.POLLOUT)
        if not self._ended:
            hearing = select.POLLIN if len(self._out) < MOST_WAITING else 0
            if hearing and self._printing:
                waiting.register(self._output, hearing)
            if self._listening and (wanted := hearing | (select.POLLOUT if self._in else 0)):
                waiting.register(self._channel, wanted)
        limited = self._begun and not self._ended
        return dict(waiting.poll(run.TICK_SECONDS * 1000 if limited else None))

    def _hear(self) -> None:
        with contextlib.suppress(BlockingIOError):
            for _ in range(READS):
                data = os.read(STDIN, packets.LARGEST)
                if not data:
                    raise Gone
                for kind, body in self._unpacker.feed(data):
                    self._obey(kind, body)

    def _obey(self, kind: int, body: bytes) -> None:
        match kind:
            case packets.CHANNEL:
                self._in += body
            case packets.BEGIN:
                self._begin()
            case packets.END:
                self._end({})
            case packets.FILES:
                self.say(packets.ANSWER, self._shelf.answer(body))
            case _ if kind in self.obeys:
                self.obeys[kind](body)
            case _:
                raise Gone  # it speaks another language

    def _begin(self) -> None:
        """Once, however many programs a session brings: what the first has taken is theirs as well."""
        if not self._begun:
            self._begun = True
            self._held.begin(self.worker)

    def tell(self, data: bytes) -> None:
        """Something for the program's process that is not from the gateway."""
        self._in += data

    def say(self, kind: int, body: bytes = b"") -> None:
        self._out += packets.packed(kind, body)

    def _send(self) -> None:
        with contextlib.suppress(BlockingIOError):
            while self._out:
                try:
                    written = os.write(STDOUT, memoryview(self._out)[: packets.CHUNK].tobytes())
                except BrokenPipeError:
                    raise Gone from None
                del self._out[:written]

    def _print(self, most: int) -> None:
        """Carry what was printed, up to so much."""
        with contextlib.suppress(BlockingIOError):
            while most > 0 and self._printing:
                data = self._output.recv(packets.CHUNK)
                most -= len(data)
                self._printing = bool(data)  # a program can close what it prints on, and live on
                self.say(packets.OUTPUT, data)

    def _carry(self, events: int) -> None:
        if events & select.POLLOUT:
            self._hand_over()
        if events & ~select.POLLOUT and self._said():
            self._listening = False
            self._in.clear()
            self.say(packets.HUNG_UP)

    def _hand_over(self) -> None:
        with contextlib.suppress(BlockingIOError, BrokenPipeError, ConnectionResetError):
            taken = self._channel.send(memoryview(self._in)[: packets.CHUNK].tobytes())
            del self._in[:taken]
            self.say(packets.TAKEN, taken.to_bytes(4, "big"))

    def _said(self) -> bool:
        """Carry one piece of what the program says, after what it printed before. True where it has hung up."""
        try:
            data = self._channel.recv(packets.CHUNK)
        except BlockingIOError:
            return False
        except ConnectionResetError:
            data = b""
        self._print(MOST_PRINTED)
        if data:
            self.say(packets.CHANNEL, data)
        return not data

    def _supervise(self) -> None:
        status = run.reap(self.worker)
        if status is not None:
            code = os.waitstatus_to_exitcode(status)
            starved = code == -signal.SIGKILL and self._ran_out_of_memory()
            self._end({"cause": "memory_mb"} if starved else self._held.ending(code))
        elif self._begun and (cause := self._held.reached()):
            self._end({"cause": cause})

    def _ran_out_of_memory(self) -> bool:
        for name in self._memory_events:
            with contextlib.suppress(OSError), Path(name).open(encoding="ascii") as file:
                return any(line.startswith("oom_kill ") and line.strip() != "oom_kill 0" for line in file)
        return False

    def _end(self, report: dict[str, Any]) -> None:
        """Nothing of the program is left when this is said. Its files are, until the gateway goes."""
        if self._ended:
            return
        end_all()
        while self._listening and not self._said():
            if not readable(self._channel):
                break
        self._print(MOST_PRINTED)
        self._ended = True
        self.say(packets.ENDED, json.dumps(report | {"empty": self._shelf.empty}).encode())


def readable(end: socket.socket) -> bool:
    waiting = select.poll()
    waiting.register(end, select.POLLIN)
    return bool(waiting.poll(0))


def end_all() -> None:
    """As the first process of the namespace we reach everything in it at once, and nothing can be forked meanwhile.

    In gVisor's kernel it can: what slipped through is reached the next time, and becomes our child until then.
    """
    with contextlib.suppress(ChildProcessError):
        while True:
            with contextlib.suppress(ProcessLookupError):
                os.kill(-1, signal.SIGKILL)
            os.waitpid(-1, 0)
