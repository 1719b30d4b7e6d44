"""A server as they are met in the wild: written by hand, on an early protocol, careless about the specification.

The first argument names its vice. It speaks JSON-RPC over its pipes and uses no SDK.
"""

from __future__ import annotations

import json
import os
import select
import sys
import time
from pathlib import Path
from typing import Any

VICE = sys.argv[1]
TOOLS: list[Any] = [
    {"name": "no_schema"},
    {"name": "bad_type", "inputSchema": {"properties": {"a": {"type": "string"}}}},
    {"name": "bad_fields", "inputSchema": None, "description": 7, "title": [], "outputSchema": {"type": "string"}},
    {"description": "it has no name"},
    "not an object",
]


PENDING: list[int] = []
READ: list[bytes] = []
"""Lines that have come and wait for their turn."""


def answer(identity: int, result: dict[str, Any]) -> None:
    print(json.dumps({"jsonrpc": "2.0", "id": identity, "result": result}), flush=True)


def called(request: dict[str, Any]) -> None:
    name = request["params"]["name"]
    said = {"content": [{"type": "text", "text": json.dumps(request["params"])}]}
    match VICE:
        case "text-ids":
            print(
                "a stray line\n" + json.dumps({"result": said, "jsonrpc": "2.0", "id": str(request["id"])}), flush=True
            )
            return
        case "answers-nothing":
            print(json.dumps({"jsonrpc": "2.0", "id": request["id"], "outcome": said}), flush=True)
            return
        case "asks-back":
            answer(request["id"], {"resultType": "input_required", "requestState": "x"})
            return
        case "object-for-text":
            answer(request["id"], {"content": [{"type": "text", "text": {"mail": request["params"]["arguments"]}}]})
            return
        case "in-words-of-the-sdk":
            wrong = {"code": -32700, "message": f"input_value='{str(request['params']['arguments'])[:20]}...'"}
            print(json.dumps({"jsonrpc": "2.0", "id": request["id"], "error": wrong}), flush=True)
            return
        case "structured":
            answer(request["id"], {"content": [], "structuredContent": request["params"]["arguments"]})
            return
        case "half-characters":
            answer(request["id"], {"content": [{"type": "text", "text": "half \ud800 a character"}]})
            return
        case "modern":
            answer(request["id"], {**said, "resultType": "complete"})
            return
        case _:
            pass
    if VICE == "dies" or name == "die":
        os._exit(1)
    if VICE == "hangs":
        return
    if VICE == "counts":
        PENDING.append(request["id"])
        if not READ and not select.select([sys.stdin], [], [], 0.3)[0]:
            for identity in PENDING:
                answer(identity, {"content": [{"type": "text", "text": str(len(PENDING))}]})
            PENDING.clear()
        return
    answer(request["id"], {"content": [{"type": "text", "text": json.dumps({**os.environ, "pid": os.getpid()})}]})


def main() -> None:
    if VICE == "will-not-start":
        sys.exit("fatal: no API key\nAttributeError: 'Server' object has no attribute 'list_tools'")
    while chunk := os.read(0, 65536):
        READ.extend(chunk.splitlines())
        while READ:
            serve(json.loads(READ.pop(0)))
    if VICE == "deaf":
        time.sleep(60)


def serve(request: dict[str, Any]) -> None:
    match request.get("method"):
        case "server/discover" if VICE == "dies-of-discover":
            os._exit(1)
        case "server/discover" if VICE in ("modern", "asks-back"):
            about: dict[str, Any] = {"supportedVersions": ["2026-07-28"], "capabilities": {"tools": {}}, "ttlMs": 0}
            answer(request["id"], {**about, "resultType": "complete", "cacheScope": "public"})
        case "initialize":
            info = {"name": "rough", "version": "0"}
            version = "2024-11-05"
            answer(request["id"], {"protocolVersion": version, "capabilities": {"tools": {}}, "serverInfo": info})
        case "tools/list":
            answer(request["id"], {"tools": TOOLS})
        case "tools/call":
            called(request)
        case "notifications/cancelled":
            print("cancelled by the client", file=sys.stderr, flush=True)
            Path(sys.argv[2]).write_text("cancelled", encoding="utf-8")
        case _ if "id" in request:
            error = {"code": -32601, "message": "Method not found"}
            print(json.dumps({"jsonrpc": "2.0", "id": request["id"], "error": error}), flush=True)
        case _:
            pass


main()
