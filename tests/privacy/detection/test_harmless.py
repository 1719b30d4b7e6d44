"""What is called or written like a secret and opens nothing: cursors, sums, records of name servers, calls in code."""

from __future__ import annotations

import pytest

from .reading import found, walked

HEX = "7d1f0c93b2a84e65d90f3c1a7b62e8547d1f0c93b2a84e65d90f3c1a7b62e854"
MADE = "Lsx2RAnHcT98QdBS9FaPsezONkI6L0muQ4vWyE7bJ"
BYTES = "pQ7vJ2mXc9Lr4TzKd0WnYb6HsFgA1eUoRi8kVjNqMx3Bt5SyPwGhDl+CfZa/EuIo7pQ7vJ2mXc9Lr4TzKd0WnY=="
SSH = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAILsx2RAnHcT98QdBS9FaPsezONkI6L0muQ4vWyE7bJkd"
UUID = "6f0c2b1e-94a7-4d35-8e0b-2c7f51a9d384"


def secrets(text: str) -> list[str]:
    return [value for kind, value in found(text) if kind == "SECRET"]


@pytest.mark.parametrize(
    "name",
    ["nextPageToken", "NextToken", "pagination_token", "$skiptoken", "$deltatoken", "pagetoken", "continuationToken"],
)
def test_where_a_list_goes_on_is_no_secret(name: str) -> None:
    assert walked({name: MADE}) == {name: MADE}
    assert secrets(f"GET /v1/plums?{name}={MADE}&limit=10") == []


def test_a_sentence_about_the_next_page_tells_no_secret() -> None:
    assert secrets(f"There is more, use the page token {MADE} for it.") == []
    assert secrets(f"aws s3api list-objects --starting-token {MADE}") == []
    assert secrets(f"There is more, next page token: {MADE}") == []
    assert secrets(f"For the page of plums, the token is {MADE}") == [MADE]


@pytest.mark.parametrize(
    "name", ["hashed_secret", "token_digest", "tokenHash", "api_key_hash", "refresh_token_sha256", "hashed_token"]
)
def test_the_sum_of_a_token_is_no_secret(name: str) -> None:
    assert walked({name: HEX}) == {name: HEX}
    assert secrets(f'{name}="{HEX}"') == []
    assert secrets(f'WHERE "t"."{name}" = $1  [["{name}", "{HEX}"], ["LIMIT", 1]]') == []


def test_what_sorts_users_into_groups_is_no_secret() -> None:
    table = "| flag | rollout | variant salt |\n|---|---|---|\n| bulk-edit | 19% | 3a65a3942b5f |\n"

    assert found(table) == []
    assert found(table.replace("variant", "password")) == [("SECRET", "3a65a3942b5f")]


@pytest.mark.parametrize("name", ["password_hash", "hashed_password", "encrypted_token", "hash_secret"])
def test_the_sum_of_a_password_and_what_sums_are_made_with_are_secrets(name: str) -> None:
    assert walked({name: HEX}) == {name: "<SECRET>"}


def test_what_stands_in_for_a_card_is_called_by_a_number_of_a_record() -> None:
    assert found(f"| TXN | PAN_TOKEN | AMOUNT |\n|---|---|---|\n| 81 | {UUID} | 705.31 |\n") == []
    assert walked({"payment_token": UUID, "api_token": UUID}) == {"payment_token": UUID, "api_token": "<SECRET>"}


@pytest.mark.parametrize(
    "record",
    [
        f"example.org.\t3600\tIN\tDNSKEY\t257 3 13 {BYTES}",
        f"example.org. 300 IN RRSIG A 13 2 300 20310401000000 20310301000000 34505 example.org. {BYTES}",
        f'{{"type": 48, "data": "256 3 13 {BYTES}"}}',
        f'"signature": "{BYTES}"',
    ],
)
def test_keys_of_zones_and_signatures_stay_readable(record: str) -> None:
    assert found(record) == []


def test_a_key_of_as_many_bytes_is_a_secret_elsewhere() -> None:
    assert secrets(f"the account of plums: {BYTES}") == [BYTES]


