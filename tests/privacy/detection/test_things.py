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


WINDOWS = (
    "Subject:\n\tSecurity ID:\t\tS-1-5-18\n\tAccount Name:\t\tjroe\n\tAccount Domain:\t\tPLUM\n\tLogon ID:\t\t0x3e7\n"
)


@pytest.mark.parametrize(
    "text",
    [
        "arn:aws:secretsmanager:us-east-1:000000000000:secret:DdApiKeySecret-aUFEgO4SmSGN-xqgqXR",
        "AAA user authentication Rejected : reason = Invalid password : local database : user = a2bcde",
        "Accepted password for admin from port 36953 ssh2, AcsInstance=isehost",
        'action:"Forgot Passcode"; flags:"49184"; ifdir:"outbound"',
        "Certificate serial number: AB2D17E62E571F288ACB5666FD3C5230, signed token",
        "sudo: jroe : TTY=unknown ; PWD=/Customer ; USER=root ; COMMAND=/bin/ls",
        "(KHTML, like Gecko) GSA/199.0.427504638 Mobile",
        "Success - Entry Updated - User",
        "NOTICE Guest: Guest Authentication Failed, ConfigVersionId=1",
        f"Reset Password {UUID} done",
        "<address>Apache/2.4.29 (Ubuntu) Server at localhost Port 80</address>",
        '<Rfc5424>yes</Rfc5424>\n<Property Name="PolicyID" Value="PlumDomain"></Property>',
        WINDOWS,
    ],
)
def test_lines_of_logs_stay_readable(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize(
    "value",
    [
        {"id": "msg_dzNyiuKTiVf2FEWerWbNllbsBenBvkS17g"},
        {"customer_key": "hmac-sha256:85d3c6e705ea04f49772b92cc7335e34c53f0264a6d75bba"},
        {"UserSid": "S-1-5-21-2765107603-1234567890-500", "session_id": "isehost/435083133/112"},
        {"objectSid": "AQUAAAAAAAUVAAAA0GVMFq1k4EYZbUPxTQQAAA=="},
        {"uniqueTokenIdentifier": "MjlkY2M0MzItNWU4YS00NjU5LTlmMDMtNmVkZTE4NDAwMzAw"},
        {"userKey": "26971c016361d1f6a3eb8f62461f1e4e", "accountId": "5e72", "publicName": "Unknown user"},
        {"authorKey": f"ug:{UUID}"},
        {"deduplicate_tokens": "461f99cdc7384158871fdd09b15eab03,d802719b3ce44eee880eaf8b5b0fd00d"},
        {"TargetAddress": "arn:aws:sns:us-east-1:1:plums", "grantors": "pam_selinux,pam_loginuid"},
        {"firewall sn": "XXXXXXX", "cn": "Domain Admins", "resolved_by": "Anonymous user"},
        {"cwe_id": "CWE-1333", "name": "Inefficient Regular Expression Complexity"},
    ],
)
def test_what_is_kept_of_events_stays_readable(value: dict[str, Any]) -> None:
    assert walked(value) == value


def test_an_account_of_a_cloud_before_addresses_is_no_phone() -> None:
    assert found("3 471100000000 - 2a02:cf40::1 198.51.100.7 42910 80") == [
        ("IP", "2a02:cf40::1"),
        ("IP", "198.51.100.7"),
    ]


def test_an_address_of_a_machine_is_one_whatever_its_field_is_called() -> None:
    assert walked({"device_address_2": "fd00::555"}) == {"device_address_2": "<IP>"}


@pytest.mark.parametrize(
    "value",
    [
        {"key": "assets/plum.gif", "attachment": "R0lGODlhAQABAPABAP///wAAACH5BAEKAAAALAAAAAABAAEAAAICRAEAOw=="},
        {"default_allocation_key": "allocation-default-16572a55982d0a1b", "credit_card_company": "Visa"},
        {"kind": "Secret", "stringData": {"usage-bootstrap-signing": "true", "expiration": "2031-03-10T03:22:11Z"}},
    ],
)
def test_pictures_and_what_is_only_set_stay_readable(value: dict[str, Any]) -> None:
    assert walked(value) == value


@pytest.mark.parametrize(
    "text",
    [
        "add a sort key\n* **docker:** pin to `node:20.12.2-alpine@sha256:" + 2 * UUID.replace("-", "") + "`",
        "<td>NPI29527E</td>",
        '{"name": "Plum Bridge", "swversion": "1962"}',
        '{"version_token": "7SNgk23eNvv371DC6frVvp50GicxfE3btB5g4l6o"}',
        '{"value": "search-prod-6a8xf23nmpw7ganyeopa8smvtg.eu-west-1.es.amazonaws.com"}',
        "| Host | Key |\n|---|---|\n| a | ssh key in the safe, fingerprint SHA256:zAQm329lXQqmmymKMOUr58zwuTva |",
    ],
)
def test_pictures_of_programs_and_names_of_hosts_stay_readable(text: str) -> None:
    assert found(text) == []


def test_what_elements_are_called_is_nobody_beside_somebody() -> None:
    mail = '<add key="Support:Email" value="a@example.org" />'
    text = f'<add name="Reporting" x="1" />\n{mail}\n<add name="Jane Roe" x="1" />'

    assert found(text) == [("EMAIL", "a@example.org"), ("PERSON", "Jane Roe")]


def test_words_about_a_key_stay_and_cookies_do_not() -> None:
    words = "ssh key in the safe, fingerprint SHA256:zAQm329lXQqmmymKMOUr58zwuTva"
    cookie = "CF_AppSession=n6f0c9a71b2d44c1; theme=dark; lang=en; access_token=4a1b7c9d2e"

    assert walked({"Key": words}) == {"Key": words}
    assert walked({"Cookie": cookie}) == {"Cookie": "<SECRET>"}
