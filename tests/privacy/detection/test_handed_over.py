"""Secrets as people and programs hand them over, and what stands beside them and opens nothing."""

from __future__ import annotations

import pytest

from .reading import found, walked

HEX = "5e0c1f7a93b24d68b1a7c2e94f0d386529dd7674"
KEY = "k3Jd9sLq0Zx7Vb2NmQ8wT5pR"


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        ("<p>Login: shop<br/>Password: BWUjtr_zVoJs</p><h2>More</h2>", "BWUjtr_zVoJs"),
        ("server.ssl.key-store-password=ScUbSvxKR.IbIkv\n", "ScUbSvxKR.IbIkv"),
        ("[x] mailbox made, initial password P3pp3r663*\n[ ] badge", "P3pp3r663*"),
        ("[api]\npassword = plumTree1537.\nrevision = b5d483e396c0", "plumTree1537."),
        ("The root password everywhere is winter.lantern2952. Backups are elsewhere.", "winter.lantern2952"),
        ("machine git.example.org\n  login ci\n  password plum_schnitzel9\n", "plum_schnitzel9"),
        ("host db-1, port 22, user drop_in, password arsenal_plum1\n\nBest", "arsenal_plum1"),
        ("Accept: https://app.example.org/invite/" + HEX, HEX),
        (
            'FERNET_KEYS = ["wBw-UwJU5VDDI6LkErfTN_svtwiW2KczM2bWOFIlyyQ="]',
            "wBw-UwJU5VDDI6LkErfTN_svtwiW2KczM2bWOFIlyyQ=",
        ),
    ],
)
def test_a_secret_is_hidden_to_its_last_sign(text: str, secret: str) -> None:
    assert found(text) == [("SECRET", secret)]


def test_a_secret_beside_the_id_of_its_key_may_have_few_digits() -> None:
    key, secret = "AKIA64UBEVFOJSFLCPOO", "ml/JoEi/FjZAueNBffUwIyb8brcmjWHZJIqRADgg"
    text = f"|  AccessKeyId     |  {key}   |\n|  SecretAccessKey |  {secret} |\n"

    assert found(text) == [("SECRET", key), ("SECRET", secret)]


