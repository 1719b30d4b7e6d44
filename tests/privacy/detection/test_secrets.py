"""Keys of providers by their prefix and alphabet, and secrets by the words before them. All are made on the spot."""

from __future__ import annotations

import random
import string

import pytest

from .reading import found, walked

DICE = random.Random(11)
MIXED = string.ascii_letters + string.digits
HEX = "0123456789abcdef"
CAPITALS = string.ascii_uppercase + string.digits


def some(count: int, alphabet: str = MIXED) -> str:
    return "".join(DICE.choices(alphabet, k=count))


KEYS = {
    "aws": "AKIA" + some(16, CAPITALS),
    "github": "ghp_" + some(36),
    "github, fine-grained": f"github_pat_{some(22)}_{some(59)}",
    "gitlab": "glpat-" + some(20),
    "slack": f"xoxb-{some(12, string.digits)}-{some(12, string.digits)}-{some(24)}",
    "stripe": "sk_live_" + some(24),
    "stripe, letters only": "rk_test_" + some(24, string.ascii_letters),
    "openai": "sk-proj-" + some(60),
    "anthropic": f"sk-ant-api03-{some(90)}AA",
    "google": "AIza" + some(35),
    "sendgrid": f"SG.{some(22)}.{some(43)}",
    "npm": "npm_" + some(36),
    "hugging face": "hf_" + some(34, string.ascii_letters),
    "digital ocean": "dop_v1_" + some(64, HEX),
    "shopify": "shpat_" + some(32, HEX),
    "square": "sq0atp-" + some(22),
    "mailgun": "key-" + some(32, HEX),
    "twilio": "SK" + some(32, HEX),
    "telegram": f"{some(9, '123456789')}:AA{some(33)}",
    "discord": f"M{some(23)}.{some(6)}.{some(27)}",
    "elevenlabs": "sk_" + some(48, HEX),
}


@pytest.mark.parametrize("sentence", ["use {} please", "'{}'", "see {}.", '{{"note": "now {}"}}'])
@pytest.mark.parametrize("key", KEYS.values(), ids=list(KEYS))
def test_the_key_of_a_provider_is_found_anywhere(key: str, sentence: str) -> None:
    assert found(sentence.format(key)) == [("SECRET", key)]


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        ("the api key is k3Jd9sLq0Zx7Vb2NmQ8w", "k3Jd9sLq0Zx7Vb2NmQ8w"),
        ("Your temporary password is Kestrel-2041", "Kestrel-2041"),
        ("log in with password Kestrel_2041 first", "Kestrel_2041"),
        ("mysql --user app --password s3cr3tive -h db", "s3cr3tive"),
        ("password=%8kq!2Lm", "%8kq!2Lm"),
        ("username:ann password:crickets", "crickets"),
        ("accessToken: gYFhGwSoiMvYJkipfBEf", "gYFhGwSoiMvYJkipfBEf"),
    ],
)
def test_a_secret_is_known_by_the_words_before_it(text: str, secret: str) -> None:
    assert found(text) == [("SECRET", secret)]


@pytest.mark.parametrize(
    "text",
    [
        "the password is required",
        "def log_in(user: str, password: str) -> None",
        "username: the name, password: the word",
        "password sha256 is hashed",
        "the token is refreshed by RefreshTokenInterceptor",
        "mysql --password $PASSWORD",
        "password: ${DB_PASSWORD}",
        "let password = getPassword(user)",
        "commit 6dcb09b5b57875f334f61aebed695e2e4193db5e",
        "request 123e4567-e89b-12d3-a456-426614174000",
        "integrity sha512-nne9IiQhzIhY6pdDnbBtz7DjPTKrY00PzvPSm5pOFkl6xuGrGnXnVtTNNfNtAfZ91RtehkszU9qcTii0Q",
        "AC is on, SK too, and sk_test is a prefix",
    ],
)
def test_words_about_secrets_and_hashes_are_none(text: str) -> None:
    assert found(text) == []


def test_a_field_named_after_a_provider_and_a_key_holds_a_secret() -> None:
    assert walked({"STRIPE_KEY": "k3Jd9sLq0Zx7Vb2N", "cache_key": "p8Wm2RtY6Uc1Xe5H"}) == {
        "STRIPE_KEY": "<SECRET>",
        "cache_key": "p8Wm2RtY6Uc1Xe5H",
    }


