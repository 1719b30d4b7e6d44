"""Objects that hold secrets, whatever their fields are called: of Kubernetes, of Terraform, and keys in JSON."""

from __future__ import annotations

from base64 import b64encode

import pytest

from .reading import found, walked

YAML = """\
apiVersion: v1
kind: Secret
metadata:
  name: shop-db
data:
  # what the shop needs
  seed: YWRtaW4=
  "settings": 'e30='
  .dockercfg: |
    eyJhdXRocyI6e30K
  later: {{ .Values.later }}
type: Opaque
---
kind: ConfigMap
data:
  mode: fast
"""


def test_a_value_of_some_lines_is_hidden_to_its_last_one() -> None:
    text = "kind: Secret\nstringData:\n  app.conf: |\n    user=ann\n    mode=a\n\n    host=a\n  note: hello\nother: b\n"

    assert found(text) == [("SECRET", "user=ann\n    mode=a\n\n    host=a"), ("SECRET", "hello")]


def test_what_a_sealed_secret_holds_is_encrypted_and_stays() -> None:
    sealed = "Ag" + "k3Jd9sLq0Zx7Vb2NmQ8wTyPoRfGhUcXa" * 8
    values = f"    API_KEY: {sealed}=\n    password: {sealed}\n"
    text = f"kind: SealedSecret\nspec:\n  encryptedData:\n{values}  template: {{}}\n"

    assert found(text) == []
    assert found(text.replace("  template: {}", f"password: {sealed}")) == [("SECRET", sealed)]
    assert found(text.replace(f"password: {sealed}", "password: Plum$4711")) == [("SECRET", "Plum$4711")]


def test_all_values_of_a_secret_are_hidden_and_nothing_else_of_it() -> None:
    secret = {"kind": "Secret", "metadata": {"name": "shop-db"}, "type": "Opaque", "data": {"seed": "YWRtaW4="}}
    other = {"kind": "ConfigMap", "metadata": {"name": "shop"}, "data": {"mode": "fast"}}

    assert walked({"items": [secret, other, {**secret, "stringData": {"note": "hello"}}]}) == {
        "items": [
            {**secret, "data": {"seed": "<SECRET>"}},
            other,
            {**secret, "data": {"seed": "<SECRET>"}, "stringData": {"note": "<SECRET>"}},
        ]
    }


def test_the_same_in_yaml() -> None:
    assert found(YAML) == [("SECRET", value) for value in ("YWRtaW4=", "e30=", "eyJhdXRocyI6e30K")]


def test_a_document_that_only_speaks_of_secrets_is_none() -> None:
    assert found("kind: Role\ndata:\n  mode: fast\n# kind: Secret\n") == []
    assert walked(same := {"kind": "secret sharing", "data": {"mode": "fast"}}) is same


def test_the_private_parts_of_a_key_in_json_are_hidden_and_the_public_ones_stay() -> None:
    public = {"kty": "RSA", "n": "w7Zdfmece8iaB0kiTY8pCtiBtzbptJmP28nSWwtdjRu0f2GFpajvWE4VhfJA", "e": "AQAB"}

    assert walked({"keys": [{**public, "d": "G0mc9V8xT5", "p": "x1"}, public]}) == {
        "keys": [{**public, "d": "<SECRET>", "p": "<SECRET>"}, public]
    }


@pytest.mark.parametrize(
    ("name", "value"),
    [("DB_USER", "shop-api"), ("LOG_LEVEL", "debug"), ("BASE_URL", "https://api.example.com"), ("API_HOST", "db7.svc")],
)
def test_settings_that_are_kept_with_secrets_stay_where_nothing_can_hide_in_them(name: str, value: str) -> None:
    encoded = b64encode(value.encode()).decode()
    hidden = b64encode(b"k3Jd9sLq0Zx7Vb2NmQ8wT5pR").decode()

    assert walked(same := {"kind": "Secret", "data": {name: encoded}}) is same
    assert found(f"kind: Secret\ndata:\n  {name}: {encoded}\n") == []
    assert walked({"kind": "Secret", "data": {name: hidden}}) == {"kind": "Secret", "data": {name: "<SECRET>"}}


def test_what_terraform_made_up_is_hidden_by_its_length() -> None:
    made = {"id": "none", "length": 24, "result": "cEWqfnUgSzpRNJW1OieJP21r"}

    assert walked({"attributes": made}) == {"attributes": {**made, "result": "<SECRET>"}}
    assert walked(same := {"length": 3, "result": "cEWqfnUgSzpRNJW1OieJP21r"}) is same
    assert walked(same := {"length": 9, "result": "completed"}) is same


def test_what_only_belongs_to_a_secret_of_kubernetes_stays() -> None:
    certificate = "LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0tCk1JSUREekNDQWZlZ0F3SUJBZ0lV"
    data = {"password": "UGx1bTQ3MTE=", "host": "ZGIuZXhhbXBsZQ==", "cert": certificate}

    assert walked({"kind": "Secret", "data": data}) == {"kind": "Secret", "data": {**data, "password": "<SECRET>"}}
    assert found(f"kind: Secret\nstringData:\n  host: db7.shop.example.com\n  cert: {certificate}\n") == []