@pytest.mark.parametrize(
    "text",
    [
        f"- Pin `actions/setup-node@{HEX}`",
        f"+  password: vault:kv/shop#password\n   checksum: {HEX}",
        f"  cache:\n    key: {HEX}\n    paths: [.npm]\n",
        f"<p>password below</p><p>Then check <code>sha256sum</code>: {HEX}</p>",
        f"result,country,fingerprint\nok,DE,{HEX}\nbad_password,DE,{HEX[:16]}\nok,FR,{HEX[1:17]}\n",
        "Public signing key:\n\nssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIVrZU7dX0lax1/M9+MAjXrGvyDtikf10sBUcjeWOoUdR bot\n",
        "database:\n    password: ENC[AES256_GCM,data:DRblTY6eEmu3,iv:RkDyqkxGZTr9E+J=,tag:55qscRgt76jnGW,type:str]\n",
    ],
)
def test_what_only_stands_near_a_word_for_secrets_stays(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize(
    "value",
    ["HIDDEN_DUE_TO_SECURITY_REASONS", "(vault)", "xxxxjqYH", "must be at least 12 characters", "is too short for us"],
)
def test_what_stands_in_the_place_of_a_password_is_none(value: str) -> None:
    assert walked({"password": value}) == {"password": value}


CIPHERTEXT = "k3Jd9sLq0Zx7Vb2NmQ8wTyPoRfGhUcXa" * 4


@pytest.mark.parametrize(
    "value",
    [
        f"AQICAHh{CIPHERTEXT}==",
        f"CiQA{CIPHERTEXT}=",
        f"ENC({CIPHERTEXT}=)",
        f"ENC[PKCS7,{CIPHERTEXT}]",
        f"{{cipher}}{HEX}{HEX}",
        f"vault:v3:{CIPHERTEXT}==",
        f"![{CIPHERTEXT[:22]}==]",
        "${random_password.plum[0].result}",
        '${aws_ssm_parameter.plum["db"].value}',
        "${lookup(var.passwords, local.plum)}",
    ],
)
def test_what_is_encrypted_or_comes_from_elsewhere_opens_nothing(value: str) -> None:
    assert walked({"password": value, "api_key": value}) == {"password": value, "api_key": value}
    assert found(f'db_password = "{value}"\n') == []


@pytest.mark.parametrize("value", [f"AQIC{CIPHERTEXT[:40]}", "ENC(Plum4711)", "${Plum$4711["])
def test_what_only_begins_like_that_is_hidden(value: str) -> None:
    assert walked({"password": value}) == {"password": "<SECRET>"}


def test_what_was_hashed_or_only_counts_visits_opens_nothing() -> None:
    told = {"client_token": f"hmac-sha256:{HEX}", "cookies": {"_ga": "GA1.2.484795143.7396805718"}}
    assert walked(told) == told


def test_what_a_form_demands_is_no_part_of_a_name() -> None:
    text = "First Name [Required],Password [Required],Mobile Phone\nAda,plum_arsenal5,06.18.19.10.83\n"
    assert found(text) == [("PERSON", "Ada"), ("SECRET", "plum_arsenal5"), ("PHONE", "06.18.19.10.83")]


@pytest.mark.parametrize("address", ["2001:db8:a99:4028::1", "2600:1f18:6f3c:7375:970c:167a:295b:adba"])
def test_a_port_behind_a_long_address_is_no_part_of_it(address: str) -> None:
    assert found(f"haproxy[8090]: {address}:35913 [21/Sep/2031]") == [("IP", address)]


def test_a_plus_makes_a_phone_in_any_column_and_its_neighbours_too() -> None:
    text = "sid,to,agent_line\nSM1,+48 602 280 411,+49 30 45885294\nSM2,606 665 516,+49 30 45885295\n"
    assert found(text) == [
        ("PHONE", "+48 602 280 411"),
        ("PHONE", "+49 30 45885294"),
        ("PHONE", "606 665 516"),
        ("PHONE", "+49 30 45885295"),
    ]
    assert found("sid,amount\nSM1,606 665 516\nSM2,606 665 517\n") == []


def test_a_mobile_number_of_twelve_digits_is_one_in_germany() -> None:
    assert found("Rückfragen bitte an 0151 50197719. Danke") == [("PHONE", "0151 50197719")]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("token for the bot: u+aW-eHY-dcJPgeNe2kS\n", ("SECRET", "u+aW-eHY-dcJPgeNe2kS")),
        ('URL = "jdbc:mysql://db.example.org:3306/shop?user=app&password=Plumtree1974";', ("SECRET", "Plumtree1974")),
        ("  user id:     4711\n  password:    Madrid_marble+\n  version:  3\n", ("SECRET", "Madrid_marble+")),
        ("Opened: 2031-02-06 09:24\nCaller: Lachlan Fairweather\nQueue: 3", ("PERSON", "Lachlan Fairweather")),
    ],
)
def test_it_is_known_by_its_form_or_by_its_place(text: str, expected: tuple[str, str]) -> None:
    assert found(text) == [expected]


def test_a_name_may_be_written_as_on_a_card() -> None:
    assert walked({"cardholder_name": "IBÁÑEZ/MARTA"}) == {"cardholder_name": "<PERSON>"}


@pytest.mark.parametrize(
    "text",
    [
        f"Secret scan of shop/web at {HEX}\n",
        f"The release is signed with the key {HEX.upper()}.",
        "| DB_PASSWORD | `${vault:shop/db#password}` |\n| REGION | `eu-1` |\n",
    ],
)
def test_states_of_a_repository_and_references_stay(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize(
    "text",
    [
        'head_object(Bucket="exports", Key="0030fd22-23c3-42d7-a1a8-a793f72111d5.csv")',
        'new ClientSecretCredential("88137961-43bd-4b99-a3f9-a38e09aa2955", tenant)',
        "https://api.example.com/repos/acme/mobile-app/runs/5266650275/artifacts",
        'get_object(Bucket="reports", Key="2031/6c7960d12e0f8f6e2d934109deca444e.csv")',
        'firebase: { apiKey: process.env.KEY, appId: "1:134759396814:web:df3411db7ed5da5661c20c" },',
        "INSERT INTO tokens (token, id) VALUES (NULL, '90b71316-0ecb-4b20-b16e-ba61f8e762d3');",
        "metadata:\n  name: shop-secrets\n  uid: fb6812dd-d2e4-474c-9350-870cc7324aa5\n",
        "VERIFY OK: CN=client, serial=71:64:6C:6A:99:C6:74:A7",
        '{"keyid": "SHA256:jl3bwswu80P", "sig": "MEUCIQCU3Lz1S0u8Gjw+2HWLvhOEsqNudKVdFZ+6D7JI500WYfpyc"}',
        "Not valid tokens: /api?q=search&page=1&limit=10 (no tokens)",
        '{"changeKey": "CQAAABYAAAQZ6gGb4kpgaGuQ1PLk"}',
    ],
)
def test_what_names_a_file_a_tenant_or_a_run_stays(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "[smtp]\nhost = mail.example.org\npassword = letmein_dev\nstarttls = true",
        "  vars:\n    admin_password: letmein_dev\n  tasks:",
        "$ sshpass -p letmein_dev scp shop.sql backup@db1:/srv/dumps/",
    ],
)
def test_what_people_think_of_first_is_a_password(text: str) -> None:
    assert found(text) == [("SECRET", "letmein_dev")]


