"""Questions sent to an address of the person's choice; what comes back is the answer."""

from __future__ import annotations

import json
import logging
from contextlib import suppress
from dataclasses import asdict
from threading import Thread
from typing import Any, cast

import anyio
import anyio.from_thread
from anyio.lowlevel import current_token

from .approval import DECISIONS, Answer, Question
from .posting import post

log = logging.getLogger("sandgate.policy")
LONGEST_WAIT = 3600.0


class Webhook:
    """A POST of the question as JSON. The reply may take as long as a person does."""

    def __init__(self, url: str) -> None:
        self._url = url

    async def ask(self, question: Question) -> Answer | None:
        """In a thread of its own, that dies with us: one of the pool's would keep us alive as long as it waits."""
        loop, answered, answers = current_token(), anyio.Event(), list[Answer | None]()

        def wait() -> None:
            answers.append(self._posted(question))
            with suppress(RuntimeError):  # nobody listens any more
                anyio.from_thread.run_sync(answered.set, token=loop)

        Thread(target=wait, name="webhook for approvals", daemon=True).start()
        await answered.wait()
        return answers[0]

    def _posted(self, question: Question) -> Answer | None:
        try:
            said: Any = json.loads(post(self._url, {**asdict(question), "text": question.text}, LONGEST_WAIT))
        except (OSError, ValueError, RecursionError) as error:
            log.warning("the webhook for approvals failed: %s", type(error).__name__)
            return None
        match said:
            case {"decision": str(decision)} if decision in DECISIONS:
                told = cast("dict[str, object]", said)
                by, reason = str(told.get("by", "the webhook")), str(told.get("reason", ""))
                return Answer(decision=decision, by=by, through="webhook", reason=reason)
            case _:
                return None
