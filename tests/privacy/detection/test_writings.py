"""The same value, written otherwise: encoded for a URL or a page, in wide letters, in digits of another script."""

from __future__ import annotations

import json

import pytest

from sandgate.privacy.detection import DetectionOptions, Recogniser
from sandgate.privacy.detection.writing.folding import folded

from .reading import found, walked

ARABIC = str.maketrans("0123456789", "٠١٢٣٤٥٦٧٨٩")
DEVANAGARI = str.maketrans("0123456789", "०१२३४५६७८९")


@pytest.mark.parametrize(
    "address",
    [
        "jane%40example.org",
        "jane%2540example.org",
        "jane%2Bnews%40example.org",
        "jane&#64;example.org",
        "jane&#x40;example.org",
        "jane&#64;example&#46;org",
        "jane＠example.org",
        "jane﹫example．org",
        "ｊａｎｅ＠ｅｘａｍｐｌｅ．ｏｒｇ",
        r"jane\u0040example.org",
    ],
)
@pytest.mark.parametrize("text", ["write to {} today", "https://example.com/find?who={}&page=2", "{}", '{{"note": {}'])
def test_an_address_is_found_however_its_at_sign_is_written(text: str, address: str) -> None:
    assert found(text.format(address)) == [("EMAIL", address)]


@pytest.mark.parametrize(
    "url",
    [
        "https://api.example.com/users/{}/orders",
        "GET https://api.example.com/v1/calendars/{}/events?page=2",
        "https://api.example.com/a:{}",
        "/users/{}",
    ],
)
def test_an_address_in_the_path_of_a_url_is_found(url: str) -> None:
    assert found(url.format("jane@example.org")) == [("EMAIL", "jane@example.org")]


@pytest.mark.parametrize(
    "url",
    [
        "https://token@git.example.org/a/b",
        "https://cdn.example.com/npm/react@18.2.0/index.js",
        "https://cdn.example.com/vue@3.next/vue.js",
        "https://proxy.example.com/mod/tools@v0.1.x-rc.beta",
        "https://cdn.example.com/logo@2x.png",
        "ssh://git@git.example.org/repo",
    ],
)
def test_logins_versions_and_files_of_a_url_are_no_addresses(url: str) -> None:
    assert [kind for kind, _ in found(url)] == []


def test_what_stands_before_an_encoded_address_stays_readable() -> None:
    text = "next=%2Fusers%3Femail%3Djane%40example.org%26page%3D2"

    assert found(text) == [("EMAIL", "jane%40example.org")]


@pytest.mark.parametrize(
    "number",
    [
        "4111\u00a01111\u00a01111\u00a01111",
        "4111\u202f1111\u202f1111\u202f1111",
        "4111\u20111111\u20111111\u20111111",
        "4111 1111 1111 1111".translate(ARABIC),
        "4111111111111111".translate(DEVANAGARI),
        "４１１１１１１１１１１１１１１１",
        "4111\u200b1111\u200b1111\u200b1111",
    ],
)
def test_a_card_is_found_however_its_digits_and_gaps_are_written(number: str) -> None:
    assert found(f"paid with {number} yesterday") == [("CARD", number)]
    assert walked({"card_number": number}) == {"card_number": "<CARD>"}
    assert walked({"note": f"paid with {number}"}) == {"note": "paid with <CARD>"}


def test_marks_of_direction_around_a_number_do_not_hide_it_from_us() -> None:
    assert walked({"phone": "\u202a0170 1234567\u202c"}) == {"phone": "<PHONE>"}
    assert found("Tel. \u202a+49 170 1234567\u202c") == [("PHONE", "+49 170 1234567")]


def test_folding_keeps_every_place() -> None:
    text = "".join(map(chr, range(0x80, 0x11000))) + "𝟘𝟙𝟚 ＂quoted＂"

    assert len(folded(text)) == len(text)
    assert folded("＂｛［，") == "＂｛［，"


def test_a_pattern_that_someone_added_still_sees_the_signs_as_they_are_written() -> None:
    options = DetectionOptions(recognisers=(Recogniser(name="BADGE", pattern=r"№\u00a0\d{4}"),))

    assert found("badge №\u00a01234", options) == [("BADGE", "№\u00a01234")]


def test_a_pattern_that_someone_added_finds_digits_of_other_scripts() -> None:
    options = DetectionOptions(recognisers=(Recogniser(name="BADGE", pattern=r"B-[0-9]{4}"),))

    assert found("badge B-١٢٣٤", options) == [("BADGE", "B-١٢٣٤")]


@pytest.mark.parametrize(
    "note", ["Write to René Müller <rene@example.org>", "emoji 😀 then\tjane@example.org", 'a "b" 415-555-0132']
)
def test_escapes_of_a_document_change_nothing_in_what_is_found(note: str) -> None:
    document = {"id": 7, "note": note}

    escaped = found(json.dumps(document))

    assert [(kind, json.loads(f'"{value}"')) for kind, value in escaped] == found(note) != []
    assert found("log: " + json.dumps(document)) == escaped
