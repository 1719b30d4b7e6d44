"""Keys that code hands to what signs or encrypts."""

from __future__ import annotations

import pytest

from .reading import found

KEY = "5e0c1f7a93b24d68b1a7c2e94f0d3865"


@pytest.mark.parametrize(
    "code",
    [
        "crypto.createHmac('sha256', '{}').update(body).digest('hex')",
        'hmac.new(b"{}", body, hashlib.sha256)',
        'hmac.new("{}".encode(), body, "sha256")',
        "hash_hmac('sha256', $payload, '{}')",
        "OpenSSL::HMAC.hexdigest('sha256', '{}', data)",
        'hmac.New(sha256.New, []byte("{}"))',
        'new SecretKeySpec("{}".getBytes(), "HmacSHA256")',
        'new HMACSHA256(Encoding.UTF8.GetBytes("{}"))',
        ':crypto.mac(:hmac, :sha256, "{}", body)',
        'jwt.encode(claims(user, "shop"), "{}", algorithm="HS256")',
        "jwt.sign({{ id: 1, role: 'shop' }}, '{}', {{ expiresIn: '1h' }})",
        "JWT::encode($payload, '{}', 'HS256')",
        "CryptoJS.AES.encrypt(message, '{}')",
        "crypto.createCipheriv('aes-256-cbc', '{}', iv)",
        "AES.new(b'{}', AES.MODE_CBC)",
        "stripe.webhooks.constructEvent(body, header, '{}')",
        "SELECT pgp_sym_decrypt(notes, '{}') FROM visits",
    ],
)
@pytest.mark.parametrize("key", [KEY, "Otter9vLm2Qx"])
def test_the_argument_that_is_the_key_is_hidden(code: str, key: str) -> None:
    assert ("SECRET", key) in found(code.format(key))


@pytest.mark.parametrize(
    "code",
    [
        f"crypto.createHash('sha256').update('{KEY}').digest('hex')",
        "createHmac('sha256', secret)",
        "createHmac('sha256', process.env.WEBHOOK_SECRET)",
        "createHmac('sha256', 'your-secret-here')",
        "hmac.new(key, message, 'sha256')",
        "jwt.decode(token, verify=False, algorithms=['HS256'])",
        "jwt.sign(payload)",
        "openssl_encrypt($data, 'aes-256-cbc', $key)",
        "Signer(algorithm='HMAC-SHA256-v2')",
    ],
)
def test_algorithms_names_and_messages_are_no_keys(code: str) -> None:
    assert found(code) == []


def test_a_call_with_its_bracket_on_the_next_line_is_read() -> None:
    assert found('key = Fernet\n("plum")') == []