def test_a_public_key_of_ssh_is_no_secret_whatever_its_field_is_called() -> None:
    for name in ("ssh_key", "deploy_key", "SSH_DEPLOY_KEY"):
        assert walked({name: f"{SSH} jane"}) == {name: f"{SSH} jane"}
    assert found(f'{{"key": "ssh-keys", "value": "jane:{SSH} jane\\njoe:{SSH} joe"}}') == []
    assert secrets(f'deploy_key = "{SSH} jane"\ndeploy_token = "{MADE}"') == [MADE]


def test_the_number_of_a_session_that_a_log_tells_its_lines_apart_by_is_no_secret() -> None:
    line = "Jan 14 16:46:29 imap01 dovecot: imap-login: Login: user=<jane@example.org>, TLS, session=<0pvRNxWJTApCYv7X>"
    assert found(line) == [("EMAIL", "jane@example.org")]
    assert found(f"TERM_SESSION_ID=w0t1p0:{UUID.upper()}") == []
    assert found("postgres[71]: session_id=6512c3f2.1a2b0c9d connection authorized") == []
    assert secrets("Cookie: session=Lsx2RAnHcT98QdBS9FaPsezO") == ["session=Lsx2RAnHcT98QdBS9FaPsezO"]


@pytest.mark.parametrize(
    "code",
    [
        'password: System.fetch_env!("DB_PASS"),',
        "password: Application.fetch_env!(:plum, :db_password),",
        'password: env!("DB_PASS"),',
        'password: std::env::var("DB_PASS").unwrap(),',
        'password: env::var("DB_PASS")?,',
        "password: process.env.DB_PASS!,",
        "password: Bun.env.DB_PASS1,",
        'secret_key_base: Vault.read!("kv/app1")["secret"],',
        'password: fetch_secret!("db_pass1")',
        'DB_PASSWORD = config!("DB_PASS1")',
    ],
)
def test_a_call_that_fetches_a_password_tells_none(code: str) -> None:
    assert found(code) == []


@pytest.mark.parametrize("value", ["Plum!(4711", "aB3!(xx9", "g7!x(Lw2"])
def test_a_password_with_the_signs_of_a_call_is_one(value: str) -> None:
    assert secrets(f"password: {value}") == [value]


def test_lines_that_grep_found_are_judged_by_what_stands_behind_the_file() -> None:
    lines = (
        "$ rg -n secret",
        ".env.example:3:JWT_SECRET=change-me-please",
        f"config/.env:8:JWT_SECRET={MADE}",
        ".env.sample:JWT_SECRET=change-me-please",
    )
    assert secrets("\n".join(lines)) == [MADE]


def test_the_number_of_a_task_about_a_password_is_none() -> None:
    assert found("- Change password of the printer (ID: 0YkWAomb5h1ln10d)\n  Due: 2031-09-19") == []
    assert found("Reset the password for the router (ref: 8fKs92xQ)") == []
    assert secrets("Change password of the printer (new: 8fKs92xQ)") == ["8fKs92xQ"]


def test_ids_in_a_column_beside_secrets_stay_readable() -> None:
    rows = (
        "| id | service | setting      | value |",
        "|----|---------|--------------|-------|",
        "| 20 | plums   | workspace_id | 8fKs92xQ77 |",
        "| 22 | counted | stream       | G-6Y17DG8ERG |",
        f"| 31 | plums   | auth_token   | {HEX[:32]} |",
        f"| 24 | pears   | api_token    | {MADE} |",
    )
    other = f"| 25 | pears   | other        | {MADE[::-1]} |"
    assert secrets("\n".join(rows)) == [HEX[:32], MADE]
    assert secrets("\n".join((*rows[:2], *rows[-2:], other))) == [HEX[:32], MADE, MADE[::-1]]


@pytest.mark.parametrize("name", ["traceID", "span_id", "commit", "build.id", "image-sha"])
def test_an_id_in_a_line_that_speaks_of_secrets_stays(name: str) -> None:
    assert secrets(f'level=info msg="renewed the token for plums" {name}={HEX[:32]} took=3') == []
    assert secrets(f'level=info msg="renewed the token for plums" token={HEX[:32]} took=3') == [HEX[:32]]


