from __future__ import annotations

import pytest

from sandgate.cli.concealing import address, target
from sandgate.model import ServerSpec


@pytest.mark.parametrize(
    ("args", "shown"),
    [
        (("-y", "@scope/server-files", "/home/me/my docs"), "-y @scope/server-files '/home/me/my docs'"),
        (("--api-key", "abc", "--verbose"), "--api-key … --verbose"),
        (("--token=abc",), "--token=…"),
        (("--github-token", "abc"), "--github-token …"),
        (("--port=80", "--mode=fast"), "--port=80 --mode=fast"),
        (("run", "-i", "-e", "KEY=abc", "image:latest"), "run -i -e KEY=… image:latest"),
        (("run", "-e", "KEY", "image"), "run -e KEY image"),
        (("run", "--env", "KEY=abc", "image"), "run --env KEY=… image"),
        (("KEY=abc", "node"), "KEY=… node"),
        (("mcp-remote", "https://a.example/x?key=abc"), "mcp-remote https://a.example/x"),
        (("--header", "Authorization: Bearer abc"), "--header Authorization: …"),
        (("X-Api-Key:abc",), "X-Api-Key: …"),
        (("postgresql://me:abc@db.example:5432/shop",), "postgresql://db.example:5432/shop"),
        (("--db=postgres://me:abc@db/shop",), "--db=postgres://db/shop"),
        (("ghp_abcdefghij0123456789",), "…"),
        (("--key",), "--key"),
        (("--key", "--verbose"), "--key --verbose"),
        (("--from", "git+https://abc@git.example/repo", "start"), "--from git+https://git.example/repo start"),
    ],
)
def test_arguments_are_shown_without_what_may_be_a_secret(args: tuple[str, ...], shown: str) -> None:
    assert target(ServerSpec(name="s", command="start", args=args)) == f"start {shown}"


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("https://a.example/mcp", "https://a.example/mcp"),
        ("http://localhost:8700/mcp", "http://localhost:8700/mcp"),
        ("http://[::1]:8700/mcp", "http://[::1]:8700/mcp"),
        ("https://me:abc@a.example/mcp?key=abc#abc", "https://a.example/mcp"),
        ("https://a.example/s/0a1b2c3d4e5f60718293a4b5/mcp", "https://a.example/s/…/mcp"),
        ("https://a.example:port/abc", "…"),
    ],
)
def test_an_address_is_shown_without_what_may_be_a_secret(url: str, shown: str) -> None:
    assert address(url) == shown
