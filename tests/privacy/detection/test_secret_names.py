"""Fields that hold secrets, by the words in their names; and secrets as commands and files of settings take them."""

from __future__ import annotations

import pytest

from .reading import found, walked

HEX = "7d1f0c93b2a84e65d90f3c1a7b62e854"
CAPITALS = "R0M9AQ44THFWUTY43UO8RU6Z5LY9IWF6"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("X-Plum-Key", "HRSBLFMH-JBIZNJ4D-NEO36FF6-DECZ6LDU"),
        ("plumKey", f"plm_sk_{CAPITALS}"),
        ("routing_key", CAPITALS),
        ("signing_key", HEX),
        ("LOGGED_IN_SALT", "Lsx2RAnHcT98QdBS9FaPsezONkI6L0mu"),
        ("twilio_auth", HEX),
        ("csrftoken", "dTewSPDZhg2XLNtUzdKU0X1OMo1CyPch"),
        ("Webhook-Schlüssel", HEX),
        ("Clave de API", f"plm_{HEX}"),
        ("apiPassword", "kleV.G0yGi!"),
        ("bind_password", "orchard2031"),
        ("CLAVE_SFTP", "Ciruela-Rio21"),
        ("Heslo k archivu", "svestka_podzim_les"),
        ("API_KEY_2", HEX),
        ("accessCode", "541006"),
        ("reset_code", "436327"),
        ("PUK2", "57720640"),
        ("PIN de firma", "707192"),
        ("用户密码", "Mei4711x"),
        ("CYPRESS_RECORD_KEY", "7c1e0a52-93bd-4f68-a0d4-2be85f9c6173"),
        ("service_role", HEX),
    ],
)
def test_the_words_in_a_name_tell_that_a_field_holds_a_secret(name: str, value: str) -> None:
    assert walked({name: value}) == {name: "<SECRET>"}


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("key", "orders.created"),
        ("routing_key", "orders.created"),
        ("object_key", f"uploads/{HEX}"),
        ("plum_key", "some-name-of-a-thing"),
        ("clave_producto", "AB-12"),
        ("error_code", "541006"),
        ("password_policy", "orchard2031"),
        ("token_count", "541006"),
        ("type_of_secret", "kubernetes.io/tls-2031"),
        ("boarding_pass", "M1ROE/JANE2031"),
        ("PWD", "/home"),
        ("record_key", "7c1e0a52-93bd-4f68-a0d4-2be85f9c6173"),
        ("service_role", "arn:aws:iam::123456789012:role/shop"),
        ("STRIPE_KEY", "sk_live_xxxxxxxxxxxxxxxx"),
    ],
)
def test_names_that_only_sound_like_secrets_promise_none(name: str, value: str) -> None:
    assert walked({name: value}) == {name: value}


def test_a_key_beside_the_name_of_a_network_is_its_password() -> None:
    assert walked({"ssid": "Plum", "key": "orchard2031"}) == {"ssid": "Plum", "key": "<SECRET>"}
    assert ("SECRET", "orchard2031") in found("|| SSID || Band || Key ||\n| plum | 5 GHz | orchard2031 |\n")
    assert found("SSID: Plum\nKey: orchard2031\n") == [("SECRET", "orchard2031")]


@pytest.mark.parametrize(
    ("line", "secret"),
    [
        ("SMTP_PASSWORD=.PlumOrchard35", ".PlumOrchard35"),
        ("rootPassword: PLUM.orchard6", "PLUM.orchard6"),
        ("portal_password: plum-river-lantern-oak", "plum-river-lantern-oak"),
        ('password: "plum river lantern oak"', "plum river lantern oak"),
        ("Passphrase: plum river lantern oak", "plum river lantern oak"),
        (f"export PLUM_TOKEN=hub.v2.{CAPITALS}", f"hub.v2.{CAPITALS}"),
        ("db_password        kZaG!g9cEb^", "kZaG!g9cEb^"),
        (f"twilio_auth        {HEX}", HEX),
        (f"auth_token => {HEX}", HEX),
    ],
)
def test_a_setting_is_taken_whole(line: str, secret: str) -> None:
    assert found(f"name = x\n{line}\nport = 1\n") == [("SECRET", secret)]


