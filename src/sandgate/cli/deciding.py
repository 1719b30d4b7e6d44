"""What a program of this command waits for is put to whoever started it, one question after another."""

from __future__ import annotations

import getpass
import math
import sys
from typing import TYPE_CHECKING

import anyio

from sandgate.ownership import Owner
from sandgate.policy.approval import Answer, Question

from .approvals import CHOICES, KEYS, REASON
from .display import warn

if TYPE_CHECKING:
    from sandgate.gateway import Gateway

ELSEWHERE = "Decide in another terminal: sandgate approvals"


class Deciding(Owner):
    """Give `asked` to `run_code`. Without a terminal it says where else a question can be decided."""

    def __init__(self, gateway: Gateway) -> None:
        self._gateway = gateway
        self._send, self._receive = anyio.create_memory_object_stream[Question](math.inf)
        self._begun = False

    def asked(self, question: Question) -> None:
        if not (sys.stdin.isatty() and sys.stderr.isatty()):
            warn(f"{question.text}\n{ELSEWHERE}")
            return
        if not self._begun:
            self._begun = True
            self.tasks.start_soon(self._ask)
        self._send.send_nowait(question)

    async def closing(self) -> None:
        self._send.close()
        if not self._begun:
            self._receive.close()

    async def _ask(self) -> None:
        async with self._receive:
            async for question in self._receive:
                if question in self._gateway.questions:
                    await self._ask_one(question)

    async def _ask_one(self, question: Question) -> None:
        """Until this person has decided, or somebody elsewhere, or nobody in time."""
        async with anyio.create_task_group() as asking:

            async def settle() -> None:
                await self._gateway.settled(question.id)
                asking.cancel_scope.cancel()

            asking.start_soon(settle)
            await self._put(question)
            asking.cancel_scope.cancel()

    async def _put(self, question: Question) -> None:
        warn(question.text)
        key = (await _typed(CHOICES)).lower()[:1]
        if key not in KEYS:
            warn(ELSEWHERE)
            return
        reason = await _typed(REASON) if key == "n" else ""
        answer = Answer(decision=KEYS[key], by=getpass.getuser(), through="terminal", reason=reason)
        self._gateway.answer(question.id, answer)


async def _typed(question: str) -> str:
    """A line, once there is one: who waits for it in a thread could not be called away."""
    print(question, end="", file=sys.stderr, flush=True)
    try:
        await anyio.wait_readable(sys.stdin)
    except anyio.get_cancelled_exc_class():
        print(file=sys.stderr)
        raise
    return sys.stdin.readline().strip()
