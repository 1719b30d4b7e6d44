"""What a program of this command waits for is put to whoever started it, one question after another."""

from __future__ import annotations

import getpass
import math
import sys
from typing import TYPE_CHECKING

import anyio

from sandgate.ownership import Owner
from sandgate.policy.approval import Answer, Question

from .approvals import AGAIN, CHOICES, KEYS, REASON, SKIP
from .display import warn

if TYPE_CHECKING:
    from sandgate.gateway import Gateway

ELSEWHERE = "Decide in another terminal: sandgate approvals"


class Deciding(Owner):
    """Give `asked` to `run_code`. Without a terminal it says where else a question can be decided, and for how long."""

    def __init__(self, gateway: Gateway, seconds: float) -> None:
        self._gateway = gateway
        self._elsewhere = f"{ELSEWHERE} (after {seconds:,.0f} seconds, silence means no)"
        self._send, self._receive = anyio.create_memory_object_stream[Question](math.inf)
        self._begun = False

    def asked(self, question: Question) -> None:
        if not (sys.stdin.isatty() and sys.stderr.isatty()):
            warn(f"{question.text}\n{self._elsewhere}")
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
        while (key := (await _typed(CHOICES, SKIP)).lower()[:1]) not in KEYS:
            if key == SKIP:
                warn(self._elsewhere)
                return
            warn(AGAIN)
        reason = await _typed(REASON) if key == "n" else ""
        answer = Answer(decision=KEYS[key], by=getpass.getuser(), through="terminal", reason=reason)
        self._gateway.answer(question.id, answer)


async def _typed(question: str, at_end: str = "") -> str:
    """A line, once there is one: who waits for it in a thread could not be called away. `at_end` is for no more."""
    print(question, end="", file=sys.stderr, flush=True)
    try:
        await anyio.wait_readable(sys.stdin)
    except anyio.get_cancelled_exc_class():
        print(file=sys.stderr)
        raise
    return (sys.stdin.readline() or at_end).strip()