def test_the_folder_a_program_stands_in_is_no_password() -> None:
    document = {"PWD": "/home/app/project", "HOME": "/home/app"}

    assert walked(document) is document


@pytest.mark.parametrize(
    "text",
    ["login snoop pw biggreenhat", "UserName snoop PassWord biggreenhat", "Hi,\nuser snoop password biggreenhat\nbye"],
)
def test_a_line_that_passes_on_a_login_is_a_secret(text: str) -> None:
    assert found(text) == [("SECRET", "biggreenhat")]


@pytest.mark.parametrize(
    "text",
    [
        "username and password required",
        "login and password authentication",
        "Enter your login name and password below",
        "user name, password field",
    ],
)
def test_words_about_logins_are_no_secrets(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize("key", ["AKIAXQPGIWFYNUXFNDNC", "glpat-iNvdaCYYxptK_cemayWA"])
def test_a_key_without_digits_is_known_by_its_prefix(key: str) -> None:
    assert walked({"x": key, "access_token": key}) == {"x": "<SECRET>", "access_token": "<SECRET>"}


@pytest.mark.parametrize(
    "key",
    [
        "re_TdkRfj3g_U8pMdT2jaIvDac6oQTl2GVVy",
        "CCIPAT_7vGlYXL8hwIdmknyT1n4Bp_5f6773a4693005041549bb828887961c00e9db82",
        "pat-na1-2a197b85-ba21-9f21-54a8-a2b54f7eeacf",
        "1/1207247278016276:b27ba45d44dd114ad3578f167581ac1e",
        "1//0gYFhGwSoiMvYJCgYIARAAGBASNwF-L9IrZ4t7aXq2",
        "access_token$production$maitp5tum0hum6xd$aa42ad3a6b9cc597c90b4edea7801aa9",
        "GOOG1E" + "Q7RKP2ZVN9XBT4MWS8LDH3CFJ6" * 2 + "Q7R",
        "GOOGQ7RKP2ZVN9XBT4MWS8LD",
        "eyJhIjoiNWUwYzFmN2E5M2IyNGQ2OGIxYTdjMmU5NGYwZDM4NjUiLCJ0IjoiM2YwYzFkN2UtOGE1Mi00YjZmLTllMjEtNzBkNGM1Yjhh"
        "OTE2IiwicyI6InE3UmtQMnpWbjlYYlQ0bVdzOExkSDNjRiJ9",
        "eyJhdXRocyI6eyJyZWdpc3RyeS5leGFtcGxlLm9yZyI6eyJwYXNzd29yZCI6Ik90dGVyNDcxMSJ9fX0=",
        f"sgp_{some(16, HEX)}_local_{some(40, HEX)}",
        f"AQ.Ab8{some(47)}",
        f"{some(52)}JQQJ99BE{some(24)}",
        f"{some(42)}AzSeB{some(5)}",
        f"{some(44)}AzFu{some(5)}Q==",
        f"14-{some(64)}",
        f"KEY0{some(31, '0123456789ABCDEF')}_{some(22)}",
        f"sec-c-{some(48)}",
        f"tkn.v1_{some(60)}=",
        f"na1.{some(100)}",
        f"pk_{some(34, HEX)}",
    ],
)
def test_keys_of_further_providers_are_known(key: str) -> None:
    assert found(f"I pasted {key} here") == [("SECRET", key)]


def test_a_long_key_with_few_digits_is_told_from_a_name_by_its_sound() -> None:
    assert found("/v1?api_key=DNKdwzTsshXqbvApyrsjkcnBKogTLJKe&page=2") == [
        ("SECRET", "DNKdwzTsshXqbvApyrsjkcnBKogTLJKe")
    ]
    assert found("token=HttpRequestHandlerAdapterSupport") == []


def test_a_password_may_begin_with_a_dollar_and_a_variable_is_none() -> None:
    assert found("password: $4n*eMMaJZMdow") == [("SECRET", "$4n*eMMaJZMdow")]
    assert found("password: $DB_PASS and password: $4") == []


@pytest.mark.parametrize(
    ("line", "secret"),
    [
        ("SMTP_PASS=H[S9.X2!7*L(", "H[S9.X2!7*L("),
        ("DB_PASSWORD=G0U20G(3_yh", "G0U20G(3_yh"),
        ("  password: IknjfP86ku(N", "IknjfP86ku(N"),
        ("password = FLa$*=ViIT/od", "FLa$*=ViIT/od"),
        ("export SECRET_KEY=3+)VZ!UG4KYD8y2z&-GbB6Ey<P3oFOxG)x0(vLL", "3+)VZ!UG4KYD8y2z&-GbB6Ey<P3oFOxG)x0(vLL"),
        ("POSTGRES_PASSWORD=$xo*pD:#U_m", "$xo*pD:#U_m"),
        ("Password: v(lZIe)+^!R5Ll", "v(lZIe)+^!R5Ll"),
        ("password: d/C${0Kv.7h", "d/C${0Kv.7h"),
        ("SECRET_KEY_BASE=09f06e8d1bb6ac7adf9bbb81", "09f06e8d1bb6ac7adf9bbb81"),
        ("machine api.example.org login ann password BSYHyGkkQkpyof", "BSYHyGkkQkpyof"),
        ("CREATE USER 'app'@'%' IDENTIFIED BY 'k2hQjyUdx';", "k2hQjyUdx"),
        ("redis-cli -h cache -a 4NiH3l8xwsGCcw98 ping", "4NiH3l8xwsGCcw98"),
        ('Environment="SMTP_PASSWORD=E1DEpUHs^w_"', "E1DEpUHs^w_"),
        ("The temporary password is $r(XS?19 , please change it", "$r(XS?19"),
    ],
)
def test_a_password_may_hold_signs_that_code_has_too(line: str, secret: str) -> None:
    assert found(f"[db]\n{line}\nport = 1") == [("SECRET", secret)]


@pytest.mark.parametrize(
    "line", ["password = read(line", "password=getpass(prompt1)", "token = box[key1]", "password is hash(salt1)"]
)
def test_a_call_is_no_password_though_it_has_brackets(line: str) -> None:
    assert found(f"{line}\n") == []


def test_the_number_of_an_account_is_no_key_to_it() -> None:
    account = "AC" + some(32, HEX)

    assert found(f"GET /2010-04-01/Accounts/{account}/Calls") == []
    assert walked({"account_sid": account}) == {"account_sid": account}


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        ("12  aws configure set aws_secret_access_key {}\n13  ls", "Xa1Yb2Zc3Wd4Ve5Uf6/Tg7Sh8Ri9Qj0Pk1Ol2Nm/"),
        ("$ vendorctl config set billing.api_token {}\n", "Zk81bQ0mLs72VtYw"),
        ("the printer pw for the second floor is {}\n", "Kd82mvQwErTz"),
        ("done, new pw {}\n", "Hb73kLpQx2Vn"),
        ("just sign in as jane@example.org with {}\n", "Plumtree5091+"),
        ("their login is report_ro, password {}\n", "plumtree-quietlake-ironbell"),
        ("stringData:\n  client_secret: {}\n", "Quince4711!"),
        ("mysql -h sql1 -u boss -p{} stock\n", "Plum$4711"),
        ("what is the guest password?\n01/02/2026, 10:20 - Ann Roe: {}\n", "7PlumQrT42x"),
        ("requirepass {}\n", "h7Gq-20ksLw"),
        ("PGPASSWORD={} psql\n", "Wq7!mzTr42"),
        ("'password' => '{}',\n", "Wq7!mzTr42"),
        ("WiFi password - {}\n", "Wq7!mzTr42"),
        ("pw is {}\n", "Wq7!mzTr42"),
        ("use {} as the password\n", "Wq7!mzTr42"),
        ("htpasswd -b .htpasswd bob {}\n", "Wq7!mzTr42"),
        ("PSEXEC \\\\10.0.94.120 -u Administrator -p {} cmd /c dir", "Wq7mzTr42"),
        ("oc exec -ti vault-0 -- vault operator unseal {}", "98m+o2ylRhVbOi+3o5ub6PbP343ocFUVORgSYeypMDjh"),
        ("echo {} | sudo -S ls\n", "Wq7!mzTr42"),
    ],
)
def test_secrets_are_found_as_people_and_shells_pass_them_on(text: str, secret: str) -> None:
    assert ("SECRET", secret) in found(text.format(secret))


