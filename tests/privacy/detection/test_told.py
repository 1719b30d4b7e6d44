"""Secrets that people tell each other: found by their look and by a word for secrets near them, in any wording."""

from __future__ import annotations

import pytest

from .reading import found

KEY = "q7Vt2mZx9LbN4sWd8RkJ"
HEX = "7d1f0c93b2a84e65d90f3c1a7b62e854"


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        ("Ok, your self-service login has been reset to Plum$4711 until Friday.", "Plum$4711"),
        ("Nobody write down the password, it's Quince@2031.", "Quince@2031"),
        ("the root password there was changed to kV=t8Wq!zLp last night", "kV=t8Wq!zLp"),
        ("It says the password is wrong but I type orchard2031 as always", "orchard2031"),
        ("WLAN-Passwort steht am Gerät, hier noch einmal: pflaume4711", "pflaume4711"),
        ("L'espace est protégé, le mot de passe de cette année est Prune@2031.", "Prune@2031"),
        ("O acesso faz-se com a palavra-passe inicial Ameixa47Rio.", "Ameixa47Rio"),
        ("Geçici şifrem Erik$4711 çalışmıyor", "Erik$4711"),
        ("Lösenordet till mappen är Plommon+Höst1.", "Plommon+Höst1"),
        ("Het paswoord van de camera is Pruim4711.", "Pruim4711"),
        ("Hasło do panelu to Sliwka4711!", "Sliwka4711!"),
        ("Heslo k souboru je svestka4711", "svestka4711"),
        ("La clave del portal es Ciruela4711", "Ciruela4711"),
        ("Das Excel ist mit Pflaume18# geschützt.", "Pflaume18#"),
        ('The contract opens with "kQ8%vTz0=eLw".', "kQ8%vTz0=eLw"),
        ("The file is password protected (kW%DvTz=g2M).", "kW%DvTz=g2M"),
        ("The archive is encrypted, passphrase `plum-river-lantern`", "plum-river-lantern"),
        ('Verbal password given: "plumorchards" - matches.', "plumorchards"),
        ("Office Wi-Fi: network Plum, key orchard-gate-2031", "orchard-gate-2031"),
        ("Für das WLAN im Haus nehmen Sie bitte den Schlüssel pflaumen01", "pflaumen01"),
        ("Guest wireless: choose Visitors and enter plumnet979 when asked", "plumnet979"),
        ("SSID Visitors, clé prune-verger-2031", "prune-verger-2031"),
        ("the printer has admin pin 8271", "8271"),
        ("In-room safe PIN last stay was 3065 (asked us to keep it)", "3065"),
        ("Die PIN für den Keller ist 7273.", "7273"),
        ("Le code du portail est 4711A", "4711A"),
        ("the door code: 5578#", "5578#"),
        ("sftp creds still mona / Plum@November15 ?", "Plum@November15"),
        ("smtp login on the relay is still postmaster / orchard7706", "orchard7706"),
        ("ipmi is admin/Pl0mm3n_27 btw", "Pl0mm3n_27"),
        ("With jane@example.org / Pl$m3r-38! I see other invoices", "Pl$m3r-38!"),
        ("videos = jane@example.org + orchard2031", "orchard2031"),
        (f"fyi our shared token for the label service is {KEY} (rotates)", KEY),
        (f"Token abgelaufen. Nimm den hier: {KEY}", KEY),
        (f"De koppeling gebruikt nu deze API-sleutel: {HEX}", HEX),
        (f"The API answers 403 for key `plm-{HEX}`.", f"plm-{HEX}"),
        (f"só a administração tem a chave da API ({KEY} – a trocar)", KEY),
        ("here is the licence key you asked for: 2ZJ54Y2A-IPN13J9E-VXB5JTB6", "2ZJ54Y2A-IPN13J9E-VXB5JTB6"),
        ("<tr><td>One-time password</td><td><code>orchard2031</code></td></tr>", "orchard2031"),
        ("Plum$4711 is the new password", "Plum$4711"),
        ("VPN: jroe / Plum4711!", "Plum4711!"),
        ("Mi clave es ciruela7", "ciruela7"),
        ("Lockbox on the left, code 4711", "4711"),
        (f"API key:\n\n```\n{KEY}\n```\n", KEY),
        (f"the DD_API_KEY for staging: {HEX}", HEX),
        (f"rotated the weather service, new one: {KEY} (the old one dies at six)", KEY),
        (f"can you try with `{HEX}` ? that's the new application token", HEX),
        (
            "here is the Snyk key you asked for:\n3f2504e0-4f89-41d3-9a0c-0305e82c3301",
            "3f2504e0-4f89-41d3-9a0c-0305e82c3301",
        ),
        ("the seed is UDRZXJWSGL6NOEK4IJFVXVJDPWSHKSYL, for your phone", "UDRZXJWSGL6NOEK4IJFVXVJDPWSHKSYL"),
        ("what's the wifi password again?\nDavid: it's summer-granite-orange-delta\n", "summer-granite-orange-delta"),
        (f"In client.ts we hardcode {KEY}. It should come from the environment.", KEY),
        (f"Please don't commit this: `{HEX}` should come from the vault", HEX),
        (f"as discussed, find the partner API key below.\n\n{HEX}\n", HEX),
        (f"We cannot merge this, {HEX} is a live credential", HEX),
        ("Initial password: CandleNectarSilverLantern", "CandleNectarSilverLantern"),
        ("basic auth on the preview site is jane / Plum4711x, as before", "Plum4711x"),
        (f"I put {KEY} as the CLOUDFLARE_API_TOKEN", KEY),
        (
            "rotated the SERVICE_API_KEY, new one is 3f2504e0-4f89-41d3-9a0c-0305e82c3301",
            "3f2504e0-4f89-41d3-9a0c-0305e82c3301",
        ),
        (f"Secret access key\n{KEY}{KEY}\n", KEY + KEY),
        (f"API密钥：{KEY}", KEY),
        ("Portal locked her out, told her the temporary one: Plum$4711.", "Plum$4711"),
        ("您的临时密码是 Mei4711x", "Mei4711x"),
        ("Votre code d'accès provisoire est le 471163.", "471163"),
        (f"https://{HEX}:@api.example.com/2", HEX),
    ],
)
def test_what_looks_like_a_secret_is_one_near_a_word_for_secrets(text: str, secret: str) -> None:
    assert ("SECRET", secret) in found(text)


