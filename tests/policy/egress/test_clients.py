"""Ordinary client libraries, in a process of their own, with nothing but the usual variables."""

from __future__ import annotations

import importlib.util
import os
import sys
from pathlib import Path

import anyio
import pytest

from .far import http_server, tls_server
from .stage import Stage, proxy

pytestmark = pytest.mark.anyio
HERE = {"api.test": ["127.0.0.1"], "meta.test": ["169.254.169.254"]}
_RESPONSE = "read = lambda answer: f'{answer.status_code} {answer.text}'"
LIBRARIES = {
    "urllib": "from urllib.request import urlopen as get; read = lambda answer: answer.read().decode()",
    "requests": f"from requests import get; {_RESPONSE}",
    "httpx": f"from httpx import get; {_RESPONSE}",
    "httpx2": f"from httpx2 import get; {_RESPONSE}",
}
PROGRAM = """
import sys
try:
    print(read(get(sys.argv[1])))
except Exception as error:
    print(type(error).__name__, error)
"""


@pytest.fixture(params=LIBRARIES)
def library(request: pytest.FixtureRequest) -> str:
    name = str(request.param)
    if not importlib.util.find_spec(name):
        pytest.skip(f"{name} is not installed")
    return name


async def run(library: str, url: str, stage: Stage, certificate: Path | None = None) -> str:
    variables = {"HTTP_PROXY": stage.url, "HTTPS_PROXY": stage.url, "http_proxy": stage.url, "https_proxy": stage.url}
    trusted = {name: str(certificate) for name in ("SSL_CERT_FILE", "REQUESTS_CA_BUNDLE")} if certificate else {}
    environment = {"PATH": os.environ["PATH"], **variables, **trusted}
    with anyio.fail_after(20):
        command = [sys.executable, "-c", LIBRARIES[library] + PROGRAM, url]
        done = await anyio.run_process(command, env=environment, stderr=None)
    return done.stdout.decode()


async def test_https_to_an_allowed_host_works(library: str, certificate: Path) -> None:
    async with tls_server(certificate) as far, proxy({"allow": [f"api.test:{far.port}"]}, HERE) as stage:
        printed = await run(library, f"https://api.test:{far.port}/", stage, certificate)

    assert printed.endswith("hello\n")
    assert stage.log[0].kind == "tunnel"


async def test_plain_http_to_an_allowed_host_works(library: str) -> None:
    async with http_server() as far, proxy({"allow": [f"api.test:{far.port}"]}, HERE) as stage:
        printed = await run(library, f"http://api.test:{far.port}/", stage)

    assert printed.endswith("hello\n")
    assert stage.log[0].kind == "http"


async def test_the_exception_of_a_refused_tunnel_says_how_to_allow_it(library: str) -> None:
    async with proxy({}) as stage:
        printed = await run(library, "https://evil.test/", stage)

    assert '[network] allow = ["evil.test"]' in printed.replace("\\", "")


async def test_the_answer_to_a_refused_request_says_how_to_allow_it(library: str) -> None:
    async with proxy({}) as stage:
        printed = await run(library, "http://evil.test/", stage)

    assert "403" in printed
    assert '[network] allow = ["evil.test"]' in printed


async def test_a_redirect_that_a_client_follows_is_stopped_at_a_closed_address() -> None:
    reply = b"HTTP/1.1 302 Found\r\nLocation: http://meta.test/latest\r\nContent-Length: 0\r\n\r\n"
    async with http_server(reply=reply) as far:
        allow = [f"api.test:{far.port}", "meta.test"]
        async with proxy({"allow": allow}, HERE) as stage:
            printed = await run("urllib", f"http://api.test:{far.port}/", stage)

    assert "HTTP Error 403" in printed
    assert "169.254.169.254" in printed
    assert [entry.verdict for entry in stage.log] == ["allowed", "denied"]
