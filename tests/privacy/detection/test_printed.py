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


MADE = "k3Jd9sLq0Zx7Vb2NmQ8wT5yHc6Rf1Gp4"


@pytest.mark.parametrize(
    "session",
    [
        ">>> settings.SECRET_KEY\n'{}'",
        'irb(main):002:0> user.api_token\n=> "{}"',
        "In [2]: api_key\nOut[2]: '{}'",
        "(Pdb) p self.token\n'{}'",
        '(gdb) p cfg->api_key\n$1 = 0x55d1 "{}"',
        "> require('crypto').randomBytes(32).toString('hex')\n'{}'",
        'irb(main):001:0> SecureRandom.hex(16)\n=> "{}"',
    ],
)
def test_what_a_language_prints_when_it_is_asked_for_a_secret_is_one(session: str) -> None:
    assert found(session.format(MADE)) == [("SECRET", MADE)]


@pytest.mark.parametrize(
    "session",
    [
        f">>> hashlib.sha256(token).hexdigest()\n'{HEX}{HEX}'",
        f"In [2]: user.id\nOut[2]: '{MADE}'",
        f"> crypto.createHash('md5').update(token).digest('hex')\n'{HEX}'",
        f'(gdb) p obj->sha\n$1 = 0x55d1 "{HEX}"',
    ],
)
def test_what_a_language_prints_otherwise_stays_readable(session: str) -> None:
    assert found(session) == []


@pytest.mark.parametrize(
    "page",
    [
        '- dialog "Key created" [ref=e4]:\n  - text: Copy this key now. You won\'t be able to see it again.\n'
        '  - textbox [ref=e5]: {}\n  - button "Done" [ref=e6]',
        '- heading "New API key"\n- paragraph: Store it safely, it is shown only once.\n- code [ref=e35]: {}',
        "✔ Token generated\n{}\n⚠ You will not see it again.",
        "Your new key is ready.\n┌────┐\n│ {} │\n└────┘",
        "Dieser Schlüssel wird nur einmal angezeigt:\n\n    {}\n",
    ],
)
def test_what_is_shown_once_is_a_secret(page: str) -> None:
    assert found(page.format(MADE)) == [("SECRET", MADE)]


@pytest.mark.parametrize(
    "page",
    [
        f"This hint about keys is shown only once. Commit {HEX}",
        f"Deploy key created.\n{HEX}\n",
        "The token was generated.\nsrc/components/TokenDialog/index.stories.tsx\n",
        f"You won't be able to see it again later.\nPicture: {MADE}",
    ],
)
def test_sums_and_names_beside_such_words_stay_readable(page: str) -> None:
    assert found(page) == []


@pytest.mark.parametrize(
    "page",
    [
        '- cell "{}" [ref=e12]\n- cell "{}" [ref=e13]',
        '- text: "{}"\n- code: {}',
        'uid=1_14 StaticText "{}"\nuid=1_15 StaticText "{}"',
        "- term [ref=e1]: {}\n- definition [ref=e2]: {}",
    ],
)
def test_an_element_of_a_page_is_called_by_the_one_before_it(page: str) -> None:
    assert found(page.format("Signing secret", MADE)) == [("SECRET", MADE)]
    assert found(page.format("Latest deployment", MADE)) == []


@pytest.mark.parametrize(
    "address",
    [
        "https://hc-ping.com/{}",
        "https://open.feishu.cn/open-apis/bot/v2/hook/{}",
        "https://logs-01.loggly.com/inputs/{}",
    ],
)
def test_addresses_that_anybody_may_send_to_are_hidden(address: str) -> None:
    assert found(address.format(UUID)) == [("SECRET", UUID)]