def test_what_a_service_hands_out_is_known_by_what_stands_beside_it() -> None:
    key = "5e0c1f7a93b24d68b1a7c2e94f0d3865"

    assert walked({"name": "ci", "key": key, "last4": "3865"}) == {"name": "ci", "key": "<SECRET>", "last4": "3865"}
    assert walked({"id": "1", "value": key, "policies": []}) == {"id": "1", "value": "<SECRET>", "policies": []}
    assert walked({"secureJsonData": {"httpHeaderValue1": key}}) == {"secureJsonData": {"httpHeaderValue1": "<SECRET>"}}
    assert walked({"api_tokens": [{"label": "ci", "value": key}]}) == {
        "api_tokens": [{"label": "ci", "value": "<SECRET>"}]
    }
    version = {"name": "projects/1/secrets/shop-key/versions/2", "payload": {"data": "ZWMwNDlhODczMDJh"}}
    assert walked(version) == {**version, "payload": {"data": "<SECRET>"}}
    assert walked({"key1": key, "key2": key[::-1]}) == {"key1": "<SECRET>", "key2": "<SECRET>"}
    assert walked({"object": "api_key", "key": key}) == {"object": "api_key", "key": "<SECRET>"}
    assert walked(same := {"key": "home", "prefix": "/"}) is same
    assert walked(same := {"object": "page", "key": key}) is same


def test_what_a_scanner_found_is_hidden_and_where_it_was_stays() -> None:
    found = {
        "DetectorName": "Plum",
        "Verified": True,
        "Raw": "k3Jd9sLq0Zx7Vb2NmQ8w",
        "commit": "5e0c1f7a93b24d68b1a7c2e94f0d3865",
    }

    assert walked(found) == {**found, "Raw": "<SECRET>"}
    assert walked({"Raw": "k3Jd9sLq0Zx7Vb2NmQ8w"}) == {"Raw": "k3Jd9sLq0Zx7Vb2NmQ8w"}


def test_headers_name_their_values_row_by_row() -> None:
    key = "58ea8aed1cd1ff928dc6242bd2ab7f9469efacf842be2d37ef1af5eb0275cf09"
    headers = [["User-Agent", "okhttp/4.12"], ["X-Signature-Key", key]]

    assert walked({"headers": headers}) == {"headers": [headers[0], ["X-Signature-Key", "<SECRET>"]]}


def test_an_address_in_a_secret_stays_only_where_nothing_can_hide_in_it() -> None:
    encoded = "cG9zdGdyZXM6Ly9zaG9wOlBsdW00NzExQGRiL3Nob3A="
    data = {"url": "https://git.example.com/shop.git", "mirror": "https://git.example.com/shop.git"}

    assert walked({"kind": "Secret", "data": {"url": encoded}}) == {"kind": "Secret", "data": {"url": "<SECRET>"}}
    assert walked(same := {"kind": "Secret", "stringData": data}) is same


KEY = "k3Jd9sLq0Zx7Vb2NmQ8wT5pR"


@pytest.mark.parametrize(
    ("record", "hidden"),
    [
        ({"name": "/shop/db", "type": "SecureString", "value": "plum-tree"}, "value"),
        ({"label": "pin", "type": "CONCEALED", "value": "plum-tree"}, "value"),
        ({"name": "Admin API Key", "key": KEY, "createdAt": "2031-05-02"}, "key"),
        ({"key": KEY, "grants": ["read"]}, "key"),
        ({"encoded": KEY, "api_key": "none"}, "encoded"),
    ],
)
def test_an_object_says_that_its_value_is_secret(record: dict[str, str], hidden: str) -> None:
    assert walked(record) == {**record, hidden: "<SECRET>"}


@pytest.mark.parametrize(
    "record",
    [
        {"name": "/shop/region", "type": "String", "value": "eu-1"},
        {"name": "Primary key", "key": "3f0c9a71-52bd-4e08-9c1d-7ab26e4f8d10"},
        {"type": "CONCEALED", "value": ""},
        {"label": "build", "type": "text", "value": "7b1d0e6a2c94f853"},
    ],
)
def test_other_objects_with_a_value_stay(record: dict[str, str]) -> None:
    assert walked(record) == record


@pytest.mark.parametrize("name", ["functionKeys", "client_secret", "accessTokens", "credentials"])
@pytest.mark.parametrize("below", ["default", "value", "billing"])
def test_what_stands_below_a_name_for_secrets_is_one(name: str, below: str) -> None:
    assert walked({name: {below: KEY}}) == {name: {below: "<SECRET>"}}


def test_what_tells_about_a_secret_stays_below_its_name() -> None:
    told = {"client_secret": {"id": "3f0c9a71-52bd-4e08-9c1d-7ab26e4f8d10", "created": "2031-05-02", "version": "4"}}
    assert walked(told) == told


def test_passwords_may_stand_below_their_name() -> None:
    assert walked({"password": {"value": "plum-tree-17"}}) == {"password": {"value": "<SECRET>"}}


def test_what_azure_keeps_is_a_secret_and_its_version_is_none() -> None:
    kept = {"id": "https://shop.vault.azure.net/secrets/sql-admin/5405c4d07f6abf0b1d823f45ff423b85", "value": "plum"}

    assert walked(kept) == {**kept, "value": "<SECRET>"}


@pytest.mark.parametrize("name", ["gitlab-token", "github-oauth", "bearer"])
@pytest.mark.parametrize("host", ["git.plum.dev", "github.com", "repo.plum.example"])
def test_a_map_of_hosts_holds_what_opens_them(name: str, host: str) -> None:
    assert walked({name: {host: KEY}}) == {name: {host: "<SECRET>"}}


def test_a_map_of_hosts_under_another_name_stays() -> None:
    assert walked({"revisions": {"git.plum.dev": KEY}}) == {"revisions": {"git.plum.dev": KEY}}
