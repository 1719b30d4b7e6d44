"""Tables in a text keep their columns, also where cells are empty or a line is out of step."""

from __future__ import annotations

import pytest

from .reading import found, walked


@pytest.mark.parametrize(
    "table",
    [
        "id\tlast_name\tzip\n1\tRoe\t12345\n\tDoe\t12346\n3\t\t12347\n4\tPoe\t",
        "| id | last name | zip |\n|-|-|-|\n| 1 | Roe | 12345 |\n|  | Doe | 12346 |\n| 3 |  | 12347 |\n| 4 | Poe |  |",
        " id | last_name | zip\n----+-----------+----\n 1 | Roe | 12345\n  | Doe | 12346\n 3 |  | 12347\n 4 | Poe | ",
        "id,last_name,zip\n1,Roe,12345\n,Doe,12346\n3,,12347\n4,Poe,",
    ],
)
def test_an_empty_cell_moves_no_column(table: str) -> None:
    assert found(table) == [
        ("PERSON", "Roe"),
        ("ADDRESS", "12345"),
        ("PERSON", "Doe"),
        ("ADDRESS", "12346"),
        ("ADDRESS", "12347"),
        ("PERSON", "Poe"),
    ]


def test_empty_cells_that_end_a_row_may_be_left_out() -> None:
    sheet = (
        "First name\tMail\tPassword\tDone?\nEsmee\tesmee@example.com\tmontagne.cerise!\nRigo\t\t#ChelseaMonday21\tx\n"
    )

    assert found(sheet) == [
        ("PERSON", "Esmee"),
        ("EMAIL", "esmee@example.com"),
        ("SECRET", "montagne.cerise!"),
        ("PERSON", "Rigo"),
        ("SECRET", "#ChelseaMonday21"),
    ]


def test_a_name_that_is_also_a_word_is_one_among_names() -> None:
    table = "id  name            address    flag\n1   Annegret Roe    10.41.0.3  1\n2   Omar Doe        10.41.0.4  1\n"
    victor = "3   Victor Antoine  10.41.0.7  1\n"

    assert ("PERSON", "Victor Antoine") in found(table + victor)


def test_a_first_name_that_nobody_knows_is_one_among_first_names() -> None:
    rows = [["Service", "Verantwortlich"], ["Drop", "Thomas"], ["Ing", "Telse"], ["Git", "Peter"]]
    lines = "\n".join(map(",".join, rows))

    assert walked({"values": rows})["values"][2] == ["Ing", "<PERSON>"]
    assert walked({"values": [*rows, ["Net"], ["Net", "Paul", 7, "x"]]})["values"][2] == ["Ing", "<PERSON>"]
    assert ("PERSON", "Telse") in found(lines)
    assert found(lines.replace("Peter", "Marketing").replace("Telse", "Vertrieb")) == [("PERSON", "Thomas")]


def test_a_row_with_a_cell_too_many_does_not_end_the_table() -> None:
    text = "id,last_name,zip\n1,Roe,12345\n2,Mills, Jr,12346\n3,Doe,12347\nThat is all."

    assert found(text) == [("PERSON", "Roe"), ("ADDRESS", "12345"), ("PERSON", "Doe"), ("ADDRESS", "12347")]


def test_the_city_beside_a_street_is_a_part_of_the_address() -> None:
    text = "id,street,city,zip\n1,1 Elm St,Boston,02101"

    assert found(text) == [("ADDRESS", "1 Elm St"), ("ADDRESS", "Boston"), ("ADDRESS", "02101")]
    assert found("city,inhabitants\nBoston,650000") == []


def test_names_with_signs_in_them_belong_to_a_row_that_stands_upright() -> None:
    shown = "-[ RECORD 1 ]----\nbirth_date | 1967-07-05\nOrder #    | 90686\nSSN/TIN    | 900-12-3456\n"

    assert found(shown) == [("BIRTHDAY", "1967-07-05"), ("SSN", "900-12-3456")]


