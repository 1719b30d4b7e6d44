"""Reading the first message of TLS."""

from __future__ import annotations

import ssl

import pytest

from sandgate.policy.egress.hello import LARGEST_HELLO, Hello, HelloReader


def hello_of(name: str | None) -> bytes:
    """What a real TLS library says first."""
    context = ssl.create_default_context()
    context.check_hostname = False
    outgoing = ssl.MemoryBIO()
    session = context.wrap_bio(ssl.MemoryBIO(), outgoing, server_hostname=name)
    with pytest.raises(ssl.SSLWantReadError):
        session.do_handshake()
    return outgoing.read()


def message(*extensions: tuple[int, bytes]) -> bytes:
    """A hello with the extensions given, before it is cut into records."""
    block = b"".join(kind.to_bytes(2, "big") + _counted(content) for kind, content in extensions)
    body = b"\x03\x03" + bytes(32) + b"\x00" + _counted(b"\x13\x01") + b"\x01\x00" + _counted(block)
    return b"\x01" + len(body).to_bytes(3, "big") + body


def server_name(*names: bytes) -> tuple[int, bytes]:
    return 0, _counted(b"".join(b"\x00" + _counted(name) for name in names))


def records(content: bytes, size: int = 16_000) -> bytes:
    pieces = [content[at : at + size] for at in range(0, len(content), size)]
    return b"".join(b"\x16\x03\x01" + _counted(piece) for piece in pieces)


def _counted(content: bytes) -> bytes:
    return len(content).to_bytes(2, "big") + content


def read(content: bytes) -> Hello | None:
    return HelloReader().feed(content)


def test_the_name_in_a_real_hello_is_found() -> None:
    assert read(hello_of("api.example.com")) == Hello("api.example.com", encrypted=False)


def test_a_real_hello_without_a_name_has_none() -> None:
    assert read(hello_of(None)) == Hello(None, encrypted=False)


def test_a_hello_that_comes_byte_by_byte_is_read_when_it_is_whole() -> None:
    reader = HelloReader()
    content = hello_of("api.example.com")

    answers = [reader.feed(bytes([byte])) for byte in content]

    assert answers[:-1] == [None] * (len(content) - 1)
    assert answers[-1] == Hello("api.example.com", encrypted=False)
    assert bytes(reader.raw) == content


def test_a_hello_in_many_records_is_put_together() -> None:
    assert read(records(message(server_name(b"api.test")), size=3)) == Hello("api.test", encrypted=False)


@pytest.mark.parametrize("kind", [0xFE0D, 0xFFCE])
def test_a_hidden_name_is_noticed(kind: int) -> None:
    assert read(records(message(server_name(b"api.test"), (kind, b"secret")))) == Hello("api.test", encrypted=True)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"GET / HTTP/1.1\r\n\r\n", "not TLS"),
        (b"SSH-2.0-OpenSSH\r\n", "not TLS"),
        (b"\x80\x2e\x01\x03\x01", "not TLS"),
        (b"\x16\x02\x01\x00\x05hello", "not TLS"),
        (b"\x16\x03\x01\x00\x00", "not TLS"),
        (b"\x16\x03\x01\xff\xff", "not TLS"),
        (records(message(server_name(b"api.test"))[:20]) + b"\x17\x03\x03\x00\x01x", "not TLS"),
        (records(b"\x02\x00\x00\x00"), "not a TLS hello"),
        (records(message(server_name(b"api.test")) + b"\x01"), "something behind"),
        (records(message(server_name(b"api.test"), server_name(b"evil.test"))), "twice"),
        (records(message(server_name(b"api.test", b"evil.test"))), "more than one"),
        (records(message((0, b"\x00\x00"))), "cut short"),
        (records(message((0, b""))), "cut short"),
        (records(message(server_name("bücher.test".encode()))), "not ASCII"),
        (records(b"\x01\x00\x00\x05hello"), "cut short"),
        (records(b"\x01\xff\xff\xff" + bytes(LARGEST_HELLO)), "does not end"),
    ],
)
def test_what_is_not_one_clear_hello_is_refused(content: bytes, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        read(content)


def test_a_hello_cut_anywhere_is_never_taken_for_a_whole_one() -> None:
    content = hello_of("api.example.com")

    assert [cut for cut in range(len(content)) if read(content[:cut]) is not None] == []
