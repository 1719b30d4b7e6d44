"""Plain HTTP through the proxy, against a server on loopback."""

from __future__ import annotations

import random
import socket
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import anyio
import pytest
from anyio.abc import ByteStream, SocketAttribute
from anyio.streams.stapled import StapledByteStream

from sandgate.errors import first_cause
from sandgate.policy.egress import Connection, policy_of, serve

from .far import http_server, read_head
from .stage import DEADLINE, listening, proxy

pytestmark = pytest.mark.anyio
PUBLIC = "93.184.215.14"
HERE = {"api.test": ["127.0.0.1"]}


async def test_an_allowed_request_reaches_its_server_and_is_written_down() -> None:
    async with http_server() as far, proxy({"allow": [f"api.test:{far.port}"]}, HERE) as stage:
        answer = await stage.get(f"http://api.test:{far.port}/path?query=1")
        [entry] = await stage.logged()

    assert answer.startswith("HTTP/1.1 200 OK")
    assert answer.endswith("hello")
    assert far.heads[0].splitlines()[0] == "GET /path?query=1 HTTP/1.1"
    assert (entry.kind, entry.host, entry.port, entry.address) == ("http", "api.test", far.port, "127.0.0.1")
    assert (entry.verdict, entry.rule, entry.reason) == ("allowed", None, f"api.test:{far.port}")
    assert entry.bytes_in == len(far.reply)
    assert entry.bytes_out > 50
    assert stage.alerts == []


async def test_an_unlisted_host_is_denied_with_the_cure_and_never_resolved() -> None:
    async with proxy({"allow": ["api.test"]}, {"evil.test": ["127.0.0.1"]}) as stage:
        answer = await stage.get("http://evil.test/")
        [entry] = await stage.logged()

    head, _, body = answer.partition("\r\n\r\n")
    assert head.startswith("HTTP/1.1 403 Sandgate: evil.test:80 is not an allowed host")
    assert '[network] allow = ["evil.test"]' in head.splitlines()[0]
    assert '[network] allow = ["evil.test"]' in body
    assert "(rule: host)" in body
    assert stage.names.asked == []
    assert (entry.verdict, entry.rule, entry.host, entry.address) == ("denied", "host", "evil.test", "")
    assert [alert.kind for alert in stage.alerts] == ["denied"]


async def test_ipv6_is_reached() -> None:
    async with http_server("::1") as far, proxy({"allow": [f"six.test:{far.port}"]}, {"six.test": ["::1"]}) as stage:
        answer = await stage.get(f"http://six.test:{far.port}/")
        [entry] = await stage.logged()

    assert answer.endswith("hello")
    assert entry.address == "::1"


async def test_an_address_is_reached_only_if_it_is_listed_as_such() -> None:
    async with http_server() as far:
        async with proxy({"allow": ["*", f"127.0.0.1:{far.port}"]}) as stage:
            listed = await stage.get(f"http://127.0.0.1:{far.port}/")
        async with proxy({"allow": ["*", f"*:{far.port}"]}) as stage:
            unlisted = await stage.get(f"http://127.0.0.1:{far.port}/")

    assert listed.endswith("hello")
    assert unlisted.startswith("HTTP/1.1 403")


@pytest.mark.parametrize("address", ["127.0.0.1", "::1", "::ffff:127.0.0.1", "169.254.169.254", "10.0.0.1", "0.0.0.0"])
async def test_an_allowed_name_that_leads_to_a_closed_address_is_denied(address: str) -> None:
    async with proxy({"allow": ["api.test"], "allow_private": []}, {"api.test": [address]}) as stage:
        answer = await stage.get("http://api.test/")
        [entry] = await stage.logged()

    assert answer.startswith("HTTP/1.1 403 Sandgate: api.test leads to")
    assert (entry.verdict, entry.rule) == ("denied", "address")


async def test_one_closed_address_among_public_ones_is_enough_to_deny() -> None:
    dialled: list[str] = []

    async def dial(address: str, port: int) -> ByteStream:
        dialled.append(address)
        raise OSError

    names = {"api.test": [PUBLIC, "10.0.0.1"]}
    async with proxy({"allow": ["api.test"]}, names, dial) as stage:
        answer = await stage.get("http://api.test/")

    assert "leads to 10.0.0.1" in answer
    assert dialled == []


