"""Links that let in whoever has them."""

from __future__ import annotations

import pytest

from .reading import found

KEY = "q7RkP2zVn9XbT4mWs8LdH3cF"
HEX = "5e0c1f7a93b24d68b1a7c2e94f0d3865"
SIGNED = "eyJhbGciOiJIUzI1NiJ9.eyJhdWQiOiJzaG9wIn0.q7RkP2zVn9XbT4mWs8LdH3cF"


@pytest.mark.parametrize(
    ("link", "secret"),
    [
        (f"https://calendar.google.com/calendar/ical/c_ab%40group.example/private-{HEX}/basic.ics", HEX),
        (f"webcal://p52-caldav.example.org/published/2/{KEY}", KEY),
        (f"https://outlook.example.org/owa/calendar/{HEX[::-1]}@example.org/{HEX}/calendar.ics", HEX),
        (f"https://stays.example.org/calendar/ical/12345678.ics?s={HEX}", HEX),
        (f"https://boards.example.org/calendar/5f3c1e0a9b8d7c6e5f4a3b2c/{HEX}.ics", HEX),
        (f"https://shop.example.org/_layouts/15/download.aspx?UniqueId=1&tempauth=v1.{SIGNED}&v=2", f"v1.{SIGNED}"),
        (f"https://www.dropbox.com/scl/fi/9x8y/report.pdf?rlkey={KEY.lower()}&dl=0", KEY.lower()),
        (f"https://drive.google.com/file/d/1Ab/view?usp=sharing&resourcekey=0-{KEY}", f"0-{KEY}"),
        (f"https://d1.cloudfront.net/a.mp4?Expires=17000&Signature={KEY}~{KEY}__&Key-Pair-Id=K2", f"{KEY}~{KEY}__"),
        (f"https://v5.airtableusercontent.com/v3/u/41/41/1753832082000/{KEY}", f"41/41/1753832082000/{KEY}"),
        ("https://app.example.org/invite/sNBQVDDRDVEPO-lv2UjfZ6RT", "sNBQVDDRDVEPO-lv2UjfZ6RT"),
        ("https://app.example.org/join?invitation_token=JEzl3_GISfy3m_a_rZlZ", "JEzl3_GISfy3m_a_rZlZ"),
        (f"https://mega.nz/file/aB3dE5fG#{KEY}", KEY),
        (f"https://vault.example.org/#/send/{KEY[::-1]}/{KEY}", KEY),
    ],
)
def test_the_part_of_a_link_that_lets_in_is_hidden(link: str, secret: str) -> None:
    assert ("SECRET", secret) in found(f"Please see {link} before noon")


def test_it_is_hidden_also_in_a_cell() -> None:
    table = "id,link,expires\n1,https://app.example.org/join?invitation_token=RHaCKxjpOukMipd_LwBE,2025-09-26\n"

    assert found(table) == [("SECRET", "RHaCKxjpOukMipd_LwBE")]


@pytest.mark.parametrize(
    "link",
    [
        "https://calendar.example.com/calendar/ical/en.german%23holiday/public/basic.ics",
        "https://example.org/events/summer-party-2026.ics",
        "https://example.org/docs/calendar/ical/how-to-subscribe",
        "https://example.org/guide#sharing-your-calendar",
        "https://github.com/acme/shop/commit/5e0c1f7a93b24d68b1a7c2e94f0d3865aa11bb22",
    ],
)
def test_links_that_everybody_may_have_stay(link: str) -> None:
    assert found(f"Please see {link} before noon") == []
