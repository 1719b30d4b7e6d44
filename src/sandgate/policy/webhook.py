"""Questions sent to an address of the person's choice; what comes back is the answer."""

from __future__ import annotations

import json
import logging
import urllib.request
from dataclasses import asdict
from typing import Any, cast
from urllib.error import URLError

import anyio.to_thread

from .approval import DECISIONS, Answer, Question

log = logging.getLogger("sandgate.policy")
LONGEST_WAIT = 3600.0
LARGEST = 64 * 1024


class Webhook:
    """A POST of the question as JSON. The reply may take as long as a person does."""

    def __init__(self, url: str) -> None:
        self._url = url

    async def ask(self, question: Question) -> Answer | None:
        return await anyio.to_thread.run_sync(self._posted, question, abandon_on_cancel=True)

    def _posted(self, question: Question) -> Answer | None:
        body = json.dumps({**asdict(question), "text": question.text}).encode()
        request = urllib.request.Request(self._url, body, {"Content-Type": "application/json"}, method="POST")  # noqa: S310
        try:
            with urllib.request.urlopen(request, timeout=LONGEST_WAIT) as reply:  # noqa: S310 - the person's own address
                said: Any = json.loads(reply.read(LARGEST))
        except (URLError, OSError, ValueError) as error:
            log.warning("the webhook for approvals failed: %s", type(error).__name__)
            return None
        match said:
            case {"decision": str(decision)} if decision in DECISIONS:
                told = cast("dict[str, object]", said)
                by, reason = str(told.get("by", "the webhook")), str(told.get("reason", ""))
                return Answer(decision=decision, by=by, through="webhook", reason=reason)
            case _:
                return None
