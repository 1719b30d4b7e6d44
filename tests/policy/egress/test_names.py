"""What a program writes as its target, and what is taken for one."""

from __future__ import annotations

import pytest

from sandgate.policy.egress.names import host_of, request_target, shown, tunnel_target

NOT_A_HOST = [
    "",
    ".",
    "..",
    "a..b",
    ".a.test",
    "a.test..",
    "-a.test",
    "a-.test",
    "a b.test",
    "a\x00.test",
    "a%2etest",
    "a/b",
    "gіthub.com",  # a Cyrillic і
    "ｇithub.com",
    "a。test",
    f"{'a' * 64}.test",
    ".".join(["a" * 60] * 5),
    "127.1",
    "2130706433",
    "0x7f.0.0.1",
    "0x7f000001",
    "0177.0.0.1",
    "127.0.0.01",
    "1.2.3.4.5",
    "256.1.1.1",
    "[::1",
    "[fe80::1%eth0]",
    "[127.0.0.1]",
    "[]",
]


@pytest.mark.parametrize("text", NOT_A_HOST)
def test_a_host_with_two_readings_is_no_host(text: str) -> None:
    with pytest.raises(ValueError, match=r"is not|needs|\["):
        host_of(text)


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("API.Example.COM", "api.example.com"),
        ("api.example.com.", "api.example.com"),
        ("XN--BCHER-KVA.example", "xn--bcher-kva.example"),
        ("_dmarc.example.com", "_dmarc.example.com"),
        ("127.0.0.1", "127.0.0.1"),
        ("[0:0::1]", "::1"),
        ("[::ffff:10.0.0.1]", "10.0.0.1"),
    ],
)
def test_a_host_has_one_form(text: str, same: str) -> None:
    assert host_of(text).text == same


NOT_A_TUNNEL = (
    "api.test api.test: api.test:0 api.test:65536 api.test:443:443 user@api.test:443 ::1:443 :443 "
    "https://api.test:443 api.test:443/ api.test:４４３ api.test:+443 / *"
)


@pytest.mark.parametrize("text", NOT_A_TUNNEL.split())
def test_a_tunnel_needs_one_host_and_one_port(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        tunnel_target(text)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("/path", "this is a proxy"),
        ("*", "this is a proxy"),
        ("ftp://api.test/", "this is a proxy"),
        ("http:/api.test/", "this is a proxy"),
        ("https://api.test/", "CONNECT"),
        ("http://user:word@api.test/", "user name"),
        ("http://api.test@evil.test/", "user name"),
        ("http://api.test\\@evil.test/", "user name"),
        ("http://api.test\\.evil.test/", "not a host"),
        ("http:///path", "not a host"),
        ("http://api.test:99999/", "port"),
        ("http://api.test/#part", "this is a proxy"),
    ],
)
def test_a_request_needs_a_plain_http_address(text: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        request_target(text)


@pytest.mark.parametrize(
    ("text", "host", "port", "path"),
    [
        ("http://api.test", "api.test", 80, "/"),
        ("HTTP://Api.Test./a?b=c@d", "api.test", 80, "/a?b=c@d"),
        ("http://api.test:8080?x", "api.test", 8080, "/?x"),
        ("http://[::1]:8080/", "::1", 8080, "/"),
    ],
)
def test_a_request_is_taken_apart(text: str, host: str, port: int, path: str) -> None:
    target = request_target(text)

    assert (target.host.text, target.port, target.path) == (host, port, path)


def test_a_hostile_text_is_shown_short_and_in_ascii() -> None:
    assert shown("a\r\nb\x1b[31m" + "é" * 1000).isascii()
    assert len(shown("x" * 10_000)) < 100
    assert "\n" not in shown("a\r\nb")