@pytest.mark.parametrize(
    ("talk", "secret"),
    [
        ("[13:31] Ann: who has the break-glass login?\n[13:32] Joe: it's `ci` / `Pl0m%3x9`, rotate it", "Pl0m%3x9"),
        (
            "Ann  21:44\nwie weet het wachtwoord van de console?\nEva Roe  21:45\nPruim@Boom38  (niet doorsturen)",
            "Pruim@Boom38",
        ),
        ("Me: and the e-file pin from last year\nJoe: 190842\nMe: thanks", "190842"),
        ("Ann: whats the video password again\nJoe: plumorchards", "plumorchards"),
        ("Joe: tiene alguien la clave de la clase? la olvidé\nAna: la nuestra es Ciruela!251 jaja", "Ciruela!251"),
        (f"the build needs an API key?\n{KEY}\n", KEY),
    ],
)
def test_an_answer_is_a_secret_where_the_question_asks_for_one(talk: str, secret: str) -> None:
    assert ("SECRET", secret) in found(talk)


@pytest.mark.parametrize(
    "text",
    [
        "the password for db-prod-01 has expired",
        "password policy: at least 12 characters, sha256-hashed",
        "Reset password for user roe2031 requested",
        "the token endpoint moved to /v2/oauth2 in release 4.11.2",
        f"commit {HEX} adds a token cache",
        f"The key fingerprint is SHA256:{KEY}",
        f"session cache key digest {HEX}",
        "pin 4 of the connector, pins 1-4, GPIO pin 17",
        "PIN-62153          dowel pin 4 mm, qty 443",
        "error code 4711 while the door was open, exit code 2031",
        "Enter the password below:\nSubmit",
        "wifi 802.11ac on wlan0, WPA2-PSK",
        "Wifi: Ziggo4711, ask at the desk",
        "log in with your username jroe2031",
        "the passphrase is case-in-sensitive and never-to-be-shared",
        "postgres://<user>:<password>@localhost:5432/tickets",
        "the secret is in src/config/prod-2031.yaml",
        'raise KeyError("token", "plum4711")',
        "key = (r'%s\\6.0\\Build')",
        "INSERT INTO foo (key) VALUES ('remaining+1000')",
        "password1 and password2 must match",
        "0x33b9:'mv', 0x33ba:'pw', 0x33bb:'nw'",
        "always pass iso_timestamp_start to the user tool",
        "root cause: deploy 2031 with config8a",
        f"session cache key {HEX} evicted, partition key {HEX}",
        f"ssh-rsa public key AAAAB3NzaC1yc2EAAAADAQABAAABgQC{KEY}",
        "pin memory 4711 pages",
        "password reset link sent to jroe2031",
        "promo code PLUM2031, area code 2031, country code 0049",
        "gpg --keyserver keys.example.org --recv-keys 5BE8A3F6C8A5C01D106C0AD820B1A390B168D356",
        "see crypto.md#cryptoscryptpassword-salt-keylen-options",
        "the message is encrypted using salsa20, then aes-256-cbc",
        "const encrypted =\n  'e5f79c5915c02171eec6b212d5520d44480993d7d622a7c4c2da32f6efda0ffa'",
        "arn:aws:secretsmanager:eu-1:4711:secret:rds-custom!* and arn:aws:iam::4711:user/jroe-2031",
        "clone ssh://git-2031.example.org/plum",
        "signing names used for the services s3 and s3-control",
        "Thomas Claveirole\nLicense: BSL-1.0",
        "Authorization: AWS4-HMAC-SHA256 signs it",
        "token 123e4567-e89b-12d3-a456-426614174000 not found",
    ],
)
def test_words_near_a_word_for_secrets_stay_readable(text: str) -> None:
    assert [value for kind, value in found(text) if kind == "SECRET"] == []


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        ("Mein eigenes Passwort habe ich auf Quitte-Pflaume-31 geändert, das hilft aber nicht.", "Quitte-Pflaume-31"),
        ("Das Kennwort wurde gestern auf Plum4711x zurückgesetzt.", "Plum4711x"),
        ("Het wachtwoord heb ik op Plum4711x gezet", "Plum4711x"),
        (f"db pass for that branch is `{KEY}`", KEY),
        (f"the redis pass on prod: {KEY}", KEY),
        ("Old v2c community was plum-river90, please remove it.", "plum-river90"),
        ("SNMP community string: plumriver90", "plumriver90"),
        (f"We rotated it yesterday, the new one for the returns portal is {KEY * 2}", KEY * 2),
        ("Read only: plum_ro / graniteHarbor42#", "graniteHarbor42#"),
        ("- Reporting: plum.reader / Rocket-Saddle-78\n", "Rocket-Saddle-78"),
    ],
)
def test_a_secret_is_told_where_the_verb_stands_last_or_who_has_it_stands_first(text: str, secret: str) -> None:
    assert found(text) == [("SECRET", secret)]


