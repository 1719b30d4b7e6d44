"""How a command ends that is told to: SIGTERM stops what it runs as Ctrl-C does, and the audit has both."""

from __future__ import annotations

import signal
from threading import current_thread, main_thread
from types import FrameType, TracebackType
from typing import Self


class Ending:
    """Inside, SIGTERM raises KeyboardInterrupt, and `code` is what to exit with then. In the main thread alone: no
    other hears of signals.
    """

    def __init__(self) -> None:
        self.code = 128 + signal.SIGINT
        self._hears = current_thread() is main_thread()

    def __enter__(self) -> Self:
        if self._hears:
            self._before = signal.signal(signal.SIGTERM, self._interrupt)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._hears:
            signal.signal(signal.SIGTERM, self._before)

    def _interrupt(self, number: int, frame: FrameType | None) -> None:
        self.code = 128 + number
        interrupt = signal.getsignal(signal.SIGINT)
        if not callable(interrupt):  # a shell ignores SIGINT for what it runs in the background
            raise KeyboardInterrupt
        interrupt(signal.SIGINT, frame)
