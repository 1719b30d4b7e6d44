"""Addresses of machines, and numbers in fields that hold versions and identifiers."""

from __future__ import annotations

import pytest

from .reading import DETECTOR, found, walked


@pytest.mark.parametrize("address", ["127.0.0.1", "::1", "203.0.113.9"])
def test_a_field_that_promises_an_address_hides_any(address: str) -> None:
    assert walked({"client_ip": address}) == {"client_ip": "<IP>"}


@pytest.mark.parametrize("address", ["0.0.0.0", "::", "0.0.0.0/0"])
def test_the_unspecified_address_names_nobody_in_a_field_either(address: str) -> None:
    assert walked({"HostIp": address}) == {"HostIp": address}
    assert found(f"host_ip,port\n{address},80\n10.20.30.40,81\n") == [("IP", "10.20.30.40")]


def test_the_address_of_a_machine_is_no_postal_one() -> None:
    assert walked({"address": "2001:db8::8a2e:370:7334"}) == {"address": "<IP>"}


@pytest.mark.parametrize(
    "text",
    [
        'login ok ua="Chrome 128.0.0.0"',
        "user_agent: Vesper 31.0.4.2",
        "Browser\tFirefox\t128.0.0.1",
        "It works on VPN 5.1.21.6 now",
        "Cisco AnyConnect Client 4.10.7.6",
        "Office 16.0.17.20",
    ],
)
def test_versions_of_programs_on_a_desk_are_no_addresses(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize(
    "text",
    ["VPN 10.8.0.4", "via VPN 5.1.21.6", "Office 81.216.42.72", "Edge 203.0.113.9", "ua=Chrome from 81.216.42.72"],
)
def test_where_a_machine_is_meant_its_address_is_found_behind_such_a_word(text: str) -> None:
    assert found(text) == [("IP", text.rpartition(" ")[2])]


@pytest.mark.parametrize("text", ["Listening on 127.0.0.1:8080", "bind 0.0.0.0", "std::vector", "mask 255.255.255.0"])
def test_the_loopback_and_masks_stay_readable_in_text(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize("address", ["127.83.12.9", "255.12.40.7", "203.0.113.9"])
def test_an_address_that_is_neither_the_loopback_nor_a_mask_is_found(address: str) -> None:
    assert found(f"seen at {address} today") == [("IP", address)]


@pytest.mark.parametrize("address", ["AA-BB-CC-DD-EE-FF", "aa:bb:cc:dd:ee:ff"])
def test_an_address_of_hardware_needs_no_digit(address: str) -> None:
    assert found(f"The hardware address is {address}") == [("MAC", address)]


def test_a_version_with_four_parts_is_no_address() -> None:
    document = {"version": "10.2.14.133", "build": "10.2.14.133"}

    assert walked(document) is document
    assert found("name,version,email\nx,10.2.14.133,a@example.com\n") == [("EMAIL", "a@example.com")]
    assert found("Mozilla/5.0 (X11; rv:10.9.60.20)") == []


def test_the_end_of_a_word_does_not_make_an_address_a_version() -> None:
    assert found("It was late, however. 203.0.113.9 came back") == [("IP", "203.0.113.9")]


@pytest.mark.parametrize("key", ["ssn_number", "ssnNo", "SSN Num"])
def test_a_name_may_end_in_a_word_for_number(key: str) -> None:
    assert walked({key: "078051123"}) == {key: "<SSN>"}


def test_order_numbers_promise_nothing() -> None:
    document = {"order_number": "078051123", "customer_no": "4471"}

    assert walked(document) is document


def test_the_mailbox_of_a_bot_is_one() -> None:
    assert found("by dependabot[bot] <49699333+dependabot[bot]@users.noreply.github.com>") == [
        ("EMAIL", "49699333+dependabot[bot]@users.noreply.github.com")
    ]


def test_both_ends_of_a_frame_are_hidden_with_it() -> None:
    frame = "8f:c2:59:01:c8:32:77:4b:7f:4a:69:d9:08:00"

    assert found(f"IN=eth0 OUT= MAC={frame} LEN=40") == [("MAC", frame)]


def test_a_password_that_is_a_word_hides_that_word_nowhere_else() -> None:
    text = "services:\n  db:\n    image: postgres:15\n    environment:\n      POSTGRES_PASSWORD: postgres\n"

    assert found(text) == [("SECRET", "postgres")]
    assert text.index("postgres", text.index("PASSWORD")) == DETECTOR.find(text)[0].start


@pytest.mark.parametrize("line", ["kernel 6.8.0.35", "Oracle 19.3.0.12 on the old host", "hotfix 4.12.7.11"])
def test_what_is_installed_has_a_version(line: str) -> None:
    assert found(line) == []


def test_an_address_with_its_network_is_one_of_a_machine_whatever_its_version() -> None:
    record = {"primary_ip6": {"address": "2a01:4f8:e24:8217::863c/64"}}

    assert walked(record) == {"primary_ip6": {"address": "<IP>"}}


def test_what_stands_in_brackets_below_message_id_is_no_mailbox() -> None:
    headers = {"headers": [{"name": "Message-ID", "value": "<CA=fRp=y+bAoHJWTpyTv8V21=N@mail.example.com>"}]}

    assert walked(headers) is headers


def test_a_version_behind_a_word_for_phones_is_none() -> None:
    assert found("go.uber.org/zap v12.30.12 h1:RxQzzx4TCRt6yUyOPnGUturD=") == []


def test_both_ends_of_a_range_are_addresses() -> None:
    text = "add name=dhcp ranges=192.168.88.10-192.168.88.254"

    assert [value for kind, value in found(text) if kind == "IP"] == ["192.168.88.10", "192.168.88.254"]