def test_a_plain_word_is_a_password_below_the_name_of_its_account() -> None:
    assert found("db:\n  user: jroe\n  password: plumriver\n") == [("SECRET", "plumriver")]
    assert found("user: jroe\npassword: required\n") == []
    assert found("self.user = user\nself.passwd = passwd\n") == []
    assert found("the rest\npassword: plumriver\n") == []


@pytest.mark.parametrize(
    ("line", "secret"),
    [
        ('SQL> connect scott/"Plum2031+"@db1:1521/shop', "Plum2031+"),
        ("db1.example.org:5432:shop:jroe:PlumOrchard64!", "PlumOrchard64!"),
        ("PS C:\\> $c = ConvertTo-SecureString 'Plum#2031' -AsPlainText -Force", "Plum#2031"),
        (f"cache:6379> AUTH {CAPITALS}", CAPITALS),
        ("$ push --user jroe --pass '.PlumOrchard81' a.txt", ".PlumOrchard81"),
        (f"tailscale up --authkey {CAPITALS}", CAPITALS),
        ("New-LocalUser jroe -Password Plum4711!", "Plum4711!"),
        ("net use Z: \\\\srv\\share /user:jroe Plum4711!", "Plum4711!"),
    ],
)
def test_a_command_says_where_it_takes_a_secret(line: str, secret: str) -> None:
    assert ("SECRET", secret) in found(f"{line}\n")


@pytest.mark.parametrize(
    "line",
    [
        "docker login --password-stdin registry.example.org",
        "npm install @plum/core2@1.3.0 --save-dev",
        "root:*:18375:0:99999:7:::",
        "kubectl get secret plum-tls-2031 --token-file /var/run/x2",
        "git log --key-format long4711x",
        "token_type        bearer2",
    ],
)
def test_commands_without_secrets_stay_readable(line: str) -> None:
    assert found(f"{line}\n") == []


UUID = "3b8f779e-ebf7-4ef0-ab44-86e0fd7afcdb"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("TOKEN_WEBHOOK", HEX),
        ("CHAVE_API_FRETE", HEX),
        ("SECRET_STORE_V2", CAPITALS),
        ("apiKeyBilling", HEX),
        ("DB_PASSWORD_REPLICA", "kQ7vX2mZ9pL4tR8wB3nD"),
        ("PLUM_SERVER_TOKEN", UUID),
        ("botToken", UUID),
    ],
)
def test_the_word_for_a_secret_may_stand_before_what_it_opens(name: str, value: str) -> None:
    assert walked({name: value}) == {name: "<SECRET>"}
    assert found(f"{name}={value}\n") == [("SECRET", value)]
    assert found(f'"```\\r\\nPORT=3000\\r\\n{name}={value}\\r\\n```"') == [("SECRET", value)]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("TOKEN_WEBHOOK", "https-hook-orders"),
        ("SECRET_STORE", "vault-backend"),
        ("SECRET_STORE", UUID),
        ("TOKEN_ISSUER", HEX),
        ("token-worker.js", "token-worker.4040b43cb5298541.js"),
        ("TOKEN_ID", HEX),
        ("SECRET_VERSION", HEX),
        ("PASSWORD_RULES", "min-length-12"),
        ("NEXT_TOKEN_ORDERS", HEX),
        ("product_token", UUID),
    ],
)
def test_names_that_tell_something_else_of_a_secret_hold_none(name: str, value: str) -> None:
    assert walked({name: value}) == {name: value}
    assert found(f"{name}={value}\n") == []


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("비밀번호", "Mirae09?x"),
        ("관리자 비밀번호", "Mirae09?x"),
        ("パスワード", "Sakura09?x"),
        ("API 키", HEX),
        ("APIキー", HEX),
        ("토큰", HEX),
        ("令牌", UUID),
        ("密钥", HEX),
        ("アクセストークン", HEX),
        ("токен", HEX),
    ],
)
def test_secrets_are_known_by_their_names_in_other_scripts(name: str, value: str) -> None:
    assert walked({name: value}) == {name: "<SECRET>"}
    assert found(f"{name}: {value}\n") == [("SECRET", value)]
    assert ("SECRET", value) in found(f"| 이메일 | {name} |\n|---|---|\n| mina@example.org | {value} |\n")


