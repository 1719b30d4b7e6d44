"""Objects that hold secrets, whatever their fields are called: of Kubernetes, of Terraform, and keys in JSON."""

from __future__ import annotations

from .reading import found, walked

YAML = """\
apiVersion: v1
kind: Secret
metadata:
  name: shop-db
data:
  # what the shop needs
  user: YWRtaW4=
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


def test_all_values_of_a_secret_are_hidden_and_nothing_else_of_it() -> None:
    secret = {"kind": "Secret", "metadata": {"name": "shop-db"}, "type": "Opaque", "data": {"user": "YWRtaW4="}}
    other = {"kind": "ConfigMap", "metadata": {"name": "shop"}, "data": {"mode": "fast"}}

    assert walked({"items": [secret, other, {**secret, "stringData": {"note": "hello"}}]}) == {
        "items": [
            {**secret, "data": {"user": "<SECRET>"}},
            other,
            {**secret, "data": {"user": "<SECRET>"}, "stringData": {"note": "<SECRET>"}},
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


def test_what_terraform_made_up_is_hidden_by_its_length() -> None:
    made = {"id": "none", "length": 24, "result": "cEWqfnUgSzpRNJW1OieJP21r"}

    assert walked({"attributes": made}) == {"attributes": {**made, "result": "<SECRET>"}}
    assert walked(same := {"length": 3, "result": "cEWqfnUgSzpRNJW1OieJP21r"}) is same
    assert walked(same := {"length": 9, "result": "completed"}) is same
