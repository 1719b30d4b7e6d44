"""Times as people type them: a day, a moment, or so long ago."""

from __future__ import annotations

import re
import time
from datetime import UTC, datetime

from sandgate.errors import BadArguments

UNITS = {"s": 1, "m": 60, "h": 3600, "d": 86_400}


def time_of(text: str | None, option: str) -> float | None:
    """Seconds since 1970. Raises BadArguments."""
    if text is None:
        return None
    if back := re.fullmatch(r"(\d{1,9})([smhd])", text):
        return time.time() - int(back[1]) * UNITS[back[2]]
    try:
        known = datetime.fromisoformat(text)
    except ValueError:
        raise BadArguments(f"{option} {text} is no time; write 2026-01-31, 2026-01-31T12:30 or 24h") from None
    return (known if known.tzinfo else known.replace(tzinfo=UTC)).timestamp()
