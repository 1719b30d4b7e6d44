"""Secrets that a row or a cell of it holds, told by what stands beside them. All values are invented."""

from __future__ import annotations

import pytest

from .reading import found, walked

KEY = "4be2cc31a8f05d7799e0c1b2d3a4f5061728394a"
SESSION = "Qm8vT2xLr6_ZpW4yNc1KdJ7hB-s3GfUa"


@pytest.mark.parametrize(
    "codes",
    ["{48151623,42108004}", '{"4815-1623","4210-8004"}', '["48151623","42108004"]', '["4815-1623", "4210-8004"]'],
)
def test_each_code_of_a_list_in_a_cell_is_a_secret(codes: str) -> None:
    each = [("SECRET", code.strip(' "')) for code in codes.strip("{}[]").split(",")]
    table = f" id | backup_codes\n----+--------------\n  7 | {codes}\n  8 | {codes}\n"
    upright = f"-[ RECORD 1 ]+----\ntotp_secret  | ZUJBGZZCC2UNVVQD\nbackup_codes | {codes}\n"

    assert found(table) == [*each, *each]
    assert found(upright)[1:] == each


def test_a_list_of_other_things_in_a_cell_stays() -> None:
    assert found(" id | sizes\n----+-------\n  7 | {48151623,42108004}\n  8 | {host=db1,port=5432}\n") == []


def test_options_in_a_cell_are_read_by_their_own_names() -> None:
    first, second = "{user=app_ro,password=Plum@21}", '{user=web,"password=Plum,Pear7"}'
    table = f" name | options\n------+---------\n app | {first}\n web | {second}\n"

    assert found(table) == [("SECRET", "Plum@21"), ("SECRET", "Plum,Pear7")]


def test_the_code_of_a_voucher_needs_no_quota_beside_it() -> None:
    sheet = "Code,Create Time,Duration,Note,Status,Used\n48151-62342,2031-05-02 11:27:07,8h,Lobby,Valid,0\n"

    assert found(sheet) == [("SECRET", "48151-62342")]
    assert found(sheet.replace("Create Time", "Room").replace("2031-05-02 11:27:07", "4")) == []


def test_a_code_that_was_sent_to_somebody_is_typed_once() -> None:
    sent = {"email": "jane@example.com", "code": "481516", "purpose": "signup", "attempts": 0, "expires_at": "x"}

    assert walked(sent)["code"] == "<SECRET>"
    assert walked({"email": "jane@example.com", "code": "481516", "expires_at": "x"})["code"] == "481516"


def test_the_key_of_a_token_is_known_by_the_user_it_is_joined_with() -> None:
    made = "datetime.datetime(2031, 5, 2, 22, 50, tzinfo=datetime.timezone.utc)"
    shown = f"[{{'key': '{KEY}', 'user__email': 'jane@example.com', 'created': {made}}}]"

    assert found(shown) == [("SECRET", KEY), ("EMAIL", "jane@example.com")]
    assert found(f"[{{'key': '{KEY}', 'file__size': 7, 'created': {made}}}]") == []


@pytest.mark.parametrize("end", ["session: '{}'", "expires: ISODate('2031-05-02T01:05:51.144Z'),\n    session: '{}'"])
def test_the_id_of_a_session_in_a_collection_is_a_secret(end: str) -> None:
    shown = f"> db.sessions.find({{}})\n[\n  {{\n    _id: '{SESSION}',\n    {end}\n  }}\n]\n"

    assert found(shown) == [("SECRET", SESSION)]
    assert walked({"_id": SESSION, "expires": "x", "session": {}})["_id"] == "<SECRET>"


def test_a_code_without_a_digit_is_one_among_others_that_have_some() -> None:
    upright = "-[ RECORD 1 ]+----\nemail        | jane@example.com\nbackup_codes | {p3n9b8nwwz,lqfffsiauz,1xt8pzq406}\n"

    assert ("SECRET", "lqfffsiauz") in found(upright)


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        ("Host,Admin User,SNMP Community\nsw-1,admin,plum-ro\nsw-2,admin,public\n", "plum-ro"),
        ("| macro | value | type |\n+---+---+---+\n| {$DB.PASSWORD} | plum2019 | 0 |\n| {$N} | 7 | 0 |\n", "plum2019"),
        ("INSERT INTO `config` VALUES (7,0,'system/smtp/password','Plum2023?'),(8,0,'a/b','c');", "Plum2023?"),
        (f"apps/shop/vat:0.19\napps/shop/paypal/client_secret:{SESSION}\n", SESSION),
        ("<table><tr><td>3</td><td>smtp_clave</td><td>Plum2025#</td></tr></table>", "Plum2025#"),
        ('1749247044.39 [0 db:49969] "AUTH" "Plum_1"\n1749247045.07 [0 db:51] "GET" "queue"\n', "Plum_1"),
        ('1749247044.39 [0 db:49969] "AUTH" "worker" "Plum_1"\n', "Plum_1"),
        ('1749247044.39 [0 db:49969] "SETEX" "otp:jane" "300" "481516"\n', "481516"),
    ],
)  # fmt: skip
def test_a_secret_is_known_by_the_name_before_it(text: str, secret: str) -> None:
    assert found(text) == [("SECRET", secret)]


@pytest.mark.parametrize(
    "text",
    [
        f"registry.example/plums/auth-token:{KEY}\n",
        f"INSERT INTO `config` VALUES (7,'default',0,'search/search_only_api_key','{KEY}');",
        '"sqlalchemy_uri": "postgresql+psycopg2://superset:XXXXXXXXXX@db/sales"',
        "<tr><td>Tool</td><td>User</td><td>Password</td></tr><tr><td>Figma</td><td>SSO</td><td>use Okta</td></tr>",
        "client_name = Node-RED\njwt_key = none\n",
        "| customer_name | tier |\n| varchar       | text |\n",
    ],
)  # fmt: skip
def test_what_only_looks_like_one_stays(text: str) -> None:
    assert found(text) == []


def test_the_short_name_of_a_country_is_nobodys() -> None:
    assert walked({"phone": "+49 30 123456", "countryShortName": "DE"})["countryShortName"] == "DE"


def test_a_program_that_signs_people_in_has_a_name_of_its_own() -> None:
    client = {"id": 7, "name": "Grafana Login", "secret": SESSION, "redirect": "https://example.com/back"}

    assert walked(client) == {**client, "secret": "<SECRET>"}


@pytest.mark.parametrize("path", ["rec/share", "rec/play", "verification/email"])
def test_a_link_that_whoever_has_it_may_open_is_a_secret(path: str) -> None:
    assert found(f'"url": "https://meet.example.com/{path}/{SESSION}"') == [("SECRET", SESSION)]


def test_a_client_that_logs_in_from_a_shell_may_have_a_long_number() -> None:
    assert found(f'curl -u "{"A" * 40}{"b7" * 20}:{SESSION}" https://api.example.com') == [("SECRET", SESSION)]
