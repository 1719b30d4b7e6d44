"""A snapshot with files in it: one machine is given what programs may read, and the others are copies of that one.

A file takes a machine a millisecond where the processor is imitated, and there can be thousands. One that is told an
order has also begun its run: Deno takes seconds to start there.
"""

from __future__ import annotations

import base64
import json
import os
import time
from collections.abc import Sequence

import anyio
import anyio.to_thread

from ...errors import SandboxError
from ...model import JsonObject
from ..process.zygote import refused
from ..protocol import FrameReader
from ..remote import packets
from ..remote.wire import Channel, Wire
from . import snapshot
from .machine import Machine, Walls
from .qemu import Program
from .snapshot import Snapshot

SECONDS = 120.0
LONGEST_WORD = 64 * 1024
SEED_BYTES = 64


async def furnished(
    program: Program,
    base: Snapshot,
    walls: Walls,
    bodies: Sequence[bytes],
    last: int = packets.HERE,
    order: JsonObject | None = None,
) -> Snapshot:
    """A copy of the snapshot whose machines have had these packets, and then the `last`. Raises SandboxError."""
    told = [*((packets.SHOWN, body) for body in bodies), (last, json.dumps(order).encode() if order else b"")]
    ram, state = snapshot.memory("ram"), snapshot.memory("state")
    try:
        await anyio.to_thread.run_sync(snapshot.copy, base.ram, ram)
        await _furnish(program, base, walls, told, ram, state)
        for descriptor in (ram, state):
            snapshot.seal(descriptor)
    except BaseException:
        os.close(ram)
        os.close(state)
        raise
    return Snapshot(base.about, ram, state)


async def _furnish(
    program: Program, base: Snapshot, walls: Walls, told: Sequence[tuple[int, bytes]], ram: int, state: int
) -> None:
    about, before = base.about, base.opened_state()
    try:
        machine = Machine.start(program, about.accelerator, about.memory_mb, ram, walls, passed=[before], kept=True)
    finally:
        os.close(before)
    wire = await machine.connected()
    try:
        await machine.resume(before)
        for kind, body in told:
            await wire.send(kind, body)
        await _heard(machine, wire)
        await machine.save(state)
    finally:
        with anyio.CancelScope(shield=True):
            wire.close()
            await wire.output.aclose()
            await machine.end()


async def _heard(machine: Machine, wire: Wire) -> None:
    try:
        with anyio.fail_after(SECONDS):
            said = await FrameReader(Channel(wire), LONGEST_WORD).next()
    except (TimeoutError, anyio.EndOfStream, anyio.BrokenResourceError) as error:
        raise await machine.why(SandboxError("a machine did not take the files that programs may read")) from error
    if said.get("type") == "refused":
        raise refused(str(said.get("reason")), said.get("errno"))


def fresh() -> JsonObject:
    """Every copy begins with the same random numbers, on the day of the snapshot."""
    return {"seed": base64.b64encode(os.urandom(SEED_BYTES)).decode(), "now": time.time()}