async def test_a_name_that_changes_between_check_and_connect_gains_nothing() -> None:
    """The resolver gives a public address first and a private one ever after."""
    dialled: list[str] = []

    async def dial(address: str, port: int) -> ByteStream:
        dialled.append(address)
        stage.names.known["api.test"] = ["127.0.0.1"]
        raise OSError

    async with proxy({"allow": ["api.test"], "allow_private": []}, {"api.test": [PUBLIC]}, dial) as stage:
        first = await stage.get("http://api.test/")
        asked_once = list(stage.names.asked)
        second = await stage.get("http://api.test/")

    assert first.startswith("HTTP/1.1 504")
    assert asked_once == ["api.test"]
    assert dialled == [PUBLIC]
    assert second.startswith("HTTP/1.1 403")


async def test_a_redirect_to_a_denied_address_is_a_new_request_and_denied() -> None:
    reply = b"HTTP/1.1 302 Found\r\nLocation: http://meta.test/latest\r\nContent-Length: 0\r\n\r\n"
    names = {**HERE, "meta.test": ["169.254.169.254"]}
    async with (
        http_server(reply=reply) as far,
        proxy({"allow": [f"api.test:{far.port}", "meta.test"]}, names) as stage,
    ):
        first = await stage.get(f"http://api.test:{far.port}/")
        location = first.partition("location: ")[2].splitlines()[0]
        second = await stage.get(location)

    assert first.startswith("HTTP/1.1 302")
    assert second.startswith("HTTP/1.1 403 Sandgate: meta.test leads to 169.254.169.254")


async def test_plain_http_to_the_tls_port_is_denied() -> None:
    async with proxy({"allow": ["api.test"]}, HERE) as stage:
        answer = await stage.get("http://api.test:443/")

    assert answer.startswith("HTTP/1.1 403 Sandgate: plain http to port 443 is not sent; ask for https://api.test")


@pytest.mark.parametrize(
    "host",
    ["evil.test", "api.test:81", "user@api.test", "api.test, evil.test", "", "127.0.0.1", "api.test\r\n evil.test"],
)
async def test_a_host_header_for_somebody_else_is_denied(host: str) -> None:
    async with proxy({"allow": ["api.test"]}, HERE) as stage:
        answer = await stage.ask(f"GET http://api.test/ HTTP/1.1\r\nHost: {host}\r\n\r\n")
        [entry] = await stage.logged()

    assert answer.startswith("HTTP/1.1 403 Sandgate: the Host header")
    assert entry.rule == "host_header"


@pytest.mark.parametrize(
    "request_text",
    [
        "GET / HTTP/1.1\r\nHost: api.test\r\n\r\n",
        "OPTIONS * HTTP/1.1\r\nHost: api.test\r\n\r\n",
        "GET https://api.test/ HTTP/1.1\r\nHost: api.test\r\n\r\n",
        "GET http://user:word@api.test/ HTTP/1.1\r\nHost: api.test\r\n\r\n",
        "GET http://api.test:70000/ HTTP/1.1\r\nHost: api.test\r\n\r\n",
        "GET http://api.test/ HTTP/1.1\r\n\r\n",
        "GET http://api.test/ HTTP/1.1\r\nHost: api.test\r\nHost: evil.test\r\n\r\n",
        "GET http://api.test/ HTTP/1.1\r\nHost : api.test\r\n\r\n",
        "GET http://api.test/ HTTP/1.1\r\nHost: api.test\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nxx",
        "GET http://api.test/ HTTP/1.1\r\nHost: api.test\r\nContent-Length: -1\r\n\r\n",
        "POST http://api.test/ HTTP/1.1\r\nHost: api.test\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0",
        "GET http://gіthub.com/ HTTP/1.1\r\nHost: api.test\r\n\r\n",
        "GET http://api.test/\x00 HTTP/1.1\r\nHost: api.test\r\n\r\n",
        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        "\x16\x03\x01\x00\x05hello\r\n\r\n",
        "\x05\x01\x00\r\n\r\n",
        "garbage\r\n\r\n",
    ],
)
async def test_what_has_two_readings_is_answered_400_and_goes_nowhere(request_text: str) -> None:
    async with proxy({"allow": ["api.test", "github.com"]}, HERE) as stage:
        answer = await stage.ask(request_text)
        [entry] = await stage.logged()

    assert answer.startswith("HTTP/1.1 400")
    assert (entry.verdict, entry.rule) == ("denied", "malformed")
    assert stage.names.asked == []


