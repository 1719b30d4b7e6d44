"""Tunnels: TLS to the host that was asked for, and nothing else."""

from __future__ import annotations

import ssl
from pathlib import Path

import anyio
import pytest
from anyio.abc import ByteStream, SocketStream
from anyio.streams.tls import TLSStream

from .far import Far, http_server, read_head, tls_server
from .stage import DEADLINE, Stage, everything, proxy
from .test_hello import hello_of, message, records, server_name

pytestmark = pytest.mark.anyio
HERE = {"api.test": ["127.0.0.1"], "other.test": ["127.0.0.1"]}


def trusting(far: Far) -> ssl.SSLContext:
    return ssl.create_default_context(cafile=far.certificate)


async def fetch(stream: SocketStream, far: Far, name: str) -> str:
    """One request in TLS on a tunnel that stands."""
    with anyio.fail_after(DEADLINE):
        tls = await TLSStream.wrap(stream, hostname=name, ssl_context=trusting(far), standard_compatible=False)
        await tls.send(b"GET / HTTP/1.1\r\nHost: api.test\r\n\r\n")
        return (await tls.receive()).decode()


async def opened(stage: Stage, where: str) -> SocketStream:
    stream, answer = await stage.tunnel(where)
    assert answer == "HTTP/1.1 200 Connection established\r\n\r\n"
    return stream


async def answer_to(stage: Stage, where: str, first_words: bytes) -> bytes:
    """What comes back on a tunnel after its first words."""
    async with await opened(stage, where) as stream:
        await stream.send(first_words)
        return await everything(stream)


async def test_tls_to_an_allowed_host_passes_and_its_bytes_are_counted(certificate: Path) -> None:
    async with tls_server(certificate) as far, proxy({"allow": [f"api.test:{far.port}"]}, HERE) as stage:
        async with await opened(stage, f"api.test:{far.port}") as stream:
            answer = await fetch(stream, far, "api.test")
        [entry] = await stage.logged()

    assert answer.endswith("hello")
    assert (entry.kind, entry.verdict, entry.host, entry.address) == ("tunnel", "allowed", "api.test", "127.0.0.1")
    assert entry.bytes_out > 300
    assert entry.bytes_in > 500


@pytest.mark.parametrize("where", ["API.test", "api.test."])
async def test_case_and_the_last_dot_make_no_difference(certificate: Path, where: str) -> None:
    async with (
        tls_server(certificate) as far,
        proxy({"allow": [f"api.test:{far.port}"]}, HERE) as stage,
        await opened(stage, f"{where}:{far.port}") as stream,
    ):
        answer = await fetch(stream, far, "api.test")

    assert answer.endswith("hello")


async def test_a_hello_sent_together_with_connect_is_checked_and_passed_on(certificate: Path) -> None:
    async with tls_server(certificate) as far, proxy({"allow": [f"api.test:{far.port}"]}, HERE) as stage:
        where = f"api.test:{far.port}"
        async with await stage.connect() as stream:
            await stream.send(f"CONNECT {where} HTTP/1.1\r\nHost: {where}\r\n\r\n".encode() + hello_of("api.test"))
            with anyio.fail_after(DEADLINE):
                received = b""
                while b"\x16\x03\x03" not in received:
                    received += await stream.receive()

    assert received.startswith(b"HTTP/1.1 200")


async def test_another_server_name_than_the_tunnel_is_denied_with_a_tls_alert(certificate: Path) -> None:
    async with tls_server(certificate) as far, proxy({"allow": [f"api.test:{far.port}"]}, HERE) as stage:
        async with await opened(stage, f"api.test:{far.port}") as stream:
            with pytest.raises(ssl.SSLError, match="access denied"):
                await fetch(stream, far, "other.test")
        [entry] = await stage.logged()

    assert (entry.verdict, entry.rule, entry.bytes_out) == ("denied", "server_name", 0)
    assert "the TLS server name is 'other.test'" in entry.reason
    assert [alert.kind for alert in stage.alerts] == ["denied"]


