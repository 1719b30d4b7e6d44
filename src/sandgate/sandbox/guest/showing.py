"""What a program shows besides text: pictures and sound, and how far it has come. Standard library only."""

from __future__ import annotations

import asyncio
import base64
import io
import math
import os
import pathlib
import threading
import time
from collections.abc import Callable
from typing import Any

from . import values

MOST = 8
MOST_MB = 5
MOST_TOGETHER_MB = 8
"""They leave in one message with the value, as base64."""
PAUSE_SECONDS = 0.05
"""How often a program's progress is worth a message."""
BEGINNINGS = (
    (b"\x89PNG\r\n\x1a\n", "image/png"),
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"GIF8", "image/gif"),
    (b"%PDF-", "application/pdf"),
    (b"ID3", "audio/mpeg"),
    (b"\xff\xfb", "audio/mpeg"),
    (b"OggS", "audio/ogg"),
    (b"fLaC", "audio/flac"),
)
RIFF = {b"WEBP": "image/webp", b"WAVE": "audio/wav"}

_shown: list[dict[str, str]] = []
_tell: Callable[[dict[str, Any]], None] | None = None
_last = 0.0
_later: dict[str, Any] | None = None
"""How far it is, and has not said yet."""
_home: tuple[asyncio.AbstractEventLoop, int, int] | None = None
"""Where messages are sent from: the loop, its thread and its process."""


def connect(tell: Callable[[dict[str, Any]], None]) -> None:
    global _tell, _home
    _tell, _home = tell, (asyncio.get_running_loop(), threading.get_ident(), os.getpid())


def show(thing: Any, mime_type: str = "") -> None:
    """Give the person and the model a picture, a sound or a PDF: bytes, a file, a figure, or what a tool returned."""
    data, known = _bytes(thing)
    kind = mime_type or known or _kind_of(data)
    if not kind.startswith(("image/", "audio/", "application/pdf")):
        raise ValueError("show() is for pictures, sound and PDF; print text, and write other bytes to workspace/")
    if len(data) > MOST_MB * 2**20:
        raise ValueError(f"{len(data) / 2**20:.1f} MB are too much to show; at most {MOST_MB} MB. Make it smaller")
    if sum(len(one["data"]) for one in _shown) * 3 // 4 + len(data) > MOST_TOGETHER_MB * 2**20:
        raise ValueError(f"at most {MOST_TOGETHER_MB} MB can be shown together; write the others to workspace/")
    if len(_shown) >= MOST:
        raise ValueError(f"at most {MOST} things can be shown; write the others to workspace/")
    _shown.append({"mime_type": kind, "data": base64.b64encode(data).decode()})


def progress(done: float, total: float | None = None, message: str = "") -> None:
    """Tell whoever waits how far this is: `progress(i, len(rows), "reading")`."""
    global _last, _later
    done, total = float(done), None if total is None else float(total)
    if not math.isfinite(done) or (total is not None and not math.isfinite(total)):
        raise ValueError("progress() takes numbers that say how far it is: progress(3, 10)")
    told: dict[str, Any] = {"type": "progress", "done": done, "total": total, "text": str(message)[:400]}
    now = time.monotonic()
    if now - _last >= PAUSE_SECONDS or done == total:
        _last, _later = now, None
        _send(told)
    else:  # so soon after the last one: the newest is told in a moment
        waits, _later = _later is not None, told
        if not waits and _home and os.getpid() == _home[2]:
            _home[0].call_soon_threadsafe(_home[0].call_later, PAUSE_SECONDS, _catch_up)


def _catch_up() -> None:
    global _last, _later
    if _later is not None:
        told, _last, _later = _later, time.monotonic(), None
        _send(told)


def _send(message: dict[str, Any]) -> None:
    """Only from its own thread: two that write at once would mix. A process that was forked says nothing."""
    if _tell is None or _home is None or os.getpid() != _home[2]:
        return
    if threading.get_ident() == _home[1]:
        _tell(message)
    else:
        _home[0].call_soon_threadsafe(_tell, message)


def taken() -> list[dict[str, str]]:
    """What was shown since this was last asked."""
    shown = _shown.copy()
    _shown.clear()
    return shown


def _bytes(thing: Any) -> tuple[bytes, str]:
    """The bytes of a thing, and what they are where it says so."""
    if isinstance(thing, values.Media):
        return thing.data, thing.mime_type
    if isinstance(thing, bytes | bytearray):
        return bytes(thing), ""
    if isinstance(thing, str | pathlib.PurePath):
        return pathlib.Path(thing).read_bytes(), ""
    drawn = io.BytesIO()
    if hasattr(thing, "savefig"):
        thing.savefig(drawn, format="png")
    elif hasattr(thing, "save"):
        thing.save(drawn, format="PNG")
    else:
        raise TypeError(f"a {type(thing).__name__} cannot be shown: give bytes, the path of a file, or a figure")
    return drawn.getvalue(), "image/png"


def _kind_of(data: bytes) -> str:
    if data[:4] == b"RIFF":
        return RIFF.get(data[8:12], "")
    return next((kind for beginning, kind in BEGINNINGS if data.startswith(beginning)), "")