@pytest.mark.parametrize(
    "text",
    [
        "refused: GET /x/../etc/passwd HTTP/1.1\n",
        "CEF:0|Vendor|Wall|9.1|12|Password changed|5|rt=1700000000000 act=none\n",
        "How do I change a password?\n\n1. Go to Profile > Security.\n2. Press Save.\n",
        "CVC1234-RED,Wool Scarf\n",
        "sorted by cache_key ascending_order_of_things and the rest\n",
        '{"card_product_token": "01234567-89ab-4cde-8f01-23456789abcd"}',
    ],
)
def test_words_about_passwords_and_keys_are_no_secrets(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "GOOGLEANALYTICSTRACKINGID",
        "next: eyJvZmZzZXQiOjEwMCwibGltaXQiOjUwLCJvcmRlciI6ImFzYyIsImZpZWxkIjoibmFtZSJ9",
        "Compare 5e0c1f7a93b24d68b1a7c2e94f0d3865aa11bb22 / 6e0c1f7a93b24d68b1a7c2e94f0d3865aa11bb22",
        "the block 5e0c1f7a:93b24d68 of the disk",
    ],
)
def test_what_only_begins_or_looks_like_a_key_stays(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        (
            "| MinIO | Q7RKP2ZVN9XBT4MWS8LD / q7RkP2zVn9XbT4mWs8LdH3cF/Jt5Yg1Bw6NxK0pE |",
            "q7RkP2zVn9XbT4mWs8LdH3cF/Jt5Yg1Bw6NxK0pE",
        ),
        ("sidekiq:\n  contribsys: 5e0c1f7a:93b24d68\n", "5e0c1f7a:93b24d68"),
        ("bundle config --global enterprise.contribsys.com 5e0c1f7a:93b24d68", "5e0c1f7a:93b24d68"),
        ("BUNDLE_GEMS__EXAMPLE__COM=deploy:q7RkP2zVn9XbT4mW", "deploy:q7RkP2zVn9XbT4mW"),
    ],
)
def test_a_key_is_known_by_the_id_or_the_source_beside_it(text: str, secret: str) -> None:
    assert ("SECRET", secret) in found(text)


