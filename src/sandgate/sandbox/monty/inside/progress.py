"""How far a program is: told as it says, but not more often than somebody can see."""

from __future__ import annotations

import math
import time

from ...guest import frames
from ...guest.showing import PAUSE_SECONDS
from .channel import Channel

LONGEST = 200


class Progress:
    def __init__(self, channel: Channel) -> None:
        self._channel, self._last = channel, 0.0

    def __call__(self, done: float, total: float | None = None, message: str = "") -> None:
        done, total = float(done), None if total is None else float(total)
        if not math.isfinite(done) or (total is not None and not math.isfinite(total)):
            raise ValueError("progress() takes numbers that say how far it is: progress(3, 10)")
        now = time.monotonic()
        if now - self._last >= PAUSE_SECONDS or done == total:
            self._last = now
            told = {"type": "progress", "done": done, "total": total, "text": str(message)[:LONGEST]}
            self._channel.send(frames.encode(told))