@pytest.mark.parametrize("noun", ["event", "lease", "job", "run", "transaction", "object"])
def test_what_happened_to_a_password_is_called_by_its_number(noun: str) -> None:
    assert secrets(f"password changed for the shop ({noun} {HEX[:16]})") == []
    assert secrets(f"password changed for the shop ({HEX[:16]})") == [HEX[:16]]


def test_sums_in_a_table_of_secrets_stay() -> None:
    table = "| secret | version | {} |\n|---|---|---|\n| plum-password | 14 | {} |\n"
    assert secrets(table.format("checksum", HEX[:16])) == []
    assert secrets(table.format("value", HEX[:16])) == [HEX[:16]]


def test_what_a_token_is_told_apart_by_stays() -> None:
    assert secrets(f"Consul ACL token AccessorID: {UUID}") == []
    assert secrets(f"Consul ACL token SecretID: {UUID}") == [UUID]


def test_a_commit_that_git_fetches_with_a_token_stays() -> None:
    assert secrets(f'git -c http.extraheader="AUTHORIZATION: basic ***" fetch --tags origin +{HEX[:40]}') == []
    assert secrets(f'git -c http.extraheader="AUTHORIZATION: bearer {MADE}" fetch origin') == [MADE]


def test_the_right_commit_is_no_secret_beside_a_token() -> None:
    assert secrets(f"We lost the token today.\n- wrong commit was {HEX[:12]}, right one {HEX[20:32]}") == []
    assert secrets(f"We lost the token today.\n- right one {HEX[20:32]}") == [HEX[20:32]]


@pytest.mark.parametrize("name", ["rds!db", "rds!cluster", "redshift!plums", "events!connection/plums"])
def test_what_a_cloud_calls_a_secret_that_it_made_stays(name: str) -> None:
    assert secrets(f"manage the master user password via secret {name}-{UUID}") == []


@pytest.mark.parametrize("name", ["secure", "encrypted_value", "ciphertext", "enc"])
def test_what_is_encrypted_below_the_name_of_its_variable_stays(name: str) -> None:
    assert secrets(f'env:\n  global:\n    # PLUM_TOKEN\n    - {name}: "{BYTES[:60]}="\n') == []
    assert secrets(f"environment:\n  PLUM_API_KEY:\n    {name}: {BYTES[:22]}==\n") == []
    assert secrets(f"PLUM_API_KEY:\n    {MADE}\n") == [MADE]


@pytest.mark.parametrize("name", ["truncated_value", "maskedValue", "redacted_value"])
def test_the_last_letters_of_a_variable_stay(name: str) -> None:
    assert walked({"variable": "PLUM_PASS", name: "y7Kd"}) == {"variable": "PLUM_PASS", name: "y7Kd"}
    assert walked({"variable": "PLUM_PASS", "value": "y7Kd!x"}) == {"variable": "PLUM_PASS", "value": "<SECRET>"}


@pytest.mark.parametrize(
    "key", [f"pk_test_{MADE[:24]}", "pk_live_cGx1bS1yaXZlci0xMi5wbHVtcy5leGFtcGxlJA==", f"pk_live_{HEX[:40]}"]
)
def test_a_publishable_key_stays_in_all_lengths(key: str) -> None:
    assert secrets(f"NEXT_PUBLIC_PLUM_PUBLISHABLE_KEY={key}") == []
    assert secrets(f"The publishable key is {key}") == []


def test_the_name_of_a_rule_is_no_session() -> None:
    assert walked({"Sid": "AllowPlums40217"}) == {"Sid": "AllowPlums40217"}
    assert walked({"Sid": "Stmt1700000000123"}) == {"Sid": "Stmt1700000000123"}
    assert walked({"sid": MADE}) == {"sid": "<SECRET>"}