@pytest.mark.parametrize(("name", "value"), [("주요 키", "orders"), ("主キー", "order-17"), ("スキー", "snow-2031")])
def test_words_of_other_scripts_that_end_like_keys_hold_none(name: str, value: str) -> None:
    assert walked({name: value}) == {name: value}


def test_a_sentence_without_blanks_is_no_secret() -> None:
    text = (
        f"Wi-Fiパスワード：Plum&Orchard06\nAPIキー：{HEX}\n\n※部屋番号は142です。ログイン後に必ず変更してください。\n"
    )
    assert found(text) == [("SECRET", "Plum&Orchard06"), ("SECRET", HEX)]


def test_a_bot_is_called_with_its_token_in_the_path() -> None:
    token = "5120934412:AAHq__vtFKRfcQ4qbeDSRVUPAy3eM43J5PZ"
    assert found(f"https://api.telegram.org/bot{token}/sendMessage") == [("SECRET", token)]
    assert found("https://api.example.org/bot5120934412:orders/sendMessage") == []


STRIPE = "pk_live_51" + 4 * "Hq2bKJx8sLmNpQrStUvWxYz7"


@pytest.mark.parametrize(
    "text",
    [
        f"STRIPE_PUBLISHABLE_KEY={STRIPE}",
        f'window.CONFIG = {{stripe: "{STRIPE}"}}',
        f'{{"publishable_key": {{"type": "text", "value": "{STRIPE}"}}}}',
        "NEXT_PUBLIC_POSTHOG_KEY=phc_k3Jd9sLq0Zx7Vb2NmQ8wT5pRu1Yc4Ea6Gh9Jk2Mn3Pq",
        'posthog.init("phc_k3Jd9sLq0Zx7Vb2NmQ8wT5pRu1Yc4Ea6Gh9Jk2Mn3Pq")',
        '{"clientKey": "live_K3JD9SLQ0ZX7VB2NMQ8WT5PRU1YC4EA6"}',
        "SENTRY_DSN=https://7d1f0c93b2a84e65d90f3c1a7b62e854@o1.ingest.us.sentry.io/2",
        "https://o1.ingest.sentry.io/api/2/minidump/?sentry_key=7d1f0c93b2a84e65d90f3c1a7b62e854",
    ],
)
def test_what_a_provider_shows_to_everybody_is_no_secret(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "password = random_password.orders.result",
        "secret_string = jsonencode({ password = random_password.orders.result })",
        '{"ConnectionString": "Data Source=SQL05;Initial Catalog=Reports;Integrated Security=SSPI;"}',
        "| ssl_key | /etc/mysql/server-key.pem |",
        "The token is kept there. Endpoint: orders.cluster-k3jd9slq0zx7.eu-west-1.rds.amazonaws.com:5432",
        "api_token = orders.cluster-k3jd9slq0zx7.eu-west-1.rds.amazonaws.com",
    ],
)
def test_where_a_secret_comes_from_and_what_it_opens_are_none(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize("end", ["", "x", "X"])
def test_a_key_may_stand_where_others_have_a_name(end: str) -> None:
    assert found(f"curl -sS -u {HEX}:{end} https://api.example.com/v1") == [("SECRET", HEX)]


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        (f"https://example.com/password_reset/{HEX}", HEX),
        (f"token = dapi{HEX}-3", f"dapi{HEX}-3"),
        (f'{{"tokenValue": "11{HEX}"}}', f"11{HEX}"),
    ],
)
def test_these_are_known_by_their_form(text: str, secret: str) -> None:
    assert found(text) == [("SECRET", secret)]
