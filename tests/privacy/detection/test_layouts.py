"""Ways to set names and values on a page that have no sign of their own between them."""

from __future__ import annotations

import pytest

from .reading import found

FRAME = """In [2]: df.head(2)
                name          ssn    zip
0        Quilla Roe  078-05-1120  33005
1  Maria van der Roe  219-09-9999  10001
"""
TICKETS = """| # | what | wer hilft |
|---|------|-----------|
| 1 | rotate the keys | Maria Roe |
| 2 | tell Legal | Thomas Doe |
"""
MEMBERS = """| Name | Account | 2FA |
|:--|:--|:--|
| Quilla Roe | quilla@example.org | on |
"""
PARTNERS = """partner;issued;state
Roe SARL;2024-06-04;live
Mccoy, Hernandez and Castro;2024-06-05;live
Nieuwstraten Dienst;2024-06-06;live
"""
FORM = """Please check:

Name Quilla Roe
SSN 078-05-1120
DL 327 342 659
Address 4605 Elm Ports Apt. 019, Springfield, ND 86163
"""
LISTED = """Name          : Quilla Roe
Mail          : quilla@example.org
MobilePhone   : 0170 1234567
"""
BOLD = """* **Name** Thomas Roe
* **Parent/guardian** Maria Roe, (404) 989-2135
"""


@pytest.mark.parametrize(
    ("text", "hidden"),
    [
        (FRAME, [("PERSON", "Quilla Roe"), ("PERSON", "Maria van der Roe")]),
        (TICKETS, [("PERSON", "Maria Roe"), ("PERSON", "Thomas Doe")]),
        (MEMBERS, [("PERSON", "Quilla Roe")]),
        (
            PARTNERS,
            [("COMPANY", "Roe SARL"), ("COMPANY", "Mccoy, Hernandez and Castro"), ("COMPANY", "Nieuwstraten Dienst")],
        ),
        (FORM, [("PERSON", "Quilla Roe"), ("LICENCE", "327 342 659")]),
        (LISTED, [("PERSON", "Quilla Roe")]),
        (BOLD, [("PERSON", "Thomas Roe"), ("PERSON", "Maria Roe")]),
    ],
)
def test_names_are_found_however_a_page_is_set(text: str, hidden: list[tuple[str, str]]) -> None:
    assert [each for each in found(text) if each[0] in ("PERSON", "COMPANY", "LICENCE")] == hidden


@pytest.mark.parametrize(
    "text",
    [
        "variant     users  resets  rate\ncontrol     47404  121     0.03\nshort_text  65421  112     0.04\n",
        "| what | who |\n|---|---|\n| rotate | Platform Team |\n| tell | Legal |\n",
        "Name resolution failed for two hosts\nAddress the cause before Friday\nContact the owner of the zone\n",
        "Company Picnic\nAddress Book Sync\n",
        "**Name** of the branch\n**Address** what was asked\n",
        "name      type    default\nretries   int     three times\nowner     str     the caller\n",
        "    x = 1     # owner of the lock\n    y = 22    # name of the file\n",
        "property  type    meaning\nfamily    String  Font family names\nsize      Double  Point size\n",
        "package  version  license\nleft-pad  1.3.0  Beerware Group\n",
    ],
)
def test_tables_and_lines_about_things_stay_readable(text: str) -> None:
    assert found(text) == []