@pytest.mark.parametrize(
    "where",
    ["see 1Password item q7x2k9m4v8", "siehe KeePass, Eintrag plum7", "in our vault at plum/7f3k", "Bitwarden: plum 7"],
)
def test_where_a_password_is_kept_is_not_what_it_is(where: str) -> None:
    table = "| host | password |\n|---|---|\n| plum | {} |\n| pear | Harbor4711! |\n"
    assert secrets(table.format(where)) == ["Harbor4711!"]
    assert secrets(table.format("vault plum river stone")) == ["vault plum river stone", "Harbor4711!"]


def test_a_sum_beside_what_a_cloud_keeps_stays() -> None:
    kept = {"name": "projects/7/secrets/plum/versions/2", "payload": {"data": MADE, "dataCrc32c": "187396311"}}
    assert walked(kept)["payload"] == {"data": "<SECRET>", "dataCrc32c": "187396311"}


@pytest.mark.parametrize(
    "text",
    [
        "grafana:\n  adminPassword: <path:secret/data/plum#admin_password>\n",
        'token: "<base64-encoded token>"\n',
        "a row is `password_digest = $2b$12$<22 chars salt><31 chars hash>` there",
        "<   password: ++++++++\n>   password: +++++++++\napp.kubernetes.io/instance: plums-7f9g2h\n",
        f'curl -H "X-Api-Key: <YOUR_API_KEY>" https://api.plums.example/v1/keys/key_{MADE[:12]}',
        f"Frankfurt office, case key {HEX[:16]}",
    ],
)
def test_what_stands_where_a_secret_shall_stand_stays(text: str) -> None:
    assert secrets(text) == []


def test_what_a_test_expects_is_no_secret() -> None:
    assert found(f"return timingSafeEqual(token, signature); // fixture: {HEX}") == []
    assert found(f"assert sign(secret) == given  # expected: {HEX}") == []
    assert secrets(f"the token we gave them is {HEX}") == [HEX]


@pytest.mark.parametrize(
    "form",
    [
        "'plum' => ['app_id' => '371', 'key' => '{}', 'secret' => '{}']",
        "plum:\n  app_id: 371\n  key: {}\n  secret: {}\n",
        'new Plum({{ appId: "371", key: "{}", secret: "{}" }})',
    ],
)
def test_the_key_of_an_app_beside_its_secret_only_names_it(form: str) -> None:
    assert secrets(form.format(HEX[:20], HEX[20:40])) == [HEX[20:40]]


def test_a_key_without_a_secret_beside_it_is_one() -> None:
    assert secrets(f"'plum' => ['key' => '{HEX[:32]}', 'city' => 'Ulm']") == [HEX[:32]]


def test_the_number_of_a_client_that_is_called_an_integration_key_stays() -> None:
    assert found(f"We set integration key {UUID} for them.") == []
    assert secrets(f"We set the API key {UUID} for them.") == [UUID]


@pytest.mark.parametrize("column", ["client_id", "commit", "checksum", "etag", "GIT_SHA", "case"])
def test_what_stands_below_the_name_of_an_id_or_a_sum_is_no_secret_beside_one(column: str) -> None:
    table = f"service\t{column}\tstatus\nplum portal\t{MADE[:24]}\topen\n/docs/api-keys\t{HEX[:16]}\topen\n"
    assert found(table) == []
    assert found(table.replace(column, "token")) != []


def test_a_key_of_a_provider_is_one_in_a_column_of_ids_too() -> None:
    key = f"ghp_{MADE[:36]}"
    assert found(f"id,name,status\n4711,plum,open\n{key},pear,open\n") == [("SECRET", key)]
    assert ("SECRET", key) in found(f"| System | Account | Secret |\n|---|---|---|\n| Plum | {key} | {MADE} |\n")


def test_a_commit_among_variables_stays_readable() -> None:
    listed = (
        f"name,value,updated\nPLUM_API_KEY,{MADE},today\nDEPLOY_SHA,{HEX[:40]},today\nPEAR_TOKEN,{MADE[::-1]},today\n"
    )
    assert secrets(listed) == [MADE, MADE[::-1]]


