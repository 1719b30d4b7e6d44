"""Keys behind a name that says so, however code, logs and addresses put the two together, and where they come again."""

from __future__ import annotations

import pytest

from .reading import found, walked

KEY = "k3Jd9sLq0Zx7Vb2NmQ8w"
HEX = "5e0c1f7a93b24d68b1a7c2e94f0d3865"
UUID = "9e4635bc-28dc-45d3-8546-2b30115d9a7b"


@pytest.mark.parametrize(
    "written",
    [
        'var apiToken string = "{}"',
        "$token .= '{}';",
        'TOKEN ?= "{}"',
        'SERVICE_TOKEN ::= "{}"',
        "let api_token: &str = `{}`;",
        'static const std::string AccountApiKey{{"{}"}};',
        '{{ "ApiKey", "{}" }}',
        "assert.equal(settings['apiKey'], '{}');",
        'public static final String API_KEY\n        = "{}";',
        "dotnet push --api-key  {}  --source https://packages.example",
        "[DEBUG] Using billing Key={} for the request",
        "<secret>{{vault {}}}</secret>",
        "acmeTOKEN {}",
        'if (apiKey == "{}") {{',
        'if (apiKey !== "{}") {{',
        'request.bearer_auth("{}").send()',
        'private val shopApiKey: String by lazy {{ "{}" }}',
        'SIGNING_KEY = b"{}"',
        '_signing = "{}"',
        "Environment=SHOP_API_TOKEN={}",
        'args: ["serve", "--api-key", "{}"]',
    ],
)
def test_a_key_is_found_behind_whatever_gives_it_to_a_name(written: str) -> None:
    text = written.format(KEY)

    assert found(text) == [("SECRET", KEY)]


@pytest.mark.parametrize("value", [KEY, HEX, UUID])
def test_a_key_in_the_query_of_an_address_is_one(value: str) -> None:
    assert found(f"GET https://api.example.com/v1/places?q=park&key={value}&page=2") == [("SECRET", value)]


@pytest.mark.parametrize(
    "text",
    [
        f"cache key={HEX}",
        f"public key: {KEY}",
        f'nextPageToken = "{KEY}"',
        f'ETag: "{KEY}"',
        f"commit {HEX}",
        f"object_key = backups/2026/{KEY}.tar",
        "tokenizer = AutoTokenizerForSequences2026Large",
        "token type TokenTypeIdentifierExpression12",
        'secret := os.Getenv("SERVICE_SECRET_NAME_2")',
    ],
)
def test_what_only_stands_behind_a_word_for_keys_stays_readable(text: str) -> None:
    assert found(text) == []


def test_a_comparison_tells_a_password_only_where_it_is_written_out() -> None:
    assert found('if user == "ann" and password == "team10":') == [("SECRET", "team10")]
    assert found("if password == confirmation:") == []
    assert found('if name == "Jane Roe":') == []


def test_a_token_may_be_as_long_as_tokens_are() -> None:
    token = "".join(f"{KEY}{number}" for number in range(60))

    assert found(f"refresh_token = '{token}' # expires soon") == [("SECRET", token)]


def test_a_secret_that_was_found_once_is_one_wherever_it_stands_again() -> None:
    assert found(f"api_key = {KEY}\nretrying with {KEY}, then {KEY}x") == [("SECRET", KEY), ("SECRET", KEY)]
    assert walked({"password": "plum4711!River", "log": "tried plum4711!River at 10:03:27"}) == {
        "password": "<SECRET>",
        "log": "tried <SECRET> at 10:03:27",
    }


def test_a_short_or_numeric_secret_is_not_looked_for_elsewhere() -> None:
    assert walked({"pin": "4711", "room": "room 4711 on floor 47"}) == {
        "pin": "<SECRET>",
        "room": "room 4711 on floor 47",
    }


def test_what_belongs_to_the_id_of_a_key_is_found_beside_it() -> None:
    secret, commit = "wJ4lrXUtnF+MI/K7MDENGbPx9RfiCYzQ8Ta2Lk5V", "2c65bd981d308d264aa0c07083b2bc914905deb3"

    assert found(f"AKIA3XQ7ZJ5LM2RT8VWY  {secret}  {commit}") == [
        ("SECRET", "AKIA3XQ7ZJ5LM2RT8VWY"),
        ("SECRET", secret),
    ]
    assert found(f"build {commit} of {secret}") == []


@pytest.mark.parametrize(
    "text",
    [
        'Fill in the form, ensure the password is "{}" and press the button!',
        "The default password for the user 'guest' is '{}'.",
        "Das Passwort lautet „{}“",
        "echo The password is '{}'",
    ],
)
def test_a_plain_word_in_quotes_is_a_password_where_a_sentence_says_so(text: str) -> None:
    assert found(text.format("centipede")) == [("SECRET", "centipede")]
    assert found(text.format("expired")) == []
    assert found(text.format("required")) == []


