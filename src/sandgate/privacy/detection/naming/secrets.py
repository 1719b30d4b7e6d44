"""Names of fields that hold secrets, judged by the words they are made of: `LOGGED_IN_SALT`, `X-Erp-Key`.

What the last word is decides; in languages that say first what a field holds, the first one.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from ..words import phrases, words
from ..writing.folding import unaccented
from .surroundings import ASIDE, IDENTIFIERS, MEASURES, OPEN_KEYS, VERSIONS

_PASSWORDS = words("""
    password passwords passwd passwds pwd pw pass passphrase passwort kennwort contrasena senha haslo wachtwoord
    paswoord heslo parola salasana losenord adgangskode kodeord passord lozinka geslo tunnussana sifre sifresi
    jelszo mdp psk requirepass masterauth bindpw rootpw userpw passcode pswd psw passw passwrd pword codeword
    paswd psswd pswrd pasword pssword paswrd psswrd psword
    пароль geheimnis
""")
_ENDS_OF_PASSWORDS = (
    "password", "passwd", "passphrase", "passwort", "kennwort", "wachtwoord", "losenord", "passord", "paswoord", "pwd",
    "пароль", *map(unaccented, ("密码", "密碼", "口令", "パスワード", "비밀번호", "비번", "암호", "暗証番号")),
)  # fmt: skip
"""Names are compared without accents, which takes letters of Korea and Japan apart as well."""
_HAVE_PASSWORDS = words("""
    db user root admin smtp auth key store bind mail ftp sftp sudo become proxy http login vault pg my mysql redis
    ssh sql wifi
""")
_NO_PASSWORDS = words("boarding ski day bus season travel to must will can not")
"""What a `pass` lets in, and `condition to pass`."""
_CODES = words("pin puk otp totp cvv cvc")
_OPENED = words("""
    access security door gate alarm safe entry entrance lock keypad pin puk otp mfa unlock lockbox wifi zugangs acceso
    acesso accesso acces porta puerta porte
""")
"""What a `code` opens."""
_TOKENS = words("""
    token secret secrets salt auth authorization bearer cookie credential credentials cred creds apikey apikeys authkey
    hmac
    privatekey clientsecret jwt pat sas sastoken mnemonic passkey secretstring secretaccesskey authtoken pepper
    accesskey secretkey токен jeton
""")
_KEYS = words("""
    key keys schlussel schluessel sleutel chiave cle clef chave llave klucz nyckel nokkel nogle anahtar klic kluc
    kulcs avain ключ cheie
""")
_ENDS_OF_TOKENS = (
    "secret", "apikey", "token", "токен",
    *map(unaccented, (
        "令牌", "トークン", "토큰", "密钥", "密鑰", "秘钥", "秘密鍵", "シークレット", "시크릿", "비밀키", "apiキー",
        "api키", "アクセスキー", "액세스키", "인증키",
    )),
)  # fmt: skip
_EASTERN_KEYS = tuple(map(unaccented, ("キー", "키")))
_ENDS_OF_KEYS = ("schlussel", "schluessel", "sleutel", "nyckel", "nokkel", "nogle", *_EASTERN_KEYS)
_OF_A_TOKEN = words("""
    api secret private access signing sign encryption encrypt decryption auth authentication authorization master
    webhook hook hmac app application client consumer account shared subscription license licence storage server
    service deploy ssh fernet crypto cipher crypt aes rsa cookie session token jwt join tls ssl unseal
    integration ingest ingestion write publish instrumentation merchant rest wallet admin root vendor secreta
    segreta secrete licencia preshared stripe openai anthropic aws gcp google maps azure github gitlab sendgrid
    mailgun twilio slack heroku huggingface firebase algolia datadog pinecone cohere mistral groq cloudflare
""")
"""Before or behind `key`: what such a key opens is known, so that plainer values are believed."""
_SAID_FIRST = words("""
    contrasena senha haslo heslo parola lozinka geslo mdp пароль clave chiave cle clef chave llave klucz klic ключ
    pin codigo codice
""")
"""As languages say it that put what a field holds first: `CLAVE_SFTP`, `PIN de firma`."""
_LOCKS = words("clave chiave cle clef schlussel wifi wlan")
"""Where only what looks like a password is one: a `clave` may also be the number of a product."""
_OF_A_VALUE = words("""
    hash digest value text string data material encrypted crypted hashed plain plaintext raw base field input current
    confirm confirmation repeat