def test_whoever_pays_and_is_paid_is_found_in_statements_of_banks() -> None:
    statement = "Buchungstag;Auftraggeber/Empfänger;Betrag\n02.03.2024;Alena Bender;559,82\n"

    assert ("PERSON", "Alena Bender") in found(statement)


def test_a_rule_may_stand_between_the_lines_of_a_table_that_stands_upright() -> None:
    table = "║ PGPASSWORD │ idNK9jKy5XOZ5smp ║\n║───────────────────────────────║\n║ ADMIN_PIN  │ 5512 ║\n"

    assert found(table) == [("SECRET", "idNK9jKy5XOZ5smp"), ("SECRET", "5512")]


def test_tables_whose_lines_are_drawn_are_read_by_their_columns() -> None:
    table = "┌────┬─────────┐\n│ id │ surname │\n├────┼─────────┤\n│ 1  │ Roe     │\n│ 2  │ Doe     │\n└────┴─────────┘"

    assert found(table) == [("PERSON", "Roe"), ("PERSON", "Doe")]


def test_a_name_of_a_column_may_hold_an_ending_in_brackets() -> None:
    assert found("N° client,Nom,Prénom,Né(e) le\n42,Roe,Adèle,1977-12-23\n") == [
        ("PERSON", "Roe"),
        ("PERSON", "Adèle"),
        ("BIRTHDAY", "1977-12-23"),
    ]


def test_a_column_that_nobody_named_holds_people_if_most_are_called_so() -> None:
    people = ["Maria Quoll", "Xan Quoll", "Omar Quoll"]
    table = "email,Zuständigkeitsträger\n" + "".join(f"a{len(name)}@example.org,{name}\n" for name in people)

    assert [value for kind, value in found(table) if kind == "PERSON"] == people


def test_a_column_of_other_words_with_capitals_stays() -> None:
    table = "email,Tour\na@example.org,Victoria Falls\nb@example.org,Martin Quoll Road\nc@example.org,Green Lake\n"

    assert [value for kind, value in found(table) if kind != "EMAIL"] == []


HEX = "5e0c1f7a93b24d68b1a7c2e94f0d3865"


@pytest.mark.parametrize(
    "row",
    [
        f"git.example.org|_shop_session|{HEX}|/|0|1|1",
        f".example.org|XSRF-TOKEN|{HEX}|/admin|13600325903730909|1|0",
        f".example.org\tTRUE\t/\tTRUE\t1893456000\tsessionid\t{HEX}",
        f"#HttpOnly_ci.example.org\tFALSE\t/\tFALSE\t0\tJSESSIONID.5e0c1f7a\t{HEX}",
    ],
)
def test_rows_of_cookies_name_their_own_values(row: str) -> None:
    others = ".example.org|theme|dark-mode-2026|/|0|0|0\n.example.org|_ga|GA1.1.913114891.6147000000|/|0|0|0\n"

    assert found(f"{others}{row}\n") == [("SECRET", HEX)]


def test_a_path_behind_other_cells_makes_no_cookie() -> None:
    assert found(f"a.example|commit|{HEX}|/src\nb.example|build|{HEX}|/src\n") == []


def test_a_key_that_is_shown_once_in_a_box_is_told_by_what_stands_beside_it() -> None:
    uuid = "3f0c1d7e-8a52-4b6f-9e21-70d4c5b8a916"
    box = (
        "┌──────────────┬──────────────────────────────────────┐\n│ key          │ value            │\n"
        "╞══════════════╪══════════════════════════════════════╡\n│ {} │ root@pam!backup │\n"
        "├──────────────┼──────────────────────────────────────┤\n│ value        │ {} │\n"
    )

    assert ("SECRET", uuid) in found(box.format("full-tokenid", uuid))
    assert ("SECRET", uuid) not in found(box.format("full-nodeid", uuid))


