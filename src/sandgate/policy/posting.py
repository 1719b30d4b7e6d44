"""JSON sent to an address of the person's choice."""

from __future__ import annotations

import json
import urllib.request
from collections.abc import Mapping
from http.client import HTTPException

LARGEST_REPLY = 64 * 1024


def post(url: str, body: Mapping[str, object], timeout_seconds: float) -> bytes:
    """Send and wait, in a thread of the caller's. What came back; raises OSError where nothing did."""
    data = json.dumps(body).encode()
    request = urllib.request.Request(url, data, {"Content-Type": "application/json"}, method="POST")  # noqa: S310
    try:
        with urllib.request.urlopen(request, timeout=timeout_seconds) as reply:  # noqa: S310 - the person's own address
            return reply.read(LARGEST_REPLY)
    except (HTTPException, ValueError) as error:  # whatever is at that address
        raise OSError(f"{type(error).__name__}: {error}") from error