@pytest.mark.parametrize("text", ["user:ann pass:{}", "Host:shop/Password:{}", "id:ann,pw:{}", "계정:ann 패스워드:{}"])
def test_a_password_may_follow_its_colon_at_once_if_it_looks_like_one(text: str) -> None:
    assert ("SECRET", "dipPr153Gg!") in found(text.format("dipPr153Gg!"))
    assert found(text.format("required")) == []


def test_names_may_be_tied_to_values_by_an_arrow() -> None:
    assert found("  password        => 'thisismine1',") == [("SECRET", "thisismine1")]


def test_a_private_key_is_one_between_the_times_of_a_log() -> None:
    lines = ["-----BEGIN PRIVATE KEY-----", *(KEY * 3 for _ in range(4)), "-----END PRIVATE KEY-----"]
    text = "\n".join(f"2026-04-26 12:36:01 {line}" for line in lines)

    [(kind, value)] = found(text)

    assert kind == "SECRET"
    assert value.startswith("-----BEGIN")
    assert value.endswith("-----END PRIVATE KEY-----")


def test_a_social_security_number_is_one_also_where_it_is_called_an_id() -> None:
    assert ("SSN", "219-09-9998") in found("Name: Jane Roe, phone: +1 (546) 222-3298. ID: 219-09-9998. Plan: gold")


def test_keys_of_sixty_four_bytes_are_known_by_their_form_and_digests_are_not() -> None:
    key = f"4O/VvC2V{'f4IDUHhKaJ+4' * 6}Xq7zLm=="

    assert len(key) == 88
    assert walked({"keyName": "key1", "permissions": "FULL", "value": key})["value"] == "<SECRET>"
    assert found(f"integrity sha512-{key}") == []


def test_a_private_key_in_base64_is_hidden_and_the_certificate_beside_it_stays() -> None:
    private, public = f"LS0tLS1CRUdJTiBSU0EgUFJJVkFURSBLRVkt{KEY * 3}", f"LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0t{KEY * 3}"

    assert found(f"client-certificate-data: {public}\n    client-key-data: {private}") == [("SECRET", private)]


@pytest.mark.parametrize(
    "text",
    [
        "SLACK_TOKEN=xoxb-your-token-here",
        "level=info version=v3.6.0 sig=55e4e2270da9cdb0",
        '{"user_id": "auth0|b90c4c11d9f85da7a6020fa6"}',
        '{"key": "baseUrl", "value": "https://jira.int.example.dev/browse", "type": "secret"}',
    ],
)
def test_samples_checks_of_lines_ids_of_users_and_addresses_of_pages_are_no_secrets(text: str) -> None:
    assert found(text) == []


def test_zeros_inside_a_key_do_not_make_it_a_sample() -> None:
    key = f"fm2_lJPECAAAAAAAGLGP{KEY * 4}"

    assert found(f"fly: {key}") == [("SECRET", key)]


def test_a_secret_may_stand_in_an_object_of_its_own() -> None:
    assert walked({"JWT_SECRET": {"computed": KEY, "note": ""}}) == {"JWT_SECRET": {"computed": "<SECRET>", "note": ""}}


@pytest.mark.parametrize("name", ["sync_token_secret", "SYNC_TOKEN_SECRET", "page.session.secret"])
def test_what_a_secret_belongs_to_does_not_make_it_a_mark_in_a_list(name: str) -> None:
    assert walked({name: HEX, "sync_token": KEY}) == {name: "<SECRET>", "sync_token": KEY}


def test_keys_that_a_cloud_calls_primary_are_secrets_and_those_of_tables_are_not() -> None:
    shared = "2ojByGBWEr9flrrCuDwauiVqVs0fuz//vdByBq7neR4="

    assert walked({"primaryKey": shared}) == {"primaryKey": "<SECRET>"}
    assert walked(same := {"primaryKey": "65f0c1f7a93b24d68b1a7c2e", "partition_key": shared}) is same


def test_a_change_that_is_shown_tells_both_passwords() -> None:
    plan = '      ~ password             = "Herbst2022!!" -> "Letmein_2020"'

    assert found(plan) == [("SECRET", "Herbst2022!!"), ("SECRET", "Letmein_2020")]


def test_a_list_of_logins_is_one_where_the_text_says_so() -> None:
    listed = "ann.roe:L@Nt3Rn#287\nbob:violin-bison-maple-25\n"

    assert found(f"sudo chpasswd < users.txt   # user:password\n{listed}") == [
        ("SECRET", "L@Nt3Rn#287"),
        ("SECRET", "violin-bison-maple-25"),
    ]


def test_the_password_of_a_database_in_go() -> None:
    assert ("SECRET", "0uqM-qylZ-kUTE") in found('dsn := "root:0uqM-qylZ-kUTE@tcp(10.201.42.203:3306)/shop"')