@pytest.mark.parametrize(
    "text",
    [
        "Das Passwort liegt auf server01 und wird dort geändert",
        f"all tests pass on build {KEY} now",
        "our open source community was founded-2019 in Berlin",
        "Platform: linux-x86.64 / Ubuntu22.04",
        "Branch: feature_x / release-2024",
        "Model: plum_14 / A2649-EMEA",
        "Zone: eu_west / eu-west-1a",
    ],
)
def test_words_that_only_stand_like_that_are_no_secrets(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "Our id is app_4412 and we sign with\n\n{}\n\nand the body is sorted.",
        "The exporter authenticates with {} (read only)",
        "I put in the API key from the settings, account 889123:\n{}\nIs it the wrong one?",
    ],
)
@pytest.mark.parametrize("value", [KEY + KEY[::-1], "/" + KEY + "+" + KEY[::-1]])
def test_what_is_signed_or_announced_with_is_a_key_also_behind_a_slash(text: str, value: str) -> None:
    assert found(text.format(value)) == [("SECRET", value)]


UUID = "3f0c1d7e-8a52-4b6f-9e21-70d4c5b8a916"


@pytest.mark.parametrize(
    "text",
    [
        f"The client secret of the app registration `{UUID}` has expired.",
        f"Das Secret der Anwendung `{UUID}` läuft ab.",
        f"It was denied because the KMS key {UUID} has no grant.",
        f"The disk is sealed with the Key Vault key {UUID}.",
        f"8 secrets left; no role on /subscriptions/{UUID} yet",
        f"two tokens revoked in projects/{UUID}/locations/eu",
        f"plum updated, token accessor {KEY}",
    ],
)
def test_the_number_of_what_a_secret_belongs_to_stays_readable(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize(
    "text",
    [
        f"The client secret of the app registration: `{UUID}`",
        f"The API key for the orchard is `{UUID}`.",
        f"Maps key {UUID} is blocked",
        f"his API key `{UUID}` was in /srv/plum",
    ],
)
def test_a_number_that_is_the_secret_itself_is_hidden(text: str) -> None:
    assert found(text) == [("SECRET", UUID)]


def test_a_key_that_begins_within_reach_is_hidden_to_its_end() -> None:
    key = KEY * 8
    text = f"Copy the following enrollment token and paste it into the page in your browser (30 minutes):\n  {key}\n"

    assert found(text) == [("SECRET", key)]
    assert found(f"the token of the old gateway beside the orchard, as {'far' * 20} as I know: {key} ok") == [
        ("SECRET", key)
    ]


def test_what_somebody_else_signs_with_stays_readable() -> None:
    assert found("Releases: we sign with cosign, see docs/Release-2031/howto for the details") == []


SUBTITLES = """\
WEBVTT

b6c9f4da-4326-472a-957b-123ac8987bce/46-0
00:06:49.892 --> 00:06:55.027
<v Tuva>And the password?</v>

b6c9f4da-4326-472a-957b-123ac8987bcf/83-0
00:06:56.748 --> 00:07:01.037
<v Ann>It's plum152SIL!, capital letters where you would expect them.</v>
"""


def test_the_number_of_a_subtitle_is_no_answer_and_what_is_said_below_it_is_one() -> None:
    assert found(SUBTITLES) == [("SECRET", "plum152SIL!")]


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        ("> host ftp.example.org\n> user plum_ftp\n> pass Heron0390\n>\n> Ann", "Heron0390"),
        ("  * Agent: Benutzer ''veeam'', Kennwort ''30Pflaume#''", "30Pflaume#"),
        ("Enable secret (all): garden-plum-70\nVLANs 10/20", "garden-plum-70"),
        ("Authenticator secret: uv4p pcng ino6 ctrw gapx rzj5 uuvk mw4l\n", "uv4p pcng ino6 ctrw gapx rzj5 uuvk mw4l"),
        ("You requested a verification code. Enter this code:\n\n6749-0873\n\nIt expires.", "6749-0873"),
        (
            "Sign in: https://example.org/auth/email/f95291fb7363bece1de0c7eb81735ce6",
            "f95291fb7363bece1de0c7eb81735ce6",
        ),
        (
            "Sign in: https://example.org/loginwithemail?state=nolWyQ3Unn9K3yMn1Mij01BBJG1XXGnA",
            "nolWyQ3Unn9K3yMn1Mij01BBJG1XXGnA",
        ),
    ],
)
def test_what_a_mail_or_a_page_hands_over_is_found_in_its_notation(text: str, secret: str) -> None:
    assert found(text) == [("SECRET", secret)]