def test_names_of_columns_may_be_long_and_some_of_them_odd() -> None:
    rows = "4711,Jane,Roe,jane@example.com,google,1705170658031\n"
    who = [("PERSON", "Jane"), ("PERSON", "Roe"), ("EMAIL", "jane@example.com")]

    for last in ("hs_analytics_first_visit_timestamp_of_all", "Revenue (net; all years)", "→ visits"):
        assert found(f"Record ID,First Name,Last Name,Email,Source,{last}\n{rows}") == who


def test_a_row_of_values_is_no_header_though_some_read_like_names() -> None:
    assert found("email,phone,name,a1b2@x\nyes,no,maybe,no\n") == []


SETTINGS = """
+----+-------------+--------------+
| id | option_name | option_value |
+----+-------------+--------------+
| 17 | mail_host   | mx1.plum.example |
| 18 | erp_secret  | q7Rk2_xVbN4tLw9ZcH3mPd8sYf |
"""


@pytest.mark.parametrize(
    "settings",
    [
        SETTINGS,
        SETTINGS.replace("+", "|"),
        SETTINGS.replace("| id |", "| config_id |")
        .replace("option_name", "config_key ")
        .replace("option_v", "config_v"),
    ],
)
def test_rows_that_name_their_values_are_read_whatever_their_columns_are_called(settings: str) -> None:
    assert found(settings) == [("SECRET", "q7Rk2_xVbN4tLw9ZcH3mPd8sYf")]


def test_below_headings_of_html_a_login_that_reads_like_a_name_ends_no_table() -> None:
    page = (
        "<table><tr><th>Stage</th><th>User</th><th>Password</th></tr><tr><td>dev</td><td>qa7</td>"
        "<td>PlumRiver31</td></tr><tr><td>live</td><td>qa.lead</td><td>stone-lantern-58</td></tr></table>"
    )

    assert found(page) == [("SECRET", "PlumRiver31"), ("SECRET", "stone-lantern-58")]
    assert walked({"body": page})["body"].count("<SECRET>") == 2


def test_headings_of_html_below_others_begin_another_table() -> None:
    page = (
        "<tr><th>User</th><th>Password</th><th>Seen</th></tr><tr><td>qa7</td><td>PlumRiver31</td><td>1</td></tr>"
        "<tr><th>Build</th><th>Branch</th><th>State</th></tr><tr><td>77</td><td>stone-lantern-58</td><td>ok</td></tr>"
    )

    assert found(page) == [("SECRET", "PlumRiver31")]


def test_a_row_without_cells_does_no_harm_to_a_table_of_a_wiki() -> None:
    table = "{|\n|-\nnothing\n|-\n! Host !! Password\n|-\n| db1 || Heron3141x\n|}\n"

    assert found(table) == [("SECRET", "Heron3141x")]


def test_a_table_of_settings_set_with_blanks_names_its_values() -> None:
    table = (
        "Key               Value          Changed\n"
        "pos.admin_puk     2057047921     2031-09-25\n"
        "pos.admin_pin     91847          2031-09-23\n"
        "pos.pin_count     47110          2031-09-23\n"
        "pos.footer        Thank you!     2031-06-10\n"
    )

    assert found(table) == [("SECRET", "2057047921"), ("SECRET", "91847")]
    assert found(table.replace("Value", "Order")) == []


@pytest.mark.parametrize("name", ["shop/revision", "image_tag", "shop/commit"])
def test_a_sum_among_the_keys_of_such_a_table_stays_readable(name: str) -> None:
    first, made = "v3nsL9yn5YpAW0DJFVczB5J851JAR2wS", "6c098580f5ee7802712632fa958d14ef12fb2907"
    table = f"KEY            VALUE{' ' * 38}FLAGS\nshop/api_key   {first:40}   0\n{name:12}   {made}   0\n"

    assert found(table) == [("SECRET", first)]


def test_a_cell_with_quotes_of_its_own_is_hidden_to_its_end() -> None:
    street = '1600 Market St, Apt ""4B""'

    assert ("ADDRESS", street) in found(f'id,name,street\n1,Jane Roe,"{street}"\n2,Joe Doe,Main St. 5')
