"""Secrets on a line of their own: the command or the path above them tells what they are."""

from __future__ import annotations

import pytest

from .reading import found

HEX = "5e0c1f7a93b24d68b1a7c2e94f0d3865"
UUID = "9e4635bc-28dc-45d3-8546-2b30115d9a7b"


@pytest.mark.parametrize("value", [HEX, UUID, "k3Jd9sLq0Zx7Vb2NmQ8w"])
@pytest.mark.parametrize(
    "above",
    [
        "$ cat /etc/shop/jwt.secret",
        "$ cloud secrets access latest --secret=shop_token",
        "$ platform auth:token\n › Warning: it expires today",
        "/config/shop/weather_api_key",
        "ops@shop:~$ az services keys list -n shop -o tsv",
    ],
)
def test_what_a_command_or_a_store_prints_is_as_secret_as_what_was_asked_for(above: str, value: str) -> None:
    assert found(f"{above}\n{value}\n$ ls\n") == [("SECRET", value)]


def test_what_is_printed_may_stand_in_quotes() -> None:
    assert found(f'127.0.0.1:6379> GET shop:session:token\n"{HEX}"\n') == [("SECRET", HEX)]


def test_two_keys_on_one_line_are_both_found() -> None:
    assert found(f"$ az services keys list -o tsv\n{HEX}\t{HEX[::-1]}\n") == [("SECRET", HEX), ("SECRET", HEX[::-1])]


@pytest.mark.parametrize(
    "text",
    [
        f"$ git log -1 --format=%H -- token.py\n{HEX}\n",
        f"$ sha256sum shop.secret\n{HEX}{HEX}\n",
        f"# auth token\nTOKEN_TTL_SECONDS=3600\n{HEX}\n",
        f"/config/shop/revision\n{HEX}\n",
    ],
)
def test_hashes_and_settings_below_such_lines_stay(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize(
    "command", ["openssl rand -hex 16", "wg genkey", "shop generate-token --quiet", "swarm unlock-key -q"]
)
def test_what_a_command_made_up_is_secret(command: str) -> None:
    assert found(f"$ {command}\n{HEX}\n$ ls\n") == [("SECRET", HEX)]
