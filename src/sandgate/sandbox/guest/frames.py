"""Frames: four bytes of length, big-endian, then that much JSON. The guest's half of `sandbox.protocol`."""

from __future__ import annotations

import json
import struct
from typing import Any

HEADER = struct.Struct(">I")


def encode(message: dict[str, Any]) -> bytes:
    body = json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")
    return HEADER.pack(len(body)) + body
