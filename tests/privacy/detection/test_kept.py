"""Sessions in stores of keys and values, which are called by what lets in. All values are invented."""

from __future__ import annotations

import pytest

from .reading import found, walked

ID = "aihkl4sgrit1p7fu8or0jmi1my"
UUID = "aa547a49-9b21-4945-911b-56cee904ff4f"


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        (f"1) sess:{ID}\n2) rate:7", ID),
        (f'1) "PHPREDIS_SESSION:{ID}"', ID),
        (f'1) "laravel_session:{ID}"', ID),
        (f"redis:6379> HGETALL session:{UUID}", UUID),
        (f'1) "spring:session:sessions:{UUID}"', UUID),
    ],
)
def test_the_key_of_a_session_is_hidden_behind_its_kind(text: str, secret: str) -> None:
    assert found(text) == [("SECRET", secret)]


def test_it_is_hidden_also_where_it_is_the_name_of_a_field() -> None:
    assert walked({"results": {f"sess:{ID}": "{}", "rate:7": "2"}}) == {
        "results": {"sess:<SECRET>": "{}", "rate:7": "2"}
    }


@pytest.mark.parametrize(
    "text", [f"resume session:{UUID} now", "cache:plums-in-season-of-autumn", "session:what-a-long-name-it-has"]
)
def test_what_only_names_a_talk_stays(text: str) -> None:
    assert found(text) == []