async def test_headers_between_program_and_proxy_stay_there() -> None:
    headers = ["Proxy-Authorization: Basic x", "Proxy-Connection: keep-alive", "X-Mine: 1", "X-Hop: 1", "TE: trailers"]
    async with http_server() as far, proxy({"allow": [f"api.test:{far.port}"]}, HERE) as stage:
        url = f"http://api.test:{far.port}/"
        await stage.ask(
            f"GET {url} HTTP/1.1\r\nHost: api.test:{far.port}\r\nConnection: close, X-Hop, Host\r\n"
            + "\r\n".join(headers)
            + "\r\nUpgrade: websocket\r\n\r\n"
        )

    assert far.heads[0].splitlines() == [
        "GET / HTTP/1.1",
        f"host: api.test:{far.port}",
        "x-mine: 1",
        "connection: close",
    ]


async def test_an_upgrade_is_not_passed_on_and_a_forced_one_is_cut() -> None:
    reply = b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\nraw"
    async with http_server(reply=reply) as far, proxy({"allow": [f"api.test:{far.port}"]}, HERE) as stage:
        answer = await stage.get(f"http://api.test:{far.port}/", "Upgrade: websocket")

    assert "upgrade" not in far.heads[0].lower()
    assert answer.startswith("HTTP/1.1 502")


async def test_requests_follow_each_other_on_one_connection_and_each_is_checked() -> None:
    async with http_server() as far, proxy({"allow": [f"api.test:{far.port}"]}, HERE) as stage:
        good = f"GET http://api.test:{far.port}/ HTTP/1.1\r\nHost: api.test:{far.port}\r\n\r\n"
        bad = "GET http://evil.test/ HTTP/1.1\r\nHost: evil.test\r\n\r\n"
        answer = await stage.ask(good + good + bad + good)  # sent in one piece
        log = await stage.logged(3)

    assert answer.count("HTTP/1.1 200") == 2
    assert answer.count("HTTP/1.1 403") == 1
    assert [entry.verdict for entry in log] == ["allowed", "allowed", "denied"]
    assert len(far.heads) == 2


async def test_a_body_is_passed_on_with_its_length() -> None:
    async with http_server() as far, proxy({"allow": [f"api.test:{far.port}"]}, HERE) as stage:
        where = f"api.test:{far.port}"
        answer = await stage.ask(
            f"POST http://{where}/ HTTP/1.1\r\nHost: {where}\r\nExpect: 100-continue\r\nConnection: close\r\n"
            "Content-Length: 200000\r\n\r\n" + "x" * 200_000
        )

    assert answer.startswith("HTTP/1.1 100")
    assert "HTTP/1.1 200" in answer
    assert far.bodies == [b"x" * 200_000]
    assert "expect" not in far.heads[0].lower()


async def test_a_chunked_body_is_passed_on_in_chunks_of_ours() -> None:
    async with http_server() as far, proxy({"allow": [f"api.test:{far.port}"]}, HERE) as stage:
        where = f"api.test:{far.port}"
        await stage.ask(
            f"POST http://{where}/ HTTP/1.1\r\nHost: {where}\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n"
            "5;ext=1\r\nhello\r\n0\r\nTrailer: x\r\n\r\n"
        )

    assert far.bodies == [b"5\r\nhello\r\n0\r\n\r\n"]


async def test_an_answer_without_length_reaches_the_program_whole() -> None:
    reply = b"HTTP/1.0 200 OK\r\nX-Far: 1\r\n\r\n" + b"y" * 100_000
    async with http_server(reply=reply) as far, proxy({"allow": [f"api.test:{far.port}"]}, HERE) as stage:
        answer = await stage.get(f"http://api.test:{far.port}/")

    assert "transfer-encoding: chunked" in answer.lower()
    assert answer.count("y") == 100_000
    assert answer.endswith("0\r\n\r\n")


