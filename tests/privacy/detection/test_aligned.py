"""Tables that are set with blanks, copied out of Postgres, of wikis, and lists of terms. All values are invented."""

from __future__ import annotations

import pytest

from .reading import found

RULED = """\
Full name     Card no              Temp Password  Order
------------  -------------------  -------------  ----------
Ilse Mortens  4111 1111 1111 1111  Heron3141      4500010934
Jonas         5555 5555 5555 4444  Osprey]2!      4500083705

"""
CAPITALS = """\
USERNAME   PHONE          SSN         AGE
imortens   2813 3168      682556505   3d4h
jbo        04823/35682    571738810   2d
"""
COPIED = """\
COPY public.people (id, "first_name", birthdate, ssn) FROM stdin;
4500010934\tIlse\t1963-11-29\t682556505
4500083705\t\\N\t1977-08-25\t571738810
\\.
"""


def test_columns_are_told_by_a_rule_below_their_names() -> None:
    assert found(RULED) == [
        ("PERSON", "Ilse Mortens"),
        ("CARD", "4111 1111 1111 1111"),
        ("SECRET", "Heron3141"),
        ("PERSON", "Jonas"),
        ("CARD", "5555 5555 5555 4444"),
        ("SECRET", "Osprey]2!"),
    ]


def test_a_rule_may_be_as_long_as_the_names_and_not_as_their_columns() -> None:
    table = (
        "ComputerName Account       Password       EXPIRES\n------------ -------       --------       -------\n"
        "WS-7094      Administrator 55yJ.i3MT3UjmJ 10.03.2025\nNB-9606      Administrator 00sDgYXSakvtuv 19.07.2025\n"
    )

    assert found(table) == [("SECRET", "55yJ.i3MT3UjmJ"), ("SECRET", "00sDgYXSakvtuv")]


def test_columns_begin_below_names_in_capitals() -> None:
    assert found(CAPITALS) == [
        ("PHONE", "2813 3168"),
        ("SSN", "682556505"),
        ("PHONE", "04823/35682"),
        ("SSN", "571738810"),
    ]


def test_words_across_the_columns_end_such_a_table() -> None:
    prose = "USERNAME   PHONE     SSN\nThis line has nothing to do with the three words above it 571738810\n"

    assert found(prose) == []


def test_rows_copied_out_of_postgres_have_the_names_of_their_columns() -> None:
    assert found(COPIED) == [
        ("PERSON", "Ilse"),
        ("BIRTHDAY", "1963-11-29"),
        ("SSN", "682556505"),
        ("BIRTHDAY", "1977-08-25"),
        ("SSN", "571738810"),
    ]


@pytest.mark.parametrize("form", ["<dt>{}</dt><dd>{}</dd>", "<tr><th>{}:</th>\n<td>{}</td></tr>"])
def test_a_term_on_a_page_names_what_stands_behind_it(form: str) -> None:
    page = form.format("Phone (work)", "042 882 829") + form.format("Build", "362585031")

    assert found(page) == [("PHONE", "042 882 829")]


def test_the_name_of_a_field_of_a_form_is_nobodys() -> None:
    page = (
        '<input id="email" name="email" type="email" value="ilse@example.org"><input name="email"><input name="phone">'
    )

    assert found(page) == [("EMAIL", "ilse@example.org")]


def test_a_table_of_a_wiki_has_two_bars_around_its_names() -> None:
    table = "||First name||SSN||Build||\n|Dana|815294249|362585031|\n|Nela|695405707|362585032|"

    assert found(table) == [("PERSON", "Dana"), ("SSN", "815294249"), ("PERSON", "Nela"), ("SSN", "695405707")]


CALLS = """\
Date             Dir  Number               Name                     Dur    Note
2025-04-02 18:04 in   020 7946 0340        -                        31:16
2025-04-02 18:20 out  202-555-0196         Ilse Mortens             10:39  invoice
2025-04-05 20:13 mis  +44 20 7946 0440     Jonas Mortens             0:00  call back
"""
FORM = """\
Full name:              Ilse Mortens
Former name:            -
Date of birth:          22/10/1968
Address:                12 Elm Street, Leeds
"""


def test_a_cell_that_is_empty_or_stands_close_keeps_the_columns_below_their_names() -> None:
    people = [value for kind, value in found(CALLS) if kind == "PERSON"]

    assert people == ["Ilse Mortens", "Jonas Mortens"]


def test_a_label_and_its_value_are_no_header_of_the_lines_below_them() -> None:
    assert found(FORM) == [
        ("PERSON", "Ilse Mortens"),
        ("BIRTHDAY", "22/10/1968"),
        ("ADDRESS", "12 Elm Street, Leeds"),
    ]
