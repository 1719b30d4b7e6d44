"""Which request and which execution we are at work for: for logs, and for the errors that people see."""

from __future__ import annotations

import secrets
from contextvars import ContextVar

request_id: ContextVar[str] = ContextVar("sandgate_request", default="")
execution_id: ContextVar[str] = ContextVar("sandgate_execution", default="")


def request() -> str:
    """A new request begins in this task; what it logs and starts carries the id that this returns."""
    id = secrets.token_hex(4)
    request_id.set(id)
    return id


def numbered(text: str, execution: str = "") -> str:
    """An error with what it can be found by in the log and in the audit."""
    if execution:
        return f"{text}\nexecution: {execution}"
    return f"{text}\nrequest: {id}" if (id := request_id.get()) else text
