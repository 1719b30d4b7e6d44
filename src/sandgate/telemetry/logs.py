"""Logs on standard error: a line for people, or JSON for programs, with the request and execution they belong to.

Never on standard output: over stdio that is the client's.
"""

from __future__ import annotations

import json
import logging
import sys
from datetime import UTC, datetime
from typing import Literal

from opentelemetry.trace import get_current_span

from .requests import execution_id, request_id

Format = Literal["text", "json"]
Level = Literal["debug", "info", "warning", "error"]


def set_up(form: Format, level: Level = "warning") -> None:
    """From here on the log is written so, by everybody who logs."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Json() if form == "json" else Text())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level.upper())


class Text(logging.Formatter):
    def __init__(self) -> None:
        super().__init__("sandgate: %(message)s")

    def format(self, record: logging.LogRecord) -> str:
        text = super().format(record)
        known = [f"request {id}" for id in [request_id.get()] if id]
        known += [f"execution {id}" for id in [execution_id.get()] if id]
        if not known:
            return text
        first, rest = text.partition("\n")[::2]
        return f"{first} ({', '.join(known)})" + (f"\n{rest}" if rest else "")


class Json(logging.Formatter):
    """One line for each record, ASCII only: whatever is in a message, it ends where the line does."""

    def format(self, record: logging.LogRecord) -> str:
        trace = get_current_span().get_span_context()
        known: dict[str, str] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            "request": request_id.get(),
            "execution": execution_id.get(),
            "trace_id": f"{trace.trace_id:032x}" if trace.is_valid else "",
            "span_id": f"{trace.span_id:016x}" if trace.is_valid else "",
            "error": record.exc_info[0].__name__ if record.exc_info and record.exc_info[0] else "",
            "stack": self.formatException(record.exc_info) if record.exc_info else "",
        }
        return json.dumps({name: value for name, value in known.items() if value})