@pytest.mark.parametrize(
    ("first_words", "words"),
    [
        (hello_of(None), "TLS without a server name"),
        (records(message()), "TLS without a server name"),
        (records(message((0xFE0D, b"x"))), "hidden"),
        (records(message(server_name(b"api.test"), (0xFE0D, b"x"))), "hidden"),
        (records(message(server_name(b"api.test", b"other.test"))), "more than one"),
        (records(message(server_name(b"api.test\x00.evil.test"))), "not a host name"),
        (records(message(server_name("gіthub.com".encode()))), "not ASCII"),
        (records(message(server_name(b"x" * 9000))), "not a host name"),
    ],
)
async def test_tls_without_the_right_name_in_the_clear_is_denied(first_words: bytes, words: str) -> None:
    async with http_server() as far, proxy({"allow": [f"api.test:{far.port}"]}, HERE) as stage:
        answer = await answer_to(stage, f"api.test:{far.port}", first_words)
        [entry] = await stage.logged()

    assert answer == bytes.fromhex("15030300020231")
    assert (entry.verdict, entry.rule, entry.bytes_out) == ("denied", "server_name", 0)
    assert words in entry.reason
    assert len(entry.reason) < 300


@pytest.mark.parametrize(
    "first_words",
    [b"GET / HTTP/1.1\r\nHost: evil.test\r\n\r\n", b"SSH-2.0-x\r\n", b"\x00" * 100, b"\x80\x2e\x01\x03\x01\x00\x15"],
)
async def test_something_other_than_tls_on_a_tunnel_is_denied_and_told(first_words: bytes) -> None:
    async with http_server() as far, proxy({"allow": [f"api.test:{far.port}"]}, HERE) as stage:
        answer = await answer_to(stage, f"api.test:{far.port}", first_words)
        [entry] = await stage.logged()

    assert answer.startswith(b"HTTP/1.1 403 Sandgate: tunnel to api.test")
    assert (entry.rule, entry.bytes_out, far.heads) == ("server_name", 0, [])


async def test_a_far_side_that_speaks_first_is_not_heard_before_the_hello() -> None:
    async def banner(stream: ByteStream) -> None:
        await stream.send(b"220 welcome\r\n")
        await stream.receive()

    async with http_server(behaviour=banner) as far, proxy({"allow": [f"api.test:{far.port}"]}, HERE) as stage:
        answer = await answer_to(stage, f"api.test:{far.port}", b"QUIT\r\n")

    assert b"welcome" not in answer


async def test_plain_tunnels_pass_when_they_are_allowed_and_tls_in_them_is_still_checked() -> None:
    async def banner(stream: ByteStream) -> None:
        await stream.send(b"220 welcome\r\n")
        await stream.send(b"you said " + await stream.receive())

    async with http_server(behaviour=banner) as far:
        options = {"allow": [f"api.test:{far.port}"], "plain_tunnels": True}
        async with proxy(options, HERE) as stage:
            async with await opened(stage, f"api.test:{far.port}") as stream:
                greeting = await stream.receive()
                await stream.send(b"hi")
                echo = await everything(stream)
            await answer_to(stage, f"api.test:{far.port}", hello_of("other.test"))
            log = await stage.logged(2)

    assert greeting == b"220 welcome\r\n"
    assert echo == b"you said hi"
    assert [(entry.verdict, entry.rule) for entry in log] == [("allowed", None), ("denied", "server_name")]


async def test_a_listed_address_takes_tls_without_a_name_and_no_other(certificate: Path) -> None:
    async with tls_server(certificate) as far, proxy({"allow": [f"127.0.0.1:{far.port}"]}) as stage:
        async with await opened(stage, f"127.0.0.1:{far.port}") as stream:
            answer = await fetch(stream, far, "127.0.0.1")
        named = await answer_to(stage, f"127.0.0.1:{far.port}", hello_of("api.test"))

    assert answer.endswith("hello")
    assert named == bytes.fromhex("15030300020231")