""")
"""What may follow and says how it is written."""
_WHOLE: dict[str, str] = {
    **dict.fromkeys(phrases("""
        mot de passe, mot passe, pass phrase, pass word, p w, security answer, secret answer, palavra passe, ключ
        доступа, unicode pwd, enable secret, pre shared key, preshared key, wifi key, wifi code, wi fi key, wi fi
        code, wi fi password, pass code, verify token, memorable word, secret word, security word, code word
    """), "password"),
    **dict.fromkeys(phrases("""
        totp seed, otp seed, mfa seed, hotp seed, totp uri, otpauth, wallet seed, two factor seed,
        secret id, client secret id, app role secret id, access key id, session key, auth string, connection
        string, primary connection string, secondary connection string, seed phrase, recovery phrase,
        shared access signature, x amz signature, community string, origin verify,
        authorization code, device code, auth header, account sas, set cookie, webhook url
        secret, sonar login, remember me, remember user token, x goog signature, secret text,
        cypress record key, currents record key, service role, service role key, nuget key,
        ssh key, cle api, x honeycomb team, auth user info, raw result,
        epp code, eppcode, auth info code, authinfo code, domain auth code, domain auth, domain transfer code
    """), "token"),
    **dict.fromkeys(phrases("""
        session id, sessionid, session, sess, sess id, sid, sessid, jsessionid, phpsessid, asp net session id,
        connect sid, session cookie, csrf, xsrf, nonce token
    """), "session"),
    **dict.fromkeys(phrases("pgp key, gpg key, pgp keys, gpg keys"), "armour"),
    **dict.fromkeys(phrases("recovery code, recovery codes, backup code, backup codes, scratch codes"), "recovery"),
    **dict.fromkeys(phrases("user code"), "device"),
    **dict.fromkeys(phrases("gift card code, giftcard code, gift code, voucher code, gutscheincode"), "voucher"),
    **dict.fromkeys(phrases("invitation code, invite code, einladungscode, code d invitation"), "drawn"),
    **dict.fromkeys(phrases("access code"), "access"),
    **dict.fromkeys(phrases("host key"), "host"),
    **dict.fromkeys(phrases("community, key material"), "lock"),
    **dict.fromkeys(phrases("snmp community, snmp ro community, snmp rw community"), "community"),
    **dict.fromkeys(phrases("plaintext, cleartext, signing, client token, key value, encrypt"), "generated"),
    **dict.fromkeys(phrases("""
        card verification, cvv number, security code, one time password, mfa code, reset code, login code,
        verification code, verification codes, sms code
    """), "code"),
}  # fmt: skip
"""Names that say it only as a whole."""
_KNOWN_TO_ALL = words("public publishable pub publicly publique publica pubblica websiteschlussel")
_HIDDEN = words("secret private password passwd")
_WRONG = words("incorrect invalid wrong")
_OF_A_SESSION = words("connect session sess express php login auth cookie")
_WHICH_ONE = words("used in use deprecated legacy")
"""Behind the name: `api_token_used`, `hapikey (deprecated)`."""
_MOST_WORDS = 5
_INSIDE = _TOKENS - words("auth cookie salt pat")
ABOUT_A_SECRET = words("""
    name names arn issuer fingerprint thumbprint address contract mint owner user username symbol kid endpoint
    audience namespace bucket table class image tag topic queue role manager provider tokenizer server host
    signature revision model request response error message accessor identifier identifiers
