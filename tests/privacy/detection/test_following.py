"""Secrets that stand one behind the other are known by the first of them."""

from __future__ import annotations

import pytest

from .reading import found

KEYS = ["k3Jd9sLq0Zx7Vb2NmQ8wT5", "p8Rf2hYc6Ua1Kg4WjE9zD3", "v5Bn7mXs0Qt3Oi6LyH2rG8"]


@pytest.mark.parametrize(
    "text",
    ["app_key: {}, {}, {}", "app_key: {}; {}; {}", "unseal key:\n- {}\n- {}\n- {}\n", 'app_keys = ["{}", "{}", "{}"]'],
)
def test_those_behind_the_first_are_hidden_with_it(text: str) -> None:
    assert found(text.format(*KEYS)) == [("SECRET", key) for key in KEYS]


def test_what_has_another_form_stays() -> None:
    assert found(f"app_key: {KEYS[0]}, production, eu-1, 3f0c9a71") == [("SECRET", KEYS[0])]


@pytest.mark.parametrize("before", ["api_keys = ", "const apiKeys = ", "  api_keys: ", "INFO loaded api_keys="])
def test_a_list_in_code_is_read_under_the_name_that_it_is_given_to(before: str) -> None:
    assert found(f'{before}["{KEYS[0]}", "{KEYS[1]}"]\n') == [("SECRET", KEYS[0]), ("SECRET", KEYS[1])]
    assert found(f'digests = ["{KEYS[0]}", "{KEYS[1]}"]\n') == []


def test_in_a_list_that_hands_over_keys_the_name_of_a_service_is_enough() -> None:
    items = (
        "- Plum match passphrase: copper-velvet-thunder",
        "- Stores: issuer 6f0c2b1e-94a7-4d35-8e0b-2c7f51a9d384, key id QUN9IIUNKJ",
        f"- Plumbase: {KEYS[0]}",
        "- Last commit: 7d1f0c93b2a84e65d90f3c1a7b62e8547d1f0c93",
        f"- Pearhub - {KEYS[1]}",
    )
    assert found("\n".join(items)) == [("SECRET", value) for value in ("copper-velvet-thunder", *KEYS[:2])]
    assert found("\n".join(items[1:])) == []


def test_a_code_in_a_list_of_secrets_opens_something() -> None:
    items = ["- Tablet: PIN 730518", "- Plum machine: code 4711 (by the stairs)", "- Last error: code 1203"]

    assert found("\n".join(items)) == [("SECRET", "730518"), ("SECRET", "4711")]
    assert found("\n".join(items[1:])) == []


def test_the_new_key_of_a_licence_is_hidden_behind_the_old_one() -> None:
    old, new = "QA74-DRRZ-OB11-JQHO-BLIB", "QB65-31XL-806V-K8ZI-WEAO"

    assert found(f"My key is {old}.\n\nReply: please use the new one {new}. Asset tag LT-8.") == [
        ("SECRET", old),
        ("SECRET", new),
    ]
    assert found(f"My key is {old}.\n\nThe new one arrived, serial {new} is on the box.") == [("SECRET", old)]
    assert found(f"My router is old.\n\nPlease use the new one {new} in rack 4.") == []
    assert found(f"My key is {old}.\n\nPlease use the new one LT-87663.") == [("SECRET", old)]
