"""A program reaches the hosts it may, by the libraries it knows, and nothing else; every request is on record."""

from __future__ import annotations

import sqlite3
import sys
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import anyio
import anyio.to_thread
import pytest

import sandgate
from sandgate.config import Config, NetworkOptions, SandboxOptions, ValidationOptions
from sandgate.errors import SandboxError
from sandgate.gateway import Gateway
from sandgate.model import Limits
from sandgate.sandbox.packages import Environment
from sandgate.sandbox.process.backend import ProcessBackend
from tests.sandbox.shelf import quick_python

from .egress.far import make_certificate, tls_server

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.skipif(sys.platform != "linux", reason="the process sandbox is made of Linux namespaces"),
]
FETCH = "import urllib.request\nurllib.request.urlopen('{}', timeout=5).read().decode()"


@contextmanager
def website() -> Generator[int]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.end_headers()
            self.wfile.write(b"hello " + self.path.encode())

        def log_message(self, format: str, *args: object) -> None:
            del format, args

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        yield server.server_port
        server.shutdown()
        thread.join()


@asynccontextmanager
async def gate(folder: Path, *hosts: str, private: tuple[str, ...] = ("127.0.0.0/8",)) -> AsyncGenerator[Gateway]:
    config = Config(
        state_dir=folder / "state",
        sandbox=SandboxOptions(spares=0),
        network=NetworkOptions(allow=hosts, allow_private=private),
        validation=ValidationOptions(enabled=False),  # the wall is tried, not the advice
    )
    async with sandgate.open(config) as gateway:
        with anyio.fail_after(60):
            yield gateway


async def test_a_program_reaches_what_is_allowed_and_it_is_written_down(tmp_path: Path) -> None:
    with website() as port:
        async with gate(tmp_path, f"127.0.0.1:{port}") as gateway:
            outcome = await gateway.run_code(FETCH.format(f"http://127.0.0.1:{port}/page"))

    assert outcome.value == "hello /page"
    with sqlite3.connect(tmp_path / "state" / "journal.db") as journal:
        rows = journal.execute("select execution, host, port, verdict from connections").fetchall()
    assert rows == [(outcome.id, "127.0.0.1", port, "allowed")]


async def test_what_is_not_listed_is_refused_with_the_cure(tmp_path: Path) -> None:
    code = (
        "import urllib.request, urllib.error\n"
        "try:\n    urllib.request.urlopen('http://elsewhere.example/', timeout=5)\n"
        "except urllib.error.HTTPError as refused:\n    result = [refused.code, refused.read().decode()]"
    )
    async with gate(tmp_path, "api.example.com") as gateway:
        outcome = await gateway.run_code(code)

    assert isinstance(outcome.value, list)
    assert outcome.value[0] == 403
    assert "[network] allow" in str(outcome.value[1])


@pytest.mark.parametrize(
    "code",
    [
        "import socket\nsocket.create_connection(('127.0.0.1', {port}), timeout=2)",
        "import socket\nsocket.create_connection(('10.0.0.1', 80), timeout=2)",
        "import socket\nsocket.socket(socket.AF_INET, socket.SOCK_DGRAM)",
        "import socket\nsocket.socket(socket.AF_INET6, socket.SOCK_STREAM)",
        "import socket\nsocket.socket(socket.AF_INET, socket.SOCK_RAW)",
        "import socket\nsocket.socket(socket.AF_UNIX, socket.SOCK_STREAM)",
        "import socket\ns = socket.socket()\ns.bind(('127.0.0.1', 5000))\ns.listen()",
        "import urllib.request\nurllib.request.ProxyHandler({{}})\n"
        "opener = urllib.request.build_opener(urllib.request.ProxyHandler({{}}))\n"
        "opener.open('http://127.0.0.1:{port}/', timeout=2)",
    ],
)
async def test_there_is_no_way_past_the_proxy(tmp_path: Path, code: str) -> None:
    with website() as port:
        async with gate(tmp_path, f"127.0.0.1:{port}") as gateway:
            outcome = await gateway.run_code(code.format(port=port))

    assert outcome.fault is not None
    assert outcome.fault.type in ("PermissionError", "OSError", "URLError", "ConnectionRefusedError", "TimeoutError")


async def test_private_addresses_stay_closed_even_for_a_listed_host(tmp_path: Path) -> None:
    with website() as port:
        async with gate(tmp_path, f"localhost:{port}", private=()) as gateway:
            outcome = await gateway.run_code(FETCH.format(f"http://localhost:{port}/"))

    assert outcome.fault is not None
    assert "403" in outcome.fault.message


async def test_without_hosts_there_is_no_network_at_all(tmp_path: Path) -> None:
    async with gate(tmp_path) as gateway:
        outcome = await gateway.run_code("import socket\nsocket.socket()")

    assert outcome.fault is not None
    assert outcome.fault.type == "PermissionError"


async def test_weaker_walls_let_nobody_out() -> None:
    walls = ProcessBackend(level="lite", network=True)

    with pytest.raises(SandboxError, match="only at level full"):
        await walls.spawn(Limits())
    await walls.close()


async def test_https_works_with_the_authorities_that_this_machine_trusts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    certificate = make_certificate(tmp_path / "server.pem")
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    async with tls_server(certificate) as far:
        address = f"localhost:{far.port}"
        async with gate(tmp_path, address, private=("127.0.0.0/8", "::1/128")) as gateway:
            outcome = await gateway.run_code(FETCH.format(f"https://{address}/"))
            trusted = await gateway.run_code("import os\nos.environ['SSL_CERT_FILE'], os.listdir('certificates')")

    assert outcome.value == "hello", outcome.text
    assert trusted.value == ["/sandgate/certificates/ca.pem", ["ca.pem"]]


def unheard(step: str) -> None:
    del step


@pytest.mark.registry
async def test_requests_and_httpx_work_without_being_told_anything(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    certificate = make_certificate(tmp_path / "server.pem")
    async with tls_server(certificate) as far:
        address = f"localhost:{far.port}"
        config = Config(
            state_dir=tmp_path / "state",
            sandbox=SandboxOptions(spares=0, packages=("requests", "httpx")),
            network=NetworkOptions(allow=(address,), allow_private=("127.0.0.0/8", "::1/128")),
        )
        environment = Environment.of(config)
        assert environment
        try:
            quick = await anyio.to_thread.run_sync(quick_python, tmp_path / "quick")
            await anyio.to_thread.run_sync(replace(environment, python=quick).build, unheard)
        except SandboxError as error:
            if "cannot be reached" not in str(error):
                raise
            pytest.skip(f"no package registry: {error}")
        monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
        async with sandgate.open(config) as gateway:
            asked = f"import requests, httpx\nurl = 'https://{address}/'\n"
            outcome = await gateway.run_code(
                asked + "async with httpx.AsyncClient() as client:\n    later = await client.get(url)\n"
                "[requests.get(url).text, httpx.get(url).text, later.text]"
            )

    assert outcome.value == ["hello", "hello", "hello"], outcome.text