def test_a_cell_holds_an_account_and_its_password_below_a_head_that_says_so() -> None:
    table = "| Env | Basic auth |\n|---|---|\n| dev | dev / Plum_7391 |\n| qa | plum_qa / River4410 |\n"

    assert [value for kind, value in found(table) if kind == "SECRET"] == ["Plum_7391", "River4410"]
    assert found(table.replace("Basic auth", "Runs on")) == []


@pytest.mark.parametrize("password", ["plum.River.7391", "River4410", "plum!River"])
def test_a_note_says_where_who_and_what_lets_them_in(password: str) -> None:
    assert ("SECRET", password) in found(f"router http://192.0.2.7  admin {password}\npassport at home\n")
    assert found("router http://192.0.2.7  admin pages\n") == [("IP", "192.0.2.7")]


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        ("Whats the password for the films again\n\nNov 15, 2026  05:06:53 PM\nMe\nits Plum2026!\n", "Plum2026!"),
        (
            "Whats the password\n\nNov 15, 2026  05:06:53 PM (Read by you)\nMom (404.555.0123)\nPlum2026!\n",
            "Plum2026!",
        ),
        (
            "ci-1  | Please use the password below:\nci-1  | \nci-1  | 593aa89c278a210f4a27f32774898b04\n",
            "593aa89c278a210f4a27f32774898b04",
        ),
    ],
)
def test_an_answer_is_found_below_what_a_phone_or_a_container_writes(text: str, secret: str) -> None:
    assert [value for kind, value in found(text) if kind == "SECRET"] == [secret]