@pytest.mark.parametrize(
    ("where", "status", "words"),
    [
        ("evil.test:443", 403, '[network] allow = ["evil.test"]'),
        ("evil.test:8443", 403, '[network] allow = ["evil.test:8443"]'),
        ("api.test:22", 403, '[network] allow = ["api.test:22"]'),
        ("127.0.0.1:443", 403, "not an allowed host"),
        ("127.1:443", 400, "not an address in its usual form"),
        ("private.test:443", 403, '[network] allow_private = ["10.0.0.1"]'),
        ("meta.test:443", 403, "the metadata service of a cloud"),
        ("api.test:0", 400, "not between 1 and 65535"),
        ("api.test", 400, "host:port"),
        ("user@api.test:443", 400, "user name"),
        ("http://api.test:443/", 400, "not a host with a port"),
    ],
)
async def test_a_refused_tunnel_says_why_in_its_status_line(where: str, status: int, words: str) -> None:
    names = {**HERE, "private.test": ["10.0.0.1"], "meta.test": ["169.254.169.254"]}
    async with proxy({"allow": ["api.test", "private.test", "meta.test"]}, names) as stage:
        stream, answer = await stage.tunnel(where)
        await stream.aclose()

    assert answer.startswith(f"HTTP/1.1 {status} Sandgate: ")
    assert words in answer.splitlines()[0]


async def test_connect_with_a_body_is_refused() -> None:
    async with proxy({"allow": ["api.test"]}, HERE) as stage:
        answer = await stage.ask("CONNECT api.test:443 HTTP/1.1\r\nHost: api.test\r\nContent-Length: 5\r\n\r\nhello")

    assert answer.startswith("HTTP/1.1 400 Sandgate: CONNECT has no body")


async def test_a_tunnel_carries_both_ways_until_each_side_has_ended() -> None:
    async def echo_everything(stream: ByteStream) -> None:
        received = b""
        try:
            while True:
                received += await stream.receive()
        except anyio.EndOfStream:
            await stream.send(received[-10:] + b" of %d" % len(received))

    async with http_server(behaviour=echo_everything) as far:
        options = {"allow": [f"api.test:{far.port}"]}
        async with proxy(options, HERE) as stage, await opened(stage, f"api.test:{far.port}") as stream:
            hello = hello_of("api.test")
            await stream.send(hello + b"x" * 3_000_000 + b"the end!!!")
            await stream.send_eof()
            answer = await everything(stream)
            [entry] = await stage.logged()

    assert answer == b"the end!!! of %d" % (len(hello) + 3_000_010)
    assert (entry.bytes_out, entry.bytes_in) == (len(hello) + 3_000_010, len(answer))


async def test_a_far_side_that_closes_ends_the_tunnel() -> None:
    async def hang_up(stream: ByteStream) -> None:
        await stream.receive()

    async with http_server(behaviour=hang_up) as far, proxy({"allow": [f"api.test:{far.port}"]}, HERE) as stage:
        answer = await answer_to(stage, f"api.test:{far.port}", hello_of("api.test"))
        [entry] = await stage.logged()

    assert answer == b""
    assert entry.verdict == "allowed"


async def test_a_program_that_leaves_before_the_hello_is_written_down() -> None:
    async with http_server() as far, proxy({"allow": [f"api.test:{far.port}"]}, HERE) as stage:
        stream = await opened(stage, f"api.test:{far.port}")
        await stream.aclose()
        [entry] = await stage.logged()

    assert (entry.verdict, entry.rule) == ("failed", "broken")


async def test_requests_inside_a_tunnel_are_not_read() -> None:
    """What looks like a second CONNECT after the hello is just bytes of the tunnel."""

    async def first_bytes(stream: ByteStream) -> None:
        head, _ = await read_head(stream)
        far.heads.append(head)

    async with http_server(behaviour=first_bytes) as far, proxy({"allow": [f"api.test:{far.port}"]}, HERE) as stage:
        inner = b"CONNECT evil.test:443 HTTP/1.1\r\n\r\n"
        await answer_to(stage, f"api.test:{far.port}", hello_of("api.test") + inner)
        await stage.logged()

    assert len(stage.log) == 1
    assert far.heads[0].endswith("CONNECT evil.test:443 HTTP/1.1")
