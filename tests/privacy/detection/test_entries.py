"""Secrets in the layouts that settings, programs and protocols give them."""

from __future__ import annotations

import pytest

from .reading import found, walked

KEY = "q7Vt2mZx9LbN4sWd8RkJ"
HEX = "5C1001A5D4D2264C9F9CD3C81E10F02F"
SIGNS = "Z*7CRqh2;~P)!*x0tDh&ri)n0sa!,h`9W/UVe[n(tl"
UUID = "3f0c9a71-52bd-4e08-9c1d-7ab26e4f8d10"


def secrets(text: str) -> list[str]:
    return [value for kind, value in found(text) if kind == "SECRET"]


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        ("Name: DB_PASSWORD\nValue: orchard4711\n", "orchard4711"),
        (f"- Key: ApiToken\n  Value: {KEY}\n", KEY),
        (f'[[env]]\nname = "API_TOKEN"\nvalue = "{KEY}"\n', KEY),
        (f'<setting name="ApiKey" serializeAs="String"><value>{KEY}</value></setting>', KEY),
        ('<connection-property name="password">orchard4711</connection-property>', "orchard4711"),
        ('variable "db_password" {\n  type    = string\n  default = "orchard4711"\n}', "orchard4711"),
        ("<WLAN><keyMaterial>orchard4711</keyMaterial></WLAN>", "orchard4711"),
        (f"headers={{cookie=[JSESSIONID={HEX}], accept=[*/*]}}", HEX),
        ("0/0/2 200 5943 {sid=jis8xn6o32gsor3zpx5m4j4o} GET /", "jis8xn6o32gsor3zpx5m4j4o"),
        ("Key       Value\n---       -----\npassword  kQ8=vT*z0eLw\nusername  app\n", "kQ8=vT*z0eLw"),
        (f"set PLUM_TOKEN to {KEY} and restart", KEY),
        ("FROM alpine\nENV DB_PASSWORD orchard4711\n", "orchard4711"),
        ("uzivatel=app heslo=PLUM.orchard4 ip=10.0.0.9", "PLUM.orchard4"),
        ("STAGING_BASIC_AUTH=preview:orchard4711", "preview:orchard4711"),
        (f"define( 'AUTH_KEY',         '{SIGNS}' );", SIGNS),
        (f"define( 'LOGGED_IN_KEY',    '{SIGNS}' );", SIGNS),
        ("snmp-server community orchard!4711 RO", "orchard!4711"),
        ("machine api.example.com\n  login jane\n  password " + UUID, UUID),
        (f"api key {UUID}", UUID),
    ],
)  # fmt: skip
def test_the_name_of_a_setting_may_stand_apart_from_its_value(text: str, secret: str) -> None:
    assert secret in secrets(text)


@pytest.mark.parametrize(
    ("line", "secret"),
    [
        ('password: <%= ENV["DB_PASSWORD"] || "orchard4711" %>', "orchard4711"),
        ("url: ${SMTP_PASSWORD:-orchard4711}", "orchard4711"),
        ("const pass = process.env.DB_PASSWORD ?? 'orchard4711';", "orchard4711"),
        ("#0 db.php(37): PDO->__construct('mysql:host=db1;dbname=x', 'app', 'Plum^4711')", "Plum^4711"),
        ('new NetworkCredential("jane", "orchard4711")', "orchard4711"),
        ("requests.get(url, auth=('jane', 'orchard4711'))", "orchard4711"),
        (f"https://api.example.com/hook?key={KEY}", KEY),
        (f"POST /reset?code={KEY}xY7 HTTP/1.1", f"{KEY}xY7"),
        ("USER app\n331 Password required\nPASS orchard4711\n230 ok", "orchard4711"),
        ("/msg NickServ identify Plum!4711", "Plum!4711"),
        ("ldapsearch -x -H ldap://10.0.0.7 -D cn=admin -w 'Plum^4711' -b ou=staff", "Plum^4711"),
        ("gpg --batch --passphrase plum-river-lantern-stone -d b.gpg", "plum-river-lantern-stone"),
        ("$ pass show infra/db1\nPlum^4711x\nuser: app", "Plum^4711x"),
        ("SET PASSWORD FOR 'app'@'localhost' = PASSWORD('orchard4711');", "orchard4711"),
        ("EXEC sp_addlogin 'app', 'orchard4711'", "orchard4711"),
        ("cqlsh> LOGIN app 'orchard4711';", "orchard4711"),
        ("const USERS = [{ u: 'jane@example.org', p: 'Plum-Orchard-70', n: 1 }]", "Plum-Orchard-70"),
        ("http -a jane:orchard4711 GET example.com", "orchard4711"),
        ('1 [0 10.0.0.9:41] "SET" "sess:34cplho6n5d3m2efpj8w9qjg" "x"', "34cplho6n5d3m2efpj8w9qjg"),
        ("key1\tFULL\t" + KEY + KEY + "==", KEY + KEY + "=="),
    ],
)
def test_a_secret_is_found_where_a_program_hands_it_over(line: str, secret: str) -> None:
    assert any(secret in value for value in secrets(line))


