"""Values that are not written plainly: with tags, marks without width, codes or letters of other scripts in them."""

from __future__ import annotations

import json
from base64 import b64encode

import pytest

from sandgate.privacy.detection import replaced
from sandgate.privacy.guard import Guard
from sandgate.privacy.vault import Vault

from .reading import DETECTOR, found, walked

DISGUISED = [
    ("EMAIL", "jane.roe<b>@</b>example.org"),
    ("EMAIL", "jane.<wbr>roe@example.<wbr>org"),
    ("EMAIL", "jane.roe<!-- no robots -->@example.org"),
    ("EMAIL", "jane&#46;roe&#64;example.org"),
    ("EMAIL", "jane\u200b.roe@exam\u200bple.org"),
    ("EMAIL", "ja\u200dne@example.org"),
    ("EMAIL", "jane\u00ad@example.org"),
    ("EMAIL", "ja\u0301ne@example.org"),
    ("EMAIL", "j\u0430ne@ex\u0430mple.org"),
    ("EMAIL", "иван@пример.рф"),
    ("EMAIL", "jane\\x40example.org"),
    ("EMAIL", "jane(at)example(dot)org"),
    ("EMAIL", "jane [at] example [dot] org"),
    ("EMAIL", "jane at example dot org"),
    ("EMAIL", "jane@[203.0.113.9]"),
    ("CARD", "4111<b> </b>1111 1111 1111"),
    ("CARD", "4111&nbsp;1111&nbsp;1111&nbsp;1111"),
    ("CARD", "&#52;111 1111 1111 1111"),
    ("CARD", "\u200b".join("4111111111111111")),
    ("CARD", "4111%201111%201111%201111"),
    ("CARD", "4111+1111+1111+1111"),
    ("CARD", "4111  1111  1111  1111"),
    ("CARD", "4111 - 1111 - 1111 - 1111"),
    ("CARD", "4111_1111_1111_1111"),
    ("CARD", "٤١١١ ١١١١ ١١١١ ١١١١"),
    ("PHONE", "+1&nbsp;415&nbsp;555&nbsp;0132"),
    ("PHONE", "%2B14155550132"),
]


@pytest.mark.parametrize(("kind", "value"), DISGUISED)
def test_a_value_is_found_whole_whatever_stands_in_it(kind: str, value: str) -> None:
    assert found(f"Write down {value}, please") == [(kind, value)]


@pytest.mark.parametrize(("kind", "value"), DISGUISED)
def test_the_same_in_a_document(kind: str, value: str) -> None:
    assert walked({"note": f"Write down {value}, please"}) == {"note": f"Write down <{kind}>, please"}


@pytest.mark.parametrize(("kind", "value"), DISGUISED)
def test_the_rest_of_a_text_stays_where_it_was(kind: str, value: str) -> None:
    text = f"first line\n<p>100% & \u200bmore: {value}</p>\nlast line %20"

    hidden = replaced(text, DETECTOR.find(text), lambda _kind, _value: "*")

    assert hidden == "first line\n<p>100% & \u200bmore: *</p>\nlast line %20"


@pytest.mark.parametrize(("kind", "value"), DISGUISED)
def test_a_disguised_value_gets_a_token_and_comes_back_as_it_was_written(kind: str, value: str) -> None:
    guard, text = Guard(DETECTOR, Vault()), f"Write down {value}, please, and [{kind}_1]"

    hidden = guard.protected(text)
    quoted = "%20" in value or "%2B" in value  # as an address has it: a program that unquotes it has the token

    token = f"%5B{kind}_1%5D" if quoted else f"[{kind}_1]"
    assert hidden == f"Write down {token}, please, and [LITERAL_1]"
    assert guard.vault.text(hidden) == text


@pytest.mark.parametrize(
    "text",
    [
        "<td>4111</td><td>1111</td><td>1111</td><td>1111</td>",
        'printf("%20d %30s", 41, name); List<b> a; x = y %40 z',
        "50% of <i>1,234</i> were &lt;10&gt; in <b>2024</b>-<b>2025</b>",
        "width=40em.x and height=25%2Fpage",
        "he looked at example dot by dot",
    ],
)
def test_tags_and_codes_join_nothing_that_was_apart(text: str) -> None:
    assert found(text) == []


def test_a_document_inside_a_document_inside_a_document_is_read() -> None:
    inner = json.dumps({"first_name": "Ada", "mail": "ada@example.org"})
    outer = {"a": json.dumps({"b": json.dumps({"c": inner})})}

    answer = json.dumps(walked(outer))

    assert "Ada" not in answer
    assert "ada@example.org" not in answer


def test_what_an_address_of_a_page_carries_in_base64_is_hidden_with_all_of_it() -> None:
    payload = b64encode(b"name,email\nAda,ada@example.org\n").decode()

    assert found(f'<a href="data:text/csv;charset=utf-8;base64,{payload}">') == [("EMAIL", payload)]
    assert found("data:text/plain;base64," + b64encode(b"nothing of interest here").decode()) == []
    assert found("data:text/plain;base64,AAAA AAAAAAAAA") == []


TABLES = [
    '"First Name","City"\n"Ada","London"\n',
    "\ufefffirst_name,city\nAda,London\n",
    "first_name, last, city\nAda, x, London\n",
    "first_name;city\r\nAda;London\r\n",
    'first_name,note\nAda,"two\nlines, and more"\n',
]


@pytest.mark.parametrize("text", TABLES)
def test_a_table_is_read_by_its_header_however_it_is_written(text: str) -> None:
    assert found(text) == [("PERSON", "Ada")]


def test_a_cell_of_two_lines_does_not_end_the_table() -> None:
    text = 'first_name,note\nAda,"two\nlines"\nBob,one\n'

    assert found(text) == [("PERSON", "Ada"), ("PERSON", "Bob")]


def test_a_list_in_prose_is_no_table() -> None:
    assert found("The fields are name, email, phone\nand some others, which, we, ignore\n") == []
