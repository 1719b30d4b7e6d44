"""Things that clouds, web servers and their tools list: what they are called and numbered by stays readable."""

from __future__ import annotations

from typing import Any

import pytest

from .reading import found, walked

UUID = "2294b3a1-eb60-4aa0-a86f-a3ae04329de9"


@pytest.mark.parametrize("name", ["LockToken", "ChangeToken", "CreationToken", "workUnitToken", "PolicyUpdateToken"])
def test_what_orders_requests_opens_nothing(name: str) -> None:
    assert walked({name: UUID}) == {name: UUID}
    assert walked({"AccessToken": UUID}) == {"AccessToken": "<SECRET>"}


@pytest.mark.parametrize(
    "value",
    [
        {"SubjectFromWebIdentityToken": "amzn1.account.AF6RHO7KZU5XRVQJGXK6HB56KR2A"},
        {"Effect": "Allow", "Sid": f"{UUID}-external-principals", "Action": "s3:*"},
        {"ssh_keys": [289794, "3b:16:e4:bf:8b:00:8b:b8:59:8c:a9:d3:f0:19:fa:45"]},
        {"GroupType": "Security", "SAMAccountName": "Domain Guests"},
        {"Name": "Car", "Confidence": 98.7, "Parents": [{"Name": "Vehicle"}]},
        {
            "Arn": "arn:aws:controlcatalog:::common-control/7enc",
            "Name": "Asset valuation",
            "Domain": {"Name": "Assets"},
        },
        {"WindowId": "mw-0c5ed", "Name": "Maintenance Saturday"},
        {"dashboardId": 12, "name": "Wind Farm"},
    ],
)
def test_things_are_nobody(value: dict[str, Any]) -> None:
    assert walked(value) == value


def test_who_stands_beside_the_number_of_a_thing_is_hidden() -> None:
    assert walked({"dashboardId": 12, "name": "Jane Roe"})["name"] == "<PERSON>"
    assert walked({"ticketId": 12, "name": "Xiulan Roe"})["name"] == "<PERSON>"
    assert walked({"parents": [{"name": "Tran Quoc"}]}) == {"parents": [{"name": "<PERSON>"}]}


@pytest.mark.parametrize(
    "text",
    [
        '- - [09/Jun/2020:12:10:39 -0700] "GET /15%20plums.mp4 HTTP/1.1" 206 7648063 "-" "Mozilla/5.0"',
        "changes the master user password for the DB cluster named ``cluster-2`` and keeps backups",
        "aws cognito-idp admin-reset-user-password --user-pool-id us-west-2_aB3dE5fG7",
        "pid=29678|cert_cn=Software Signing|uid=0",
    ],
)
def test_what_commands_and_servers_say_stays_readable(text: str) -> None:
    assert found(text) == []
