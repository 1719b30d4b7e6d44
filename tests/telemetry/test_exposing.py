"""`/metrics` is text for those who may ask; everything else goes on to the application behind it."""

from __future__ import annotations

from typing import Any

import pytest

from sandgate.telemetry.exposing import Exposed

pytestmark = pytest.mark.anyio
HOSTS = ["127.0.0.1:*", "[::1]:*", "gate.example.com:8700"]


async def behind(scope: Any, receive: Any, send: Any) -> None:
    del scope, receive
    await send({"type": "http.response.start", "status": 204, "headers": []})


async def asked(path: str = "/metrics", method: str = "GET", host: str = "127.0.0.1:8700") -> list[Any]:
    sent: list[Any] = []

    async def send(message: Any) -> None:
        sent.append(message)

    scope = {"type": "http", "path": path, "method": method, "headers": [(b"host", host.encode())]}
    await Exposed(behind, lambda: "calls_total 1\n", HOSTS)(scope, None, send)
    return sent


async def test_it_answers_with_the_text() -> None:
    start, body = await asked()

    assert start["status"] == 200
    assert dict(start["headers"])[b"content-type"].startswith(b"text/plain; version=0.0.4")
    assert body["body"] == b"calls_total 1\n"


@pytest.mark.parametrize(
    ("given", "status"),
    [
        ({"path": "/mcp"}, 204),
        ({"path": "/metrics/"}, 204),
        ({"method": "POST"}, 405),
        ({"host": "evil.example.com:8700"}, 421),
        ({"host": "127.0.0.1.evil.example.com:8700"}, 421),
        ({"host": ""}, 421),
        ({"host": "[::1]:9"}, 200),
        ({"host": "127.0.0.1"}, 200),
        ({"host": "gate.example.com:8700"}, 200),
        ({"host": "gate.example.com:1"}, 421),
    ],
)
async def test_others_are_refused_or_passed_on(given: dict[str, str], status: int) -> None:
    sent = await asked(**given)

    assert sent[0]["status"] == status
    assert b"calls_total" not in sent[-1].get("body", b"") or status == 200


async def test_what_is_no_request_is_passed_on() -> None:
    seen: list[Any] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        del receive, send
        seen.append(scope["type"])

    await Exposed(app, str, HOSTS)({"type": "lifespan"}, None, None)

    assert seen == ["lifespan"]