@pytest.mark.parametrize(
    "reply",
    [
        b"garbage\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nxx",
        b"HTTP/1.1 200 OK\r\n" + b"A: " + b"x" * 200_000 + b"\r\n\r\n",
        b"",
        b"HTTP/1.1 999999 OK\r\n\r\n",
    ],
)
async def test_a_far_side_that_does_not_speak_http_is_a_502(reply: bytes) -> None:
    async with http_server(reply=reply) as far, proxy({"allow": [f"api.test:{far.port}"]}, HERE) as stage:
        answer = await stage.get(f"http://api.test:{far.port}/")
        [entry] = await stage.logged()

    assert answer.startswith("HTTP/1.1 502 Sandgate")
    assert (entry.verdict, entry.rule) == ("failed", "broken")


async def test_an_answer_that_breaks_off_is_not_made_to_look_whole() -> None:
    reply = b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf"
    async with http_server(reply=reply) as far, proxy({"allow": [f"api.test:{far.port}"]}, HERE) as stage:
        answer = await stage.get(f"http://api.test:{far.port}/")
        [entry] = await stage.logged()

    assert answer.endswith("\r\n\r\nhalf")
    assert "content-length: 100" in answer.lower()
    assert (entry.verdict, entry.rule) == ("failed", "broken")


async def test_an_answer_before_the_whole_body_reaches_the_program() -> None:
    async def impatient(stream: ByteStream) -> None:
        await read_head(stream)
        await stream.send(b"HTTP/1.1 413 Too Large\r\nContent-Length: 0\r\n\r\n")

    async with http_server(behaviour=impatient) as far, proxy({"allow": [f"api.test:{far.port}"]}, HERE) as stage:
        where = f"api.test:{far.port}"
        head = f"POST http://{where}/ HTTP/1.1\r\nHost: {where}\r\nContent-Length: 500000\r\n\r\n"
        answer = await stage.ask(head + "x" * 1000)

    assert answer.startswith("HTTP/1.1 413")


async def test_the_refusal_of_a_large_upload_is_still_read_by_the_program() -> None:
    async with proxy({}) as stage:
        head = "POST http://evil.test/ HTTP/1.1\r\nHost: evil.test\r\nContent-Length: 900000\r\n\r\n"
        answer = await stage.ask(head + "x" * 900_000)

    assert answer.startswith("HTTP/1.1 403")


async def test_a_name_without_address_and_a_server_that_is_down_say_so() -> None:
    async with http_server() as gone:
        port = gone.port
    async with proxy({"allow": ["nowhere.test", f"api.test:{port}"]}, HERE) as stage:
        unknown = await stage.get("http://nowhere.test/")
        down = await stage.get(f"http://api.test:{port}/")
        log = await stage.logged(2)

    assert unknown.startswith("HTTP/1.1 502 Sandgate: nowhere.test:80 has no address")
    assert down.startswith(f"HTTP/1.1 504 Sandgate: api.test:{port} does not answer")
    assert [entry.verdict for entry in log] == ["failed", "failed"]


async def test_the_next_address_is_tried_when_the_first_is_silent() -> None:
    names = {"api.test": ["127.0.0.2", "127.0.0.1"]}
    async with http_server() as far, proxy({"allow": [f"api.test:{far.port}"]}, names) as stage:
        answer = await stage.get(f"http://api.test:{far.port}/")

    assert answer.endswith("hello")


def open_files() -> set[str]:
    return {entry.name for entry in Path("/proc/self/fd").iterdir()}


class FromItself(StapledByteStream):
    """A connection that comes from the address it goes to, as every connection of a machine to itself does."""

    @property
    def extra_attributes(self) -> Mapping[Any, Callable[[], Any]]:
        return {SocketAttribute.local_address: lambda: (PUBLIC, 50_000)}