@pytest.mark.parametrize("key", ["plm_sk_", "partner_live_", "ck_", "acme-pat-"])
def test_a_key_of_a_service_nobody_knows_is_told_by_its_mark(key: str) -> None:
    assert secrets(f"ok here: {key}{KEY}x7") == [f"{key}{KEY}x7"]


def test_what_a_cluster_keeps_as_a_secret_is_one_whatever_it_is_called() -> None:
    text = "apiVersion: v1\nkind: Secret\nmetadata:\n  name: db\ndata:\n  CONN: UGx1bSQ0NzExIWZvb2JhcmJheg==\n"

    assert secrets(text) == ["UGx1bSQ0NzExIWZvb2JhcmJheg=="]
    assert secrets(text.replace("kind: Secret", "kind: ConfigMap")) == []


def test_an_object_may_name_its_value_beside_much_else() -> None:
    variable = {"variable_type": "env_var", "key": "REGISTRY_PASSWORD", "value": "orchard4711", "protected": True}
    variable |= {"masked": True, "raw": False, "environment_scope": "*"}

    assert walked([variable])[0]["value"] == "<SECRET>"
    assert walked({"ParameterKey": "DBPassword", "ParameterValue": "orchard4711"})["ParameterValue"] == "<SECRET>"


def test_a_table_of_a_wiki_names_its_columns() -> None:
    text = '{| class="wikitable"\n! Host !! Login !! Password\n|-\n| db1 || app || orchard4711\n|}\n'

    assert secrets(text) == ["orchard4711"]


@pytest.mark.parametrize(
    "text",
    [
        '{"password": "Passwort", "password_repeat": "Passwort wiederholen", "token": "Einmalcode"}',
        '{"password": "Mot de passe", "passphrase": "Phrase secrète"}',
        '{"Env": ["GPG_KEY=7FA1826F963CBE9AC8A16F9109512D7F0FFA5349"]}',
        'Restoring cache: key "deps-v3-linux-1442cf073269987c0b155826e5f16895"',
        "The zip opens with a password. MD5 of the zip: e8b876fcb8531799e73637592cb0e8a9.",
        "======  ==============  =========\nrole    password        token\n======  ==============  =========\n",
        "- name: SESSION_SECRET\n  value: {{ randAlphaNum 38 | b64enc }}\n",
        'password: <%= ENV["DB_PASSWORD"] || "changeme" %>',
        "connect('db.example.com', 'table_2024_05')",
        "PASS test_login_works\nPASS test_logout2",
        "image: python:3.11-slim-bookworm@sha256:abc",
        "GET /list?key=updated_at&code=200",
        'variable "region" {\n  default = "eu-west-1"\n}',
        f"token {UUID} not found",
        f"primary key {UUID}",
        "run_prod_3f0c9a7152bd4e089c1d7ab26e4f8d10",
    ],
)
def test_layouts_that_only_look_alike_stay_readable(text: str) -> None:
    assert secrets(text) == []
