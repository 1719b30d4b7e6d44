"""What looks like personal data and is none. Logs, code and identifiers must stay readable."""

from __future__ import annotations

from typing import Any

import pytest

from .reading import DETECTOR, found, walked

TEXTS = [
    "PO 4500541695097907 was received, please invoice.",
    "Bestellnummer 4500541695097907",
    "Trial balance 12/2024\n\nAccount      Description   Debit   Credit\n523-40-5077  Travel        873.48  45.00\n"
    "413-40-4083  Bank fees     433.48  39.00",
    "2024-10-09  Taxi  109.88 EUR  GL 580-80-4498",
    "Cost center: 580-80-4498",
    "web/mobile-bff        sha-3980668   3 days ago",
    "Name: READ/WRITE",
    "| Package | Installed | Latest |\n|---|---|---|\n| openssl | 3.0.2.14 | 3.0.2.15 |",
    "select usename, passwd from pg_shadow;\n usename | passwd\n---------+--------\n",
    "Password hashing moved to argon2id with m=64MiB, t=3.",
    "password_history\t0\ndefault_authentication_plugin\tcaching_sha2_password\nssl_fips_mode\tOFF\nserver_id\t7",
    "05:55:44 SALE 464.66 AUTH EQIV2F REF 128749824770",
    "* **api:** mask password in errors (ac61a82)",
    'payload: {"fw": "8.17.11.5", "rssi": -69}',
    "| passwordless-login | prod | false | 0% | flag-2fd68eac |",
    "EventID=4624 LogonType=3 LogonGuid={e2fe3bbe-9cee-4ad0-9d23-d3c02047a1d5}",
    "order_id,created_at,channel,qty\n808-7486187,2024-02-15 17:19:21,web,2\n415-1217330,2024-02-16 11:43:24,web,3",
    "- 36283620124834  Late parcel  used 30d: 878\n- 36883327500549  Refund  used 30d: 231",
    "Pos  GTIN           Menge  Charge\n1    5011527213120  350    A67327",
    "Agent 12.1.2.172, server build 12.1.2.515",
    "OIDs seen in the certificate: 1.3.6.1.4.1.41867.1.8, 2.5.29.17",
    "Transcript of hotline chat CH-1861555",
    "Telefonkonferenz-ID: 678 299 363#",
    "node v20.11.3 (/opt/homebrew/Cellar/node@20/20.11.1/bin/node)",
    "When: December 2, 2024 at 10:02 AM, Suite 178\nInsurance: none",
    '3 results for "password"\n\nsrc/config/database.ts:12\n    password: process.env.DB_PASSWORD,',
    "DEBUG TokenService - tokenised as tok_MVbOiRaHHhHK7AjOWB0XPgcu (bin lookup 32ms)",
    '{"data": {"password": "hmac-sha256:42b0d04e8d6dd74bfd940c4faa50b058dc4250427209576b09a2e89285ad0715"}}',
    "JWT_KEY=sm://projects/162236179103/secrets/jwt-key/versions/latest\nJWT_SECRET=please-generate-with-openssl-rand-hex-32",
    "SLACK_TOKEN=@Microsoft.KeyVault(SecretUri=https://kv.vault.azure.net/secrets/slack/6b76aa728bb97f240653ef0a97a0d834)",
    "SLACK_WEBHOOK_URL=https://hooks.slack.com/services/T00000000/B00000000/XXXXXXXXXXXXXXXXXXXXXXXX",
    "> db.users.find({}, {hash: 1, apiToken: 1}).limit(2).pretty()",
    "$ aws secretsmanager list-secrets\nshop\tarn:aws:secretsmanager:eu:1:secret:shop-IUIKhb\t2024-10-01T15:39:47Z",
    "Gateway trace 5965245322020949, RRN 333775155337.",
    "Upgraded from 1.2.3 to 10.4.12-beta.1",
    "Chrome/120.0.0.0 Safari/537.36",
    "version 4.15.0.112 of the kernel",
    "2024-01-15T10:30:00.123456Z INFO started in 1705314600123 ms",
    "2012-01-02 08:00 and 03/27/2011 and 31.8.2011",
    "550e8400-e29b-41d4-a716-446655440000",
    "commit 6dcb09b5b57875f334f61aebed695e2e4193db5e",
    "ab123456c..d9e8f7a",
    "total $1,234,567.89 or 99.95 EUR",
    "error at line 1234, column 56789",
    "listening on 127.0.0.1:8080, 0.0.0.0:80, ::1 and ::",
    "netmask 255.255.255.0",
    "std::vector<int> a; values[::2]; x[1:2:3]; 12:34:56",
    "git@github.com:acme/widget.git and ssh://git@example.com/x.git",
    "npm install left-pad@1.3.0 @types/node@18.0.0-beta.next",
    "getty@tty1.service started; icon@2x.png loaded",
    "@app.route('/users') def users(): return a @ b.T",
    "order 1234567890123456 shipped, tracking 1Z999AA10123456784",
    "id=4155550132 size=4096 offset=8192000",
    "password: str = None",
    "token = parser.next_token()  # the token to use",
    "api_key: ${API_KEY} password=<your-password> secret=********",
    "def login(user: str, password: str) -> Token: ...",
    "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "aGVsbG8gd29ybGQgdGhpcyBpcyBiYXNlNjQgdGV4dCB3aXRob3V0IGFueSBzZWNyZXQ=",
    "SHA256:aa:bb:cc:dd:ee:ff:00:11:22:33:44:55:66:77:88:99",
    "  120   45 6789 total  86638  439218 3410810 total",
    "/usr/lib/python3.11/site-packages/pkg-1.2.3.4.dist-info/METADATA",
    "CVE-2016-1000110, RFC 2616, ISO 8601, port 65535, 0x7fffe4a3b2c1",
    "Author: Seed 48f4c32c maintainers",
    "Cache restored from key: Linux-node-0c7da69fd6c6e8433893b3828fed2f5c84c5d64ba138eb2d9469b0caacf653ef",
    "  checksum/secret: 0c7da69fd6c6e8433893b3828fed2f5c84c5d64ba138eb2d9469b0caacf653ef",
    "password: vault:secret/data/shop#password\napi_token: ref+vault://kv/prod/shop#api_token",
    'secret_id = "arn:aws:secretsmanager:us-west-2:123456789012:secret:production/ledger-uvb0Hu"',
    'A senha fica no cofre, item "payments-worker-prod".',
    "Das Passwort muss 12 Zeichen haben. Prüfsumme der Datei: aa59cf0dec16da475f6ecbe37c168224.",
    "set APP_SECRET_KEY and delete this mail. Reference: 550e8400-e29b-41d4-a716-446655440000",
    '{"ClientToken": "550e8400-e29b-41d4-a716-446655440000", "flag": {"salt": "aa59cf0dec16da475f6ecbe37c168224"}}',
    '{"kty": "RSA", "kid": "QBrjYBoa1-xkkTjpIgOldgScpvGPT5xCD3gFyOukNp4", "e": "AQAB"}',
    "verify with this public key:\n\n-----BEGIN PUBLIC KEY-----\nMIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKC\n",
    "AUTH_TOKEN: ***\nGITHUB_SHA: 6dcb09b5b57875f334f61aebed695e2e4193db5e",
    "We never ask for your password. Reference: 550e8400-e29b-41d4-a716-446655440000",
    'headers authorization="Bearer ***" x-trace-id=af65ddae33fb9ef8c88eabf5d78ee920',
    '{"forgotPassword": "Forgot your password?", "auth.js": "/static/js/auth.b2b1c0a47d25271e72ca.chunk.js"}',
    "password: ${{ secrets.REGISTRY_TOKEN }}\n- uses: actions/cache@v4",
    '2) "auth:page:7ba49626fb14cd4ccf2dd0a9c408e23ab7cabdd5"',
    '{"title": "search is slow", "incident_key": "abd6ee0a60875714761e428e6ec69231"}',
    "read the secret `shop/pay` in the vault. Affected release: eccb38563e18bc3f6fe779bb87874df1358a7419.",
    'const val CERT_PIN = "sha256/JwBHNxlrNfsUXgWatw3c8kSMhfm87zwPj6fKzHkn9oA="',
    "cache miss key=auth:6dcb09b5b57875f334f61aebed695e2e4193db5e",
    "the new secret is in our safe (item nptdqrem2coqzmh3zvmff4b6bp), do not paste it",
    "set DD_API_KEY in the environment, as commit 6dcb09b5b57875f334f61aebed695e2e4193db5e did",
    "read process.env.APP_SECRET_KEY before 6dcb09b5b57875f334f61aebed695e2e4193db5e is deployed",
    "name = entry.path; fullname = self.name; author: str",
    "https://example.com/assets/37303/5728694/a.png?page=2&limit=100",
]
VALUES: list[Any] = [
    {"file": {"name": "Jane Roe.pdf"}, "repo": {"name": "Jane Roe"}, "label": {"name": "bug"}},
    {"name": "create_issue", "description": "Create an issue", "inputSchema": {"properties": {"email": {}}}},
    {"status": {"name": "In Progress"}, "priority": {"name": "High"}, "project": {"name": "Project One"}},
    {"id": "2125550123", "order_number": 4155550132, "sha": "6dcb09b5b57875f334f61aebed695e2e4193db5e"},
    {"nextPageToken": "~!!~AI9FV7Tc4x", "total_tokens": 400, "token_type": "Bearer", "max_tokens": 4096},
    {"email_verified": True, "email_count": 3, "phone_type": "mobile", "password_required": "yes"},
    {"license": {"key": "mit", "name": "MIT License"}, "owner": {"login": "octocat"}, "full_name": "acme/widget"},
    {"id": 1, "name": "widget", "full_name": "acme/widget", "private": False, "description": "A thing"},
    {"table_name": "users", "column_name": "email", "data_type": "text"},
    {"owner": "platform-team", "assignee": "Unassigned", "created_by": "system"},
    {"channel": {"name": "general"}, "ts": "1512085950.000216"},
    {"address": "0x7fffe4a3b2c1", "cell": "B12", "card": "visa", "mobile": True, "fax": None},
    {"lat": 48.137154, "lng": 11.576124, "price": 1299.0, "created": 1680893993000},
    {"members@odata.bind": ["x"], "@odata.nextLink": "https://example.com/next"},
]