@pytest.mark.parametrize(
    "text",
    [
        "- uses: aws-actions/configure-aws-credentials@2ea71d3dd82432a04db1da80946e3d241d9b9127",
        "$securePass = ConvertTo-SecureString $plain -AsPlainText",
        "DB_PASSWORD=${DB_PASSWORD:-changeme}",
    ],
)
def test_versions_of_actions_commands_and_defaults_are_no_secrets(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        ('DriverManager.getConnection(url, "shop", "Plum4711x");', "Plum4711x"),
        ('store.load(stream, "Plum$4711".toCharArray());', "Plum$4711"),
        ("provider :github, 'Iv1.8a61f9b3a7aba766', '5e0c1f7a93b24d68b1a7c2e94f0d3865aa11bb22'", HEX + "aa11bb22"),
        (f'Client("AC{HEX}", "{HEX[::-1]}")', HEX[::-1]),
        (f"https://eth-mainnet.g.alchemy.com/v2/{KEY}Ab3_xY9z", f"{KEY}Ab3_xY9z"),
        (f"https://api.example.org/weather?q=Lyon&appid={HEX}", HEX),
        ("schema.registry.basic.auth.user.info=K7Q2M4XW:aB3dE5fG7hJ9kL1mN3pQ5rS7", "K7Q2M4XW:aB3dE5fG7hJ9kL1mN3pQ5rS7"),
        ('<user username="shop" password="Copper96." roles="all"/>', "Copper96."),
        ("POSTGRES_PASSWORD: Harbor77.\n", "Harbor77."),
        ("az sql server create -u app -p 'saturn-harbor-marble-33'", "saturn-harbor-marble-33"),
        (f'= "95|{KEY}{KEY}"', f"95|{KEY}{KEY}"),
        (f"curl -s -u {HEX}: https://api.example.org/v1", HEX),
        (f"    Port         8088\n    Splunk_Token {UUID}\n    TLS          On\n", UUID),
        ("cy.get('#password').type('Tundra-Marble-83');", "Tundra-Marble-83"),
        ('getConnection(\n    "jdbc:mysql://db/shop", "shop", "fdvn8MjdbUhxC4K5rn");', "fdvn8MjdbUhxC4K5rn"),
        ("CREATE USER shop WITH PASSWORD 'copper-pickle-coffee-velvet';", "copper-pickle-coffee-velvet"),
        ("chpasswd:\n  list: |\n    root:C0pp3r544!\n  expire: false\n", "C0pp3r544!"),
        ("signing.password=R0ck3t78*\nuser=shop\n", "R0ck3t78*"),
        ("db.example.com:5432:*:deploy:rocket-winter-bamboo-autumn", "rocket-winter-bamboo-autumn"),
        ("user[password]=velvet-jasper-quartz-lantern", "velvet-jasper-quartz-lantern"),
    ],
)
def test_a_secret_is_known_by_its_place(text: str, secret: str) -> None:
    assert ("SECRET", secret) in found(text)


def test_flags_name_the_texts_behind_them_in_a_list() -> None:
    started = {"command": "npx", "args": ["-y", "shop-mcp", "--api-key", UUID, "--port", "8080"]}

    assert walked(started) == {**started, "args": ["-y", "shop-mcp", "--api-key", "<SECRET>", "--port", "8080"]}


def test_no_part_of_a_very_long_secret_stays() -> None:
    token = "k8s-aws-v1." + (KEY + "-Xy7_" + HEX) * 8

    assert found(f"users:\n- name: shop\n  user:\n    token: {token}\n") == [("SECRET", token)]


@pytest.mark.parametrize(
    "code",
    [
        "const client = algoliasearch('PLUM77AB12', '{}');",
        'client := stream.NewClient("n5c4j90ijzd3", "{}")',
        'let client = search::Client::new("PLUM77AB12", "{}");',
        'return Client("{}")',
        "const api = new Plum.SearchClient('{}');",
    ],
)
def test_what_a_client_is_made_of_is_its_key(code: str) -> None:
    assert ("SECRET", "k3Jd9sLq0Zx7Vb2NmQ8wT5pR") in found(code.format("k3Jd9sLq0Zx7Vb2NmQ8wT5pR"))


@pytest.mark.parametrize(
    "code",
    [
        "deleteClient('507f1f77bcf86cd799439011')",
        "new Client('507f1f77bcf86cd799439011')",
        "new ApolloClient('https://api.example.org/v1/graphql')",
        "Client('plum-orders-eu', 'production')",
        "new Client(projectId='k3Jd9sLq0Zx7Vb2NmQ8wT5pR')",
    ],
)
def test_what_else_stands_in_the_call_of_a_client_stays_readable(code: str) -> None:
    assert found(code) == []


def test_a_star_that_begins_a_key_in_quotes_is_of_the_key() -> None:
    key = "*x7k=d=n1*pq*y4szbm1h%()lg70azs"

    assert found(f'SECRET_KEY = "{key}"') == [("SECRET", key)]
    assert found("**Password:** *Plum4711*") == [("SECRET", "Plum4711")]