async def test_a_public_address_of_this_machine_is_denied() -> None:
    async with http_server() as far:

        async def dial(address: str, port: int) -> ByteStream:
            stream = await anyio.connect_tcp("127.0.0.1", far.port)
            return FromItself(stream, stream)

        async with proxy({"allow": ["own.test"]}, {"own.test": [PUBLIC]}, dial) as stage:
            answer = await stage.get("http://own.test/")

    assert answer.startswith(
        f"HTTP/1.1 403 Sandgate: own.test leads to {PUBLIC}, a closed address (this machine itself)"
    )
    assert far.heads == []


async def test_a_log_that_cannot_be_written_stops_the_proxy() -> None:
    def full_disk(connection: Connection) -> None:
        raise OSError("no space left")

    listener = listening()
    with socket.create_connection(listener.getsockname()) as program:
        program.sendall(b"GET http://evil.test/ HTTP/1.1\r\nHost: evil.test\r\n\r\n")
        with pytest.raises(ExceptionGroup) as stopped, anyio.fail_after(DEADLINE):
            await serve(listener, policy_of({}), full_disk)

    assert str(first_cause(stopped.value)) == "no space left"


async def test_nothing_is_open_after_the_proxy_was_cancelled() -> None:
    arrived = anyio.Semaphore(0)

    async def silent(stream: ByteStream) -> None:
        await read_head(stream)
        arrived.release()
        await stream.receive()

    before = open_files()
    async with http_server(behaviour=silent) as far, proxy({"allow": [f"api.test:{far.port}"]}, HERE) as stage:
        where = f"api.test:{far.port}"
        streams = [await stage.connect() for _ in range(20)]
        for stream in streams[:10]:
            await stream.send(f"GET http://{where}/ HTTP/1.1\r\nHost: {where}\r\n\r\n".encode())
        with anyio.fail_after(DEADLINE):
            for _ in range(10):
                await arrived.acquire()
    for stream in streams:
        await stream.aclose()
    await anyio.wait_all_tasks_blocked()

    assert open_files() <= before
    assert [entry.verdict for entry in stage.log if entry.host] == ["allowed"] * 10


def garbled(text: bytes, chance: random.Random) -> bytes:
    """A text with a few bytes changed, taken out or doubled."""
    content = bytearray(text)
    for _ in range(chance.randrange(1, 6)):
        at = chance.randrange(len(content))
        piece = bytes(chance.choices(b"\r\n\x00\xff :/@%[]{}A0\x16\t", k=chance.randrange(3)))
        content[at : at + chance.randrange(4)] = piece or content[at : at + 20]
        content = content or bytearray(b"\r\n")
    return bytes(content)


async def test_garbled_requests_never_stop_the_proxy() -> None:
    chance = random.Random(7)
    async with http_server() as far:
        where = f"api.test:{far.port}"
        options = {"allow": [where], "requests_per_minute": 10_000, "header_seconds": 0.05, "idle_seconds": 0.1}
        requests = [
            f"GET http://{where}/x HTTP/1.1\r\nHost: {where}\r\nConnection: close\r\n\r\n",
            f"PUT http://{where}/ HTTP/1.1\r\nHost: {where}\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n",
            f"CONNECT {where} HTTP/1.1\r\nHost: {where}\r\n\r\n\x16\x03\x01\x00\x05\x01\x00\x00\x01\x00",
        ]
        async with proxy(options, HERE) as stage, anyio.create_task_group() as tasks:
            for _ in range(300):
                tasks.start_soon(stage.ask, garbled(chance.choice(requests).encode(), chance))
        async with proxy(options, HERE) as stage:
            answer = await stage.get(f"http://{where}/")

    assert answer.endswith("hello")


async def test_garbled_answers_never_stop_the_proxy() -> None:
    chance = random.Random(8)
    replies = [
        b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\nX: y\r\n\r\nhello",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nConnection: X\r\n\r\n5\r\nhello\r\n0\r\nT: x\r\n\r\n",
        b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 204 No\r\n\r\n",
    ]
    async with http_server() as far:
        where = f"api.test:{far.port}"
        async with proxy({"allow": [where], "requests_per_minute": 10_000, "idle_seconds": 0.5}, HERE) as stage:
            for _ in range(200):
                far.reply = garbled(chance.choice(replies), chance)
                await stage.get(f"http://{where}/")
            far.reply = replies[0]
            answer = await stage.get(f"http://{where}/")

    assert answer.endswith("hello")