SALTS = [
    "n{s=^i0xFe81`;_bbH@nJ5=~:)G;PHf_*~b*/,LGV>8-K{&G $m1E%aL(HYHdUY[",
    ";UIs*26tJtpCG]F)eAw[BnJP5!6x/w7k<}*Pk~rmT.@%1oe!AezDn:(7h> O:<R!",
    "{{y0 %s @!mLe9_R ${ab} <f> -- 8zIk^ &x~R|2a[ } wO=`qP:;1?Ld>s]Ur",
]


@pytest.mark.parametrize("line", ["define( 'LOGGED_IN_SALT',  '{}' );", "AUTH_KEY='{}'\n"])
@pytest.mark.parametrize("salt", SALTS)
def test_a_salt_may_hold_blanks_and_the_signs_of_variables(line: str, salt: str) -> None:
    assert found(line.replace("{}", salt)) == [("SECRET", salt)]


@pytest.mark.parametrize(
    "value",
    [
        "put your unique phrase here",
        "${{ secrets.LOGGED_IN_SALT }}-${SITE:-main}/{{ env }}#2 (see Vault)",
        "generate 64 signs (A-Z, a-z, 0-9, !@#$%^&*) and put them here",
    ],
)
def test_what_says_where_a_salt_shall_stand_is_none(value: str) -> None:
    assert found(f"define( 'LOGGED_IN_SALT', '{value}' );") == []


@pytest.mark.parametrize(
    ("before", "behind"), [("KEY           VALUE\nAccess Token  ", "\nApi Version   60.0\n"), ('curl -H "', '"')]
)
def test_a_stop_at_the_end_of_a_token_belongs_to_it_where_nothing_else_stands(before: str, behind: str) -> None:
    token = f"00D{some(12)}!AQ{some(70)}."

    assert found(before + token + behind) == [("SECRET", token)]
    assert found(f"Use {token} Then go on.") == [("SECRET", token[:-1])]


def test_keys_of_amazon_and_of_opsgenie_are_known_by_what_stands_before_them() -> None:
    number = "6f0c2b1e-94a7-4d35-8e0b-2c7f51a9d384"
    token = f"Atzr|{some(60)}"
    assert found(f"| shop | {token} | today |") == [("SECRET", token)]
    assert found(f"statusbot GenieKey {number} alias=plum") == [("SECRET", number)]
