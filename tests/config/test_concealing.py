from __future__ import annotations

from typing import Any

import mcp.types as wire
import pytest

from sandgate.config.concealing import address, secrets_of, target
from sandgate.hub.results import discreet
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


def spec(**given: Any) -> ServerSpec:
    return ServerSpec(name="s", **given)


@pytest.mark.parametrize(
    ("given", "secret"),
    [
        ({"env": {"GITHUB_TOKEN": "correct horse battery"}}, "correct horse battery"),
        ({"env": {"WHATEVER": "a8Zk29fLq01mXz77PpQr4"}}, "a8Zk29fLq01mXz77PpQr4"),
        ({"headers": {"Authorization": "Bearer s3cr3t-value"}}, "s3cr3t-value"),
        ({"args": ("--api-key=s3cr3t-value",)}, "s3cr3t-value"),
        ({"args": ("--token", "s3cr3t-value")}, "s3cr3t-value"),
        ({"url": "https://someone:s3cr3t-value@example.com/mcp"}, "s3cr3t-value"),
        ({"oauth_client_secret": "s3cr3t-value"}, "s3cr3t-value"),
    ],
)
def test_what_was_configured_as_a_secret_is_known_as_one(given: dict[str, Any], secret: str) -> None:
    assert secret in secrets_of(spec(**given))


def test_ordinary_settings_are_no_secrets() -> None:
    ordinary = spec(env={"HOME": "/home/someone", "MODE": "production"}, args=("-y", "some-server", "/data/projects"))

    assert secrets_of(ordinary) == frozenset()


def test_an_answer_that_repeats_a_secret_is_told_without_it() -> None:
    said = wire.CallToolResult(
        content=[wire.TextContent(text='the key s3cr3t-value "quoted"')],
        structured_content={"s3cr3t-value": ["x s3cr3t-value"]},
    )

    told = discreet(said, {"s3cr3t-value"}).model_dump_json()

    assert "s3cr3t" not in told
    assert "quoted" in told
