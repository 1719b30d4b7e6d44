"""Who wrote what stands below or behind a name, as chats and trackers show it."""

from __future__ import annotations

import pytest

from .reading import found


@pytest.mark.parametrize(
    ("text", "names"),
    [
        (
            "Marta Lindqvist 16:44\ncan you look?\nOmar Haddad 16:47\nyes\n",
            ["Marta Lindqvist", "Omar Haddad"],
        ),
        ("#ops\n\nMarta van den Berg  9:12 AM\nthe run stopped\n", ["Marta van den Berg"]),
        ("Marta Lindqvist — Yesterday at 21:05\r\nok\r\n", ["Marta Lindqvist"]),
        (
            "Marta Lindqvist added a comment - 09/Oct/25 07:47 PM\n\nok\n\nTobiah Quoll made changes - 09/Oct/25 08:50",
            ["Marta Lindqvist", "Tobiah Quoll"],
        ),
        ("Tobiah Quoll commented on 2025-10-09\n", ["Tobiah Quoll"]),
        ("Internal note by Tobiah Quoll, Dec 07, 2025 12:30\n\nReproduced.", ["Tobiah Quoll"]),
        ("Public reply by Tobiah Quoll on 2025-12-07", ["Tobiah Quoll"]),
    ],
)
def test_who_wrote_is_hidden(text: str, names: list[str]) -> None:
    assert found(text) == [("PERSON", name) for name in names]


@pytest.mark.parametrize(
    "text",
    [
        "Coffee Break 10:30\nin the lobby\n",
        "Victoria Station 16:44\nplatform 4\n",
        "Team Standup  9:00 AM\nroom 4\n",
        "Grace Period 10:00\nends today\n",
        "Build Server added a comment - 09/Oct/25 07:47 PM",
        "GitHub Actions commented on 2025-10-09",
        "Release Notes commented on 2025-10-09",
        "Internal note by Customer Support, Dec 07, 2025 12:30",
        "Update by Data Platform, Dec 07, 2025",
        "Please reply by Friday Noon, Dec 07",
    ],
)
def test_plans_offices_and_programs_stay_readable(text: str) -> None:
    assert found(text) == []
