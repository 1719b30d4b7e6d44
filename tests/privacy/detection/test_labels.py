"""A bare `name` beside a mailbox: whose it is, or what it is called."""

from __future__ import annotations

from typing import Any

import pytest

from .reading import found, walked


def _names(rows: list[dict[str, Any]]) -> list[str]:
    return [row["name"] for row in walked(rows)]


@pytest.mark.parametrize(
    "name",
    ["stonecutter", "Travel policy", "Vendor Onboarding Checklist", "Billing Team", "Accounts Payable", "Ops rota"],
)
def test_a_login_a_title_and_an_office_stay_readable(name: str) -> None:
    assert walked({"name": name, "email": "who@example.org"})["name"] == name
    assert _names([{"id": n, "name": name, "email": f"u{n}@example.org"} for n in range(40)]) == [name] * 40


@pytest.mark.parametrize(
    "name", ["jane", "jane roe", "Jane roe", "Xolani Quoll", "Wanjiru West", "Quoll", "Grace Page"]
)
def test_somebody_is_hidden_however_the_name_is_written(name: str) -> None:
    assert walked({"name": name, "email": "who@example.org"})["name"] == "<PERSON>"
    assert _names([{"id": n, "name": name, "email": f"u{n}@example.org"} for n in range(40)]) == ["<PERSON>"] * 40


def test_a_field_that_holds_nothing_but_names_is_believed() -> None:
    assert walked({"last_name": "sales", "first_name": "oluwaseun"}) == {
        "last_name": "sales",
        "first_name": "<PERSON>",
    }
    assert walked({"full_name": "stonecutter"}) == {"full_name": "<PERSON>"}


def test_the_title_of_a_page_is_no_name() -> None:
    def page(title: str) -> dict[str, Any]:
        return {
            "Name": {"type": "title", "title": [{"plain_text": title}]},
            "Contact email": {"email": "a@example.org"},
        }

    assert walked(page("Travel policy"))["Name"] == page("Travel policy")["Name"]
    assert walked(page("Jane Roe"))["Name"]["title"] == [{"plain_text": "<PERSON>"}]


@pytest.mark.parametrize(
    "thing",
    [
        {"name": "quickledger", "version": "3.1.0", "author_email": "g@example.org"},
        {"name": "Spring Offers", "owner_email": "leah@example.org"},
        {"display_name": "Ads Nordics", "cardholder_name": "Jane Roe"},
        {"id": 4, "name": "Offers", "mail_smtpserver": "smtp.example.org", "mail_smtpuser": "post@example.org"},
    ],
)
def test_what_belongs_to_somebody_has_a_name_of_its_own(thing: dict[str, Any]) -> None:
    name = "display_name" if "display_name" in thing else "name"

    assert walked(thing)[name] == thing[name]


def test_somebody_with_an_address_of_their_own_is_one_beside_an_owner() -> None:
    lead = {"name": "Xolani Quoll", "email": "x@example.org", "owner_email": "leah@example.org"}

    assert walked(lead)["name"] == "<PERSON>"


def test_what_is_managed_by_a_program_names_nobody() -> None:
    assert found('{"labels": {"app.kubernetes.io/managed-by": "Helm"}, "ManagedBy": "Terraform"}') == []
    assert found('{"managed_by": "Jane Roe", "deployed-by": "Maria"}') == [("PERSON", "Jane Roe"), ("PERSON", "Maria")]