@pytest.mark.parametrize("text", TEXTS)
def test_text_without_personal_data_is_left_alone(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize("value", VALUES)
def test_a_document_without_personal_data_comes_back_as_the_very_same_object(value: Any) -> None:
    assert DETECTOR.walk(value, lambda kind, text: f"<{kind} {text}>") is value


def test_a_card_whose_sum_is_wrong_is_a_number() -> None:
    assert found("4111 1111 1111 1112") == []
    assert walked({"reference": "4111111111111112"}) == {"reference": "4111111111111112"}


def test_an_iban_whose_sum_is_wrong_is_a_word() -> None:
    assert found("GB82 WEST 1234 5698 7654 33") == []


PACKAGES = """Package        Version    Latest   Type
plumlib        14.8.3.6   23.2.4   wheel
orchard-tools  1.19.18.2  7.18.9   wheel
"""


def test_versions_of_four_parts_in_a_list_of_packages_are_no_addresses() -> None:
    assert found(PACKAGES) == []
    assert found(PACKAGES.replace("\n", "\r\n")) == []


def test_addresses_beside_and_below_a_column_of_versions_are_found() -> None:
    hosts = "HOST    VERSION   ADDRESS\nplum-1  14.8.3.6  198.51.100.7\nplum-2  14.8.3.6  198.51.100.9\n"
    assert found(hosts) == [("IP", "198.51.100.7"), ("IP", "198.51.100.9")]
    assert found(f"{PACKAGES}\nserver         198.51.100.7\n") == [("IP", "198.51.100.7")]


def test_who_logs_in_beside_a_column_of_passwords_is_no_secret() -> None:
    table = "| Portal | Username | Password |\n|---|---|---|\n| Freight portal | acct802 | u4#j7=Kyjat0-X |\n"
    assert found(table) == [("SECRET", "u4#j7=Kyjat0-X")]
    assert ("SECRET", "plum4711x") in found("user,password\njane,plum4711x\n")


def test_objects_of_a_cluster_in_columns_are_no_names_of_secrets() -> None:
    events = """33m  Normal   BackOff       secret/db-password       Back-off restarting failed container
9m   Warning  SecretSynced  pod/web-d3c16e0db-d79qx  Container image already present on machine
34m  Normal   SecretSynced  externalsecret/api-keys  Back-off restarting failed container
"""
    assert found(events) == []
    assert found("NAME      PASSWORD\nplum-web  Plum4711!x\n") == [("SECRET", "Plum4711!x")]


def test_what_a_form_shows_before_it_is_filled_in_is_nobodys_mailbox() -> None:
    assert found('<input type="email" name="email" placeholder="name@company.tld" autocomplete="username">') == []
    assert found('<input placeholder="e.g. you@company.org">') == []
    assert found('<input placeholder="jane.roe@company.org">') == [("EMAIL", "jane.roe@company.org")]
    assert found('<input value="name@company.org">') == [("EMAIL", "name@company.org")]


def test_what_begins_with_an_at_sign_behind_chinese_words_is_no_mailbox() -> None:
    assert found("使用@app.route装饰器, 3.用@pytest.fixture 即可") == []


@pytest.mark.parametrize(
    "line",
    [
        "2005-11-03-14.43.50.771087 R60-M0-NE-C:J08-U11 RAS KERNEL INFO iar 00106210 dear 0244c1dc",
        "wl_update_tcpkeep_seq: Original Seq: 2185760336, Ack: 1045629130",
        "[CommitProcessor:3:ZooKeeperServer@595] - Established session 0x34ee30a5c53002b with timeout 10000",
        "Dropbox[24019]: [0706/120312:WARNING:dns_config_service_posix.cc(306)] Failed to read DnsConfig",
        "Processed session termination for sessionid: 0x24f0557806a0010",
        "WARN  [RecvWorker:188978561024:QuorumCnxManager$RecvWorker@765] - Interrupting SendWorker",
        "WindowManager: printFreezingDisplayLogsopening app wtoken = AppWindowToken{9f4ef63 token=Token{a64f992}}",
    ],
)
def test_lines_of_logs_stay_readable(line: str) -> None:
    assert found("\n".join([line] * 3)) == []


def test_columns_of_a_table_are_named_by_its_first_line_alone() -> None:
    rows = (
        "column_name | data_type | is_nullable",
        "------------+-----------+------------",
        "password_hash | text | NO",
    )

    assert found("\n".join((*rows, "api_key_prefix | char(8) | YES", "ip_address | inet | YES"))) == []


def test_an_address_that_is_one_elsewhere_is_no_version() -> None:
    text = "jane/192.0.2.7:48834 MULTI: Learn: 198.51.100.4 -> jane/192.0.2.7\n"

    assert found(text) == [("IP", "192.0.2.7"), ("IP", "198.51.100.4"), ("IP", "192.0.2.7")]
    assert found("openssl 3.0.13.1 -> 3.0.14.0") == []
    assert found("tcp 203.0.113.1 -> 198.51.100.4") == [("IP", "203.0.113.1"), ("IP", "198.51.100.4")]


@pytest.mark.parametrize("release", ["pnpm@9.1.0+sha512.5e0c1f7a93b24d68b1a7c2e94f0d3865", "yarn@4.1.0", "npm@10.2.4"])
def test_the_release_of_a_package_manager_is_no_mailbox(release: str) -> None:
    assert walked(same := {"packageManager": release}) is same


@pytest.mark.parametrize("mailbox", ["jane@example.org", "jane@163.com", "jane@192.0.2.7"])
def test_a_mailbox_at_a_domain_of_digits_is_one(mailbox: str) -> None:
    assert walked({"manager": mailbox}) == {"manager": "<EMAIL>"}


@pytest.mark.parametrize(
    "text",
    [
        "Call note (AirCall 4155550132), 7 min",
        "Call recording (RingPlum 4155550132)",
        "zap=397851207 run=3f0c step=1\n",
    ],
)
def test_the_number_that_a_program_gave_to_a_call_or_a_run_is_no_phone(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "Call note (mobile 4155550132)",
        "call her (WhatsApp 4155550132)",
        "Call Jane (4155550132)",
        "zap: 4155550132",
        "Nome: Ana\nzap: 4155550132",
    ],
)
def test_numbers_to_be_called_at_in_such_places_are_phones(text: str) -> None:
    assert ("PHONE", "4155550132") in found(text)
