"""Passwords that a service makes for one program and shows in groups."""

from __future__ import annotations

import pytest

from .reading import found

GROUPS = "kqzt wbno xfhd prlm"


@pytest.mark.parametrize(
    "text",
    [
        'Host imap.example.org\nUser jane@example.org\nPass "{}"\n',
        "app password: {}",
        "The app password is {} for the scanner.",
        "GMAIL_APP_PASSWORD={}\n",
        "smtp:\n  user: jane@example.org\n  pass: {}\n",
        "Your app password for your device\n\n{}\n\nHow to use it",
        "machine smtp.example.org login jane password {}",
    ],
)
@pytest.mark.parametrize("groups", [GROUPS, GROUPS.replace(" ", "-")])
def test_four_groups_of_letters_are_a_password_where_a_word_says_so(text: str, groups: str) -> None:
    assert ("SECRET", groups) in found(text.format(groups))


def test_six_groups_of_letters_and_digits_are_one_too() -> None:
    assert found("application password: kQ7t Wb3o xFhd 9rLm Zt2p vB8c") == [("SECRET", "kQ7t Wb3o xFhd 9rLm Zt2p vB8c")]


@pytest.mark.parametrize(
    "text",
    [
        'Pass "some more than four"',
        "To pass, each test must have been kept open",
        "app password: must stay with whom they knew",
        "the password form has grown from html into json",
        f"the groups {GROUPS} are a sample",
        "pass rate: test case runs were good last week here",
    ],
)
def test_four_short_words_are_no_password(text: str) -> None:
    assert found(text) == []
