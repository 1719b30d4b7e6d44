"""What products call their things by: it looks like a key, stands beside keys, and opens nothing."""

from __future__ import annotations

from base64 import b64encode

import pytest

from .reading import found, walked

HEX = "9c41e7d05b2f86a3e1d47b90c5f2a86d"
MADE = "k3Jd9sLq0Zx7Vb2NmQ8wTr5Y"
UUID = "3f0c9a71-5b2e-4d86-9a13-e7d05b2f86a3"


def secrets(text: str) -> list[str]:
    return [value for kind, value in found(text) if kind == "SECRET"]


@pytest.mark.parametrize(
    "form",
    ["- text: SID {}\n", "SID: {}\n", "**Key SID:** `{}`\n", "TWILIO_SID={}\n", "| Plum | SID `{}` | active |\n"],
)
def test_the_sid_of_a_key_is_an_identifier(form: str) -> None:
    assert secrets(form.format(f"SK{HEX}") + "Secret: " + MADE) == [MADE]


@pytest.mark.parametrize("form", ["*Razorpay key id:* {}\n", "RAZORPAY_KEY_ID={}\n", '"key_id": "{}"\n'])
def test_the_key_id_of_a_shop_is_an_identifier(form: str) -> None:
    assert found(form.format("rzp_live_Xp4Lm7Rv2Stq9N")) == []


def test_a_host_that_is_called_like_a_key_stays_and_the_key_beside_it_does_not() -> None:
    host, key = "akab-k3jd9slq0zx7vb2n-mq8wtyporfghucxa", "akab-q7rkp2zvn9xbt4mw-s8ldh3cfy6jg1tae"

    assert found(f"host = {host}.luna.akamaiapis.net\naccess_token = {key}\n") == [("SECRET", key)]
    assert found(f"https://{host}.purge.akamaiapis.net/ccu/v3") == []


def test_an_enrollment_token_is_known_by_its_form() -> None:
    token = b64encode(b'{"ver":"8.9.1","adr":["192.0.2.7:9200"],"fgr":"' + b"7d1f0c93" * 8 + b'","key":"q7Rk:P2zV"}')

    assert found(f"bin/elasticsearch --enrollment-token {token.decode()}") == [("SECRET", token.decode())]


@pytest.mark.parametrize("form", ["API key: {}", "TWILIO_API_KEY={}", "the key is {}"])
@pytest.mark.parametrize("value", [f"SK{HEX}", "rzp_live_Xp4Lm7Rv2Stq9N"])
def test_what_is_called_a_key_stays_hidden(form: str, value: str) -> None:
    assert secrets(form.format(value)) == [value]


def test_what_has_the_form_of_an_id_of_aws_is_hidden_also_where_it_says_example() -> None:
    """People put it where their own shall stand, and take it away last."""
    assert secrets("Our id: AKIAIOSFODNN7EXAMPLE.") == ["AKIAIOSFODNN7EXAMPLE"]


@pytest.mark.parametrize("name", ["componentKey", "component_set_key", "styleKey"])
def test_the_key_of_a_part_of_a_design_is_no_secret(name: str) -> None:
    assert walked({name: HEX + HEX[:8]}) == {name: HEX + HEX[:8]}


def test_the_resource_key_of_a_shared_file_is_no_secret() -> None:
    shared = {"name": "Plan", "resourceKey": "0-Xp4Lm7Rv2Stq9NkJd8sLqw"}
    assert walked(shared) == shared
    assert walked({"vision_resource_key": MADE}) == {"vision_resource_key": "<SECRET>"}


@pytest.mark.parametrize("name", ["telephonySessionId", "checkout_session_id", "chat_session", "replaySessionId"])
def test_a_session_that_nobody_is_logged_in_by_is_no_secret(name: str) -> None:
    assert walked({name: f"s-{MADE}"}) == {name: f"s-{MADE}"}
    assert walked({"session_id": f"s-{MADE}"}) == {"session_id": "<SECRET>"}


def test_the_key_of_a_script_that_pages_load_is_no_secret() -> None:
    assert found(f'<script src="https://static.plum.example/snippet.js?key={UUID}"></script>') == []
    assert secrets(f"GET https://api.plum.example/v1/items?key={UUID}") == [UUID]


def test_where_a_list_of_messages_goes_on_is_no_secret() -> None:
    assert found(f"https://graph.example.com/v1.0/messages?$skiptoken=9{MADE}{MADE[::-1]}") == []
    assert secrets(f"https://graph.example.com/v1.0/messages?token=9{MADE}") == [f"9{MADE}"]


def test_what_is_left_of_a_covered_key_is_no_secret() -> None:
    rows = "| App | Credential |\n|---|---|\n| Plum | `pat-na1-********` |\n"
    assert found(rows) == []
    assert secrets(rows + f"| Pear | `{MADE}` |\n") == [MADE]


def test_the_sum_of_a_leaked_file_is_no_secret() -> None:
    assert found(f"Revoke the token today. SHA-1 of the leaked file: {HEX}{HEX[:8]}.") == []
    assert secrets(f"Revoke it today. It leaked: {HEX}.") == [HEX]


def test_the_record_of_a_key_is_told_from_the_key() -> None:
    assert found("revoked apikey_01HZX8K3JD9SLQ0ZX7VB2NMQ8W today") == []
    assert secrets(f"revoked apikey_{MADE} today") == [f"apikey_{MADE}"]


def test_the_key_by_which_browsers_know_who_pushes_is_public() -> None:
    pushed = {"applicationServerKey": "BK" + (MADE * 4)[:85]}
    assert walked(pushed) == pushed
    assert walked({"applicationServerKey": MADE * 2}) == {"applicationServerKey": "<SECRET>"}


@pytest.mark.parametrize("name", ["contactKey", "subscriberKey", "eventDefinitionKey", "blob_key", "folder_key"])
def test_the_key_of_a_record_is_no_secret(name: str) -> None:
    assert walked({name: UUID}) == {name: UUID}
    assert walked({"partner_key": UUID}) == {"partner_key": "<SECRET>"}


def test_the_signature_of_a_delivery_is_no_secret() -> None:
    assert found(f"X-Plum-Webhook-Signature: {MADE}{MADE[::-1]}=") == []
    assert secrets(f"Webhook secret: {MADE}") == [MADE]


def test_the_number_of_a_customs_declaration_is_no_paper_of_a_patient() -> None:
    assert walked({"customs_mrn": "31DE4711ZD8M0IUX74"}) == {"customs_mrn": "31DE4711ZD8M0IUX74"}
    assert walked({"patient_mrn": "47110815"}) == {"patient_mrn": "<NATIONAL_ID>"}


def test_the_car_that_somebody_rents_is_not_theirs() -> None:
    hired = {"reservation": "R7", "driver_name": "Jane Roe", "vehicle_vin": "WXG0APA5N2LB7SYRW"}

    assert walked(hired)["vehicle_vin"] == "WXG0APA5N2LB7SYRW"
    assert walked({"owner_name": "Jane Roe", "vehicle_vin": "WXG0APA5N2LB7SYRW"})["vehicle_vin"] == "<LICENCE>"