def test_settings_that_a_database_shows_are_read_by_their_names() -> None:
    rows = (" key           | value", "---------------+-------", " title         | Q", " smtp_password | S7rv8ce_Acct")
    text = "\n".join((*rows, "(2 rows)"))

    assert found(text) == [("SECRET", "S7rv8ce_Acct")]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (f'{{"api_token_used": "{KEY}"}}', KEY),
        (f"PAT in use: {KEY}", KEY),
        (f'{{"id": "{HEX}", "issued_on": "2025-11-27T23:47:22Z", "value": "{KEY}"}}', KEY),
        ("BUILD_HOOK=https://api.netlify.com/build_hooks/4a6c1120a38b92f9f73ee97a", "4a6c1120a38b92f9f73ee97a"),
        ("user worker on >Plum#River$11 ~jobs:* +@read", "Plum#River$11"),
        ("  username: jane\n  password: $Winter_683\nsecurity:", "$Winter_683"),
        ("Benutzer jane, Passwort #Dragon_517 (bitte gleich ändern).", "#Dragon_517"),
    ],
)
def test_a_secret_is_found_where_services_and_people_put_it(text: str, value: str) -> None:
    assert found(text) == [("SECRET", value)]


def test_a_machine_in_the_first_row_below_a_column_of_versions_is_one() -> None:
    assert found("Host,Port,Version\n192.0.2.7,443,2.6.18\n") == [("IP", "192.0.2.7")]


def test_rows_of_settings_name_their_own_values() -> None:
    text = (
        "INSERT INTO settings (k, v) VALUES\n  ('smtp_host', 'mail.example.org'),\n  ('smtp_password', 'monkey8374');"
    )

    assert found(text) == [("SECRET", "monkey8374")]


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        ("* Builds (read only): guest / PlumRiver91", "PlumRiver91"),
        ("* Design team: office@example.org / plumRiver6", "plumRiver6"),
        (
            "new desk: jane@example.org/token and k3Jd9sLq0Zx7Vb2NmQ8wT5p8Rf2hYc6Ua1Kg4WjE",
            "k3Jd9sLq0Zx7Vb2NmQ8wT5p8Rf2hYc6Ua1Kg4WjE",
        ),
        ("Mail server token 4b1f7c3e-8a52-4d06-9e3b-f17a2c5d8e90", "4b1f7c3e-8a52-4d06-9e3b-f17a2c5d8e90"),
        ('3. on 10.1.1.1 use the break-glass phrase "copper velvet thunder lamp"', "copper velvet thunder lamp"),
        (
            "GET https://example.org/ws?ticket=4b1f7c3e-8a52-4d06-9e3b-f17a2c5d8e90&room=1",
            "4b1f7c3e-8a52-4d06-9e3b-f17a2c5d8e90",
        ),
        ('2) "sess:_6zBE4NFeR24-FAnaQ8JbQ6ct02ylAQR"', "_6zBE4NFeR24-FAnaQ8JbQ6ct02ylAQR"),
        (
            "[06:28] Ann Roe\nand the client secret?\n[06:29] Bob Poe\nm4jhSFRN3ntwIFNe6tjAAK9bL8HliP2LmwyEWnJC1Po\n",
            "m4jhSFRN3ntwIFNe6tjAAK9bL8HliP2LmwyEWnJC1Po",
        ),
        ("    PLUM_VERIFY_TOKEN: copper-thunder", "copper-thunder"),
    ],
)
def test_a_secret_is_hidden_as_notes_and_settings_write_it(text: str, secret: str) -> None:
    assert ("SECRET", secret) in found(text)


@pytest.mark.parametrize(
    "text",
    [
        "* Design team: office@example.org / Building7",
        "paths: jane@example.org/token and the rest of it",
        'the catch phrase "copper velvet thunder lamp" on 10.1.1.1',
        "GET https://example.org/help?ticket=482113&room=1",
        "    DB_PASSWORD: postgres-credentials",
        "<tr><th>Host</th><th>User</th><th>Password</th></tr><tr><td>a7</td><td>b</td><td>in CyberArk</td></tr>",
    ],
)
def test_what_is_written_like_that_and_opens_nothing_stays(text: str) -> None:
    assert not [value for kind, value in found(text) if kind == "SECRET"]