@pytest.mark.parametrize(
    "text",
    [
        f"Pass the token, then check the download: `sha256sum` should print `{HEX}`.",
        f"The secret is gone. GuardDuty finding {HEX[:32]} shows three calls.",
        "The commit is signed with key B926D90AC4E4B867.",
        f"Key id in the header matches app_{HEX[:24]}. Told them to sign with it.",
        'A password like "plum4711word" is refused.',
        "| Secret | Stored in |\n| --- | --- |\n| PLUM_TOKEN | 1Password |\n",
        "4676,Crash on empty PIN,closed\n4677,Crash on wrong PIN,open\n",
        "Padlock 40 mm, item 7573695; Code lock, item 5985551",
        'Access code for "Lease 2025.pdf": see your mail.',
        f"suite\ttoken\tBenchmarkSHA256-8\t62.345\nsuite\tsecret\tBenchmarkLuhn-8\t{HEX[:8]}\n",
    ],
)
def test_what_a_word_for_secrets_only_stands_near_is_none(text: str) -> None:
    assert secrets(text) == []


def test_beside_the_value_of_a_secret_its_id_counts_it() -> None:
    assert walked({"Secret value": MADE, "Secret ID": UUID}) == {"Secret value": "<SECRET>", "Secret ID": UUID}
    assert walked({"role_id": "plum", "secret_id": UUID})["secret_id"] == "<SECRET>"


def test_what_stripe_calls_its_records_is_no_secret_wherever_it_stands() -> None:
    record = {"authorization": f"iauth_{MADE[:24]}", "verification_session": f"vs_{MADE[:24]}"}
    record |= {"application": f"ca_{MADE[:32]}", "id": f"feat_test_{MADE[:32]}"}
    assert walked(record) == record
    assert walked({"client_secret": f"pi_{MADE[:24]}_secret_{MADE[:25]}"}) == {"client_secret": "<SECRET>"}


def test_a_picture_of_a_cookie_and_a_public_key_in_quotes_are_no_secrets() -> None:
    shown = {"cookie": "https://plum.example/icons/1f36a.png?v8"}
    shown |= {"raw_key": '"-----BEGIN PGP PUBLIC KEY BLOCK-----\\nVersion: 2\\n\\nmQENBFayYZ0BCACxVbQYnQ'}
    assert walked(shown) == shown


@pytest.mark.parametrize(
    "text",
    [
        "- **Vault Secrets Operator**: least load\n",
        "Then click **Sign in with plum0**, or **Enable a Secrets Engine**.",
        "| token | default |\n| --- | --- |\n| [`acl.tokens.agent`](/docs/reference#acl_tokens_agent) | none |\n",
        "| Password | `none` |\n| Username | `v-role-name-LUHU9xqm` |\n",
        "export PLUM_CLIENT_KEY=cli.client.plum.key\n",
        'credentials = "/etc/plum.d/plum-user-creds.json"\n',
        "vault write sync/plum credentials='@path/to/credentials.json'\n",
        'connection_url="{{username}}/{{password}}@localhost:1521/plums"\n',
        'match = "PASSWORD=\\\\S*"\n',
        "These credentials need access to `ec2:DescribeInstances`.",
        "Log in as `admin` with password `admin`, and save the file as `keycloak.plum.hcl`.",
        "If decryption fails, verify the\n`min_decryption_version` setting.",
        "It has a new private key (ECDSA-P521).",
        "## Token Time-To-Live, periodic tokens\n",
        "token/    token    auth_token_510d42ca    token based credentials\n",
        "$ vault write keys/shared-key type=rsa-2048 exportable=true\n",
        f'curl -H "X-Plum-Token: <PLUM_TOKEN>" \\\n  https://localhost:4646/v1/role/{UUID}\n',
    ],
)
def test_what_pages_about_secrets_say_is_none(text: str) -> None:
    assert [value for value in secrets(text) if value != "admin"] == []


def test_a_secret_in_quotes_keeps_its_first_star() -> None:
    assert secrets('SECRET_KEY = "*ju0xd=n1*pq*y4szbm1h%lg70azs-6nvz$0o&p"\n') == [
        "*ju0xd=n1*pq*y4szbm1h%lg70azs-6nvz$0o&p"
    ]


