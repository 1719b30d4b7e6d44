"""Servers on the far side, on loopback, that write down what they are asked."""

from __future__ import annotations

import datetime
import ipaddress
import ssl
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

import anyio
from anyio.abc import ByteStream, SocketAttribute
from anyio.streams.tls import TLSListener
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

Behaviour = Callable[[ByteStream], Awaitable[None]]


@dataclass
class Far:
    """One server: where it listens and the heads of the requests it got."""

    port: int = 0
    heads: list[str] = field(default_factory=list[str])
    bodies: list[bytes] = field(default_factory=list[bytes])
    certificate: Path | None = None
    reply: bytes = b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello"
    behaviour: Behaviour | None = None

    async def serve(self, stream: ByteStream) -> None:
        async with stream:
            with suppress(anyio.EndOfStream, anyio.BrokenResourceError, anyio.ClosedResourceError, ssl.SSLError):
                await (self.behaviour or self._answer)(stream)

    async def _answer(self, stream: ByteStream) -> None:
        head, body = await read_head(stream)
        self.heads.append(head)
        if "transfer-encoding: chunked" in head:
            while not body.endswith(b"0\r\n\r\n"):
                body += await stream.receive()
        while len(body) < declared(head):
            body += await stream.receive()
        self.bodies.append(body)
        await stream.send(self.reply)


def declared(head: str) -> int:
    lengths = [line.partition(":")[2] for line in head.lower().splitlines() if line.startswith("content-length:")]
    return int(lengths[0]) if lengths else 0


async def read_head(stream: ByteStream) -> tuple[str, bytes]:
    """A head, and what came behind it."""
    received = b""
    while b"\r\n\r\n" not in received:
        received += await stream.receive()
    head, _, rest = received.partition(b"\r\n\r\n")
    return head.decode("latin-1"), rest


@asynccontextmanager
async def http_server(host: str = "127.0.0.1", **options: object) -> AsyncGenerator[Far]:
    far = Far(**options)  # type: ignore[arg-type]  # a test names the fields of Far
    listener = await anyio.create_tcp_listener(local_host=host)
    far.port = listener.extra(SocketAttribute.local_port)
    async with listener, anyio.create_task_group() as tasks:
        tasks.start_soon(listener.serve, far.serve)
        yield far
        tasks.cancel_scope.cancel()


@asynccontextmanager
async def tls_server(certificate: Path, **options: object) -> AsyncGenerator[Far]:
    far = Far(certificate=certificate, **options)  # type: ignore[arg-type]  # a test names the fields of Far
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(certificate)
    listener = await anyio.create_tcp_listener(local_host="127.0.0.1")
    far.port = listener.extra(SocketAttribute.local_port)
    async with listener, anyio.create_task_group() as tasks:
        tasks.start_soon(TLSListener(listener, context, standard_compatible=False).serve, far.serve)
        yield far
        tasks.cancel_scope.cancel()


def make_certificate(path: Path) -> Path:
    """A certificate and its key in one file, for `*.test` names and loopback; it is its own authority."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "api.test")])
    hosts = ("api.test", "other.test", "localhost")
    names = [*map(x509.DNSName, hosts), x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]
    start = datetime.datetime(2024, 1, 1, tzinfo=datetime.UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(start)
        .not_valid_after(start + datetime.timedelta(days=36500))
        .add_extension(x509.SubjectAlternativeName(names), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    secret = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    path.write_bytes(certificate.public_bytes(serialization.Encoding.PEM) + secret)
    return path