""")
"""What stands last where only something about a secret is told: `TOKEN_ISSUER`, `SECRET_ARN`."""


def secret_form(parts: list[str]) -> str:
    """The form of what a field of that name holds; nothing where it holds no secret."""
    if parts[0:1] == ["checksum"]:
        return ""  # `checksum/secret`, by which a machine sees that one has changed
    if parts == ["salt"]:
        return ""  # it opens nothing, and is kept beside what it was mixed with
    if not _KNOWN_TO_ALL.isdisjoint(parts) and _HIDDEN.isdisjoint(parts):
        return ""  # `publishable_key`, `NEXT_PUBLIC_MAPS_KEY`
    if parts[0:1] and parts[0] in _WRONG:
        return ""  # `incorrect_cvc`, as errors are called
    if ("search", "only") in pairwise(parts):
        return ""  # it is made for pages that everybody reads
    if "of" in parts:
        parts = parts[: parts.index("of")]  # `type of secret`
    if "from" in parts[1:]:
        parts = parts[: parts.index("from", 1)]  # `SubjectFromWebIdentityToken`
    parts = [*parts[:-1], parts[-1].rstrip("0123456789")] if parts else parts
    parts = parts[:-1] if parts and parts[-1] in ("", "v") else parts  # `API_KEY_2`, `password_v4`
    while parts and parts[-1] in _WHICH_ONE:
        parts = parts[:-1]
    if not parts or parts[-1] in ASIDE:
        return ""
    if parts[-1] == "sid" and len(parts) > 1 and parts[-2] not in _OF_A_SESSION:
        return ""  # `object_sid`, by which Windows numbers somebody
    for count in range(min(_MOST_WORDS, len(parts)), 0, -1):
        if form := _WHOLE.get(" ".join(parts[-count:])):
            return form
    last = parts[-1]
    if last in _OF_A_VALUE and len(parts) > 1:
        before = secret_form(parts[:-1])
        return before if before in ("password", "token") else ""
    return _by_its_last(parts, last) or (_by_its_first(parts) if len(parts) > 1 else "")


def _by_its_last(parts: list[str], last: str) -> str:
    before = parts[-2] if len(parts) > 1 else ""
    if (last in _PASSWORDS or last.endswith(_ENDS_OF_PASSWORDS)) and before not in _NO_PASSWORDS:
        return "password"
    if last.endswith("pass") and last.removesuffix("pass") in _HAVE_PASSWORDS:
        return "password"  # `dbpass`
    if last in _CODES or (last in ("code", "combination", "combo") and before in _OPENED):
        return "code"
    if last == "sig":
        return "signature"
    if last.endswith("key") and last[:-3] in _OF_A_TOKEN:
        return "token"  # `clientkey`
    if last in _TOKENS or last.removesuffix("s") in _TOKENS or last.endswith(_ENDS_OF_TOKENS):
        return "token"
    if last in _LOCKS and not before:
        return "lock"
    if last == "clave" and before in _HAVE_PASSWORDS:
        return "password"  # `smtp_clave`
    if last in _KEYS or last.endswith(_ENDS_OF_KEYS):
        return _key(parts, before, last)
    return "lock" if last in ("wifi", "wlan") or parts[-2:] == ["wi", "fi"] else "ssid" if last == "ssid" else ""


def _key(parts: list[str], before: str, last: str) -> str:
    if "cache" in parts or "cached" in parts:
        return ""  # `Cache restored from key`
    if not before:
        return "" if last in ("key", "keys") else "key"
    if before in OPEN_KEYS:
        return "shared" if before in ("primary", "secondary") and last == "key" else ""
    if before in ("wifi", "wlan", "fi"):
        return "password"
    return "token" if before in _OF_A_TOKEN else "key" if last != "keys" else ""


def _by_its_first(parts: list[str]) -> str:
    first = parts[0]
    if first not in _SAID_FIRST and parts[:3] != ["mot", "de", "passe"]:
        return ""
    if first in _KEYS:
        return "lock" if "wifi" in parts else "token" if _OF_A_TOKEN.intersection(parts) else "key"
    if first in ("codigo", "codice", "pin"):
        return "code" if first == "pin" or _OPENED.intersection(parts) else ""
    return "lock" if first in _LOCKS else "password"


def may_be_chosen(names: Iterable[str]) -> bool:
    """`Password / key`: what people chose is less strictly looked at than what machines made."""
    forms = ["key" if name in ("key", "token") else secret_form(name.split()) for name in names]
    return "password" in forms and all(forms)


def holds_secrets(parts: list[str]) -> bool:
    """`functionKeys`, `client_secret`, `tokens`: what stands below it, under names that say nothing, is secret."""
    if (
        not parts
        or not _KNOWN_TO_ALL.isdisjoint(parts)
        or parts[-1] in ("cookie", "cookies", "auth", "authorization", "salt")
    ):
        return False
    last = parts[-1]
    if last in _KEYS and len(parts) > 1:
        return parts[-2] not in OPEN_KEYS
    if last == "oauth" and len(parts) > 1:
        return True  # `github-oauth`, as Composer keeps what opens a host
    return last in ("keys", "credentials") or secret_form(parts) == "token"


def holds_a_secret_inside(parts: list[str]) -> bool:
    """`TOKEN_WEBHOOK`, `API_KEY_BILLING`: the word for a secret comes first, and what it opens behind it.

    Such names may tell something else about a secret, so that only what a machine made is believed there.
    """
    last = parts[-1] if parts else ""
    if last in ABOUT_A_SECRET or any(last in others for others in (ASIDE, MEASURES, IDENTIFIERS, VERSIONS)):
        return False
    return any(part in _INSIDE or part in _PASSWORDS for part in parts[:-1]) or any(
        part in _KEYS and before in _OF_A_TOKEN for before, part in pairwise(parts[:-1])
    )