@pytest.mark.parametrize(
    "text",
    [
        f"Client secret rotated ({HEX[:40]})",
        f"No API key remains. The module is pinned to v7 (h1:{BYTES[:43]}=).",
        f"The client secret is ghp_{MADE[:36]}. Tenant is {UUID}.",
        "One-time codes come from RFC 6238 with a period of 30 seconds.",
        "Failure Reason: Unknown user name or bad password.\nSub Status: 0xC000006A\n",
        f"Thanks. That key is fine, but carrier account {HEX[:32]} is closed.",
        "The portal answers with a receipt such as EU-742152681521-WYJQ; keep it.",
        f"Websiteschlüssel {MADE[:40]}, für alle\n",
        f"API Mailjet: clé publique {HEX[:32]}\n",
        "| error | incorrect_cvc | 402 |\n| --- | --- | --- |\n| incorrect_cvc | incorrect_cvc | 402 |\n",
        f"var pk = 'pk_live_51{MADE[:38]}'\n",
    ],
)
def test_what_stands_beside_a_secret_and_is_called_something_else_stays(text: str) -> None:
    assert [value for value in secrets(text) if not value.startswith("ghp_")] == []


def test_ids_in_a_secret_of_kubernetes_and_in_a_record_of_microsoft_stay() -> None:
    kept = f"kind: Secret\nstringData:\n  plumAppID: '268590'\n  plumKey: {MADE}\n"
    assert secrets(kept) == [MADE]
    record = {"UserKey": HEX[:16], "UserType": 0, "Operation": "Read"}
    assert walked(record) == record


def test_what_forms_azure_and_telemetry_number_things_by_is_no_secret() -> None:
    assert walked({"landing_id": "plum", "token": MADE[:32]})["token"] == MADE[:32]
    assert walked({"client secret": MADE, "Secret ID": UUID})["Secret ID"] == UUID
    assert walked({"InstrumentationKey": UUID}) == {"InstrumentationKey": UUID}


@pytest.mark.parametrize(
    "text",
    [
        f"| Password hygiene | 0.8.4 | 221 | 74.9 | {HEX[:24]} |\n| API keys | 6.3 | 26 | 62.4 | {HEX[:24]} |\n",
        "7;Change your PIN;608;68%;v27;4a6acbce\n8;What is a webhook secret?;7840;63%;v20;e78a8e1e\n",
        f'Pass the key unchanged. ETags look like `W/"{HEX[:32]}"`.',
        f"Compare the key (`openssl x509 -modulus | openssl md5`), e.g. `{HEX[:32]}`.",
        f"[AuthSuccess] Authenticated via OAuth2: nonce={MADE} state=plum\n",
        "  plain_text?: string;\n  private_channels_with_file_access_count?: number;\n",
        "day,page,views\n20250510,/reset-password,664\n20250822,t.co,/pricing,147,1576,T-96369257",
        f"$ kubectl get secret plum-token -o jsonpath='{{.metadata.uid}}'\n{UUID}\n",
        f"Key: EC P-256, SKI {HEX[:40].upper()}\n",
        f"- API key: kept in the vault\n- Organisation: `org-{MADE[:24]}`\n",
    ],
)
def test_rows_numbers_and_organisations_near_a_secret_stay(text: str) -> None:
    assert secrets(text) == []


def test_public_parts_of_a_network_and_rules_for_passwords_stay_readable() -> None:
    device = {"machineKey": f"mkey:{HEX}", "nodeKey": f"nodekey:{HEX}"}
    assert walked(device) == device
    errors = {"errors": {"password": ["Password must have at least 12 characters."]}}
    assert walked(errors) == errors


def test_a_publishable_key_stays_readable_in_a_column_of_passwords_and_keys() -> None:
    key = f"pk.eyJ1Ijoi{MADE}.{MADE[:22]}"
    assert walked({"Password / key": key}) == {"Password / key": key}
