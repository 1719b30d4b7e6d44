"""Postal addresses in running text, by their form or by the words before them."""

from __future__ import annotations

import pytest

from .reading import found


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("Send it to 12 Elm Street, Apt 4, please", "12 Elm Street, Apt 4"),
        ("We met at 1600 Amber Avenue NW, Springfield, IL 62701", "1600 Amber Avenue NW, Springfield, IL 62701"),
        ("221B Linden Road, London NW1 6XE is his", "221B Linden Road, London NW1 6XE"),
        ("Er wohnt Musterstraße 12, 10115 Berlin", "Musterstraße 12, 10115 Berlin"),
        ("12 rue de la Paix, 75002 Paris", "12 rue de la Paix, 75002 Paris"),
        ("Via Roma 10, 00184 Roma", "Via Roma 10, 00184 Roma"),
        ("Calle Mayor 5, 28013 Madrid", "Calle Mayor 5, 28013 Madrid"),
        ("ul. Lipowa 10, 00-590 Warszawa", "ul. Lipowa 10, 00-590 Warszawa"),
        ("Keizersgracht 123, 1015 CJ Amsterdam", "Keizersgracht 123, 1015 CJ Amsterdam"),
        ("PSC 1234, Box 5678\nAPO AE 09012", "PSC 1234, Box 5678\nAPO AE 09012"),
        ("Ann Lee\n49 Bergen 43\n Apt. 323\n Oslo\n Norway 28975", "49 Bergen 43\n Apt. 323\n Oslo\n Norway 28975"),
        ("she lives at 18 Nová 860, Horka", "18 Nová 860, Horka"),
        ("My zip code is 71382", "71382"),
    ],
)
def test_an_address_is_found(text: str, address: str) -> None:
    assert found(text) == [("ADDRESS", address)]


@pytest.mark.parametrize(
    "text",
    [
        "copied 5 Google Drive files",
        "in 3 Column View only",
        "2 Test Run results",
        "sent via Chrome 12 yesterday",
        "Spring 5, Monitoring 12, Brigade 7",
        "the suite 12 of tests ran",
    ],
)
def test_numbers_beside_words_are_no_addresses(text: str) -> None:
    assert found(text) == []


ENVELOPES = [
    ("Jane Roe\n9234 Simpson Creek\nWest Plumshire, MD 88703\n\nDear", "9234 Simpson Creek"),
    ("Roe Ltd\nFlat 78R, Brandon Manor\nLake Plum CT2 7NF\n", "Flat 78R, Brandon Manor"),
    ("Where\n27805 Cole Throughway, New Plum, CT 68959\n4th floor", "27805 Cole Throughway, New Plum, CT 68959"),
    ("Studio 8, Max Falls, Port Plum, W9A 4BY", "Studio 8, Max Falls, Port Plum, W9A 4BY"),
    ("Jane Roe\nEdeltraut-Plum-Gasse 4\n53197 Pflaumstadt\n", "Edeltraut-Plum-Gasse 4"),
    ("Roe\nImke-Plum-Allee 1 · 28156 Pflaumstadt", "Imke-Plum-Allee 1"),
    ("Roe S.L.\nVial Tristán Ciruelo 486 Piso 1\n51067 Ciruela\n", "Vial Tristán Ciruelo 486 Piso 1"),
]


@pytest.mark.parametrize(("text", "street"), ENVELOPES)
def test_the_code_of_a_town_tells_a_street_whatever_it_is_called(text: str, street: str) -> None:
    assert ("ADDRESS", street) in found(text)


@pytest.mark.parametrize(
    "text",
    [
        "Seite 2\n12345 Artikel auf Lager",
        "Deep Freeze 2\n12345 Blue Widgets\n12346 Red Widgets",
        "Stage 3 Review\nSee Plan, AB 12",
        "Released 14 Major Updates, US 20240",
    ],
)
def test_numbers_above_other_numbers_are_no_streets(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize("address", ["plac Wolności 12", "aleje Jerozolimskie 44", "osiedle Lipowe 3"])
def test_a_square_of_poland_is_an_address_behind_its_name(address: str) -> None:
    assert found(f"Billing address: {address}\nCountry: Poland") == [("ADDRESS", address)]


@pytest.mark.parametrize("text", ["Address: place holder 40", "Address: plac zabaw 3", "Location: placement 40"])
def test_what_only_begins_like_a_square_stays_readable(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize(
    "text", ["§ 14 Place of jurisdiction", "14 Place of performance", "3 place for talks", "2 Route to go"]
)
def test_a_chapter_about_a_place_is_no_street(text: str) -> None:
    assert found(f"Terms, as of 31 July 2031\n\n{text}\n") == []
