"""A process around one Monty: takes programs from the gateway, hands them to Monty, reports how they ended."""

from __future__ import annotations

import json
import os
import signal
import socket
import sys
from contextlib import ExitStack, suppress
from typing import Any

from pydantic_monty import Monty, MontyCrashedError, MontyError

from ...guest import frames, keeping
from ...guest.main import KEPT, MEMORY, TOO_LARGE
from .answers import Given
from .calls import Calls
from .channel import Channel
from .driver import Driver, OutOfTime
from .exits import CPU, CRASHED
from .files import Files
from .progress import Progress
from .wrappers import Wrappers

SPARE_MB = 1024
"""What this process may use besides copies of what the program holds: Python, and answers on their way."""
NO_END = 10**9
GRACE_SECONDS = 5
"""Monty ends a program itself when its time is up; the system only where it cannot."""


class Place:
    """Where the process of Monty is, so that it can be ended from another thread."""

    worker: int | None = None

    def end(self) -> None:
        """Waits for it as well: nobody else would, and a dead process that nobody waits for keeps its number."""
        if self.worker is not None:
            with suppress(OSError):
                os.kill(self.worker, signal.SIGKILL)
                os.waitpid(self.worker, 0)


def main() -> None:
    terms, descriptor = json.loads(sys.argv[1]), int(sys.argv[2])
    os.set_inheritable(descriptor, False)  # else Monty's process would have a hand on it
    hold_to(terms)
    place = Place()
    channel = Channel(socket.socket(fileno=descriptor), place.end)
    with ExitStack() as opened:
        try:
            driver = _driver(terms, channel, place, opened)
        except (MontyError, OSError) as error:
            channel.send(frames.encode({"type": "failed", "error": str(error)}))
            os._exit(1)
        code = served(channel, driver, terms["root"])
        place.end()
        os._exit(code)  # nobody waits for what Python would still tidy up


def served(channel: Channel, driver: Driver, root: str) -> int:
    """The exit code to end with, once there is no other program."""
    try:
        serve(channel, driver, root)
    except OutOfTime:
        return CPU
    except MontyCrashedError as error:
        return CPU if error.timed_out else CRASHED
    except Exception:  # noqa: BLE001 - Python would write its traceback to where the program prints
        return CRASHED
    return 0


def _driver(terms: dict[str, Any], channel: Channel, place: Place, opened: ExitStack) -> Driver:
    files = Files(terms["root"], terms["workspace_mb"], terms["workspace_files"], terms["file_mb"])
    modules: dict[str, Any] = {}
    pool = opened.enter_context(Monty(min_processes=1, max_processes=1))
    session = opened.enter_context(
        pool.checkout(
            limits={
                "max_memory": terms["memory_mb"] * 2**20,
                "max_feed_duration_secs": terms["cpu_seconds"],
                "max_suspensions": NO_END,  # the gateway counts calls
            },
            external_modules=modules,
        )
    )
    place.worker = session.worker_pid
    given = Given(files, Wrappers(terms["servers"]), Progress(channel))
    driver = Driver(session, modules, Calls(channel), given)
    driver.rehearse()
    return driver


def serve(channel: Channel, driver: Driver, root: str) -> None:
    channel.send(frames.encode({"type": "ready"}))
    while True:
        job = channel.next()
        if job is None or "code" not in job:  # an answer that came too late for the program before
            continue
        report(channel, driver.run(job), job, root)
        if not driver.usable:
            return


def report(channel: Channel, done: dict[str, Any], job: dict[str, Any], root: str) -> None:
    try:
        frame = frames.encode({"type": "done", **done})
    except MemoryError:  # the value fits, its text beside it does not
        frame = b""
    if not frame or len(frame) > job["message_mb"] * 2**20:
        frame = frames.encode({"type": "done", **done, **_elsewhere(done, len(frame), job, root)})
    channel.send(frame)


def _elsewhere(done: dict[str, Any], size: int, job: dict[str, Any], root: str) -> dict[str, Any]:
    """A report whose value has become a file, or was too large for that as well."""
    try:
        if not job["keeps"]:
            raise OSError("nothing it writes is kept")
        path, size = keeping.kept(done["value"], root)
    except (OSError, MemoryError):
        note = TOO_LARGE.format(size=size / 2**20, limit=job["message_mb"]) if size else MEMORY
        return {"value": None, "has_value": False, "media": [], "notes": [*done["notes"], note]}
    note = KEPT.format(size=size / 2**20, path=path)
    return {"value": keeping.glimpse(done["value"]), "notes": [*done["notes"], note]}


def hold_to(terms: dict[str, Any]) -> None:
    """Limits of the system for this process and Monty's, where there are such."""
    try:
        import resource
    except ImportError:
        return
    cpu = int(terms["cpu_seconds"]) + GRACE_SECONDS
    wanted = {
        resource.RLIMIT_AS: (2 * terms["memory_mb"] + SPARE_MB) * 2**20,
        resource.RLIMIT_CPU: cpu,
        resource.RLIMIT_FSIZE: terms["file_mb"] * 2**20,
        resource.RLIMIT_CORE: 0,
    }
    for kind, most in wanted.items():
        with suppress(ValueError, OSError):  # less is allowed already, or the system does not hold anybody to it
            resource.setrlimit(kind, (most, most))
