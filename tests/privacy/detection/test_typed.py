"""Keys that somebody types in by hand: of a program, of an authenticator, of a domain. All are invented."""

from __future__ import annotations

import pytest

from .reading import found

LICENCE = "K7QX2-9MWPT-4HDR8-V3BZN-6FJC5"
SEED = "K5QXSZNMPCYTFA2C"


@pytest.mark.parametrize(
    "text",
    [
        "Quantity           13\n      Product key        {}\n      Maintenance until  09.06.2027\n",
        "product key: {}",
        "plum editor key {}",
        "Paste the key {} and press Activate.",
        "Clé : {}",
    ],
)
@pytest.mark.parametrize("key", [LICENCE, "8635-4414-7177-1553-1237-8149", "85A7-69E1-A509-F14E"])
def test_groups_of_one_length_behind_the_word_are_a_key(text: str, key: str) -> None:
    assert ("SECRET", key) in found(text.format(key))


@pytest.mark.parametrize(
    "text",
    [
        f"primary key {LICENCE}",
        f"cache key: {LICENCE}",
        f"Part {LICENCE} is on its way",
        "key PLUM-RIVER-STONE-CLOUD",
        "Idempotency key: 8635-4414-7177-1553",
    ],
)
def test_groups_that_open_nothing_stay(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize("name", ["Your key", "Setup key", "Secret key", "Code"])
def test_letters_of_base32_are_a_key_where_an_authenticator_is_spoken_of(name: str) -> None:
    assert ("SECRET", SEED) in found(f"Open the authenticator app.\nAccount name: plum\n{name}: {SEED}\n")
    assert found(f"{name}: PLUMRIVERSTONEXY in your authenticator") == []


@pytest.mark.parametrize("name", ["Domain auth code", "EPP code", "Transfer code", "Auth-info code"])
def test_what_lets_a_domain_move_is_a_secret_behind_a_wide_gap(name: str) -> None:
    assert found(f"Registrar    Plum Names\n{name}    kT7-W8vfA1+d\n") == [("SECRET", "kT7-W8vfA1+d")]


def test_a_licence_of_new_relic_has_capitals_at_its_end() -> None:
    key = "2db601f9d38fec2e17fc8de4c355a4c4FFFFNRAL"

    assert found(f"New Relic license for the agent is {key}, thanks") == [("SECRET", key)]


def test_a_seed_is_found_in_fours_and_in_the_address_of_a_picture() -> None:
    fours = "k5qx sznm pcyt fa2c"
    picture = f"chart?cht=qr&chl=otpauth://totp/jane@plum%3Fsecret%3D{SEED}%26issuer%3Dplum"

    assert ("SECRET", fours) in found(f"Open the authenticator.\nYour key: {fours}\nType of key: Time based\n")
    assert found(picture) == [("SECRET", SEED)]


@pytest.mark.parametrize("pause", [",,,,", "\\,\\,\\,\\,"])
def test_what_a_phone_dials_to_be_let_in_is_a_secret(pause: str) -> None:
    assert ("SECRET", "471147") in found(f"One tap mobile\n+12025550123,,36658925676#{pause}*471147# US\n")


def test_redis_shows_with_what_somebody_was_let_in() -> None:
    text = '1709079691.345338 [1 10.0.0.7:37483] "AUTH" "plum" "river"\n1709079692.1 [1 10.0.0.7:1] "GET" "AUTH" "a"\n'

    assert [value for kind, value in found(text) if kind == "SECRET"] == ["river"]