def test_a_public_key_is_no_answer() -> None:
    text = "then we switch the password off:\nssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIPlumRiverStone jane@plum"

    assert not [value for kind, value in found(text) if kind == "SECRET"]


@pytest.mark.parametrize("cells", [",Low\n", ",High,2\n", ",", ",,open\n"])
@pytest.mark.parametrize("key", [KEY, HEX])
def test_a_key_that_ends_a_cell_of_a_row_is_found(key: str, cells: str) -> None:
    assert ("SECRET", key) in found(f"7,Sales,Sync it to the sheet. API key is {key}{cells}")


@pytest.mark.parametrize("text", [f"7,{HEX},Low\n", f"commit {HEX},main", "7,API key is missing,Low\n"])
def test_cells_that_nothing_announces_stay_readable(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        (f"Please use the following key for lookups; it replaces the trial one.\n\n    {HEX}\n\nGreetings", HEX),
        (f'note,API,"clé publique {HEX[::-1]}\nclé secrète {HEX}",,0\n', HEX),
        (f"Your licence token for the build server is -{KEY}_{KEY}.", f"-{KEY}_{KEY}"),
        (f"curl -fsS https://uptime.betterstack.com/api/v1/heartbeat/{KEY} >/dev/null", KEY),
    ],
)
def test_a_key_is_found_whole_where_it_is_announced(text: str, secret: str) -> None:
    assert [value for kind, value in found(text) if kind == "SECRET"] == [secret]


TALK = "Ann: I'm in the console of db-7 but it wants the local root\nBob: try {}\nAnn: nope\n"


@pytest.mark.parametrize("password", ["Plumriver4711!", "Copper.River.otter9", "plum$Otter7"])
def test_what_somebody_shall_try_where_a_login_is_asked_for_is_hidden(password: str) -> None:
    assert ("SECRET", password) in found(TALK.format(password))
    assert found(TALK.replace("the local root", "more memory").format(password)) == []


def test_the_old_one_of_a_login_that_is_asked_for_is_hidden() -> None:
    talk = TALK.format("again") + "Bob: then it still has the old one, plum-otter-471\n"

    assert found(talk) == [("SECRET", "plum-otter-471")]


@pytest.mark.parametrize("tried", ["kubectl-1.29", "Ctrl+Shift+R", "sudo!!", "node-12-web", "https://plum.example/x"])
def test_programs_keys_and_machines_that_somebody_shall_try_stay_readable(tried: str) -> None:
    assert found(TALK.format(tried)) == []


def test_a_password_of_letters_that_nobody_can_say_is_found_in_settings() -> None:
    assert found("smtp_auth_password: pvpzqtgrhbafpmpc\ntimeout: 5m\n") == [("SECRET", "pvpzqtgrhbafpmpc")]
    assert found("smtp_auth_password: required\n") == []


def test_a_word_that_a_wiki_sets_stands_between_a_token_and_what_it_is_for() -> None:
    assert found(f"Token for the project {{{{plums}}}}: {KEY}\n") == [("SECRET", KEY)]
    assert found("token: {{plums}}\n") == []
    assert found(f"Challenge token {KEY} served, status valid\n") == []


def test_a_secret_in_quotes_may_look_like_a_call() -> None:
    secret = "i8(gd40jxe=*w14ak-z_0ys47f!sudfqkfxs!ebw@xxel+uc^g"
    assert ("SECRET", secret) in found(f'    DJANGO_SECRET_KEY: "{secret}"\n    DEBUG: "false"\n')
    assert found('    secret_key = "get_secret(name)"\n') == []
