"""What is told by the lines, words and calls that it stands in, and look-alikes that stay readable."""

from __future__ import annotations

import pytest

from .reading import found


def test_a_program_that_returns_letters_keeps_its_name() -> None:
    line = "From: Returned Post Robot <mailer-daemon@example.org>"

    assert found(line) == [("EMAIL", "mailer-daemon@example.org")]
    assert found("From: Mina Okoro <mina@example.org>")[0] == ("PERSON", "Mina Okoro")


@pytest.mark.parametrize("before", ['hosts: [:"', "erl -name ", "iex --name ", "--remsh '"])
def test_what_erlang_calls_a_machine_is_no_mailbox(before: str) -> None:
    assert found(f"{before}till@198.51.100.7") == [("IP", "198.51.100.7")]


@pytest.mark.parametrize("before", ["write to ", '{"to":"', '{"to" :"', "name: "])
def test_a_mailbox_at_an_address_is_still_one(before: str) -> None:
    assert ("EMAIL", "till@198.51.100.7") in found(f"{before}till@198.51.100.7")


def test_a_birthday_is_found_inside_the_call_that_reads_it() -> None:
    assert found('c.setBirthDate(LocalDate.parse("1971-03-09"));') == [("BIRTHDAY", "1971-03-09")]


@pytest.mark.parametrize(
    "text",
    [
        'c.setReleaseDate(LocalDate.parse("1971-03-09"));',
        'c.setLocale(Locale.forLanguageTag("de"));',
        'c.setTimeout(Duration.parse("PT30S"));',
    ],
)
def test_other_calls_of_that_form_stay(text: str) -> None:
    assert found(text) == []


def test_a_town_and_its_code_are_found_below_their_name() -> None:
    assert found("City/ZIP: Fernhollow, 44012\n") == [("ADDRESS", "Fernhollow, 44012")]


@pytest.mark.parametrize("value", ["see page 2, section 44012", "n/a, 5 digits", "required, numeric"])
def test_words_about_a_code_stay(value: str) -> None:
    assert found(f"City/ZIP: {value}\n") == []


def test_a_code_alone_below_a_house_and_a_town_is_part_of_the_address() -> None:
    text = "Regards,\nOda Brink\n17 Sparrow Mall\nEast Fernhollow\nSW9 4QX\n"

    assert found(text) == [("ADDRESS", "17 Sparrow Mall"), ("ADDRESS", "East Fernhollow"), ("ADDRESS", "SW9 4QX")]


@pytest.mark.parametrize(
    "text",
    [
        "Parts\nSpare list\nSW9 4QX\n",
        "17 sparrows counted\nnear the pond\nSW9 4QX\n",
        "17 Sparrow Mall opens\nEast Fernhollow\nSW9 4QX is the model of the lamp\n",
    ],
)
def test_such_a_code_below_anything_else_stays(text: str) -> None:
    assert ("ADDRESS", "SW9 4QX") not in found(text)


def test_who_wrote_something_on_a_day_is_found_by_one_name() -> None:
    assert found("# nightly copy — author: Oda, 12/10/2024\n") == found("# nightly copy — author: Oda, 2024-10-12\n")
    assert found("# copia — autore: Giulia, 12/10/2024\n") == [("PERSON", "Giulia")]


@pytest.mark.parametrize(
    "text", ["# autore: Giulia, vedi sotto\n", "# stato: Chiara, 12/10/2024\n", "# ora: 12/10/2024\n"]
)
def test_one_name_without_that_stays(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "the courier wants the code 804417 at the door",
        "Quillpad code 804417. Do not share it",
        "use code 804417 for the side gate",
    ],
)
def test_a_code_that_opens_a_door_or_is_not_to_be_shared_is_hidden(text: str) -> None:
    assert found(text) == [("SECRET", "804417")]


@pytest.mark.parametrize(
    "text",
    [
        "error code 804417 at the gate",
        "promo code 804417. Do not share it",
        "product code 804417 for the front door",
        "code 804417 at the end of the log",
    ],
)
def test_a_code_of_a_shop_or_a_failure_stays(text: str) -> None:
    assert found(text) == []
