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
